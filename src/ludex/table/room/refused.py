"""Refusals: a status for HTTP, a code for programs, a sentence for people."""

from __future__ import annotations

from ludex.core.language.errors import IllegalMove, LudexError, NotYourTurn, UndoRefused, UnreadableMove
from ludex.table.store.errors import StoreError, StoreFull


class Refused(Exception):
    """A request that is not carried out. Nothing has changed.

    >>> refused = Refused(404, "no-table", "There is no table 'abc'.")
    >>> refused.status, refused.code, str(refused)
    (404, 'no-table', "There is no table 'abc'.")
    """

    def __init__(self, status: int, code: str, sentence: str, download: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.download = download
        """The path for downloading what can be saved, if anything can."""


def refusal_of_store(error: StoreError) -> Refused:
    """Return the refusal that clients get when the store fails. The details are in the server's log."""
    if isinstance(error, StoreFull):
        return Refused(503, "store-full", "The server's storage is full. Nothing has changed.")
    return Refused(503, "no-store", "The server cannot reach its database. Nothing has changed. Try again soon.")


def refusal_of(error: LudexError) -> Refused:
    """Return the refusal that clients get for a fault in a move, an undo or a setting."""
    if isinstance(error, IllegalMove):
        return Refused(409, error.rejection.code, error.rejection.sentence)
    if isinstance(error, NotYourTurn):
        return Refused(409, "not-your-turn", "It is not your turn.")  # whose turn it is may be a secret
    if isinstance(error, UnreadableMove):
        return Refused(409, "unreadable-move", str(error))
    if isinstance(error, UndoRefused):
        return Refused(409, "needs-consent", str(error))
    return Refused(409, "not-possible", str(error))


class RuleFault(Refused):
    """An unexpected exception raised by the rules of a game. Nothing has changed."""

    def __init__(self, title: str) -> None:
        super().__init__(
            409, "rule-fault", f"The rules of {title} failed here. Nothing has changed; it has been logged."
        )


def download_of(table: str) -> str:
    """Return the path at which the record of a table that cannot be opened is downloaded."""
    return f"/api/tables/{table}/history"


def put_aside(table: str) -> Refused:
    """Return the refusal of a table that is put aside."""
    sentence = "The rules failed at this table, so it has been put aside. Its public record can be downloaded."
    return Refused(410, "put-aside", sentence, download_of(table))


class OtherRules(Refused):
    """A table that was begun with different rules from those that are installed."""

    def __init__(self, table: str, title: str) -> None:
        sentence = f"This table was started with a different version of {title}. Its public record can be downloaded."
        super().__init__(409, "other-rules", sentence, download_of(table))
