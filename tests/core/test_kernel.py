"""Kernels: the same entries over the same rules, compiled and interpreted."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex import BrokenRule, secret_seed
from ludex.author import Move, Moves, packed, rule
from ludex.core.compile import entry_points, playout
from ludex.core.compile.compiled_rules import ENTRIES, CompiledKernel, InterpretedKernel
from ludex.core.compile.default_rules import no_secrets
from ludex.core.compile.move_dispatch import gather_rules
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, new_dice
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin

from .outcry import Outcry
from .process import load_tictactoe
from .sealed import Sealed
from .tiny import CARD_RULES, Cards, Stake, redeal, variant

GAMES = {game.name: game for game in (Cards(), Sealed(), Outcry())}


def play_out(
    game: Any, kernel: Any, words: Any, seats: int = 3, games: Any = 5, limit: int = 100, bots: Any = (0,)
) -> Any:
    """States and results of some games between bots."""
    states = game.layout.new(games)
    results = np.zeros((games, 1 + seats, 2), np.int64)
    kernel.play_games(
        states,
        template_of(game, seats, game.read_settings({})),
        DICE.new(),
        words[:games],
        np.array([bots[seat % len(bots)] for seat in range(seats)])[None],
        np.zeros((game.max_options, 2), np.int64),
        new_log(0),
        results,
        limit,
    )
    return states, results


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10)
@given(st.integers(0, 10**9))
def test_whole_games_are_the_same_compiled_and_interpreted(name: str, seed: Any) -> None:
    game = GAMES[name]
    words = game_seeds(secret_seed(seed), 0, 5)
    compiled, interpreted = (play_out(game, kernel, words) for kernel in (game.compiled, game.interpreted))
    assert compiled[0].tobytes() == interpreted[0].tobytes()
    assert compiled[1].tolist() == interpreted[1].tolist()
    assert (compiled[1][:, 0, 1] != 0).all()


def test_a_loop_stops_at_its_limit_and_says_that_the_game_did_not_end() -> None:
    game = GAMES["cards"]
    _, results = play_out(game, game.interpreted, game_seeds(secret_seed(1), 0, 5), limit=4)
    assert (results[:, 0] == (4, 0)).all()


def test_a_bot_that_chooses_an_illegal_move_ends_the_game_and_is_named_by_its_seat() -> None:
    game = variant(bots={"cheat": cheating_bot})
    _, results = play_out(game, game.interpreted, game_seeds(secret_seed(1), 0, 1), games=1, bots=(0, 2))
    assert results[0, 0].tolist() == [1, -1 - 1]


@rule
def cheating_bot(s: Any, seat: int, options: Any, count: int, dice: Any) -> int:
    return packed(Stake, 20)


def test_a_games_result_does_not_depend_on_the_games_before_it() -> None:
    game = GAMES["cards"]
    words = game_seeds(secret_seed(1), 0, 6)
    whole = play_out(game, game.interpreted, words, games=6)[0]
    part = play_out(game, game.interpreted, words[4:], games=2)[0]
    assert whole[4:].tobytes() == part.tobytes()


def test_bots_sit_where_they_are_put() -> None:
    """The careful bot never stakes; the first bot always keeps."""
    game = GAMES["cards"]
    slot = game.bot_slots["careful"]
    states, _ = play_out(game, game.interpreted, game_seeds(secret_seed(1), 0, 5), bots=(slot, 1, slot))
    assert not states["pot"].any()
    kept = game.layout.new(5)
    for number, words in enumerate(game_seeds(secret_seed(1), 0, 5)):
        kept[number] = template_of(game, 3, game.read_settings({}))[0]
        kept["rng"][number] = words[:4]
        game.interpreted.setup(kept, number)
    assert states["card"][:, 1].tolist() == kept["card"][:, 1].tolist()


@given(st.integers(1, 7), st.binary(min_size=32, max_size=32).filter(any))
def test_whoever_is_asked_next_owes_a_decision(mask: int, seed: Any) -> None:
    kernel = InterpretedKernel({"waiting": rule(lambda s: mask)})
    state = load_twin(template_of(Cards(), 3, Cards().read_settings({})), 0)
    asked = kernel.make(playout.next_seat)(state, load_twin(new_dice(seed), 0))
    assert mask >> asked & 1


def test_where_several_owe_a_decision_each_may_be_asked_first() -> None:
    kernel = InterpretedKernel({"waiting": rule(lambda s: 0b101)})
    state = load_twin(template_of(Cards(), 3, Cards().read_settings({})), 0)
    dice = load_twin(new_dice(secret_seed(3)), 0)
    asked = [kernel.make(playout.next_seat)(state, dice) for _ in range(200)]
    assert set(asked) == {0, 2}
    assert 60 < asked.count(0) < 140


def test_where_nobody_owes_a_decision_nobody_is_asked() -> None:
    kernel = InterpretedKernel({"waiting": rule(lambda s: 0)})
    assert kernel.make(playout.next_seat)(None, None) == -1


def test_hiding_blanks_chance_whatever_the_game_does() -> None:
    game = Outcry()
    states = template_of(game, 2, game.read_settings({}))
    states["rng"] = 7
    game.interpreted.hide(states, 0, 0)
    assert not states["rng"].any()


def test_redealing_hides_first_and_draws_from_the_dice() -> None:
    seen = []

    @rule
    def spying_redeal(s: Any, seat: int) -> None:
        seen.append(list(s.card))
        redeal(s, seat)

    game = variant(redeal=spying_redeal)
    states, dice = game.new(3, seed=1).engine.record_in_full(), new_dice(secret_seed(1))
    before = dice.copy()
    own = int(states["card"][0, 1])
    game.interpreted.redeal(states, 0, 1, dice)
    assert seen == [[-1, own, -1]]
    assert dice.tobytes() != before.tobytes()
    assert states["rng"].any(), "a redealt state can be played on"
    assert not np.array_equal(states["rng"], dice["rng"])
    assert states["card"][0, 1] == own
    assert (states["card"][0] >= 0).all()


def test_an_entry_is_made_when_it_is_first_used_and_kept() -> None:
    kernel = InterpretedKernel(Cards().interpreted.rules)
    assert "legal" not in vars(kernel)
    assert kernel.legal is kernel.legal
    assert "legal" in vars(kernel)


def test_both_kernels_offer_the_same_entries_and_no_others() -> None:
    game = Cards()
    assert isinstance(game.compiled, CompiledKernel)
    for_searches = {"side", "milestone", "suppose", "likelihood", "estimate", "sensible"}
    assert set(ENTRIES) == {*CARD_RULES, "choose", "look", "turn", "play_games"} - for_searches
    for kernel in (game.compiled, game.interpreted):
        with pytest.raises(AttributeError, match="shuffle"):
            kernel.shuffle  # noqa: B018  (reading it is the test)


def test_a_loop_without_a_games_rules_says_so() -> None:
    with pytest.raises(TypeError, match="without a game's rules"):
        entry_points.enter_setup(cast(Any, [None]), 0)


def test_what_a_game_leaves_out_has_a_default() -> None:
    needed = {name: CARD_RULES[name] for name in ("waiting", "legal", "why_not", "play", "over", "scores")}
    rules = gather_rules("bare", needed, Cards.moves, {})
    assert rules["setup"](None) is None
    assert rules["hide"] is rules["redeal"] is no_secrets
    assert rules["audit"](None) == 0


@pytest.mark.parametrize("missing", ["waiting", "legal", "why_not", "over", "scores"])
def test_a_missing_rule_is_named(missing: str) -> None:
    rules = {name: function for name, function in CARD_RULES.items() if name != missing}
    with pytest.raises(BrokenRule, match=f"bare: no rule '{missing}'"):
        gather_rules("bare", rules, Cards.moves, {})


def test_a_kind_of_move_without_its_rules_is_named() -> None:
    rules = {name: function for name, function in CARD_RULES.items() if name not in ("why_not", "play")}
    with pytest.raises(BrokenRule, match=r"Nod has no effect; mark a rule with @effect\(Nod\)"):
        gather_rules("bare", rules, Moves(Nod), {})


class Nod(Move, frozen=True):
    """A move without a rule."""


def test_a_rule_that_is_not_marked_is_named() -> None:
    with pytest.raises(BrokenRule, match="bare: 'legal' is not marked @rule"):
        gather_rules("bare", {**CARD_RULES, "legal": lambda s, seat, out: 0}, Cards.moves, {})


def test_a_rule_with_other_arguments_is_named_with_those_it_must_take() -> None:
    with pytest.raises(BrokenRule, match=r"bare: 'legal' must take \(s, seat, out\)"):
        gather_rules("bare", {**CARD_RULES, "legal": CARD_RULES["over"]}, Cards.moves, {})


def test_every_bot_can_be_asked_in_its_slot() -> None:
    def bot(number: int) -> Callable[..., int]:
        @rule
        def answer(s: Any, seat: int, options: Any, count: int, dice: Any) -> int:
            return number

        return answer

    bots = {f"bot {number}": bot(number) for number in range(20)}
    game = variant(bots=bots)
    table = game.new(2, seed=1)
    out = np.zeros((8, 2), np.int64)
    for number, name in enumerate(bots):
        slot = game.bot_slots[name]
        chosen = game.interpreted.choose(slot, table.engine.record_in_full(), 0, 0, out, new_dice(secret_seed(1)))
        assert chosen == number


def test_rules_come_from_the_games_module_or_from_where_it_says() -> None:
    assert Sealed().interpreted.rules["waiting"].__module__ == Sealed.__module__
    elsewhere = type("Elsewhere", (Sealed,), {"rules": SimpleNamespace(**CARD_RULES)})()
    assert elsewhere.interpreted.rules["waiting"] is CARD_RULES["waiting"]


def test_scores_that_a_game_does_not_write_are_zero_whatever_stood_there() -> None:
    game = load_tictactoe().TicTacToe()
    table = game.new(2, seed=1)
    for number, square in enumerate((1, 4, 2, 5, 3)):
        table.play(number % 2, f"mark {square}")
    for kernel in (game.compiled, game.interpreted):
        out = np.full((2, 2), 7, np.int64)
        kernel.scores(table.engine.record_in_full(), 0, out)
        assert out.tolist() == [[1, 0], [0, 0]]


def test_a_loop_of_ones_own_is_made_once() -> None:
    kernel = GAMES["cards"].interpreted
    assert kernel.entry(playout.next_seat) is kernel.entry(playout.next_seat)
