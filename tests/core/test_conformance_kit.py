"""The conformance kit passes sound games, and finds what is wrong with unsound ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludex.author import Game, Log, Table, rule
from ludex.core.contract import CLAUSES
from ludex.core.game import NewTable
from ludex.testing import Nonconformance, Report, check_game, check_golden, playthrough

from .faults import FAULTS, loses_money, no_laws, sound_play
from .outcry import Outcry
from .sealed import Sealed
from .tiny import Cards, CardsSettings, CardsState, CardsView, variant
from .tiny import hide as sound_hide


def quick(**changed: Any) -> Cards:
    """A variant of Cards for faults that show without compiling: the kit is given the interpreted rules for both."""
    return variant(compiled=property(lambda game: game.interpreted), **changed)


def check(game: Cards, seed: int = 0) -> Report:
    return check_game(game, games=4, thin=1, settings=[{"length": 8}], seed=seed)


# --- sound games


@pytest.mark.parametrize("game", [Cards(), Sealed(), Outcry()], ids=repr)
def test_a_sound_game_passes(game: Game) -> None:
    report = check_game(game, games=6, thin=1)
    assert report.games == 6
    assert report.full_checks == report.moves > 6


def test_the_quick_way_of_these_tests_passes_a_sound_game() -> None:
    assert check(quick()).moves == 32


def test_thinning_checks_less_often_and_progress_is_told() -> None:
    told: list[str] = []
    report = check_game(quick(), games=2, thin=4, settings=[{"length": 20}], progress=told.append)
    assert report.moves == 40
    assert report.full_checks < 20
    assert told == ["cards: game 1 of 2, 20 moves", "cards: game 2 of 2, 20 moves"]


def test_all_settings_take_their_turn() -> None:
    report = check_game(quick(), games=4, settings=[{"length": 3}, {"length": 5}])
    assert report.moves == 3 + 5 + 3 + 5


class OpenSettings(CardsSettings, frozen=True, kw_only=True):
    open: bool = False


@rule
def hides_unless_open(s: CardsState, seat: int) -> None:
    if s.seen[0, 0] == 0:
        sound_hide(s, seat)


def lay_open(self: Cards, s: CardsState, settings: OpenSettings) -> None:
    s.left = settings.length
    s.seen[0, 0] = settings.open


def test_a_game_that_some_setting_lays_open_passes() -> None:
    game = quick(new=NewTable(Table[CardsView], OpenSettings), prepare=lay_open, hide=hides_unless_open)
    assert check_game(game, games=4, thin=1, settings=[{}, {"open": True}]).games == 4


def test_the_kit_does_the_same_again_with_the_same_seed() -> None:
    with pytest.raises(Nonconformance) as one:
        check(quick(play=loses_money), seed=5)
    with pytest.raises(Nonconformance) as two:
        check(quick(play=loses_money), seed=5)
    assert str(one.value) == str(two.value)


# --- games with a fault


@pytest.mark.parametrize("fault", FAULTS)
def test_the_kit_finds(fault: str) -> None:
    clause, changed, message = FAULTS[fault]
    with pytest.raises(Nonconformance, match=message) as found:
        check(quick(**changed))
    assert found.value.clause == clause
    assert CLAUSES.get(clause, "") in str(found.value)


def test_a_fault_can_be_replayed_from_what_the_kit_says() -> None:
    with pytest.raises(Nonconformance) as found:
        check(quick(play=loses_money))
    for part in ("cards", "seats", "settings {'length': 8}", "seed ", "bots [", "after move "):
        assert part in str(found.value)


# --- the two worlds


@rule
def outgrows_its_field(s: CardsState, seat: int, move: int, log: Log) -> None:
    """card is an 8-bit number."""
    sound_play(s, seat, move, log)
    s.card[seat] = s.card[seat] % 6 + 127


@rule
def relies_on_wrapping(s: CardsState, seat: int, move: int, log: Log) -> None:
    """So large a number does not fit 64 bits."""
    sound_play(s, seat, move, log)
    big = s.left + 1
    for _ in range(20):
        big = big * 12_345 + 1
    s.seen[seat, seat] = big % 5


@pytest.mark.parametrize("play", [outgrows_its_field, relies_on_wrapping])
def test_the_kit_finds_numbers_that_are_others_compiled(play: Any) -> None:
    game = variant(play=play, audit=no_laws)
    with pytest.raises(Nonconformance, match=r"card|interpreted and compiled differ in seen"):
        check(game)


# --- whole games as text


def test_a_playthrough_shows_views_options_moves_events_and_the_outcome() -> None:
    text = playthrough(Cards(), 2, seed=1, bots=("careful", "random"), length=4)
    assert text.startswith("# Cards, rules version 1: 2 seats, seed 1, {'length': 4}\n")
    assert text.count("## Move ") == 4
    for part in ("<Options: keep, draw, peek seat 1, stake 1…10>", "> ", "(secret) seat", "Outcome(scores="):
        assert part in text
    assert text == playthrough(Cards(), 2, seed=1, bots=("careful", "random"), length=4)
    assert text != playthrough(Cards(), 2, seed=2, bots=("careful", "random"), length=4)


def test_a_golden_file_is_compared_line_by_line(tmp_path: Path) -> None:
    golden = tmp_path / "golden" / "cards.txt"
    with pytest.raises(Nonconformance, match="there is no golden file"):
        check_golden(golden, "one\ntwo\n")
    check_golden(golden, "one\ntwo\n", update=True)
    check_golden(golden, "one\ntwo\n")
    with pytest.raises(Nonconformance, match=r"cards\.txt line 2 was 'two', is now 'three'"):
        check_golden(golden, "one\nthree\n")
    with pytest.raises(Nonconformance, match="is not as long"):
        check_golden(golden, "one\ntwo\nthree\n")
    with pytest.raises(Nonconformance, match="is not as long"):
        check_golden(golden, "one\n")
    assert golden.read_text() == "one\ntwo\n"
