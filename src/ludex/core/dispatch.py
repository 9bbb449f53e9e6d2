"""From a game's rules to what the generic loops call: `why_not`, `play` and `choose` by kind of move and by bot.

A refusal and an effect are bound to a kind of move, and get its fields:

    @refusal(Bid)
    def why_not_bid(s, seat, amount):
        return TOO_LOW if amount <= s.price else 0

    @effect(Bid)
    def bid(s, seat, amount, log):
        s.price = amount
        note(log, BidPlaced, EVERYONE, seat, amount)

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
from ludex.core.rule import rule

Rules = Mapping[str, Callable[..., Any]]
F = TypeVar("F", bound=Callable[..., Any])


def refusal(*kinds: type[Move]) -> Callable[[F], F]:
    """Mark the rule that says why a kind of move is not allowed: `(s, seat, *fields)` to 0 or a reason."""
    return _bind("refusal", kinds)


def effect(*kinds: type[Move]) -> Callable[[F], F]:
    """Mark the rule that executes a kind of move: `(s, seat, *fields, log)`; `log` may be left out."""
    return _bind("effect", kinds)


def _bind(part: str, kinds: Sequence[type[Move]]) -> Callable[[F], F]:
    def mark(function: F) -> F:
        for kind in kinds:
            bound = kind.__dict__.get("ludex_rules", {})
            if part in bound and bound[part].__qualname__ != function.__qualname__:
                raise BrokenRule(
                    f"{kind.__name__} has two rules for its {part}: {_name(bound[part])}, {_name(function)}"
                )
            kind.ludex_rules = {**bound, part: rule(function)}
        return function

    return mark


class BotRule(NamedTuple):
    """How a bot of a game decides: a rule, and the traits that make this bot of it."""

    decide: Callable[..., Any]
    traits: tuple[Any, ...]
    about: str


def bot(decide: Callable[..., Any], *traits: Any, about: str = "") -> BotRule:
    """Declare a bot: `decide(s, seat, options, count, dice, *traits)` returns one of the packed options.

    Bots of the same rule with other traits (numbers, or arrays of one shape) share its compiled code.
    `about` says in a sentence how the bot plays; by default the rule's docstring does.
    """
    return BotRule(decide, traits, about or (inspect.getdoc(decide) or "").split("\n\n")[0])


def gather_rules(game: str, namespace: Mapping[str, Any], moves: Moves, bots: Mapping[str, Any]) -> Rules:
    """The rules that fill in the loops: taken by name from the game's module, with defaults for what it leaves out,
    and those that find the right rule for a move or a bot."""
    own = {name: namespace[name] for name in SIGNATURES if name in namespace}
    made = {} if "play" in own else {"why_not": _why_not(game, moves), "play": _play(game, moves, namespace)}
    rules: dict[str, Callable[..., Any]] = {**OPTIONAL, **own, **made}
    for name, arguments in SIGNATURES.items():
        if name not in rules:
            raise BrokenRule(f"{game}: no rule {name!r}. A game needs {', '.join(SIGNATURES)}.")
        _expect(game, name, rules[name], arguments)
    return {**rules, "choose": _choose(game, list(bots.values()))}


def _expect(game: str, name: str, function: Any, arguments: Sequence[str]) -> None:
    if not hasattr(function, "ludex_rule"):
        raise BrokenRule(f"{game}: {name!r} is not marked @rule")
    given = [argument.lstrip("_") for argument in inspect.signature(function).parameters]
    if given != list(arguments):
        raise BrokenRule(f"{game}: {name!r} must take ({', '.join(arguments)}), not ({', '.join(given)})")


def _bound(game: str, moves: Moves, part: str) -> list[Callable[..., Any]]:
    """The refusals or effects of all kinds of moves, each with the right arguments."""
    found = []
    for kind in moves.numbering:
        if kind.move.ludex_constant != kind.layout:
            raise BrokenRule(f"{game}: {kind.move.__name__} belongs to another game, where it has other numbers")
        function = kind.move.__dict__.get("ludex_rules", {}).get(part)
        if function is None:
            raise BrokenRule(
                f"{game}: {kind.move.__name__} has no {part}; mark a rule with @{part}({kind.move.__name__})"
            )
        arguments = ["s", "seat", *kind.domains]
        if part == "effect" and "log" in inspect.signature(function).parameters:
            arguments.append("log")
        _expect(game, function.__name__, function, arguments)
        found.append(function)
    return found


def _why_not(game: str, moves: Moves) -> Callable[..., Any]:
    functions = _bound(game, moves, "refusal")
    leaves = [f"return int(rule_{n}(s, seat{_fields(kind)}))" for n, kind in enumerate(moves.numbering)]
    lines = ["def why_not(s, seat, move):", *_halved(moves.numbering, leaves, 1)]
    return _made(game, "why_not", lines, _numbered(functions))


def _play(game: str, moves: Moves, namespace: Mapping[str, Any]) -> Callable[..., Any]:
    functions = _bound(game, moves, "effect")
    leaves = []
    for number, (kind, function) in enumerate(zip(moves.numbering, functions, strict=True)):
        log = ", log" if "log" in inspect.signature(function).parameters else ""
        leaves.append(f"rule_{number}(s, seat{_fields(kind)}{log})")
    lines = ["def play(s, seat, move, log):", *_halved(moves.numbering, leaves, 1)]
    names = _numbered(functions)
    if "follow" in namespace:
        _expect(game, "follow", namespace["follow"], ("s", "log"))
        lines.append("    follow(s, log)")
        names["follow"] = namespace["follow"]
    return _made(game, "play", lines, names)


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


def _numbered(functions: Sequence[Callable[..., Any]]) -> dict[str, Any]:
    return {f"rule_{number}": function for number, function in enumerate(functions)}


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


def _halved(kinds: Sequence[Kind], leaves: Sequence[str], depth: int) -> list[str]:
    """Nested questions that lead to the leaf of a move's kind."""
    space = "    " * depth
    if len(kinds) == 1:
        return [space + leaves[0]]
    half = len(kinds) // 2
    return [
        f"{space}if move < {kinds[half].first}:",
        *_halved(kinds[:half], leaves[:half], depth + 1),
        f"{space}else:",
        *_halved(kinds[half:], leaves[half:], depth + 1),
    ]


def _made(game: str, name: str, lines: Sequence[str], names: dict[str, Any]) -> Callable[..., Any]:
    """A rule from source; tracebacks show its lines."""
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
