"""The seed games: published card games as genomes, as far as the schema goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludex.games.cards.game import CardGame
from ludex.games.cards.genome import Genome
from ludex.games.cards.seeds import others, tricks

Maker = Callable[[], Genome]

SEEDS: Mapping[str, Maker] = {
    make().name: make
    for module in (tricks, others)
    for name, make in vars(module).items()
    if name.startswith("create_")
}
"""Every seed game by name."""


def seed_game(name: str) -> CardGame:
    """A seed game, ready to play.

    >>> seed_game("hearts").title
    'Hearts'
    """
    return CardGame(SEEDS[name]())


def read_game(text: bytes) -> CardGame:
    """The card game that a genome's JSON describes."""
    return CardGame(Genome.from_json(text))


def _maker(name: str) -> Callable[[], CardGame]:
    def make() -> CardGame:
        return seed_game(name)

    make.__doc__ = f"The seed game {name!r}."
    return make


spades, partnership_spades, whist = _maker("spades"), _maker("partnership-spades"), _maker("whist")
scotch_whist, knockout_whist, hearts = _maker("scotch-whist"), _maker("knockout-whist"), _maker("hearts")
oh_hell, euchre, war, betting_war = _maker("oh-hell"), _maker("euchre"), _maker("war"), _maker("betting-war")
crazy_eights, uno_style, president = _maker("crazy-eights"), _maker("uno-style"), _maker("president")
old_maid, go_fish, gin_rummy = _maker("old-maid"), _maker("go-fish"), _maker("gin-rummy")
fan_tan, scopa, cheat = _maker("fan-tan"), _maker("scopa"), _maker("cheat")
simple_poker, draw_poker, blackjack = _maker("simple-poker"), _maker("draw-poker"), _maker("blackjack")
