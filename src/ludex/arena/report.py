"""A contest as a page: one self-contained HTML file for any browser and any width, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from ludex.arena.contest import CassetteUse, Contest
from ludex.arena.plots import COLOURS, Ridge, Span, course_plot, nice_ticks, ridges_plot, shorten, spans_plot
from ludex.arena.standings import Standing, told_spread
from ludex.arena.timing import end_of_bin
from ludex.core.language.words import plural
from ludex.players.search import is_search

FEW = 3
"""Most players with whom the win matrix is as narrow as a plot."""
COLUMNS = (
    "player",
    "win rate",
    "95 %",
    "fair",
    "rating",
    "mean score",
    "lead",
    "games",
    "violations",
    "time-outs",
    "rejected",
    "decides in",
    "95 % in",
)


def write_report(result: Contest, path: Path, title: str | None = None) -> None:
    """Write the page of a contest to a file."""
    path.write_text(report(result, title), encoding="utf-8")


def report(result: Contest, title: str | None = None) -> str:
    """Return the page of a contest.

    >>> from ludex.arena import contest
    >>> page = report(contest("automation", ["big-money", "random"], 20))
    >>> page.startswith("<!doctype html>"), "<svg" in page, "http" in page
    (True, True, False)
    """
    heading = title or f"{', '.join(shorten(one.player) for one in result.players)}: {result.game}"
    style = files("ludex.arena").joinpath("report.css").read_text(encoding="utf-8")
    cards = "".join(_cards(result))
    matrix = _matrix(result) if len(result.players) > FEW else ""
    tables = f"{_standings(result)}{_answers(result)}{_press(result)}{matrix}"
    body = f'{_opening(result, heading)}{tables}<div class="cards">{cards}</div>{_closing(result)}'
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f"{meta}<title>{escape(heading)}</title><style>{style}</style>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body><main>{body}</main></body></html>\n'


def _opening(result: Contest, heading: str) -> str:
    best = result.players[0]
    settings = ", ".join(f"{name} {value}" for name, value in result.settings.items() if value not in (None, {}, []))
    seats = len(result.seats)
    games = f"{plural(result.games, 'game')} on {plural(result.deals, 'deal')}"
    played = f"{games} at {seats} seats, every deal with every seating"
    verdict = (
        str(result.sprt)
        if result.sprt
        else f"{best.player} won {best.win_rate:.1%} of its games ({best.low:.1%} – {best.high:.1%}); "
        f"a fair share is {best.fair:.1%}"
    )
    return (
        f'<h1>{escape(heading)}</h1><p class="soft">{escape(played)}{escape(f"; {settings}" if settings else "")}</p>'
        f'<p class="verdict">{escape(verdict)}.</p>'
    )


def _standings(result: Contest) -> str:
    timed = any(one.decisions for one in result.players)
    columns = COLUMNS if timed else COLUMNS[:-2]
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    rows = "".join(f"<tr>{_cells(one, place, timed)}</tr>" for place, one in enumerate(result.players))
    table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    return f'<section class="card"><h2>Standings</h2>{table}</section>'


def _cells(one: Standing, place: int, timed: bool) -> str:
    times = []
    if timed:
        times = [seconds(one.decisions.mean), seconds(one.decisions.p95)] if one.decisions else ["–", "–"]
    cells = [
        f"{one.win_rate:.1%}",
        f"{one.low:.1%} – {one.high:.1%}",
        f"{one.fair:.0%}",
        f"{one.rating:.1f} ± {one.rating_high - one.rating:.1f}",
        f"{one.mean_score:,.1f}",
        f"{one.lead:+,.1f}{told_spread(one)}",
        f"{one.games:,}",
        f"{one.violations:,}",
        f"{one.timeouts:,}",
        f"{one.rejected:,}",
        *times,
    ]
    return f"<td>{_name(one.player, place)}</td>" + "".join(f"<td>{cell}</td>" for cell in cells)


def _answers(result: Contest) -> str:
    """Return the table of how models, programs and custom players answered, if there are any."""
    asked = [(place, one) for place, one in enumerate(result.players) if one.asked and not is_search(one.player)]
    if not asked:
        return ""
    tokens = any(one.tokens_in or one.tokens_out for _, one in asked)
    costs = any(one.cost is not None for _, one in asked)
    columns = ["player", "asked", "legal at the first try", "cured by the reason", "forfeits"]
    columns += ["tokens in", "tokens out"] * tokens + ["time"] + ["cost"] * costs
    rows = []
    for place, one in asked:
        rejected = one.asked - one.first_try
        lost = ", ".join(f"{count:,} {cause}" for cause, count in one.forfeits.items())
        cells = [f"{one.asked:,}", f"{one.first_try / one.asked:.1%}"]
        cells += [f"{one.cured / rejected:.1%}" if rejected else "–", lost or "0"]
        cells += [f"{one.tokens_in:,}", f"{one.tokens_out:,}"] * tokens + [f"{one.seconds:,.1f} s"]
        cells += ["–" if one.cost is None else f"{one.cost:,.2f}"] * costs
        rows.append([_name(one.player, place), *map(escape, cells)])
    about = (
        "The decisions, the share whose first answer was legal, the share of the others that a legal answer followed "
        "after the reason, and the seats that were lost, by the cause of the last rejection."
    )
    return _card("How the players answered", about, _grid(columns, rows))


def _press(result: Contest) -> str:
    """Return the table of messages and promises, if any were written."""
    wrote = [(at, one) for at, one in enumerate(result.players) if one.messages or one.messages_rejected]
    if not wrote:
        return ""
    columns = ["player", "messages", "answers rejected", "promises kept", "promises broken"]
    rows = [
        [
            _name(one.player, place),
            *(f"{n:,}" for n in (one.messages, one.messages_rejected, one.promises_kept, one.promises_broken)),
        ]
        for place, one in wrote
    ]
    return _card("Press", "Promises are judged by the orders that followed, in all games.", _grid(columns, rows))


def _grid(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table. The cells are HTML."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _name(name: str, place: int) -> str:
    key = f'<span class="key c{place % COLOURS}"></span>'
    return f'{key}<span class="name" title="{escape(name)}">{escape(shorten(name, 32))}</span>'


def _card(title: str, about: str, inside: str) -> str:
    return f'<section class="card"><h2>{escape(title)}</h2><p>{escape(about)}</p>{inside}</section>'


def _cards(result: Contest) -> list[str]:
    """Return the plots. A large matrix does not fit between them, and comes before them."""
    cards = [_win_rates(result), _ratings(result), _scores(result), _lengths(result), _seats(result)]
    if len(result.players) <= FEW:
        cards.insert(2, _matrix(result))
    if result.distributions.times:
        cards.append(_times(result))
    if result.sprt and result.distributions.ratios:
        plot = course_plot(result.distributions.ratios, result.sprt.lower, result.sprt.upper, "Course of the test")
        cards.append(_card("Course of the test", "The log-likelihood ratio by the number of deals.", plot))
    return cards


def _closing(result: Contest) -> str:
    """Return the part below the plots: faults, and the facts of the run."""
    return (_faults(result) if result.faults else "") + _facts(result)


def _win_rates(result: Contest) -> str:
    spans = [Span(one.player, one.win_rate, one.low, one.high, n, one.fair) for n, one in enumerate(result.players)]
    about = "With 95 % intervals. The dashed line is a fair share."
    return _card("Win rates", about, spans_plot(spans, _percent, "Win rates", "%"))


def _ratings(result: Contest) -> str:
    spans = [Span(one.player, one.rating, one.rating_low, one.rating_high, n) for n, one in enumerate(result.players)]
    about = "By Plackett and Luce's model, with 95 % intervals. All players start at 25."
    return _card("Ratings", about, spans_plot(spans, "{:.1f}".format, "Ratings"))


def _seats(result: Contest) -> str:
    fair = 1 / len(result.seats)
    spans = [Span(f"seat {one.seat}", one.win_rate, one.low, one.high, 7, fair) for one in result.seats]
    about = "How often each seat won, over all players. The dashed line is a fair share."
    return _card("Advantage of seats", about, spans_plot(spans, _percent, "Win rates of seats", "%"))


def _scores(result: Contest) -> str:
    scores = result.distributions.scores
    ridges = [
        Ridge(one.player, scores[one.player].counts, place, f"mean {scores[one.player].mean:,.1f}")
        for place, one in enumerate(result.players)
    ]
    plot = ridges_plot(ridges, _ticks(scores[result.players[0].player].edges), "Scores")
    return _card("Scores", "How often each score was reached, all on one scale.", plot)


def _lengths(result: Contest) -> str:
    lengths = result.distributions.lengths
    ridge = Ridge("", lengths.counts, 0, f"mean {lengths.mean:,.0f}")
    plot = ridges_plot([ridge], _ticks(lengths.edges), "Length of games in moves")
    return _card("Length of games", "In moves of all players together.", plot)


def _matrix(result: Contest) -> str:
    names = [one.player for one in result.players]
    head = "".join(f"<th>{number}</th>" for number in range(1, len(names) + 1))
    rows = []
    for place, name in enumerate(names):
        cells = "".join(_shaded(result.matrix[name].get(other)) for other in names)
        rows.append(f"<tr><th>{_name(name, place)}</th><th>{place + 1}</th>{cells}</tr>")
    body = "".join(rows)
    table = (
        f'<div class="scroll"><table class="matrix"><thead><tr><th></th><th></th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
    about = "How often the player of the row finishes ahead of the one of the column. Ties count half."
    return _card("Who finishes ahead of whom", about, table)


def _shaded(rate: float | None) -> str:
    if rate is None:
        return "<td>·</td>"
    strength = min(85, abs(rate - 0.5) * 160)
    colour = "--good" if rate >= 0.5 else "--poor"
    return f'<td style="background:color-mix(in srgb, var({colour}) {strength:.0f}%, transparent)">{rate:.0%}</td>'


def _ticks(edges: Sequence[int]) -> list[tuple[float, str]]:
    """Return round numbers on an axis of bins."""
    width = edges[1] - edges[0]
    ticks = [tick for tick in nice_ticks(edges[0], edges[-1]) if tick == int(tick)]
    return [((tick - edges[0]) / width + (0.5 if width == 1 else 0), f"{tick:,.0f}") for tick in ticks]


def _times(result: Contest) -> str:
    times = result.distributions.times
    used = [number for counts in times.values() for number, count in enumerate(counts) if count]
    first, last = max(0, min(used) - 1), max(used) + 1
    ridges = [
        Ridge(one.player, times[one.player][first : last + 1], place, f"mean {seconds(one.decisions.mean)}")
        for place, one in enumerate(result.players)
        if one.decisions
    ]
    tens = [number for number in range(first, last + 1) if number % 4 == 0]
    ticks = [(number - first + 1.0, seconds(end_of_bin(number))) for number in tens]
    return _card(
        "Times to decide",
        "How long decisions took, by the clock. Each step to the right is 1.8 times longer.",
        ridges_plot(ridges, ticks, "Times to decide"),
    )


def _faults(result: Contest) -> str:
    told = []
    for fault in result.faults:
        what = f"forfeited {fault.forfeits:,} games" if fault.forfeits else "failed, and was asked again"
        told.append(f"<p>{escape(fault.player)} {what}; first in game {fault.game}: {escape(fault.why)}</p>")
        if fault.traceback:
            told.append(f"<pre>{escape(fault.traceback)}</pre>")
    return _card("What went wrong", "The first fault of each player.", "".join(told))


def _facts(result: Contest) -> str:
    ends = "; ".join(f"{reason}: {count:,}" for reason, count in result.endings.items())
    wrong = f"{result.timeouts:,} time-outs, {result.rejected:,} rejected answers"
    facts = {
        "tables": "; ".join(", ".join(table) for table in result.tables[:12]),
        "games ended": ends,
        "moves": f"{result.moves:,}",
        "violations": f"{result.violations:,}; {wrong}",
        "time": f"{result.seconds:.1f} s on {plural(result.cores, 'core')}",
        "seed": result.seed,
        "digest": result.digest,
        **({"cassette": _cassette(result.cassette)} if result.cassette else {}),
        "made": f"{datetime.now().astimezone():%Y-%m-%d %H:%M}, Ludex {version('ludex')}",
    }
    if result.interrupted:
        facts["note"] = "The contest was interrupted; what was played until then is counted."
    inside = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())
    return _card("How it was found", "The same seed gives the same games, bit for bit.", f"<dl>{inside}</dl>")


def _cassette(cassette: CassetteUse) -> str:
    exchanges = plural(cassette.exchanges, "exchange")
    return f"{exchanges} with language models, digest {cassette.digest or 'none, because it was interrupted'}"


def seconds(value: float) -> str:
    """Return a time in readable form.

    >>> seconds(0.0000312), seconds(0.0312), seconds(3.12)
    ('31 µs', '31 ms', '3.12 s')
    """
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    return f"{value * 1e3:.0f} ms" if value < 1 else f"{value:.3g} s"


def _percent(value: float) -> str:
    return f"{value:.1%}"
