"""Running all plants at once: the plan that powers the most cities with the least fuel."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from ludex.author import plural
from ludex.games.power_grid.components.plants import PLANTS, Plant
from ludex.games.power_grid.components.tables import PAYMENT
from ludex.games.power_grid.moves import RunPlant
from ludex.games.power_grid.views import View

RUN_ALL = "run all"
"""The text that stands for a whole plan."""


class Plan(NamedTuple):
    """Plants to run, the cities that have power then, and the income."""

    runs: tuple[RunPlant, ...]
    cities: int
    income: int
    is_all: bool
    """True if no plant is left that could run as well."""


def best_plan(view: View) -> Plan | None:
    """Return the plan of the viewer, who must be about to run plants, or None if no plant would power more cities."""
    if view.phase != "powering" or view.seat is None or view.turn != view.seat:
        return None
    own = view.seats[view.seat]
    so_far = sum(PLANTS[number].powers for number in view.run)
    left = [plant for plant in own.plants if plant.number not in view.run]
    found = []
    for count in range(len(left) + 1):
        for some in combinations(left, count):
            runs = _runs(some, own.fuel)
            if runs is not None:
                powered = min(so_far + sum(plant.powers for plant in some), len(own.cities))
                found.append((powered, -sum(plant.needs for plant in some), -count, runs))
    powered, _, _, runs = max(found, key=lambda plan: plan[:3])
    if not runs:
        return None
    return Plan(runs, powered, int(PAYMENT[powered]), len(runs) == max(len(plan[3]) for plan in found))


def _runs(plants: tuple[Plant, ...], fuel: dict[str, int]) -> tuple[RunPlant, ...] | None:
    """Return how these plants run together, or None if the fuel does not suffice. Hybrids take what is left."""
    left = dict(fuel)
    runs = []
    for plant in sorted(plants, key=lambda plant: plant.type == "hybrid"):
        mixed = plant.type == "hybrid"
        burnt = dict.fromkeys(plant.fuels, 0)
        for one in sorted(plant.fuels, key=lambda one: -left[one]):
            burnt[one] = min(left[one], plant.needs - sum(burnt.values()))
            left[one] -= burnt[one]
        if sum(burnt.values()) < plant.needs:
            return None
        runs.append(RunPlant(plant.number, burnt["coal"] if mixed else None))
    return tuple(runs)


def in_words(plan: Plan) -> str:
    """Describe a plan: `Run all: 3 cities, 44`."""
    numbers = [str(run.plant) for run in plan.runs]
    some = f"{', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else numbers[0]
    cities = plural(plan.cities, "city", "cities")
    return f"Run {'all' if plan.is_all else some}: {cities}, {plan.income}"
