"""Dispatch from the generic loops to a game's rules: by kind of move, by phase, and by bot.

A refusal and an effect are bound to a kind of move, and receive its fields::

    @refusal(Bid)
    def why_not_bid(s, seat, amount):
        return TOO_LOW if amount <= s.price else 0

    @effect(Bid)
    def bid(s, seat, amount, log):
        s.price = amount
        note(log, BidPlaced, EVERYONE, seat, amount)

In a game with phases a kind of move can mean something different in each. `@effect(Pass, when=OPEN_AUCTION)` binds a
rule to `s.phase == OPEN_AUCTION`, or to `due(s) == OPEN_AUCTION` where the module has a rule `due(s)`, for games in
which a decision can interrupt the phase. A kind that is bound to phases is refused in all others by the module's rule
`not_now(s, seat)`. In a phase that has an effect and no refusal for it, it is always allowed.

A phase also declares who decides in it and what is offered to them::

    @asked(when=OPEN_AUCTION)
    def asked_openly(s):
        return all_seats(s) & ~s.declined

    @offers(when=OPEN_AUCTION)
    def offer_open_bids(s, seat, out):
        return offer_range(out, offer(out, 0, Pass), Bid, s.price + 1, s.money[seat])

`waiting` and `legal` are made from these rules. They are found in the game's module and in the modules inside it, so
that each phase can be a file. In a phase that is named nowhere, such as the end of the game, no seat is asked.

The source written here finds the phase, or the kind of a packed move by halving and its fields, and calls the rule. It
is compiled like any other rule.
"""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ludex.core.compile.default_rules import OPTIONAL
from ludex.core.compile.playout import first_bot, random_bot
from ludex.core.language.contract import SIGNATURES
from ludex.core.language.errors import BrokenRule
from ludex.core.language.fields import Maybe
from ludex.core.language.move_packing import value_at
from ludex.core.language.moves import Kind, Move, Moves
from ludex.core.language.pace import Pace
from ludex.core.language.rule import rule
from ludex.core.language.weights import Weights

Rules = Mapping[str, Callable[..., Any]]
"""The rules of a game, by their names in loops."""
F = TypeVar("F", bound=Callable[..., Any])
DRAWS = 10_000
"""The draws after which `random` plays a move that the game does not call sensible."""


def refusal(*kinds: type[Move], when: int | None = None) -> Callable[[F], F]:
    """Mark the rule that checks a kind of move: `(s, seat, *fields)` to 0, or the reason why it is not allowed."""
    return _bind("refusal", kinds, when)


def effect(*kinds: type[Move], when: int | None = None) -> Callable[[F], F]:
    """Mark the rule that executes a kind of move: `(s, seat, *fields, log)`, where `log` may be left out."""
    return _bind("effect", kinds, when)


def _bind(part: str, kinds: Sequence[type[Move]], when: int | None) -> Callable[[F], F]:
    def mark(function: F) -> F:
        for kind in kinds:
            bound = kind.__dict__.get("ludex_rules", {})
            other = bound.get((part, when))
            if other is not None and other.__qualname__ != function.__qualname__:
                raise BrokenRule(f"{kind.__name__} has two rules for its {part}: {_name(other)}, {_name(function)}")
            kind.ludex_rules = {**bound, (part, when): rule(function)}
        return function

    return mark


def asked(*, when: int | None = None) -> Callable[[F], F]:
    """Mark the rule that returns who is asked in a phase: `(s)` to bits of seats. Without `when`: all other phases."""
    return _mark_phase("asked", when)


def offers(*, when: int) -> Callable[[F], F]:
    """Mark the rule that offers the moves of a phase: `(s, seat, out)` to the number of rows."""
    return _mark_phase("offers", when)


def _mark_phase(part: str, when: int | None) -> Callable[[F], F]:
    def mark(function: F) -> F:
        function.__dict__.setdefault("ludex_phases", []).append((part, when))
        return rule(function)

    return mark


class BotRule(NamedTuple):
    """A bot of a game: a rule, and the traits that make this bot of it."""

    decide: Callable[..., Any]
    traits: tuple[Any, ...]
    about: str
    pace: Pace = Pace()
    held_out: bool = False
    weights: Weights | None = None


def bot(
    decide: Callable[..., Any],
    *traits: Any,
    about: str = "",
    pace: Pace | None = None,
    held_out: bool = False,
    weights: Weights | None = None,
) -> BotRule:
    """Declare a bot: `decide(s, seat, options, count, dice, *traits)` returns one of the packed options.

    Bots of the same rule with different traits (numbers, or arrays of one shape) share its compiled code.
    `about` says in a sentence how the bot plays; by default the rule's docstring does. `pace` is how long it seems to
    think at tables with a clock. A bot that is `held_out` is an opponent to measure players against: searches never use
    it as a model of other players, and nothing should be tuned on it. `weights`, which `ludex fit` can vary, are the
    last trait.
    """
    about = about or (inspect.getdoc(decide) or "").split("\n\n")[0]
    given = traits if weights is None else (*traits, weights.values)
    return BotRule(decide, given, about, pace or Pace(), held_out, weights)


def is_held_out(given: Any) -> bool:
    """Return True if a bot, as its game declares it, is only an opponent to measure players against."""
    return isinstance(given, BotRule) and given.held_out


def pace_of(bots: Mapping[str, Any], name: str) -> Pace:
    """Return the thinking times of one of a game's bots at tables with a clock.

    >>> import ludex
    >>> pace_of(ludex.game("automation").bots, "random").usual
    (0.8, 2.0)
    """
    made = bots.get(name)
    return made.pace if isinstance(made, BotRule) else Pace()


def gather_rules(game: str, namespace: Mapping[str, Any], moves: Moves, bots: Mapping[str, Any]) -> Rules:
    """Gather the rules that the generic loops call.

    They are taken by name from the game's module, with defaults for what it leaves out. Those that find the right rule
    for a move, a phase or a bot are made here.
    """
    own = {name: namespace[name] for name in SIGNATURES if name in namespace}
    made: dict[str, Callable[..., Any]] = {}
    bound = [] if "play" in own else [_bound(game, kind) for kind in moves.numbering]
    if bound:
        made = {"why_not": _why_not(game, bound, namespace), "play": _play(game, bound, namespace)}
    made |= _by_phase(game, bound, namespace)
    rules: dict[str, Callable[..., Any]] = {**OPTIONAL, **own, **made}
    for name, arguments in SIGNATURES.items():
        if name not in rules:
            raise BrokenRule(f"{game}: no rule {name!r}. A game needs {', '.join(SIGNATURES)}.")
        _expect(game, name, rules[name], arguments)
    return {**rules, "choose": _choose(game, list(bots.values()), rules["sensible"])}


def _expect(game: str, name: str, function: Any, arguments: Sequence[str]) -> None:
    if not hasattr(function, "ludex_rule"):
        raise BrokenRule(f"{game}: {name!r} is not marked @rule")
    given = [argument.strip("_") for argument in inspect.signature(function).parameters]
    if given != list(arguments):
        raise BrokenRule(f"{game}: {name!r} must take ({', '.join(arguments)}), not ({', '.join(given)})")


class Bound(NamedTuple):
    """The rules of a kind of move: its refusals and effects by phase, None being any phase."""

    kind: Kind
    refusals: dict[int | None, Callable[..., Any]]
    effects: dict[int | None, Callable[..., Any]]

    @property
    def phases(self) -> tuple[int, ...]:
        """The phases that the kind is bound to."""
        return tuple(dict.fromkeys(phase for phase in (*self.refusals, *self.effects) if phase is not None))


def _bound(game: str, kind: Kind) -> Bound:
    """Return the refusals and effects of a kind of move, each with the right arguments."""
    name = kind.move.__name__
    if kind.move.ludex_constant != kind.layout:
        raise BrokenRule(f"{game}: {name} belongs to another game, where it is numbered differently")
    rules = kind.move.__dict__.get("ludex_rules", {})
    for (part, _), function in rules.items():
        arguments = ["s", "seat", *kind.domains]
        if part == "effect" and "log" in inspect.signature(function).parameters:
            arguments.append("log")
        _expect(game, function.__name__, function, arguments)
    refusals, effects = ({when: f for (part, when), f in rules.items() if part == p} for p in ("refusal", "effect"))
    bound = Bound(kind, refusals, effects)
    if not effects or (None not in effects and set(bound.phases) != set(effects)):
        raise BrokenRule(f"{game}: {name} has no effect; mark a rule with @effect({name})")
    if not refusals and not bound.phases:
        raise BrokenRule(f"{game}: {name} has no refusal; mark a rule with @refusal({name})")
    return bound


def _by_phase(game: str, bound: Sequence[Bound], namespace: Mapping[str, Any]) -> dict[str, Callable[..., Any]]:
    """Make `waiting` and `legal` from the rules marked `@asked` and `@offers`, unless the game has its own."""
    marked: dict[str, dict[int | None, Callable[..., Any]]] = {"asked": {}, "offers": {}}
    for function in _functions(namespace):
        for part, phase in function.__dict__.get("ludex_phases", ()):
            other = marked[part].setdefault(phase, function)
            if other is not function:
                name = _phase_name(phase, [function])
                raise BrokenRule(f"{game}: phase {name} has two rules for @{part}: {_name(other)}, {_name(function)}")
    named: dict[int, list[Callable[..., Any]]] = {}
    for rules in (*marked.values(), *(part for kind in bound for part in (kind.refusals, kind.effects))):
        for phase, function in rules.items():
            if phase is not None:
                named.setdefault(phase, []).append(function)
    made = {}
    for name, (part, rules) in zip(("waiting", "legal"), marked.items(), strict=True):
        if not rules:
            continue
        if name in namespace:
            raise BrokenRule(f"{game}: {name!r} is defined, and also made from @{part}: remove one of them")
        by_phase = {phase: rules.get(phase, rules.get(None)) for phase in sorted(named)}
        for phase, found in by_phase.items():
            if found is None:
                raise BrokenRule(f"{game}: phase {_phase_name(phase, named[phase])} has no @{part}")
        made[name] = _ask_phase(game, name, by_phase, namespace)
    return made


def _functions(namespace: Mapping[str, Any]) -> Iterator[Callable[..., Any]]:
    """Yield all functions of a game's module, and of the modules inside it that it has imported."""
    inside = f"{namespace.get('__name__')}."
    for value in namespace.values():
        if inspect.isfunction(value):
            yield value
        elif isinstance(value, ModuleType) and value.__name__.startswith(inside):
            yield from filter(inspect.isfunction, vars(value).values())


def _phase_name(phase: int | None, functions: Sequence[Callable[..., Any]]) -> str:
    """Return the name of a phase in the rules that are bound to it: BIDDING, if one is marked `when=BIDDING`."""
    for function in functions:
        for name in re.findall(r"when=(\w+)", inspect.getsource(function)):
            if function.__globals__.get(name) == phase:
                return str(name)
    return str(phase)


def _ask_phase(game: str, name: str, rules: Mapping[int, Any], namespace: Mapping[str, Any]) -> Callable[..., Any]:
    """Make a rule that calls the rule of the current phase with the same arguments. In other phases it returns 0."""
    arguments = ", ".join(SIGNATURES[name])
    names: dict[str, Any] = {}
    lines = [f"def {name}({arguments}):", *_find_phase(game, namespace, names)]
    phases: dict[Callable[..., Any], list[int]] = {}
    for phase, function in rules.items():
        phases.setdefault(function, []).append(int(phase))
    for function, own in sorted(phases.items(), key=lambda one: len(one[1])):
        _expect(game, function.__name__, function, SIGNATURES[name])
        called = f"rule_{len(names)}"
        names[called] = function
        lines += [f"    if {_is_one_of(own)}:", f"        return int({called}({arguments}))"]
    return _made(game, name, [*lines, "    return 0"], names)


def _is_one_of(phases: Sequence[int]) -> str:
    """Return the test of a phase: many are compared at once with the bits of a number, which takes less time."""
    if len(phases) > 2 and min(phases) >= 0 and max(phases) < 63:
        return f"0 <= phase <= {max(phases)} and {sum(1 << phase for phase in phases)} >> phase & 1"
    return " or ".join(f"phase == {phase}" for phase in phases)


def _find_phase(game: str, namespace: Mapping[str, Any], names: dict[str, Any]) -> list[str]:
    """Return the line that finds the phase."""
    if "due" not in namespace:
        return ["    phase = s.phase"]
    _expect(game, "due", namespace["due"], ("s",))
    names["due"] = namespace["due"]
    return ["    phase = due(s)"]


def _why_not(game: str, bound: Sequence[Bound], namespace: Mapping[str, Any]) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    leaves = [_refuse(kind, names) for kind in bound]
    if any("not_now" in line for leaf in leaves for line in leaf):
        if "not_now" not in namespace:
            raise BrokenRule(f"{game}: moves are bound to phases; a rule not_now(s, seat) must refuse them in others")
        _expect(game, "not_now", namespace["not_now"], ("s", "seat"))
        names["not_now"] = namespace["not_now"]
    return _made(game, "why_not", ["def why_not(s, seat, move):", *_tree(game, bound, leaves, namespace, names)], names)


def _tree(
    game: str,
    bound: Sequence[Bound],
    leaves: Sequence[Sequence[str]],
    namespace: Mapping[str, Any],
    names: dict[str, Any],
) -> list[str]:
    """Return the lines that lead to the leaf of a move's kind, and find the phase first if a leaf needs it."""
    phased = any("if phase ==" in line for leaf in leaves for line in leaf)
    found = _find_phase(game, namespace, names) if phased else []
    return [*found, *_halved([each.kind for each in bound], leaves, 1)]


def _refuse(bound: Bound, names: dict[str, Any]) -> list[str]:
    """Return the lines that refuse a kind of move, or not."""
    if None in bound.refusals:
        return [f"return int({_call(bound.refusals[None], bound.kind, names)})"]
    lines = []
    for phase in bound.phases:
        function = bound.refusals.get(phase)
        answer = f"int({_call(function, bound.kind, names)})" if function else "0"
        lines += [f"if phase == {int(phase)}:", f"    return {answer}"]
    return [*lines, "return int(not_now(s, seat))"]


def _play(game: str, bound: Sequence[Bound], namespace: Mapping[str, Any]) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    leaves = [_execute(kind, names) for kind in bound]
    lines = ["def play(s, seat, move, log):", *_tree(game, bound, leaves, namespace, names)]
    if "follow" in namespace:
        _expect(game, "follow", namespace["follow"], ("s", "log"))
        lines.append("    follow(s, log)")
        names["follow"] = namespace["follow"]
    return _made(game, "play", lines, names)


def _execute(bound: Bound, names: dict[str, Any]) -> list[str]:
    """Return the lines that execute a legal move of a kind."""
    *others, last = (_call(function, bound.kind, names) for function in bound.effects.values())
    lines = []
    for number, (phase, call) in enumerate(zip(bound.effects, others, strict=False)):
        lines += [f"{'elif' if number else 'if'} phase == {phase}:", f"    {call}"]
    return [*lines, "else:", f"    {last}"] if lines else [last]


def _call(function: Callable[..., Any], kind: Kind, names: dict[str, Any]) -> str:
    """Return the call of a rule with the fields of `move`. The rule gets a name in the source."""
    name = f"rule_{len(names)}"
    names[name] = function
    log = ", log" if "log" in inspect.signature(function).parameters else ""
    return f"{name}(s, seat{_fields(kind)}{log})"


def _choose(
    game: str, bots: Sequence[BotRule | Callable[..., Any]], sensible: Callable[..., Any]
) -> Callable[..., Any]:
    """Make the rule that asks the bot in a slot: `random` is 0, `first` is 1, then the game's bots in their order.

    `random` draws again while the game does not call its move sensible.
    """
    lines = ["def choose(bot, s, seat, options, count, dice):"]
    names: dict[str, Any] = {"random_bot": random_bot, "first_bot": first_bot, "sensible": sensible}
    given = [b if isinstance(b, BotRule) else bot(b) for b in bots]
    for number, decide in enumerate(dict.fromkeys(b.decide for b in given)):
        slots = [slot for slot, b in enumerate(given, 2) if b.decide is decide]
        names[f"rule_{number}"] = decide
        columns = list(zip(*(b.traits for b in given if b.decide is decide), strict=True))
        traits = ""
        for place, column in enumerate(columns):
            names[f"TRAITS_{number}_{place}"] = np.array(column)
            names[f"ROWS_{number}"] = np.array([slots.index(s) if s in slots else 0 for s in range(len(given) + 2)])
            traits += f", TRAITS_{number}_{place}[ROWS_{number}[bot]]"
        test = " or ".join(f"bot == {slot}" for slot in slots)
        lines += [f"    if {test}:", f"        return int(rule_{number}(s, seat, options, count, dice{traits}))"]
    draw = "move = random_bot(s, seat, options, count, dice)"
    again = [f"        for _ in range({DRAWS}):", "            if sensible(s, seat, move):", "                break"]
    lines[1:1] = ["    if bot == 0:", f"        {draw}", *again, f"            {draw}", "        return move"]
    lines.append("    return first_bot(s, seat, options, count, dice)")
    return _made(game, "choose", lines, names)


def rule_of_weights(game: str, given: BotRule) -> Callable[..., Any]:
    """Make a rule that decides like a bot, with weights as its last argument instead of the bot's own."""
    names: dict[str, Any] = {"decide": given.decide}
    traits = ""
    for place, trait in enumerate(given.traits[:-1]):
        names[f"TRAIT_{place}"] = np.array(trait) if isinstance(trait, tuple | list) else trait
        traits += f", TRAIT_{place}"
    lines = ["def fitted(s, seat, options, count, dice, weights):"]
    lines.append(f"    return int(decide(s, seat, options, count, dice{traits}, weights))")
    return _made(game, "fitted", lines, names)


def one_of(name: str, rules: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """Make one rule of several that take the same arguments: its first argument is the number of the rule to call.

    They are counted from 1; 0 does nothing. Where a game has many small rules of a kind (what its cards do, say), each
    can be declared alone, and nothing else has to list them.

    >>> def gain(s, amount):
    ...     s.append(amount)
    >>> def lose(s, amount):
    ...     s.append(-amount)
    >>> happen, purse = one_of("happen", [gain, lose]), []
    >>> happen(2, purse, 5)
    >>> happen(0, purse, 7)
    >>> purse
    [-5]
    """
    arguments = ", ".join(inspect.signature(rules[0]).parameters)
    names: dict[str, Any] = {}
    lines = [f"def {name}(which, {arguments}):"]
    for number, function in enumerate(rules, 1):
        if ", ".join(inspect.signature(function).parameters) != arguments:
            raise BrokenRule(f"{name}: {_name(function)} must take ({arguments}), like {_name(rules[0])}")
        names[f"rule_{number}"] = rule(function)
        lines += [f"    {'if' if number == 1 else 'elif'} which == {number}:", f"        rule_{number}({arguments})"]
    return _made(name, name, lines, names)


def _fields(kind: Kind) -> str:
    """Return the arguments of a rule: the fields of `move`, unpacked."""
    text, stride = "", kind.size
    for domain in kind.domains.values():
        size, stride = stride, stride // domain.size
        index = f"(move - {kind.first})"
        index = f"{index} % {size}" if size != kind.size else index
        index = f"{index} // {stride}" if stride > 1 else index
        if isinstance(domain, Maybe):
            text += f", value_at({index}, {domain.lowest - 1}, {domain.lowest - 1})"
        else:
            text += f", {index} + {domain.lowest}" if domain.lowest else f", {index}"
    return text


def _halved(kinds: Sequence[Kind], leaves: Sequence[Sequence[str]], depth: int) -> list[str]:
    """Return nested conditions that lead to the leaf of a move's kind."""
    space = "    " * depth
    if len(kinds) == 1:
        return [space + line for line in leaves[0]]
    half = len(kinds) // 2
    return [
        f"{space}if move < {kinds[half].first}:",
        *_halved(kinds[:half], leaves[:half], depth + 1),
        f"{space}else:",
        *_halved(kinds[half:], leaves[half:], depth + 1),
    ]


def _made(game: str, name: str, lines: Sequence[str], names: dict[str, Any]) -> Callable[..., Any]:
    """Make a rule from source, whose lines tracebacks show."""
    source = "\n".join(lines) + "\n"
    file = f"<{name} of {game}>"
    space: dict[str, Any] = {**names, "value_at": value_at, "__name__": __name__}
    exec(compile(source, file, "exec"), space)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    made: Callable[..., Any] = space[name]
    made.__doc__ = f"`{name}` by the rules of {game}."
    return rule(made)


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
