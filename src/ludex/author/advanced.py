"""Tools that only a few games need: compiled loops, file formats, special tables and engines.

`setup`, `legal`, `play`, `choose`, `next_seat` and `ask_bot` stand for the rules of whatever game a `loop` runs with.
`see` leaves in a record only what a seat may know. Loops that show records to players use it, and never `hide` alone.

>>> from ludex.author.advanced import Kernel, loop
"""

from ludex.core.compile.compiled_rules import Kernel
from ludex.core.compile.move_dispatch import BotRule, Rules
from ludex.core.compile.playout import ask_bot, choose, legal, next_seat, play, see, setup
from ludex.core.compile.program import fill_in, interpreting
from ludex.core.game.new_table import Seed
from ludex.core.game.position import write_position
from ludex.core.game.registry import MOST_DEFINITION, near_file, read_definition
from ludex.core.game.reprint import adopted, printed_by_author, reprint
from ludex.core.game.template import template_of
from ludex.core.game.warm import first_position
from ludex.core.language.chance import DICE, game_seeds, secret_seed
from ludex.core.language.errors import NOT_JSON, TOO_DEEP, did_you_mean, json_fault, kind_of
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin, store_twin
from ludex.core.language.json_keys import DoubledKey, single_keys
from ludex.core.language.names import is_plain, made_plain
from ludex.core.language.record import States
from ludex.core.language.rule import loop, warmed_by
from ludex.core.play import reference_engine
from ludex.core.play.calling_players import refuse_classes

__all__ = [
    "DICE",
    "MOST_DEFINITION",
    "NOT_JSON",
    "TOO_DEEP",
    "BotRule",
    "DoubledKey",
    "Kernel",
    "Rules",
    "Seed",
    "States",
    "adopted",
    "ask_bot",
    "choose",
    "did_you_mean",
    "fill_in",
    "first_position",
    "game_seeds",
    "interpreting",
    "is_plain",
    "json_fault",
    "kind_of",
    "legal",
    "load_twin",
    "loop",
    "made_plain",
    "near_file",
    "new_log",
    "next_seat",
    "play",
    "printed_by_author",
    "read_definition",
    "reference_engine",
    "refuse_classes",
    "reprint",
    "secret_seed",
    "see",
    "setup",
    "single_keys",
    "store_twin",
    "template_of",
    "warmed_by",
    "write_position",
]
