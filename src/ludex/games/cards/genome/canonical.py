"""The canonical form: one genome for all that describe the same rules, without what can never matter."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from ludex.games.cards.bytecode.encoding import encode
from ludex.games.cards.bytecode.words import CARD_SUITS, CONDITIONS, EFFECTS
from ludex.games.cards.components import RANKS, SUITS
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.schema import (
    TURN_PHASES,
    BiddingPhase,
    CardPoints,
    ContractScoring,
    ContractVariant,
    Deal,
    DiscardPhase,
    DrawPhase,
    Genome,
    Level,
    Majority,
    Match,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
)
from ludex.games.cards.genome.scoring import has_winners
from ludex.games.cards.genome.termination import can_lose, most_in_a_match

replace = msgspec.structs.replace
COMPARED = {"same suit", "same rank", "same colour", "beats top"}
"""Conditions that hold for every card while the pile has no top."""


def canonical(genome: Genome) -> Genome:
    """The same game in the one form that all genomes of its rules share.

    Numbers that nothing depends on are as usual, rules that can never apply are gone, and what has no order is sorted.
    Names and sentences about the game stay. The genome must be one without problems.

    By the same seed the same match is played, with one exception: where the cards that are dealt by number are the
    whole deck, other players get them.

    >>> from ludex.games.cards import LIBRARY
    >>> hearts = LIBRARY["hearts"]()
    >>> other = msgspec.structs.replace(hearts, turn_limit=99, contract_variant=hearts.contract_variant)
    >>> canonical(other) == canonical(hearts)
    True
    """
    phases = tuple(phase for phase in map(_Phases(genome).plain, genome.phases) if phase)
    plain = replace(
        genome,
        phases=phases,
        teams=tuple(sorted(genome.teams)),
        deal=_deal(genome),
        trump=_trump(genome),
        effects=_effects(genome),
        turn_limit=_turn_limit(genome),
    )
    plain = _contracts(plain) if plain.contract_scoring else plain
    plain = _points(plain)
    return replace(plain, match=_match(plain))


def rules_digest(genome: Genome) -> str:
    """Sixteen hexadecimal digits that identify a game by its rules, whatever it is called.

    >>> from ludex.games.cards import create_spades_genome
    >>> spades = create_spades_genome()
    >>> rules_digest(spades) == rules_digest(msgspec.structs.replace(spades, name="my-game", title="My Game"))
    True
    """
    return hashlib.sha256(encode(canonical(genome))).hexdigest()[:16]


def _deal(genome: Genome) -> Deal:
    deal, (low, high) = genome.deal, genome.seats
    if genome.match.hands == 1:
        deal = replace(deal, change=0)
    if deal.few_seats and deal.few_cards == deal.cards:
        deal = replace(deal, few_seats=0, few_cards=0)
    everything = low == high and deal == Deal(deal.cards) and deal.cards * high == genome.deck.size
    return Deal() if everything and genome.trump != "turned" and not genome.knockout else deal


def _trump(genome: Genome) -> Any:
    """No trumps where nothing depends on them and nothing is turned up or drawn by lot for them."""
    matters = genome.bowers or any(isinstance(phase, TrickPhase) for phase in genome.phases)
    scores = genome.card_scoring and genome.card_scoring.suits_trump
    return genome.trump if matters or scores or genome.trump in ("random", "turned") else "none"


def _effects(genome: Genome) -> tuple[Any, ...]:
    counted = [
        replace(effect, count=1) if effect.does in ("reverse", "again") else effect
        for effect in genome.effects
        if effect.rank in genome.deck.ranks
    ]
    return tuple(sorted(counted, key=lambda effect: (RANKS.index(effect.rank), EFFECTS.index(effect.does))))


def _turn_limit(genome: Genome) -> int:
    """The usual limit where no hand can reach either."""
    limit, usual = genome.turn_limit, 200
    tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
    if tricks:
        most = 2_000 if tricks.take else hand_sizes(genome)[1]
    elif any(isinstance(phase, TURN_PHASES) for phase in genome.phases):
        most = genome.turn_rounds * genome.seats[1] or 2_000
    else:
        most = 0
    return usual if min(limit, usual) >= most else limit


def _match(genome: Genome) -> Match:
    """Without a target or a floor that cannot end it."""
    match = genome.match
    several = match.hands > 1
    target = match.target if several and match.target <= most_in_a_match(genome) else 0
    floor = match.floor if several and can_lose(genome) else 0
    return replace(match, target=target, floor=floor)


class _Phases:
    """Makes the phases of a genome plain."""

    def __init__(self, genome: Genome) -> None:
        self.genome = genome
        self.most_cards = hand_sizes(genome)[1]

    def plain(self, phase: Phase) -> Phase | None:
        match phase:
            case BiddingPhase():
                return replace(phase, max_bid=max(min(phase.max_bid, self.most_cards), phase.min_bid))
            case PassPhase():
                return self._passing(phase)
            case TrickPhase():
                return self._tricks(phase)
            case DrawPhase():
                return self._drawing(phase)
            case PlayPhase():
                return self._playing(phase)
            case DiscardPhase() if phase.knock < 0:
                return replace(phase, knock_bonus=25)
            case _:
                return phase

    def _passing(self, phase: PassPhase) -> PassPhase | None:
        ways = phase.directions[: self.genome.match.hands]
        for period in range(1, len(ways)):
            if len(ways) % period == 0 and ways == ways[:period] * (len(ways) // period):
                ways = ways[:period]
                break
        return None if set(ways) == {"hold"} else replace(phase, directions=ways)

    def _tricks(self, phase: TrickPhase) -> TrickPhase:
        breaking = "trump" if phase.breaking == self.genome.trump != "none" else phase.breaking
        return replace(phase, breaking=breaking, tricks=phase.tricks if phase.tricks < self.most_cards else 0)

    def _drawing(self, phase: DrawPhase) -> DrawPhase:
        others = any(effect.does == "draw" for effect in self.genome.effects) or any(
            isinstance(other, DiscardPhase) and other.refill for other in self.genome.phases
        )
        reshuffle = phase.reshuffle and (others or phase.source in ("stock", "either"))
        return replace(phase, reshuffle=reshuffle, limit=phase.limit if phase.when == "optional" else 21)

    def _playing(self, phase: PlayPhase) -> PlayPhase:
        if phase.sets:
            return replace(phase, allow=(("anything",),), skip="stuck")
        ranks = self.genome.deck.ranks
        wild = "".join(rank for rank in RANKS if rank in phase.wild and rank in ranks)
        return replace(phase, wild=wild, allow=plain_conditions(phase.allow, ranks, self._has_top(phase)))

    def _has_top(self, phase: PlayPhase) -> bool:
        """Whether the pile can ever have a top."""
        discards = any(isinstance(other, DiscardPhase) and not other.face_down for other in self.genome.phases)
        return phase.to == "pile" or self.genome.deal.starter or discards


def plain_conditions(
    allow: Iterable[tuple[str, ...]], ranks: str = RANKS, has_top: bool = True
) -> tuple[tuple[str, ...], ...]:
    """Groups of conditions without those that never hold, say nothing, or ask for more than another group does.

    >>> plain_conditions((("same suit", "anything"), ("same suit", "same rank"), ("rank 7", "rank 8")))
    (('same suit',),)
    """
    groups: set[frozenset[str]] = set()
    for group in allow:
        words = {"anything" if word in COMPARED and not has_top else word for word in group} - {"anything"}
        named = [word[5:] for word in words if word.startswith("rank ")]
        if len(named) < 2 and all(rank in ranks for rank in named):
            groups.add(frozenset(words))
    needed = [group for group in groups if not any(other < group for other in groups)]
    if not needed:
        return tuple(sorted(tuple(sorted(set(group), key=_condition_number)) for group in allow))[:1]
    sorted_groups = [tuple(sorted(group, key=_condition_number)) or ("anything",) for group in needed]
    return tuple(sorted(sorted_groups, key=lambda group: [_condition_number(word) for word in group]))


def _condition_number(word: str) -> int:
    return CONDITIONS.index(word) if word in CONDITIONS else len(CONDITIONS) + RANKS.index(word[5:])


def _contracts(genome: Genome) -> Genome:
    """Contracts without the numbers that nothing depends on."""
    scoring, variant, usual = genome.contract_scoring, genome.contract_variant, ContractScoring()
    assert scoring is not None
    nil = any(isinstance(phase, BiddingPhase) and phase.allow_nil for phase in genome.phases)
    if not nil:
        scoring = replace(scoring, nil_bonus=usual.nil_bonus, nil_penalty=usual.nil_penalty)
        variant = replace(variant, nil_tricks="help")
    if not variant.exact:
        variant = replace(variant, exact_bonus=0)
    if variant.exact and variant.nil_tricks == "help":
        scoring = replace(scoring, overtrick_points=usual.overtrick_points, bag_limit=0)
    if scoring.bag_limit == 0 or scoring.bag_penalty == 0:
        scoring = replace(scoring, bag_limit=0, bag_penalty=usual.bag_penalty)
        variant = replace(variant, bags=ContractVariant().bags)
    return replace(genome, contract_scoring=scoring, contract_variant=variant)


def _points(genome: Genome) -> Genome:
    """Points without what is worth nothing, unless nothing else would be left to score."""
    for part, worth in (
        ("trick_scoring", _trick_scoring(genome)),
        ("card_scoring", _card_scoring(genome)),
        ("order_scoring", _order_scoring(genome)),
        ("majorities", _majorities(genome)),
        ("sweep_points", _sweep_points(genome)),
    ):
        plain = replace(genome, **{part: worth})
        if worth or has_winners(plain):
            genome = plain
    return genome


def _trick_scoring(genome: Genome) -> Any:
    scoring = genome.trick_scoring
    if not scoring:
        return None
    tricks = next(phase for phase in genome.phases if isinstance(phase, TrickPhase))
    most = 52 if tricks.take else hand_sizes(genome)[1]
    first: dict[int, Level] = {}
    for level in scoring.levels:
        if level.tricks <= most:
            first.setdefault(level.tricks, level)
    levels = tuple(first[tricks] for tricks in sorted(first))
    counts = scoring.points != 0 and scoring.book < most
    points, book = (scoring.points, scoring.book) if counts else (0, 0)
    return replace(scoring, points=points, book=book, levels=levels) if points or levels else None


def _card_scoring(genome: Genome) -> Any:
    scoring = genome.card_scoring
    if not scoring:
        return None
    clean = any(isinstance(phase, TrickPhase) and phase.clean_start for phase in genome.phases)
    fixed = genome.trump if genome.trump in SUITS and not genome.bowers else "trump"
    values = [
        replace(value, suit=fixed if value.suit == "trump" else value.suit)
        for value in scoring.values
        if not value.rank or value.rank in genome.deck.ranks
    ]
    merged = _merged(values, keep_zero=clean or scoring.moon)
    if not merged and clean:
        return scoring
    return replace(scoring, values=merged) if merged else None


def _merged(values: Iterable[Any], keep_zero: bool = False) -> tuple[Any, ...]:
    """Values or majorities of the same cards as one, without those that are worth nothing, in order."""
    total: dict[tuple[str, str], Any] = {}
    rest: list[Any] = []
    for value in values:
        key = value.rank, value.suit
        before = total.get(key)
        points = value.points + (before.points if before else 0)
        if before and abs(points) > 100:
            rest.append(value)
        else:
            total[key] = replace(value, points=points)
    kept = [value for value in (*total.values(), *rest) if value.points or keep_zero]
    return tuple(sorted(kept, key=_value_order))


def _value_order(value: CardPoints | Majority) -> tuple[int, int, int]:
    rank = RANKS.index(value.rank) if value.rank else -1
    return rank, CARD_SUITS.index(value.suit) if value.suit else -1, value.points


def _order_scoring(genome: Genome) -> tuple[int, ...]:
    points = list(genome.order_scoring[: genome.seats[1]])
    while points and not points[-1]:
        points.pop()
    return tuple(points)


def _majorities(genome: Genome) -> tuple[Majority, ...]:
    return _merged(most for most in genome.majorities if not most.rank or most.rank in genome.deck.ranks)


def _sweep_points(genome: Genome) -> int:
    captures = any(isinstance(phase, PlayPhase) and phase.to == "capture" for phase in genome.phases)
    return genome.sweep_points if captures else 0
