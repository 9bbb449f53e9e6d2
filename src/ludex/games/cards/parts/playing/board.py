"""Playing on the board: cards on the table, sets, wild cards, and what a card does."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, Seating, listed, tag
from ludex.games.cards.board.faces import SUIT_LETTERS, card_sign, suit_sign
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import by_suit
from ludex.games.cards.views import View
from ludex.games.cards.wording import NAME

EFFECTS = {
    "skip": "The next player is skipped.",
    "reverse": "Play goes the other way round.",
    "again": "Whoever plays it goes again.",
}
SETS = {1: "a card", 2: "a pair", 3: "three equal cards", 4: "four equal cards"}


def headline(scene: Scene) -> str:
    """Say who plays, and onto what."""
    view, traits = scene.view, scene.traits
    who = scene.does(scene.turn, "is to play", "are to play")
    if traits.tableau or traits.captures:
        return who
    if view.wish:
        return f"{who}: {view.wish} asked for"
    if traits.sets:
        if not view.set_size or view.pile_top is None:
            return scene.does(scene.turn, "leads any set", "lead any set")
        return f"{who}: {SETS[view.set_size]} higher than {card_sign(view.pile_top)[:-1]}"
    return f"{who} on {card_sign(view.pile_top)}" if view.pile_top else who


def middle(scene: Scene) -> Iterator[Html]:
    """Draw the cards that lie open on the table."""
    if scene.traits.tableau:
        yield _tableau(scene)
    elif scene.view.table or scene.traits.captures:
        cards = sorted(scene.view.table, key=scene.traits.place)
        faces = [scene.face(card) for card in cards]
        yield tag("div", faces or tag("p", "The table is clear.", class_="said"), class_="open-cards")


def _tableau(scene: Scene) -> Html:
    """Draw suits in rows, with the place of every card that is still to come."""
    laid, deck = set(scene.view.table), scene.traits.genome.deck
    rows = (
        tag(
            "div",
            suit_sign(name),
            (
                scene.mini(rank + suit, rank_only=True)
                if rank + suit in laid
                else tag("i", class_="gap", key=f"gap-{rank}{suit}")
                for rank in deck.ranks
            ),
            class_="line",
        )
        for name, suit in SUIT_LETTERS.items()
    )
    return tag("div", rows, class_="tableau", role="group", aria_label="On the table")


def press_card(scene: Scene, card: str) -> tuple[str, ...] | None:
    """Return the words that a card stands for where sets are played."""
    return ("set", NAME[card[0]]) if scene.traits.sets and scene.view.due == "play" else None


def card_facts(traits: Traits, card: str, trump: str | None) -> Iterator[str]:
    """Say what a card does."""
    if card[0] in traits.wild:
        yield "Wild: whoever plays it names the suit to follow."
    for effect in traits.genome.effects:
        if effect.rank == card[0]:
            cards = "a card" if effect.count == 1 else f"{effect.count} cards"
            yield EFFECTS.get(effect.does, f"The next player draws {cards}.")


def lines(view: View, seating: Seating, width: int) -> Iterator[str]:
    """Write the cards on the table at the terminal."""
    if view.table:
        yield from listed("Table", by_suit(view.table), width, between="  ")
