"""Every reason for which a move is not allowed, with the sentence a person reads."""

from __future__ import annotations

import pytest

from ludex import IllegalMove, NotYourTurn, Table

from .position import GAME, full, play, position

HANDS = "Manuel open, Manuel double, Manuel hidden", "Manuel fixed price, Sigrid open", "Daniel one offer"
REASONS = [
    (["0: play Manuel open"], 1, "sell", "wrong-decision", "now it is time to bid 1 to 100, or pass."),
    ([], 0, "pass", "wrong-decision", "now it is time to play a card."),
    (["0: play Manuel hidden"], 1, "bid 3", "wrong-decision", "now it is time to seal 0 to 100."),
    (
        ["0: play Manuel double"], 0, "pass", "wrong-decision",
        "now it is time to add Manuel Carvalho (open) or Manuel Carvalho (hidden), or decline.",
    ),
    (["0: play Manuel double", "0: decline", "1: decline"], 2, "pass", "wrong-decision", "now it is time to decline."),
    (
        [], 0, "play Rafael open", "not-in-hand",
        "there is no Rafael Silveira (open) in your hand. You hold Manuel Carvalho (open), Manuel Carvalho (hidden), "
        "Manuel Carvalho (double).",
    ),
    (
        ["0: play Manuel double"], 0, "add Sigrid open", "other-artist",
        "the double is by Manuel Carvalho, so the second card must be too.",
    ),
    (
        ["0: play Manuel double"], 0, "add Manuel double", "second-double",
        "a double cannot be joined by another double.",
    ),
    (
        ["0: play Manuel open", "1: bid 15"], 2, "bid 12", "too-low",
        "the standing bid is 15. You have 100: bid 16 to 100, or pass.",
    ),
    (["0: play Manuel open", "1: bid 15"], 2, "bid 101", "too-high", "you have only 100: bid 16 to 100, or pass."),
    (["0: play Manuel open", "1: bid 100"], 2, "bid 101", "too-high", "you have only 100: pass."),
    (
        ["0: play Manuel open", "1: bid 99"], 2, "bid 5", "too-low",
        "the standing bid is 99. You have 100: bid 100, or pass.",
    ),
    (
        ["0: play Manuel double", "decline", "1: add Manuel fixed price"], 1, "price 0", "too-low",
        "a price is at least 1. You have 100: price 1 to 100.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("moves", "seat", "move", "code", "sentence"), REASONS)
def test_the_reason_is_said(moves: list[str], seat: int, move: str, code: str, sentence: str) -> None:
    table = play(position(*HANDS), *moves)
    before = table.engine.record_in_full().tobytes()
    rejection = table.check(seat, full(move))
    assert rejection is not None
    assert (rejection.code, rejection.sentence) == (code, f"{full(move)} rejected: {sentence}")
    with pytest.raises(IllegalMove):
        table.play(seat, full(move))
    assert table.engine.record_in_full().tobytes() == before


def quiet() -> Table:
    return play(position(*HANDS, closing="hammer"), "0: play Manuel open", "1: bid 5", "0: pass")


def test_the_hammer_waits_for_those_who_have_not_answered() -> None:
    rejection = quiet().check(2, "hammer")
    assert rejection is not None
    assert rejection.sentence == (
        "hammer rejected: the hammer waits for answers to the standing bid. Still to answer: seat 2."
    )


def test_in_the_quiet_only_the_hammer_is_left() -> None:
    rejection = play(quiet(), "2: pass").check(0, "bid 9")
    assert rejection is not None
    assert rejection.code == "only-the-hammer"


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    with pytest.raises(NotYourTurn, match="seat 1 owes no decision now; waiting for seat 0"):
        position(*HANDS).play(1, "play Sigrid Thaler open")


def test_every_reason_has_a_test() -> None:
    tested = {code for *_, code, _ in REASONS} | {"not-yet-quiet", "only-the-hammer", "cannot-pay"}
    assert tested == {reason.key for reason in GAME.machine.reasons.values()}
