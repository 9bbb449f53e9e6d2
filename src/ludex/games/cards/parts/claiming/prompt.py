"""The questions about claims."""

from __future__ import annotations

from ludex.games.cards.moves import Claim, Doubt
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.wording import in_words

_COUNTED = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}


def claim_prompt(asked: Asked) -> str:
    """Ask for cards to lay face down, or whether a claim is believed."""
    view = asked.view
    if asked.may(Doubt) and view.claimer is not None:
        claim = f"{in_words(view.claimed)} {_ranks(view.claimed_rank, view.claimed)}"
        return (
            f"{asked.name(view.claimer)} claims {claim}. Believe or doubt it: the player who is wrong takes the pile."
        )
    if not asked.may(Claim):
        return "You have no card to lay: pass."
    one = _ranks(view.claimed_rank, 1)
    if view.claimed:
        return f"Lay another card as {_article(one)}, or claim {in_words(view.claimed)} and stop."
    return f"Lay a card face down as {_article(one)}. It may be any card, as long as no player doubts it."


def _ranks(rank: str | None, count: int) -> str:
    """Return the rank that is due, in words."""
    name = _COUNTED.get(rank or "", "ten" if rank == "10" else rank or "card")
    return name if count == 1 else f"{name}es" if name.endswith("x") else f"{name}s"


def _article(word: str) -> str:
    return f"an {word}" if word in ("eight", "ace") else f"a {word}"
