"""The designer's page of a game."""

from __future__ import annotations

from markdown_it import MarkdownIt

from ludex.core.show.page import Html, tag
from ludex.games.cards.board.picture import draw_picture
from ludex.lab.archive import Creature
from ludex.lab.findings import Share, replay_name
from ludex.lab.portrait import Portrait
from ludex.lab.report.charts import bundle, histogram, intervals
from ludex.lab.sample_games import Told

METERS = (
    ("fairness", "fairness"),
    ("decisive", "decisive"),
    ("pace", "length"),
    ("skill", "skill"),
    ("choice", "choice"),
    ("uncertainty", "late uncertainty"),
    ("comeback", "comeback"),
    ("interaction", "interaction"),
    ("luck", "luck"),
    ("use", "use of rules"),
    ("novelty", "novelty"),
)


def game_page(creature: Creature, portrait: Portrait, parent: str, command: str) -> Html:
    """Draw everything about one game."""
    genome = portrait.genome
    low, high = genome.seats
    seats = f"{low} players" if low == high else f"{low} to {high} players"
    how = (
        f"generation {creature.born}: {creature.made_by}, from {parent}"
        if creature.parents
        else "a game of the library"
    )
    head = tag(
        "header",
        draw_picture(genome),
        tag(
            "div",
            tag("h2", genome.title),
            tag("p", f"{seats} · fitness {creature.fitness:.2f} · {how}", class_="soft"),
            tag("p", "Play it: ", tag("code", f"ludex play games/{genome.name}.json")),
        ),
    )
    parts = (
        _meters(portrait),
        _findings(portrait),
        _changes(portrait, parent),
        _rulebook(portrait),
        _fairness(portrait),
        _course(portrait),
        _what_wins(portrait),
        _rules(portrait),
        _sample(portrait),
        _repeat(portrait, command),
    )
    return tag("article", head, parts, class_="game", id=f"game-{creature.id}")


def _meters(portrait: Portrait) -> Html:
    return tag(
        "div", [_meter(label, float(getattr(portrait.measures, name))) for name, label in METERS], class_="meters"
    )


def _meter(label: str, value: float) -> Html:
    width = round(100 * min(1.0, max(0.0, value)))
    bar = tag(
        "svg",
        tag("rect", x=0, y=0, width=width, height=6),
        viewBox="0 0 100 6",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
    return tag("div", tag("span", label, tag("b", f"{value:.2f}")), tag("i", bar), class_="meter")


def _findings(portrait: Portrait) -> Html | None:
    if not portrait.findings:
        return None
    found = []
    for number, finding in enumerate(portrait.findings, 1):
        shown = f"ludex replay games/{replay_name(portrait.genome.name, number)}"
        example = [" A game that shows it: ", tag("code", shown)] if finding.replay else []
        counted = [" Count again: ", command_line(finding.command)]
        found.append(tag("p", tag("b", f"{finding.kind}: "), finding.sentence, example, counted, class_="finding"))
    return tag("section", tag("h3", "Degenerate findings"), found)


def _changes(portrait: Portrait, parent: str) -> Html | None:
    if not portrait.changes:
        return None
    lines = [tag("li", line[2:], class_="new" if line[0] == "+" else "gone") for line in portrait.changes]
    return tag("section", tag("h3", f"Changes from {parent}"), tag("ul", lines, class_="changes"))


def _rulebook(portrait: Portrait) -> Html:
    written = Html(MarkdownIt("commonmark", {"html": False}).render(portrait.rulebook))
    return tag("details", tag("summary", "The rulebook, with a worked example"), tag("div", written, class_="rulebook"))


def _fairness(portrait: Portrait) -> Html:
    fair = 1 / len(portrait.wins)
    wins = intervals("Wins of the sides", portrait.wins, fair)
    rungs = [
        Share(f"{rung.player} ≻ {rung.against}", _of_edge(rung.edge), _of_edge(rung.low), _of_edge(rung.high))
        for rung in portrait.measures.ladder.rungs
    ]
    ladder = intervals("The skill ladder", rungs, 0.5)
    top = portrait.measures.ladder.top or "no player: it is luck, or the searches do not look far enough ahead"
    told = (
        f"The best search takes {portrait.measures.ladder.effective:.1f} options seriously on average. "
        f"Skill ends at: {top}."
    )
    return tag(
        "div",
        tag("figure", tag("h3", "Wins by seat, with 95 % intervals"), wins),
        tag("figure", tag("h3", "The skill ladder"), ladder, tag("figcaption", told)),
        class_="two",
    )


def _of_edge(edge: float) -> float:
    """Convert an edge from -1 to 1 to a share from 0 to 1: half is even."""
    return 0.5 + 0.5 * edge


def _course(portrait: Portrait) -> Html:
    course = portrait.course
    lengths = histogram("Lengths of games", [float(length) for length in portrait.lengths], "moves")
    leads = bundle("Chances of the later winner", portrait.chances, ("beginning", "end"))
    told = (
        f"{course.decisions_per_seat:.1f} real decisions per seat, with {course.options:.1f} options on average; "
        f"{course.forced:.0%} of all moves are forced. In {portrait.measures.mattering:.0%} of the decisions that were "
        f"examined, one option is clearly better than another. {course.draws:.0%} of the games are drawn. The lead "
        f"changes {portrait.measures.lead_changes:.1f} times."
    )
    return tag(
        "div",
        tag("figure", tag("h3", "Length of games"), lengths, tag("figcaption", told)),
        tag(
            "figure",
            tag("h3", "Lead graphs"),
            leads,
            tag("figcaption", f"The later winner's chance in {len(portrait.chances)} games, and the mean of all."),
        ),
        class_="two",
    )


def _what_wins(portrait: Portrait) -> Html | None:
    if not portrait.openings:
        return None
    head = tag("tr", [tag("th", name) for name in ("first move", "random", "greedy", "wins with it")])
    rows = [
        tag(
            "tr",
            tag("td", opening.move),
            tag("td", f"{opening.by_random:.0%}", class_="number"),
            tag("td", f"{opening.by_strong:.0%}", class_="number"),
            tag("td", f"{opening.wins.share:.0%} ({opening.wins.low:.0%}–{opening.wins.high:.0%})"),
        )
        for opening in portrait.openings
    ]
    told = tag(
        "p",
        "How often random and greedy players begin like this, and how often greedy ones then win.",
        class_="soft",
    )
    return tag("section", tag("h3", "What wins"), told, tag("div", tag("table", head, rows), class_="scroll"))


def _rules(portrait: Portrait) -> Html:
    never = [path for path, share in portrait.rules.items() if share == 0]
    told = (
        f"Rules that never change a game: {', '.join(never)}."
        if never
        else "Every rule that can be removed changes some games."
    )
    rows = [
        tag("tr", tag("td", tag("code", path)), tag("td", f"{share:.0%}", class_="number"))
        for path, share in sorted(portrait.rules.items(), key=lambda rule: -rule[1])
    ]
    table = tag("details", tag("summary", "Games that each rule changes"), tag("table", rows)) if rows else None
    return tag("section", tag("h3", "Use of rules"), tag("p", told), table)


def _sample(portrait: Portrait) -> Html:
    lines = [_told(line) for line in portrait.sample]
    replay = tag("p", "Replay it: ", tag("code", f"ludex replay games/{portrait.genome.name}.replay.json"))
    return tag("details", tag("summary", "A sample game, with notes"), tag("ol", lines, class_="sample"), replay)


def _told(line: Told) -> Html:
    kind = {"event": None, "note": "note", "left out": "left"}[line.kind]
    return tag("li", line.text, class_=kind)


def command_line(command: str) -> Html:
    """Format a command so that it breaks only between options.

    >>> command_line("ludex evolve --seed 1").count("<span>")
    2
    """
    first, *options = command.split(" --")
    return tag("code", tag("span", first), ([" ", tag("span", f"--{option}")] for option in options))


def _repeat(portrait: Portrait, command: str) -> Html:
    nearest = ", ".join(portrait.measures.nearest) or "none"
    return tag(
        "section",
        tag("h3", "Nearest known games, and commands to repeat this"),
        tag("p", f"Nearest in behaviour and rules: {nearest} (novelty {portrait.measures.novelty:.2f})."),
        tag("p", command_line(command)),
    )
