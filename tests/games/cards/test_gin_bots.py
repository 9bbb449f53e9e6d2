"""Rules by which bots draw, discard and knock at Gin."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from ludex.core.language.interpreted_state import load_twin
from ludex.games.cards.components import NAMES, mask_of, names_of
from ludex.games.cards.melding import ORDER
from ludex.games.cards.parts.discarding.bots import worth_of_discarding
from ludex.games.cards.parts.discarding.outs import live_cards, outs, partners
from ludex.games.cards.parts.drawing.bots import worth_of_drawing
from ludex.games.cards.weights import AT_ONCE, RANGES

from .positions import lay_out


def is_meld(cards: tuple[str, ...]) -> bool:
    ranks = sorted(ORDER.index(card[0]) for card in cards)
    if len({card[0] for card in cards}) == 1:
        return True
    return len({card[1] for card in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + 3))


@pytest.mark.parametrize("seed", range(40))
def test_outs_are_the_cards_that_make_a_meld_with_two_of_a_hand(seed: int) -> None:
    hand = Random(seed).sample(NAMES, 10)
    expected = {
        card for card in NAMES if card not in hand and any(is_meld((card, *two)) for two in combinations(hand, 2))
    }
    assert set(names_of(outs(mask_of(hand)))) - set(hand) == expected


def test_partners_of_a_card_are_those_of_all_melds_of_three_with_it() -> None:
    for number, card in enumerate(NAMES):
        melds = [two for two in combinations(NAMES, 2) if card not in two and is_meld((card, *two))]
        assert set(names_of(partners(number))) == {other for two in melds for other in two}


def best(table: Any, worth: Any, **changed: int) -> str:
    """Return the option that is worth most to a bot that looks only at points, with some weights changed."""
    given = list(({name: AT_ONCE.get(name, 0) for name in RANGES} | changed).values())
    s, moves = load_twin(table.record(0), 0), table.game.moves
    return str(max(table.options(0), key=lambda move: worth(s, 0, moves.pack(move), given)))


OTHER = "AH 3S 4D 6D 6S 8H TH TD QC 3D"


@pytest.mark.parametrize(
    ("pile", "changed", "wanted"),
    [
        ("", {}, "discard KC"),
        ("", {"outs": 400, "outs late": 400}, "discard QS"),
        ("KH KS", {"outs": 400, "outs late": 400}, "discard KC"),
    ],
)
def test_cards_with_live_outs_are_kept_by_those_who_value_them(pile: str, changed: dict[str, int], wanted: str) -> None:
    """The kings are a pair; the queen of spades is alone. Once both other kings are gone, a pair counts no more."""
    table = lay_out("gin-rummy", "KC KD QS 5H 9S 2C 2D 2H 7C 8C 9C", OTHER, pc="discard", pile=pile, top="AS")
    assert best(table, worth_of_discarding, **changed) == wanted


def test_a_card_that_another_seat_wants_is_kept_by_those_who_fear_it() -> None:
    hand = "JC TS 5S 2C 2D 2H 7C 8C 9C 4D 3S"
    other = "JD JH 3C 4H 6D 6S 8H QC 3D TH"
    table = lay_out("gin-rummy", hand, other, pc="discard", top="AS", known=[[], ["JD", "JH"]])
    assert best(table, worth_of_discarding) in {"discard JC", "discard TS"}
    assert best(table, worth_of_discarding, feeds=1000) == "discard TS"


def test_knocking_can_wait_for_fewer_points() -> None:
    table = lay_out("gin-rummy", "KC 2C 2D 2H 7C 8C 9C 4C 4S AH AD", OTHER.replace("AH", "AC"), pc="discard", top="AS")
    assert best(table, worth_of_discarding) == "knock with KC"
    assert best(table, worth_of_discarding, knock=3, **{"knock late": 3}) == "discard KC"


def test_the_card_turned_up_is_taken_if_it_matches_enough() -> None:
    table = lay_out("gin-rummy", "KC 2C 2D 7C 8C 9C 4C 4S AH QD", OTHER.replace("AH", "AC"), pc="draw", top="2H")
    assert best(table, worth_of_drawing) == "take"
    assert best(table, worth_of_drawing, take=5) == "draw"


def test_live_cards_are_neither_in_hand_nor_on_the_pile_nor_known() -> None:
    table = lay_out("gin-rummy", "KC KD", "QS 5H", pc="discard", pile="7C 7D", top="7D", known=[[], ["QS"]])
    live = set(names_of(live_cards(load_twin(table.record(0), 0), 0)))
    assert live == set(NAMES) - {"KC", "KD", "7C", "7D", "QS"}
