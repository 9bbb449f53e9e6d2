"""Fields: what a part of a move or an event can hold, numbered, printed and read."""

from __future__ import annotations

from typing import Annotated, Any, Optional

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.author import SEAT, Among, Number
from ludex.core.language.fields import Maybe, domains_of

from .strategies import domains


@given(domains(), st.data())
def test_values_are_numbered_from_0_without_gaps(domain: Any, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, domain.size - 1))
    assert domain.index(domain.value(index)) == index
    assert len({repr(domain.value(at)) for at in range(min(domain.size, 50))}) == min(domain.size, 50)


@given(domains(), st.data(), st.sampled_from(["", "more to come", "7"]))
def test_a_token_is_read_back_and_leaves_the_rest(domain: Any, data: st.DataObject, rest: str) -> None:
    value = domain.value(data.draw(st.integers(0, domain.size - 1)))
    if value is None:
        return
    assert domain.read(f"{domain.token(value)} {rest}".strip()) == (value, rest)


@given(domains(), st.data())
def test_reading_does_not_mind_case(domain: Any, data: st.DataObject) -> None:
    value = domain.value(data.draw(st.integers(0, domain.size - 1)))
    if value is not None:
        shouted = "".join(sign.upper() if len(sign.upper()) == 1 else sign for sign in domain.token(value))  # ß stays
        assert domain.read(shouted) == (value, "")


def test_of_two_names_the_longer_is_read() -> None:
    cards = Among("Code", "Code Review")
    assert cards.read("code review now") == ("Code Review", "now")
    assert cards.read("code now") == ("Code", "now")
    assert cards.read("Code") == ("Code", "")


@pytest.mark.parametrize("text", ["Codex", "", "Review Code", "Coda"])
def test_a_name_that_is_none_is_refused_with_the_names(text: str) -> None:
    with pytest.raises(ValueError, match="Code, Code Review") as refused:
        Among("Code", "Code Review").read(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("value", ["code", 0, None, "", ["Code"]])
def test_a_value_that_is_no_name_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="is not one of Code, Code Review") as refused:
        Among("Code", "Code Review").index(value)
    assert repr(value) in str(refused.value)


@pytest.mark.parametrize("value", [0, 501, -3, "17", 17.0, True, None])
def test_a_number_out_of_range_or_of_another_type_is_refused_with_the_range(value: Any) -> None:
    with pytest.raises(ValueError, match="is not a whole number from 1 to 500") as refused:
        Number(1, 500).index(value)
    assert repr(value) in str(refused.value)


@pytest.mark.parametrize("text", ["", "x", "bid", "bid x", "17x", "1.5", "offer 17", "bid 0", "bid 501", "9" * 5_000])
def test_a_text_that_is_no_number_of_the_field_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (the domain's plain refusal; Moves makes an UnreadableMove of it)
        Number(1, 500, label="bid").read(text)


def test_numbers_may_be_negative() -> None:
    change = Number(-3, 3, label="change")
    assert change.read("change -2") == (-2, "")
    assert [change.value(at) for at in range(change.size)] == [-3, -2, -1, 0, 1, 2, 3]


def test_a_label_with_signs_is_taken_literally() -> None:
    assert Number(0, 9, label="a.b*").read("a.b* 4") == (4, "")
    with pytest.raises(ValueError):  # noqa: PT011
        Number(0, 9, label="a.b*").read("aXbb 4")


def test_what_a_rule_notes_is_a_place_among_names_or_the_number_itself() -> None:
    assert Among("Code", "Review").noted(1) == "Review"
    assert Number(5, 9).noted(7) == 7
    assert Maybe(Number(5, 9)).noted(-1) is None
    assert Maybe(Among("Code")).noted(0) == "Code"


@pytest.mark.parametrize("number", [-1, 2])
def test_a_noted_number_that_stands_for_no_name_is_refused(number: int) -> None:
    with pytest.raises((ValueError, IndexError)):
        Among("Code", "Review").noted(number)


@pytest.mark.parametrize("number", [4, 10])
def test_a_noted_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="from 5 to 9"):
        Number(5, 9).noted(number)


def test_a_field_that_may_be_left_out_has_one_value_more() -> None:
    maybe = Maybe(Number(3, 50, label="discard"))
    assert maybe.size == 49
    assert (maybe.index(None), maybe.index(3), maybe.value(0), maybe.value(1)) == (0, 1, None, 3)
    assert (maybe.token(None), maybe.token(4)) == ("", "discard 4")
    assert maybe.read("") == (None, "")
    assert maybe.expected().endswith(", or nothing")


class Fields(msgspec.Struct):
    card: Annotated[str, Among("Code")]
    seat: Annotated[int, SEAT]
    modern: Annotated[int | None, Number(1, 2)] = None
    older: Annotated[Optional[int], Number(1, 2)] = None  # noqa: UP045  (both ways of writing it count)


def test_fields_are_found_in_order_with_what_they_hold() -> None:
    found = domains_of(Fields)
    assert list(found) == ["card", "seat", "modern", "older"]
    assert [type(domain) for domain in found.values()] == [Among, Number, Maybe, Maybe]


def test_a_field_without_a_domain_is_refused_by_name() -> None:
    class Bare(msgspec.Struct):
        card: str

    with pytest.raises(TypeError, match=r"'card' of Bare needs Literal\[…\], Annotated"):
        domains_of(Bare)
