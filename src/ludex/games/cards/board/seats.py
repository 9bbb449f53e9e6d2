"""The players around the cloth: what each of them holds, has bid, has won and has paid."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, plural, tag
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.parts.registry import FACTS, PRESSED_PLAYERS
from ludex.games.cards.parts.turns.board import draw_books
from ludex.games.cards.views import SeatView

MOST_BACKS = 13
"""Cards of a hidden hand that are drawn one by one. The number next to them is exact."""


def draw_seats(scene: Scene) -> Iterator[Html]:
    """Yield every player, in seating order from the viewer on."""
    for place, seat in enumerate(scene.seating.from_me()):
        yield draw_seat(scene, scene.view.seats[seat], place)


def draw_seat(scene: Scene, seat: SeatView, place: int) -> Html:
    """Draw one player. Pressing one asks them, or draws from their hand, where the game has that."""
    view = scene.view
    turn = " turn" if seat.seat == view.turn or seat.seat in view.choosing else ""
    out = "" if seat.playing else " out"
    pressed = (press(scene, seat) for press in PRESSED_PLAYERS) if seat.seat != scene.me else ()
    press, tip = next(filter(None, pressed), (None, None))
    return tag(
        "div",
        tag("div", scene.chip(seat.seat), _dealer(scene, seat), class_="who"),
        _cards(scene, seat),
        tag("div", _facts(scene, seat), class_="facts"),
        _won(scene, seat),
        class_=f"plate p{place}{turn}{out}",
        seat=seat.seat,
        key=f"plate-{seat.seat}",
        press=press,
        tip=tip,
    )


def _dealer(scene: Scene, seat: SeatView) -> Html | None:
    if seat.seat != scene.view.dealer or scene.view.due == "over":
        return None
    return tag("span", "D", class_="dealer", tip=scene.does(seat.seat, "dealt this hand.", "dealt this hand."))


def _cards(scene: Scene, seat: SeatView) -> Html | None:
    """Draw the cards in a hand: known ones face up, the others as backs. Those that the viewer plays
    from are below the board."""
    gone = scene.view.due == "over" or not (seat.playing or seat.hand_size)
    below = scene.view.dummy if scene.plays_dummy else scene.me
    if gone or (seat.seat == below and not scene.traits.blind):
        return None
    known = () if scene.traits.blind else seat.cards
    hidden = seat.hand_size - len(known)
    shown = tag("span", Html("<i></i>" * min(hidden, MOST_BACKS)), class_="backs", aria_hidden="true")
    count = tag("span", str(seat.hand_size), tag("span", " cards", class_="unseen"), class_="count")
    tip = plural(seat.hand_size, "card") + " in hand"
    cards = (scene.mini(card) for card in scene.traits.sorted(known, scene.view.trump))
    return tag("div", shown if hidden else None, count, cards, class_="held", tip=tip)


def _facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Yield the facts that count in this game: who is out, bids and tricks, chips, points in the cards won."""
    if not seat.playing:
        yield tag("span", "folded" if seat.stake else "out", class_="fact soft")
    for facts in FACTS:
        yield from facts(scene, seat)


def _won(scene: Scene, seat: SeatView) -> Html | None:
    """Draw cards won: books by rank, or a stack that tricks and captures glide to."""
    if not seat.won:
        return None
    if scene.traits.genome.book > 2:
        return draw_books(seat)
    ended = scene.ended_trick
    shown = ended.cards if ended else ()
    stack = Html("".join("<i></i>" if card in shown else f'<i data-key="{card}"></i>' for card in seat.won))
    count = str(len(seat.won)) if scene.traits.counted else None
    return tag("div", tag("span", stack, class_="stack"), count, class_="won", tip=_won_tip(scene, seat))


def _won_tip(scene: Scene, seat: SeatView) -> str:
    if scene.traits.genome.book:
        return f"{plural(len(seat.won) // scene.traits.genome.book, 'pair')} put down"
    return f"{plural(len(seat.won), 'card')} won"
