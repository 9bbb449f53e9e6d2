"""Check the English of the project: `python -m tools.english` (part of `make lint`).

The check reads docstrings, comments, messages, templates, scripts and Markdown. It reports docstrings that begin with
a bare clause ("What …", "Whether …"), docstrings of functions that begin with a noun, and phrases that have a plainer
equivalent. Exceptions are listed in `tools/english_allowed.txt`, each with its reason.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ALLOWED = ROOT / "tools" / "english_allowed.txt"
KINDS = (".py", ".md", ".html", ".js", ".toml")
PLACES = ("src/**/*", "tests/**/*", "tools/*", "benchmarks/**/*", "docs/**/*", "*")

BARE_CLAUSE = re.compile(r"\s*(what|whether|how|who|whom|whose|where|why|when|which)\b", re.IGNORECASE)
NOUN = re.compile(r"\s*(a|an|the|all|every|each|one|two|both|no|its|their|some|any)\b", re.IGNORECASE)
STATES = {"property", "cached_property", "shown", "rule", "effect", "refusal", "offers", "asked"}
"""The decorators of functions whose docstrings can begin with a noun: properties and rules."""
PHRASES = {
    r"(is|are|was|were|be|been|being) told": "receives, is sent, sees, raises",
    r"(hears|wishes (to|for|that))": "receives, requests",
    r"beside": "next to, in the background, compared with",
    r"(go|goes|going|went|gone) on(?! (sale|offer|top|strike|a|the))": "continue, proceed, happen",
    r"(go|goes|going|went|gone) over to": "switch to",
    r"by (itself|themselves)": "automatically, alone",
    r"(is|are|was|were|be|been|being) kept": "is saved, stored, recorded, retained",
    r"so many": "that number of",
    r"as many(?! .{0,60}\bas\b)": "the same number of",
    r"in the midst": "during, in the middle of",
    r"as (it|they) (stands?|is|are)(?=\s*[.,;:)]|$)": "unchanged, the current",
    r"as the document has it": "as in the reference API",
    r"of (its|their) own(?=[.,;:)]|$| (that|for|to|in|is|and|with|as|or|on)\b)": "separate, its, dedicated",
    r"(nobody|somebody|everybody|anybody|whoever)": "the actor: player, client, server, spectator",
    r"(?<!there\s)(is|are|was|were) no(?! (longer|more|less|fewer|worse|better|stronger))": "is not a",
    r"knows? no(?! (more|less|better))": "has no",
    r"dear(er|est)?": "expensive",
    r"anew": "again",
    r"worth nothing": "worth 0, without value",
    r"to be had": "available",
    r"not any more": "no longer",
    r"source document": "reference API",
}
"""Patterns of phrases that are not used, and suggestions for replacing them."""

RULES = [(re.compile(rf"\b{phrase}(?!\w)".replace(" ", r"\s+"), re.I | re.S), PHRASES[phrase]) for phrase in PHRASES]
CODE = re.compile(r"```.*?```|`[^`\n]*`|^\s*(?:>>>|\.\.\.) [^\n]*|\{[{%].*?[%}]\}|</?[a-z][^>]*>", re.S | re.M)
COMMENT = re.compile(r"(?:(?<=\s)|^)# [^\n]*", re.MULTILINE)
SCRIPT_TEXT = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|`[^`]*`", re.DOTALL)


class Text(NamedTuple):
    """A piece of text that people read, with the number of its first line."""

    line: int
    text: str
    is_docstring: bool = False
    of_function: bool = False


class Fault(NamedTuple):
    """A phrase to rewrite."""

    path: str
    line: int
    phrase: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {' '.join(self.phrase.split())!r}: write {self.instead}"


def main() -> None:
    """Print every fault, and exit with status 1 if there are any."""
    faults = [fault for path in paths_to_check() for fault in find_faults(path, (ROOT / path).read_text())]
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(1 if faults else 0)


def paths_to_check() -> list[str]:
    """List the files that the check reads, relative to the root of the project."""
    found = {path.relative_to(ROOT).as_posix() for place in PLACES for path in ROOT.glob(place)}
    return sorted(name for name in found if name.endswith(KINDS) and "_build/" not in name)


def find_faults(path: str, source: str) -> Iterator[Fault]:
    """Yield the faults in one file, except those on the allow-list."""
    allowed = [phrase for pattern, phrase in ALLOW_LIST if fnmatch(path, pattern)]
    for text in () if "*" in allowed else read_texts(path, source):
        if text.is_docstring and (clause := BARE_CLAUSE.match(text.text)):
            yield Fault(path, text.line, text.text[: clause.end() + 30], "an imperative sentence or a noun phrase")
        if text.of_function and (noun := NOUN.match(text.text)):
            yield Fault(path, text.line, text.text[: noun.end() + 30], "an imperative sentence")
        prose = blank(CODE, text.text)
        for phrase in allowed:
            prose = blank(re.compile(re.escape(phrase).replace(r"\ ", r"\s+"), re.IGNORECASE), prose)
        for rule, instead in RULES:
            for match in rule.finditer(prose):
                yield Fault(path, text.line + prose.count("\n", 0, match.start()), match[0], instead)


def blank(pattern: re.Pattern[str], text: str) -> str:
    """Replace what a pattern matches by punctuation, so that lines keep their numbers and words do not join."""
    return pattern.sub(lambda match: "|" + "\n" * match[0].count("\n"), text)


def read_texts(path: str, source: str) -> Iterator[Text]:
    """Yield the texts for people in a file: all of Markdown and HTML, parts of Python and JavaScript."""
    if path.endswith(".py"):
        yield from texts_of_python(source, with_strings=path.startswith(("src/", "tools/", "benchmarks/")))
    elif path.endswith(".toml"):
        yield from matches(COMMENT, source)
    elif path.endswith(".js"):
        yield from matches(SCRIPT_TEXT, source)
    else:
        yield Text(1, source)


def matches(pattern: re.Pattern[str], source: str) -> Iterator[Text]:
    """Yield all matches of a pattern as texts."""
    yield from (Text(source.count("\n", 0, match.start()) + 1, match[0]) for match in pattern.finditer(source))


def texts_of_python(source: str, with_strings: bool) -> Iterator[Text]:
    """Yield comments and docstrings, attributes' included, and other strings of several words if asked to."""
    yield from matches(COMMENT, source)
    docstrings, of_functions = set(), set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if with_strings and not STATES & decorators(node):
                of_functions.add(node.body[0])
            case ast.Expr(ast.Constant(str(text)) as constant):
                docstrings.add(constant)
                yield Text(node.lineno, text, is_docstring=True, of_function=node in of_functions)
            case ast.Constant(str(text)) if with_strings and " " in text and node not in docstrings:
                yield Text(node.lineno, text)


def decorators(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of a function's decorators, without modules and arguments."""
    return {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in function.decorator_list}


def read_allow_list() -> list[tuple[str, str]]:
    """Read the allow-list: `path pattern: phrase: reason`, where the phrase `*` stands for the whole file."""
    lines = [line for line in ALLOWED.read_text().splitlines() if line and not line.startswith("#")]
    return [(pattern, phrase.strip()) for pattern, phrase, _reason in (line.split(":", 2) for line in lines)]


ALLOW_LIST = read_allow_list()

if __name__ == "__main__":
    main()
