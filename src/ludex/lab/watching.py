"""Watching games: one compiled loop that plays card games and records what every measure of the lab needs.

All genomes share the rules of one machine, so this loop is compiled once, and a new genome compiles nothing. It starts
new games or continues from positions, redeals what a spectator cannot know, stops after a number of moves, and returns
wherever an outside player has something to decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.core.compile.compiled_rules import Kernel
from ludex.core.compile.playout import choose, count_scores, legal, next_seat, over, play, redeal, see, setup
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, next_bits, secret_seed
from ludex.core.language.events import new_log
from ludex.core.language.move_packing import packed
from ludex.core.language.record import State, States
from ludex.core.language.rule import loop, rule, warmed_by
from ludex.games.cards import CardGame
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.card_sets import pick, size
from ludex.games.cards.moves import PlayCard
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.tricks.rules import is_blind, playable
from ludex.games.cards.parts.turns.places import TURN_LIMIT
from ludex.games.cards.state import SEATS
from ludex.lab.one_liners import NAMES, follow_line
from ludex.lab.tree_player import (
    BOT,
    HORIZON,
    INSIDE,
    LEFT,
    POT,
    SEAT,
    TOTAL,
    begin_search,
    begin_walk,
    credit,
    desk_for,
    is_settled,
    most_visited,
    step_down,
)

OUTSIDE = -1
"""In place of a bot's slot: the loop stops where this seat has more than one option."""

LINE, TREE, LOOK = 1_000, 1 << 20, 1 << 21
"""From these slots on: one-line players, by their places; tree searches with random playouts, and tree searches with
playouts by `greedy`, by the number of their iterations."""
GREEDY = 2
"""The slot of the bot `greedy`."""
SEARCHES = re.compile(r"(tree|look)-(\d{1,5})")

START, REPEAT, CHANCE = range(3)
"""Columns of a plan: the start of games, the number continued from each position, and whether they are reseeded."""
NEW, GO_ON, AS_SPECTATORS_KNOW, AS_MOVER_KNOWS = range(4)
"""Starts of games: newly set up, from an unchanged position, or from a position after redealing what a spectator, or
the seat to move, cannot know."""

DECISIONS, REAL, OPTIONS, TRACE, ROWS, HANDS, CUT, OPENING = range(8)
"""Columns of a game's notes: its decisions, those with more than one option, the sum of their options, a hash of all
moves, the rows of options of the outside player, the hands that ended, those that ended only at the limit of turns,
and each seat's first move with an alternative (or -1)."""
NOTES = OPENING + SEATS

Array = npt.NDArray[np.int64]
Seeds = npt.NDArray[np.uint64]


class Watched(NamedTuple):
    """Games that were watched, each one a row."""

    states: States
    """Current states of the games."""
    moves: Array
    endings: Array
    """The ending of each game, 0 if it is unfinished."""
    scores: Array
    """The score of every seat; more is better."""
    notes: Array
    """The columns from `DECISIONS` to `CUT`, and from `OPENING` on one for each seat."""
    options: Array
    """Rows of options, for an outside player."""

    @property
    def real(self) -> Array:
        """Number of decisions with more than one option, by game."""
        return np.asarray(self.notes[:, REAL])

    @property
    def traces(self) -> Array:
        """Each game's moves as one number: games with different moves almost certainly have different numbers."""
        return np.asarray(self.notes[:, TRACE])


class Watcher:
    """Plays the games of one genome, with the kernel of the game or a different one.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("old-maid")
    >>> games = Watcher(game, kernel=game.machine.interpreted).play(["random", "greedy"], seeds_of(1, 5))
    >>> games.real.tolist(), bool((games.endings > 0).all())
    ([0, 0, 0, 0, 0], True)
    """

    def __init__(self, game: CardGame, seats: int | None = None, kernel: Kernel | None = None) -> None:
        self.game = game
        self.kernel = kernel or game.machine.kernel
        self.seats = seats or game.seats[0]
        self.template = template_of(game, self.seats, game.settings())
        self.sides = sides_of(game, self.seats)
        self.played = 0
        """Number of games played to the end, from the deal or from a position."""
        self.dealt = 0
        """Number of these games that began with a deal."""
        self._dice = DICE.new()
        self._log = new_log(0)
        self._world = game.machine.layout.new(1)
        self.pot = 0
        """If not 0, games are won by chips: a lead of the whole pot is the whole game (see `shares`)."""

    def play(
        self, players: Sequence[str | None] | Array, seeds: Seeds, limits: Array | None = None, keep: bool = False
    ) -> Watched:
        """Play a new game for every row of `seeds`: four words for the game, four for its bots.

        `players` are bots by name (None: an outside player), or slots of bots, a row for each game in turn. A game
        stops after its number of `limits`. Final states are stored only on request.
        """
        states = self.game.machine.layout.new(len(seeds) if keep else 1)
        return self._run(states, self.template, players, seeds, limits, (NEW, 1, 1), None)

    def go_on(
        self,
        begin: States,
        players: Sequence[str | None] | Array,
        seeds: Seeds,
        *,
        repeat: int = 1,
        known: int = GO_ON,
        moves: Array | None = None,
        limits: Array | None = None,
    ) -> Watched:
        """Continue from positions, `repeat` times from each, with new seeds. `moves` are played first (-1: none).

        `known` selects whether cards are redealt first: `AS_SPECTATORS_KNOW` or `AS_MOVER_KNOWS`.
        """
        states = self.game.machine.layout.new(len(seeds))
        plan = (known, repeat, 1)
        return self._run(states, begin, players, seeds, limits, plan, moves)

    def step(self, begin: States, players: Sequence[str | None] | Array, dice: States, move: int) -> Watched:
        """Continue one game with a move of the outside player (-1: none), without reseeding it."""
        states, self._dice = self.game.machine.layout.new(1), dice
        seeds = np.zeros((1, 8), np.uint64)
        return self._run(states, begin, players, seeds, None, (GO_ON, 1, 0), np.array([move]))

    def _run(
        self,
        states: States,
        begin: States,
        players: Sequence[str | None] | Array,
        seeds: Seeds,
        limits: Array | None,
        plan: tuple[int, int, int],
        moves: Array | None,
    ) -> Watched:
        count = len(seeds)
        results = np.zeros((count, 1 + self.seats, 2), np.int64)
        notes = np.zeros((count, NOTES), np.int64)
        options = np.zeros((self.game.max_options, 2), np.int64)
        slots = self.slots(players)
        desk = desk_for(self.seats, most_iterations(slots))
        desk.walk[POT] = self.pot
        self.kernel.entry(watch_games)(
            states,
            begin,
            self._dice,
            seeds,
            slots,
            np.full(count, -1) if moves is None else moves,
            np.full(count, self.game.max_moves) if limits is None else limits,
            np.array(plan),
            options,
            self._log,
            results,
            notes,
            desk,
            self._world,
        )
        endings = results[:, 0, 1]
        ended = int((endings > 0).sum())
        self.played += ended
        self.dealt += ended if plan[START] == NEW else 0
        return Watched(states, results[:, 0, 0], endings, results[:, 1:, 0], notes, options)

    def slots(self, players: Sequence[str | None] | Array) -> Array:
        """Convert players for the loop: slots of bots, a row for each game in turn."""
        if isinstance(players, np.ndarray):
            return players
        return np.array([[OUTSIDE if name is None else self._slot(name) for name in players]])

    def plays(self, name: str) -> bool:
        """Return whether the loop plays a player itself: a bot, a one-line player or a tree search."""
        return name in self.game.machine.bot_slots or name in NAMES or SEARCHES.fullmatch(name) is not None

    def _slot(self, name: str) -> int:
        """Return the slot of a bot of the game, or of a player that the lab brings along."""
        if name in NAMES:
            return LINE + NAMES.index(name)
        if search := SEARCHES.fullmatch(name):
            return (TREE if search[1] == "tree" else LOOK) + int(search[2])
        return self.game.machine.bot_slots[name]

    def shares(self, scores: Array) -> npt.NDArray[np.float64]:
        """Return the share of each game that every side won: 1, or 1/k where k sides share the best score.

        With a pot, it is the lead over the mean of the others instead: nothing is won by winning little often.

        >>> from ludex.games.cards import library_game
        >>> Watcher(library_game("whist")).shares(np.array([[3, 5, 3, 5], [4, 4, 4, 4]])).tolist()
        [[0.0, 1.0], [0.5, 0.5]]
        """
        first = [self.sides.index(side) for side in range(max(self.sides) + 1)]
        of_sides = scores[:, first]
        if self.pot:
            count = len(first)
            leads = (of_sides - (of_sides.sum(axis=1, keepdims=True) - of_sides) / (count - 1)) / self.pot
            return np.asarray((1 + np.clip(leads, -1, 1)) / count)
        best = of_sides == of_sides.max(axis=1, keepdims=True)
        return np.asarray(best / best.sum(axis=1, keepdims=True))


def sides_of(game: CardGame, seats: int) -> tuple[int, ...]:
    """Return the side that every seat plays for: its team, or itself.

    >>> from ludex.games.cards import library_game
    >>> sides_of(library_game("whist"), 4), sides_of(library_game("hearts"), 4)
    ((0, 1, 0, 1), (0, 1, 2, 3))
    """
    teams = game.genome.teams
    if not teams:
        return tuple(range(seats))
    return tuple(next(number for number, team in enumerate(teams) if seat in team) for seat in range(seats))


def seeds_of(seed: int | str | bytes, count: int, first: int = 0) -> Seeds:
    """Make seeds for `count` games: the same rows for the same seed, for any `count`.

    >>> seeds_of("a", 2).shape, bool((seeds_of("a", 2)[1] == seeds_of("a", 1, first=1)[0]).all())
    ((2, 8), True)
    """
    return game_seeds(secret_seed(seed), first, count)


def watch_once(game: CardGame, kernel: Kernel) -> None:
    """Run the loop once, for one game between random bots."""
    seats = game.seats[0]
    kernel.entry(watch_games)(
        game.machine.layout.new(),
        template_of(game, seats, game.settings()),
        DICE.new(),
        seeds_of(0, 1),
        np.zeros((1, seats), np.int64),
        np.full(1, -1),
        np.full(1, game.max_moves),
        np.array([NEW, 1, 1]),
        np.zeros((game.max_options, 2), np.int64),
        new_log(0),
        np.zeros((1, 1 + seats, 2), np.int64),
        np.zeros((1, NOTES), np.int64),
        desk_for(seats, 0),
        game.machine.layout.new(1),
    )


@warmed_by(watch_once, of="CardGame", bulk=True)
@loop
def watch_games(
    states: States,
    begin: States,
    dice: States,
    seeds: Any,
    players: Any,
    moves: Any,
    limits: Any,
    plan: Any,
    options: Any,
    log: Any,
    results: Any,
    notes: Any,
    desk: Any,
    worlds: States,
) -> None:
    """Play game after game, each to its end, to its limit, or to a decision of an outside player."""
    for g in range(len(seeds)):
        at = g % len(states)
        states[at] = begin[g // plan[REPEAT] % len(begin)]
        s = states[at]
        if plan[CHANCE]:
            for word in range(4):
                s.rng[word] = seeds[g, word]
                dice[0].rng[word] = seeds[g, 4 + word]
        if plan[START] == NEW:
            setup(s)
        for seat in range(SEATS):
            notes[g, OPENING + seat] = -1
        seats = players[g % len(players)]
        results[g, 0, 0] = watch_game(
            states, at, dice[0], seats, moves[g], limits[g], plan[START], options, log, notes[g], desk, worlds
        )
        results[g, 0, 1] = over(s)
        count_scores(s, results[g, 1:])


@loop
def watch_game(
    states: States,
    at: int,
    dice: State,
    players: Any,
    given: int,
    limit: int,
    start: int,
    options: Any,
    log: Any,
    note: Any,
    desk: Any,
    worlds: States,
) -> int:
    """Continue one game, record it, and return the number of its moves. A given move is played first, unchecked.

    While a seat searches, `s` is the world of its search and not the game. Everything happens in one place for both,
    because rules are compiled again wherever they are called.
    """
    s = states[at]
    played = steps = 0
    walk = desk.walk
    walk[LEFT], walk[TOTAL] = 0, 1
    redealt = start == AS_SPECTATORS_KNOW or start == AS_MOVER_KNOWS
    knower = -1 if start == AS_SPECTATORS_KNOW else int(s.turn)
    while True:
        if redealt:
            redealt = False
            first, second, third, fourth = s.rng[0], s.rng[1], s.rng[2], s.rng[3]
            see(s, knower)
            s.rng[0], s.rng[1], s.rng[2], s.rng[3] = first, second, third, fourth
            redeal(s, knower)
        seat = next_seat(s, dice)
        if walk[LEFT] == 0:
            if seat < 0 or played >= limit:
                break
        elif seat < 0 or steps >= HORIZON:
            count_scores(s, desk.results)
            credit(s, desk)
            walk[LEFT] -= 1
            if walk[LEFT] and is_settled(desk.tree, walk[LEFT]):
                walk[LEFT] = 0
            if walk[LEFT]:
                s = new_world(states[at], worlds, desk, dice)
                steps, redealt = 0, True
                continue
            s, seat, given = states[at], walk[SEAT], most_visited(desk.tree)
        bot = walk[BOT] if walk[LEFT] else players[seat]
        inside = walk[LEFT] and walk[INSIDE]
        total = 1
        if given >= 0:
            move, given, total = given, -1, walk[TOTAL]
            walk[TOTAL] = 1
        elif bot == 0 and not inside and s.code[s.pc] == TRICK and not is_blind(s):
            cards = playable(s, seat)
            total = size(cards)
            move = packed(PlayCard, pick(dice, cards, total))
        else:
            count = legal(s, seat, options)
            total = count_options(options, count)
            if inside:
                move = step_down(desk, seat, options, count, dice)
            elif bot == OUTSIDE and total > 1:
                note[ROWS] = count
                break
            elif bot >= TREE and total > 1:
                iterations, bot = (bot - LOOK, GREEDY) if bot >= LOOK else (bot - TREE, 0)
                begin_search(desk, seat, iterations, bot, total)
                s = new_world(s, worlds, desk, dice)
                steps, redealt, knower = 0, True, seat
                continue
            elif bot >= TREE:
                move = options[0, 0]
            else:
                move = follow_line(desk.lines[bot - LINE], s, seat, options, count) if bot >= LINE else -1
                if move < 0:
                    move = choose(GREEDY if bot >= LINE else max(bot, 0), s, seat, options, count, dice)
        hand, limited = s.hand_number, in_last_turn(s)
        if walk[LEFT] == 0:
            note_move(note, seat, move, total)
        play(s, seat, move, log)
        if walk[LEFT]:
            steps += 1
        else:
            played += 1
            if s.ended or s.hand_number != hand:
                note[HANDS] += 1
                note[CUT] += limited
    return played


@rule
def new_world(s: State, worlds: States, desk: Any, dice: State) -> State:
    """Return a copy of a game for one iteration of a search, with different chance."""
    begin_walk(desk)
    worlds[0] = s
    world = worlds[0]
    for word in range(4):
        world.rng[word] = next_bits(dice)
    return world


@rule
def note_move(note: Any, seat: int, move: int, total: int) -> None:
    """Record a move and the number of its alternatives."""
    note[DECISIONS] += 1
    note[TRACE] = (note[TRACE] * 31 + move * 8 + seat) % 2147483647
    if total > 1:
        note[REAL] += 1
        note[OPTIONS] += total
        if note[OPENING + seat] < 0:
            note[OPENING + seat] = move


def most_iterations(slots: Array) -> int:
    """Return the number of iterations of the longest search among slots.

    >>> most_iterations(np.array([[TREE + 100, LOOK + 20]])), most_iterations(np.array([[2, OUTSIDE]]))
    (100, 0)
    """
    return int(np.where(slots >= TREE, slots % TREE, 0).max())


@rule
def in_last_turn(s: State) -> int:
    """Return whether the limit of turns ends the hand after this turn. Trick games without turns always end."""
    return int(s.code[s.pc] != TRICK and s.turns + 1 >= number(s, TURN_LIMIT))


@rule
def count_options(options: Any, count: int) -> int:
    """Count the single moves that the rows of options offer."""
    total = 0
    for row in range(count):
        total += options[row, 1] - options[row, 0] + 1
    return total
