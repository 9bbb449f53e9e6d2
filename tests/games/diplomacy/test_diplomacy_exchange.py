"""Games in the JSON of the package `diplomacy`, there and back."""

from __future__ import annotations

import json
from random import Random

import pytest

from ludex.games.diplomacy import Diplomacy
from ludex.games.diplomacy.exchange import BadSavedGame, export_game, import_game


def played_table(years: int):
    table = Diplomacy().new(seed=5, last_year=1900 + years, votes=False)
    random = Random(5)
    while table.outcome is None:
        seat = table.waiting[0]
        options = table.options(seat)
        table.play(seat, options[random.randrange(len(options))])
    return table


def test_an_exported_game_comes_back_the_same():
    table = played_table(2)
    saved = json.loads(json.dumps(export_game(table)))
    again = import_game({**saved, "phases": saved["phases"][:-1]})
    assert again.view().units == table.view().units or again.view().phase != "COMPLETED"
    assert [p["orders"] for p in export_game(again)["phases"][:-1]] == [p["orders"] for p in saved["phases"][:-1]]


def test_a_saved_game_that_does_not_follow_from_its_orders_is_refused():
    saved = export_game(played_table(1))
    saved["phases"][1]["state"]["units"]["FRANCE"][0] = "A MOS"
    with pytest.raises(BadSavedGame, match="FRANCE A MOS"):
        import_game(saved)


@pytest.mark.filterwarnings("ignore")
def test_a_game_of_the_package_replays_here():
    pytest.importorskip("diplomacy", reason="the peer is installed with the extra `peers`")
    from diplomacy.utils.export import to_saved_game_format

    from diplomacy import Game

    game, random = Game(), Random(9)
    orders = {
        "FRANCE": ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"],
        "ENGLAND": ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"],
        "RUSSIA": ["F STP/SC - BOT", "A WAR - GAL", "A MOS - UKR", "F SEV - BLA"],
        "TURKEY": ["F ANK - BLA", "A CON - BUL", "A SMY - CON"],
    }
    for power, given in orders.items():
        game.set_orders(power, given)
    game.process()
    while game.get_current_phase() != "F1903M" and not game.is_game_done:
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            chosen = [
                random.choice([o for o in possible[place] if "VIA" not in o and " C " not in o]) for place in places
            ]
            game.set_orders(
                power, [order for order in chosen if "/" not in order.split(" S ")[-1] or " S " not in order]
            )
        game.process()
    table = import_game(json.loads(json.dumps(to_saved_game_format(game))))
    assert table.view().phase == "F1903M"
    theirs = {f"{power} {unit}" for power, units in game.get_units().items() for unit in units}
    assert {f"{unit.power} {unit.unit}" for unit in table.view().units} == theirs
