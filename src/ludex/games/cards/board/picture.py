"""A small picture of a game for the home page: cards that are typical of it, drawn from its genome."""

from __future__ import annotations

from typing import NamedTuple

from ludex.author import Html, join, tag
from ludex.games.cards.board.faces import rank_sign
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import SUIT_SIGNS
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.trumps.checks import has_bowers


class Inks(NamedTuple):
    """The colours of cards."""

    sheet: str
    back: str
    line: str
    soft: str
    ink: str
    red: str


PAGE = Inks("var(--sheet)", "var(--wash)", "var(--line)", "var(--soft)", "var(--ink)", "light-dark(#b3261e, #ff8f85)")
"""Those of a page, by day or by night."""
PRINTED = Inks("#ffffff", "#cfd8d1", "#a9b3ac", "#5d6b62", "#26312b", "#b3261e")
"""Those of a picture outside a page."""
CLOTH = "light-dark(#e3ebe1, #1d2822)"
BACK = ""
"""A card face down."""

WIDTH, HEIGHT = 42, 60


def draw_picture(genome: Genome) -> Html:
    """Draw a cloth with a few cards on it.

    >>> from ludex.games.cards import LIBRARY
    >>> "♥" in draw_picture(LIBRARY["hearts"]())
    True
    """
    traits = Traits(genome)
    cards = typical_cards(traits)
    cloth = tag("rect", x=0, y=0, width=160, height=100, fill=CLOTH)
    laid = _row(cards) if traits.tableau or traits.captures else _fan(cards)
    return tag(
        "svg",
        cloth,
        laid,
        _marks(traits),
        viewBox="0 0 160 100",
        role="img",
        aria_label=genome.title,
        class_="picture cards-picture",
    )


def typical_cards(traits: Traits) -> list[str]:
    """Return three to five cards that a player of the game would know it by.

    >>> from ludex.games.cards import LIBRARY
    >>> typical_cards(Traits(LIBRARY["euchre"]())), typical_cards(Traits(LIBRARY["hearts"]()))
    (['AS', 'JC', 'JS'], ['KH', 'AH', 'QS'])
    """
    genome = traits.genome
    ranks = genome.deck.ranks
    high = ranks[::-1]
    suit = genome.trump[0].upper() if genome.trump in ("clubs", "diamonds", "hearts", "spades") else "S"
    if traits.blind:
        return [BACK, high[0] + "H", high[0] + "S"]
    if traits.claiming:
        return [BACK, BACK, ranks[0] + "D"]
    if traits.wild and genome.effects:
        first, *more = dict.fromkeys(effect.rank for effect in genome.effects)
        return [first + "C", (more or [first])[0] + "H", traits.wild[0] + "S"]
    if traits.wild:
        return [_rank(traits, "2") + "C", traits.wild[0] + "H", traits.wild[0] + "S"]
    if traits.sets:
        return [high[0] + "C", high[0] + "D", high[0] + "S"]
    if traits.tableau:
        middle = len(ranks) // 2
        return [rank + "H" for rank in ranks[middle - 1 : middle + 2]]
    if traits.captures:
        return [rank + letter for rank, letter in zip((ranks[2], ranks[3], ranks[6]), "CHD", strict=True)]
    if traits.knocking:
        return [rank + "D" for rank in ranks[5:8]]
    if traits.asking:
        return [ranks[5] + letter for letter in "CDHS"]
    if traits.neighbour:
        return [BACK, _rank(traits, "Q") + "H", _rank(traits, "Q") + "S"]
    if genome.ranking in ("blackjack", "points"):
        return [_rank(traits, "K") + "D", _rank(traits, "A") + "S"]
    if genome.ranking == "high card":
        return [BACK, high[0] + "H"]
    if genome.ranking == "poker":
        return [rank + "S" for rank in high[:5]][::-1] if traits.discarding else [rank + "H" for rank in high[:4]][::-1]
    if has_bowers(genome):
        return [high[0] + suit, traits.left_bower("spades"), "JS"]
    if genome.card_scoring and genome.card_scoring.source == "won":
        return _most_worth(traits)
    return [rank + letter for rank, letter in zip((high[2], high[1], high[0]), _other_suits(genome, suit), strict=True)]


def _rank(traits: Traits, rank: str) -> str:
    """Return a rank, or the strongest one where the deck has none."""
    return rank if rank in traits.strength else traits.genome.deck.ranks[-1]


def _other_suits(genome: Genome, suit: str) -> str:
    """Return one suit where it is always trumps, or else several."""
    return suit * 3 if genome.trump not in ("none", "turned", "rotating", "random") else "HCS"


def _most_worth(traits: Traits) -> list[str]:
    """Return the cards that are worth most, the best last."""
    deck = [rank + suit for rank in traits.genome.deck.ranks for suit in "CDHS"]
    cards = [card for card in deck if card not in traits.genome.deck.without]
    return sorted(cards, key=lambda card: (abs(traits.points(card, "spades")), traits.place(card)))[-3:]


def _marks(traits: Traits) -> Html:
    """Draw bids as tricks won and missing, partners as a pair of seats, stakes as chips."""
    marks = []
    if traits.bidding:
        marks += [
            _dot(132 + 9 * place, 88, "var(--good)" if place < 2 else "none", "var(--soft)") for place in range(3)
        ]
    if traits.genome.teams:
        marks += [
            _dot(14, 88, "var(--s0)"),
            _dot(23, 88, "var(--s2)"),
            _dot(34, 88, "var(--s1)"),
            _dot(43, 88, "var(--s3)"),
        ]
    if traits.genome.chips:
        marks += [_chip(143, 90 - 5 * place) for place in range(3)]
    return join(marks)


def _dot(x: int, y: int, fill: str, stroke: str = "none", radius: int = 3) -> Html:
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke)


def _chip(x: int, y: int) -> Html:
    return tag("ellipse", cx=x, cy=y, rx=10, ry=4, fill="var(--sheet)", stroke="var(--soft)")


def _fan(cards: list[str]) -> Html:
    middle = (len(cards) - 1) / 2
    step = {5: 18, 4: 22}.get(len(cards), 27)
    return join(
        tag("g", draw_card(card), transform=_moved(80 + step * at, 50 + abs(at) ** 2 * 2.6, 8 * at))
        for at, card in ((place - middle, card) for place, card in enumerate(cards))
    )


def _row(cards: list[str]) -> Html:
    middle = (len(cards) - 1) / 2
    places = ((place - middle, card) for place, card in enumerate(cards))
    return join(tag("g", draw_card(card), transform=_moved(80 + 48 * at, 50, 0)) for at, card in places)


def _moved(x: float, y: float, angle: float) -> str:
    return f"translate({x:g} {y:g}) rotate({angle:g})"


def draw_card(card: str, inks: Inks = PAGE) -> Html:
    """Draw a card around the middle of its place, or the back of one.

    >>> "♠" in draw_card("QS"), "♠" in draw_card(BACK)
    (True, False)
    """
    frame = tag(
        "rect",
        x=-WIDTH / 2,
        y=-HEIGHT / 2,
        width=WIDTH,
        height=HEIGHT,
        rx=4,
        fill=inks.sheet if card else inks.back,
        stroke=inks.line,
    )
    if not card:
        inner = tag("rect", x=-17, y=-26, width=34, height=52, rx=2, fill="none", stroke=inks.soft, opacity=0.5)
        return join([frame, inner, tag("path", d="M-17 -26 17 26M17 -26 -17 26", stroke=inks.soft, opacity=0.35)])
    ink = inks.red if card[1] in "DH" else inks.ink
    font = "system-ui, sans-serif"
    return join(
        [
            frame,
            tag("text", rank_sign(card[0]), x=-18, y=-13, font_size=16, font_weight=650, font_family=font, fill=ink),
            tag(
                "text", SUIT_SIGNS[card[1]], x=-12, y=4, font_size=15, text_anchor="middle", font_family=font, fill=ink
            ),
            tag(
                "text", SUIT_SIGNS[card[1]], x=10, y=25, font_size=24, text_anchor="middle", font_family=font, fill=ink
            ),
        ]
    )
