"""Arbitrary declarations of fields and moves, for property tests."""

from __future__ import annotations

import string
from typing import Annotated, Any

import msgspec
from hypothesis import strategies as st

from ludex import Move
from ludex.author import Among, Moves, Number
from ludex.core.language.fields import Maybe

WORDS = st.text(string.ascii_letters + string.digits + "äöüéß'-", min_size=1, max_size=6)
LABELS = st.sampled_from(["", "bid", "discard", "to seat", "a.b"])
NAMES = st.lists(WORDS, min_size=1, max_size=6, unique_by=str.casefold)


def amongs() -> st.SearchStrategy[Among]:
    return NAMES.map(lambda names: Among(*names))


@st.composite
def ranges(draw: st.DrawFn) -> Number:
    low = draw(st.integers(-50, 1_000))
    return Number(low, low + draw(st.integers(0, 300)), draw(LABELS))


def certain() -> st.SearchStrategy[Any]:
    """Fields that must be given."""
    return st.one_of(amongs(), ranges())


def domains() -> st.SearchStrategy[Any]:
    return st.one_of(certain(), certain().map(Maybe))


@st.composite
def move_kinds(draw: st.DrawFn, name: str, verb: str) -> type[Move]:
    """Draw a class of moves with up to three fields; the last one may be optional."""
    fields: list[Any] = []
    count = draw(st.integers(0, 3))
    for place in range(count):
        domain = draw(domains() if place == count - 1 else certain())
        inner = domain.inner if isinstance(domain, Maybe) else domain
        base: Any = str if isinstance(inner, Among) else int
        hint = Annotated[base | None, inner] if isinstance(domain, Maybe) else Annotated[base, inner]
        fields.append((f"field_{place}", hint))
    kind: Any = msgspec.defstruct(name, fields, bases=(Move,), namespace={"verb": verb}, frozen=True, tag=True)
    made: type[Move] = kind
    return made


@st.composite
def games_moves(draw: st.DrawFn) -> Moves:
    """Draw all moves of a game: one to four kinds, each with a different verb."""
    verbs = draw(st.lists(WORDS, min_size=1, max_size=4, unique_by=str.casefold))
    return Moves(*(draw(move_kinds(f"Kind{number}", verb)) for number, verb in enumerate(verbs)))


@st.composite
def packed_moves(draw: st.DrawFn, moves: Moves) -> int:
    return draw(st.integers(0, moves.size - 1))
