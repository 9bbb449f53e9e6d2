"""Why the table does not do what it was asked to: a status for HTTP, a code for programs, a sentence for people."""

from __future__ import annotations

from ludex.core.errors import IllegalMove, LudexError, NotYourTurn, UndoRefused, UnreadableMove


class Refused(Exception):
    """A request that is not carried out. Nothing has changed.

    >>> refused = Refused(404, "no-table", "There is no table 'abc'.")
    >>> refused.status, refused.code, str(refused)
    (404, 'no-table', "There is no table 'abc'.")
    """

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence


def refusal_of(error: LudexError) -> Refused:
    """What a fault in a move, an undo or a setting is called at the table."""
    if isinstance(error, IllegalMove):
        return Refused(409, error.rejection.code, error.rejection.sentence)
    if isinstance(error, NotYourTurn):
        return Refused(409, "not-your-turn", "You owe no decision now.")  # whom it waits for may be a secret
    if isinstance(error, UnreadableMove):
        return Refused(409, "unreadable-move", str(error))
    if isinstance(error, UndoRefused):
        return Refused(409, "needs-consent", str(error))
    return Refused(409, "not-possible", str(error))
