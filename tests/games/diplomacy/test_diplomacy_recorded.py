"""Games as others record them: other starts, phases played again, other rules, and states that do not follow."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludex.cli import main
from ludex.games.diplomacy import export_game, import_game
from ludex.games.diplomacy.notation.recorded import BadSavedGame
from ludex.games.diplomacy.table import DiplomacyTable

pytestmark = pytest.mark.filterwarnings("ignore")
RECORDED = pytest.importorskip("diplomacy", reason="the peer is installed with the extra `peers`")
FOLDER = Path(RECORDED.__file__).parent / "tests" / "network"


def play_package(seed: int, board: str = "standard", until: str = "S1903M", allow: Callable[[str], bool] = bool) -> Any:
    """Let the package play a game with any orders, and save it."""
    from diplomacy.utils.export import to_saved_game_format

    game, random = RECORDED.Game(map_name=board), Random(seed)
    while game.get_current_phase() != until and not game.is_game_done:
        possible = game.get_all_possible_orders()
        for power in game.powers:
            chosen = [random.choice(sorted(possible[at])) for at in game.get_orderable_locations(power) if possible[at]]
            game.set_orders(power, [order for order in chosen if allow(order)])
        game.process()
    return json.loads(json.dumps(to_saved_game_format(game)))


def has_no_convoy(order: str) -> bool:
    return "VIA" not in order and " C " not in order and not (" S " in order and "/" in order)


def units_of(table: DiplomacyTable) -> set[str]:
    return {f"{unit.power} {unit.unit}" for unit in table.view().units}


def last_units(saved: Any) -> set[str]:
    state = saved["phases"][-1]["state"]
    return {f"{power} {unit}" for power, units in state["units"].items() for unit in units if unit[0] != "*"}


@pytest.mark.parametrize("name", ["1.json", "2.json", "3.json"])
def test_the_packages_own_recorded_games_are_read_by_default_or_as_the_refusal_advises(name: str) -> None:
    """The third was played by rules in which an army goes by sea only if it is ordered VIA."""
    saved = json.loads((FOLDER / name).read_text())
    if name == "3.json":
        with pytest.raises(BadSavedGame, match=r"S1902R .* By the rules of webdiplomacy it can be read"):
            import_game(saved)
    table = import_game(saved, "webdiplomacy" if name == "3.json" else None)
    assert units_of(table) == last_units(saved)
    assert table.differences == ()


@pytest.mark.parametrize("board", ["standard_france_austria", "standard_germany_italy", "standard_fleet_rome"])
def test_other_starts_on_the_same_map_are_read(board: str) -> None:
    saved = play_package(1, board, allow=has_no_convoy)
    table = import_game(saved)
    assert table.view().phase == "S1903M"
    assert units_of(table) == last_units(saved)
    powers = {power for power, units in saved["phases"][0]["state"]["units"].items() if units}
    assert {unit.power for unit in import_game({**saved, "phases": saved["phases"][:1]}).view().units} == powers
    assert export_game(import_game(export_game(table))) == export_game(table)


def test_a_game_on_another_map_is_refused() -> None:
    with pytest.raises(BadSavedGame, match="on the map 'modern': expected one of standard, lagoon"):
        import_game(play_package(1, "modern", until="F1995M"))


@pytest.mark.parametrize("name", ["1.json", "2.json"])
def test_a_game_may_begin_with_any_of_its_phases(name: str) -> None:
    saved = json.loads((FOLDER / name).read_text())
    phases = [*saved["phases"][:12], {**saved["phases"][12], "orders": None}]
    assert {phase["name"][-1] for phase in phases} == {"M", "R", "A"}
    for first in range(len(phases)):
        table = import_game({**saved, "phases": phases[first:]})
        assert table.view().phase == phases[-1]["name"]
        assert units_of(table) == last_units({"phases": phases})


def test_retreats_of_a_first_state_are_those_that_it_records() -> None:
    units = {
        "FRANCE": ["A BUR", "A RUH", "*F SPA/SC"],
        "GERMANY": ["*A MUN", "*A TYR", "A MUN"],
        "ITALY": ["A TYR", "A SPA"],
    }
    retreats = {"GERMANY": {"A MUN": ["KIE", "SIL"], "A TYR": ["BOH", "VEN"]}, "FRANCE": {"F SPA/SC": ["LYO", "WES"]}}
    state = {"units": units, "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}, "retreats": retreats}
    table = import_game({"phases": [{"name": "S1902R", "state": state}]})
    offered: dict[str, set[str]] = {}
    for at in ("MUN", "TYR", "SPA"):
        offered[at] = {str(order).split()[-1] for order in table.legal_orders(at) if " R " in str(order)}
    assert offered == {"MUN": {"KIE", "SIL"}, "TYR": {"BOH", "VEN"}, "SPA": {"LYO", "WES"}}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"centers": None}, "a table cannot start from S1905M: its state has no centers"),
        ({"centers": {"FRANCE": ["PAR"]}}, "a table cannot start from S1905M: .*no power has more units than centres"),
        ({"units": {"FRANCE": ["A NTH"]}}, "a table cannot start from S1905M: 'A NTH' cannot be there"),
        ({"units": {"SPAIN": ["A PAR"]}}, "'SPAIN' is not a power on this map"),
    ],
)
def test_an_unlawful_first_state_is_refused(change: dict[str, Any], reason: str) -> None:
    state = {"units": {"FRANCE": ["A PAR", "A MAR"]}, "centers": {"FRANCE": ["PAR", "MAR"]}, **change}
    for strict in (True, False):
        with pytest.raises(BadSavedGame, match=reason):
            import_game({"phases": [{"name": "S1905M", "state": state}]}, strict=strict)


def test_of_phases_that_were_played_again_the_last_counts() -> None:
    first, second = (play_package(seed, until="W1901A", allow=has_no_convoy) for seed in (3, 4))
    saved = {**second, "phases": [*first["phases"][:2], *second["phases"]]}
    assert units_of(import_game(saved)) == last_units(second)
    same = {**second, "phases": [phase for phase in second["phases"] for _ in range(2)]}
    assert export_game(import_game(same)) == export_game(import_game(second))


def convoyed_by_accident() -> Any:
    """Return a game that only the rules of webDiplomacy lead to: an army walks though its own fleet would carry it."""
    return next(
        saved for seed in range(20) if not reads(saved := play_package(seed), None) and reads(saved, "webdiplomacy")
    )


def reads(saved: Any, settings: str | None) -> bool:
    try:
        import_game(saved, settings)
    except BadSavedGame:
        return False
    return True


def test_a_refusal_names_the_preset_that_reads_the_game() -> None:
    saved = convoyed_by_accident()
    with pytest.raises(
        BadSavedGame, match="By the rules of webdiplomacy it can be read: give the setting 'webdiplomacy'"
    ):
        import_game(saved)
    saved["options"] = {"coasts": "strict"}
    with pytest.raises(BadSavedGame, match=r"webdiplomacy|strict=False"):
        import_game(saved)


def test_a_refusal_of_a_preset_names_the_default_rules_if_they_read_the_game() -> None:
    units = {"FRANCE": ["A BRE", "F ENG"]}
    centers = {"FRANCE": ["BRE", "PAR"]}
    orders = {"FRANCE": ["A BRE - PIC", "F ENG C A BRE - PIC"], "GERMANY": []}
    phases = [{"name": "S1902M", "state": {"units": units, "centers": centers}, "orders": orders}]
    after = {"FRANCE": ["A PIC", "F ENG"]}
    phases.append({"name": "F1902M", "state": {"units": after, "centers": centers}})
    assert import_game({"phases": phases}).view().phase == "F1902M"


def test_a_game_that_no_preset_reads_is_refused_with_what_would() -> None:
    saved = play_package(2, until="W1901A", allow=has_no_convoy)
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A ALB"]
    with pytest.raises(BadSavedGame, match="No preset reads it; with strict=False, or --no-strict, it continues"):
        import_game(saved)


def test_without_strictness_the_game_continues_from_the_recorded_state_and_the_differences_are_listed() -> None:
    saved = play_package(2, until="S1903M", allow=has_no_convoy)
    for number in (1, 3):
        units = saved["phases"][number]["state"]["units"]["TURKEY"]
        units[:] = [unit for unit in units if unit != units[0]]
    table = import_game(saved, strict=False)
    names = [phase["name"] for phase in saved["phases"]]
    assert len(table.differences) >= 2
    assert f"in {names[1]} the saved game has no other units, where its orders lead to TURKEY" in table.differences[0]
    assert (table.view().phase, units_of(table)) == ("S1903M", last_units(saved))
    assert [phase["name"] for phase in export_game(table)["phases"]] == names
    assert (
        export_game(table)["phases"][0]["orders"]
        == export_game(import_game(saved, strict=False))["phases"][0]["orders"]
    )


def test_a_phase_that_does_not_follow_is_a_difference_too() -> None:
    saved = play_package(2, until="S1902M", allow=has_no_convoy)
    saved["phases"] = [phase for phase in saved["phases"] if phase["name"] != "F1901M"]
    assert "continues with" in str(import_game(saved, strict=False).differences)
    assert units_of(import_game(saved, strict=False)) == last_units(saved)


def test_a_strict_game_has_no_differences_without_strictness_either() -> None:
    saved = play_package(5, until="S1903M", allow=has_no_convoy)
    strict, lenient = import_game(saved), import_game(saved, strict=False)
    assert lenient.differences == ()
    assert export_game(strict) == export_game(lenient)


def test_the_command_reads_without_strictness_and_prints_the_differences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = play_package(2, until="W1901A", allow=has_no_convoy)
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A ALB"]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(saved))
    printed = []
    for more in ((), ("--no-strict",)):
        monkeypatch.setattr("sys.argv", ["ludex", "adjudicate", str(file), *more])
        with pytest.raises(SystemExit):
            main()
        printed.append(" ".join("".join(capsys.readouterr()).split()))
    assert "--no-strict" in printed[0]
    assert "! in F1901M the saved game has FRANCE A ALB" in printed[1]
