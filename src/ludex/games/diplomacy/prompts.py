"""The question to a player, in the words of the game: what can be done now, and what it leads to."""

from __future__ import annotations

from ludex.author import Bubble, Options, Seating, plural
from ludex.games.diplomacy.notation.names import place_in_words, unit_in_words
from ludex.games.diplomacy.views import View


def prompt(view: View, seating: Seating, options: Options) -> str:
    """Return the question to the viewer.

    >>> import ludex
    >>> ludex.game("diplomacy").new(seed=1).request(2).prompt
    'Give each of your 3 units an order: choose a unit, then what it does. Units without an order hold.'
    """
    if view.seat is None:
        return ""
    ask = {"M": _orders, "R": _retreats}.get(view.phase[-1], _adjustments)
    return ask(view, seating) + _voted(view.vote or "")


def _voted(vote: str) -> str:
    """Return the viewer's vote in this phase as a sentence. Where votes are secret, only this viewer sees it."""
    if vote == "VOTE DRAW":
        return " You have voted for a draw."
    return f" You have voted to concede to {vote.removeprefix('CONCEDE TO ')}." if vote else ""


def _orders(view: View, seating: Seating) -> str:
    units = [unit.unit for unit in view.units if unit.power == view.power]
    given = {order[2:5] for order in (*seating.draft, *view.orders)}
    left = [unit for unit in units if unit[2:5] not in given]
    if not left:
        return "All your units have orders. Change them, or hand them in: then they are final."
    if len(left) < len(units):
        what = unit_in_words(left[0]) if len(left) == 1 else plural(len(left), "unit")
        return f"Choose an order for {what}: without one {'it holds' if len(left) == 1 else 'they hold'}."
    each = "your unit" if len(units) == 1 else f"each of your {len(units)} units"
    return f"Give {each} an order: choose a unit, then what it does. Units without an order hold."


def _retreats(view: View, seating: Seating) -> str:
    given = {text.removeprefix("DESTROY ")[2:5] for text in (*seating.draft, *view.orders)}
    gone = [unit for unit in view.dislodged if unit.power == view.power]
    left = [unit for unit in gone if unit.unit[2:5] not in given] or gone
    first = left[0]
    rest = f" {plural(len(left) - 1, 'more unit')} must retreat as well." if len(left) > 1 else ""
    where = f"was attacked from {place_in_words(first.attacker_from)}"
    return f"{_capital(unit_in_words(first.unit))} {where}: choose where it retreats, or disband it.{rest}"


def _adjustments(view: View, seating: Seating) -> str:
    own = next(power for power in view.powers if power.seat == view.seat)
    if own.surplus < 0:
        return f"You have fewer centres than units: choose {plural(-own.surplus, 'unit')} to disband."
    return f"Build up to {plural(own.surplus, 'unit')} in your free home centres, or waive what you do not need."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_BUBBLES = {
    "M": (
        "All units are equally strong, so one against one is a standstill. Let a second unit support the first: "
        "two against one wins. Orders can be changed until you press Ready."
    ),
    "R": "This unit was driven out. It may go to a free province next to it, but not to the one the attack came from.",
    "A": "Each supply centre keeps one unit. You build only in free centres of your own country.",
}


def bubble(view: View, options: Options) -> Bubble | None:
    """Return the explanation of a decision for new players."""
    kind = view.phase[-1:]
    return Bubble(kind, _BUBBLES[kind]) if kind in _BUBBLES else None
