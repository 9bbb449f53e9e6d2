"""From genome to bytecode."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args

from ludex.games.cards.bytecode.binary import Line, write
from ludex.games.cards.bytecode.blocks import HEADER, NAMED, NONE, SIZE, VERSION, BadBytecode, block_size
from ludex.games.cards.bytecode.words import (
    BAGS,
    BREAKING,
    CARD_SUITS,
    CONDITIONS,
    DIRECTIONS,
    DISCARD_FLAGS,
    EFFECTS,
    HAND_ENDS,
    RANK_CONDITION,
    RANKINGS,
    SKIPS,
    SOURCES,
    TOS,
    TRICK_FLAGS,
    TRUMPS,
    VARIANT_FLAGS,
    WHENS,
)
from ludex.games.cards.components import ALL_CARDS, NUMBER, RANKS, mask_of
from ludex.games.cards.genome.schema import (
    AskPhase,
    BettingPhase,
    BiddingPhase,
    Chips,
    ClaimPhase,
    ContractScoring,
    ContractVariant,
    Deck,
    DiscardPhase,
    DrawPhase,
    Genome,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
)

_END = write([Line("end", {})])
_START = block_size(HEADER)
_SIZES = {kind: block_size(NAMED[str(kind.__struct_config__.tag)]) for kind in get_args(Phase)}


def encode(genome: Genome) -> bytes:
    """The bytes of a genome that is already known to be valid."""
    phases = [write([_phase(genome, phase)]) for phase in genome.phases]
    scoring = write(_scoring(genome))
    effects = write(_effects(genome))
    before = 0
    for phase, code in zip(genome.phases, phases, strict=True):
        if isinstance(phase, BiddingPhase):
            break
        before += len(code)
    played = b"".join(phases)
    places = {
        "bidding_at": _START + before if before < len(played) else 0,
        "scoring_at": _START + len(played) + 1,
        "effects_at": _START + len(played) + len(scoring) + 2,
        "length": _START + len(played) + len(scoring) + len(effects) + 3,
    }
    if places["length"] > SIZE:
        raise BadBytecode(f"the program takes {places['length']} bytes, at most {SIZE} fit")
    header = write([Line("header", {**_header(genome), **places})])
    return b"".join((header, played, _END, scoring, _END, effects, _END))


def length(genome: Genome) -> int:
    """How many bytes a genome takes: more than a program may have, perhaps.

    >>> from ludex.games.cards import create_spades_genome
    >>> length(create_spades_genome())
    83
    """
    size = _START + 3 + sum(_SIZES[type(phase)] for phase in genome.phases)
    for phase in genome.phases:
        if isinstance(phase, PlayPhase):
            size += sum(map(len, phase.allow)) + len(phase.allow) - 1
    size += 4 * len(genome.effects) + 3 * (genome.deal.few_seats > 0)
    size += 4 * (genome.contract_variant != ContractVariant())
    if genome.trick_scoring:
        size += 4 + 2 * len(genome.trick_scoring.levels)
    if genome.card_scoring:
        size += 3 + 3 * len(genome.card_scoring.values)
    size += 2 + len(genome.order_scoring) if genome.order_scoring else 0
    size += 2 + 3 * len(genome.majorities) if genome.majorities else 0
    return size + 2 * (genome.sweep_points != 0)


def _effects(genome: Genome) -> list[Line]:
    """Effects, and behind them the deal for few seats."""
    lines = [
        Line("effect", {"rank": RANKS.index(e.rank), "does": EFFECTS.index(e.does), "count": e.count})
        for e in genome.effects
    ]
    if genome.deal.few_seats:
        lines.append(Line("few", {"seats": genome.deal.few_seats, "cards": genome.deal.few_cards}))
    return lines


def _header(genome: Genome) -> dict[str, int]:
    chips = genome.chips or Chips(0, 0)
    return {
        "version": VERSION,
        "seats_low": genome.seats[0],
        "seats_high": genome.seats[1],
        **_sides(genome.teams),
        **_deck(genome.deck),
        "cards": genome.deal.cards,
        "change": genome.deal.change,
        "table": genome.deal.table,
        "starter": int(genome.deal.starter),
        "again": int(genome.deal.again),
        "trump": TRUMPS.index(genome.trump),
        "bowers": int(genome.bowers),
        "hands": genome.match.hands,
        "target": genome.match.target,
        "floor": genome.match.floor,
        "low_wins": int(genome.match.low_wins),
        "knockout": int(genome.knockout),
        "hand_ends": HAND_ENDS.index(genome.hand_ends),
        "turn_rounds": genome.turn_rounds,
        "turn_limit": genome.turn_limit,
        "book": genome.book,
        "ranking": RANKINGS.index(genome.ranking),
        "chips": chips.start,
        "ante": chips.ante,
    }


@lru_cache(maxsize=256)
def _sides(teams: tuple[tuple[int, ...], ...]) -> dict[str, int]:
    side = {seat: number for number, team in enumerate(teams) for seat in team}
    return {"sides": len(teams), **{f"side_{seat}": side.get(seat, seat) for seat in range(6)}}


@lru_cache(maxsize=4096)
def _deck(deck: Deck) -> dict[str, int]:
    """The strength of every rank, and the cards as a set."""
    cards = deck_mask(deck)
    return {
        **{f"strength_{rank}": deck.ranks.find(rank) + 1 for rank in RANKS},
        **{f"deck_{place}": cards >> 8 * place & 255 for place in range(7)},
    }


def deck_mask(deck: Deck) -> int:
    """The cards that are played with, as a set."""
    used = mask_of(rank + suit for rank in deck.ranks for suit in "CDHS")
    return used & ~mask_of(deck.without) & ALL_CARDS


def _flags(part: Any, names: tuple[str, ...]) -> int:
    return sum(int(getattr(part, name)) << place for place, name in enumerate(names))


def _phase(genome: Genome, phase: Phase) -> Line:
    match phase:
        case BiddingPhase():
            scoring = genome.contract_scoring or ContractScoring()
            values = {name: getattr(scoring, name) for name in ContractScoring.__struct_fields__}
            bids = {"min_bid": phase.min_bid, "max_bid": phase.max_bid, "flags": int(phase.allow_nil)}
            return Line("bidding", {**bids, **values, "reserved": 0})
        case PassPhase():
            ways = [DIRECTIONS.index(way) for way in phase.directions]
            padded = {f"d{place}": ways[place] if place < len(ways) else 0 for place in range(4)}
            return Line("pass", {"cards": phase.cards, "directions": len(ways), **padded})
        case TrickPhase():
            lead = NUMBER[phase.first_lead] if phase.first_lead else NONE
            breaking = BREAKING.index(phase.breaking)
            flags = _flags(phase, TRICK_FLAGS)
            return Line("trick", {"flags": flags, "breaking": breaking, "first_lead": lead, "tricks": phase.tricks})
        case BettingPhase():
            return Line("betting", {"bet": phase.bet, "raises": phase.raises})
        case DrawPhase():
            source, when = SOURCES.index(phase.source), WHENS.index(phase.when)
            rest = {"count": phase.count, "limit": phase.limit, "reshuffle": int(phase.reshuffle)}
            return Line("draw", {"source": source, "when": when, **rest})
        case PlayPhase():
            wild = sum(1 << RANKS.index(rank) for rank in phase.wild)
            to, skip = TOS.index(phase.to), SKIPS.index(phase.skip)
            return Line(
                "play",
                {"to": to, "skip": skip, "sets": int(phase.sets), "wild": wild},
                tuple((condition,) for condition in _conditions(phase)),
            )
        case DiscardPhase():
            knock = NONE if phase.knock < 0 else phase.knock
            flags = _flags(phase, DISCARD_FLAGS)
            rest = {"knock": knock, "knock_bonus": phase.knock_bonus}
            return Line("discard", {"count": phase.count, "flags": flags, **rest})
        case ClaimPhase():
            return Line("claim", {"cards": phase.cards})
        case AskPhase():
            return Line("ask", {})


def _conditions(phase: PlayPhase) -> list[int]:
    """Groups of conditions in a row, with `or` between them."""
    numbers: list[int] = []
    for place, group in enumerate(phase.allow):
        numbers += [0] * (place > 0)
        numbers += [
            RANK_CONDITION + RANKS.index(word[5:]) if word.startswith("rank ") else CONDITIONS.index(word)
            for word in group
        ]
    return numbers


def _rank(rank: str) -> int:
    return RANKS.index(rank) if rank else NONE


def _suit(suit: str) -> int:
    return CARD_SUITS.index(suit) if suit else NONE


def _scoring(genome: Genome) -> list[Line]:
    lines = []
    if genome.contract_variant != ContractVariant():
        variant = genome.contract_variant
        values = {"bags": BAGS.index(variant.bags), "exact_bonus": variant.exact_bonus}
        nil = (variant.nil_tricks == "bags") << len(VARIANT_FLAGS)
        lines.append(Line("variant", {**values, "flags": _flags(variant, VARIANT_FLAGS) | nil}))
    if genome.trick_scoring:
        tricks = genome.trick_scoring
        levels = tuple((level.tricks, level.points) for level in tricks.levels)
        lines.append(Line("trick_scoring", {"points": tricks.points, "book": tricks.book}, levels))
    if genome.card_scoring:
        cards = genome.card_scoring
        flags = (cards.source == "hand") | (cards.to == "winner") << 1 | cards.moon << 2
        worth = tuple((_rank(value.rank), _suit(value.suit), value.points) for value in cards.values)
        lines.append(Line("card_scoring", {"flags": flags}, worth))
    if genome.order_scoring:
        lines.append(Line("order_scoring", {}, tuple((points,) for points in genome.order_scoring)))
    if genome.majorities:
        most = tuple((_rank(most.rank), _suit(most.suit), most.points) for most in genome.majorities)
        lines.append(Line("majorities", {}, most))
    if genome.sweep_points:
        lines.append(Line("sweep", {"points": genome.sweep_points}))
    return lines
