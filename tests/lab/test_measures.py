"""Measures on games whose answer is known."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from ludex.games.cards import LIBRARY, CardGame, Genome
from ludex.games.cards.genome import Match
from ludex.lab import dead_rules as dead_rules_module
from ludex.lab.choice import weigh_choices
from ludex.lab.curves import Curves, drama_of, follow_games
from ludex.lab.dead_rules import dead_rules, without_dead_rules
from ludex.lab.gates import gate
from ludex.lab.interaction import interaction
from ludex.lab.ladder import Thoughts, climb, one_hand, play_hand
from ludex.lab.luck import Equals, between_equals, explained
from ludex.lab.measures import Measures, known_games, measure, pace_of, with_novelty
from ludex.lab.novelty import statements_of
from ludex.lab.watching import OUTSIDE, Watcher, seeds_of
from tests.lab.toys import SMALL, coin_flip, five_tricks, roundabout, toll


def library(name: str) -> Watcher:
    return Watcher(one_hand(LIBRARY[name]()))


@pytest.mark.parametrize("name", ["war", "old-maid"])
def test_games_without_decisions_fail_that_gate(name: str) -> None:
    _, failed = gate(library(name), "1", 5)
    assert "decisions" in [failure.gate for failure in failed]


def test_a_game_of_decisions_passes_the_gates() -> None:
    assert gate(Watcher(CardGame(LIBRARY["knockout-whist"]())), "1", 30)[1] == []


def test_a_game_that_goes_round_in_circles_until_the_limit_of_turns_fails_a_gate() -> None:
    course, failed = gate(Watcher(CardGame(roundabout())), "1", 20)
    assert course.circling == 1.0
    assert [str(failure) for failure in failed if failure.gate == "ends"] == [
        "ends: 100% of the hands ended only at the limit of turns"
    ]


def test_a_match_whose_target_nobody_reaches_fails_a_gate() -> None:
    far = msgspec.structs.replace(five_tricks(), match=Match(hands=2, target=40))
    course, failed = gate(Watcher(CardGame(far)), "1", 20)
    assert (course.stalled, course.circling) == (1.0, 0.0)
    assert [str(failure) for failure in failed if failure.gate == "ends"] == [
        "ends: 100% of the games ended before any side reached the target"
    ]


def test_games_that_only_limits_end_are_less_decisive() -> None:
    course, _ = gate(Watcher(CardGame(five_tricks())), "1", 20)
    assert course.completed == 1.0
    assert msgspec.structs.replace(course, stalled=0.2, circling=0.4).completed == pytest.approx(0.6)


def test_luck_like_skill_is_that_of_a_single_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = []

    def spy(watcher: Watcher, *given: Any) -> Equals:
        hands.append(watcher.game.genome.match.hands)
        return between_equals(watcher, *given)

    monkeypatch.setattr("ludex.lab.measures.between_equals", spy)
    found = measure(msgspec.structs.replace(five_tricks(), match=Match(hands=3)), "1", SMALL)
    assert (hands, found.failed) == ([1], ())


def test_a_genome_that_is_no_game_fails_the_first_gate_and_says_why() -> None:
    broken = msgspec.structs.replace(LIBRARY["whist"](), teams=((0, 2), (1, 4)))
    (failure,) = measure(broken, "1", SMALL).failed
    assert failure.gate == "compiles"
    assert "there is no seat 4" in failure.why


def test_a_coin_flip_is_all_luck_and_no_skill() -> None:
    watcher = Watcher(CardGame(coin_flip()))
    assert between_equals(watcher, "1", 12, "look-4").luck == 1.0
    assert climb(watcher, "1", [20, 20], ["random", "first", "greedy"]).skill == 0.0
    assert weigh_choices(watcher, "1", 8, 8).weight == 0.0


def test_in_a_game_with_a_safe_move_the_choice_counts_and_skill_climbs() -> None:
    watcher = Watcher(CardGame(toll()))
    ladder = climb(watcher, "1", [60], ["random", "first"])
    assert ladder.rungs[0].climbs
    assert ladder.top == "first"
    assert weigh_choices(watcher, "1", 8, 16).weight > 0.3
    assert between_equals(watcher, "1", 12, "random").luck < 0.9


def test_the_search_finds_the_safe_move() -> None:
    watcher = Watcher(CardGame(toll()))
    thoughts = Thoughts()
    scores = [play_hand(watcher, ["search-30", "search-30"], seeds, thoughts) for seeds in seeds_of("1", 5)]
    assert np.array(scores).min() == 0
    assert thoughts.decisions >= 5
    assert 1 <= len(thoughts.noted) < thoughts.decisions


def test_who_cannot_touch_the_others_does_not_interact() -> None:
    assert interaction(Watcher(CardGame(coin_flip())), "1", 4, 4).value == 0.0
    assert interaction(library("knockout-whist"), "1", 6, 6).value > 0.1


def test_a_game_that_is_decided_early_has_no_late_uncertainty() -> None:
    decided = np.zeros((2, 6, 2))
    decided[:, :, 0] = 1
    found = drama_of(Curves(decided, np.zeros((2, 6, 2), np.int64), np.array([[1.0, 0.0]] * 2)))
    assert (found.uncertainty, found.comeback, found.lead_changes) == (0.0, 0.0, 0.0)


def test_a_winner_who_was_without_a_chance_came_back_all_the_way() -> None:
    turned = np.array([[[0.5, 0.5], [0.0, 1.0], [0.9, 0.1]]])
    found = drama_of(Curves(turned, np.zeros((1, 3, 2), np.int64), np.array([[1.0, 0.0]])))
    assert found.comeback == 1.0
    assert found.lead_changes == 2.0


def test_win_chances_add_up_and_begin_open() -> None:
    curves = follow_games(library("knockout-whist"), "1", 4, 3, 4)
    assert np.allclose(curves.chances.sum(axis=2), 1)


def test_nothing_is_explained_where_all_results_are_the_same() -> None:
    assert explained(np.ones((4, 3))) == 0.0


def test_a_rule_that_changes_no_game_is_dead_and_goes() -> None:
    """Three hands of one point each reach a target of 3 with the last hand, and never before."""
    genome = msgspec.structs.replace(coin_flip(), match=Match(hands=3, target=3))
    assert [removal.path for removal in dead_rules(genome, "1", 12).removals] == ["match.target"]
    simple = without_dead_rules(genome, "1", 12)
    bare, share = simple.genome, simple.use
    assert bare.match.target == 0
    assert share < 1


def test_the_same_game_is_no_news_and_another_family_is() -> None:
    whist = LIBRARY["knockout-whist"]()
    known = known_games([whist], "1", SMALL)
    same = with_novelty(measure(whist, "1 knockout-whist", SMALL), msgspec.structs.replace(whist, name="other"), known)
    assert same.novelty == 0.0
    assert same.nearest == ("knockout-whist",)
    assert with_novelty(Measures(), LIBRARY["go-fish"](), known).novelty > 0.5


def test_names_are_not_rules() -> None:
    whist = LIBRARY["whist"]()
    assert statements_of(msgspec.structs.replace(whist, name="x", title="X", about="y")) == statements_of(whist)


def test_measures_are_repeatable_and_within_their_range() -> None:
    genome = LIBRARY["knockout-whist"]()
    found = measure(genome, "1", SMALL)
    assert found == measure(genome, "1", SMALL)
    assert found.viable
    names = ("fairness", "decisive", "pace", "skill", "choice", "uncertainty", "comeback", "interaction", "luck")
    assert all(0 <= getattr(found, name) <= 1 for name in names)
    assert pace_of(found.length) == found.pace


def test_a_player_outside_is_asked_only_where_it_has_a_choice() -> None:
    watcher = library("knockout-whist")
    found = watcher.play([None, None], seeds_of("1", 3), keep=True)
    assert (found.endings == 0).all()
    assert watcher.slots([None, "random"]).tolist() == [[OUTSIDE, 0]]


@pytest.mark.deep
@pytest.mark.compiled
@pytest.mark.parametrize("name", list(LIBRARY))
def test_the_loop_plays_the_same_games_compiled_and_interpreted(name: str) -> None:
    game = CardGame(LIBRARY[name]())
    seats = game.seats[0]
    for bots in (["random"] * seats, ["greedy"] * seats):
        compiled = Watcher(game, kernel=game.machine.compiled).play(bots, seeds_of("1", 3))
        interpreted = Watcher(game, kernel=game.machine.interpreted).play(bots, seeds_of("1", 3))
        assert (compiled.notes == interpreted.notes).all()
        assert (compiled.scores == interpreted.scores).all()


def test_hostile_genomes_are_refused_before_anything_is_played() -> None:
    endless = msgspec.structs.replace(LIBRARY["war"](), turn_limit=10**9)
    found = measure(endless, "1", SMALL)
    assert found.failed[0].gate == "compiles"
    assert found.games == 0
    assert isinstance(endless, Genome)


def test_the_use_of_rules_is_told_where_bots_play_games_of_different_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dead_rules_module, "FIRST", 2)
    monkeypatch.setattr(dead_rules_module, "MOST_MOVES", 120)
    shares = dead_rules_module.fired(LIBRARY["go-fish"](), "1", 4)
    assert shares == {"book": 1.0}
