"""The printed cards of both editions, as definitions for people and as tables for the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.author import plural
from ludex.author.advanced import printed_by_author

CardType = Literal["money", "automation", "bug", "action"]
Edition = Literal["base", "expanded"]


class CardDefinition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card of one edition; the same value serves all its copies.

    >>> CARDS["base"]["Module"].points
    3
    """

    name: str
    type: CardType
    cost: int
    points: int = 0
    money: int = 0
    cards: int = 0
    actions: int = 0
    buys: int = 0
    effect: str = ""
    """The printed effect of the card besides its bonuses. A rule in rules/kingdom.py implements it."""
    attack: str = ""
    """The effect on every other player who reveals no shield."""
    shield: bool = False
    supply: int = 0
    supply_per_seat: int = 0

    @property
    def text(self) -> str:
        """The text of the card.

        >>> CARDS["expanded"]["Daily Scrum"].text
        '+4 cards, +1 buy; each other player draws 1 card'
        """
        bonuses = ("card", self.cards), ("action", self.actions), ("buy", self.buys)
        plus = [f"+{plural(count, what)}" for what, count in bonuses if count]
        plus += [f"+{self.money} money"] * bool(self.money)
        shield = "when another player plays an attack, you may reveal this card to be unaffected" * self.shield
        return "; ".join(filter(None, (", ".join(plus), self.effect, self.attack, shield)))

    @property
    def told(self) -> str:
        """The whole card in a sentence or two.

        >>> CARDS["base"]["Module"].told
        'Module, costs 5. 3 points at the end.'
        """
        points = f"{plural(self.points, 'point')} at the end. " if self.points else ""
        does = f"{self.text[:1].upper()}{self.text[1:]}." if self.text else ""
        return f"{self.name}, costs {self.cost}. {points}{does}".strip()

    def supply_for(self, seats: int) -> int:
        """Return the number of copies in the supply of a game with this number of seats."""
        return self.supply + self.supply_per_seat * seats


_DATA: dict[str, dict[str, Any]] = tomllib.loads(
    files("ludex.games.automation").joinpath("data/cards.toml").read_text()
)

_OWN = printed_by_author(__name__, "cards")
"""Cards that `with_cards` adds to all editions."""

EDITIONS: tuple[Edition, ...] = ("base", "expanded")


def read_card(edition: str, name: str, printed: Mapping[str, Any]) -> CardDefinition:
    """Read a card from the data file.

    >>> read_card("base", "Bug", {"type": "bug", "costs": 0})
    Traceback (most recent call last):
    ValueError: data/cards.toml, Bug in edition base: Object contains unknown field `costs`
    """
    try:
        return msgspec.convert({"name": name, **printed}, CardDefinition)
    except msgspec.ValidationError as error:
        raise ValueError(f"data/cards.toml, {name} in edition {edition}: {error}") from None


CARDS: Mapping[Edition, Mapping[str, CardDefinition]] = {
    edition: {name: read_card(edition, name, printed) for name, printed in {**_DATA[edition], **_OWN}.items()}
    for edition in EDITIONS
}
START: Mapping[str, int] = _DATA["start"]

NAMES = tuple(dict.fromkeys(name for edition in EDITIONS for name in CARDS[edition]))
"""All cards of all editions; a card's index here is its kind."""
KINDS = len(NAMES)
KINDS_IN = np.array([len(CARDS[edition]) for edition in EDITIONS])
"""Number of kinds in each edition. They are the first of all kinds."""
for _edition in EDITIONS:
    if set(NAMES[: len(CARDS[_edition])]) != set(CARDS[_edition]):
        raise ValueError(f"cards.toml: every card of an earlier edition must also be in {_edition!r}")

TYPES: tuple[CardType, ...] = ("money", "automation", "bug", "action")
MONEY_CARD, AUTOMATION_CARD, BUG_CARD, ACTION_CARD = range(len(TYPES))

BITCOIN, ETHEREUM, DOGECOIN, METHOD, MODULE, FRAMEWORK, BUG = (
    NAMES.index(name) for name in ("Bitcoin", "Ethereum", "Dogecoin", "Method", "Module", "Framework", "Bug")
)


def _table(of: str, words: tuple[str, ...] = ()) -> npt.NDArray[np.int64]:
    """Return one printed number for every edition and kind; words become their index among `words`."""
    table = np.zeros((len(EDITIONS), KINDS), np.int64)
    for row, edition in enumerate(EDITIONS):
        for kind, name in enumerate(NAMES):
            if name in CARDS[edition]:
                value = getattr(CARDS[edition][name], of)
                table[row, kind] = words.index(value) if words else value
    return table


TYPE = _table("type", TYPES)
COST = _table("cost")
POINTS = _table("points")
MONEY = _table("money")
MORE_CARDS = _table("cards")
MORE_ACTIONS = _table("actions")
MORE_BUYS = _table("buys")
SHIELD = _table("shield")
