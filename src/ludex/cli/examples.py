"""`ludex examples`: list the examples that come with Ludex, and copy one."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ludex import examples as package
from ludex.console import AsJson, say, say_json
from ludex.core.language.errors import LudexError, did_you_mean, quote

FOLDER = Path(package.__file__).parent
"""The folder of the examples; `ludex.examples` says how they are laid out."""
NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")


class Example(msgspec.Struct, frozen=True):
    """An example: a file, or a folder with several files."""

    name: str
    group: str
    about: str
    """Its purpose, in a sentence."""
    usage: str
    """The way to run it, in the folder to which it was copied."""
    path: Path

    @property
    def full_name(self) -> str:
        """The name with the group, which no other example has."""
        return f"{self.group}/{self.name}"


def find_examples() -> list[Example]:
    """Return all examples, group by group, in alphabetical order.

    >>> [example.name for example in find_examples() if example.group == "bots"]
    ['beat_big_money', 'gin_regular', 'my_bot']
    """
    return [
        Example(path.stem, group.name, *texts, path)
        for group in sorted(FOLDER.iterdir())
        if group.is_dir() and is_listed(group)
        for path in sorted(group.iterdir())
        if is_listed(path) and (texts := texts_of(path))
    ]


def is_listed(path: Path) -> bool:
    """Return whether a file or folder is an example or a group, by its name."""
    return not path.name.startswith(("_", "."))


def about_group(name: str) -> str:
    """Return the sentence about a group, or an empty text.

    >>> about_group("bots")
    'Players, written in Python.'
    """
    start = FOLDER / name / "__init__.py"
    return (texts_of(start) or ("",))[0] if start.is_file() else ""


def texts_of(path: Path) -> tuple[str, str] | None:
    """Return the first line of an example's description and the rest. A file without a description is not an example.

    >>> texts_of(FOLDER / "games" / "pebbles")[0]
    'A whole game as an installable package: take one, two or three pebbles, and win with the last one.'
    """
    if path.is_dir():
        main = (path / "__init__.py", path / f"{path.name}.py", path / "README.md")
        return next(filter(None, (texts_of(file) for file in main if file.is_file())), None)
    text = path.read_text(encoding="utf-8")
    described = ast.get_docstring(ast.parse(text)) if path.suffix == ".py" else "\n".join(_first_comment(text))
    first, _, rest = (described or "").strip().partition("\n")
    return (first.lstrip("# ").strip(), rest.strip("\n")) if first else None


def _first_comment(text: str) -> Iterator[str]:
    """Yield the lines of the comment with which a script in another language begins."""
    for line in text.splitlines():
        if not line.startswith("#"):
            return
        if not line.startswith("#!"):
            yield line.removeprefix("#").removeprefix(" ")


def examples(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="The example to copy.", autocompletion=lambda: sorted(_by_name())),
    ] = None,
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", help="Where to copy it. The folder is created if it is missing.")
    ] = Path(),
    json: AsJson = False,
) -> None:
    """List the examples, or copy one to this folder or another. Files that exist are never overwritten.

    Example: `ludex examples my_bot`
    """
    if name is not None:
        tell_copied(find_example(name), folder, json)
    elif json:
        say_json([described(example) for example in find_examples()])
    else:
        show(find_examples())


def described(example: Example) -> dict[str, str]:
    """Return an example as data."""
    return {"name": example.name, "group": example.group, "about": example.about, "usage": example.usage}


def show(found: list[Example]) -> None:
    """List the examples by group, with a sentence each."""
    width = max(len(example.name) for example in found)
    for group, members in groupby(found, key=lambda example: example.group):
        say(f"{group}: {about_group(group)}".rstrip(": "), "bold")
        for example in members:
            say(f"  {example.name:<{width}}  {example.about}")
        say()
    say("Copy one to this folder: ludex examples my_bot")


def _by_name() -> dict[str, list[Example]]:
    named: dict[str, list[Example]] = {}
    for example in find_examples():
        for name in (example.name, example.full_name):
            named.setdefault(name, []).append(example)
    return named


def find_example(name: str) -> Example:
    """Return the example of a name, with or without its group and suffix.

    >>> find_example("bots/my_bot.py").name
    'my_bot'
    """
    named = _by_name()
    given = name.replace("\\", "/").strip("/")
    found = named.get(given) or [example for example in find_examples() if given in _files(example)][:1]
    if len(found) > 1:
        names = " or ".join(example.full_name for example in found)
        raise LudexError(f"there are several examples named {quote(name)}: expected {names}")
    if not found:
        raise LudexError(
            f"there is no example {quote(name)}.{did_you_mean(given, named)} `ludex examples` lists them all"
        )
    return found[0]


def _files(example: Example) -> tuple[str, str]:
    return example.path.name, f"{example.group}/{example.path.name}"


def tell_copied(example: Example, folder: Path, json: bool) -> None:
    """Copy an example, and print how to run it."""
    target = copy(example, folder)
    if json:
        say_json({**described(example), "copied": str(target)})
        return
    say(f"Copied to {target}", "bold")
    say(example.about)
    if folder != Path():
        say(f"\nIn the folder {folder}:")
    say(f"\n{example.usage}" if example.usage else "")


def copy(example: Example, folder: Path) -> Path:
    """Copy an example into a folder, without overwriting anything, and return where it is."""
    target = expect_new(expect_folder(folder) / example.path.name)
    folder.mkdir(parents=True, exist_ok=True)
    if example.path.is_dir():
        shutil.copytree(example.path, target, ignore=NOT_COPIED)
    else:
        shutil.copyfile(example.path, target)
        if example.path.read_bytes().startswith(b"#!"):  # a wheel does not say which files are programs
            target.chmod(target.stat().st_mode | 0o111)
    return target


def expect_folder(folder: Path) -> Path:
    """Return a folder, which may be missing, and refuse a file of that name."""
    if folder.exists() and not folder.is_dir():
        raise LudexError(f"{quote(str(folder), str)} is a file: expected a folder")
    return folder


def expect_new(path: Path) -> Path:
    """Return a path at which there is nothing yet, and refuse any other."""
    if path.exists() or path.is_symlink():
        raise LudexError(
            f"{quote(str(path), str)} exists already, and is not overwritten: rename it, or choose another folder"
        )
    return path
