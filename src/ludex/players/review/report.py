"""A review as a page: one self-contained HTML file for any browser and any width, light and dark."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from ludex.core.language.names import short_names
from ludex.core.show.page import Html, Seating, tag
from ludex.players.review.chart import draw_chart, legend
from ludex.players.review.values import Judged, Moment, Review

KINDS = {"blunder": "Blunder", "mistake": "Mistake", "turn": "Turning point"}
ABOUT = (
    "Each curve shows the chances of one seat by what that seat knew when it decided, so the curves need not add up to "
    "100 %. The shaded band is one standard error. The chances come from games that the bot {bot} played out from each "
    "position with the hidden parts dealt again; they are those of players of unknown strength."
)


def write_report(review: Review, path: Path) -> None:
    """Write the page of a review to a file."""
    path.write_text(report(review), encoding="utf-8")


def report(review: Review) -> str:
    """Return the page of a review."""
    seating = Seating(short_names(review.players))
    heading = f"Review: {review.title}"
    style = files("ludex.players.review").joinpath("report.css").read_text(encoding="utf-8")
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f"{meta}<title>{tag('span', heading)[6:-7]}</title><style>{style}</style>"
    body = tag("main", _opening(review, seating, heading), _curves(review, seating), _moments(review, seating))
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def _opening(review: Review, seating: Seating, heading: str) -> Html:
    won = " and ".join(seating.name(seat) for seat in review.outcome.winners) or "nobody"
    scores = ", ".join(f"{seating.name(seat)} {score}" for seat, score in enumerate(review.scores))
    return tag(
        "header",
        tag("h1", heading),
        tag("p", f"Won by {won}. Scores: {scores}. The game ended because {seating.say(review.outcome.reason)}."),
        tag("p", f"{review.moves} moves, {review.decisions} of them choices.", class_="soft"),
    )


def _curves(review: Review, seating: Seating) -> Html:
    return tag(
        "section",
        tag("h2", "Chances of winning"),
        draw_chart(review, seating),
        legend(review, seating),
        tag("p", ABOUT.format(bot=review.bot), class_="soft small"),
        class_="card",
    )


def _moments(review: Review, seating: Seating) -> Html:
    heading = tag("h2", "The moments that decided")
    if not review.moments:
        return tag("section", heading, tag("p", "No move cost much, and no turn stands out."), class_="card")
    items = [tag("li", describe(moment, seating), class_="moment-card") for moment in review.moments]
    return tag("section", heading, tag("ol", items, class_="moments"), class_="card")


def describe(moment: Moment, seating: Seating) -> Html:
    """Return a moment as HTML: what happened, the moves compared, and why.

    >>> lost = Judged("bid 9", ("bid", "9"), 0.2, 1.0)
    >>> moment = Moment("mistake", 3, 0, lost, None, -0.1, 0.01, "clear", "seat 0 bid too much.", ())
    >>> str(describe(moment, Seating(("Ann",)))).startswith("<h3>Mistake at move 3: <b")
    True
    """
    heading = tag("h3", f"{KINDS[moment.kind]} at move {moment.number}: ", seating.chip(moment.seat))
    compared = None
    if moment.better is not None:
        compared = tag("dl", _judged("Played", moment.played), _judged("Better", moment.better), class_="compared")
    reasons = tag("ul", [tag("li", seating.say_html(why)) for why in moment.why]) if moment.why else None
    return Html(heading + tag("p", seating.say_html(moment.say)) + (compared or "") + (reasons or ""))


def _judged(what: str, move: Judged) -> Html:
    return tag(
        "div", tag("dt", what), tag("dd", tag("b", move.move), f": chances about {100 * move.chance:.0f} in 100")
    )
