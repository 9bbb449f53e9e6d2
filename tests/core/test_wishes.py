"""Answers that are not moves: a player takes back, or leaves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ludex import History, Leave, News, PlayerLeft, PlayerViolation, Proposal, Referee, Request, Table, TakeBack
from ludex.author import rule
from tests.typed import not_none

from .outcry import Outcry, Pass, Raise
from .scripted import Scripted, first
from .tiny import Cards, Draw, Keep, Stake, variant


class Neighbour(Scripted):
    """Agrees, or does not, and remembers what it was asked and told."""

    def __init__(self, *script: Any, agrees: Any = True) -> None:
        super().__init__(*script, name="Bob")
        self.answer = agrees
        self.proposals: list[Proposal] = []
        self.news: list[News] = []

    def agrees(self, proposal: Proposal) -> Any:
        self.proposals.append(proposal)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def hear(self, news: News) -> None:
        self.news.append(news)


class Later(Neighbour):
    async def agrees(self, proposal: Proposal) -> bool:
        await asyncio.sleep(0)
        self.proposals.append(proposal)
        return bool(self.answer)


@rule
def only_the_first(s: Any) -> int:
    return 0 if s.left == 0 else 1


@pytest.fixture
def table() -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"])


@pytest.fixture
def alone() -> Table:
    """A table at which only seat 0 is ever asked."""
    return variant(waiting=only_the_first).new(2, seed=1, players=["Ann", "Bob"])


def moves(table: Table) -> list[str]:
    return [entry.move for entry in table.history.moves]


# --- taking back


def test_a_harmless_move_is_taken_back_without_asking_anybody(alone: Table) -> None:
    bob = Neighbour(agrees=False)
    ann = Scripted(Stake(3), TakeBack(), Stake(4))
    Referee(alone, [ann, bob], take_backs=True).play()
    assert moves(alone)[0] == "stake 4"
    assert bob.proposals == []
    assert [request.attempt for request in ann.requests[:3]] == [1, 1, 1]
    assert ann.requests[2].events == ()


@pytest.mark.parametrize("kind", [Neighbour, Later])
def test_a_move_that_drew_is_taken_back_if_the_others_agree(alone: Table, kind: Any) -> None:
    bob = kind()
    Referee(alone, [Scripted(Draw(), TakeBack(), Keep()), bob], take_backs=True).play()
    assert moves(alone)[0] == "keep"
    (proposal,) = bob.proposals
    assert (proposal.seat, proposal.by, proposal.moves) == (1, 0, 1)
    assert "it drew by chance" in proposal.why


@pytest.mark.parametrize("answer", [False, None, "yes", 1, RuntimeError("no idea")], ids=repr)
def test_only_a_clear_yes_is_consent(alone: Table, answer: Any) -> None:
    ann = Scripted(Draw(), TakeBack(), Keep())
    Referee(alone, [ann, Neighbour(agrees=answer)], take_backs=True).play()
    rejection = not_none(ann.requests[2].rejection)
    assert (rejection.code, rejection.sentence) == ("not-agreed", "not taken back: seat 1 did not agree.")
    assert moves(alone)[:2] == ["draw", "keep"]


def test_taking_back_goes_past_the_moves_of_others_to_ones_own_last_decision(table: Table) -> None:
    bob = Neighbour(Stake(2))
    ann = Scripted(Stake(3), TakeBack(), Stake(5))
    Referee(table, [ann, bob], take_backs=True).play()
    assert moves(table)[:1] == ["stake 5"]
    assert bob.proposals == [Proposal(1, 0, 2, "1 move was made since.")]
    assert [str(event) for event in bob.requests[1].events] == ["seat 0 stakes 5."]


def test_programs_agree(table: Table) -> None:
    Referee(table, [Scripted(Draw(), TakeBack(), Keep()), first], take_backs=True).play()
    assert moves(table)[0] == "keep"


def test_an_object_without_a_word_on_it_agrees(table: Table) -> None:
    class Plain:
        def decide(self, request: Request) -> Any:
            return request.options[0]

    Referee(table, [Scripted(Draw(), TakeBack(), Keep()), Plain()], take_backs=True).play()
    assert moves(table)[0] == "keep"


def test_there_is_nothing_to_take_back_before_ones_first_move(table: Table) -> None:
    bob = Scripted(TakeBack(), Keep())
    Referee(table, [first, bob], take_backs=True).play()
    assert not_none(bob.requests[1].rejection).code == "nothing-to-take-back"
    assert len(table.played) == 6


def test_no_referee_takes_back_unless_told_to(table: Table) -> None:
    """Else a program could try its luck again and again."""
    with pytest.raises(PlayerViolation) as refused:
        Referee(table, [Scripted(Draw(), *[TakeBack()] * 3), first]).play()
    assert {attempt.rejection.code for attempt in refused.value.attempts} == {"no-take-backs"}
    assert len(table.played) == 2


def test_the_other_answers_of_a_round_in_which_somebody_takes_back_are_dropped() -> None:
    """Seat 2 raised to 9 in a round that is gone; now it raises to 3."""
    table = Outcry().new(3, seed=1)
    table.play(0, Raise(1))
    table.play(1, Raise(2))
    players = [Scripted(TakeBack(), Pass()), Scripted(Pass()), Scripted(Raise(9), Raise(3))]
    Referee(table, players, take_backs=True).play()
    assert players[2].requests[1].view.high == 0
    assert moves(table) == ["pass", "pass", "raise 3"]


def test_listeners_hear_what_was_taken_back(table: Table) -> None:
    bob = Neighbour()
    Referee(table, [Scripted(Stake(3), TakeBack(), Stake(5)), bob], take_backs=True).play()
    assert [(news.by, news.taken_back) for news in bob.news[:4]] == [(0, 0), (1, 0), (0, 2), (0, 0)]


def test_a_game_with_moves_taken_back_verifies(table: Table) -> None:
    ann = Scripted(Draw(), TakeBack(), Draw(), TakeBack(), Draw())
    Referee(table, [ann, Neighbour()], take_backs=True).play()
    assert History.from_json(table.history.to_json()).verify(table.game).digest == table.digest
    assert table.played[0].take == 2


# --- leaving


def test_a_player_that_leaves_ends_the_game_and_the_table_can_be_played_on(table: Table) -> None:
    with pytest.raises(PlayerLeft, match=r"seat 1 \(Bob\) left before the end") as left:
        Referee(table, [first, Neighbour(Keep(), Leave())]).play()
    assert (left.value.seat, left.value.name) == (1, "Bob")
    assert len(table.played) == 3
    assert Referee(table, [first, first]).play() == table.outcome


def test_under_the_policy_forfeit_a_player_that_leaves_is_ranked_last(table: Table) -> None:
    outcome = Referee(table, [Scripted(Leave()), first], on_violation="forfeit").play()
    assert outcome.ranks == (2, 1)
    assert outcome.reason == "seat 0 (Ann) forfeited: left before the end"
