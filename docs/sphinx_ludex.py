"""Extend Sphinx for these pages: reference entries by public name, links from code, and pictures of the games."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent.parent))

PAGES = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "reference").glob("*.md"))]
MODULES = sorted(
    {module for page in PAGES for module in re.findall(r"^```{objects} (\S+)", page, re.MULTILINE)}, key=len
)
"""The modules that people import from, as the pages of the reference name them. `ludex` comes first."""


class Objects(SphinxDirective):
    """An entry for every named object of a module, one name on each line: ```{objects} ludex.author```."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Write the entries as reStructuredText, and parse them."""
        entries = (entry(self.arguments[0], name.strip()) for name in self.content if name.strip())
        return self.parse_text_to_nodes("```{eval-rst}\n" + "\n\n".join(entries) + "\n```\n")


def entry(module: str, name: str) -> str:
    """Return the entry of one object. An object that `ludex` has too is described there."""
    import ludex

    value, full = getattr(import_module(module), name), f"{module}.{name}"
    if module != "ludex" and name in ludex.__all__ and getattr(ludex, name) is value:
        return f".. py:data:: {full}\n\n   The same as :py:obj:`ludex.{name}`."
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, Exception) else "autoclass"
        return f".. {kind}:: {full}\n   :members:"
    if inspect.isroutine(value):
        return f".. autofunction:: {full}"
    said = described(module, name) or (inspect.getdoc(value) if inspect.ismodule(value) else "") or str(value)
    indented = said.strip().replace("\n", "\n   ")
    return f".. py:data:: {full}\n\n   {indented}"


def described(module: str, name: str) -> str:
    """Return the text below the assignment of a name in the module that defines it."""
    from sphinx.pycode import ModuleAnalyzer

    source = inspect.getsource(import_module(module))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and any(alias.name == name for alias in node.names):
            module = node.module
    return "\n".join(ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name), ()))


class Gallery(SphinxDirective):
    """All games with their pictures, as links to their pages."""

    def run(self) -> list[nodes.Node]:
        """Draw a card for every game."""
        from tools.game_pages import page_of, shipped_games

        cards = [
            f'<a class="game" href="{page_of(game)[:-3]}.html">{game.look.picture}<b>{game.title}</b></a>'
            for game in shipped_games()
        ]
        return [nodes.raw("", f'<div class="games">{"".join(cards)}</div>', format="html")]


def add_picture(app: Any, docname: str, source: list[str]) -> None:
    """Begin the page of a card game with its picture."""
    if docname.startswith("games/cards/"):
        import ludex

        game = ludex.game(docname.rpartition("/")[2])
        title, rest = source[0].split("\n\n", 1)
        seats = f"{game.seats[0]}" if len(game.seats) == 1 else f"{game.seats[0]} to {game.seats[-1]}"
        facts = f"{seats} players · `ludex play {game.name}` · [moves and views](../cards.md#moves)"
        picture = f'```{{raw}} html\n<div class="one-game">{game.look.picture}</div>\n```'
        source[0] = f"{title}\n\n{picture}\n\n{facts}\n\n{rest}"


def skip_plain_fields(app: Any, what: str, name: str, value: Any, skip: bool, options: Any) -> bool | None:
    """Leave out fields of named tuples without a text: the signature has them."""
    return True if (inspect.getdoc(value) or "").startswith("Alias for field number") else None


def public_names() -> Iterator[tuple[str, str]]:
    """Yield how code mentions a public object, and the object's full name."""
    for module in reversed(MODULES):
        for name in import_module(module).__all__:
            yield f"{module}.{name}", f"{module}.{name}"
            if re.match("[A-Z][a-z]", name):
                yield name, f"{module}.{name}"


def link_code(app: Any, doctree: nodes.document) -> None:
    """Link names of public objects in running text to their entries, and drop blank lines at the end of examples."""
    known = app.ludex_names
    for literal in list(doctree.findall(nodes.literal)):
        full = known.get(literal.astext().removesuffix("()"))
        if full and not isinstance(literal.parent, nodes.reference | nodes.title | pending_xref):
            link = pending_xref("", refdomain="py", reftype="obj", reftarget=full, refexplicit=True, refwarn=False)
            literal.replace_self(link)
            link += literal
    for block in doctree.findall(nodes.literal_block):
        if block.rawsource == block.astext():  # text without markup
            block.rawsource = block.rawsource.rstrip()
            block.children = [nodes.Text(block.rawsource)]


def setup(app: Any) -> dict[str, bool]:
    """Register everything with Sphinx."""
    app.ludex_names = dict(public_names())
    app.add_directive("objects", Objects)
    app.add_directive("gallery", Gallery)
    app.connect("source-read", add_picture)
    app.connect("doctree-read", link_code)
    app.connect("autodoc-skip-member", skip_plain_fields)
    return {"parallel_read_safe": True}
