"""Press in Diplomacy: which proposals are accepted, and which promises orders keep and break."""

from __future__ import annotations

import pytest

from ludex.author import Message, UnreadableMove
from ludex.games.diplomacy import Diplomacy
from ludex.games.diplomacy.press import DiplomacyPress
from ludex.games.diplomacy.table import DiplomacyTable

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY = range(5)
PRESS = DiplomacyPress()
HOSTILE = {
    "phase": "S1905M",
    "units": {"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A MUN", "F KIE"], "ITALY": ["A PIE"]},
    "centers": {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "KIE", "BEL"], "ITALY": ["VEN"]},
}


def board() -> DiplomacyTable:
    return Diplomacy().position(HOSTILE)


def said(table: DiplomacyTable, sender: int, to: tuple[int, ...], *proposals: str, round_: int = 1) -> Message:
    """Return a message, whose proposals are read as the referee reads them."""
    read = tuple(PRESS.read(table, sender, to, one) for one in proposals)
    return Message(sender, to, "", read, table.view().phase, round_, len(table.played))


def judged(table: DiplomacyTable, messages: list[Message], **orders: str) -> list[str]:
    """Carry out orders, those of the other powers hold, and return what became of the promises."""
    for seat in table.waiting:
        table.give(seat, orders.get(table.game.seat_names[seat].lower(), ""))
    return [
        f"{one.by}>{','.join(map(str, one.to))} {one.proposal}: {one.result}" for one in PRESS.promises(table, messages)
    ]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("PEACE", "peace"),
        ("draw", "draw"),
        ("dmz: Burgundy", "DMZ BUR"),
        ("DMZ ruh bur", "DMZ BUR RUH"),
        ("dmz North Sea, bur", "DMZ BUR NTH"),
        ("move par-bur", "move A PAR - BUR"),
        ("Support a gas s a par - bur", "support A GAS S A PAR - BUR"),
        ("support A MUN S A PAR - BUR", "support A MUN S A PAR - BUR"),
        ("support A MUN S F KIE", "support A MUN S F KIE"),
        ("hold A PAR", "hold A PAR H"),
    ],
)
def test_proposals_are_read_in_many_forms(text: str, canonical: str) -> None:
    assert PRESS.read(board(), FRANCE, (GERMANY,), text) == canonical


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a proposal: expected one of the forms peace, draw, DMZ"),
        ("war", "is not a proposal"),
        ("peace with everyone", "peace stands alone"),
        ("DMZ", "0 provinces"),
        ("DMZ Atlantis", "Atlantis' is not a province"),
        ("DMZ BUR PIC PAR GAS MAR BRE SPA", "7 provinces: expected 1 to 6"),
        ("move A PAR - MOS", "A PAR cannot reach MOS"),
        ("move A PAR H", "write hold A PAR H"),
        ("support A PAR - BUR", "write move A PAR - BUR"),
        ("move A BRE - PIC", "there is no A BRE"),
        ("move A PIE - MAR", "A PIE belongs to ITALY, which does not get this message"),
        ("move BUILD A PAR", "cannot be proposed"),
        ("move VOTE DRAW", "cannot be proposed"),
        ("move A PAR - BUR; A GAS - MAR", "holds 2 orders"),
        ("move " + "A PAR " * 2000, ""),
        ("support A MUN S A PAR - MOS", "cannot be proposed"),
    ],
)
def test_what_could_not_be_kept_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        PRESS.read(board(), FRANCE, (GERMANY,), text)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 1_000


def test_a_draw_is_not_proposed_where_there_are_no_votes() -> None:
    table = Diplomacy().new(seed=1, votes=False)
    with pytest.raises(UnreadableMove, match="without votes"):
        PRESS.read(table, FRANCE, (GERMANY,), "draw")


def test_an_order_of_an_own_unit_is_a_promise_at_once() -> None:
    table = board()
    told = said(table, FRANCE, (GERMANY,), "move A PAR - BUR", "hold A GAS H")
    assert judged(table, [told], france="A PAR - BUR, A GAS - MAR") == [
        "2>3 move A PAR - BUR: kept",
        "2>3 hold A GAS H: broken (A GAS - MAR)",
    ]


def test_a_request_is_no_promise_until_the_owner_writes_it_too() -> None:
    table = board()
    asks = said(table, FRANCE, (GERMANY,), "support A MUN S A PAR - BUR")
    answers = said(table, GERMANY, (FRANCE, ITALY), "support A MUN S A PAR - BUR", round_=2)
    assert PRESS.promises(table.branch(), [asks]) == ()
    assert judged(table, [asks, answers], germany="A MUN - BUR") == [
        "3>2,4 support A MUN S A PAR - BUR: broken (A MUN - BUR)"
    ]


def test_an_order_that_failed_was_still_given() -> None:
    """The promise is the order and not its success: France and Germany bounce in Burgundy."""
    table = board()
    told = said(table, FRANCE, (GERMANY,), "move A PAR - BUR")
    assert judged(table, [told], france="A PAR - BUR", germany="A MUN - BUR") == ["2>3 move A PAR - BUR: kept"]


def test_peace_needs_both_sides() -> None:
    table = board()
    offer, answer = said(table, FRANCE, (GERMANY, ITALY), "peace"), said(table, GERMANY, (FRANCE,), "peace")
    assert judged(table, [offer, answer]) == ["2>3 peace: kept", "3>2 peace: kept"]


def test_peace_is_broken_by_attacks_on_units_and_centres_and_by_helping_others_to_attack() -> None:
    position = {
        "phase": "S1905M",
        "units": {"FRANCE": ["A BUR", "A PIC", "F ENG"], "GERMANY": ["A MUN", "A RUH"], "ITALY": ["A TYR", "A WAL"]},
        "centers": {"FRANCE": ["PAR", "BRE", "MAR"], "GERMANY": ["MUN", "BEL"], "ITALY": ["VEN", "ROM"]},
    }
    for order, broken in (
        ("A BUR - RUH", True),  # a unit
        ("A PIC - BEL", True),  # an empty centre
        ("A BUR S A TYR - MUN", True),  # help against a unit
        ("F ENG C A WAL - BEL", True),  # help against a centre
        ("A BUR S A RUH - BEL", False),  # help for the partner itself
        ("A BUR S A MUN", False),
        ("A PIC - PAR", False),
    ):
        table = Diplomacy().position(position)
        messages = [said(table, FRANCE, (GERMANY,), "peace"), said(table, GERMANY, (FRANCE,), "peace")]
        assert judged(table, messages, france=order)[0] == f"2>3 peace: {f'broken ({order})' if broken else 'kept'}"


def test_a_zone_is_broken_by_going_there_helping_there_and_staying_there() -> None:
    for order, broken in (
        ("A PAR - BUR", "A PAR - BUR"),
        ("A GAS S A MUN - BUR", "A GAS S A MUN - BUR"),
        ("A GAS - SPA", ""),
    ):
        table = board()
        messages = [said(table, FRANCE, (GERMANY,), "DMZ BUR"), said(table, GERMANY, (FRANCE,), "dmz bur")]
        result = f"broken ({broken})" if broken else "kept"
        assert judged(table, messages, france=order)[0] == f"2>3 DMZ BUR: {result}"
    table = board()
    messages = [said(table, FRANCE, (GERMANY,), "DMZ MUN PIC"), said(table, GERMANY, (FRANCE,), "DMZ PIC MUN")]
    assert judged(table, messages)[1] == "3>2 DMZ MUN PIC: broken (A MUN H)"


def test_different_zones_are_not_agreed() -> None:
    table = board()
    messages = [said(table, FRANCE, (GERMANY,), "DMZ BUR"), said(table, GERMANY, (FRANCE,), "DMZ BUR PIC")]
    assert judged(table, messages, france="A PAR - BUR") == []


def test_a_draw_is_kept_by_the_vote_and_ends_the_game() -> None:
    table = board()
    everyone = (FRANCE, GERMANY, ITALY)
    messages = [said(table, seat, tuple(set(everyone) - {seat}), "draw", "peace") for seat in everyone]
    before = table.branch()
    assert judged(before, messages, france="VOTE DRAW", germany="VOTE DRAW, A MUN - BUR")[::2] == [
        "2>3,4 draw: kept",
        "3>2,4 draw: kept",
        "4>2,3 draw: broken (no vote)",
    ]
    found = judged(table, messages, france="VOTE DRAW", germany="VOTE DRAW", italy="VOTE DRAW")
    assert table.outcome is not None
    assert found[:2] == ["2>3,4 draw: kept", "2>3,4 peace: not put to the test"]


def test_promises_follow_from_the_history_and_the_messages_alone() -> None:
    """Two phases: each promise is judged by the orders of its phase."""
    table = Diplomacy().new(seed=1, last_year=1901)
    first = said(table, FRANCE, (GERMANY,), "move A PAR - BUR")
    for seat in range(7):
        table.give(seat, "A PAR - BUR" if seat == FRANCE else "")
    assert table.view().phase == "F1901M"
    second = said(table, FRANCE, (GERMANY,), "hold A BUR H")
    for seat in range(7):
        table.give(seat, "A BUR - MUN" if seat == FRANCE else "")
    again = table.history.replay()
    assert isinstance(again, DiplomacyTable)
    found = [(one.phase, one.proposal, one.kept) for one in PRESS.promises(again, [first, second])]
    assert found == [("S1901M", "move A PAR - BUR", True), ("F1901M", "hold A BUR H", False)]
