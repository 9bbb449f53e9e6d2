"""Contests: the same deals at all seats, counted by player, the same on any number of cores, and over when certain."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludex
from ludex import BadSetting, History, UnknownPlayer
from ludex.arena import Hypotheses, contest, match, simulate
from ludex.arena.batches import Batch, play_compiled
from ludex.arena.seating import fields_of, seatings_of
from ludex.arena.simulate import new_task, rotations
from ludex.arena.statistics import FEW_DEALS, likelihood_ratio, of_deals_or_games, over_deals
from ludex.arena.tally import Tally
from ludex.console import read_players
from tests.commands import Run

GAME = ludex.game("automation")
SHORT = {"turn_limit": 2}


# --- seats and deals


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=6))
def test_every_name_sits_at_every_seat_equally_often(names: list[str]) -> None:
    seated = [[names[player] for player in seating] for seating in seatings_of(names)]
    assert len({tuple(row) for row in seated}) == len(seated)
    for name in set(names):
        assert len({sum(row[seat] == name for row in seated) for seat in range(len(names))}) == 1


def test_everybody_has_everybody_else_on_both_sides() -> None:
    names = "abcd"
    seated = ["".join(names[player] for player in seating) * 2 for seating in seatings_of(names)]
    assert sum("ab" in row[:5] for row in seated) == sum("ba" in row[:5] for row in seated)


def test_partners_stay_partners_unless_players_are_mixed() -> None:
    names = ["a", "b", "a", "b"]
    assert all(names[row[0]] == names[row[2]] for row in seatings_of(names))
    assert len(seatings_of(names, mix=True)) == 6
    with pytest.raises(BadSetting, match="120 orders"):
        seatings_of("abcde", mix=True)


def test_a_deal_is_played_with_every_seating_before_the_next() -> None:
    task = new_task(GAME, ["big-money", "random"], {}, 3, rotations(2), same_deal=True)
    seeds = task.seeds(0, 8)
    assert (seeds[0::2] == seeds[1::2]).all()
    assert len(np.unique(seeds[:, 0])) == 4
    assert (task.seeds(3, 4) == seeds[3:7]).all()


def test_it_does_not_matter_who_is_named_first() -> None:
    result = contest(GAME, ["first", "random"], 64, seed=2)
    again = contest(GAME, ["random", "first"], 64, seed=2)
    assert result.matrix == again.matrix


def test_names_that_repeat_are_one_player_with_several_seats() -> None:
    result = contest(GAME, read_players("architect,big-money*3"), 40)
    architect, money = result.players
    assert (architect.seats, money.seats, architect.fair, money.fair) == (1, 3, 0.25, 0.75)
    assert result.tables == (("architect", "big-money", "big-money", "big-money"),)
    assert architect.win_rate + money.win_rate == pytest.approx(1)
    assert result.games == 40
    assert result.deals == 10


def test_players_sit_together_if_there_is_a_seat_for_each_and_else_in_pairs() -> None:
    whist = ludex.game("whist")
    assert fields_of(whist, ["careful", "random"]) == [["careful", "random", "careful", "random"]]
    assert len(fields_of(GAME, ["a", "b", "c", "d", "e"])) == 10
    with pytest.raises(BadSetting, match="name one player for each seat"):
        fields_of(whist, ["careful", "random", "random"])
    with pytest.raises(BadSetting, match="at least two different players"):
        contest(GAME, ["random"])
    with pytest.raises(BadSetting, match="Name a player once for each seat"):
        contest(GAME, ["random", "random"], pairs=True)


def test_a_player_that_is_named_for_every_seat_plays_against_itself() -> None:
    result = contest(GAME, ["random", "random"], 30, seed=3)
    (one,) = result.players
    assert (one.seats, one.games, one.win_rate, one.fair, one.lead) == (2, 30, 1.0, 1.0, 0.0)
    assert (result.games, result.deals, result.matches) == (30, 30, ())
    assert sum(share.win_rate for share in result.seats) == pytest.approx(1)
    with pytest.raises(BadSetting, match="H0 is a win rate of 1"):
        contest(GAME, ["random", "random"], 30, test=True)


def test_the_interval_comes_from_games_where_deals_are_few() -> None:
    """Seven seats, two deals: over two deals it would reach from almost nothing to everything."""
    games = [1.0] * 10 + [0.0] * 4
    low, high = of_deals_or_games([6 / 7, 4 / 7], games)
    assert (low, high) == over_deals(games)
    assert high - low < 0.5 < 1 - 0.23
    deals = [0.5] * FEW_DEALS
    assert of_deals_or_games(deals, [1.0, 0.0] * FEW_DEALS) == over_deals(deals)


def test_scores_read_as_people_count_them_and_leads_are_good_for_all() -> None:
    """At Hearts the points taken are counted, and few are good."""
    result = contest("hearts", ["careful", "random", "random", "random"], 40, seed=1)
    careful, random = result.players
    assert 0 <= careful.mean_score < random.mean_score
    assert careful.lead == pytest.approx(random.mean_score - careful.mean_score)
    assert careful.lead == pytest.approx(-random.lead)
    assert careful.lead_spread is not None
    assert 0 < careful.lead_spread < careful.lead
    assert result.distributions.scores["careful"].edges[0] >= 0
    assert simulate("hearts", ["careful"] + ["random"] * 3, 8, seed=1).seats[0].mean_score >= 0


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert contest(GAME, ["architect", "big-money", "random"], 7).games == 12


# --- the count


def test_a_match_counts_who_finishes_ahead() -> None:
    result = match(GAME, "big-money", "random", 100, seats=4)
    assert result.rate == 1
    assert result.low < 1


def test_pairs_are_rated_together_and_the_matrix_is_complete() -> None:
    result = contest(GAME, ["random", "big-money", "architect"], 200, pairs=True)
    assert [one.player for one in result.players] == ["architect", "big-money", "random"]
    best = result.players[0]
    assert best.win_rate == pytest.approx(sum(result.matrix["architect"].values()) / 2)
    assert best.rating_low > result.players[-1].rating_high
    assert best.games == 400
    assert result.matrix["random"]["architect"] == pytest.approx(1 - result.matrix["architect"]["random"])


def test_seats_scores_and_lengths_are_counted() -> None:
    result = contest(GAME, ["architect", "big-money"], 100)
    assert sum(share.win_rate for share in result.seats) == pytest.approx(1)
    assert sum(result.distributions.lengths.counts) == 100
    assert all(sum(scores.counts) == 100 for scores in result.distributions.scores.values())
    assert sum(result.endings.values()) == 100


def test_a_deal_that_is_not_complete_does_not_count() -> None:
    task = new_task(GAME, ["big-money", "random"], {}, 3, rotations(2), same_deal=True)
    batch = play_compiled(GAME, task, 0, 5)
    tally = Tally(GAME, [task], 6, None, None)
    for game in range(5):
        tally.add(0, game, Batch(batch.results[game : game + 1], b""))
    assert (tally.played, tally.games, tally.deals) == (5, 4, 2)
    assert sum(one.games for one in tally.standings(rated=False)) == 8


def test_the_same_on_any_number_of_cores_and_wherever_batches_are_cut() -> None:
    one, two = (contest(GAME, ["architect", "big-money"], 1_000, cores=cores) for cores in (1, 2))
    assert (one.digest, one.players, one.matrix) == (two.digest, two.players, two.matrix)


# --- when it is certain


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = np.random.default_rng(1)
    for rate in (0.25, 0.5, 0.9):
        inside = 0
        for _ in range(400):
            luck = chance.random((60, 1))
            deals = (chance.random((60, 2)) * 0.5 + luck * 0.5 < _quantile(rate)).mean(axis=1)
            low, high = over_deals(deals)
            inside += low <= rate <= high
        assert inside > 0.92 * 400


def _quantile(rate: float) -> float:
    """Below which the mean of two uniform numbers lies with that chance."""
    return float(np.sqrt(rate / 2)) if rate <= 0.5 else float(1 - np.sqrt((1 - rate) / 2))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_an_interval_holds_the_mean(rates: list[float]) -> None:
    low, high = over_deals(rates)
    assert 0 <= low <= np.mean(rates) + 1e-9
    assert np.mean(rates) - 1e-9 <= high <= 1


@pytest.mark.parametrize(("rate", "wrong"), [(0.5, "H1"), (0.6, "H0")])
def test_the_test_is_wrong_no_more_often_than_it_says(rate: float, wrong: str) -> None:
    chance = np.random.default_rng(2)
    tested = Hypotheses(0.5, 0.6)
    errors = 0
    for _ in range(300):
        deals = (chance.random((2_000, 2)) < rate).mean(axis=1)
        for count in range(1, 2_001):
            ratio = likelihood_ratio(deals[:count], tested)
            if not tested.lower < ratio < tested.upper:
                errors += wrong == ("H1" if ratio >= tested.upper else "H0")
                break
        else:
            pytest.fail("2,000 deals were not enough")
    assert errors <= 0.05 * 300 * 1.6


def test_a_test_stops_when_the_better_player_is_found() -> None:
    result = contest(GAME, ["architect", "big-money"], 10_000, test=True)
    assert result.sprt is not None
    assert (result.sprt.accepted, result.sprt.h0) == ("H1", 0.5)
    assert result.games < 10_000
    worse = contest(GAME, ["big-money", "architect"], 10_000, test=Hypotheses(0.5, 0.52))
    assert worse.sprt is not None
    assert worse.sprt.accepted == "H0"


def test_a_test_that_is_not_decided_says_so() -> None:
    result = contest(GAME, ["big-money", "big-money-action"], 4, test=Hypotheses(0.5, 0.501))
    assert result.sprt is not None
    assert result.sprt.accepted == ""
    assert str(result.sprt).startswith("not decided whether big-money wins")


@pytest.mark.parametrize(
    ("tested", "told"),
    [
        (Hypotheses(0.6, 0.5), "expected two rates between 0 and 1"),
        (Hypotheses(0.5, 0.6, alpha=0.7), "between 0 and 0.5"),
    ],
)
def test_hypotheses_that_cannot_be_are_refused(tested: Hypotheses, told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        contest(GAME, ["architect", "big-money"], test=tested)
    with pytest.raises(BadSetting, match="a test is about one table"):
        contest(GAME, ["architect", "big-money", "random"], pairs=True, test=True)


# --- players of all kinds, and histories


def test_histories_are_kept_replayable(run: Run, tmp_path: Path) -> None:
    result = contest(GAME, ["big-money", "random"], 4, settings=SHORT, histories=tmp_path, on="threads")
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"automation-1-{number:06d}.json" for number in range(4)]
    assert result.players[0].decisions is not None
    players = [History.from_file(file).players for file in files]
    assert players[0] == players[1][::-1] == ("big-money", "random")
    for file in files:
        code, text, _ = run("replay", str(file), "--verify")
        assert (code, text[:8]) == (0, "Verified")


def test_what_cannot_be_made_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownPlayer, match="program:COMMAND"):
        contest(GAME, ["architect", "clever"])


def test_ctrl_c_keeps_what_was_played() -> None:
    def stop(tally: Tally) -> None:
        if tally.played > 300:
            raise KeyboardInterrupt

    result = contest(GAME, ["architect", "big-money"], 100_000, progress=stop)
    assert result.interrupted
    assert 256 < result.games < 100_000


# --- at the command line


def test_arena_prints_standings_and_one_json_object(run: Run) -> None:
    code, text, _ = run("arena", "automation", "--players", "architect,big-money", "--games", "50", "--sprt")
    assert code == 0
    assert "H1 accepted: architect wins 55.0% or more" in text
    found = json.loads(run("arena", "automation", "--players", "architect,big-money*2", "--games", "30", "--json")[1])
    assert {"players", "matrix", "violations", "games", "seconds"} <= found.keys()
    assert {"player", "games", "win_rate", "low", "high", "rating"} <= found["players"][0].keys()
    assert (found["games"], found["violations"]) == (30, 0)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", "architect"), "at least two different players"),
        (("--players", "architect,big-money*5"), "name one player for each seat"),
        (("--players", "architect,big-money", "--h1", "0.2"), "expected two rates"),
        (("--players", "architect,clever"), "has no player 'clever'"),
        (("--players", "architect,person:Ann"), "'person:Ann' is a person: people play with `ludex play`"),
        (("--report", "no-such-folder/report.html"), "there is no folder no-such-folder"),
    ],
)
def test_a_contest_that_cannot_be_is_refused_in_a_sentence(run: Run, arguments: tuple[str, ...], told: str) -> None:
    code, _, error = run("arena", "automation", *arguments)
    assert code == 2
    assert told in error
    assert "Traceback" not in error
