"""The hooks of strategies: every one is handed the last error, and what it decides is what happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ludex import BadSetting, Move, Referee, UnreadableMove
from ludex.games.power_grid import PLANTS, Engine, Plant, SeatView, Strategy, View
from ludex.games.power_grid.reference_api.answers import (
    bid_move,
    city_move,
    fuel_move,
    opening_move,
    return_move,
    run_move,
)

from .position import position


class Answers(Strategy):
    """Gives these answers to one question, one after the other, and remembers the errors it was handed."""

    def __init__(self, hook: str, *answers: Any) -> None:
        super().__init__()
        self.errors: list[str | None] = []
        original, left = getattr(self, hook), list(answers)

        def answer(*args: Any, error: str | None = None, **kwargs: Any) -> Any:
            self.errors.append(error)
            return left.pop(0) if left else original(*args, error=error, **kwargs)

        setattr(self, hook, answer)


class Opens(Strategy):
    """Opens the first plant for sale whenever it can."""

    def choose_auction_move(
        self,
        player: SeatView,
        game_state: View,
        current_market: Sequence[Plant],
        can_buy: bool,
        must_buy: bool,
        error: str | None = None,
    ) -> Any:
        return {"action": "buy", "plant": current_market[0], "bid": current_market[0].cost}


class Passes:
    """An object with one method of a strategy, and nothing else."""

    def bid_in_auction(self, player: SeatView, game_state: View, plant: Plant, current_bid: int, min_bid: int) -> Any:
        return "pass"


@pytest.mark.parametrize("kind", [Opens, Passes])
def test_a_class_in_place_of_a_strategy_is_refused(kind: type) -> None:
    with pytest.raises(BadSetting, match=f"the player of seat 1 is the class {kind.__name__}: pass {kind.__name__}"):
        Engine([Opens(), kind, Opens()])


def test_attempts_at_the_engine_are_a_whole_number() -> None:
    with pytest.raises(BadSetting, match=r"max_retries is 2\.5: expected a whole number"):
        Engine([Opens(), Opens(), Opens()], max_retries=2.5)


LATER = [11, 12, 13, 14, 15, 16, 17, 18]
COMPETING: dict[str, Any] = {
    "plants": [[4, 5, 7]],
    "fuel": [{"coal": 6, "oil": 8}],
    "market": LATER,
    "track": {"coal": 12, "oil": 12},
}


@pytest.mark.parametrize(
    ("hook", "where", "bad", "good"),
    [
        ("choose_auction_move", {}, {"action": "buy", "plant": 9, "bid": 9}, "pass"),
        ("bid_in_auction", {"plants": [[4], [8], [10]], "order": [1, 2, 0], "market": LATER}, 1, "pass"),
        ("return_fuel", COMPETING, {"coal": 9, "oil": 9}, {"coal": 3, "oil": 1}),
        ("buy_resources", {"phase": "buying", "plants": [[4]], "order": [2, 1, 0]}, ("coal", 24), ("coal", 2)),
        ("build_city", {"phase": "building", "plants": [[13]], "order": [2, 1, 0]}, "Seattle", "Kiel"),
        ("run_plant", {"phase": "powering", "plants": [[5]], "fuel": [{"coal": 2}]}, 5, (5, 2)),
    ],
)
def test_every_hook_is_handed_the_last_error(hook: str, where: dict[str, Any], bad: Any, good: Any) -> None:
    player = Answers(hook, bad, good)
    if hook == "return_fuel":
        vars(player)["choose_auction_move"] = lambda *_, **__: {"action": "buy", "plant": 13, "bid": 13, "discard": 4}
    others = [Opens("B"), Opens("C")]
    table = position(seats=3, round_limit=2, **where)
    Referee(table, [player, *others]).play()
    assert player.errors[0] is None
    assert player.errors[1] is not None
    assert "rejected: " in player.errors[1]
    assert table.engine.retries[0][2].rejection.sentence == player.errors[1]


def test_fuel_is_settled_after_the_named_discard() -> None:
    """The plant named with the bid goes first, then fuel that has no room left goes back."""
    player = Answers("return_fuel", {"coal": 4, "oil": 0})
    vars(player)["choose_auction_move"] = lambda *_, **__: {
        "action": "buy",
        "plant": 13,
        "bid": 13,
        "discard": PLANTS[4],
    }
    table = position(seats=3, round_limit=2, **COMPETING)
    Referee(table, [player, Strategy("B"), Strategy("C")]).play()
    assert [plant.number for plant in table.view().seats[0].plants] == [5, 7, 13]
    assert table.view().seats[0].fuel == {"coal": 2, "oil": 8, "garbage": 0, "uranium": 0}


@pytest.mark.parametrize(
    ("read", "answer", "move"),
    [
        (opening_move, "pass", "pass"),
        (opening_move, {"action": "buy", "plant": PLANTS[20], "bid": 21}, "open plant 20 bid 21"),
        (
            opening_move,
            {"action": "buy", "plant": 20, "bid": 21, "discard": PLANTS[4]},
            "open plant 20 discard 4 bid 21",
        ),
        (bid_move, "pass", "pass"),
        (bid_move, 17, "bid 17"),
        (bid_move, {"bid": 17, "discard": 4}, "discard 4 bid 17"),
        (return_move, {"coal": 2, "oil": 1}, "return coal 2 oil 1"),
        (return_move, {"oil": 3}, "return coal 0 oil 3"),
        (fuel_move, ("coal", 3), "buy coal 3"),
        (fuel_move, ["stored coal", 1], "buy stored coal 1"),
        (fuel_move, "done", "done"),
        (city_move, "Berlin", "build Berlin"),
        (city_move, "done", "done"),
        (run_move, PLANTS[13], "run plant 13"),
        (run_move, (PLANTS[5], 1), "run plant 5 coal 1"),
        (run_move, "done", "done"),
    ],
)
def test_answers_of_every_form_are_read_as_moves(read: Callable[[Any], Move], answer: Any, move: str) -> None:
    assert str(read(answer)) == move
    assert read(read(answer)) == read(answer), "a typed move is an answer too"


@pytest.mark.parametrize("read", [opening_move, bid_move, return_move, fuel_move, city_move, run_move])
@pytest.mark.parametrize(
    "junk", [None, True, 1.5, object(), {"x": 1}, [1, 2, 3], b"pass"], ids=lambda junk: type(junk).__name__
)
def test_junk_is_no_answer_to_any_question(read: Callable[[Any], Move], junk: Any) -> None:
    assert is_refused(read, junk)


def is_refused(read: Callable[[Any], Move], junk: Any) -> bool:
    """Return whether an answer is unreadable, or read as a move that is rejected."""
    try:
        return position().check(0, read(junk)) is not None
    except UnreadableMove:
        return True
