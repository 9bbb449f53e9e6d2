"""Texts of every kind: orders in every style one after the other, and junk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex import Move, UnreadableMove
from ludex.games.diplomacy.components import MAPS, PLACES
from ludex.games.diplomacy.moves import (
    UNITS,
    Build,
    Convoy,
    Disband,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from ludex.games.diplomacy.notation.lexer import KEYWORDS, Token, tokens_of
from ludex.games.diplomacy.notation.parser import MOST_SHOWN, Reader, read_orders

STYLES: dict[type[Move], tuple[str, ...]] = {
    Hold: ("{unit}", "{unit} h", "{unit} HOLDS"),
    MoveTo: ("{unit} - {to}", "{unit}->{to}", "{unit} to {to}", "{unit} moves to {to}"),
    MoveVia: ("{unit} - {to} VIA", "{unit} via {to}", "{unit} -> {to} by convoy"),
    SupportHold: ("{unit} S {other}", "{unit} supports {other} holds", "{unit} support hold to {other}"),
    SupportMove: (
        "{unit} S {other} - {to}",
        "{unit} supports {other} to {to}",
        "{unit} support move to {to} from {other}",
    ),
    Convoy: ("{unit} C {other} - {to}", "{unit} convoys {other} to {to}", "{unit} convoy to {to} from {other}"),
    Retreat: ("{unit} R {to}", "{unit} retreats to {to}"),
    Disband: ("DESTROY {unit}", "remove {unit}", "{unit} disband", "{unit} d"),
    Build: ("BUILD {unit}", "build {unit}", "{unit} B"),
    Waive: ("WAIVE", "waive build"),
}
MOVEMENT = (Hold, MoveTo, MoveVia, SupportHold, SupportMove, Convoy)
ADJUSTMENT = (Build, Disband, Waive)
PROVINCES = {province.code: province for board in MAPS.values() for province in board.provinces}
KIND_WORDS = {"A": ("A", "a", "army", "Russian army", "The army at"), "F": ("F", "f", "fleet", "ENGLISH F")}


@st.composite
def place_texts(draw: st.DrawFn, place: str) -> str:
    """Draw a place by any of its names."""
    province, coast = PROVINCES[place[:3]], place[4:]
    name = draw(st.sampled_from([province.code, province.code.lower(), province.name, *province.aliases]))
    return name + (draw(st.sampled_from([f"/{coast}", f"({coast.lower()})", f" {coast.lower()}"])) if coast else "")


@st.composite
def written_orders(draw: st.DrawFn, kinds: tuple[type[Move], ...]) -> tuple[Move, str]:
    """Draw an order, and a text for it in any style."""
    kind = draw(st.sampled_from(kinds))
    parts, texts = {}, {}
    for field in kind.__struct_fields__:
        parts[field] = draw(st.sampled_from(PLACES if field == "to" else UNITS))
        texts[field] = draw(place_texts(parts[field].split()[-1]))
        if field != "to":
            texts[field] = f"{draw(st.sampled_from(KIND_WORDS[parts[field][0]]))} {texts[field]}"
    return kind(**parts), draw(st.sampled_from(STYLES[kind])).format(**texts)


def province_of(written: tuple[Move, str]) -> str:
    return getattr(written[0], "unit", "A *")[2:5]


def lists(kinds: tuple[type[Move], ...], most: int) -> st.SearchStrategy[list[tuple[Move, str]]]:
    return st.lists(written_orders(kinds), min_size=1, max_size=most, unique_by=province_of)


def orders_of(text: str) -> list[Move]:
    return [written.order for written in read_orders(text)]


@settings(max_examples=150, deadline=None)
@given(lists((*MOVEMENT, Retreat, *ADJUSTMENT), 12), st.sampled_from(["; ", ", ", "\n", " ;\n "]))
def test_orders_with_separators_are_read_back(written: list[tuple[Move, str]], separator: str) -> None:
    assert orders_of(separator.join(text for _, text in written)) == [order for order, _ in written]


@settings(max_examples=150, deadline=None)
@given(st.one_of(lists(MOVEMENT, 34), lists((Retreat,), 8)))
def test_orders_of_a_phase_without_separators_are_read_back(written: list[tuple[Move, str]]) -> None:
    assert orders_of(" ".join(text for _, text in written)) == [order for order, _ in written]


def every_reading(tokens: tuple[Token, ...], at: int = 0) -> Iterator[list[Move]]:
    """By trying everything."""
    if at == len(tokens):
        yield []
    elif at < len(tokens):
        for order, end in Reader(tokens).order(at):
            for rest in every_reading(tokens, end):
                yield [order, *rest]


def orders_each_unit_once(reading: list[Move]) -> bool:
    named = [order.unit[2:5] for order in reading if hasattr(order, "unit")]
    return len(named) == len(set(named))


ONLY_ORDERS = lists((Hold, *ADJUSTMENT, SupportHold), 5).filter(
    lambda written: not any("Russian" in text or "ENGLISH" in text for _, text in written)
)


@pytest.mark.usefixtures("untraced")
@settings(max_examples=200, deadline=None)
@given(ONLY_ORDERS)
def test_a_text_is_ambiguous_exactly_if_two_readings_order_every_unit_once(written: list[tuple[Move, str]]) -> None:
    text = " ".join(text for _, text in written)
    once = [reading for reading in every_reading(tokens_of(text)) if orders_each_unit_once(reading)]
    assert [order for order, _ in written] in once
    if len(once) == 1:
        assert orders_of(text) == once[0]
        return
    with pytest.raises(UnreadableMove, match="is ambiguous") as refused:
        orders_of(text)
    shown = [f"[{'; '.join(map(str, reading))}]" in str(refused.value) for reading in once]
    assert sum(shown) == min(len(once), MOST_SHOWN)


WORDS = [*KEYWORDS, *PROVINCES, "France", "english", "-", "->", ";", ",", ":", "(", "/", "*", "the", "xyz", "1901", "→"]


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)))
def test_junk_is_read_or_refused_in_a_sentence(text: str) -> None:
    with suppress(UnreadableMove):
        assert orders_of(text)


def test_long_texts_with_many_readings_are_read() -> None:
    assert len(orders_of("A PAR - BUR " * 5_000)) == 5_000
    assert len(orders_of("A LON" + " - NTH" * 5_000 + " - BEL")) == 1
    with pytest.raises(UnreadableMove, match="is ambiguous"):
        orders_of(" ".join(f"A {code} B WAIVE" for code in PROVINCES))
