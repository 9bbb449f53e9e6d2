"""Phases own who is asked, what is offered, what is refused and what happens."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest

from ludex.author import (
    ANY,
    Game,
    Move,
    Moves,
    Number,
    Record,
    asked,
    effect,
    i8,
    offer,
    offer_range,
    offers,
    reason,
    refusal,
    rule,
)
from ludex.core.compile.move_dispatch import gather_rules
from ludex.core.language.errors import BrokenRule
from ludex.core.language.interpreted_state import load_twin

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
    phase = i8(ANY)
    height = i8(ANY)


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


HIKE = {"not_now": not_now, "waiting": waiting, "legal": legal, "over": over, "scores": scores}


class Hike(Game):
    """Up, and down."""

    name, title, seats = "hike", "Hike", range(1, 2)
    record, moves, rules = State, Moves(Go, Rest, Sing), SimpleNamespace(**HIKE)


GAME = Hike()
KERNELS = pytest.mark.parametrize(
    "kernel", [GAME.machine.interpreted, GAME.machine.compiled], ids=["interpreted", "compiled"]
)


def at(phase: int) -> Any:
    states = GAME.machine.layout.new()
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
    with pytest.raises(BrokenRule, match=r"a rule not_now\(s, seat\) must refuse them"):
        gather_rules("Hike", {name: f for name, f in HIKE.items() if name != "not_now"}, GAME.moves, {})


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
        gather_rules("Hike", HIKE, Moves(Swim), {})


@rule
def rest_at_the_hut(s: State) -> int:
    """Above 50 it is time to rest, whatever the phase."""
    return int(RESTING if s.height > 50 else s.phase)


@pytest.mark.parametrize("world", ["interpreted", "compiled"])
def test_a_rule_can_say_what_is_due_instead_of_the_phase(world: str) -> None:
    class Hut(Hike):
        rules = SimpleNamespace(**HIKE, due=rest_at_the_hut)

    kernel = getattr(Hut().machine, world)
    states = at(CLIMBING)
    assert kernel.why_not(states, 0, 0, GAME.moves.pack(Rest())) == NOT_NOW
    states["height"] = 60
    assert kernel.why_not(states, 0, 0, GAME.moves.pack(Rest())) == 0
    kernel.play(states, 0, 0, GAME.moves.pack(Sing()), np.zeros((1, 8), np.int64))
    assert states["height"][0] == -100


# Who is asked, and what is offered


@asked(when=DIVING)
def ask_the_diver(s: State) -> int:
    return 0b10


@asked()
def ask_the_leader(s: State) -> int:
    return 0b01


@offers(when=CLIMBING)
def offer_climbs(s: State, seat: int, out: Any) -> int:
    return offer(out, offer_range(out, 0, Go, 1, 3), Sing)


@offers(when=RESTING)
@offers(when=DIVING)
def offer_songs(s: State, seat: int, out: Any) -> int:
    return offer(out, 0, Sing)


PHASES = {
    "not_now": not_now,
    "over": over,
    "scores": scores,
    "ask_the_diver": ask_the_diver,
    "ask_the_leader": ask_the_leader,
    "offer_climbs": offer_climbs,
    "offer_songs": offer_songs,
}
HOME = 3
"""A phase that no rule names."""


class Tour(Hike):
    """A hike whose phases are declared."""

    rules = SimpleNamespace(**PHASES)


@pytest.mark.parametrize("world", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("phase", "waiting", "count"), [(CLIMBING, 0b01, 2), (RESTING, 0b01, 1), (DIVING, 0b10, 1), (HOME, 0, 0)]
)
def test_a_phase_says_who_is_asked_and_what_is_offered(world: str, phase: int, waiting: int, count: int) -> None:
    kernel, out = getattr(Tour().machine, world), np.zeros((8, 2), np.int64)
    assert kernel.waiting(at(phase), 0) == waiting
    assert kernel.legal(at(phase), 0, 0, out) == count


def test_rules_of_phases_are_found_in_modules_inside_the_games_module() -> None:
    inside, outside = ModuleType("tour.phases"), ModuleType("other.phases")
    vars(inside).update(PHASES)
    vars(outside).update(PHASES)
    module = {"__name__": "tour", "not_now": not_now, "over": over, "scores": scores}
    assert (
        gather_rules("Tour", {**module, "phases": inside}, GAME.moves, {})["waiting"](load_twin(at(DIVING), 0)) == 0b10
    )
    with pytest.raises(BrokenRule, match="no rule 'waiting'"):
        gather_rules("Tour", {**module, "phases": outside}, GAME.moves, {})


@pytest.mark.parametrize(
    ("left_out", "fault"),
    [("offer_climbs", "Tour: phase CLIMBING has no @offers"), ("ask_the_leader", "Tour: phase CLIMBING has no @asked")],
)
def test_a_phase_in_which_something_is_missing_is_named(left_out: str, fault: str) -> None:
    with pytest.raises(BrokenRule, match=fault):
        gather_rules("Tour", {name: f for name, f in PHASES.items() if name != left_out}, GAME.moves, {})


def test_two_rules_that_offer_in_one_phase_are_refused() -> None:
    @offers(when=DIVING)
    def offer_more(s: State, seat: int, out: Any) -> int:
        return 0

    with pytest.raises(BrokenRule, match=r"phase DIVING has two rules for @offers: .*offer_songs, .*offer_more"):
        gather_rules("Tour", {**PHASES, "offer_more": offer_more}, GAME.moves, {})


def test_a_rule_is_written_out_or_made_and_not_both() -> None:
    with pytest.raises(BrokenRule, match="'legal' is defined, and also made from @offers"):
        gather_rules("Tour", {**PHASES, "legal": legal}, GAME.moves, {})


def test_a_rule_of_a_phase_takes_the_arguments_of_the_rule_it_is_part_of() -> None:
    @asked(when=DIVING)
    def ask_too_much(s: State, seat: int) -> int:
        return 0

    with pytest.raises(BrokenRule, match=r"'ask_too_much' must take \(s\), not \(s, seat\)"):
        gather_rules("Tour", {**PHASES, "ask_the_diver": ask_too_much}, GAME.moves, {})
