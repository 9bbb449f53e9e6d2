"""The question for a card to play."""

from __future__ import annotations

from ludex.games.cards.moves import PlayCard, PlaySet, PlayWild, Skip
from ludex.games.cards.parts.asked import Asked, sign
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.wording import NAME, listed, with_article

_FITS = {
    "same suit": "of its suit",
    "same rank": "of its rank",
    "same colour": "of its colour",
    "beats top": "higher than it",
    "adjacent": "next to a card of its suit",
    "anything": "any card",
}
_SETS = ("a card", "a pair", "three equal cards", "four equal cards")


def play_prompt(asked: Asked) -> str:
    """Ask for a card to play, and say which ones fit."""
    phase = asked.phase(PlayPhase)
    passes = ", or pass" if asked.may(Skip) else ""
    if not (asked.may(PlayCard) or asked.may(PlaySet) or asked.may(PlayWild)):
        return "None of your cards fits: pass."
    if phase.sets:
        return _sets(asked, passes)
    wild = f" With {listed(map(with_article, phase.wild), 'or')} you name the suit to follow." if phase.wild else ""
    return f"{_single(asked, phase)}{passes}.{wild if asked.may(PlayWild) else ''}"


def _sets(asked: Asked, passes: str) -> str:
    view = asked.view
    if not view.set_size or view.pile_top is None:
        return f"Lead one or more cards of one rank{passes}. The others must play the same number, and higher."
    return f"Play {_SETS[view.set_size - 1]} higher than the {NAME[view.pile_top[0]]}{passes}."


def _single(asked: Asked, phase: PlayPhase) -> str:
    view = asked.view
    if phase.to == "capture":
        return "Play a card: it captures cards of its value from the table, one or several that add up to it"
    groups = [[word for word in group if word != "anything"] for group in phase.allow]
    if not all(groups):
        return f"Play any card onto the {phase.to}"
    if phase.to == "table":
        return f"Lay a card onto the table: {_conditions(groups)}"
    if view.wish:
        return f"Play a card that fits: {view.wish} were named"
    if view.pile_top is None:
        return "Play any card onto the pile"
    return f"Play a card on {sign(view.pile_top)}: {_conditions(groups)}"


def _conditions(groups: list[list[str]]) -> str:
    return listed(
        (listed(_FITS[word] if word in _FITS else with_article(word[5:]) for word in group) for group in groups), "or"
    )
