"""`ludex examples`: all examples are found, and one is copied without overwriting anything."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path

import pytest

from ludex.cli.examples import FOLDER, copy, find_example, find_examples
from tests.commands import Run


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands are run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_examples_are_listed_by_group_with_a_sentence_each(run: Run) -> None:
    code, text, _ = run("examples")
    assert code == 0
    for example in find_examples():
        group = text.index(f"{example.group}: ")
        assert text.index(f"  {example.name} ", group) < text.index(example.about, group)


def test_every_python_file_in_a_group_is_an_example_or_says_that_it_is_not() -> None:
    listed = {example.path for example in find_examples()}
    found = {path for path in FOLDER.glob("*/*.py") if not path.name.startswith("_")}
    assert found <= listed
    assert {path.name for path in FOLDER.glob("*.py")} == {"__init__.py"}


def test_what_an_example_does_is_a_sentence_of_one_line() -> None:
    for example in find_examples():
        assert example.about.endswith("."), example
        assert len(example.about) < 120, example


def test_the_list_is_data_for_programs(run: Run) -> None:
    listed = json.loads(run("examples", "--json")[1])
    assert {"name", "group", "about", "usage"} == set(listed[0])
    assert "my_bot" in [entry["name"] for entry in listed]


@pytest.mark.parametrize("name", ["my_bot", "my_bot.py", "bots/my_bot", "bots/my_bot.py"])
def test_an_example_is_copied_to_this_folder_and_says_how_to_run_it(run: Run, here: Path, name: str) -> None:
    code, text, _ = run("examples", name)
    assert code == 0
    assert (here / "my_bot.py").read_bytes() == (FOLDER / "bots" / "my_bot.py").read_bytes()
    assert "ludex arena automation --players my_bot.py:Rich,random" in text


def test_an_example_of_several_files_is_copied_as_a_folder(run: Run, here: Path) -> None:
    told = json.loads(run("examples", "pebbles", "new/place", "--json")[1])
    assert told["copied"] == os.path.join("new", "place", "pebbles")  # noqa: PTH118  (as it is printed)
    assert sorted(path.name for path in (here / "new/place/pebbles").iterdir()) == [
        "pebbles.py",
        "pyproject.toml",
        "test_pebbles.py",
    ]


def test_a_program_can_be_started_where_it_was_copied_to(run: Run, here: Path) -> None:
    run("examples", "first_option")
    run("examples", "my_bot")
    assert os.access(here / "first_option.py", os.X_OK)
    assert not os.access(here / "my_bot.py", os.X_OK)


def test_what_exists_is_not_overwritten(run: Run, here: Path) -> None:
    (here / "my_bot.py").write_text("mine")
    code, _, error = run("examples", "my_bot")
    assert code == 2
    assert error == "Error: my_bot.py exists already, and is not overwritten: rename it, or choose another folder\n"
    assert (here / "my_bot.py").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("my_bto",), "there is no example 'my_bto'. Did you mean 'my_bot'? `ludex examples` lists them all"),
        (("../cli/new",), "there is no example '../cli/new'."),
        (("my_bot", "file"), "file is a file: expected a folder"),
    ],
)
def test_what_cannot_be_copied_is_refused_in_a_sentence(
    run: Run, here: Path, arguments: tuple[str, ...], told: str
) -> None:
    (here / "file").write_text("")
    code, _, error = run("examples", *arguments)
    assert code == 2
    assert told in error
    assert "Traceback" not in error


def test_names_that_several_groups_have_need_the_group(monkeypatch: pytest.MonkeyPatch, here: Path, run: Run) -> None:
    for group in ("one", "two"):
        (here / group).mkdir()
        (here / group / "same.py").write_text('"""The same name."""\n')
    monkeypatch.setattr("ludex.cli.examples.FOLDER", here)
    assert "there are several examples named 'same': expected one/same or two/same" in run("examples", "same")[2]
    assert find_example("two/same").group == "two"


def test_python_examples_can_be_read_and_copied(here: Path) -> None:
    for example in find_examples():
        for file in [copy(example, here)] if example.path.is_file() else copy(example, here).rglob("*"):
            assert file.suffix != ".py" or ast.get_docstring(ast.parse(file.read_text())), file
