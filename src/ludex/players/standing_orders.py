"""Standing orders: decisions that are made for a person automatically, at the online table and at the terminal."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.options import Options


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's standing orders. The last two apply to the lot that is being auctioned."""

    pass_idle: bool = msgspec.field(default=False, name="pass")
    """Pass while I cannot act: when the only option is a bare word such as `pass`."""
    only: bool = False
    """Play my only card: when there is only one option, of any kind."""
    lot: str | None = None
    """The lot to which `skip` and `bid` apply."""
    skip: bool = False
    """Pass on this lot."""
    bid: int | None = None
    """Bid up to this on this lot, one step at a time, and pass when it costs more."""

    def move(self, game: Game[Any, Any], options: Options, lot: str | None) -> int | None:
        """Return the packed move that the orders give now, or None if they leave it to the person.

        `lot` is what is being auctioned now, if anything is.
        """
        if len(options) == 1 and (self.only or (self.pass_idle and len(options[0].tokens) == 1)):
            return options.rows[0][0]
        if self.lot is None or self.lot != lot:
            return None
        if self.bid is not None and count_bids(game, options) > 1:
            return None  # bids also differ in what they give up, which only the person can choose
        bids = bid_range(game, options)
        if self.bid is not None and bids is not None:
            first, last, lowest = bids
            if lowest <= self.bid:
                return first if lowest > 0 else min(first + self.bid, last)
        return passing(game, options) if self.skip or self.bid is not None else None

    @property
    def any(self) -> bool:
        """True if there is anything to do."""
        return self.pass_idle or self.only or self.skip or self.bid is not None

    def without_lot(self) -> Orders:
        """Return the orders that are not about a lot."""
        return Orders(pass_idle=self.pass_idle, only=self.only)


def bid_range(game: Game, options: Options) -> tuple[int, int, int] | None:
    """Return the bids among options: the first and last packed, and the lowest amount."""
    for first, last in options.rows:
        move = game.moves.unpack(first)
        if move.means == "bid":
            return first, last, getattr(move, type(move).__struct_fields__[-1])
    return None


def count_bids(game: Game, options: Options) -> int:
    """Return the number of kinds of bids among options: more than one if a bid also names something to give up."""
    return sum(game.moves.unpack(first).means == "bid" for first, _ in options.rows)


@lru_cache(256)
def draw_of(game: Game) -> int | None:
    """Return the packed move that votes for a draw, in a game that has one."""
    kind = next((kind for kind in game.moves.kinds if kind.means == "draw"), None)
    return None if kind is None else game.moves.pack(kind())


def passing(game: Game, options: Options) -> int | None:
    """Return the option that passes: a pass, or a sealed bid of nothing."""
    for first, _ in options.rows:
        move = game.moves.unpack(first)
        nothing = move.means == "bid" and getattr(move, type(move).__struct_fields__[-1]) == 0
        if move.means == "pass" or nothing:
            return first
    return None
