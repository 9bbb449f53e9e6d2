"""An own map of Diplomacy is played and drawn like the others, and passes the kit; wrong ones are refused."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from typing import Any

import pytest

import ludex
from ludex.author import BrokenRule
from ludex.cli.examples import find_example
from ludex.core.game.starting_rules import address_of
from ludex.core.game.warm import entries_of
from ludex.examples.maps.own_map import MAP, SHAPES, Straits
from ludex.games.diplomacy import with_map
from ludex.games.diplomacy.components import MAPS, PROVINCES
from ludex.testing import check_game
from tests.core.process import environment_of, run

ENVIRONMENT = environment_of(LUDEX_INTERPRET="1")


@pytest.fixture(scope="module")
def game() -> ludex.Game:
    """The game on the own map, interpreted."""
    made: ludex.Game = Straits()
    made.machine.__dict__["kernel"] = made.machine.interpreted
    return made


def give(table: Any, **orders: str) -> None:
    for power, text in orders.items():
        table.give(power, text)


def test_orders_are_read_and_carried_out_on_the_own_map(game: ludex.Game) -> None:
    table = game.new(2, seed=1)
    give(table, HERON="army hillside -> neck; F HAM - STR", OTTER="A OAK H, F ORE H")
    assert sorted(unit.unit for unit in table.view().units) == ["A NEC", "A OAK", "F ORE", "F STR"]
    give(table, HERON="F STR C A NEC - SKE; A NEC - Skerry", OTTER="A OAK - NEC; F ORE H")
    assert sorted(unit.unit for unit in table.view().units) == ["A NEC", "A SKE", "F ORE", "F STR"]
    assert table.view().owner("SKE") == "HERON"


def test_orders_that_name_no_place_are_refused_and_examples_are_of_the_own_map(game: ludex.Game) -> None:
    table: Any = game.new(2, seed=1)
    with pytest.raises(ludex.UnreadableMove, match="'BURX' is neither a place"):
        table.give("HERON", "A HIL - BURX")
    assert "A HIL - HAM" in table.guide(0).examples


def test_a_general_wins_against_chance_and_the_game_is_drawn(game: ludex.Game) -> None:
    table = game.new(2, seed=1)
    outcome = ludex.Referee(table, [ludex.Bot(game, "general"), ludex.Bot(game, "random", seed=1)]).play()
    assert outcome.winners == (0,)
    assert game.look.draw(table.view())
    assert "Diplomacy: The Straits: two powers" in game.about
    assert "owns 4 centres" in game.how_to_play()


def test_the_page_shows_every_province_where_the_author_drew_it(game: ludex.Game) -> None:
    art = game.look.art
    assert art is not None
    for name in ("shapes", "ground", "names"):
        assert art(f"straits-{name}") is not None
    shapes = str(art("straits-shapes"))
    assert all(f'id="{code}"' in shapes for code in SHAPES["paths"])


def test_the_maps_of_ludex_stay_the_same(game: ludex.Game) -> None:
    assert list(MAPS) == ["standard", "lagoon"]
    assert PROVINCES == 88
    assert game.machine.layout.size > ludex.game("diplomacy").machine.layout.size


def test_loops_with_tables_of_the_maps_are_compiled_for_their_own_game() -> None:
    assert entries_of(ludex.game("diplomacy-lagoon"))["enter_offers"].__module__ == "ludex.games.diplomacy.order_table"
    own = entries_of(Straits())["enter_offers"].__module__
    assert own == "ludex.examples.maps.own_map._diplomacy_straits.order_table"


def test_another_process_finds_the_game_by_its_address() -> None:
    address = address_of(Straits())
    assert address == "class ludex.examples.maps.own_map._diplomacy_straits.game:StraitsDiplomacy"
    code = f"""
import importlib, json
module, _, kind = {address!r}.removeprefix("class ").partition(":")
print(json.dumps(getattr(importlib.import_module(module), kind)().title))
"""
    assert run(code, LUDEX_INTERPRET="1") == "Diplomacy: The Straits"


def test_the_example_runs_as_a_script() -> None:
    example = find_example("own_map").path
    done = subprocess.run([sys.executable, example], env=ENVIRONMENT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert "a power owns enough centres to win" in done.stdout


def test_the_kit_passes_with_interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Straits()
    monkeypatch.setattr(type(game.machine), "compiled", type(game.machine).interpreted)  # compiling takes long
    check_game(game, settings=[{"last_year": 2}, {"last_year": 3}], games=4)


@pytest.mark.deep
def test_the_kit_passes_with_compiled_rules() -> None:
    check_game(Straits(), settings=[{"last_year": 8}], games=20)


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """Return the map with a value in it changed."""
    board: Any = deepcopy(MAP)
    place = board
    for step in path[:-1]:
        place = place[step]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return dict(board)


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (changed("title", to=None), "the map: Object missing required field `title`"),
        (changed("name", to="lagoon"), "map lagoon: this map comes with Ludex: expected another name"),
        (changed("name", to="Two Bays"), "is not a name for a game: expected words with hyphens"),
        (changed("victory", to=7), "victory is 7: expected 1 to 6, the number of centres"),
        (changed("provinces", 0, "type", to="hill"), "the map: Invalid enum value 'hill' - at `$.provinces[0].type`"),
        (
            changed("provinces", 0, "code", to="Hil"),
            "'Hil' is not a code of a province: expected three",
        ),
        (
            changed("provinces", 0, "code", to="PAR"),
            "PAR means PAR, but also PAR on another map: expected another name",
        ),
        (changed("provinces", 0, "name", to="Skerry"), "Skerry means SKE, but also HIL: expected another name"),
        (changed("provinces", 0, "army", to=["HAM"]), "an army can go from NEC to HIL, but not back"),
        (
            changed("provinces", 0, "army", to=["HAM", "STR"]),
            "an army cannot go from HIL to STR: expected codes",
        ),
        (changed("provinces", 6, "fleet", to=["HAM", "NEC"]), "a fleet can go from ORE to STR, but not back"),
        (
            changed("provinces", 6, "fleet", to=["HAM", "HIL", "NEC", "ORE", "SKE"]),
            "a fleet cannot go from STR to HIL: expected places",
        ),
        (changed("powers", "OTTER", to=None), "1 powers: expected 2 to 7"),
        (changed("powers", "Otter", to={"homes": [], "units": []}), "'Otter' is not a name for a power"),
        (changed("provinces", 0, "aliases", to=["Mid"]), "Mid means HIL, but also MAO on another map"),
        (changed("provinces", 0, "name", to="Support"), "Support means HIL, but also"),
        (changed("adjectives", "OTTER", to="HERONESE"), "HERONESE means OTTER, but also HERON"),
        (changed("powers", "SWANS", to={"homes": [], "units": []}), "adjectives has no word for SWANS"),
        (
            changed("powers", "OTTER", "homes", to=["STR"]),
            "STR is a home of OTTER: expected the code of a",
        ),
        (changed("powers", "OTTER", "homes", to=["HIL"]), "HIL is a home of HERON and of OTTER"),
        (changed("powers", "OTTER", "units", to=["A STR"]), "A STR cannot stand there"),
        (changed("powers", "OTTER", "units", to=["F OAK"]), "F OAK cannot stand there"),
        (changed("powers", "OTTER", "units", to=["A HIL"]), "A HIL and A HIL begin in the same province"),
        (
            changed("powers", "OTTER", "units", to=["OAK"]),
            "'OAK' is not a unit on this map: expected A or F",
        ),
        (changed("examples", to=["A HIL H"]), "1 examples of orders: expected 12, one of each kind"),
    ],
)
def test_wrong_maps_are_refused_in_a_sentence(board: dict[str, Any], told: str) -> None:
    with pytest.raises(BrokenRule) as refused:
        with_map(__name__, board, SHAPES)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("part", "to", "told"),
    [
        ("width", None, "the shapes of map straits have no 'width': expected width, height, paths, places"),
        ("paths", {}, "the shapes of map straits have no outline in 'paths' for HIL"),
        ("places", {}, "the shapes of map straits have no point in 'places' for HIL"),
    ],
)
def test_wrong_shapes_are_refused_in_a_sentence(part: str, to: Any, told: str) -> None:
    with pytest.raises(BrokenRule) as refused:
        with_map(__name__, MAP, {name: value for name, value in {**SHAPES, part: to}.items() if value is not None})
    assert told in str(refused.value)
