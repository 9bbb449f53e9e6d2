"""Players that decide by the record alone are asked for packed moves, and are as safe as all others."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import Move, PlayerViolation, Referee, Request
from ludex.core.play.record_player import RecordPlayer

from .scripted import first
from .tiny import Cards, Keep, Stake


class Chooser(RecordPlayer):
    """Makes its scripted choice, then keeps."""

    def __init__(self, *answers: Any) -> None:
        super().__init__(Cards(), "chooser")
        self.answers = list(answers)
        self.asked: list[Request[Any]] = []

    def choose(self, request: Request[Any]) -> int:
        self.asked.append(request)
        answer = self.answers.pop(0) if self.answers else Cards.moves.pack(Keep())
        if isinstance(answer, Exception):
            raise answer
        chosen: int = answer
        return chosen


def test_it_is_given_its_seat_and_what_its_seat_may_know() -> None:
    table = Cards().new(2, seed=1)
    seen = table.record(0).tobytes()
    player = Chooser(Cards.moves.pack(Stake(3)))
    Referee(table, [player, first]).play()
    assert (player.asked[0].seat, player.asked[0].memory) == (0, seen)
    assert table.played[0].packed == Cards.moves.pack(Stake(3))


@pytest.mark.parametrize("answer", [None, "keep", True, -1, 10**30, 3.0, ValueError("no idea")])
def test_an_answer_that_is_no_packed_move_costs_an_attempt(answer: Any) -> None:
    table = Cards().new(2, seed=1)
    Referee(table, [Chooser(answer), first]).play()
    assert len(table.engine.retries) == 1
    with pytest.raises(PlayerViolation):
        Referee(Cards().new(2, seed=1), [Chooser(answer), first], max_retries=1).play()


def test_after_a_rejection_it_is_asked_like_any_other_player() -> None:
    table = Cards().new(2, seed=1)
    illegal = Cards.moves.pack(Stake(20))
    Referee(table, [Chooser(illegal), first]).play()
    assert [attempt.rejection.code for _, _, attempt in table.engine.retries] == ["too-much"]


def test_a_class_with_a_decide_of_its_own_is_asked_by_it() -> None:
    requests: list[Request[Any]] = []

    class Decides(Chooser):
        def decide(self, request: Request[Any]) -> Move:
            requests.append(request)
            return super().decide(request)

    Referee(Cards().new(2, seed=1), [Decides(), first]).play()
    assert requests
