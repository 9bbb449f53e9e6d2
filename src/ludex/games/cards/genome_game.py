"""A genome's rules as a Ludex game. `CardGame` adds its look and its texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from ludex.author import Game, GameSettings, Label, Observation, new_table
from ludex.author.advanced import Rules
from ludex.games.cards import rules
from ludex.games.cards.board.page import CardBoard
from ludex.games.cards.bots import BOTS
from ludex.games.cards.bytecode.compiler import compile_genome
from ludex.games.cards.features import observation
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.termination import moves_in_a_match
from ludex.games.cards.inference import likelihood, sensible, suppose
from ludex.games.cards.moves import MOVES
from ludex.games.cards.notation import complete_position, labels_of
from ludex.games.cards.rules.shortcuts import ask_bot, next_seat
from ludex.games.cards.state import State
from ludex.games.cards.table import CardTable
from ludex.games.cards.views import View, view_of


class GenomeGame(Game[View, GameSettings]):
    """The rules of a genome, which a rulebook's example and a board can play without knowing the whole game."""

    version = "5"
    record = State
    moves = MOVES
    rules: ClassVar[Any] = rules
    bots = BOTS
    max_options = 80
    max_events = 300
    moves_tell = True
    models = MappingProxyType({"careful": 3, "greedy": 1})

    @new_table(CardTable, GameSettings)
    def new(self) -> None:
        """Set up a table of this game."""

    def __init__(self, genome: Genome) -> None:
        self.genome = genome
        self.code = compile_genome(genome)
        self.max_moves = moves_in_a_match(genome)
        self.name = genome.name
        self.title = genome.title
        self.seats = range(genome.seats[0], genome.seats[1] + 1)

    @classmethod
    def all_rules(cls) -> Rules:
        """Add rules that spare the loops a third of a random hand's time.

        They need not look for the one seat that decides, nor list the cards that a random bot may play.
        """
        quicker: Rules = {"next_seat": next_seat, "ask_bot": ask_bot}
        guesses: Rules = {"suppose": suppose, "likelihood": likelihood, "sensible": sensible}
        return {**super().all_rules(), **quicker, **guesses}

    def prepare(self, s: State, settings: GameSettings) -> None:
        for place, byte in enumerate(self.code):
            s.code[place] = byte

    def labels_for(self, settings: GameSettings) -> Mapping[str, Label]:
        return labels_of(self.code)

    def complete(self, s: State) -> None:
        complete_position(s)

    def view(self, s: State, seat: int | None) -> View:
        return view_of(s, seat)

    def observation(self, settings: GameSettings) -> Observation:
        return observation(self.genome)

    @cached_property
    def board(self) -> CardBoard:
        """Draws the game for the online table."""
        return CardBoard(self.genome)
