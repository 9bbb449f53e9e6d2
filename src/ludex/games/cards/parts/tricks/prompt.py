"""The question for a card to a trick."""

from __future__ import annotations

from ludex.games.cards.components import SUITS
from ludex.games.cards.moves import PlayCard
from ludex.games.cards.parts.asked import Asked, sign
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.trumps.checks import has_bowers
from ludex.games.cards.wording import in_words

_SUIT = dict(zip("CDHS", SUITS, strict=True))
_SAME_COLOUR = {"clubs": "spades", "spades": "clubs", "diamonds": "hearts", "hearts": "diamonds"}


def trick_prompt(asked: Asked) -> str:
    """Ask for a card, and say which suit was led and whether it must be followed."""
    phase, view = asked.phase(TrickPhase), asked.view
    if phase.blind:
        return f"Turn up your next card. {_wins(asked, phase)}"
    led = view.seats[view.leader].played
    said = _lead(asked, phase) if led is None else _follow(asked, phase, _suit(asked, led))
    return _for_dummy(said) if view.for_dummy else said


def _for_dummy(said: str) -> str:
    """Return the question for a card of the dummy.

    >>> _for_dummy("Play any card. Hearts were led, and you have none.")
    'For the dummy: play any card. Hearts were led, and it has none.'
    """
    return f"For the dummy: {said[0].lower()}{said[1:]}".replace("you have", "it has").replace("you must", "it must")


def _wins(asked: Asked, phase: TrickPhase) -> str:
    best = "lowest" if phase.low_wins else "highest"
    if phase.by_rank:
        return f"The {best} card takes the trick, whatever its suit."
    trumps = f", or the {best} trump," if asked.view.trump else ""
    return f"The {best} card of the suit that is led{trumps} takes the trick."


def _lead(asked: Asked, phase: TrickPhase) -> str:
    view, cards = asked.view, [move.card for move in asked.moves(PlayCard)]
    if cards == [phase.first_lead] and len(asked.held) > 1:
        return f"You hold {sign(phase.first_lead)}, so you lead it to the first trick."
    if len(cards) == len(asked.held):
        return f"Lead any card. {_wins(asked, phase)}"
    barred = view.trump if phase.breaking == "trump" else phase.breaking
    when = "unless you hold nothing else" if phase.unbreakable else "yet"
    return f"Lead a card, but no {barred} {when}. {_wins(asked, phase)}"


def _follow(asked: Asked, phase: TrickPhase, suit: str) -> str:
    view, cards = asked.view, [move.card for move in asked.moves(PlayCard)]
    if phase.by_rank:
        return f"Play any card. {_wins(asked, phase)}"
    led = f"{suit.capitalize()} were led"
    if not phase.follow:
        return f"Play any card. {led}, but you need not follow suit."
    held = [card for card in asked.held if _suit(asked, card) == suit]
    if held:
        count = f"{in_words(len(held))} of them" if len(held) > 1 else "one"
        return f"Play a card. {led}, and you have {count}: you must follow suit."
    if len(cards) == len(asked.held):
        return f"Play any card. {led}, and you have none."
    if phase.must_trump and all(_suit(asked, card) == view.trump for card in cards):
        return f"Play a trump. {led}, and you have none, so you must play one of the {view.trump}."
    return f"Play a card that does not score. {led}, and you have none, but this is the first trick."


def _suit(asked: Asked, card: str) -> str:
    """Return the suit that a card counts as: the second jack of the trump's colour may be a trump."""
    suit, trump = _SUIT[card[1]], asked.view.trump
    left_bower = trump and card[0] == "J" and suit == _SAME_COLOUR[trump] and has_bowers(asked.genome)
    return trump if trump and left_bower else suit
