"""Every kind of decision has an explanation for new players: one or two sentences, true in every phase."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from tests.games.test_prompts import CARD_GAMES, SYSTEMS

import ludex
from ludex.games.cards import CardGame
from ludex.games.cards.genome.generator import random_genome
from ludex.players import make_player

LONGEST = 210


def check(text: str) -> None:
    assert len(text) <= LONGEST, text
    assert 1 <= len(re.findall(r"[.!?](?: |$)", text)) <= 3, text
    assert text.endswith(".")


@pytest.mark.parametrize(("name", "seats", "settings"), SYSTEMS)
def test_decisions_of_a_system(name: str, seats: int, settings: dict[str, Any]) -> None:
    game = ludex.game(name)
    table, player = game.new(seats, seed=1, **settings), make_player(game, "random", seed=1)
    kinds: dict[str, str] = {}
    for _ in range(400):
        if table.outcome is not None:
            break
        seat = table.waiting[0]
        found = game.look.bubble(table.view(seat), table.options(seat))
        if found is not None:
            check(found.text)
            assert kinds.setdefault(found.kind, found.text) == found.text
        table.play(seat, player.decide(table.request(seat)))
    assert len(kinds) >= 2, kinds


@pytest.mark.parametrize("name", CARD_GAMES)
def test_decisions_of_a_card_game(name: str) -> None:
    game = ludex.game(name)
    table = game.new(game.usual_seats, seed=1)
    found = game.look.bubble(table.view(table.waiting[0]), table.options(table.waiting[0]))
    assert found is not None
    check(found.text)


def test_decisions_of_random_genomes() -> None:
    for number in range(100):
        game = CardGame(random_genome(Random(number)))
        table = game.new(game.seats[-1], seed=number)
        seat = table.waiting[0]
        found = game.look.bubble(table.view(seat), table.options(seat))
        assert found is not None
        check(found.text)


def test_a_game_without_bubbles_explains_nothing() -> None:
    table = ludex.game("automation").new(2, seed=7)
    assert ludex.core.show.look.Look().bubble(table.view(0), table.options(0)) is None
