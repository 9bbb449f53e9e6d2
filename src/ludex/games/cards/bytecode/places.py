"""Where the rules find things in the bytecode, and what the numbers there mean.

Places in the header are counted from the first byte of the program, places in a block from the block's first byte, and
places in an item of a block from the item's first byte.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.bytecode import words
from ludex.games.cards.bytecode.blocks import (
    BETTING,
    BIDDING,
    BLOCKS,
    CARD_SCORING,
    CLAIM,
    DISCARD,
    DRAW,
    EFFECT,
    FEW,
    HEADER,
    MAJORITIES,
    ORDER_SCORING,
    PASS,
    PLAY,
    SWEEP,
    TRICK,
    TRICK_SCORING,
    VARIANT,
    Block,
    block_size,
    count_place,
    place_of,
)


def _places(block: Block, names: str) -> Iterator[int]:
    return (place_of(block, name) for name in names.split())


def _flags(count: int) -> Iterator[int]:
    return (1 << place for place in range(count))


# The header

SIDES, SIDE, STRENGTH, DECK = _places(HEADER, "sides side_0 strength_2 deck_0")
CARDS_DEALT, CHANGE, TABLE_CARDS, STARTER, AGAIN = _places(HEADER, "cards change table starter again")
TRUMP, BOWERS, HANDS, TARGET, FLOOR = _places(HEADER, "trump bowers hands target floor")
LOW_WINS, KNOCKOUT, HAND_ENDS, TURN_ROUNDS = _places(HEADER, "low_wins knockout hand_ends turn_rounds")
TURN_LIMIT, BOOK, RANKING, CHIPS, ANTE = _places(HEADER, "turn_limit book ranking chips ante")
BIDDING_AT, SCORING_AT, EFFECTS_AT = _places(HEADER, "bidding_at scoring_at effects_at")
FIRST_PHASE = block_size(HEADER)

ROTATING, RANDOM, TURNED = (words.TRUMPS.index(word) for word in ("rotating", "random", "turned"))
"""Values of `trump` beyond no trump and the four suits."""
PHASES_DONE, FIRST_OUT, ONE_LEFT, ALL_OUT = range(len(words.HAND_ENDS))
"""Values of `hand_ends`."""
BY_POKER, BY_HIGH_CARD, BY_POINTS, BY_BLACKJACK = range(1, len(words.RANKINGS))
"""Values of `ranking`; 0 is none."""

# Phases of the whole table

MIN_BID, MAX_BID, BID_FLAGS = _places(BLOCKS[BIDDING], "min_bid max_bid flags")
ALLOW_NIL = 1
PER_TRICK, OVERTRICK, FAILED = _places(BLOCKS[BIDDING], "points_per_trick_bid overtrick_points failed_contract_penalty")
NIL_BONUS, NIL_PENALTY = _places(BLOCKS[BIDDING], "nil_bonus nil_penalty")
BAG_LIMIT, BAG_PENALTY = _places(BLOCKS[BIDDING], "bag_limit bag_penalty")

PASS_CARDS, PASS_WAYS, PASS_FIRST = _places(BLOCKS[PASS], "cards directions d0")
HOLD, LEFT, RIGHT, ACROSS = range(len(words.DIRECTIONS))

TRICK_FLAGS, BREAKING, FIRST_LEAD, TRICKS = _places(BLOCKS[TRICK], "flags breaking first_lead tricks")
FOLLOW, MUST_TRUMP, LOW_CARD_WINS, UNBREAKABLE, CLEAN_START, BLIND, BY_RANK, TAKE = _flags(len(words.TRICK_FLAGS))
BREAK_TRUMP = words.BREAKING.index("trump")

BET, RAISES = _places(BLOCKS[BETTING], "bet raises")

# Steps of a turn

SOURCE, WHEN, DRAW_COUNT, LIMIT, RESHUFFLE = _places(BLOCKS[DRAW], "source when count limit reshuffle")
FROM_STOCK, FROM_PILE, FROM_EITHER, FROM_NEIGHBOUR = range(len(words.SOURCES))
DRAW_ALWAYS, DRAW_IF_STUCK, DRAW_AT_WILL = range(len(words.WHENS))

TO, MAY_SKIP, SETS, WILD = _places(BLOCKS[PLAY], "to skip sets wild")
CONDITION_COUNT = count_place(BLOCKS[PLAY])
FIRST_CONDITION = CONDITION_COUNT + 1
ONTO_PILE, ONTO_TABLE, CAPTURE = range(len(words.TOS))
SKIP_IF_STUCK, SKIP_AT_WILL = range(len(words.SKIPS))
OR, SAME_SUIT, SAME_RANK, SAME_COLOUR, BEATS_TOP, ADJACENT, ANYTHING = range(len(words.CONDITIONS))
RANK_IS = words.RANK_CONDITION

DISCARD_COUNT, DISCARD_FLAGS, KNOCK_LIMIT, KNOCK_BONUS = _places(BLOCKS[DISCARD], "count flags knock knock_bonus")
OPTIONAL, FACE_DOWN, REFILL = _flags(len(words.DISCARD_FLAGS))

MOST_CLAIMED = place_of(BLOCKS[CLAIM], "cards")

# Scoring

VARIANT_BAGS, VARIANT_FLAGS, EXACT_BONUS = _places(BLOCKS[VARIANT], "bags flags exact_bonus")
CARRY_BAGS, RESET_BAGS, SCORE_BAGS, ONCE_BAGS = range(len(words.BAGS))
EXACT, HOOK, PARTNERS, NIL_TRICKS_ARE_BAGS = _flags(len(words.VARIANT_FLAGS) + 1)

TRICK_POINTS, TRICK_BOOK = _places(BLOCKS[TRICK_SCORING], "points book")
LEVEL_COUNT = count_place(BLOCKS[TRICK_SCORING])
FIRST_LEVEL = LEVEL_COUNT + 1
LEVEL_TRICKS, LEVEL_POINTS, LEVEL_SIZE = 0, 1, 2

CARD_FLAGS = place_of(BLOCKS[CARD_SCORING], "flags")
FROM_HAND, TO_WINNER, MOON = _flags(3)
VALUE_COUNT = count_place(BLOCKS[CARD_SCORING])
FIRST_VALUE = VALUE_COUNT + 1
VALUE_RANK, VALUE_SUIT, VALUE_POINTS, VALUE_SIZE = 0, 1, 2, 3

PLACE_COUNT = count_place(BLOCKS[ORDER_SCORING])
FIRST_PLACE = PLACE_COUNT + 1

MAJORITY_COUNT = count_place(BLOCKS[MAJORITIES])
FIRST_MAJORITY = MAJORITY_COUNT + 1

SWEEP_POINTS = place_of(BLOCKS[SWEEP], "points")

# Effects, and the deal for few seats

EFFECT_RANK, EFFECT_DOES, EFFECT_COUNT = _places(BLOCKS[EFFECT], "rank does count")
EFFECT_SIZE = block_size(BLOCKS[EFFECT])
EFFECT_SKIP, EFFECT_REVERSE, EFFECT_DRAW, EFFECT_AGAIN = range(len(words.EFFECTS))

FEW_SEATS, FEW_CARDS = _places(BLOCKS[FEW], "seats cards")
