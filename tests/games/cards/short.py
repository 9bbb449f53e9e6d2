"""Games of the library cut short, for tests that look at every move."""

from __future__ import annotations

import msgspec

from ludex.games.cards import LIBRARY, CardGame, Genome


def short(name: str, hands: int = 1) -> Genome:
    """A game of the library of a few hands, and of few turns a hand."""
    genome = LIBRARY[name]()
    match = msgspec.structs.replace(genome.match, hands=min(hands, genome.match.hands), target=0)
    return msgspec.structs.replace(genome, match=match, turn_limit=min(genome.turn_limit, 40))


def short_game(name: str, hands: int = 1) -> CardGame:
    return CardGame(short(name, hands))
