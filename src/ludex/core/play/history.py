"""Histories: seed, settings and moves of one table, as readable JSON that can be replayed and verified."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.new_table import make_table
from ludex.core.game.position import Position
from ludex.core.game.registry import defined_game
from ludex.core.game.registry import game as find_game
from ludex.core.game.request import Attempt
from ludex.core.language.errors import BadHistory, LudexError, quote
from ludex.core.language.fairness import FORM, commitment, secret_of
from ludex.core.language.json_keys import single_keys
from ludex.core.language.names import LONGEST_NAME
from ludex.core.language.outcome import Outcome
from ludex.core.play.leaving import MOST_LEAVINGS, Leaving

if TYPE_CHECKING:
    from ludex.core.play.table import Table

LARGEST = 64_000_000
"""The most bytes of a history. One of a hundred thousand moves has about a tenth of it."""
DEEPEST = 50
"""The deepest nesting of lists and objects."""
TOO_DEEP = f"lists or objects lie more than {DEEPEST} deep in each other"
MOST_MOVES = 1_000_000
"""The most moves of a history of any game."""
SEED = 32
"""Number of bytes of a seed."""
OPTIONAL = ("position", "entropy", "renewals", "leavings", "closed")
"""Fields that are left out of the JSON if they are empty."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
MoveNumber = Annotated[int, msgspec.Meta(ge=0, le=MOST_MOVES)]
Take = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Hash = Annotated[str, msgspec.Meta(max_length=128)]
Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Sentence = Annotated[str, msgspec.Meta(max_length=10_000)]


MOST_RETRIES = 10_000
"""Largest number of rejected answers that a history contains. Later ones are left out."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move: who, what, and the digest of the state it led to. `take` counts how often it had been taken back."""

    seat: SeatNumber
    move: Annotated[str, msgspec.Meta(max_length=1_000)]
    digest: Hash
    take: Take = 0


class Retry(msgspec.Struct, frozen=True):
    """A rejected answer, and after how many moves it was given."""

    after: MoveNumber
    seat: SeatNumber
    attempt: Attempt


class Forfeit(msgspec.Struct, frozen=True):
    """A seat whose leaving ended the game, and why its player left."""

    seat: int
    why: str


class Renewal(msgspec.Struct, frozen=True):
    """A new secret seed after a number of moves: in a branch, or when a game that had ended was reopened."""

    after: MoveNumber
    commitment: Hash
    seed: Hash | None


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

    ludex: int = FORM
    """The form of the history."""
    game: Name
    definition: dict[str, Any] | None = None
    """The definition of the game, if it was made from data. Replaying then needs no file."""
    version: Name
    seats: Annotated[int, msgspec.Meta(ge=1, le=64)]
    players: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)]
    settings: dict[str, Any]
    position: Position | None = None
    """The position that the game started from, if not from its setup."""
    commitment: Hash
    seed: Hash | None
    entropy: Annotated[tuple[Hash | None, ...], msgspec.Meta(max_length=64)] = ()
    """The random bytes that the seats added after the commitment."""
    start: Hash
    moves: Annotated[tuple[Entry, ...], msgspec.Meta(max_length=MOST_MOVES)]
    renewals: Annotated[tuple[Renewal, ...], msgspec.Meta(max_length=MOST_RETRIES)] = ()
    retries: Annotated[tuple[Retry, ...], msgspec.Meta(max_length=MOST_RETRIES)] = ()
    takes: dict[MoveNumber, Take] = {}
    """The numbers of times that moves still to be made were taken back."""
    leavings: Annotated[tuple[Leaving, ...], msgspec.Meta(max_length=2 * MOST_LEAVINGS)] = ()
    """The changes of seats after which the game continued: players who left, and others who took their seats."""
    forfeit: Forfeit | None = None
    outcome: Outcome | None = None
    closed: bool = False
    """True if a game with the same past may still be in progress. Nothing of this one is published then."""
    seal: Hash = ""
    """A hash of everything else."""

    @classmethod
    def of(cls, table: Table) -> History:
        """Return the history of a table."""
        text = table.game.moves.unpack
        first, *later = table.engine.secrets
        history = cls(
            game=table.game.name,
            definition=msgspec.to_builtins(table.game.definition),
            version=table.game.version,
            seats=table.seats,
            players=table.players,
            settings=msgspec.to_builtins(table.settings),
            position=table.engine.start,
            commitment=first.commitment,
            seed=first.seed.hex(),
            entropy=tuple(part.hex() if part else None for part in table.engine.entropy),
            start=table.engine.start_digest,
            moves=tuple(Entry(p.seat, str(text(p.packed)), p.digest, p.take) for p in table.played),
            renewals=tuple(Renewal(s.after, s.commitment, s.seed.hex()) for s in later),
            retries=tuple(Retry(*retry) for retry in table.engine.retries),
            takes={number: take for number, take in table.engine.takes.items() if number > len(table.played)},
            leavings=tuple(table.engine.leavings),
            forfeit=Forfeit(*table.engine.forfeited) if table.engine.forfeited else None,
            outcome=table.outcome,
            closed=table.engine.has_closed_past,
        )
        return history.sealed()

    def sealed(self) -> History:
        """Return the same with the right seal."""
        blank = msgspec.structs.replace(self, seal="")
        text = msgspec.json.encode(blank._fields(), order="sorted")
        return msgspec.structs.replace(blank, seal=hashlib.blake2b(text, digest_size=16).hexdigest())

    def public(self) -> History:
        """Return the part that may be published.

        Once the game has ended, that is all of it. Until then the seed is left out, and so are the moves, which may be
        secret (a sealed bid): the public part of them is in `table.events`. A branch is as closed as the game that it
        left.
        """
        if self.open:
            return self
        renewals = tuple(Renewal(renewal.after, renewal.commitment, None) for renewal in self.renewals)
        blank: dict[str, Any] = {"seed": None, "moves": (), "retries": (), "takes": {}, "outcome": None}
        blank["leavings"] = ()  # they say how many moves were made
        return msgspec.structs.replace(self, **blank, renewals=renewals).sealed()

    @property
    def open(self) -> bool:
        """True if all of it may be shown: the game has ended, and so have those that it branched from."""
        return self.outcome is not None and not self.closed

    def to_json(self) -> str:
        """Return readable JSON, with one move on each line."""
        lines = ",\n ".join(f"{_on_one_line(name)}: {_laid_out(value)}" for name, value in self._fields().items())
        return f"{{\n {lines}\n}}\n"

    def _fields(self) -> dict[str, Any]:
        """Return all fields as plain data, without optional ones that are empty."""
        fields = msgspec.to_builtins(self, str_keys=True)
        return {name: value for name, value in fields.items() if value or name not in OPTIONAL}

    @classmethod
    def from_file(cls, path: Path) -> History:
        """Read a history from a file. One that is too large is not read."""
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
        try:
            return cls.from_json(text)
        except BadHistory as error:
            raise BadHistory(f"{quote(str(path), str)}: {error}") from None

    @classmethod
    def from_json(cls, text: str | bytes) -> History:
        """Read a history. Raises `BadHistory` with the reason if the text is not a history."""
        if len(text) > LARGEST:
            raise BadHistory(f"not a Ludex history: more than {LARGEST:,} bytes")
        try:
            raw = text.encode() if isinstance(text, str) else text
            history = msgspec.json.decode(single_keys(raw), type=cls)
        except RecursionError:
            raise BadHistory(f"not a Ludex history: {TOO_DEEP}") from None
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadHistory(f"not a Ludex history: {quote(error, str)}") from None
        free = [history.definition, history.settings, history.position.state if history.position else None]
        if _deeper_than(free, DEEPEST):
            raise BadHistory(f"not a Ludex history: {TOO_DEEP}")
        if history.ludex != FORM:
            raise BadHistory(f"this history has format {history.ludex}; this version of Ludex reads format {FORM}")
        return history

    def __repr__(self) -> str:
        """Show the game without the seed and the moves, because a history in a log must reveal nothing."""
        ended = self.outcome.reason if self.outcome else "unfinished"
        return f"<History of {self.game}: {self.seats} seats, {len(self.moves)} moves, {ended}>"

    def replay(self, at: int | None = None, game: Game | None = None) -> Table:
        """Return the table after `at` moves (default: all), every digest checked on the way.

        After all moves it is the same table, with the same chance from there on. After fewer it is a branch.
        """
        count = len(self.moves) if at is None else at
        if not 0 <= count <= len(self.moves):
            raise BadHistory(f"there is no move {at}: the history has moves 0 to {len(self.moves)}")
        found = game or self.find_game()
        if len(self.moves) > found.max_moves:
            raise BadHistory(f"{len(self.moves):,} moves, but a game of {found.name} takes at most {found.max_moves:,}")
        if any(renewal.after > len(self.moves) for renewal in self.renewals):
            raise BadHistory("tampered: a seed was renewed after more moves than were made")
        table = self.begin(found)
        changes = self._leavings_by_move()
        for number, entry in enumerate(self.moves[:count], 1):
            self._change_seats(table, changes.get(number - 1, ()))
            self._step(table, number, entry)
        self._renew(table)
        for retry in self.retries:
            if retry.after <= count:
                table.engine.retries.append((retry.after, retry.seat, retry.attempt))
        table.engine.closed = self.closed
        if count == len(self.moves):
            table.engine.takes.update(self.takes)
            self._change_seats(table, changes.get(count, ()))
            self._end(table)
        else:
            table.engine.closed = not self.open
            table.engine.renew()
        return table

    def find_game(self) -> Game:
        """Return the game that was played: the one it defines, or the installed one of that name."""
        try:
            return find_game(self.game) if self.definition is None else defined_game(self.definition)
        except (LudexError, RecursionError) as error:
            raise BadHistory(f"the game of this history is not available: {quote(error, str)}") from None

    def verify(
        self,
        game: Game | None = None,
        *,
        commitment: str | None = None,
        entropy: Mapping[int, bytes] | None = None,
        digests: Collection[str] | Mapping[str, str] = (),
    ) -> Table:
        """Replay all of it, compare everything that can be compared, and return the final table.

        Players can give the values that they stored: the commitment before the deal, the bytes that seats added to
        chance, and the digests of their requests, alone or each with the commitment of the same request.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, entropy=[b"sixteen bytes ..", None])
        >>> kept = table.request(0)
        >>> _ = table.play(0, "end phase")
        >>> own = {0: b"sixteen bytes .."}
        >>> table.history.verify(commitment=kept.commitment, entropy=own, digests={kept.digest: kept.commitment})
        <Table automation: 2 seats, 1 moves, waiting for (0,)>
        """
        table = self.replay(game=game)
        if table.outcome != self.outcome:
            raise BadHistory(
                f"tampered: the history claims the outcome {quote(self.outcome)}, the moves give {quote(table.outcome)}"
            )
        if self.sealed().seal != self.seal:
            raise BadHistory(f"tampered: the seal is {quote(self.seal)}, the history has {self.sealed().seal!r}")
        self._check_what_was_received(table, commitment, entropy or {}, digests)
        return table

    def _check_what_was_received(
        self, table: Table, promised: str | None, entropy: Mapping[int, bytes], digests: Collection[str]
    ) -> None:
        if promised is not None and promised != self.commitment:
            raise BadHistory(f"another table: its commitment is {self.commitment}, you received {quote(promised, str)}")
        for seat, part in entropy.items():
            if dict(enumerate(table.engine.entropy)).get(seat) != part:
                raise BadHistory(f"tampered: what seat {quote(seat)} added to chance is not in the history")
        at = {digest: number for number, digest in enumerate((self.start, *(entry.digest for entry in self.moves)), 1)}
        for digest in digests:
            if digest not in at:
                raise BadHistory(f"tampered: the history never has the digest {quote(digest, str)}, which you received")
            if (
                isinstance(digests, Mapping)
                and secret_of(table.engine.secrets, at[digest]).commitment != digests[digest]
            ):
                raise BadHistory(
                    f"tampered: at the digest {digest} the commitment was not {quote(digests[digest], str)}"
                )

    def _renew(self, table: Table) -> None:
        """Take over the secrets that apply after the moves that the table has."""
        for renewal in self.renewals:
            if renewal.after == len(table.played):
                table.engine.renew(_read_seed(renewal.seed, renewal.commitment))

    def _leavings_by_move(self) -> dict[int, list[Leaving]]:
        """Return the changes of seats by the number of moves that they came after. Refuse a wrong sequence."""
        numbers = [leaving.after for leaving in self.leavings]
        if numbers != sorted(numbers) or (numbers and numbers[-1] > len(self.moves)):
            raise BadHistory("tampered: the changes of seats are not in the order of the moves")
        found: dict[int, list[Leaving]] = {}
        for leaving in self.leavings:
            found.setdefault(leaving.after, []).append(leaving)
        return found

    @staticmethod
    def _change_seats(table: Table, changes: Sequence[Leaving]) -> None:
        """Let players leave and take seats at the current move."""
        for change in changes:
            try:
                if change.then == "person":
                    table.take_seat(change.seat, change.by)
                else:
                    table.leave(change.seat, change.why, change.then)
            except LudexError as error:
                raise BadHistory(f"tampered: the change of seat {change.seat} fails: {quote(error, str)}") from None
            if table.engine.leavings[-1:] != [change]:
                raise BadHistory(f"tampered: the change of seat {change.seat} says more than it can")

    def _end(self, table: Table) -> None:
        if self.forfeit:
            try:
                table.forfeit(self.forfeit.seat, self.forfeit.why)
            except LudexError as error:
                why = quote(error, str)
                raise BadHistory(f"tampered: the forfeit of seat {quote(self.forfeit.seat)} fails: {why}") from None

    def begin(self, game: Game) -> Table:
        """Return the table before its first move, after checking that it is the one that the history claims."""
        if game.name != self.game:
            raise BadHistory(f"this is a history of {quote(self.game)}, not of {quote(game.name)}")
        if game.version != self.version:
            raise BadHistory(
                f"this history was played by version {quote(self.version, str)} of the rules of {self.game}; "
                f"version {game.version} is installed, which could play it differently"
            )
        seed = _read_seed(self.seed, self.commitment)
        try:
            entropy = [bytes.fromhex(part) if part else None for part in self.entropy]
            table: Table = make_table(
                game, self.seats, seed, game.read_settings(self.settings), self.players, self.position, entropy
            )
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise BadHistory(f"tampered: such a table cannot exist: {quote(error, str)}") from None
        if table.engine.start_digest != self.start:
            raise BadHistory("tampered: seats, players, settings and seed do not lead to the start it claims")
        return table

    def _step(self, table: Table, number: int, entry: Entry) -> None:
        said = f"move {number} ({quote(entry.move)} by seat {quote(entry.seat)})"
        try:
            self._renew(table)
            table.engine.takes[number] = entry.take
            seat = table.engine.expect_seat(entry.seat)
            table.play(seat, table.read(seat, entry.move))  # whole moves only: nothing is completed
        except BadHistory:
            raise
        except LudexError as error:
            raise BadHistory(f"tampered: {said} fails: {quote(error, str)}") from None
        if table.digest != entry.digest:
            claimed = quote(entry.digest, str)
            raise BadHistory(f"tampered: after {said} the digest is {table.digest}, the history claims {claimed}")


def _deeper_than(value: Any, limit: int) -> bool:
    """Return True if lists and objects are nested more deeply than that.

    >>> _deeper_than([[1], [2]], 2), _deeper_than([[[1]]], 2)
    (False, True)
    """
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return limit == 0 or any(_deeper_than(item, limit - 1) for item in inner)


def _read_seed(written: str | None, promised: str) -> bytes:
    """Return a seed that keeps what was promised about it."""
    if written is None:
        raise BadHistory("this history has no seed yet: it is published when the game has ended")
    try:
        seed = bytes.fromhex(written)
    except ValueError:
        raise BadHistory(f"seed {quote(written)} is not hexadecimal") from None
    if len(seed) != SEED:
        raise BadHistory(f"the seed has {len(seed)} bytes: expected {SEED}")
    if commitment(seed) != promised:
        raise BadHistory(f"tampered: the seed does not match the commitment {quote(promised, str)} made at the start")
    return seed


def _laid_out(value: Any) -> str:
    """Return a field as a person reads it: objects have a line for every entry, lists one for every object in them."""
    if isinstance(value, dict) and value:
        entries = [f"{_on_one_line(name)}: {_on_one_line(entry)}" for name, entry in value.items()]
        return "{\n  " + ",\n  ".join(entries) + "\n }"
    if isinstance(value, tuple) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(_on_one_line, value)) + "\n ]"
    return _on_one_line(value)


def _on_one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
