"""Games of Automation with further cards, which are not printed in either edition."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ludex.author import BrokenRule, quote
from ludex.author.advanced import is_plain, reprint
from ludex.games.automation.components import CARDS, CardDefinition
from ludex.games.automation.game import Automation
from ludex.games.automation.rules import kingdom
from ludex.games.automation.rules.sentences import Sentences, pattern_of

MOST_CARDS = 12
LONGEST_NAME = 30
MOST = {"cost": 20, "points": 20, "money": 20, "cards": 10, "actions": 10, "buys": 10}
"""The largest numbers on a card."""
MOST_COPIES = {"action": 20, "money": 80, "automation": 80, "bug": 80}
"""The most copies in the supply: a seat can own 127 of a kind."""
NESTING = pattern_of("you may play an action card from your hand twice")
"""An effect of which the record has no room for more cards."""


def with_cards(
    home: str,
    name: str,
    title: str,
    cards: Mapping[str, Mapping[str, Any]],
    effects: Mapping[str, Callable[..., Any]] = {},
    attacks: Mapping[str, Callable[..., Any]] = {},
) -> type[Automation]:
    """Return a game of Automation in which both editions have further cards, written as in data/cards.toml.

    `home` is the `__name__` of the calling module. `effects` and `attacks` are rules for sentences that no printed card
    has, written as in rules/kingdom.py. In them, names that are imported from Automation mean those of the new game.

    >>> stand_up = {"type": "action", "cost": 3, "cards": 1, "effect": "each other player draws 2 cards", "supply": 10}
    >>> Sprints = with_cards(__name__, "sprints", "Automation: Sprints", {"Stand-up": stand_up})
    >>> Sprints().name, Sprints().seats
    ('sprints', range(1, 5))
    """
    if name == Automation.name:
        raise BrokenRule(f"{name!r} is the game without own cards: expected another name")
    if not 1 <= len(cards) <= MOST_CARDS:
        raise BrokenRule(f"there are {len(cards)} own cards: expected 1 to {MOST_CARDS}")
    for card, printed in cards.items():
        check_card(card, printed, effects, attacks)
    package = reprint(home, "ludex.games.automation", name, cards=dict(cards), effects=effects, attacks=attacks)
    original: type[Automation] = package.Automation
    kind = "".join(map(str.capitalize, name.split("-"))) + "Automation"
    body = {"__doc__": original.__doc__, "__module__": original.__module__, "name": name, "title": title}
    made: type[Automation] = type(kind, (original,), body)
    setattr(sys.modules[original.__module__], kind, made)  # other processes find it there
    return made


def check_card(
    name: str,
    printed: Mapping[str, Any],
    effects: Mapping[str, Callable[..., Any]],
    attacks: Mapping[str, Callable[..., Any]],
) -> CardDefinition:
    """Read a card that an author adds, and refuse what the rules could not carry out.

    >>> check_card("Stand-up", {"type": "action", "cost": 3, "cards": 2, "supply": 30}, {}, {})
    Traceback (most recent call last):
    ludex.core.language.errors.BrokenRule: Stand-up: the supply has 30 copies, expected 1 to 20 of type action
    """
    if not isinstance(name, str) or not name.strip() == name != "" or not is_plain(name) or len(name) > LONGEST_NAME:
        raise BrokenRule(f"{quote(name)} is not a name for a card: expected one line of 1 to {LONGEST_NAME} characters")
    for edition, known in CARDS.items():
        if name.casefold() in map(str.casefold, known):
            raise BrokenRule(f"{name} is a card of the edition {edition}: expected another name")
    try:
        card = msgspec.convert({"name": name, **printed}, CardDefinition)
    except (msgspec.ValidationError, TypeError) as error:
        raise BrokenRule(f"{name}: {error}") from None
    for field, most in MOST.items():
        least = -most if field == "points" else 0
        if not least <= getattr(card, field) <= most:
            raise BrokenRule(f"{name}: {field} is {getattr(card, field)}, expected {least} to {most}")
    copies = card.supply, card.supply_per_seat, card.supply_for(4)
    if min(copies) < 0 or not 1 <= max(copies) <= MOST_COPIES[card.type]:
        raise BrokenRule(
            f"{name}: the supply has {max(copies)} copies, expected 1 to {MOST_COPIES[card.type]} of type {card.type}"
        )
    if card.type != "action" and (card.cards or card.actions or card.buys or card.effect or card.attack or card.shield):
        raise BrokenRule(f"{name} is of type {card.type}: only action cards do something when they are played")
    check_sentence(card, kingdom.EFFECTS, effects)
    check_sentence(card, kingdom.ATTACKS, attacks)
    return card


def check_sentence(card: CardDefinition, known: Sentences, own: Mapping[str, Callable[..., Any]]) -> None:
    """Refuse a sentence that no rule implements, and rules for sentences that have one."""
    rules = {pattern_of(sentence): sentence for sentence in known.rules}
    for sentence in own:
        if pattern_of(sentence) in rules:
            raise BrokenRule(f"there is already a rule for the {known.field} {sentence!r}: it needs no other")
    sentence = getattr(card, known.field)
    if not sentence:
        return
    if pattern_of(sentence) == NESTING:
        raise BrokenRule(f"{card.name}: only Parallelization can play a card twice. Choose another effect")
    if pattern_of(sentence) not in {*rules, *map(pattern_of, own)}:
        choices = "; ".join(map(repr, [*known.rules, *own]))
        raise BrokenRule(
            f"{card.name}: no rule implements the {known.field} {sentence!r}. Use the wording of a rule ({choices}), "
            f"or pass a rule for it in `{known.field}s`."
        )
