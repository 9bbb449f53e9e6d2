"""Rules with a fault each, for the conformance kit to find: a kit that cannot fail proves nothing."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, cast

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.author import (
    ANY,
    COUNT,
    EVERYONE,
    SEAT,
    Event,
    Features,
    Log,
    Look,
    Move,
    Moves,
    Number,
    Observation,
    Record,
    Rows,
    SeatNumber,
    below,
    bot,
    effect,
    field_of,
    i8,
    i16,
    is_a,
    note,
    offer,
    offer_range,
    packed,
    reason,
    refusal,
    rule,
)
from ludex.core.language.moves import option_range
from ludex.core.language.reasons import Reason
from ludex.core.language.record import States

from .tiny import (
    CARD_RULES,
    OWN_CARD,
    SEATS,
    TOO_MUCH,
    Cards,
    CardsState,
    Draw,
    Got,
    Keep,
    Peek,
    Saw,
    Stake,
    Staked,
)
from .tiny import hide as sound_hide
from .tiny import legal as sound_legal
from .tiny import over as sound_over
from .tiny import redeal as sound_redeal
from .tiny import scores as sound_scores
from .tiny import setup as sound_setup
from .tiny import waiting as sound_waiting

sound_play = CARD_RULES["play"]
sound_why_not = CARD_RULES["why_not"]


@rule
def no_laws(s: CardsState) -> int:
    return 0


@rule
def lets_stake_too_much(s: CardsState, seat: int, out: Rows) -> int:
    count = offer_peeks(s, seat, out, offer(out, offer(out, 0, Keep), Draw))
    return offer_range(out, count, Stake, 1, s.money[seat] + 1)


@rule
def offer_peeks(s: CardsState, seat: int, out: Rows, count: int) -> int:
    for other in range(s.seats):
        if sound_why_not(s, seat, packed(Peek, other)) == 0:
            count = offer(out, count, Peek, other)
    return count


@rule
def forgets_to_offer_draw(s: CardsState, seat: int, out: Rows) -> int:
    return offer_range(out, offer_peeks(s, seat, out, offer(out, 0, Keep)), Stake, 1, s.money[seat])


@rule
def offers_keep_twice(s: CardsState, seat: int, out: Rows) -> int:
    return offer(out, sound_legal(s, seat, out), Keep)


@rule
def offers_what_is_no_move(s: CardsState, seat: int, out: Rows) -> int:
    return option_range(out, sound_legal(s, seat, out), 99, 99)


@rule
def offers_keep_and_draw_as_a_range(s: CardsState, seat: int, out: Rows) -> int:
    count = offer_peeks(s, seat, out, option_range(out, 0, packed(Keep), packed(Draw)))
    return offer_range(out, count, Stake, 1, s.money[seat])


@rule
def offers_nothing(s: CardsState, seat: int, out: Rows) -> int:
    return 0


@rule
def offers_and_changes(s: CardsState, seat: int, out: Rows) -> int:
    s.money[seat] -= 1
    return sound_legal(s, seat, out)


@rule
def refuses_and_changes(s: CardsState, seat: int, move: int) -> int:
    code = int(sound_why_not(s, seat, move))
    if code == TOO_MUCH:
        s.money[seat] = 0
    return code


@rule
def refuses_by_a_secret(s: CardsState, seat: int, move: int) -> int:
    """The reason tells something about the next seat's card."""
    code = int(sound_why_not(s, seat, move))
    return OWN_CARD if code and s.card[(seat + 1) % s.seats] % 2 else code


@rule
def refuses_one_too_much_by_a_secret(s: CardsState, seat: int, move: int) -> int:
    """The reason against the least stake that is too high tells something about the next seat's card."""
    code = int(sound_why_not(s, seat, move))
    return OWN_CARD if move == packed(Stake, s.money[seat] + 1) and s.card[(seat + 1) % s.seats] % 2 else code


@rule
def hides_nothing(s: CardsState, seat: int) -> None:
    return


@rule
def hides_more_each_time(s: CardsState, seat: int) -> None:
    sound_hide(s, seat)
    s.left -= 1


@rule
def hides_its_own_money(s: CardsState, seat: int) -> None:
    sound_hide(s, seat)
    for other in range(s.seats):
        s.money[other] = 0


@rule
def redraws_every_other_card(s: CardsState, seat: int) -> None:
    for other in range(s.seats):
        if other != seat:
            s.card[other] = below(s, 6)


@rule
def redraws_the_own_card_too(s: CardsState, seat: int) -> None:
    for other in range(s.seats):
        s.card[other] = below(s, 6)


@rule
def redeals_nothing(s: CardsState, seat: int) -> None:
    return


@rule
def redeals_another_pot(s: CardsState, seat: int) -> None:
    sound_redeal(s, seat)
    s.pot[0] += 1
    s.money[0] -= 1


@rule
def peeking_bot(s: CardsState, seat: int, options: Rows, count: int, dice: Any) -> int:
    return packed(Keep) if s.card[(seat + 1) % s.seats] >= 3 else packed(Draw)


@rule
def cheating_bot(s: CardsState, seat: int, options: Rows, count: int, dice: Any) -> int:
    return packed(Stake, 20)


@rule
def meddling_bot(s: CardsState, seat: int, options: Rows, count: int, dice: Any) -> int:
    s.pot[seat] += 1
    return packed(Keep)


@rule
def loses_money(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    if is_a(move, Stake):
        s.pot[seat] -= 1


@rule
def never_ends(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.left += 1


@rule
def shows_what_was_seen_to_everyone(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    if is_a(move, Peek):
        other = field_of(move, Peek)
        note(log, Saw, EVERYONE, seat, other, s.card[other])


@rule
def no_peek_no_keep(s: CardsState, seat: int, move: int) -> int:
    """A rule for games in which there is little else to do than to peek."""
    return int(sound_why_not(s, seat, move)) if is_a(move, Keep) or is_a(move, Peek) else OWN_CARD


@rule
def peek_or_keep(s: CardsState, seat: int, out: Rows) -> int:
    count = 0
    for other in range(SEATS):
        if no_peek_no_keep(s, seat, packed(Peek, other)) == 0:
            count = offer(out, count, Peek, other)
    return offer(out, count, Keep)


@rule
def notes_too_much(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    for _ in range(9):
        note(log, Staked, EVERYONE, seat, 1)


@rule
def leaves_the_bounds(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[-1] = 0


@rule
def waits_for_a_seat_too_many(s: CardsState) -> int:
    return 0 if s.left == 0 else 1 << s.seats


@rule
def waits_after_the_end(s: CardsState) -> int:
    return 1 << s.turn


@rule
def waits_for_nobody(s: CardsState) -> int:
    return 0


@rule
def ends_otherwise(s: CardsState) -> int:
    return 7 if s.left == 0 else 0


@rule
def deals_too_much(s: CardsState) -> None:
    sound_setup(s)
    s.money[0] += 1


@rule
def waits_and_changes(s: CardsState) -> int:
    s.pot[0] += 1
    return sound_waiting(s)


@rule
def ends_and_changes(s: CardsState) -> int:
    s.pot[0] += 1
    return sound_over(s)


@rule
def scores_and_changes(s: CardsState, out: Rows) -> None:
    s.pot[0] += 1
    sound_scores(s, out)


@rule
def audits_and_changes(s: CardsState) -> int:
    s.pot[0] += 1
    return 0


@rule
def breaks_an_unknown_law(s: CardsState) -> int:
    return 7


@rule
def opens_with_a_deal(s: CardsState, log: Log) -> None:
    """Sound: each seat learns its own card."""
    for seat in range(s.seats):
        note(log, Got, 1 << seat, seat, s.card[seat])


@rule
def opens_with_all_cards(s: CardsState, log: Log) -> None:
    note(log, Got, EVERYONE, 0, s.card[0])


@rule
def opens_and_changes(s: CardsState, log: Log) -> None:
    s.pot[0] += 1


@rule
def opens_untold(s: CardsState, log: Log) -> None:
    note(log, Braced, EVERYONE, 0, 1)


class Hold(Move, frozen=True):
    """Spelled like Keep."""

    verb: ClassVar[str] = "keep"


@refusal(Hold)
def why_not_hold(s: CardsState, seat: int) -> int:
    return 0


@effect(Hold)
def hold(s: CardsState, seat: int) -> None:
    return


@rule
def offers_hold(s: CardsState, seat: int, out: Rows) -> int:
    return offer(out, sound_legal(s, seat, out), Hold)


class Untold(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} stakes {sum}."
    seat: SeatNumber
    amount: Annotated[int, Number(0, 20)]


@rule
def notes_untold(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    note(log, Untold, EVERYONE, seat, 1)


class Braced(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} stakes {{amount}}."
    seat: SeatNumber
    amount: Annotated[int, Number(0, 20)]


@rule
def notes_braced(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    note(log, Braced, EVERYONE, seat, 1)


def reasons(sentence: str) -> dict[int, Reason]:
    """All reasons, that for too high a stake with another sentence."""
    return {**Cards().machine.reasons, int(TOO_MUCH): reason("too-much", sentence, money=lambda s, seat: s.money[seat])}


class Mutable(msgspec.Struct):
    """A view that loses its type in JSON."""

    card: object


PEEKING: dict[str, Any] = {
    "play": shows_what_was_seen_to_everyone,
    "legal": peek_or_keep,
    "why_not": no_peek_no_keep,
    "bots": {},
}


@rule
def sits_nowhere(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.turn = s.seats


class FixedState(Record):
    """The record of the sound game, in which the number of moves left is declared as a setting."""

    turn = i8(SEAT)
    left = i8(COUNT, fixed=True)
    card = i8.row(SEATS, ANY)
    seen = i8.grid(SEATS, SEATS, ANY)
    money = i16.row(SEATS, COUNT)
    pot = i16.row(SEATS, COUNT)


class PeekingFeatures(Features):
    """Features of the whole record."""

    def of(self, states: States, seat: int) -> npt.NDArray[np.float32]:
        row = super().of(states, seat)
        row[-self.seats :] = states["card"][0, : self.seats]
        return row


def peeking_features(game: Any, seats: int, **settings: Any) -> Features:
    return PeekingFeatures(game, seats, settings)


FAULTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "setup deals what breaks a law": (
        "setup-1",
        {"setup": deals_too_much},
        "law broken: money is neither made nor lost",
    ),
    "opening changes the state": ("opening-1", {"opening": opens_and_changes}, "opening changed the state"),
    "opening has a bad sentence": ("opening-2", {"opening": opens_untold}, "has a bad sentence"),
    "opening tells a secret": (
        "opening-3",
        {"opening": opens_with_all_cards},
        "opening tells (spectators|seat .) what",
    ),
    "waiting changes the state": ("waiting-3", {"waiting": waits_and_changes}, "waiting changed the state"),
    "over changes the state": ("over-2", {"over": ends_and_changes}, "over changed the state"),
    "scores change the state": ("scores-1", {"scores": scores_and_changes}, "scores changed the state"),
    "audit changes the state": ("audit-2", {"audit": audits_and_changes}, "audit changed the state"),
    "a law without a sentence": ("audit-1", {"audit": breaks_an_unknown_law}, "audit gives 7, which is not a law"),
    "legal offers what why_not rejects": (
        "why_not-1",
        {"legal": lets_stake_too_much},
        f"legal says True, why_not says {int(TOO_MUCH)}",
    ),
    "why_not allows what legal does not offer": (
        "why_not-1",
        {"legal": forgets_to_offer_draw},
        "legal says False, why_not says 0",
    ),
    "a move is offered twice": ("legal-4", {"legal": offers_keep_twice}, "keep is offered twice"),
    "what is no move is offered": ("", {"legal": offers_what_is_no_move}, "99"),
    "a range over two kinds": (
        "legal-5",
        {"legal": offers_keep_and_draw_as_a_range},
        "the range keep to draw is not over the last",
    ),
    "no move is offered": ("legal-1", {"legal": offers_nothing}, "owes a decision but has no legal move"),
    "legal changes the state": ("legal-2", {"legal": offers_and_changes}, "legal changed the state"),
    "more rows than promised": ("legal-3", {"max_options": 3}, "max_options"),
    "why_not changes the state": ("why_not-3", {"why_not": refuses_and_changes}, "why_not changed the state"),
    "a code without a sentence": ("why_not-2", {"reasons": {}}, r"is rejected with code \d+, which has no sentence"),
    "a sentence with a fact that is missing": ("", {"reasons": reasons("you have {cash}.")}, "cash"),
    "a sentence with braces left in it": ("why_not-2", {"reasons": reasons("you have {{money}}.")}, "bad sentence"),
    "a reason leaks just beyond the options": (
        "prompt-1",
        {"why_not": refuses_one_too_much_by_a_secret},
        "the prompt of seat . depends on a secret",
    ),
    "a reason leaks": ("prompt-1", {"why_not": refuses_by_a_secret}, "the prompt of seat . depends on a secret"),
    "hide leaks": ("hide-1", {"hide": hides_nothing, "redeal": redraws_every_other_card}, "hide left a secret"),
    "hide hides nothing at all": ("hide-3", {"hide": hides_nothing}, "hide"),
    "hide is another the second time": (
        "hide-2",
        {"hide": hides_more_each_time},
        "hide twice for seat 0 is not hide once",
    ),
    "hide takes from a seat what it needs": (
        "legal-6",
        {"hide": hides_its_own_money, "audit": no_laws},
        "cannot work out its own options",
    ),
    "redeal changes what is known": (
        "hide-1",
        {"redeal": redraws_the_own_card_too},
        "redeal changed something seat . can see",
    ),
    "redeal changes what all can see": ("hide-1", {"redeal": redeals_another_pot}, "redeal changed something seat"),
    "redeal leaves blanks": ("redeal-1", {"redeal": redeals_nothing}, "law broken: every seat has a card"),
    "features show a secret": ("features-1", {"features": peeking_features}, "depends on a secret"),
    "features leave out what the view shows": (
        "features-2",
        {"observation": lambda game, settings: Observation(without=("card",))},
        "with different .* have the same features",
    ),
    "a bot peeks": ("bots-2", {"bots": {"peeking": bot(peeking_bot)}}, "bot peeking peeks"),
    "a bot chooses an illegal move": (
        "bots-1",
        {"bots": {"cheat": bot(cheating_bot)}},
        "bot cheat at seat . chose 24: .*too-much",
    ),
    "a bot changes the state": ("bots-3", {"bots": {"meddler": bot(meddling_bot)}}, "bot meddler changed the state"),
    "a law is broken": ("play-1", {"play": loses_money}, "law broken: money is neither made nor lost"),
    "no end": ("play-2", {"play": never_ends, "max_moves": 50}, "no end within 50 moves"),
    "an event leaks": (
        "play-4",
        PEEKING | {"seats": range(3, 4)},
        "events tell (seat .|spectators) what the view does not",
    ),
    "an event leaks to spectators": (
        "play-4",
        PEEKING | {"seats": range(2, 3)},
        "events tell .* what the view does not",
    ),
    "more events than promised": ("", {"play": notes_too_much}, "max_events"),
    "an event without its words": ("", {"play": notes_untold}, "sum|sentence"),
    "an event with braces left in it": ("play-3", {"play": notes_braced}, "bad sentence"),
    "a seat that is not there in the record": (
        "record-1",
        {"play": sits_nowhere},
        "field 'turn' is .: expected a seat",
    ),
    "a setting that a move changes": ("record-2", {"record": FixedState}, "changes left"),
    "an index out of bounds": ("", {"play": leaves_the_bounds}, "-1 is negative"),
    "waiting for a seat that is not there": (
        "waiting-2",
        {"waiting": waits_for_a_seat_too_many},
        "at a table of . seats",
    ),
    "waiting after the end": ("waiting-1", {"waiting": waits_after_the_end}, "exactly one must be 0"),
    "waiting for nobody before the end": ("setup-2", {"waiting": waits_for_nobody}, "exactly one must be 0"),
    "an ending without a sentence": ("over-1", {"over": ends_otherwise}, "ended with 7, which has no sentence"),
    "two kinds of moves spelled alike": (
        "moves-1",
        {"moves": Moves(Keep, Draw, Peek, Stake, Hold), "legal": offers_hold},
        "'keep' is read as",
    ),
    "a view that does not survive JSON": (
        "view-1",
        {"view_type": Mutable, "view": lambda self, s, seat: Mutable(tuple(s.card))},
        "does not survive JSON",
    ),
    "a board that is no text": ("view-1", {"look": Look(draw=lambda view: cast(Any, 3))}, "draw does not return text"),
}
"""The faults: the clause of the contract that the kit must cite, the part of Cards that is replaced, and the message of
the kit. Where there is no clause, the rules themselves fail."""
