"""The real game and the slow, plain second one walk through the same games and must agree after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ludex import Table
from ludex.games.automation.events import CardDrawn

from .position import GAME, deck, hand, pile
from .reference import END, Reference
from .variants import GAMES


def walk(seats: int, seed: int, settings: Mapping[str, Any]) -> int:
    """Play one whole game in lockstep; return the number of moves."""
    table = GAME.new(seats, seed, **settings)
    chosen = GAME.read_settings(settings)
    other = Reference(
        chosen.edition,
        [(hand(table, seat).elements(), deck(table, seat).elements()) for seat in range(seats)],
        turn_limit=chosen.turn_limit,
        money_phase=chosen.money_phase,
        supply=chosen.supply,
    )
    random = Random(seed)
    while other.question is not None:
        compare(table, other)
        move = choose(sorted(other.question.answers), random)
        table.play(other.question.seat, move)
        events = [seen.event for seen in table.played[-1].events]
        other.answer(move, [(event.seat, event.card) for event in events if isinstance(event, CardDrawn)])
        assert [str(event) for event in events] == other.told, f"move {len(table.played)}: {move}"
    compare_end(table, other)
    return len(table.played)


def choose(answers: list[str], random: Random) -> str:
    """Anything, but mostly not the end of the phase, so that much happens."""
    going_on = [answer for answer in answers if answer != END]
    return random.choice(going_on) if going_on and random.random() < 0.9 else random.choice(answers)


def compare(table: Table, other: Reference) -> None:
    """The same is asked, and the same cards lie everywhere, as the owner sees them and as the seats do."""
    asked = other.question
    assert asked is not None
    assert table.waiting == (asked.seat,)
    assert {str(move) for move in table.options(asked.seat)} == asked.answers
    view = table.view(asked.seat)
    assert (view.phase, view.decider) == (asked.phase, asked.seat)
    assert Counter(view.hand) == Counter(other.seats[asked.seat].hand)
    assert Counter(view.discard) == Counter(other.seats[asked.seat].discard)
    compare_cards(table, other)


def compare_cards(table: Table, other: Reference) -> None:
    view, position = table.view(), table.position()
    assert (view.turn, view.actions, view.buys, view.money) == (other.turn, other.actions, other.buys, other.money)
    assert Counter(position.state["supply"]) == Counter(other.supply)
    assert Counter(position.state.get("trash")) == Counter(view.trash) == Counter(other.trash)
    assert Counter(view.played) == Counter(other.played)
    for seat, mine in enumerate(other.seats):
        assert pile(position, "hand", seat) == Counter(mine.hand)
        assert pile(position, "deck", seat) == Counter(mine.deck)
        assert pile(position, "discard", seat) == Counter(mine.discard)
        public = view.seats[seat]
        assert (public.hand_size, public.deck_size) == (len(mine.hand), len(mine.deck))
        assert Counter(public.shown_discard) == Counter(mine.seen)
        assert dict(public.owned) == other.owned(seat)
        assert (public.turns, public.score) == (mine.turns, other.score(seat))


def compare_end(table: Table, other: Reference) -> None:
    compare_cards(table, other)
    outcome = table.outcome
    assert outcome is not None
    assert outcome.reason == other.ended
    assert outcome.scores == tuple(other.score(seat) for seat in range(table.seats))
    assert outcome.ranks == tuple(other.ranks())


@pytest.mark.parametrize("settings", GAMES.values(), ids=GAMES)
def test_the_second_automation_agrees_on_every_move_of_whole_games(settings: Mapping[str, Any]) -> None:
    assert sum(walk(seats, seed=seats, settings=settings) for seats in GAME.seats) > 300


@pytest.mark.deep
@pytest.mark.parametrize("settings", GAMES.values(), ids=GAMES)
def test_the_second_automation_agrees_in_many_games(settings: Mapping[str, Any]) -> None:
    for seed in range(100, 120):
        walk(1 + seed % 4, seed, settings)
