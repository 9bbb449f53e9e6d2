"""Turn notices of persons: by Web Push, e-mail and webhook, each once, in words that the seat may know."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from ludex.table.room.log import Log
from ludex.table.server import notices
from ludex.table.server.notice_words import WORDS, Language
from ludex.table.server.turns import THINKING, WAIT
from tests.table.house import House, Made
from tests.table.noticed import SITE, Outside, seated
from tests.table.persons import Browser

pytestmark = pytest.mark.anyio

DAY = 24 * 3600.0


async def game(house: House, ann: Browser, bo: Browser, **more: Any) -> Made:
    """A game of two persons, in which Ann is asked first."""
    table = await house.make("automation", people=2, bots=0, **more)
    await seated(ann, table, 0, "Ann")
    await seated(bo, table, 1, "Bo")
    return table


async def end_turn(table: Made, seat: int) -> None:
    """Let a seat pass its turn on."""
    while table.room.state.waiting == (seat,):
        options = (await table.state(seat))["options"]
        last = [one for one in options if one.get("type") in ("EndPhase", "end-phase", "End")] or options
        assert (await table.move(seat, last[-1])).status_code == 200


async def test_each_turn_is_told_once_by_every_way_that_is_set_up(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo)
    keys = await out.subscribe(bo)
    await out.confirm(bo, "bo@example.org")
    await out.choose(bo, url=out.hook.url)
    await out.deliver()
    await end_turn(table, 0)
    assert await out.deliver() == 3
    title = table.room.state.game.title
    text = f"Bo, it is your turn in {title}."
    assert out.pushed(keys) == [
        {"title": f"Your turn: {title}", "body": text, "path": f"tables/{table.id}", "lang": "en"}
    ]
    mail = out.mail.messages[-1]
    assert (mail["To"], mail["Subject"]) == ("bo@example.org", f"Your turn: {title}")
    assert text in mail.get_content()
    assert f"{SITE}/tables/{table.id}" in mail.get_content()
    (hook,) = out.hook.heard
    told = msgspec.json.decode(hook.partition(b"\r\n\r\n")[2])
    assert told == {"table": table.id, "game": "automation", "seat": 1, "name": "Bo", "text": text}
    out.house.clock.advance(100)
    await out.house.server.sweep()
    assert await out.deliver() == 0
    assert len(out.push.taken) == 1


async def test_a_message_names_what_happened_since_the_last_move_as_the_seat_may_know_it(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await out.house.make("spades", people=2, bots=2)
    await seated(ann, table, 0, "Ann")
    await seated(bo, table, 1, "Bo")
    await out.confirm(ann)
    state = table.room.state
    while state.waiting != (0,) or len(state.movers) < 8 or state.movers[-1] == 0:  # others have played since
        if state.waiting in ((0,), (1,)):
            assert (await table.move(state.waiting[0])).status_code == 200
        await out.house.pass_time(1)
    lines, _ = Log(table.room.state).since_last_move(0, 99)
    assert lines
    await out.deliver()
    text = out.mail.messages[-1].get_content()
    assert all(f"- {line}" in text.replace("\r\n", "\n") for line in lines)
    assert "Now: " in text
    assert state.table is not None
    others = {str(card) for seat in (1, 2, 3) for card in state.table.view(seat).hand} - {
        str(card) for card in state.table.view(0).hand
    }
    played = " ".join(lines)
    assert not [card for card in others if f" {card}" in text and card not in played], "no card of another hand"


async def test_nobody_who_is_at_the_table_is_called_until_they_think_for_long(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    line = await bo.line(table)
    await line.state()
    await end_turn(table, 0)
    await out.house.server.sweep()
    assert await out.deliver() == 0
    out.house.clock.advance(THINKING + 1)
    await out.house.server.sweep()
    await out.deliver()
    assert len(out.push.taken) == 1
    await line.close()


async def test_a_person_who_leaves_the_page_with_a_question_open_is_called_even_if_the_table_sleeps(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    line = await bo.line(table)
    await line.state()
    await end_turn(table, 0)
    await line.close()
    out.house.clock.advance(60)
    await out.house.server.sweep()
    assert table.id not in out.house.server.rooms
    assert await out.deliver() == 0
    out.house.clock.advance(THINKING)
    await out.deliver()
    assert len(out.push.taken) == 1


async def test_a_turn_that_was_answered_meanwhile_is_not_told(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    await end_turn(table, 0)
    await end_turn(table, 1)
    await out.deliver()
    assert out.push.taken == []


async def test_a_table_can_have_other_ways_than_all_the_others(out: Outside, ann: Browser, bo: Browser) -> None:
    one, two = await game(out.house, ann, bo), await game(out.house, ann, bo)
    keys = await out.subscribe(bo)
    chosen = {"ways": {"push": False, "mail": True, "webhook": True}}
    answer = await bo.post(f"/api/me/notices/tables/{one.id}", chosen, method="PUT")
    assert answer.json()["table"] == chosen["ways"]
    for table in (one, two):
        await end_turn(table, 0)
    await out.deliver()
    assert [told["path"] for told in out.pushed(keys)] == [f"tables/{two.id}"]
    await bo.post(f"/api/me/notices/tables/{one.id}", {"ways": None}, method="PUT")
    assert (await bo.get(f"/api/me/notices?table={one.id}")).json()["table"] is None
    await out.choose(bo, ways={"push": False})
    await end_turn(two, 1)
    await end_turn(two, 0)
    await out.deliver()
    assert len(out.push.taken) == 1


async def test_in_quiet_hours_nothing_is_sent_until_they_end(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    hour = int(out.house.clock.now() % DAY // 3600)
    quiet = {"start": hour * 60, "end": (hour + 3) % 24 * 60, "zone": "UTC"}
    await out.choose(bo, quiet=quiet)
    await end_turn(table, 0)
    assert await out.deliver() == 0
    out.house.clock.advance(3600)
    assert await out.deliver() == 0
    out.house.clock.advance(2 * 3600)
    await out.deliver()
    assert len(out.push.taken) == 1


async def test_a_reminder_comes_before_the_deadline_once_and_only_if_it_is_needed(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo, clock={"per_move": DAY})
    keys = await out.subscribe(bo)
    await out.choose(bo, remind=2 * 3600)
    await end_turn(table, 0)
    await out.deliver()
    out.house.clock.advance(20 * 3600)
    assert await out.deliver() == 0
    out.house.clock.advance(2 * 3600 + 60)
    await out.deliver()
    title = table.room.state.game.title
    assert [told["title"] for told in out.pushed(keys)] == [f"Your turn: {title}", f"Time is running out: {title}"]
    assert out.pushed(keys)[1]["body"] == f"Bo, you have 119 minutes left for your move in {title}."
    await end_turn(table, 1)
    await end_turn(table, 0)
    await out.deliver()
    await end_turn(table, 1)
    out.house.clock.advance(DAY)
    await out.deliver()
    assert len(out.push.taken) == 3, "there is no reminder of a move that was made"


async def test_a_reminder_waits_if_the_deadline_was_moved(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo, clock={"per_move": DAY})
    keys = await out.subscribe(bo)
    await end_turn(table, 0)
    await out.deliver()
    for browser, seat in ((ann, 0), (bo, 1)):
        line = await table.line(seat)
        message = {"what": "extension"} if seat == 0 else {"offer": 1, "yes": True}
        assert (await line.answer("offer" if seat == 0 else "answer", **message))["type"] == "done", browser
        await line.close()
    out.house.clock.advance(DAY - 1800)
    await out.deliver()
    assert len(out.pushed(keys)) == 1, "there is a day more"
    out.house.clock.advance(DAY)
    await out.deliver()
    assert len(out.pushed(keys)) == 2


async def test_a_paused_game_calls_nobody_before_it_is_resumed(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    await end_turn(table, 0)
    for seat, message in ((0, {"what": "pause"}), (1, {"offer": 1, "yes": True})):
        line = await table.line(seat)
        assert (await line.answer("answer" if seat else "offer", **message))["type"] == "done"
        await line.close()
    assert table.room.state.paused
    assert await out.deliver() == 0
    line = await table.line(0)
    await line.answer("offer", what="resume")
    other = await table.line(1)
    await other.answer("answer", offer=2, yes=True)
    for one in (line, other):
        await one.close()
    out.house.clock.advance(WAIT + 1)
    await out.deliver()
    assert len(out.push.taken) == 1


@pytest.mark.parametrize("status", [b"404 Not Found", b"410 Gone"])
async def test_a_subscription_that_has_ended_is_removed(out: Outside, ann: Browser, bo: Browser, status: bytes) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo, "/old")
    keys = await out.subscribe(bo, "/new")
    out.push.answers["/old"] = b"HTTP/1.1 %b\r\n\r\n" % status
    await end_turn(table, 0)
    await out.deliver()
    assert [path for path, _, _ in out.push.taken].count("/old") == 1
    assert len(out.pushed(keys)) == 1
    assert len((await bo.get("/api/me/notices")).json()["devices"]) == 1
    out.house.clock.advance(100_000)
    assert await out.deliver() == 0


async def test_a_push_service_that_fails_is_tried_again_with_the_same_topic(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    out.push.answers["/ann"] = b"HTTP/1.1 503 Busy\r\n\r\n"
    await end_turn(table, 0)
    await out.deliver()
    out.push.answers.clear()
    out.house.clock.advance(100)
    assert await out.deliver() == 1
    topics = [headers["topic"] for _, headers, _ in out.push.taken]
    assert len(topics) == 2
    assert len(set(topics)) == 1
    assert len(topics[0]) == 32


async def test_a_device_that_was_signed_out_is_sent_nothing(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    for device in await out.house.server.persons.devices(await bo.mark()):
        await out.house.server.persons.sign_out(await bo.mark(), device.id)
    await end_turn(table, 0)
    await out.deliver()
    assert out.push.taken == []


async def test_a_seat_that_changed_hands_calls_its_new_player_only(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo, public=True)
    await out.subscribe(bo)
    await end_turn(table, 0)
    line = await table.line(1)
    assert (await line.answer("leave"))["type"] == "done"
    await line.close()
    async with Browser(out.house) as cem:
        answer = await cem.post(f"/api/tables/{table.id}/seats", {"name": "Cem", "seat": 1})
        assert answer.status_code == 201
        keys = await out.subscribe(cem, "/cem")
    assert await out.deliver() == 0
    out.house.clock.advance(THINKING)
    await out.house.server.sweep()
    await out.deliver()
    assert [path for path, _, _ in out.push.taken] == ["/cem"]
    assert "Cem" in out.pushed(keys)[0]["body"]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"SSH-2.0\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
        b"HTTP/1.1 103 Early\r\n\r\n" * 20,
        b"HTTP/1.1 429 Too many\r\n\r\n",
        b"HTTP/1.1 500 No\r\n\r\n" + b"x" * 1_000_000,
        b"x" * 1_000_000,
    ],
)
async def test_an_endpoint_that_misbehaves_costs_a_try_and_delays_no_other(
    out: Outside, ann: Browser, bo: Browser, answer: bytes
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo, "/bad")
    keys = await out.subscribe(bo, "/good")
    out.push.answers["/bad"] = answer
    await end_turn(table, 0)
    await out.deliver()
    assert len(out.pushed(keys)) == 1
    assert [path for path, _, _ in out.push.taken].count("/bad") == 1
    out.house.clock.advance(6)
    (again,) = await out.house.server.store.claim(out.house.clock.now(), 10)
    assert again.tries == 1


async def test_a_slow_endpoint_is_given_up(
    out: Outside, ann: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "PATIENCE", 0.3)
    table = await game(out.house, ann, bo)
    out.hook.drips = True
    await out.choose(bo, url=out.hook.url)
    await end_turn(table, 0)
    await out.deliver()
    assert out.hook.connections == 1
    out.house.clock.advance(6)
    assert [one.tries for one in await out.house.server.store.claim(out.house.clock.now(), 10)] == [1]


async def test_a_player_who_sat_down_long_ago_is_asked_whether_they_are_ready_and_then_for_their_move(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await out.house.make("automation", people=2, bots=0, clock={"per_move": DAY})
    await seated(ann, table, 0, "Ann")
    keys = await out.subscribe(ann)
    await out.confirm(ann)
    await out.choose(ann, url=out.hook.url, remind=3600)
    out.house.clock.advance(2 * DAY)
    assert await out.deliver() == 0
    await seated(bo, table, 1, "Bo")
    await out.deliver()
    title = table.room.state.game.title
    text = f"Ann, all seats of {title} are taken. Say that you are ready, or your seat is free again in 24 hours."
    assert [(told["title"], told["body"]) for told in out.pushed(keys)] == [(f"Are you ready? {title}", text)]
    assert out.mail.messages[-1]["Subject"] == f"Are you ready? {title}"
    assert text in " ".join(out.mail.messages[-1].get_content().split())
    assert text.encode() in out.hook.heard[-1]
    out.house.clock.advance(23 * 3600 + 60)
    await out.deliver()
    assert "59 minutes" in out.pushed(keys)[-1]["body"], "a reminder before the seat is free again"
    line = await table.line(0)
    assert (await line.answer("ready"))["type"] == "done"
    await line.close()
    await end_turn(table, 0)
    await end_turn(table, 1)
    await out.deliver()
    assert [told["title"] for told in out.pushed(keys)][2:] == [f"Your turn: {title}"]


async def test_a_player_whose_seat_is_free_again_is_not_asked_any_longer(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await out.house.make("automation", people=2, bots=0, clock={"per_move": DAY})
    await seated(ann, table, 0, "Ann")
    keys = await out.subscribe(ann)
    await out.choose(ann, remind=0, quiet={"start": 0, "end": 1439})
    out.house.clock.advance(2 * DAY)
    await seated(bo, table, 1, "Bo")
    await out.deliver()
    await out.house.pass_time(DAY + 60, step=3600)
    assert not table.room.state.seats[0].sat
    await out.choose(ann)
    await out.deliver()
    assert out.pushed(keys) == []


@pytest.mark.parametrize("language", [code for code in WORDS if code != "en"])
async def test_notices_are_written_in_the_language_of_the_person(
    out: Outside, ann: Browser, bo: Browser, language: Language
) -> None:
    await out.choose(bo, language=language)
    table = await game(out.house, ann, bo, clock={"per_move": DAY})
    keys = await out.subscribe(bo)
    await out.choose(bo, language=language)
    await bo.post("/api/me/notices/address", {"address": "bo@example.org"}, method="PUT")
    await out.deliver()
    words, english = WORDS[language], WORDS["en"]
    assert out.mail.messages[-1]["Subject"] == words.confirm_title != english.confirm_title
    (link,) = [word for word in out.mail.messages[-1].get_content().split() if "/mail/confirm/" in word]
    assert (await out.house.http.post(link.removeprefix(SITE))).status_code == 200
    await end_turn(table, 0)
    await out.deliver()
    title = table.room.state.game.title
    (told,) = out.pushed(keys)
    assert told["lang"] == language
    assert told["title"] == words.turn_title.format(game=title)
    assert told["body"] == words.turn.format(name="Bo", game=title)
    letter = out.mail.messages[-1].get_content()
    for sentence in (words.turn.format(name="Bo", game=title), words.left.format(time=words.span(DAY))):
        assert sentence in letter
    assert "Stop them" not in letter
    assert f"{SITE}/mail/stop/" in letter


def test_every_language_says_everything_and_puts_in_the_same() -> None:
    fields = re.compile(r"{\w+}")
    for words in WORDS.values():
        for name in words.__struct_fields__:
            said, english = str(getattr(words, name)), str(getattr(WORDS["en"], name))
            assert said.strip()
            assert sorted(fields.findall(said)) == sorted(fields.findall(english)), (words.name, name)
            assert (said != english) or words is WORDS["en"] or name in ("minute",), (words.name, name)
