"""Card games described by a genome."""

from ludex.games.cards.bytecode import BadBytecode, assemble, disassemble
from ludex.games.cards.compiler import compile_genome, decompile
from ludex.games.cards.game import CardGame, SeatView, SideView, View
from ludex.games.cards.genome import Genome
from ludex.games.cards.problem import BadGenome, Problem
from ludex.games.cards.seeds import SEEDS, read_game, seed_game
from ludex.games.cards.seeds.tricks import create_partnership_spades_genome, create_spades_genome
from ludex.games.cards.validate import problems, validate

__all__ = [
    "SEEDS",
    "BadBytecode",
    "BadGenome",
    "CardGame",
    "Genome",
    "Problem",
    "SeatView",
    "SideView",
    "View",
    "assemble",
    "compile_genome",
    "create_partnership_spades_genome",
    "create_spades_genome",
    "decompile",
    "disassemble",
    "problems",
    "read_game",
    "seed_game",
    "validate",
]
