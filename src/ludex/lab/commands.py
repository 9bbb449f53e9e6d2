"""What the lab adds to `ludex genome`: changing games, crossing them, and telling what is different."""

from __future__ import annotations

import inspect
from random import Random
from typing import Annotated, Any

import msgspec
import typer

from ludex.console import AsJson, err, say_json
from ludex.console import say as tell
from ludex.core.errors import LudexError, quote
from ludex.games.cards import BadGenome, Genome, problems
from ludex.games.cards.commands import File, find
from ludex.lab import operators as lab

Seed = Annotated[str, typer.Option(help="The same seed makes the same game.")]
Name = Annotated[str | None, typer.Option(help="What to call the new game. By default it keeps its name.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="another one")]
OperatorName = Annotated[
    str | None,
    typer.Option("--operator", help="An operator by name, e.g. AddBiddingPhaseMutation. By default any that applies."),
]


def mutate(
    file: File,
    seed: Seed = "0",
    operator: OperatorName = None,
    times: Annotated[int, typer.Option(min=1, max=10_000, help="How many changes, one after the other.")] = 1,
    name: Name = None,
    json: AsJson = False,
) -> None:
    """Change a rule of a game. The new genome is printed, and what is different is told beside it.

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
            f"{quote(first.name)} and {quote(second.name)} make no third game: they share no parts that differ. "
            "Choose games that are more alike, or another seed."
        )
    _show(first, renamed(child, name), json, {"seed": seed})


def diff(file: File, other: Other, json: AsJson = False) -> None:
    """What two games have different: field by field, and in the words of their rulebooks.

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
    file: Annotated[str | None, typer.Argument(help="only those that apply to this game")] = None, json: AsJson = False
) -> None:
    """The operators that change games: what each does, and what a game must have for it.

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
    """What an operator does, in a sentence.

    >>> does(lab.OPERATORS["RemovePassPhaseMutation"])
    'No cards are passed on.'
    """
    return " ".join(inspect.cleandoc(type(operator).__doc__ or "").split("\n\n")[0].split())


def find_game(file: str) -> Genome:
    """A genome by file or name, which must be a game.

    >>> find_game("hearts").title
    'Hearts'
    """
    genome = find(file)
    found = problems(genome)
    if found:
        raise BadGenome(f"genome {quote(genome.name)} does not describe a game; try `ludex genome repair`", found)
    return genome


def renamed(genome: Genome, name: str | None) -> Genome:
    """The game by another name, which must be one."""
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
    """Print a genome, and beside it, where it does not get into a file, what is different."""
    if json:
        say_json({"genome": genome, "parent": parent.name, **how, **_difference(parent, genome)})
        return
    print(genome.to_json(), end="")
    for step in how.get("operators", ()):
        err.print(step, markup=False, soft_wrap=True)
    for line in lab.rule_changes(parent, genome):
        err.print(line, markup=False, soft_wrap=True)
