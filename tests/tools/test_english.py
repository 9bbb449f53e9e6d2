"""The check of the project's English finds planted faults and accepts plain sentences."""

from __future__ import annotations

import pytest
from tools.english import ALLOWED, ROOT, Fault, find_faults, main, paths_to_check

from tools import english

CODE = '''"""{module}"""

LIMIT = 3
"""{attribute}"""


class Clock:
    """{cls}"""

    def left(self) -> int:
        """{method}"""
        if not self:
            raise ValueError("{message}")  # {comment}
        return LIMIT
'''
PLAIN = {
    "module": "Clocks of players.",
    "attribute": "Seconds per move.",
    "cls": "A clock.",
    "method": "Return the time left.",
    "message": "The game is paused. Resume it first.",
    "comment": "never negative",
}


def found(path: str, source: str) -> list[tuple[int, str]]:
    """Return the line and the phrase of each fault."""
    return [(fault.line, fault.phrase) for fault in find_faults(path, source)]


def test_plain_english_has_no_faults() -> None:
    assert found("src/x.py", CODE.format(**PLAIN)) == []


@pytest.mark.parametrize(("place", "line"), [("module", 1), ("attribute", 4), ("cls", 8), ("method", 11)])
@pytest.mark.parametrize("word", ["What", "Whether", "How", "Who", "Where", "Why", "When"])
def test_a_docstring_that_is_a_bare_clause_is_found_wherever_docstrings_stand(place: str, line: int, word: str) -> None:
    assert found("src/x.py", CODE.format(**PLAIN | {place: f"{word} it is time."})) == [(line, f"{word} it is time.")]


@pytest.mark.parametrize("word", ["A", "The", "Every"])
def test_the_docstring_of_a_function_begins_with_a_verb(word: str) -> None:
    source = CODE.format(**PLAIN | {"method": f"{word} time that is left."})
    assert found("src/x.py", source) == [(11, f"{word} time that is left.")]
    for decorator in ("@property", "@functools.cached_property", "@effect(Bid, when=OPEN)"):
        assert found("src/x.py", source.replace("    def left", f"    {decorator}\n    def left")) == []


def test_comments_of_settings_are_read() -> None:
    assert found("pyproject.toml", 'name = "beside"\nextra = 1 # goes on\n') == [(2, "goes on")]


@pytest.mark.parametrize(("place", "line"), [("method", 11), ("message", 13), ("comment", 13)])
def test_a_phrase_of_the_list_is_found_in_docstrings_messages_and_comments(place: str, line: int) -> None:
    assert found("src/x.py", CODE.format(**PLAIN | {place: "Whatever: it goes on."})) == [(line, "goes on")]


@pytest.mark.parametrize(
    ("planted", "phrase"),
    [
        ("The server is told the result.", "is told"),
        ("A process beside compiles it.", "beside"),
        ("Games are kept for a year.", "are kept"),
        ("The file is\nsaved by\n  itself.", "by\n  itself"),
        ("Whoever opens it sees nothing.", "Whoever"),
        ("A string is no move.", "is no"),
        ("It deals so many cards.", "so many"),
        ("The state as it stands.", "as it stands"),
        ("Diplomacy knows no draw.", "knows no"),
    ],
)
def test_phrases_of_the_list_are_found_in_markdown(planted: str, phrase: str) -> None:
    line = 3 + planted[: planted.index(phrase)].count("\n")
    assert found("docs/x.md", f"# Title\n\n{planted}\n") == [(line, phrase)]


@pytest.mark.parametrize(
    "innocent",
    [
        "There is no limit, and the link is no longer valid.",
        "It returns as many cards as the hand holds.",
        "Paintings go on sale.",
        "The option `beside` and\n```\nnobody\n```\nstay.",
        "<p class='beside'>{{ kept.nobody }}</p>",
    ],
)
def test_ordinary_uses_code_and_markup_are_not_faults(innocent: str) -> None:
    assert found("docs/x.md", innocent) == []


def test_scripts_are_read_for_their_strings_and_comments() -> None:
    script = 'const beside = "Nobody is here."; // the game goes on\n'
    assert found("src/x.js", script) == [(1, "Nobody"), (1, "goes on")]


def test_strings_of_tests_are_not_read_but_their_docstrings_are() -> None:
    source = '"""The file is kept."""\nTEXT = "Nobody is here."\n'
    assert found("tests/x.py", source) == [(1, "is kept")]


def test_the_allow_list_excuses_a_phrase_or_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(english, "ALLOW_LIST", [("docs/*.md", "nobody bids"), ("docs/y.md", "*")])
    assert found("docs/x.md", "If nobody\nbids, nobody pays.") == [(2, "nobody")]
    assert found("docs/y.md", "Nobody pays.") == []


def test_every_exception_has_a_reason_and_a_file() -> None:
    lines = [line for line in ALLOWED.read_text().splitlines() if not line.startswith("#")]
    for line in lines:
        pattern, phrase, reason = (part.strip() for part in line.split(":", 2))
        assert list(ROOT.glob(pattern)), pattern
        assert phrase, line
        assert reason, line


def test_a_fault_says_where_it_is_and_what_to_write_instead() -> None:
    assert str(Fault("docs/x.md", 3, "goes\n on", "continue")) == "docs/x.md:3: 'goes on': write continue"


def test_the_check_fails_on_a_fault_and_passes_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(english, "paths_to_check", lambda: ["README.md"])
    with pytest.raises(SystemExit, match="0"):
        main()
    monkeypatch.setattr(english, "find_faults", lambda path, source: [Fault(path, 1, "anew", "again")])
    with pytest.raises(SystemExit, match="1"):
        main()
    assert capsys.readouterr().out == "README.md:1: 'anew': write again\n"


def test_the_check_reads_every_kind_of_file_that_is_not_excepted() -> None:
    paths = paths_to_check()
    assert {"README.md", "tools/english.py"} <= set(paths)
