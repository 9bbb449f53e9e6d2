"""Melds from tables leave what trying out all of them leaves."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.cards.slow_melds import slow_deadwood

from ludex.games.cards.components import ALL_CARDS, NAMES, cards_of, mask_of, names_of
from ludex.games.cards.parts.discarding.melds import deadwood, knocks, points_left


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ("7C 7D 7H KS", 10),
        ("AC 2C 3C QC KC AD", 10 + 10 + 1),
        ("4C 5C 6C 4D 4H 4S", 0),
        ("4C 5C 6C 7C 5D 5H", 5 + 5),
        ("2C 3C 4C 5C 6C 7C", 0),
        ("2C 2D 2H 5C 5D 5H 8C 8D 8H KC KD KH", 2 + 2 + 2),
        ("", 0),
    ],
    ids=["set", "ace-below-2", "four-or-run", "run-or-set", "long-row", "three-melds-at-most", "nothing"],
)
def test_deadwood_is_what_three_melds_leave(cards: str, left: int) -> None:
    assert deadwood(mask_of(cards.split())) == left == slow_deadwood(mask_of(cards.split()))


@pytest.mark.parametrize("pack", ["all", "few ranks", "low", "two suits"])
def test_deadwood_is_that_of_trying_out_all_melds(pack: str) -> None:
    """On hands of all sizes, also of packs in which nearly everything matches."""
    packs = {
        "all": NAMES,
        "few ranks": [card for card in NAMES if card[0] in "A3456"],
        "low": [card for card in NAMES if card[0] in "A2345678"],
        "two suits": [card for card in NAMES if card[1] in "CD"],
    }
    random = Random(pack)
    for number in range(250):
        size = random.choice((3, 7, 10, 10, 11, 11, 13)) if number % 25 else min(18, len(packs[pack]))
        cards = mask_of(random.sample(packs[pack], size))
        assert deadwood(cards) == slow_deadwood(cards), names_of(cards)


def test_knocking_cards_are_those_without_which_little_enough_is_left() -> None:
    random = Random("knocks")
    low = [card for card in NAMES if card[0] in "A234567"]
    for _ in range(60):
        cards = mask_of(random.sample(low, 11))
        by_hand = sum(1 << card for card in cards_of(cards) if slow_deadwood(cards & ~(1 << card)) <= 10)
        assert knocks(cards, 10) == by_hand


def test_all_cards_together_count_340() -> None:
    assert points_left(ALL_CARDS) == 4 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 40)
