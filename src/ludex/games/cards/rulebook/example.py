"""A worked example for every rulebook: one hand, played by bots and scored, told in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ludex.core.chance import DICE, game_seeds, secret_seed
from ludex.core.events import Seen, new_log
from ludex.core.loops import choose, legal, next_seat, play, setup
from ludex.core.rule import fill_in, loop
from ludex.core.twin import load_twin, store_twin
from ludex.games.cards.board.terminal import show
from ludex.games.cards.bytecode.blocks import BLOCKS
from ludex.games.cards.components import NAMES, SUITS, names_of, with_signs
from ludex.games.cards.events import CardDrawn, CardsDrawn, HandScored, PotWon
from ludex.games.cards.genome.schema import Genome, TrickPhase
from ludex.games.cards.rulebook.sums import Term, terms_of
from ludex.games.cards.rulebook.words import STEP, listed, many, points
from ludex.games.cards.state import State

SEEDS = range(1, 9)
"""The deals that are tried for the hand that shows most."""
ENOUGH = 3
"""Different things that score make a hand worth telling."""
BOT = "careful"
FIRST, LAST = 3, 2
"""How many tricks or turns are told at the beginning and at the end."""
_PLAY = re.compile(r"Seat (\d) plays (\S+)\.")
_EVERYBODY = ("bidding", "betting", "pass")


class Step(NamedTuple):
    """What one move did: in which phase, in which trick or turn, and what was told of it."""

    phase: str
    number: int
    told: tuple[str, ...]


class Hand(NamedTuple):
    """A hand that was played: what was dealt, what happened, and how it ended."""

    genome: Genome
    dealt: State
    steps: tuple[Step, ...]
    over: State

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return self.genome.teams or tuple((seat,) for seat in range(self.over.seats))

    @property
    def terms(self) -> list[list[Term]]:
        """The parts of every side's points."""
        return [terms_of(self.genome, self.over, side) for side in range(len(self.sides))]


def example_sentences(genome: Genome) -> Iterator[str]:
    """One hand from the deal to its score."""
    hand = telling_hand(genome)
    yield from _dealt(hand)
    yield from _played(hand)
    yield from _scored(hand)


def telling_hand(genome: Genome) -> Hand:
    """Among some deals, the first hand in which several things score, or else the one in which most do."""
    best, most = play_hand(genome, SEEDS[0]), 0
    for seed in SEEDS:
        hand = best if seed == SEEDS[0] else play_hand(genome, seed)
        kinds = len({term.kind for terms in hand.terms for term in terms})
        if kinds > most:
            best, most = hand, kinds
        if most >= min(ENOUGH, _ways_to_score(genome)):
            break
    return best


def _ways_to_score(genome: Genome) -> int:
    """How many different things can score in a hand, more or less."""
    cards, tricks = genome.card_scoring, genome.trick_scoring
    ways = (3 if genome.contract_scoring else 0) + (1 + len(tricks.levels) if tricks else 0)
    ways += len(cards.values) if cards else 0
    ways += len(genome.order_scoring) + len(genome.majorities) + bool(genome.sweep_points)
    return ways + bool(genome.knocking_phase) + 2 * (genome.chips is not None) + 2 * genome.knockout


@loop
def begin(s: State) -> None:
    setup(s)


@loop
def play_move(s: State, bot: int, dice: Any, options: Any, log: Any) -> None:
    """One move of the bot, for the seat whose turn it is."""
    seat = next_seat(s, dice)
    count = legal(s, seat, options)
    play(s, seat, choose(bot, s, seat, options, count, dice), log)


def play_hand(genome: Genome, seed: int) -> Hand:
    """One hand between bots, the same for the same seed. The rules run interpreted: there is little to play."""
    low, high = genome.seats
    one_hand = msgspec.structs.replace(genome.match, hands=1, target=0, floor=0)
    from ludex.games.cards.game import CardGame  # a game has a rulebook, and a rulebook plays its game

    game = CardGame(msgspec.structs.replace(genome, match=one_hand))
    states, dice = game.template(min(high, max(low, 3)), game.settings()), DICE.new()
    chance = game_seeds(secret_seed(seed), 0, 1)[0]
    states[0]["rng"], dice[0]["rng"] = chance[:4], chance[4:8]
    s, thrown = load_twin(states, 0), load_twin(dice, 0)
    fill_in(begin, game.all_rules())(s)
    store_twin(s, states, 0)
    dealt, move = load_twin(states, 0), fill_in(play_move, game.all_rules())
    options, log, steps = np.zeros((game.max_options, 2), np.int64), new_log(game.max_events), []
    while not s.ended:
        phase = BLOCKS[s.code[s.pc]].name
        number = 0 if phase in _EVERYBODY else int(s.tricks_played if phase == "trick" else s.turns)
        log[0] = 0
        move(s, game.bot_slots[BOT], thrown, options, log)
        steps.append(Step(phase, number, tuple(_told(game.events.read(log)))))
    return Hand(genome, dealt, tuple(steps), s)


def _told(happened: Sequence[Seen]) -> Iterator[str]:
    """What a move caused. A card drawn is told once, as the drawer sees it; the score comes later."""
    events = [seen.event for seen in happened]
    drawn = any(isinstance(event, CardDrawn) for event in events)
    for event in events:
        if not isinstance(event, HandScored | PotWon) and not (drawn and isinstance(event, CardsDrawn)):
            yield _sentence(str(event).replace(" pays 0.", " pays nothing."))


def _sentence(text: str) -> str:
    """A sentence with cards as they look: Q♠ for QS."""
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
    """The phases in order: what everybody does in one line, tricks and turns one by one, those in the middle left
    out."""
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
    """The cards of a trick in one sentence.

    >>> _trick(["Seat 1 plays 2♥.", "Seat 2 plays A♥.", "Seat 0 plays J♥.", "Seat 2 takes the trick."])
    'Seat 1 leads 2♥, seat 2 plays A♥, seat 0 J♥. Seat 2 takes the trick.'
    """
    plays = [found for sentence in sentences if (found := _PLAY.fullmatch(sentence))]
    words = ["leads", "plays"] + [""] * len(plays)
    cards = [f"seat {play[1]} {word} {play[2]}".replace("  ", " ") for play, word in zip(plays, words, strict=False)]
    rest = [sentence for sentence in sentences if not _PLAY.fullmatch(sentence)]
    return " ".join([f"{_upper(', '.join(cards))}.", *rest])


def _turn(sentences: list[str]) -> str:
    """What happened in a turn, cards laid down one by one told together.

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
        yield f"**{_upper(_who(team))} {_gains(hand.genome, len(team), gained)}.**{_reasons(terms)}"


def _who(team: tuple[int, ...]) -> str:
    return f"seat {team[0]}" if len(team) == 1 else f"seats {listed(map(str, team))}"


def _gains(genome: Genome, seats: int, gained: int) -> str:
    s = "s" if seats == 1 else ""
    if genome.chips:
        verb = "win" if gained > 0 else "lose"
        return f"{verb}{s} {many(abs(gained), 'chip')}" if gained else f"get{s} its chips back"
    if gained == 0:
        return f"score{s} nothing"
    return f"score{s} {points(gained)}" if gained > 0 else f"lose{s} {points(-gained)}"


def _reasons(terms: list[Term]) -> str:
    told = [_upper(term.what) for term in terms]
    if len(terms) == 1:
        return f" {told[0]}."
    sums = ["" if re.search(r"[=:] \d+( lost)?$", term.what) else f" ({term.points})" for term in terms]
    return "".join(f" {what}{points}." for what, points in zip(told, sums, strict=True))
