"""Playing at the terminal: options, undo, save, resume, hot seat."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import ludex
from ludex import Leave, PlayerLeft, Request, UnreadableMove
from ludex.cli.play import default_players, seat_players
from ludex.core.play.reading import read_moves
from ludex.games.cards import LIBRARY
from ludex.players.kept import opened, unfinished
from ludex.players.person import Person, Screen
from tests.commands import Run


def unbroken(text: str) -> str:
    """Return a text without the breaks of its lines, which depend on how long the names of files are."""
    return " ".join(text.split())


def test_a_person_plays_a_turn_and_sees_what_happens(run: Run) -> None:
    typed = ("all play", "buy bitcoin", "quit")
    code, text, _ = run("play", "automation", "--seed", "3", typed=typed)
    assert code == 0
    assert "Commitment " in text
    assert "Guest plays Bitcoin." in text
    assert "Guest has no choice: end phase." in text
    assert "Olga begins turn 1." in text
    assert "The game is saved. Continue with: ludex play automation" in text


def test_an_illegal_move_is_refused_with_the_reason_and_asked_again(run: Run) -> None:
    _, text, _ = run("play", "automation", "--seed", "3", typed=("buy Framework", "nonsense", "end", "quit"))
    assert "buy Framework rejected: this is the MONEY phase" in text
    assert "'nonsense' is not one of the options" in text
    assert "BUY" in text


def test_other_seats_cards_are_not_shown(run: Run) -> None:
    typed = ("end", "buy bitcoin", "quit")
    _, text, _ = run("play", "automation", "--seed", "3", typed=typed)
    assert "Olga draws 5 cards." in text
    assert set(re.findall(r"Olga draws [^.]*\.", text)) == {"Olga draws 5 cards."}


def test_save_resume_and_finish_give_a_history_that_verifies(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    settings = ("-s", "turn_limit=1", "--players", "person:Ann,random")
    run("play", "automation", "--seed", "3", *settings, typed=("end", f"save {file}", "quit"))
    saved = json.loads(file.read_text())
    assert [entry["move"] for entry in saved["moves"]] == ["end phase"]
    assert saved["outcome"] is None
    _, text, _ = run("play", "automation", "--resume", str(file), typed=("end",))
    assert "The game is over: the turn limit was reached." in text
    assert f"Saved to {file}." in unbroken(text)
    code, text, _ = run("replay", str(file), "--verify")
    assert code == 0
    assert "Verified" in text


def test_replay_shows_moves_or_the_table_at_a_move(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "automation", "--seed", "3", "--save", str(file), typed=("all play", "quit"))
    assert "play Bitcoin" in run("replay", str(file))[1]
    assert "After move 1 of" in run("replay", str(file), "--at", "1")[1]
    described = json.loads(run("replay", str(file), "--at", "0", "--json")[1])
    assert described["moves"] == 0
    assert described["view"]["hand"] == []
    assert run("replay", str(file), "--at", "99")[0] == 2


def test_a_tampered_file_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "automation", "--seed", "3", "--save", str(file), typed=("play bit", "quit"))
    file.write_text(file.read_text().replace("play Bitcoin", "end phase"))
    code, _, error = run("replay", str(file), "--verify")
    assert code == 2
    assert "tampered" in error


def test_undo_takes_back_to_the_persons_last_decision_past_bots(run: Run) -> None:
    typed = ("end", "buy bitcoin", "undo", "buy bug", "quit")
    _, text, _ = run("play", "automation", "--seed", "3", typed=typed)
    assert "Taken back." in text
    assert "Guest buys Bug for 0." in text


def test_undo_past_anothers_move_asks_the_other_person(run: Run) -> None:
    people = ("--players", "person:Ann,person:Bob", "--seed", "3")
    turn = ("end", "buy bitcoin", "")
    _, text, _ = run("play", "automation", *people, typed=(*turn, "end", "buy bug", "", "undo", "n", "quit"))
    assert "Bob, do you agree? [y/N]" in text
    assert "not taken back: Bob did not agree." in text


def test_people_are_called_to_the_screen_in_turn(run: Run) -> None:
    typed = ("end", "buy bitcoin", "", "quit")
    _, text, _ = run("play", "automation", "--players", "person:Ann,person:Bob", typed=typed)
    assert "Bob, it is your turn. Press Enter when you are alone at the screen." in text


def test_bots_alone_are_watched_to_the_end(run: Run) -> None:
    _, text, _ = run("play", "automation", "--players", "big-money,random", "--seed", "1")
    assert "The game is over: all Frameworks are bought." in text
    assert re.search(r"1\. \w+ \(big-money\): \d+", text)


def test_several_fitting_options_are_named() -> None:
    table = ludex.game("automation").new(2, seed=7)
    table.play(0, "end phase")
    with pytest.raises(UnreadableMove, match="could be buy Bitcoin, buy Bug"):
        read_moves(table, 0, "buy b")


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = ludex.game("automation").new(2, seed=7)
    Screen(table).save(tmp_path / "no-such-folder" / "game.json")
    assert "Not saved" in capsys.readouterr().out


def test_bots_that_may_decide_at_the_same_time_do_so_before_the_person_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = ludex.game("modern-art").new(3, seed=3, starter=1, players=["Ann", "aggressive", "aggressive"])
    waiting: list[tuple[int, ...]] = []

    def note_and_leave(person: Person, request: Request) -> Leave:
        waiting.append(table.waiting)
        return Leave()

    monkeypatch.setattr(Person, "decide", note_and_leave)
    with pytest.raises(PlayerLeft):
        seat_players(Screen(table)).play()
    assert waiting == [(0,)]


def test_equal_bots_have_different_names_and_seats_are_never_named(run: Run) -> None:
    _, text, _ = run("play", "modern-art", "--players", "person,hard,hard", "--seed", "3", typed=("quit",))
    assert "Modern Art: Guest, Olga (hard), Tilda (hard)" in text
    assert "Tilda" in text.partition("\n")[2]
    assert "seat " not in text


def test_the_default_table_has_the_best_number_of_seats_and_bots_of_several_strengths(run: Run) -> None:
    assert default_players(ludex.game("modern-art")) == ["person", "hard", "medium", "easy"]
    assert default_players(ludex.game("automation")) == ["person", "architect"]
    assert default_players(ludex.game("gin-rummy"))[0] == "person"
    for name in ("power-grid", "diplomacy", "spades"):
        game = ludex.game(name)
        assert len(default_players(game)) == game.usual_seats
        assert "random" not in default_players(game)


def test_a_whole_list_of_orders_is_one_line(run: Run) -> None:
    players = "random,random,person:Ann,random,random,random,random"
    typed = ("A MAR S A PAR - BUR, A PAR - BUR, F BRE - MOS", "f bre-mao, a mar s a par-bur, a par-bur", "quit")
    _, text, _ = run("play", "diplomacy", "--players", players, "--seed", "3", typed=typed)
    assert "F BRE cannot reach MOS" in text
    assert "A PAR - BUR" in text
    assert "F1901M" in text or "S1901R" in text


def test_an_order_is_completed_as_the_board_has_it(run: Run) -> None:
    players = "random,random,random,random,random,person:Ann,random"
    _, text, _ = run("play", "diplomacy", "--players", players, "--seed", "3", typed=("a mos h; f stp - bot", "quit"))
    assert "rejected" not in text


def test_a_search_sits_at_the_table_as_a_bot(run: Run) -> None:
    players = ("--players", "person:Ann,search-5")
    _, text, _ = run("play", "automation", *players, "--seed", "3", "-s", "turn_limit=1", typed=("end",) * 3)
    assert "The game is over" in text
    assert run("play", "automation", "--players", "person:search,random")[0] == 2


def test_a_saved_game_needs_no_name_to_be_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "automation", "--seed", "3", "--save", str(file), typed=("play bit", "quit"))
    code, text, _ = run("play", "--resume", str(file), typed=("quit",))
    assert code == 0
    assert "Automation: The Game: Guest, Olga (architect)" in text
    code, _, error = run("play", "spades", "--resume", str(file))
    assert code == 2
    assert "is a game of automation, not of 'spades'" in error


def test_the_same_bots_sit_down_again_with_the_same_names(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    players = ("--players", "person:Ann,big-money,random")
    run("play", "automation", *players, "--save", str(file), typed=("quit",))
    table = ludex.History.from_file(file).replay()
    seated = seat_players(Screen(table)).players
    assert [player.name for player in seated] == ["Ann", "big-money", "random"]
    assert [isinstance(player, Person) for player in seated] == [True, False, False]


def test_an_unfinished_game_is_continued_where_nothing_else_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_GAMES", str(tmp_path))
    assert run("play")[0] == 2
    run("play", "automation", "--seed", "3", typed=("play bit", "quit"))
    _, text, error = run("play", "automation", typed=("quit",))
    assert "There is an unfinished game: ludex play --resume" in error
    assert "In play   –" in text
    for file in sorted(tmp_path.iterdir(), key=lambda file: file.stat().st_mtime)[1:]:
        file.unlink()
    assert "In play   1 Bitcoin" in run("play", typed=("quit",))[1]


def test_a_game_from_a_file_can_be_continued_as_it_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_GAMES", str(tmp_path / "kept"))
    genome = msgspec.structs.replace(LIBRARY["knockout-whist"](), name="my-whist")
    (tmp_path / "my-whist.json").write_text(genome.to_json())
    _, text, _ = run("play", str(tmp_path / "my-whist.json"), typed=("quit",))
    said = unbroken(text).partition("Continue with: ludex ")[2].split()
    assert said[:2] == ["play", "--resume"]
    code, text, _ = run(*said[:2], str(unfinished()[0].file), typed=("quit",))
    assert (code, "Saved to" in text) == (0, False)


def test_a_game_that_cannot_be_written_is_not_said_to_be_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ludex.players.kept.write_whole", full)
    _, text, _ = run("play", "automation", "--seed", "3", typed=("quit",))
    assert "This game cannot be saved automatically" in text
    assert "You left the game. It was not saved." in text
    assert "Continue with" not in text


def test_a_game_is_played_at_one_terminal_at_a_time(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_GAMES", str(tmp_path))
    run("play", "automation", "--seed", "3", typed=("play bit", "quit"))
    kept = unfinished()[0].file
    with opened(ludex.History.from_file(kept).replay()):
        code, text, error = run("play", "automation", "--resume", str(kept), typed=("quit",))
        assert code == 2
        assert "is open at another terminal" in unbroken(error)
        assert "Guest>" not in text
        code, text, _ = run("play", "automation", typed=("quit",))
        assert code == 0
        assert "is open at another terminal" in unbroken(text)
        assert "In play   –" in text
    assert run("play", "--resume", str(kept), typed=("quit",))[0] == 0


def test_a_person_may_not_be_called_like_a_bot(run: Run) -> None:
    assert run("play", "automation", "--players", "person:Ada (random),random")[0] == 2


def test_replay_tells_names_and_no_seats(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "spades", "--seed", "3", "--save", str(file), typed=("3", "Q♣", "quit"))
    for text in (run("replay", str(file))[1], run("replay", str(file), "--at", "5")[1]):
        assert "Olga" in text
        assert "seat " not in text
    assert "Guest: play Q♣" in run("replay", str(file))[1]
