"""Promises of the document on bidding, section by section, on hands that were really played.

The document adds bidding as in Spades to a program that evolves card games: players say how many tricks they will win,
and score by whether they do. The promise of each test is in its docstring.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from ludex import Referee, Table
from ludex.arena import simulate
from ludex.core.language.interpreted_state import load_twin
from ludex.games.cards import CardGame, Genome, create_partnership_spades_genome, create_spades_genome, problems
from ludex.games.cards.columns import hand_results
from ludex.games.cards.components import mask_of
from ludex.games.cards.genome import (
    BiddingPhase,
    ContractScoring,
    ContractVariant,
    Deal,
    Match,
    TrickPhase,
    TrickScoring,
)
from ludex.games.cards.library.tricks import create_whist_genome
from ludex.games.cards.parts.bidding.bots import estimate_tricks
from ludex.games.cards.parts.deal.rules import reset_hand_state
from ludex.players import Bot, Search

pytestmark = pytest.mark.timeout(900)  # the first may have to wait for the compiler

replace = msgspec.structs.replace
TEAMS = create_partnership_spades_genome()
SINGLE = create_spades_genome()


def game_of(genome: Genome = TEAMS, **changes: Any) -> CardGame:
    return CardGame(replace(genome, **changes))


def play_out(table: Table, until: int = 10_000) -> None:
    """Play any card that is allowed until the phase is bidding again, or a number of moves were made."""
    moves = 0
    while table.outcome is None and moves < until:
        seat = table.waiting[0]
        if table.view(seat).due != "trick":
            return
        table.play(seat, table.options(seat)[0])
        moves += 1


def bid_all(table: Table, *bids: int) -> None:
    for bid in bids:
        table.play(table.waiting[0], f"bid {bid}")


def document_score(
    scoring: ContractScoring, bids: list[int], nils: list[bool], tricks: list[int], bags: int
) -> tuple[int, int]:
    """§2: points and bags of one side, as the document's sentences say."""
    points = sum(
        (scoring.nil_bonus if t == 0 else -scoring.nil_penalty) for t, nil in zip(tricks, nils, strict=True) if nil
    )
    contract = sum(bid for bid, nil in zip(bids, nils, strict=True) if not nil)
    won = sum(tricks)
    if won < contract:
        return points - contract * scoring.failed_contract_penalty, bags
    over = won - contract
    points += contract * scoring.points_per_trick_bid + over * scoring.overtrick_points
    bags += over
    while bags >= scoring.bag_limit:
        points -= scoring.bag_penalty
        bags -= scoring.bag_limit
    return points, bags


@pytest.mark.parametrize("genome", [SINGLE, TEAMS], ids=["single", "teams"])
@pytest.mark.parametrize("bots", [["random"] * 4, ["careful"] * 4, ["careful", "random", "greedy", "random"]])
def test_every_hand_of_every_match_is_scored_as_the_document_says(genome: Genome, bots: list[str]) -> None:
    """§2: made contracts score the bid and the overtricks, failed ones cost the bid, Nil has a bonus and a penalty, and
    every ten bags cost 100 points."""
    game = CardGame(genome)
    rows = hand_results(game, bots, 20, seed=5)
    scoring = genome.contract_scoring
    assert scoring is not None
    teams = genome.teams or tuple((seat,) for seat in range(4))
    bags: list[int] = []
    score: list[int] = []
    for hand in rows.reshape(-1, 4):
        if hand["hand"][0] == 0:
            bags, score = [0] * len(teams), [0] * len(teams)
        for side, team in enumerate(teams):
            own = hand[list(team)]
            points, bags[side] = document_score(
                scoring, own["bid"].tolist(), own["nil"].tolist(), own["tricks"].tolist(), bags[side]
            )
            score[side] += points
            assert own["gained"].tolist() == [points] * len(team)
            assert own["score"].tolist() == [score[side]] * len(team)
            assert own["bags"].tolist() == [bags[side]] * len(team)


def document_code_score(
    scoring: ContractScoring, contract: int, tricks: int, nils: list[int], bags: int
) -> tuple[int, int]:
    """§3, `EvaluateContracts`: points and bags of one team, step by step as the document's code has it; `nils` are the
    tricks of those who bid Nil."""
    score = 0
    for won in nils:
        score += scoring.nil_bonus if won == 0 else -scoring.nil_penalty
    if tricks >= contract:
        score += contract * scoring.points_per_trick_bid
        overtricks = tricks - contract
        score += overtricks * scoring.overtrick_points
        bags += overtricks
        if bags >= scoring.bag_limit:
            score -= scoring.bag_penalty
            bags -= scoring.bag_limit
    else:
        score -= contract * scoring.failed_contract_penalty
    return score, bags


def test_bags_overflow_once_a_hand_as_the_code_of_the_document_has_it() -> None:
    """§3: a team that reaches the bag limit pays the penalty once in a hand and keeps all bags beyond the limit."""
    scoring = ContractScoring(bag_limit=2)
    game = game_of(contract_scoring=scoring, contract_variant=ContractVariant(bags="once"), match=Match(hands=8))
    bags, beyond = [0, 0], 0
    for hand in hand_results(game, ["random", "careful"] * 2, 3, seed=8).reshape(-1, 4):
        if hand["hand"][0] == 0:
            bags = [0, 0]
        for side, team in enumerate(TEAMS.teams):
            own = hand[list(team)]
            nils = own["tricks"][own["nil"]].tolist()
            contract, tricks = int(own["bid"][~own["nil"]].sum()), int(own["tricks"].sum())
            points, bags[side] = document_code_score(scoring, contract, tricks, nils, bags[side])
            assert own["gained"].tolist() == [points] * 2
            assert own["bags"].tolist() == [bags[side]] * 2
            beyond += bags[side] >= scoring.bag_limit
    assert beyond, "some bags were kept beyond the limit"


def test_a_view_has_the_contract_of_every_team() -> None:
    """§3, `TeamContracts`: a team's contract is the sum of its bids, not counting Nil."""
    table = game_of().new(4, seed=1)
    bid_all(table, 3, 0, 4, 5)
    assert [side.contract for side in table.view(2).sides] == [7, 5]


def test_spades_with_bidding_runs_end_to_end_to_500() -> None:
    """§6.1: a match of Spades with bidding can be played from the first deal to 500 points."""
    result = simulate(game_of(), ["careful"] * 4, 100, seed=2)
    assert result.endings == {"the target was reached": 100}
    assert all(seat.mean_score > 0 for seat in result.seats)


def test_contracts_are_made_and_failed_in_a_hundred_games() -> None:
    """§6.2: in a hundred games there are contracts that are made and contracts that fail."""
    rows = hand_results(game_of(), ["greedy"] * 4, 100, seed=3)
    assert 0 < rows["made"].sum() < len(rows)
    assert (rows["gained"][~rows["made"]] < 0).mean() > 0.5


def test_nil_bids_succeed_and_fail() -> None:
    """§6.3: there are Nil bids that succeed and Nil bids that fail."""
    rows = hand_results(game_of(), ["careful"] * 4, 200, seed=4)
    nils = rows[rows["nil"]]
    assert (nils["bid"] == 0).all()
    assert 0 < nils["nil_made"].sum() < len(nils)
    assert (nils["nil_made"] == (nils["tricks"] == 0)).all()


def test_nil_by_its_flag_and_plain_zero_without_it() -> None:
    """§1: a bid of 0 is Nil where Nil is allowed, and a plain bid of 0 where it is not."""
    nil = game_of().new(4, seed=1)
    bid_all(nil, 0)
    assert (nil.view().seats[0].bid, nil.view().seats[0].nil) == (0, True)
    plain = game_of(phases=(BiddingPhase(min_bid=0, allow_nil=False), TrickPhase())).new(4, seed=1)
    bid_all(plain, 0)
    assert (plain.view().seats[0].bid, plain.view().seats[0].nil) == (0, False)
    both = game_of(phases=(BiddingPhase(min_bid=0), TrickPhase())).new(4, seed=1)
    bid_all(both, 0)
    assert both.view().seats[0].nil


def test_plain_zero_bids_score_neither_bonus_nor_penalty() -> None:
    """§2: only Nil has a bonus and a penalty."""
    game = game_of(phases=(BiddingPhase(0, 13, allow_nil=False), TrickPhase()), match=Match(hands=1))
    table = game.new(4, seed=3)
    bid_all(table, 0, 0, 0, 0)
    play_out(table)
    tricks = [sum(table.view().seats[seat].tricks for seat in team) for team in TEAMS.teams]
    expected = [won - (100 if won >= 10 else 0) for won in tricks]
    assert [side.score for side in table.view().sides] == expected


def test_a_bid_is_within_min_max_and_hand_size() -> None:
    """§1, §6.5: a bid lies between `min_bid` and `max_bid`, and is never more than the hand has cards."""
    table = game_of(phases=(BiddingPhase(2, 7, allow_nil=False), TrickPhase()), deal=Deal(cards=5)).new(4, seed=1)
    assert [str(move) for move in table.options(0)] == ["bid 2", "bid 3", "bid 4", "bid 5"]
    rejections = {bid: table.check(0, f"bid {bid}") for bid in (0, 1, 6, 7, 13)}
    codes = [rejection.code for rejection in rejections.values() if rejection]
    assert codes == ["bid-too-low", "bid-too-low", "bid-too-high", "bid-too-high", "bid-too-high"]
    assert "at most 5" in str(rejections[6])


def test_nil_is_offered_once_whatever_the_lowest_bid() -> None:
    """§3: the moves of the bidding contain Nil once."""
    for low in (0, 1, 2):
        table = game_of(phases=(BiddingPhase(low, 13), TrickPhase())).new(4, seed=1)
        bids = [str(move) for move in table.options(0)]
        assert bids.count("bid 0") == 1
        assert len(bids) == 13 - max(low, 1) + 1 + 1


def test_bids_go_clockwise_and_tricks_begin_when_all_have_bid() -> None:
    """§3: every player bids once, in turn, and then the play begins."""
    table = game_of().new(4, seed=1)
    for seat in (0, 1, 2, 3):
        assert table.waiting == (seat,)
        assert table.view().due == "bidding"
        bid_all(table, 3)
    assert table.view().due == "trick"


def test_a_hand_has_thirteen_tricks_and_the_match_goes_on_after_it() -> None:
    """§3: after the last trick the hand is scored, and the next is dealt."""
    table = game_of().new(4, seed=1)
    bid_all(table, 3, 3, 3, 3)
    play_out(table)
    assert table.outcome is None
    view = table.view()
    assert (view.hand_number, view.due, view.dealer, view.turn) == (1, "bidding", 0, 1)


def test_hand_state_is_reset_and_bags_are_not() -> None:
    """§3: a new hand forgets bids and tricks, but bags stay."""
    table = game_of().new(4, seed=1)
    bid_all(table, 1, 1, 1, 1)
    play_out(table)
    view = table.view()
    assert [seat.bid for seat in view.seats] == [None] * 4
    assert [seat.tricks for seat in view.seats] == [0] * 4
    assert sum(side.bags for side in view.sides) == 13 - 4


def test_bags_persist_across_hands_and_cost_the_penalty_at_the_limit() -> None:
    """§2, §6.4: bags add up from hand to hand, and the limit costs the penalty."""
    table = game_of(contract_scoring=ContractScoring(bag_limit=10)).new(4, seed=1)
    for _ in range(4):
        bid_all(table, 1, 1, 1, 1)
        play_out(table)
    totals = [side.score + 0 for side in table.view().sides]
    made = 4 * 4 * 10 + 4 * (13 - 4)
    charged = made - sum(totals)
    assert charged > 0
    assert charged % 100 == 0
    assert charged // 100 * 10 + sum(side.bags for side in table.view().sides) == 4 * (13 - 4)


@pytest.mark.parametrize("bags", ["carry", "reset"])
def test_bag_overflow_is_charged_as_often_as_it_happens_or_once(bags: Any) -> None:
    """With a limit of 2 the document's text allows both readings."""
    game = game_of(
        teams=(),
        phases=(BiddingPhase(0, 13, allow_nil=False), TrickPhase(tricks=13)),
        contract_scoring=ContractScoring(overtrick_points=0, bag_limit=2, bag_penalty=100),
        contract_variant=ContractVariant(bags=bags),
        match=Match(hands=1),
    )
    found = 0
    for seed in range(10):
        table = game.new(4, seed=seed)
        bid_all(table, 0, 0, 0, 0)
        play_out(table)
        for seat, side in zip(table.view().seats, table.view().sides, strict=True):
            times = seat.tricks // 2 if bags == "carry" else int(seat.tricks >= 2)
            left = seat.tricks % 2 if bags == "carry" or seat.tricks < 2 else 0
            assert (side.score, side.bags) == (-100 * times, left)
            found = max(found, seat.tricks)
    assert found >= 4


def test_tricks_of_a_failed_nil_help_the_partner_or_are_bags() -> None:
    """§2: the document can be read in two ways here, and both can be had."""
    helped, wasted = (
        game_of(contract_variant=ContractVariant(nil_tricks=kind), match=Match(hands=1)) for kind in ("help", "bags")
    )
    for seed in range(30):
        views = []
        for game in (helped, wasted):
            table = game.new(4, seed=seed)
            bid_all(table, 0, 1, 6, 1)
            play_out(table)
            views.append(table.view())
        own = [views[0].seats[seat].tricks for seat in (0, 2)]
        nil = -100 if own[0] else 100
        expect_helped = 60 + sum(own) - 6 if sum(own) >= 6 else -60
        expect_wasted = 60 + sum(own) - 6 if own[1] >= 6 else -60
        assert views[0].sides[0].score == nil + expect_helped
        assert views[1].sides[0].score == nil + expect_wasted


def test_trick_rules_of_spades() -> None:
    """Follow suit if you can; spades are trumps, and not led before one was played."""
    table = game_of().new(4, seed=6)
    bid_all(table, 3, 3, 3, 3)
    broken, led = False, None
    while table.view().due == "trick" and table.view().hand_number == 0:
        seat = table.waiting[0]
        view = table.view(seat)
        on_table = [other for other in view.seats if other.played]
        options = {str(move).split()[1] for move in table.options(seat)}
        if not on_table:
            others = {card for card in view.hand if card[1] != "S"}
            assert options == (set(view.hand) if broken or not others else others)
        else:
            following = {card for card in view.hand if card[1] == led}
            assert options == (following or set(view.hand))
        card = sorted(options)[-1]
        led = led if on_table else card[1]
        broken |= card[1] == "S"
        table.play(seat, f"play {card}")


def test_skill_beats_chance_where_contracts_are_estimated() -> None:
    """§6.7: bots that estimate their tricks beat bots that play at random."""
    result = simulate(game_of(), ["careful", "random"] * 2, 400, seed=1, rotate=True)
    assert result.seats[0].win_rate + result.seats[2].win_rate > 0.95


def hands_won_by_search(genome: Genome, hands: int = 40) -> float:
    """Return the number of hands that a pair that searches wins against a pair that plays at random."""
    game = CardGame(replace(genome, match=Match(hands=1)))
    won = 0
    for number in range(hands):
        players = [
            Search(game, 200, horizon=60, seed=number) if seat % 2 == number % 2 else Bot(game, "random", seed=seat)
            for seat in range(4)
        ]
        won += number % 2 in Referee(game.new(4, seed=number), players).play().winners
    return won / hands


def test_search_has_a_skill_advantage_over_random_and_more_so_with_bidding() -> None:
    """§6.7 and §5. The search redeals the hidden hands: it does not see them."""
    fixed = replace(TEAMS, phases=(BiddingPhase(3, 3, allow_nil=False), *TEAMS.phases[1:]))
    with_bids, without = hands_won_by_search(TEAMS), hands_won_by_search(fixed)
    assert with_bids >= 0.9
    assert with_bids > without > 0.5


def test_same_seed_same_results() -> None:
    """The same seed gives the same results."""
    one, two = (hand_results(game_of(), ["careful", "random"] * 2, 5, seed=9) for _ in range(2))
    assert np.array_equal(one, two)


def test_bidding_can_be_added_to_a_game_of_tricks_and_taken_away_again() -> None:
    """§4 and §6.6: what evolution needs. What is left without its phase is named."""
    whist = create_whist_genome()
    with_bids = replace(whist, phases=(BiddingPhase(), *whist.phases), contract_scoring=ContractScoring())
    assert problems(with_bids) == []
    rows = hand_results(CardGame(with_bids), ["greedy"] * 4, 5)
    assert (rows["bid"] >= 0).all()
    orphan = replace(with_bids, phases=whist.phases)
    assert [problem.place for problem in problems(orphan)] == ["contract_scoring"]
    assert replace(orphan, contract_scoring=None) == whist


def test_skill_counts_more_where_there_are_bids() -> None:
    """§5: skill outperforms Random more with bidding. The same bots, with contracts and with plain tricks."""
    plain = replace(TEAMS, phases=TEAMS.phases[1:], contract_scoring=None, trick_scoring=TrickScoring(), match=Match(1))
    bids = replace(TEAMS, match=Match(1))
    rates = []
    for genome in (plain, bids):
        result = simulate(CardGame(genome), ["greedy", "random"] * 2, 2_000, seed=1, rotate=True)
        rates.append(result.seats[0].win_rate + result.seats[2].win_rate)
    assert rates[1] > rates[0] > 0.5


def test_team_contract_is_the_sum_of_the_bids_without_nils() -> None:
    """§2: a team's contract is the sum of its players' bids, without Nil."""
    rows = hand_results(game_of(), ["careful"] * 4, 100, seed=6).reshape(-1, 4)
    for team in TEAMS.teams:
        own = rows[:, list(team)]
        assert (own["contract"] == np.where(own["nil"], 0, own["bid"]).sum(axis=1)[:, None]).all()
        assert (own["side_tricks"] == own["tricks"].sum(axis=1)[:, None]).all()


def test_failed_nil_costs_the_penalty_and_the_contract_still_counts() -> None:
    """§2: a failed Nil costs its penalty, and the partner's contract is scored as usual."""
    rows = hand_results(game_of(match=Match(hands=1)), ["careful"] * 4, 3_000, seed=7).reshape(-1, 4)
    failed = [
        hand[list(team)]
        for hand in rows
        for team in TEAMS.teams
        if (hand[list(team)]["nil"] & (hand[list(team)]["tricks"] > 0)).sum() == 1 and not hand[list(team)]["nil"].all()
    ]
    assert len(failed) > 20
    for own in failed:
        contract, tricks = int(own["contract"][0]), int(own["side_tricks"][0])
        made = 10 * contract + tricks - contract - (100 if tricks - contract >= 10 else 0)
        assert own["gained"][0] == -100 + (made if tricks >= contract else -10 * contract)


def test_the_documents_names_are_found() -> None:
    """§1–3: what the document calls things, and what they are called here."""
    assert create_spades_genome().name == "spades"
    assert create_partnership_spades_genome().teams == ((0, 2), (1, 3))
    table = game_of().new(4, seed=1)
    before = [seat.bid for seat in table.view().seats]
    bid_all(table, 0, 4)
    after = table.view()
    assert before == [None] * 4
    assert [(seat.bid, seat.nil) for seat in after.seats] == [(0, True), (4, False), (None, False), (None, False)]
    assert [side.bags for side in after.sides] == [0, 0]
    assert (reset_hand_state.__name__, estimate_tricks.__name__) == ("reset_hand_state", "estimate_tricks")


def test_estimate_counts_trumps_and_high_cards_as_the_document_sketches() -> None:
    """§3: more trumps, or a higher side suit, is a higher estimate, and never more than the hand has cards."""
    game = game_of()
    estimates = {}
    hands = {
        "weak": "2C3C4C5D6D7D8H9HTH2H3D4D5C",
        "aces": "ACADAH2C3C4D5D6H7H8C9D2H3H",
        "trumps": "ASKSQSJSTS9S8S7S6S5S4S3S2S",
    }
    for name, cards in hands.items():
        s = load_twin(game.new(4, seed=1).engine.record_in_full(), 0)
        s.hand[0] = mask_of(cards[at : at + 2] for at in range(0, 26, 2))
        estimates[name] = estimate_tricks(s, 0) / 4
    assert estimates["weak"] < 1 < estimates["aces"] < estimates["trumps"] <= 13


def test_bots_of_the_referee_are_never_rejected() -> None:
    """§3: bots bid and play by the rules. No bot ever chooses a move that is not allowed."""
    game = game_of(match=Match(hands=1))

    table = game.new(4, seed=5)
    outcome = Referee(table, [Bot(game, name) for name in ("careful", "greedy", "random", "first")]).play()
    assert outcome.reason == "the last hand was played"
    assert not table.engine.retries
