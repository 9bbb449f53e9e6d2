"""Promises of a document about an engine for Automation (number 003) to players, and its requirements for them.

Its promises are said in our own words, one for each test. Its two examples, a player and a ranking, are tests too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludex import BadSetting, LudexError, Move, Player, PlayerViolation, Request
from ludex.games.automation import BuyCard, EndPhase, Engine, PlayCard, View


class MyPlayer(Player):
    """The document's own example: always the first option."""

    def decide(self, request: Request) -> Move:
        return request.options[0]


@pytest.fixture
def request_of_bob() -> Request:
    """Return the first request to Bob, in seat 1; the game was then played to its end."""
    asked: list[Request] = []

    def bob(request: Request) -> Move:
        asked.append(request)
        return request.options[0]

    Engine([MyPlayer("Alice"), bob], seed=1, turn_limit=5).play()
    return asked[0]


def test_a_player_has_a_name() -> None:
    """Players have names, which stand in the result."""
    assert Engine([MyPlayer("Alice")], seed=1, turn_limit=1).play().player_results[0].name == "Alice"


def test_a_player_decides_on_a_state_and_options(request_of_bob: Request) -> None:
    """A player is given what they may know and what they may do."""
    assert isinstance(request_of_bob.view, View)
    assert all(isinstance(option, Move) for option in request_of_bob.options)


def test_any_object_with_decide_and_any_function_can_play() -> None:
    """A player need not inherit from anything."""

    class Plain:
        name = "Plain"

        def decide(self, request: Request) -> Move:
            return request.options[0]

    result = Engine([Plain(), lambda request: request.options[0]], seed=1, turn_limit=2).play()
    assert {player.name for player in result.player_results} == {"Plain", "player 1"}


class Bob(Player):
    """Answers by a script."""

    def __init__(self, answer: Callable[[Request], Any]) -> None:
        super().__init__("Bob")
        self.answer = answer

    def decide(self, request: Request) -> Any:
        return self.answer(request)


def misbehave(answer: Callable[[Request], Any], **settings: Any) -> PlayerViolation:
    """Return the error that is raised when Bob answers like this."""
    engine = Engine([MyPlayer("Alice"), Bob(answer)], seed=1, **settings)
    with pytest.raises(PlayerViolation) as raised:
        engine.play()
    return raised.value


def fail(request: Request) -> Move:
    raise RuntimeError("my strategy is broken")


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (lambda request: None, "no-answer", "returned None"),
        (lambda request: BuyCard("Framework"), "wrong-decision", "this is the MONEY phase"),
        (lambda request: PlayCard("Refactor"), "not-in-hand", "there is no Refactor in your hand"),
        (lambda request: BuyCard("Copper"), "unreadable", "'Copper' is not one of Bitcoin"),
        (lambda request: "end faze", "unreadable", "'end faze' is not one of the options. There are: end phase"),
        (lambda request: request.options, "wrong-type", "expected a move"),
        (fail, "exception", "RuntimeError: my strategy is broken"),
    ],
    ids=["None", "wrong decision", "card not in hand", "unknown card", "text", "all options", "exception"],
)
def test_a_violation(answer: Callable[[Request], Any], code: str, words: str) -> None:
    """Returning None, choosing what was not offered, and raising are violations, with max_retries=1 at once."""
    violation = misbehave(answer, max_retries=1)
    assert (violation.seat, violation.name, len(violation.attempts)) == (1, "Bob", 1)
    assert violation.attempts[0].rejection.code == code
    assert words in str(violation)
    assert "seat 1 (Bob)" in str(violation)


def test_by_default_a_player_is_asked_three_times_and_told_why() -> None:
    """We are kinder than the document: players are asked again, and told why."""
    seen: list[Request] = []

    def stubborn(request: Request) -> None:
        seen.append(request)

    violation = misbehave(stubborn)
    assert [request.attempt for request in seen] == [1, 2, 3]
    assert [request.rejection and request.rejection.code for request in seen] == [None, "no-answer", "no-answer"]
    assert len(violation.attempts) == 3


def test_one_slip_is_forgiven_by_default() -> None:
    """A legal second answer goes on as if nothing had happened."""
    slips = iter([None])
    forgetful = Bob(lambda request: next(slips, request.options[0]))
    assert Engine([MyPlayer("Alice"), forgetful], seed=1, turn_limit=3).play().reason == "the turn limit was reached"


def test_decisions_are_validated_before_they_are_applied() -> None:
    """A rejected decision leaves the table as it was."""
    engine = Engine([lambda request: BuyCard("Framework")], seed=1)
    before = engine.table.engine.record_in_full().tobytes()
    with pytest.raises(PlayerViolation):
        engine.play()
    assert engine.table.engine.record_in_full().tobytes() == before


def test_what_a_player_receives_is_immutable(request_of_bob: Request) -> None:
    """Players cannot change the state and the options that they receive."""
    request = request_of_bob
    with pytest.raises(AttributeError):
        request.view.money = 100
    with pytest.raises(AttributeError):
        request.options = ()  # type: ignore[misc,assignment]  # that it is forbidden is what is tested
    with pytest.raises(TypeError):
        request.options[0] = EndPhase()  # type: ignore[index]  # as above
    with pytest.raises(ValueError, match="read-only"):
        request.record["money"] = 100  # type: ignore[index]  # as above


def test_the_state_includes_phase_hand_counters_and_supply(request_of_bob: Request) -> None:
    """Phase, own hand, actions, buys, money and the available cards are there, and no other hand."""
    view = request_of_bob.view
    assert (view.phase, view.actions, view.buys, view.money) == ("MONEY", 1, 1, 0)
    assert len(view.hand) == 5
    assert len(view.supply) == 10
    assert not any(hasattr(seat, "hand") for seat in view.seats)


def test_snapshots_do_not_change_later(request_of_bob: Request) -> None:
    """Views of the first request are unchanged after the game."""
    assert [seat.turns for seat in request_of_bob.view.seats] == [1, 1]
    assert (request_of_bob.view.phase, request_of_bob.view.money) == ("MONEY", 0)


# Example usage


def test_the_example_prints_a_ranking(capsys: pytest.CaptureFixture[str]) -> None:
    """Three players, one result, a line for each: place, name, points, cards."""
    players = [MyPlayer("Alice"), MyPlayer("Bob"), MyPlayer("Charlie")]
    result = Engine(players, seed=1, turn_limit=5).play()
    for place, player in enumerate(result.player_results, 1):
        print(f"{place}. {player.name}: {player.score} points ({len(player.ending_deck)} cards)")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("1. ")
    assert all(line.endswith(" cards)") for line in lines)


def test_the_example_player_chooses_the_first_option() -> None:
    """The document's custom player, written against our interface, plays whole games."""
    engine = Engine([MyPlayer("Mine")], seed=1, turn_limit=5)
    engine.play()
    history = engine.table.history
    for number, entry in enumerate(history.moves):
        assert entry.move == str(history.replay(at=number).options(0)[0])


# Key design decisions


def test_failures_of_players_and_of_callers_are_told_apart() -> None:
    """A violation is one type of error, a bad argument another; both are errors of Ludex."""
    assert issubclass(PlayerViolation, LudexError)
    assert issubclass(BadSetting, LudexError)
    assert not issubclass(PlayerViolation, BadSetting)
    with pytest.raises(BadSetting):
        Engine([MyPlayer("Alice")], turn_limit=0)


def test_players_only_decide() -> None:
    """A player that scribbles on its own copies changes nothing: the game goes as with one that does not."""

    def scribbler(request: Request) -> Move:
        copy = request.record.copy()  # type: ignore[union-attr]  # a request of the referee has a record
        copy["money"] = 100
        return request.options[0]

    honest, scribbled = (Engine([player], seed=1, turn_limit=5) for player in (MyPlayer("A"), scribbler))
    honest.play(), scribbled.play()
    assert honest.table.engine.record_in_full().tobytes() == scribbled.table.engine.record_in_full().tobytes()
