"""The middle of the cloth: the trick, what lies on the table, stock and pile, the pot, and bids to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.page import Html, tag
from ludex.games.cards.board.faces import face
from ludex.games.cards.board.news import news
from ludex.games.cards.board.scene import Scene, many
from ludex.games.cards.components import SUIT_SIGNS
from ludex.games.cards.views import TrickBefore

LETTERS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def draw_middle(scene: Scene) -> Html:
    """All that lies between the players."""
    return tag("div", _parts(scene), class_="middle")


def _parts(scene: Scene) -> Iterator[Html]:
    traits, view = scene.traits, scene.view
    if view.due == "bidding":
        yield _bids(scene)
    elif traits.tricks:
        yield _trick(scene)
    if traits.tableau:
        yield _tableau(scene)
    elif view.table or traits.captures:
        yield _table(scene)
    if traits.genome.chips:
        yield _pot(scene)
    if traits.claiming:
        yield _claim(scene)
    elif traits.stock or traits.pile:
        yield _piles(scene)
    told = "" if traits.tricks else news(scene.seating)
    if told:
        yield tag("p", told, class_="said news")


def _bids(scene: Scene) -> Html:
    """Numbers to bid. Those that are not allowed stay dark; the others wait for the viewer's turn."""
    phase, view = scene.traits.bidding, scene.view
    ended = scene.ended_trick
    if scene.me is None or phase is None or not view.seats[scene.me].playing or view.seats[scene.me].bid is not None:
        return _ended_trick(scene, ended) if ended else tag("p", "Bids are being made.", class_="said")
    most = min(phase.max_bid, len(view.hand))
    bids = list(range(phase.min_bid, most + 1))
    if phase.allow_nil and 0 not in bids:
        bids = [0, *bids]
    buttons = (
        tag(
            "button",
            "Nil" if phase.allow_nil and not bid else str(bid),
            type="button",
            class_="bid",
            press=("bid", str(bid)),
            tip=_bid_tip(bid, phase.allow_nil),
            aria_label="bid Nil" if phase.allow_nil and not bid else f"bid {bid}",
        )
        for bid in bids
    )
    return tag("div", buttons, class_="bids")


def _bid_tip(bid: int, nil: bool) -> str:
    return "Nil: win no trick at all." if nil and not bid else f"Bid to win {many(bid, 'trick')}."


def _trick(scene: Scene) -> Html:
    """The cards of the trick, each before its player. One that is over stays until the next card is led."""
    ended = scene.ended_trick
    return _ended_trick(scene, ended) if ended else _running_trick(scene)


def _running_trick(scene: Scene) -> Html:
    """The cards played so far, with a place for those still to come."""
    view, seating = scene.view, scene.seating
    best = best_seat(scene)
    cells = []
    for place, seat in enumerate(seating.from_me()):
        card = view.seats[seat].played
        if card:
            told = " best" if seat == best else ""
            tip = scene.tip(card) + (" The best card so far." if told else "")
            cells.append(scene.face(card, tip=tip, classes=f"t{place}{told}", data_from=_origin(scene, seat)))
        elif view.seats[seat].playing:
            cells.append(tag("span", class_=f"slot t{place}", seat=seat, key=f"slot-{seat}"))
    return tag("div", cells, class_=f"trick of{seating.seats}")


def _ended_trick(scene: Scene, ended: TrickBefore) -> Html:
    """A trick that was won. Its cards keep their keys, unless they may have been dealt again."""
    cells = []
    for place, seat in enumerate(scene.seating.from_me()):
        card = ended.cards[seat]
        if card:
            won = seat == ended.winner
            tip = f"{scene.tip(card)} It won the trick." if won else scene.tip(card)
            key = card if ended.this_hand and not scene.traits.blind else f"last-{card}"
            look = f"t{place} ended{' best' if won else ''}"
            cells.append(face(card, tip, classes=look, key=key, data_from=_origin(scene, seat)))
    return tag("div", cells, class_=f"trick of{scene.seating.seats}")


def _origin(scene: Scene, seat: int) -> str | None:
    """Where a card comes from that was not seen before: its player."""
    return None if seat == scene.me else f"plate-{seat}"


def best_seat(scene: Scene) -> int | None:
    """The seat whose card wins the trick so far; none where the best are equal."""
    view, phase, traits = scene.view, scene.traits.tricks, scene.traits
    played = {seat.seat: seat.played for seat in view.seats if seat.played}
    if not played or phase is None:
        return None
    led = traits.suit(played[view.leader], view.trump) if view.leader in played else ""

    def power(card: str) -> int:
        suit, value = traits.suit(card, view.trump), traits.power(card, view.trump)
        trump = bool(view.trump) and suit == (view.trump or " ")[0].upper()
        if not trump and suit != led and not phase.by_rank:
            return 0
        return (16 - value if phase.low_wins else value) + 16 * trump

    powers = {seat: power(card) for seat, card in played.items()}
    top = max(powers.values())
    winners = [seat for seat, value in powers.items() if value == top]
    return winners[0] if len(winners) == 1 else None


def _tableau(scene: Scene) -> Html:
    """Suits in rows, with the place of every card that is still to come."""
    laid, deck = set(scene.view.table), scene.traits.genome.deck
    rows = (
        tag(
            "div",
            tag("span", SUIT_SIGNS[suit], class_=f"sign {name}"),
            (
                scene.mini(rank + suit, rank_only=True)
                if rank + suit in laid
                else tag("i", class_="gap", key=f"gap-{rank}{suit}")
                for rank in deck.ranks
            ),
            class_="line",
        )
        for name, suit in LETTERS.items()
    )
    return tag("div", rows, class_="tableau", role="group", aria_label="On the table")


def _table(scene: Scene) -> Html:
    """Cards that lie open on the table."""
    cards = sorted(scene.view.table, key=scene.traits.place)
    faces = [scene.face(card) for card in cards]
    return tag("div", faces or tag("p", "The table is clear.", class_="said"), class_="open-cards")


def _pot(scene: Scene) -> Html:
    """All stakes together."""
    pot = sum(seat.stake for seat in scene.view.seats)
    what = "At stake" if scene.traits.genome.ranking == "blackjack" else "Pot"
    return tag("div", tag("span", what, class_="label"), tag("b", f"{pot:,}", class_="chips"), class_="pot")


def _piles(scene: Scene) -> Html:
    """The stock, the pile, and the suit that was asked for."""
    return tag("div", _stock(scene), _pile(scene), class_="piles")


def _stock(scene: Scene) -> Html | None:
    count = scene.view.stock_size
    tip = f"The stock: {many(count, 'card')} face down."
    label = tag("span", f"{count} in the stock", class_="label")
    if not scene.traits.stock:
        return None
    if not count:
        return tag("div", tag("span", class_="slot"), label, class_="pile", tip="The stock is empty.")
    back = tag(
        "button",
        type="button",
        class_="face back",
        press=("draw",),
        key="stock",
        aria_label=f"stock, {many(count, 'card')}",
    )
    return tag("div", back, label, class_="pile", tip=tip)


def _pile(scene: Scene) -> Html | None:
    traits, view = scene.traits, scene.view
    onto = traits.playing is not None and traits.playing.to == "pile"
    open_discards = traits.discarding is not None and not traits.discarding.face_down
    face_down = traits.discarding is not None and traits.discarding.face_down and view.pile_size > 0
    if view.pile_top:
        card = view.pile_top
        takes = traits.drawing is not None and traits.drawing.source in ("pile", "either")
        top = scene.face(card, kind="button" if takes else "span", press=("take",) if takes else None)
        below = f"{view.pile_size} in the pile"
        return tag("div", top, _asked(scene), tag("span", below, class_="label"), class_="pile")
    if face_down:
        label = tag("span", f"{view.pile_size} put away", class_="label")
        return tag("div", tag("span", class_="face back", key="away"), label, class_="pile")
    if onto or open_discards:
        return tag("div", tag("span", class_="slot"), tag("span", "empty pile", class_="label"), class_="pile")
    return None


def _asked(scene: Scene) -> Html | None:
    """The suit that must follow, or how many equal cards."""
    view = scene.view
    if view.wish:
        sign = tag("span", SUIT_SIGNS[LETTERS[view.wish]], class_=f"sign {view.wish}")
        tip = f"{view.wish.capitalize()} were asked for."
        return tag("span", sign, tag("span", f" {view.wish}"), class_="wish", key="wish", tip=tip)
    if view.set_size > 1:
        return tag("span", f"× {view.set_size}", class_="wish", tip=f"{view.set_size} equal cards were played.")
    return None


def _claim(scene: Scene) -> Html:
    """The cards that lie face down, and what they are said to be."""
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
        aria_label=f"doubt it: {many(view.pile_size, 'card')} face down" if element == "button" else None,
        tip=f"{many(view.pile_size, 'card')} face down." + (" Press to doubt the claim." if judged else ""),
    )
    pile = back if view.pile_size else tag("span", class_="slot")
    return tag("div", pile, tag("span", said, class_="claimed"), class_="pile claim")


def rank_word(rank: str | None, one: bool) -> str:
    """The rank that is due, as people call it.

    >>> rank_word("6", False), rank_word("jack", True)
    ('sixes', 'jack')
    """
    if rank is None:
        return "nothing"
    word = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}
    name = word.get(rank, "ten" if rank == "10" else rank)
    return name if one else f"{name}es" if name.endswith("x") else f"{name}s"
