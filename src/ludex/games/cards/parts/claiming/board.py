"""Claims on the board: the cards that lie face down, and what they are said to be."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, Seating, plural, tag
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.views import View
from ludex.games.cards.wording import in_words


def headline(scene: Scene) -> str:
    """Say which rank is due, or what was claimed."""
    view = scene.view
    if view.claimer is not None:
        rank = rank_word(view.claimed_rank, view.claimed == 1)
        claim = f"{scene.does(view.claimer, 'claims', 'claim')} {in_words(view.claimed)} {rank}"
        return f"{claim}: {scene.then_does('believes or doubts', 'believe or doubt')} it"
    due = rank_word(view.claimed_rank, False)
    return f"{due.capitalize()} are due: {scene.then_does('lays cards', 'lay cards')} face down"


def middle(scene: Scene) -> Iterator[Html]:
    """Draw the cards that lie face down, and what they are said to be."""
    if not scene.traits.claiming:
        return
    view = scene.view
    judged = view.claimer is not None
    rank = rank_word(view.claimed_rank, judged and view.claimed == 1)
    if judged:
        said = f"{view.claimed} {rank}?"
    else:
        said = f"{rank} due" if not view.claimed else f"{rank} due, {view.claimed} laid"
    element = "button" if judged and scene.me is not None else "span"
    back = tag(
        element,
        tag("span", str(view.pile_size), class_="number"),
        type="button" if element == "button" else None,
        class_="face back",
        press=("doubt",) if element == "button" else None,
        key="claims",
        aria_label=f"doubt it: {plural(view.pile_size, 'card')} face down" if element == "button" else None,
        tip=f"{plural(view.pile_size, 'card')} face down." + (" Press to doubt the claim." if judged else ""),
    )
    pile = back if view.pile_size else tag("span", class_="slot")
    yield tag("div", pile, tag("span", said, class_="claimed"), class_="pile claim")


def rank_word(rank: str | None, one: bool) -> str:
    """Name the rank that is due, as people call it.

    >>> rank_word("6", False), rank_word("jack", True)
    ('sixes', 'jack')
    """
    if rank is None:
        return "nothing"
    name = in_words(int(rank)) if rank.isdigit() else rank
    return name if one else f"{name}es" if name.endswith("x") else f"{name}s"


def lines(view: View, seating: Seating, width: int) -> Iterator[str]:
    """Write the rank that is due at the terminal."""
    if view.claimed_rank:
        yield f"Claim     {view.claimed_rank} is due, {plural(view.pile_size, 'card')} face down"
