"""Histories: readable JSON that replays to any move, and is refused with the reason if anything is wrong with it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex import BadHistory, History, LudexError, Outcome, Referee, Table, commitment, secret_seed
from ludex.core.language.settings import settings_in_digest
from ludex.core.play.frozen import freeze, thaw
from tests.typed import not_none

from .sealed import Bid, Sealed
from .tiny import Cards, Keep, Stake

GAME = Cards()
STEPS = ("draw", "stake 4", "peek seat 1", "keep", "draw", "stake 2")


def played(steps: Sequence[str] = STEPS, **settings: Any) -> Table:
    table = GAME.new(2, seed=1, players=["Ann", "Bob"], **settings)
    for step in steps:
        table.play(table.waiting[0], step)
    return table


@pytest.fixture
def history() -> History:
    return played().history


def changed(history: History, **fields: Any) -> History:
    return msgspec.structs.replace(history, **fields)


def with_move(history: History, number: int, **fields: Any) -> History:
    moves = list(history.moves)
    moves[number] = msgspec.structs.replace(moves[number], **fields)
    return changed(history, moves=tuple(moves))


@settings(max_examples=40)
@given(st.integers(), st.integers(2, 3), st.lists(st.sampled_from(["draw", "keep", "stake 1", "undo"]), max_size=12))
def test_every_history_survives_json_and_replays(seed: int, seats: int, steps: list[str]) -> None:
    table = GAME.new(seats, seed=seed, length=20)
    for step in steps:
        if step == "undo" and table.played:
            table.undo(agreed=range(seats))
        elif step != "undo":
            table.play(table.waiting[0], step)
    history = History.from_json(table.history.to_json())
    assert history == table.history
    again = history.verify(GAME)
    assert again.digest == table.digest
    assert again.engine.record_in_full().tobytes() == table.engine.record_in_full().tobytes()
    assert again.history == history


@settings(max_examples=40)
@given(st.integers(), st.lists(st.sampled_from(["draw", "keep", "stake 1", "undo", "freeze"]), max_size=14))
def test_a_digest_is_the_same_whether_it_is_read_after_its_move_or_much_later(seed: int, steps: list[str]) -> None:
    at_once, later = tables = [GAME.new(2, seed=seed, length=20) for _ in range(2)]
    digests = [at_once.digest]
    for step in steps:
        for table in tables:
            if step == "freeze":
                thaw(table, freeze(table))
            elif step != "undo":
                table.play(table.waiting[0], step)
            elif table.played:
                table.undo(agreed=range(2))
        digests = [*digests[: len(at_once.played)], at_once.digest]
    middle = len(digests) // 2
    assert later.branch(middle).digest == digests[middle]
    assert [played.digest for played in later.played] == digests[1:]
    assert later.digest == digests[-1]


def test_a_request_keeps_its_digest_when_the_moves_before_it_are_taken_back() -> None:
    early, late = (GAME.new(2, seed=1) for _ in range(2))
    digests = [early.digest]
    for step in STEPS[:4]:
        early.play(early.waiting[0], step)
        digests.append(early.digest)
    requests = [late.request(late.waiting[0])]
    for step in STEPS[:4]:
        late.play(late.waiting[0], step)
        requests.append(late.request(late.waiting[0]))
    for _ in range(3):
        late.undo(agreed=range(2))
    late.play(late.waiting[0], "keep")
    assert [request.digest for request in requests] == digests


def test_a_history_is_readable_json_with_one_move_a_line(history: History) -> None:
    text = history.to_json()
    data = json.loads(text)
    assert data["game"] == "cards"
    assert data["ludex"] == 2
    assert data["players"] == ["Ann", "Bob"]
    assert data["settings"] == {"length": 6}
    assert [entry["move"] for entry in data["moves"]] == list(STEPS)
    for step in STEPS:
        assert sum(f'"move": "{step}"' in line for line in text.splitlines()) == STEPS.count(step)
    assert text.endswith("}\n")


def test_a_history_replays_to_any_move() -> None:
    table = played()
    digests = [table.engine.start_digest, *(move.digest for move in table.played)]
    for at, digest in enumerate(digests):
        replayed = table.history.replay(at, GAME)
        assert replayed.digest == digest
        assert len(replayed.played) == at
    assert table.history.replay(game=GAME).outcome == table.outcome


def test_a_replayed_table_can_be_played_on(history: History) -> None:
    table = history.replay(3, GAME)
    table.play(1, "stake 1")
    assert table.history.verify(GAME).digest == table.digest


@pytest.mark.parametrize("at", [-1, 7, 100])
def test_a_move_that_is_not_there_is_refused(history: History, at: int) -> None:
    with pytest.raises(BadHistory, match=f"there is no move {at}: the history has moves 0 to 6"):
        history.replay(at, GAME)


def test_a_history_finds_its_game_by_name() -> None:
    import ludex

    table = ludex.game("automation").new(2, seed=1)
    assert table.history.replay().engine.start_digest == table.engine.start_digest


# --- refused, with the reason

REFUSED: dict[str, tuple[Callable[[History], History], str]] = {
    "another game": (lambda h: changed(h, game="chess"), "history of 'chess', not of 'cards'"),
    "another version": (lambda h: changed(h, version="2"), "version 2 of the rules of cards; version 1 is installed"),
    "no seed yet": (lambda h: changed(h, seed=None), "no seed yet"),
    "seed not hexadecimal": (lambda h: changed(h, seed="x" * 64), "not hexadecimal"),
    "another seed": (lambda h: changed(h, seed=secret_seed(2).hex()), "the seed does not match the commitment"),
    "another commitment": (lambda h: changed(h, commitment="0" * 64), "the seed does not match the commitment"),
    "another seed with its commitment": (
        lambda h: changed(h, seed=secret_seed(2).hex(), commitment=commitment(secret_seed(2))),
        "do not lead to the start",
    ),
    "a short seed with its commitment": (
        lambda h: changed(h, seed="ab", commitment=commitment(b"\xab")),
        "seed",
    ),
    "another start": (lambda h: changed(h, start="0" * 32), "do not lead to the start"),
    "other players": (lambda h: changed(h, players=("Ann", "Cid")), "do not lead to the start"),
    "no players": (lambda h: changed(h, players=()), "players|start"),
    "fewer players": (lambda h: changed(h, players=("Ann",)), "1 player for 2 seats"),
    "more seats": (lambda h: changed(h, seats=3, players=("Ann", "Bob", "Cid")), "do not lead to the start"),
    "too many seats": (lambda h: changed(h, seats=9), "9"),
    "other settings": (lambda h: changed(h, settings={"length": 7}), "do not lead to the start"),
    "unknown settings": (lambda h: changed(h, settings={"lenght": 6}), "no setting 'lenght'"),
    "bad settings": (lambda h: changed(h, settings={"length": 1_000}), "1000"),
    "settings named like arguments": (lambda h: changed(h, settings={"seats": 3}), "seats"),
    "another move": (lambda h: with_move(h, 1, move="stake 5"), r"after move 2 \('stake 5' by seat 1\) the digest is"),
    "an illegal move": (lambda h: with_move(h, 1, move="stake 19"), r"move 2 \('stake 19' by seat 1\) fails: .*10"),
    "an unreadable move": (lambda h: with_move(h, 1, move="fold"), r"move 2 \('fold' by seat 1\) fails: cannot read"),
    "another seat": (lambda h: with_move(h, 1, seat=0), r"move 2 \('stake 4' by seat 0\) fails"),
    "no such seat": (lambda h: with_move(h, 1, seat=7), r"move 2 .* fails: there is no seat 7"),
    "another digest": (lambda h: with_move(h, 3, digest="0" * 32), "after move 4 .* the history claims 0000"),
    "another take": (lambda h: with_move(h, 0, take=1), "after move 1 .* the digest is"),
    "a move left out": (lambda h: changed(h, moves=h.moves[:2] + h.moves[3:]), "move 3"),
    "a move twice": (lambda h: changed(h, moves=h.moves[:2] + h.moves[1:]), "move 3"),
    "moves exchanged": (lambda h: changed(h, moves=(h.moves[1], h.moves[0], *h.moves[2:])), "move 1"),
    "a move after the end": (lambda h: changed(h, moves=(*h.moves, h.moves[0])), "move 7 .* the game is over"),
    "moves cut off": (lambda h: changed(h, moves=h.moves[:-1]), "claims the outcome"),
    "another outcome": (
        lambda h: changed(h, outcome=msgspec.structs.replace(not_none(h.outcome), winners=(0, 1))),
        "claims the outcome",
    ),
    "no outcome": (lambda h: changed(h, outcome=None), "claims the outcome"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_history_that_was_changed_is_refused_with_the_reason(case: str, history: History) -> None:
    tamper, why = REFUSED[case]
    with pytest.raises(BadHistory, match=why):
        tamper(history).verify(GAME)


def test_a_history_of_nameless_players_names_their_seats_and_is_refused_without() -> None:
    history = GAME.new(2, seed=1).history
    assert history.players == ("seat 0", "seat 1")
    with pytest.raises(BadHistory):
        changed(history, players=()).verify(GAME)


def test_a_history_of_an_unfinished_game_verifies() -> None:
    history = played(STEPS[:3]).history
    assert history.outcome is None
    assert history.verify(GAME).outcome is None


BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "not a Ludex history"),
    "cut off": (played().history.to_json()[:-40], "not a Ludex history"),
    "no JSON": ("ludex", "not a Ludex history"),
    "another thing": ("[1, 2]", "not a Ludex history"),
    "a field missing": ('{"ludex": 1, "game": "cards"}', "missing required field"),
    "not text": (b"\xff\xfe\x00", "not a Ludex history"),
    "another form": (
        played().history.to_json().replace('"ludex": 2', '"ludex": 99'),
        "format 99; this version of Ludex reads format 2",
    ),
    "an unknown field": (played().history.to_json().replace('"game"', '"note": 3, "game"'), "unknown field"),
    "another type": (played().history.to_json().replace('"seats": 2', '"seats": "two"'), "seats"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_file_that_is_no_history_is_refused_with_the_reason(case: str) -> None:
    text, why = BAD_FILES[case]
    with pytest.raises(BadHistory, match=why):
        History.from_json(text)


@given(st.data())
def test_no_change_of_a_single_sign_goes_unnoticed(data: st.DataObject) -> None:
    """Except where nothing depends on it: blanks, and JSON's other spellings of the same value."""
    at = data.draw(st.integers(0, len(TEXT) - 1))
    sign = data.draw(st.sampled_from('0123456789abcdef "{}[],:x'))
    try:
        history = History.from_json(TEXT[:at] + sign + TEXT[at + 1 :])
        same = history == ORIGINAL
        history.verify(GAME)
    except BadHistory:
        return
    assert same


ORIGINAL = played().history
TEXT = ORIGINAL.to_json()


# --- forfeits and retries


def forfeited(**settings: Any) -> Table:
    table = GAME.new(2, seed=1, players=["Ann", "Bob"], **settings)
    table.play(0, "stake 10")
    Referee(
        table, [lambda request: request.options[0], lambda request: None], max_retries=2, on_violation="forfeit"
    ).play()
    return table


def test_a_forfeit_is_in_the_history_and_verified() -> None:
    table = forfeited()
    history = History.from_json(table.history.to_json())
    assert not_none(history.forfeit).seat == 1
    assert not_none(history.outcome).ranks == (1, 2)
    again = history.verify(GAME)
    assert again.outcome == table.outcome
    assert again.waiting == ()
    assert history.replay(0, GAME).outcome is None


def test_rejected_answers_are_in_the_history_with_their_reasons() -> None:
    history = History.from_json(forfeited().history.to_json())
    assert [(retry.after, retry.seat, retry.attempt.number) for retry in history.retries] == [(1, 1, 1), (1, 1, 2)]
    assert {retry.attempt.rejection.code for retry in history.retries} == {"no-answer"}
    assert history.verify(GAME).history == history


def test_a_history_whose_rejected_answers_were_before_a_move_taken_back_is_still_whole() -> None:
    table = GAME.new(2, seed=1)
    asked = iter([None, Keep(), None, Keep()])
    answers = {0: lambda request: next(asked), 1: lambda request: Stake(99)}
    with pytest.raises(LudexError):
        Referee(table, [answers[0], answers[1]], max_retries=2).play()
    table.undo(agreed=(0, 1))
    history = table.history
    assert history.verify(GAME).history == history


FORGED_FORFEITS = {
    "no forfeit": lambda h: changed(h, forfeit=None),
    "by another": lambda h: changed(h, forfeit=msgspec.structs.replace(h.forfeit, seat=0)),
    "by nobody": lambda h: changed(h, forfeit=msgspec.structs.replace(h.forfeit, seat=7)),
    "by a negative seat": lambda h: changed(h, forfeit=msgspec.structs.replace(h.forfeit, seat=-1)),
    "for another reason": lambda h: changed(h, forfeit=msgspec.structs.replace(h.forfeit, why="left")),
}


@pytest.mark.parametrize("case", FORGED_FORFEITS)
def test_a_forged_forfeit_is_refused(case: str) -> None:
    with pytest.raises(BadHistory):
        FORGED_FORFEITS[case](forfeited().history).verify(GAME)


def test_a_forfeit_after_the_end_is_refused(history: History) -> None:
    """A table would not allow it either; else a won game could be turned into a lost one."""
    forfeit = not_none(forfeited().history.forfeit)
    scores = not_none(history.outcome).scores
    reason = f"seat 1 (Bob) forfeited: {forfeit.why}"
    outcome = Outcome.of(scores, (0, 0), reason, [1])
    with pytest.raises(BadHistory):
        changed(history, forfeit=forfeit, outcome=outcome).verify(GAME)


# --- public histories


def test_the_seed_is_published_only_when_the_game_has_ended() -> None:
    table = played(STEPS[:-1])
    assert table.history.public().seed is None
    assert table.seed.hex() not in table.history.public().to_json()
    with pytest.raises(BadHistory, match="no seed yet"):
        table.history.public().replay(game=GAME)
    table.play(1, STEPS[-1])
    assert table.history.public() == table.history
    assert table.history.public().verify(GAME)


def test_the_seed_is_published_after_a_forfeit() -> None:
    assert forfeited().history.public().seed is not None


def test_what_everybody_may_see_does_not_show_a_sealed_bid() -> None:
    table = Sealed().new(2, seed=1)
    table.play(0, Bid(7))
    assert "bid 7" not in table.history.public().to_json()


def test_nobody_can_find_out_the_deal_from_the_digests_that_everybody_may_see() -> None:
    """There are 36 deals of two cards: if digests needed no seed, an attacker could try them all."""
    table = GAME.new(2, seed=1, players=["Ann", "Bob"])
    shown = table.history.public().to_json()
    said = settings_in_digest(table.settings)
    start = f"\n{GAME.name} {GAME.version} {table.players!r} {said} {table.commitment}\n".encode()
    state = table.record(None).copy()
    for one in range(6):
        for two in range(6):
            state["card"][0, :2] = one, two
            guess = hashlib.blake2b(start + state.tobytes(), digest_size=16).hexdigest()
            assert guess not in shown, f"the deal is {one}, {two}"


def test_a_history_shows_neither_its_seed_nor_its_moves_in_a_line() -> None:
    history = played().history
    assert repr(history) == "<History of cards: 2 seats, 6 moves, the last move was made>"
    assert history.seed is not None
    assert history.seed not in f"{history!r} {history}"
