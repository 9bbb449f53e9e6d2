"""Edition and variants, and their place in the record."""

from __future__ import annotations

from typing import Literal

from ludex.author import GameSettings, quote
from ludex.games.automation.components import CARDS, EDITIONS, NAMES, START, Edition
from ludex.games.automation.state import State


class AutomationSettings(GameSettings, frozen=True, kw_only=True):
    """Settings of Automation.

    - `edition`: the base cards, or the expanded list with ten kingdom cards.
    - `turn_limit`: the game ends at the latest when every player has had this many turns.
    - `money_phase`: with "any", as in the reference API, any card may be played in the MONEY phase. Cards that are not
      money are worth 0 there.
    - `start`: changes the starting deck. Cards that are not named stay as printed.
    - `supply`: changes the supply in the same way. {"Bug": 0, "Refactor": 5} leaves the Bugs out and puts five
      Refactors in.
    """

    edition: Edition = "base"
    turn_limit: int = 50
    money_phase: Literal["money", "any"] = "money"
    start: dict[str, int] = {}
    supply: dict[str, int] = {}

    def __post_init__(self) -> None:
        if not 1 <= self.turn_limit <= 10_000:
            raise ValueError(f"turn_limit is {self.turn_limit}: expected 1 to 10000 turns per seat")
        for what in ("start", "supply"):
            for name, count in getattr(self, what).items():
                self._check(what, name, count)
        if self.supply.get("Framework", 1) < 1:
            raise ValueError("supply has no Frameworks: the game ends when all are bought, so at least 1 is needed")
        if not any({**START, **self.start}.values()):
            raise ValueError("start is an empty deck: expected at least one card")

    def _check(self, what: str, name: str, count: int) -> None:
        cards = CARDS[self.edition]
        if name not in cards:
            raise ValueError(f"{what} names {quote(name)}: edition {self.edition} has {', '.join(cards)}")
        # With 4 seats no more than 120 of a kind: counts fit their fields.
        most = 20 if cards[name].type == "action" else 10 if what == "start" else 80
        if not 0 <= count <= most:
            raise ValueError(f"{what} has {count} × {name}: expected 0 to {most}")

    def write_to(self, s: State) -> None:
        """Write the settings into a blank record."""
        s.edition = EDITIONS.index(self.edition)
        s.any_card_is_money = int(self.money_phase == "any")
        s.turn_limit = self.turn_limit
        start = {**START, **self.start}
        for name, card in CARDS[self.edition].items():
            kind = NAMES.index(name)
            s.start[kind] = start.get(name, 0)
            s.pile[kind] = self.supply.get(name, card.supply_for(s.seats))
