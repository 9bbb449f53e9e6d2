"""The count of a contest: the games so far, and the standings at any moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, combinations, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from ludex.arena.asked import Asked, add_up
from ludex.arena.batches import Answers, Batch, Task
from ludex.arena.counting import Numbers, Shares, ahead_of, by_player, count_endings, ranks_of, shares_of
from ludex.arena.faults import PlayerFaults, put_together
from ludex.arena.ratings import Rating, rate
from ludex.arena.simulate import digest_of
from ludex.arena.standings import (
    Decisions,
    Distributions,
    Match,
    SeatShare,
    Standing,
    edges_for,
    histogram,
)
from ludex.arena.statistics import FEW_DEALS, Hypotheses, likelihood_ratio, of_deals_or_games, spread_of_mean, wilson
from ludex.arena.timing import DecisionTimes, added_up
from ludex.core.game.game import Game
from ludex.core.language.errors import LudexError, quote
from ludex.players import is_compiled

MOST_RATED = 4_000
"""Most games from which ratings are made. More are thinned out evenly, by whole deals, to save time."""
MOST_POINTS = 300
"""Most points of a test's course that are stored for its plot."""


class Tally:
    """The count of games, batch by batch. Standings contain whole deals only."""

    def __init__(
        self, game: Game, tasks: list[Task], total: int, tested: Hypotheses | None, histories: Path | None
    ) -> None:
        self.tasks = tasks
        self.total = total
        """Largest number of games to play."""
        self.tested = tested
        self.names = list(dict.fromkeys(name for task in tasks for name in task.players))
        self.ratios: list[float] = []
        """The test's log-likelihood ratio after every batch that completed a deal."""
        self.played = 0
        self._game = game
        self._histories = histories
        self._batches: list[list[Batch]] = [[] for _ in tasks]
        self._counts: list[int] = [0 for _ in tasks]
        self._answers: dict[str, list[Answers]] = defaultdict(list)
        self._first_rates: list[Shares] = []
        self._tested_deals: list[int] = []
        self._joined: dict[int, tuple[int, _Table]] = {}

    @property
    def first_player(self) -> str:
        """The player whose win rate is tested."""
        return self.tasks[0].players[0]

    @property
    def has_decided(self) -> bool:
        """True if the test has an answer."""
        if self.tested is None or not self.ratios:
            return False
        return not self.tested.lower < self.ratios[-1] < self.tested.upper

    @property
    def games(self) -> int:
        """The number of games in whole deals."""
        return sum(self._counted(number) for number in range(len(self.tasks)))

    @property
    def deals(self) -> int:
        """The number of deals that were played with all seatings, at all tables together."""
        return sum(self._counted(number) // len(task.seatings) for number, task in enumerate(self.tasks))

    def add(self, task: int, first: int, batch: Batch) -> None:
        """Count a batch. Those of one table must be added in the order of its games."""
        self._batches[task].append(batch._replace(answers=(), histories=()))
        before = self._counted(task)
        self._counts[task] += len(batch.results)
        self.played += len(batch.results)
        for answers in batch.answers:
            self._answers[self.tasks[task].players[answers.player]].append(answers)
        self._keep(task, first, batch)
        if self.tested is not None and self._counted(task) > before:
            self._look_at_test(before)

    def standings(self, rated: bool = True) -> tuple[Standing, ...]:
        """Return all players, best first: by rating, or, without ratings, by the distance from their fair share."""
        ratings = self._ratings() if rated else [Rating(0.0, 0.0, 0.0)] * len(self.names)
        forfeits: dict[str, int] = defaultdict(int)
        for fault in self.faults():
            forfeits[fault.player] += fault.forfeits
        found = [self._standing(name, rating, forfeits[name]) for name, rating in zip(self.names, ratings, strict=True)]
        if rated:
            return tuple(sorted(found, key=lambda one: -one.rating))
        return tuple(sorted(found, key=lambda one: one.fair - one.win_rate))

    def matches(self) -> tuple[Match, ...]:
        """Return a match for every two players that sat at a table together."""
        return tuple(filter(None, (self._match(a, b) for a, b in combinations(self.names, 2))))

    def matrix(self) -> dict[str, dict[str, float]]:
        """Return the rate at which each player finished ahead of each other one."""
        found: dict[str, dict[str, float]] = {name: {} for name in self.names}
        for one in self.matches():
            found[one.first][one.second] = one.rate
            found[one.second][one.first] = 1 - one.rate
        return found

    def seats(self) -> tuple[SeatShare, ...]:
        """Return the win rate of each seat."""
        shares = np.concatenate([shares_of(ranks_of(self._table(number).results)) for number in self._begun()])
        return tuple(
            SeatShare(seat, float(won.mean()), *wilson(float(won.sum()), len(won))) for seat, won in enumerate(shares.T)
        )

    def endings(self) -> dict[str, int]:
        """Return the number of games with each ending."""
        return count_endings(self._game, self._results())

    def moves(self) -> int:
        """Return the number of moves of all games together."""
        return int(self._results()[:, 0, 0].sum())

    def digest(self) -> str:
        """Return a hash of all final states."""
        return digest_of(list(chain.from_iterable(self._batches)))

    def faults(self) -> tuple[PlayerFaults, ...]:
        """Return the faults of custom players, combined for each of them."""
        every = (
            (self.names.index(fault.player), fault)
            for batch in chain.from_iterable(self._batches)
            for _, fault in batch.faults
        )
        return put_together(every)

    def distributions(self) -> Distributions:
        """Return the distributions of lengths, scores and times."""
        lengths = self._results()[:, 0, 0]
        scores = {
            name: np.concatenate([table.scores_of(name).ravel() for table in self._with(name)]) for name in self.names
        }
        edges = edges_for(np.concatenate(list(scores.values())))
        points = list(zip(self._tested_deals, self.ratios, strict=True))
        step = max(1, -(-len(points) // MOST_POINTS))
        return Distributions(
            lengths=histogram(lengths, edges_for(lengths)),
            scores={name: histogram(values, edges) for name, values in scores.items()},
            times={name: tuple(times.counts) for name in self.names if (times := self._times(name)).decisions},
            ratios=tuple(points[::-1][::step][::-1]),
        )

    def _counted(self, task: int) -> int:
        each = len(self.tasks[task].seatings)
        return self._counts[task] // each * each

    def _begun(self) -> list[int]:
        return [number for number in range(len(self.tasks)) if self._counted(number)]

    def _table(self, task: int) -> _Table:
        """Return the games of whole deals at one table."""
        count = self._counted(task)
        if self._joined.get(task, (0, None))[0] != count:
            results = np.concatenate([batch.results for batch in self._batches[task]])[:count]
            self._joined[task] = count, _Table(self.tasks[task], results, self._game.look.standing.sign)
        return self._joined[task][1]

    def _with(self, *names: str) -> list[_Table]:
        """Return the tables at which these players sit."""
        return [self._table(number) for number in self._begun() if set(names) <= set(self.tasks[number].players)]

    def _results(self) -> Numbers:
        return np.concatenate([self._table(number).results for number in self._begun()])

    def _standing(self, name: str, rating: Rating, forfeits: int) -> Standing:
        tables = self._with(name)
        shares = [table.shares_of(name) for table in tables]
        rate, low, high = self._rate(shares, tables)
        games = sum(len(table.results) for table in tables)
        leads = np.concatenate([table.leads_of(name) for table in tables]) if tables else np.zeros(0)
        of_deals = [by_deal(table.leads_of(name), table.task) for table in tables]
        many = sum(map(len, of_deals)) >= FEW_DEALS
        held = next(task.players for task in self.tasks if name in task.players)
        scores = [table.scores_of(name).ravel() for table in tables]
        answers = self._answers[name]
        asked = Asked() if is_compiled(self._game, name) else add_up(answer.asked for answer in answers)
        return Standing(
            player=name,
            games=games,
            seats=held.count(name),
            wins=rate * games,
            win_rate=rate,
            low=low,
            high=high,
            fair=held.count(name) / len(held),
            rating=rating.rating,
            rating_low=rating.low,
            rating_high=rating.high,
            mean_score=float(np.concatenate(scores).mean()) if scores else 0.0,
            lead=float(leads.mean()) if games else 0.0,
            lead_spread=spread_of_mean(np.concatenate(of_deals) if many else leads),
            violations=forfeits,
            timeouts=sum(answer.late for answer in answers),
            rejected=sum(answer.rejected for answer in answers),
            decisions=_decisions(self._times(name)),
            asked=asked.decisions,
            first_try=asked.first_try,
            cured=asked.cured,
            forfeits=asked.forfeits,
            tokens_in=asked.tokens_in,
            tokens_out=asked.tokens_out,
            seconds=asked.seconds,
            cost=asked.cost,
            messages=asked.messages,
            messages_rejected=asked.messages_rejected,
            promises_kept=asked.promises_kept,
            promises_broken=asked.promises_broken,
        )

    def _times(self, name: str) -> DecisionTimes:
        return added_up(answer.times for answer in self._answers[name])

    def _match(self, first: str, second: str) -> Match | None:
        tables = self._with(first, second)
        if not tables:
            return None
        games = sum(len(table.results) for table in tables)
        return Match(first, second, games, *self._rate([table.ahead_of(first, second) for table in tables], tables))

    def _rate(self, games: list[Shares], tables: list[_Table]) -> tuple[float, float, float]:
        """Return a rate and its interval, from a number between 0 and 1 for every game of some tables."""
        if not tables:
            return 0.0, *of_deals_or_games(np.zeros(0), np.zeros(0))
        deals = np.concatenate([by_deal(values, table.task) for values, table in zip(games, tables, strict=True)])
        return float(deals.mean()), *of_deals_or_games(deals, np.concatenate(games))

    def _ratings(self) -> list[Rating]:
        deals = [list(self._deals_to_rate(number)) for number in self._begun()]
        side_by_side = chain.from_iterable(filter(None, chain.from_iterable(zip_longest(*deals))))
        return rate(side_by_side, len(self.names))

    def _deals_to_rate(self, task: int) -> Iterator[list[tuple[list[int], list[int]]]]:
        """Yield the games of every deal: the player at each seat, and the ranks. Large numbers are thinned out."""
        table, seatings = self._table(task), self.tasks[task].seatings
        each = len(seatings)
        seated = [[self.names.index(table.task.players[player]) for player in seating] for seating in seatings]
        step = max(1, -(-self.games // MOST_RATED))
        for deal in range(0, len(table.results) // each, step):
            ranks = table.ranks_by_seat[deal * each : (deal + 1) * each].tolist()
            yield list(zip(seated, ranks, strict=True))

    def _look_at_test(self, before: int) -> None:
        """Run the test again, with the deals that have been completed."""
        assert self.tested is not None
        table = self._table(0)
        self._first_rates.append(by_deal(table.shares_of(self.first_player)[before:], self.tasks[0]))
        rates = np.concatenate(self._first_rates)
        self._tested_deals.append(len(rates))
        self.ratios.append(likelihood_ratio(rates, self.tested))

    def _keep(self, task: int, first: int, batch: Batch) -> None:
        """Write histories to separate files: game number 17 of the first table is `automation-1-000017.json`."""
        if self._histories is not None:
            for number, text in enumerate(batch.histories, first):
                path = self._histories / f"{self._game.name}-{task + 1}-{number:06d}.json"
                try:
                    path.write_text(text, encoding="utf-8")
                except OSError as error:
                    raise LudexError(f"{quote(str(path), str)} cannot be written: {error.strerror}") from None


class _Table:
    """The results of one table, by player."""

    def __init__(self, task: Task, results: Numbers, sign: int) -> None:
        self.task = task
        self.sign = sign
        self.results = results
        self.ranks_by_seat = ranks_of(results)
        self.ranks: Numbers = by_player(task.seatings, self.ranks_by_seat)
        self.shares = shares_of(self.ranks)

    def held_by(self, name: str) -> list[int]:
        """Return the numbers of the players with that name."""
        return [number for number, other in enumerate(self.task.players) if other == name]

    def scores_of(self, name: str) -> Any:
        """Return the scores of a name at all its seats, as people count them."""
        return self.sign * self._scores[:, self.held_by(name)]

    def leads_of(self, name: str) -> Shares:
        """Return the lead of a name over the other players in every game: the difference of the mean scores."""
        own = self.held_by(name)
        others = [number for number in range(len(self.task.players)) if number not in own]
        if not others:
            return np.zeros(len(self.results))
        return np.asarray(self._scores[:, own].mean(axis=1) - self._scores[:, others].mean(axis=1))

    def shares_of(self, name: str) -> Shares:
        """Return the share of every game that a name won."""
        return np.asarray(self.shares[:, self.held_by(name)].sum(axis=1))

    def ahead_of(self, first: str, second: str) -> Shares:
        """Return the rate at which a name finished ahead of another, game by game."""
        pairs = [ahead_of(self.ranks, a, b) for a in self.held_by(first) for b in self.held_by(second)]
        return np.asarray(np.mean(pairs, axis=0))

    @property
    def _scores(self) -> Any:
        return by_player(self.task.seatings, self.results[:, 1:, 0])


def by_deal(games: Shares, task: Task) -> Shares:
    """Return the means of numbers of games on every deal."""
    return np.asarray(games.reshape(-1, len(task.seatings)).mean(axis=1))


def _decisions(times: DecisionTimes) -> Decisions | None:
    if not times.decisions:
        return None
    return Decisions(times.decisions, times.mean, times.below(0.5), times.below(0.95), times.longest)
