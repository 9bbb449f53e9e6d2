"""Perfect information Monte Carlo on OpenSpiel's games: it knows no more than its seat, and its worlds are possible."""

from __future__ import annotations

from typing import Any

import pytest

import ludex
from ludex.core.game.request import Player, Request
from ludex.doors.openspiel import Pimc
from ludex.doors.openspiel.pimc import PEERS, Peer, peer_of
from ludex.games.cards.components import NUMBER
from ludex.games.cards.moves import Bid, PlayCard
from ludex.players import make_player

SEAT = 1


class Watched(Pimc):
    """Keeps the hands and the states that it searches, with the requests."""

    def __init__(self) -> None:
        super().__init__(2, 3, seed=3)
        self.requests: list[Request[Any]] = []
        self.deals: list[list[int]] = []
        self.states: list[Any] = []

    def _deal(self, game: Any, request: Request[Any]) -> list[int]:
        self.requests.append(request)
        self.deals.append(super()._deal(game, request))
        return self.deals[-1]

    def _world(self, peer: Peer, spiel: Any, seat: int, dealt: list[int]) -> Any:
        state = super()._world(peer, spiel, seat, dealt)
        self.states.append(state.clone())
        return state


@pytest.fixture(scope="module", params=sorted(PEERS))
def watched(request: pytest.FixtureRequest) -> Watched:
    """A player that has played a hand or more, at seat 1."""
    game = ludex.game(request.param)
    players: list[Player] = [ludex.Bot(game, "random", seed=seat) for seat in range(4)]
    players[SEAT] = player = Watched()
    ludex.Referee(game.new(4, seed=5), players).play()
    return player


def test_openspiel_allows_the_very_cards_that_the_seat_may_play(watched: Watched) -> None:
    """So whose turn it is, the suit to follow and what is broken are the same in both games.

    But in OpenSpiel's Spades (2.0.2) spades never count as broken: while there are other cards, none is led.
    """
    assert len(watched.states) > 40
    for request, state in zip(watched.requests, watched.states, strict=True):
        assert request.game is not None
        peer = peer_of(request.game)
        every = {peer.card(NUMBER[move.card]) for move in request.options if isinstance(move, PlayCard)}
        if peer.spiel == "spades" and request.record is not None and not request.record["lead_suit"][0]:
            assert {card for card in every if card < 39} <= set(state.legal_actions()) <= every
        else:
            assert set(state.legal_actions()) == every


def test_the_hands_of_a_world_are_those_that_the_seat_may_think_possible(watched: Watched) -> None:
    checked = 0
    for request, deal in zip(watched.requests, watched.deals, strict=True):
        assert request.record is not None
        sizes, voids = request.record["hand_size"][0], request.record["voids"][0]
        assert deal[SEAT] == request.record["hand"][0][SEAT]
        for hand, size, void in zip(deal, sizes, voids, strict=False):
            assert hand.bit_count() == size
            for suit in range(4):
                if int(void) >> suit & 1:
                    checked += 1
                    assert not hand >> 13 * suit & 0x1FFF
    assert checked > 20
    assert watched.deals[0] != watched.deals[1]


def test_it_avoids_points_at_hearts_that_a_random_player_takes() -> None:
    game = ludex.game("hearts")
    players = [Pimc(4, 60), *(ludex.Bot(game, "random", seed=seat) for seat in (1, 2, 3))]
    outcome = ludex.Referee(game.new(4, seed=2), players).play()
    assert outcome.winners == (0,)


def test_it_bids_as_the_bot_that_it_is_given() -> None:
    game = ludex.game("partnership-spades")
    request = game.new(4, seed=4).request(0)
    for bot in ("careful", "greedy", "first"):
        move = Pimc(1, 1, bids=bot).decide(request)
        assert isinstance(move, Bid)
        assert move == ludex.Bot(game, bot).decide(request)


def test_it_refuses_games_that_openspiel_does_not_have_and_hands_that_it_did_not_see() -> None:
    with pytest.raises(ludex.BadSetting, match="no game with the rules of whist; it has those of"):
        Pimc().decide(ludex.game("whist").new(4, seed=1).request(0))
    table = ludex.game("partnership-spades").new(4, seed=1)
    for _ in range(8):
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    while len(table.options(table.waiting[0])) == 1:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    with pytest.raises(ludex.BadSetting, match="has to see a hand from its deal"):
        Pimc().decide(table.request(table.waiting[0]))


def test_it_has_a_name_in_the_arena() -> None:
    assert make_player(ludex.game("hearts"), "ludex.doors.openspiel:Pimc").name == "pimc-20x200"
