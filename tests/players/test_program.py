"""Programs as players: the protocol of lines, and that whatever a program does, the game goes on and it is ended."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex import Referee, UnknownPlayer
from ludex.arena.batches import play_in_python
from ludex.arena.simulate import new_task
from ludex.cli import main
from ludex.core.language.errors import BadAnswer, PlayerViolation
from ludex.players import is_player, make_player
from ludex.players import program as module
from ludex.players.program import Program, read_command
from ludex.table.room.refused import Refused
from ludex.table.server.games import expect_bot

EXAMPLES = Path(__file__).parents[2] / "src" / "ludex" / "examples" / "programs"
GAME = ludex.game("automation")

START = """
import json, os, sys, time
def say(**answer): print(json.dumps(answer), flush=True)
def messages():
    for line in sys.stdin:
        yield json.loads(line)
def greet():
    message = next(messages())
    say(version=1, name="mine")
    return message
"""
ANSWERING = """
greet()
for message in messages():
    if message["type"] == "decide":
        %s
"""

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a program and returns the player's name."""

    def make(code: str) -> str:
        file = tmp_path / "bot.py"
        file.write_text(START + code)
        return f"program:{sys.executable} {file}"

    return make


def answering(answer: str) -> str:
    return ANSWERING % answer


FIRST = answering("say(id=message['id'], move=message['request']['options'][0])")


def played(name: str, limit: float | None = None, turns: int = 3, attempts: int = 3) -> tuple[Referee, Program]:
    """Return a game of the program against the first option; both rank somewhere in the end."""
    table = GAME.new(2, seed=1, turn_limit=turns)
    program = make_player(GAME, name)
    assert isinstance(program, Program)
    players = [program, make_player(GAME, "first")]
    referee = Referee(table, players, on_violation="forfeit", max_retries=attempts, time_limit=[limit, None])
    referee.play()
    return referee, program


def why(referee: Referee) -> str:
    assert referee.violation is not None
    assert referee.tracebacks == {}
    return referee.violation.why


def test_a_program_plays_a_whole_game_like_the_bot_that_it_is(write: Write) -> None:
    referee, _ = played(write(FIRST))
    table = GAME.new(2, seed=1, turn_limit=3)
    outcome = Referee(table, [make_player(GAME, "first"), make_player(GAME, "first")]).play()
    assert (referee.table.outcome, referee.violation) == (outcome, None)


def test_a_program_is_told_what_it_plays_and_gets_requests_as_documented(write: Write, tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    code = f"""
heard = [greet()]
for message in messages():
    heard.append(message)
    json.dump(heard, open({str(seen)!r}, "w"))
    if message["type"] == "decide":
        say(id=message["id"], move=message["request"]["options"][0])
"""
    referee, _ = played(write(code), limit=7)
    hello, first, *_, end = json.loads(seen.read_text())
    assert (hello["type"], hello["version"], hello["game"], hello["seat"], hello["seats"]) == (
        "hello",
        1,
        "automation",
        0,
        2,
    )
    assert hello["settings"]["turn_limit"] == 3
    assert hello["time_limit"] == first["time_limit"] == 7
    assert list(first["request"]) == [
        "seat",
        "view",
        "options",
        "attempt",
        "rejection",
        "events",
        "commitment",
        "digest",
    ]
    assert first["request"]["commitment"] == referee.table.commitment
    assert end["type"] == "end"
    assert end["outcome"]["reason"] == "the turn limit was reached"


def test_a_program_may_answer_with_the_text_of_a_move(write: Write) -> None:
    referee, _ = played(write(answering("say(id=message['id'], move='end phase')")))
    assert referee.violation is None


def test_a_bad_answer_is_rejected_with_its_reason_and_asked_for_again(write: Write) -> None:
    code = answering(
        """
        request = message["request"]
        if request["attempt"] == 1:
            say(id=message["id"], move={"type": "BuyCard", "card": "Framework"})
        else:
            assert request["rejection"]["code"], request
            say(id=message["id"], move=request["options"][0])"""
    )
    referee, _ = played(write(code), turns=1)
    assert referee.violation is None
    assert referee.table.engine.retries


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("print('hm', flush=True)", "cannot read 'hm"),
        ("print('[' * 100000, flush=True)", "cannot read '[[["),
        ("say(id=message['id'])", "missing required field `move`"),
        ("say(id=message['id'] + 1, move='end phase')", "the program answered question 4, but was asked question 3"),
        ("say(id=message['id'], move='fly to the moon')", "fly to the moon"),
        ("say(id=message['id'], move={'type': 'Fly'})", "Fly"),
        ("say(id=message['id'], move=None)", "null"),
    ],
)
def test_three_bad_answers_forfeit_with_the_reason(write: Write, answer: str, told: str) -> None:
    referee, _ = played(write(answering(answer)))
    assert told in why(referee)
    assert [attempt.rejection.code for attempt in referee.violation.attempts] == ["unreadable"] * 3  # type: ignore[union-attr]  # seen above


def test_a_program_that_crashes_forfeits_and_its_error_output_is_told(write: Write) -> None:
    referee, _ = played(write(answering("print('thinking', file=sys.stderr); 1 / 0")))
    assert "the program ended with status 1; its error output ends with: thinking" in why(referee)
    assert "ZeroDivisionError: division by zero" in why(referee)


def test_the_last_words_of_a_program_are_told_even_if_they_are_read_late(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = module._read_errors

    def late(*arguments: Any) -> None:
        time.sleep(0.5)
        read(*arguments)

    monkeypatch.setattr(module, "_read_errors", late)
    referee, _ = played(write(answering("1 / 0")))
    assert "ZeroDivisionError: division by zero" in why(referee)


def test_a_program_that_is_killed_forfeits(write: Write) -> None:
    referee, _ = played(write(answering("os.kill(os.getpid(), 9)")))
    assert why(referee) == "the program was ended by SIGKILL"


@pytest.mark.parametrize("answer", ["time.sleep(60)", "while True: pass"])
def test_a_program_that_does_not_answer_forfeits_and_is_ended(
    write: Write, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GRACE", 0.1)
    pids: list[int] = []
    start = module.Running.__init__

    def noted(self: Any, *given: Any) -> None:
        start(self, *given)
        pids.append(self.process.pid)

    monkeypatch.setattr(module.Running, "__init__", noted)
    referee, _ = played(write(answering(answer)), limit=0.1)
    assert why(referee) == "the program gave no answer within its time limit of 0.1 s"
    assert {attempt.rejection.code for attempt in referee.violation.attempts} == {"timeout"}  # type: ignore[union-attr]  # seen above
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_a_late_answer_is_not_taken_for_an_answer_to_the_next_question(write: Write) -> None:
    """It comes when the next question has been asked. On a busy machine others may be late as well."""
    code = answering(
        """
        if message["id"] > 1:
            say(id=1, move="fly")
            say(id=message["id"], move="end phase")"""
    )
    referee, _ = played(write(code), limit=0.4, turns=1, attempts=1_000)
    assert referee.violation is None
    assert {attempt.rejection.code for _, _, attempt in referee.table.engine.retries} == {"timeout"}


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("say(version=2)", "the program speaks version 2 of the protocol; expected"),
        ("print('hello')", "the program's greeting 'hello"),
        ("", "the program ended with status 0"),
        ("sys.stdout.write('x' * 3_000_000); sys.stdout.flush(); time.sleep(60)", "more than 1,000,000 bytes"),
    ],
)
def test_a_program_that_does_not_speak_the_protocol_forfeits_at_once(write: Write, code: str, told: str) -> None:
    referee, _ = played(write(code))
    assert told in why(referee)


def test_a_program_that_does_not_read_and_floods_its_output_hangs_nobody(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GRACE", 0.1)
    code = "greet()\nwhile True: print('x' * 1000)"
    referee, _ = played(write(code))
    assert "cannot read 'xxx" in why(referee)


def test_a_program_that_is_not_there_is_told_in_a_sentence() -> None:
    referee, _ = played("program:./no-such-bot")
    assert why(referee) == "the program './no-such-bot' cannot be started: No such file or directory"


def runs(state: Path) -> bool:
    """Return whether a process has not ended, by what the system tells of it."""
    try:
        return state.read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_what_a_program_starts_is_ended_with_it(write: Write, tmp_path: Path) -> None:
    child = tmp_path / "child"
    code = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(child)!r}, "w").write(str(child.pid))
{FIRST}
"""
    played(write(code), turns=1)
    pid = int(child.read_text())
    state = Path(f"/proc/{pid}/stat")
    while runs(state):
        time.sleep(0.01)


def test_the_referee_raises_for_a_program_as_for_any_player(write: Write) -> None:
    table = GAME.new(2, seed=1)
    program = make_player(GAME, write("raise SystemExit(3)"))
    with pytest.raises(PlayerViolation, match="the program ended with status 3"):
        Referee(table, [program, make_player(GAME, "first")]).play()


@pytest.mark.parametrize("name", ["program:", "program:  ", 'program:"unclosed'])
def test_a_command_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer, match=r"program|command"):
        read_command(name)


def test_the_online_table_runs_no_programs() -> None:
    assert is_player(GAME, "program:./bot.py")
    with pytest.raises(Refused):
        expect_bot(GAME, "program:./bot.py")


def test_a_bad_answer_of_ones_own_making_is_told_without_a_traceback() -> None:
    def far_away(request: ludex.Request) -> ludex.Move:
        raise BadAnswer("line-is-down", "nobody answers")

    table = GAME.new(2, seed=1)
    referee = Referee(table, [far_away, make_player(GAME, "first")], on_violation="forfeit")
    referee.play()
    assert why(referee).startswith("nobody answers")


# --- the examples


@pytest.mark.parametrize(
    ("command", "game", "others"),
    [
        ("first_option.py", "automation", ["first"]),
        ("perl random_option.pl", "automation", ["first"]),
        ("perl random_option.pl", "modern-art", ["random", "random"]),
    ],
)
def test_examples_play_without_a_fault(command: str, game: str, others: list[str]) -> None:
    *interpreter, file = command.split()
    name = "program:" + " ".join([*interpreter, str(EXAMPLES / file)])
    batch = play_in_python(new_task(ludex.game(game), [name, *others], {}, 1, time_limit=20), 0, 1)
    assert batch.faults == ()
    assert batch.answers[0].rejected == 0
    assert batch.answers[0].times.decisions > 5


def test_a_program_is_named_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    players = f'program:"{sys.executable} {EXAMPLES / "first_option.py"}",first'
    arguments = ["ludex", "play", "automation", "--players", players, "-s", "turn_limit=2", "--seed", "1"]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit):
        main()
    assert "The game is over" in capsys.readouterr().out
