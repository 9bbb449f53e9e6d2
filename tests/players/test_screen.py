"""The screen that people share: colours, names, privacy, and games that are never lost."""

from __future__ import annotations

import stat
from contextlib import suppress
from pathlib import Path

import pytest

import ludex
from ludex import PlayerLeft, Referee, Request, Table
from ludex.core.play.history import History
from ludex.core.show.layout import broken
from ludex.games.cards.events import HandScored
from ludex.games.diplomacy.events import OrderResolved, PhaseBegan
from ludex.players import kept
from ludex.players.keyboard import Keyboard, completions
from ludex.players.person import Person, Screen
from tests.core.scripted import first
from tests.core.tiny import Cards
from tests.players.terminal import Printed, Typed


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDEX_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def sit(table: Table, keyboard: Keyboard, *others: object) -> Screen:
    """Play until the person at seat 0 leaves or the game is over."""
    screen = Screen(table, keyboard=keyboard)
    players = [Person(screen, 0), *(others or [first] * (table.seats - 1))]
    limits = [None if isinstance(player, Person) else 3 for player in players]
    with suppress(PlayerLeft):
        Referee(table, players, max_retries=limits, take_backs=True).play()
    return screen


def test_names_have_the_colours_of_their_seats_and_red_suits_are_red(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Printed(monkeypatch, colours=True)
    screen = Screen(ludex.game("hearts").new(4, seed=3, players=["Ann", "Bo (careful)", "Cy", "Di"]))
    screen.paint("Ann plays Q♥, and Bo plays A♠.")
    assert "\x1b[1;36mAnn\x1b[0m" in printed.text
    assert "\x1b[1;33mBo\x1b[0m" in printed.text
    assert "\x1b[31mQ♥\x1b[0m" in printed.text
    assert "31mA♠" not in printed.text


def test_nothing_of_the_last_player_can_be_scrolled_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two people the terminal forgets the lines above the screen, too (`ESC [3J`)."""
    printed = Printed(monkeypatch)
    table = Cards().new(2, seed=1, players=["Ann", "Bob"])
    screen = Screen(table, keyboard=Typed("stake 2", "", "draw"))
    with suppress(PlayerLeft):
        Referee(table, [Person(screen, 0), Person(screen, 1)], max_retries=None).play()
    assert "Bob, it is your turn. Press Enter when you are alone at the screen. " in screen.keyboard.asked  # type: ignore[attr-defined]  # Typed has it
    assert printed.text.count("\x1b[3J") == 3


def test_the_only_option_is_taken_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player without a choice is not asked: after all money is played, only the end of the phase is left."""
    printed = Printed(monkeypatch)
    table = ludex.game("automation").new(2, seed=3, players=["Ann", "Bob"])
    keyboard = Typed("$")
    sit(table, keyboard)
    assert len(keyboard.asked) == 2
    assert [entry.move for entry in table.history.moves] == ["play Bitcoin"] * 4 + ["end phase"]
    assert "Ann plays Bitcoin (4 times)." in printed.text
    assert "Ann has no choice: end phase." in printed.text


def test_leaving_asks_and_can_be_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    Printed(monkeypatch)
    keyboard = Typed("quit", "n", "quit", "")
    sit(Cards().new(2, seed=1, players=["Ann", "Bob"]), keyboard)
    assert keyboard.asked.count("Leave? The game is saved, and can be continued. [Y/n] ") == 2
    assert keyboard.lines == []


def test_orders_are_confirmed_before_they_are_final(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Printed(monkeypatch)
    table = ludex.game("diplomacy").new(7, seed=3)
    keyboard = Typed("A BUD - SER, A VIE S A BUD - GAL, F TRI H", "done", "n", "A VIE - GAL", "done", "y")
    sit(table, keyboard)
    assert keyboard.asked.count("Submit these orders? You cannot change them afterwards. [Y/n] ") == 2
    assert "Note: A VIE S A BUD - GAL matches no order" in printed.flat
    given = [entry.move for entry in table.history.moves if entry.seat == 0]
    assert given[:3] == ["A BUD - SER", "F TRI H", "A VIE - GAL"]


def test_orders_of_a_phase_that_no_screen_showed_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the fall moves, winter may pass without a question: the next screen shows only the builds."""
    Printed(monkeypatch, 120)
    screen = sit(ludex.game("diplomacy-lagoon").new(3, seed=3, players=["Ann", "Bo", "Cy"]), Typed())
    fall, winter = OrderResolved(1, "A BOL H", "done", None, 1, 1), OrderResolved(1, "BUILD A BOL", "done", None, 1, 1)
    events = [fall, PhaseBegan("winter adjustments", 1), winter, PhaseBegan("spring moves", 2)]
    told = screen.sentences(events)
    assert broken(told[0]) == "Bo ordered A BOL H."
    assert not any("BUILD" in sentence for sentence in told)


def test_a_game_is_kept_before_every_decision_and_can_be_continued(
    monkeypatch: pytest.MonkeyPatch, games: Path
) -> None:
    Printed(monkeypatch)
    table = Cards().new(2, seed=1, players=["Ann", "Bob"])
    sit(table, Typed("stake 2", "stake 3"))
    (found,) = kept.unfinished()
    assert (found.game, found.players, found.moves) == ("cards", ("Ann", "Bob"), len(table.played))
    assert str(found).startswith("cards (Ann, Bob; ")
    assert History.from_file(found.file) == table.history
    assert stat.S_IMODE(found.file.stat().st_mode) == 0o600
    assert [file.name for file in games.iterdir()] == [found.file.name]


def test_a_finished_game_is_not_offered_again(monkeypatch: pytest.MonkeyPatch, games: Path) -> None:
    table = ludex.game("automation").new(1, seed=3, turn_limit=1, players=["Ann"])
    kept.keep(table)
    assert len(kept.unfinished("automation")) == 1
    assert kept.unfinished("spades") == []
    while table.outcome is None:
        table.play(0, table.options(0)[-1])
    kept.keep(table)
    assert kept.unfinished() == []
    (games / "broken.json").write_text("{}")
    assert kept.unfinished() == []


def test_a_folder_that_cannot_be_written_is_told_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    printed = Printed(monkeypatch, 200)
    (tmp_path / "file").touch()
    monkeypatch.setenv("LUDEX_GAMES", str(tmp_path / "file" / "games"))
    sit(Cards().new(2, seed=1, players=["Ann", "Bob"]), Typed("stake 2", "stake 1"))
    assert printed.text.count("This game cannot be saved automatically") == 1


def test_only_the_newest_games_are_kept(monkeypatch: pytest.MonkeyPatch, games: Path) -> None:
    monkeypatch.setattr("ludex.players.kept.MOST_KEPT", 2)
    for seed in range(4):
        kept.keep(Cards().new(2, seed=seed))
    assert len(list(games.iterdir())) == 2


def test_tab_completes_moves_as_they_are_shown_and_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    Printed(monkeypatch)
    keyboard = Typed()
    sit(ludex.game("hearts").new(4, seed=3, players=["Ann", "Bo", "Cy", "Di"]), keyboard)
    choices = keyboard.completed[0]
    assert completions("give q", choices) == [("give Q♣", 6), ("give Q♦", 6), ("give Q♠", 6)]
    assert ("score", 2) in completions("sc", choices)
    assert completions("A PAR - BUR; F b", ["F BRE - MAO", "A MAR H"]) == [("F BRE ", 3)]


def test_without_a_terminal_lines_come_from_the_plain_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: " y ")
    keyboard = Keyboard()
    assert not keyboard.interactive
    assert keyboard.confirm("Really?", default=False)
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    assert keyboard.confirm("Really?", default=True)


def test_standing_orders_bid_up_to_a_limit_and_end_with_the_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann bids up to 9 and is not asked again before the lot is sold."""
    Printed(monkeypatch)
    table = ludex.game("modern-art").new(3, seed=4, starter=1, players=["Ann", "Bob", "Cy"])
    keyboard = Typed("up to 9")
    sit(table, keyboard, Raises(14), first)
    assert [entry.move for entry in table.history.moves if entry.seat == 0] == [
        "bid 2",
        "bid 4",
        "bid 6",
        "bid 8",
        "pass",
    ]
    assert len(keyboard.asked) == 2


def test_standing_orders_can_follow_a_rejected_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    Printed(monkeypatch)
    table = ludex.game("modern-art").new(3, seed=4, starter=1, players=["Ann", "Bob", "Cy"])
    sit(table, Typed("bid 500", "up to 3"), Raises(14), first)
    assert [entry.move for entry in table.history.moves if entry.seat == 0] == ["bid 2", "pass"]


def test_standing_orders_need_an_auction(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Printed(monkeypatch)
    sit(ludex.game("automation").new(2, seed=3, players=["Ann", "Bob"]), Typed("up to 9", "pass lot"))
    assert printed.text.count("nothing is being auctioned now.") == 2


class Raises:
    """Offers a card for an open auction, then raises by 1 up to a limit. Afterwards it waits for the test to end."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def decide(self, request: Request) -> str:
        texts = [str(move) for move in request.options[:40]]
        opening = [text for text in texts if text.startswith("play") and text.endswith("open")]
        bids = [text for text in texts if text.startswith("bid") and int(text.split()[1]) <= self.limit]
        return (opening or bids or texts)[0]


def test_the_score_of_a_hand_is_told_with_names(monkeypatch: pytest.MonkeyPatch) -> None:
    Printed(monkeypatch)
    told = {}
    for game in ("spades", "whist"):
        table = ludex.game(game).new(4, seed=3, players=["Ann", "Bo", "Cy", "Di"])
        told[game] = Screen(table, keyboard=Typed()).sentences([HandScored(1, 3, 5)])
    assert told == {"spades": ["Bo: 3 points, 5 in all."], "whist": ["Bo and Di: 3 points, 5 in all."]}
