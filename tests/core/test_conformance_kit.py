"""The conformance kit passes sound games, and finds what is wrong with unsound ones: a kit that cannot fail is none."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
import pytest

from ludex import EVERYONE, Event, Events, Move, Moves, Number, SeatNumber, below, note, option, option_range, rule
from ludex.testing import Nonconformance, check_game, check_golden, playthrough

from .outcry import Outcry
from .sealed import Sealed
from .tiny import (
    DRAW,
    KEEP,
    OWN_CARD,
    PEEK,
    SAW,
    STAKE,
    STAKED,
    TOO_MUCH,
    Cards,
    CardsOptions,
    Drew,
    Got,
    Keep,
    Peek,
    Saw,
    Stake,
    variant,
)
from .tiny import hide as sound_hide
from .tiny import legal as sound_legal
from .tiny import play as sound_play
from .tiny import redeal as sound_redeal
from .tiny import why_not as sound_why_not


def quick(**changed):
    """A variant of Cards for faults that show without compiling: the kit is given the interpreted rules for both."""
    return variant(compiled=property(lambda game: game.interpreted), **changed)


def check(game, **settings):
    return check_game(game, games=4, thin=1, options=[{"length": 8}], **settings)


# --- sound games


@pytest.mark.parametrize("game", [Cards(), Sealed(), Outcry()], ids=repr)
def test_a_sound_game_passes(game):
    report = check_game(game, games=6, thin=1)
    assert report.games == 6
    assert report.full_checks == report.moves > 6


def test_the_quick_way_of_these_tests_passes_a_sound_game():
    assert check(quick()).moves == 32


def test_thinning_checks_less_often_and_progress_is_told():
    told = []
    report = check_game(quick(), games=2, thin=4, options=[{"length": 20}], progress=told.append)
    assert report.moves == 40
    assert report.full_checks < 20
    assert told == ["cards: game 1 of 2, 20 moves", "cards: game 2 of 2, 20 moves"]


def test_all_options_take_their_turn():
    report = check_game(quick(), games=4, options=[{"length": 3}, {"length": 5}])
    assert report.moves == 3 + 5 + 3 + 5


class OpenOptions(CardsOptions, frozen=True):
    open: bool = False


@rule
def hides_unless_open(s, seat):
    if s.seen[0, 0] == 0:
        sound_hide(s, seat)


def lay_open(self, s, options):
    s.left = options.length
    s.seen[0, 0] = options.open


def test_a_game_that_some_option_lays_open_passes():
    game = quick(options=OpenOptions, prepare=lay_open, hide=hides_unless_open)
    assert check_game(game, games=4, thin=1, options=[{}, {"open": True}]).games == 4


def test_the_kit_does_the_same_again_with_the_same_seed():
    with pytest.raises(Nonconformance) as one:
        check(quick(play=loses_money), seed=5)
    with pytest.raises(Nonconformance) as two:
        check(quick(play=loses_money), seed=5)
    assert str(one.value) == str(two.value)


# --- rules with a fault


@rule
def no_laws(s):
    return 0


@rule
def lets_stake_too_much(s, seat, out):
    count = option(out, option(out, 0, KEEP), DRAW)
    for other in range(s.seats):
        if sound_why_not(s, seat, PEEK + other) == 0:
            count = option(out, count, PEEK + other)
    return option_range(out, count, STAKE, STAKE + s.money[seat])


@rule
def forgets_to_offer_draw(s, seat, out):
    count = option(out, 0, KEEP)
    for other in range(s.seats):
        if sound_why_not(s, seat, PEEK + other) == 0:
            count = option(out, count, PEEK + other)
    return option_range(out, count, STAKE, STAKE + s.money[seat] - 1)


@rule
def offers_keep_twice(s, seat, out):
    return option(out, sound_legal(s, seat, out), KEEP)


@rule
def offers_what_is_no_move(s, seat, out):
    return option(out, sound_legal(s, seat, out), 99)


@rule
def offers_keep_and_draw_as_a_range(s, seat, out):
    count = option_range(out, 0, KEEP, DRAW)
    for other in range(s.seats):
        if sound_why_not(s, seat, PEEK + other) == 0:
            count = option(out, count, PEEK + other)
    return option_range(out, count, STAKE, STAKE + s.money[seat] - 1)


@rule
def offers_nothing(s, seat, out):
    return 0


@rule
def offers_and_changes(s, seat, out):
    s.money[seat] -= 1
    return sound_legal(s, seat, out)


@rule
def refuses_and_changes(s, seat, move):
    code = sound_why_not(s, seat, move)
    if code == TOO_MUCH:
        s.money[seat] = 0
    return code


@rule
def hides_nothing(s, seat):
    return


@rule
def hides_more_each_time(s, seat):
    sound_hide(s, seat)
    s.left -= 1


@rule
def hides_its_own_money(s, seat):
    sound_hide(s, seat)
    for other in range(s.seats):
        s.money[other] = 0


@rule
def redraws_every_other_card(s, seat):
    for other in range(s.seats):
        if other != seat:
            s.card[other] = below(s, 6)


@rule
def redraws_the_own_card_too(s, seat):
    for other in range(s.seats):
        s.card[other] = below(s, 6)


@rule
def redeals_nothing(s, seat):
    return


@rule
def redeals_another_pot(s, seat):
    sound_redeal(s, seat)
    s.pot[0] += 1
    s.money[0] -= 1


@rule
def peeking_bot(s, seat, options, count, dice):
    return KEEP if s.card[(seat + 1) % s.seats] >= 3 else DRAW


@rule
def cheating_bot(s, seat, options, count, dice):
    return STAKE + 19


@rule
def meddling_bot(s, seat, options, count, dice):
    s.pot[seat] += 1
    return KEEP


@rule
def loses_money(s, seat, move, log):
    sound_play(s, seat, move, log)
    if move >= STAKE:
        s.pot[seat] -= 1


@rule
def never_ends(s, seat, move, log):
    sound_play(s, seat, move, log)
    s.left += 1


@rule
def shows_what_was_seen_to_everyone(s, seat, move, log):
    sound_play(s, seat, move, log)
    if PEEK <= move < STAKE:
        note(log, SAW, EVERYONE, seat, move - PEEK, s.card[move - PEEK])


@rule
def no_peek_no_keep(s, seat, move):
    """A rule for games in which there is little else to do than to peek."""
    return sound_why_not(s, seat, move) if KEEP <= move < STAKE and move != DRAW else OWN_CARD


@rule
def peek_or_keep(s, seat, out):
    count = 0
    for move in range(PEEK, STAKE):
        if no_peek_no_keep(s, seat, move) == 0:
            count = option(out, count, move)
    return option(out, count, KEEP)


@rule
def notes_too_much(s, seat, move, log):
    sound_play(s, seat, move, log)
    for _ in range(9):
        note(log, STAKED, EVERYONE, seat, 1)


@rule
def leaves_the_bounds(s, seat, move, log):
    sound_play(s, seat, move, log)
    s.pot[-1] = 0


@rule
def waits_for_a_seat_too_many(s):
    return 0 if s.left == 0 else 1 << s.seats


@rule
def waits_after_the_end(s):
    return 1 << s.turn


@rule
def waits_for_nobody(s):
    return 0


@rule
def ends_otherwise(s):
    return 7 if s.left == 0 else 0


class Hold(Move, frozen=True):
    """Spelled like Keep."""

    verb: ClassVar[str] = "keep"


class Untold(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} stakes {sum}."
    seat: SeatNumber
    amount: Annotated[int, Number(0, 20)]


class Braced(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} stakes {{amount}}."
    seat: SeatNumber
    amount: Annotated[int, Number(0, 20)]


def reasons(code, sentence):
    return {**Cards.reasons, code: ("too-much", sentence)}


class Mutable(msgspec.Struct):
    """A view that loses its type in JSON."""

    card: object


PEEKING = {
    "play": shows_what_was_seen_to_everyone,
    "legal": peek_or_keep,
    "why_not": no_peek_no_keep,
    "bots": {},
}

FAULTS = {
    "legal offers what why_not rejects": ({"legal": lets_stake_too_much}, "legal says True, why_not says 4"),
    "why_not allows what legal does not offer": ({"legal": forgets_to_offer_draw}, "legal says False, why_not says 0"),
    "a move is offered twice": ({"legal": offers_keep_twice}, "keep is offered twice"),
    "what is no move is offered": ({"legal": offers_what_is_no_move}, "99"),
    "a range over two kinds": (
        {"legal": offers_keep_and_draw_as_a_range},
        "the range keep to draw is not over the last",
    ),
    "no move is offered": ({"legal": offers_nothing}, "owes a decision but has no legal move"),
    "legal changes the state": ({"legal": offers_and_changes}, "legal changed the state"),
    "more rows than promised": ({"max_options": 3}, "max_options"),
    "why_not changes the state": ({"why_not": refuses_and_changes}, "why_not changed the state"),
    "a code without a sentence": ({"reasons": {}}, "is rejected with code ., which has no sentence"),
    "a sentence with a fact that is missing": ({"reasons": reasons(TOO_MUCH, "you have {cash}.")}, "cash"),
    "a sentence with braces left in it": ({"reasons": reasons(TOO_MUCH, "you have {{money}}.")}, "bad sentence"),
    "hide leaks": ({"hide": hides_nothing, "redeal": redraws_every_other_card}, "hide left a secret"),
    "hide hides nothing at all": ({"hide": hides_nothing}, "hide"),
    "hide is another the second time": ({"hide": hides_more_each_time}, "hide twice for seat 0 is not hide once"),
    "hide takes from a seat what it needs": (
        {"hide": hides_its_own_money, "audit": no_laws},
        "cannot work out its own options",
    ),
    "redeal changes what is known": ({"redeal": redraws_the_own_card_too}, "redeal changed something seat . can see"),
    "redeal changes what all can see": ({"redeal": redeals_another_pot}, "redeal changed something seat"),
    "redeal leaves blanks": ({"redeal": redeals_nothing}, "law broken: every seat has a card"),
    "a bot peeks": ({"bots": {"peeking": peeking_bot}}, "bot peeking peeks"),
    "a bot chooses an illegal move": ({"bots": {"cheat": cheating_bot}}, "bot cheat at seat . chose 24: .*too-much"),
    "a bot changes the state": ({"bots": {"meddler": meddling_bot}}, "bot meddler changed the state"),
    "a law is broken": ({"play": loses_money}, "law broken: money is neither made nor lost"),
    "no end": ({"play": never_ends, "max_moves": 50}, "did not end within 50 moves"),
    "an event leaks": (PEEKING | {"seats": range(3, 4)}, "events tell seat . what its view does not"),
    "an event leaks to spectators": (PEEKING | {"seats": range(2, 3)}, "events tell .* what .* view does not"),
    "more events than promised": ({"play": notes_too_much}, "max_events"),
    "an event without its words": ({"events": Events(Drew, Got, Saw, Untold)}, "sum|sentence"),
    "an event with braces left in it": ({"events": Events(Drew, Got, Saw, Braced)}, "bad sentence"),
    "an index out of bounds": ({"play": leaves_the_bounds}, "-1 is negative"),
    "waiting for a seat that is not there": ({"waiting": waits_for_a_seat_too_many}, "at a table of . seats"),
    "waiting after the end": ({"waiting": waits_after_the_end}, "exactly one must be 0"),
    "waiting for nobody before the end": ({"waiting": waits_for_nobody}, "exactly one must be 0"),
    "an ending without a sentence": ({"over": ends_otherwise}, "ended with 7, which has no sentence"),
    "two kinds of moves spelled alike": ({"moves": Moves(Keep, Hold, Peek, Stake)}, "'keep' is read as"),
    "a view that does not survive JSON": (
        {"view_type": Mutable, "view": lambda self, s, seat: Mutable(tuple(s.card))},
        "does not survive JSON",
    ),
    "a board that is no text": ({"draw": lambda self, view: 3}, "draw does not return text"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_kit_finds(fault):
    changed, message = FAULTS[fault]
    with pytest.raises(Nonconformance, match=message):
        check(quick(**changed))


def test_a_fault_can_be_replayed_from_what_the_kit_says():
    with pytest.raises(Nonconformance) as found:
        check(quick(play=loses_money))
    for part in ("cards", "seats", "options {'length': 8}", "seed ", "bots [", "after move "):
        assert part in str(found.value)


# --- the two worlds


@rule
def outgrows_its_field(s, seat, move, log):
    """card is an 8-bit number."""
    sound_play(s, seat, move, log)
    s.card[seat] = s.card[seat] % 6 + 127


@rule
def relies_on_wrapping(s, seat, move, log):
    """So large a number does not fit 64 bits."""
    sound_play(s, seat, move, log)
    big = s.left + 1
    for _ in range(20):
        big = big * 12_345 + 1
    s.seen[seat, seat] = big % 5


@pytest.mark.parametrize("play", [outgrows_its_field, relies_on_wrapping])
def test_the_kit_finds_numbers_that_are_others_compiled(play):
    game = variant(play=play, audit=no_laws)
    with pytest.raises(Nonconformance, match=r"card|interpreted and compiled differ in seen"):
        check(game)


# --- whole games as text


def test_a_playthrough_shows_views_options_moves_events_and_the_outcome():
    text = playthrough(Cards(), 2, seed=1, bots=("careful", "random"), length=4)
    assert text.startswith("# Cards, rules version 1: 2 seats, seed 1, {'length': 4}\n")
    assert text.count("## Move ") == 4
    for part in ("<Options: keep, draw, peek seat 1, stake 1…10>", "> ", "(secret) seat", "Outcome(scores="):
        assert part in text
    assert text == playthrough(Cards(), 2, seed=1, bots=("careful", "random"), length=4)
    assert text != playthrough(Cards(), 2, seed=2, bots=("careful", "random"), length=4)


def test_a_golden_file_is_compared_line_by_line(tmp_path):
    golden = tmp_path / "golden" / "cards.txt"
    with pytest.raises(Nonconformance, match="there is no golden file"):
        check_golden(golden, "one\ntwo\n")
    check_golden(golden, "one\ntwo\n", update=True)
    check_golden(golden, "one\ntwo\n")
    with pytest.raises(Nonconformance, match=r"cards\.txt line 2 was 'two', is now 'three'"):
        check_golden(golden, "one\nthree\n")
    with pytest.raises(Nonconformance, match="is not as long"):
        check_golden(golden, "one\ntwo\nthree\n")
    with pytest.raises(Nonconformance, match="is not as long"):
        check_golden(golden, "one\n")
    assert golden.read_text() == "one\ntwo\n"
