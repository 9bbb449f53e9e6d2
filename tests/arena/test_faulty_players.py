"""Players that fail: a simulation continues, reports who failed and where, and ends with an error status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex import BadSetting, LudexError, UnknownPlayer
from ludex.arena import PlayerFaults, contest, simulate
from ludex.arena.batches import Batch, play_in_python
from ludex.arena.faults import put_together
from ludex.arena.simulate import new_task, rotations
from tests.commands import Run

PLAYERS = """
import os, time

class First:
    def decide(self, request):
        return request.options[0]

class Bad(First):
    def decide(self, request):
        return None

class Failing(First):
    def decide(self, request):
        raise OSError("no ideas left")

class Exiting(First):
    def decide(self, request):
        raise SystemExit("no ideas left")

class Slip(First):
    def decide(self, request):
        return super().decide(request) if request.attempt > 1 else 1 / 0

class Late(First):
    def decide(self, request):
        time.sleep(0.2)

class Quitting(First):
    def decide(self, request):
        os._exit(3)

class Holding(First):
    '''Holds up the whole process: `sum` never returns to Python.'''
    def decide(self, request):
        return sum(range(10**15))
"""


@pytest.fixture(autouse=True)
def _nobody_ends_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may hold up these tests for longer than a player may hold up a process."""
    monkeypatch.setenv("LUDEX_HELD_UP", "3600")


@pytest.fixture
def player(tmp_path: Path) -> Callable[[str], str]:
    file = tmp_path / "mine.py"
    file.write_text(PLAYERS)
    return lambda name: f"{file}:{name}"


def batch(*players: str, count: int = 2, time_limit: float | None = None, rotate: bool = False) -> Batch:
    seatings = rotations(len(players)) if rotate else ()
    game = ludex.game("automation")
    return play_in_python(new_task(game, players, {"turn_limit": 2}, 1, seatings, time_limit=time_limit), 0, count)


def faults(*players: str, count: int = 2, time_limit: float | None = None, rotate: bool = False) -> list[PlayerFaults]:
    return list(put_together(batch(*players, count=count, time_limit=time_limit, rotate=rotate).faults))


def test_players_without_fault_have_none(player: Callable[[str], str]) -> None:
    assert faults(player("First"), "random") == []


def test_a_player_that_forfeits_is_named_with_the_reason_and_its_first_traceback(player: Callable[[str], str]) -> None:
    (fault,) = faults(player("Failing"), "random")
    assert (fault.player, fault.forfeits, fault.game) == (player("Failing"), 2, 0)
    assert "raised OSError: no ideas left" in fault.why
    assert "mine.py, line 14, in decide" in fault.why
    assert fault.traceback.startswith("Traceback (most recent call last):")
    assert 'raise OSError("no ideas left")' in fault.traceback


def test_a_player_that_answers_badly_has_no_traceback(player: Callable[[str], str]) -> None:
    (fault,) = faults("random", player("Bad"), rotate=True)
    assert (fault.forfeits, fault.traceback) == (2, "")
    assert "returned None" in fault.why
    assert "mine.py, line 9, in decide" in fault.why


def test_a_player_that_recovers_has_a_traceback_and_no_forfeit(player: Callable[[str], str]) -> None:
    (fault,) = faults(player("Slip"), "random")
    assert fault.forfeits == 0
    assert fault.why == "ZeroDivisionError: division by zero"
    assert "return super().decide(request) if request.attempt > 1 else 1 / 0" in fault.traceback


def test_a_player_that_is_late_forfeits(player: Callable[[str], str]) -> None:
    (fault,) = faults(player("Late"), "random", count=1, time_limit=0.05)
    assert fault.forfeits == 1
    assert "time limit of 0.05 s" in fault.why


def test_the_first_forfeit_is_told_before_earlier_slips() -> None:
    entries = (
        (1, PlayerFaults("b", 0, 0, "slipped", "early")),
        (1, PlayerFaults("b", 1, 1, "gone", "late")),
        (1, PlayerFaults("b", 1, 2, "gone again", "later")),
    )
    assert put_together(entries) == (PlayerFaults("b", 2, 1, "gone", "early"),)


def test_a_player_that_forfeits_has_lost_even_if_it_leads(player: Callable[[str], str]) -> None:
    result = contest("automation", [player("Bad"), "random"], 8, on="threads", settings={"turn_limit": 2})
    assert result.matrix[player("Bad")]["random"] == 0
    assert (result.violations, result.rejected, result.timeouts) == (8, 24, 0)
    assert result.endings == {"forfeit": 8}


@pytest.mark.parametrize("choice", ["bot", "end"])
def test_a_game_of_three_goes_on_without_the_player_that_forfeits(player: Callable[[str], str], choice: str) -> None:
    names = [player("Bad"), "random", "random"]
    settings = {"turn_limit": 4}
    result = simulate("automation", names, 3, on="threads", settings=settings, on_leave=choice)  # type: ignore[arg-type]  # one of the words
    again = simulate("automation", names, 3, on="threads", settings=settings, on_leave=choice)  # type: ignore[arg-type]
    assert (result.forfeits, result.endings) == (3, {"forfeit": 3})
    assert result.seats[0].wins == 0
    assert (result.moves > 30) == (choice == "bot")
    assert result.digest == again.digest


def test_a_player_at_two_seats_that_forfeits_at_both_has_lost_one_game(player: Callable[[str], str]) -> None:
    result = contest("automation", [player("Bad"), "random"], 4, pairs=True, seats=4, on="threads")
    assert result.games >= 4
    assert [fault.forfeits for fault in result.faults] == [result.games]


def test_answers_that_come_too_late_are_counted(player: Callable[[str], str]) -> None:
    result = contest("automation", [player("Late"), "random"], 2, on="threads", time_limit=0.05)
    standing = next(one for one in result.players if one.player != "random")
    assert (standing.violations, standing.timeouts, standing.rejected) == (2, 6, 6)
    assert (result.violations, result.timeouts) == (2, 6)


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), True])
def test_a_time_limit_that_cannot_be_is_refused(wrong: float) -> None:
    with pytest.raises(BadSetting, match="time_limit"):
        simulate("automation", ["random", "random"], 1, time_limit=wrong)


@pytest.mark.parametrize("source", ["1 / 0", "raise SystemExit('no')", "class Mine:\n    def __init__(self): 1 / 0"])
def test_a_file_that_fails_is_told_in_a_sentence(tmp_path: Path, source: str) -> None:
    file = tmp_path / "failing.py"
    file.write_text(source)
    with pytest.raises(
        UnknownPlayer, match=r"(ZeroDivisionError: division by zero|SystemExit: no) \(.*failing\.py, line"
    ):
        simulate("automation", [f"{file}:Mine", "random"], 1)


def test_a_player_that_ends_its_process_ends_the_simulation_with_a_sentence(player: Callable[[str], str]) -> None:
    with pytest.raises(LudexError, match="a process that played games has ended"):
        simulate("automation", [player("Quitting"), "random"], 1, cores=1)


def test_a_player_that_exits_ends_the_simulation_with_a_sentence(player: Callable[[str], str]) -> None:
    with pytest.raises(LudexError, match=r"raised SystemExit\. Run it with --isolate"):
        simulate("automation", [player("Exiting"), "random"], 1, cores=1)


def test_a_player_that_holds_up_its_process_ends_the_simulation(
    player: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_HELD_UP", "1")
    with pytest.raises(LudexError, match="a process that played games has ended"):
        simulate("automation", [player("Holding"), "random"], 1, cores=1, time_limit=0.05)


# --- at the command line


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_isolated_players_forfeit_whatever_they_do(command: str, player: Callable[[str], str], run: Run) -> None:
    arguments = (command, "automation", "--players", f"{player('Quitting')},random", "--games", "2", "--cores", "1")
    code, _, told = run(*arguments, "--isolate")
    assert code == 1
    assert "forfeited 2 games; first in game 0: the player's process ended with status 3" in told


def test_simulate_shows_the_first_traceback_and_ends_with_a_status(player: Callable[[str], str], run: Run) -> None:
    players = f"{player('Failing')},random"
    arguments = ("simulate", "automation", "--players", players, "--games", "3", "--cores", "1", "--time-limit", "5")
    code, text, told = run(*arguments, "--json")
    assert code == 1
    assert json.loads(text)["faults"][0]["forfeits"] == 3
    assert "forfeited 3 games; first in game 0" in told
    assert told.count("Traceback (most recent call last)") == 1
    assert "--allow-forfeits" in told
    assert run(*arguments, "--allow-forfeits")[0] == 0


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_the_help_tells_of_limits_and_forfeits(command: str, run: Run) -> None:
    text = run(command, "--help")[1]
    assert "--time-limit" in text
    assert "--isolate" in text
    assert "--allow-forfeits" in text
