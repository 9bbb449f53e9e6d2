"""Events in few lines: consecutive events of one kind are folded into one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from ludex.core.language.events import Event

_SUBJECT = re.compile(r"(seat \d+) (.+)")
_NUMBER = re.compile(r"\b\d+\b")


def told_in_short(events: Iterable[Event]) -> list[str]:
    """Return the sentences of events, those folded that say the same of several seats, or the like of one.

    The caller puts in the names.

    >>> from ludex.games.modern_art.events import BidPlaced, Passed
    >>> told_in_short([BidPlaced(1, 5), BidPlaced(2, 6), BidPlaced(1, 9), Passed(2)])
    ['seat 1 bids 5, seat 2 6, seat 1 9.', 'seat 2 passes.']
    """
    return [sentence for _, group in groupby(events, key=type) for sentence in _folded([str(event) for event in group])]


def told_once(events: Iterable[Event], said_again: Mapping[type[Event], type[Event]]) -> list[Event]:
    """Return events without those that only repeat what a seat already knows in full.

    >>> from ludex.games.cards.events import CardDrawn, CardsDrawn
    >>> told_once([CardDrawn(0, "2C"), CardsDrawn(0, 1), CardsDrawn(1, 1)], {CardsDrawn: CardDrawn})
    [CardDrawn(seat=0, card='2C'), CardsDrawn(seat=1, count=1)]
    """
    told = list(events)
    known = {(type(event), getattr(event, "seat", None)) for event in told}
    return [event for event in told if (said_again.get(type(event)), getattr(event, "seat", None)) not in known]


def without_choice(name: str, move: str, sentences: Sequence[str]) -> list[str]:
    """Return sentences about forced moves, with the remark that there was no choice.

    >>> without_choice("Ann", "pass", ["Ann passes.", "Bob leads."])
    ['Ann passes (no choice).', 'Bob leads.']
    >>> without_choice("Ann", "end phase", ["Ann draws 2 × Bitcoin."])
    ['Ann has no choice: end phase.', 'Ann draws 2 × Bitcoin.']
    """
    begun = f"{name} {move.split()[0]}"
    if sentences and sentences[0].startswith(begun):
        return [f"{sentences[0].rstrip('.')} (no choice).", *sentences[1:]]
    return [f"{name} has no choice: {move}.", *sentences]


def _folded(sentences: Sequence[str]) -> Iterator[str]:
    """Yield sentences of one kind of event, as few as possible."""
    subjects = [_SUBJECT.fullmatch(sentence) for sentence in sentences]
    if len(sentences) == 1 or None in subjects:
        yield from sentences
        return
    said = [(found[1], found[2].rstrip(".")) for found in subjects if found]
    if len({what for _, what in said}) == 1:
        yield _said_of_several([who for who, _ in said], said[0][1])
    elif any(re.search("seat|[,×]", what) for _, what in said):
        yield from sentences
    elif len({_NUMBER.sub("#", what) for _, what in said}) == 1 and _NUMBER.search(said[0][1]):
        yield _with_numbers(said)
    elif len({what.rpartition(" ")[0] for _, what in said}) == 1 < len({who for who, _ in said}):
        yield ", ".join([" ".join(said[0]), *(f"{who} {what.rpartition(' ')[2]}" for who, what in said[1:])]) + "."
    else:
        for who, part in groupby(said, key=lambda entry: entry[0]):
            yield _said_of_one(who, [what for _, what in part])


def _said_of_several(seats: list[str], what: str) -> str:
    """Return a sentence like `seat 1 passes (seat 2 and seat 3 too).`"""
    first, *others = dict.fromkeys(seats)
    if not others:
        return f"{first} {what} ({len(seats)} times)."
    return f"{first} {what} ({_and(others)} too)."


def _with_numbers(said: list[tuple[str, str]]) -> str:
    """Return a sentence like `seat 1 bids 5, seat 2 6.`: later parts have only the seat and the different numbers."""
    rows = [_NUMBER.findall(what) for _, what in said]
    differ = [at for at, column in enumerate(zip(*rows, strict=True)) if len(set(column)) > 1]
    others = [f"{who} {' '.join(row[at] for at in differ)}" for (who, _), row in zip(said[1:], rows[1:], strict=True)]
    return ", ".join([" ".join(said[0]), *others]) + "."


def _said_of_one(who: str, whats: list[str]) -> str:
    """Return a sentence like `seat 1 draws 2 × Bitcoin, Method.`: a common beginning is not repeated."""
    words = [what.split() for what in whats]
    same = 0
    while all(len(row) > same + 1 for row in words) and len({row[same] for row in words}) == 1:
        same += 1
    rests = [" ".join(row[same:]) for row in words]
    counted = [f"{rests.count(rest)} × {rest}" if rests.count(rest) > 1 else rest for rest in dict.fromkeys(rests)]
    return f"{who} {' '.join(words[0][:same])} {', '.join(counted)}.".replace("  ", " ")


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
