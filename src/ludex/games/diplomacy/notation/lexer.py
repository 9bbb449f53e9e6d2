"""The words of orders: what people type, cut into tokens. Names are matched whole, the longest first, in any case."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ludex.core.errors import UnreadableMove
from ludex.games.diplomacy.components import FIRST_POWER, MAPS, POWER_NAMES

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
    **dict.fromkeys(("h", "hold", "holds", "stand", "stands"), HOLDS),
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
_ARROW = re.compile(r"[-–—=]*[>→]|[-–—]")
_SEPARATOR = re.compile(r"[;\n,]")
_TITLE = re.compile(r"[ \t]*:")
_WORD = re.compile(r"[^\W_]+(?:'s)?", re.UNICODE)
_SKIP = re.compile(r"[ \t\r./()\[\]:*'\"]+")
_TITLES = {power[:3]: power for power in POWER_NAMES}
"""Powers before a colon: `ENG:` is England, though elsewhere it is the English Channel."""
_BETWEEN = r"(?:[ \t]*[.\-'][ \t]*|[ \t]+)"


class Token(NamedTuple):
    """A word of an order: its kind, what it stands for, and how it was written."""

    kind: str
    value: str
    text: str
    at: int


@cache
def _names() -> tuple[tuple[str, str, str], ...]:
    """Every name with its kind and meaning: (what people type, kind, value)."""
    found: dict[str, tuple[str, str]] = {}
    for number, board in enumerate(MAPS.values()):
        for province in board.provinces:
            for name in (province.code, province.name, *province.aliases):
                found.setdefault(_plain(name), (PLACE, province.code))
        for power in POWER_NAMES[FIRST_POWER[number] : FIRST_POWER[number + 1]]:
            for name in (power, board.adjectives[power], power[:3]):
                found.setdefault(_plain(name), (POWER, power))
    for word, kind in KEYWORDS.items():
        coast = kind.startswith(COAST_WORD) and kind != COAST_WORD
        found[_plain(word)] = (COAST_WORD, kind[len(COAST_WORD) :]) if coast else (kind, kind)
    return tuple((name, kind, value) for name, (kind, value) in found.items())


def _plain(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", name.casefold()))


@cache
def _matcher() -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    """One pattern for all names, the longest first, and what each stands for without its spaces."""
    names = sorted(_names(), key=lambda entry: -len(entry[0]))
    pattern = "|".join(_BETWEEN.join(map(re.escape, name.split())) for name, _, _ in names)
    return re.compile(rf"(?:{pattern})(?![^\W_])", re.IGNORECASE), {n.replace(" ", ""): (k, v) for n, k, v in names}


def tokens_of(text: str) -> tuple[Token, ...]:
    """Cut a text into tokens.

    >>> [token.value for token in tokens_of("f north sea c english a lon-bel")]
    ['fleet', 'NTH', 'convoy', 'ENGLAND', 'army', 'LON', '-', 'BEL']
    """
    pattern, meanings = _matcher()
    found: list[Token] = []
    at = 0
    while at < len(text):
        if skip := _SKIP.match(text, at):
            at = skip.end()
        elif name := pattern.match(text, at):
            kind, value = meanings["".join(re.findall(r"[^\W_]+", name[0].casefold()))]
            if _TITLE.match(text, name.end()) and value in _TITLES:
                kind, value = POWER, _TITLES[value]
            found.append(Token(kind, value, name[0], at))
            at = name.end()
        elif arrow := _ARROW.match(text, at):
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
                f"cannot read {text.strip()!r}: {unknown!r} is neither a place nor a word of an order{_hint(unknown)}"
            )
    return tuple(found)


def _hint(word: str) -> str:
    import difflib

    names = {entry[0]: entry for entry in _names() if len(entry[0]) > 2}
    near = difflib.get_close_matches(word.casefold(), names, 1)
    return f". Did you mean {names[near[0]][2]} ({near[0]})?" if near else ""
