"""The reason why something on the board cannot be played now, as a seat may know it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ludex.core.game.game import Game
from ludex.core.game.request import Rejection
from ludex.core.language.fields import Among, Maybe
from ludex.core.play.why_not import NOTHING_MEANT, Tokens, why_not
from ludex.table.room.actions import expect_play
from ludex.table.room.perspectives import prompt_of, seated
from ludex.table.room.refused import Refused
from ludex.table.room.state import TableState


def explain(state: TableState, seat: int, press: Sequence[Tokens], begun: Tokens) -> Rejection:
    """Return why a seat cannot play what it pressed. Raise `Refused` if it cannot play anything now."""
    table = expect_play(state)
    if seat not in state.waiting:
        raise Refused(409, "not-your-turn", "It is not your turn.")
    draft = state.draft(seat)
    options = table.options(seat) if draft is None else draft.choices
    found, seating = why_not(table, seat, press, begun, options), seated(state, seat)
    if found.code == NOTHING_MEANT.code:
        return Rejection(found.code, f"Not now. {prompt_of(state.game, table.view(seat), seating, options)}")
    return Rejection(found.code, in_words(state.game, seating.say(found.sentence)))


def in_words(game: Game[Any, Any], sentence: str) -> str:
    """Write the names of things in a sentence as the board does: 10♥ for TH.

    >>> import ludex
    >>> in_words(ludex.game("spades"), "you may not lead KS now.")
    'You may not lead K♠ now.'
    """
    words = _words(game)
    told = re.sub(r"\w+", lambda found: words.get(found[0], found[0]), sentence) if words else sentence
    return told[:1].upper() + told[1:]


@lru_cache(64)
def _words(game: Game[Any, Any]) -> dict[str, str]:
    """Return the game's words for names of things, not for the signs of moves."""
    words = game.look.token_words
    domains = (domain for entry in game.moves.numbering for domain in entry.domains.values())
    inner = (domain.inner if isinstance(domain, Maybe) else domain for domain in domains)
    names = {name for domain in inner if isinstance(domain, Among) for name in domain.names}
    return {name: words[name] for name in names & set(words)}
