"""A card game by genome as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ludex.core import Game, Move, State
from ludex.core.kernel import Rules
from ludex.games.cards import rules
from ludex.games.cards.board import draw_view
from ludex.games.cards.bots import BOTS
from ludex.games.cards.bytecode.compiler import compile_genome, decompile
from ludex.games.cards.bytecode.places import MIN_BID
from ludex.games.cards.components import names_of
from ludex.games.cards.events import EVENTS
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.termination import MOST_MOVES
from ludex.games.cards.laws import LAWS
from ludex.games.cards.moves import MOVES
from ludex.games.cards.reasons import REASONS
from ludex.games.cards.rules.bidding import highest_bid
from ludex.games.cards.rules.playing import playable_now
from ludex.games.cards.rules.shortcuts import ask_bot, next_seat
from ludex.games.cards.rules.tricks import playable
from ludex.games.cards.state import ENDINGS, STATE
from ludex.games.cards.views import View, view_of


class CardGame(Game):
    """A card game described by a genome.

    >>> from ludex.games.cards import create_partnership_spades_genome
    >>> game = CardGame(create_partnership_spades_genome())
    >>> game.name, game.seats
    ('partnership-spades', range(4, 5))
    """

    version = "1"
    record = STATE
    moves = MOVES
    events = EVENTS
    rules: ClassVar[Any] = rules
    bots = BOTS
    view_type: ClassVar[Any] = View
    max_options = 80
    max_events = 120
    max_moves = MOST_MOVES
    reasons = REASONS
    endings = ENDINGS
    laws = LAWS

    def __init__(self, genome: Genome) -> None:
        self.genome = genome
        self.code = compile_genome(genome)
        self.name = genome.name
        self.title = genome.title
        self.seats = range(genome.seats[0], genome.seats[1] + 1)

    @property
    def about(self) -> str:
        return self.genome.about or f"{self.title}, a card game described by a genome."

    @property
    def definition(self) -> Mapping[str, Any]:
        """The genome as it comes back from JSON: lists, no tuples."""
        genome: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(self.genome))
        return genome

    @classmethod
    def load(cls, path: Path | str) -> CardGame:
        """A game from a genome's JSON file."""
        return cls(Genome.load(path))

    @classmethod
    def of_bytecode(cls, code: bytes, name: str = "decompiled", title: str = "Decompiled") -> CardGame:
        """A game from bytecode; what is no program is refused before it runs."""
        return cls(decompile(code, name, title))

    @classmethod
    def all_rules(cls) -> Rules:
        """The loops need not look for the one seat that decides, nor list the cards that a random bot may play: that is
        a third of a random hand's time."""
        return {**super().all_rules(), "next_seat": next_seat, "ask_bot": ask_bot}

    def prepare(self, s: State, options: Any) -> None:
        for place, byte in enumerate(self.code):
            s.code[place] = byte

    def view(self, s: State, seat: int | None) -> View:
        return view_of(s, seat)

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        view = view_of(s, seat)
        due = view.due
        facts: dict[str, Any] = {"due": due, "hand": ", ".join(view.hand) or "nothing"}
        if due == "trick":
            facts["playable"] = ", ".join(names_of(playable(s, seat)))
        if due == "play":
            facts["playable"] = ", ".join(names_of(playable_now(s, seat))) or "none"
        if due in ("discard", "claim"):
            facts["playable"] = facts["hand"]
        if due == "bidding":
            facts |= {"low": s.code[s.pc + MIN_BID], "high": highest_bid(s, seat)}
        return facts

    def draw(self, view: View) -> str:
        return draw_view(view)
