"""A worked example for every rulebook: one hand, played by bots and scored, told in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ludex.author import Event
from ludex.author.advanced import (
    DICE,
    choose,
    fill_in,
    game_seeds,
    legal,
    load_twin,
    loop,
    new_log,
    next_seat,
    play,
    secret_seed,
    setup,
    store_twin,
    template_of,
)
from ludex.games.cards.bytecode.layouts import BLOCKS
from ludex.games.cards.components import NAMES, SUITS, names_of, show, with_signs
from ludex.games.cards.events import CardDrawn, CardsDrawn, HandScored, HandShown, PointsCounted, PotWon
from ludex.games.cards.genome.phasing import has
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome_game import GenomeGame
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.captures.checks import sweep_worth
from ludex.games.cards.parts.card_points.rulebook import team_name
from ludex.games.cards.parts.registry import TERMS
from ludex.games.cards.parts.terms import ask_for_hands
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.state import State
from ludex.games.cards.wording import STEP, listed, many, points

SEEDS = range(1, 9)
"""The deals that are tried for the hand that shows most."""
ENOUGH = 3
"""Different things that score make a hand worth telling."""
BOT = "careful"
FIRST, LAST = 3, 2
"""The number of tricks or turns that are described at the beginning and at the end."""
_PLAY = re.compile(r"Seat (\d) plays (\S+)\.")
_EVERYBODY = ("bidding", "auction", "betting", "pass")


class Step(NamedTuple):
    """The effect of one move: its phase, its trick or turn, and the sentences about it."""

    phase: str
    number: int
    told: tuple[str, ...]


class Hand(NamedTuple):
    """A hand that was played: what was dealt, what happened, and how it ended."""

    genome: Genome
    dealt: State
    steps: tuple[Step, ...]
    over: State
    counted: tuple[PointsCounted, ...]
    """The terms of all points, as the rules noted them."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return self.genome.teams or tuple((seat,) for seat in range(self.over.seats))

    @property
    def terms(self) -> list[list[PointsCounted]]:
        """The terms of every side's points, in the order in which they are counted."""
        return [[term for term in self.counted if term.side == side] for side in range(len(self.sides))]


def example_sentences(genome: Genome) -> Iterator[str]:
    """Yield one hand from the deal to its score."""
    hand = telling_hand(genome)
    yield from _dealt(hand)
    yield from _played(hand)
    yield from _scored(hand)


def telling_hand(genome: Genome) -> Hand:
    """Return the first of some deals in which several things score, or else the one in which most do."""
    best, most = play_hand(genome, SEEDS[0]), 0
    for seed in SEEDS:
        hand = best if seed == SEEDS[0] else play_hand(genome, seed)
        kinds = len({_kind(term) for term in hand.counted})
        if kinds > most:
            best, most = hand, kinds
        if most >= min(ENOUGH, _ways_to_score(genome)):
            break
    return best


def _kind(term: PointsCounted) -> tuple[str, object]:
    """Tell terms apart: by their kind, and cards, majorities and places by which they are."""
    which = {
        "cards": (term.first, term.second),
        "majority": (term.first, term.second),
        "place": term.second,
        "pot": term.points > 0,
    }
    return "moon" if term.term == "moon of others" else term.term, which.get(term.term)


def _ways_to_score(genome: Genome) -> int:
    """Estimate how many different things can score in a hand."""
    cards, tricks = genome.card_scoring, genome.trick_scoring
    ways = (3 if genome.contract_scoring else 0) + (1 + len(tricks.levels) if tricks else 0)
    ways += len(cards.values) if cards else 0
    ways += 3 * has(genome, AuctionPhase)
    ways += len(genome.order_scoring) + len(genome.majorities) + bool(sweep_worth(genome))
    return ways + bool(genome.knocking_phase) + 2 * (genome.chips is not None) + 2 * genome.knockout


@loop
def begin(s: State) -> None:
    setup(s)


@loop
def play_move(s: State, bot: int, dice: Any, options: Any, log: Any) -> None:
    """Make one move of the bot, for the seat whose turn it is."""
    seat = next_seat(s, dice)
    count = legal(s, seat, options)
    play(s, seat, choose(bot, s, seat, options, count, dice), log)


def play_hand(genome: Genome, seed: int) -> Hand:
    """Play one hand between bots, the same for the same seed. The rules run interpreted, because there is little to
    play."""
    low, high = genome.seats
    one_hand = msgspec.structs.replace(genome.match, hands=1, target=0, floor=0)
    game = GenomeGame(msgspec.structs.replace(genome, match=one_hand))
    states, dice = template_of(game, min(high, max(low, 3)), game.settings()), DICE.new()
    chance = game_seeds(secret_seed(seed), 0, 1)[0]
    states[0]["rng"], dice[0]["rng"] = chance[:4], chance[4:8]
    s, thrown = load_twin(states, 0), load_twin(dice, 0)
    fill_in(begin, game.machine.rules)(s)
    store_twin(s, states, 0)
    dealt, move = load_twin(states, 0), fill_in(play_move, game.machine.rules)
    options, log, steps = np.zeros((game.max_options, 2), np.int64), new_log(game.max_events), []
    counted: tuple[PointsCounted, ...] = ()
    while not s.ended:
        phase = BLOCKS[s.code[s.pc]].name
        number = 0 if phase in _EVERYBODY else int(s.tricks_played if phase == "trick" else s.turns)
        log[0] = 0
        ask_for_hands(log)
        move(s, game.machine.bot_slots[BOT], thrown, options, log)
        events = [seen.event for seen in game.events.read(log)]
        counted += tuple(event for event in events if isinstance(event, PointsCounted))
        steps.append(Step(phase, number, tuple(_told(events))))
    return Hand(genome, dealt, tuple(steps), s, counted)


def _told(happened: Sequence[Event]) -> Iterator[str]:
    """Yield sentences about the effects of a move. A card drawn appears once, as the drawer sees it; scores come later,
    with the hands of players who play for chips."""
    events = [event for event in happened if not _is_told_later(event)]
    drawn = any(isinstance(event, CardDrawn) for event in events)
    for event in events:
        if not (drawn and isinstance(event, CardsDrawn)):
            yield _sentence(str(event).replace(" pays 0.", " pays nothing."))


def _is_told_later(event: Event) -> bool:
    return isinstance(event, HandScored | PotWon | PointsCounted) or (
        isinstance(event, HandShown) and event.unmatched is None
    )


def _sentence(text: str) -> str:
    """Return a sentence with cards as they look: Q♠ for QS."""
    return _upper(with_signs(text))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _dealt(hand: Hand) -> Iterator[str]:
    s, genome = hand.dealt, hand.genome
    seats = "0 and 1" if s.seats == 2 else f"0 to {s.seats - 1}"
    blind = any(isinstance(phase, TrickPhase) and phase.blind for phase in genome.phases)
    yield f"{_upper(many(s.seats, 'player'))} sit in seats {seats}, and seat {s.dealer} deals."
    for seat in range(s.seats) if not blind else ():
        yield f"{STEP}Seat {seat} gets {show(names_of(s.hand[seat] | s.won[seat]))}."
    if s.table:
        yield f"On the table lie {show(names_of(s.table))}."
    if s.top:
        yield f"The pile starts with {show((NAMES[s.top - 1],))}."
    if s.turned:
        yield f"{show((NAMES[s.turned - 1],))} is turned up, so {SUITS[s.trump - 1]} are trumps."
    elif genome.trump in ("random", "rotating"):
        yield f"{_upper(SUITS[s.trump - 1])} are trumps."


def _played(hand: Hand) -> Iterator[str]:
    """Yield the phases in order: decisions of all players in one line, tricks and turns one by one, without those in
    the middle."""
    for phase, group in groupby(hand.steps, key=lambda step: step.phase if step.phase in _EVERYBODY else "turn"):
        steps = list(group)
        if phase == "pass":
            yield _passed(hand)
        elif phase in _EVERYBODY:
            yield " ".join(sentence for step in steps for sentence in step.told)
        else:
            yield from _rounds(steps)


def _passed(hand: Hand) -> str:
    s = hand.over
    given = [
        f"seat {giver} passes {show(names_of(s.given[giver]))} to seat {(giver + s.passed_by) % s.seats}"
        for giver in range(s.seats)
    ]
    return f"{_upper(listed(given))}."


def _trick(sentences: list[str]) -> str:
    """Return the cards of a trick in one sentence.

    >>> _trick(["Seat 1 plays 2♥.", "Seat 2 plays A♥.", "Seat 0 plays J♥.", "Seat 2 takes the trick."])
    'Seat 1 leads 2♥, seat 2 plays A♥, seat 0 J♥. Seat 2 takes the trick.'
    """
    plays = [found for sentence in sentences if (found := _PLAY.fullmatch(sentence))]
    words = ["leads", "plays"] + [""] * len(plays)
    cards = [f"seat {play[1]} {word} {play[2]}".replace("  ", " ") for play, word in zip(plays, words, strict=False)]
    rest = [sentence for sentence in sentences if not _PLAY.fullmatch(sentence)]
    return " ".join([f"{_upper(', '.join(cards))}.", *rest])


def _turn(sentences: list[str]) -> str:
    """Tell what happened in a turn, cards laid down one by one told together.

    >>> _turn(["Seat 0 lays a card face down."] * 2 + ["Seat 0 claims 2 × king."])
    'Seat 0 lays two cards face down. Seat 0 claims 2 × king.'
    """
    told = []
    for sentence, group in groupby(sentences):
        times = len(list(group))
        told.append(sentence.replace("a card face down", f"{many(times, 'card')} face down") if times > 1 else sentence)
    return " ".join(told)


def _rounds(steps: list[Step]) -> Iterator[str]:
    tell = _trick if steps[0].phase == "trick" else _turn
    rounds = [
        tell([sentence for step in group for sentence in step.told])
        for _, group in groupby(steps, key=lambda step: step.number)
    ]
    what = "trick" if steps[0].phase == "trick" else "turn"
    for number, told in enumerate(rounds, 1):
        if number <= FIRST or number > len(rounds) - LAST or len(rounds) <= FIRST + LAST + 1:
            yield f"{_upper(what)} {number}: {told}"
        elif number == FIRST + 1:
            yield f"… ({many(len(rounds) - FIRST - LAST, what)} later)"


def _scored(hand: Hand) -> Iterator[str]:
    for side, (team, terms) in enumerate(zip(hand.sides, hand.terms, strict=True)):
        gained = int(hand.over.gained[side])
        yield f"**{_upper(team_name(team))} {_gains(hand.genome, len(team), gained)}.**{_reasons(hand, terms)}"


def _gains(genome: Genome, seats: int, gained: int) -> str:
    s = "s" if seats == 1 else ""
    if genome.chips:
        verb = "win" if gained > 0 else "lose"
        return f"{verb}{s} {many(abs(gained), 'chip')}" if gained else f"get{s} its chips back"
    if gained == 0:
        return f"score{s} nothing"
    return f"score{s} {points(gained)}" if gained > 0 else f"lose{s} {points(-gained)}"


def _reasons(hand: Hand, terms: list[PointsCounted]) -> str:
    what = [TERMS[term.term](hand.genome, hand.over, term) for term in terms]
    if len(terms) == 1:
        return f" {_upper(what[0])}."
    sums = [
        "" if re.search(r"[=:] \d+( lost)?$", told) else f" ({term.points})"
        for told, term in zip(what, terms, strict=True)
    ]
    return "".join(f" {_upper(told)}{points}." for told, points in zip(what, sums, strict=True))
