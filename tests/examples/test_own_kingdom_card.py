"""Own cards of Automation work by their sentences and pass the kit; wrong ones are refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import ludex
from ludex.author import BrokenRule
from ludex.cli.examples import find_example
from ludex.core.game.starting_rules import address_of
from ludex.examples.cards.own_kingdom_card import CARDS, Hurried, Sprints, gain_bugs
from ludex.games.automation import CARDS as PRINTED
from ludex.games.automation import Automation, with_cards
from ludex.testing import check_game
from tests.core.process import run, run_text

STAND_UP: Mapping[str, Any] = CARDS["Stand-up"]


@pytest.fixture(scope="module")
def game() -> ludex.Game:
    """The game with the own cards, interpreted."""
    made: ludex.Game = Sprints()
    made.machine.__dict__["kernel"] = made.machine.interpreted
    return made


def test_a_card_with_a_printed_sentence_does_what_it_says(game: ludex.Game) -> None:
    table = game.new(2, seed=1, start={"Bitcoin": 0, "Method": 1, "Stand-up": 9})
    news = [str(event) for event in table.play(0, "play Stand-up")]
    assert "seat 1 draws 1 card." in news
    assert len(table.view(1).hand) == 6
    assert len(table.view(0).hand) == 5
    assert table.view(0).actions == 1


def test_a_sentence_of_its_own_is_carried_out_with_its_number(game: ludex.Game) -> None:
    table = game.new(2, seed=1, start={"Bitcoin": 0, "Method": 0, "Crunch": 9})
    assert "seat 0 gains Bug." in [str(event) for event in table.play(0, "play Crunch")]
    assert dict(table.view().seats[0].owned)["Bug"] == 1
    assert table.view(0).money == 3


def test_the_new_cards_are_in_both_editions_and_are_explained(game: ludex.Game) -> None:
    for edition in ("base", "expanded"):
        view = game.new(2, seed=1, edition=edition).view()
        assert {"Stand-up", "Crunch"} <= {pile.card for pile in view.supply}
        assert view.card("Crunch").told == "Crunch, costs 2. +3 money; gain 1 Bug."


def test_the_game_as_printed_stays_the_same(game: ludex.Game) -> None:
    assert not {"Stand-up", "Crunch"} & {*PRINTED["base"], *PRINTED["expanded"]}
    assert game.machine.layout.size > ludex.game("automation").machine.layout.size
    assert type(game) is not Automation


def test_players_and_the_bots_of_automation_play_it(game: ludex.Game) -> None:
    table = game.new(3, seed=1)
    outcome = ludex.Referee(table, [Hurried("Ann"), ludex.Bot(game, "architect"), Hurried("Bob")]).play()
    assert outcome.reason == "all Frameworks are bought"
    assert {"seat 0 plays Stand-up.", "seat 2 plays Crunch."} <= {str(event) for event in table.events()}


def test_another_process_finds_the_game_by_its_address() -> None:
    address = address_of(Sprints())
    assert address == "class ludex.examples.cards.own_kingdom_card._sprints.game:SprintsAutomation"
    code = f"""
import importlib, json, pickle
module, _, kind = {address!r}.removeprefix("class ").partition(":")
game = getattr(importlib.import_module(module), kind)()
move = game.new(2, seed=1).options(0)[0]
print(json.dumps([game.title, pickle.loads(pickle.dumps(move)) == move]))
"""
    assert run(code, LUDEX_INTERPRET="1") == ["Automation: Sprints", True]


def test_the_example_runs_as_a_script_whose_classes_no_other_process_finds() -> None:
    script = find_example("own_kingdom_card").path
    done = run_text(
        "import runpy; from ludex.core.game.starting_rules import address_of\n"
        f"print(address_of(runpy.run_path({str(script)!r}, run_name='__main__')['Sprints']()))",
        LUDEX_INTERPRET="1",
    )
    assert "all Frameworks are bought, (" in done.stdout
    assert done.stdout.endswith("None\n")


def test_the_kit_passes_with_interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Sprints()
    monkeypatch.setattr(type(game.machine), "compiled", type(game.machine).interpreted)  # compiling takes long
    check_game(game, settings=[{"turn_limit": 2}, {"turn_limit": 2, "edition": "expanded"}], games=2)


@pytest.mark.deep
def test_the_kit_passes_with_compiled_rules() -> None:
    check_game(Sprints(), settings=[{}, {"edition": "expanded"}], games=20)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ({}, "there are 0 own cards: expected 1 to 12"),
        ({"": STAND_UP}, "'' is not a name for a card: expected one line of 1 to 30 characters"),
        ({"Up\ndown": STAND_UP}, "is not a name for a card"),
        ({"refactor": STAND_UP}, "refactor is a card of the edition base: expected another name"),
        ({"Hack": STAND_UP}, "Hack is a card of the edition expanded"),
        ({"Up": {**STAND_UP, "costs": 3}}, "Up: Object contains unknown field `costs`"),
        ({"Up": {**STAND_UP, "cost": "3"}}, "Up: Expected `int`, got `str` - at `$.cost`"),
        ({"Up": {**STAND_UP, "type": "actoin"}}, "Up: Invalid enum value 'actoin'"),
        ({"Up": {**STAND_UP, "cost": -1}}, "Up: cost is -1, expected 0 to 20"),
        ({"Up": {**STAND_UP, "supply": 21}}, "Up: the supply has 21 copies, expected 1 to 20 of type action"),
        ({"Up": {"type": "money", "cost": 4, "supply": 9, "cards": 1}}, "Up is of type money: only action cards do"),
        (
            {"Up": {**STAND_UP, "effect": "draw cards"}},
            "Up: no rule implements the effect 'draw cards'. Use the wording",
        ),
        ({"Up": {**STAND_UP, "effect": "gain 2 Bugs"}}, "or pass a rule for it in `effects`."),
        ({"Up": {**STAND_UP, "attack": "each other player weeps"}}, "no rule implements the attack"),
        (
            {"Up": {**STAND_UP, "effect": "you may play an action card from your hand twice"}},
            "Up: only Parallelization can play a card twice",
        ),
    ],
)
def test_wrong_cards_are_refused_in_a_sentence(cards: dict[str, dict[str, Any]], told: str) -> None:
    with pytest.raises(BrokenRule) as refused:
        with_cards(__name__, "refused", "Refused", cards)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("My Game", "'My Game' is not a name for a game: expected words with hyphens, e.g. my-game"),
        ("automation", "'automation' is the game without own cards: expected another name"),
        ("sprints", "has two games named 'sprints': expected different names"),
    ],
)
def test_wrong_names_of_games_are_refused_in_a_sentence(name: str, told: str) -> None:
    with pytest.raises(BrokenRule) as refused:
        with_cards("ludex.examples.cards.own_kingdom_card", name, "Again", {"Up": STAND_UP})
    assert told in str(refused.value)


def test_a_printed_sentence_needs_no_rule() -> None:
    with pytest.raises(BrokenRule, match="there is already a rule for the effect 'each other player draws # cards'"):
        with_cards(__name__, "twice", "Twice", {"Up": STAND_UP}, effects={"each other player draws # cards": gain_bugs})


def test_a_rule_with_other_arguments_is_refused_and_the_name_stays_free() -> None:
    crunch = {"Crunch": CARDS["Crunch"]}

    def careless(s: Any, log: Any) -> None: ...

    with pytest.raises(BrokenRule, match=r"careless must take \(s, card, number, log\)"):
        with_cards(__name__, "second-try", "Second Try", crunch, effects={"gain # Bugs": careless})
    made = with_cards(__name__, "second-try", "Second Try", crunch, effects={"gain # Bugs": gain_bugs})
    assert made().title == "Second Try"
