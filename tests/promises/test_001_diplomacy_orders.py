"""Promises of the order module of Diplomacy, example by example.

An order is a value. It is read from text, in which several orders may stand without separators; it can be asked whether
it is valid in a position, with the reason if it is not; and it can be carried out, which gives the next position. Every
kind of order has examples that are legal and examples that are not, each with the reason.

Where the document that asks for this calls something illegal that the rules allow, the rules are followed; those
examples are at the end.
"""

from __future__ import annotations

from typing import Any

import pytest

from ludex import UnreadableMove
from ludex.games.diplomacy import Diplomacy, Order, OrderParser, adjudicate

PARSER = OrderParser()


def state(phase: str = "S1901M", **more: Any) -> dict[str, Any]:
    units = more.pop("units", {})
    return {"phase": phase, "units": {power: text.split(", ") for power, text in units.items()}, **more}


def spring(**units: str) -> dict[str, Any]:
    return state(units=units)


def winter(centers: dict[str, str], **units: str) -> dict[str, Any]:
    return state("W1901A", units=units, centers={power: text.split() for power, text in centers.items()})


def test_the_example_usage() -> None:
    """An order made from text equals the parsed one, is valid where its unit stands, and moves it when executed."""
    order = Order("A PAR - BUR")
    parsed = PARSER.parse("A PAR - BUR")
    assert order == parsed
    assert PARSER.validate(parsed, spring(FRANCE="A PAR")) == (True, "")
    assert parsed.is_valid(spring(FRANCE="A PAR"))
    assert parsed.execute(spring(FRANCE="A PAR"))["units"] == {"FRANCE": ["A BUR"]}
    assert PARSER.parse("BUILD A PAR").kind == "build"
    assert PARSER.parse("DESTROY A PAR").kind == "destroy"


def test_execute_leaves_the_given_state_as_it_is() -> None:
    """Carrying out an order gives a new position, and does not change the one it was given."""
    before = spring(FRANCE="A PAR")
    Order("A PAR - BUR").execute(before)
    assert before == spring(FRANCE="A PAR")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A ROM - TUS A VEN H", ["A ROM - TUS", "A VEN H"]),
        ("A ROM S A VEN H A TUS - PIE", ["A ROM S A VEN", "A TUS - PIE"]),
        ("F NAP S A ROM - TUS A VEN H", ["F NAP S A ROM - TUS", "A VEN H"]),
        ("BUILD A PAR DESTROY A ROM", ["BUILD A PAR", "DESTROY A ROM"]),
        ("A ROM - TUS F NAP - ROM A VEN S A ROM H", ["A ROM - TUS", "F NAP - ROM", "A VEN S A ROM"]),
        ("A ROM S A VEN H", ["A ROM S A VEN"]),
        ("F NAP S A ROM - TUS", ["F NAP S A ROM - TUS"]),
    ],
)
def test_many_orders_in_one_string(text: str, orders: list[str]) -> None:
    """Orders that follow each other without separators are distinguished."""
    assert [str(order) for order in PARSER.parse_many(text)] == orders


LEGAL: list[tuple[str, dict[str, Any]]] = [
    ("A PAR - BUR", spring(FRANCE="A PAR")),
    ("F LON - NTH", spring(ENGLAND="F LON")),
    ("A MOS - UKR", spring(RUSSIA="A MOS")),
    ("F KIE - DEN", spring(GERMANY="F KIE")),
    ("F NTH S F LON", spring(ENGLAND="F NTH, F LON")),
    ("A SIL S RUSSIAN A WAR - PRU", spring(GERMANY="A SIL", RUSSIA="A WAR")),
    ("F BAL S A BER - KIE", spring(GERMANY="F BAL, A BER")),
    ("F NTH C A LON - BEL", spring(ENGLAND="F NTH, A LON")),
    ("F ENG C A LON - BEL", spring(ENGLAND="F ENG, A LON")),
    ("F NTH C ENGLISH A LON - BEL", spring(FRANCE="F NTH", ENGLAND="A LON")),
    ("F TYS C A ROM - TUN", spring(ITALY="F TYS, A ROM")),
    ("F ENG C A LON - TUN", spring(ENGLAND="F ENG, F MAO, F WES, A LON")),
    ("F WES C A LON - TUN", spring(ENGLAND="F ENG, F MAO, F WES, A LON")),
    ("A PAR H", spring(FRANCE="A PAR")),
    ("F LON", spring(ENGLAND="F LON")),
    ("A MOS H", spring(RUSSIA="A MOS")),
    ("F STP H", spring(RUSSIA="F STP/SC")),
    ("A PAR - GAS", state("S1901R", units={"FRANCE": "*A PAR"})),
    ("F LON - ENG", state("S1901R", units={"ENGLAND": "*F LON"})),
    ("A MOS - STP", state("S1901R", units={"RUSSIA": "*A MOS"})),
    ("F SEV - BLA", state("S1901R", units={"RUSSIA": "*F SEV"})),
    ("BUILD A PAR", winter({"FRANCE": "PAR"})),
    ("BUILD F LON", winter({"ENGLAND": "LON"})),
    ("BUILD F STP/NC", winter({"RUSSIA": "STP"})),
    ("BUILD F STP/SC", winter({"RUSSIA": "STP"})),
    ("BUILD A MOS", winter({"RUSSIA": "MOS"})),
    ("DESTROY A PAR", winter({"FRANCE": "MAR"}, FRANCE="A PAR, A GAS")),
    ("DESTROY F LON", winter({}, ENGLAND="F LON")),
    ("DESTROY A MOS", winter({}, RUSSIA="A MOS")),
    ("DESTROY F SEV", winter({}, RUSSIA="F SEV")),
]


@pytest.mark.parametrize(("text", "position"), LEGAL, ids=[text for text, _ in LEGAL])
def test_legal_example(text: str, position: dict[str, Any]) -> None:
    """An order that the rules allow in a position is valid, and there is nothing to explain."""
    assert PARSER.validate(text, position) == (True, "")


GASCONY = {"phase": "S1901R", "units": {"FRANCE": ["*A PAR"]}}
ILLEGAL: list[tuple[str, dict[str, Any], str]] = [
    ("A PAR - LON", spring(FRANCE="A PAR"), "cannot reach LON"),
    ("F LON - MOS", spring(ENGLAND="F LON"), "it is inland. From LON a fleet can reach ENG, NTH, WAL, YOR."),
    ("A PAR - PAR", spring(FRANCE="A PAR"), "is already in PAR"),
    ("A BUR S A PAR - LON", spring(FRANCE="A BUR, A PAR"), "cannot support into LON"),
    ("F NTH S A PAR - MAR", spring(FRANCE="F NTH, A PAR"), "cannot support into MAR"),
    ("A BUR S F LON - NTH", spring(FRANCE="A BUR", ENGLAND="F LON"), "cannot support into NTH"),
    ("A BUR S A PAR - MAR", spring(FRANCE="A BUR, A PAR"), "A PAR cannot reach MAR itself"),
    ("A PAR C A LON - BEL", spring(FRANCE="A PAR", ENGLAND="A LON"), "only a fleet at sea can convoy"),
    ("F NTH C F LON - BEL", spring(ENGLAND="F NTH, F LON"), "only an army can be convoyed"),
    ("F NTH C A LON - MOS", spring(ENGLAND="F NTH, A LON"), "cannot help to carry"),
    ("F NTH C A WAL - BEL", spring(ENGLAND="F NTH, A WAL"), "No route of fleets leads from WAL through NTH"),
    ("F NTH C A PAR - BEL", spring(ENGLAND="F NTH", FRANCE="A PAR"), "cannot help to carry"),
    ("FRANCE: A PAR H", spring(GERMANY="A PAR", FRANCE="A MAR"), "belongs to another power"),
    (
        "A PAR - BUR",
        state("S1901R", units={"FRANCE": "*A PAR", "GERMANY": "A BUR"}),
        "BUR is occupied by GERMANY's A BUR",
    ),
    ("A PAR - LON", GASCONY, "cannot reach LON on its own"),
    ("A PAR R GAS", state("S1901R", units={"FRANCE": "A PAR"}), "there is no dislodged A PAR"),
    ("A PAR - GAS", {**GASCONY, "dislodged_from": {"A PAR": "GAS"}}, "the attacker came from GAS"),
    ("A PAR - GAS", {**GASCONY, "contested": ["GAS"]}, "there was a standoff in GAS"),
    ("A PAR R GAS", spring(FRANCE="A PAR"), "not allowed in the spring moves of 1901"),
    ("BUILD A PAR", winter({"FRANCE": "PAR MAR"}, FRANCE="A PAR"), "Paris is occupied"),
    ("BUILD A PAR", winter({"FRANCE": "PAR"}, FRANCE="A GAS"), "does not have more centres than units"),
    ("BUILD A PAR", spring(FRANCE="A PAR"), "not allowed in"),
    ("BUILD F STP", winter({"RUSSIA": "STP"}), "name the coast: STP/NC or STP/SC"),
    ("FRANCE: BUILD A WAR", winter({"FRANCE": "PAR WAR"}), "Warsaw is not one of the power's home centres"),
    ("FRANCE: BUILD A PAR", winter({"FRANCE": "MAR", "GERMANY": "PAR"}), "Paris is owned by GERMANY"),
    ("FRANCE: DESTROY A PAR", winter({}, GERMANY="A PAR", FRANCE="A MAR"), "belongs to another power"),
    ("DESTROY A PAR", winter({"FRANCE": "PAR"}, FRANCE="A PAR"), "does not have more units than centres"),
    ("DESTROY A PAR", spring(FRANCE="A PAR"), "not allowed in"),
    ("FRANCE: A PAR - BUR", spring(GERMANY="A PAR", FRANCE="A MAR"), "belongs to another power"),
    ("FRANCE: A BUR S A PAR - GAS", spring(GERMANY="A BUR", FRANCE="A PAR"), "belongs to another power"),
    ("NARNIA: A PAR - BUR", spring(FRANCE="A PAR"), "'NARNIA' is neither a place nor a word of an order"),
    ("A PAR jumps", spring(FRANCE="A PAR"), "'jumps' is neither a place nor a word of an order"),
    ("A PAR -", spring(FRANCE="A PAR"), "it ends too early"),
    ("A BUR S", spring(FRANCE="A BUR"), "it ends too early"),
    ("F NTH C A LON", spring(ENGLAND="F NTH, A LON"), "it ends too early"),
    ("A PAR H MOS", spring(FRANCE="A PAR"), "'MOS' does not fit there"),
    ("A PAR H", GASCONY, "not allowed in the spring retreats of 1901: expected retreats"),
    ("A BUR S A PAR - GAS", state("S1901R", units={"FRANCE": "*A PAR, A BUR"}), "not allowed in"),
    ("A PAR - BUR", winter({"FRANCE": "PAR"}, FRANCE="A PAR"), "expected builds"),
    ("A LON - BEL VIA", state("S1901R", units={"ENGLAND": "*A LON, F NTH"}), "cannot reach BEL on its own"),
    ("BUILD A PAR", winter({"FRANCE": "PAR BEL HOL"}, GERMANY="A PAR"), "None of its home centres is free"),
    ("RUSSIA: DESTROY A WAR", winter({}, GERMANY="A WAR", RUSSIA="A MOS"), "belongs to another power"),
    ("FRANCE: DESTROY A PAR", winter({}, FRANCE="A MAR"), "there is no A PAR: nobody is in PAR"),
]


@pytest.mark.parametrize(("text", "position", "reason"), ILLEGAL, ids=[f"{text}: {why}" for text, _, why in ILLEGAL])
def test_illegal_example_is_rejected_with_a_reason(text: str, position: dict[str, Any], reason: str) -> None:
    """An order that is not allowed is not valid, and the message says why."""
    valid, message = PARSER.validate(text, position)
    assert not valid
    assert reason in message


def test_a_power_that_does_not_exist_is_told() -> None:
    """An order of an unknown power is not valid, and the message lists the powers."""
    assert PARSER.validate(Order("A PAR - BUR", power="NARNIA"), spring(FRANCE="A PAR")) == (
        False,
        "'NARNIA' is not a power on this map: expected one of AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY",
    )


def test_a_hold_with_a_destination_cannot_be_read() -> None:
    """Text that is not an order is an error that names the word that does not fit."""
    with pytest.raises(UnreadableMove, match="'MOS' does not fit there"):
        PARSER.parse("A PAR H MOS")


def test_fleets_in_neighbouring_seas_carry_an_army_together() -> None:
    """A convoy over several seas needs a fleet in each of them."""
    units = spring(ENGLAND="F ENG, F MAO, F WES, A LON")
    orders = [f"F {sea} C A LON - TUN" for sea in ("ENG", "MAO", "WES")]
    assert "A TUN" in adjudicate({**units, "orders": {"ENGLAND": ["A LON - TUN", *orders]}}).units["ENGLAND"]
    assert "A LON" in adjudicate({**units, "orders": {"ENGLAND": ["A LON - TUN", *orders[:2]]}}).units["ENGLAND"]


def test_a_fleet_convoys_only_one_army() -> None:
    """A second order for the same fleet is rejected, so it convoys one army in a phase."""
    orders = ["F NTH C A LON - BEL", "F NTH C A YOR - HOL", "A LON - BEL", "A YOR - HOL"]
    ruling = adjudicate({**spring(ENGLAND="F NTH, A LON, A YOR"), "orders": {"ENGLAND": orders}})
    assert [result.reason for result in ruling.results][1] == "F NTH already has an order."
    assert ruling.units["ENGLAND"] == ["A BEL", "A YOR", "F NTH"]


def test_civil_disorder_takes_the_farthest_then_fleets_then_by_the_alphabet() -> None:
    """A power that does not remove enough units loses those farthest from its centres, then fleets, then by name."""
    units = ["A PAR", "A PIC", "F BRE", "A GAS", "A UKR"]
    gone = []
    for centers in (["PAR", "MAR", "BRE", "SPA"], ["PAR", "MAR", "BRE"], ["PAR"]):
        after = adjudicate({"phase": "W1901A", "units": {"FRANCE": units}, "centers": {"FRANCE": centers}})
        gone.append(sorted(set(units) - set(after.units["FRANCE"])))
    assert gone == [["A UKR"], ["A GAS", "A UKR"], ["A GAS", "A PIC", "A UKR", "F BRE"]]
    near = adjudicate({"phase": "W1901A", "units": {"FRANCE": ["A GAS", "F BRE"]}, "centers": {"FRANCE": ["PAR"]}})
    assert near.units == {"FRANCE": ["A GAS"]}


def test_a_convoy_to_another_place_than_the_army_goes_does_nothing() -> None:
    """A convoy helps only if the army is ordered to the same province."""
    ruling = adjudicate(
        {**spring(ENGLAND="F NTH, A LON"), "orders": {"ENGLAND": ["F NTH C A LON - BEL", "A LON - HOL"]}}
    )
    assert [result.result for result in ruling.results] == ["unmatched", "no convoy"]


def test_a_province_of_a_map_that_is_not_there_cannot_be_read() -> None:
    """Only the provinces of a map can be named in an order."""
    with pytest.raises(UnreadableMove, match="'MED' is neither a place"):
        PARSER.parse("F MED C A ROM - TUN")


def test_retreats_to_one_place_destroy_all_unless_the_others_are_destroyed_by_order() -> None:
    """Units that retreat to the same province are all destroyed, unless all others disband."""
    position = state("S1901R", units={"FRANCE": "*A PAR", "GERMANY": "*A BUR"})
    crowded = adjudicate({**position, "orders": {"FRANCE": "A PAR - GAS", "GERMANY": "A BUR - GAS"}})
    assert crowded.units == {}
    alone = adjudicate({**position, "orders": {"FRANCE": "A PAR - GAS", "GERMANY": "DESTROY A BUR"}})
    assert alone.units == {"FRANCE": ["A GAS"]}


def test_silence_destroys_a_dislodged_unit() -> None:
    """A dislodged unit without a retreat order is destroyed."""
    assert adjudicate(state("S1901R", units={"FRANCE": "*A PAR"})).units == {}


def test_a_unit_without_a_retreat_is_destroyed() -> None:
    """A dislodged unit that cannot retreat is destroyed at once, and there is no retreat phase."""
    units = {"FRANCE": "A PAR", "GERMANY": "A BUR, A PIC, A BRE, A GAS"}
    orders = {"GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]}
    ruling = adjudicate({**state(units=units), "orders": orders})
    assert ruling.dislodged[0].retreats == []
    assert ruling.next_phase == "F1901M"


# Where the document calls something illegal, or legal, that the rules do not.


def test_moving_to_an_occupied_province_is_legal_though_the_document_says_it_is_not() -> None:
    """To move into an occupied province is to attack it."""
    assert PARSER.validate("A PAR - BUR", spring(FRANCE="A PAR, A BUR"))[0]
    assert PARSER.validate("A PAR - BUR", spring(FRANCE="A PAR", GERMANY="A BUR"))[0]


def test_support_from_paris_to_marseilles_is_illegal_though_the_document_lists_it_both_ways() -> None:
    """A unit can only be supported into a province it could move to."""
    assert not PARSER.validate("A BUR S A PAR - MAR", spring(FRANCE="A BUR, A PAR"))[0]
    assert PARSER.validate("A BUR S A GAS - MAR", spring(FRANCE="A BUR, A GAS"))[0]


def test_one_dislodged_fleet_does_not_fail_a_convoy_with_another_route() -> None:
    """A convoy arrives as long as one route is left, unless the setting says otherwise."""
    units = {"ENGLAND": "A LON, F ENG, F NTH", "FRANCE": "F BRE, F MAO"}
    orders = {
        "ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"],
        "FRANCE": ["F MAO - ENG", "F BRE S F MAO - ENG"],
    }
    position = {**state(units=units), "orders": orders}
    assert "A BEL" in adjudicate(position).units["ENGLAND"]
    as_the_document = adjudicate({**position, "rules": {"any_fleet_disrupts": True}})
    assert "A LON" in as_the_document.units["ENGLAND"]


def test_a_move_in_a_movement_phase_is_no_retreat_though_the_document_writes_both_alike() -> None:
    """The phase decides whether `A PAR - GAS` is a move or a retreat."""
    assert PARSER.validate("A PAR - GAS", spring(FRANCE="A PAR"))[0]
    assert not PARSER.validate("A PAR R GAS", spring(FRANCE="A PAR"))[0]


def test_a_convoy_that_matches_no_order_is_legal_and_warned_of_though_the_document_calls_it_illegal() -> None:
    """Orders are secret, so a convoy that matches none is allowed; the power is warned."""
    assert PARSER.validate("F NTH C A LON - BEL", spring(ENGLAND="F NTH, A LON"))[0]
    table = Diplomacy().new(seed=1)
    table.give("ENGLAND", "F LON - NTH, A LVP - YOR")
    for power in ("AUSTRIA", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        table.give(power, "")
    warned = table.warnings("ENGLAND", "F NTH C A YOR - BEL, A YOR - HOL, F EDI H")
    assert warned[0] == "F NTH C A YOR - BEL matches no order: A YOR is not ordered to BEL."


def test_a_power_may_leave_out_builds_though_the_document_wants_as_many_units_as_centres() -> None:
    """Builds may be waived."""
    ruling = adjudicate({**winter({"FRANCE": "PAR MAR"}), "orders": {"FRANCE": ["BUILD A PAR", "WAIVE"]}})
    assert ruling.units == {"FRANCE": ["A PAR"]}
