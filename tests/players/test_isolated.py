"""Isolated players: whatever a player's code does in its worker process, the host and the other players are safe."""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex import BadSetting, Leave, PlayerLeft, PlayerViolation, Referee, Request, Table, UnknownPlayer, isolated
from ludex.arena import simulate
from ludex.core.language.errors import BadAnswer
from ludex.players import program
from ludex.players.isolation import Isolated
from tests.core import hostile
from tests.core.sealed import Sealed
from tests.core.tiny import Cards

from . import deeds

LIMIT = 0.1


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GRACE", 0.1)


def new_table(moves: int = 6) -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"], length=moves)


def codes(table: Table) -> list[str]:
    return [attempt.rejection.code for _, _, attempt in table.engine.retries]


# --- what can be isolated


def test_an_isolated_player_plays_as_in_this_process() -> None:
    here, there = new_table(), new_table()
    Referee(here, [deeds.first, deeds.first]).play()
    Referee(there, [isolated(deeds.first), deeds.first]).play()
    assert here.digest == there.digest


class Counts(ludex.Player[Any]):
    """Checks that a request holds in the worker what it holds here."""

    def __init__(self, expected: bytes) -> None:
        super().__init__("Counts")
        self.expected = expected

    def decide(self, request: Request[Any]) -> Any:
        memory, text, decision = pickle.loads(self.expected)
        assert (request.memory, request.to_json(), request.decision) == (memory, text, decision)
        return ludex.Leave()


def test_a_request_in_a_worker_is_the_request_of_the_table() -> None:
    table = new_table()
    request = table.request(0, since=-1)
    player = Counts(pickle.dumps((request.memory, request.to_json(), request.decision)))
    with pytest.raises(PlayerLeft):
        Referee(table, [isolated(player), deeds.first]).play()


def test_a_class_a_function_an_object_and_a_file_can_be_isolated(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    def decide(self, request):\n        return request.options[0]\n")
    for given in (deeds.Deaf, deeds.says_keep, deeds.Does("raised"), f"{file}:Mine", "tests.players.deeds:Deaf"):
        table = new_table(2)
        Referee(table, [isolated(given), deeds.first]).play()
        assert (len(table.played), table.engine.retries) == (2, [])


def test_a_game_that_is_data_can_be_played_by_isolated_players() -> None:
    hearts = ludex.game("hearts")
    table = hearts.new(4, seed=1)
    player = isolated(deeds.first)
    player.sit_down(table, 0)
    (seat,) = table.waiting[:1]
    try:
        assert player.decide(table.request(seat)) == table.options(seat)[0]
    finally:
        player.close()


@pytest.mark.parametrize("given", [lambda request: request.options[0], "hard"], ids=["lambda", "text"])
def test_what_no_worker_could_import_is_refused_at_once(given: Any) -> None:
    with pytest.raises(BadSetting, match=r"top level of a module|expected module:Class"):
        isolated(given)


@pytest.mark.parametrize(
    ("source", "told"),
    [("1 / 0", "ZeroDivisionError"), ("raise SystemExit(2)", "SystemExit"), ("x = 1", "has no attribute 'Mine'")],
)
def test_a_file_that_fails_costs_the_game_and_tells_why(tmp_path: Path, source: str, told: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source)
    player = isolated(f"{file}:Mine")
    with pytest.raises(PlayerViolation, match=told):
        Referee(new_table(), [player, deeds.first]).play()
    with pytest.raises(UnknownPlayer, match=told):
        player.check(new_table())


def test_an_isolated_player_can_play_again() -> None:
    player = isolated(deeds.Fatal("os._exit"))
    for _ in range(2):
        with pytest.raises(PlayerViolation, match="ended with status 3"):
            Referee(new_table(), [player, deeds.first]).play()


def test_a_request_of_ones_own_cannot_be_sent() -> None:
    player = isolated(deeds.first)
    with pytest.raises(ValueError, match="that a table made"):
        player.decide(Request(0))


# --- what a player raises and answers


@pytest.mark.parametrize("kind", [deeds.Does, deeds.DoesLater])
def test_whatever_an_isolated_player_raises_costs_an_attempt(kind: Any) -> None:
    table = new_table(2 * len(deeds.RAISED))
    referee = Referee(table, [isolated(kind("raised", *deeds.RAISED)), deeds.first])
    referee.play()
    assert codes(table) == ["exception"] * len(deeds.RAISED)
    for case, (_, _, attempt) in zip(deeds.RAISED, table.engine.retries, strict=True):
        assert f"raised {case}" in attempt.rejection.sentence
        assert re.search(r"\(players/deeds\.py, line \d+, in \S+\)", attempt.rejection.sentence)
    assert "SystemExit: 3" in referee.tracebacks[0]
    assert "asking.py" not in referee.tracebacks[0], "it begins with the player's own code"


@pytest.mark.parametrize("kind", [deeds.Does, deeds.DoesLater])
def test_whatever_an_isolated_player_answers_costs_an_attempt(kind: Any) -> None:
    cases = [case for case in deeds.ANSWERED if case != "a long text"]
    table = new_table(2 * len(cases))
    Referee(table, [isolated(kind("answered", *cases)), deeds.first]).play()
    found = dict(zip(cases, codes(table), strict=True))
    assert found.pop("None") == "no-answer"
    assert found.pop("an illegal move") == "too-much"
    assert set(found.values()) == {"unreadable", "wrong-type"}
    assert all("\ud800" not in attempt.rejection.sentence for _, _, attempt in table.engine.retries)
    assert ludex.History.from_json(table.history.to_json()) == table.history


def test_an_answer_without_end_loses_the_game() -> None:
    with pytest.raises(PlayerViolation, match="a line of more than 1,000,000 bytes"):
        Referee(new_table(), [isolated(deeds.Does("answered", "a long text")), deeds.first]).play()


def test_a_player_whose_attributes_explode_can_still_play() -> None:
    table = new_table()
    referee = Referee.at_new_table(Cards(), [isolated(hostile.Explosive), deeds.first], seed=1)
    referee.play()
    assert referee.table.players == ("Explosive", "player 1")
    Referee(table, [isolated(hostile.Explosive), deeds.first]).play()
    assert table.engine.retries == []


def test_a_decide_that_explodes_before_it_is_called_costs_attempts() -> None:
    with pytest.raises(PlayerViolation, match=r"seat 0 \(Undecided\).*raised SystemExit"):
        Referee(new_table(), [isolated(hostile.Undecided), deeds.first]).play()


def test_a_violation_names_the_place_of_the_players_code() -> None:
    referee = Referee(new_table(), [isolated(nothing), deeds.first], on_violation="forfeit")
    referee.play()
    assert referee.violation is not None
    assert "(players/test_isolated.py, line" in referee.violation.why


def nothing(request: Request[Any]) -> None:
    return None


# --- what a player does to its process


@pytest.mark.parametrize("case", deeds.FATAL)
def test_a_player_that_destroys_its_process_loses_only_its_own_game(case: str) -> None:
    referee = Referee(new_table(), [isolated(deeds.Fatal(case)), deeds.first], on_violation="forfeit", time_limit=60)
    outcome = referee.play()
    assert outcome.winners == (1,)
    assert re.search(deeds.FATAL[case][1], outcome.reason)


def test_a_player_that_writes_to_every_pipe_spoils_only_its_own_answers() -> None:
    with pytest.raises(PlayerViolation, match=r"answered question 99|cannot read 'nonsense"):
        Referee(new_table(), [isolated(deeds.write_everywhere), deeds.first], max_retries=1).play()


def test_a_player_that_starts_threads_is_ended_all_the_same() -> None:
    before = children()
    table = new_table(2)
    Referee(table, [isolated(deeds.start_threads), deeds.first]).play()
    assert table.engine.retries == []
    assert children() <= before


def test_what_a_player_starts_is_ended_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    Referee(new_table(2), [isolated(deeds.Forker(str(file))), deeds.first]).play()
    state = Path(f"/proc/{file.read_text()}/stat")
    while state.exists() and state.read_text().split()[2] != "Z":
        time.sleep(0.01)


def children() -> set[int]:
    return {int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()}


def test_nothing_that_a_player_changes_reaches_the_table() -> None:
    fair, foul = new_table(), new_table()
    Referee(fair, [deeds.says_keep, deeds.first]).play()
    Referee(foul, [isolated(deeds.Vandal), deeds.first]).play()
    assert fair.digest == foul.digest


# --- time limits


@pytest.mark.parametrize("deed", deeds.NEVER, ids=lambda deed: deed.__name__)
def test_a_player_that_never_answers_is_stopped(deed: Any) -> None:
    before = children()
    referee = Referee(new_table(), [isolated(deed), deeds.first], time_limit=[LIMIT, None], on_violation="forfeit")
    outcome = referee.play()
    assert "gave no answer within its time limit of 0.1 s" in outcome.reason
    assert referee.violation is not None
    assert {attempt.rejection.code for attempt in referee.violation.attempts} == {"timeout"}
    assert outcome.winners == (1,)
    assert children() <= before


def test_a_late_answer_costs_an_attempt_and_is_ignored() -> None:
    table = new_table()
    Referee(table, [isolated(deeds.Late), deeds.first], time_limit=[0.4, None], max_retries=1_000).play()
    assert set(codes(table)) == {"timeout"}
    assert table.view().pot[0] == 3


def test_a_running_loop_is_not_held_up_by_isolated_players() -> None:
    async def host() -> int:
        game = Referee(new_table(2), [isolated(deeds.Late), deeds.first], max_retries=1).play_async()
        playing = asyncio.create_task(game)
        ticks = 0
        while not playing.done():
            await asyncio.sleep(0.01)
            ticks += 1
        assert playing.result().winners
        return ticks

    assert asyncio.run(host()) > 10


def test_isolated_players_that_decide_together_think_at_the_same_time(tmp_path: Path) -> None:
    """None of them answers before all of them think."""
    table = Sealed().new(3, seed=1)
    Referee(table, [isolated(Together(str(tmp_path), seat)) for seat in range(3)]).play()
    assert table.history.retries == ()


class Together(ludex.Player[Any]):
    def __init__(self, folder: str, seat: int) -> None:
        super().__init__(f"seat {seat}")
        self.folder = Path(folder)

    def decide(self, request: Request[Any]) -> Any:
        (self.folder / str(request.seat)).touch()
        while len(list(self.folder.iterdir())) < 3:
            time.sleep(0.01)
        return request.options[0]


# --- wishes, consent, news


def test_an_isolated_player_can_leave_and_take_back() -> None:
    table = new_table()
    Referee(table, [isolated(deeds.Fickle), deeds.first], take_backs=True).play()
    assert (table.view().pot[0], table.engine.retries) == (0, [])
    with pytest.raises(PlayerLeft):
        Referee(new_table(), [isolated(leaves), deeds.first]).play()


def leaves(request: Request[Any]) -> Leave:
    return Leave()


def test_one_that_explodes_when_asked_to_agree_does_not_agree() -> None:
    table = new_table()
    Referee(table, [deeds.Fickle(), isolated(deeds.Cross)], take_backs=True).play()
    assert codes(table) == ["not-agreed"]


def test_one_that_fails_to_listen_can_still_decide(caplog: pytest.LogCaptureFixture) -> None:
    table = new_table()
    Referee(table, [isolated(deeds.Deaf), deeds.first]).play()
    assert "failed to receive the news" in caplog.text
    assert "SystemExit: not listening" in caplog.text
    assert (len(table.played), table.engine.retries) == (6, [])


# --- the host


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_of_the_host_stops_it_even_if_the_player_swallows_everything() -> None:
    table, before = new_table(), children()
    with pytest.raises(KeyboardInterrupt):
        Referee(table, [isolated(deeds.InterruptsTheHost), deeds.first]).play()
    assert table.played == []
    assert children() <= before


def test_games_in_other_threads_are_as_safe() -> None:
    table, done = new_table(2), []
    player = isolated(deeds.Does("raised", "SystemExit"))
    thread = threading.Thread(target=lambda: done.append(Referee(table, [player, deeds.first]).play()))
    thread.start()
    thread.join()
    assert done == [table.outcome]


def test_a_worker_that_does_not_greet_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "START_LIMIT", 0.01)
    monkeypatch.setattr(Isolated, "_launch", lambda self: program.Running(["sleep", "600"]))
    player = isolated(deeds.Deaf)
    player.sit_down(new_table(), 0, 0.01)
    with pytest.raises(BadAnswer, match="did not greet"):
        player.decide(new_table().request(0))
    player.hear(ludex.News(0, 0))


# --- in the arena


BOTS = """
import os
class Quits:
    def decide(self, request):
        os._exit(3)
class Holds:
    def decide(self, request):
        return sum(range(10**15))
class First:
    def decide(self, request):
        print("thinking")
        return request.options[0]
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


@pytest.mark.parametrize(("name", "told"), [("Quits", "ended with status 3"), ("Holds", "time limit of 0.1 s")])
def test_in_a_simulation_an_isolated_player_loses_only_its_own_games(bots: Path, name: str, told: str) -> None:
    players = [f"{bots}:{name}", "random"]
    result = simulate("automation", players, 2, on="threads", cores=2, time_limit=LIMIT, isolate=True)
    assert result.forfeits == 2
    assert told in result.faults[0].why


def test_isolated_games_are_the_same_games(bots: Path) -> None:
    players = [f"{bots}:First", "random"]
    settings = {"turn_limit": 2}
    digests = [
        simulate("automation", players, 2, on="threads", cores=2, isolate=isolate, settings=settings).digest
        for isolate in (False, True)
    ]
    assert digests[0] == digests[1]


def test_an_isolated_player_that_cannot_be_made_ends_the_simulation_before_it_starts(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text("1 / 0")
    with pytest.raises(UnknownPlayer, match=r"ZeroDivisionError: division by zero \(.*failing\.py, line 1"):
        simulate("automation", [f"{file}:Mine", "random"], 1, isolate=True)


def test_an_isolated_player_reads_prose_and_forfeits_at_once_when_it_is_out_of_reach() -> None:
    table = new_table()
    referee = Referee(table, [isolated(deeds.unplugged), deeds.first], on_violation="forfeit")
    referee.play()
    (attempt,) = referee.violations[0].attempts
    assert (attempt.rejection.code, attempt.rejection.sentence) == ("transport", "there is no connection")
