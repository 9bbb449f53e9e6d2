"""A person at a terminal as a player: what they see, what they type, what goes to the referee."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from ludex import Leave, News, Player, PlayerLeft, Referee, Table, TakeBack
from ludex.players.person import Person, Screen
from ludex.players.search import SearchSettings
from tests.commands import TypeIn
from tests.core.scripted import Scripted, first
from tests.core.tiny import Cards, Draw, Stake


@pytest.fixture
def table() -> Table:
    table: Table = Cards().new(2, seed=1, players=["Ann", "Bob"])
    return table


def play(table: Table, *players: Any) -> Referee:
    """Play until a person leaves or the game is over."""
    limits = [None if isinstance(player, Person) else 3 for player in players]
    referee = Referee(table, players, max_retries=limits, take_backs=True)
    with suppress(PlayerLeft):
        referee.play()
    return referee


def texts(table: Table) -> list[str]:
    return [entry.move for entry in table.history.moves]


def test_a_person_is_asked_by_the_same_referee_as_everybody(table: Table, type_in: TypeIn) -> None:
    type_in("stake 15", "stake 3")
    play(table, Person(Screen(table), 0), first)
    assert texts(table) == ["stake 3", "keep"]
    assert [retry.attempt.rejection.code for retry in table.history.retries] == ["too-much"]


def test_a_refused_move_is_told_and_the_table_is_not_drawn_again(
    table: Table, type_in: TypeIn, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in("stake 15")
    play(table, Person(Screen(table), 0), first)
    told = capsys.readouterr().out
    assert "stake 15 rejected: you have 10, and 15 is more. Stake 1 to 10." in told
    assert told.count("money: ") == 1


def test_what_cannot_be_read_never_reaches_the_referee(
    table: Table, type_in: TypeIn, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in("nonsense", "help", "view")
    play(table, Person(Screen(table), 0), first)
    assert table.history.retries == ()
    told = capsys.readouterr().out
    assert "'nonsense' is not one of the options" in told
    assert told.count("money: ") == 2


@pytest.mark.parametrize(("typed", "answer"), [("undo", TakeBack()), ("quit", Leave()), ("q", Leave()), ("k", None)])
def test_wishes_are_answers(table: Table, type_in: TypeIn, typed: str, answer: Any) -> None:
    asked = Scripted()
    Referee(table, [asked, first]).play()
    type_in(typed)
    decided = Person(Screen(table), 0).decide(asked.requests[0])
    assert decided == (answer or asked.requests[0].options[0])


def test_the_end_of_the_input_is_leaving(table: Table, type_in: TypeIn) -> None:
    type_in()
    play(table, Person(Screen(table), 0), first)
    assert table.played == []


def test_all_repeats_until_another_player_moves(table: Table, type_in: TypeIn) -> None:
    """The other may have changed everything: the person is asked again."""
    type_in("all stake")
    play(table, Person(Screen(table), 0), first)
    assert texts(table) == ["stake 1", "keep"]


def test_what_others_do_waits_until_a_person_is_back_at_the_screen(
    table: Table, type_in: TypeIn, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two people share it: what Bob got is not shown while Ann is there, nor to her at all."""
    screen = Screen(table)
    ann, bob = Person(screen, 0), Person(screen, 1)
    type_in("stake 2", "", "draw", "")
    play(table, ann, bob)
    told = capsys.readouterr().out
    assert told.count("Ann stakes 2.") == 2
    assert told.count("Bob gets a") == 1
    assert told.count("Bob draws.") == 2
    called = told.rindex("Ann, it is your turn")
    assert told.rindex("Bob draws.") > called > told.index("Bob gets a")


def test_what_was_taken_back_is_not_told_later(
    table: Table, type_in: TypeIn, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen(table)
    ann = Person(screen, 0)
    Person(screen, 1)
    ann.hear(News(0, 1, table.events()))
    table.play(0, Stake(3))
    ann.hear(News(0, 1, table.events()))
    ann.hear(News(0, 1, taken_back=1))
    type_in()
    table.undo(agreed=(0, 1))
    play(table, ann, first)
    assert "stakes" not in capsys.readouterr().out


def test_a_person_alone_with_programs_reads_what_they_did_before_the_next_decision(
    table: Table, type_in: TypeIn, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in("stake 2", "keep", "keep")
    play(table, Person(Screen(table), 0), Scripted(Draw(), Stake(1), Stake(2)))
    told = capsys.readouterr().out
    assert told.index("Bob draws.") > told.index("Ann stakes 2.")
    assert "Bob stakes 1." in told


def test_people_are_asked_whether_they_agree(table: Table, type_in: TypeIn, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(table)
    type_in("draw", "", "keep", "", "undo", "n", "undo", "y", "stake 1")
    play(table, Person(screen, 0), Person(screen, 1))
    told = capsys.readouterr().out
    assert told.count("Bob, do you agree? [y/N]") == 2
    assert "not taken back: Bob did not agree." in told
    assert "Taken back." in told
    assert texts(table) == ["stake 1"]


def test_a_person_shows_their_name_and_nothing_else(table: Table) -> None:
    screen = Screen(table)
    person = Person(screen, 1)
    assert (repr(person), repr(screen)) == ("<Person 'Bob'>", "<Screen of Bob>")
    assert isinstance(person, Player)


def test_hint_tells_what_a_search_thinks_of_the_options(
    table: Table, type_in: TypeIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludex.players.hints.QUICK", SearchSettings(playouts=20, horizon=4))
    type_in("hint")
    play(table, Person(Screen(table), 0), first)
    assert texts(table) == []
    told = capsys.readouterr().out
    assert "too close to tell" in told or "slightly" in told
    assert "%" not in told, "twenty playouts are not worth a percentage"
