"""The words of orders: what people type, cut into tokens. Names are matched whole, the longest first, in any case.

Every character is read a fixed number of times, so that the time for any text is proportional to its length.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any, NamedTuple

from ludex.author import UnreadableMove, quote
from ludex.games.diplomacy.components import ARMY, FIRST_POWER, FLEET, MAPS, PLACE_NUMBER, POWER_NAMES, REACH, MapName

ARMY_WORD, FLEET_WORD, PLACE, COAST_WORD, POWER, TO, VIA, SEPARATOR = (
    "army",
    "fleet",
    "province",
    "coast",
    "power",
    "-",
    "via",
    ";",
)
HOLDS, SUPPORTS, CONVOYS, RETREATS, DISBANDS, BUILDS, WAIVES, VOTES, CONCEDES, DRAW, FROM, MOVES = (
    "hold",
    "support",
    "convoy",
    "retreat",
    "disband",
    "build",
    "waive",
    "vote",
    "concede",
    "draw",
    "from",
    "move",
)

KEYWORDS: dict[str, str] = {
    **dict.fromkeys(("a", "army", "armies"), ARMY_WORD),
    **dict.fromkeys(("f", "fleet", "fl"), FLEET_WORD),
    **dict.fromkeys(("h", "hold", "holds", "holding", "stand", "stands", "standing"), HOLDS),
    **dict.fromkeys(("s", "sup", "supp", "support", "supports"), SUPPORTS),
    **dict.fromkeys(("c", "convoy", "convoys", "transports"), CONVOYS),
    **dict.fromkeys(("r", "retreat", "retreats"), RETREATS),
    **dict.fromkeys(("d", "disband", "disbands", "destroy", "destroys", "remove", "removes"), DISBANDS),
    **dict.fromkeys(("b", "build", "builds"), BUILDS),
    **dict.fromkeys(("waive", "waives", "waived"), WAIVES),
    **dict.fromkeys(("m", "move", "moves", "attack", "attacks", "goes"), MOVES),
    **dict.fromkeys(("to", "into"), TO),
    **dict.fromkeys(("via", "via convoy", "by convoy", "via sea", "by sea"), VIA),
    **dict.fromkeys(("from",), FROM),
    **dict.fromkeys(("vote", "votes"), VOTES),
    **dict.fromkeys(("concede", "concedes"), CONCEDES),
    **dict.fromkeys(("draw",), DRAW),
    **dict.fromkeys(("nc", "north coast", "ncs"), COAST_WORD + "NC"),
    **dict.fromkeys(("sc", "south coast", "scs"), COAST_WORD + "SC"),
    **dict.fromkeys(("ec", "east coast", "ecs"), COAST_WORD + "EC"),
    **dict.fromkeys(("wc", "west coast", "wcs"), COAST_WORD + "WC"),
}
IGNORED = frozenset({"the", "at", "in", "unit", "of", "its", "and", "will", "s'"})
_ARROW = re.compile(r"[-–—=]+[>→]?|[>→]")
_SEPARATOR = re.compile(r"[;\n,]")
_TITLE = re.compile(r"[ \t]*:")
_WORD = re.compile(r"[^\W_]+(?:'s)?", re.UNICODE)
_NAME = re.compile(r"[^\W_]+", re.UNICODE)
_SKIP = re.compile(r"[ \t\r./()\[\]:*'\"]+")
_COMMENT = re.compile(r"#[^\n]*")
_NUMBERED = re.compile(r"[ \t]*\d{1,3}[.):]")
"""The number of an order in a list: `1. A PAR - BUR`."""
_COAST_LETTER = re.compile(r"[ \t]*[/(][ \t]*([nsew])(?![^\W_])", re.IGNORECASE)
"""A coast after its province: `STP/S`."""
_BETWEEN = re.compile(r"[ \t]*[.\-'][ \t]*|[ \t]+")
"""Separators between the words of a name."""
_TITLES = {power[:3]: power for power in POWER_NAMES}
"""Powers before a colon: `ENG:` is England, though elsewhere it is the English Channel."""
_DASHES = frozenset("-–—>→")
MOST_QUOTED = 120
"""Largest number of characters of a text that a message quotes."""


class Guide(NamedTuple):
    """The context of hints: the map that is played (None: any), and orders to show as examples."""

    board: MapName | None = None
    examples: tuple[str, ...] = ()


ANY = Guide()


class Token(NamedTuple):
    """A word of an order: its kind, its value, and its written form."""

    kind: str
    value: str
    text: str
    at: int


def quoted(text: str) -> str:
    """Quote a text for a message, shortened if it is long.

    >>> quoted(" A PAR - BUR "), len(quoted("-" * 1_000_000)) < 150
    ("'A PAR - BUR'", True)
    """
    return quote(text.strip(), most=MOST_QUOTED)


@cache
def all_names() -> tuple[tuple[str, str, str], ...]:
    """Return every name with its kind and meaning: (what people type, kind, value)."""
    found: dict[str, tuple[str, str]] = {}
    for number, board in enumerate(MAPS.values()):
        for province in board.provinces:
            for name in (province.code, province.name, *province.aliases):
                found.setdefault(plain(name), (PLACE, province.code))
        for power in POWER_NAMES[FIRST_POWER[number] : FIRST_POWER[number + 1]]:
            for name in (power, board.adjectives[power], power[:3]):
                found.setdefault(plain(name), (POWER, power))
    for word, kind in KEYWORDS.items():
        coast = kind.startswith(COAST_WORD) and kind != COAST_WORD
        found[plain(word)] = (COAST_WORD, kind[len(COAST_WORD) :]) if coast else (kind, kind)
    return tuple((name, kind, value) for name, (kind, value) in found.items())


def plain(name: str) -> str:
    return " ".join(_NAME.findall(name.casefold()))


@cache
def _tree() -> dict[str, Any]:
    """Return all names as a tree: every word leads to those that can follow it, and an empty one to the meaning."""
    tree: dict[str, Any] = {}
    for name, kind, value in all_names():
        node = tree
        for word in name.split():
            node = node.setdefault(word, {})
        node[""] = kind, value
    return tree


_NOTHING: dict[str, Any] = {}


def _name_at(text: str, at: int) -> tuple[str, str, int] | None:
    """Return the longest name that begins here: its kind and value, and where it ends."""
    node, found = _tree(), None
    while word := _NAME.match(text, at):
        node = node.get(word[0].casefold(), _NOTHING)
        if not node:
            break
        at = word.end()
        if "" in node:
            found = (*node[""], at)
        if len(node) == 1 and "" in node:
            break
        between = _BETWEEN.match(text, at)
        if between is None:
            break
        at = between.end()
    return found


def tokens_of(text: str, guide: Guide = ANY) -> tuple[Token, ...]:
    """Cut a text into tokens. What follows a `#` on its line is a comment, and orders may be numbered.

    >>> [token.value for token in tokens_of("f north sea c english a lon-bel")]
    ['fleet', 'NTH', 'convoy', 'ENGLAND', 'army', 'LON', '-', 'BEL']
    """
    text = unicodedata.normalize("NFC", text)
    found: list[Token] = []
    at = 0
    while at < len(text):
        begins = not found or found[-1].kind == SEPARATOR
        if begins and (number := _NUMBERED.match(text, at)):
            at = number.end()
        elif found and found[-1].kind == PLACE and (coast := _COAST_LETTER.match(text, at)):
            found.append(Token(COAST_WORD, f"{coast[1].upper()}C", coast[0], at))
            at = coast.end()
        elif skip := _SKIP.match(text, at) or _COMMENT.match(text, at):
            at = skip.end()
        elif name := _name_at(text, at):
            kind, value, end = name
            if value in _TITLES and _TITLE.match(text, end):
                kind, value = POWER, _TITLES[value]
            found.append(Token(kind, value, text[at:end], at))
            at = end
        elif (arrow := _ARROW.match(text, at)) and not _DASHES.isdisjoint(arrow[0]):
            found.append(Token(TO, TO, arrow[0], at))
            at = arrow.end()
        elif _SEPARATOR.match(text, at):
            found.append(Token(SEPARATOR, SEPARATOR, text[at], at))
            at += 1
        elif (word := _WORD.match(text, at)) and word[0].casefold() in IGNORED:
            at = word.end()
        else:
            unknown = word[0] if word else text[at]
            raise UnreadableMove(
                f"cannot read {quoted(text)}: {quoted(unknown)} is neither a place nor a word of an order"
                f"{_hint(unknown[:MOST_QUOTED], guide, found)}"
            )
    return tuple(found)


_UNIT = (PLACE, POWER, ARMY_WORD, FLEET_WORD)
_FOLLOWS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((TO, FROM, RETREATS, ARMY_WORD, FLEET_WORD), (PLACE,)),
    **dict.fromkeys((SUPPORTS, CONVOYS), _UNIT),
    CONCEDES: (POWER,),
}
"""The words that can follow a word. After a place, it is anything that does not begin a unit."""
MOST_NEAR = 5
"""Largest number of similar names that are compared."""


def _hint(word: str, guide: Guide, before: list[Token]) -> str:
    """Suggest a name on the map that is similar to a word and makes sense after the tokens before it."""
    import difflib

    last = before[-1].kind if before else SEPARATOR
    if last == TO and len(before) > 1 and before[-2].kind == CONCEDES:
        last = CONCEDES
    names = {
        name: (kind, value)
        for name, kind, value in all_names()
        if len(name) > 2 and _is_on(guide.board, kind, value) and _can_follow(last, kind)
    }
    near = difflib.get_close_matches(word.casefold(), names, MOST_NEAR)
    if not near:
        return ""
    best = next((name for name in near if last == TO and _is_adjacent(before, names[name][1])), near[0])
    return f". Did you mean {names[best][1]} ({best})?"


def _can_follow(last: str, kind: str) -> bool:
    return kind not in _UNIT if last == PLACE else kind in _FOLLOWS.get(last, (kind,))


def _is_on(board: MapName | None, kind: str, value: str) -> bool:
    """Return whether a name is on a map. Words of orders are on all of them."""
    if board is None or kind not in (PLACE, POWER):
        return True
    return value in (MAPS[board].codes if kind == PLACE else MAPS[board].power_names)


def _is_adjacent(before: list[Token], code: str) -> bool:
    """Return whether the unit that was named last, army or fleet, can go to a province without a convoy."""
    at = max((number for number, token in enumerate(before) if token.kind == PLACE), default=-1)
    if at < 0 or code not in PLACE_NUMBER:
        return False
    kinds = {ARMY_WORD: (ARMY,), FLEET_WORD: (FLEET,)}.get(before[at - 1].kind if at else "", (ARMY, FLEET))
    return any(REACH[kind, PLACE_NUMBER[before[at].value], PLACE_NUMBER[code]] for kind in kinds)
