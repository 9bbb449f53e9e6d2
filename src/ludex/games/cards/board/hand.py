"""The viewer's own hand: a fan of cards that can be pressed, and what it amounts to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import ceil

from ludex.core.page import Html, join, tag
from ludex.games.cards.board.faces import card_sign
from ludex.games.cards.board.melds import MOST_CARDS, find_melds
from ludex.games.cards.board.scene import Scene, many
from ludex.games.cards.components import NUMBER
from ludex.games.cards.rulebook.words import NAME

WIDEST_FAN = 14
"""A longer hand is laid out flat."""

NARROW_ROW = 7
"""Cards side by side on a telephone, each as wide as a finger."""


def draw_hand(scene: Scene) -> Html:
    """The hand, as its player would hold it."""
    view, traits = scene.view, scene.traits
    if scene.me is None or view.due == "over":
        return Html()
    if traits.blind:
        return _stack(scene)
    if not view.hand:
        return tag("p", "You have no cards left." if view.seats[scene.me].playing else "You are out.", class_="said")
    if traits.knocking and len(view.hand) <= MOST_CARDS:
        return _melded(scene)
    told = _told(scene)
    line = tag("p", told, class_="amounts") if told else None
    return join([line, _fan(scene, traits.sorted(view.hand, view.trump))])


def _stack(scene: Scene) -> Html:
    """Cards that their player turns up unseen."""
    size = scene.view.seats[scene.me or 0].hand_size
    if not size:
        return tag("p", "You have no cards left.", class_="said")
    label = f"turn up a card, {many(size, 'card')} left"
    button = tag("button", str(size), type="button", class_="face back mine", press=("flip",), aria_label=label)
    return tag("div", button, class_="fan")


def _fan(scene: Scene, cards: list[str]) -> Html:
    """Cards side by side, turned a little where there is room for it."""
    turned = len(cards) <= WIDEST_FAN
    middle = (len(cards) - 1) / 2
    inside = (_card(scene, card, round(2 * (place - middle)) if turned else 0) for place, card in enumerate(cards))
    look = f"fan r{_row_length(len(cards))}" + ("" if turned else " flat")
    return tag("div", inside, class_=look, role="group", aria_label="Your hand")


def _row_length(count: int) -> int:
    """How many cards a row has where only seven fit: rows are equally long, or nearly so.

    >>> [_row_length(count) for count in (5, 8, 13, 17)]
    [5, 4, 7, 6]
    """
    rows = ceil(count / NARROW_ROW)
    return ceil(count / rows)


def _melded(scene: Scene) -> Html:
    """Melds side by side, then the cards that match nothing and what they count."""
    melds = find_melds(scene.view.hand)
    groups = [
        tag("div", (_card(scene, card, 0) for card in meld), class_="fan flat meld", key=f"meld-{meld[0]}")
        for meld in melds.melds
    ]
    rest = tag("div", (_card(scene, card, 0) for card in melds.rest), class_="fan flat", key="rest")
    limit = scene.traits.knocking.knock if scene.traits.knocking else 0
    told = f"Unmatched cards count {melds.unmatched}. Knock with {limit} or less after your discard."
    return join([tag("p", told, class_="amounts"), tag("div", groups, rest, class_="melds")])


def _card(scene: Scene, card: str, angle: int) -> Html:
    """A card that can be pressed. What it stands for depends on the phase: mostly itself, in some games its rank."""
    passed = bool(scene.view.received) and card in received(scene)
    chosen = " chosen" if card in scene.view.chosen else " new" if passed else ""
    tip = scene.tip(card)
    if scene.traits.captures:
        tip += capture_tip(scene, card)
    if card in scene.view.chosen:
        tip += " You pass it on."
    if passed:
        tip += " It was passed to you."
    if scene.me is not None and card == scene.view.seats[scene.me].taken:
        tip += " You have just taken it, and may not throw it back."
    turned = f" a{'m' if angle < 0 else ''}{abs(angle)}" if angle else ""
    return scene.face(card, kind="button", tip=tip, classes=(chosen + turned).strip(), press=press_of(scene, card))


def received(scene: Scene) -> tuple[str, ...]:
    """Cards that were passed to the viewer, until the first trick is over."""
    view = scene.view
    return view.received if view.due == "trick" and not any(seat.tricks for seat in view.seats) else ()


def press_of(scene: Scene, card: str) -> tuple[str, ...]:
    """The tokens a card of the hand stands for."""
    rank = NAME[card[0]]
    if scene.traits.sets and scene.view.due == "play":
        return "set", rank
    return (rank,) if scene.view.due == "ask" else (card,)


def captured_by(scene: Scene, card: str) -> tuple[str, ...]:
    """What a card would capture now: an equal card, else two that add up to it, else three; the lowest there are."""
    traits = scene.traits
    table = sorted(scene.view.table, key=NUMBER.__getitem__)
    for size in (1, 2, 3):
        for group in combinations(table, size):
            if sum(map(traits.place, group)) == traits.place(card):
                return group
    return ()


def capture_tip(scene: Scene, card: str) -> str:
    """What a card in the hand would do now."""
    taken = captured_by(scene, card)
    return f" It would take {' and '.join(map(card_sign, taken))}." if taken else " It would take nothing now."


def _told(scene: Scene) -> str:
    """What a hand amounts to, where hands are compared or cards are passed on."""
    view, traits = scene.view, scene.traits
    if view.due == "pass" and traits.passing:
        left = traits.passing.cards - len(view.chosen)
        return f"Choose {many(left, 'card')} to pass on." if left > 0 else "You have chosen. Waiting for the others."
    if received(scene):
        return f"Passed to you: {', '.join(map(card_sign, traits.sorted(view.received, view.trump)))}."
    if traits.genome.ranking in ("blackjack", "points"):
        total = card_total(view.hand)
        bust = " – too much" if traits.genome.ranking == "blackjack" and total > 21 else ""
        return f"Your hand counts {total}{bust}."
    if traits.genome.ranking == "poker":
        return f"You hold {poker_name(scene.traits.strength, view.hand)}."
    return ""


def card_total(cards: tuple[str, ...]) -> int:
    """Points as in blackjack.

    >>> card_total(("AS", "KH")), card_total(("AS", "AH", "9D", "5C"))
    (21, 16)
    """
    total = sum(11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
    aces = sum(card[0] == "A" for card in cards)
    while aces and total > 21:
        total, aces = total - 10, aces - 1
    return total


def poker_name(strength: dict[str, int], cards: tuple[str, ...]) -> str:
    """What a poker hand is called.

    >>> order = {rank: place for place, rank in enumerate("23456789TJQKA", 1)}
    >>> poker_name(order, ("KS", "KH", "2D", "2C", "9S")), poker_name(order, ("2S", "7S", "9S", "QS", "4S"))
    ('two pairs, kings and 2s', 'a flush')
    """
    return ", ".join(_poker_parts(strength, cards))


def _poker_parts(strength: dict[str, int], cards: tuple[str, ...]) -> Iterator[str]:
    counts = Counter(card[0] for card in cards)
    ranks = sorted(counts, key=lambda rank: (-counts[rank], -strength[rank]))
    numbers = [counts[rank] for rank in ranks]
    first = NAME[ranks[0]]
    flush = max(Counter(card[1] for card in cards).values()) == 5
    straight = len(cards) == 5 and numbers[0] == 1 and _in_a_row(strength, ranks)
    if straight:
        yield f"a straight{' flush' if flush else ''}"
    elif numbers[0] == 4:
        yield f"four {first}s"
    elif 3 in numbers and 2 in numbers:
        yield "a full house"
        yield f"{first}s full of {NAME[ranks[1]]}s"
    elif flush:
        yield "a flush"
    elif numbers[0] == 3:
        yield f"three {first}s"
    elif numbers.count(2) > 1:
        yield "two pairs"
        yield f"{first}s and {NAME[ranks[1]]}s"
    elif numbers[0] == 2:
        yield f"a pair of {first}s"
    else:
        yield f"nothing but the {first} high"


def _in_a_row(strength: dict[str, int], ranks: list[str]) -> bool:
    """Five ranks in a row; the strongest may stand below the weakest."""
    places = sorted(strength[rank] for rank in ranks)
    top = max(strength.values())
    return places == list(range(places[0], places[0] + 5)) or places == [1, 2, 3, 4, top]
