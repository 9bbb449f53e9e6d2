"""The matters of preference: where rulebooks and judges differ, a switch decides. The defaults follow the rules of 2023
and the preferences of the Diplomacy Adjudicator Test Cases 3.0."""

from __future__ import annotations

from typing import Literal

from ludex.core import GameOptions, State
from ludex.games.diplomacy.state import ALL_HOLD, ANY_FLEET, EXPLICIT, OWN_FLEET, RULE_1982, RULE_2000, SZYKMAN

Paradox = Literal["szykman", "1982", "2000", "all-hold"]
Intent = Literal["own-fleet", "explicit", "any-fleet"]
Disorder = Literal["owned", "home"]
Coasts = Literal["normal", "strict", "lenient"]

PARADOXES: dict[str, int] = {"szykman": SZYKMAN, "1982": RULE_1982, "2000": RULE_2000, "all-hold": ALL_HOLD}
INTENTS: dict[str, int] = {"own-fleet": OWN_FLEET, "explicit": EXPLICIT, "any-fleet": ANY_FLEET}


class Switches(GameOptions, frozen=True):
    """Rule switches.

    `paradox`: the convoys of a paradox fail (`szykman`); a convoyed army does not cut support that concerns a sea
    with a convoying fleet (`1982`), or support of an attack on a fleet it needs (`2000`); or everything in the
    paradox holds. `convoy_intent`: an army that could walk sails if a fleet of its own power carries it, only if
    ordered `VIA`, or if any fleet carries it. `via_fallback`: one that was to sail and could not, walks.
    `any_fleet_disrupts`: a convoy fails if any of its fleets is dislodged, even where another route is left.
    `retreat_to_convoy_origin`: a unit may retreat to where an attacker came from by convoy. `dislodged_never_blocks`:
    a unit dislodged by one that came by convoy from the province it attacks does not stand in the way of others
    there. `coasts`: whether a missing or wrong coast is completed where the meaning is clear (`normal`), never
    (`strict`), or always (`lenient`). `disorder`: units removed for a power that removes none are the farthest from
    the centres it `owned`, or from its `home` centres.
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
        """Into the record."""
        s.paradox = PARADOXES[self.paradox]
        s.intent = INTENTS[self.convoy_intent]
        s.via_fallback = int(self.via_fallback)
        s.any_fleet_disrupts = int(self.any_fleet_disrupts)
        s.back_to_origin = int(self.retreat_to_convoy_origin)
        s.beaten_never_blocks = int(self.dislodged_never_blocks)
        s.home_disorder = int(self.disorder == "home")
