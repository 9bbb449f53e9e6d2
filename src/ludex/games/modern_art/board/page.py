"""Modern Art on a page: the easel, the value board, the dealers with their walls, the viewer's hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from ludex.author import Html, Page, Seating, plural, tag
from ludex.games.modern_art.board.paintings import painting
from ludex.games.modern_art.components import ABOUT, ARTISTS, AUCTIONS, DECK, DECKS, Artist, Auction, Card
from ludex.games.modern_art.rules.awaiting_card import AwaitingCard
from ludex.games.modern_art.rules.double import AwaitingSecondCard
from ludex.games.modern_art.rules.fixed_price_auction import FixedPriceAuction
from ludex.games.modern_art.rules.game_over import GameOver
from ludex.games.modern_art.rules.hidden_auction import HiddenAuction
from ludex.games.modern_art.rules.mystery_offer import MysteryOffer
from ludex.games.modern_art.rules.one_offer_auction import OneOfferAuction
from ludex.games.modern_art.rules.open_auction import OpenAuction
from ludex.games.modern_art.rules.round_ending import RoundEnding
from ludex.games.modern_art.rules.selling import Selling
from ludex.games.modern_art.views import ArtistView, Sale, SeatView, View

REMEMBERED = 2048
"""Number of drawn parts to cache: the same card, artist or dealer looks the same at every table.

Copies of a card are equal but distinct on the board: their ids are part of the cache's keys."""
CALLED = ("", "going once", "going twice", "sold")
"""The words of the hammer, by the number of its calls."""
FIFTH = 5
"""The card of an artist that ends the round."""
_ICONS: dict[Auction, str] = {
    "open": "M4 14V9m4 5V5m4 9V3m4 11V7M2 17h16",
    "one offer": "M10 17V4m-5 5 5-5 5 5",
    "hidden": "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM3 17 17 3",
    "fixed price": "M3 10V4a1 1 0 0 1 1-1h6l7 7-7 7zM7 7h.01",
    "double": "M3 6h9v11H3zM8 6V3h9v11h-5",
}


def art_name(card: Card) -> str:
    """Return the name of a card's painting: the artist's index on the board, and the number of the painting.

    >>> art_name(Card("Sigrid Thaler", "open", "sigrid-thaler-open-1"))
    '1-0'
    """
    artist, auction = ARTISTS.index(card.artist), AUCTIONS.index(card.auction)
    counts = _counts(artist)
    copy = int(card.id.rpartition("-")[2] or 1) - 1
    return f"{artist}-{(sum(counts[:auction]) + copy) % sum(counts)}"


@cache
def _counts(artist: int) -> tuple[int, ...]:
    """Return the numbers of cards of an artist, by auction."""
    counts: list[int] = DECK[DECKS.index("published")].reshape(len(ARTISTS), len(AUCTIONS))[artist].tolist()
    return tuple(counts)


def draw_art(name: str) -> Html | None:
    """Draw the painting of that name, or None if there is none.

    >>> draw_art("1-0") is None, draw_art("1-99") is None, draw_art("x") is None
    (False, True, True)
    """
    artist, _, number = name.partition("-")
    if not (artist.isdecimal() and number.isdecimal() and len(name) < 5 and int(artist) < len(ARTISTS)):
        return None
    return painting(int(artist), int(number)) if int(number) < sum(_counts(int(artist))) else None


def draw_page(view: View, seating: Seating) -> Page:
    """Draw the board and the hand."""
    board = tag(
        "div",
        tag("section", _easel(view, seating), class_="easel", aria_label="On the easel"),
        _values(view.board, view.round),
        tag(
            "section",
            (_dealer(view.seats[seat], _ids(view.seats[seat]), seating.chip(seat), seat) for seat in seating.from_me()),
            class_="dealers",
        ),
        class_="modern-art",
        data_out="Out of this lot" if isinstance(view.phase, OpenAuction) else None,
    )
    return Page(board, _hand(view))


def headline(view: View, seating: Seating) -> str:
    """Return a sentence on the current phase."""
    return f"Round {view.round}: {seating.say(str(view.phase))}"


def _easel(view: View, seating: Seating) -> list[Html | None]:
    phase: Any = view.phase
    match phase:
        case AwaitingCard(seat=seat) | MysteryOffer(seat=seat):
            what = "chooses a painting to sell" if isinstance(phase, AwaitingCard) else "may turn a mystery card"
            waits = tag("p", seating.chip(seat), f" {what}.", class_="who")
            return [tag("div", waits, class_="blank"), _last_sale(view.last_sale, seating)]
        case AwaitingSecondCard():
            asked = tag("p", seating.chip(phase.offered), " may add a second card.", class_="who")
            return [_canvases([phase.card]), tag("div", asked, _states(phase, seating), class_="bidding")]
        case RoundEnding():
            ends = tag("p", seating.chip(phase.seat), " ends the round and ranks the artists.", class_="who")
            return [_canvases(phase.unsold), tag("div", ends, class_="bidding")]
        case Selling():
            placed = (ranked for ranked in phase.ranking if ranked.place)
            prices = (tag("li", ranked.artist, tag("b", f" {ranked.value}")) for ranked in placed)
            sellers = [part for seat in phase.waiting for part in (seating.chip(seat), " ")]
            still = tag("p", "Still to sell: ", sellers, class_="who") if sellers else None
            bank = tag("h2", "The bank buys"), tag("ol", prices, class_="purses")
            return [tag("div", bank, still, class_="blank")]
        case GameOver():
            rich = max(phase.money)
            lines = (
                tag("li", seating.chip(seat), tag("b", f" {money}"), class_="winner" if money == rich else None)
                for seat, money in sorted(enumerate(phase.money), key=lambda pair: -pair[1])
            )
            return [tag("div", tag("h2", "The purses are opened"), tag("ol", lines, class_="purses"), class_="blank")]
        case _:
            return [_canvases(phase.lot.cards), _bidding(phase, Seating(seating.names))]


def _canvases(cards: Iterable[Card]) -> Html:
    pictures = (_picture(card, card.id) for card in cards)
    return tag("div", tag("div", pictures, class_="canvases"), tag("div", class_="ledge"), class_="stand")


@lru_cache(REMEMBERED)
def _bidding(phase: Any, seating: Seating) -> Html:
    """Draw the state of the auction: the same for all viewers with the same knowledge of it."""
    card = phase.lot.cards[-1]
    symbol = tag("p", _icon(card.auction), tag("b", card.auction), class_="kind", tip=ABOUT[card.auction])
    by = tag("p", "Auctioneer: ", seating.chip(phase.auctioneer), class_="by")
    return tag("div", symbol, by, _standing(phase, seating), _states(phase, seating), class_="bidding")


def _standing(phase: Any, seating: Seating) -> Html | None:
    """Draw the most important number."""
    match phase:
        case OpenAuction() | OneOfferAuction():
            call = CALLED[getattr(phase, "calls", 0)]
            called = tag("span", call, class_="call", key=f"call-{call}") if call else None
            if phase.bid is None or phase.bidder is None:
                return tag("p", tag("span", "–", class_="figure"), tag("span", "no bid yet"), called, class_="standing")
            who = tag("span", seating.chip(phase.bidder))
            figure = tag("span", phase.bid, class_="figure", key=f"bid-{phase.bid}")
            return tag("p", figure, who, called, class_="standing")
        case FixedPriceAuction():
            price = "–" if phase.price is None else phase.price
            said = "price not named yet" if phase.price is None else "fixed price"
            return tag("p", tag("span", price, class_="figure"), tag("span", said), class_="standing")
        case HiddenAuction():
            own = None if phase.own_bid is None else tag("span", f"your bid: {phase.own_bid}")
            count = f"{len(phase.sealed)} of {seating.seats}"
            return tag("p", tag("span", count, class_="figure"), tag("span", "sealed"), own, class_="standing")
    return None


def _states(phase: Any, seating: Seating) -> Html:
    """Draw who is still bidding, who is out, who leads."""
    out = set(getattr(phase, "passed", ()) or getattr(phase, "declined", ()))
    asked = getattr(phase, "asked", getattr(phase, "offered", None))
    leads, sealed = getattr(phase, "bidder", None), set(getattr(phase, "sealed", ()))
    items = []
    for seat in range(seating.seats):
        word = (
            "leads" if seat == leads
            else "sealed" if seat in sealed
            else "out" if seat in out
            else "asked" if seat == asked
            else "in"
        )  # fmt: skip
        items.append(tag("li", seating.chip(seat), tag("small", f" {word}"), class_=word))
    return tag("ul", items, class_="states")


def _last_sale(sale: Sale | None, seating: Seating) -> Html | None:
    if sale is None:
        return None
    price = f"for {sale.price}" if sale.price else "for nothing"
    told = tag("p", "Last lot: ", seating.chip(sale.buyer), f" {price}", class_="sold")
    bids = (
        tag("li", seating.chip(seat), tag("b", bid), class_="bid", key=f"sealed-{seat}")
        for seat, bid in enumerate(sale.bids or ())
    )
    return tag("div", told, tag("ul", bids, class_="revealed") if sale.bids else None, class_="last")


@lru_cache(REMEMBERED)
def _values(board: tuple[ArtistView, ...], this_round: int) -> Html:
    rounds = (tag("th", f"R{number}", scope="col") for number in range(1, 5))
    head = tag("tr", tag("th", "artist"), rounds, tag("th", "worth"), tag("th", "shown"))
    rows = (_artist_row(line, place, this_round) for place, line in enumerate(board))
    table = tag("table", tag("thead", head), tag("tbody", rows))
    return tag("section", table, class_="values", aria_label="Value board")


@lru_cache(REMEMBERED)
def _artist_row(line: ArtistView, place: int, this_round: int) -> Html:
    tiles = (
        tag(
            "td",
            tag("b", tile, class_="tile", key=f"tile-{place}-{number}") if tile else None,
            class_="now" if number == this_round - 1 else None,
        )
        for number, tile in enumerate(line.tiles)
    )
    left = tag("i", "○" * (FIFTH - line.played))
    pips = tag("span", "●" * line.played, left, class_="pips", role="img", aria_label=f"{line.played} of {FIFTH}")
    shown = f"{line.played} shown this round." if line.played else "None shown this round."
    told = f"{line.artist}: {shown} If the artist ranks, a painting brings {line.worth} and this round's tile."
    name = tag("th", _swatch(line.artist), line.artist, scope="row")
    return tag("tr", name, tiles, tag("td", line.worth, class_="worth"), tag("td", pips), tip=told)


def _ids(there: SeatView) -> tuple[str, ...]:
    return tuple(card.id for card in there.paintings)


@lru_cache(REMEMBERED)
def _dealer(there: SeatView, paintings: tuple[str, ...], chip: Html, seat: int) -> Html:
    money = "hidden" if there.money is None else there.money
    cards = plural(there.hand_size, "card")
    facts = tag("p", tag("span", tag("small", "money "), tag("b", money)), tag("span", cards), class_="facts")
    wall = (_thumb(card, card.id) for card in sorted(there.paintings, key=_order))
    none = tag("span", "no painting yet", class_="none") if not there.paintings else None
    return tag(
        "article",
        tag("h3", chip),
        facts,
        tag("div", wall, none, class_="wall"),
        class_="dealer",
        seat=seat,
    )


def _hand(view: View) -> Html:
    if view.seat is None:
        return Html()
    purse = tag("p", "You have ", tag("b", view.money), class_="purse")
    cards = [_in_hand(card, card.id) for card in sorted(view.hand, key=_order)]
    none = tag("span", "You have no cards left.", class_="soft") if not cards else None
    return tag(
        "div",
        purse,
        tag("div", cards, none, class_="works", tabindex="0", role="group", aria_label="Your hand"),
        class_="modern-art-hand",
    )


@lru_cache(REMEMBERED)
def _in_hand(card: Card, identity: str) -> Html:
    return tag(
        "button",
        tag("img", src=f"/games/modern-art/art/{art_name(card)}.svg", alt="", width=60, height=80),
        tag("span", card.artist.split()[-1], class_="artist"),
        tag("span", _icon(card.auction), card.auction, class_="auction"),
        type="button",
        class_="work",
        press=(card.artist, card.auction),
        key=card.id,
        tip=f"{card.artist}. {ABOUT[card.auction]}",
        aria_label=f"{card.artist}, {card.auction}",
    )


@lru_cache(REMEMBERED)
def _picture(card: Card, identity: str) -> Html:
    return tag(
        "figure",
        tag("img", src=f"/games/modern-art/art/{art_name(card)}.svg", alt="", width=120, height=160),
        tag("figcaption", card.artist, tag("small", _icon(card.auction), card.auction)),
        class_="canvas",
        key=card.id,
        tip=f"{card.artist}. {ABOUT[card.auction]}",
    )


@lru_cache(REMEMBERED)
def _thumb(card: Card, identity: str) -> Html:
    return tag(
        "img",
        src=f"/games/modern-art/art/{art_name(card)}.svg",
        alt=str(card),
        width=36,
        height=48,
        key=card.id,
        tip=card.artist,
    )


def _order(card: Card) -> tuple[int, int]:
    return ARTISTS.index(card.artist), AUCTIONS.index(card.auction)


@cache
def _icon(auction: Auction) -> Html:
    return tag("svg", tag("path", d=_ICONS[auction]), viewBox="0 0 20 20", class_="sign", aria_hidden="true")


@cache
def _swatch(artist: Artist) -> Html:
    return tag("img", src=f"/games/modern-art/art/{ARTISTS.index(artist)}-2.svg", alt="", width=27, height=36)


@cache
def draw_picture() -> Html:
    """Draw the small picture of the game: a wall with one painting of every artist."""
    works = []
    for artist in range(len(ARTISTS)):
        inside = painting(artist, 4 + artist)
        x = 9 + artist * 29
        frame = tag("rect", x=x - 2, y=22, width=28, height=36, fill="#fdfaf2", stroke="#8a7a55", stroke_width=0.8)
        works += [frame, inside.replace("<svg ", f'<svg x="{x}" y="24" width="24" height="32" ', 1)]
    floor = tag("path", d="M0 78H160", stroke="#c9bfa8", stroke_width=1)
    return tag(
        "svg", floor, *map(Html, works), viewBox="0 0 160 100", role="img", aria_label="Modern Art", class_="picture"
    )
