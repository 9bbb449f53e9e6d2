"""The library: published card games as genomes, as far as the schema goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludex.games.cards.game import CardGame
from ludex.games.cards.genome.locating import with_places
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.library import betting, tricks, turns

LIBRARY: Mapping[str, Callable[[], Genome]] = {
    "spades": tricks.create_spades_genome,
    "partnership-spades": tricks.create_partnership_spades_genome,
    "whist": tricks.create_whist_genome,
    "scotch-whist": tricks.create_scotch_whist_genome,
    "knockout-whist": tricks.create_knockout_whist_genome,
    "hearts": tricks.create_hearts_genome,
    "oh-hell": tricks.create_oh_hell_genome,
    "euchre": tricks.create_euchre_genome,
    "war": tricks.create_war_genome,
    "betting-war": betting.create_betting_war_genome,
    "crazy-eights": turns.create_crazy_eights_genome,
    "uno-style": turns.create_uno_style_genome,
    "president": turns.create_president_genome,
    "old-maid": turns.create_old_maid_genome,
    "go-fish": turns.create_go_fish_genome,
    "gin-rummy": turns.create_gin_rummy_genome,
    "fan-tan": turns.create_fan_tan_genome,
    "scopa": turns.create_scopa_genome,
    "cheat": turns.create_cheat_genome,
    "simple-poker": betting.create_simple_poker_genome,
    "draw-poker": betting.create_draw_poker_genome,
    "blackjack": betting.create_blackjack_genome,
    "bridge": tricks.create_bridge_genome,
}
"""Every game of the library by name."""


def library_game(name: str) -> CardGame:
    """Return a game of the library, ready to play.

    >>> library_game("hearts").title
    'Hearts'
    """
    return CardGame(LIBRARY[name]())


def read_game(text: bytes) -> CardGame:
    """Return the card game that a genome's JSON describes. Problems are raised with line and column."""
    genome = Genome.from_json(text)
    try:
        return CardGame(genome)
    except BadGenome as error:
        raise with_places(error, text) from None


def _maker(name: str) -> Callable[[], CardGame]:
    def make() -> CardGame:
        return library_game(name)

    make.__doc__ = f"The game {name!r} of the library."
    return make


spades, partnership_spades, whist = _maker("spades"), _maker("partnership-spades"), _maker("whist")
scotch_whist, knockout_whist, hearts = _maker("scotch-whist"), _maker("knockout-whist"), _maker("hearts")
oh_hell, euchre, war, betting_war = _maker("oh-hell"), _maker("euchre"), _maker("war"), _maker("betting-war")
crazy_eights, uno_style, president = _maker("crazy-eights"), _maker("uno-style"), _maker("president")
old_maid, go_fish, gin_rummy = _maker("old-maid"), _maker("go-fish"), _maker("gin-rummy")
fan_tan, scopa, cheat = _maker("fan-tan"), _maker("scopa"), _maker("cheat")
simple_poker, draw_poker, blackjack = _maker("simple-poker"), _maker("draw-poker"), _maker("blackjack")
bridge = _maker("bridge")
