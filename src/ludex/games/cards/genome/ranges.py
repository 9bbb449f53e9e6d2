"""Words and numbers of a genome that make sense by themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ludex.games.cards.bytecode.words import CONDITIONS
from ludex.games.cards.components import NUMBER, RANKS
from ludex.games.cards.genome.problems import Problem, Repair, problem
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
_NAME = re.compile(r"[a-z][a-z0-9-]*")


def _quoted(text: str) -> str:
    """A text as JSON has it, shortened."""
    return json.dumps(text if len(text) <= 40 else f"{text[:39]}…", ensure_ascii=False)


def _within(place: str, value: int, low: int, high: int) -> Iterator[Problem]:
    if not low <= value <= high:
        nearest = {place: min(max(value, low), high)}
        yield problem(place, f"{value} is out of range", f"Choose {low} to {high}.", nearest)


def word_problems(genome: Genome) -> Iterator[Problem]:
    """Names, ranks and cards that exist."""
    if genome.format != FORMAT:
        what = f"{genome.format} is another version of the format"
        yield problem("format", what, f"Set it to {FORMAT}.", {"format": FORMAT})
    if not _NAME.fullmatch(genome.name):
        named = {"name": re.sub(r"[^a-z0-9]+", "-", genome.name.lower()).strip("-0123456789") or "game"}
        what = f"{_quoted(genome.name)} is not a name"
        yield problem("name", what, "Use lower-case letters, digits and hyphens.", named)
    ranks = genome.deck.ranks
    if not ranks or len(set(ranks)) != len(ranks) or not set(ranks) <= set(RANKS):
        yield problem(
            "deck.ranks",
            f"{_quoted(ranks)} is not a list of ranks",
            f"List each of {RANKS} at most once, weakest first.",
            {"deck.ranks": "".join(_known_once(ranks)) or RANKS},
        )
    cards = [(f"deck.without[{n}]", card) for n, card in enumerate(genome.deck.without)]
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, TrickPhase) and phase.first_lead:
            cards.append((f"phases[{number}].first_lead", phase.first_lead))
        if isinstance(phase, PlayPhase):
            yield from _play_words(f"phases[{number}]", phase)
    for place, card in cards:
        if card not in NUMBER:
            known = tuple(card for card in genome.deck.without if card in NUMBER)
            repair: Repair = {place: ""} if place.endswith("first_lead") else {"deck.without": known}
            yield problem(place, f"{_quoted(card)} is not a card", "Write rank and suit, as in QS or TH.", repair)
    for place, rank in _ranks(genome):
        if rank not in RANKS or len(rank) != 1:
            another = {place: (genome.deck.ranks or RANKS)[0] if place.startswith("effects") else ""}
            yield problem(place, f"{_quoted(rank)} is not a rank", f"Choose one of {RANKS}.", another)


def _known_once(ranks: str) -> list[str]:
    """The ranks of a text that exist, each once, in their order."""
    return [rank for rank in dict.fromkeys(ranks) if rank in RANKS]


def is_condition(word: str) -> bool:
    """Whether a card can be played for this reason.

    >>> is_condition("same suit"), is_condition("rank 8"), is_condition("rank 1")
    (True, True, False)
    """
    return word in CONDITION_WORDS or (word[:5] == "rank " and len(word) == 6 and word[5] in RANKS)


def _play_words(place: str, phase: PlayPhase) -> Iterator[Problem]:
    for rank in phase.wild:
        if rank not in RANKS or phase.wild.count(rank) > 1:
            yield problem(
                f"{place}.wild",
                f"{_quoted(rank)} is not a rank, or is named twice",
                f"List ranks of {RANKS}, each once.",
                {f"{place}.wild": "".join(_known_once(phase.wild))},
            )
    groups = [tuple(word for word in group if is_condition(word)) for group in phase.allow]
    sound = {f"{place}.allow": tuple(group for group in groups if group) or (("anything",),)}
    if not phase.allow or not all(phase.allow):
        yield problem(f"{place}.allow", "a group has no condition", 'Name one: "anything" allows every card.', sound)
    for word in (word for group in phase.allow for word in group):
        if not is_condition(word):
            known = ", ".join(map(_quoted, CONDITION_WORDS))
            fix = f'Choose {known}, or a rank as in "rank 8".'
            yield problem(f"{place}.allow", f"unknown condition {_quoted(word)}", fix, sound)


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
        first, last = (min(max(number, 2), 6) for number in sorted(genome.seats))
        fix = "Choose a range within 2 to 6, the lower number first."
        yield problem("seats", f"{low} to {high} is not a range of seats", fix, {"seats": (first, last)})
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
        some = {"phases": genome.phases[:8] or (TrickPhase(),)}
        yield problem("phases", f"there are {len(genome.phases)} of them", "List 1 to 8.", some)
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
                some = {f"{place}.directions": phase.directions[:4] or ("left",)}
                yield problem(f"{place}.directions", f"there are {len(phase.directions)} of them", "List 1 to 4.", some)
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
            some: Repair = {"card_scoring.values": values[:20]} if values else {"card_scoring": None}
            yield problem("card_scoring.values", f"there are {len(values)} of them", "List 1 to 20.", some)
    points += [(f"majorities[{n}].points", most.points) for n, most in enumerate(genome.majorities)]
    for place, value in points:
        yield from _within(place, value, -100, 100)
    if genome.chips:
        yield from _within("chips.start", genome.chips.start, 1, 10_000)
        yield from _within("chips.ante", genome.chips.ante, 0, 100)
    for number, effect in enumerate(genome.effects):
        yield from _within(f"effects[{number}].count", effect.count, 1, 10)
