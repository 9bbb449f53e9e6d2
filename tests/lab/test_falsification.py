"""Games that the measures were once fooled by: each is degenerate, and has to be found out.

The genomes are in `fooled/`. Every champion of a run that turns out to be degenerate is added there.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ludex.core.play.history import History
from ludex.games.cards import LIBRARY, CardGame, Genome
from ludex.lab.choice import decisions
from ludex.lab.exploits import Margin, depth_over_lines, lines_for, margin, weakest_margins
from ludex.lab.findings import line_findings
from ludex.lab.gates import gate, gate_hands, gate_rules, gate_seats, open_cards
from ludex.lab.interaction import interaction
from ludex.lab.ladder import Ladder, Rung, hand_watcher
from ludex.lab.luck import between_equals, rotated
from ludex.lab.measures import CONFIRM, SCREEN, Effort, measure, shorter
from ludex.lab.one_liners import DRAWN, HELD_OUT, LINES
from ludex.lab.styles import STYLES
from ludex.lab.watching import AS_MOVER_KNOWS, OPENING, Watcher, seeds_of

FOOLED = {path.stem: Genome.load(path) for path in sorted(Path(__file__).with_name("fooled").glob("*.json"))}
HELD_OUT_GAMES = {path.stem: Genome.load(path) for path in sorted(Path(__file__).with_name("held_out").glob("*.json"))}
"""Degenerate games that were written after all thresholds were fixed, and that nothing was tuned on."""
HALF_FOUND_GAMES = {
    path.stem: Genome.load(path) for path in sorted(Path(__file__).with_name("half_found").glob("*.json"))
}
"""Degenerate games that the screen stops on some seeds only."""
SOUND = ("spades", "partnership-spades", "whist", "hearts", "oh-hell", "gin-rummy", "president", "scopa", "cheat",
         "go-fish", "draw-poker")  # fmt: skip
"""Library games that card players do not find degenerate: the gates must not stop them."""
SEEDS = ("1", "2", "3")


def hand_of(name: str) -> Watcher:
    return hand_watcher((FOOLED | HELD_OUT_GAMES | HALF_FOUND_GAMES)[name] if name not in LIBRARY else LIBRARY[name]())


def test_the_first_player_of_first_wins_always_wins_although_its_matches_are_fair() -> None:
    genome = FOOLED["firstwins"]
    assert gate(Watcher(CardGame(genome)), "1", 12)[1] == []
    assert [failure.gate for failure in gate_hands(hand_of("firstwins"), "1", 12, bluffing=False)] == ["seat"]


def test_obvious_is_solitaire() -> None:
    assert interaction(hand_of("obvious"), "1", 6, 6).value == 0.0
    assert margin(hand_of("obvious"), "1", 40, "greedy", "most points first, never fold").edge < 0.1


@pytest.mark.parametrize("name", ["walnut-stakes", "larch-ante"])
def test_bets_are_no_bluff_where_every_card_is_known(name: str) -> None:
    hand = hand_of(name)
    assert open_cards(hand, "1", 4) == 1.0
    assert [failure.gate for failure in gate_hands(hand, "1", 4, bluffing=True)] == ["secrets"]


def test_the_hands_of_draw_poker_are_secret() -> None:
    assert open_cards(hand_of("draw-poker"), "1", 4) == 0.0


def test_hollow_pot_is_over_after_one_hand() -> None:
    _, failed = gate(Watcher(CardGame(FOOLED["hollow-pot"])), "1", 12)
    assert "match" in [failure.gate for failure in failed]


def test_the_last_hands_of_grand_indigo_rummy_can_only_be_cut_off() -> None:
    """Two cards make no meld: from the ninth hand, no player can ever knock."""
    course, failed = gate(Watcher(CardGame(FOOLED["grand-indigo-rummy"])), "1", 4)
    assert course.circling > 0.15
    assert "ends" in [failure.gate for failure in failed]


def test_never_doubting_is_good_enough_at_orchard_fib() -> None:
    assert not margin(hand_of("orchard-fib"), "1", 24, "look-10", "never doubt").resists


def test_the_lowest_bid_is_good_enough_at_bid_one() -> None:
    """Cards are played with skill there, but bids are not decisions: a player who always bids the lowest is as good."""
    assert not margin(hand_of("bid-one"), "1", 12, "greedy", "bid the lowest, play like greedy").resists


def test_betting_on_a_king_or_an_ace_is_good_enough_at_long_shove() -> None:
    assert not margin(hand_of("long-shove"), "1", 40, "greedy", "raise on the highest cards, else fold").resists


def test_stubborn_bidders_are_tried_only_where_there_are_bids() -> None:
    assert lines_for(LIBRARY["whist"]()) == tuple(LINES)
    assert [line for line in lines_for(LIBRARY["spades"]()) if line not in LINES] == [
        "bid the lowest, play like greedy",
        "bid the highest, play like greedy",
    ]


def test_a_stubborn_bidder_plays_its_cards_like_greedy() -> None:
    """Compare it with greedy at Whist, where nothing is bid, and at Spades."""
    for name, same in (("whist", True), ("spades", False)):
        hand = hand_of(name)
        bots = [["bid the lowest, play like greedy"] * hand.seats, ["greedy"] * hand.seats]
        stubborn, greedy = (hand.play(players, seeds_of("1", 2)).traces.tolist() for players in bots)
        assert (stubborn == greedy) == same, name


@pytest.mark.parametrize("name", ["feeders", "waiting-room"])
def test_a_solitaire_with_a_pile_in_the_middle_is_played_by_a_line(name: str) -> None:
    """Discards change what others may take, so interaction is not 0; but the best card to keep is always the same."""
    lines = [margin(hand_of(name), "1", 40, "greedy", line) for line in lines_for(FOOLED[name])]
    assert not min(lines, key=lambda found: found.low).resists


def test_the_seat_that_is_ahead_wins_every_race() -> None:
    assert "seat" in [failure.gate for failure in gate_hands(hand_of("race"), "1", 12, bluffing=False)]


def test_a_seat_that_always_wins_among_searches_fails_the_same_gate() -> None:
    wins = between_equals(hand_of("firstwins"), "1", 4, "look-2").wins
    assert [failure.gate for failure in gate_seats(wins)] == ["seat"]


def test_depth_is_what_searches_win_over_lines_where_lines_equal_greedy() -> None:
    """A weak greedy makes a shallow game look deep, because every search beats it."""
    easy = Margin("last option", "greedy", 100, 0.5, 0.4, 0.6)
    close = Margin("lowest card, never fold", "look-60", 100, 0.2, 0.1, 0.3)
    assert depth_over_lines([easy]) == 1.0
    assert depth_over_lines([easy, close]) == pytest.approx(0.15)
    rungs = (Rung("greedy", "random", 100, 1.0, 1.0, 1.0, 1.0), Rung("look-30", "greedy", 100, 1.0, 1.0, 1.0, 1.0))
    assert Ladder(rungs).skill == 1.0
    assert Ladder(rungs, limit=0.15).skill == pytest.approx(0.25 + 0.75 * 0.15)


def test_margins_stop_where_the_answer_is_clear() -> None:
    clear = margin(hand_of("partnership-spades"), "1", 200, "greedy", "highest card, never fold")
    assert clear.resists
    assert clear.games < 200


def test_a_knock_is_not_paid_by_the_own_partner() -> None:
    assert [failure.gate for failure in gate_rules(FOOLED["lantern-knock"])] == ["partners"]
    assert gate_rules(LIBRARY["gin-rummy"]()) == []


def test_lines_that_make_the_same_moves_are_tried_against_searches_once() -> None:
    """Leave room for a line that beats greedy in a different way than five lines that are the same."""
    found = list(weakest_margins(hand_of("penny-pot"), "1", 24, (), 0))
    assert len(found) == 3
    assert len({(one.edge, one.low) for one in found}) == 3


def test_searches_are_shorter_where_hands_are_very_long() -> None:
    assert [shorter("tree-150", moves) for moves in (50, 240, 10_000)] == ["tree-150", "tree-37", "tree-10"]
    assert [shorter(player, 480) for player in ("search-1000", "greedy")] == ["search-62", "greedy"]


def test_lines_drawn_at_random_differ_from_those_that_the_judge_keeps_back() -> None:
    assert len(DRAWN) == 24
    assert not DRAWN.keys() & HELD_OUT.keys()


def test_the_search_of_the_tables_takes_part_in_the_check() -> None:
    found = margin(hand_of("orchard-fib"), "1", 3, "search-10", "never doubt")
    assert found.player == "search-10"
    assert found.low <= found.edge <= found.high


def test_hoarders_is_a_solitaire_in_which_the_lowest_card_goes() -> None:
    found = margin(hand_watcher(HELD_OUT_GAMES["hoarders"]), "1", 24, "greedy", "lowest card, never fold")
    assert not found.resists


def test_no_line_is_good_enough_at_spades_and_gin() -> None:
    for name in ("partnership-spades", "gin-rummy"):
        assert all(found.resists for found in weakest_margins(hand_of(name), "1", 8, (), 0)), name


def test_one_line_players_differ_where_they_should() -> None:
    """At Hearts, the highest and the lowest card are different games; no line is ever illegal."""
    hand = hand_of("hearts")
    traces = {line: hand.play([line] * 4, seeds_of("1", 1)).traces[0] for line in (*LINES, *HELD_OUT)}
    assert traces["highest card, never fold"] != traces["lowest card, never fold"]
    assert len(set(traces.values())) >= 4


def test_a_line_that_always_folds_loses_its_antes() -> None:
    shares = rotated(hand_of("draw-poker"), "1", 20, "always fold", "greedy")
    folded = [shares[:, side, side].mean() for side in range(2)]
    assert max(folded) < 0.5


def test_a_tree_search_sees_no_hidden_cards() -> None:
    """Decisions do not depend on what the seat cannot know: the same view and dice give the same move."""
    hand = hand_of("whist")
    position = next(iter(decisions(hand, "1", 3)))
    slots = hand.slots(["tree-8"] * hand.seats)
    moves = []
    for world in ("a", "b"):
        dealt = hand.go_on(
            position.states, slots, seeds_of(world, 1), known=AS_MOVER_KNOWS, limits=np.zeros(1, np.int64)
        )
        seen = dealt.states.copy()
        moves.append(
            int(
                hand.go_on(seen, slots, seeds_of("same", 1), limits=np.ones(1, np.int64)).notes[
                    0, OPENING + position.seat
                ]
            )
        )
    assert moves[0] == moves[1] >= 0


def test_a_finding_names_the_line_and_shows_a_game_that_it_wins() -> None:
    narrow = Margin("never doubt", "look-60", 48, 0.02, -0.1, 0.1)
    (found,) = line_findings(Watcher(CardGame(FOOLED["orchard-fib"])), [narrow], "1")
    assert "“never doubt”" in found.sentence
    table = History.from_json(found.replay).replay()
    assert table.outcome is not None
    assert 0 in table.outcome.winners
    wide = Margin("never doubt", "look-60", 48, 0.5, 0.4, 0.6)
    assert line_findings(Watcher(CardGame(FOOLED["orchard-fib"])), [wide], "1") == []


def below_the_library(effort: Effort) -> None:
    """Test that every game that fools scores below every viable library game, in every style, on three seeds."""
    for seed in SEEDS:
        library = {name: measure(make(), f"{seed} {name}", effort) for name, make in LIBRARY.items()}
        stopped = {name: found.failed for name, found in library.items() if not found.viable}
        assert not stopped.keys() & set(SOUND), {name: stopped[name] for name in SOUND if name in stopped}
        for name, genome in (FOOLED | HELD_OUT_GAMES).items():
            fooled = measure(genome, f"{seed} {name}", effort)
            for style in STYLES.values():
                worst = min(style.fitness(found) for found in library.values() if found.viable)
                assert style.fitness(fooled) < worst, (name, seed, style.name, fooled)


@pytest.mark.deep
@pytest.mark.compiled
def test_games_that_fool_score_below_the_library() -> None:
    below_the_library(SCREEN)


@pytest.mark.deep
@pytest.mark.compiled
def test_games_that_fool_score_below_the_library_after_a_closer_look() -> None:
    below_the_library(CONFIRM)
