"""Degenerate features are shown by games in which they occur."""

from __future__ import annotations

import msgspec

from ludex.core.play.history import History
from ludex.games.cards import CardGame
from ludex.lab.findings import Finding, Opening, Share, find_flaws
from ludex.lab.gates import LAST_HAND, Course
from ludex.lab.watching import Watcher
from tests.lab.toys import five_tricks, roundabout

SOUND = Course(100, 10, 5, 3, 0.4, 2.5, (0.5, 0.5), 1.0, 0.0, 0.0, 0.0, 0.0)


def flaws(course: Course, openings: list[Opening] | None = None) -> list[Finding]:
    return find_flaws(Watcher(CardGame(five_tricks())), course, openings or [], "1")


def opening(move: str) -> Opening:
    return Opening(move, by_random=0.1, by_strong=0.1, wins=Share("wins", 0.97, 0.96, 0.98))


def test_a_sound_game_has_no_findings() -> None:
    assert flaws(SOUND) == []


def test_stalling_is_shown_by_a_game_that_lasts_until_the_last_hand() -> None:
    (found,) = flaws(msgspec.structs.replace(SOUND, stalled=0.5))
    outcome = History.from_json(found.replay).replay().outcome
    assert outcome is not None
    assert outcome.reason == LAST_HAND


def test_going_in_circles_is_shown_by_a_hand_that_the_limit_of_turns_ended() -> None:
    course = msgspec.structs.replace(SOUND, circling=0.5)
    (found,) = find_flaws(Watcher(CardGame(roundabout())), course, [], "1")
    assert found.kind == "going in circles"
    assert len(History.from_json(found.replay).replay().played) >= roundabout().turn_limit


def test_a_dominant_opening_is_shown_by_a_game_that_it_won() -> None:
    (found,) = flaws(SOUND, [opening("play AS")])
    table = History.from_json(found.replay).replay()
    assert table.outcome is not None
    first = {played.seat: str(table.game.moves.unpack(played.packed)) for played in reversed(table.played)}
    assert "play AS" in [first[seat] for seat in table.outcome.winners]


def test_a_finding_that_no_game_shows_has_no_replay() -> None:
    assert [found.replay for found in flaws(SOUND, [opening("play 2C")])] == [""]
