"""Rulebooks are what the genomes say. Run with LUDEX_GOLDEN=update to write them again, and read what changed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.games.cards.positions import genome

from ludex.games.cards import LIBRARY, Genome, random_genome
from ludex.games.cards.genome import BettingPhase, BiddingPhase, ContractVariant, Deal, DiscardPhase, Match, TrickPhase
from ludex.games.cards.rulebook import rulebook
from ludex.games.cards.rulebook.example import example_sentences, play_hand, telling_hand
from ludex.testing import check_golden

PAGES = Path(__file__).parents[3] / "docs" / "games" / "cards"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"


@pytest.mark.parametrize("name", LIBRARY)
def test_the_page_in_the_docs_is_what_the_genome_says(name: str) -> None:
    check_golden(PAGES / f"{name}.md", rulebook(LIBRARY[name]()), update=UPDATE)


def rules_of(rules: Genome) -> str:
    """A rulebook without its example."""
    return re.sub(r"## An example.*?(?=## |\Z)", "", rulebook(rules), flags=re.DOTALL)


@pytest.mark.parametrize("name", LIBRARY)
def test_an_example_adds_up_to_what_the_machine_scored(name: str) -> None:
    hand = telling_hand(LIBRARY[name]())
    sums = [sum(term.points for term in terms) for terms in hand.terms]
    assert sums == list(hand.over.gained)[: len(sums)]
    assert any(sums), "a hand in which nothing is scored shows nothing"


def test_examples_of_random_genomes_add_up_too() -> None:
    for seed in range(30):
        rules = random_genome(Random(seed))
        hand = play_hand(rules, seed)
        sums = [sum(term.points for term in terms) for terms in hand.terms]
        assert sums == list(hand.over.gained)[: len(sums)], rules


def test_an_example_is_the_same_every_time() -> None:
    assert list(example_sentences(genome("hearts"))) == list(example_sentences(genome("hearts")))


def test_an_example_shows_cards_as_they_look() -> None:
    told = " ".join(example_sentences(genome("spades")))
    assert "♠" in told
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", told)


@pytest.mark.parametrize(
    ("name", "impossible"),
    [
        ("gin-rummy", "pass in a row"),
        ("scopa", "pass in a row"),
        ("scopa", "200 turns"),
        ("fan-tan", "pass in a row"),
        ("cheat", "pass in a row"),
        ("old-maid", "pass in a row"),
        ("old-maid", "count as cards won"),
        ("old-maid", "From low to high"),
        ("go-fish", "pass in a row"),
        ("go-fish", "From low to high"),
        ("gin-rummy", "From low to high"),
        ("spades", "not more than they have cards"),
        ("oh-hell", "unless they have no other bid"),
        ("hearts", "dealer's left"),
        ("war", "dealer's left"),
        ("blackjack", "drawn ten cards"),
        ("blackjack", "have not folded"),
        ("euchre", "five or more"),
    ],
)
def test_a_rulebook_says_nothing_about_what_cannot_happen(name: str, impossible: str) -> None:
    assert impossible not in rules_of(genome(name))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (genome("crazy-eights"), "if all players pass in a row"),
        (genome("crazy-eights"), "or seven if only two play"),
        (genome("crazy-eights"), "If it is an 8, put it back and turn up another."),
        (genome("gin-rummy"), "just taken from the pile may not be discarded"),
        (genome("blackjack"), "sit the hand out"),
        (genome("scopa"), "except with the last card of a hand"),
        (genome("draw-poker"), "another round of betting like the first, but a raise is four chips"),
        (genome("spades", contract_variant=ContractVariant(bags="once")), "once in a hand, and the rest are kept"),
        (genome("oh-hell", match=Match(hands=3)), "from 0 to 10, but not more than they have cards"),
        (
            genome("oh-hell", phases=(BiddingPhase(1, 1, False), TrickPhase())),
            "unless they have no other bid",
        ),
        (
            genome("draw-poker", phases=(BettingPhase(), DiscardPhase(1, refill=True), BettingPhase())),
            "another round of betting like the first.",
        ),
        (genome("simple-poker", deal=Deal(cards=3)), "From best to worst: three of a kind, one pair, high card."),
    ],
)
def test_a_rulebook_says_what_can_happen(rules: Genome, said: str) -> None:
    assert said in rules_of(rules)


def test_every_sentence_of_a_rulebook_ends_and_begins_as_one() -> None:
    for seed in range(12):
        rules = msgspec.structs.replace(random_genome(Random(seed)), about="", simplified="")
        for line in rules_of(rules).splitlines()[1:]:
            assert re.fullmatch(r"|#.*|( {2})?- (\*\*|[A-Z0-9]).*[.:]", line), line
