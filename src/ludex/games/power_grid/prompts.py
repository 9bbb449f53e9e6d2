"""The question to a player, in the words of the game: what can be done now, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludex.author import Bubble, Options, Seating, plural
from ludex.games.power_grid.components.plants import PLANTS
from ludex.games.power_grid.components.tables import PAYMENT
from ludex.games.power_grid.state import Phase
from ludex.games.power_grid.views import SeatView, View


def prompt(view: View, seating: Seating, options: Options) -> str:
    """Return the question to the viewer.

    >>> import ludex
    >>> table = ludex.game("power-grid").new(3, seed=5)
    >>> table.request(table.waiting[0]).prompt
    'Choose a plant to auction. You must buy one in round 1, and have 50.'
    """
    ask = _ASKED.get(view.phase)
    return ask(view, view.seats[view.seat], options) if ask and view.seat is not None else ""


def _open(view: View, own: SeatView, options: Options) -> str:
    full = len(own.plants) == view.plant_limit
    gives_up = f" You have {plural(view.plant_limit, 'plant')}, so a new one replaces one of them." if full else ""
    if view.round == 1:
        return f"Choose a plant to auction. You must buy one in round 1, and have {own.money}."
    return f"Choose a plant to auction, or pass and buy none this round. You have {own.money}.{gives_up}"


def _bid(view: View, own: SeatView, options: Options) -> str:
    auction = view.auction
    if auction is None:
        return ""
    full = len(own.plants) == view.plant_limit
    gives_up = " If you win, give up one of your plants for it." if full else ""
    plant = f"plant {auction.plant.number}"
    return f"Bid {auction.least} or more for {plant}, or pass. You have {own.money}.{gives_up}"


def _return(view: View, own: SeatView, options: Options) -> str:
    return "Your plants cannot store all your fuel. Choose how much coal and how much oil to put back."


def _buy(view: View, own: SeatView, options: Options) -> str:
    missing = _missing(own)
    needs = f"To run all your plants once you still need {missing}." if missing else "You can run all your plants once."
    return f"Buy fuel, or stop. {needs} You have {own.money}."


def _missing(own: SeatView) -> str:
    """List the fuel that the seat lacks for one run of all its plants. Hybrids take what the others leave."""
    left = dict(own.fuel)
    lacking: dict[str, int] = {}
    for plant in sorted(own.plants, key=lambda plant: plant.type == "hybrid"):
        need = plant.needs
        for fuel in plant.fuels:
            burnt = min(left[fuel], need)
            left[fuel] -= burnt
            need -= burnt
        if need:
            name = "coal or oil" if plant.type == "hybrid" else plant.type
            lacking[name] = lacking.get(name, 0) + need
    return " and ".join(f"{count} {name}" for name, count in lacking.items())


def _build(view: View, own: SeatView, options: Options) -> str:
    costs = sorted(city.cost for city in view.cities if city.cost is not None)
    cheapest = f"The cheapest costs {costs[0]}, and you have {own.money}." if costs else f"You have {own.money}."
    power = f"You have {plural(len(own.cities), 'city', 'cities')}, and can power {own.can_power} now."
    return f"Build a house in a city, or stop. {cheapest} {power}"


def _run(view: View, own: SeatView, options: Options) -> str:
    cities = len(own.cities)
    powered = min(sum(PLANTS[number].powers for number in view.run), cities)
    paid = f"so far {powered} of {plural(cities, 'city', 'cities')}, which pays {PAYMENT[powered]}."
    return f"Run a plant, or stop. It burns its fuel, and you are paid for the cities that have power: {paid}"


def _place(view: View, own: SeatView, options: Options) -> str:
    return "Place a house of the Trust in a city. It takes room there, as if a third player had built it."


_ASKED: Mapping[Phase, Callable[[View, SeatView, Options], str]] = {
    "opening": _open,
    "bidding": _bid,
    "returning": _return,
    "buying": _buy,
    "building": _build,
    "powering": _run,
    "placing": _place,
}


_BUBBLES: Mapping[Phase, str] = {
    "opening": (
        "Bids for a plant start at its number. Look at three things: what it burns, how much, and how many cities "
        "it supplies."
    ),
    "bidding": (
        "If you are the last one left, you pay your bid and get the plant. You can buy only one plant in a round."
    ),
    "returning": "The plant that stored this fuel is gone. What you cannot store goes back.",
    "buying": (
        "The cheapest tokens are sold first. Fuel for one run is enough; what you store now, the others cannot buy."
    ),
    "building": (
        "You pay for the house and for the connections to your network. Cities that no plant of yours can supply "
        "earn nothing yet."
    ),
    "powering": (
        "Each plant burns its fuel and supplies cities. You are paid by the number of supplied cities, never for "
        "more than you have."
    ),
    "placing": "The houses of the Trust take room away from both of you. Put them where you do not want to build.",
}


def bubble(view: View, options: Options) -> Bubble | None:
    """Return the explanation of a decision for new players."""
    return Bubble(view.phase, _BUBBLES[view.phase]) if view.phase in _BUBBLES else None
