"""Settings: matters of preference, and the end of a game.

Where rulebooks and judges differ, a switch decides. The defaults follow the rules of 2023 and the preferences of the
Diplomacy Adjudicator Test Cases 3.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args

from ludex.author import BadSetting, GameSettings, quote
from ludex.games.diplomacy.components import MAP_NAMES, MAPS
from ludex.games.diplomacy.state import ALL_HOLD, ANY_FLEET, EXPLICIT, OWN_FLEET, RULE_1982, RULE_2000, SZYKMAN, State

Paradox = Literal["szykman", "1982", "2000", "all-hold"]
Intent = Literal["own-fleet", "explicit", "any-fleet"]
Disorder = Literal["owned", "home"]
Coasts = Literal["normal", "strict", "lenient"]

PARADOXES: dict[str, int] = {"szykman": SZYKMAN, "1982": RULE_1982, "2000": RULE_2000, "all-hold": ALL_HOLD}
INTENTS: dict[str, int] = {"own-fleet": OWN_FLEET, "explicit": EXPLICIT, "any-fleet": ANY_FLEET}

COASTS: tuple[Coasts, ...] = get_args(Coasts)

WEBDIPLOMACY: dict[str, Any] = {"convoy_intent": "explicit", "via_fallback": True, "disorder": "home"}
"""The rules of webDiplomacy: an army goes by sea only if it is ordered VIA, walks if it then cannot sail, and civil
disorder looks at home centres."""
Preset = Literal["webdiplomacy"]
PRESETS: dict[Preset, dict[str, Any]] = {"webdiplomacy": WEBDIPLOMACY}
"""Named sets of switches. Single switches can be given in addition, and take precedence."""


def with_preset(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings in which the name of a preset is replaced by its switches.

    >>> with_preset({"preset": "webdiplomacy", "disorder": "owned"})
    {'convoy_intent': 'explicit', 'via_fallback': True, 'disorder': 'owned'}
    """
    given = dict(given)
    name = given.pop("preset", None)
    if name is None:
        return given
    if not isinstance(name, str) or name not in PRESETS:
        raise BadSetting(f"there is no preset {quote(name)}: expected one of {', '.join(PRESETS)}")
    return {**PRESETS[name], **given}


USUAL, LONGEST = 34, 250
"""Usual and largest number of years after the first that are played, so that every game ends."""


class Switches(GameSettings, frozen=True, kw_only=True):
    """Switches for matters on which rulebooks and judges differ.

    - `paradox`: the convoys of a paradox fail (`szykman`); a convoyed army does not cut a support that concerns a sea
      with a convoying fleet (`1982`), or a support of an attack on a fleet it needs (`2000`); or everything in the
      paradox holds (`all-hold`).
    - `convoy_intent`: an army that could walk goes by sea if a fleet of the same power carries it (`own-fleet`), only
      if ordered `VIA` (`explicit`), or if any fleet carries it (`any-fleet`).
    - `via_fallback`: an army that was to go by sea and could not, walks.
    - `any_fleet_disrupts`: a convoy fails if any of its fleets is dislodged, even if another route is left.
    - `retreat_to_convoy_origin`: a unit may retreat to the province its attacker came from by convoy.
    - `dislodged_never_blocks`: a unit that was dislodged from the province an attacker came from by convoy does not
      block other moves there.
    - `coasts`: whether a missing or wrong coast is corrected where the meaning is clear (`normal`), never (`strict`),
      or always (`lenient`).
    - `disorder`: civil disorder removes the units farthest from the centres a power owns (`owned`), or from its home
      centres (`home`).
    """

    paradox: Paradox = "szykman"
    convoy_intent: Intent = "own-fleet"
    via_fallback: bool = False
    any_fleet_disrupts: bool = False
    retreat_to_convoy_origin: bool = True
    dislodged_never_blocks: bool = False
    coasts: Coasts = "normal"
    disorder: Disorder = "owned"

    def write(self, s: State) -> None:
        """Write the switches into the record."""
        s.paradox = PARADOXES[self.paradox]
        s.intent = INTENTS[self.convoy_intent]
        s.via_fallback = int(self.via_fallback)
        s.any_fleet_disrupts = int(self.any_fleet_disrupts)
        s.back_to_origin = int(self.retreat_to_convoy_origin)
        s.beaten_never_blocks = int(self.dislodged_never_blocks)
        s.home_disorder = int(self.disorder == "home")
        s.coasts = COASTS.index(self.coasts)


class DiplomacySettings(Switches, frozen=True, kw_only=True):
    """The settings of a game: the switches, and how it ends.

    - `last_year`: the last year that is played. 0 means 34 years after the map's first.
    - `victory`: how many centres win. 0 means the map's own number.
    - `votes`: whether powers can vote for a draw or concede.
    """

    last_year: int = 0
    victory: int = 0
    votes: bool = True

    def write(self, s: State) -> None:
        """Write the settings into a record that already has its map."""
        super().write(s)
        board = MAPS[MAP_NAMES[s.map]]
        centres = sum(province.centre for province in board.provinces)
        if not 0 <= self.victory <= centres:
            raise BadSetting(f"victory is {self.victory}: expected 1 to {centres} centres, or 0 for {board.victory}")
        first, most = board.first_year, board.first_year + LONGEST
        last = self.last_year or first + USUAL
        if not first <= last <= most:
            raise BadSetting(f"last_year is {self.last_year}: expected {first} to {most}, or 0 for {first + USUAL}")
        s.victory = self.victory or board.victory
        s.last_year = last
        s.votes = int(self.votes)


if TYPE_CHECKING:

    class DiplomacyArguments(DiplomacySettings, frozen=True, kw_only=True):
        """The keywords of `new`: the settings, and the name of a preset."""

        preset: Preset | None = None

else:
    DiplomacyArguments = DiplomacySettings
