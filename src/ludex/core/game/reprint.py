"""Reprints: a game that comes with Ludex once more, with further printed data, as a game under another name.

Printed cards and maps are constants of the rules, and decide how large the record is and which moves there are. A game
with other cards therefore has a record, moves and compiled rules that are its own, and the game that comes with Ludex
stays the same on every machine. A reprint loads the modules of the game again under other names, and lets their
imports of each other mean the reprint.
"""

from __future__ import annotations

import ast
import re
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from typing import Any, NamedTuple, TypeVar

from ludex.core.language.errors import BrokenRule, quote

F = TypeVar("F", bound=Callable[..., Any])
KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class _Reprint(NamedTuple):
    """The package that is loaded again, its other name, and what its author adds."""

    original: str
    name: str
    added: Mapping[str, Any]

    def renamed(self, module: str) -> str:
        """Return the name of a module in the reprint; modules of other packages have the same name."""
        return self.name + module[len(self.original) :] if _is_in(module, self.original) else module


_REPRINTS: dict[str, _Reprint] = {}


def reprint(home: str, original: str, name: str, **added: Any) -> types.ModuleType:
    """Load a game's package again, with further printed data, and return it. `name` is the name of the new game.

    `home` is the `__name__` of the module that calls this. The package is loaded below that module, so that other
    processes find its classes by importing that module.

    >>> from ludex.games.automation import CARDS
    >>> again = reprint(__name__, "ludex.games.automation", "again", cards={"Pause": {"type": "bug", "cost": 1}})
    >>> set(again.CARDS["base"]) - set(CARDS["base"])
    {'Pause'}
    """
    if not isinstance(name, str) or not KEBAB.fullmatch(name):
        raise BrokenRule(f"{quote(name)} is not a name for a game: expected words with hyphens, e.g. my-game")
    made = _Reprint(original, f"{home}._{name.replace('-', '_')}", added)
    if made.name in _REPRINTS:
        raise BrokenRule(f"{home} has two games named {name!r}: expected different names")
    parent = sys.modules[home]
    if not hasattr(parent, "__path__"):
        parent.__path__ = []  # a module with a path can have modules below it
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    _REPRINTS[made.name] = made
    try:
        return import_module(made.name)
    except BaseException:
        del _REPRINTS[made.name]
        for module in [module for module in sys.modules if _is_in(module, made.name)]:
            del sys.modules[module]
        raise


def printed_by_author(module: str, what: str) -> Mapping[str, Any]:
    """Return what the author of a reprint adds, by the name of any of its modules; {} in the game itself.

    >>> printed_by_author("ludex.games.automation.components", "cards")
    {}
    """
    made = _find(module)
    found: Mapping[str, Any] = made.added.get(what, {}) if made else {}
    return found


def adopted(module: str, function: F) -> F:
    """Return a function of the author of a reprint, in which names from the game's modules mean the reprint's.

    >>> def own():
    ...     pass
    >>> adopted("ludex.games.automation.components", own) is own
    True
    """
    made = _find(module)
    if made is None:
        return function
    names = {
        name: getattr(import_module(made.renamed(value.__module__)), name, value)
        if _is_in(getattr(value, "__module__", None) or "", made.original)
        else value
        for name, value in function.__globals__.items()
        if name in function.__code__.co_names
    }
    copy: Any = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__annotations__, copy.__module__, copy.__doc__ = (
        function.__annotations__,
        function.__module__,
        function.__doc__,
    )
    return copy  # type: ignore[no-any-return]  # a copy has the signature of the function


def reprint_of(module: str) -> str:
    """Return the name of the reprint that a module belongs to; "" for all others.

    >>> reprint_of("ludex.games.automation.game")
    ''
    """
    made = _find(module)
    return made.name if made else ""


def _find(module: str) -> _Reprint | None:
    return next((made for made in _REPRINTS.values() if _is_in(module, made.name)), None)


def _is_in(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


class _Finder(MetaPathFinder):
    """Finds the modules of reprints, at the files of the originals."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        made = _find(fullname)
        found = find_spec(made.original + fullname[len(made.name) :]) if made else None
        if made is None or found is None or found.origin is None:
            return None
        folders = found.submodule_search_locations
        loader = _Loader(fullname, found.origin, made)
        return spec_from_file_location(fullname, found.origin, loader=loader, submodule_search_locations=folders)


class _Loader(SourceFileLoader):
    """Loads a module of a reprint. Its bytecode is not cached: the cache of the file belongs to the original."""

    def __init__(self, fullname: str, path: str, made: _Reprint) -> None:
        super().__init__(fullname, path)
        self.made = made

    def get_code(self, fullname: str) -> types.CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                node.module = self.made.renamed(node.module)
        return compile(tree, self.path, "exec", dont_inherit=True)


_FINDER = _Finder()
