"""`ludex new`: create a player or a game that works, as a start for your own.

The templates are examples: the bot of the quickstart, and the game of the tutorial "Your first game".
"""

from __future__ import annotations

import keyword
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ludex.cli.examples import FOLDER as EXAMPLES
from ludex.cli.examples import expect_folder, expect_new
from ludex.console import AsJson, complete_game, say, say_json
from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.game.registry import game_names
from ludex.core.language.errors import LudexError, quote

NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
WORDS = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+|[0-9]+")
LONGEST = 40
"""The most characters of a name."""
PASSIVE = {"pass", "done", "decline", "end phase", "fold", "VOTE", "CONCEDE"}
"""Moves with which a player declines to act."""
MOST_WISHES = 8
"""The most kinds of moves that a new player prefers to others."""
TEMPLATE_OF_BOTS = "automation"
"""The game of the example from which bots are made."""

TESTS = "pip install pytest && python -m pytest"
"""The command that runs the tests in the folder, also where no tools are installed yet."""

BOT_TEST = '''"""A test of {bot}, run by `python -m pytest`."""

import ludex
from {module} import {bot}


def test_it_plays_a_whole_game_and_no_answer_is_rejected():
    game = ludex.game("{game}")
    table = game.new({seats}, seed=1)
    others = [ludex.Bot(game, "random") for _ in range({others})]
    referee = ludex.Referee(table, [{bot}("{title}"), *others], max_retries=1)  # a rejection would raise an error
    assert referee.play().reason
'''


class Names(msgspec.Struct, frozen=True):
    """A name in the forms in which it is written.

    >>> names_of("my-bot")
    Names(kebab='my-bot', module='my_bot', kind='MyBot', title='My Bot')
    """

    kebab: str
    module: str
    kind: str
    """The name of a class."""
    title: str


def names_of(name: str) -> Names:
    """Read a name in any of its forms, and refuse those that Python could not import.

    >>> names_of("MyBot") == names_of("my_bot") == names_of("my-bot")
    True
    """
    if not NAME.fullmatch(name):
        raise LudexError(f"{quote(name)} is not a name: expected e.g. my-bot, letters and digits joined by hyphens")
    if len(name) > LONGEST:
        raise LudexError(f"{quote(name)} is too long for a name: expected at most {LONGEST} characters")
    words = [word.lower() for word in WORDS.findall(name)]
    capitals = [word.capitalize() for word in words]
    names = Names("-".join(words), "_".join(words), "".join(capitals), " ".join(capitals))
    if keyword.iskeyword(names.module) or keyword.iskeyword(names.kind):
        raise LudexError(f"{quote(name)} is a word of Python: expected another name, e.g. my-{names.kebab}")
    return names


def expect_free(names: Names, folder: Path) -> Path:
    """Return the folder for a new thing, and refuse the name of a module that Python would find in its place."""
    target = expect_new(expect_folder(folder) / names.kebab)
    if names.module in sys.stdlib_module_names or find_spec(names.module) is not None:
        raise LudexError(f"there is already a Python module {names.module!r}: expected another name")
    return target


new = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="markdown")


@new.callback(help="Create a player or a game that works, to change into your own.\n\nExample: `ludex new bot ann`")
def lay_down_something() -> None:
    """Do nothing before a command."""


NewName = Annotated[str, typer.Argument(metavar="NAME", help="Letters and digits, joined by hyphens.")]
InFolder = Annotated[Path, typer.Argument(metavar="[FOLDER]", help="Where to create the folder NAME. Default: here.")]


@new.command()
def bot(
    name: NewName,
    folder: InFolder = Path(),
    game: Annotated[
        str, typer.Option(help="The game that the player plays.", autocompletion=complete_game)
    ] = TEMPLATE_OF_BOTS,
    json: AsJson = False,
) -> None:
    """Create a player and its test, and show how to let it play.

    Example: `ludex new bot ann --game modern-art`
    """
    names, found = names_of(name), find_game(game)
    if found.name not in game_names():
        raise LudexError(f"{quote(game)} is not an installed game: expected one that `ludex games` lists")
    usage = seating_lines(names, found)
    files = {
        f"{names.module}.py": bot_source(names, found, usage),
        f"test_{names.module}.py": BOT_TEST.format(
            bot=names.kind,
            module=names.module,
            game=found.name,
            seats=found.usual_seats,
            others=found.usual_seats - 1,
            title=names.title,
        ),
    }
    lay_down(expect_free(names, folder), files, [*usage, TESTS], json)


@new.command()
def game(name: NewName, folder: InFolder = Path(), json: AsJson = False) -> None:
    """Create a game as an installable package, with its test, and show how to install and play it.

    Example: `ludex new game my-pebbles`
    """
    names = names_of(name)
    if names.kebab in game_names():
        raise LudexError(f"there is already a game {names.kebab!r}: expected another name; `ludex games` lists them")
    usage = ["pip install -e .", f"ludex play {names.kebab} --players person,clever", TESTS]
    lay_down(expect_free(names, folder), game_sources(names), usage, json)


def seating_lines(names: Names, game: Game) -> list[str]:
    """Return the commands that seat a player at a table, in simulations and in the arena.

    >>> import ludex
    >>> seating_lines(names_of("ann"), ludex.game("modern-art"))[1]
    'ludex simulate modern-art --players ann.py:Ann,random*3 --games 20'
    """
    player, others = f"{names.module}.py:{names.kind}", game.usual_seats - 1
    rest = "" if others < 2 else ",random" if others == 2 else f",random*{others - 1}"
    many = "" if others < 1 else ",random" if others == 1 else f",random*{others}"
    return [
        f"ludex play {game.name} --players person,{player}{rest}",
        f"ludex simulate {game.name} --players {player}{many} --games 20",
        f"ludex arena {game.name} --players {player},random --games 20",
    ]


def bot_source(names: Names, game: Game, usage: Sequence[str]) -> str:
    """Return the source of a player: the bot of the quickstart, which prefers some moves to others."""
    body = read_example("bots/my_bot.py").partition("import ludex")
    source = replaced("".join(body[1:]), {"Rich": names.kind})
    if game.name != TEMPLATE_OF_BOTS:
        source = re.sub(r"wishes = \(.*\)", f"wishes = {tuple(wishes_of(game))}".replace("'", '"'), source)
    lines = "".join(f"    {line}\n" for line in usage)
    about = f"A player of {game.title}: it makes the first move on its list that is possible."
    return f'"""{about}\n\nLet it play, in this folder:\n\n{lines}"""\n\n{source}'


def wishes_of(game: Game) -> list[str]:
    """Return beginnings of moves that do something: verbs, or the first words of what the first player may do.

    >>> import ludex
    >>> wishes_of(ludex.game("power-grid"))
    ['buy', 'build', 'run', 'return', 'open', 'place']
    """
    verbs = dict.fromkeys(str(kind.verb) for kind in game.moves.kinds if getattr(kind, "verb", ""))
    if not verbs:
        table = game.new(game.usual_seats, seed=1)
        verbs = dict.fromkeys(str(move).split()[0] for move in table.options(table.waiting[0]))
    return [verb for verb in verbs if verb not in PASSIVE][:MOST_WISHES]


def game_sources(names: Names) -> dict[str, str]:
    """Return the files of a game: those of the tutorial's game, under another name.

    >>> sorted(game_sources(names_of("my-game")))
    ['my_game.py', 'pyproject.toml', 'test_my_game.py']
    """
    kind = names.kind if names.kind.endswith("Game") and names.kind != "Game" else f"{names.kind}Game"
    rules = read_example("games/pebbles/pebbles.py").split('"""\n', 1)[1]
    about = f'"""{names.title}: take one, two or three pebbles from the pile. The last one wins."""\n'
    return {
        "pyproject.toml": replaced(
            read_example("games/pebbles/pyproject.toml"),
            {
                '"ludex-pebbles"': f'"ludex-{names.kebab}"',
                'pebbles = "pebbles:PebblesGame"': f'{names.kebab} = "{names.module}:{kind}"',
                '"pebbles.py"': f'"{names.module}.py"',
            },
        ),
        f"{names.module}.py": about
        + replaced(rules, {"PebblesGame": kind, '"pebbles", "Pebbles"': f'"{names.kebab}", "{names.title}"'}),
        f"test_{names.module}.py": replaced(
            read_example("games/pebbles/test_pebbles.py"),
            {"from pebbles import": f"from {names.module} import", "PebblesGame": kind},
        ),
    }


def read_example(path: str) -> str:
    """Return the text of a file among the examples."""
    return (EXAMPLES / path).read_text(encoding="utf-8")


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """Return a text with parts replaced, all of which must be there.

    >>> replaced("a pile of pebbles", {"pebbles": "stones"})
    'a pile of stones'
    """
    for old, changed in changes.items():
        if old not in text:
            raise ValueError(f"the template has no {old!r}")
        text = text.replace(old, changed)
    return text


def lay_down(folder: Path, files: Mapping[str, str], usage: Sequence[str], json: bool) -> None:
    """Write the files of a new thing, and print what to do next."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    told: dict[str, Any] = {"folder": str(folder), "files": sorted(files), "usage": list(usage)}
    if json:
        say_json(told)
        return
    say(f"Created {folder}: {', '.join(sorted(files))}", "bold")
    say(f"\nTry it:\n\n    cd {shlex.quote(str(folder))}")
    for line in usage:
        say(f"    {line}")
