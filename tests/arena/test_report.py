"""Reports: one file that needs nothing else, with everything in it, whatever players are called."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import ludex
from ludex.arena import contest
from ludex.arena.plots import nice_ticks
from ludex.arena.report import report, write_report
from ludex.arena.timing import DecisionTimes, added_up, timed

GAME = ludex.game("automation")
EVIL = """
class First:
    def decide(self, request):
        return request.options[0]
"""


def test_a_report_is_one_page_that_loads_nothing(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    write_report(contest(GAME, ["architect", "big-money", "first", "random"], 50, pairs=True), file)
    page = file.read_text()
    assert not re.search(r"(src|href)=|url\(|@import|http", page)
    assert all(f"<h2>{title}" in page for title in ("Standings", "Ratings", "Who finishes ahead", "Scores", "Length"))
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(picture)


def test_times_tests_and_faults_are_shown_and_names_are_escaped(tmp_path: Path) -> None:
    evil = tmp_path / "<b>&.py"
    evil.write_text(EVIL)
    result = contest(GAME, [f"{evil}:First", "random"], 4, settings={"turn_limit": 2}, on="threads", test=True)
    page = report(result)
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;.py:First" in page
    assert "<h2>Times to decide" in page
    assert "<h2>Course of the test" in page


def test_ticks_lie_within_the_axis() -> None:
    for low, high in ((0.0, 1.0), (0.481, 0.519), (-37.0, 4.0), (3.0, 3.1)):
        assert all(low <= tick <= high for tick in nice_ticks(low, high))
        assert 1 <= len(nice_ticks(low, high)) <= 5


def test_times_add_up() -> None:
    one, two = DecisionTimes(), DecisionTimes()
    for seconds in (0.0, 0.001, 5e3):
        one.add(seconds)
    two.add(0.5)
    total = added_up([one, two])
    assert (total.decisions, sum(total.counts), total.longest) == (4, 4, 5e3)
    assert total.below(0.5) == 0.001


def test_a_player_with_slots_or_a_plain_function_is_not_measured() -> None:
    class Slots:
        __slots__ = ()

        def decide(self, request: ludex.Request) -> ludex.Move:
            return request.options[0]

    assert timed(Slots()).decisions == timed(lambda request: None).decisions == 0
