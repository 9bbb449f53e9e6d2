"""Every game says in a few sentences how it is played, and what it says is true of the game."""

from __future__ import annotations

import re
from random import Random

import pytest

import ludex
from ludex.games.automation.components import CARDS
from ludex.games.cards import CardGame
from ludex.games.cards.genome.generator import random_genome
from ludex.games.cards.genome.schema import TURN_PHASES, Genome
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.rulebook import rule_sentences

SYSTEMS = ("automation", "modern-art", "power-grid", "diplomacy", "diplomacy-lagoon")
LIBRARY = [name for name in ludex.game_names() if name not in SYSTEMS]
GENOMES = 500
NUMBER = re.compile(r"\b\d[\d,]*\b")


def words_of(text: str) -> int:
    return len(re.findall(r"[\w’'-]+", text))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_says_goal_turn_and_end_in_150_to_250_words(name: str) -> None:
    text = ludex.game(name).how_to_play()
    assert text.startswith("## How to play\n")
    for part in ("**Goal.**", "**A turn.**", "**The end.**"):
        assert text.count(part) == 1
    assert 150 <= words_of(text) <= 250
    assert not re.search(r"[{}<>_]", text)


def test_the_numbers_of_a_map_are_its_own() -> None:
    assert "18 centres" in ludex.game("diplomacy").how_to_play()
    assert "18 centres" not in ludex.game("diplomacy-lagoon").how_to_play()
    assert "3 powers" in ludex.game("diplomacy-lagoon").how_to_play()


def test_the_numbers_of_automation_are_those_of_the_rules() -> None:
    text = ludex.game("automation").how_to_play()
    for card in ("Method", "Module", "Framework"):
        assert re.search(rf"{card} {CARDS['base'][card].points}\b", text), card


def expected_marks(genome: Genome) -> dict[str, bool]:
    """Return the words that a genome's text must contain, or must not."""

    def has(*kinds: type) -> bool:
        return any(isinstance(phase, kinds) for phase in genome.phases)

    return {
        "**Bidding.**": has(BiddingPhase),
        "**Auction.**": has(AuctionPhase),
        "**Passing.**": has(PassPhase),
        "**Tricks.**": has(TrickPhase),
        "**Betting.**": has(BettingPhase),
        "**Turns.**": has(*TURN_PHASES),
        "Nil": any(isinstance(phase, BiddingPhase) and phase.allow_nil for phase in genome.phases),
        "doubts": has(ClaimPhase),
        "Ask another player": has(AskPhase),
        "chip": genome.chips is not None,
        "knock": genome.knocking_phase is not None,
        "lowest score": genome.match.low_wins and not genome.chips,
        "Partners": bool(genome.teams),
    }


def check(genome: Genome) -> None:
    """Check a text against the facts of its genome."""
    text = CardGame(genome).how_to_play()
    for part in ("**Goal.**", "**A hand.**", "**The end.**"):
        assert text.count(part) == 1, text
    assert 50 <= words_of(text) <= 330, (words_of(text), text)
    for mark, there in expected_marks(genome).items():
        assert (mark in text) == there, (mark, text)
    if genome.trump == "none" and not (genome.card_scoring and genome.card_scoring.suits_trump):
        assert "trump" not in text, text
    elif genome.trump in ("clubs", "diamonds", "hearts", "spades"):
        assert f"{genome.trump.capitalize()} are trumps." in text
    book = " ".join(rule_sentences(genome))
    assert set(NUMBER.findall(text)) <= {*NUMBER.findall(book), "0", "21"}, (text, book)
    assert not re.search(r"\.\.|  |\bNone\b|[{}_]| \.", text), text


@pytest.mark.parametrize("name", LIBRARY)
def test_a_card_game_of_the_library(name: str) -> None:
    game = ludex.game(name)
    assert isinstance(game, CardGame)
    check(game.genome)
    assert words_of(game.how_to_play()) <= 250


def test_random_genomes() -> None:
    for number in range(GENOMES):
        check(random_genome(Random(number)))


def test_a_game_without_one_has_an_empty_text() -> None:
    class Silent(CardGame):
        how_to_play = ludex.Game.how_to_play

    assert Silent(random_genome(Random(1))).how_to_play() == ""
