"""The players around the cloth: what each of them holds, has bid, has won and has paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludex.core.page import Html, tag
from ludex.games.cards.board.faces import rank_sign
from ludex.games.cards.board.scene import Scene, many
from ludex.games.cards.rulebook.words import NAME
from ludex.games.cards.views import SeatView

MOST_BACKS = 13
"""Cards of a hidden hand that are drawn one by one. The number beside them is exact."""

ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")


def draw_seats(scene: Scene) -> Iterator[Html]:
    """Every player, in seating order from the viewer on."""
    for place, seat in enumerate(scene.seating.from_me()):
        yield draw_seat(scene, scene.view.seats[seat], place)


def draw_seat(scene: Scene, seat: SeatView, place: int) -> Html:
    """One player. Pressing one asks them, or draws from their hand, where the game has that."""
    view = scene.view
    turn = " turn" if seat.seat == view.turn else ""
    out = "" if seat.playing else " out"
    return tag(
        "div",
        tag("div", scene.chip(seat.seat), _dealer(scene, seat), class_="who"),
        _cards(scene, seat),
        tag("div", _facts(scene, seat), class_="facts"),
        _won(scene, seat),
        class_=f"plate p{place}{turn}{out}",
        seat=seat.seat,
        key=f"plate-{seat.seat}",
        press=_press(scene, seat),
        tip=_press_tip(scene, seat),
    )


def _press(scene: Scene, seat: SeatView) -> tuple[str, ...] | None:
    """What pressing a player stands for, if anything."""
    if seat.seat == scene.me:
        return None
    if scene.traits.asking:
        return "ask", f"seat {seat.seat}"
    return ("draw",) if scene.traits.neighbour and seat.seat == _neighbour(scene) else None


def _press_tip(scene: Scene, seat: SeatView) -> str | None:
    press = _press(scene, seat)
    if press is None:
        return None
    name = scene.seating.name(seat.seat)
    return f"Ask {name} for cards." if press[0] == "ask" else f"Draw a card from {name}."


def _neighbour(scene: Scene) -> int | None:
    """The next seat with cards after the one to move."""
    view = scene.view
    if view.turn is None:
        return None
    count = len(view.seats)
    following = ((view.turn + step) % count for step in range(1, count))
    return next((seat for seat in following if view.seats[seat].hand_size), None)


def _dealer(scene: Scene, seat: SeatView) -> Html | None:
    if seat.seat != scene.view.dealer or scene.view.due == "over":
        return None
    return tag("span", "D", class_="dealer", tip=scene.does(seat.seat, "dealt this hand.", "dealt this hand."))


def _cards(scene: Scene, seat: SeatView) -> Html | None:
    """The cards in a hand: known ones face up, the others as backs. The viewer's own are below the board."""
    gone = scene.view.due == "over" or not (seat.playing or seat.hand_size)
    if gone or (seat.seat == scene.me and not scene.traits.blind):
        return None
    known = () if scene.traits.blind else seat.cards
    hidden = seat.hand_size - len(known)
    shown = tag("span", Html("<i></i>" * min(hidden, MOST_BACKS)), class_="backs", aria_hidden="true")
    count = tag("span", str(seat.hand_size), tag("span", " cards", class_="unseen"), class_="count")
    tip = many(seat.hand_size, "card") + " in hand"
    cards = (scene.mini(card) for card in scene.traits.sorted(known, scene.view.trump))
    return tag("div", shown if hidden else None, count, cards, class_="held", tip=tip)


def _facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """What counts in this game: bid and tricks, points in the cards won, chips, who is out."""
    traits, view = scene.traits, scene.view
    if not seat.playing:
        yield tag("span", "folded" if seat.stake else "out", class_="fact soft")
    if traits.bidding:
        yield from _bid(seat)
    if traits.tricks and not traits.tricks.take and not traits.bidding and view.due in ("trick", "over"):
        yield _fact(seat.tricks, "trick")
    if traits.genome.chips:
        yield tag("span", f"{seat.chips:,}", class_="chips", tip=many(seat.chips, "chip"))
        if seat.stake:
            yield tag("span", f"{seat.stake:,}", class_="stake", tip=f"{many(seat.stake, 'chip')} in the pot")
    if seat.place:
        yield tag("span", f"{ORDINALS[seat.place]} out", class_="fact good")
    if traits.captures and view.sweeps[seat.seat]:
        yield _fact(view.sweeps[seat.seat], "sweep")
    scoring = traits.genome.card_scoring
    if scoring and scoring.source == "won" and not traits.genome.book and seat.won:
        worth = sum(traits.points(card, view.trump) for card in seat.won)
        if worth:
            yield tag(
                "span", many(worth, "point"), class_="fact", tip=f"{many(worth, 'point')} in the cards won so far"
            )


def _fact(count: int, what: str) -> Html:
    return tag("span", many(count, what), class_="fact")


def _bid(seat: SeatView) -> Iterator[Html]:
    """A mark for every trick: bid and won, bid and missing, or won beyond the bid."""
    if seat.bid is None:
        yield tag("span", "no bid yet", class_="fact soft")
        return
    over = max(0, seat.tricks - seat.bid)
    marks = "<i class=done></i>" * min(seat.tricks, seat.bid) + "<i></i>" * max(0, seat.bid - seat.tricks)
    said = "Nil" if seat.nil else f"{seat.tricks} of {seat.bid}"
    bid = "Nil" if seat.nil else many(seat.bid, "trick")
    tip = f"Bid {bid}, won {seat.tricks}."
    yield tag("span", said, class_="fact" + (" bad" if seat.nil and seat.tricks else ""), tip=tip)
    yield tag("span", Html(marks + "<i class=over></i>" * over), class_="marks", aria_hidden="true")


def _won(scene: Scene, seat: SeatView) -> Html | None:
    """Cards won: books by rank, or a stack that tricks and captures glide to."""
    if not seat.won:
        return None
    if scene.traits.genome.book > 2:
        ranks = Counter(card[0] for card in seat.won)
        return tag(
            "div", (_book(rank, count, seat) for rank, count in ranks.items()), class_="books", tip="Books put down"
        )
    ended = scene.ended_trick
    shown = ended.cards if ended else ()
    stack = Html("".join("<i></i>" if card in shown else f'<i data-key="{card}"></i>' for card in seat.won))
    count = str(len(seat.won)) if scene.traits.counted else None
    return tag("div", tag("span", stack, class_="stack"), count, class_="won", tip=_won_tip(scene, seat))


def _won_tip(scene: Scene, seat: SeatView) -> str:
    if scene.traits.genome.book:
        return f"{many(len(seat.won) // scene.traits.genome.book, 'pair')} put down"
    return f"{many(len(seat.won), 'card')} won"


def _book(rank: str, count: int, seat: SeatView) -> Html:
    cards = Html("".join(f'<i data-key="{card}"></i>' for card in seat.won if card[0] == rank))
    return tag("span", tag("b", rank_sign(rank)), cards, class_="book", tip=f"A book of {count}: {NAME[rank]}s")
