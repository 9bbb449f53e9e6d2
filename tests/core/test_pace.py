"""Thinking times of players: seconds by kind of decision, from a seed, which reveal no secrets."""

from __future__ import annotations

import pytest

import ludex
from ludex import Bot, Request, Table
from ludex.author import Pace, bot
from ludex.core.compile.move_dispatch import pace_of
from ludex.core.compile.playout import first_bot

from .tiny import Cards, variant

PACE = Pace(usual=(1.0, 2.0), decisions={"bid": (0.2, 0.4)})


def test_seconds_lie_between_the_least_and_the_most_of_the_decision() -> None:
    moments = [bytes([number]) for number in range(200)]
    bids, others = ([PACE.seconds(what, b"seed", at) for at in moments] for what in ("bid", "sale"))
    assert 0.2 <= min(bids) < 0.21
    assert 0.39 < max(bids) <= 0.4
    assert 1.0 <= min(others) < max(others) <= 2.0
    assert len(set(bids)) == len(moments)


def test_the_same_seed_and_moment_give_the_same_time_and_others_do_not() -> None:
    assert PACE.seconds("bid", b"one", b"now") == PACE.seconds("bid", b"one", b"now")
    assert PACE.seconds("bid", b"one", b"now") != PACE.seconds("bid", b"two", b"now")
    assert PACE.seconds("bid", b"one", b"now") != PACE.seconds("bid", b"one", b"later")


@pytest.mark.parametrize("seconds", [(2.0, 1.0), (-1.0, 1.0), (0.0, 4_000.0)])
def test_seconds_that_make_no_sense_are_refused(seconds: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"bid: .* seconds to think; expected 0 to 3600, the least first"):
        Pace(decisions={"bid": seconds})


def test_a_bot_has_the_pace_it_was_declared_with() -> None:
    game = variant(bots={"slow": bot(first_bot, pace=PACE), "other": bot(first_bot)})
    assert tuple(pace_of(game.bots, bot) for bot in ("slow", "other", "random")) == (PACE, Pace(), Pace())
    assert Bot(game, "slow").pace == PACE


@pytest.mark.parametrize("name", ludex.game_names())
def test_the_bots_of_every_game_have_a_pace(name: str) -> None:
    game = ludex.game(name)
    table = game.new(seed=1)
    request = table.request(table.waiting[0])
    for slot in game.bot_slots:
        assert 0.05 <= Bot(game, slot, seed=1).thinks(request) <= 30


def test_a_bot_with_the_same_seed_thinks_as_long_about_the_same_request() -> None:
    game = Cards()
    request = game.new(2, seed=1).request(0)
    one, same, other = (Bot(game, "random", seed=seed).thinks(request) for seed in (1, 1, 2))
    assert one == same != other


def test_any_player_has_a_pace_even_without_a_record() -> None:
    request = Request(0, view=None)
    assert ludex.Player("Ann").thinks(request) == ludex.Player("Ann").thinks(request)
    assert request.decision == ""


def automation(hand: dict[str, int]) -> Table:
    game = ludex.game("automation")
    position = game.new(2, seed=1, edition="expanded", start={"Monitoring": 1, "Hack": 1}).position()
    deck = {"Method": 3, "Monitoring": 1, "Hack": 1, "Bitcoin": 7}
    rest = {card: count - hand.get(card, 0) for card, count in deck.items()}
    hands = [{"Hack": 1}, hand]
    decks = [{"Bitcoin": 7, "Method": 3, "Monitoring": 1}, rest]
    table = game.position(position.but(hand=hands, deck=decks, phase="ACTION", action_in_hand="not known"))
    table.play(0, "play Hack")
    return table


def test_the_kind_of_decision_tells_nothing_that_is_secret() -> None:
    """A seat asked to reveal thinks within the same bounds whether it has something to reveal or not."""
    held, not_held = (automation({card: 1, "Bitcoin": 4}).request(1) for card in ("Monitoring", "Method"))
    assert [len(request.options) for request in (held, not_held)] == [2, 1]
    assert held.decision == not_held.decision == "REVEAL"
