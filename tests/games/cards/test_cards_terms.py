"""The terms of the points of a hand: they add up to the score, say what they are for, and show no hidden card."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.cards.positions import genome, lay_out, play, told

from ludex.core.play.bot import Bot
from ludex.games.cards import LIBRARY, CardGame, library_game, random_genome
from ludex.games.cards.events import TERM_NAMES, HandScored, PointsCounted
from ludex.games.cards.genome import CardPoints, CardScoring, ContractScoring

HANDS = 8
"""The number of random hands of every game."""
MOVES, WILD = 3000, 0.2
"""The most moves of these hands, and the share of random ones."""


def hands(game: CardGame, seed: int, most: int = HANDS) -> Iterator[tuple[list[PointsCounted], list[HandScored]]]:
    """Yield the terms and the scores of some hands, with moves of bots and now and then a random one."""
    table, dice = game.new(game.seats[-1], seed=seed), Random(seed)
    bots = [Bot(game, game.bots_by_strength[-1], seat) for seat in range(table.seats)]
    played = 0
    while table.waiting and played < most and len(table.played) < MOVES:
        seat, options = table.waiting[0], table.options(table.waiting[0])
        wild = dice.random() < WILD
        move = options[dice.randrange(len(options))] if wild else bots[seat].decide(table.request(seat))
        events = table.play(seat, move)
        scores = [event for event in events if isinstance(event, HandScored)]
        if scores:
            played += 1
            yield [event for event in events if isinstance(event, PointsCounted)], scores


def sums(terms: list[PointsCounted], scores: list[HandScored]) -> list[int]:
    """Return the sum of the terms of every side."""
    return [sum(term.points for term in terms if term.side == score.side) for score in scores]


@pytest.mark.parametrize("name", [name for name in LIBRARY if not LIBRARY[name]().chips])
def test_terms_add_up_to_the_score(name: str) -> None:
    game = library_game(name)
    before = [0] * 6
    found = 0
    for terms, scores in hands(game, 1):
        found += len(terms)
        assert sums(terms, scores) == [score.points for score in scores]
        assert [score.points for score in scores] == [score.score - before[score.side] for score in scores]
        before = [score.score for score in scores]
    assert found, "something is scored"


@pytest.mark.parametrize("seed", range(40))
def test_terms_of_random_genomes_add_up_too(seed: int) -> None:
    game = CardGame(random_genome(Random(seed)))
    game.machine.kernel = game.machine.interpreted
    for terms, scores in hands(game, seed, 2):
        if not game.genome.chips:
            assert sums(terms, scores) == [score.points for score in scores], game.genome


@pytest.mark.parametrize("name", LIBRARY)
def test_a_term_says_what_it_is_for(name: str) -> None:
    for terms, _ in hands(library_game(name), 2):
        for term in terms:
            assert str(term).startswith(f"side {term.side}: {term.points} for {term.reason}")
            assert term.reason[0] != " "
            assert "{" not in term.reason


@pytest.mark.parametrize(
    ("term", "numbers", "said"),
    [
        ("nil", (2, 0, 0), "Nil"),
        ("failed nil", (2, 1, 0), "a failed Nil (1 trick)"),
        ("contract", (7, 9, 0), "a contract of 7"),
        ("failed contract", (7, 5, 0), "a failed contract of 7 (5 tricks)"),
        ("overtricks", (2, 10, 0), "2 bags"),
        ("overtricks", (1, 0, 0), "1 overtrick"),
        ("exact bid", (3, 3, 0), "an exact bid"),
        ("bags", (12, 1, 0), "the penalty for 12 bags"),
        ("tricks", (8, 2, 0), "2 tricks beyond the first 6"),
        ("tricks", (3, 3, 0), "3 tricks"),
        ("level", (5, 0, 0), "5 tricks"),
        ("cards", (255, 2, 0b111 << 26), "3 hearts"),
        ("cards left", (4, 0, 0), "4 cards left in hand"),
        ("cards left", (9, 1, 0), "9 cards left in the other hands"),
        ("moon", (0, 0, 0), "shooting the moon"),
        ("moon of others", (2, 0, 0), "the moon of side 2"),
        ("place", (1, 2, 1), "the second place"),
        ("majority", (5, 255, 3), "the most 7s (3)"),
        ("sweeps", (2, 0, 0), "2 sweeps"),
        ("knock", (4, 25, 1), "a knock, 4 against 25 unmatched"),
        ("gin", (0, 25, 1), "the gin bonus"),
        ("undercut", (8, 3, 1), "an undercut, 3 against 8 unmatched"),
        ("undercut bonus", (8, 3, 1), "the undercut bonus"),
        ("stays in", (2, 0, 0), "staying in"),
        ("goes out", (0, 0, 0), "winning no trick"),
        ("pot", (0, 0, 0), "the pot"),
    ],
)
def test_terms_are_in_words_that_people_use(term: str, numbers: tuple[int, int, int], said: str) -> None:
    assert term in TERM_NAMES
    assert PointsCounted(0, next(name for name in TERM_NAMES if name == term), 1, *numbers).reason == said


def test_a_contract_its_bags_and_the_penalty_are_terms_of_their_own() -> None:
    rules = genome("spades", contract_scoring=ContractScoring(bag_limit=3, bag_penalty=50))
    table = lay_out(rules, "2C", "3C", "4C", "5C", after="bid 2, bid 2, bid 2, bid 2", tricks=[2, 0, 1, 4])
    assert told(play(table, "play 2C, play 3C, play 4C, play 5C"))[2:-1] == [
        "side 0: 20 for a contract of 2.",
        "side 1: -20 for a failed contract of 2 (0 tricks).",
        "side 2: -20 for a failed contract of 2 (1 trick).",
        "side 3: 20 for a contract of 2.",
        "side 3: 3 for 3 bags.",
        "side 3: -50 for the penalty for 3 bags.",
        "side 0: 20 points, 20 in all.",
        "side 1: -20 points, -20 in all.",
        "side 2: -20 points, -20 in all.",
        "side 3: -27 points, -27 in all.",
    ]


@pytest.mark.parametrize("moon", [False, True])
def test_cards_left_in_hands_are_one_sum_because_nobody_shows_them(moon: bool) -> None:
    scoring = CardScoring((CardPoints(5, "K"), CardPoints(2, suit="hearts")), source="hand", moon=moon)
    table = lay_out(genome("fan-tan", card_scoring=scoring), "7S", "KH 2H", "3C 4C", "", pc="play", turn=0)
    terms = [seen.event for seen in play(table, "play 7S").played[-1].events if isinstance(seen.event, PointsCounted)]
    assert {term.term for term in terms} == {"cards left"}
    assert not any(term.cards for term in terms)
