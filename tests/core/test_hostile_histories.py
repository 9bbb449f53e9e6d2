"""Histories made to do harm: refused at once, with a short sentence, without using much memory."""

from __future__ import annotations

import copy
import json
import re
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex import BadHistory, BadSetting, History, game
from ludex.core.language.names import LONGEST_NAME
from ludex.core.play.history import MOST_RETRIES

from .tiny import Cards

GAME = Cards()
SOON = 20.0
"""Processor seconds after which a refusal has failed. Most take a ten-thousandth of it, also on a busy machine."""
SHORT = 1_000
"""Characters that a sentence may have."""


def fields(**changed: Any) -> dict[str, Any]:
    table = GAME.new(2, seed=1, players=["Ann", "Bob"])
    for step in ("draw", "stake 4", "keep"):
        table.play(table.waiting[0], step)
    return {**json.loads(table.history.to_json()), **changed}


def refuse(text: str | bytes) -> str:
    """Return the sentence with which a text is refused, soon and shortly."""
    started = time.process_time()
    tracemalloc.start()
    try:
        with pytest.raises(BadHistory) as refused:
            History.from_json(text).verify(GAME)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.process_time() - started < SOON + len(text) / 2e6
    assert most < 20e6 + 8 * len(text)
    sentence = str(refused.value)
    assert 0 < len(sentence) <= SHORT
    assert refused.value.__suppress_context__ or refused.value.__context__ is None
    return sentence


RETRY = {"after": 1, "seat": 1, "attempt": {"number": 1, "answer": "x", "rejection": {"code": "c", "sentence": "s"}}}
SEED = "ab" * 65

HOSTILE: dict[str, tuple[Callable[[], Any], str]] = {
    "a hundred billion seats": (lambda: fields(seats=10**11), "seats"),
    "as many seats and no players": (lambda: fields(seats=10**11, players=[]), "seats"),
    "sixty seats and no players": (lambda: fields(seats=60, players=[]), "cards is for 2 to 3 seats, not 60"),
    "a number of seats without end": (lambda: fields(seats=int("9" * 4_000)), "seats"),
    "negative seats": (lambda: fields(seats=-1), "seats"),
    "half a seat": (lambda: fields(seats=2.5), "seats"),
    "a long seed": (lambda: fields(seed=SEED), "`str` of length <= 128|65 bytes"),
    "a seed of 64 bytes": (lambda: fields(seed="ab" * 64), "the seed has 64 bytes: expected 32"),
    "an empty seed": (lambda: fields(seed=""), "the seed has 0 bytes"),
    "a seed of a megabyte": (lambda: fields(seed="ab" * 500_000), "seed"),
    "deep settings": (lambda: fields(settings=nested(900)), "deep"),
    "very deep settings": (lambda: raw(settings="[" * 100_000 + "]" * 100_000), "more than 50 deep"),
    "a deep definition": (lambda: fields(definition=nested(300)), "deep"),
    "a deep position": (
        lambda: fields(position={"game": "cards", "seats": 2, "state": {"card": nested(300)}}),
        "deep",
    ),
    "deep nonsense": (lambda: "[" * 1_000_000, "Expected `object`, got `array`"),
    "deep objects": (lambda: '{"a":' * 100_000, "a"),
    "fake retries": (lambda: fields(retries=[RETRY] * 300_000), f"length <= {MOST_RETRIES}"),
    "players that are numbers": (lambda: fields(players=[1, 2]), "players"),
    "players that are lists": (lambda: fields(players=[["Ann"], ["Bob"]]), "players"),
    "players that are nothing": (lambda: fields(players=[None, None]), "players"),
    "players that are an object": (lambda: fields(players={"0": "Ann", "1": "Bob"}), "players"),
    "players that are a text": (lambda: fields(players="AB"), "players"),
    "a player of a megabyte": (lambda: fields(players=["A" * 10**6, "Bob"]), f"length <= {LONGEST_NAME}"),
    "a player with half a character": (lambda: raw(players='["\\ud800", "Bob"]'), "not a Ludex history"),
    "a player that clears the screen": (lambda: fields(players=["\x1b[2J", "Bob"]), "printable"),
    "a hundred thousand players": (lambda: fields(players=["A"] * 100_000), "length <= 64"),
    "a move of a megabyte": (lambda: fields(moves=[{"seat": 0, "move": "x" * 10**6, "digest": ""}]), "length <= 1000"),
    "a move that is a number": (lambda: fields(moves=[{"seat": 0, "move": 7, "digest": ""}]), "move"),
    "a move by seat 10**30": (lambda: fields(moves=[{"seat": 10**30, "move": "draw", "digest": ""}]), "seat"),
    "a take without end": (
        lambda: fields(moves=[{"seat": 0, "move": "draw", "digest": "", "take": 10**25}]),
        "take",
    ),
    "more moves than a game has": (
        lambda: fields(moves=[{"seat": 0, "move": "draw", "digest": ""}] * 100_001),
        "100,001 moves, but a game of cards takes at most",
    ),
    "takes of negative moves": (lambda: fields(takes={"-3": 1}), "takes"),
    "an outcome of a megabyte": (
        lambda: fields(outcome={"scores": [1] * 10**5, "ranks": [], "winners": [], "reason": "x" * 10**6}),
        "claims the outcome",
    ),
    "a game of a megabyte": (lambda: fields(game="x" * 10**6), "game"),
    "another game": (lambda: fields(game="../../etc/passwd"), "passwd"),
    "a version of a megabyte": (lambda: fields(version="9" * 10**6), "version"),
    "a commitment of a megabyte": (lambda: fields(commitment="0" * 10**6), "commitment"),
    "entropy of a megabyte": (lambda: fields(entropy=["ab" * 500_000, None]), "entropy"),
    "entropy of a hundred thousand seats": (lambda: fields(entropy=[None] * 100_000), "entropy"),
    "a forfeit of a megabyte": (lambda: fields(forfeit={"seat": 10**12, "why": "x" * 10**6}), "forfeit"),
    "a hundred thousand renewals": (
        lambda: fields(renewals=[{"after": 0, "commitment": "", "seed": ""}] * 100_000),
        "renewals",
    ),
    "settings with a number without end": (lambda: raw(settings='{"length": ' + "9" * 5_000 + "}"), "."),
    "settings of a megabyte": (lambda: fields(settings={"x" * 10**6: 1}), "no setting"),
    "a definition that defines nothing": (lambda: fields(definition={"a": [1] * 1_000}), "."),
    "a position of other seats": (lambda: fields(position={"game": "cards", "seats": 10**11}), "seats"),
    "a position that is not one": (
        lambda: fields(position={"game": "cards", "seats": 2, "state": {"card": [[]], "turn": "x" * 10**6}}),
        "such a table cannot exist",
    ),
    "not a number": (lambda: raw(seats="NaN"), "not a Ludex history"),
    "the same field twice": (lambda: raw(seats='10, "seats": 100000000000'), "seats"),
    "empty": (lambda: "", "not a Ludex history"),
    "zeros": (lambda: "\0" * 1_000_000, "not a Ludex history"),
    "a long number": (lambda: "9" * 1_000_000, "not a Ludex history"),
    "a long text": (lambda: json.dumps("x" * 5_000_000), "not a Ludex history"),
}


def nested(depth: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return {"length": value}


def raw(**replaced: str) -> str:
    """Return a history as text, with some values written as given."""
    text = json.dumps({name: value for name, value in fields().items() if name not in replaced})
    return "{" + "".join(f'"{name}": {value}, ' for name, value in replaced.items()) + text[1:]


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_history_is_refused_at_once_with_a_short_sentence(case: str) -> None:
    made, why = HOSTILE[case]
    value = made()
    text = value if isinstance(value, str) else json.dumps(value)
    assert re.search(why, refuse(text)), refuse(text)


def test_a_text_larger_than_any_history_is_not_even_read() -> None:
    assert "more than 64,000,000 bytes" in refuse(" " * 64_000_001)


# --- at the table itself


@pytest.mark.parametrize(
    "players",
    [
        [1, 2],
        [None, None],
        [b"Ann", b"Bob"],
        ["A" * 201, "Bob"],
        ["\ud800", "Bob"],
        ["\x1b[2J", "Bob"],
        [["Ann"], "Bob"],
    ],
)
def test_a_player_whose_name_is_not_a_text_does_not_sit_down(players: Any) -> None:
    with pytest.raises(BadSetting, match=r"is not a player's name|expected the names of the players"):
        GAME.new(2, players=players)


def test_a_table_for_a_hundred_billion_seats_is_refused_at_once() -> None:
    with pytest.raises(BadSetting, match="cards is for 2 to 3 seats, not 100000000000"):
        GAME.new(10**11)


@pytest.mark.parametrize("seed", ["\ud800", 10**5_000], ids=["half a character", "a long number"])
def test_a_seed_that_cannot_be_written_is_refused(seed: Any) -> None:
    with pytest.raises(BadSetting, match="seed"):
        GAME.new(2, seed=seed)


# --- anything else

JUNK = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([-1, 0, 1, 2**31, 2**63, 2**64, 10**11, 10**400]),
        st.floats(),
        st.text(max_size=30),
        st.sampled_from(["", "draw", "cards", "automation", "ab" * 32, "\x00", "x" * 2_000]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["seat", "move", "digest", "game", "seats", "length", "0"]), inner, max_size=4),
    ),
    max_leaves=12,
)
AUTOMATION = json.loads(game("automation").new(2, seed=1).history.to_json())
SPADES = json.loads(game("spades").new(4, seed=1).history.to_json())
BRANCH = json.loads(GAME.new(2, seed=1).branch().history.to_json())
POSITION = json.loads(GAME.position(GAME.new(2, seed=1).position()).history.to_json())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([fields(), BRANCH, POSITION, AUTOMATION, SPADES]), st.data())
def test_whatever_is_changed_in_a_history_it_is_read_or_refused(original: dict[str, Any], data: st.DataObject) -> None:
    """Never another error than `BadHistory`, wherever the junk is put."""
    history = copy.deepcopy(original)
    for _ in range(data.draw(st.integers(1, 3))):
        place: Any = history
        key: Any = None
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = data.draw(st.sampled_from(keys))
            if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
                break
            place = place[key]
        place[key] = data.draw(JUNK)
    started = time.process_time()
    try:
        History.from_json(json.dumps(history)).verify()
    except BadHistory as error:
        assert len(str(error)) <= SHORT  # noqa: PT017  (an unchanged history is read, and that is fine)
    assert time.process_time() - started < 5 * SOON


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200), JUNK.map(json.dumps)))
def test_whatever_is_given_as_a_history_is_refused(text: Any) -> None:
    with pytest.raises(BadHistory):
        History.from_json(text).verify()
