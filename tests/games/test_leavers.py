"""No game dies of one player: every shipped game, any order of leavers, at any time, until one player stays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import ludex
from ludex import Bot, Game, History, Outcome, Player, Referee, Request, Resign, Table

GAMES = ludex.game_names()
ORDERS = 6
"""Orders of leavers that are tried in each game."""


class Leaver(Player[Any]):
    """Plays at random until its time has come."""

    def __init__(self, game: Game, decisions: int, seed: int) -> None:
        super().__init__(f"leaver {seed}")
        self._bot = Bot(game, "random", seed)
        self._decisions = decisions

    def decide(self, request: Request[Any]) -> Any:
        self._decisions -= 1
        return Resign() if self._decisions < 0 else self._bot.decide(request)


def choices_of(game: Game) -> list[Any]:
    return ["bot", "open-seat", *(["civil-disorder"] if game.civil_disorder else [])]


def seats_of(game: Game, random: Random) -> int:
    return random.choice([seats for seats in game.seats if seats > 1])


def expect_ranks(table: Table, outcome: Outcome) -> None:
    """Check that leavers rank below all who stayed, the earlier leaver lower, and stayers by the rules."""
    ended_by = [] if table.engine.forfeited is None else [table.engine.forfeited[0]]
    left = [*table.away, *ended_by]
    assert [outcome.ranks[seat] for seat in left] == list(range(table.seats, table.seats - len(left), -1))
    stayed = [seat for seat in range(table.seats) if seat not in left]
    assert stayed
    assert set(outcome.winners) <= set(stayed)
    assert outcome.winners
    for one in stayed:
        assert outcome.ranks[one] <= len(stayed)
        for other in stayed:
            assert outcome.scores[one] <= outcome.scores[other] or outcome.ranks[one] <= outcome.ranks[other]
    for seat in left:
        assert f"seat {seat} (" in outcome.reason


@pytest.mark.parametrize("order", range(ORDERS))
@pytest.mark.parametrize("name", GAMES)
def test_every_game_survives_its_leavers(name: str, order: int, untraced: None) -> None:
    random = Random(f"{name} {order}")
    game = ludex.game(name)
    choice = choices_of(game)[order % len(choices_of(game))]
    table = game.new(seats_of(game, random), seed=random.getrandbits(60))
    longest = random.choice([2, 12, 60])
    players = [Leaver(game, random.randint(0, longest), seat) for seat in range(table.seats)]
    players[random.randrange(table.seats)] = Leaver(game, 10**9, 99)
    newcomers = [Leaver(game, random.randint(0, longest), 100 + n) for n in range(3)]
    outcome = Referee(
        table,
        players,
        on_leave=choice,
        newcomer=lambda seat: newcomers.pop() if newcomers else Leaver(game, 10**9, 200),
    ).play()
    assert outcome == table.outcome
    expect_ranks(table, outcome)
    history = History.from_json(table.history.to_json())
    again = history.verify()
    assert (again.outcome, again.leavings, again.digest) == (outcome, table.leavings, table.digest)
    assert again.history.to_json() == table.history.to_json()


@pytest.mark.parametrize("name", GAMES)
def test_in_every_game_all_players_may_leave_at_once(name: str, untraced: None) -> None:
    game = ludex.game(name)
    table = game.new(max(2, game.seats[-1]), seed=3)
    for seat in reversed(range(1, table.seats)):
        assert table.outcome is None
        table.leave(seat, "resigned", "end" if seat == 1 else "bot")
    outcome = table.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.ranks == tuple(range(1, table.seats + 1))
    assert table.history.verify().outcome == outcome


def test_civil_disorder_holds_disbands_waives_and_removes_as_the_rules_say(untraced: None) -> None:
    table = ludex.game("diplomacy").new(seed=1)
    general = [Bot(table.game, "general", seat) for seat in range(7)]
    players: list[Any] = [*general[:6], Leaver(table.game, 0, 6)]
    Referee(table, players, on_leave="civil-disorder").play()
    orders = {str(table.game.moves.unpack(played.packed)) for played in table.played if played.seat == 6}
    kinds = {type(table.game.moves.parse(order)).__name__ for order in orders}
    assert kinds <= {"Hold", "Disband", "Waive", "VoteDraw"}
    assert {"Hold", "Disband"} <= kinds
