"""Card games described by a genome."""

from ludex.games.cards.bytecode.blocks import BadBytecode
from ludex.games.cards.bytecode.compiler import compile_genome, decompile
from ludex.games.cards.bytecode.text import assemble, disassemble
from ludex.games.cards.game import CardGame
from ludex.games.cards.genome import Genome
from ludex.games.cards.genome.canonical import canonical, rules_digest
from ludex.games.cards.genome.generator import random_genome
from ludex.games.cards.genome.paths import edited, get_at
from ludex.games.cards.genome.problems import BadGenome, Problem
from ludex.games.cards.genome.pruning import rules_of, without_rule
from ludex.games.cards.genome.repairs import repaired
from ludex.games.cards.genome.validation import problems, validate
from ludex.games.cards.library import LIBRARY, library_game, read_game
from ludex.games.cards.library.tricks import create_partnership_spades_genome, create_spades_genome
from ludex.games.cards.views import HandBefore, SeatView, SideView, TrickBefore, View

__all__ = [
    "LIBRARY",
    "BadBytecode",
    "BadGenome",
    "CardGame",
    "Genome",
    "HandBefore",
    "Problem",
    "SeatView",
    "SideView",
    "TrickBefore",
    "View",
    "assemble",
    "canonical",
    "compile_genome",
    "create_partnership_spades_genome",
    "create_spades_genome",
    "decompile",
    "disassemble",
    "edited",
    "get_at",
    "library_game",
    "problems",
    "random_genome",
    "read_game",
    "repaired",
    "rules_digest",
    "rules_of",
    "validate",
    "without_rule",
]
