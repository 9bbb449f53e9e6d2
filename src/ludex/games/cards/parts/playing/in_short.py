"""Playing in short: what to do, and a remark for new players."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.playing.rulebook import effect_sentences, play_sentences
from ludex.games.cards.wording import listed, with_article

BUBBLE = (
    "The cards that fit have a golden frame. Press one to play it, or press any other card to read why it does not fit."
)
FEW = 3
"""Most effects of cards in a short text."""


def playing_in_short(genome: Genome, phase: PlayPhase) -> str:
    """Say which cards may be played, and what they do."""
    said = [_playing(genome, phase)]
    if phase.to == "capture":
        said.append("It captures a card of the same value, or else cards that add up to it, and they count as won.")
    if phase.wild:
        said.append(f"After {listed(map(with_article, phase.wild), 'or')}, name the suit that must follow.")
    effects = list(effect_sentences(genome.effects))
    said += effects if len(effects) <= FEW else ["Some cards do something when they are played; the rules list them."]
    return " ".join(said)


def _playing(genome: Genome, phase: PlayPhase) -> str:
    if phase.sets:
        return " ".join(play_sentences(genome, phase))
    first = next(play_sentences(genome, phase))
    return f"{first} You may also pass." if phase.skip == "always" else first
