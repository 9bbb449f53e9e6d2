"""Text for terminals of any width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludex.core.show.layout import columns_of, flowed, grid, labelled, listed, wrapped

WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=12), min_size=1, max_size=30)
WIDTHS = st.integers(40, 130)


@given(WORDS, WIDTHS)
def test_wrapped_text_fits_and_loses_no_word(words: list[str], width: int) -> None:
    lines = wrapped(" ".join(words), width, hang=2)
    assert max(map(len, lines)) <= width
    assert " ".join(lines).split() == words


@given(WORDS, WIDTHS)
def test_lists_are_broken_between_things_and_not_inside(words: list[str], width: int) -> None:
    things = [f"{word} of {word}"[:25].strip() for word in words]
    for lines in (listed("Label", things, width), flowed("Label", things, width)):
        assert max(map(len, lines)) <= width
        for thing in things:
            assert any(thing in line for line in lines)


@given(WORDS, WIDTHS)
def test_a_label_keeps_its_column(words: list[str], width: int) -> None:
    first, *others = labelled("Label", " ".join(words), width)
    assert first.startswith("Label     ")
    assert all(line.startswith(" " * 10) for line in others)


def test_numbers_stand_to_the_right_under_their_heading() -> None:
    assert grid(["who", "bid", "x"], [["Ann", 5, ""], ["Bob", "Nil", ""]], 40) == ["who  bid", "Ann    5", "Bob  Nil"]


def test_a_last_column_without_room_goes_below_its_row() -> None:
    wide = grid(["who", "points", "owns"], [["A" * 30, 3, "one two three four"]], 80)
    narrow = grid(["who", "points", "owns"], [["A" * 30, 3, "one two three four"]], 48)
    assert wide[1].endswith("3  one two three four")
    assert narrow == [f"{'who':30}  points", f"{'A' * 30}       3", "      one two three four"]


def test_names_that_take_two_columns_a_sign_keep_the_columns_straight() -> None:
    lines = grid(["who", "n"], [["安安", 1], ["Ann", 2]], 40)
    assert {columns_of(line) for line in lines} == {7}
