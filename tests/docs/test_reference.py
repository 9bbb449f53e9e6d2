"""Every public name has an entry in the reference, with an example."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {path: path.read_text() for path in (DOCS / "reference").glob("*.md")}
MODULES = (
    "ludex",
    "ludex.batch",
    "ludex.doors.gymnasium",
    "ludex.doors.pettingzoo",
    "ludex.doors.openspiel",
    "ludex.author",
    "ludex.author.advanced",
    "ludex.testing",
    "ludex.players",
    "ludex.arena",
    "ludex.doors.mcp",
)
WITH_EXAMPLES = (
    *("ludex", "ludex.batch", "ludex.doors.gymnasium", "ludex.doors.pettingzoo", "ludex.doors.openspiel"),
    "ludex.doors.mcp",
    *("ludex.author", "ludex.testing"),
)


def entries(module: str) -> list[str]:
    """List the names of a module on all pages of the reference."""
    blocks = [
        re.findall(rf"^```{{objects}} {re.escape(module)}\n(.*?)```", text, re.M | re.S) for text in PAGES.values()
    ]
    return [name for found in blocks for block in found for name in block.split()]


def examples_on(page: Path) -> str:
    """Return the examples on a page: doctests, and the parts of tested files that it includes."""
    shown = re.findall(r"^```pycon\n(.*?)^```", PAGES[page], re.M | re.S)
    for file, options in re.findall(r"^```{literalinclude} (\S+)\n(.*?)```", PAGES[page], re.M | re.S):
        text = (page.parent / file).read_text()
        said = dict(re.findall(r'^:([\w-]+): "?(.*?)"?$', options, re.M))
        text = text[text.index(said.get("start-at") or said.get("pyobject", "")) :]
        shown.append(text[: text.index(said["end-before"])] if "end-before" in said else text)
    return "\n".join(shown)


def has_example(value: Any) -> bool:
    """Return True if an object's docstring, or that of one of its members, has an example."""
    members = (
        [member for name, member in vars(value).items() if not name.startswith("__")] if inspect.isclass(value) else []
    )
    return any(">>>" in (inspect.getdoc(each) or "") for each in (value, *members))


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_one_entry(module: str) -> None:
    public = set(importlib.import_module(module).__all__)
    if module in ("ludex.players", "ludex.arena"):  # names that `ludex` has too may be described there only
        public -= set(importlib.import_module("ludex").__all__) - set(entries(module))
    assert sorted(entries(module)) == sorted(public)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_every_public_name_has_an_example(module: str) -> None:
    values = vars(importlib.import_module(module))
    elsewhere = set(importlib.import_module("ludex").__all__) if module != "ludex" else set()
    missing = []
    for page, text in PAGES.items():
        for block in re.findall(rf"^```{{objects}} {re.escape(module)}\n(.*?)```", text, re.M | re.S):
            for name in set(block.split()) - elsewhere:
                value = values.get(name) or getattr(importlib.import_module(module), name)
                if not has_example(value) and not re.search(rf"\b{name}\b", examples_on(page)):
                    missing.append(f"{name} ({page.name})")
    assert sorted(missing) == []


def test_every_page_is_in_a_table_of_contents() -> None:
    """Otherwise readers do not find it, and `make docs` refuses to build the site."""
    pages = {path.relative_to(DOCS).with_suffix("") for path in DOCS.rglob("*.md") if "_build" not in path.parts}
    parts = {page for page in pages if page.parent in (Path("benchmarks"), Path("games/made"))}  # of other pages
    listed = {Path("index")}
    for page in pages:
        text = (DOCS / page).with_suffix(".md").read_text(encoding="utf-8")
        for block in re.findall(r"^```{toctree}\n(.*?)^```", text, re.M | re.S):
            lines = {line for line in block.split("\n") if line and not line.startswith(":")}
            found = {path for line in lines for path in (DOCS / page.parent).glob(f"{line}.md")}
            listed |= {path.relative_to(DOCS).with_suffix("") for path in found}
            assert found, f"{page}: a table of contents lists no page"
    assert sorted(pages - parts - listed) == []


def test_the_built_site_lists_every_public_name() -> None:
    inventory = pytest.importorskip("sphinx.util.inventory", reason="Sphinx is installed by `make docs`")
    built = DOCS / "_build" / "html" / "objects.inv"
    if not built.exists():
        pytest.skip("the site has not been built: make docs")
    with built.open("rb") as file:
        found = inventory.InventoryFile.load(file, "", lambda base, uri: uri)
    listed = {name for kind, objects in found.items() if kind.startswith("py:") for name in objects}
    for module in WITH_EXAMPLES:
        assert {f"{module}.{name}" for name in importlib.import_module(module).__all__} <= listed
