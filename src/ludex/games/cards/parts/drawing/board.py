"""Drawing on the board: the stock and the pile, and the neighbour to draw from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.author import Html, Seating, plural, tag
from ludex.games.cards.board.faces import SUIT_LETTERS, card_sign, suit_sign
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import SUIT_SIGNS, with_signs
from ludex.games.cards.views import SeatView, View


def headline(scene: Scene) -> str:
    """Say from where a card is drawn."""
    phase, view = scene.traits.drawing, scene.view
    if phase is None:
        return scene.does(scene.turn, "is to move", "are to move")
    if phase.when == "optional":
        return scene.does(scene.turn, "draws or stands", "draw or stand")
    if phase.when == "stuck":
        return scene.does(scene.turn, "cannot play and draws", "cannot play: draw a card")
    if phase.source == "neighbour":
        neighbour = _neighbour(scene)
        name = "the next player" if neighbour is None else scene.name(neighbour)
        return scene.does(scene.turn, "draws", "draw") + f" from {name}"
    if phase.source == "either" and view.pile_top:
        top = card_sign(view.pile_top)
        return scene.does(scene.turn, f"draws from the stock or takes {top}", f"draw from the stock or take {top}")
    return scene.does(scene.turn, "draws", "draw a card")


def _neighbour(scene: Scene) -> int | None:
    """Find the next seat with cards after the one to move."""
    view = scene.view
    if view.turn is None:
        return None
    count = len(view.seats)
    following = ((view.turn + step) % count for step in range(1, count))
    return next((seat for seat in following if view.seats[seat].hand_size), None)


def press_player(scene: Scene, seat: SeatView) -> tuple[tuple[str, ...], str] | None:
    """Let the player from whose hand a card is drawn be pressed: return the words of the move, and a tip."""
    if not scene.traits.neighbour or seat.seat != _neighbour(scene):
        return None
    return ("draw",), f"Draw a card from {scene.seating.name(seat.seat)}."


def middle(scene: Scene) -> Iterator[Html]:
    """Draw the stock, the pile, and the suit that was asked for. Cards that are claimed lie on a pile that the claims
    draw."""
    if not scene.traits.claiming and (scene.traits.stock or scene.traits.pile):
        yield tag("div", _stock(scene), _pile(scene), class_="piles")


def _stock(scene: Scene) -> Html | None:
    count = scene.view.stock_size
    tip = f"The stock: {plural(count, 'card')} face down."
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
        aria_label=f"stock, {plural(count, 'card')}",
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
    """Draw the suit that must follow, or how many equal cards."""
    view = scene.view
    if view.wish:
        tip = f"{view.wish.capitalize()} were asked for."
        return tag("span", suit_sign(view.wish), tag("span", f" {view.wish}"), class_="wish", key="wish", tip=tip)
    if view.set_size > 1:
        return tag("span", f"× {view.set_size}", class_="wish", tip=f"{view.set_size} equal cards were played.")
    return None


def card_note(scene: Scene, card: str) -> Iterator[str]:
    """Say of a card of the hand that it was just taken."""
    if scene.me is not None and card == scene.view.seats[scene.me].taken:
        yield "You have just taken it, and may not throw it back."


def pile_lines(view: View, seating: Seating, width: int) -> Iterator[str]:
    """Write the pile at the terminal."""
    if view.pile_top:
        wish = f", {SUIT_SIGNS[SUIT_LETTERS[view.wish]]} asked for" if view.wish else ""
        below = f", {view.pile_size - 1} below" if view.pile_size > 1 else ""
        yield f"Pile      {with_signs(view.pile_top)}{below}{wish}"


def stock_lines(view: View, seating: Seating, width: int) -> Iterator[str]:
    """Write the stock at the terminal."""
    if view.stock_size:
        yield f"Stock     {plural(view.stock_size, 'card')}"


def remarks(view: View, traits: Traits) -> Mapping[str, str]:
    """Explain passing at the terminal where it means to stand."""
    stands = view.due == "draw" and traits.drawing is not None and traits.drawing.when == "optional"
    return {"pass": "– stand"} if stands else {}
