"""A quick check of single values: most genomes pass it, so that nothing has to be searched for problems in detail.

The limits of numbers, ranks and lists are written into types, and one decoder of msgspec tests them all.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from ludex.games.cards.components import NAMES, NUMBER, RANKS
from ludex.games.cards.genome.fields import Card, Count, Kind, Part, Rank
from ludex.games.cards.genome.ranges import MOST_ITEMS, can_be_typed
from ludex.games.cards.genome.schema import FORMAT, Genome
from ludex.games.cards.parts.deal.genome import MOST_SEATS, Deck, SeatRange

MOST_LISTS = 9
"""A list of lists has at most this number of lists with this number of items: together no more than `MOST_ITEMS`."""
LIMITED_SEATS = Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)]
ALL_RANKS = frozenset(RANKS)
_ENCODER = msgspec.msgpack.Encoder()


def passes_quick_check(genome: Genome) -> bool:
    """Return True if all words, numbers and lists of a genome are certain to be within their limits, apart from
    its texts.

    >>> from ludex.games.cards import create_spades_genome
    >>> passes_quick_check(create_spades_genome())
    True
    >>> passes_quick_check(msgspec.structs.replace(create_spades_genome(), turn_limit=0))
    False
    """
    try:
        _decoder().decode(_ENCODER.encode(genome))
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        return False
    low, high = genome.seats
    return (
        low <= high
        and genome.format == FORMAT
        and genome.book != 1  # the only number of its range that is not allowed
        and _is_known(genome.deck)
        and (not genome.effects or all(effect.rank for effect in genome.effects))
        and can_be_typed(genome.name)
    )


def _is_known(deck: Deck) -> bool:
    """Return True if all ranks and cards that a deck names exist."""
    ranks, known = deck.ranks, set(deck.ranks)
    return 0 < len(ranks) == len(known) and known <= ALL_RANKS and all(map(NUMBER.__contains__, deck.without))


@cache
def _decoder() -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(_limited_part(Genome))


@cache
def _limited_part(part: type[Part]) -> type[msgspec.Struct]:
    """Make a type like a part, whose fields have limits. Values that are left out are the usual ones, within limits."""
    hints = get_type_hints(part, include_extras=True)
    fields = [(name, _limited(hints[name]), None) for name in part.__struct_fields__]
    config = part.__struct_config__
    return msgspec.defstruct(part.__name__, fields, tag=config.tag, tag_field=config.tag_field)


def _limited(kind: Any, declared: Kind | None = None) -> Any:
    """Return a type with the limits that the kind of a field declares, in all of its parts."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = next((word for word in inner[1:] if isinstance(word, Kind)), None)
        return _limited(inner[0], getattr(found, "inner", None) or found)
    if origin in (Union, UnionType):
        return Union[tuple(_limited(one) for one in inner)]  # noqa: UP007 (its members are not known before)
    if origin is tuple:
        return _limited_list(inner, declared)
    if isinstance(kind, type) and issubclass(kind, Part):
        return _limited_part(kind)
    if isinstance(declared, Count):
        return Annotated[int, msgspec.Meta(ge=0 if declared.zero else declared.low, le=declared.high)]
    if isinstance(declared, Rank):
        return Literal[("", *RANKS)]
    return Literal[("", *NAMES)] if isinstance(declared, Card) else kind


def _limited_list(inner: tuple[Any, ...], declared: Kind | None) -> Any:
    if isinstance(declared, SeatRange):
        return tuple[LIMITED_SEATS, LIMITED_SEATS]
    if get_origin(inner[0]) is tuple:
        short: Any = Annotated[cast(Any, inner[0]), msgspec.Meta(max_length=MOST_LISTS)]
        return Annotated[tuple[short, ...], msgspec.Meta(max_length=MOST_LISTS)]
    item: Any = _limited(inner[0])
    return Annotated[tuple[item, ...], msgspec.Meta(max_length=MOST_ITEMS)]
