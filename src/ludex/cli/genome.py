"""`ludex genome`: card games described by a genome."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ludex.cli.console import AsJson, out
from ludex.games.cards import SEEDS, BadGenome, Genome, compile_genome, problems
from ludex.games.cards import disassemble as to_text
from ludex.games.cards.rulebook import rulebook

app = typer.Typer(
    no_args_is_help=True,
    help="Card games described by a genome: a JSON file, or the name of a seed game.\n\n"
    "Example: `ludex genome rules spades`",
)

File = Annotated[str, typer.Argument(help="a genome's JSON file, or the name of a seed game")]


def find(file: str) -> Genome:
    """A genome by file or by the name of a seed game.

    >>> find("hearts").title
    'Hearts'
    """
    if file in SEEDS:
        return SEEDS[file]()
    if not Path(file).exists():
        raise BadGenome(f"there is no file and no seed game {file!r}. Seed games: {', '.join(SEEDS)}")
    return Genome.load(file)


@app.command()
def show(file: File) -> None:
    """The genome as JSON, with every default.

    Example: `ludex genome show spades > my-game.json`
    """
    print(find(file).to_json(), end="")


@app.command()
def validate(file: File, json: AsJson = False) -> None:
    """What is wrong with a genome, each problem with its place and its fix.

    Example: `ludex genome validate my-game.json`
    """
    genome = find(file)
    found = problems(genome)
    if json:
        print(msgspec.json.encode(found).decode())
    elif not found:
        out.print(f"{genome.name} is a game.", markup=False)
    else:
        for problem in found:
            out.print(str(problem), markup=False)
    if found:
        raise typer.Exit(1)


@app.command(name="compile")
def compile_(file: File) -> None:
    """The bytecode in hexadecimal.

    Example: `ludex genome compile spades`
    """
    print(compile_genome(find(file)).hex())


@app.command()
def disassemble(file: File) -> None:
    """The bytecode as text, one block a line.

    Example: `ludex genome disassemble spades`
    """
    print(to_text(compile_genome(find(file))), end="")


@app.command()
def rules(file: File) -> None:
    """The rulebook of a genome.

    Example: `ludex genome rules hearts`
    """
    print(rulebook(find(file)), end="")
