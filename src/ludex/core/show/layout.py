"""Text layout for terminals of any width: wrapped lines, columns under headings, flowing lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap

NARROWEST = 20
"""The least width of a column of text: below it, the terminal breaks the lines."""
NARROWEST_LAST = 30
"""The least room for a wrapped last column: below it, the column is moved below its row."""
INDENT = 10
"""The column in which the text next to a label begins."""
GAP = "  "
"""The space between columns of text."""
NONE = ("", "–", "?")
"""Signs for a missing number in a column."""
_HARD_SPACE = "\u00a0"
"""A space at which lines are not broken."""


def wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    """Break a text into lines of at most `width` columns. All lines after the first are indented by `hang`.

    >>> wrapped("Ada plays 10♠, and Bob plays Q♠.", 20, 2)
    ['Ada plays 10♠, and', '  Bob plays Q♠.']
    """
    lead = text[: len(text) - len(text.lstrip())]
    lines = wrap(
        text.strip(),
        max(width, NARROWEST),
        initial_indent=lead,
        subsequent_indent=lead + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
        fix_sentence_endings=False,
    )
    return [broken(line) for line in lines] or [""]


def whole(text: str) -> str:
    """Return a text inside which lines are not broken.

    >>> wrapped(f"plants {whole('15 (2 coal → 3)')}", 20)
    ['plants', '15 (2 coal → 3)']
    """
    return text.replace(" ", _HARD_SPACE)


def broken(line: str) -> str:
    """Return a line for printing, with the spaces that `whole` protected."""
    return line.replace(_HARD_SPACE, " ")


def labelled(label: str, text: str, width: int, indent: int = INDENT) -> list[str]:
    """Lay out a label, and a text next to it that stays in its column.

    >>> labelled("Hand", "one two three four five six seven eight nine ten", 40)
    ['Hand      one two three four five six', '          seven eight nine ten']
    """
    lines = wrapped(text, width - indent)
    return [f"{label if number == 0 else '':<{indent}}{line}".rstrip() for number, line in enumerate(lines)]


def listed(label: str, items: Iterable[str], width: int, indent: int = INDENT, between: str = ", ") -> list[str]:
    """Lay out a list next to a label. Lines are broken between items and never inside one.

    >>> listed("For sale", ["3 (2 oil)", "4 (2 coal)", "5 (2 hybrid)", "6 (1 garbage)"], 48)
    ['For sale  3 (2 oil), 4 (2 coal), 5 (2 hybrid),', '          6 (1 garbage)']
    """
    return labelled(label, between.join(map(whole, items)), width, indent)


def running(sentences: Iterable[str], width: int, lead: str = GAP) -> list[str]:
    """Lay out sentences one after the other, indented. Lines are broken between sentences if possible.

    >>> running(["Ann bids 17 for plant 4.", "Bob passes.", "Ann buys plant 4."], 40)
    ['  Ann bids 17 for plant 4. Bob passes.', '  Ann buys plant 4.']
    """
    room = max(width - len(lead), NARROWEST)
    kept = (whole(sentence) if columns_of(sentence) <= room else sentence for sentence in sentences)
    text = " ".join(kept)
    return [lead + line for line in wrapped(text, room)] if text else []


def flowed(label: str, items: Sequence[str], width: int, indent: int = INDENT) -> list[str]:
    """Lay out items next to a label, in the largest number of columns that fits.

    >>> flowed("Supply", ["Bitcoin ×60", "Ethereum ×40", "Method ×14"], 40)
    ['Supply    Bitcoin ×60   Ethereum ×40', '          Method ×14']
    """
    if not items:
        return [label]
    cell = max(map(columns_of, items)) + len(GAP)
    each = max(1, (max(width, NARROWEST) - indent + len(GAP)) // cell)
    rows = [items[first : first + each] for first in range(0, len(items), each)]
    return [
        f"{label if number == 0 else '':<{indent}}{''.join(padded(item, cell) for item in row)}".rstrip()
        for number, row in enumerate(rows)
    ]


def grid(headings: Sequence[str], rows: Sequence[Sequence[object]], width: int) -> list[str]:
    """Lay out rows under headings. Numbers are aligned right, and the last column is wrapped.

    Empty columns are left out. A last column of words without enough room is moved below its row.

    >>> for line in grid(["player", "points", "owns"], [["Ann", 3, "7 Bitcoin, 3 Method"], ["Bob", 12, "–"]], 60):
    ...     print(line)
    player  points  owns
    Ann          3  7 Bitcoin, 3 Method
    Bob         12  –
    """
    texts = [[str(cell) for cell in row] for row in rows]
    used = [at for at in range(len(headings)) if any(row[at] for row in texts)]
    heads, texts = [headings[at] for at in used], [[row[at] for at in used] for row in texts]
    right = [_is_numeric([row[at] for row in texts]) for at in range(len(heads))]
    widths = [max(columns_of(cell) for cell in column) for column in zip(heads, *texts, strict=True)]
    before = sum(widths[:-1]) + len(GAP) * (len(heads) - 1)
    below = not right[-1] and 0 < width < before + min(NARROWEST_LAST, widths[-1])
    lines = []
    for row in (heads, *texts):
        cells = [padded(cell, size, is_right) for cell, size, is_right in zip(row, widths, right, strict=True)]
        first = GAP.join(cells[:-1])
        if below:
            lines += [first.rstrip(), *wrapped(f"{GAP * 3}{row[-1]}", width)] if row is not heads else [first.rstrip()]
            continue
        last = [cells[-1]] if right[-1] or not width else wrapped(row[-1], width - before)
        lines.append(f"{first}{GAP if first else ''}{last[0]}".rstrip())
        lines += [" " * before + more for more in last[1:]]
    return [broken(line) for line in lines]


def _is_numeric(cells: Sequence[str]) -> bool:
    """Return whether a column has numbers, and besides them only signs for none and very short words like `Nil`."""
    others = [cell for cell in cells if not re.fullmatch(r"[-−+]?\d[\d,]*", cell)]
    words = [cell for cell in others if cell not in NONE]
    return len(words) < len(cells) and all(word.isalpha() and len(word) <= len("Nil") for word in words)


def padded(text: str, width: int, right: bool = False) -> str:
    """Pad a text with spaces to a width in columns of the terminal."""
    room = " " * (width - columns_of(text))
    return room + text if right else text + room


def columns_of(text: str) -> int:
    """Return the number of terminal columns that a text takes: some signs take two.

    >>> columns_of("Ann"), columns_of("安")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
