"""`advance`: the others decide until they wait for a seat, by the referee's own rules."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import BadSetting, IllegalMove, PlayerViolation, Referee, Request, Table
from ludex.core.game.machine import Machine
from ludex.core.game.request import RemotePlayer
from tests.core.outcry import Outcry
from tests.core.scripted import Later, Scripted, first
from tests.core.sealed import Bid, Sealed
from tests.core.tiny import Cards, Draw, Stake


@pytest.fixture(autouse=True)
def _interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Machine, "kernel", property(lambda machine: machine.interpreted))


@pytest.fixture
def table() -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"])


def test_a_whole_game_is_played_by_one_seat_and_the_others(table: Table) -> None:
    bob = Scripted()
    while table.outcome is None:
        table.advance([None, bob], until=0)
        if table.waiting:
            assert table.waiting == (0,)
            table.play(0, table.options(0)[0])
    assert table.outcome is not None
    assert bob.requests


def test_it_returns_what_the_seat_may_know_and_no_secret(table: Table) -> None:
    table.play(0, Stake(1))
    told = table.advance([None, Scripted(Draw())], until=0)
    assert [str(event) for event in told] == ["seat 1 draws."]
    assert told == table.events(0, 1)
    assert len(table.events(1, 1)) > len(told)


def test_it_does_nothing_if_it_is_the_seats_turn_already(table: Table) -> None:
    before = table.digest
    assert table.advance([None, first], until=0) == table.events(0, -1)
    assert table.digest == before


def test_where_several_seats_decide_the_others_answer_first_and_in_secret() -> None:
    views = set()
    for bid in (1, 2):
        table = Sealed().new(3, seed=1)
        told = table.advance([None, Scripted(Bid(bid)), Scripted(Bid(bid))], until=0)
        assert table.waiting == (0,)
        views.add((repr(table.view(0)), told))
    assert len(views) == 1


def test_an_answer_that_is_rejected_is_asked_for_again_and_the_third_raises(table: Table) -> None:
    table.play(0, Stake(1))
    bob = Scripted("nonsense", "nonsense", "nonsense")
    with pytest.raises(PlayerViolation):
        table.advance([None, bob], until=0)
    assert [request.attempt for request in bob.requests] == [1, 2, 3]
    assert len(table.played) == 1


def test_players_who_are_awaited_play_too(table: Table) -> None:
    table.play(0, Stake(1))
    table.advance([None, Later(Draw())], until=0)
    assert table.waiting == (0,)


@pytest.mark.parametrize("seat", [-1, 2, "0", None])
def test_a_seat_that_does_not_exist_is_refused(table: Table, seat: Any) -> None:
    with pytest.raises((BadSetting, IllegalMove, ValueError), match="seat"):
        table.advance([None, first], until=seat)
    assert not table.played


def test_players_are_needed_for_all_other_seats(table: Table) -> None:
    with pytest.raises(BadSetting, match="1 player for 2 seats"):
        table.advance([None], until=0)
    with pytest.raises(BadSetting, match="the player of seat 1 is None"):
        table.advance([None, None], until=0)


class Elsewhere(RemotePlayer[Any]):
    """A player elsewhere that counts how often it is seated and dismissed."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[str] = []

    def sit_down(self, table: Table[Any], seat: int, time_limit: float | None = None) -> None:
        self.log.append("sit down")

    def decide(self, request: Request[Any]) -> Any:
        return request.options[0]

    def close(self, outcome: Any = None) -> None:
        self.log.append("over" if outcome else "close")


def test_a_referee_keeps_a_player_that_runs_elsewhere_until_the_game_is_over(table: Table) -> None:
    there = Elsewhere()
    referee = Referee(table, [first, there])
    while table.outcome is None:
        referee.advance(until=0)
        if table.waiting:
            table.play(0, table.options(0)[0])
    referee.advance(until=0)
    assert there.log[:2] == ["sit down", "over"]


def test_a_referee_dismisses_a_player_that_runs_elsewhere_when_it_is_closed(table: Table) -> None:
    there = Elsewhere()
    with Referee(table, [first, there]) as referee:
        referee.advance(until=0)
        referee.advance(until=0)
    assert there.log == ["sit down", "close"]


def test_in_an_open_auction_the_others_bid_before_the_seat_answers() -> None:
    table = Outcry().new(3, seed=1)
    table.advance([None, first, first], until=0)
    assert table.waiting in ((0,), ())
