"""Tricks: each seat plays a card, and the best takes them all."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.cards.bytecode.numbers import number, signed
from ludex.games.cards.card_sets import offer_cards, pick, size
from ludex.games.cards.components import BIT, NAMES, SUITS, names_of
from ludex.games.cards.events import CardPlayed, KnockedOut, TrickTied, TrickWon
from ludex.games.cards.genome.fields import NONE
from ludex.games.cards.moves import Flip, PlayCard
from ludex.games.cards.parts.auction.dummy import ask_declarer, hand_played, lay_down_dummy
from ludex.games.cards.parts.hands import lose_card
from ludex.games.cards.parts.seats import next_in, side_of, sides, with_cards
from ludex.games.cards.parts.terms import GOES_OUT, LEVEL, STAYS_IN, explain, gain
from ludex.games.cards.parts.terms import TRICKS as TRICK_TERM
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.tricks.places import (
    BLIND,
    BREAK_TRUMP,
    BREAKING,
    BY_RANK,
    CLEAN_START,
    FIRST_LEAD,
    FIRST_LEVEL,
    FOLLOW,
    LEVEL_COUNT,
    LEVEL_POINTS,
    LEVEL_SIZE,
    LEVEL_TRICKS,
    LOW_CARD_WINS,
    MUST_TRUMP,
    TAKE,
    TRICK_BOOK,
    TRICK_FLAGS,
    TRICK_POINTS,
    TRICKS,
    UNBREAKABLE,
)
from ludex.games.cards.parts.trumps.rules import strength, suit_cards, suit_of
from ludex.games.cards.parts.turns.places import TURN_LIMIT
from ludex.games.cards.reasons import NOT_IN_HAND, NOT_NOW
from ludex.games.cards.state import SEATS, State


@rule
def read_trick_phase(s: State, at: int) -> None:
    """Copy the rules of the phase to where they are quickly found. Players of unseen cards cannot follow suit."""
    s.flags = s.code[at + TRICK_FLAGS]
    if s.flags & BLIND:
        s.flags &= ~FOLLOW
    s.breaking = s.code[at + BREAKING]
    s.first_lead = s.code[at + FIRST_LEAD]


@rule
def begin_tricks(s: State) -> None:
    """The player left of the dealer leads, or left of the declarer, or the holder of the card that has to be led. A
    hand that was passed out is not played."""
    if s.passed_out:
        s.done = 1
        return
    read_trick_phase(s, s.pc)
    s.todo = with_cards(s)
    s.leader = next_in(s, s.declarer - 1 if s.declarer else s.dealer, s.todo)
    first = s.first_lead
    if first != NONE:
        for seat in range(s.seats):
            if s.hand[seat] >> first & 1:
                s.leader = seat
                s.known[seat] |= BIT[first]
    s.turn = s.leader


@rule
def is_blind(s: State) -> bool:
    """Return True if cards are turned up unseen."""
    return bool(s.flags & BLIND)


@rule
def playable(s: State, seat: int) -> int:
    """The cards a seat may play to the trick."""
    hand = s.hand[hand_played(s, seat)]
    if s.lead_suit == 0:
        return leads(s, hand)
    flags = s.flags
    if flags & FOLLOW:
        same = hand & suit_cards(s, s.lead_suit - 1)
        if same:
            return int(same)
        if flags & MUST_TRUMP and s.trump:
            trumps = hand & suit_cards(s, s.trump - 1)
            if trumps:
                return int(trumps)
    if flags & CLEAN_START and s.tricks_played == 0 and hand & ~s.scoring_cards:
        return int(hand & ~s.scoring_cards)
    return int(hand)


@rule
def leads(s: State, hand: int) -> int:
    """The cards that may be led: the first lead may be prescribed, a suit may have to be broken first."""
    first = s.first_lead
    if s.tricks_played == 0 and first != NONE and hand >> first & 1:
        return int(BIT[first])
    breaking = s.breaking
    if breaking and not s.broken:
        suit = s.trump if breaking == BREAK_TRUMP else breaking
        rest = hand & ~suit_cards(s, suit - 1) if suit else hand
        if rest:
            return rest
    return hand


@offers(when=TRICK)
def offer_tricks(s: State, seat: int, out: Rows) -> int:
    """The cards that may be played, or turning one up unseen."""
    return offer(out, 0, Flip) if is_blind(s) else offer_cards(out, 0, PlayCard, playable(s, seat))


def playable_names(s: State, seat: int) -> str:
    """Return the cards that may be played, in words."""
    return ", ".join(names_of(playable(s, seat)))


def why_follow(s: State, seat: int) -> str:
    """Return the rule that keeps other cards from a trick that was led to."""
    hand = s.hand[hand_played(s, seat)]
    led = SUITS[s.lead_suit - 1]
    if s.flags & FOLLOW and hand & suit_cards(s, s.lead_suit - 1):
        return f"{led.capitalize()} were led, and you must follow suit."
    if s.flags & FOLLOW and s.flags & MUST_TRUMP and hand & suit_cards(s, s.trump - 1):
        return f"You have no {led}, so you must play a trump."
    return "Cards that score may not be played to the first trick."


def why_lead(s: State, seat: int) -> str:
    """Return the rule that keeps other cards from being led."""
    if s.tricks_played == 0 and s.first_lead != NONE and s.hand[hand_played(s, seat)] >> s.first_lead & 1:
        return f"The first trick begins with {NAMES[s.first_lead]}."
    suit = SUITS[(s.trump if s.breaking == BREAK_TRUMP else s.breaking) - 1].capitalize()
    if s.flags & UNBREAKABLE:
        return f"{suit} may be led only if you hold nothing else."
    return f"{suit} may be led only after one has been played."


MUST_FOLLOW = reason(
    "must-follow",
    "you may not play {card} now. {why} You may play {playable}.",
    why=why_follow,
    playable=playable_names,
)
NOT_IN_DUMMY = reason(
    "not-in-dummy",
    "a card of the dummy is due, and it does not hold {card}. It holds {hand}.",
    hand=lambda s, seat: ", ".join(names_of(s.hand[hand_played(s, seat)])),
)
CANNOT_LEAD = reason(
    "cannot-lead", "you may not lead {card} now. {why} You may lead {playable}.", why=why_lead, playable=playable_names
)


@refusal(PlayCard, when=TRICK)
def why_not_play_to_trick(s: State, seat: int, card: int) -> int:
    """A card of the hand that follows the suit, or that may be led."""
    if is_blind(s):
        return NOT_NOW
    if not s.hand[hand_played(s, seat)] >> card & 1:
        return NOT_IN_DUMMY if s.for_dummy else NOT_IN_HAND
    if playable(s, seat) >> card & 1:
        return 0
    return MUST_FOLLOW if s.lead_suit else CANNOT_LEAD


@refusal(Flip, when=TRICK)
def why_not_flip(s: State, seat: int) -> int:
    return 0 if is_blind(s) else NOT_NOW


@effect(Flip, when=TRICK)
def flip(s: State, seat: int, log: Log) -> None:
    """A card of the hand, unseen."""
    play_to_trick(s, seat, pick(s, s.hand[seat], s.hand_size[seat]), log)


@effect(PlayCard, when=TRICK)
def play_to_trick(s: State, seat: int, card: int, log: Log) -> None:
    """Play a card, or one of the dummy. The last one ends the trick."""
    seat = hand_played(s, seat)
    flags = s.flags
    suit = suit_of(s, card) + 1
    if s.lead_suit == 0:
        s.lead_suit = suit
        s.best_power = -1
    elif suit != s.lead_suit and flags & FOLLOW:
        s.voids[seat] |= 1 << (s.lead_suit - 1)
        if flags & MUST_TRUMP and s.trump and suit != s.trump:
            s.voids[seat] |= 1 << (s.trump - 1)
    breaking = s.breaking
    if breaking and not flags & UNBREAKABLE and suit == (s.trump if breaking == BREAK_TRUMP else breaking):
        s.broken = 1
    lose_card(s, seat, card)
    s.played[seat] = 1 + card
    s.pot_cards |= 1 << card
    value = power(s, card, suit, flags)
    if value > s.best_power:
        s.best_power = value
        s.best = seat
        s.tied = 0
    elif value == s.best_power and flags & BY_RANK:
        s.tied = 1
    note(log, CardPlayed, EVERYONE, seat, card)
    s.todo &= ~(1 << seat)
    if s.dummy and s.tricks_played == 0 and s.todo == s.alive & ~(1 << seat):
        lay_down_dummy(s, log)
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
    else:
        end_trick(s, flags, log)
    if s.dummy:
        ask_declarer(s)


@rule
def power(s: State, card: int, suit: int, flags: int) -> int:
    """Return the power of a card of a suit (from 1) in the trick: trumps beat the suit led, others count nothing."""
    value = strength(s, card)
    if flags & LOW_CARD_WINS:
        value = 16 - value
    if suit == s.trump:
        value += 16
    return 0 if suit != s.trump and suit != s.lead_suit and not flags & BY_RANK else value


@rule
def end_trick(s: State, flags: int, log: Log) -> None:
    """The best card wins the trick, and its seat leads next. Equal best cards leave it to the winner of the next."""
    remember_trick(s)
    if s.tied:
        note(log, TrickTied, EVERYONE)
        s.trick_winner = 0
    else:
        note(log, TrickWon, EVERYONE, s.best)
        take_trick(s, s.best, flags)
        s.leader = s.best
        s.trick_winner = 1 + s.best
    s.lead_suit = s.tied = s.best = s.best_power = 0
    s.tricks_played += 1
    s.todo = with_cards(s)
    enough = s.code[s.pc + TRICKS] and s.tricks_played >= s.code[s.pc + TRICKS]
    alone = flags & TAKE and s.todo & (s.todo - 1) == 0
    if s.todo == 0 or enough or alone or s.tricks_played >= number(s, TURN_LIMIT):
        s.todo = 0
        s.done = 1
    elif s.todo >> s.leader & 1:
        s.turn = s.leader
    else:
        s.turn = next_in(s, s.leader, s.todo)


@rule
def remember_trick(s: State) -> None:
    """Store the cards that leave the middle of the table. All players have seen them, and may look at them until the
    next trick is over."""
    for seat in range(SEATS):
        s.trick_before[seat] = s.played[seat]
        s.played[seat] = 0
    s.trick_leader = s.leader


@rule
def take_trick(s: State, seat: int, flags: int) -> None:
    """The cards are put aside for the winner, or go into its hand."""
    s.tricks[seat] += 1
    if flags & TAKE:
        s.hand[seat] |= s.pot_cards
        s.known[seat] |= s.pot_cards  # all players saw them go there
        s.hand_size[seat] += size(s.pot_cards)
    else:
        s.won[seat] |= s.pot_cards
    s.pot_cards = 0


@rule
def score_tricks(s: State, log: Log, at: int) -> None:
    """Score points for every trick beyond the book, and the highest level reached."""
    for side in range(sides(s)):
        tricks = 0
        for seat in range(s.seats):
            if side_of(s, seat) == side:
                tricks += s.tricks[seat]
        beyond, each = tricks - s.code[at + TRICK_BOOK], signed(s, at + TRICK_POINTS)
        if beyond > 0 and each:
            gain(s, log, side, TRICK_TERM, beyond * each, tricks, beyond, 0)
        reached, points = 0, 0
        for item in range(s.code[at + LEVEL_COUNT]):
            level = at + FIRST_LEVEL + LEVEL_SIZE * item
            if reached < s.code[level + LEVEL_TRICKS] <= tricks:
                reached, points = s.code[level + LEVEL_TRICKS], signed(s, level + LEVEL_POINTS)
        if reached:
            gain(s, log, side, LEVEL, points, tricks, 0, 0)


@rule
def knock_out(s: State, log: Log) -> None:
    """Seats without a trick are out of the match, and all others score a point."""
    for seat in range(s.seats):
        if s.alive >> seat & 1:
            if s.tricks[seat] > 0:
                gain(s, log, side_of(s, seat), STAYS_IN, 1, s.tricks[seat], 0, 0)
            else:
                explain(log, side_of(s, seat), GOES_OUT, 0, 0, 0, 0)
                s.alive &= ~(1 << seat)
                note(log, KnockedOut, EVERYONE, seat)
