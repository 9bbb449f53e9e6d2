"""The playouts of a search: their moves, worlds and depth, and the values of their ends. All interpreted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from ludex.author import offer_range, rule
from ludex.core.kit.foresight import Foresight
from ludex.players import Search
from ludex.players.search.candidates import find_candidates
from ludex.players.search.judging import choose, halve, worths
from ludex.players.search.playouts import BEST, OWN, RANK, WON
from tests.core.sealed import Bid, Sealed, SealedState
from tests.core.tiny import MONEY, Cards, CardsState, Draw, Keep, Stake, variant

SEED = bytes(range(32))
KEEP, DRAW = (Cards.moves.pack(move) for move in (Keep(), Draw()))


def stake(amount: int) -> int:
    return Cards.moves.pack(Stake(amount))


def look(game: Cards, playouts: int = 40, **settings: Any) -> Any:
    table = game.new(2, seed=5)
    request = table.request(0)
    assert request.record is not None
    return Search(game, playouts, seed=1, **settings)._look(game.machine.interpreted, request.record.copy(), 0)


# Which moves are compared.


def candidates(most: int) -> tuple[int, ...]:
    game = Cards()
    record = game.new(2, seed=5).request(0).record
    assert record is not None
    rows = [(KEEP, KEEP), (DRAW, DRAW), (stake(1), stake(MONEY))]
    return find_candidates(game, game.machine.interpreted, record.copy(), 0, rows, 2, most, SEED)


def test_the_move_of_the_bot_that_plays_on_comes_first() -> None:
    assert candidates(2)[0] in (KEEP, DRAW)


def test_all_options_are_compared_where_there_is_room() -> None:
    assert set(candidates(20)) == {KEEP, DRAW, *(stake(n) for n in range(1, MONEY + 1))}


def test_of_a_range_some_numbers_are_compared() -> None:
    few = candidates(5)
    assert len(few) == 5
    assert {KEEP, DRAW} <= set(few)
    assert any(stake(1) <= move <= stake(MONEY) for move in few)


@rule
def no_stakes(s: CardsState, seat: int, move: int) -> bool:
    return move in (KEEP, DRAW)


@rule
def nothing(s: CardsState, seat: int, move: int) -> bool:
    return False


def test_moves_that_make_no_sense_to_the_game_are_not_compared() -> None:
    assert set(look(variant(sensible=no_stakes)).moves) == {KEEP, DRAW}
    assert stake(1) in look(Cards()).moves


def test_a_search_has_a_move_where_the_game_finds_none_sensible() -> None:
    assert len(look(variant(sensible=nothing)).moves) == 1


# How far it looks, and in which worlds.


@rule
def after_two_moves(s: CardsState) -> int:
    return (6 - s.left) // 2


@rule
def only_fives(s: CardsState, seat: int) -> int:
    return 1000 if s.card[1 - seat] == 5 else 0


@rule
def always_a_two(s: CardsState, seat: int) -> None:
    s.card[1 - seat] = 2


@rule
def ninety(s: CardsState, out: Any) -> None:
    out[1, 0] = 90


def test_it_stops_at_the_next_milestone() -> None:
    assert (look(Cards()).outcomes[0, :, WON] >= 0).all()
    assert (look(variant(milestone=after_two_moves)).outcomes[0, :, WON] == -1).all()
    assert (look(variant(milestone=after_two_moves), milestones=0).outcomes[0, :, WON] >= 0).any()


def test_it_looks_no_further_than_the_horizon() -> None:
    assert (look(Cards(), horizon=3).outcomes[0, :, WON] == -1).all()


def test_worlds_are_those_that_fit_what_others_did() -> None:
    cards = look(variant(likelihood=only_fives), horizon=1, tries=200).outcomes[:3, 0, BEST]
    assert set(cards) == {5.0}


def test_worlds_are_as_the_game_supposes() -> None:
    assert set(look(variant(suppose=always_a_two), horizon=1).outcomes[:3, 0, BEST]) == {2.0}


def test_what_is_cut_short_is_closed_by_the_estimate() -> None:
    outcomes = look(variant(estimate=ninety), horizon=1).outcomes[:3, 0]
    assert set(outcomes[:, BEST]) == {90.0}
    assert set(outcomes[:, OWN]) == {0.0}


def test_all_candidates_meet_the_same_worlds() -> None:
    """To keep a card and to stake money leave the other seat's card unchanged."""
    found = look(Cards(), playouts=120, horizon=1)
    places = [place for place, move in enumerate(found.moves) if move != DRAW]
    others = found.outcomes[: found.visits.min(), places][..., BEST]
    assert (others == others[:, :1]).all()
    assert len(set(others[:, 0])) > 1


def test_a_search_knows_no_more_than_its_seat() -> None:
    game = Cards()
    table = game.new(2, seed=5)
    position = table.position()
    decided = set()
    for card in range(6):
        other = game.position(position.but(card=[3, card]))
        decided.add(Search(game, 30, seed=1).decide(other.request(0)))
    assert len(decided) == 1


# What ends are worth.


def ends(leads: list[list[float]], won: list[list[float]] | None = None) -> Any:
    outcomes = np.full((len(leads), len(leads[0]), RANK + 1), -1.0)
    outcomes[..., OWN] = leads
    outcomes[..., BEST] = outcomes[..., BEST + 1] = 0
    if won is not None:
        outcomes[..., WON] = outcomes[..., RANK] = won
    return outcomes


def test_a_lead_that_exists_already_makes_nothing_look_alike() -> None:
    level, ahead = worths(ends([[0, 10], [-20, 30]])), worths(ends([[400, 410], [380, 430]]))
    np.testing.assert_allclose(level, ahead)
    assert level.mean(0)[1] > level.mean(0)[0]


def test_a_win_counts_beside_the_score() -> None:
    worth = worths(ends([[10, 10]], [[1, 0]]))
    assert worth[0, 0] > worth[0, 1]


def test_the_worse_half_is_dropped_but_never_the_first() -> None:
    assert halve(np.array([0.1, 0.5, 0.2, 0.9]), 1).tolist() == [0, 1, 3]


def test_caution_prefers_the_bots_move_unless_another_is_clearly_better() -> None:
    chance = np.random.default_rng(1)
    noise = chance.normal(0, 0.3, (50, 2))
    noise -= noise.mean(0)
    assert choose(noise + np.array([0.5, 0.51]), 1.0) == 0
    assert choose(noise + np.array([0.5, 0.51]), 0.0) == 1
    assert choose(noise + np.array([0.5, 0.9]), 1.0) == 1


# What games tell a search is checked by the kit.


@rule
def falling(s: CardsState) -> int:
    return s.left


@rule
def too_likely(s: CardsState, seat: int) -> int:
    return 2000


@rule
def lawless(s: CardsState, seat: int) -> None:
    s.card[1 - seat] = 100


@rule
def cheating_side(s: CardsState, seat: int) -> int:
    s.money[seat] += 1
    return seat


@pytest.mark.parametrize(
    ("clause", "changed"),
    [
        ("milestone-1", {"milestone": falling}),
        ("likelihood-1", {"likelihood": too_likely}),
        ("suppose-1", {"suppose": lawless}),
        ("side-1", {"side": cheating_side}),
        ("sensible-1", {"sensible": nothing}),
        (None, {"milestone": after_two_moves, "likelihood": only_fives, "estimate": ninety}),
    ],
)
def test_the_kit_checks_what_a_game_tells_a_search(clause: str | None, changed: dict[str, Any]) -> None:
    game = variant(**changed)
    watched, table = Foresight(game), game.new(2, seed=5)
    lapses = []
    for _ in range(3):
        seat = table.waiting[0]
        hidden = table.request(seat).record
        assert hidden is not None
        if lapse := watched.lapse(hidden, seat, hidden, SEED):
            lapses.append(lapse.clause)
        table.play(seat, "keep")
    assert set(lapses) == ({clause} if clause else set())


# Who decides at the same time knows nothing of the others' choices.


@rule
def three_bids(s: SealedState, seat: int, out: Any) -> int:
    return offer_range(out, 0, Bid, 1, 3)


@rule
def match_or_miss(s: SealedState, out: Any) -> None:
    """The first seat wins by a bid that the second does not guess, and loses by little if it bids 3."""
    if s.bid[0] == 3:
        out[1, 0] = 1
    elif s.bid[0] != s.bid[1]:
        out[0, 0] = 9
    else:
        out[1, 0] = 9


class Matching(Sealed):
    """A guessing game without bots."""

    @classmethod
    def all_rules(cls) -> Mapping[str, Callable[..., Any]]:
        return {**Sealed.all_rules(), "legal": three_bids, "scores": match_or_miss}


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_tree_nobody_knows_what_is_decided_at_the_same_time(seat: int) -> None:
    """If the second seat knew the bid it would always guess it, and 3 would be the first seat's best bid."""
    game = Matching()
    request = game.new(2, seed=5).request(seat)
    assert request.record is not None
    for seed in range(3):
        made = Search(game, 600, seed=seed, tree="all")._look(game.machine.interpreted, request.record.copy(), seat)
        assert str(game.moves.unpack(made.moves[made.chosen])) in ("bid 1", "bid 2")
