"""The lock files name what the project asks for, exactly, and the page of licences names what is locked."""

from __future__ import annotations

import contextlib
import re
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools.lock import LICENCES, LOCKS, ROOT, Package, licence_of, read_package, table_rows

LINE = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.+!]+) --hash=sha256:([0-9a-f]{64})")


def locked(name: str) -> dict[str, str]:
    """Return the versions in a lock file."""
    lines = [line for line in (LOCKS / f"{name}.txt").read_text().splitlines() if not line.startswith("#")]
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    return {canonicalize_name(match[1]): match[2] for match in found if match}


def wanted(*extras: str) -> list[Requirement]:
    """Return the requirements of the project, with extras that name other extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    found = [Requirement(line) for line in project["dependencies"]]
    waiting = list(extras)
    while waiting:
        for requirement in map(Requirement, project["optional-dependencies"][waiting.pop()]):
            if requirement.name == "ludex":
                waiting += requirement.extras
            else:
                found.append(requirement)
    return found


@pytest.mark.parametrize(("name", "extras"), [("run", ("table",)), ("test", ("dev", "peers"))])
def test_every_requirement_is_locked_in_a_version_that_fits(name: str, extras: tuple[str, ...]) -> None:
    versions = locked(name)
    for requirement in wanted(*extras):
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{requirement} is not locked: run `make lock`"
        assert requirement.specifier.contains(versions[name]), f"{requirement} is locked as {versions[name]}"


def test_what_runs_is_tested_in_the_same_versions() -> None:
    assert locked("run").items() <= locked("test").items()


def test_a_lock_builds_ludex_without_fetching_anything_else() -> None:
    assert {"hatchling", "editables"} <= set(locked("run"))


@pytest.mark.parametrize("name", ["run", "test"])
def test_a_lock_names_no_place_to_fetch_from(name: str) -> None:
    assert not re.search(r"://|index|find-links", (LOCKS / f"{name}.txt").read_text())


def test_the_page_of_licences_is_in_step_with_the_lock() -> None:
    rows = [line.strip("| ").split(" | ") for line in LICENCES.read_text().splitlines() if line.startswith("| ")][2:]
    run = set(locked("run"))
    assert {canonicalize_name(row[0]): row[1] for row in rows} == locked("test")
    assert {canonicalize_name(row[0]) for row in rows if row[-1] == "run"} == run
    assert all(row[2] for row in rows)


def test_a_licence_that_a_package_declares_is_on_the_page() -> None:
    rows = [line.strip("| ").split(" | ") for line in LICENCES.read_text().splitlines() if line.startswith("| ")][2:]
    for name, version, licence, *_ in rows:
        with contextlib.suppress(metadata.PackageNotFoundError):
            about = metadata.metadata(name)
            if about["Version"] == version and about["License-Expression"]:
                assert licence == about["License-Expression"], name


def test_a_package_is_read_from_what_pip_reports() -> None:
    about = {"name": "x", "version": "1", "license": "a long text\nof many lines", "classifier": ["License :: MIT"]}
    package = read_package({"metadata": about, "download_info": {"archive_info": {"hashes": {"sha256": "ab"}}}})
    assert package == Package("x", "1", "ab", "MIT")
    assert list(table_rows([package], {"x"})) == ["| x | 1 | MIT | run |\n"]
    assert licence_of({}) == "not declared"
