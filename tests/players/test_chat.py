"""Language models as players: briefed, read, counted, and asked over an unreliable transport."""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
from typing import Any

import pytest

import ludex
from ludex import BadSetting, OutOfReach, PlayerViolation, Referee, Table, UnknownPlayer
from ludex.arena.simulate import simulate
from ludex.console import read_players
from ludex.players import attempts_of, is_player, make_player
from ludex.players.chat import ChatPlayer, Completion, endpoint
from ludex.players.chat.endpoint import MOST_RESPONSE
from ludex.players.chat.player import LONGEST_NOTES
from ludex.table.room.refused import Refused
from ludex.table.server.games import expect_bot
from tests.interpreting import interpreted
from tests.players.chat_endpoint import (
    Answer,
    ScriptedEndpoint,
    close_at_once,
    close_early,
    cut_off,
    hang,
    raw,
    serving,
    status,
    trickle,
)

__all__ = ["interpreted"]

KEY = "sk-secret-0123456789"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between requests are short, and there is a key."""
    monkeypatch.setattr(endpoint, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(endpoint, "LONGEST_PAUSE", 0.01)
    monkeypatch.setenv("LUDEX_CHAT_KEY", KEY)


def last(request: Any) -> Any:
    return request.options[-1]


def auction(seat: int = 1) -> Table[Any]:
    """An open auction, in which the seats 1 and 2 may pass or bid."""
    table = ludex.game("modern-art").new(3, seed=4, starter=0, players=["Ann", "model", "Cy"])
    table.play(0, "play Manuel Carvalho open")
    return table


def asked(player: ChatPlayer, table: Table[Any] | None = None) -> Any:
    """Return the answer to one request."""
    return asyncio.run(player.decide((table or auction()).engine.request(1, 1, None, 0)))


def answer(*answers: Answer, **settings: Any) -> tuple[str, ChatPlayer, ScriptedEndpoint]:
    """Return the move that a model makes of the answers of an endpoint."""
    with serving(*answers) as server:
        player = ChatPlayer("some-model", server.url, **settings)
        return str(asked(player)), player, server


def failure(*answers: Answer, **settings: Any) -> tuple[str, ChatPlayer, ScriptedEndpoint]:
    """Return the sentence with which an endpoint fails for good."""
    with serving(*answers) as server:
        player = ChatPlayer("some-model", server.url, **settings)
        with pytest.raises(OutOfReach) as caught:
            asked(player)
        return str(caught.value), player, server


def game_of(answers: list[Answer], **settings: Any) -> tuple[Referee, ChatPlayer, ScriptedEndpoint]:
    """Return a finished short game of Automation between a model and the last option."""
    table = ludex.game("automation").new(2, seed=1, turn_limit=2)
    with serving(*answers) as server:
        player = ChatPlayer("some-model", server.url, "model", **settings)
        referee = Referee(table, [player, last], max_retries=attempts_of(player), on_violation="forfeit")
        referee.play()
    return referee, player, server


# --- answers


@pytest.mark.parametrize(
    "text",
    [
        "bid 17",
        "I could pass, but the painting is good.\n\n**Move: bid 17**",
        '```json\n{"thoughts": "pass?", "move": "bid 17"}\n```',
        "<think>pass</think>\nbid 17",
        [{"type": "text", "text": "Move: "}, {"type": "text", "text": "bid 17"}],
    ],
)
def test_an_answer_is_read_as_prose(text: Any) -> None:
    move, player, _ = answer(lambda handler: handler.complete(text))
    assert move == "bid 17"
    assert player.usage.first_try == player.usage.decisions == 1


def test_the_request_has_the_usual_form() -> None:
    _, _, server = answer("bid 17", temperature=0.5, seed=7, max_tokens=300)
    (body,) = server.bodies
    assert {name: body[name] for name in ("model", "temperature", "seed", "max_tokens")} == {
        "model": "some-model",
        "temperature": 0.5,
        "seed": 7,
        "max_tokens": 300,
    }
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert "How to play" in body["messages"][0]["content"]
    assert "bid 1…100" in body["messages"][1]["content"]
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert server.paths == ["/v1/chat/completions"]


def test_what_is_not_set_is_left_to_the_endpoint() -> None:
    _, _, server = answer("bid 17")
    assert list(server.bodies[0]) == ["model", "messages"]


def test_an_illegal_move_is_rejected_by_the_rules_and_cured() -> None:
    referee, player, server = game_of(["buy Module", "I do not know.", "Move: end phase"])
    assert not referee.violations
    assert player.usage.rejected == {"illegal": 1, "unreadable": 1}
    assert player.usage.cured == 2
    assert player.usage.first_try == player.usage.decisions - 1
    reasons = [attempt.rejection.sentence for _, _, attempt in referee.table.engine.retries]
    assert len(reasons) == 2
    for reason, prompt in zip(reasons, server.prompts[1:], strict=False):
        assert f"Your last answer was rejected: {reason}" in prompt
    assert "You have 4 attempts left." in server.prompts[1]


@pytest.mark.parametrize("text", ["", "Ich passe.", "\x00\ud800\u202e", "{" * 1_000, None])
def test_an_answer_without_a_move_costs_an_attempt(text: Any) -> None:
    referee, player, _ = game_of([lambda handler: handler.complete(text), "end phase"])
    assert not referee.violations
    assert player.usage.rejected == {"unreadable": 1}


def test_two_different_moves_are_ambiguous() -> None:
    referee, player, server = game_of(['{"move": "end phase"} {"move": "play Bitcoin"}', "end phase"])
    assert player.usage.rejected == {"ambiguous": 1}
    assert "'end phase' and 'play Bitcoin'" in server.prompts[1]
    assert not referee.violations


def test_an_answer_that_is_cut_off_is_unreadable_and_the_next_prompt_says_so() -> None:
    referee, player, server = game_of([cut_off("I think about\nMove: end phase"), "end phase"], max_tokens=40)
    assert player.usage.rejected == {"cut-off": 1}
    assert "the answer was cut off at its greatest length (40 tokens)" in server.prompts[1]
    assert referee.table.engine.retries[0][2].rejection.code == "unreadable"


def test_attempts_are_a_setting() -> None:
    referee, player, server = game_of(["no idea"], attempts=2)
    assert [attempt.number for attempt in referee.violations[0].attempts] == [1, 2]
    assert len(server.bodies) == 2
    assert player.usage.rejected == {"unreadable": 2}


def test_options_can_be_hidden() -> None:
    _, _, server = answer("bid 17", options=False)
    assert "bid 1…100" not in json.dumps(server.bodies[0], ensure_ascii=False)


# --- notes


def test_notes_are_shown_at_the_next_decision_only_to_their_author() -> None:
    referee, _, server = game_of(["**Notes:** buy Modules. Move: pass\nMove: end phase", "end phase"])
    assert "Your notes: buy Modules. Move: pass" in server.prompts[1]
    assert "Your notes" not in server.prompts[0]
    assert not referee.violations


def test_new_notes_replace_old_ones_and_are_bounded() -> None:
    long = "x" * (2 * LONGEST_NOTES)
    _, _, server = game_of([f"Notes: {long}\nend phase", "Notes: short\nend phase", "end phase"])
    assert "x" * LONGEST_NOTES in server.prompts[1]
    assert "x" * (LONGEST_NOTES + 1) not in server.prompts[1]
    assert "Your notes: short" in server.prompts[2]
    assert "xxx" not in server.prompts[2]


def test_notes_are_kept_apart_by_seat_and_table() -> None:
    game = ludex.game("automation")
    with serving("Notes: mine\nMove: end phase") as server:
        player = ChatPlayer("some-model", server.url)
        tables = [game.new(2, seed=seed) for seed in (1, 2)]
        for table in (*tables, tables[0]):
            asyncio.run(player.decide(table.request(0)))
    assert ["Your notes: mine" in prompt for prompt in server.prompts] == [False, False, True]


def test_notes_can_be_switched_off() -> None:
    _, _, server = game_of(["Notes: buy Modules\nend phase", "end phase"], notes=False)
    assert "Modules" not in server.prompts[1]
    assert "You can keep notes" not in json.dumps(server.bodies)


# --- transport


BUSY = status(429, "slow down", Retry_After="0")


@pytest.mark.parametrize(
    "trouble",
    [
        BUSY,
        status(500),
        status(503),
        status(529),
        close_early,
        close_at_once,
        raw(b"<html>a proxy</html>", "text/html"),
        raw(b"not json"),
        raw(b'{"choices": []}'),
        raw(b'{"error": {"message": "overloaded"}}'),
        raw(b'{"choices": [{"message": {"content": "\xff"}}]}'),
        raw(b"[" * 100_000),
    ],
)
def test_a_failed_request_is_repeated_and_is_not_an_attempt(trouble: Answer) -> None:
    move, player, server = answer(trouble, trouble, "bid 17")
    assert move == "bid 17"
    assert len(server.bodies) == player.usage.requests == 3
    assert player.usage.answers == player.usage.first_try == 1
    assert player.usage.rejected == {}


def test_a_hanging_request_is_repeated() -> None:
    move, player, _ = answer(hang, "bid 17", timeout=0.3)
    assert (move, player.usage.requests) == ("bid 17", 2)


@pytest.mark.parametrize("endless", [hang, trickle])
def test_an_endpoint_that_never_answers_fails_in_the_time_it_has(endless: Answer) -> None:
    told, player, _ = failure(endless, timeout=0.2, patience=0.3)
    assert "gave no answer within" in told
    assert player.usage.rejected == {"transport": 1}


def test_an_endpoint_with_errors_for_ever_fails_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "SHORTEST_TRY", 30.0)  # the last request does not end before its answer
    told, player, server = failure(status(500, "out of memory"), patience=0.2)
    assert "answered with status 500: out of memory" in told
    assert f"({len(server.bodies)} requests in" in told
    assert player.usage.requests == len(server.bodies) > 2


@pytest.mark.parametrize("code", [400, 401, 403, 404, 422])
def test_a_request_that_can_never_succeed_is_not_repeated(code: int) -> None:
    told, _, server = failure(status(code, "no such model"))
    assert f"answered with status {code}: no such model" in told
    assert len(server.bodies) == 1


def test_a_pause_longer_than_patience_is_not_waited_for() -> None:
    told, _, server = failure(status(429, Retry_After="3600"))
    assert "status 429" in told
    assert len(server.bodies) == 1


@pytest.mark.parametrize("promised", [True, False])
def test_a_response_of_ten_megabytes_is_not_read(promised: bool) -> None:
    def flood(handler: Any) -> None:
        handler.send_response(200)
        if promised:
            handler.send_header("Content-Length", "10000000")
        handler.end_headers()
        for _ in range(100):
            handler.wfile.write(b"x" * 100_000)

    told, _, server = failure(flood)
    assert f"sent more than {MOST_RESPONSE:,} bytes" in told
    assert len(server.bodies) == 1


def test_a_redirect_is_not_followed_so_that_no_other_host_sees_the_key() -> None:
    with serving("bid 17") as other:
        told, _, _ = failure(status(307, Location=f"{other.url}/chat/completions"))
    assert f"redirects to {other.url}/chat/completions" in told
    assert other.bodies == []


def test_an_endpoint_that_is_not_there_fails_for_good() -> None:
    with serving("bid 17") as server:
        url = server.url
    player = ChatPlayer("some-model", url, patience=0.05)
    with pytest.raises(OutOfReach, match="cannot be reached"):
        asked(player)


def test_a_player_whose_endpoint_fails_forfeits_at_once_with_the_cause() -> None:
    referee, player, server = game_of(["end phase", status(401, "who are you?")])
    (attempt,) = referee.violations[0].attempts
    assert attempt.rejection.code == "transport"
    assert "status 401: who are you?" in attempt.rejection.sentence
    assert referee.table.outcome is not None
    assert "forfeited" in referee.table.outcome.reason
    assert player.usage.rejected == {"transport": 1}
    assert len(server.bodies) == 2


def test_a_failed_transport_is_raised_as_a_violation() -> None:
    with serving(status(404)) as server:
        players: list[Any] = [ChatPlayer("some-model", server.url), last]
        with pytest.raises(PlayerViolation, match=r"in 1 attempt\. attempt 1: no answer \(transport:"):
            Referee(ludex.game("automation").new(2, seed=1), players).play()


def test_a_time_limit_of_the_referee_cancels_the_request() -> None:
    table = ludex.game("automation").new(2, seed=1, turn_limit=1)
    with serving(hang, "end phase") as server:
        player = ChatPlayer("some-model", server.url, "model")
        referee = Referee(table, [player, last], time_limit=[0.4, None], max_retries=5, on_violation="forfeit")
        asyncio.run(referee.play_async())
    assert not referee.violations
    assert table.engine.retries[0][2].rejection.code == "timeout"
    assert player.usage.rejected == {"timeout": 1}


def test_many_games_wait_for_their_models_at_the_same_time() -> None:
    """Forty games, each of whose models answers only when all forty have asked."""
    games, waiting, everyone = 40, 0, asyncio.Event()

    async def send(body: bytes) -> Completion:
        nonlocal waiting
        waiting += 1
        if waiting == games:
            everyone.set()
        await asyncio.wait_for(everyone.wait(), 60)
        return Completion("end phase")

    async def play_all() -> None:
        tables = [ludex.game("automation").new(2, seed=seed, turn_limit=1) for seed in range(games)]
        players = [ChatPlayer("some-model", "http://127.0.0.1:1/v1", send=send) for _ in tables]
        pairs = zip(tables, players, strict=True)
        await asyncio.gather(*(Referee(table, [player, last]).play_async() for table, player in pairs))

    asyncio.run(play_all())
    assert waiting >= games


def test_hundreds_of_requests_run_at_once() -> None:
    together = 100

    def slow(handler: Any) -> None:
        if len(handler.server.bodies) == together:
            handler.server.over.set()
        handler.server.over.wait(30)
        handler.complete("bid 17")

    async def ask_all(player: ChatPlayer) -> list[Any]:
        return await asyncio.gather(*(player.decide(auction().request(1)) for _ in range(together)))

    with serving(slow) as server:
        server.request_queue_size = together
        server.socket.listen(together)
        moves = asyncio.run(ask_all(ChatPlayer("some-model", server.url)))
    assert {str(move) for move in moves} == {"bid 17"}


# --- keys


def test_the_key_is_in_no_output(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    """The endpoint repeats the key wherever it can: in answers, in errors, in redirects."""
    caplog.set_level(logging.DEBUG)
    answers: list[Answer] = [f"Notes: {KEY}\nMove: {KEY}", f"Move: sell {KEY}", "end phase", status(400, f"bad {KEY}")]
    referee, player, server = game_of(answers)
    told = [
        caplog.text,
        *capsys.readouterr(),
        repr(player),
        repr(vars(player)),
        repr(player.endpoint),
        repr(referee),
        str(referee.violations),
        repr(referee.tracebacks),
        str(pickle.dumps(player)),
        referee.table.history.to_json(),
        json.dumps(server.bodies),
        str(referee.table.outcome),
    ]
    assert "[key]" in json.dumps(server.bodies)
    assert all(KEY not in text for text in told)
    redirect, _, _ = failure(status(302, Location=f"http://127.0.0.1/{KEY}"))
    assert KEY not in redirect


def test_a_player_may_have_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "sk-another-key")
    _, _, server = answer("bid 17", key="OTHER_KEY")
    assert server.headers[0]["authorization"] == "Bearer sk-another-key"
    _, _, server = answer("bid 17", key="none")
    assert "authorization" not in server.headers[0]
    with pytest.raises(BadSetting, match="no key named MISSING_KEY"):
        ChatPlayer("some-model", "https://example.org/v1", key="MISSING_KEY")


def test_a_key_is_sent_only_over_an_encrypted_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetting, match="without encryption"):
        ChatPlayer("some-model", "http://example.org/v1")
    assert ChatPlayer("some-model", "http://example.org/v1", key="none").settings.key == "none"
    assert ChatPlayer("some-model", "https://example.org/v1").settings.key == "LUDEX_CHAT_KEY"
    monkeypatch.setenv("LUDEX_CHAT_KEY", "sk-secret\nX-Evil: 1")
    with pytest.raises(BadSetting, match="printable ASCII") as caught:
        ChatPlayer("some-model", "https://example.org/v1")
    assert "secret" not in str(caught.value)


# --- names


def test_a_model_is_named_with_its_settings() -> None:
    name = "chat:org/model:8b@http://127.0.0.1:11434/v1#temperature=0.2:seed=7:options=off:notes=off:attempts=8"
    player = make_player(ludex.game("automation"), name)
    assert isinstance(player, ChatPlayer)
    assert (player.name, player.model, player.attempts) == (name, "org/model:8b", 8)
    assert player.settings.temperature == 0.2
    assert not player.settings.options
    assert not player.settings.notes
    assert read_players(f"{name},random*2") == [name, "random", "random"]
    assert is_player(ludex.game("automation"), name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("chat:", "expected chat:MODEL@URL"),
        ("chat:model", "expected chat:MODEL@URL"),
        ("chat:model@ftp://x", "expected chat:MODEL@URL"),
        ("chat:@http://x/v1", "expected chat:MODEL@URL"),
        ("chat:model@http://", "expected chat:MODEL@URL"),
        ("chat:model@http://x:99999/v1", "is not the address of an endpoint"),
        ("chat:model@http://me:secret@127.0.0.1/v1", "contains a password"),
        ("chat:model@http://127.0.0.1/v1#temperature=hot", "temperature"),
        ("chat:model@http://127.0.0.1/v1#attempts=0", "attempts"),
        ("chat:model@http://127.0.0.1/v1#colour=red", "Settings are temperature"),
        ("chat:model@http://127.0.0.1/v1#seed", "expected NAME=VALUE"),
        ("chat:model@http://127.0.0.1/v1#seed=1:seed=2", "each name once"),
    ],
)
def test_a_bad_name_is_explained(name: str, told: str) -> None:
    with pytest.raises(UnknownPlayer, match=told):
        make_player(ludex.game("automation"), name)
    assert not is_player(ludex.game("automation"), name)


def test_the_online_table_seats_no_model_that_a_client_names() -> None:
    with pytest.raises(Refused):
        expect_bot(ludex.game("automation"), "chat:model@http://127.0.0.1:1/v1")


@pytest.mark.parametrize("command", ["play", "arena"])
def test_models_play_where_players_are_named(run: Any, command: str, tmp_path: Any) -> None:
    with serving("Move: end phase") as server:
        name = f"chat:some-model@{server.url}"
        more = {"play": ("--seed", "1"), "arena": ("--games", "2", "--cores", "1")}[command]
        code, out, err = run(command, "automation", "--players", f"{name},first", "-s", "turn_limit=1", *more)
    assert code == 0, err
    assert "Traceback" not in out + err
    assert KEY not in out + err
    assert server.bodies


def test_models_play_in_simulations() -> None:
    with serving("no idea", "Move: end phase") as server:
        players = [f"chat:some-model@{server.url}#attempts=2", "first"]
        result = simulate("automation", players, 1, seed=1, cores=1, settings={"turn_limit": 1})
    assert result.games == 1
    assert not result.faults
    assert len(server.bodies) > 2
