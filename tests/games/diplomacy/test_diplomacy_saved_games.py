"""Games in the JSON of the package `diplomacy`, there and back."""

from __future__ import annotations

import json
from random import Random

import pytest

from ludex.games.diplomacy import Diplomacy, lagoon
from ludex.games.diplomacy.components import MAPS
from ludex.games.diplomacy.notation.saved_games import BadSavedGame, export_game, import_game
from ludex.games.diplomacy.table import DiplomacyTable


def played_table(years: int, game: Diplomacy | None = None) -> DiplomacyTable:
    game = game or Diplomacy()
    table = game.new(seed=5, last_year=MAPS[game.map].first_year - 1 + years, votes=False)
    random = Random(5)
    while table.outcome is None:
        seat = table.waiting[0]
        options = table.options(seat)
        table.play(seat, options[random.randrange(len(options))])
    return table


@pytest.mark.parametrize("game", [Diplomacy(), lagoon()], ids=["standard", "lagoon"])
def test_an_exported_game_comes_back_the_same(game: Diplomacy) -> None:
    table = played_table(3, game)
    saved = json.loads(json.dumps(export_game(table)))
    again = import_game(saved)
    assert again.outcome == table.outcome
    assert again.view() == table.view()
    assert export_game(again) == export_game(table)


def test_what_is_no_saved_game_is_refused_in_a_sentence() -> None:
    for junk in ("junk", "[]", "{}", '{"phases": 3}', '{"phases": [{"name": "S1901M"}]}', b"\xff"):
        with pytest.raises(BadSavedGame, match="this is not a saved game"):
            import_game(junk)
    with pytest.raises(BadSavedGame, match="on the map 'mars': expected one of standard, lagoon"):
        import_game({"map": "mars", "phases": []})


@pytest.mark.filterwarnings("ignore")
def test_a_game_of_ours_is_read_by_the_package() -> None:
    pytest.importorskip("diplomacy", reason="the peer is installed with the extra `peers`")
    from diplomacy.utils.export import from_saved_game_format

    table = played_table(2)
    theirs = from_saved_game_format(json.loads(json.dumps(export_game(table))))
    assert [phase.name for phase in theirs.get_phase_history()] == [
        p["name"] for p in export_game(table)["phases"][:-1]
    ]
    units = {f"{power} {unit}" for power, found in theirs.get_units().items() for unit in found}
    assert units == {f"{unit.power} {unit.unit}" for unit in table.view().units}


def test_a_saved_game_that_does_not_follow_from_its_orders_is_refused() -> None:
    saved = export_game(played_table(1))
    saved["phases"][1]["state"]["units"]["FRANCE"][0] = "A MOS"
    with pytest.raises(BadSavedGame, match="FRANCE A MOS"):
        import_game(saved)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", [5, 9, 20])
def test_a_game_of_the_package_replays_here(seed: int) -> None:
    """In games 5 and 20 nobody gives an order in a winter in which somebody could build."""
    pytest.importorskip("diplomacy", reason="the peer is installed with the extra `peers`")
    from diplomacy.utils.export import to_saved_game_format

    from diplomacy import Game

    game, random = Game(), Random(seed)
    while game.get_current_phase() != "F1903M" and not game.is_game_done:
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            chosen = [
                random.choice(sorted(o for o in possible[place] if "VIA" not in o and " C " not in o))
                for place in places
            ]
            game.set_orders(
                power, [order for order in chosen if "/" not in order.split(" S ")[-1] or " S " not in order]
            )
        game.process()
    table = import_game(json.loads(json.dumps(to_saved_game_format(game))))
    assert table.view().phase == "F1903M"
    theirs = {f"{power} {unit}" for power, units in game.get_units().items() for unit in units}
    assert {f"{unit.power} {unit.unit}" for unit in table.view().units} == theirs
