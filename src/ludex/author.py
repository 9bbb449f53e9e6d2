"""Everything that the author of a game needs, and nothing else.

>>> from ludex.author import Game, Record, i8, rule
"""

from ludex.core.chance import below, pick_kind, pick_move
from ludex.core.dispatch import bot, effect, one_of, refusal
from ludex.core.errors import BadSetting, BrokenRule
from ludex.core.events import EVERYONE, Event, Log, SeatNumber, note
from ludex.core.fields import SEAT, Among, Number
from ludex.core.game import Countdown, Game
from ludex.core.lazy import LazyView, lazily
from ludex.core.moves import Move, Moves, Rows
from ludex.core.new_table import new_table
from ludex.core.offers import field_of, is_a, offer, offer_range, packed
from ludex.core.pace import Pace
from ludex.core.page import Html, Page, Seating, map_frame, tag
from ludex.core.position import Bits, Counts, Names
from ludex.core.reasons import ending, law, reason
from ludex.core.record import Record, i8, i16, i32, i64, u64
from ludex.core.rule import rule
from ludex.core.settings import GameSettings
from ludex.core.table import Table
from ludex.core.twin import bytes_of

__all__ = [
    "EVERYONE",
    "SEAT",
    "Among",
    "BadSetting",
    "Bits",
    "BrokenRule",
    "Countdown",
    "Counts",
    "Event",
    "Game",
    "GameSettings",
    "Html",
    "LazyView",
    "Log",
    "Move",
    "Moves",
    "Names",
    "Number",
    "Pace",
    "Page",
    "Record",
    "Rows",
    "SeatNumber",
    "Seating",
    "Table",
    "below",
    "bot",
    "bytes_of",
    "effect",
    "ending",
    "field_of",
    "i8",
    "i16",
    "i32",
    "i64",
    "is_a",
    "law",
    "lazily",
    "map_frame",
    "new_table",
    "note",
    "offer",
    "offer_range",
    "one_of",
    "packed",
    "pick_kind",
    "pick_move",
    "reason",
    "refusal",
    "rule",
    "tag",
    "u64",
]
