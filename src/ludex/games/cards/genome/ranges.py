"""Words and numbers of a genome that make sense by themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ludex.games.cards.bytecode.words import CONDITIONS
from ludex.games.cards.components import NUMBER, RANKS
from ludex.games.cards.genome.problems import Problem
from ludex.games.cards.genome.schema import (
    FORMAT,
    BettingPhase,
    BiddingPhase,
    ClaimPhase,
    ContractScoring,
    DiscardPhase,
    DrawPhase,
    Genome,
    PassPhase,
    PlayPhase,
    TrickPhase,
)

CONDITION_WORDS = CONDITIONS[1:]


def _quoted(text: str) -> str:
    """A text as JSON has it, shortened."""
    return json.dumps(text if len(text) <= 40 else f"{text[:39]}…", ensure_ascii=False)


def _within(place: str, value: int, low: int, high: int) -> Iterator[Problem]:
    if not low <= value <= high:
        yield Problem(place, f"{value} is out of range", f"Choose {low} to {high}.")


def word_problems(genome: Genome) -> Iterator[Problem]:
    """Names, ranks and cards that exist."""
    if genome.format != FORMAT:
        yield Problem("format", f"{genome.format} is another version of the format", f"Set it to {FORMAT}.")
    if not re.fullmatch(r"[a-z][a-z0-9-]*", genome.name):
        yield Problem("name", f"{_quoted(genome.name)} is not a name", "Use lower-case letters, digits and hyphens.")
    ranks = genome.deck.ranks
    if not ranks or len(set(ranks)) != len(ranks) or not set(ranks) <= set(RANKS):
        yield Problem(
            "deck.ranks",
            f"{_quoted(ranks)} is not a list of ranks",
            f"List each of {RANKS} at most once, weakest first.",
        )
    cards = [(f"deck.without[{n}]", card) for n, card in enumerate(genome.deck.without)]
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, TrickPhase) and phase.first_lead:
            cards.append((f"phases[{number}].first_lead", phase.first_lead))
        if isinstance(phase, PlayPhase):
            yield from _play_words(f"phases[{number}]", phase)
    for place, card in cards:
        if card not in NUMBER:
            yield Problem(place, f"{_quoted(card)} is not a card", "Write rank and suit, as in QS or TH.")
    for place, rank in _ranks(genome):
        if rank not in RANKS or len(rank) != 1:
            yield Problem(place, f"{_quoted(rank)} is not a rank", f"Choose one of {RANKS}.")


def _play_words(place: str, phase: PlayPhase) -> Iterator[Problem]:
    for rank in phase.wild:
        if rank not in RANKS or phase.wild.count(rank) > 1:
            yield Problem(
                f"{place}.wild",
                f"{_quoted(rank)} is not a rank, or is named twice",
                f"List ranks of {RANKS}, each once.",
            )
    if not phase.allow or not all(phase.allow):
        yield Problem(f"{place}.allow", "a group has no condition", 'Name one: "anything" allows every card.')
    for word in (word for group in phase.allow for word in group):
        if word not in CONDITION_WORDS and not (word[:5] == "rank " and len(word) == 6 and word[5] in RANKS):
            known = ", ".join(map(_quoted, CONDITION_WORDS))
            yield Problem(
                f"{place}.allow", f"unknown condition {_quoted(word)}", f'Choose {known}, or a rank as in "rank 8".'
            )


def _ranks(genome: Genome) -> Iterator[tuple[str, str]]:
    yield from ((f"effects[{n}].rank", effect.rank) for n, effect in enumerate(genome.effects))
    if genome.card_scoring:
        yield from (
            (f"card_scoring.values[{n}].rank", value.rank)
            for n, value in enumerate(genome.card_scoring.values)
            if value.rank
        )
    yield from ((f"majorities[{n}].rank", most.rank) for n, most in enumerate(genome.majorities) if most.rank)


def number_problems(genome: Genome) -> Iterator[Problem]:
    """Numbers that fit the bytecode and make sense by themselves."""
    low, high = genome.seats
    if not 2 <= low <= high <= 6:
        yield Problem(
            "seats", f"{low} to {high} is not a range of seats", "Choose a range within 2 to 6, the lower number first."
        )
    deal, match = genome.deal, genome.match
    yield from _within("deal.cards", deal.cards, 0, 26)
    yield from _within("deal.change", deal.change, -26, 26)
    yield from _within("deal.table", deal.table, 0, 20)
    yield from _within("deal.few_seats", deal.few_seats, 0, 5)
    yield from _within("deal.few_cards", deal.few_cards, 0, 26)
    yield from _within("match.hands", match.hands, 1, 250)
    yield from _within("match.target", match.target, 0, 30_000)
    yield from _within("match.floor", match.floor, -30_000, 0)
    yield from _within("turn_rounds", genome.turn_rounds, 0, 100)
    yield from _within("turn_limit", genome.turn_limit, 1, 2_000)
    if genome.book:
        yield from _within("book", genome.book, 2, 4)
    yield from _within("sweep_points", genome.sweep_points, -100, 100)
    if not 1 <= len(genome.phases) <= 8:
        yield Problem("phases", f"there are {len(genome.phases)} of them", "List 1 to 8.")
    for number, phase in enumerate(genome.phases):
        yield from _phase_numbers(f"phases[{number}]", phase)
    yield from _scoring_numbers(genome)


def _phase_numbers(place: str, phase: object) -> Iterator[Problem]:
    match phase:
        case BiddingPhase():
            yield from _within(f"{place}.min_bid", phase.min_bid, 0, 13)
            yield from _within(f"{place}.max_bid", phase.max_bid, max(phase.min_bid, 0), 26)
        case PassPhase():
            yield from _within(f"{place}.cards", phase.cards, 1, 6)
            if not 1 <= len(phase.directions) <= 4:
                yield Problem(f"{place}.directions", f"there are {len(phase.directions)} of them", "List 1 to 4.")
        case TrickPhase():
            yield from _within(f"{place}.tricks", phase.tricks, 0, 52)
        case BettingPhase():
            yield from _within(f"{place}.bet", phase.bet, 1, 100)
            yield from _within(f"{place}.raises", phase.raises, 0, 20)
        case DrawPhase():
            yield from _within(f"{place}.count", phase.count, 1, 20)
            yield from _within(f"{place}.limit", phase.limit, 1, 100)
        case DiscardPhase():
            yield from _within(f"{place}.count", phase.count, 1, 10)
            yield from _within(f"{place}.knock", phase.knock, -1, 100)
            yield from _within(f"{place}.knock_bonus", phase.knock_bonus, 0, 255)
        case ClaimPhase():
            yield from _within(f"{place}.cards", phase.cards, 1, 4)


def _scoring_numbers(genome: Genome) -> Iterator[Problem]:
    if genome.contract_scoring:
        for name in ContractScoring.__struct_fields__:
            wide = name in ("nil_bonus", "nil_penalty", "bag_penalty")
            value = getattr(genome.contract_scoring, name)
            yield from _within(f"contract_scoring.{name}", value, 0, 65_535 if wide else 255)
    yield from _within("contract_variant.exact_bonus", genome.contract_variant.exact_bonus, 0, 255)
    points = [(f"order_scoring[{n}]", value) for n, value in enumerate(genome.order_scoring)]
    if genome.trick_scoring:
        yield from _within("trick_scoring.book", genome.trick_scoring.book, 0, 52)
        points.append(("trick_scoring.points", genome.trick_scoring.points))
        for n, level in enumerate(genome.trick_scoring.levels):
            yield from _within(f"trick_scoring.levels[{n}].tricks", level.tricks, 1, 52)
            points.append((f"trick_scoring.levels[{n}].points", level.points))
    if genome.card_scoring:
        values = genome.card_scoring.values
        points += [(f"card_scoring.values[{n}].points", value.points) for n, value in enumerate(values)]
        if not 1 <= len(values) <= 20:
            yield Problem("card_scoring.values", f"there are {len(values)} of them", "List 1 to 20.")
    points += [(f"majorities[{n}].points", most.points) for n, most in enumerate(genome.majorities)]
    for place, value in points:
        yield from _within(place, value, -100, 100)
    if genome.chips:
        yield from _within("chips.start", genome.chips.start, 1, 10_000)
        yield from _within("chips.ante", genome.chips.ante, 0, 100)
    for number, effect in enumerate(genome.effects):
        yield from _within(f"effects[{number}].count", effect.count, 1, 10)
