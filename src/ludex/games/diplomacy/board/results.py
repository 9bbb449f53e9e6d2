"""The results of the previous phase on a page: by power, failures first, each shown on the map when it is pressed."""

from __future__ import annotations

from ludex.author import Html, plural, tag
from ludex.games.diplomacy.components import MAPS
from ludex.games.diplomacy.views import ResultView, View


def key_of(result: ResultView) -> str:
    """Return the name under which a result and its arrow on the map know each other."""
    return result.order


def draw_results(view: View) -> Html | None:
    """Draw the results of the previous phase. The viewer's own power comes first, then those whose orders failed."""
    if not view.last_results:
        return None
    groups: dict[str, list[ResultView]] = {}
    for result in view.last_results:
        groups.setdefault(result.power, []).append(result)
    failed = sum(map(_failed, view.last_results))
    told = f"{plural(failed, 'order')} of {len(view.last_results)} failed" if failed else "all orders succeeded"
    powers = MAPS[view.map].power_names
    order = sorted(groups, key=lambda power: (power != view.power, not any(map(_failed, groups[power]))))
    return tag(
        "section",
        tag("h3", f"Orders of {spelt_out(view.last_phase)}"),
        tag("p", f"{told}. Press one to see it on the map.", class_="small soft"),
        (_of_power(power, powers.index(power), groups[power]) for power in order),
        class_="results",
        aria_label="Results",
    )


def _failed(result: ResultView) -> bool:
    return result.result != "done"


def _of_power(power: str, seat: int, found: list[ResultView]) -> Html:
    rows = (
        tag(
            "li",
            tag(
                "button",
                tag("b", result.order),
                " ",
                result.sentence,
                type="button",
                data_shows=key_of(result),
                aria_pressed="false",
            ),
            class_="failed" if _failed(result) else "done",
        )
        for result in sorted(found, key=lambda result: not _failed(result))
    )
    return tag("div", tag("h4", power.title(), class_="chip", seat=seat), tag("ul", rows))


def spelt_out(phase: str | None) -> str:
    """Describe a phase such as S1901M.

    >>> spelt_out("F1902R"), spelt_out("W1A")
    ('fall 1902, retreats', 'winter 1')
    """
    if not phase:
        return ""
    seasons = {"S": "spring", "F": "fall", "W": "winter"}
    return f"{seasons[phase[0]]} {phase[1:-1]}{', retreats' if phase.endswith('R') else ''}"
