"""Rules by which bots take turns: shed the cards that count most, keep wild cards, lie only if they must."""

from __future__ import annotations

from typing import Any

from ludex.author import below, field_of, is_a, pick_move, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.moves import Ask, Skip
from ludex.games.cards.parts.asking.genome import ASK
from ludex.games.cards.parts.claiming.bots import worth_of_claiming
from ludex.games.cards.parts.claiming.genome import CLAIM
from ludex.games.cards.parts.discarding.bots import worth_of_discarding
from ludex.games.cards.parts.discarding.genome import DISCARD
from ludex.games.cards.parts.drawing.bots import worth_of_drawing
from ludex.games.cards.parts.drawing.genome import DRAW
from ludex.games.cards.parts.playing.bots import worth_of_playing
from ludex.games.cards.state import State


@rule
def choose_step(s: State, seat: int, options: Any, count: int, dice: Any, weights: Any) -> int:
    """The move of the highest worth; among equals the first. Now and then a claim is doubted for no
    reason, and a bot that knows of nothing to ask for asks for anything."""
    chosen, most = int(options[0, 0]), -1_000_000
    for row in range(count):
        for move in range(options[row, 0], options[row, 1] + 1):
            value = worth(s, seat, move, weights)
            if value > most:
                chosen, most = move, value
    doubts = s.code[s.pc] == CLAIM and s.claimer and below(dice, 8) == 0
    asks_blindly = s.code[s.pc] == ASK and most == 0
    if doubts or asks_blindly:
        return pick_move(dice, options, count)
    return int(chosen)


@rule
def worth(s: State, seat: int, move: int, weights: Any) -> int:
    """Estimate how good a move of a turn is."""
    kind = s.code[s.pc]
    if kind == DRAW:
        return worth_of_drawing(s, seat, move, weights)
    if kind == DISCARD:
        return worth_of_discarding(s, seat, move, weights)
    if kind == CLAIM:
        return worth_of_claiming(s, seat, move)
    if kind == ASK:
        if not is_a(move, Ask):
            return 0
        other, rank = field_of(move, Ask, 0), field_of(move, Ask, 1)
        return size(s.known[other] & RANK_MASK[rank])
    if is_a(move, Skip):
        return -1_000
    return worth_of_playing(s, seat, move)
