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
    AskPhase,
    BettingPhase,
    BiddingPhase,
    CardPoints,
    Chips,
    ClaimPhase,
    ContractScoring,
    ContractVariant,
    Deal,
    DiscardPhase,
    DrawPhase,
    Effect,
    Genome,
    Level,
    Majority,
    Match,
    Part,
    PassPhase,
    PlayPhase,
    TrickPhase,
    TrickScoring,
)

CONDITION_WORDS = CONDITIONS[1:]
_NAME = re.compile(r"[a-z][a-z0-9-]*")


def _quoted(text: str) -> str:
    """A text as JSON has it, shortened."""
    return json.dumps(text if len(text) <= 40 else f"{text[:39]}…", ensure_ascii=False)


def out_of_range(place: str, value: int, low: int, high: int) -> Problem:
    """The problem of a number that is too high or too low."""
    nearest = {place: min(max(value, low), high)}
    shown = str(value) if abs(value) < 10**20 else "a number of so many digits"
    return problem(place, f"{shown} is out of range", f"Choose {low} to {high}.", nearest)


MOST_ITEMS = 100
"""No list of a genome is longer: its program would not fit."""


def list_problems(genome: Genome) -> Iterator[Problem]:
    """Lists that are far too long to look at their items."""
    lists: dict[str, tuple[object, ...]] = {
        "phases": genome.phases,
        "teams": genome.teams,
        "deck.without": genome.deck.without,
        "effects": genome.effects,
        "majorities": genome.majorities,
        "order_scoring": genome.order_scoring,
    }
    if genome.trick_scoring:
        lists["trick_scoring.levels"] = genome.trick_scoring.levels
    if genome.card_scoring:
        lists["card_scoring.values"] = genome.card_scoring.values
    for place, items in lists.items():
        if len(items) > MOST_ITEMS:
            yield _too_long(place, items)
    for number, phase in enumerate(genome.phases[:MOST_ITEMS]):
        if isinstance(phase, PlayPhase) and sum(map(len, phase.allow)) + len(phase.allow) > MOST_ITEMS:
            few = tuple(group[:4] for group in phase.allow[:4])
            yield _too_long(f"phases[{number}].allow", phase.allow, few)


def _too_long(place: str, items: tuple[object, ...], few: tuple[object, ...] = ()) -> Problem:
    what = f"there are more than {MOST_ITEMS} of them"
    return problem(place, what, f"List at most {MOST_ITEMS}.", {place: few or items[:MOST_ITEMS]})


def name_problems(name: str) -> Iterator[Problem]:
    """A name that can be typed."""
    if not _NAME.fullmatch(name):
        named = {"name": re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789") or "game"}
        yield problem("name", f"{_quoted(name)} is not a name", "Use lower-case letters, digits and hyphens.", named)


def word_problems(genome: Genome) -> Iterator[Problem]:
    """Names, ranks and cards that exist."""
    if genome.format != FORMAT:
        what = f"{genome.format} is another version of the format"
        yield problem("format", what, f"Set it to {FORMAT}.", {"format": FORMAT})
    yield from name_problems(genome.name)
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


RANGES: dict[type[Part], tuple[tuple[str, int, int], ...]] = {
    Deal: (
        ("cards", 0, 26),
        ("change", -26, 26),
        ("table", 0, 20),
        ("few_seats", 0, 5),
        ("few_cards", 0, 26),
    ),
    Match: (("hands", 1, 250), ("target", 0, 30_000), ("floor", -30_000, 0)),
    BiddingPhase: (("min_bid", 0, 13), ("max_bid", 0, 26)),
    PassPhase: (("cards", 1, 6),),
    TrickPhase: (("tricks", 0, 52),),
    BettingPhase: (("bet", 1, 100), ("raises", 0, 20)),
    DrawPhase: (("count", 1, 20), ("limit", 1, 100)),
    PlayPhase: (),
    DiscardPhase: (("count", 1, 10), ("knock", -1, 100), ("knock_bonus", 0, 255)),
    ClaimPhase: (("cards", 1, 4),),
    AskPhase: (),
    ContractScoring: (
        *((name, 0, 255) for name in ("points_per_trick_bid", "overtrick_points", "failed_contract_penalty")),
        *((name, 0, 65_535) for name in ("nil_bonus", "nil_penalty", "bag_penalty")),
        ("bag_limit", 0, 255),
    ),
    ContractVariant: (("exact_bonus", 0, 255),),
    TrickScoring: (("points", -100, 100), ("book", 0, 52)),
    Level: (("tricks", 1, 52), ("points", -100, 100)),
    CardPoints: (("points", -100, 100),),
    Majority: (("points", -100, 100),),
    Chips: (("start", 1, 10_000), ("ante", 0, 100)),
    Effect: (("count", 1, 10),),
    Genome: (("turn_rounds", 0, 100), ("turn_limit", 1, 2_000), ("sweep_points", -100, 100)),
}
"""The lowest and the highest value of every number that has a range of its own."""


def number_problems(genome: Genome) -> Iterator[Problem]:
    """Numbers that fit the bytecode and make sense by themselves."""
    low, high = genome.seats
    if not 2 <= low <= high <= 6:
        first, last = (min(max(number, 2), 6) for number in sorted(genome.seats))
        fix = "Choose a range within 2 to 6, the lower number first."
        yield problem("seats", f"{low} to {high} is not a range of seats", fix, {"seats": (first, last)})
    for place, part in _parts(genome):
        for name, lowest, highest in RANGES[type(part)]:
            if not lowest <= (value := getattr(part, name)) <= highest:
                yield out_of_range(f"{place}.{name}" if place else name, value, lowest, highest)
    if genome.book and not 2 <= genome.book <= 4:
        yield out_of_range("book", genome.book, 2, 4)
    for number, points in enumerate(genome.order_scoring):
        if not -100 <= points <= 100:
            yield out_of_range(f"order_scoring[{number}]", points, -100, 100)
    yield from _list_sizes(genome)


def _parts(genome: Genome) -> Iterator[tuple[str, Part]]:
    """Every part of a genome that has numbers, with its path."""
    yield "", genome
    yield "deal", genome.deal
    yield "match", genome.match
    for number, phase in enumerate(genome.phases):
        yield f"phases[{number}]", phase
    if genome.contract_scoring:
        yield "contract_scoring", genome.contract_scoring
        yield "contract_variant", genome.contract_variant
    elif genome.contract_variant.exact_bonus:
        yield "contract_variant", genome.contract_variant
    if genome.trick_scoring:
        yield "trick_scoring", genome.trick_scoring
        yield from ((f"trick_scoring.levels[{n}]", level) for n, level in enumerate(genome.trick_scoring.levels))
    if genome.card_scoring:
        yield from ((f"card_scoring.values[{n}]", value) for n, value in enumerate(genome.card_scoring.values))
    yield from ((f"majorities[{n}]", most) for n, most in enumerate(genome.majorities))
    if genome.chips:
        yield "chips", genome.chips
    yield from ((f"effects[{n}]", effect) for n, effect in enumerate(genome.effects))


def _list_sizes(genome: Genome) -> Iterator[Problem]:
    """Lists that are neither empty nor too long, and a highest bid that is not below the lowest."""
    if not 1 <= len(genome.phases) <= 8:
        some: Repair = {"phases": genome.phases[:8] or (TrickPhase(),)}
        yield problem("phases", f"there are {len(genome.phases)} of them", "List 1 to 8.", some)
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, BiddingPhase) and phase.max_bid < phase.min_bid:
            yield out_of_range(f"phases[{number}].max_bid", phase.max_bid, phase.min_bid, 26)
        if isinstance(phase, PassPhase) and not 1 <= len(phase.directions) <= 4:
            some = {f"phases[{number}].directions": phase.directions[:4] or ("left",)}
            what = f"there are {len(phase.directions)} of them"
            yield problem(f"phases[{number}].directions", what, "List 1 to 4.", some)
    if genome.card_scoring and not 1 <= len(genome.card_scoring.values) <= 20:
        values = genome.card_scoring.values
        some = {"card_scoring.values": values[:20]} if values else {"card_scoring": None}
        yield problem("card_scoring.values", f"there are {len(values)} of them", "List 1 to 20.", some)
