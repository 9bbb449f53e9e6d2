"""Whole games in lockstep with a second implementation: the same questions, money, cards and tiles after every move."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, get_args

import pytest

from ludex import Game, Table
from ludex.games.modern_art.components import CARDS
from ludex.games.modern_art.events import CardDealt, MysteryCardTurned, RoundEnded, WhyEnded

from .position import GAME, THREE, money
from .reference import ARTISTS, Reference

FIFTH, LAST = get_args(WhyEnded)
VARIANTS: list[tuple[Game, dict[str, Any]]] = [
    (GAME, {}),
    (GAME, {"closing": "hammer"}),
    (GAME, {"deck": "review", "double_money": "split"}),
    (THREE, {"mystery": True}),
]


def begin(table: Table) -> tuple[Reference, Any]:
    """Return the reference at the start of the table's game, and its first question."""
    settings = table.settings
    starter = table.waiting[0]
    names = {name: getattr(settings, name) for name in ("deck", "closing", "double_money", "mystery")}
    reference = Reference(table.seats, starter, **names)
    for seat in range(table.seats):
        reference.fate.extend((card.artist, card.auction) for card in table.view(seat).hand)
    asking = reference.play()
    return reference, asking


def tell(reference: Reference, table: Table) -> None:
    """Return the cards that the last move drew, seat by seat."""
    for seat in range(table.seats):
        for event in table.events(seat, since=len(table.played) - 1):
            if isinstance(event, CardDealt):
                reference.fate.append((event.artist, event.auction))
    for event in table.events(since=len(table.played) - 1):
        if isinstance(event, MysteryCardTurned):
            reference.fate.append((event.artist, event.auction))


def compare(table: Table, reference: Reference, questions: dict[int, list[str]]) -> None:
    assert set(table.waiting) == set(questions)
    for seat, answers in questions.items():
        paths = [" ".join(map(str, path)) for path in table.options(seat).paths]
        assert sorted(paths) == sorted(answers)
    assert money(table) == reference.money
    state = table.engine.record_in_full()[0]
    for seat in range(table.seats):
        for counts, cards in ((state["hand"], reference.hands), (state["paintings"], reference.owned)):
            held = [(c.artist, c.auction) for c, n in zip(CARDS, counts[seat], strict=True) for _ in range(n)]
            assert sorted(held) == sorted(cards[seat])
    for number, tiles in enumerate(reference.tiles):
        assert [artist.tiles[number] for artist in table.view().board] == [tiles.get(artist, 0) for artist in ARTISTS]


def choose(random: Random, table: Table, seat: int, spread: bool) -> str:
    """Choose a random move; amounts are mostly small, so that money lasts. With `spread` artists are played evenly and
    no second card is added, so that rounds last, and hands run out."""
    paths = table.options(seat).paths
    path = random.choice(paths)
    if spread and path[0] in ("play", "add"):
        played = {artist.artist: artist.played for artist in table.view().board}
        path = min(paths, key=lambda path: played.get(path[1], 0)) if path[0] == "play" else ("decline",)
    if isinstance(path[-1], str):
        return " ".join(map(str, path))
    return f"{path[0]} {min(path[-1].high, path[-1].low + int(random.expovariate(0.15)))}"


def walk(game: Game, settings: dict[str, Any], seed: int) -> Counter[str]:
    """Play one random game in both; return why its rounds ended."""
    random = Random(seed)
    table = game.new(random.choice(list(game.seats)), seed=seed, **settings)
    reference, asking = begin(table)
    questions = next(asking)
    while True:
        compare(table, reference, questions)
        seat = random.choice(table.waiting)
        move = choose(random, table, seat, spread=seed % 2 == 1)
        table.play(seat, move)
        tell(reference, table)
        try:
            questions = asking.send((seat, move))
        except StopIteration:
            break
    assert table.outcome is not None
    assert list(table.outcome.scores) == reference.money
    assert not reference.fate
    return Counter(event.why for event in table.events() if isinstance(event, RoundEnded))


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(("game", "settings"), VARIANTS, ids=str)
def test_both_play_the_same_game(game: Game, settings: dict[str, Any]) -> None:
    ends = sum((walk(game, settings, seed) for seed in range(10)), Counter())
    assert ends[FIFTH] > 20
    assert ends[LAST] > 0


@pytest.mark.deep
@pytest.mark.parametrize(("game", "settings"), VARIANTS, ids=str)
def test_both_play_many_same_games(game: Game, settings: dict[str, Any]) -> None:
    ends = sum((walk(game, settings, seed) for seed in range(100, 180)), Counter())
    assert ends[FIFTH] > 200
    assert ends[LAST] > 10
