"""Every decision of every game is asked in the game's own words: what to do now, and what it leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ludex
from ludex import Game
from ludex.core.game.request import Request
from ludex.core.show.look import Look, plain_prompt
from ludex.core.show.page import Seating
from ludex.games.cards import CardGame
from ludex.games.cards.genome.generator import random_genome
from ludex.players import make_player

MOST_CHARACTERS = 220
CODED = re.compile(r"\b[2-9TJQKA][CDHS]\b|None(?! of)|\bseat \d|[{}_<>]|\b[AF] [A-Z]{3}\b")
"""Traces of the engine: a card by its code, a missing value, a seat without its name, a unit in notation."""
NAMES = ("Ann", "Bob", "Cleo", "Dov", "Edith", "Felix", "Gita")
ATTACKS = dict.fromkeys(("Hack", "Refactor", "Monitoring"), 2)
CHOICES = dict.fromkeys(("Parallelization", "Backlog", "Tech Debt"), 2)
SETTINGS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "automation": [
        (2, {}),
        (3, {"edition": "expanded", "start": ATTACKS}),
        (2, {"edition": "expanded", "start": CHOICES}),
    ],
    "modern-art": [(4, {}), (3, {"closing": "hammer"}), (3, {"mystery": True})],
    "power-grid": [(3, {}), (6, {"map": "usa"}), (2, {"edition": "recharged", "trust": True})],
    "diplomacy": [(7, {})],
    "diplomacy-lagoon": [(3, {})],
}
SYSTEMS = [(name, seats, given) for name, tables in SETTINGS.items() for seats, given in tables]
CARD_GAMES = [name for name in ludex.game_names() if name not in SETTINGS]


def decisions(game: Game, seats: int, seed: int, most: int, **settings: Any) -> Iterator[Request[Any]]:
    """Yield every decision of a game between random players."""
    table = game.new(seats, seed=seed, **settings)
    player = make_player(game, "random", seed=seed)
    for _ in range(most):
        if table.outcome is not None:
            return
        seat = table.waiting[seed % len(table.waiting)]
        request = table.request(seat)
        yield request
        table.play(seat, player.decide(request))


def prompt_of(game: Game, request: Request[Any]) -> str:
    """Return the question as a page shows it, after checking that it is one for people."""
    prompt = game.look.prompt(request.view, Seating(NAMES, request.seat), request.options)
    assert prompt != plain_prompt(request.options), f"{game.name} has no prompt for {request.options}"
    assert prompt.endswith("."), prompt
    assert prompt[0].isupper(), prompt
    assert len(prompt) <= MOST_CHARACTERS, prompt
    assert not CODED.search(prompt), prompt
    return prompt


@pytest.mark.parametrize(("name", "seats", "settings"), SYSTEMS)
def test_every_decision_of_a_system_has_a_prompt(name: str, seats: int, settings: dict[str, Any]) -> None:
    game = ludex.game(name)
    kinds = set()
    for seed in range(2):
        for request in decisions(game, seats, seed, 400, **settings):
            kinds.add(re.sub(r"\d+", "", prompt_of(game, request)).split(".")[0])
    assert len(kinds) >= 3, kinds


@pytest.mark.parametrize("name", CARD_GAMES)
def test_every_decision_of_a_card_game_has_a_prompt(name: str) -> None:
    game = ludex.game(name)
    for request in decisions(game, game.usual_seats, 1, 250):
        prompt_of(game, request)


def test_every_decision_of_random_genomes_has_a_prompt() -> None:
    for number in range(200):
        game = CardGame(random_genome(Random(number)))
        for request in decisions(game, game.seats[-1], number, 40):
            prompt_of(game, request)


def test_a_game_without_prompts_lists_its_moves() -> None:
    table = ludex.game("automation").new(2, seed=7)
    assert Look().prompt(table.view(0), Seating(NAMES, 0), table.options(0)) == "Choose a move: play or end phase."


def test_the_suit_that_was_led_and_whether_it_must_be_followed() -> None:
    game = ludex.game("whist")
    table = game.new(4, seed=3)
    leader = table.waiting[0]
    assert table.request(leader).prompt.startswith("Lead any card.")
    table.play(leader, str(table.options(leader)[0]))
    follower = table.waiting[0]
    led = (table.view(follower).seats[leader].played or "")[1]
    held = [card for card in table.view(follower).hand if card[1] == led]
    prompt = table.request(follower).prompt
    assert ("you must follow suit" in prompt) == bool(held)
    assert ("you have none" in prompt) == (not held)


def test_round_one_of_power_grid_says_that_a_plant_must_be_bought() -> None:
    table = ludex.game("power-grid").new(3, seed=5)
    assert "You must buy one in round 1" in table.request(table.waiting[0]).prompt
