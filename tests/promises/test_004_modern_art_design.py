"""Promises of document 004, a review of a plan for Modern Art: points 7, 8 and 10 to 18, how the game is to be built.

Above each group of tests stands what the review asks for, in our words.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.modern_art.position import last_sale, money, owns, phase, play, position

import ludex
from ludex import History, Table, UndoRefused
from ludex.author import EVERYONE
from ludex.core.game.template import template_of
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.views import field_names
from ludex.games.modern_art import (
    ARTISTS,
    AUCTIONS,
    ArtistView,
    AwaitingCard,
    AwaitingSecondCard,
    Card,
    FixedPriceAuction,
    GameOver,
    HiddenAuction,
    MysteryOffer,
    OneOfferAuction,
    OpenAuction,
    Phase,
    Ranked,
    RoundEnding,
    SeatView,
    Selling,
    clock_moves,
    events,
    rules,
)
from ludex.games.modern_art.bots.characters import CHARACTERS, JUMP, PATIENCE
from ludex.games.modern_art.components import DECK, DECKS
from ludex.players import Bot

GAME = ludex.game("modern-art")
HANDS = "Manuel open, Manuel double", "Sigrid hidden, Manuel hidden", "Daniel one offer", "Ramon fixed price"


def fields(kind: type) -> set[str]:
    return set(field_names(kind))


def choose(table: Table, seat: int, bot: str, seed: int = 0, record: Any = None) -> Any:
    """Return the decision of a bot on a seat's record."""
    buffer = np.zeros((GAME.max_options, 2), np.int64)
    states = table.record(seat).copy() if record is None else record
    return GAME.moves.unpack(
        GAME.machine.kernel.choose(GAME.machine.bot_slots[bot], states, 0, seat, buffer, new_dice(secret_seed(seed)))
    )


# 7. The phase of the game is a tagged union: each phase is a type of its own, with just the data that belongs to it.


def test_7_the_phase_is_a_tagged_union() -> None:
    assert set(get_args(Phase)) == {
        AwaitingCard,
        AwaitingSecondCard,
        OpenAuction,
        OneOfferAuction,
        HiddenAuction,
        FixedPriceAuction,
        MysteryOffer,
        RoundEnding,
        Selling,
        GameOver,
    }
    tags = {kind.__struct_config__.tag for kind in get_args(Phase)}
    assert len(tags) == len(get_args(Phase))


def test_7_each_phase_has_what_the_review_wants_of_it() -> None:
    assert {"seat"} <= fields(AwaitingCard)
    assert {"unsold"} <= fields(RoundEnding)
    assert {"money", "winners"} <= fields(GameOver)


def test_7_dealing_and_the_time_between_rounds_are_moments_told_by_events() -> None:
    table = position("Rafael hidden, Manuel open", "Sigrid open", "Daniel open", unsold="4 Rafael open")
    play(table, "0: play Rafael hidden", "0: end round")
    told = [type(event) for event in table.events()]
    assert told[-4:] == [events.CardsDealt, events.CardsDealt, events.CardsDealt, events.RoundBegan]


# 8. Every kind of auction has a state of its own, with the fields that it needs and no others.


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (OpenAuction, {"lot", "auctioneer", "bid", "bidder"}),
        (OneOfferAuction, {"lot", "auctioneer", "asked", "bid", "bidder", "passed"}),
        (HiddenAuction, {"lot", "auctioneer", "sealed", "own_bid"}),
        (FixedPriceAuction, {"lot", "auctioneer", "price", "asked", "passed"}),
        (AwaitingSecondCard, {"card", "first_player", "offered", "declined"}),
    ],
)
def test_8_every_auction_has_its_own_fields(kind: type, wanted: set[str]) -> None:
    assert wanted <= fields(kind)


def test_8_revealed_bids_are_shown_after_a_hidden_auction() -> None:
    table = play(position(*HANDS, turn=1), "1: play Sigrid hidden", "0: seal 3", "1: seal 0", "2: seal 9", "3: seal 1")
    sale = last_sale(table)
    assert (sale.buyer, sale.price, sale.bids) == (2, 9, (3, 0, 9, 1))


# 10. It must be decided when an open auction ends: when all other players have passed, or by a countdown that every new
#     bid starts again. There are both.


def test_10_all_other_players_pass() -> None:
    table = play(position(*HANDS), "0: play Manuel open", "3: bid 4", "0: pass", "1: pass", "2: pass")
    assert owns(table, 3).total() == 1


def test_10_a_countdown_that_a_new_bid_starts_again() -> None:
    table = play(position(*HANDS, closing="hammer"), "0: play Manuel open", "3: bid 4")
    for seat, move in clock_moves(table.view()):
        table.play(seat, move)
    assert phase(table, OpenAuction).calls == 1
    play(table, "2: bid 5")
    assert phase(table, OpenAuction).calls == 0
    while moves := clock_moves(table.view()):
        for seat, move in moves:
            table.play(seat, move)
    assert owns(table, 2).total() == 1


# 11. Money is secret until the end of the game, for players and for bots.


def test_11_nobody_knows_what_the_others_have_until_the_end() -> None:
    table = GAME.new(4, seed=3)
    while table.outcome is None:
        for viewer in (0, 3, None):
            known = [seat.seat for seat in table.view(viewer).seats if seat.money is not None]
            assert known == ([] if viewer is None else [viewer])
            assert np.count_nonzero(table.record(viewer)["money"]) <= len(known)
        table.play(table.waiting[0], choose(table, table.waiting[0], "aggressive"))
    assert [seat.money for seat in table.view().seats] == money(table)


@pytest.mark.parametrize("bot", list(CHARACTERS))
def test_11_bots_play_fair(bot: str) -> None:
    """A bot given the whole state decides as it does with what its seat may know."""
    table = play(position(*HANDS, money=[50, 60, 70, 80]), "0: play Manuel open", "1: bid 3")
    for seat in table.waiting:
        assert choose(table, seat, bot) == choose(table, seat, bot, record=table.engine.record_in_full())


# 12. The deck is written down card by card: 70 cards, each artist with a number of cards for every auction.


def test_12_seventy_cards_and_the_auctions_of_every_artist() -> None:
    by_artist = {deck: DECK[row].reshape(5, 5).sum(axis=1).tolist() for row, deck in enumerate(DECKS)}
    assert by_artist == {"published": [12, 13, 14, 15, 16], "review": [12, 13, 15, 15, 15]}
    assert (DECK.sum(axis=1) == 70).all()
    assert (DECK >= 2).all()
    assert int(GAME.new(4, seed=1, deck="review").record()["total"].sum()) == 70


# 13. Where everybody may bid at any time, when a bot bids is part of its character: some are quick, some wait.


def test_13_timing_is_a_trait_of_character() -> None:
    patience = [
        CHARACTERS[name].weights.values[PATIENCE] for name in ("aggressive", "cautious", "collector", "opportunist")
    ]
    assert patience == [0, 1, 1, 2]
    assert CHARACTERS["aggressive"].traits[JUMP] > CHARACTERS["cautious"].traits[JUMP]


def test_13_the_aggressive_is_fast_and_the_cautious_slow() -> None:
    table = play(position(*HANDS, before=["3 Manuel one offer"], closing="hammer"), "0: play Manuel open")
    assert (str(choose(table, 1, "aggressive"))[:3], str(choose(table, 1, "cautious"))) == ("bid", "pass")


def test_13_the_timing_of_bids_is_in_seconds_and_reproducible() -> None:
    """Waiting a while, at random, is more human; the aggressive is fast, the cautious slow."""
    table = play(position(*HANDS, closing="hammer"), "0: play Manuel open")
    request = table.request(1)
    fast, slow = (
        [Bot(GAME, bot, seed=seed).thinks(request) for seed in range(20)] for bot in ("aggressive", "cautious")
    )
    assert max(fast) < min(slow) < 4
    assert len(set(fast)) == 20
    assert fast[3] == Bot(GAME, "aggressive", seed=3).thinks(request)


# 14. The mystery player, a variant for three: it may come later, but three can also play without it.


def test_14_the_variant_for_three() -> None:
    table = position(*HANDS[:3], mystery=True)
    play(table, "0: play Manuel open", "0: pass", "1: pass", "2: pass", "0: turn mystery card")
    view = table.view()
    assert (view.mystery_size, len(view.unsold), sum(artist.played for artist in view.board)) == (8, 1, 2)


def test_14_three_play_well_without_it() -> None:
    assert GAME.new(3, seed=1).view().mystery_size == 0


# 15. Moves are typed values in a history that can be replayed. A move can be taken back unless it revealed something
#     hidden.


def test_15_a_history_replays_and_verifies() -> None:
    table = GAME.new(4, seed=9, starter=0)
    for _ in range(80):
        seat = table.waiting[0]
        table.play(seat, choose(table, seat, "medium"))
    history = History.from_json(table.history.to_json())
    assert history.verify(GAME).digest == table.digest
    assert history.replay(40, GAME).digest == table.played[39].digest


def test_15_a_seat_takes_back_its_own_move_that_nobody_knows() -> None:
    table = play(position(*HANDS, turn=1), "1: play Sigrid hidden")
    before = table.engine.record_in_full().tobytes()
    table.play(0, "seal 3")
    table.undo(0)
    assert table.engine.record_in_full().tobytes() == before


@pytest.mark.parametrize(
    "moves",
    [
        ("0: play Manuel open", "1: bid 5"),
        ("0: play Manuel open", "1: pass"),
        ("0: play Manuel open", "1: bid 5", "2: pass", "3: pass", "0: pass"),
    ],
)
def test_15_what_was_said_in_an_auction_is_not_taken_back_alone(moves: tuple[str, ...]) -> None:
    table = play(position(*HANDS, before=["3 Manuel one offer"]), *moves)
    before = len(table.played)
    with pytest.raises(UndoRefused, match=r"what was said stays said|drew by chance|could not know"):
        table.undo(table.played[-1].seat)
    table.undo(agreed=range(4))
    assert len(table.played) == before - 1


def test_15_revealed_bids_cannot_be_taken_back() -> None:
    table = play(position(*HANDS, turn=1), "1: play Sigrid hidden", "0: seal 3", "1: seal 0", "2: seal 9")
    table.undo(2)
    play(table, "2: seal 9", "3: seal 1")
    with pytest.raises(UndoRefused):
        table.undo(3)


def test_15_actions_are_typed_values() -> None:
    assert {kind.__name__ for kind in GAME.moves.kinds} == {
        "PlayCard", "AddCard", "Decline", "Pass", "Buy", "Hammer", "TurnMysteryCard", "EndRound", "Sell", "Bid",
        "SealBid", "NamePrice",
    }  # fmt: skip


# 16. Rules are pure functions of the state, apart from tables, screens and storage.


def test_16_rules_are_functions_on_a_record_and_nothing_else() -> None:
    """No table, no referee: a bare record, and the plain Python function."""
    states = template_of(GAME, 3, GAME.read_settings({"starter": 1}))
    states["rng"] = 1
    s = load_twin(states, 0)
    rules.setup(s)
    assert (GAME.all_rules()["waiting"](s), rules.audit(s), rules.over(s)) == (0b010, 0, 0)


ROOMS = Path(rules.__file__).parents[1]
RULES = [*sorted(ROOMS.glob("rules/*.py")), ROOMS / "secrets.py", ROOMS / "laws.py", ROOMS / "bots" / "estimates.py"]


@pytest.mark.parametrize("file", RULES, ids=[file.stem for file in RULES])
def test_16_rules_import_no_table_no_board_and_no_input_or_output(file: Path) -> None:
    imported = {node.module for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom)}
    others = {module for module in imported if not f"{module}.".startswith("ludex.games.modern_art.rules.")}
    names = ["components", "events", "laws", "moves", "reasons", "secrets", "settings", "state"]
    rooms = {f"ludex.games.modern_art.{room}" for room in names}
    assert others <= {"__future__", "typing", "ludex.author"} | rooms


# 17. What happens is told as typed events, enough to animate the game.


def test_17_events_are_typed_and_enough_to_animate() -> None:
    table = play(position(*HANDS), "0: play Manuel open", "1: bid 7", "0: pass", "2: pass", "3: pass")
    told = table.events()
    assert told == (
        events.CardPlayed(0, "Manuel Carvalho", "open", 1),
        events.AuctionBegan(0, "open"),
        events.BidPlaced(1, 7),
        events.Passed(0),
        events.Passed(2),
        events.Passed(3),
        events.LotSold(1, 0, "Manuel Carvalho", "open", None, 7),
        events.MoneyMoved(1, 0, 7),
    )
    assert table.played[-1].events[-1].seen_by != EVERYONE


def test_17_the_first_deal_is_told_too() -> None:
    """The number of cards is public, and each player learns which."""
    table = GAME.new(4, seed=1, starter=2)
    assert table.events() == (*(events.CardsDealt(seat, 9) for seat in range(4)), events.RoundBegan(1, 2))
    mine = [event for event in table.events(3) if isinstance(event, events.CardDealt)]
    assert [(event.seat, event.artist, event.auction) for event in mine] == [
        (3, card.artist, card.auction) for card in table.view(3).hand
    ]


def test_17_the_end_of_a_round_is_told_with_ranking_sale_and_deal() -> None:
    table = position("Rafael hidden, Manuel open", "Sigrid open", "Daniel open", before=["", "4 Rafael open"])
    play(table, "0: play Rafael hidden", "0: end round", "1: sell")
    told = list(table.events())
    assert told[1:3] == [
        events.RoundEnded(1, "fifth card of an artist"),
        events.CardUnsold("Rafael Silveira", "hidden"),
    ]
    assert events.ArtistRanked("Rafael Silveira", 5, 1, 30, 30) in told
    assert events.PaintingsSold(1, 4, 120) in told
    assert events.MoneyMoved(None, 1, 120) in told
    assert events.CardsDealt(2, 6) in told


# 18. Tests cover the critical rules, which are those in test_004_modern_art_rules.py, and properties such as this one:
#     whatever a bot decides is valid.


@given(seed=st.integers(0, 10_000), bots=st.lists(st.sampled_from([*CHARACTERS, "random"]), min_size=3, max_size=5))
def test_18_decisions_of_bots_are_always_valid(seed: int, bots: list[str]) -> None:
    table = GAME.new(len(bots), seed=seed, closing="hammer" if seed % 2 else "passes")
    for step in range(60):
        if table.outcome is not None:
            break
        seat = table.waiting[step % len(table.waiting)]
        move = choose(table, seat, bots[seat], seed=step)
        assert move in table.options(seat)
        table.play(seat, move)
        assert table.engine.broken_law() is None


# The data model at the end of the review: cards, players, artists and rankings with the fields it lists.


def test_the_data_model_has_what_the_review_lists() -> None:
    assert ARTISTS[0] == "Manuel Carvalho"
    assert AUCTIONS == ("open", "one offer", "hidden", "fixed price", "double")
    assert fields(Card) == {"id", "artist", "auction"}
    assert {"seat", "hand_size", "paintings", "money"} <= fields(SeatView)
    assert {"artist", "cards", "place", "value"} <= fields(Ranked)
    assert {"artist", "tiles", "played"} <= fields(ArtistView)
    assert GAME.new(4, seed=1).view(0).round == 1
    assert {"easy", "medium", "hard"} <= set(GAME.bots)


def test_the_game_state_has_a_deck_and_a_discard_pile_and_every_card_an_id() -> None:
    view = GAME.new(4, seed=1).view(0)
    assert (view.deck_size, view.discard) == (70 - 4 * 9, ())
    assert len({card.id for card in view.hand}) == 9
    table = position("Rafael hidden, Manuel open", "Sigrid open", "Daniel open", before=["", "4 Rafael open"])
    play(table, "0: play Rafael hidden", "0: end round", "1: sell")
    assert [card.artist for card in table.view().discard] == ["Rafael Silveira"] * 5


def test_paintings_that_were_bought_this_round_are_cleared_when_they_are_sold() -> None:
    table = position("Rafael hidden, Manuel open", "Sigrid open", "Daniel open", before=["", "4 Rafael open"])
    assert len(table.view().seats[1].paintings) == 4
    play(table, "0: play Rafael hidden", "0: end round", "1: sell")
    assert not any(seat.paintings for seat in table.view().seats)
