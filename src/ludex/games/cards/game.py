"""A card game by genome as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ludex.author import (
    Bubble,
    Game,
    GameSettings,
    Label,
    Look,
    Observation,
    Options,
    Page,
    Seating,
    Sections,
    Standing,
    new_table,
)
from ludex.author.advanced import Rules
from ludex.games.cards import rules
from ludex.games.cards.board.faces import TOKEN_WORDS
from ludex.games.cards.board.minutes import minutes
from ludex.games.cards.board.news import LOOKS_BACK
from ludex.games.cards.board.page import CardBoard
from ludex.games.cards.board.picture import draw_picture
from ludex.games.cards.board.terminal import CardTerminal, draw_view, shown
from ludex.games.cards.bots import BOTS
from ludex.games.cards.bytecode.compiler import compile_genome, decompile
from ludex.games.cards.events import HandDealt, HandScored, TrickTied, TrickWon
from ludex.games.cards.features import observation
from ludex.games.cards.genome.locating import with_places
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.termination import MOST_MOVES
from ludex.games.cards.inference import likelihood, suppose
from ludex.games.cards.moves import MOVES
from ludex.games.cards.notation import complete_position, labels_of
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.parts.registry import BUBBLES, PROMPTS, REMARKS
from ludex.games.cards.rulebook import rulebook
from ludex.games.cards.rulebook.how_to_play import how_to_play
from ludex.games.cards.rules.shortcuts import ask_bot, next_seat
from ludex.games.cards.state import State
from ludex.games.cards.table import CardTable
from ludex.games.cards.terms import terms
from ludex.games.cards.views import View, view_of


class CardLook(Look[View]):
    """A card game's board is made from its genome."""

    game: CardGame

    def page(self, view: View, seating: Seating) -> Page:
        return self.game.board.page(view, seating)

    def headline(self, view: View, seating: Seating) -> str:
        return self.game.board.headline(view, seating)

    @property
    def standing(self) -> Standing:
        genome = self.game.genome
        return Standing("chips" if genome.chips else "points", sign=-1 if genome.match.low_wins else 1)

    def prompt(self, view: View, seating: Seating, options: Options) -> str:
        asked = Asked(self.game.genome, view, seating, options)
        return PROMPTS[view.due](asked) if view.due in PROMPTS else super().prompt(view, seating, options)

    def bubble(self, view: View, options: Options) -> Bubble | None:
        return Bubble(view.due, BUBBLES[view.due]) if view.due in BUBBLES else None

    def remarks(self, view: View) -> Mapping[str, str]:
        return {move: told for remarks in REMARKS for move, told in remarks(view, self.game.board.traits).items()}

    def shown(self, text: str) -> str:
        return shown(text, self.game.genome.teams)


class CardGame(Game[View, GameSettings]):
    """A card game described by a genome.

    >>> from ludex.games.cards import create_partnership_spades_genome
    >>> game = CardGame(create_partnership_spades_genome())
    >>> game.name, game.seats
    ('partnership-spades', range(4, 5))
    """

    version = "4"
    record = State
    moves = MOVES
    rules: ClassVar[Any] = rules
    bots = BOTS
    max_options = 80
    max_events = 120
    max_moves = MOST_MOVES
    moves_tell = True
    look = CardLook(
        draw=draw_view,
        terminal=CardTerminal,
        terms=terms,
        picture=lambda game: draw_picture(game.genome),
        token_words=TOKEN_WORDS,
        looks_back=LOOKS_BACK,
        remembers=(HandScored,),
        sections=Sections({HandDealt: "Hand {hand}"}, closes=(TrickWon, TrickTied), first="Hand 1"),
    )

    @new_table(CardTable, GameSettings)
    def new(self) -> None:
        """Set up a table of this game."""

    def __init__(self, genome: Genome) -> None:
        self.genome = genome
        self.code = compile_genome(genome)
        self.name = genome.name
        self.title = genome.title
        self.seats = range(genome.seats[0], genome.seats[1] + 1)
        self.minutes = minutes(genome)

    @property
    def about(self) -> str:
        return self.genome.about or f"{self.title}, a card game described by a genome."

    @property
    def definition(self) -> Mapping[str, Any]:
        """The genome as it comes back from JSON: with lists, not tuples."""
        genome: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(self.genome))
        return genome

    @classmethod
    def load(cls, path: Path | str) -> CardGame:
        """Load a game from a genome's JSON file. Problems are raised with line and column."""
        genome = Genome.load(path)
        try:
            return cls(genome)
        except BadGenome as error:
            raise with_places(error, Path(path).read_bytes()) from None

    @classmethod
    def of_bytecode(cls, code: bytes, name: str = "decompiled", title: str = "Decompiled") -> CardGame:
        """Return a game from bytecode. Bytes that are not a program are refused before they run."""
        return cls(decompile(code, name, title))

    @classmethod
    def all_rules(cls) -> Rules:
        """Add rules that spare the loops a third of a random hand's time.

        They need not look for the one seat that decides, nor list the cards that a random bot may play.
        """
        quicker: Rules = {"next_seat": next_seat, "ask_bot": ask_bot}
        guesses: Rules = {"suppose": suppose, "likelihood": likelihood}
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

    def rulebook(self) -> str:
        return rulebook(self.genome)

    def how_to_play(self) -> str:
        return how_to_play(self.genome)
