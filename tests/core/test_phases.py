"""Moves bound to phases: the same kind of move means something else in each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest

from ludex.author import Game, Move, Moves, Number, Record, effect, i8, offer, reason, refusal, rule
from ludex.core.dispatch import gather_rules
from ludex.core.errors import BrokenRule

CLIMBING, RESTING, DIVING = range(3)
NOT_NOW = reason("not-now", "not in this phase.")
TOO_FAR = reason("too-far", "not further than 3.")


class Go(Move, frozen=True):
    verb: ClassVar[str] = "go"
    steps: Annotated[int, Number(1, 5)]


class Rest(Move, frozen=True):
    verb: ClassVar[str] = "rest"


class Sing(Move, frozen=True):
    verb: ClassVar[str] = "sing"


class State(Record):
    phase = i8()
    height = i8()


@refusal(Go, when=CLIMBING)
def why_not_climb(s: State, seat: int, steps: int) -> int:
    return TOO_FAR if steps > 3 else 0


@effect(Go, when=CLIMBING)
def climb(s: State, seat: int, steps: int) -> None:
    s.height += steps


@effect(Go, when=DIVING)
def dive(s: State, seat: int, steps: int) -> None:
    s.height -= steps


@effect(Rest, when=RESTING)
def rest(s: State, seat: int) -> None:
    s.phase = DIVING


@refusal(Sing)
def why_not_sing(s: State, seat: int) -> int:
    return 0


@effect(Sing, when=CLIMBING)
def sing_high(s: State, seat: int) -> None:
    s.height = 100


@effect(Sing, when=RESTING)
@effect(Sing, when=DIVING)
def sing_low(s: State, seat: int) -> None:
    s.height = -100


@rule
def not_now(s: State, seat: int) -> int:
    return NOT_NOW


@rule
def waiting(s: State) -> int:
    return 1


@rule
def legal(s: State, seat: int, out: Any) -> int:
    return offer(out, 0, Sing)


@rule
def over(s: State) -> int:
    return 0


@rule
def scores(s: State, out: Any) -> None:
    out[0, 0] = s.height


class Hike(Game):
    """Up, and down."""

    name, title, seats = "hike", "Hike", range(1, 2)
    record, moves = State, Moves(Go, Rest, Sing)


GAME = Hike()
KERNELS = pytest.mark.parametrize("kernel", [GAME.interpreted, GAME.compiled], ids=["interpreted", "compiled"])


def at(phase: int) -> Any:
    states = GAME.layout.new()
    states["phase"] = phase
    return states


@KERNELS
@pytest.mark.parametrize(
    ("phase", "move", "why"),
    [
        (CLIMBING, Go(3), 0),
        (CLIMBING, Go(4), TOO_FAR),
        (DIVING, Go(5), 0),
        (RESTING, Go(1), NOT_NOW),
        (RESTING, Rest(), 0),
        (DIVING, Rest(), NOT_NOW),
        (DIVING, Sing(), 0),
    ],
)
def test_a_move_is_refused_by_the_rule_of_its_phase_and_in_other_phases(
    kernel: Any, phase: int, move: Move, why: int
) -> None:
    assert kernel.why_not(at(phase), 0, 0, GAME.moves.pack(move)) == why


@KERNELS
@pytest.mark.parametrize(
    ("phase", "move", "height"),
    [(CLIMBING, Go(2), 2), (DIVING, Go(2), -2), (CLIMBING, Sing(), 100), (RESTING, Sing(), -100)],
)
def test_a_move_does_what_the_rule_of_its_phase_says(kernel: Any, phase: int, move: Move, height: int) -> None:
    states = at(phase)
    kernel.play(states, 0, 0, GAME.moves.pack(move), np.zeros((1, 8), np.int64))
    assert states["height"][0] == height


def test_without_a_rule_for_the_other_phases_the_game_is_broken() -> None:
    module = SimpleNamespace(waiting=waiting, legal=legal, over=over, scores=scores)
    with pytest.raises(BrokenRule, match=r"a rule not_now\(s, seat\) must refuse them"):
        gather_rules("Hike", vars(module), GAME.moves, {})


def test_two_rules_for_one_phase_are_refused() -> None:
    with pytest.raises(BrokenRule, match="Rest has two rules for its effect"):
        effect(Rest, when=RESTING)(dive)


def test_a_refusal_needs_an_effect_in_its_phase() -> None:
    class Swim(Move, frozen=True):
        verb: ClassVar[str] = "swim"

    @refusal(Swim, when=DIVING)
    def why_not_swim(s: State, seat: int) -> int:
        return 0

    with pytest.raises(BrokenRule, match="Swim has no effect"):
        gather_rules("Hike", globals(), Moves(Swim), {})


@rule
def rest_at_the_hut(s: State) -> int:
    """Above 50 it is time to rest, whatever the phase."""
    return int(RESTING if s.height > 50 else s.phase)


@pytest.mark.parametrize("world", ["interpreted", "compiled"])
def test_a_rule_can_say_what_is_due_instead_of_the_phase(world: str) -> None:
    class Hut(Hike):
        rules = SimpleNamespace(**globals(), due=rest_at_the_hut)

    kernel = getattr(Hut(), world)
    states = at(CLIMBING)
    assert kernel.why_not(states, 0, 0, GAME.moves.pack(Rest())) == NOT_NOW
    states["height"] = 60
    assert kernel.why_not(states, 0, 0, GAME.moves.pack(Rest())) == 0
    kernel.play(states, 0, 0, GAME.moves.pack(Sing()), np.zeros((1, 8), np.int64))
    assert states["height"][0] == -100
