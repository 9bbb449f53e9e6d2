"""Games in the JSON of the package `diplomacy`, there and back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from ludex import BadSetting
from ludex.games.diplomacy import BadPosition, Diplomacy, adjudicate, lagoon
from ludex.games.diplomacy.components import MAPS
from ludex.games.diplomacy.notation.recorded import BadSavedGame, import_game
from ludex.games.diplomacy.notation.saved_games import export_game
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
    """In games 5 and 20 no power gives an order in a winter in which one could build."""
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


def phase(name: str, units: dict[str, list[str]], orders: dict[str, list[str]] | None = None, **more: Any) -> Any:
    return {"name": name, "state": {"name": name, "units": units}, "orders": orders, **more}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_of_the_package_replay_with_convoys_and_supports_by_the_preset(seed: int) -> None:
    pytest.importorskip("diplomacy", reason="the peer is installed with the extra `peers`")
    from diplomacy.utils.export import to_saved_game_format

    from diplomacy import Game

    game, random = Game(), Random(seed)
    while game.get_current_phase() != "S1903M" and not game.is_game_done:
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            chosen = [random.choice(sorted(possible[place])) for place in places if possible[place]]
            game.set_orders(power, [order for order in chosen if not (" S " in order and "/" in order)])
        game.process()
    saved = json.loads(json.dumps(to_saved_game_format(game)))
    table = import_game(saved, settings="webdiplomacy")
    assert table.view().phase == "S1903M"


def test_a_retreat_phase_in_which_nobody_can_retreat_may_be_there() -> None:
    table = Diplomacy().new(seed=1, last_year=1902, votes=False)
    for seat in table.waiting:
        table.give(seat, "")
    saved = export_game(table)
    units = saved["phases"][1]["state"]["units"]
    idle = phase("S1901R", units, {"FRANCE": ["A PAR D"]})
    saved["phases"].insert(1, idle)
    assert import_game(saved).view().phase == "F1901M"


def test_retreats_and_adjustments_that_a_file_leaves_out_are_played_without_orders() -> None:
    table = Diplomacy().new(seed=1, last_year=1903, votes=False)
    for orders in ("A MAR - SPA", "", ""):
        for seat in table.waiting:
            table.give(seat, orders if table.view(seat).power == "FRANCE" else "")
    assert table.view().phase == "S1902M"
    saved = export_game(table)
    assert [phase["name"] for phase in saved["phases"]] == ["S1901M", "F1901M", "W1901A", "S1902M"]
    saved["phases"] = [phase for phase in saved["phases"] if phase["name"] != "W1901A"]
    assert import_game(saved).view() == table.view()


def test_what_was_said_is_kept_and_written_again() -> None:
    said = {"sender": "FRANCE", "recipient": "GERMANY", "message": "Burgundy?", "time_sent": 1, "phase": "S1901M"}
    saved = export_game(played_table(1))
    saved["phases"][0]["messages"] = [said]
    table = import_game(saved)
    assert table.messages == {"S1901M": (said,)}
    assert export_game(table)["phases"][0]["messages"] == [said]


def test_settings_are_an_argument_and_may_be_a_preset() -> None:
    saved = export_game(played_table(1))
    del saved["options"]
    settings = import_game(saved, settings={"preset": "webdiplomacy", "last_year": 1950}).settings
    assert settings == Diplomacy().read_settings(
        {"convoy_intent": "explicit", "via_fallback": True, "disorder": "home", "last_year": 1950, "votes": False}
    )
    with pytest.raises(BadSetting, match="there is no preset 'mars': expected one of webdiplomacy"):
        import_game(saved, settings="mars")


def test_a_position_can_name_a_preset() -> None:
    position = {
        "phase": "S1901M",
        "units": {"FRANCE": ["A PIC", "F ENG"]},
        "orders": {"FRANCE": ["A PIC - BEL VIA"]},
    }
    assert adjudicate(position).results[0].outcome == "fails"
    for rules in ("webdiplomacy", {"preset": "webdiplomacy"}):
        assert adjudicate({**position, "rules": rules}).results[0].outcome == "succeeds"
    with pytest.raises(BadPosition, match="there is no preset 'mars'"):
        adjudicate({**position, "rules": "mars"})
