"""A player that plays games of tricks by perfect information Monte Carlo, on OpenSpiel's own games and search."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.request import Player, Request
from ludex.core.language.chance import new_dice
from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.moves import Move
from ludex.core.play.bot import Bot
from ludex.doors import needs
from ludex.games.cards import CardGame, library_game
from ludex.games.cards.components import CARDS, NUMBER
from ludex.games.cards.events import BidMade, CardPlayed, HandDealt, NilBid
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.moves import PlayCard

with needs("OpenSpiel", "openspiel"):
    import pyspiel

SEATS = 4
MEMORY = 200
"""Megabytes for the tree of a world."""


class Peer(NamedTuple):
    """OpenSpiel's game that has the rules of a library game."""

    spiel: str
    exploration: float
    """The constant of UCT, in points: what is won and lost in a hand."""
    by_rank: bool
    """True if cards are numbered rank by rank, False if suit by suit, as here."""
    bids: int | None
    """The action of a bid of 0. None in games without bids."""
    passes: bool
    """True if chance decides first to whom cards are passed. That is over here, so they are passed to no player."""

    def card(self, number: int) -> int:
        """Return the action of a card."""
        return number % 13 * SEATS + number // 13 if self.by_rank else number


PEERS = {
    "partnership-spades": Peer("spades", 40.0, by_rank=False, bids=52, passes=False),
    "hearts": Peer("hearts(qs_breaks_hearts=False)", 10.0, by_rank=True, bids=None, passes=True),
}


class Pimc(Player[Any]):
    """Perfect information Monte Carlo with OpenSpiel's search in C++: `ludex.doors.openspiel:Pimc`.

    It deals the unseen cards again, world by world, so that no player holds a suit that it is known not to hold, and
    searches each world as if all cards were open. It plays the card that was visited most often in all of them
    together. What others bid says nothing about their cards. Bids, and cards to pass, are those of a bot of Ludex.

    It plays hands of partnership Spades and of Hearts that it sees from the deal, in matches of any length.

    >>> import ludex
    >>> game = ludex.game("hearts")
    >>> players = [Pimc(2, 10), *(ludex.Bot(game, "random", seed=seat) for seat in (1, 2, 3))]
    >>> ludex.Referee(game.new(4, seed=1), players).play().reason
    'the target was reached'
    """

    def __init__(self, worlds: int = 20, simulations: int = 200, *, bids: str = "careful", seed: int = 0) -> None:
        super().__init__(f"pimc-{worlds}x{simulations}")
        self._worlds, self._simulations, self._bids = worlds, simulations, bids
        self._random = Random(seed)
        self._actions: dict[int, list[tuple[int, int]]] = {}
        self._found: tuple[Game | None, Peer, Any] | None = None

    def decide(self, request: Request[Any]) -> Move:
        """Search for the best card, or ask the bot for a bid."""
        game = request.game
        if game is None or request.record is None:
            raise BadSetting("a search by OpenSpiel needs a request that a table made")
        peer, spiel = self._peer_of(game)
        self._follow(request, peer)
        if len(request.options) == 1:
            return request.options[0]
        if not isinstance(request.options[0], PlayCard):
            return Bot(game, self._bids).decide(request)
        visits: Counter[int] = Counter()
        for _ in range(self._worlds):
            evaluator = pyspiel.RandomRolloutEvaluator(1, self._random.getrandbits(31))
            seed = self._random.getrandbits(31)
            bot = pyspiel.MCTSBot(spiel, evaluator, peer.exploration, self._simulations, MEMORY, False, seed, False)
            world = self._world(peer, spiel, request.seat, self._deal(game, request))
            for child in bot.mcts_search(world).children:
                visits[child.action] += child.explore_count
        cards = {move: peer.card(NUMBER[move.card]) for move in request.options if isinstance(move, PlayCard)}
        return max(cards, key=lambda move: visits[cards[move]])

    def _peer_of(self, game: Game) -> tuple[Peer, Any]:
        if self._found is None or self._found[0] is not game:
            peer = peer_of(game)
            self._found = game, peer, pyspiel.load_game(peer.spiel)
        return self._found[1:]

    def _follow(self, request: Request[Any], peer: Peer) -> None:
        """Note who bid and played what, as (seat, action), since the cards of a hand were dealt."""
        actions = self._actions.setdefault(request.seat, [])
        for event in request.events:
            if isinstance(event, HandDealt):
                actions.clear()
            elif isinstance(event, BidMade | NilBid):
                actions.append((event.seat, (peer.bids or 0) + getattr(event, "tricks", 0)))
            elif isinstance(event, CardPlayed):
                actions.append((event.seat, peer.card(NUMBER[event.card])))

    def _deal(self, game: Game, request: Request[Any]) -> list[int]:
        """Return a hand for every seat, as sets of cards, that the seat of a request may think possible."""
        assert request.memory is not None
        states = game.machine.layout.load(request.memory)
        game.machine.kernel.redeal(states, 0, request.seat, new_dice(self._random.randbytes(32)))
        return [int(hand) for hand in states["hand"][0][:SEATS]]

    def _world(self, peer: Peer, spiel: Any, seat: int, dealt: list[int]) -> Any:
        """Return OpenSpiel's state with these cards in hand, after all that happened since the deal."""
        actions = self._actions[seat]
        hands = [[peer.card(card) for card in range(CARDS) if hand >> card & 1] for hand in dealt]
        for other, action in actions:
            if peer.bids is None or action < peer.bids:
                hands[other].append(action)
        if {len(hand) for hand in hands} != {CARDS // SEATS}:
            raise BadSetting(f"{quote(self.name)} has to see a hand from its deal, and joined later")
        first = 0 if peer.bids is None else actions[0][0]
        state = spiel.new_initial_state()
        if peer.passes:
            state.apply_action(0)
        for card in range(CARDS):
            state.apply_action(hands[(first + card) % SEATS][card // SEATS])
        for _, action in actions:  # OpenSpiel has no bids that promise more than 13 tricks with the partner's
            state.apply_action(min(action, max(state.legal_actions())) if action >= CARDS else action)
        return state


def peer_of(game: Game) -> Peer:
    """Return OpenSpiel's game with the rules of a game of Ludex, whatever the length of its matches.

    >>> import ludex
    >>> peer_of(ludex.game("hearts")).spiel
    'hearts(qs_breaks_hearts=False)'
    >>> peer_of(ludex.game("whist"))
    Traceback (most recent call last):
    ...
    ludex.core.language.errors.BadSetting: OpenSpiel has no game with the rules of whist; ...
    """
    for name, peer in PEERS.items():
        model = library_game(name)
        if isinstance(game, CardGame) and _hands_of(game.genome) == _hands_of(model.genome):
            return peer
    raise BadSetting(f"OpenSpiel has no game with the rules of {game.name}; it has those of {', '.join(PEERS)}")


def _hands_of(genome: Genome) -> Genome:
    """Return what describes a hand of a genome: no names, and no end of the match."""
    return msgspec.structs.replace(genome, name="", title="", about="", simplified="", match=None)
