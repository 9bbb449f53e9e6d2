"""Histories: seed, settings and moves of one table, as readable JSON that anybody can replay and verify."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.chance import commitment
from ludex.core.errors import BadHistory, LudexError
from ludex.core.game import Game
from ludex.core.outcome import Outcome
from ludex.core.position import Position
from ludex.core.registry import defined_game
from ludex.core.registry import game as find_game
from ludex.core.request import Attempt

if TYPE_CHECKING:
    from ludex.core.table import Table

FORMAT = 1
"""The version of the history's format."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move: who, what, and the digest of the state it led to. `take` counts how often it had been taken back."""

    seat: int
    move: str
    digest: str
    take: int = 0


class Retry(msgspec.Struct, frozen=True):
    """A rejected answer, and after how many moves it was given."""

    after: int
    seat: int
    attempt: Attempt


class Forfeit(msgspec.Struct, frozen=True):
    """A seat that ran out of attempts under the policy `forfeit`."""

    seat: int
    why: str


class History(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole game as data.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> _ = table.play(0, "end phase")
    >>> history = History.from_json(table.history.to_json())
    >>> history.moves[0].move
    'end phase'
    >>> history.replay().digest == table.digest
    True
    """

    ludex: int = FORMAT
    game: str
    definition: dict[str, Any] | None = None
    """What the game was made from, where that is data. Replaying then needs no file."""
    version: str
    seats: int
    players: tuple[str, ...]
    settings: dict[str, Any]
    position: Position | None = None
    """Where the game started, if not from its setup."""
    commitment: str
    seed: str | None
    start: str
    moves: tuple[Entry, ...]
    retries: tuple[Retry, ...] = ()
    takes: dict[int, int] = {}
    """For moves still to be made: how often they were taken back."""
    take: int = 0
    """The take of all other moves still to be made: 0, except in a branch."""
    forfeit: Forfeit | None = None
    outcome: Outcome | None = None
    seal: str = ""
    """A hash of everything else."""

    @classmethod
    def of(cls, table: Table) -> History:
        """The history of a table."""
        text = table.game.moves.unpack
        history = cls(
            game=table.game.name,
            definition=msgspec.to_builtins(table.game.definition),
            version=table.game.version,
            seats=table.seats,
            players=table.players,
            settings=msgspec.to_builtins(table.settings),
            position=table.start,
            commitment=table.commitment,
            seed=table.seed.hex(),
            start=table.start_digest,
            moves=tuple(Entry(p.seat, str(text(p.packed)), p.digest, p.take) for p in table.played),
            retries=tuple(Retry(*retry) for retry in table.retries),
            takes={number: take for number, take in table.takes.items() if number > len(table.played)},
            take=table.first_take,
            forfeit=Forfeit(*table.forfeited) if table.forfeited else None,
            outcome=table.outcome,
        )
        return history.sealed()

    def sealed(self) -> History:
        """The same with the right seal."""
        blank = msgspec.structs.replace(self, seal="")
        text = msgspec.json.encode(_in_first_form(msgspec.to_builtins(blank, str_keys=True)), order="sorted")
        return msgspec.structs.replace(blank, seal=hashlib.blake2b(text, digest_size=16).hexdigest())

    def public(self) -> History:
        """What may be shown to everybody.

        Once the game has ended, that is all of it. Until then the seed is left out, and so are the moves, which may be
        secret (a sealed bid): what everybody may know of them are the table's events.
        """
        if self.outcome:
            return self
        return msgspec.structs.replace(self, seed=None, moves=(), retries=(), takes={}, take=0).sealed()

    def to_json(self) -> str:
        """Readable JSON, with one move on each line."""
        fields = msgspec.to_builtins(self, str_keys=True)
        if self.position is None:
            del fields["position"]
        lines = ",\n ".join(f"{_on_one_line(name)}: {_laid_out(value)}" for name, value in fields.items())
        return f"{{\n {lines}\n}}\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> History:
        """Read a history. Anything that is not a history is refused with the reason."""
        try:
            fields = msgspec.json.decode(text)
            if isinstance(fields, dict) and "options" in fields:
                fields["settings"] = fields.pop("options")
            history = msgspec.convert(fields, cls, str_keys=True)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadHistory(f"not a Ludex history: {error}") from None
        if history.ludex != FORMAT:
            raise BadHistory(f"this history has format {history.ludex}; this Ludex reads format {FORMAT}")
        return history

    def __repr__(self) -> str:
        """What was played, without the seed and the moves: a history in a log must give nothing away."""
        ended = self.outcome.reason if self.outcome else "unfinished"
        return f"<History of {self.game}: {self.seats} seats, {len(self.moves)} moves, {ended}>"

    def replay(self, at: int | None = None, game: Game | None = None) -> Table:
        """The table after `at` moves (default: all), every digest checked on the way."""
        count = len(self.moves) if at is None else at
        if not 0 <= count <= len(self.moves):
            raise BadHistory(f"there is no move {at}: the history has moves 0 to {len(self.moves)}")
        table = self._start(game or self.find_game())
        for number, entry in enumerate(self.moves[:count], 1):
            self._step(table, number, entry)
        for retry in self.retries:
            if retry.after <= count:
                table.retries.append((retry.after, retry.seat, retry.attempt))
        if count == len(self.moves):
            table.takes.update(self.takes)
            table.first_take = self.take
            self._end(table)
        return table

    def find_game(self) -> Game:
        """The game that was played: the one it defines, or the installed one of that name."""
        if self.definition is None:
            return find_game(self.game)
        try:
            return defined_game(self.definition)
        except LudexError as error:
            raise BadHistory(f"the history does not define a game: {error}") from None

    def verify(self, game: Game | None = None) -> Table:
        """Replay all of it, compare everything that can be compared, and return the final table."""
        table = self.replay(game=game)
        if table.outcome != self.outcome:
            raise BadHistory(f"tampered: the history claims the outcome {self.outcome}, the moves give {table.outcome}")
        if self.sealed().seal != self.seal:
            raise BadHistory(f"tampered: the seal is {self.seal!r}, the history has {self.sealed().seal!r}")
        return table

    def _end(self, table: Table) -> None:
        if self.forfeit:
            try:
                table.forfeit(self.forfeit.seat, self.forfeit.why)
            except LudexError as error:
                raise BadHistory(f"tampered: the forfeit of seat {self.forfeit.seat} fails: {error}") from None

    def _start(self, game: Game) -> Table:
        if game.name != self.game:
            raise BadHistory(f"this is a history of {self.game!r}, not of {game.name!r}")
        if game.version != self.version:
            raise BadHistory(
                f"this history was played by version {self.version} of the rules of {self.game}; "
                f"version {game.version} is installed, which could play it differently"
            )
        if self.seed is None:
            raise BadHistory("this history has no seed yet: it is published when the game has ended")
        try:
            seed = bytes.fromhex(self.seed)
        except ValueError:
            raise BadHistory(f"seed {self.seed!r} is not hexadecimal") from None
        if commitment(seed) != self.commitment:
            raise BadHistory(f"tampered: the seed does not match the commitment {self.commitment} made at the start")
        try:
            table: Table = game.make_table(
                self.seats, seed, game.read_settings(self.settings), self.players, self.position
            )
        except LudexError as error:
            raise BadHistory(f"tampered: such a table cannot exist: {error}") from None
        if table.start_digest != self.start:
            raise BadHistory("tampered: seats, players, settings and seed do not lead to the start it claims")
        return table

    def _step(self, table: Table, number: int, entry: Entry) -> None:
        try:
            table.takes[number] = entry.take
            table.play(entry.seat, entry.move)
        except LudexError as error:
            raise BadHistory(f"tampered: move {number} ({entry.move!r} by seat {entry.seat}) fails: {error}") from None
        if table.digest != entry.digest:
            raise BadHistory(
                f"tampered: after move {number} ({entry.move!r} by seat {entry.seat}) the digest is {table.digest}, "
                f"the history claims {entry.digest}"
            )


def _in_first_form(fields: dict[str, Any]) -> dict[str, Any]:
    """A history's fields as the first version named them: seals are over this form, so that old ones stay valid."""
    renamed = {"options" if name == "settings" else name: value for name, value in fields.items()}
    if renamed["position"] is None:
        del renamed["position"]
    return renamed


def _laid_out(value: Any) -> str:
    """A field as a person reads it: objects have a line for every entry, lists one for every object in them."""
    if isinstance(value, dict) and value:
        entries = [f"{_on_one_line(name)}: {_on_one_line(entry)}" for name, entry in value.items()]
        return "{\n  " + ",\n  ".join(entries) + "\n }"
    if isinstance(value, tuple) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(_on_one_line, value)) + "\n ]"
    return _on_one_line(value)


def _on_one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
