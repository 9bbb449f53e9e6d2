"""From a game's rules to what the generic loops call: `why_not`, `play` and `choose` by kind of move and by bot.

A refusal and an effect are bound to a kind of move, and receive its fields::

    @refusal(Bid)
    def why_not_bid(s, seat, amount):
        return TOO_LOW if amount <= s.price else 0

    @effect(Bid)
    def bid(s, seat, amount, log):
        s.price = amount
        note(log, BidPlaced, EVERYONE, seat, amount)

In a game with phases a kind of move can mean something else in each. `@effect(Pass, when=OPEN_AUCTION)` binds a rule to
`s.phase == OPEN_AUCTION`, or to `due(s) == OPEN_AUCTION` where the module has a rule `due(s)`, for games in which a
decision can interrupt the phase. A kind that is bound to phases is refused in all others by the module's rule
`not_now(s, seat)`. In a phase that has an effect and no refusal for it, it is always allowed.

The source written here finds the kind of a packed move by halving, unpacks the fields, and calls the rule. It is
compiled like any other rule.
"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ludex.core import loops
from ludex.core.contract import OPTIONAL, SIGNATURES
from ludex.core.errors import BrokenRule
from ludex.core.fields import Maybe
from ludex.core.moves import Kind, Move, Moves
from ludex.core.offers import value_at
from ludex.core.pace import Pace
from ludex.core.rule import rule

Rules = Mapping[str, Callable[..., Any]]
F = TypeVar("F", bound=Callable[..., Any])


def refusal(*kinds: type[Move], when: int | None = None) -> Callable[[F], F]:
    """Mark the rule that says why a kind of move is not allowed: `(s, seat, *fields)` to 0 or a reason."""
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


class BotRule(NamedTuple):
    """How a bot of a game decides: a rule, and the traits that make this bot of it."""

    decide: Callable[..., Any]
    traits: tuple[Any, ...]
    about: str
    pace: Pace = Pace()


def bot(decide: Callable[..., Any], *traits: Any, about: str = "", pace: Pace | None = None) -> BotRule:
    """Declare a bot: `decide(s, seat, options, count, dice, *traits)` returns one of the packed options.

    Bots of the same rule with other traits (numbers, or arrays of one shape) share its compiled code.
    `about` says in a sentence how the bot plays; by default the rule's docstring does. `pace` is how long it seems to
    think at tables with a clock.
    """
    return BotRule(decide, traits, about or (inspect.getdoc(decide) or "").split("\n\n")[0], pace or Pace())


def gather_rules(game: str, namespace: Mapping[str, Any], moves: Moves, bots: Mapping[str, Any]) -> Rules:
    """The rules that fill in the loops.

    They are taken by name from the game's module, with defaults for what it leaves out. Those that find the right rule
    for a move or a bot are made here.
    """
    own = {name: namespace[name] for name in SIGNATURES if name in namespace}
    made = {} if "play" in own else {"why_not": _why_not(game, moves, namespace), "play": _play(game, moves, namespace)}
    rules: dict[str, Callable[..., Any]] = {**OPTIONAL, **own, **made}
    for name, arguments in SIGNATURES.items():
        if name not in rules:
            raise BrokenRule(f"{game}: no rule {name!r}. A game needs {', '.join(SIGNATURES)}.")
        _expect(game, name, rules[name], arguments)
    return {**rules, "choose": _choose(game, list(bots.values()))}


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
    """The refusals and effects of a kind of move, each with the right arguments."""
    name = kind.move.__name__
    if kind.move.ludex_constant != kind.layout:
        raise BrokenRule(f"{game}: {name} belongs to another game, where it has other numbers")
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


def _why_not(game: str, moves: Moves, namespace: Mapping[str, Any]) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    leaves = [_refuse(_bound(game, kind), names) for kind in moves.numbering]
    if any("not_now" in line for leaf in leaves for line in leaf):
        if "not_now" not in namespace:
            raise BrokenRule(f"{game}: moves are bound to phases; a rule not_now(s, seat) must refuse them in others")
        _expect(game, "not_now", namespace["not_now"], ("s", "seat"))
        names["not_now"] = namespace["not_now"]
    lines = [
        "def why_not(s, seat, move):",
        *_asked(game, leaves, namespace, names),
        *_halved(moves.numbering, leaves, 1),
    ]
    return _made(game, "why_not", lines, names)


def _asked(
    game: str, leaves: Sequence[Sequence[str]], namespace: Mapping[str, Any], names: dict[str, Any]
) -> list[str]:
    """The line that finds out which phase it is, if any leaf asks."""
    if not any("if phase ==" in line for leaf in leaves for line in leaf):
        return []
    if "due" not in namespace:
        return ["    phase = s.phase"]
    _expect(game, "due", namespace["due"], ("s",))
    names["due"] = namespace["due"]
    return ["    phase = due(s)"]


def _refuse(bound: Bound, names: dict[str, Any]) -> list[str]:
    """The lines that refuse a kind of move, or not."""
    if None in bound.refusals:
        return [f"return int({_call(bound.refusals[None], bound.kind, names)})"]
    lines = []
    for phase in bound.phases:
        function = bound.refusals.get(phase)
        answer = f"int({_call(function, bound.kind, names)})" if function else "0"
        lines += [f"if phase == {int(phase)}:", f"    return {answer}"]
    return [*lines, "return int(not_now(s, seat))"]


def _play(game: str, moves: Moves, namespace: Mapping[str, Any]) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    leaves = [_execute(_bound(game, kind), names) for kind in moves.numbering]
    lines = [
        "def play(s, seat, move, log):",
        *_asked(game, leaves, namespace, names),
        *_halved(moves.numbering, leaves, 1),
    ]
    if "follow" in namespace:
        _expect(game, "follow", namespace["follow"], ("s", "log"))
        lines.append("    follow(s, log)")
        names["follow"] = namespace["follow"]
    return _made(game, "play", lines, names)


def _execute(bound: Bound, names: dict[str, Any]) -> list[str]:
    """The lines that execute a legal move of a kind."""
    *others, last = (_call(function, bound.kind, names) for function in bound.effects.values())
    lines = []
    for number, (phase, call) in enumerate(zip(bound.effects, others, strict=False)):
        lines += [f"{'elif' if number else 'if'} phase == {phase}:", f"    {call}"]
    return [*lines, "else:", f"    {last}"] if lines else [last]


def _call(function: Callable[..., Any], kind: Kind, names: dict[str, Any]) -> str:
    """The call of a rule with the fields of `move`. The rule gets a name in the source."""
    name = f"rule_{len(names)}"
    names[name] = function
    log = ", log" if "log" in inspect.signature(function).parameters else ""
    return f"{name}(s, seat{_fields(kind)}{log})"


def _choose(game: str, bots: Sequence[BotRule | Callable[..., Any]]) -> Callable[..., Any]:
    """Ask the bot in a slot: `random` is 0, `first` is 1, then the game's own in their order."""
    lines = ["def choose(bot, s, seat, options, count, dice):"]
    names: dict[str, Any] = {"random_bot": loops.random_bot, "first_bot": loops.first_bot}
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
    lines[1:1] = ["    if bot == 0:", "        return random_bot(s, seat, options, count, dice)"]
    lines.append("    return first_bot(s, seat, options, count, dice)")
    return _made(game, "choose", lines, names)


def one_of(name: str, rules: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """Make one rule of several that take the same arguments: its first argument says which of them to call.

    They are counted from 1; 0 does nothing. Where a game has many small rules of a kind (what its cards do, say), each
    can be declared by itself, and nothing else has to list them.

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
    """The arguments of a rule: the fields of `move`, unpacked."""
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
    """Nested questions that lead to the leaf of a move's kind."""
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
    """A rule made from source, whose lines tracebacks show."""
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
