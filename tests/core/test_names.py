"""Names that people give show as they are written."""

from __future__ import annotations

import pytest

import ludex
from ludex import BadSetting
from ludex.core.language.names import is_plain
from ludex.games.cards import LIBRARY, edited, problems, repaired

ODD = [chr(0x202E), chr(0x2066), chr(0x200F), chr(0x61C), chr(0), chr(10), chr(27), chr(0x85), chr(0x2028), chr(0xD800)]


@pytest.mark.parametrize("odd", ODD[:-1], ids=ascii)
@pytest.mark.parametrize("place", ["title", "about", "simplified"])
def test_no_text_of_a_genome_has_characters_that_control_or_turn_it(odd: str, place: str) -> None:
    genome = edited(LIBRARY["spades"](), {place: f"Spades{odd}evil"})
    assert [problem.place for problem in problems(genome)] == [place]
    mended = repaired(genome)
    assert mended is not None
    assert getattr(mended, place) == "Spadesevil"


@pytest.mark.parametrize(("place", "most"), [("title", 80), ("about", 1000), ("simplified", 2000)])
def test_texts_of_a_genome_have_a_longest_length(place: str, most: int) -> None:
    assert not problems(edited(LIBRARY["spades"](), {place: "x" * most}))
    assert "too long" in str(problems(edited(LIBRARY["spades"](), {place: "x" * (most + 1)}))[0])


def test_the_name_of_a_genome_has_a_longest_length() -> None:
    assert not problems(edited(LIBRARY["spades"](), {"name": "x" * 80}))
    long = edited(LIBRARY["spades"](), {"name": "x" * 81})
    assert problems(long)[0].place == "name"
    mended = repaired(long)
    assert mended is not None
    assert mended.name == "x" * 80


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_no_players_name_has_them_either(odd: str) -> None:
    assert not is_plain(odd)
    with pytest.raises(BadSetting):
        ludex.game("automation").new(2, seed=1, players=["Ann", f"B{odd}"])


def test_letters_of_every_script_are_fine() -> None:
    for name in ("Zoë", "Ωmega", "محمد", "שרה", "かな", "Ann 🎲", "می‌خواهم"):
        assert is_plain(name)
