"""The contract of a game: every rule it offers, and what must hold before and after it.

A game's rules are module-level functions marked `@rule` that work on the record `s`. Those named in `GameRules` are
called by the referee, the simulations and the search; all others are private to the game. A promise in brackets is a
clause. The conformance kit (`ludex.testing.check_game`) plays thousands of moves and cites the clause that is broken.

Rules run in two worlds from one source: interpreted, on a twin of plain integers in which every index and number is
checked, and compiled by Numba, on the record in memory. So they use numbers, loops and arrays only, allocate nothing,
never recurse, and read no global that is not a number, a string, a tuple, an array, a reason, law or ending, a class of
moves or events, or another rule. All chance comes from `s.rng`, through `below`, `pick_kind` and their kin.

`seat` is 0 to `s.seats - 1`. `-1` in `hide` and `redeal` is a spectator, who knows what is public.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any, Protocol


class GameRules(Protocol):
    """The rules that the generic code calls.

    `setup`, `opening`, `hide`, `redeal` and `audit` may be left out, and so may the last five, `side` to `estimate`,
    which give a player that looks ahead more information about the game. `waiting` and `legal` may be declared phase by
    phase instead (`@asked`, `@offers`).
    """

    def setup(self, s: Any) -> None:
        """Deal: bring a blank record to the first decision.

        Before: `s.seats` and the settings are written, chance is keyed, all else is 0.
        After:
        [setup-1] Every law holds.
        [setup-2] At least one seat owes a decision, or the game is over.
        """

    def opening(self, s: Any, log: Any) -> None:
        """Note the events before the first decision: the cards that were dealt, and who begins.

        Before: `setup` has just been called.
        After:
        [opening-1] The record is unchanged.
        [opening-2] Every event survives JSON and has a sentence.
        [opening-3] Events reveal nothing to a seat that its view does not: in a world that looks the same to the seat,
        it receives the same events.
        """

    def waiting(self, s: Any) -> int:
        """Return the seats that owe a decision now, as bits: one, or several where decisions are simultaneous.

        After:
        [waiting-1] The bits are 0 exactly when `over` is not 0.
        [waiting-2] No bit stands for a seat that does not exist.
        [waiting-3] The record is unchanged.
        """
        ...

    def legal(self, s: Any, seat: int, out: Any) -> int:
        """Write the legal moves of a seat to `out` with `offer` and `offer_range`, and return the number of rows.

        Before: the seat owes a decision.
        After:
        [legal-1] There is at least one move.
        [legal-2] The record is unchanged.
        [legal-3] There are no more rows than the game's `max_options`.
        [legal-4] No move is offered twice.
        [legal-5] A range runs over the last field of one kind of move, and all else is equal.
        [legal-6] The seat could work it out itself: on the record hidden for the seat, the rows are the same.
        """
        ...

    def why_not(self, s: Any, seat: int, move: int) -> int:
        """Return why a move is not allowed, or 0 if it is.

        It is made from the game's refusals (`@refusal(Kind)`). Where moves are bound to phases (`when=`), the module's
        rule `not_now(s, seat)` returns the reason why they are refused in other phases. The phase is `s.phase`, or the
        result of the module's rule `due(s)`.

        Before: the seat owes a decision; the move is any move of the game.
        After:
        [why_not-1] It is 0 exactly for the moves that `legal` offers.
        [why_not-2] Otherwise it is a reason, whose sentence quotes only what the seat knows.
        [why_not-3] The record is unchanged.
        """
        ...

    def play(self, s: Any, seat: int, move: int, log: Any) -> None:
        """Execute a move and note what happened.

        It is made from the game's effects (`@effect(Kind)`). Where the module has a rule `follow(s, log)`, that is what
        happens automatically after every move.

        Before: the seat owes a decision, and the move is legal.
        After:
        [play-1] Every law holds.
        [play-2] Within `max_moves` moves the game is over.
        [play-3] Every event survives JSON and has a sentence.
        [play-4] Events reveal nothing to a seat that its view does not: a seat that cannot tell two worlds apart
        afterwards received the same events in both, in any order. The worlds may differ in what is secret, in chance,
        and in the mover's choice. Where a seat decides alone, the kind of its move may be public, and so may its
        fields, unless the record stores them as a secret.
        """

    def hide(self, s: Any, seat: int) -> None:
        """Blank what a seat may not know.

        After:
        [hide-1] What is left does not depend on what was hidden: `redeal`, then `hide`, give the same bytes.
        [hide-2] Hiding twice is hiding once.
        [hide-3] A game with a rule `hide` hides something from at least one seat or from spectators.
        [hide-4] Chance is not visible.
        [hide-5] No rule and no loop calls it directly: `see` does, which also blanks chance.
        """

    def redeal(self, s: Any, seat: int) -> None:
        """Fill in what a seat cannot know, at random.

        Before: the record is hidden for the seat, and has its own chance.
        After:
        [redeal-1] Every law holds. What the seat sees is unchanged, as `hide` promises.
        [redeal-2] It is fair: right after `setup`, everything occurs as often as `setup` deals it. Later, in a small
        game, the true state is always among the possible results.
        """

    def audit(self, s: Any) -> int:
        """Return the law that the record breaks, or 0.

        After:
        [audit-1] It is a law with a sentence.
        [audit-2] The record is unchanged.
        """
        ...

    def over(self, s: Any) -> int:
        """Return why the game is over, or 0 while it is not.

        After:
        [over-1] It is an ending with a sentence.
        [over-2] The record is unchanged.
        """
        ...

    def scores(self, s: Any, out: Any) -> None:
        """Write every seat's score to `out[seat, 0]` and its tie-break to `out[seat, 1]`. More is better.

        Before: `out` is 0. The game need not be over.
        After:
        [scores-1] The record is unchanged.
        """

    def side(self, s: Any, seat: int) -> int:
        """Return the side that a seat plays for: seats of one side win together. By default every seat is its own side.

        After:
        [side-1] The record is unchanged.
        """
        ...

    def milestone(self, s: Any) -> int:
        """Count the hands, turns, rounds or years that are over.

        A search looks ahead from one milestone to the next, unless the game's `looks_ahead` is different, and hints and
        reviews compare what a seat has there. By default it is always 0, and a search looks ahead to the end of the
        game.

        After:
        [milestone-1] The record is unchanged, and the number never falls during a game.
        """
        ...

    def suppose(self, s: Any, seat: int) -> None:
        """Fill in what a seat cannot know as it probably is, for a search. By default this is `redeal`.

        Where decisions are simultaneous, those that others have made in secret can be taken back here, and the search
        lets a bot make them.

        Before: the record is hidden for the seat, and has its own chance.
        After:
        [suppose-1] Every law holds, and the seat owes its decision and has the same options.
        """

    def likelihood(self, s: Any, seat: int) -> int:
        """Return how well a world that was dealt again fits what the others did, in thousandths: bids, claims, passes.

        By default it is 1000.

        Before: `suppose` or `redeal` has filled in what the seat does not know.
        After:
        [likelihood-1] It is 0 to 1000, and the record is unchanged.
        """
        ...

    def estimate(self, s: Any, out: Any) -> None:
        """Write the probable final scores, like `scores`, for the point at which a search stops looking ahead.

        By default this is `scores`.

        Before: `out` is 0. The game is not over.
        After:
        [estimate-1] The record is unchanged.
        """

    def sensible(self, s: Any, seat: int, move: int) -> bool:
        """Return whether a legal move makes sense after the seat's earlier moves. Searches play no other.

        Before: the record is hidden for the seat, and the move is legal.
        After:
        [sensible-1] The record is unchanged, and at least one of the legal moves is sensible.
        """
        ...


class Around(Protocol):
    """Promises of a game as a whole."""

    def worlds(self) -> None:
        """[worlds-1] Interpreted and compiled rules agree after every move, in every byte, on everything above.
        [worlds-2] The same seed and the same moves give the same digests.
        [worlds-3] Rules and bots use whole numbers only, and no chance but that of the record: no float, no `/`, no
        `np.random`.
        [worlds-4] Every rule, every bot and every method of the game returns.
        [record-1] After every rule, each field of the record holds what its declaration allows.
        [record-2] No move changes a field that is declared as fixed.
        """

    def moves(self) -> None:
        """[moves-1] Every move survives packing, text and JSON.
        [moves-2] Every option can be spelled as a path of tokens.
        """

    def view(self) -> None:
        """[view-1] A view is immutable, survives JSON, and can be drawn as text."""

    def features(self) -> None:
        """[features-1] Features contain what a seat may know: after `redeal` they are the same.
        [features-2] They contain all that the view shows: two states that a seat sees differently have different
        features.
        """

    def prompt(self) -> None:
        """[prompt-1] The prompt for a language model contains what a seat may know: after `redeal` its bytes are the
        same, with the options and the reasons against moves that are not allowed.
        """

    def bots(self) -> None:
        """[bots-1] No bot is ever rejected.
        [bots-2] No bot peeks: on the record hidden for its seat it decides the same.
        [bots-3] No bot changes the record.
        """

    def table(self) -> None:
        """[table-1] A rejected move, and a move out of turn, change nothing.
        [table-2] Taking back restores every byte.
        [table-3] A history survives JSON, replays to the same digests, and shows tampering.
        [table-4] A position survives JSON, and the table made from it is in the same state.
        """


def _clauses(protocol: type) -> dict[str, str]:
    found: dict[str, str] = {}
    for function in vars(protocol).values():
        for name, text in re.findall(
            r"\[([a-z_]+-\d+)\] (.*?)(?=\n\s*\[|\n\n|\Z)", inspect.getdoc(function) or "", re.S
        ):
            found[name] = " ".join(text.split())
    return found


CLAUSES: Mapping[str, str] = {**_clauses(GameRules), **_clauses(Around)}
"""Every promise of the contract, by the name that the kit cites.

>>> CLAUSES["hide-2"]
'Hiding twice is hiding once.'
"""

SIGNATURES: Mapping[str, tuple[str, ...]] = {
    name: tuple(inspect.signature(function).parameters)[1:]
    for name, function in vars(GameRules).items()
    if inspect.isfunction(function) and not name.startswith("_")
}
"""Every rule with its arguments."""
