"""The settings of Power Grid: edition, map, variants, and their place in the record."""

from __future__ import annotations

from typing import Literal

from ludex.author import BadSetting, GameSettings
from ludex.games.power_grid.components.maps import BOARDS, MAPS, VARIANTS, MapName, find_board
from ludex.games.power_grid.components.plants import EDITIONS, RECHARGED, Edition
from ludex.games.power_grid.components.tables import REGIONS_IN_PLAY
from ludex.games.power_grid.state import State

LONGEST = 200
"""The most rounds a game can have. Money still fits its field after them."""


class PowerGridSettings(GameSettings, frozen=True, kw_only=True):
    """Settings of Power Grid. The defaults are the 2004 rules on the map of Germany.

    - `edition`: the rules of 2004, or those of Power Grid Recharged.
    - `map`: the map that is played on.
    - `regions`: connected regions, as names in a list or with commas; if there are none, the seed chooses.
    - `money`: "hidden", as in the publisher's FAQ, or "open".
    - `open_above_smallest`: players at the plant limit may only open plants above their smallest, as in the reference
      API.
    - `last_buyer`: the last player who can still buy pays exactly the "minimum", or "any" bid they make.
    - `early_step_3`: if the Step 3 card comes up in Step 1, "skip" Step 2 or do "step-2-first"; by default the
      "edition" decides.
    - `step_3_removal`: whether phase 5 of the round in which Step 3 begins in phase 2 already removes the lowest
      plant.
    - `step_3_by_step_2`: if the plant that replaces the lowest one when Step 2 begins is the Step 3 card, Step 3 begins
      in the "next-round", as for any card drawn in phase 5, or "at-once", as for a card drawn in phase 4.
    - `coal_store`: Recharged USA sells stored coal "when-empty" (the track) or at "any-time".
    - `trust`: two players of the Recharged edition play against the Trust. With more players it changes nothing.
    - `trust_fuel`: in games with the Trust, new fuel comes as for "three" or "two" players.
    - `round_limit`: the game ends after phase 4 of this round at the latest. No rulebook has such a limit, but every
      game must end."""

    edition: Edition = "original"
    map: MapName = "germany"
    regions: str | list[str] = ""
    money: Literal["open", "hidden"] = "open"
    open_above_smallest: bool = True
    last_buyer: Literal["minimum", "any"] = "minimum"
    early_step_3: Literal["edition", "skip", "step-2-first"] = "edition"
    step_3_removal: bool = True
    step_3_by_step_2: Literal["next-round", "at-once"] = "next-round"
    coal_store: Literal["when-empty", "any-time"] = "when-empty"
    trust: bool = False
    trust_fuel: Literal["three", "two"] = "three"
    round_limit: int = 100

    def __post_init__(self) -> None:
        if not 1 <= self.round_limit <= LONGEST:
            raise ValueError(f"round_limit is {self.round_limit}: expected 1 to {LONGEST} rounds")
        if self.trust and self.edition != "recharged":
            raise ValueError("trust: only the recharged edition has the Trust; choose edition=recharged with it")
        if self.chosen_regions:
            find_board(self.map, self.edition, self.chosen_regions)

    @property
    def chosen_regions(self) -> tuple[str, ...]:
        """The regions as a tuple, whether given as text or as a list."""
        if isinstance(self.regions, str):
            return tuple(name.strip() for name in self.regions.split(",") if name.strip())
        return tuple(self.regions)

    def prepare(self, s: State) -> None:
        """Write the settings into a blank record."""
        s.edition = EDITIONS.index(self.edition)
        s.map = MAPS.index(self.map)
        s.variant = VARIANTS.index((self.map, self.edition))
        s.hidden_money = int(self.money == "hidden")
        s.open_above_smallest = int(self.open_above_smallest)
        s.last_pays_minimum = int(self.last_buyer == "minimum")
        by_edition = "step-2-first" if s.edition == RECHARGED else "skip"
        s.skip_step_2 = int((by_edition if self.early_step_3 == "edition" else self.early_step_3) == "skip")
        s.remove_in_step_3 = int(self.step_3_removal)
        s.step_3_at_once = int(self.step_3_by_step_2 == "at-once")
        s.store_any_time = int(self.coal_store == "any-time")
        s.trust = int(self.trust and s.seats == 2)
        s.resupplied_for = 3 if s.trust and self.trust_fuel == "three" else s.seats
        s.round_limit = self.round_limit
        s.board = self._board(s)

    def _board(self, s: State) -> int:
        """Return the board of the chosen regions, or -1 to leave the choice to chance."""
        if not self.chosen_regions:
            return -1
        board = find_board(self.map, self.edition, self.chosen_regions)
        count = REGIONS_IN_PLAY[s.edition, s.seats]
        if len(BOARDS[board].regions) != count:
            raise BadSetting(
                f"regions {', '.join(self.chosen_regions)}: {s.seats} players need exactly {count} regions"
            )
        return board
