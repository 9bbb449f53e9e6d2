"""Reviews: chances by what a seat knew, blunders that are found, reasons in words, and nothing before the end."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from benchmarks.review.blunders import measure_planted
from benchmarks.review.games import SYSTEMS, plant, play, play_varied

import ludex
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.errors import BadHistory, BadSetting
from ludex.core.play.table import Table
from ludex.players.review import Curve, Moment, NotOver, Point, Review, ReviewSettings, review
from ludex.players.review.curves import Scale, balanced, points_of
from ludex.players.review.decisions import decisions_of
from ludex.players.review.moments import in_one_go, turns
from ludex.players.review.playing import Budget, Playing, Trial
from ludex.players.review.report import report

FEW = ReviewSettings(playouts=6000)


@pytest.fixture(scope="module")
def planted() -> tuple[Table[Any], int]:
    """A game of Automation with one blunder in a won position."""
    return next(filter(None, (plant("automation", seed, 4_000) for seed in range(20))))


@pytest.fixture(scope="module")
def reviewed(planted: tuple[Table[Any], int]) -> Review:
    """The review of that game."""
    return review(planted[0].history, ReviewSettings(playouts=80_000))


def moment_at(found: Review, number: int) -> Moment | None:
    """Return the moment at a move."""
    return next((moment for moment in found.moments if moment.number == number), None)


def test_a_planted_blunder_is_found_with_a_better_move(planted: tuple[Table[Any], int], reviewed: Review) -> None:
    table, number = planted
    moment = moment_at(reviewed, number)
    assert moment is not None, reviewed.moments
    assert moment.kind == "blunder"
    assert moment.sure == "clear"
    assert moment.better is not None
    assert moment.better.chance > moment.played.chance + 0.1
    assert moment.seat == table.played.step(number)[0]


def test_the_position_before_a_moment_is_one_in_which_the_better_move_is_legal(
    planted: tuple[Table[Any], int], reviewed: Review
) -> None:
    for moment in reviewed.moments:
        then = planted[0].branch(moment.before)
        assert moment.better is None or then.check(moment.seat, moment.better.move) is None
        assert then.check(moment.seat, moment.played.move) is None


def test_every_seat_has_a_curve_that_ends_with_the_outcome(reviewed: Review) -> None:
    assert [curve.seat for curve in reviewed.curves] == [0, 1]
    for curve in reviewed.curves:
        numbers = [point.number for point in curve.points]
        assert numbers == sorted(set(numbers))
        assert all(0 <= point.chance <= 1 for point in curve.points)
        assert curve.points[-1].number == reviewed.moves + 1
        won = curve.seat in reviewed.outcome.winners
        assert curve.points[-1].chance == (1 / len(reviewed.outcome.winners) if won else 0)


def test_the_reasons_name_what_differs_and_no_share_of_a_handful_of_playouts(reviewed: Review) -> None:
    told = [why for moment in reviewed.moments if moment.better for why in moment.why]
    assert any("instead of" in why for why in told)
    few = review(play_varied("automation", 3).history, ReviewSettings(playouts=600))
    assert not any("in 100" in why for moment in few.moments if moment.better for why in moment.why)


def test_a_review_survives_json(reviewed: Review) -> None:
    assert Review.from_json(reviewed.to_json()) == reviewed


def test_the_same_playouts_give_the_same_review_on_any_number_of_cores() -> None:
    history = play_varied("automation", 1).history
    first, second = (review(history, ReviewSettings(playouts=8000, cores=cores)) for cores in (1, 2))
    assert first == second


def test_a_game_that_is_not_over_is_refused() -> None:
    table = ludex.game("automation").new(2, seed=1)
    table.play(0, "end phase")
    with pytest.raises(NotOver, match="not over"):
        review(table.history)


def test_a_branch_of_a_running_game_is_refused_even_after_its_end() -> None:
    running = ludex.game("automation").new(2, seed=1)
    branch = running.branch()
    while branch.waiting:
        branch.play(branch.waiting[0], branch.options(branch.waiting[0])[0])
    with pytest.raises(NotOver, match="same past"):
        review(branch.history)


def test_a_changed_history_is_refused() -> None:
    history = play_varied("automation", 1).history
    text = history.to_json().replace('"end phase"', '"buy Bug"', 1)
    with pytest.raises(BadHistory, match="tampered"):
        review(ludex.History.from_json(text))


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"playouts": -1}, {"cores": 0}, {"seconds": float("nan")}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetting, match="review of"):
        review(play_varied("automation", 1).history, ReviewSettings(**wrong))


@pytest.mark.parametrize("name", ["partnership-spades", "modern-art", "hearts"])
def test_a_point_depends_on_nothing_that_its_seat_did_not_know(name: str) -> None:
    """The hidden cards are dealt again in the true state: decisions, and so all playouts, stay the same."""
    game = ludex.game(name)
    table = play(name, 5, [0.0] * 4, Random(1)) if name in SYSTEMS else _random_game(name)
    for decision in Random(2).sample(decisions_of(table), 6):
        states = table.engine.record_in_full(decision.number - 1)
        game.machine.kernel.hide(states, 0, decision.seat)
        game.machine.kernel.redeal(states, 0, decision.seat, new_dice(secret_seed(decision.number)))
        game.machine.kernel.hide(states, 0, decision.seat)
        states["rng"] = 0
        assert states.tobytes() == decision.memory


def _random_game(name: str) -> Table[Any]:
    table: Table[Any] = ludex.game(name).new(4, seed=1)
    dice = Random(1)
    while table.waiting:
        seat = table.waiting[0]
        options = table.options(seat)
        table.play(seat, options[dice.randrange(len(options))])
    return table


def test_moves_of_a_trial_are_played_in_the_same_worlds() -> None:
    table = play_varied("automation", 2)
    decision = next(one for one in decisions_of(table) if one.is_choice)
    playing = Playing(table.game, FEW, Budget(FEW))
    twice = Trial(decision, (decision.move, decision.move))
    playing.play(twice, 50)
    assert np.array_equal(twice.outcomes[:, 0], twice.outcomes[:, 1])
    apart = Trial(decision, (decision.move,), stage=1)
    playing.play(apart, 50)
    assert not np.array_equal(apart.outcomes[:, 0], twice.outcomes[:, 0]), "different stages have different worlds"


def test_a_trial_continues_with_new_worlds() -> None:
    table = play_varied("automation", 2)
    decision = decisions_of(table)[0]
    playing = Playing(table.game, FEW, Budget(FEW))
    once, parts = Trial(decision, (decision.move,)), Trial(decision, (decision.move,))
    playing.play(once, 30)
    for worlds in (10, 20):
        playing.play(parts, worlds)
    assert np.array_equal(once.outcomes, parts.outcomes)


def test_chances_of_few_playouts_are_drawn_to_equal_ones() -> None:
    scale = Scale(0.25)
    assert 0.25 < scale.chance(1.0, 2) < scale.chance(1.0, 200) < 1
    assert scale.chance(0.25, 50) == pytest.approx(0.25)


def test_seats_that_all_seem_to_lose_are_told_that_one_of_them_must_win() -> None:
    decisions = decisions_of(play_varied("automation", 1))
    trials = [Trial(one, (one.move,)) for one in decisions[:40]]
    for trial in trials:
        trial.outcomes = np.full((50, 1, 5), 0.1)
    scale = balanced(Scale(0.5), trials, 40)
    assert Scale(0.5).chance(0.1, 50) < 0.2
    assert 0.4 < scale.chance(0.1, 50) < 0.5
    for trial in trials:
        trial.outcomes = np.full((50, 1, 5), float(trial.decision.seat))
    assert balanced(Scale(0.5), trials, 40).shift == pytest.approx(0, abs=0.5), "one wins, the other loses"


def test_points_are_spread_over_the_game_of_every_seat() -> None:
    table = play_varied("partnership-spades", 1)
    points = points_of(decisions_of(table), 4, 5, seed=0)
    for seat in range(4):
        own = sorted(point.number for point in points if point.seat == seat)
        assert len(own) == 5
        assert own[0] <= 4
        assert own[-1] > len(table.played) - 9


def test_turns_are_large_and_do_not_overlap() -> None:
    def curve(seat: int, *chances: float) -> Curve:
        return Curve(seat, tuple(Point(1 + 10 * at, chance, 0.01) for at, chance in enumerate(chances)))

    found = turns([curve(0, 0.5, 0.9, 0.91, 0.6), curve(1, 0.5, 0.1, 0.1, 0.4)], set())
    assert [(seat, before.number) for seat, before, _ in found] == [(0, 1), (0, 21)]
    assert not turns([curve(0, 0.5, 0.55)], set())
    assert not turns([Curve(0, (Point(1, 0.2, 0.2), Point(9, 0.6, 0.2)))], set()), "a doubtful turn is none"


def test_moves_of_one_turn_are_in_one_go_and_those_after_an_answer_are_not() -> None:
    decisions = decisions_of(play_varied("automation", 1))
    first = decisions[0]
    same = [one for one in decisions[:20] if one.seat == first.seat]
    answer = next(one.number for one in decisions if one.seat != first.seat)
    assert in_one_go(decisions, first, next(one for one in same if one.number > 1))
    later = next(one for one in decisions if one.seat == first.seat and one.number > answer)
    assert not in_one_go(decisions, first, later)


def test_a_report_is_one_page_that_loads_nothing(reviewed: Review) -> None:
    page = report(reviewed)
    assert page.startswith("<!doctype html>")
    assert page.count("<polyline") == 2
    assert "http" not in page
    assert "seat 0 chose" not in page, "players have names"


def test_names_of_players_are_escaped_in_a_report() -> None:
    table = ludex.game("automation").new(2, seed=1, players=["<b>Ann</b>", "Bob"])
    while table.waiting:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    assert "<b>Ann" not in report(review(table.history, ReviewSettings(playouts=600)))


def hits(name: str, wanted: int, playouts: int, effort: int) -> tuple[int, list[int]]:
    """Return how many planted blunders were found among the worst moments, and the seeds of those that were missed."""
    found, seed = 0, 1000
    missed: list[int] = []
    while found + len(missed) < wanted:
        seed += 1
        made = plant(name, seed, effort)
        if made is not None:
            moment = moment_at(review(made[0].history, ReviewSettings(playouts=playouts, cores=2)), made[1])
            if moment is not None and moment.better is not None:
                found += 1
            else:
                missed.append(seed)
    return found, missed


@pytest.mark.parametrize(("name", "wanted"), [("automation", 3), ("partnership-spades", 1)])
def test_planted_blunders_are_found(name: str, wanted: int) -> None:
    found, missed = hits(name, wanted, 60_000, 2_000)
    assert found == wanted, missed


def test_games_of_equal_searches_have_few_blunders() -> None:
    """A search plays better than the bot of the playouts, so that few of its moves look like blunders."""
    from ludex.core.play.referee import Referee
    from ludex.players.search import Search

    game = ludex.game("partnership-spades")
    table = game.new(4, seed=1)
    Referee(table, [Search(game, 60, seed=seat) for seat in range(4)]).play()
    found = review(table.history, ReviewSettings(playouts=40_000))
    assert sum(moment.kind == "blunder" for moment in found.moments) <= 2


@pytest.mark.deep
@pytest.mark.timeout(7200)
def test_95_of_100_planted_blunders_are_found() -> None:
    """Twenty of each system, in games of equal players, as `make bench-review` measures them."""
    systems = ("automation", "partnership-spades", "power-grid", "modern-art", "diplomacy-lagoon")
    results = {name: measure_planted(name, 20, print) for name in systems}
    assert sum(one.reported for one in results.values()) >= 95, results
