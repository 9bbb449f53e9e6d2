"""The bots' rungs."""

from __future__ import annotations

from ludex import Table
from ludex.arena import simulate
from ludex.games.diplomacy import Diplomacy
from ludex.games.diplomacy.views import View
from ludex.players import Bot


def test_the_general_has_the_most_centres_against_six_randoms() -> None:
    result = simulate(Diplomacy(), ["general", *["random"] * 6], 140, rotate=True, settings={"last_year": 1910})
    assert result.seats[0].low > 0.9


def test_the_general_beats_six_that_hold() -> None:
    result = simulate(Diplomacy(), ["general", *["hold"] * 6], 70, rotate=True, settings={"last_year": 1908})
    assert result.seats[0].win_rate > 0.9


def orders_of_a_phase(table: Table[View], seat: int, bot: Bot) -> list[str]:
    """Let a bot give all orders of a power in this phase, and return them."""
    before, phase = table.digest, table.view(seat).phase
    orders: list[str] = []
    while seat in table.waiting and table.view(seat).phase == phase:
        move = bot.decide(table.request(seat))
        assert table.digest == before, "a bot must not change the table"
        table.play(seat, move)
        before = table.digest
        orders.append(str(move))
    return orders


def test_dumbbot_is_held_out() -> None:
    machine = Diplomacy().machine
    assert machine.bot_slots["dumbbot"] not in machine.model_slots
    assert max(machine.model_slots) == machine.bot_slots["general"]


def test_dumbbot_walks_into_an_open_centre_in_fall() -> None:
    position = {"phase": "F1902M", "units": {"FRANCE": ["A GAS"]}, "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}}
    table = Diplomacy().position(position)
    found = {orders_of_a_phase(Diplomacy().position(position), 2, Bot(table.game, "dumbbot", n))[0] for n in range(8)}
    assert "A GAS - SPA" in found
    assert found <= {"A GAS - SPA", "A GAS - BRE", "A GAS - PAR", "A GAS - MAR"}


def test_dumbbot_supports_an_attack_that_can_be_resisted() -> None:
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"]}
    centers = {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}
    position = {"phase": "F1902M", "units": units, "centers": centers}
    game = Diplomacy()
    found = [orders_of_a_phase(game.position(position), 2, Bot(game, "dumbbot", n)) for n in range(8)]
    assert ["A BUR - MUN", "A RUH S A BUR - MUN"] in found or ["A BUR S A RUH - MUN", "A RUH - MUN"] in found


def test_dumbbot_never_sends_two_units_to_one_province() -> None:
    table = Diplomacy().new(seed=2, last_year=1903)
    bots = [Bot(table.game, "dumbbot", seat) for seat in range(7)]
    moves = 0
    while table.outcome is None:
        seat = table.waiting[0]
        orders = orders_of_a_phase(table, seat, bots[seat])
        to = [order.split(" - ")[1][:3] for order in orders if " - " in order and " S " not in order]
        assert len(to) == len(set(to)), orders
        moves += len(to)
    assert moves > 100


def test_the_general_holds_its_own_against_six_dumbbots() -> None:
    result = simulate(Diplomacy(), ["general", *["dumbbot"] * 6], 140, rotate=True, settings={"last_year": 1906})
    assert 0.05 < result.seats[0].win_rate < 0.6
