"""Conclusions from claims and bids about hidden cards, in the worlds that a search looks into."""

from __future__ import annotations

from typing import Any

from tests.games.cards.positions import genome, lay_out, play

import ludex
from ludex.core.kit.foresight import enter_likelihood, enter_suppose
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.interpreted_state import load_twin
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.parts.claiming.rules import due_rank

WORLDS = 40


def worlds(table: Any, seat: int) -> list[Any]:
    """Worlds as the seat supposes them."""
    found = []
    for number in range(WORLDS):
        states = table.record(seat).copy()
        table.game.machine.interpreted.entry(enter_suppose)(states, 0, seat, new_dice(secret_seed(number)))
        assert table.game.machine.interpreted.audit(states, 0) == 0
        found.append(load_twin(states, 0))
    return found


def after_a_claim(cards: int) -> Any:
    """Cheat, where seat 0 has claimed some cards and seat 1 is asked whether it believes that."""
    game = ludex.game("cheat")
    game.machine.kernel = game.machine.interpreted
    table = game.new(4, seed=6)
    for _ in range(cards):
        table.play(0, next(move for move in table.options(0) if str(move).startswith("claim")))
    if 0 in table.waiting:
        table.play(0, "pass")
    assert table.waiting == (1,)
    return table


def honest(world: Any) -> bool:
    return not int(world.claim_cards) & ~int(RANK_MASK[due_rank(world)])


def test_claims_of_two_cards_are_mostly_believed_and_one_card_by_the_odds() -> None:
    two = sum(honest(world) for world in worlds(after_a_claim(2), 1))
    one = sum(honest(world) for world in worlds(after_a_claim(1), 1))
    assert two > 0.75 * WORLDS
    assert 0.15 * WORLDS < one < 0.85 * WORLDS


def test_a_claim_that_cannot_be_true_is_never_thought_true() -> None:
    table = after_a_claim(4)
    own = [load_twin(table.record(seat), 0) for seat in (1, 2, 3)]
    holders = [seat for seat, s in enumerate(own, 1) if int(s.hand[seat]) & int(RANK_MASK[due_rank(s)])]
    assert holders, "somebody else has a card of the rank that is claimed four times"
    assert not any(honest(world) for world in worlds(table, holders[0]))


def test_a_claim_is_not_thought_true_with_cards_of_a_book() -> None:
    """In a game with claims and books: two aces lie in a book, so seat 0 cannot have laid three."""
    rules = genome("cheat", seats=(4, 4), book=2)
    table = lay_out(rules, "4C 5C 6C", "4D 5D 6D", "9H TH", "9D TD", won=[[], [], ["AC", "AD"], []])
    play(table, "claim 4C, claim 5C, claim 6C")
    assert not any(honest(world) for world in worlds(table, 1))


def test_hands_that_fit_the_bids_are_likelier() -> None:
    game = ludex.game("partnership-spades")
    game.machine.kernel = game.machine.interpreted
    table = game.new(4, seed=6)
    for seat in (0, 1):
        table.play(table.waiting[0], "bid 0" if seat == 0 else "bid 5")
    found = []
    for number in range(WORLDS):
        states = table.record(2).copy()
        table.game.machine.interpreted.entry(enter_suppose)(states, 0, 2, new_dice(secret_seed(number)))
        spades = bin(int(load_twin(states, 0).hand[0]) >> 39 & 0x1FFF).count("1")
        found.append((table.game.machine.interpreted.entry(enter_likelihood)(states, 0, 2, states), spades))
    likely = [spades for likelihood, spades in found if likelihood >= 500]
    unlikely = [spades for likelihood, spades in found if likelihood < 500]
    assert all(0 <= likelihood <= 1000 for likelihood, _ in found)
    assert sum(likely) / len(likely) < sum(unlikely) / len(unlikely)


def test_hands_that_fit_the_bids_of_an_auction_are_likelier() -> None:
    game = ludex.game("bridge")
    game.machine.kernel = game.machine.interpreted
    table = game.new(4, seed=6)
    table.play(3, "bid 1 spades")
    found = []
    for number in range(WORLDS):
        states = table.record(0).copy()
        table.game.machine.interpreted.entry(enter_suppose)(states, 0, 0, new_dice(secret_seed(number)))
        spades = (int(load_twin(states, 0).hand[3]) >> 39 & 0x1FFF).bit_count()
        found.append((table.game.machine.interpreted.entry(enter_likelihood)(states, 0, 0, states), spades))
    assert all(0 <= likelihood <= 1000 for likelihood, _ in found)
    likely = sorted(found)[WORLDS // 2 :]
    unlikely = sorted(found)[: WORLDS // 2]
    assert sum(spades for _, spades in likely) > sum(spades for _, spades in unlikely) + WORLDS // 4
