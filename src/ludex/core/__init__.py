"""What a game is, and the referee. Knows no game."""

from ludex.core.chance import DICE, below, commitment, pick_kind, pick_move, secret_seed
from ludex.core.errors import (
    BadHistory,
    BadOption,
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
from ludex.core.game import Game, GameOptions, Outcome
from ludex.core.history import History
from ludex.core.moves import Move, Moves, Options, Span, option, option_range
from ludex.core.record import Record, State, States, i8, i16, i32, i64, record, u64
from ludex.core.referee import Referee
from ludex.core.registry import game_names
from ludex.core.request import Attempt, Leave, News, Player, Proposal, Rejection, Request, TakeBack
from ludex.core.rule import interpreting, rule
from ludex.core.table import Table

__all__ = [
    "DICE",
    "EVERYONE",
    "SEAT",
    "Among",
    "Attempt",
    "BadHistory",
    "BadOption",
    "BrokenRule",
    "Event",
    "Events",
    "Game",
    "GameOptions",
    "History",
    "IllegalMove",
    "Leave",
    "LudexError",
    "Move",
    "Moves",
    "News",
    "NotYourTurn",
    "Number",
    "Options",
    "Outcome",
    "Player",
    "PlayerLeft",
    "PlayerViolation",
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
    "commitment",
    "game_names",
    "i8",
    "i16",
    "i32",
    "i64",
    "interpreting",
    "note",
    "option",
    "option_range",
    "pick_kind",
    "pick_move",
    "record",
    "rule",
    "secret_seed",
    "u64",
]
