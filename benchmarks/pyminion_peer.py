"""The peer of Automation: Dominion in the PyPI package `pyminion`, with a comparable kingdom and its logging off."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from benchmarks.measure import rate


def play(bots: str, games: int) -> float:
    """Games a second of two equal bots on one core."""
    logging.disable(logging.CRITICAL)
    from pyminion.expansions import base
    from pyminion.game import Game

    names = "smithy village festival market laboratory moat cellar workshop gardens merchant"
    kingdom = [getattr(base, name) for name in names.split()]
    make = _makers()[bots]

    def run() -> None:
        for _ in range(games):
            players = [make(player_id="a"), make(player_id="b")]
            Game(players=players, expansions=[kingdom], kingdom_cards=kingdom, log_stdout=False).play()

    value = rate(run, games)
    logging.disable(logging.NOTSET)
    return value


def play_on_two(bots: str, games: int) -> float:
    """Games a second of two processes together."""
    with ProcessPoolExecutor(2) as pool:
        return sum(pool.map(play, [bots] * 2, [games] * 2))


def _makers() -> dict[str, Callable[..., Any]]:
    from pyminion.bots.bot import Bot, BotDecider
    from pyminion.bots.examples import BigMoney

    class RandomDecider(BotDecider):  # type: ignore[misc]  # pyminion has no types
        """Any valid action, treasures and buy, or none."""

        def action_phase_decision(self, valid_actions: Any, player: Any, game: Any) -> Any:
            return random.choice([*valid_actions, None])

        def treasure_phase_decision(self, valid_treasures: Any, player: Any, game: Any) -> Any:
            return [card for card in valid_treasures if random.random() < 0.7]

        def buy_phase_decision(self, valid_cards: Any, player: Any, game: Any) -> Any:
            return random.choice([*valid_cards, None])

    return {"big-money": BigMoney, "random": lambda player_id: Bot(decider=RandomDecider(), player_id=player_id)}
