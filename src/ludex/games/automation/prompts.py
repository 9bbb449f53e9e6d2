"""The question to a player, in the words of the game: what can be done now, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludex.author import Bubble, Options, Seating, plural
from ludex.games.automation.moves import EndPhase, RevealCard
from ludex.games.automation.state import TurnPhase
from ludex.games.automation.views import View


def prompt(view: View, seating: Seating, options: Options) -> str:
    """Return the question to the viewer.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> for move in ("play all money", "end phase"):
    ...     for each in table.read_line(0, move):
    ...         _ = table.play(0, each)
    >>> table.request(0).prompt
    'Buy a card for up to 3 money, or end your turn. You have 1 buy.'
    """
    ask = _ASKED.get(view.phase)
    return ask(view, seating, options) if ask else ""


def _act(view: View, seating: Seating, options: Options) -> str:
    if view.plays_twice:
        return "Choose an action card from your hand: it is played twice. Or play none."
    return f"Play an action card, or continue with your money. You have {plural(view.actions, 'action')}."


def _play_money(view: View, seating: Seating, options: Options) -> str:
    return f"Play your money cards: {view.money} money so far. Then you buy cards."


def _buy(view: View, seating: Seating, options: Options) -> str:
    return f"Buy a card for up to {view.money} money, or end your turn. You have {plural(view.buys, 'buy')}."


def _gain(view: View, seating: Seating, options: Options) -> str:
    return f"Take a card that costs up to {view.limit} from the supply, for nothing."


def _discard(view: View, seating: Seating, options: Options) -> str:
    if view.limit is None or EndPhase() in options:
        return "Discard any number of cards: when you stop, you draw the same number."
    count = len(view.hand) - view.limit
    why = "" if view.turn == view.seat else f" {seating.name(view.turn)} attacks you."
    return f"Discard {plural(count, 'card')}.{why}"


def _trash(view: View, seating: Seating, options: Options) -> str:
    return "Choose a card from your hand to remove from the game. You may then take a better one."


def _reveal(view: View, seating: Seating, options: Options) -> str:
    attack = f"{seating.name(view.turn)} attacks."
    if any(isinstance(move, RevealCard) for move in options):
        return f"{attack} Reveal a card that protects you, or take the attack."
    return f"{attack} You hold no card that protects you: take the attack."


_ASKED: Mapping[TurnPhase, Callable[[View, Seating, Options], str]] = {
    "ACTION": _act,
    "MONEY": _play_money,
    "BUY": _buy,
    "GAIN": _gain,
    "DISCARD": _discard,
    "TRASH": _trash,
    "REVEAL": _reveal,
}


_BUBBLES: Mapping[TurnPhase, str] = {
    "ACTION": (
        "Action cards come before money, and you have one action in a turn. A card with +1 action gives it back, "
        "so play such cards first."
    ),
    "MONEY": "Money that you do not play or spend is lost at the end of the turn, so play all of it.",
    "BUY": (
        "What you buy goes to your discard pile, and comes into your hand later. Early on, buy better money; "
        "change to points when the game nears its end."
    ),
    "GAIN": "You get this card without paying. It goes to your discard pile.",
    "DISCARD": (
        "Discarded cards are not lost: they come back when your deck is shuffled. Part with cards that do nothing "
        "now, such as points."
    ),
    "TRASH": (
        "A trashed card leaves your deck for good. That is useful: without weak cards you draw good ones more often."
    ),
    "REVEAL": "If you show a card that protects you, the attack does not touch you, and you keep the card.",
}


def bubble(view: View, options: Options) -> Bubble | None:
    """Return the explanation of a decision for new players."""
    return Bubble(view.phase, _BUBBLES[view.phase]) if view.phase in _BUBBLES else None
