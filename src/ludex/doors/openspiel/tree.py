"""The tree of a game: its actions, the ways from node to node, and what seats see and win there."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np

from ludex.batch.batch import Rewards, reward_number
from ludex.batch.loops import SCORE, SHARE, margin, rank, share
from ludex.core.compile.compiled_rules import Kernel, direct
from ludex.core.compile.default_rules import OPTIONAL
from ludex.core.compile.observing import new_memory
from ludex.core.compile.program import reachable
from ludex.core.compile.table_buffers import CHANCE as RNG
from ludex.core.compile.table_buffers import Look
from ludex.core.game.features import Features
from ludex.core.game.game import Game
from ludex.core.game.request import Rejection
from ludex.core.game.template import template_of
from ludex.core.language.chance import chance_of, new_dice, next_bits, secret_seed
from ludex.core.language.errors import BadSetting, BrokenRule, IllegalMove, quote
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.moves import Move
from ludex.doors.one_game import Observation, new_purse, next_seat, reject, settle_game, write_features
from ludex.doors.openspiel.chance import MOST_OUTCOMES, Outcome, every_outcome
from ludex.doors.openspiel.node import CHANCE, SPECTATOR, TERMINAL, Node, digest

ChanceMode: TypeAlias = int | Literal["exact", "sampled"]
"""The number of equally likely seeds at every chance node, all outcomes with exact probabilities, or a sample."""

MOST_SEEDS = 1_000_000
MOST_RETAINED = 100_000
"""The most nodes that a tree with exact chance retains."""
ANY_CHANCE = bytes(range(1, 33))
"""Chance with which a move is tried, to find out whether the rules draw."""
NO_CHANCE = bytes(32)


class Tree:
    """The rules of a game at a table with a number of seats, as a tree.

    `parameters` are those of the game in OpenSpiel, from which `tree_of` makes the tree again.
    """

    def __init__(
        self,
        game: Game,
        seats: int | None,
        settings: Mapping[str, Any],
        rewards: Rewards,
        chance: ChanceMode,
        parameters: Mapping[str, Any],
    ) -> None:
        self.game = game
        self.parameters = dict(parameters)
        self.settings = game.read_settings(settings)
        self._template = template_of(game, game.usual_seats if seats is None else seats, self.settings)
        self.seats = int(self._template["seats"][0])
        self.features: Features = game.features(self.seats, **settings)
        self.kernel: Kernel = game.machine.kernel
        self.chance = _expect_chance(chance)
        drawing = reachable({name: game.machine.rules[name] for name in ("setup", "play")})
        self.is_random = any(value is next_bits for value in drawing)
        """True if the rules draw."""
        self.has_secrets = game.machine.rules["hide"] is not OPTIONAL["hide"]
        self.random = random.Random()
        """The generator from which chance is sampled."""
        self._reward = reward_number(rewards)
        self._settle = direct(self.kernel.entry(settle_game), self._template, new_purse(self.seats), 0, False, False)
        self._writer = _Writer(game, self.kernel, self.features)
        self._machine, self._moves, self._retained = game.machine, game.moves, 0
        self._seeds = [(seed, 1 / self.outcomes) for seed in range(self.outcomes if chance != "exact" else 0)]
        self._flat = game.actions.flat
        self._width = 1 if self._flat else _widest(game)
        self.root = self._begin()

    # --- what OpenSpiel asks about the game

    @property
    def actions(self) -> int:
        """The number of distinct actions."""
        return self.game.actions.size * self._width

    @property
    def most_moves(self) -> int:
        """The most moves of a game."""
        return self.game.max_moves

    @property
    def outcomes(self) -> int:
        """The most outcomes of a chance node."""
        if not self.is_random or self.chance == "sampled":
            return int(self.is_random)
        return MOST_OUTCOMES if isinstance(self.chance, str) else self.chance

    def chances(self, node: Node) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        if node.turn != CHANCE:
            raise BadSetting("outcomes of chance were asked for where chance is not next")
        if self.chance == "exact":
            return [(place, outcome.probability) for place, outcome in enumerate(node.outcomes)]
        return self._seeds.copy()

    @property
    def utility_sum(self) -> float | None:
        """The sum of all utilities, if it is always the same."""
        twin, rule = load_twin(self._template, 0), self._machine.rules["side"]
        sides = [int(rule(twin, seat)) for seat in range(self.seats)]
        sizes = {sides.count(side) for side in sides}
        if len(sizes) > 1 or sizes == {self.seats}:
            return None
        if self._reward == SCORE:
            return 0.0
        return float(sizes.pop()) if self._reward == SHARE else self.seats / 2

    @property
    def most_utility(self) -> float | None:
        """The greatest utility, if it is known: that of a win is 1. None for scores."""
        return None if self._reward == SCORE else 1.0

    # --- actions

    def legal(self, node: Node) -> list[int]:
        """Return the legal actions at a decision, in ascending order."""
        if self._flat:
            found: list[int] = []
            for first, last in node.rows:
                if first == last:
                    found.append(first)
                else:
                    found.extend(range(first, last + 1))
            found.sort()
            return found
        width = self._width
        return [row * width + place for row, (first, last) in enumerate(node.rows) for place in range(last - first + 1)]

    def packed(self, node: Node, action: int) -> int:
        """Return the packed move of an action, or -1 if it refers to a row or place that does not exist."""
        if self._flat:
            return action
        row, place = divmod(action, self._width)
        if not 0 <= row < len(node.rows) or place > node.rows[row][1] - node.rows[row][0]:
            return -1
        return node.rows[row][0] + place

    def action(self, node: Node, move: Move) -> int:
        """Return the action of a legal move."""
        found = self.game.actions.of_move(move, node.rows)
        return found if isinstance(found, int) else found[0] * self._width + found[1]

    # --- from node to node

    def child(self, node: Node, action: int) -> Node:
        """Return the node after an action. Raises `IllegalMove` if it is not legal."""
        kept = node.children
        if kept is not None and action in kept:
            return kept[action]
        if node.turn >= 0:
            move = self.packed(node, action)
            if not 0 <= move < self._moves.size:
                raise self._refusal(node, action, f"expected a number from 0 to {self.actions - 1}")
            found = self.decide(node, move)
        elif node.turn == CHANCE:
            if not 0 <= action < self.outcomes:
                raise self._refusal(node, action, f"expected an outcome from 0 to {self.outcomes - 1}")
            found = self.draw(node, self.random.getrandbits(62) if self.chance == "sampled" else action)
        else:
            raise self._refusal(node, action, "the game is over")
        if self.chance == "exact" and self._retained < MOST_RETAINED:
            self._retained += 1
            if kept is None:
                node.children = kept = {}
            kept[action] = found
        return found

    def decide(self, node: Node, move: int) -> Node:
        """Return the node after a packed move of the seat to move: where the rules draw, a chance node."""
        buffers, seat = self._machine.buffers, node.turn
        then = seat + 1 if seat + 1 < self.seats else 0
        if buffers.turn(self.kernel, node.memory, ANY_CHANCE, seat, move, then):
            rejection = reject(self.game, self.settings, node.memory, seat, move)
            raise IllegalMove(Rejection(rejection.code, f"seat {seat}: {rejection.sentence}"))
        drew, owing, _, looks = buffers.after(self.kernel)
        if drew:
            return Node(self, CHANCE, node.memory, (), {}, node.number + 1, node, seat, move)
        return self._arrive(buffers.memory(), owing, looks, seat, node.number + 1, node, seat, move)

    def draw(self, node: Node, outcome: int) -> Node:
        """Return the node after an outcome of chance: its number among the exact ones, or a seed."""
        last = self.seats - 1 if node.parent is None else node.mover
        if self.chance == "exact":
            if not 0 <= outcome < len(node.outcomes):
                raise self._refusal(node, outcome, f"expected an outcome from 0 to {len(node.outcomes) - 1}")
            memory = node.outcomes[outcome].memory
        elif node.parent is None:
            memory, _ = self._set_up(chance_of(secret_seed(outcome), 0))
        else:
            buffers, chance = self._machine.buffers, chance_of(secret_seed(outcome), node.number)
            then = last + 1 if last + 1 < self.seats else 0
            buffers.turn(self.kernel, node.memory, chance, last, node.step, then)
            _, owing, _, looks = buffers.after(self.kernel)
            return self._arrive(buffers.memory(), owing, looks, last, node.number, node, CHANCE, outcome)
        return self._look(memory, last, node.number, node, CHANCE, outcome)

    def every_outcome(self, node: Node) -> tuple[Outcome, ...]:
        """Return all outcomes of a chance node, from interpreted rules."""
        kernel, layout, log = self._machine.interpreted, self._machine.layout, new_log(self.game.max_events)

        def run() -> bytes:
            states = layout.load(node.memory) if node.memory else self._template.copy()
            rng = states.view(np.uint8).data[RNG]
            rng[:] = ANY_CHANCE
            if node.memory:
                kernel.play(states, 0, node.mover, node.step, log)
            else:
                kernel.setup(states, 0)
            if rng != ANY_CHANCE:
                raise BrokenRule(f"{self.game.name} uses chance without `below`, so its outcomes cannot be listed")
            rng[:] = NO_CHANCE
            return states.tobytes()

        return every_outcome(run)

    def world(self, node: Node, seat: int, seed: bytes) -> Node:
        """Return a node that a seat cannot tell from another one, in which all that it cannot know is dealt again.

        The seat's knowledge is the same. The others know what they see there, and all that was public before.
        """
        if node.turn == TERMINAL:
            return node
        if node.turn == CHANCE:
            raise BadSetting("chance nodes are not dealt again: ask at a decision")
        found = self.world_from(node.memory, seat, node.turn, seed, node.number)
        public = node.knowledge(SPECTATOR)
        known = {other: digest(public, found.seen(other)) for other in range(self.seats)}
        found.known = known | {seat: node.knowledge(seat), SPECTATOR: public}
        return found

    def world_from(self, memory: bytes, seat: int, turn: int, seed: bytes, number: int = 0) -> Node:
        """Return a decision of the seat `turn` in a world that fits what another seat may know of a state."""
        states = self._machine.layout.load(memory)
        self.kernel.redeal(states, 0, seat, new_dice(seed))
        states["rng"] = 0
        return self.start_at(states.tobytes(), turn, number)

    def start_at(self, memory: bytes, turn: int, number: int) -> Node:
        """Return a decision of a seat in a state, without anything before it."""
        return self._look(memory, turn - 1 if turn else self.seats - 1, number, None, CHANCE, 0)

    # --- what is seen and won

    def hidden(self, memory: bytes, seat: int) -> bytes:
        """Return the bytes of a state's record with everything hidden that a seat may not know."""
        if not memory:
            return b""
        states = self._machine.layout.load(memory)
        self.kernel.hide(states, 0, seat)
        return states.tobytes()

    def view(self, node: Node, seat: int | None) -> Any:
        """Return the view of a seat (None: a spectator). None before the deal."""
        seen = node.seen(SPECTATOR if seat is None else seat)
        return self._machine.view_of(seen, seat) if seen else None

    def observation(self, node: Node, seat: int) -> str:
        """Return the view of a seat (-1: a spectator) as JSON."""
        return msgspec.json.encode(self.view(node, None if seat == SPECTATOR else seat)).decode()

    def private_observation(self, node: Node, seat: int) -> str:
        """Return as JSON the parts of a seat's view that differ from that of a spectator."""
        own, public = (msgspec.json.decode(self.observation(node, viewer)) for viewer in (seat, SPECTATOR))
        return msgspec.json.encode({name: own[name] for name in own or () if own[name] != public.get(name)}).decode()

    def write_features(self, node: Node, seat: int, out: Observation) -> None:
        """Write the features of a seat. Before the deal all but the seat are 0."""
        seen = node.seen(seat)
        if not seen:
            out[:] = 0
            out[seat] = 1
            return
        self._writer.write(seen, seat, out)

    def returns(self, node: Node) -> tuple[float, ...]:
        """Return the utility of every seat: 0 before the end."""
        if node.turn != TERMINAL:
            return (0.0,) * self.seats
        purse = new_purse(self.seats)
        self._settle(self._machine.layout.load(node.memory), purse, SHARE, False, True)
        utility: Any = margin if self._reward == SCORE else share if self._reward == SHARE else rank
        return tuple(float(utility(purse.sides, seat, purse.results)) for seat in range(self.seats))

    # ---

    def _begin(self) -> Node:
        memory, drew = self._set_up(ANY_CHANCE)
        if drew:
            return Node(self, CHANCE, b"", (), {}, 0, None, CHANCE, 0)
        return self._look(memory, self.seats - 1, 0, None, CHANCE, 0)

    def _set_up(self, chance: bytes) -> tuple[bytes, bool]:
        states = self._template.copy()
        states.view(np.uint8).data[RNG] = chance
        self.kernel.setup(states, 0)
        drew = states.view(np.uint8).data[RNG] != chance
        states["rng"] = 0
        return states.tobytes(), drew

    def _look(self, memory: bytes, last: int, number: int, parent: Node | None, mover: int, step: int) -> Node:
        """Return the node of a state."""
        buffers = self._machine.buffers
        buffers.look(self.kernel, memory, last + 1 if last + 1 < self.seats else 0)
        _, owing, _, looks = buffers.after(self.kernel)
        return self._arrive(memory, owing, looks, last, number, parent, mover, step)

    def _arrive(
        self,
        memory: bytes,
        owing: int,
        looks: dict[int, Look],
        last: int,
        number: int,
        parent: Node | None,
        mover: int,
        step: int,
    ) -> Node:
        """Return the node of a state in which these seats owe a decision: the turn of the first after the last."""
        if not owing:
            return Node(self, TERMINAL, memory, (), looks, number, parent, mover, step)
        turn = next_seat(owing, last, self.seats)
        if turn not in looks:
            buffers = self._machine.buffers
            buffers.look(self.kernel, memory, turn)
            looks |= buffers.after(self.kernel)[3]
        return Node(self, turn, memory, looks[turn][1], looks, number, parent, mover, step)

    def _refusal(self, node: Node, action: int, expected: str) -> IllegalMove:
        who = f"seat {node.turn}" if node.turn >= 0 else "chance"
        return IllegalMove(Rejection("no-such-action", f"{who}, action {quote(action)}: {expected}."))

    def __repr__(self) -> str:
        return f"<Tree of {self.game.name} with {self.seats} seats>"


class _Writer(threading.local):
    """Writes features, with separate memory for each thread."""

    def __init__(self, game: Game, kernel: Kernel, features: Features) -> None:
        states, memory = new_memory(game.machine.layout)
        self._bytes = states.view(np.uint8).data
        self._encoding = states, memory, features.plan
        self._entry = direct(kernel.entry(write_features), *self._encoding, 0, np.zeros(features.size, np.float32))

    def write(self, seen: bytes, seat: int, out: Observation) -> None:
        self._bytes[:] = seen
        self._entry(*self._encoding, seat, out)


def _expect_chance(chance: ChanceMode) -> ChanceMode:
    if chance in ("exact", "sampled"):
        return chance
    if not isinstance(chance, int) or not 1 <= chance <= MOST_SEEDS:
        raise BadSetting(f'chance {quote(chance)}: expected 1 to {MOST_SEEDS:,} seeds, "exact" or "sampled"')
    return chance


def _widest(game: Game) -> int:
    """Return the most places that a row of legal moves can have."""
    return max((list(kind.domains.values())[-1].size for kind in game.moves.numbering if kind.domains), default=1)
