"""The referee where several seats decide at the same time, where players are patient, and where they listen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ludex import News, PlayerViolation, Referee, Request, Table

from .outcry import Outcry, Pass, Raise, Raised
from .scripted import KINDS, Scripted, first
from .sealed import Bid, BidMade, BidShown, Sealed
from .tiny import Cards, Draw, Keep, Stake


@pytest.fixture
def table() -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"])


# --- at the same time


@pytest.mark.parametrize("kind", KINDS)
def test_seats_that_decide_at_the_same_time_do_not_learn_each_others_answers(kind: Any) -> None:
    table = Sealed().new(3, seed=1)
    players = [kind(Bid(5)), kind(None, Bid(9)), kind(Bid(20), Bid(99), Bid(7))]
    Referee(table, players).play()
    assert table.view().bid == (5, 9, 7)
    for player in players:
        for request in player.requests:
            assert request.view.bid == (0, 0, 0)
            assert request.events == ()
            assert not request.record["bid"].any()
    assert [len(player.requests) for player in players] == [1, 2, 3]


def test_seats_that_decide_at_the_same_time_are_awaited_at_the_same_time() -> None:
    """Each waits until all have been asked."""
    asked = asyncio.Event()
    count = 0

    async def together(request: Request) -> Any:
        nonlocal count
        count += 1
        if count == 3:
            asked.set()
        await asyncio.wait_for(asked.wait(), 5)
        return Bid(4)

    table = Sealed().new(3, seed=1)
    assert Referee(table, [together] * 3).play().winners == (0, 1, 2)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("guilty", [0, 1, 2])
def test_if_one_violates_nothing_is_executed_of_the_others(kind: Any, guilty: int) -> None:
    table = Sealed().new(3, seed=1)
    before = table.engine.record_in_full().tobytes()
    players = [kind(*[None] * 3) if seat == guilty else kind(Bid(4)) for seat in range(3)]
    with pytest.raises(PlayerViolation) as refused:
        Referee(table, players).play()
    assert refused.value.seat == guilty
    assert table.engine.record_in_full().tobytes() == before
    assert table.played == []
    assert all(len(player.requests) == 1 for seat, player in enumerate(players) if seat != guilty)


def test_a_violation_at_the_same_time_under_the_policy_forfeit_keeps_the_others_bids_sealed() -> None:
    table = Sealed().new(3, seed=1)
    players = [Scripted(Bid(4)), Scripted(*[None] * 3), Scripted(Bid(5))]
    outcome = Referee(table, players, on_violation="forfeit", on_leave="end").play()
    assert outcome.ranks[1] == 3
    assert table.played == []


def test_the_first_seat_to_run_out_of_attempts_is_the_violator_named() -> None:
    table = Sealed().new(3, seed=1)
    with pytest.raises(PlayerViolation) as refused:
        Referee(table, [Scripted(Bid(4)), Scripted(*[None] * 3), Scripted(*[None] * 3)]).play()
    assert refused.value.seat == 1


def test_sealed_bids_are_executed_once_each_in_order() -> None:
    table = Sealed().new(3, seed=1)
    Referee(table, [Scripted(Bid(4)), Scripted(Bid(5)), Scripted(Bid(6))]).play()
    assert [played.seat for played in table.played] == [0, 1, 2]
    assert table.events() == (
        BidMade(0),
        BidMade(1),
        BidMade(2),
        BidShown(0, 4),
        BidShown(1, 5),
        BidShown(2, 6),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_that_another_has_overtaken_is_asked_for_again_without_costing_an_attempt(kind: Any) -> None:
    """Seat 0 bids 5; the 3 of seat 1 and the 4 of seat 2 were fine when they were given."""
    table = Outcry().new(3, seed=1)
    players = [kind(Raise(5), Pass()), kind(Raise(3), Raise(6)), kind(Raise(4), Pass(), Pass())]
    Referee(table, players, max_retries=1).play()
    assert table.history.retries == ()
    again = players[1].requests[1]
    assert (again.attempt, again.rejection) == (1, None)
    assert again.view.high == 5
    assert again.events == (Raised(0, 5),)
    assert Raise(5) not in again.options
    assert [move.move for move in table.history.moves][:2] == ["raise 5", "raise 6"]
    assert table.outcome.winners == (1,)


def test_open_bidding_goes_on_clockwise_from_whoever_moved_last() -> None:
    table = Outcry().new(3, seed=1)
    table.play(1, Raise(2))
    players = [Scripted(Raise(9), Pass()), Scripted(Pass()), Scripted(Raise(3), Pass())]
    Referee(table, players).play()
    assert [played.seat for played in table.played][:2] == [1, 2]


# --- patient players


class Patient(Scripted):
    patient = True


def test_patient_players_are_asked_when_nobody_else_owes_a_decision() -> None:
    """The bids of the others are in before the patient player sees the table."""
    table = Outcry().new(3, seed=1)
    ann = Patient(Pass())
    Referee(table, [ann, Scripted(Raise(3), Pass()), Scripted(Raise(4), Raise(5))]).play()
    assert len(ann.requests) == 1
    assert ann.requests[0].view.high > 0
    assert ann.requests[0].view.passed == (0, 1, 0)


def test_patient_players_are_asked_one_at_a_time() -> None:
    table = Sealed().new(3, seed=1)
    players = [Patient(Bid(4)), Patient(None, Bid(5)), Scripted(Bid(6))]
    Referee(table, players).play()
    assert [played.seat for played in table.played] == [2, 0, 1]
    assert [str(event) for event in players[1].requests[0].events] == ["seat 2 has bid.", "seat 0 has bid."]
    assert players[1].requests[0].view.bid == (-1, 0, -1)


def test_the_patient_player_that_moved_last_goes_on() -> None:
    """As long as it owes decisions, no other player needs to come to the screen."""
    table = Outcry().new(3, seed=1)
    table.play(2, Raise(1))
    table.play(0, Raise(2))
    players = [Patient(), Patient(), Patient()]
    Referee(table, players).play()
    assert [played.seat for played in table.played] == [2, 0, 1, 2]


# --- telling


class Listener(Scripted):
    def __init__(self, *script: Any, name: str = "Ann") -> None:
        super().__init__(*script, name=name)
        self.news: list[News] = []

    def hear(self, news: News) -> None:
        self.news.append(news)


def test_players_that_listen_are_told_of_every_move_what_they_may_know(table: Table) -> None:
    ann, bob = Listener(Stake(1), Keep()), Listener(Draw(), Keep())
    Referee(table, [ann, bob]).play()
    assert [(news.seat, news.by) for news in ann.news] == [(0, number % 2) for number in range(6)]
    assert [type(event).__name__ for event in ann.news[1].events] == ["Drew"]
    assert [type(event).__name__ for event in bob.news[1].events] == ["Drew", "Got"]


def test_a_player_that_fails_to_listen_still_decides(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    class Deaf(Scripted):
        def hear(self, news: News) -> None:
            raise RuntimeError("what?")

    Referee(table, [Deaf(), first]).play()
    assert len(table.played) == 6
    assert "failed to receive the news" in caplog.messages[0]
