"""Modules do not import each other in circles, and no late import hides one."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest


def circle_in(package: str) -> list[str]:
    """Return the modules of a circle of imports, or nothing if there is none. Types are not counted."""
    graph = grimp.build_graph(package, exclude_type_checking_imports=True, cache_dir=None)
    try:
        TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    assert circle_in("ludex") == []


def test_an_import_in_a_function_closes_a_circle_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "going_round"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "first.py").write_text("from going_round import second\n")
    (package / "second.py").write_text("def late():\n    from going_round import first\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert set(circle_in("going_round")) == {"going_round.first", "going_round.second"}
