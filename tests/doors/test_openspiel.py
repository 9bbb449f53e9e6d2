"""The OpenSpiel door: its own tests, chance, secrets, utilities, and algorithms that solve and search our games."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import ludex
from ludex.doors.one_game import OVER, OneGame
from ludex.doors.openspiel import OpenSpielState, is_mcts, load
from ludex.doors.openspiel.chance import MOST_OUTCOMES
from ludex.examples.openspiel.cfr_on_a_genome import kuhn_poker
from ludex.games.cards import CardGame, create_partnership_spades_genome
from ludex.games.cards.components import NAMES
from ludex.games.cards.genome.generator import random_genome
from ludex.games.cards.parts.match.genome import Match

from ..core.outcry import Outcry
from ..core.process import load_tictactoe
from ..core.sealed import Sealed
from ..core.tiny import Cards
from ..interpreting import interpreted as interpreted

pyspiel = pytest.importorskip("pyspiel", reason="needs ludex[openspiel]")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
generate_playthrough = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
games_sim_test = pytest.importorskip("open_spiel.python.tests.games_sim_test")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
expected_game_score = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")

KUHN = kuhn_poker()
Kinds = pyspiel.GameType


@cache
def one_hand() -> CardGame:
    """Return Partnership Spades of a single hand."""
    genome = create_partnership_spades_genome()
    return CardGame(msgspec.structs.replace(genome, name="one-hand", match=Match(hands=1)))


@cache
def hands_of_two() -> CardGame:
    """Return a game of four cards, of which two seats get two each."""
    genome = kuhn_poker().genome
    others = tuple(card for card in NAMES if card[0] in "TJQK" and card[1] != "S")
    deck = msgspec.structs.replace(genome.deck, ranks="TJQK", without=others)
    deal = msgspec.structs.replace(genome.deal, cards=2)
    return CardGame(msgspec.structs.replace(genome, name="hands-of-two", deck=deck, deal=deal))


def after_deal(game: Any, outcome: int = 1) -> OpenSpielState:
    state: OpenSpielState = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(outcome)
    return state


def play_on(state: OpenSpielState, random: Random, steps: int) -> OpenSpielState:
    """Play random moves, with random outcomes of chance, up to a decision or the end."""
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        state.apply_action(random.choice(state.legal_actions()))
        steps -= 1
    return state


# --- OpenSpiel's own tests


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("knockout-whist", {"seats": 2}),
        ("automation", {"seats": 2}),
        ("modern-art", {"seats": 3}),
        (one_hand(), {}),
        (CardGame(random_genome(Random(2), "random-2")), {"rewards": "rank"}),
        (Cards(), {"rewards": "score", "length": 5}),
        (Cards(), {"chance": "exact", "seats": 2, "length": 3}),
        (Sealed(), {}),
        (Outcry(), {}),
        (KUHN, {"chance": "exact", "rewards": "score"}),
    ],
    ids=str,
)
def test_a_game_passes_the_tests_of_openspiel(game: Any, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(game, **options), num_sims=1, serialize=True, verbose=False)


def test_a_game_passes_the_tests_that_openspiel_has_in_python() -> None:
    for game in (load("automation", seats=2), load(KUHN, chance="exact")):
        games_sim_test.GamesSimTest().sim_game(game)


def test_a_playthrough_of_openspiel_describes_every_state() -> None:
    told = generate_playthrough.playthrough(str(load(KUHN, chance="exact")), None, seed=1)
    assert "GameType.information = Information.IMPERFECT_INFORMATION" in told
    assert "ObservationTensor(0)" in told
    assert 'StringLegalActions() = ["call", "raise"]' in told


@pytest.mark.deep
@pytest.mark.compiled
@pytest.mark.parametrize("name", ludex.game_names())
def test_every_game_passes_the_tests_of_openspiel(name: str) -> None:
    game = load(name)
    masks = game.num_distinct_actions() < 500_000  # OpenSpiel makes a list of all actions at every step
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=masks)


def test_games_without_chance_or_secrets_are_declared_so() -> None:
    game = load(load_tictactoe().TicTacToe())
    kind = game.get_type()
    assert (kind.chance_mode, kind.information) == (
        Kinds.ChanceMode.DETERMINISTIC,
        Kinds.Information.PERFECT_INFORMATION,
    )
    assert not game.new_initial_state().is_chance_node()
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    kind = load("spades").get_type()
    assert (kind.chance_mode, kind.information) == (
        Kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        Kinds.Information.IMPERFECT_INFORMATION,
    )


def test_a_game_is_found_by_its_text_and_a_state_by_its_history() -> None:
    for game in (load("automation", seats=2, edition="base"), load(KUHN, chance="exact"), load(Cards(), length=4)):
        again = pyspiel.load_game(str(game))
        assert again == game
        state = play_on(after_deal(game, 0), Random(3), 6)
        copy = again.new_initial_state()
        for action in state.history():
            copy.apply_action(action)
        assert str(copy) == str(state)
        assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_copy_of_a_state_shares_its_node_and_is_independent() -> None:
    state = after_deal(load("automation", seats=2))
    copy = state.clone()
    assert copy.node is state.node
    before = str(state)
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)
    assert state.history() != copy.history()


def test_a_game_takes_no_more_moves_than_it_declares() -> None:
    random = Random(1)
    for name in ("knockout-whist", "betting-war", "president"):
        game = load(name)
        state = play_on(game.new_initial_state(), random, game.max_game_length() + 1)
        assert state.is_terminal()
        assert game.max_game_length() < 1_500
    assert load(KUHN).max_game_length() == 4


# --- actions


@pytest.mark.parametrize("name", ["automation", "modern-art", "power-grid", "diplomacy-lagoon"])
def test_every_legal_move_is_one_action(name: str) -> None:
    state, random = after_deal(load(name)), Random(4)
    for _ in range(4):
        seat, options = state.current_player(), state.node.rows
        actions = state.legal_actions()
        moves = [state.move(action) for action in actions]
        assert len(moves) == len(set(map(str, moves))) == sum(last - first + 1 for first, last in options)
        assert {state.action(move) for move in moves} == set(actions)
        assert actions == sorted(actions)
        assert 0 <= actions[0] <= actions[-1] < state.num_distinct_actions()
        assert state.action_to_string(seat, actions[-1]) == str(moves[-1])
        play_on(state, random, 3)


def test_an_illegal_action_is_refused_with_the_reason_and_changes_nothing() -> None:
    state = after_deal(load("automation", seats=2))
    before = str(state)
    with pytest.raises(ludex.IllegalMove, match="MONEY phase"):
        state.apply_action(20)
    for wrong in (103, -3):
        with pytest.raises(ludex.IllegalMove, match="expected a number from 0 to 102"):
            state.apply_action(wrong)
    assert str(state) == before
    with pytest.raises(ludex.IllegalMove, match="expected an outcome from 0 to 63"):
        load("automation").new_initial_state().apply_action(64)


def test_seats_that_decide_at_once_are_asked_one_after_the_other() -> None:
    state = after_deal(load(Sealed()))
    asked = []
    while not state.is_terminal():
        asked.append(state.current_player())
        state.apply_action(state.legal_actions()[-1])
    assert asked == [0, 1, 2]


# --- chance


def test_an_outcome_is_a_seed_and_the_same_one_everywhere_gives_the_game_of_that_seed() -> None:
    for name, seats in (("knockout-whist", 3), ("automation", 2)):
        state, random = load(name, seats).new_initial_state(), Random(5)
        table = ludex.game(name).new(seats, seed=9)
        nodes = 0
        while not state.is_terminal() and nodes < 4:
            if state.is_chance_node():
                nodes += 1
                state.apply_action(9)
                continue
            seat, action = state.current_player(), random.choice(state.legal_actions())
            table.play(seat, state.move(action))
            state.apply_action(action)
            if not state.is_chance_node():
                assert [state.view(seat) for seat in range(seats)] == [table.view(seat) for seat in range(seats)]
        assert nodes > 1


def test_every_move_that_draws_leads_to_a_chance_node_of_equally_likely_seeds() -> None:
    state = after_deal(load(Cards(), 2, length=3, chance=10))
    assert not state.is_chance_node()
    state.apply_action(state.action("draw"))
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(seed, 0.1) for seed in range(10)]
    state.apply_action(3)
    state.apply_action(state.action("keep"))
    assert not state.is_chance_node()


def test_exact_chance_lists_every_deal_once_with_its_probability() -> None:
    kuhn = load(KUHN, chance="exact").new_initial_state()
    hands = {tuple(map(str, (state.view(0).hand, state.view(1).hand))) for state in children(kuhn)}
    assert kuhn.chance_outcomes() == [(deal, 1 / 6) for deal in range(6)]
    assert len(hands) == 6
    fours = load(hands_of_two(), chance="exact").new_initial_state()
    assert [chance for _, chance in fours.chance_outcomes()] == [1 / 6] * 6  # 4 over 2, not 24 orders of cards
    assert len({str(state.view(0).hand) for state in children(fours)}) == 6


def children(state: OpenSpielState) -> list[Any]:
    return [state.child(action) for action in state.legal_actions()]


def test_exact_chance_in_the_middle_of_a_game_has_the_odds_of_the_rules() -> None:
    """Drawing a card is the throw of a die, and the outcomes are those that sampling comes to."""
    game = load(Cards(), 2, length=3, chance="exact")
    state = after_deal(game, 0)
    state.apply_action(state.action("draw"))
    exact = {str(child): chance for child, (_, chance) in zip(children(state), state.chance_outcomes(), strict=True)}
    assert list(exact.values()) == pytest.approx([1 / 6] * 6)
    other = load(Cards(), 2, length=3, chance="sampled", rng_seed=1)
    before = state.node.parent
    assert before is not None
    sampled = other.state_at(other.tree.decide(before, state.node.step))
    counted = Counter(str(sampled.child(0)) for _ in range(600))
    assert counted.keys() == exact.keys()
    assert max(counted.values()) < 160


def test_exact_chance_of_a_large_deal_is_refused() -> None:
    with pytest.raises(ludex.BadSetting, match=f"more than {MOST_OUTCOMES:,} sequences of draws"):
        load("spades", chance="exact").new_initial_state().chance_outcomes()


def test_sampled_chance_has_one_outcome_that_differs_each_time_and_can_be_repeated() -> None:
    game = load("knockout-whist", chance="sampled", rng_seed=3)
    assert game.get_type().chance_mode == Kinds.ChanceMode.SAMPLED_STOCHASTIC
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    first = [str(state.child(0)) for _ in range(5)]
    assert len(set(first)) == 5
    again = load("knockout-whist", chance="sampled", rng_seed=3).new_initial_state()
    assert [str(again.child(0)) for _ in range(5)] == first
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"chance": 0}, "chance 0: expected 1 to"),
        ({"chance": "often"}, "chance 'often'"),
        ({"rewards": "money"}, "rewards 'money'"),
        ({"seats": 9}, "2 to 6 seats, not 9"),
        ({"trump": "hearts"}, "has no setting 'trump'"),
    ],
)
def test_wrong_parameters_are_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ludex.BadSetting, match=told):
        load("knockout-whist", **wrong)


def test_openspiel_finds_games_by_name() -> None:
    assert pyspiel.load_game("ludex(game=knockout-whist,seats=3)") == load("knockout-whist", 3)
    with pytest.raises(ludex.UnknownGame, match="needs the name of a game"):
        pyspiel.load_game("ludex")
    with pytest.raises(ludex.UnknownGame, match="there is no game 'chess'"):
        pyspiel.load_game("ludex(game=chess)")


# --- what a player knows


@pytest.mark.parametrize("name", ["spades", "gin-rummy", "modern-art", "automation"])
def test_observations_do_not_depend_on_what_is_hidden(name: str) -> None:
    state = play_on(after_deal(load(name)), Random(6), 5)
    for player in range(state.num_players()):
        worlds = [state.dealt_again(player, b"%d" % number) for number in range(4)]
        for world in worlds:
            assert world.current_player() == state.current_player()
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.history() == []
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()
        others = [other for other in range(state.num_players()) if other != player]
        assert any(
            world.information_state_string(other) != state.information_state_string(other)
            for world in worlds
            for other in others
        )


def test_a_world_that_was_dealt_again_can_be_stored_and_played_to_its_end() -> None:
    world = play_on(after_deal(load("knockout-whist")), Random(6), 5).dealt_again(0, b"any")
    play_on(world, Random(7), 3)
    stored = pickle.loads(pickle.dumps(world.node))
    assert [stored.knowledge(player) for player in range(4)] == [world.node.knowledge(player) for player in range(4)]
    assert sum(play_on(world, Random(8), 1000).returns()) == pytest.approx(1)


def test_tensors_are_the_features_of_the_game() -> None:
    game = load("automation", seats=2)
    state = play_on(after_deal(game, 9), Random(7), 4)
    table = ludex.game("automation").new(2, seed=9)
    features = ludex.game("automation").features(2)
    start = after_deal(game, 9)
    for seat in range(2):
        assert np.array_equal(start.observation_tensor(seat), features.of(table.record(seat), seat))
    assert game.observation_tensor_shape() == [features.size]
    assert state.observation_tensor(0) != start.observation_tensor(0)
    before = game.new_initial_state().observation_tensor(1)
    assert before == [0.0, 1.0] + [0.0] * (features.size - 2)
    with pytest.raises(ludex.BadSetting, match="use observation_tensor"):
        state.information_state_tensor(0)


def test_the_public_and_the_private_part_of_an_observation_make_up_the_view() -> None:
    game: Any = load("spades")
    state = after_deal(game)
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    public = game.make_py_observer(kind(True, False, private.NONE)).string_from(state, 1)
    own = game.make_py_observer(kind(False, False, private.SINGLE_PLAYER)).string_from(state, 1)
    assert msgspec.json.decode(public) | msgspec.json.decode(own) == msgspec.json.decode(state.observation_string(1))
    assert public == game.make_py_observer(kind(True, False, private.NONE)).string_from(state, 2)
    assert "hand" in msgspec.json.decode(own)
    assert game.make_py_observer(kind(True, False, private.ALL_PLAYERS)) is None


def test_information_states_recall_own_moves_and_what_was_seen() -> None:
    """Two orders of the same moves end in the same state, which a seat that made them does not confuse."""
    game = load(Cards(), 2, length=4)
    states = []
    for order in (("peek 1", "keep"), ("keep", "peek 1")):
        state = after_deal(game, 2)
        for move in order:
            state.apply_action(state.action(move))
            state.apply_action(state.action("keep"))
        states.append(state)
    first, second = states
    assert first.observation_string(0) == second.observation_string(0)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(0) != first.information_state_string(1)


@pytest.mark.parametrize("game", [Sealed(), "diplomacy-lagoon"], ids=str)
def test_information_states_do_not_show_what_others_have_decided_in_secret(game: Any) -> None:
    state = after_deal(load(game))
    first, second = (state.child(action) for action in state.legal_actions()[:2])
    told = [[after.information_state_string(player) for player in range(3)] for after in (first, second)]
    assert told[0][0] != told[1][0]
    assert told[0][1:] == told[1][1:]


def test_information_states_do_not_count_moves_that_are_secret() -> None:
    """A power of Diplomacy sees that another one has finished, and not how many orders it has written."""
    state = after_deal(load("diplomacy-lagoon"))
    before = [state.information_state_string(player) for player in range(3)]
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) != before[0]
    assert [state.information_state_string(player) for player in (1, 2)] == before[1:]


# --- utilities


@pytest.mark.parametrize(
    ("rewards", "kind", "total"),
    [
        ("share", Kinds.Utility.CONSTANT_SUM, 1),
        ("rank", Kinds.Utility.CONSTANT_SUM, 1.5),
        ("score", Kinds.Utility.ZERO_SUM, 0),
    ],
)
def test_utilities_are_the_rewards_of_the_result_and_sum_to_what_is_declared(
    rewards: Any, kind: Any, total: float
) -> None:
    """The same deal and the same moves as one game of the other doors. A score is the final lead."""
    cards = Cards()
    game, one = load(cards, 3, rewards=rewards, length=4), OneGame(cards, 3, {"length": 4}, rewards)
    assert game.get_type().utility == kind
    assert game.utility_sum() == total
    state = after_deal(game, 8)
    one.begin(8)
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0]
        move = one.rows(one.turn)[-1][-1]
        state.apply_action(move)
        one.play(move)
    assert one.turn == OVER
    leads = [one.scores[seat] - np.delete(one.scores, seat).mean() for seat in range(3)]
    assert state.returns() == pytest.approx(leads if rewards == "score" else one.rewards.tolist())
    assert sum(state.returns()) == pytest.approx(total)
    assert any(state.returns())


def test_partners_have_the_same_utility() -> None:
    game = load(one_hand())
    assert game.utility_sum() == 2
    returns = play_on(game.new_initial_state(), Random(9), 100).returns()
    assert returns[0] == returns[2] != returns[1] == returns[3]


def test_a_player_alone_has_a_game_of_general_sum() -> None:
    game = load("automation", seats=1)
    assert game.get_type().utility == Kinds.Utility.GENERAL_SUM
    assert game.utility_sum() is None


# --- algorithms


def test_cfr_solves_kuhn_poker_as_a_genome_like_openspiels_own() -> None:
    """A chip that changes hands changes the lead by two, so all utilities are twice those of OpenSpiel's game."""
    ours, theirs = load(KUHN, chance="exact", rewards="score"), pyspiel.load_game("kuhn_poker")
    found = []
    for game in (ours, theirs):
        solver = cfr.CFRPlusSolver(game)
        for _ in range(200):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
        found.append((value[0], exploitability.nash_conv(game, policy)))
    (value, distance), (its_value, its_distance) = found
    assert value == pytest.approx(2 * its_value)
    assert value == pytest.approx(-2 / 18, abs=1e-4)
    assert distance == pytest.approx(2 * its_distance)
    assert distance < 0.002


@pytest.mark.compiled
def test_is_mcts_plays_spades_legally() -> None:
    state = after_deal(load(one_hand()))
    bot = is_mcts(load(one_hand()), 8, seed=1)
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    plain = pytest.importorskip("open_spiel.python.algorithms.ismcts").ISMCTSBot(
        state.get_game(), bot._evaluator, 1.4, 8
    )
    assert plain.step(state) in state.legal_actions()  # it deals again by resample_from_infostate
