"""Checks of single words and numbers of a genome."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import msgspec

from ludex.author.advanced import is_plain, made_plain
from ludex.games.cards.components import NUMBER, RANKS
from ludex.games.cards.genome.fields import Count, Part, declared, kind_of
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import FORMAT, Genome
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.turns.genome import Place

PLACE = kind_of(Place)
LONGEST = {"name": 80, "title": 80, "about": 1_000, "simplified": 2_000}
"""The number of characters that the texts of a genome may have."""
_NAME = re.compile(r"[a-z][a-z0-9-]*")


def quoted(text: str) -> str:
    """Return a text as JSON, shortened."""
    return json.dumps(text if len(text) <= 40 else f"{text[:39]}…", ensure_ascii=False)


def out_of_range(place: str, value: int, low: int, high: int) -> Problem:
    """Return the problem of a number that is too high or too low."""
    nearest = {place: min(max(value, low), high)}
    shown = str(value) if abs(value) < 10**20 else "a number of more than 20 digits"
    return problem(place, f"{shown} is out of range", f"Choose {low} to {high}.", nearest)


MOST_ITEMS = 100
"""No list of a genome is longer: its program would not fit."""


def list_problems(genome: Genome) -> Iterator[Problem]:
    """Find lists that are too long for their items to be checked."""
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


def can_be_typed(name: str) -> bool:
    """Return True if a name can be typed."""
    return _NAME.fullmatch(name) is not None and len(name) <= LONGEST["name"]


def name_problems(name: str) -> Iterator[Problem]:
    """Find a name that cannot be typed."""
    if not can_be_typed(name):
        letters = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789")[: LONGEST["name"]].rstrip("-")
        fix = f"Use at most {LONGEST['name']} lower-case letters, digits and hyphens."
        yield problem("name", f"{quoted(name)} is not a name", fix, {"name": letters or "game"})


def text_problems(genome: Genome) -> Iterator[Problem]:
    """Find texts that are too long or would not be shown as they are written, and an empty title."""
    if _is_short_and_simple(genome):
        return
    for place in ("title", "about", "simplified"):
        text, longest = getattr(genome, place), LONGEST[place]
        if len(text) > longest:
            what = f"{len(text):,} characters are too long"
            yield problem(place, what, f"Use at most {longest:,}.", {place: made_plain(text, longest)})
        if not is_plain(text):
            what = "it has control characters, or characters that reverse the direction of text"
            yield problem(place, what, "Leave them out.", {place: made_plain(text, longest)})
    if not any(unicodedata.category(letter)[0] not in "CZ" for letter in genome.title):
        yield problem("title", "the title is empty", "Give the game a title.", {"title": genome.name or "game"})


def _is_short_and_simple(genome: Genome) -> bool:
    """Return True for texts in which nothing has to be looked for, as almost all are. Evolution asks this often."""
    if not genome.title.strip():
        return False
    texts = genome.title + genome.about + genome.simplified
    return texts.isascii() and texts.isprintable() and len(texts) <= min(LONGEST.values())


def word_problems(genome: Genome) -> Iterator[Problem]:
    """Find names, ranks and cards that do not exist."""
    if genome.format != FORMAT:
        what = f"{genome.format} is another version of the format"
        yield problem("format", what, f"Set it to {FORMAT}.", {"format": FORMAT})
    yield from name_problems(genome.name)
    yield from text_problems(genome)
    ranks = genome.deck.ranks
    if not ranks or len(set(ranks)) != len(ranks) or not set(ranks) <= set(RANKS):
        yield problem(
            "deck.ranks",
            f"{quoted(ranks)} is not a list of ranks",
            f"List each of {RANKS} at most once, weakest first.",
            {"deck.ranks": "".join(known_once(ranks)) or RANKS},
        )
    cards = [(f"deck.without[{n}]", card) for n, card in enumerate(genome.deck.without)]
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, TrickPhase) and phase.first_lead:
            cards.append((f"phases[{number}].first_lead", phase.first_lead))
    for place, card in cards:
        if card not in NUMBER:
            known = tuple(card for card in genome.deck.without if card in NUMBER)
            repair: Repair = {place: ""} if place.endswith("first_lead") else {"deck.without": known}
            yield problem(place, f"{quoted(card)} is not a card", "Write rank and suit, as in QS or TH.", repair)
    for place, rank in _ranks(genome):
        if rank not in RANKS or len(rank) != 1:
            another = {place: (genome.deck.ranks or RANKS)[0] if place.startswith("effects") else ""}
            yield problem(place, f"{quoted(rank)} is not a rank", f"Choose one of {RANKS}.", another)


def known_once(ranks: str) -> list[str]:
    """Return the ranks of a text that exist, each once, in their order."""
    return [rank for rank in dict.fromkeys(ranks) if rank in RANKS]


def _ranks(genome: Genome) -> Iterator[tuple[str, str]]:
    yield from ((f"effects[{n}].rank", effect.rank) for n, effect in enumerate(genome.effects))
    if genome.card_scoring:
        yield from (
            (f"card_scoring.values[{n}].rank", value.rank)
            for n, value in enumerate(genome.card_scoring.values)
            if value.rank
        )
    yield from ((f"majorities[{n}].rank", most.rank) for n, most in enumerate(genome.majorities) if most.rank)


def value_problems(genome: Genome) -> Iterator[Problem]:
    """Find names, ranks and cards that do not exist, and numbers that are out of range."""
    yield from word_problems(genome)
    yield from number_problems(genome)


def number_problems(genome: Genome) -> Iterator[Problem]:
    """Yield problems of single numbers: they must fit the bytecode and make sense."""
    low, high = genome.seats
    if not 2 <= low <= high <= 6:
        first, last = (min(max(number, 2), 6) for number in sorted(genome.seats))
        fix = "Choose a range within 2 to 6, the lower number first."
        yield problem("seats", f"{low} to {high} is not a range of seats", fix, {"seats": (first, last)})
    for place, part in parts_of(genome):
        for name, kind in _plan(type(part)).counts:
            if not kind.fits(value := getattr(part, name)):
                yield out_of_range(f"{place}.{name}" if place else name, value, kind.low, kind.high)
    for number, points in enumerate(genome.order_scoring):
        if not PLACE.fits(points):
            yield out_of_range(f"order_scoring[{number}]", points, PLACE.low, PLACE.high)


class _Plan:
    """The numbers of a kind of part that have ranges, and its fields that hold other parts."""

    def __init__(self, part: type[msgspec.Struct]) -> None:
        kinds = {name: getattr(kind, "inner", kind) for name, kind in declared(part).items()}
        self.counts = [(name, kind) for name, kind in kinds.items() if isinstance(kind, Count)]
        fields = msgspec.inspect.type_info(part)
        assert isinstance(fields, msgspec.inspect.StructType)
        self.below = [field.name for field in fields.fields if _has_counts(field.type)]


@cache
def _plan(part: type[msgspec.Struct]) -> _Plan:
    return _Plan(part)


def _has_counts(kind: msgspec.inspect.Type) -> bool:
    """Return True if values of a type are parts with numbers that have ranges, or lists of such parts."""
    if isinstance(kind, msgspec.inspect.VarTupleType):
        return _has_counts(kind.item_type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return any(map(_has_counts, kind.types))
    return isinstance(kind, msgspec.inspect.StructType) and bool(_plan(kind.cls).counts or _plan(kind.cls).below)


def parts_of(part: Part, place: str = "") -> Iterator[tuple[str, Part]]:
    """List every part of a genome that has numbers, with its path; the genome itself first.

    >>> from ludex.games.cards import create_spades_genome
    >>> [place for place, _ in parts_of(create_spades_genome())][:3]
    ['', 'deal', 'phases[0]']
    """
    yield place, part
    for name in _plan(type(part)).below:
        value, path = getattr(part, name), f"{place}.{name}" if place else name
        if type(value) is tuple:
            for number, one in enumerate(value):
                yield from parts_of(one, f"{path}[{number}]")
        elif value is not None:
            yield from parts_of(value, path)
