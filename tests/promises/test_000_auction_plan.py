"""Promises of the auction plan (document 000): an engine that only referees, the course of phase 2, retries of players,
tested properties, and the compatibility of strategies written for the older engine."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import pytest

from ludex import PlayerViolation, Table
from ludex.games.power_grid import PLANTS, BuildCity, Done, Engine, Plant, PowerGrid, SeatView, Strategy, View
from ludex.games.power_grid.bots import BOTS
from ludex.games.power_grid.events import PlantBought, PlantDiscarded
from ludex.players import Bot


class Opener(Strategy):
    """Opens the first plant it can pay in the first rounds, and says which of its plants goes when it has three."""

    def choose_auction_move(
        self,
        player: SeatView,
        game_state: View,
        current_market: Sequence[Plant],
        can_buy: bool,
        must_buy: bool,
        error: str | None = None,
    ) -> Any:
        full = len(player.plants) == game_state.plant_limit
        for plant in current_market:
            better = not full or plant.number > player.plants[0].number
            if better and game_state.least(plant.number) <= (player.money or 0) and game_state.round < 8:
                bid = game_state.least(plant.number)
                return {"action": "buy", "plant": plant, "bid": bid, "discard": player.plants[0] if full else None}
        return "pass"


class Stubborn(Strategy):
    """Gives one answer to one question, whatever the error, and remembers the errors it was given."""

    def __init__(self, hook: str, *answers: Any) -> None:
        super().__init__("Stubborn")
        self.errors: list[str | None] = []
        self.answers = list(answers)
        original = getattr(self, hook)

        def answer(*args: Any, error: str | None = None, **kwargs: Any) -> Any:
            self.errors.append(error)
            if not self.answers:
                return original(*args, error=error, **kwargs)
            given = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            if isinstance(given, Exception):
                raise given
            return given

        setattr(self, hook, answer)


def play_until_violation(player: Strategy, **settings: Any) -> PlayerViolation:
    engine = Engine([player, Opener("B"), Opener("C")], seed=1, **settings)
    with pytest.raises(PlayerViolation) as caught:
        engine.play()
    return caught.value


# Principles


def test_the_engine_never_forces_a_move() -> None:
    """The engine decides nothing for a player: one that must buy and will not ends the game, and owns no plant."""
    engine = Engine([Stubborn("choose_auction_move", "pass"), Opener("B"), Opener("C")], seed=1)
    with pytest.raises(PlayerViolation):
        engine.play()
    assert engine.table.view().seats[0].plants == ()


def test_invalid_moves_are_rejected_with_clear_error_messages() -> None:
    """A rejected move is answered with what is wrong and what would be allowed."""
    violation = play_until_violation(Stubborn("choose_auction_move", {"action": "buy", "plant": 9, "bid": 9}))
    assert "plant 9 is not in the current market. For sale: 4, 5, 6, 7." in str(violation)


@pytest.mark.parametrize("max_retries", [1, 2, 3, 7])
def test_a_player_is_asked_again_up_to_max_retries_times(max_retries: int) -> None:
    """A player has `max_retries` attempts at each decision."""
    player = Stubborn("choose_auction_move", {"action": "buy", "plant": 9, "bid": 9})
    violation = play_until_violation(player, max_retries=max_retries)
    assert len(violation.attempts) == len(player.errors) == max_retries


def test_only_valid_moves_are_executed() -> None:
    """A rejected move leaves no trace in the game, only in the list of retries."""
    player = Stubborn(
        "choose_auction_move", {"action": "buy", "plant": 4, "bid": 51}, {"action": "buy", "plant": 4, "bid": 9}
    )
    engine = Engine([player, Opener("B"), Opener("C")], seed=1, round_limit=1)
    engine.play()
    assert [retry[2].answer for retry in engine.table.engine.retries] == ["open plant 4 bid 51"]
    assert any(str(event) == "seat 0 buys plant 4 for 9." for event in engine.table.events())


def test_the_retry_hands_the_strategy_the_last_error() -> None:
    """With every retry a strategy receives the reason for the rejection, so that it can answer differently."""
    player = Stubborn(
        "choose_auction_move",
        {"action": "buy", "plant": 9, "bid": 9},
        {"action": "buy", "plant": 4, "bid": 3},
        {"action": "buy", "plant": 4, "bid": 4},
    )
    Engine([player, Strategy("B"), Strategy("C")], seed=1, round_limit=1).play()
    first, second, third = player.errors[:3]
    assert first is None
    assert second is not None
    assert "not in the current market" in second
    assert third is not None
    assert "needs at least 4" in third


# The flow of phase 2


def in_round(table: Table, number: int) -> list[str]:
    """Return the events of the auctions of one round."""
    told, now = [], 1
    for event in table.events():
        name = type(event).__name__
        now += name == "RoundBegan"
        if now == number and name in ("AuctionOpened", "BidMade", "BidPassed", "OpeningPassed", "PlantBought"):
            told.append(str(event))
    return told


def test_the_first_in_player_order_who_neither_bought_nor_passed_opens() -> None:
    """The opener is the first in player order who has neither bought a plant nor passed."""
    engine = Engine([Strategy("A"), Strategy("B"), Strategy("C")], seed=1, round_limit=2)
    order = engine.table.view().order
    engine.play()
    openers = [text.split()[1] for text in in_round(engine.table, 1) if " opens " in text]
    assert openers == [str(seat) for seat in order]


def test_the_phase_ends_when_everybody_has_bought_or_passed() -> None:
    """The auctions of a round end when every player has bought or passed."""
    engine = Engine([Opener("A"), Strategy("B"), Opener("C")], seed=1, round_limit=3)
    engine.play()
    for number in (2, 3):
        told = in_round(engine.table, number)
        done = [text.split()[1] for text in told if "buys" in text or "is out of the auctions" in text]
        assert sorted(done) == ["0", "1", "2"]


def test_one_purchase_per_player_and_round() -> None:
    """No player buys two plants in one round."""
    engine = Engine([Opener("A"), Opener("B"), Opener("C")], seed=1, round_limit=6)
    engine.play()
    for number in range(1, 7):
        buyers = [text.split()[1] for text in in_round(engine.table, number) if "buys" in text]
        assert len(buyers) == len(set(buyers))


# Detailed implementation: the retry helper


def test_a_strategy_that_raises_is_asked_again() -> None:
    """An exception in a strategy counts as a rejected answer."""
    player = Stubborn("choose_auction_move", RuntimeError("out of ideas"), {"action": "buy", "plant": 4, "bid": 4})
    engine = Engine([player, Opener("B"), Opener("C")], seed=1, round_limit=1)
    engine.play()
    assert "out of ideas" in engine.table.engine.retries[0][2].rejection.sentence


def test_a_strategy_that_always_raises_is_a_violation_with_its_error() -> None:
    """A strategy that never gives a legal answer ends the game, with its own error in the message."""
    violation = play_until_violation(Stubborn("choose_auction_move", RuntimeError("out of ideas")))
    assert len(violation.attempts) == 3
    assert "out of ideas" in str(violation)


# Testing plan


@pytest.mark.parametrize(
    ("hook", "answer"),
    [
        ("choose_auction_move", None),
        ("choose_auction_move", "pass"),
        ("choose_auction_move", {"action": "buy", "plant": 4, "bid": 4, "discard": 3}),
        ("bid_in_auction", 2),
        ("bid_in_auction", {"bid": 500}),
        ("buy_resources", ("coal", 25)),
        ("buy_resources", "coal"),
        ("build_city", "Atlantis"),
        ("build_city", 7),
        ("run_plant", 50),
        ("run_plant", object()),
    ],
)
def test_plan_2_an_intentionally_failing_strategy_ends_in_a_violation_after_exactly_max_retries(
    hook: str, answer: Any
) -> None:
    """A strategy that fails on purpose ends the game after exactly `max_retries` attempts, whatever it is asked."""
    player = Stubborn(hook, answer)
    if hook == "run_plant":  # it needs a plant and fuel to be asked
        buys = {"action": "buy", "plant": 4, "bid": 9}
        vars(player)["choose_auction_move"] = lambda player, *_, **__: "pass" if player.plants else buys
        vars(player)["buy_resources"] = lambda *_, **__: ("coal", 2)
    violation = play_until_violation(player, max_retries=4, round_limit=3)
    assert violation.seat == 0
    assert len(violation.attempts) == 4
    assert [attempt.number for attempt in violation.attempts] == [1, 2, 3, 4]


def test_plan_3_discard_selection_with_players_at_three_plants() -> None:
    """A player with three plants names the plant to discard; the engine never chooses the smallest automatically."""

    class DropsItsBest(Opener):
        def choose_auction_move(
            self,
            player: SeatView,
            game_state: View,
            current_market: Sequence[Plant],
            can_buy: bool,
            must_buy: bool,
            error: str | None = None,
        ) -> Any:
            move = super().choose_auction_move(player, game_state, current_market, can_buy, must_buy, error)
            if isinstance(move, dict) and move["discard"] is not None:
                move["discard"] = player.plants[-1]
            return move

    engine = Engine([DropsItsBest("A"), Strategy("B"), Strategy("C")], seed=1, round_limit=8)
    engine.play()
    owned: list[int] = []
    dropped = 0
    for event in engine.table.events():
        if isinstance(event, PlantBought) and event.seat == 0:
            owned.append(event.plant)
        if isinstance(event, PlantDiscarded):
            assert event.plant == max(owned[:-1])
            owned.remove(event.plant)
            dropped += 1
    assert dropped >= 2


def test_plan_4_everybody_must_buy_in_the_first_round() -> None:
    """In the first round every player must buy a plant, and strategies receive this rule."""
    asked: list[bool] = []

    class Watches(Opener):
        def choose_auction_move(
            self,
            player: SeatView,
            game_state: View,
            current_market: Sequence[Plant],
            can_buy: bool,
            must_buy: bool,
            error: str | None = None,
        ) -> Any:
            asked.append(must_buy == (game_state.round == 1))
            return super().choose_auction_move(player, game_state, current_market, can_buy, must_buy, error)

    engine = Engine([Watches("A"), Watches("B"), Watches("C"), Watches("D")], seed=1, round_limit=2)
    engine.play()
    assert all(asked)
    assert len([text for text in in_round(engine.table, 1) if "buys" in text]) == 4


@pytest.mark.parametrize("bot", ["random", "first", *BOTS])
@pytest.mark.parametrize("edition", ["original", "recharged"])
def test_plan_5_all_strategies_make_valid_moves(bot: str, edition: str) -> None:
    """No shipped bot ever has a move rejected."""
    game = PowerGrid()
    players = [Bot(game, bot, 1), Bot(game, "random", 2), Bot(game, "planner", 3)]
    engine = Engine(players, seed=5, max_retries=1, edition=edition, round_limit=20)
    engine.play()
    assert engine.table.engine.retries == []


def test_plan_5_the_base_strategy_makes_valid_moves() -> None:
    """A strategy that overrides nothing never has a move rejected either."""
    engine = Engine([Strategy("A"), Strategy("B")], seed=5, max_retries=1, round_limit=5)
    engine.play()
    assert engine.table.engine.retries == []


# Migration notes


def test_game_logs_show_retry_attempts(caplog: pytest.LogCaptureFixture) -> None:
    """The log and the history tell of every rejected attempt."""
    player = Stubborn(
        "choose_auction_move", {"action": "buy", "plant": 9, "bid": 9}, {"action": "buy", "plant": 4, "bid": 4}
    )
    engine = Engine([player, Opener("B"), Opener("C")], seed=1, round_limit=1)
    with caplog.at_level(logging.WARNING, "ludex.referee"):
        engine.play()
    assert "attempt 1 of 3 rejected: open plant 9 bid 9 rejected: plant 9 is not in the current market" in caplog.text
    assert [retry.attempt.number for retry in engine.table.history.retries] == [1]


def test_the_log_and_the_history_show_every_retry_of_a_failing_strategy(caplog: pytest.LogCaptureFixture) -> None:
    """The log and the history show all attempts of a strategy that fails, in their order."""
    engine = Engine([Stubborn("choose_auction_move", "pass"), Opener("B"), Opener("C")], seed=1, max_retries=4)
    with caplog.at_level(logging.WARNING, "ludex.referee"), pytest.raises(PlayerViolation):
        engine.play()
    retries = [record.getMessage() for record in caplog.records if record.name == "ludex.referee"]
    assert len(retries) == 4
    for number, text in enumerate(retries, 1):
        assert text.startswith(f"seat 0 (Stubborn), attempt {number} of 4 rejected: pass rejected: in the first round")
    assert [(retry.seat, retry.attempt.number) for retry in engine.table.history.retries] == [
        (0, 1), (0, 2), (0, 3), (0, 4),
    ]  # fmt: skip


def test_max_retries_is_3_unless_said_otherwise() -> None:
    """A player has three attempts by default."""
    assert len(play_until_violation(Stubborn("choose_auction_move", None)).attempts) == 3


def test_invalid_strategies_fail_fast_with_clear_errors() -> None:
    """A strategy written for other answers fails at once, with a message that says what was expected."""
    violation = play_until_violation(
        Stubborn("choose_auction_move", {"action": "buy", "plant": PLANTS[4], "bid": "much"})
    )
    assert "bid 'much' is not a whole number" in str(violation)


# Beyond the auction, in the same way


def test_a_strategy_is_a_few_small_methods() -> None:
    """Fuel, cities and plants are asked for in the same way as auctions: a method each."""

    class Small(Opener):
        def buy_resources(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
            plant = player.plants[-1]
            missing = plant.needs - sum(player.fuel.get(fuel, 0) for fuel in plant.fuels)
            return (plant.fuels[0], missing) if missing > 0 and error is None else "done"

        def build_city(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
            cheapest = min((city for city in game_state.cities if city.cost), key=lambda city: city.cost or 0)
            return cheapest.name if len(player.cities) < 12 else Done()

        def run_plant(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
            for plant in player.plants:
                burnt = min(plant.needs, player.fuel["coal"]) if plant.type == "hybrid" else None
                have = sum(player.fuel.get(fuel, 0) for fuel in plant.fuels)
                if plant.number not in game_state.run and have >= plant.needs:
                    return plant if burnt is None else (plant, burnt)
            return "done"

    engine = Engine([Small("A"), Small("B"), Small("C")], seed=3, round_limit=12)
    result = engine.play()
    assert [player.rank for player in result.player_results] == sorted(player.rank for player in result.player_results)
    assert max(player.cities for player in result.player_results) >= 8
    assert result.player_results[0].powered > 0


def test_typed_moves_are_answers_too() -> None:
    """A strategy may answer with the game's own moves."""

    class Typed(Opener):
        def build_city(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
            return (
                BuildCity(next(city.name for city in game_state.cities if city.cost)) if not player.cities else Done()
            )

    engine = Engine([Typed("A"), Typed("B")], seed=3, round_limit=2)
    assert [len(seat.cities) for seat in (engine.play(), engine.table.view())[1].seats] == [1, 1]
