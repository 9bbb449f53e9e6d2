"""Language models in the arena: many games at once, counted, recorded, replayed, and written down."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludex
from ludex import BadSetting
from ludex.arena import Contest, Hypotheses, contest
from ludex.arena.asked import Asked, cause_of
from ludex.arena.cassette import Exchange, Recording, Thread
from ludex.core.game.request import Attempt, Rejection
from ludex.players.chat import Completion, endpoint
from tests.commands import Run
from tests.players.chat_endpoint import Answer, Handler, ScriptedEndpoint, hang, serving, status

GAME = ludex.game("automation")
KEY = "sk-secret-0123456789"
SHORT = {"turn_limit": 2}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between requests are short, and there is a key."""
    monkeypatch.setattr(endpoint, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(endpoint, "LONGEST_PAUSE", 0.01)
    monkeypatch.setenv("LUDEX_CHAT_KEY", KEY)


def name_of(server: ScriptedEndpoint, settings: str = "") -> str:
    return f"chat:some-model@{server.url}{settings}"


def play(server: ScriptedEndpoint, games: int = 2, suffix: str = "", other: str = "first", **more: Any) -> Contest:
    """Play a contest between the model and a bot."""
    return contest(GAME, [name_of(server, suffix), other], games, **{"settings": SHORT, "seed": 3, **more})


def options_in(prompt: str) -> list[str]:
    return re.findall(r"^- (.+)$", prompt.partition("Your options:")[2], re.M)


def by_prompt(handler: Handler) -> None:
    """Answer by the prompt alone: first with nonsense, and then with an option that depends on the prompt."""
    prompt = handler.prompt
    if "Your last answer was rejected" not in prompt and len(prompt) % 3 == 0:
        handler.complete("I do not know.")
    else:
        options = options_in(prompt)
        handler.complete(f"Move: {options[len(prompt) % len(options)]}")


# --- at the same time


class Crowd:
    """Counts the requests that are in flight, and answers when as many are there as are expected."""

    def __init__(self, expected: int) -> None:
        self.expected, self.here, self.most = expected, 0, 0
        self.complete = threading.Event()
        self.lock = threading.Lock()

    def wait(self) -> None:
        """Wait until all are there."""
        with self.lock:
            self.here += 1
            self.most = max(self.most, self.here)
            if self.here == self.expected:
                self.complete.set()
        self.complete.wait(30)
        with self.lock:
            self.here -= 1

    def __call__(self, handler: Handler) -> None:
        self.wait()
        handler.complete("Move: end phase")


def test_many_games_wait_for_slow_answers_at_the_same_time() -> None:
    """No answer is given before forty games have asked: one after the other, none would ever end."""
    crowd = Crowd(40)
    with serving(crowd) as server:
        result = play(server, 40, settings={"turn_limit": 1})
    assert crowd.most == 40
    assert result.games == 40
    assert not result.violations


def test_an_endpoint_never_has_more_requests_than_it_may_have() -> None:
    crowd = Crowd(3)
    with serving(crowd) as server:
        play(server, 16, requests=3)
    assert crowd.most == 3


def test_two_endpoints_have_their_places_separately() -> None:
    first, second = Crowd(2), Crowd(2)
    with serving(first) as one, serving(second) as other:
        contest(GAME, [name_of(one), name_of(other)], 8, settings={"turn_limit": 1}, requests=2)
    assert (first.most, second.most) == (2, 2)


def test_seats_that_decide_together_are_asked_together() -> None:
    """In a hidden auction of Modern Art no seat gets an answer before all three have asked. One game at a time."""
    crowd = Crowd(3)

    def bid(handler: Handler) -> None:
        options = options_in(handler.prompt)
        hidden = [option for option in options if option.endswith("hidden")]
        if options[0].startswith("seal"):
            crowd.wait()
        handler.complete(f"Move: {(hidden or options)[0].partition('…')[0]}")

    with serving(bid) as server:
        names = [name_of(server), name_of(server), name_of(server, "#notes=off")]
        result = contest("modern-art", names, 1, seed=3, requests=3, time_limit=60)
    assert crowd.most == 3
    assert not result.violations


def test_the_results_do_not_depend_on_how_many_games_run_at_once() -> None:
    with serving(by_prompt) as server:
        many = play(server, 8, other="random")
        one = play(server, 8, other="random", requests=1)
    assert many.digest == one.digest
    assert [counts(entry) for entry in many.players] == [counts(entry) for entry in one.players]


def counts(entry: Any) -> tuple[Any, ...]:
    return entry.player, entry.wins, entry.asked, entry.first_try, entry.cured, entry.forfeits, entry.tokens_in


def test_bots_meet_each_other_as_they_do_without_a_model() -> None:
    with serving("end phase") as server:
        players = [name_of(server), "first", "random"]
        mixed = contest(GAME, players, 8, pairs=True, seed=3, settings=SHORT)
    alone = contest(GAME, players[1:], 8, pairs=True, seed=3, settings=SHORT)
    assert [one for one in mixed.matches if "first" in (one.first, one.second)][-1] == alone.matches[0]
    assert len(mixed.matches) == 3


def test_your_own_players_play_against_models_and_cannot_spoil_the_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "talkative.py"
    file.write_text(
        "class Mine:\n    async def decide(self, request):\n        print('my turn')\n"
        "        return request.options[0]\n"
        "class Broken:\n    def decide(self, request):\n        raise SystemExit('no')\n"
    )
    with serving("end phase") as server:
        names = [name_of(server), f"{file}:Mine", f"{file}:Broken"]
        result = contest(GAME, names, 6, settings=SHORT)
    told, error = capfd.readouterr()
    assert "my turn" not in told
    assert "my turn" in error
    assert {one.player.rpartition(":")[2]: one.forfeits for one in result.players if one.forfeits} == {
        "Broken": {"exception": result.games}
    }


def test_a_time_limit_needs_a_place_for_every_seat(tmp_path: Path) -> None:
    with serving("end phase") as server, pytest.raises(BadSetting, match="expected at least 2"):
        play(server, 2, requests=1, time_limit=5, cassette=tmp_path / "tape.jsonl")
    assert not list(tmp_path.iterdir())


def test_a_contest_that_is_interrupted_cancels_its_games() -> None:
    def stop(tally: Any) -> None:
        if tally.games == 2:
            raise KeyboardInterrupt

    with serving("end phase") as server:
        result = contest(GAME, [name_of(server), name_of(server, "#seed=1")], 6, settings=SHORT, progress=stop)
    assert result.interrupted
    assert result.games == 2


# --- counted


def test_counts_are_those_of_the_script() -> None:
    """One game of two decisions: nonsense and then a move, and a move at once."""
    with serving("no idea", "buy Module", "end phase") as server:
        result = play(server, 1, "#price_in=2:price_out=10", requests=1, settings={"turn_limit": 2})
    (model,) = (entry for entry in result.players if entry.player.startswith("chat:"))
    requests = len(server.bodies)
    assert requests == model.asked + 2
    assert (model.first_try, model.cured, model.forfeits) == (model.asked - 1, 1, {})
    assert (model.tokens_in, model.tokens_out) == (100 * requests, 7 * requests)
    assert model.cost == pytest.approx((200 * requests + 70 * requests) / 1e6)
    assert model.seconds > 0
    (bot,) = (entry for entry in result.players if entry.player == "first")
    assert (bot.asked, bot.tokens_in, bot.cost) == (0, 0, None)


@pytest.mark.parametrize(
    ("answers", "more", "cause"),
    [
        (["no idea"], {}, "unreadable"),
        (["buy Module"], {}, "illegal"),
        ([status(401)], {}, "transport"),
        ([hang], {"time_limit": 0.2}, "time"),
    ],
)
def test_forfeits_are_counted_by_their_cause(answers: list[Answer], more: dict[str, Any], cause: str) -> None:
    with serving(*answers) as server:
        result = play(server, 2, attempts=2, **more)
    (model,) = (entry for entry in result.players if entry.player.startswith("chat:"))
    assert model.forfeits == {cause: 2}
    assert model.violations == result.forfeits == 2
    assert (model.asked, model.first_try, model.cured) == (2, 0, 0)
    assert len(server.bodies) == (2 if cause == "transport" else 4)


def test_attempts_are_those_of_the_arena() -> None:
    with serving("no", "no", "no", "no", "no", "no", "end phase") as server:
        result = play(server, 1, attempts=7)
    assert not result.forfeits


def test_reasons_of_rules_are_illegal_moves() -> None:
    assert cause_of(Attempt(1, "bid 5", Rejection("too-low", "bid more."))) == "illegal"
    assert (Asked(cost=1.0) + Asked() + Asked(cost=0.5)).cost == 1.5


def test_programs_are_counted_too(tmp_path: Path) -> None:
    file = tmp_path / "bots.py"
    file.write_text(
        "class Slow:\n    def decide(self, request):\n"
        "        return None if request.attempt == 1 else request.options[-1]\n"
    )
    result = contest(GAME, [f"{file}:Slow", "first"], 2, settings=SHORT, cores=1)
    (mine,) = (entry for entry in result.players if entry.player.endswith("Slow"))
    assert mine.asked == mine.cured > 0
    assert mine.first_try == 0


def test_the_standings_show_how_models_answered(run: Run) -> None:
    with serving("no idea", "end phase") as server:
        arguments = (
            "arena",
            "automation",
            "--players",
            f"{name_of(server)},first",
            "-s",
            "turn_limit=1",
            "--games",
            "2",
        )
        code, text, error = run(*arguments, "--attempts", "4", "--requests", "1")
        assert code == 0
        assert "no idea" not in error
        assert "first try" in text
        assert "tokens in" in text
        found = json.loads(run(*arguments, "--json")[1])["players"]
    (model,) = (entry for entry in found if entry["player"].startswith("chat:"))
    assert {"first_try", "cured", "forfeits", "tokens_in", "tokens_out", "seconds", "cost"} <= model.keys()


# --- cassettes


@pytest.fixture
def tape(tmp_path: Path) -> tuple[Path, str, Contest]:
    """Record a contest: the cassette, the model's name, whose endpoint is gone, and the result."""
    file = tmp_path / "tape.jsonl"
    with serving(by_prompt) as server:
        name = name_of(server)
        result = replay(name, file, histories=tmp_path / "recorded")
    return file, name, result


def replay(name: str, file: Path, games: int = 4, **more: Any) -> Contest:
    return contest(GAME, [name, "random"], games, **{"settings": SHORT, "seed": 3, "cassette": file, **more})


def test_a_cassette_replays_bit_for_bit_without_a_network_and_a_key(
    tape: tuple[Path, str, Contest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    file, name, recorded = tape
    assert recorded.cassette is not None
    assert not recorded.cassette.replayed
    assert KEY not in file.read_text()
    before = file.read_bytes()
    monkeypatch.delenv("LUDEX_CHAT_KEY")
    again = replay(name, file, histories=tmp_path / "replayed")
    assert again.cassette is not None
    assert again.cassette.replayed
    assert (again.cassette.exchanges, again.cassette.digest) == (
        recorded.cassette.exchanges,
        recorded.cassette.digest,
    )
    assert again.digest == recorded.digest
    assert [(counts(one), one.seconds) for one in again.players if one.asked] == [
        (counts(one), one.seconds) for one in recorded.players if one.asked
    ]
    assert file.read_bytes() == before
    histories = sorted((tmp_path / "recorded").iterdir())
    assert len(histories) == 4
    for path in histories:
        assert path.read_bytes() == (tmp_path / "replayed" / path.name).read_bytes()
    code, text, _ = run("replay", str(histories[0]), "--verify")
    assert (code, text[:8]) == (0, "Verified")


def test_the_order_between_games_has_no_meaning(tape: tuple[Path, str, Contest]) -> None:
    file, name, recorded = tape
    head, *exchanges, seal = file.read_text().splitlines()
    by_game = sorted(exchanges, key=lambda line: -json.loads(line)["game"])
    assert by_game != exchanges or len({json.loads(line)["game"] for line in exchanges}) > 1
    file.write_text("\n".join([head, *by_game, seal]) + "\n")
    assert replay(name, file).digest == recorded.digest


def edit(file: Path, line: int, **changes: Any) -> None:
    lines = file.read_text().splitlines()
    data = json.loads(lines[line])
    for key, value in changes.items():
        if isinstance(value, dict):
            data[key] |= value
        else:
            data[key] = value
    lines[line] = json.dumps(data)
    file.write_text("\n".join(lines) + "\n")


def drop(file: Path, number: int) -> None:
    lines = file.read_text().splitlines()
    del lines[number]
    file.write_text("\n".join(lines) + "\n")


def swap(file: Path) -> None:
    """Exchange two answers of one seat in one game."""
    head, *lines, seal = file.read_text().splitlines()
    mine = [line for line in lines if json.loads(line)["game"] == 0]
    others = [line for line in lines if json.loads(line)["game"] != 0]
    file.write_text("\n".join([head, mine[1], mine[0], *mine[2:], *others, seal]) + "\n")


def drop_game(file: Path) -> None:
    head, *lines, seal = file.read_text().splitlines()
    kept = [line for line in lines if json.loads(line)["game"] != 1]
    file.write_text("\n".join([head, *kept, seal]) + "\n")


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (lambda file: edit(file, 1, answer={"text": "Move: play Bitcoin!"}), "line 2: this exchange does not fit"),
        (lambda file: edit(file, 2, request="0" * 32), "line 3: this exchange does not fit"),
        (lambda file: edit(file, 1, answer={"tokens_in": 1}), "line 2: this exchange does not fit"),
        (lambda file: edit(file, 0, played={"seed": "4"}), "another seed: '4', not '3'"),
        (lambda file: edit(file, 0, cassette=2), "has the format 2: expected 1"),
        (lambda file: edit(file, -1, seal={"games": "0" * 32}), "does not fit its seal"),
        (swap, "does not fit, because it was changed, or one before it"),
        (drop_game, "does not fit its seal"),
        (lambda file: drop(file, -1), "is incomplete"),
        (lambda file: file.write_bytes(file.read_bytes()[:-40]), "is incomplete"),
        (lambda file: file.write_bytes(file.read_bytes()[:300]), "another|not a cassette|incomplete"),
        (lambda file: file.write_bytes(b""), "is not a cassette"),
        (lambda file: file.write_bytes(b"\xff\x00[]\n{}"), "is not a cassette"),
        (lambda file: edit(file, 1, number="one"), "line 2 is not an exchange"),
    ],
)
def test_a_cassette_that_was_changed_is_refused(tape: tuple[Path, str, Contest], tamper: Any, told: str) -> None:
    file, name, _ = tape
    tamper(file)
    with pytest.raises(BadSetting, match=told):
        replay(name, file)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"seed": 4}, "another seed"),
        ({"settings": {"turn_limit": 3}}, "another settings"),
        ({"games": 6}, "another number of games: 4, not 6"),
        ({"attempts": 2}, "another attempts"),
        ({"time_limit": 9.0}, "another time limit"),
    ],
)
def test_a_cassette_of_another_contest_is_refused(
    tape: tuple[Path, str, Contest], more: dict[str, Any], told: str
) -> None:
    file, name, _ = tape
    with pytest.raises(BadSetting, match=told):
        replay(name, file, **more)


def test_a_request_that_differs_is_refused(tape: tuple[Path, str, Contest], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of Ludex could ask in other words."""
    file, name, _ = tape
    monkeypatch.setattr("ludex.core.show.briefing.ANSWER", "Answer with a move.")
    with pytest.raises(BadSetting, match=r"has another request as exchange 1 of seat . in game 0 of table 1\. Replay"):
        replay(name, file)


def reseal(file: Path, lines: list[dict[str, Any]], games: str) -> None:
    """Write a cassette whose digests are all right, as a forger would."""
    head = json.loads(file.read_text().splitlines()[0])
    file.unlink()
    tape = Recording(file, head["played"])
    for line in lines:
        exchange = Exchange(**{**line, "answer": Completion(**line["answer"]), "chain": ""})
        thread = Thread(exchange.table, exchange.game, exchange.seat)
        chained = exchange.chained(tape._chains.get(thread, tape._played))
        tape._chains[thread] = chained.chain
        tape.exchanges += 1
        tape._write(msgspec.to_builtins(chained))
    tape.close(games, complete=True)


def test_a_forgery_with_fitting_digests_still_has_to_fit_the_games(tape: tuple[Path, str, Contest]) -> None:
    file, name, recorded = tape
    _, *lines, seal = map(json.loads, file.read_text().splitlines())
    games = seal["seal"]["games"]
    last = max(line["number"] for line in lines if line["game"] == 0)
    reseal(file, [line for line in lines if (line["game"], line["number"]) != (0, last)], games)
    with pytest.raises(BadSetting, match="and more are requested"):
        replay(name, file)
    (end,) = (line for line in lines if (line["game"], line["number"]) == (0, last))
    reseal(file, [*lines, {**end, "number": last + 1}], games)
    with pytest.raises(BadSetting, match=f"has {last + 1} exchanges of .*, and {last} are requested"):
        replay(name, file)
    reseal(file, [*lines, {**end, "game": 77, "number": 1}], games)
    with pytest.raises(BadSetting, match="game 77 of table 1, which was not played"):
        replay(name, file)
    reseal(file, lines, "0" * 32)
    with pytest.raises(BadSetting, match="ended differently"):
        replay(name, file)
    reseal(file, lines, games)
    assert replay(name, file).digest == recorded.digest


def test_a_contest_that_a_test_ended_is_replayed(tmp_path: Path) -> None:
    """Games that were under way when the test was decided are cancelled, in the recording and in the replay."""
    more: dict[str, Any] = {"test": Hypotheses(0.05, 0.9), "requests": 4, "settings": {"turn_limit": 1}}
    with serving("end phase") as server:
        name = name_of(server)
        recorded = replay(name, tmp_path / "tape.jsonl", 200, **more)
    assert recorded.sprt is not None
    assert recorded.sprt.accepted
    assert recorded.games < 200
    again = replay(name, tmp_path / "tape.jsonl", 200, **more)
    assert (again.digest, again.sprt) == (recorded.digest, recorded.sprt)


def test_answers_that_came_too_late_are_replayed_without_waiting(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    with serving(hang, "end phase") as server:
        name = name_of(server)
        recorded = replay(name, file, 1, time_limit=0.5, requests=2)
    again = replay(name, file, 1, time_limit=0.5, requests=2)
    assert again.timeouts == recorded.timeouts >= 1
    assert again.digest == recorded.digest


def test_failures_of_the_transport_are_replayed(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    with serving("end phase", status(401, f"bad key {KEY}")) as server:
        name = name_of(server)
        recorded = replay(name, file, 1)
    assert KEY not in file.read_text()
    again = replay(name, file, 1)
    model = next(entry for entry in again.players if entry.asked)
    assert model.forfeits == {"transport": 2}
    assert [fault.why for fault in again.faults] == [fault.why for fault in recorded.faults]


def test_any_text_is_recorded_replayed_and_written_down(tmp_path: Path) -> None:
    file, folder = tmp_path / "tape.jsonl", tmp_path / "transcripts"
    with serving("\x00\ud800\u202e\u2028 ¤ ♠\n\n{", "end phase") as server:
        name = name_of(server)
        recorded = replay(name, file, 2)
    again = replay(name, file, 2, transcripts=folder)
    assert again.digest == recorded.digest
    assert again.rejected == recorded.rejected == 1
    assert any("¤ ♠" in path.read_text(encoding="utf-8") for path in folder.iterdir())


def test_a_cassette_needs_a_model_and_a_place(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="none of the players is a language model"):
        contest(GAME, ["random", "first"], 2, cassette=tmp_path / "tape.jsonl")
    with serving("end phase") as server, pytest.raises(BadSetting, match="leave out --on ray"):
        play(server, on="ray", transcripts=tmp_path / "transcripts")
    with serving("end phase") as server, pytest.raises(ludex.LudexError, match="cannot be written"):
        replay(name_of(server), tmp_path / "missing" / "tape.jsonl")


def test_a_recording_that_was_interrupted_is_not_replayed(tmp_path: Path) -> None:
    def stop(tally: Any) -> None:
        if tally.games == 2:
            raise KeyboardInterrupt

    file = tmp_path / "tape.jsonl"
    with serving("end phase") as server:
        name = name_of(server)
        names = [name, name_of(server, "#seed=1")]
        contest(GAME, names, 4, settings=SHORT, cassette=file, progress=stop)
        with pytest.raises(BadSetting, match="is incomplete: its last line is not a seal"):
            contest(GAME, names, 4, settings=SHORT, cassette=file)


def test_the_command_records_and_replays(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    with serving("end phase") as server:
        name = name_of(server)
        arguments = ("arena", "automation", "--players", f"{name},first", "-s", "turn_limit=1", "--games", "2")
        code, text, _ = run(*arguments, "--cassette", str(file))
        assert code == 0
        assert "recorded, digest" in text
    assert "replayed, digest" in run(*arguments, "--cassette", str(file))[1]
    code, _, error = run(*arguments, "--seed", "8", "--cassette", str(file))
    assert code == 2
    assert "was recorded with another seed: 0, not 8" in " ".join(error.replace("'", "").split())
    assert "Traceback" not in error


# --- transcripts


def test_transcripts_tell_each_seat_its_own_story(tmp_path: Path) -> None:
    """Every seat has its own file, with only its own requests, and without keys and terminal codes."""
    with serving(f"\x1b[31m{KEY}", by_prompt) as server:
        names = [name_of(server), name_of(server, "#seed=1")]
        contest(GAME, names, 1, settings=SHORT, seed=3, transcripts=tmp_path)
        asked = len(server.bodies)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [
        f"automation-1-{game:06d}-seat-{seat}.md" for game in (0, 1) for seat in (0, 1)
    ]
    texts = [file.read_text() for file in files]
    for file, text in zip(files, texts, strict=True):
        assert set(re.findall(r"seat (\d) is you", text)) == {file.stem[-1]}
        assert text.count("## The system message") == 1
        assert KEY not in text
        assert "\x1b" not in text
        assert "> Your options:" in text
        assert "> Move: " in text
    assert sum("[key]" in text for text in texts) == 1
    assert sum(len(re.findall(r"^## \d", text, re.M)) for text in texts) == asked
