"""Commands that the lab adds to `ludex genome`: mutating games, crossing them and comparing them."""

from __future__ import annotations

import inspect
from random import Random
from typing import Annotated, Any

import msgspec
import typer

from ludex.console import AsJson, err, say_json
from ludex.console import say as tell
from ludex.core.language.errors import LudexError, quote
from ludex.games.cards import BadGenome, Genome, problems
from ludex.games.cards.commands import File, find
from ludex.lab import operators as lab

Seed = Annotated[str, typer.Option(help="The same seed makes the same game.")]
Name = Annotated[str | None, typer.Option(help="Name of the new game. By default the name stays the same.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="The second game.")]
OperatorName = Annotated[
    str | None,
    typer.Option("--operator", help="An operator by name, e.g. AddBiddingPhaseMutation. By default any that applies."),
]


def mutate(
    file: File,
    seed: Seed = "0",
    operator: OperatorName = None,
    times: Annotated[int, typer.Option(min=1, max=10_000, help="Number of changes, applied one after the other.")] = 1,
    name: Name = None,
    json: AsJson = False,
) -> None:
    """Change a rule of a game. Prints the new genome, and the differences on standard error.

    Example: `ludex genome mutate whist --operator AddBiddingPhaseMutation`
    """
    parent = find_game(file)
    chosen = _operators(operator)
    rng, genome, steps = Random(seed), parent, []
    for _ in range(times):
        step = lab.mutate(genome, rng, chosen)
        genome = step.genome
        steps.append(step.operator)
    _show(parent, renamed(genome, name), json, {"operators": steps, "seed": seed})


def cross(file: File, other: Other, seed: Seed = "0", name: Name = None, json: AsJson = False) -> None:
    """Give a game some parts of another one.

    Example: `ludex genome cross whist spades --seed 3`
    """
    first, second = find_game(file), find_game(other)
    child = lab.cross(first, second, Random(seed))
    if child is None:
        raise LudexError(
            f"{quote(first.name)} and {quote(second.name)} cannot be crossed: they share no parts that differ. "
            "Choose more similar games, or a different seed."
        )
    _show(first, renamed(child, name), json, {"seed": seed})


def diff(file: File, other: Other, json: AsJson = False) -> None:
    """Show the differences between two games: field by field, and in the words of their rulebooks.

    Example: `ludex genome diff spades partnership-spades`
    """
    before, after = find_game(file), find_game(other)
    if json:
        say_json(_difference(before, after))
        return
    changes = lab.diff(before, after)
    if not changes:
        tell(f"{before.name} and {after.name} have the same rules.")
    for line in (*map(str, changes), *([""] if changes else []), *lab.rule_changes(before, after)):
        tell(line)


def list_operators(
    file: Annotated[str | None, typer.Argument(help="List only operators that apply to this game.")] = None,
    json: AsJson = False,
) -> None:
    """List the operators that change games, with what each does and requires.

    Example: `ludex genome operators spades`
    """
    genome = find_game(file) if file else None
    fitting = [operator for operator in lab.OPERATORS.values() if genome is None or operator.applies(genome)]
    if json:
        say_json([{"name": one.name, "part": one.part, "does": does(one), "needs": one.needs} for one in fitting])
        return
    for operator in fitting:
        tell(f"{operator.name} ({operator.part})", style="bold")
        tell(f"  {does(operator)} Needs {operator.needs}.")


def does(operator: lab.MutationOperator) -> str:
    """Describe in a sentence what an operator does.

    >>> does(lab.OPERATORS["RemovePassPhaseMutation"])
    'Removes the passing of cards.'
    """
    return " ".join(inspect.cleandoc(type(operator).__doc__ or "").split("\n\n")[0].split())


def find_game(file: str) -> Genome:
    """Find a genome by file or name, and check that it describes a game.

    >>> find_game("hearts").title
    'Hearts'
    """
    genome = find(file)
    found = problems(genome)
    if found:
        raise BadGenome(f"genome {quote(genome.name)} does not describe a game; try `ludex genome repair`", found)
    return genome


def renamed(genome: Genome, name: str | None) -> Genome:
    """Return the game under a new name, which must be valid."""
    if name is None:
        return genome
    other = msgspec.structs.replace(genome, name=name, title=name.replace("-", " ").title())
    found = problems(other)
    if found:
        raise BadGenome(f"{quote(name)} cannot be the name of a game", found)
    return other


def _operators(name: str | None) -> dict[str, lab.MutationOperator]:
    if name is None:
        return dict(lab.OPERATORS)
    if name not in lab.OPERATORS:
        raise LudexError(f"there is no operator {quote(name)}. Choose one of: {', '.join(lab.OPERATORS)}")
    return {name: lab.OPERATORS[name]}


def _difference(before: Genome, after: Genome) -> dict[str, Any]:
    return {"changes": lab.diff(before, after), "rules": lab.rule_changes(before, after)}


def _show(parent: Genome, genome: Genome, json: bool, how: dict[str, Any]) -> None:
    """Print a genome and, if it is not written to a file, the differences on standard error."""
    if json:
        say_json({"genome": genome, "parent": parent.name, **how, **_difference(parent, genome)})
        return
    print(genome.to_json(), end="")
    for step in how.get("operators", ()):
        err.print(step, markup=False, soft_wrap=True)
    for line in lab.rule_changes(parent, genome):
        err.print(line, markup=False, soft_wrap=True)
