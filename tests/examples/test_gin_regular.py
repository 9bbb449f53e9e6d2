"""The regular player of Gin, to measure other players against."""

from __future__ import annotations

import ludex
from ludex.arena import contest
from ludex.examples.bots.gin_regular import Regular, partners
from tests.interpreting import interpreted as interpreted

GAME = ludex.game("gin-rummy")
PLAYER = "ludex.examples.bots.gin_regular:Regular"


def test_partners_of_a_card_make_a_set_or_a_run_with_it() -> None:
    assert sorted("".join(pair) for pair in partners("AC")) == ["2C3C", "ADAH", "ADAS", "AHAS"]
    assert sorted("".join(pair) for pair in partners("QD"))[:2] == ["JDKD", "QCQH"]


def test_it_knocks_at_once_and_takes_the_card_turned_up_only_to_meld_it() -> None:
    """Every hand in a match ends with the first knock that is possible."""
    table = GAME.new(2, seed=4)
    players = Regular(), Regular()
    taken = knocked = 0
    while table.outcome is None:
        seat = table.waiting[0]
        request = table.request(seat)
        move = str(players[seat].decide(request))
        if any(str(option).startswith("knock") for option in request.options):
            assert move.startswith("knock")
            knocked += 1
        if move == "take":
            taken += 1
        table.play(seat, move)
    assert knocked > 2
    assert taken > 2


def test_it_is_never_rejected_and_wins_against_greedy_now_and_then() -> None:
    result = contest(GAME, [PLAYER, "greedy"], 6, seed=1, cores=1)
    assert (result.violations, result.rejected) == (0, 0)
    assert result.players[0].games == 6
