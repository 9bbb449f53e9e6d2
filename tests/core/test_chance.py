"""Chance: one generator, the same in both worlds; unbiased; keyed by a secret that is committed to in advance."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex import BadSetting, commitment, secret_seed
from ludex.author import below, pick_kind, pick_move, rule
from ludex.core.compile.program import Program
from ludex.core.language.chance import DICE, game_seeds, key_chance, new_dice, next_bits
from ludex.core.language.interpreted_state import load_twin, store_twin

from .tiny import Cards

WORD = st.integers(0, 2**64 - 1)
WORDS = st.lists(WORD, min_size=4, max_size=4).filter(any)
SEED = st.binary(min_size=32, max_size=32).filter(any)
BOUND = st.one_of(st.integers(1, 20), st.integers(1, 2**32), st.sampled_from([1, 2**31, 2**31 + 1, 2**32 - 1, 2**32]))


@rule
def many_bits(dice: Any, out: Any) -> None:
    for at in range(len(out)):
        out[at] = next_bits(dice[0])


@rule
def many_below(dice: Any, bound: int, out: Any) -> None:
    for at in range(len(out)):
        out[at] = below(dice[0], bound)


@pytest.fixture(scope="module")
def compiled() -> dict[str, Any]:
    program = Program("test-chance", {})
    return {"bits": program.compile(many_bits), "below": program.compile(many_below)}


def dice_of(words: list[int]) -> Any:
    dice = DICE.new()
    dice["rng"][0] = np.array(words, np.uint64)
    return dice


def twin_of(words: list[int]) -> Any:
    return load_twin(dice_of(words), 0)


def test_the_generator_is_xoshiro256starstar() -> None:
    """The first numbers from state 1, 2, 3, 4, as every published implementation gives them."""
    dice = twin_of([1, 2, 3, 4])
    assert [next_bits(dice) for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]


@given(WORDS)
def test_bits_compiled_are_the_bits_interpreted(compiled: Any, words: list[int]) -> None:
    out = np.zeros(20, np.uint64)
    dice, twin = dice_of(words), twin_of(words)
    compiled["bits"](dice, out)
    assert out.tolist() == [next_bits(twin) for _ in range(20)]
    back = DICE.new()
    store_twin(twin, back, 0)
    assert back.tobytes() == dice.tobytes()


@given(WORDS, BOUND)
def test_below_compiled_is_below_interpreted_and_in_range(compiled: Any, words: list[int], bound: int) -> None:
    out = np.zeros(20, np.int64)
    dice, twin = dice_of(words), twin_of(words)
    compiled["below"](dice, bound, out)
    assert out.tolist() == [below(twin, bound) for _ in range(20)]
    assert all(0 <= number < bound for number in out.tolist())
    back = DICE.new()
    store_twin(twin, back, 0)
    assert back.tobytes() == dice.tobytes()


def test_below_is_unbiased_where_scaling_alone_would_not_be(compiled: Any) -> None:
    """Of 3 · 2**30 numbers, scaling 2**32 would give every third number twice as often as the others."""
    out = np.zeros(60_000, np.int64)
    compiled["below"](new_dice(secret_seed("unbiased")), 3 << 30, out)
    shares = np.bincount(out % 3) / len(out)
    assert np.abs(shares - 1 / 3).max() < 0.01


@pytest.mark.parametrize("bound", [2, 6, 10])
def test_every_number_below_is_equally_likely(compiled: Any, bound: int) -> None:
    out = np.zeros(60_000, np.int64)
    compiled["below"](new_dice(secret_seed(bound)), bound, out)
    shares = np.bincount(out, minlength=bound) / len(out)
    assert np.abs(shares - 1 / bound).max() < 0.01


@given(SEED, st.lists(st.integers(0, 5), min_size=1, max_size=8).filter(any))
def test_a_kind_is_drawn_from_the_pile_and_the_pile_is_left(seed: Any, pile: list[int]) -> None:
    dice, kept = load_twin(new_dice(seed), 0), list(pile)
    assert pile[pick_kind(dice, pile, sum(pile))] > 0
    assert pile == kept


def test_kinds_come_as_often_as_they_are_in_the_pile() -> None:
    dice = load_twin(new_dice(secret_seed(1)), 0)
    drawn = Counter(pick_kind(dice, [1, 0, 3], 4) for _ in range(4_000))
    assert set(drawn) == {0, 2}
    assert 900 < drawn[0] < 1_100


ROWS = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 9)).map(lambda r: (r[0], r[0] + r[1])), min_size=1, max_size=6
)


@given(SEED, ROWS)
def test_a_move_is_picked_from_what_is_offered(seed: Any, rows: Any) -> None:
    packed = pick_move(load_twin(new_dice(seed), 0), np.array(rows), len(rows))
    assert any(first <= packed <= last for first, last in rows)
    assert isinstance(packed, int)


def test_every_move_of_every_range_is_equally_likely() -> None:
    dice = load_twin(new_dice(secret_seed(2)), 0)
    picked = Counter(pick_move(dice, np.array([(0, 0), (10, 12), (99, 99)]), 2) for _ in range(4_000))
    assert set(picked) == {0, 10, 11, 12}
    assert all(900 < times < 1_100 for times in picked.values())


@given(st.one_of(st.integers(), st.text(), SEED, st.text("0123456789abcdefABCDEF ", min_size=64, max_size=64)))
def test_a_seed_is_32_bytes_and_the_same_for_the_same_input(seed: Any) -> None:
    assert len(secret_seed(seed)) == 32
    assert secret_seed(seed) == secret_seed(seed)


def test_a_text_that_only_looks_hexadecimal_still_gives_32_bytes() -> None:
    """64 signs, but blanks among the digits."""
    assert len(secret_seed("ab " * 21 + " ")) == 32


@given(st.integers(), st.integers())
def test_different_seeds_differ(one: Any, two: Any) -> None:
    assert (secret_seed(one) == secret_seed(two)) == (one == two)


def test_without_a_seed_the_system_gives_one() -> None:
    assert secret_seed() != secret_seed()
    assert secret_seed(None) != secret_seed(None)


@pytest.mark.parametrize("seed", [b"short", b"", 3.5, True, [1]])
def test_what_is_not_a_seed_is_refused_and_quoted(seed: Any) -> None:
    with pytest.raises(BadSetting, match="is not a seed: give a whole number, a text, or 32 bytes") as refused:
        secret_seed(seed)
    assert repr(seed) in str(refused.value)


@given(SEED, SEED)
def test_a_commitment_binds_to_one_seed_and_does_not_show_it(one: Any, two: Any) -> None:
    assert (commitment(one) == commitment(two)) == (one == two)
    assert one.hex() not in commitment(one)


@given(SEED, st.sets(st.tuples(st.integers(0, 1_000), st.integers(0, 30)), min_size=2, max_size=30))
def test_the_chance_of_every_move_and_every_take_is_another(seed: Any, moves: Any) -> None:
    keyed = {chance_of(seed, number, take) for number, take in moves}
    assert len(keyed) == len(moves)


@given(SEED, SEED, st.integers(0, 1_000))
def test_the_chance_of_a_move_needs_the_seed(one: Any, two: Any, number: int) -> None:
    assert (chance_of(one, number) == chance_of(two, number)) == (one == two)


def test_the_generators_run_never_reaches_the_chance_of_another_move() -> None:
    """If one move's chance continued another's, a player who saw the one could compute the other."""
    seed = secret_seed("apart")
    starts = {chance_of(seed, number) for number in range(20)}
    dice = DICE.new()
    key_chance(dice, seed, 0)
    twin = load_twin(dice, 0)
    for _ in range(5_000):
        next_bits(twin)
        assert np.array(list(twin.rng), np.uint64).tobytes() not in starts


def chance_of(seed: Any, number: int, take: int = 0) -> bytes:
    dice = DICE.new()
    key_chance(dice, seed, number, take)
    return dice["rng"].tobytes()


@given(SEED, st.integers(0, 500), st.integers(1, 20), st.data())
@settings(max_examples=40)
def test_a_simulations_chance_does_not_depend_on_how_it_is_cut_up(
    seed: Any, first: int, count: int, data: st.DataObject
) -> None:
    whole = game_seeds(seed, first, count)
    cut = data.draw(st.integers(0, count))
    parts = [game_seeds(seed, first, cut), game_seeds(seed, first + cut, count - cut)]
    assert np.concatenate(parts).tobytes() == whole.tobytes()
    assert len({row.tobytes() for row in whole}) == count


# --- at a table


def test_a_tables_state_never_holds_chance() -> None:
    table = Cards().new(2, seed=1)
    assert not table.engine.record_in_full()["rng"].any()
    table.play(0, "draw")
    assert not table.engine.record_in_full()["rng"].any()
    assert not table.record(0)["rng"].any()


def test_a_moves_draw_does_not_depend_on_what_was_drawn_before() -> None:
    for seed in range(10):
        drew, kept = Cards().new(2, seed=seed), Cards().new(2, seed=seed)
        drew.play(0, "draw")
        kept.play(0, "keep")
        drew.play(1, "draw")
        kept.play(1, "draw")
        assert drew.view(1).card[1] == kept.view(1).card[1]


def test_draws_of_one_table_vary_from_move_to_move() -> None:
    table = Cards().new(2, seed=3, length=60)
    drawn = []
    while table.outcome is None:
        seat = table.waiting[0]
        table.play(seat, "draw")
        drawn.append(table.view(seat).card[seat])
    assert set(drawn) == set(range(6))
    assert drawn[:30] != drawn[30:]


def test_the_same_seed_and_moves_give_the_same_digests_and_another_seed_others() -> None:
    def digests(seed: Any) -> list[str]:
        table = Cards().new(2, seed=seed)
        for number in range(4):
            table.play(number % 2, "draw")
        return [played.digest for played in table.played]

    assert digests(5) == digests(5)
    assert not set(digests(5)) & set(digests(6))


def test_the_commitment_is_known_from_the_start_and_fits_the_seed_of_the_end() -> None:
    table = Cards().new(2, seed=9, length=2)
    early = table.commitment
    table.play(0, "draw")
    table.play(1, "keep")
    history = table.history.public()
    assert history.seed is not None
    assert commitment(bytes.fromhex(history.seed)) == early == history.commitment
