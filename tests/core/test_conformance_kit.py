"""The conformance kit passes sound games, and finds what is wrong with unsound ones."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from ludex.author import Game, Log, Look, Options, Seating, Table, bot, rule
from ludex.core.game.new_table import NewTable
from ludex.core.game.template import template_of
from ludex.core.kit.redeal import unfair_deal
from ludex.core.kit.sources import foreign_source
from ludex.core.language.contract import CLAUSES
from ludex.core.language.rule import OWN_LOOPS, Loop
from ludex.testing import Nonconformance, Report, check_game, check_golden, playthrough

from .faults import FAULTS, loses_money, never_ends, no_laws, opens_with_a_deal, refuses_by_a_secret, sound_play
from .leaks import (
    BIASED,
    EVENT_LEAKS,
    FOREIGN,
    SEALED_LEAKS,
    bids_in_turn,
    guesses_low_bids,
    hand_out,
    hand_out_what_may_be_known,
    hiding_bot,
    tells_in_any_order,
    whole_maths,
)
from .outcry import Outcry
from .sealed import Sealed
from .sealed import waiting as sealed_waiting
from .tiny import Cards, CardsSettings, CardsState, CardsView, variant
from .tiny import hide as sound_hide


def quick(**changed: Any) -> Cards:
    """Return a variant of Cards for faults that show without compiling: the kit is given the interpreted rules for
    both."""
    return variant(compiled=property(lambda game: game.machine.interpreted), **changed)


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


def test_an_opening_that_tells_each_seat_its_own_card_passes() -> None:
    assert check(quick(opening=opens_with_a_deal)).moves == 32


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


@pytest.mark.parametrize("fault", [fault for fault, (_, changed, _) in FAULTS.items() if "why_not" not in changed])
def test_a_leaking_prompt_hides_no_other_fault(fault: str) -> None:
    clause, changed, message = FAULTS[fault]
    with pytest.raises(Nonconformance, match=message) as found:
        check(quick(**(changed | {"why_not": refuses_by_a_secret})))
    assert found.value.clause == clause


def test_a_prompt_that_cannot_be_made_is_a_fault() -> None:
    def fails(view: CardsView, seating: Seating, options: Options) -> str:
        raise KeyError(view.turn)

    with pytest.raises(Nonconformance, match=r"the prompt of seat . fails: KeyError: "):
        check(quick(look=Look(prompt=fails)))


def test_a_fault_can_be_replayed_from_what_the_kit_says() -> None:
    with pytest.raises(Nonconformance) as found:
        check(quick(play=loses_money))
    for part in ("cards", "seats", "settings {'length': 8}", "seed ", "bots [", "after move "):
        assert part in str(found.value)


@rule
def deals_no_money(s: CardsState) -> None:
    return


def test_a_fault_before_the_first_move_does_not_point_to_a_move() -> None:
    with pytest.raises(Nonconformance) as found:
        check(quick(setup=deals_no_money))
    told = str(found.value)
    assert "settings {'length': 8}, seed " in told
    assert ", right after setup, before any move: law broken: money is neither made nor lost" in told
    assert "after move" not in told


def test_a_rule_that_fails_in_setup_is_told_as_such() -> None:
    with pytest.raises(Nonconformance, match=r"seed \w+, bots \[.*\], in setup: IndexError"):
        check(quick(setup=deals_to_a_seat_too_many))


@rule
def deals_to_a_seat_too_many(s: CardsState) -> None:
    s.money[s.seats + 3] = 1


# --- leaks through events


@pytest.mark.parametrize("fault", EVENT_LEAKS)
def test_the_kit_finds_chance_that_is_told(fault: str) -> None:
    with pytest.raises(Nonconformance, match=r"events tell .* what the view does not") as found:
        check(quick(play=EVENT_LEAKS[fault]))
    assert found.value.clause == "play-4"


SEALED_RULES = Sealed.all_rules()


def quick_sealed(**replaced: Any) -> Sealed:
    """Return the game of sealed bids with some rules replaced, interpreted."""
    changed = {
        "all_rules": classmethod(lambda cls: {**SEALED_RULES, **replaced}),
        "compiled": property(lambda game: game.machine.interpreted),
    }
    made: Sealed = type("Sealed", (Sealed,), changed)()
    return made


@pytest.mark.parametrize("fault", SEALED_LEAKS)
@pytest.mark.parametrize("waiting", [sealed_waiting, bids_in_turn], ids=["at once", "in turn"])
def test_the_kit_finds_a_sealed_choice_that_is_told(fault: str, waiting: Any) -> None:
    game = quick_sealed(play=SEALED_LEAKS[fault], waiting=waiting)
    with pytest.raises(Nonconformance, match=r"events tell .* what the view does not.* in place of") as found:
        check_game(game, games=4, thin=1)
    assert found.value.clause == "play-4"


def test_sealed_choices_in_turn_pass_if_they_are_not_told() -> None:
    assert check_game(quick_sealed(waiting=bids_in_turn), games=4, thin=1).games == 4


def test_what_is_told_in_another_order_is_not_a_leak() -> None:
    assert check(quick(play=tells_in_any_order)).games == 4


# --- redeals that are not fair


@pytest.mark.parametrize("fault", BIASED)
def test_the_kit_finds_a_biased_redeal(fault: str) -> None:
    with pytest.raises(Nonconformance, match=r"redeal for seat -?\d is biased") as found:
        check(quick(redeal=BIASED[fault], seats=range(3, 4)))
    assert found.value.clause == "redeal-2"


def test_the_kit_finds_a_redeal_that_never_makes_what_was_chosen() -> None:
    with pytest.raises(Nonconformance, match="tries, and never the true one") as found:
        check_game(quick_sealed(redeal=guesses_low_bids), games=12, thin=1)
    assert found.value.clause == "redeal-2"


@pytest.mark.parametrize("seed", range(4))
def test_a_fair_redeal_passes_whatever_the_chance(seed: int) -> None:
    game = quick(seats=range(3, 4))
    for seat in (-1, 0, 2):
        template = template_of(game, 3, CardsSettings())
        assert unfair_deal(game, template, seat, Random(seed)) == ""


# --- what a rule may not use


@pytest.mark.parametrize("fault", FOREIGN)
def test_the_kit_finds_floats_and_foreign_chance_in_the_source(fault: str) -> None:
    changed, message = FOREIGN[fault]
    with pytest.raises(Nonconformance, match=message) as found:
        check(quick(**changed))
    assert found.value.clause == "worlds-3"


def test_maths_of_whole_numbers_is_not_refused() -> None:
    assert foreign_source({"play": whole_maths}) == ""


# --- chance that is handed out


def test_the_kit_finds_a_rule_that_hides_and_leaves_chance_in_place() -> None:
    with pytest.raises(Nonconformance, match=r"hiding_bot calls hide, .*leaks.py:[0-9]+. hide leaves rng") as found:
        check(quick(bots={"hiding": bot(hiding_bot)}))
    assert found.value.clause == "hide-5"


@pytest.mark.parametrize("game", [quick(), Outcry()], ids=repr)
def test_the_kit_finds_a_loop_that_hides_and_leaves_chance_in_place(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OWN_LOOPS, hand_out, Loop(lambda game, kernel: None, "", True))
    with pytest.raises(Nonconformance, match="hand_out calls hide") as found:
        check_game(game)
    assert found.value.clause == "hide-5"


def test_a_loop_that_uses_see_hands_out_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OWN_LOOPS, hand_out_what_may_be_known, Loop(lambda game, kernel: None, "", True))
    assert check(quick()).moves == 32


def test_what_the_loops_hand_out() -> None:
    """The leak is real: without `see`, the chance of the game arrives at the seat."""
    game = quick()
    states = game.machine.layout.new(2)
    states["seats"], states["rng"] = 2, 7
    for loop, leaks in ((hand_out, True), (hand_out_what_may_be_known, False)):
        game.machine.interpreted.entry(loop)(states[:1], states[1:], 0)
        assert states["rng"][1].any() == leaks


# --- games without end


def test_a_game_without_end_is_found_within_seconds_and_progress_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """In lockstep, this number of moves would take minutes."""
    monkeypatch.setattr("ludex.core.kit.lockstep.NEWS", 0.05)
    told: list[str] = []
    game = quick(play=never_ends, max_moves=3_000, bots={})
    start = process_time()
    with pytest.raises(Nonconformance, match="no end within 3000 moves") as found:
        check_game(game, games=4, settings=[{"length": 8}], progress=told.append)
    assert found.value.clause == "play-2"
    assert process_time() - start < 20
    assert any("moves so far; it must end within 3000" in news for news in told)


def test_a_terminal_is_shown_the_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    check_game(quick(), games=1, settings=[{"length": 3}])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    check_game(quick(), games=1, settings=[{"length": 3}])
    assert capsys.readouterr().err == "cards: game 1 of 1, 3 moves\n"


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
