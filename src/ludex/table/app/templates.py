"""The pages' templates, and functions that fill them."""

from __future__ import annotations

import hashlib
from functools import cache, partial
from pathlib import Path
from typing import Any

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup

from ludex.table.app.root import at

HERE = Path(__file__).parent
STATIC = HERE / "static"

_markdown = MarkdownIt("js-default", {"html": False, "linkify": False})
"""HTML inside a text is shown as text, because genomes and their rulebooks come from clients."""


def static(name: str) -> str:
    """Return the address of a static file, which changes when the file does.

    >>> static("base.css").partition("?")[0]
    '/static/base.css'
    """
    return at(_versioned(name))


@cache
def _versioned(name: str) -> str:
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()
    return f"/static/{name}?v={digest[:12]}"


@cache
def worker_version() -> str:
    """Return the version of the service worker and of the files that it stores. It changes with any file of a page."""
    digest = hashlib.sha256()
    for folder in (STATIC, HERE / "templates"):
        for path in sorted(folder.iterdir()):
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def markdown(text: str) -> Markup:
    """Return Markdown as HTML.

    >>> markdown("a *b* <script>")
    Markup('<p>a <em>b</em> &lt;script&gt;</p>\\n')
    """
    return Markup(_markdown.render(text))


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(static=static, markdown=markdown, root=partial(at, ""), worker=worker_version)
    return environment


def render(template: str, **values: Any) -> str:
    """Return a page made from its template."""
    return _environment().get_template(template).render(**values)
