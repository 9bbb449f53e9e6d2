"""What a game is, and the referee. The core knows no particular game."""

from ludex.core.chance import DICE, below, commitment, pick_kind, pick_move, secret_seed
from ludex.core.dispatch import bot, effect, refusal
from ludex.core.errors import (
    BadHistory,
    BadOption,
    BadPosition,
    BadSetting,
    BrokenRule,
    IllegalMove,
    LudexError,
    NotYourTurn,
    PlayerLeft,
    PlayerViolation,
    UndoRefused,
    UnknownGame,
    UnknownPlayer,
    UnreadableMove,
)
from ludex.core.events import EVERYONE, Event, Events, SeatNumber, note
from ludex.core.fields import SEAT, Among, Number
from ludex.core.game import Game, NewTable
from ludex.core.history import History
from ludex.core.moves import Move, Moves, option, option_range
from ludex.core.offers import field_of, is_a, offer, offer_range, packed
from ludex.core.options import Options, Span
from ludex.core.outcome import Outcome
from ludex.core.position import Bits, Counts, Names, Position
from ludex.core.reasons import ending, law, reason
from ludex.core.record import Record, State, States, i8, i16, i32, i64, record, u64
from ludex.core.referee import Referee
from ludex.core.registry import game_names
from ludex.core.request import Attempt, Leave, News, Player, Proposal, Rejection, Request, TakeBack
from ludex.core.rule import interpreting, rule
from ludex.core.settings import GameOptions, GameSettings
from ludex.core.table import Table

__all__ = [
    "DICE",
    "EVERYONE",
    "SEAT",
    "Among",
    "Attempt",
    "BadHistory",
    "BadOption",
    "BadPosition",
    "BadSetting",
    "Bits",
    "BrokenRule",
    "Counts",
    "Event",
    "Events",
    "Game",
    "GameOptions",
    "GameSettings",
    "History",
    "IllegalMove",
    "Leave",
    "LudexError",
    "Move",
    "Moves",
    "Names",
    "NewTable",
    "News",
    "NotYourTurn",
    "Number",
    "Options",
    "Outcome",
    "Player",
    "PlayerLeft",
    "PlayerViolation",
    "Position",
    "Proposal",
    "Record",
    "Referee",
    "Rejection",
    "Request",
    "SeatNumber",
    "Span",
    "State",
    "States",
    "Table",
    "TakeBack",
    "UndoRefused",
    "UnknownGame",
    "UnknownPlayer",
    "UnreadableMove",
    "below",
    "bot",
    "commitment",
    "effect",
    "ending",
    "field_of",
    "game_names",
    "i8",
    "i16",
    "i32",
    "i64",
    "interpreting",
    "is_a",
    "law",
    "note",
    "offer",
    "offer_range",
    "option",
    "option_range",
    "packed",
    "pick_kind",
    "pick_move",
    "reason",
    "record",
    "refusal",
    "rule",
    "secret_seed",
    "u64",
]
