"""Options as shown at a terminal: numbered where that is clear, and folded if there are many.

A menu with amounts or other numbers in it is not numbered (`ludex.core.play.reading.numbered`): its entries are typed
by their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from ludex.core.language.options import Options, Span
from ludex.core.play import reading
from ludex.core.play.reading import RARE, Path
from ludex.core.show.layout import GAP, listed, padded

FEWEST_FOLDED = 2
"""The number of options with the same first word that share a row, if options are not numbered."""
LONGEST_HEAD = 12
MOST_ROWS = 7
COMMANDS = "hq"
"""Letters that are already commands: help and quit."""

_LABELLED = re.compile(r"([a-z]+) (\d+)")


class Row(msgspec.Struct, frozen=True):
    """A row of a menu: its key, its text and a remark, or the beginning of several options and their continuations."""

    key: str
    text: str
    rest: tuple[str, ...] = ()
    remark: str = ""


class Menu:
    """The options of a decision.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> print(Menu(table.options(0)).text(80))
      1  play Bitcoin
      2  end phase
    """

    def __init__(
        self,
        options: Options,
        remarks: Mapping[str, str] | None = None,
        keys: Mapping[str, str] | None = None,
        with_rare: bool = False,
        numbered: bool = True,
        shown: Callable[[str], str] = str,
    ) -> None:
        remarks = remarks or {}
        self._shown = shown
        self.rare = tuple(_text(path) for path, means in options.meant if means in RARE)
        self.paths: tuple[Path, ...] = tuple(path for path, means in options.meant if with_rare or means not in RARE)
        self.keys = dict(keys or {})
        self.numbered = numbered and self.paths == reading.numbered(options)
        self.rows = tuple(self._rows(remarks))

    def _rows(self, remarks: Mapping[str, str]) -> Iterable[Row]:
        yield from (Row(key, line) for key, line in self.keys.items())
        if self.numbered:
            for number, path in enumerate(self.paths, 1):
                yield self._row(str(number), path, remarks)
            return
        for head, paths in _by_beginning(_merged(self.paths)):
            if head and len(paths) >= FEWEST_FOLDED and not any(_is_amount(path[-1]) for path in paths):
                yield Row("", self._shown(head), tuple(map(self._shown, _folded(head, paths, remarks))))
            else:
                yield from (self._row(self._key(path), path, remarks) for path in paths)

    def _row(self, key: str, path: Path, remarks: Mapping[str, str]) -> Row:
        """Return an option with the remark about it, or about what it begins with."""
        text = _text(path)
        found = [about for about in remarks if text == about or text.startswith(f"{about} ")]
        told = (remarks[max(found, key=len)] if found else "", self._hint(path))
        return Row(key, self._shown(text), remark=GAP.join(filter(None, told)))

    def _hint(self, path: Path) -> str:
        """Return the hint that a number is enough, if only one amount can be meant."""
        spans = [other for other in self.paths if isinstance(other[-1], Span)]
        return "– the number alone will do" if spans == [path] and len(path) <= 2 else ""

    def _key(self, path: Path) -> str:
        """Return the shortest input: the amount, or the first letter of a word that begins no other option."""
        if isinstance(path[-1], Span):
            return ""
        text = _text(path)
        first = [_text(other)[:1].casefold() for other in self.paths]
        alone = text.isalpha() and first.count(text[0].casefold()) == 1
        return text[0] if alone and text[0].casefold() not in COMMANDS else ""

    def text(self, width: int, most: int = MOST_ROWS) -> str:
        """Return the menu in lines of at most `width` columns. An entry with many choices has at most `most` rows."""
        if not self.rows:
            return ""
        keys = max(3, *(len(row.key) + 2 for row in self.rows))
        heads = [len(row.text) for row in self.rows if row.rest]
        indent = keys + 2 + min(max(heads, default=0), LONGEST_HEAD) + 2
        lines: list[str] = []
        for row in self.rows:
            label = f"{padded(row.key, keys, right=True)}{GAP}{row.text}"
            beside = max(indent, len(label) + 2)
            remark = f"{GAP}{row.remark}" if row.remark and len(label) + len(GAP) + len(row.remark) <= width else ""
            told = listed(label + GAP, row.rest, width, beside, between=" ") if row.rest else [label + remark]
            lines += told if len(told) <= most else [*told[: most - 1], f"{'':{beside}}… (Tab lists them all)"]
        return "\n".join(lines)


def _merged(paths: Sequence[Path]) -> list[Path]:
    """Merge options that differ only in a number before the amount: `open plant 22 discard 4/8/11 bid 22…50`."""
    numbers: dict[Path, list[str]] = {}
    for path in paths:
        before = [str(token) for token in path[-2:-1]]
        found = _LABELLED.fullmatch(before[0]) if before and _is_amount(path[-1]) else None
        merged = (*path[:-2], found[1], path[-1]) if found else path
        numbers.setdefault(merged, []).append(found[2] if found else "")
    return [
        (*path[:-2], f"{path[-2]} {'/'.join(found)}", path[-1]) if found[0] else path for path, found in numbers.items()
    ]


def _is_amount(token: str | Span) -> bool:
    """Return True if a token is a range of numbers, or one that is left of it: `bid 22`."""
    return isinstance(token, Span) or _LABELLED.fullmatch(token) is not None


def _by_beginning(paths: Sequence[Path]) -> Iterator[tuple[str, list[Path]]]:
    """Group options by their beginning: the first word, or two words if that leaves choices."""
    for head, group in groupby(paths, key=lambda path: str(path[0]) if len(path) > 1 else ""):
        alike = list(group)
        if head and all(len(path) == 3 for path in alike):
            longer = [(_text(path[:2]), path) for path in alike]
            inner = [(two, [path for other, path in longer if other == two]) for two in dict.fromkeys(dict(longer))]
            if len(inner) > 1 and all(len(found) >= FEWEST_FOLDED for _, found in inner):
                yield from inner
                continue
        yield head, alike


def _folded(head: str, paths: Sequence[Path], remarks: Mapping[str, str]) -> Iterator[str]:
    """Return the continuations of options with the same beginning, each with the comma after it.

    Those with the same remark are grouped, and so are those that differ only in their last word: `for 10: Essen, Köln;
    for 12: Trier`, `H; - BUR, GAS; S A MAR - BUR, GAS`.
    """
    about = {path: remarks.get(_text(path), "") for path in paths}
    groups: dict[str, list[str]] = {}
    for path, remark in sorted(about.items(), key=lambda entry: (not entry[1], len(entry[1]), entry[1])):
        rest, last = _text(path)[len(head) + 1 :], str(path[-1])
        if remark:
            groups.setdefault(f"for {remark}: ", []).append(rest)
        else:
            before = "" if " " in last else rest.removesuffix(last)
            groups.setdefault(before, []).append(last if before else rest)
    if any(len(group) > 1 and shared for shared, group in groups.items()):
        folded = [[shared + group[0], *group[1:]] for shared, group in groups.items()]
    else:
        folded = [[shared + one for shared, group in groups.items() for one in group]]
    for number, group in enumerate(folded, 1):
        yield from (f"{one}," for one in group[:-1])
        yield group[-1] + ";" * (number < len(folded))


def _text(path: Sequence[str | Span]) -> str:
    return " ".join(map(str, path))
