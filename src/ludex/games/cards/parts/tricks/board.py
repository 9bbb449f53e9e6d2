"""Tricks on the board: the cards before their players, the best of them, and the trick before."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, Seating, listed, plural, tag
from ludex.games.cards.board.faces import SUIT_NAMES, face, suit_sign
from ludex.games.cards.board.scene import Column, Scene, fact
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import with_signs
from ludex.games.cards.views import SeatView, TrickBefore, View


def headline(scene: Scene) -> str:
    """Say which trick it is, and which suit was led."""
    view, traits = scene.view, scene.traits
    number = f"Trick {sum(seat.tricks for seat in view.seats) + 1}"
    if traits.blind:
        return f"{number}: {scene.then_does('turns up a card', 'turn up a card')}"
    led = view.seats[view.leader].played
    if led is None:
        return f"{number}: {scene.then_does('leads', 'lead')}{' from the dummy' if view.for_dummy else ''}"
    suit = SUIT_NAMES[traits.suit(led, view.trump)]
    follow = f"{suit} led, " if not (traits.tricks and traits.tricks.by_rank) else ""
    whose = " from the dummy" if view.for_dummy else ""
    return f"{number}: {follow}{scene.then_does('is to play', 'are to play')}{whose}"


def marks(scene: Scene) -> Iterator[Html]:
    """Draw whether the suit that may not be led yet is broken."""
    view, phase = scene.view, scene.traits.tricks
    breaking = phase.breaking if phase else "none"
    suit = view.trump if breaking == "trump" else breaking
    if suit and suit != "none" and view.due in ("trick", "bidding", "auction", "pass"):
        rule = f"Nobody may lead {suit} before one has been played, unless they hold nothing else."
        if view.broken:
            tip = f"{suit.capitalize()} are broken."
            yield tag("span", suit_sign(suit), " may be led", class_="mark", tip=tip)
        else:
            yield tag("span", suit_sign(suit), " not broken yet", class_="mark soft", tip=rule)


def middle(scene: Scene) -> Iterator[Html]:
    """Draw the cards of the trick, each before its player. One that is over stays until the next card is led."""
    if scene.traits.tricks and scene.view.due not in ("bidding", "auction"):
        ended = scene.ended_trick
        yield draw_ended_trick(scene, ended) if ended else _running_trick(scene)


def _running_trick(scene: Scene) -> Html:
    """Draw the cards played so far, with a place for those still to come."""
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


def draw_ended_trick(scene: Scene, ended: TrickBefore) -> Html:
    """Draw a trick that was won. Its cards keep their keys, unless they may have been dealt again."""
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
    """Return the element from which a card comes that was not seen before: its player."""
    return None if seat == scene.me else f"plate-{seat}"


def best_seat(scene: Scene) -> int | None:
    """Find the seat whose card wins the trick so far; none where the best are equal."""
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


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw the number of tricks that a player has won, where bids do not show it."""
    traits = scene.traits
    if traits.tricks and not traits.tricks.take and not traits.bidding and scene.view.due in ("trick", "over"):
        yield fact(seat.tricks, "trick")


def columns(scene: Scene) -> Iterator[Column]:
    """Yield the column of tricks in the score sheet of teams that have no contracts."""
    genome = scene.traits.genome
    if genome.teams and scene.traits.tricks and not genome.contract_scoring and scene.view.due != "over":
        yield Column("Won", "Tricks won in this hand.", lambda scene, side: str(side.tricks))


def draw_stack(scene: Scene) -> Html:
    """Draw a hand of cards that their player turns up unseen."""
    size = scene.view.seats[scene.me or 0].hand_size
    if not size:
        return tag("p", "You have no cards left.", class_="said")
    label = f"turn up a card, {plural(size, 'card')} left"
    button = tag("button", str(size), type="button", class_="face back mine", press=("flip",), aria_label=label)
    return tag("div", button, class_="fan")


def card_facts(traits: Traits, card: str, trump: str | None) -> Iterator[str]:
    """Say of a card that it is led first."""
    if traits.tricks and traits.tricks.first_lead == card:
        yield "Its holder leads it to the first trick."


def lines(view: View, seating: Seating, width: int) -> Iterator[str]:
    """Write the trick and the trick before at the terminal."""
    if any(seat.played for seat in view.seats):
        yield from listed("Trick", _trick(view, seating), width, between=" → ")
    if view.trick_before and view.trick_before.this_hand and view.due == "trick":
        yield from listed("Before", _trick_before(view.trick_before, seating), width, between=" → ")


def _trick(view: View, seating: Seating) -> Iterator[str]:
    """Yield the cards of the trick with their players, in the order of play, and the players still to come."""
    seats = len(view.seats)
    for place in range(seats):
        seat = view.seats[(view.leader + place) % seats]
        if seat.played or seat.playing:
            yield f"{seating.name(seat.seat)} {with_signs(seat.played) if seat.played else '…'}"


def _trick_before(trick: TrickBefore, seating: Seating) -> list[str]:
    """Return the cards of the trick before with their players, in the order of play, and its winner."""
    seats = len(trick.cards)
    order = [(trick.leader + place) % seats for place in range(seats)]
    played = [f"{seating.name(seat)} {with_signs(card)}" for seat in order if (card := trick.cards[seat])]
    ended = "tied" if trick.winner is None else f"won by {seating.name(trick.winner)}"
    return [*played[:-1], f"{played[-1]}, {ended}"]


def tricks_cell(view: View, seat: SeatView) -> object:
    """Write the number of tricks that a seat has won, at the terminal."""
    return seat.tricks if _has_tricks(view) else ""


def won_cell(view: View, seat: SeatView) -> object:
    """Write the number of cards that a seat has won in a game without tricks, at the terminal."""
    return len(seat.won) if not _has_tricks(view) and any(other.won for other in view.seats) else ""


def _has_tricks(view: View) -> bool:
    return view.due in ("bidding", "auction", "trick") or any(seat.tricks for seat in view.seats)
