"""The player that looks ahead, and its explanations."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludex.core.compile.compiled_rules import Kernel
from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.game.request import Player, Request
from ludex.core.language.chance import chance_of, secret_seed
from ludex.core.language.moves import Move
from ludex.core.language.record import States
from ludex.players.search.candidates import find_candidates
from ludex.players.search.look import Look, Part
from ludex.players.search.memory import MOST, Memory
from ludex.players.search.plain import PLAIN_WIDTH, PlainLook
from ludex.players.search.playouts import NO_MOVE, NO_TREE, WHOLE_TREE, Orders, play_on
from ludex.players.search.settings import TREES, SearchSettings, check_settings, read_pool

LEAST_WORLDS = 8
"""Smallest number of worlds in which every candidate is tried, if the budget allows it."""
HASTY = SearchSettings(milliseconds=1500, bot="random", tree="none", horizon=120, options=8)
"""The settings of a search while its rules are not yet compiled, when playouts by a bot would take too long. The
horizon is far enough for a hand of cards to be scored."""


class Tried(NamedTuple):
    """The result of a search for one option: the number of playouts, their value from 0 to 1, and their spread."""

    move: Move
    visits: int
    value: float
    spread: float


class Search(Player[Any]):
    """A player that looks ahead in any game.

    It compares the moves that the game's bots propose, bids near theirs, and other options within a limit. A bot plays
    each of them out in worlds that differ in what the seat cannot know, until the game is scored next or to its end.
    Then the worse half is dropped, and so on with the rest until the playouts or the time are used up.

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> table = game.new(2, seed=7)
    >>> Search(game, playouts=50).decide(table.request(0))
    PlayCard(card='Bitcoin')
    """

    def __init__(
        self, game: Game, playouts: int | SearchSettings | None = None, *, seed: int = 0, **settings: Any
    ) -> None:
        if isinstance(playouts, SearchSettings):
            chosen = playouts
        else:
            chosen = SearchSettings(**settings) if playouts is None else SearchSettings(playouts=playouts, **settings)
        check_settings(game, chosen)
        super().__init__(chosen.name)
        self.settings = chosen
        self._game = game
        self._seed = secret_seed(seed)
        self._decisions = 0
        reuse = game.moves_tell and not chosen.plain if chosen.reuse is None else chosen.reuse
        self._memory = Memory(game.machine.layout, (MOST if chosen.milliseconds else chosen.playouts) if reuse else 0)
        self._parts = [Part(game) for _ in range(chosen.cores)]

    def decide(self, request: Request[Any]) -> Move:
        """Search for the best option. If there is only one, answer at once."""
        if request.memory is None:
            raise ValueError("a search needs the request's record")
        if len(request.options) == 1:
            return request.options[0]
        states = np.frombuffer(bytearray(request.memory), self._game.machine.layout.dtype)
        return self._game.moves.unpack(self.find(self._game.machine.kernel, states, request.seat))

    def evaluate(self, request: Request[Any]) -> list[Tried]:
        """Return the results for the options that were compared, best first.

        >>> import ludex
        >>> game = ludex.game("automation")
        >>> table = game.new(2, seed=7)
        >>> found = Search(game, 40).evaluate(table.request(0))
        >>> sorted(str(tried.move) for tried in found), sum(tried.visits for tried in found)
        (['end phase', 'play Bitcoin'], 40)
        """
        if request.record is None:
            raise ValueError("a search needs the request's record")
        look = self._look(self._game.machine.kernel, request.record.copy(), request.seat)
        chosen = look.chosen
        told = [look.judge(place) for place in range(len(look.moves))]
        order = sorted(range(len(told)), key=lambda place: (place != chosen, -told[place][0], -told[place][1]))
        return [Tried(self._game.moves.unpack(look.moves[p]), *told[p]) for p in order]

    def find(self, kernel: Kernel, states: States, seat: int) -> int:
        """Return the packed move that is found by the rules of a kernel on a hidden record."""
        look = self._look(kernel, states, seat)
        return look.moves[look.chosen]

    def orders(self, kernel: Kernel, seat: int) -> Orders:
        """Return the parameters of this search's playouts for a seat."""
        settings, machine = self._settings(kernel), self._game.machine
        strongest = 0 if settings.plain else max(machine.model_slots, default=0)
        bot = machine.bot_slots[settings.bot] if settings.bot else strongest
        return Orders(
            first=0,
            last=0,
            seat=seat,
            bot=bot,
            horizon=settings.horizon,
            milestones=self._game.looks_ahead if settings.milestones is None else settings.milestones,
            tree=TREES[settings.tree] if settings.tree else WHOLE_TREE if bot < 2 else NO_TREE,
            width=PLAIN_WIDTH if settings.plain else 12 if bot < 2 else 1,
            tries=0 if settings.plain else settings.tries,
        )

    def _pool(self, orders: Orders) -> tuple[int, ...]:
        """Return the slots of the bots that stand for the other seats, each as often as its weight says."""
        slots = self._game.machine.bot_slots
        if self.settings.others:
            return tuple(slots[name] for name in read_pool(self.settings.others))
        if orders.bot < 2 or self.settings.bot or not self._game.models:
            return (orders.bot,)
        return tuple(slots[name] for name, weight in self._game.models.items() for _ in range(weight))

    def _settings(self, kernel: Kernel) -> SearchSettings:
        """Return the settings, which are others until the rules are compiled."""
        return HASTY if getattr(kernel, "compiles", bool)() else self.settings

    def _look(self, kernel: Kernel, states: States, seat: int) -> Look:
        kernel.entry(play_on)  # from now on it is compiled in the background, unless it already is
        settings, orders = self._settings(kernel), self.orders(kernel, seat)
        if settings.plain:
            return self._look_plainly(settings, orders, kernel, states)
        most = settings.options
        if not settings.milliseconds:
            most = max(2, min(most, settings.playouts // LEAST_WORLDS))
        seed = self._next_seed()
        rows = packed_rows(kernel, states, seat, self._game.max_options)
        moves = find_candidates(self._game, kernel, states, seat, rows, orders.bot, most, seed)
        look = Look(settings, self._parts, kernel, states, moves, orders, seed, self._memory, self._pool(orders))
        look.run()
        if len(moves) > 1:
            self._memory.keep(seat, look.chosen)
        return look

    def _look_plainly(self, settings: SearchSettings, orders: Orders, kernel: Kernel, states: States) -> Look:
        seed, pool = self._next_seed(), self._pool(orders)
        look = PlainLook(settings, self._parts, kernel, states, (NO_MOVE,), orders, seed, self._memory, pool)
        look.run()
        return look

    def _next_seed(self) -> bytes:
        seed = chance_of(self._seed, self._decisions)
        self._decisions += 1
        return seed
