"""Sentences of the rulebook about trumps."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome


def trump_sentences(genome: Genome) -> Iterator[str]:
    turned = "Turn up the next card: its suit is trumps."
    shown = "The dealer shows one card of their hand, chosen at random: its suit is trumps."
    trumps = {
        "none": "",
        "rotating": "Trumps change from hand to hand: clubs, diamonds, hearts, spades, then clubs again.",
        "random": "The trump suit is chosen at random in each hand.",
        "named": "The winner of the auction names the trump suit, or no trump.",
        "turned": turned if genome.deal.cards else shown,
    }
    sentence = trumps.get(genome.trump, f"{genome.trump.capitalize()} are trumps.")
    if sentence:
        yield sentence
    if genome.bowers:
        yield (
            "The jack of trumps is the highest trump. The other jack of the same colour also counts as a trump, and is "
            "the second highest."
        )
