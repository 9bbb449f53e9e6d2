"""Problems of trumps, and their canonical form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.cards.genome.phasing import has
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.tricks.genome import TrickPhase

NO_TRUMP: Repair = {"trump": "none", "bowers": False}


def has_bowers(genome: Genome) -> bool:
    """Return True if the jacks of the trump's colour are the strongest trumps."""
    return genome.bowers


def trump_problems(genome: Genome) -> Iterator[Problem]:
    """Find bowers where there can be none."""
    if genome.bowers and (genome.trump == "none" or "J" not in genome.deck.ranks):
        fix = "Choose a trump and keep the jacks."
        yield problem("bowers", "bowers are jacks of the trump colour", fix, {"bowers": False})


def plain_trump(genome: Genome) -> dict[str, Any]:
    """Leave out trumps where nothing depends on them and nothing is turned up or drawn by lot for them."""
    matters = genome.bowers or has(genome, TrickPhase)
    scores = genome.card_scoring and genome.card_scoring.suits_trump
    return {} if matters or scores or genome.trump in ("random", "turned") else {"trump": "none"}
