"""`ludex genome`: card games described by a genome."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
import typer

from ludex.author import quote
from ludex.author.advanced import did_you_mean, near_file
from ludex.console import AsJson, get_ready, read_players, say, say_json
from ludex.games.cards import (
    LIBRARY,
    BadGenome,
    CardGame,
    Genome,
    Problem,
    compile_genome,
    problems,
    random_genome,
    repaired,
)
from ludex.games.cards import disassemble as to_text
from ludex.games.cards.columns import hand_results, write_results
from ludex.games.cards.genome.locating import locate
from ludex.games.cards.genome.spelling import full_json, genome_schema
from ludex.games.cards.rulebook import rulebook

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    help="Card games described by a genome: a JSON file, or the name of a game of the library.\n\n"
    "Example: `ludex genome rules spades`",
)

File = Annotated[str, typer.Argument(help="a genome's JSON file, or the name of a game of the library")]


def find(file: str) -> Genome:
    """Find a genome by its file, or by the name of a game of the library.

    >>> find("hearts").title
    'Hearts'
    """
    if file in LIBRARY:
        return LIBRARY[file]()
    if not Path(file).exists():
        raise BadGenome(
            f"there is no file {quote(file)}, and no game of that name in the library: "
            f"{', '.join(LIBRARY)}.{did_you_mean(file, LIBRARY) or near_file(file)}"
        )
    return Genome.load(file)


@app.command()
def show(file: File) -> None:
    """Print the genome as JSON, with every field.

    Example: `ludex genome show spades > my-game.json`
    """
    print(full_json(find(file)), end="")


@app.command()
def schema() -> None:
    """Print the JSON schema of genomes, for editors and for programs in other languages.

    Example: `ludex genome schema > genome.schema.json`
    """
    print(msgspec.json.format(msgspec.json.encode(genome_schema()), indent=2).decode())


@app.command()
def validate(file: File, json: AsJson = False) -> None:
    """List the problems of a genome, each with its line, its column, its place and its fix.

    Example: `ludex genome validate spades`
    """
    found = problems_in(file)
    if json:
        say_json(found)
    elif not found:
        say(f"{find(file).name} is a game.")
    for problem in () if json else found:
        say(str(problem))
    if found:
        raise typer.Exit(1)


@app.command()
def repair(file: File) -> None:
    """Print the genome as JSON, with all its problems repaired.

    Example: `ludex genome repair spades > mended.json`
    """
    genome = find(file)
    sound = repaired(genome)
    if sound is None:
        raise BadGenome(f"{quote(genome.name)} cannot be repaired", problems(genome))
    print(sound.to_json(), end="")


@app.command(name="random")
def random_(
    seed: Annotated[str, typer.Option(help="The same seed gives the same game.")] = "0",
    name: Annotated[str, typer.Option(help="What to call it.")] = "random",
) -> None:
    """Print a random game as JSON.

    Example: `ludex genome random --seed 7 > chance.json`
    """
    print(random_genome(Random(seed), name).to_json(), end="")


def problems_in(file: str) -> list[Problem]:
    """List all problems of a genome, including unknown fields, with line and column."""
    try:
        found = problems(find(file))
        return locate(found, Path(file).read_bytes()) if found else found
    except BadGenome as error:
        if not error.problems:
            raise
        return list(error.problems)


@app.command(name="compile")
def compile_(file: File) -> None:
    """Print the bytecode in hexadecimal.

    Example: `ludex genome compile spades`
    """
    print(compile_genome(find(file)).hex())


@app.command()
def disassemble(file: File) -> None:
    """Print the bytecode as text, one block a line.

    Example: `ludex genome disassemble spades`
    """
    print(to_text(compile_genome(find(file))), end="")


@app.command()
def rules(file: File) -> None:
    """Print the rulebook of a genome.

    Example: `ludex genome rules hearts`
    """
    print(rulebook(find(file)), end="")


@app.command()
def hands(
    file: File,
    to: Annotated[Path, typer.Option(help="Where to: a file that ends on .parquet, .arrow, .npy or .csv.")],
    players: Annotated[str | None, typer.Option(help="Bots, between commas. Default: `careful` at every seat.")] = None,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same hands.")] = "0",
) -> None:
    """Play matches between bots and write every hand: bids, Nils, tricks, contracts and bags of every seat.

    Example: `ludex genome hands partnership-spades --to hands.csv --matches 10`
    """
    game = CardGame(find(file))
    names = read_players(players) if players else ["careful"] * game.seats[0]
    get_ready(game, "play_hands")
    rows = hand_results(game, names, matches, seed)
    write_results(rows, to)
    say(f"{len(rows):,} rows of {matches:,} matches of {game.title} written to {to}.")
