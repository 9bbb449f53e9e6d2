"""The machine compared with OpenSpiel's own games: every list of legal actions, every score.

OpenSpiel's ways that differ from the published rules are switches of the genome: in its Spades, spades never count as
broken, partners bid at most 13 together, and bags are read off the score. Its Euchre has calling and going alone, which
no genome can express; its tricks match ours once a trump is named and the card turned up is not picked up.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.template import template_of
from ludex.core.language.events import new_log
from ludex.games.cards import CardGame, Genome, create_partnership_spades_genome
from ludex.games.cards.components import NAMES, SUITS, names_of
from ludex.games.cards.genome import (
    BiddingPhase,
    ContractScoring,
    ContractVariant,
    Deal,
    Match,
    PassPhase,
    TrickPhase,
    TrickScoring,
)
from ludex.games.cards.library.tricks import create_euchre_genome, create_hearts_genome, create_oh_hell_genome
from ludex.games.cards.moves import MOVES, Bid, PassCard

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra `peers`)")

replace = msgspec.structs.replace
BID, PASS_CARD = (MOVES.first(kind) for kind in (Bid, PassCard))


class Driver:
    """One game of ours, driven from outside."""

    def __init__(self, genome: Genome, seats: int, seed: int) -> None:
        self.game = CardGame(genome)
        self.random = Random(f"{genome.name} {seed}")
        self.states = template_of(self.game, seats, self.game.settings())
        self.states["rng"] = np.array([self.random.getrandbits(64) for _ in range(4)], np.uint64)
        self.game.compiled.setup(self.states, 0)
        self.log = new_log(0)

    @property
    def s(self) -> Any:
        return self.states[0]

    def options(self) -> Any:
        rows = packed_rows(self.game.compiled, self.states, int(self.s["turn"]), self.game.max_options)
        return sorted(packed for first, last in rows for packed in range(first, last + 1))

    def play(self, packed: int) -> None:
        self.game.compiled.play(self.states, 0, int(self.s["turn"]), packed, self.log)

    def hands(self, seats: int) -> Any:
        return [names_of(int(self.s["hand"][seat])) for seat in range(seats)]


def spades_genome(hands: int) -> Any:
    genome = create_partnership_spades_genome()
    return replace(
        genome,
        phases=(BiddingPhase(), TrickPhase(breaking="trump", unbreakable=True)),
        contract_variant=ContractVariant(bags="score", partners=True),
        match=Match(hands=hands),
    )


def compare_spades(seed: int, hands: int) -> None:
    """Play a match of ours, and compare every hand with a state of OpenSpiel's, which has no matches."""
    ours = Driver(spades_genome(hands), 4, seed)
    game = pyspiel.load_game("spades")
    for _ in range(hands):
        first = int(ours.s["dealer"] + 1) % 4
        theirs = game.new_initial_state()
        dealt = ours.hands(4)
        for place in range(52):
            theirs.apply_action(NAMES.index(dealt[(first + place) % 4][place // 4]))
        before = [int(score) for score in ours.s["score"][:2]]
        theirs.set_current_scores([before[first % 2], before[1 - first % 2]])
        for _ in range(56):
            assert (int(ours.s["turn"]) - first) % 4 == theirs.current_player()
            legal = ours.options()
            actions = [52 + packed - BID if packed >= BID else packed for packed in legal]
            assert actions == theirs.legal_actions()
            choice = ours.random.randrange(len(legal))
            ours.play(legal[choice])
            theirs.apply_action(actions[choice])
        after = [int(score) for score in ours.s["score"][:2]]
        assert [after[first % 2], after[1 - first % 2]] == theirs.get_current_scores()


def test_spades_as_openspiel_plays_it() -> None:
    for seed in range(8):
        compare_spades(seed, 25)


@pytest.mark.deep
def test_thousands_of_hands_of_spades_as_openspiel_plays_them() -> None:
    for seed in range(100, 180):
        compare_spades(seed, 50)


def actions_by_name(state: Any) -> Any:
    """Cards by our names. OpenSpiel writes the suit first in some games and last in others."""
    words = {action: state.action_to_string(-1, action).replace("10", "T") for action in range(52)}
    return {word if word in NAMES else word[::-1]: action for action, word in words.items()}


def hearts_genome(direction: Any) -> Any:
    return replace(
        create_hearts_genome(),
        phases=(
            *((PassPhase(3, (direction,)),) if direction != "hold" else ()),
            TrickPhase(breaking="hearts", first_lead="2C", clean_start=True),
        ),
        match=Match(hands=1, low_wins=True),
    )


def compare_hearts(seed: int, way: int, direction: str) -> None:
    ours = Driver(hearts_genome(direction), 4, seed)
    theirs = pyspiel.load_game("hearts(qs_breaks_hearts=false)").new_initial_state()
    theirs.apply_action(way)
    numbers = actions_by_name(theirs)
    dealt = ours.hands(4)
    for place in range(52):
        theirs.apply_action(numbers[dealt[place % 4][place // 4]])
    while not theirs.is_terminal():
        assert int(ours.s["turn"]) == theirs.current_player()
        legal = {
            packed: numbers[NAMES[packed - PASS_CARD if packed >= PASS_CARD else packed]] for packed in ours.options()
        }
        assert sorted(legal.values()) == theirs.legal_actions()
        packed = ours.random.choice(list(legal))
        ours.play(packed)
        theirs.apply_action(legal[packed])
    assert [26 - int(points) for points in ours.s["score"][:4]] == theirs.returns()


@pytest.mark.parametrize(("way", "direction"), [(0, "hold"), (1, "left"), (2, "across"), (3, "right")])
def test_hearts_as_openspiel_plays_it(way: int, direction: str) -> None:
    for seed in range(40):
        compare_hearts(seed, way, direction)


def oh_hell_genome(seats: int, cards: int) -> Any:
    return replace(
        create_oh_hell_genome(),
        seats=(seats, seats),
        deal=Deal(cards),
        phases=(BiddingPhase(0, 26, allow_nil=False), TrickPhase()),
        contract_scoring=ContractScoring(0, 0, 0, 0, 0, 0, 0),
        trick_scoring=TrickScoring(1),
        contract_variant=ContractVariant(exact=True, exact_bonus=10, hook=True),
        match=Match(hands=1),
    )


def compare_oh_hell(seed: int, seats: int, cards: int) -> None:
    ours = Driver(oh_hell_genome(seats, cards), seats, seed)
    theirs = pyspiel.load_game(f"oh_hell(players={seats})").new_initial_state()
    theirs.apply_action(cards)
    theirs.apply_action(seats - 1)
    numbers = actions_by_name(theirs)
    dealt = ours.hands(seats)
    for place in range(seats * cards):
        theirs.apply_action(numbers[dealt[place % seats][place // seats]])
    theirs.apply_action(numbers[NAMES[int(ours.s["turned"]) - 1]])
    while not theirs.is_terminal():
        assert int(ours.s["turn"]) == theirs.current_player()
        legal = {packed: 52 + packed - BID if packed >= BID else numbers[NAMES[packed]] for packed in ours.options()}
        assert sorted(legal.values()) == theirs.legal_actions()
        packed = ours.random.choice(list(legal))
        ours.play(packed)
        theirs.apply_action(legal[packed])
    assert [float(points) for points in ours.s["score"][:seats]] == theirs.returns()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_oh_hell_as_openspiel_plays_it(seats: int) -> None:
    for seed in range(30):
        compare_oh_hell(seed, seats, 1 + seed % (50 // seats))


PASS, FIRST_SUIT, WITH_PARTNER = 24, 25, 30


def compare_euchre(seed: int) -> Any:
    """A hand with a trump that left of the dealer names after all have passed; gives the tricks of the namer's side."""
    suit = seed % 4
    ours = Driver(replace(create_euchre_genome(), trump=SUITS[suit], match=Match(hands=1)), 4, seed)
    theirs = pyspiel.load_game("euchre").new_initial_state()
    theirs.apply_action(3)
    numbers = {name: 4 * "9TJQKA".index(name[0]) + "CDHS".index(name[1]) for name in NAMES if name[0] in "9TJQKA"}
    dealt = ours.hands(4)
    for place in range(20):
        theirs.apply_action(numbers[dealt[(3 + place) % 4][place // 4]])  # the dealer first
    turned = [card for card in names_of(int(ours.s["stock"])) if card[1] != "CDHS"[suit]]
    if not turned:
        return None
    theirs.apply_action(numbers[turned[0]])
    for action in (PASS, PASS, PASS, PASS, FIRST_SUIT + suit, WITH_PARTNER):
        theirs.apply_action(action)
    while not theirs.is_terminal():
        assert int(ours.s["turn"]) == theirs.current_player()
        legal = {packed: numbers[NAMES[packed]] for packed in ours.options()}
        assert sorted(legal.values()) == theirs.legal_actions()
        packed = ours.random.choice(list(legal))
        ours.play(packed)
        theirs.apply_action(legal[packed])
    tricks = int(ours.s["last_tricks"][0] + ours.s["last_tricks"][2])
    points = -2 if tricks < 3 else 2 if tricks == 5 else 1  # who names the trump and fails gives two points away
    assert [max(points, 0), max(-points, 0)] == [max(theirs.returns()[seat], 0) for seat in (0, 1)]
    if tricks >= 3:
        assert ours.s["score"][0] == points
    return tricks


def test_euchres_tricks_as_openspiel_plays_them() -> None:
    tricks = {compare_euchre(seed) for seed in range(200)}
    assert {0, 1, 2, 3, 4, 5} <= tricks
