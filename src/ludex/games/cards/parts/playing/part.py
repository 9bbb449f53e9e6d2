"""Playing, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.part import GamePart, GamePhase
from ludex.games.cards.parts.playing.board import headline
from ludex.games.cards.parts.playing.checks import (
    effect_problems,
    most_plays,
    plain_effects,
    plain_playing,
    play_word_problems,
)
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.playing.in_short import BUBBLE, playing_in_short
from ludex.games.cards.parts.playing.prompt import play_prompt
from ludex.games.cards.parts.playing.rulebook import play_sentences

PART = GamePart(
    phase=GamePhase(
        kind=PlayPhase,
        most_moves=most_plays,
        sentences=play_sentences,
        in_short=playing_in_short,
        bubble=BUBBLE,
        plain=plain_playing,
        headline=headline,
        prompt=play_prompt,
    ),
    range_problems=play_word_problems,
    problems=effect_problems,
    plain=plain_effects,
)
