"""One game of the conformance kit: compiled and interpreted rules in lockstep, with every check at every few moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import numpy as np

from ludex.core.compile.compiled_rules import Kernel
from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.game.position import Position, write_position
from ludex.core.game.template import template_of
from ludex.core.kit.events import PlayedMove, leak_at_opening
from ludex.core.kit.fault import Nonconformance
from ludex.core.kit.features import Observed, Views
from ludex.core.kit.foresight import Foresight
from ludex.core.kit.redeal import impossible_truth, unfair_deal
from ludex.core.language.chance import DICE, chance_of, key_chance, new_dice, secret_seed
from ludex.core.language.errors import LudexError
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.moves import Move
from ludex.core.language.options import Options, is_among
from ludex.core.language.record import States
from ludex.core.play.history import History
from ludex.core.play.table import Table

JUNK = 24
"""Number of packed moves tried at every full check, in addition to the legal ones."""
LONG = 1_000
"""Number of moves after which a game is first played to its end by the compiled rules alone, to see whether it ends."""
NEWS = 2.0
"""Seconds between two reports of progress within a game."""


class News:
    """Reports the progress of a game at intervals."""

    def __init__(self, tell: Callable[[str], None], label: str) -> None:
        self.tell = tell
        self.label = label
        self.last = time.monotonic()

    def moves(self, count: int, limit: int) -> None:
        if time.monotonic() - self.last > NEWS:
            self.last = time.monotonic()
            self.tell(f"{self.label}, {count} moves so far; it must end within {limit}")


class Lockstep:
    """One game under test."""

    def __init__(
        self, game: Game, settings: dict[str, Any], random: Random, thin: int, news: News, views: Views
    ) -> None:
        self.game = game
        self.news = news
        self.settings = settings
        self.random = random
        self.thin = thin
        self.moves = self.full_checks = 0
        self.when = "before setup"
        """The current point of the game, for reports."""
        self.hid = False
        self.leaky_prompt: Nonconformance | None = None
        self.fixed = [name for name, field in game.machine.layout.fields.items() if field.fixed]
        self.seats = random.choice(list(game.seats))
        self.bots = [random.choice(list(game.machine.bot_slots.values())) for _ in range(self.seats)]
        self.seed = secret_seed(random.getrandbits(64))
        self.prompts = Random(self.seed)
        """Draws for checks of prompts, so that those of the other checks stay the same."""
        self.dice = new_dice(self.seed)
        self.foresight = Foresight(game)
        self.observed = Observed(game, self.seats, settings, views)

    def prepare(self) -> None:
        """Make a record with the settings, and a copy of it for the interpreted rules."""
        self.states = template_of(self.game, self.seats, self.game.read_settings(self.settings))
        key_chance(self.states, self.seed, 0)
        self.twins = self.states.copy()

    def fault(self, what: str, clause: str = "") -> Nonconformance:
        return Nonconformance(
            f"{self.game.name}, {self.seats} seats, settings {self.settings}, seed {self.seed.hex()}, "
            f"bots {self.bots}, {self.when}: {what}",
            clause,
        )

    def expect(self, clause: str, holds: bool, what: str) -> None:
        if not holds:
            raise self.fault(what, clause)

    def play(self) -> None:
        """Play the lockstep game."""
        compiled, interpreted = self.game.machine.compiled, self.game.machine.interpreted
        self.when = "in setup"
        interpreted.setup(self.twins, 0)
        compiled.setup(self.states, 0)
        self.when = "right after setup, before any move"
        self.same("setup")
        self.audit(self.states, "setup-1")
        self.check_opening()
        while seats := self.waiting():
            seat = self.random.choice(seats)
            rows = self.rows(interpreted, self.twins, seat)
            alike = rows == self.rows(compiled, self.states, seat)
            self.expect("worlds-1", alike, "legal: interpreted and compiled differ")
            self.expect("legal-1", bool(rows), f"seat {seat} owes a decision but has no legal move")
            if self.moves % self.thin == 0 or self.moves < 3:
                self.full_check(seat, rows)
            self.step(seat, self.choose(seat, rows))
            self.moves += 1
            self.when = f"after move {self.moves}"
            self.expect_end(self.moves)
            if self.moves == LONG:
                self.check_that_it_ends()
        self.check_end()

    def expect_end(self, moves: int) -> None:
        self.news.moves(moves, self.game.max_moves)
        self.expect("play-2", moves <= self.game.max_moves, f"no end within {self.game.max_moves} moves")

    def check_that_it_ends(self) -> None:
        """Play a copy of a long game to its end, without looking at anything else."""
        states, moves, log = self.states.copy(), self.moves, new_log(0)
        random, dice = Random(self.random.random()), new_dice(self.random.randbytes(32))
        options = np.zeros((self.game.max_options, 2), np.int64)
        while mask := self.game.machine.compiled.waiting(states, 0):
            seat = random.choice([seat for seat in range(self.seats) if mask >> seat & 1])
            slot = self.bots[seat] if random.random() > 0.2 else 0
            packed = self.game.machine.compiled.choose(slot, states, 0, seat, options, dice)
            self.game.machine.compiled.play(states, 0, seat, packed, log)
            moves += 1
            self.expect_end(moves)

    def ask(self, rule: str, unchanged: str, states: States) -> int:
        """Return the answer of a rule, which must be the same in both worlds and leave the state unchanged."""
        before = states.tobytes()
        twin = getattr(self.game.machine.interpreted, rule)(states, 0)
        answer: int = getattr(self.game.machine.compiled, rule)(states, 0)
        self.expect(unchanged, states.tobytes() == before, f"{rule} changed the state")
        self.expect("worlds-1", answer == twin, f"{rule}: interpreted and compiled differ")
        return answer

    def waiting(self) -> list[int]:
        mask = self.ask("waiting", "waiting-3", self.states)
        ended = self.ask("over", "over-2", self.states)
        clause = "waiting-1" if self.moves else "setup-2"
        self.expect(
            clause, bool(mask) != bool(ended), f"waiting is {mask:b} and over is {ended}: exactly one must be 0"
        )
        self.expect("waiting-2", mask >> self.seats == 0, f"waiting is {mask:b} at a table of {self.seats} seats")
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    def rows(self, kernel: Kernel, states: States, seat: int) -> list[tuple[int, int]]:
        before = states.tobytes()
        rows = packed_rows(kernel, states, seat, self.game.max_options)
        self.expect(
            "legal-3", len(rows) <= self.game.max_options, f"legal wrote {len(rows)} rows, more than max_options"
        )
        self.expect("legal-2", states.tobytes() == before, "legal changed the state")
        return rows

    def choose(self, seat: int, rows: list[tuple[int, int]]) -> int:
        """Choose the move of the seat's bot, or sometimes any legal move, so that games get far and into corners."""
        if self.random.random() < 0.2:
            first, last = self.random.choice(rows)
            return self.random.randint(first, last)
        return self.bot_move(self.game.machine.compiled, self.states, self.dice, seat)

    def bot_move(self, kernel: Kernel, states: States, dice: States, seat: int) -> int:
        options = np.zeros((self.game.max_options, 2), np.int64)
        return kernel.choose(self.bots[seat], states, 0, seat, options, dice)

    def step(self, seat: int, packed: int) -> None:
        """Execute in both worlds."""
        rows = self.rows(self.game.machine.compiled, self.states, seat)
        inside = is_among(packed, rows)
        self.expect("bots-1", inside, f"bot {self.bots[seat]} at seat {seat} chose {packed}, which is not legal")
        before = self.states.copy()
        logs = new_log(self.game.max_events), new_log(self.game.max_events)
        self.game.machine.interpreted.play(self.twins, 0, seat, packed, logs[1])
        self.game.machine.compiled.play(self.states, 0, seat, packed, logs[0])
        move = self.game.moves.unpack(packed)
        self.same(f"play {move} by seat {seat}")
        changed = [name for name in self.fixed if not np.array_equal(self.states[name], before[name])]
        self.expect("record-2", not changed, f"{move} by seat {seat} changes {', '.join(changed)}")
        self.expect("worlds-1", np.array_equal(*logs), f"events of {move}: interpreted and compiled differ")
        self.audit(self.states)
        if self.moves % self.thin == 0:
            self.check_events(before, seat, packed, logs[0])

    def same(self, what: str) -> None:
        if self.states.tobytes() != self.twins.tobytes():
            differing = [n for n in self.states.dtype.names or () if not np.array_equal(self.states[n], self.twins[n])]
            raise self.fault(f"{what}: interpreted and compiled differ in {', '.join(differing)}", "worlds-1")

    def audit(self, states: States, clause: str = "play-1") -> None:
        code = self.ask("audit", "audit-2", states)
        self.expect("audit-1", code == 0 or code in self.game.machine.laws, f"audit gives {code}, which is not a law")
        self.expect(clause, code == 0, f"law broken: {self.game.machine.laws.get(code)}")

    def full_check(self, seat: int, rows: list[tuple[int, int]]) -> None:
        self.full_checks += 1
        self.check_moves(seat, rows)
        for other in (*range(self.seats), -1):
            self.check_secrets(other)
        self.check_reasons(seat, rows)
        if self.full_checks % 3 == 2:
            bias = impossible_truth(self.game, self.states, self.random.randrange(-1, self.seats), self.random)
            self.expect("redeal-2", not bias, bias)
        hidden = self.hidden(self.states, seat)
        self.expect(
            "legal-6",
            self.rows(self.game.machine.compiled, hidden, seat) == rows,
            "a seat cannot work out its own options",
        )
        self.check_bots(seat, hidden)
        lapse = self.foresight.lapse(self.states, seat, hidden, chance_of(self.seed, self.moves))
        if lapse is not None:
            raise self.fault(lapse.what, lapse.clause)
        if self.full_checks % 3 == 1 and self.leaky_prompt is None:
            self.check_prompt(seat, rows)

    def check_moves(self, seat: int, rows: list[tuple[int, int]]) -> None:
        """Check that options survive packing, text and JSON, are offered once, and range over the last field only."""
        moves = self.game.moves
        ordered = sorted(rows)
        for (_, last), (first, _) in pairwise(ordered):
            self.expect("legal-4", last < first, f"{moves.unpack(first)} is offered twice")
        for first, last in rows:
            self.expect("legal-5", 0 <= first <= last < moves.size, f"legal offers {first} to {last} of {moves.size}")
            for packed in {first, last, self.random.randint(first, last)}:
                move = moves.unpack(packed)
                self.expect(
                    "moves-1", moves.pack(move) == packed, f"{move!r} packs to {moves.pack(move)}, not {packed}"
                )
                self.expect(
                    "moves-1", moves.parse(str(move)) == move, f"{str(move)!r} is read as {moves.parse(str(move))!r}"
                )
                self.expect("moves-1", moves.from_json(moves.to_json(move)) == move, f"{move!r} does not survive JSON")
            ends = [msgspec.structs.astuple(moves.unpack(packed))[:-1] for packed in (first, last)]
            alike = type(moves.unpack(first)) is type(moves.unpack(last)) and ends[0] == ends[1]
            self.expect(
                "legal-5", alike, f"the range {moves.unpack(first)} to {moves.unpack(last)} is not over the last field"
            )
        options = Options(moves, rows)
        self.expect("moves-2", len(options.paths) > 0 and all(options.paths), "an option without tokens")

    def check_reasons(self, seat: int, rows: list[tuple[int, int]]) -> None:
        """Check that `why_not` and `legal` agree, and that junk is rejected with a sentence and changes nothing."""
        before = self.states.tobytes()
        table = self.table_here()
        size = self.game.moves.size
        candidates = {self.random.randrange(size) for _ in range(JUNK)}
        candidates |= {edge for first, last in rows[:JUNK] for edge in (first - 1, first, last, last + 1)}
        for packed in (candidate for candidate in candidates if 0 <= candidate < size):
            legal = is_among(packed, rows)
            twin_code = self.game.machine.interpreted.why_not(self.twins, 0, seat, packed)
            code = self.game.machine.compiled.why_not(self.states, 0, seat, packed)
            move = self.game.moves.unpack(packed)
            self.expect(
                "why_not-1", legal == (code == 0), f"{move} by seat {seat}: legal says {legal}, why_not says {code}"
            )
            self.expect("worlds-1", code == twin_code, f"why_not {move}: interpreted {twin_code}, compiled {code}")
            if code:
                self.expect(
                    "why_not-2",
                    code in self.game.machine.reasons,
                    f"{move} is rejected with code {code}, which has no sentence",
                )
                rejection = table.check(seat, move)
                self.expect(
                    "why_not-2", rejection is not None and "{" not in rejection.sentence, f"bad sentence: {rejection}"
                )
        self.expect("why_not-3", self.states.tobytes() == before, "why_not changed the state")
        self.expect(
            "table-1", table.engine.record_in_full()["seats"][0] == self.seats, "a rejected move changed the table"
        )

    def check_prompt(self, seat: int, rows: list[tuple[int, int]]) -> None:
        """Check that the prompt for a language model does not depend on what the seat cannot know.

        The kit reports a fault only if it finds no other: until then it is in `leaky_prompt`.
        """
        dealt = self.states.copy()
        self.game.machine.compiled.redeal(dealt, 0, seat, new_dice(self.prompts.randbytes(32)))
        size = self.game.moves.size
        edges = {edge for first, last in rows for edge in (first - 1, last + 1) if 0 <= edge < size}
        refused = sorted(edge for edge in edges if not is_among(edge, rows))
        junk = [self.prompts.randrange(size), *self.prompts.sample(refused, min(2, len(refused)))]
        try:
            for move in map(self.game.moves.unpack, junk):
                ours, theirs = (self.prompt_in(states, seat, move) for states in (self.states, dealt))
                differ = next((line for line, other in zip(ours, theirs, strict=False) if line != other), "its length")
                self.expect("prompt-1", ours == theirs, f"the prompt of seat {seat} depends on a secret: {differ}")
        except Nonconformance as leak:
            self.leaky_prompt = leak
        except Exception as error:
            self.leaky_prompt = self.fault(f"the prompt of seat {seat} fails: {type(error).__name__}: {error}")

    def prompt_in(self, states: States, seat: int, junk: Move) -> list[str]:
        """Return the lines of a seat's prompt in a state, after a move was perhaps refused."""
        table = self.table_in(states)
        return str(table.engine.request(seat, 2, table.check(seat, junk)).briefing(rules=0)).splitlines()

    def table_here(self) -> Table:
        """Return a table in the current state, made from its position."""
        return self.table_in(self.states)

    def table_in(self, states: States) -> Table:
        """Return a table in a state, made from its position."""
        position = write_position(self.game, states, self.game.read_settings(self.settings))
        back = Position.read(position.to_json())
        self.expect("table-4", back == position, "the position does not survive JSON")
        table = self.game.position(back, self.seed)
        blank = states.copy()
        blank["rng"] = 0
        same = table.engine.record_in_full().tobytes() == blank.tobytes()
        self.expect("table-4", same, "a table made from the position is in a different state")
        return table

    def hidden(self, states: States, seat: int, kernel: Kernel | None = None) -> States:
        copy = states.copy()
        (kernel or self.game.machine.compiled).hide(copy, 0, seat)
        return copy

    def check_secrets(self, seat: int) -> None:
        """Check that nothing leaks: a seat's view does not depend on what it cannot know."""
        twin = self.hidden(self.states, seat, self.game.machine.interpreted)
        hidden = self.hidden(self.states, seat)
        self.expect("worlds-1", hidden.tobytes() == twin.tobytes(), "hide: interpreted and compiled differ")
        twice = self.hidden(hidden, seat)
        self.expect("hide-2", twice.tobytes() == hidden.tobytes(), f"hide twice for seat {seat} is not hide once")
        self.expect("hide-4", not hidden["rng"].any(), "hide leaves chance visible")
        self.hid = self.hid or any(
            not np.array_equal(hidden[n], self.states[n]) for n in self.game.machine.layout.names[1:]
        )
        dealt = self.states.copy()
        twin = self.states.copy()
        dice = new_dice(self.random.randbytes(32)), DICE.new()
        dice[1][:] = dice[0]
        self.game.machine.interpreted.redeal(twin, 0, seat, dice[1])
        self.game.machine.compiled.redeal(dealt, 0, seat, dice[0])
        self.expect("worlds-1", dealt.tobytes() == twin.tobytes(), "redeal: interpreted and compiled differ")
        leaks = self.hidden(dealt, seat).tobytes() != hidden.tobytes()
        self.expect("hide-1", not leaks, f"redeal changed something seat {seat} can see, or hide left a secret")
        self.audit(dealt, "redeal-1")
        if seat >= 0:
            leak = self.observed.leak(self.states, dealt, seat)
            self.expect("features-1", not leak, leak)
            blur = self.observed.blur(self.states, hidden, seat)
            self.expect("features-2", not blur, blur)
        who = seat if seat >= 0 else None
        view = self.game.view(load_twin(hidden, 0), who)
        back = msgspec.json.decode(msgspec.json.encode(view), type=self.game.view_type)
        self.expect("view-1", back == view, f"the view of seat {seat} does not survive JSON")
        self.expect("view-1", isinstance(self.game.look.draw(view), str), "draw does not return text")

    def check_deal(self) -> None:
        """Check that `redeal` deals as `setup` does."""
        self.when = "right after setup, before any move"
        template = template_of(self.game, self.seats, self.game.read_settings(self.settings))
        bias = unfair_deal(self.game, template, self.random.randrange(-1, self.seats), self.random)
        self.expect("redeal-2", not bias, bias)

    def check_bots(self, seat: int, hidden: States) -> None:
        """Check that no bot peeks, and that no bot's move is rejected."""
        options = np.zeros((self.game.max_options, 2), np.int64)
        for name, slot in self.game.machine.bot_slots.items():
            seed = self.random.randbytes(32)
            twin = self.game.machine.interpreted.choose(slot, hidden.copy(), 0, seat, options, new_dice(seed))
            given = (slot, self.states.copy(), 0, seat, options, new_dice(seed))
            choice = self.game.machine.compiled.choose(*given)
            self.expect("bots-3", given[1].tobytes() == self.states.tobytes(), f"bot {name} changed the state")
            code = self.game.machine.compiled.why_not(self.states, 0, seat, choice)
            self.expect(
                "bots-1",
                code == 0,
                f"bot {name} at seat {seat} chose {choice}: {self.game.machine.reasons.get(code)!r}",
            )
            blind = self.game.machine.compiled.choose(slot, hidden, 0, seat, options, new_dice(seed))
            self.expect("bots-2", choice == blind, f"bot {name} peeks: it decides differently on the hidden state")
            self.expect("worlds-1", choice == twin, f"bot {name}: interpreted and compiled differ")

    def check_events(self, before: States, mover: int, packed: int, log: Any) -> None:
        """Check that events survive JSON, and reveal no more to a seat than its view."""
        self.check_words(log, "play-3")
        leak = PlayedMove(self.game, before, mover, packed, self.states, log).leak(self.random)
        self.expect("play-4", not leak, leak)

    def check_opening(self) -> None:
        """Check that events before the first move change nothing, and reveal no more to a seat than its view."""
        before = self.states.copy()
        log, twin = new_log(self.game.max_events), new_log(self.game.max_events)
        self.game.machine.interpreted.opening(self.twins, 0, twin)
        self.game.machine.compiled.opening(self.states, 0, log)
        unchanged = self.states.tobytes() == before.tobytes() == self.twins.tobytes()
        self.expect("opening-1", unchanged, "opening changed the state")
        self.expect("worlds-1", np.array_equal(log, twin), "opening: interpreted and compiled differ")
        self.check_words(log, "opening-2")
        leak = leak_at_opening(self.game, self.states, log, self.random)
        self.expect("opening-3", not leak, leak)

    def check_words(self, log: Any, clause: str) -> None:
        """Check that events survive JSON and have a sentence."""
        for seen in self.game.events.read(log):
            back = self.game.events.from_json(msgspec.json.encode(seen.event))
            self.expect(clause, back == seen.event, f"{seen.event!r} does not survive JSON")
            self.expect(clause, "{" not in str(seen.event), f"{seen.event!r} has a bad sentence")

    def check_end(self) -> None:
        ended = self.ask("over", "over-2", self.states)
        self.expect("over-1", ended in self.game.machine.endings, f"the game ended with {ended}, which has no sentence")
        scores = np.zeros((2, self.seats, 2), np.int64)
        before = self.states.tobytes()
        self.game.machine.interpreted.scores(self.twins, 0, scores[1])
        self.game.machine.compiled.scores(self.states, 0, scores[0])
        self.expect("scores-1", self.states.tobytes() == before, "scores changed the state")
        self.expect("worlds-1", np.array_equal(scores[0], scores[1]), "scores: interpreted and compiled differ")

    def check_table(self) -> None:
        """Check that a table with the same bots rejects junk, undoes moves, replays, and shows tampering."""
        self.when = "at a table with this seed, before any move"
        table = self.game.new(self.seats, self.seed, **self.settings)
        for seat in range(self.seats):
            if seat not in table.waiting:
                self.expect(
                    "table-1", table.check(seat, self.game.moves.unpack(0)) is not None, "a seat moved out of turn"
                )
        while table.outcome is None and len(table.played) < 60:
            seat = self.random.choice(table.waiting)
            packed = self.bot_move(self.game.machine.kernel, table.record(seat).copy(), self.dice, seat)
            state, digest = table.engine.record_in_full(), table.digest
            table.play(seat, self.game.moves.unpack(packed))
            self.when = f"at a table with this seed, after move {len(table.played)}"
            if self.random.random() < 0.1:
                table.undo(agreed=range(self.seats))
                self.expect(
                    "table-2",
                    table.engine.record_in_full().tobytes() == state.tobytes(),
                    "undo does not restore the state",
                )
                self.expect("table-2", table.digest == digest, "undo does not restore the digest")
        history = History.from_json(table.history.to_json())
        self.expect("table-3", history == table.history, "the history does not survive JSON")
        replayed = history.verify(self.game)
        self.expect("table-3", replayed.digest == table.digest, "the history does not replay")
        again = self.game.new(self.seats, self.seed, **self.settings)
        self.expect(
            "worlds-2", again.engine.start_digest == table.engine.start_digest, "the same seed deals a different state"
        )
        if history.moves:
            self.check_tampering(history)

    def check_tampering(self, history: History) -> None:
        forged = msgspec.structs.replace(history.moves[-1], digest="0" * 32)
        try:
            msgspec.structs.replace(history, moves=(*history.moves[:-1], forged)).verify(self.game)
        except LudexError:
            return
        raise self.fault("a forged history was accepted", "table-3")
