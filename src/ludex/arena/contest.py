"""Contests: the same deals played with the players at all seats, until the number of games or the answer is reached.

`ludex arena` is the command. A contest is played at one table (`["search-400", "hard", "hard", "hard"]`) or between
every two of the players. A player who holds several seats of a table is one player in the standings.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from ludex.arena.at_once import REQUESTS, most_games, play_at_once, waits_on_network
from ludex.arena.batches import BATCH, Batch, Task, begins_at_once
from ludex.arena.cassette import Cassette, open_cassette
from ludex.arena.exchanges import Exchanges
from ludex.arena.faults import PlayerFaults
from ludex.arena.processes import available_cores
from ludex.arena.seating import fields_of, seatings_of
from ludex.arena.simulate import expect_names, new_task, play_batches, prepare, seed_as_given
from ludex.arena.standings import Distributions, Match, SeatShare, Standing
from ludex.arena.statistics import Hypotheses
from ludex.arena.tally import Tally
from ludex.arena.workers import Where
from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.language.errors import BadSetting, quote
from ludex.core.play.leaving import OnLeave
from ludex.core.play.talking import expect_press
from ludex.players.chat import is_chat

GAMES = {True: 2_000, False: 200}
"""Default numbers of games: between compiled bots, and with other players."""
MOST_GAMES = {True: 200_000, False: 4_000}
"""The same for contests that a test ends."""
MARGIN = 0.05
"""The default advantage over a fair share in the test's H1."""


class Verdict(msgspec.Struct, frozen=True):
    """The result of a sequential test of the first player's win rate."""

    player: str
    h0: float
    h1: float
    alpha: float
    beta: float
    ratio: float
    """The log-likelihood ratio of H1 against H0 at the end."""
    lower: float
    """H0 is accepted at this ratio, or below."""
    upper: float
    """H1 is accepted at this ratio, or above."""
    accepted: str
    """`H0`, `H1`, or empty if the games ran out before."""

    def __str__(self) -> str:
        found = {
            "H1": f"H1 accepted: {self.player} wins {self.h1:.1%} or more, rather than {self.h0:.1%} or less",
            "H0": f"H0 accepted: {self.player} wins {self.h0:.1%} or less, rather than {self.h1:.1%} or more",
            "": f"not decided whether {self.player} wins {self.h0:.1%} (H0) or {self.h1:.1%} (H1)",
        }[self.accepted]
        bounds = f"log-likelihood ratio {self.ratio:.2f}, bounds {self.lower:.2f} and {self.upper:.2f}"
        return f"{found} (alpha {self.alpha:g}, beta {self.beta:g}; {bounds})"


class CassetteUse(msgspec.Struct, frozen=True):
    """The cassette of a contest."""

    exchanges: int
    """The number of exchanges with language models."""
    digest: str
    """The digest of the cassette. Empty if the recording was interrupted."""
    replayed: bool
    """True if the exchanges were replayed, and False if they were recorded."""

    @classmethod
    def of(cls, tape: Cassette) -> CassetteUse:
        """Return how a cassette was used."""
        return cls(tape.exchanges, tape.digest, tape.replays)


class Contest(msgspec.Struct, frozen=True):
    """The result of a contest.

    >>> contest("automation", ["big-money", "random"], 100, seed=1)
    <Contest of 100 games of automation: big-money 100.0%, random 0.0%>
    """

    game: str
    settings: dict[str, Any]
    """All settings of the game, defaults included."""
    tables: tuple[tuple[str, ...], ...]
    """The players at each table, one per seat."""
    games: int
    deals: int
    moves: int
    seconds: float
    cores: int
    seed: str
    """The seed in the form in which it was given."""
    players: tuple[Standing, ...]
    """The standings, best first."""
    matrix: dict[str, dict[str, float]]
    """The rate at which each player finished ahead of each other one (ties count half)."""
    matches: tuple[Match, ...]
    """The same with intervals, for every two players."""
    violations: int
    """Games lost because a player used up all its attempts."""
    timeouts: int
    """Answers that came too late."""
    rejected: int
    """Answers that were rejected, late ones included."""
    seats: tuple[SeatShare, ...]
    """The win rate of each seat, over all players."""
    endings: dict[str, int]
    """The number of games with each ending."""
    sprt: Verdict | None
    """The result of the sequential test, if one was requested."""
    interrupted: bool
    """True if the user stopped it. The games until then are counted."""
    digest: str
    """A hash of all final states: two runs with the same digest played the same games."""
    faults: tuple[PlayerFaults, ...]
    """The faults of custom players, one entry for each of them and each table."""
    distributions: Distributions
    """The distributions of scores, lengths and times to decide, for plots."""
    cassette: CassetteUse | None = None
    """The cassette, if there is one."""

    @property
    def forfeits(self) -> int:
        """The number of games lost by forfeit."""
        return self.violations

    def __repr__(self) -> str:
        rates = ", ".join(f"{entry.player} {entry.win_rate:.1%}" for entry in self.players)
        return f"<Contest of {self.games:,} games of {self.game}: {rates}>"


def contest(
    game: Game | str,
    players: Sequence[str] | None = None,
    games: int | None = None,
    *,
    pairs: bool = False,
    seats: int | None = None,
    mix: bool = False,
    test: Hypotheses | bool = False,
    seed: int | str | bytes = 0,
    cores: int | None = None,
    settings: Mapping[str, Any] | None = None,
    time_limit: float | None = None,
    isolate: bool = False,
    on_leave: OnLeave = "bot",
    attempts: int | None = None,
    press: int = 0,
    requests: int = REQUESTS,
    histories: Path | None = None,
    transcripts: Path | None = None,
    cassette: Path | None = None,
    on: Where = "cores",
    progress: Callable[[Tally], None] | None = None,
) -> Contest:
    """Let players play each other on the same deals at all seats, and rate them.

    `players` (default: all bots of the game, every two of them) sit at one table if there is a seat for each of them.
    Otherwise, or with `pairs`, every two of them play, and share the `seats` of a table. Every deal is played with
    every seating (`ludex.arena.seating`); `games`, for each table, is rounded up to whole deals. With `test` the
    contest ends as soon as it is certain enough whether the first player wins more than its fair share, or more than
    the rates given as `Hypotheses`. `histories` is a folder for the histories of all games. With `isolate`, players of
    your own run in worker processes (`ludex.isolated`). `on_leave` says what becomes of the seat of a player that
    forfeits (`simulate`). `attempts` is the number of answers that every player has for a decision (default: the
    player's own number). `press`, in games of negotiation, is the most rounds of messages before the decisions of a
    phase (`Referee`).

    Games of language models, and of other players whose `decide` is a coroutine, run at the same time in this process,
    and `requests` is the most that one endpoint gets at a time. `transcripts` is a folder for what the models at each
    seat were asked and answered. `cassette` is a file that records all exchanges with models if it is new, and replays
    them without a network if it exists; one that does not fit is refused.

    The same seed gives the same games on any number of cores, and on a Ray cluster (`on="ray"`).

    >>> result = contest("automation", ["architect", "big-money"], test=True)
    >>> result.sprt.accepted, result.players[0].player
    ('H1', 'architect')
    """
    found = find_game(game) if isinstance(game, str) else game
    pairs = pairs or players is None
    expect_names(players or ())
    expect_press(found, press)
    fields = fields_of(found, list(players or found.machine.bot_slots), pairs=pairs, seats=seats)
    names = [name for field in fields for name in field]
    at_once = games is not None and on != "ray" and begins_at_once(found, names, games * len(fields))
    tasks = [
        new_task(
            found,
            field,
            settings,
            seed,
            seatings_of(field, mix),
            same_deal=True,
            time_limit=time_limit,
            keep=histories is not None,
            isolate=isolate,
            on_leave=on_leave,
            attempts=attempts,
            at_once=at_once,
            press=press,
        )
        for field in fields
    ]
    replays = cassette is not None and cassette.exists()
    compiled = all(prepare(found, task, replays) for task in tasks)
    tested = _hypotheses(test, fields)
    limit = games if games is not None else (MOST_GAMES if tested else GAMES)[compiled]
    if limit < 1:
        raise BadSetting(f"{quote(limit)} games: expected at least 1")
    waits = on != "ray" and not compiled and any(waits_on_network(found, task) for task in tasks)
    if waits:
        most_games(tasks, requests)  # refuses a number that is too small, before anything is written
    _expect_models(names, on, cassette=cassette, transcripts=transcripts)
    for folder in filter(None, (histories, transcripts)):
        folder.mkdir(parents=True, exist_ok=True)
    tape = open_cassette(cassette, _played(found, tasks, limit, seed, tested)) if cassette else None
    used = cores or available_cores()
    tally = Tally(found, tasks, sum(_games_of(task, limit) for task in tasks), tested, histories)
    started = time.perf_counter()
    cuts = _cuts(tasks, limit, compiled)
    if waits:
        batches = play_at_once(found, tasks, cuts, requests, Exchanges(tasks, tape, transcripts))
    else:
        batches = play_batches(found, [(tasks[task], first, count) for task, first, count in cuts], compiled, used, on)
    interrupted = True
    try:
        interrupted = _play(tally, cuts, batches, progress)
    finally:
        if tape is not None:
            tape.close("" if interrupted else tally.digest(), complete=not interrupted)
    seconds = time.perf_counter() - started
    result = _result(found, tasks, tally, seconds, used, interrupted, seed_as_given(seed))
    return result if tape is None else msgspec.structs.replace(result, cassette=CassetteUse.of(tape))


def match(
    game: Game | str,
    first: str,
    second: str,
    games: int,
    *,
    seats: int | None = None,
    seed: int | str | bytes = 0,
    settings: Mapping[str, Any] | None = None,
    time_limit: float | None = None,
    isolate: bool = False,
) -> Match:
    """Let two players share the seats of a table, and count how often the first finishes ahead of the second.

    >>> match("automation", "big-money", "random", 200).rate
    1.0
    """
    found = contest(
        game,
        [first, second],
        games,
        pairs=True,
        seats=seats,
        seed=seed,
        settings=settings,
        time_limit=time_limit,
        isolate=isolate,
    )
    return found.matches[0]


def _expect_models(names: Sequence[str], on: Where, *, cassette: Path | None, transcripts: Path | None) -> None:
    """Refuse a cassette or transcripts where no exchange with a model can be recorded."""
    for what, given in (("a cassette", cassette), ("transcripts", transcripts)):
        if given is not None and not any(map(is_chat, names)):
            raise BadSetting(f"{what}: none of the players is a language model, chat:MODEL@URL")
        if given is not None and on == "ray":
            raise BadSetting(f"{what}: games on a Ray cluster are not recorded; leave out --on ray")


def _played(
    game: Game, tasks: list[Task], limit: int, seed: int | str | bytes, tested: Hypotheses | None
) -> dict[str, Any]:
    """Say what is played, for a cassette."""
    task = tasks[0]
    return {
        "game": game.name,
        "version": game.version,
        "settings": msgspec.to_builtins(game.read_settings(task.settings)),
        "players": [list(task.players) for task in tasks],
        "seatings": [[list(seating) for seating in task.seatings] for task in tasks],
        "number_of_games": limit,
        "seed": seed_as_given(seed),
        "attempts": task.attempts,
        "press": task.press,
        "time_limit": task.time_limit,
        "on_leave": task.on_leave,
        "test": msgspec.to_builtins(tested),
    }


def _play(
    tally: Tally,
    cuts: list[tuple[int, int, int]],
    batches: Iterator[Batch],
    progress: Callable[[Tally], None] | None,
) -> bool:
    """Play until the games run out or the test has decided. Returns whether the user interrupted it."""
    try:
        for (task, first, _), batch in zip(cuts, batches, strict=True):
            tally.add(task, first, batch)
            if progress:
                progress(tally)
            if tally.has_decided:
                break
    except KeyboardInterrupt:
        if not tally.games:
            raise
        return True
    finally:
        batches.close()  # type: ignore[attr-defined]  # it is a generator: what runs ahead is stopped
    return False


def _games_of(task: Task, limit: int) -> int:
    """Return the number of games of a table: whole deals."""
    each = len(task.seatings)
    return -(-limit // each) * each


def _cuts(tasks: list[Task], limit: int, compiled: bool) -> list[tuple[int, int, int]]:
    """Return batches by task, first game and count. All tables advance at the same pace."""
    by_task = [list(_cuts_of(number, task, limit, compiled)) for number, task in enumerate(tasks)]
    return [cut for side_by_side in zip_longest(*by_task) for cut in side_by_side if cut is not None]


def _cuts_of(number: int, task: Task, limit: int, compiled: bool) -> Iterator[tuple[int, int, int]]:
    """Yield whole deals of compiled bots; of other players single games, so that all cores share the first deal."""
    each, games = len(task.seatings), _games_of(task, limit)
    size = max(each, BATCH // each * each) if compiled else 1
    for first in range(0, games, size):
        yield number, first, min(size, games - first)


def _hypotheses(test: Hypotheses | bool, fields: list[list[str]]) -> Hypotheses | None:
    if test is False:
        return None
    if len(fields) > 1:
        told = f"a test is about one table, and these players sit at {len(fields)}"
        raise BadSetting(f"{told}: name two players, or one for each seat")
    fair = fields[0].count(fields[0][0]) / len(fields[0])
    tested = Hypotheses(fair, fair + MARGIN) if test is True else test
    if not 0 < tested.h0 < tested.h1 < 1:
        told = f"H0 is a win rate of {tested.h0:g}, H1 of {tested.h1:g}"
        raise BadSetting(f"{told}: expected two rates between 0 and 1, the second one higher")
    if not (0 < tested.alpha < 0.5 and 0 < tested.beta < 0.5):
        raise BadSetting(f"alpha is {tested.alpha:g}, beta {tested.beta:g}: expected numbers between 0 and 0.5")
    return tested


def _result(
    game: Game, tasks: list[Task], tally: Tally, seconds: float, cores: int, interrupted: bool, seed: str
) -> Contest:
    standings = tally.standings()
    return Contest(
        game=game.name,
        settings=msgspec.to_builtins(game.read_settings(tasks[0].settings)),
        tables=tuple(task.players for task in tasks),
        games=tally.games,
        deals=tally.deals,
        moves=tally.moves(),
        seconds=seconds,
        cores=cores,
        seed=seed,
        players=standings,
        matrix=tally.matrix(),
        matches=tally.matches(),
        violations=sum(standing.violations for standing in standings),
        timeouts=sum(standing.timeouts for standing in standings),
        rejected=sum(standing.rejected for standing in standings),
        seats=tally.seats(),
        endings=tally.endings(),
        sprt=_verdict(tally),
        interrupted=interrupted,
        digest=tally.digest(),
        faults=tally.faults(),
        distributions=tally.distributions(),
    )


def _verdict(tally: Tally) -> Verdict | None:
    tested = tally.tested
    if tested is None:
        return None
    ratio = tally.ratios[-1] if tally.ratios else 0.0
    accepted = "H1" if ratio >= tested.upper else "H0" if ratio <= tested.lower else ""
    return Verdict(
        tally.first_player,
        tested.h0,
        tested.h1,
        tested.alpha,
        tested.beta,
        ratio,
        tested.lower,
        tested.upper,
        accepted,
    )
