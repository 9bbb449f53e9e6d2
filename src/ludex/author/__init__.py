"""Everything that the author of a game needs. Games import nothing else of Ludex.

Tools that only a few games need, such as compiled loops and file formats, are in `ludex.author.advanced`.

>>> from ludex.author import Game, Record, i8, rule
"""

from ludex.core.compile.move_dispatch import asked, bot, effect, offers, one_of, refusal
from ludex.core.game.features import Features, Observation
from ludex.core.game.game import Game
from ludex.core.game.new_table import new_table
from ludex.core.game.position import Bits, Counts, Label, Names
from ludex.core.game.press import Message, Press, Promise
from ludex.core.game.request import Player, Rejection, Request
from ludex.core.language.bounds import ANY, COUNT, FLAG, SEAT_BITS, SEAT_FROM_1, SEAT_OR_NOBODY
from ludex.core.language.chance import below, pick_kind, pick_move
from ludex.core.language.errors import (
    BadPosition,
    BadSetting,
    BrokenRule,
    IllegalMove,
    LudexError,
    UnreadableMove,
    quote,
)
from ludex.core.language.events import EVERYONE, Event, Log, SeatNumber, note
from ludex.core.language.fields import SEAT, Among, Number
from ludex.core.language.interpreted_state import bytes_of
from ludex.core.language.move_packing import field_of, is_a, offer, offer_range, packed
from ludex.core.language.moves import Move, Moves, Rows
from ludex.core.language.options import Options
from ludex.core.language.outcome import Outcome
from ludex.core.language.pace import Pace
from ludex.core.language.reasons import Reason, ending, law, reason
from ludex.core.language.record import Record, i8, i16, i32, i64, u64
from ludex.core.language.rule import rule
from ludex.core.language.settings import GameSettings
from ludex.core.language.views import GameView, shown
from ludex.core.language.weights import Weights
from ludex.core.language.words import plural
from ludex.core.play.table import Table
from ludex.core.show.layout import GAP, flowed, grid, labelled, listed, running, whole
from ludex.core.show.look import Bubble, Cost, Countdown, Look, Sections, Standing
from ludex.core.show.page import Html, Page, Seating, join, map_frame, tag
from ludex.core.show.terminal import Terminal

__all__ = [
    "ANY",
    "COUNT",
    "EVERYONE",
    "FLAG",
    "GAP",
    "SEAT",
    "SEAT_BITS",
    "SEAT_FROM_1",
    "SEAT_OR_NOBODY",
    "Among",
    "BadPosition",
    "BadSetting",
    "Bits",
    "BrokenRule",
    "Bubble",
    "Cost",
    "Countdown",
    "Counts",
    "Event",
    "Features",
    "Game",
    "GameSettings",
    "GameView",
    "Html",
    "IllegalMove",
    "Label",
    "Log",
    "Look",
    "LudexError",
    "Message",
    "Move",
    "Moves",
    "Names",
    "Number",
    "Observation",
    "Options",
    "Outcome",
    "Pace",
    "Page",
    "Player",
    "Press",
    "Promise",
    "Reason",
    "Record",
    "Rejection",
    "Request",
    "Rows",
    "SeatNumber",
    "Seating",
    "Sections",
    "Standing",
    "Table",
    "Terminal",
    "UnreadableMove",
    "Weights",
    "asked",
    "below",
    "bot",
    "bytes_of",
    "effect",
    "ending",
    "field_of",
    "flowed",
    "grid",
    "i8",
    "i16",
    "i32",
    "i64",
    "is_a",
    "join",
    "labelled",
    "law",
    "listed",
    "map_frame",
    "new_table",
    "note",
    "offer",
    "offer_range",
    "offers",
    "one_of",
    "packed",
    "pick_kind",
    "pick_move",
    "plural",
    "quote",
    "reason",
    "refusal",
    "rule",
    "running",
    "shown",
    "tag",
    "u64",
    "whole",
]
