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
from ludex.lab.exploits import Margin, margin, weakest_margins
from ludex.lab.findings import line_findings
from ludex.lab.gates import gate, gate_hands, open_cards
from ludex.lab.interaction import interaction
from ludex.lab.ladder import hand_watcher
from ludex.lab.luck import rotated
from ludex.lab.measures import CONFIRM, SCREEN, Effort, measure
from ludex.lab.one_liners import HELD_OUT, LINES
from ludex.lab.styles import STYLES
from ludex.lab.watching import AS_MOVER_KNOWS, OPENING, Watcher, seeds_of

FOOLED = {path.stem: Genome.load(path) for path in sorted(Path(__file__).with_name("fooled").glob("*.json"))}
HELD_OUT_GAMES = {path.stem: Genome.load(path) for path in sorted(Path(__file__).with_name("held_out").glob("*.json"))}
"""Degenerate games that were written after all thresholds were fixed, and that nothing was tuned on."""
SOUND = ("spades", "partnership-spades", "whist", "hearts", "oh-hell", "gin-rummy", "president", "scopa", "cheat",
         "go-fish", "draw-poker")  # fmt: skip
"""Library games that card players do not find degenerate: the gates must not stop them."""
SEEDS = ("1", "2", "3")


def hand_of(name: str) -> Watcher:
    return hand_watcher(FOOLED[name] if name in FOOLED else LIBRARY[name]())


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


def test_never_doubting_is_good_enough_at_orchard_fib() -> None:
    assert not margin(hand_of("orchard-fib"), "1", 24, "look-10", "never doubt").resists


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
