"""Write the tables of the games' pages from the games: `python -m tools.game_pages`.

`docs/games/made/NAME.md` has the facts, settings, moves and view fields of a game. The pages of the games include
parts of it. A test compares the files with the games.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

import ludex
from ludex.core.language.fields import Among, domains_of
from ludex.core.language.settings import about_settings, setting_choices
from ludex.core.language.views import Shown, field_names

ROOT = Path(__file__).parent.parent
MADE = ROOT / "docs" / "games" / "made"
PAGES = {
    "automation": "automation",
    "modern-art": "modern-art",
    "power-grid": "power-grid",
    "diplomacy": "diplomacy",
    "cards": "partnership-spades",
}
"""The pages with tables, and the game that each is made from: all card games have the same moves and views."""


def main() -> None:
    """Write all files."""
    MADE.mkdir(exist_ok=True)
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")


def files() -> dict[Path, str]:
    """Return what the files should contain.

    >>> "| `turn_limit` | int | `50` |" in files()[MADE / "automation.md"]
    True
    """
    made = {MADE / f"{page}.md": tables(ludex.game(name)) for page, name in PAGES.items()}
    return made | {MADE / "games.md": list_of_games()}


def tables(game: ludex.Game[Any, Any]) -> str:
    """Return all tables of a game, with marks between them at which pages include a part."""
    parts = {"facts": facts(game), "settings": settings(game), "moves": moves(game), "views": views(game)}
    return "\n".join(f"<!-- {name} -->\n{text}" for name, text in parts.items()) + "\n<!-- end -->\n"


def facts(game: ludex.Game[Any, Any]) -> str:
    """Return the facts of a game in a few rows."""
    rows = [("players", span(game.seats)), ("minutes", minutes(game)), ("bots, weakest first", bots(game))]
    return table(("", ""), [*rows, ("a state", f"{game.machine.layout.size:,} bytes")])


def settings(game: ludex.Game[Any, Any]) -> str:
    """Return the table of settings, with their values, defaults and meanings."""
    about = about_settings(game.settings)
    blank = game.settings()
    rows = [
        (code(name), choices(values), code(shown_default(getattr(blank, name))), about.get(name, ""))
        for name, values in setting_choices(game.settings).items()
    ]
    return table(("setting", "values", "default", "meaning"), rows) if rows else "The game has no settings.\n"


def moves(game: ludex.Game[Any, Any]) -> str:
    """Return the table of moves: typed, as values, and what they mean."""
    rows = []
    for kind in game.moves.kinds:
        domains = domains_of(kind)
        fields = "; ".join(f"{name}: {values_of(domain)}" for name, domain in domains.items())
        rows.append((code(game.moves.form(kind)), code(f"{kind.__name__}({', '.join(domains)})"), first(kind), fields))
    return table(("typed", "value", "meaning", "fields"), rows)


def values_of(domain: Any) -> str:
    """Return the values that a field of a move can have, with a few examples if there are many names.

    >>> from ludex.author import Among, Number
    >>> values_of(Among("open", "hidden")), values_of(Among(*"abcdefgh")), values_of(Number(1, 9))
    ('open, hidden', 'a, b, c, … (8 in all)', '1 to 9')
    """
    names = domain.names if isinstance(domain, Among) else ()
    if len(names) > 6:
        return f"{', '.join(names[:3])}, … ({len(names)} in all)"
    return ", ".join(names) or domain.expected().removeprefix("a whole number from ")


def views(game: ludex.Game[Any, Any]) -> str:
    """Return a table of the fields of the game's view, and one for each class that it is made of."""
    return "\n".join(
        f"**`{kind.__name__}`**: {first(kind)}\n\n"
        + table(
            ("field", "type", "meaning"),
            [(code(name), code(kind_of), about) for name, kind_of, about in fields_of(kind)],
        )
        for kind in classes_in(game.view_type)
    )


def classes_in(view: Any) -> list[Any]:
    """List a view's class and the classes of its fields, each once, outer ones first."""
    found = [view]
    for kind in found:
        for hint in get_type_hints(kind).values():
            found += [part for part in parts_of(hint) if part not in found]
    return found


def parts_of(hint: Any) -> Iterator[Any]:
    """Yield the classes with fields in a type."""
    if get_args(hint):
        for each in get_args(hint):
            yield from parts_of(each)
    elif inspect.isclass(hint) and (hasattr(hint, "__struct_fields__") or hasattr(hint, "__dataclass_fields__")):
        yield hint


def fields_of(kind: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the type and the meaning of every field of a class in a view."""
    hints, said = get_type_hints(kind), attribute_docs(kind)
    for name in field_names(kind):
        field = inspect.getattr_static(kind, name, None)
        about = inspect.getdoc(field.make) if isinstance(field, Shown) else said.get(name)
        yield name, type_text(hints[name]), " ".join((about or "").split())


def attribute_docs(kind: Any) -> dict[str, str]:
    """Return the texts below the fields of a struct, by field."""
    found = re.findall(r'^    (\w+): [^\n]*\n    """(.*?)"""', inspect.getsource(kind), re.MULTILINE | re.DOTALL)
    return dict(found)


def type_text(hint: Any) -> str:
    """Return a type as people write it.

    >>> type_text(tuple[str, ...]), type_text(int | None)
    ('tuple[str, ...]', 'int | None')
    """
    text = hint.__name__ if inspect.isclass(hint) and not get_args(hint) else str(hint)
    return re.sub(r"(?:typing\.)|(?:\b[a-z_]+\.)+(?=[A-Z])", "", text)


def list_of_games() -> str:
    """Return the table of all games that come with Ludex."""
    rows = []
    for game in shipped_games():
        rows.append(
            (
                f"[{game.title}]({page_of(game)})",
                code(game.name),
                span(game.seats),
                minutes(game),
                code(game.bots_by_strength[-1]),
            )
        )
    return table(("game", "name", "players", "minutes", "strongest bot"), rows)


def shipped_games() -> list[ludex.Game[Any, Any]]:
    """Return the games that come with Ludex: the four large ones first, then the card games."""
    games = [ludex.game(name) for name in ludex.game_names()]
    ours = [game for game in games if type(game).__module__.startswith("ludex.")]
    return sorted(ours, key=lambda game: (game.definition is not None, game.title))


def page_of(game: ludex.Game[Any, Any]) -> str:
    """Return the page of a game, relative to the folder of the games' pages."""
    if game.name.startswith("diplomacy"):
        return "diplomacy.md"
    return f"{game.name}.md" if game.name in PAGES else f"cards/{game.name}.md"


def span(seats: range) -> str:
    """Return a range of numbers of players in words."""
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def minutes(game: ludex.Game[Any, Any]) -> str:
    """Return the usual duration of a game."""
    return f"{game.minutes[0]} to {game.minutes[1]}" if game.minutes else ""


def bots(game: ludex.Game[Any, Any]) -> str:
    """Return the names of the bots."""
    return ", ".join(map(code, game.bots_by_strength))


def choices(values: Any) -> str:
    """Return the values of a setting, or its type."""
    return ", ".join(code(value) for value in values) if isinstance(values, tuple) else type_text(values)


def shown_default(value: Any) -> str:
    """Return the default of a setting as it is typed at the command line."""
    return value if isinstance(value, str) and value else msgspec.json.encode(value).decode()


def first(kind: Any) -> str:
    """Return the first paragraph of a class's docstring, if it has its own."""
    text = vars(kind).get("__doc__") or ""
    return " ".join(inspect.cleandoc(text).split("\n\n")[0].split()) if get_origin(kind) is None else ""


def code(value: Any) -> str:
    """Return a value as code in Markdown."""
    return f"`{value}`"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines) + "\n"


if __name__ == "__main__":
    main()
