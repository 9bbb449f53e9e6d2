"""Events: typed values, each with the seats that may know it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludex
from ludex import BrokenRule, Event, Move, News, Player, Request, Table
from ludex.author import EVERYONE, Among, Number, SeatNumber, note
from ludex.core.language.events import FIELDS, Events, Seen, new_log

from .faults import opens_with_a_deal
from .tiny import Cards, Drew, Got, Saw, Staked, variant


class Began(Event, frozen=True):
    says: ClassVar[str] = "It begins."


class Bought(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} buys {card} for {cost}."
    seat: SeatNumber
    card: Annotated[str, Among("Coal", "Oil")]
    cost: Annotated[int, Number(0, 99)]
    instead: Annotated[str | None, Among("Coal", "Oil")] = None


EVENTS = Events(Began, Bought)
SEEN_BY = st.one_of(st.just(EVERYONE), st.integers(0, 2**16 - 1))


@given(SEEN_BY, st.integers(0, 15), st.integers(0, 1), st.integers(0, 99), st.integers(-1, 1))
def test_what_a_rule_notes_is_read_as_a_typed_value_with_its_audience(
    seen_by: int, seat: int, card: int, cost: int, instead: int
) -> None:
    log = new_log(3)
    note(log, Bought, seen_by, seat, card, cost, instead)
    note(log, Began, EVERYONE)
    name = ("Coal", "Oil")[card]
    other = None if instead < 0 else ("Coal", "Oil")[instead]
    assert EVENTS.read(log) == (Seen(Bought(seat, name, cost, other), seen_by), Seen(Began(), EVERYONE))


@given(SEEN_BY)
def test_an_event_is_visible_to_its_bits_and_to_a_spectator_only_if_to_everyone(seen_by: int) -> None:
    seen = Seen(Began(), seen_by)
    for seat in range(16):
        assert seen.visible_to(seat) == (seen_by == EVERYONE or bool(seen_by & 1 << seat))
    assert seen.visible_to(None) == (seen_by == EVERYONE)


@given(st.integers(0, 15), st.sampled_from(["Coal", "Oil"]), st.integers(0, 99), st.sampled_from([None, "Oil"]))
def test_events_survive_json(seat: int, card: str, cost: int, instead: str | None) -> None:
    event = Bought(seat, card, cost, instead)
    assert EVENTS.from_json(msgspec.json.encode(event)) == event


def test_json_that_is_no_event_is_refused() -> None:
    for text in ("{", '{"type": "Sold"}', '{"type": "Bought"}'):
        with pytest.raises(ValueError):  # noqa: PT011  (msgspec's own message is clear)
            EVENTS.from_json(text)


def test_a_game_without_events_says_so() -> None:
    with pytest.raises(ValueError, match="no events"):
        Events().from_json("{}")
    assert Events().read(new_log(0)) == ()


def test_an_event_reads_as_a_sentence() -> None:
    assert str(Bought(2, "Oil", 7)) == "seat 2 buys Oil for 7."
    assert str(Began()) == "It begins."


def test_an_event_is_known_by_a_checksum_of_its_name_whatever_the_order() -> None:
    kinds = EVENTS.kinds
    assert [Events(*kinds).number(kind) for kind in kinds] == [Events(*kinds[::-1]).number(kind) for kind in kinds]


def test_events_that_do_not_fit_the_log_are_a_broken_rule_not_silence() -> None:
    log = new_log(2)
    for _ in range(5):
        note(log, Bought, EVERYONE)
    with pytest.raises(BrokenRule, match="3 events did not fit a log of 2: raise the game's `max_events`"):
        EVENTS.read(log)


def test_a_log_without_room_notes_nothing() -> None:
    log = new_log(0)
    note(log, Bought, EVERYONE, 1, 2)
    assert not log.any()
    assert EVENTS.read(log) == ()


def test_a_full_log_is_no_fault() -> None:
    log = new_log(2)
    note(log, Bought, EVERYONE)
    note(log, Bought, EVERYONE)
    assert len(EVENTS.read(log)) == 2


def test_an_event_with_too_many_fields_is_refused_when_declared() -> None:
    fields = [(f"field_{number}", SeatNumber) for number in range(FIELDS + 1)]
    wide: Any = msgspec.defstruct("Wide", fields, bases=(Event,), frozen=True, tag=True)
    with pytest.raises(TypeError, match=f"Wide has {FIELDS + 1} fields; an event carries at most {FIELDS}"):
        Events(wide)


def test_an_event_carries_as_many_fields_as_it_says() -> None:
    fields = [(f"field_{number}", SeatNumber) for number in range(FIELDS)]
    wide: Any = msgspec.defstruct("Wide", fields, bases=(Event,), frozen=True, tag=True)
    log = new_log(1)
    note(log, wide, EVERYONE, 1, 2, 3, 4, 5, 6)
    assert msgspec.structs.astuple(Events(wide).read(log)[0].event) == (1, 2, 3, 4, 5, 6)


def test_events_are_values() -> None:
    with pytest.raises(AttributeError):
        Bought(2, "Oil", 7).cost = 3  # type: ignore[misc]  # that it is forbidden is what is tested
    assert Bought(2, "Oil", 7) == Bought(2, "Oil", 7)


# --- at a table


def test_each_seat_is_told_only_what_it_may_know() -> None:
    table = Cards().new(3, seed=4)
    told = table.play(0, "draw")
    card = table.view(0).card[0]
    assert told == (Drew(0), Got(0, card))
    assert table.events(0) == (Drew(0), Got(0, card))
    assert table.events(1) == table.events(2) == table.events(None) == (Drew(0),)


def test_a_peek_is_for_the_one_who_peeks() -> None:
    table = Cards().new(3, seed=4)
    assert table.play(0, "peek seat 2") == (Saw(0, 2, table.view(2).card[2]),)
    assert table.events(1) == table.events(2) == table.events() == ()


def test_events_are_told_since_a_move() -> None:
    table = Cards().new(2, seed=4)
    table.play(0, "stake 1")
    table.play(1, "stake 2")
    table.play(0, "stake 3")
    assert table.events(since=1) == (Staked(1, 2), Staked(0, 3))
    assert table.events(since=3) == ()


def test_a_move_with_more_events_than_the_game_allows_leaves_the_table_as_it_was() -> None:
    table = variant(max_events=1).new(2, seed=4)
    before, digest = table.engine.record_in_full().tobytes(), table.digest
    with pytest.raises(BrokenRule, match="max_events"):
        table.play(0, "draw")
    assert table.engine.record_in_full().tobytes() == before
    assert table.digest == digest
    assert table.played == []


# --- before the first move


@pytest.fixture
def dealt() -> Table:
    """Return a table at which each seat learns its card before the first move."""
    game = variant(opening=opens_with_a_deal)
    game.machine.kernel = game.machine.interpreted
    return game.new(2, seed=4)


def test_each_seat_is_told_what_it_was_dealt(dealt: Table) -> None:
    assert [dealt.events(seat) for seat in (0, 1)] == [(Got(seat, dealt.view(seat).card[seat]),) for seat in (0, 1)]
    assert dealt.events() == ()


def test_the_deal_comes_before_all_moves_and_is_left_out_since_move_0(dealt: Table) -> None:
    dealt.play(0, "stake 1")
    assert [type(event) for event in dealt.events(0)] == [Got, Staked]
    assert dealt.events(0, since=0) == (Staked(0, 1),)


def test_a_first_request_tells_the_deal_and_later_ones_do_not(dealt: Table) -> None:
    told: list[list[type]] = []

    def ann(request: Request) -> Move:
        told.append([type(event) for event in request.events])
        return request.options[0]

    ludex.Referee(dealt, [ann, lambda request: request.options[0]]).play()
    assert told[0] == [Got]
    assert not any(Got in kinds for kinds in told[1:])


class Listener(Player):
    """A player that stores all events it receives."""

    def __init__(self) -> None:
        super().__init__("Ann")
        self.news: list[News] = []

    def decide(self, request: Request) -> Move:
        return request.options[0]

    def hear(self, news: News) -> None:
        self.news.append(news)


def test_listeners_hear_the_deal_first(dealt: Table) -> None:
    ann = Listener()
    ludex.Referee(dealt, [ann, lambda request: request.options[0]]).play()
    assert (ann.news[0].by, ann.news[0].events) == (-1, dealt.events(0)[:1])


def test_taking_back_and_branching_keep_the_deal(dealt: Table) -> None:
    before = dealt.events(1)
    dealt.play(0, "keep")
    dealt.undo(agreed=range(2))
    assert dealt.events(1) == dealt.branch().events(1) == before


def test_a_table_from_a_position_tells_no_deal(dealt: Table) -> None:
    assert dealt.game.position(dealt.position()).events(0) == ()


def test_a_replayed_history_tells_the_deal_again(dealt: Table) -> None:
    assert dealt.history.replay(game=dealt.game).events(0) == dealt.events(0)
