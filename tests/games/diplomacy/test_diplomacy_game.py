"""A game from phase to phase: secrecy, retreats, centres, builds, votes, the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, get_args

import pytest

import ludex
from ludex import IllegalMove, Player, Referee, UnreadableMove
from ludex.core.play.history import History
from ludex.games.diplomacy import BadPosition, Diplomacy, View, adjudicate, lagoon
from ludex.games.diplomacy.components import MAPS, PLACES, POWER_NAMES, STEP, PowerName, map_of
from ludex.games.diplomacy.reference_api import OrdersPlayer
from ludex.games.diplomacy.table import DiplomacyTable

SEVENTEEN = "PAR MAR BRE SPA POR LON LVP EDI MUN KIE BER HOL DEN NWY SWE TUN ROM"
POWERS = MAPS["standard"].power_names


def new_table(last_year: int = 0) -> DiplomacyTable:
    return Diplomacy().new(seed=1, last_year=last_year)


def give_all(table: DiplomacyTable, **orders: str) -> None:
    for power in POWERS:
        if table.seat_of(power) in table.waiting:
            table.give(power, orders.get(power, ""))


def test_orders_are_secret_until_all_are_in() -> None:
    table = new_table()
    table.give("FRANCE", "A PAR - BUR")
    assert table.view(2).orders
    assert table.view(1).orders == table.view().orders == ()
    assert not table.record(1)["order"].any()
    assert [power.power for power in table.view(1).powers if not power.owes_orders] == ["FRANCE"]
    for power in POWERS:
        if power != "FRANCE":
            table.give(power, "")
    assert table.view(1).phase == "F1901M"
    assert {"A PAR - BUR", "F EDI H"} <= {result.order for result in table.view(1).last_results}


def test_a_list_with_one_bad_order_gives_none() -> None:
    table = new_table()
    with pytest.raises(IllegalMove, match=r"F BRE cannot reach BUR: it is inland\. From BRE a fleet can reach"):
        table.give("FRANCE", "A PAR - BUR, F BRE - BUR")
    assert table.played == []
    with pytest.raises(UnreadableMove):
        table.give("FRANCE", "A PAR jumps")


def test_a_unit_may_be_named_in_any_order_and_once() -> None:
    table = new_table()
    with pytest.raises(IllegalMove, match="PAR"):
        table.give("FRANCE", "A PAR - BUR; A PAR H")
    table.give("FRANCE", "A PAR - BUR; F BRE H; A MAR - SPA")
    assert 2 not in table.waiting


def test_centres_change_hands_after_fall_and_builds_follow() -> None:
    table = new_table()
    give_all(table, FRANCE="A MAR - SPA, A PAR - BUR, F BRE - MAO")
    give_all(table, FRANCE="A BUR - BEL, F MAO - POR")
    view = table.view(2)
    assert view.phase == "W1901A"
    assert view.powers[2].centers == ("BEL", "BRE", "MAR", "PAR", "POR", "SPA")
    assert table.waiting == (2,)
    assert table.warnings("FRANCE", "BUILD A PAR") == ("1 of 3 builds are ordered: the others will be waived.",)
    table.give("FRANCE", "BUILD F BRE, BUILD A PAR, WAIVE")
    units = [unit.unit for unit in table.view().units if unit.power == "FRANCE"]
    assert units == ["A BEL", "F BRE", "A PAR", "F POR", "A SPA"]
    assert table.view().phase == "S1902M"


def test_a_power_with_too_many_units_removes_by_choice_or_by_disorder() -> None:
    position = {
        "phase": "W1901A",
        "units": {"FRANCE": ["A PAR", "A GAS", "F NTH"]},
        "centers": {"FRANCE": ["PAR"]},
    }
    chosen = adjudicate({**position, "orders": {"FRANCE": ["DESTROY A PAR", "DISBAND A GAS"]}})
    assert chosen.units == {"FRANCE": ["F NTH"]}
    silent = adjudicate(position)
    assert silent.units == {"FRANCE": ["A PAR"]}
    assert "civil disorder: F NTH is removed." in silent.notes


def test_two_retreats_to_one_province_destroy_both_and_a_disbanded_unit_is_not_in_the_way() -> None:
    position = {
        "phase": "S1901R",
        "units": {"FRANCE": ["*A BUR"], "GERMANY": ["A BUR", "A BEL", "*A HOL"], "ENGLAND": ["A HOL"]},
    }
    both = adjudicate({**position, "orders": {"FRANCE": "A BUR R RUH", "GERMANY": "A HOL - RUH"}})
    assert both.units == {"ENGLAND": ["A HOL"], "GERMANY": ["A BEL", "A BUR"]}
    one = adjudicate({**position, "orders": {"FRANCE": "A BUR R RUH", "GERMANY": "A HOL D"}})
    assert one.units["FRANCE"] == ["A RUH"]


def test_eighteen_centres_win() -> None:
    position = {"phase": "F1905M", "units": {"FRANCE": ["A BEL"]}, "centers": {"FRANCE": SEVENTEEN.split()}}
    assert adjudicate(position).next_phase == "COMPLETED"
    assert adjudicate({**position, "units": {"FRANCE": ["A BUR"]}}).next_phase == "W1905A"


def test_builds_are_secret_until_all_are_in() -> None:
    table = new_table()
    give_all(table, FRANCE="A MAR - SPA", ITALY="F NAP - ION")
    give_all(table, ITALY="F ION - TUN")
    assert table.view().phase == "W1901A"
    table.give("FRANCE", "BUILD A MAR")
    assert table.view(2).orders == ("BUILD A MAR",)
    assert table.view(4).orders == table.view().orders == ()
    assert "A MAR" not in {unit.unit for unit in table.view(4).units}
    table.give("ITALY", "BUILD F NAP")
    assert {"A MAR", "F NAP"} <= {unit.unit for unit in table.view(4).units}


def test_legal_orders_are_told_for_every_kind_of_phase() -> None:
    table = new_table()
    give_all(table, FRANCE="A MAR - SPA, A PAR - BUR", GERMANY="A MUN - RUH")
    assert {"A BUR - MUN", "A BUR S A RUH - MUN"} <= set(map(str, table.legal_orders("A BUR")))
    give_all(table, FRANCE="A BUR - MUN")
    assert table.view().phase == "W1901A"
    assert set(map(str, table.legal_orders("MAR"))) == {"BUILD A MAR", "BUILD F MAR"}
    assert set(map(str, table.legal_orders("A RUH"))) == {"DESTROY A RUH"}
    assert table.legal_orders("A MOS") == ()
    with pytest.raises(ValueError, match="not a province"):
        table.legal_orders("A XXX")


def late_table(**units: list[str]) -> DiplomacyTable:
    """Return a table in the spring of 1905, with as many centres as units."""
    centers = {power: [unit[2:5] for unit in found] for power, found in units.items()}
    return Diplomacy().position({"phase": "S1905M", "units": units, "centers": centers}, seed=1)


def test_warnings_before_orders_are_final() -> None:
    table = new_table()
    assert table.warnings("FRANCE", "")[0] == "F BRE has no order: it will hold."
    give_all(table, ENGLAND="F LON - NTH, A LVP - YOR", FRANCE="A MAR - SPA, F BRE - MAO")
    assert table.warnings("ENGLAND", "A YOR - BEL, F NTH H, F EDI H") == (
        "A YOR - BEL needs a convoy, and none of your fleets is ordered to carry it.",
    )
    assert table.warnings("ENGLAND", "A YOR - BEL, F NTH C A YOR - BEL, F EDI H") == ()
    assert table.warnings("FRANCE", "A PAR S F MAO - GAS, F MAO S A SPA - POR, A SPA H") == (
        "A PAR S F MAO - GAS matches no order: F MAO is not ordered to GAS.",
        "F MAO S A SPA - POR matches no order: A SPA is not ordered to POR.",
    )
    assert table.warnings("FRANCE", "A PAR H, F MAO S A SPA, A SPA - POR") == (
        "F MAO S A SPA matches no order: A SPA is ordered to move.",
    )
    give_all(table)
    assert table.warnings("FRANCE", "BUILD A MAR, BUILD A BRE") == ("2 builds are ordered, but only 1 is due.",)


def test_an_eliminated_power_is_asked_nothing_and_is_not_needed_for_a_draw() -> None:
    table = late_table(FRANCE=["A PAR", "A MAR"], ITALY=["A ROM"])
    assert table.waiting == (POWERS.index("FRANCE"), POWERS.index("ITALY"))
    table.give("FRANCE", "VOTE DRAW")
    table.give("ITALY", "VOTE DRAW")
    assert table.outcome is not None
    assert table.outcome.scores == (0, 0, 17, 0, 17, 0, 0)


def test_the_last_opponent_can_concede_alone() -> None:
    table = late_table(FRANCE=["A PAR", "A MAR"], ITALY=["A ROM"])
    table.give("FRANCE", "")
    table.give("ITALY", "CONCEDE TO FRANCE")
    assert table.outcome is not None
    assert table.outcome.reason == "all others conceded"
    assert table.outcome.winners == (POWERS.index("FRANCE"),)


def test_a_position_with_units_by_power_is_set_up_and_must_be_lawful() -> None:
    table = late_table(FRANCE=["A PAR"], ITALY=["F ROM"])
    assert table.view().position()["units"] == {"FRANCE": ["A PAR"], "ITALY": ["F ROM"]}
    with pytest.raises(BadPosition, match="in spring no power has more units than centres"):
        Diplomacy().position({"phase": "S1905M", "units": {"FRANCE": ["A PAR"]}})
    with pytest.raises(BadPosition, match="not of diplomacy-lagoon"):
        lagoon().position({"phase": "S1905M", "units": {"FRANCE": ["A PAR"]}})
    with pytest.raises(BadPosition, match="give them with table"):
        Diplomacy().position({"phase": "S1905M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": "A PAR H"}})


def test_a_position_names_provinces_places_and_powers() -> None:
    table = new_table()
    give_all(table, FRANCE="A PAR - BUR")
    state = table.position().state
    assert (state["phase"], state["kind"]["BUR"], state["power"]["BUR"]) == ("fall moves", "army", "FRANCE")
    assert (state["place"]["STP"], state["owner"]["others"]) == ("STP/SC", None)
    assert state["old_order"]["PAR"] == "move"


def test_a_position_with_names_that_do_not_exist_is_refused() -> None:
    position = new_table().position()
    with pytest.raises(BadPosition, match="'XXX' is not one of ADR, AEG"):
        Diplomacy().position(position.but(kind={"XXX": "army"}))
    with pytest.raises(BadPosition, match="'horse' is not one of"):
        Diplomacy().position(position.but(kind={"PAR": "horse"}))
    with pytest.raises(BadPosition, match="the fleets at sea, the shores they touch"):
        Diplomacy().position(position.but(armies_ashore=[]))


@pytest.mark.parametrize(
    ("changed", "law"),
    [
        ({"power": {"others": None}}, "every unit belongs to a power"),
        ({"phase": "the end"}, "the phase is the end when the game has ended"),
        ({"ended": 1}, "the phase is the end when the game has ended"),
        ({"left": [4] * 7}, "every power owes as many orders"),
        ({"phase": "winter adjustments"}, "in winter no more than there are to give"),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused(changed: dict[str, Any], law: str) -> None:
    with pytest.raises(BadPosition, match=law):
        Diplomacy().position(new_table().position().but(**changed))


def test_a_power_without_units_but_with_a_centre_builds_again() -> None:
    position = {"phase": "W1905A", "units": {}, "centers": {"FRANCE": ["PAR"]}, "orders": {"FRANCE": "BUILD A PAR"}}
    ruling = adjudicate(position)
    assert (ruling.units, ruling.next_phase) == ({"FRANCE": ["A PAR"]}, "S1906M")


def test_all_votes_for_a_draw_end_the_game_and_share_the_centres() -> None:
    table = new_table()
    for power in POWERS:
        table.give(power, "VOTE DRAW")
    assert table.outcome is not None
    assert table.outcome.reason == "all powers agreed on a draw"
    assert len(table.outcome.winners) == 7


def test_one_vote_missing_is_no_draw_and_votes_lapse() -> None:
    table = new_table()
    for power in POWERS[1:]:
        table.give(power, "VOTE DRAW")
    assert table.view(1).vote == "VOTE DRAW"
    assert table.view(0).vote is None
    table.give("AUSTRIA", "")
    assert table.outcome is None
    assert table.view(1).vote is None


def test_all_others_can_concede_to_one() -> None:
    table = new_table()
    for power in POWERS:
        table.give(power, "" if power == "ITALY" else "CONCEDE TO ITALY")
    assert table.outcome is not None
    assert table.outcome.winners == (POWERS.index("ITALY"),)
    with pytest.raises(IllegalMove, match="another power"):
        new_table().play(0, "CONCEDE TO AUSTRIA")


def test_the_last_year_ends_the_game() -> None:
    table = new_table(last_year=1901)
    while table.outcome is None:
        give_all(table)
    assert table.outcome.reason == "the last year was played"
    assert table.outcome.scores == (3, 3, 3, 3, 3, 4, 3)


def test_a_history_with_lists_of_orders_replays() -> None:
    table = new_table()
    give_all(table, RUSSIA="F STP - BOT", FRANCE="A MAR - SPA")
    history = History.from_json(table.history.to_json())
    assert history.replay(game=Diplomacy()).digest == table.digest


def test_the_referee_asks_each_power_once_a_phase() -> None:
    asked: list[tuple[str | None, str]] = []

    class Marching(OrdersPlayer):
        def orders(self, view: View) -> str:
            asked.append((view.power, view.phase))
            return "A PAR - BUR" if (view.power, view.phase) == ("FRANCE", "S1901M") else ""

    table = new_table(last_year=1901)
    Referee(table, [Marching() for _ in POWERS]).play()
    assert len(asked) == len(set(asked)) == 14


def test_a_player_whose_list_is_rejected_is_asked_again_with_the_reason() -> None:
    told: list[str] = []

    class Stumbling(OrdersPlayer):
        def orders(self, view: View) -> str:
            if view.phase != "S1901M":
                return ""
            return "A BUD - MOS" if not told else "A BUD - SER"

        def rejected(self, reason: str) -> None:
            told.append(reason)

    class Silent(OrdersPlayer):
        def orders(self, view: View) -> str:
            return ""

    players: list[Player] = [Stumbling(), *(Silent() for _ in POWERS[1:])]
    table = new_table(last_year=1901)
    Referee(table, players).play()
    assert "A BUD cannot reach MOS" in told[0]


def test_the_powers_of_the_map_files_are_those_that_type_checkers_know() -> None:
    assert get_args(PowerName) == POWER_NAMES


def test_the_map_is_symmetric_and_whole() -> None:
    europe = MAPS["standard"]
    assert sum(len(province.army) for province in europe.provinces) == 222
    fleet = [province.coasts.values() if province.coasts else [province.fleet] for province in europe.provinces]
    assert sum(len(near) for coasts in fleet for near in coasts) == 282
    for kind in (1, 2):
        for place in range(len(PLACES)):
            for to in range(len(PLACES)):
                assert STEP[kind, place, to] == STEP[kind, to, place]
                assert not STEP[kind, place, to] or map_of(place) == map_of(to)


def test_the_small_map_is_played_by_the_same_rules() -> None:
    table = lagoon().new(seed=1)
    table.give("ALDER", "F ARD - NBA, A ASK - ARD")
    table.give("BIRCH", "A BOL - HUB")
    table.give("CEDAR", "A CRA - HUB")
    assert "bounced" in {result.result for result in table.view().last_results}
    assert "A ARD - ISL" in map(str, table.legal_orders("A ARD"))


def test_both_maps_share_one_compiled_kernel() -> None:
    assert type(lagoon()) is Diplomacy
    assert lagoon().compiled is Diplomacy().compiled


def test_the_small_map_is_played_by_its_name() -> None:
    assert ludex.game("diplomacy-lagoon").title == "Diplomacy: The Lagoon"


def test_phases_follow_each_other() -> None:
    table = new_table(last_year=1902)
    phases = [table.view().phase]
    while table.outcome is None:
        give_all(table)
        phases.append(table.view().phase)
    assert phases == ["S1901M", "F1901M", "S1902M", "F1902M", "COMPLETED"]
    assert all(before != after for before, after in pairwise(phases))
