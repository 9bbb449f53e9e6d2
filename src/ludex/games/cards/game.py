"""A card game by genome as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ludex.author import Sections
from ludex.games.cards.board.faces import TOKEN_WORDS
from ludex.games.cards.board.look import CardLook
from ludex.games.cards.board.minutes import minutes
from ludex.games.cards.board.news import LOOKS_BACK
from ludex.games.cards.board.picture import draw_picture
from ludex.games.cards.board.svg import draw_svg
from ludex.games.cards.board.terminal import CardTerminal, draw_view
from ludex.games.cards.bytecode.compiler import decompile
from ludex.games.cards.events import HandDealt, HandScored, PointsCounted, TrickTied, TrickWon
from ludex.games.cards.genome.locating import with_places
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome_game import GenomeGame
from ludex.games.cards.rulebook import rulebook
from ludex.games.cards.rulebook.how_to_play import how_to_play


class CardGame(GenomeGame):
    """A card game described by a genome.

    >>> from ludex.games.cards import create_partnership_spades_genome
    >>> game = CardGame(create_partnership_spades_genome())
    >>> game.name, game.seats
    ('partnership-spades', range(4, 5))
    """

    look = CardLook(
        draw=draw_view,
        svg=draw_svg,
        terminal=CardTerminal,
        terms_when="after this hand",
        picture=lambda game: draw_picture(game.genome),
        token_words=TOKEN_WORDS,
        looks_back=LOOKS_BACK,
        remembers=(HandScored, PointsCounted),
        sections=Sections({HandDealt: "Hand {hand}"}, closes=(TrickWon, TrickTied), first="Hand 1"),
    )

    def __init__(self, genome: Genome) -> None:
        super().__init__(genome)
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

    def rulebook(self) -> str:
        return rulebook(self.genome)

    def how_to_play(self) -> str:
        return how_to_play(self.genome)
