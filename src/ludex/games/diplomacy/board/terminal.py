"""How Diplomacy is drawn for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.games.diplomacy.views import View


def draw_view(view: View) -> str:
    """Draw a view as text.

    >>> import ludex
    >>> view = ludex.game("diplomacy").new(7, seed=1).view(2)
    >>> print("\\n".join(draw_view(view).splitlines()[:4]))
    S1901M  spring moves; you are FRANCE
      AUSTRIA    3 BUD TRI VIE                            A BUD, F TRI, A VIE
      ENGLAND    3 EDI LON LVP                            F EDI, F LON, A LVP
    ▶ FRANCE     3 BRE MAR PAR                            F BRE, A MAR, A PAR
    """
    who = f"; you are {view.power}" if view.power else ""
    lines = [f"{view.phase}  {view.season}{who}"]
    for power in view.powers:
        units = ", ".join(unit.unit for unit in view.units if unit.power == power.power) or "–"
        mark = "▶" if power.seat == view.seat else " "
        centers = " ".join(power.centers) or "–"
        lines.append(f"{mark} {power.power:<10} {len(power.centers)} {centers:<38} {units}".rstrip())
    for gone in view.dislodged:
        barred = f", not to {gone.barred}" if gone.barred else ""
        lines.append(
            f"  {gone.power}'s {gone.unit} must retreat: dislodged by the unit from {gone.attacker_from}{barred}"
        )
    if view.contested:
        lines.append(f"  No retreat to {', '.join(view.contested)}: there was a standoff")
    if view.last_results:
        lines.append(f"Orders of {view.last_phase}:")
        lines += [f"  {result.power:<8} {result.order:<24} {result.sentence}" for result in view.last_results]
    if view.vote:
        lines.append(f"Your vote: {view.vote}")
    if view.orders:
        lines.append(f"Your orders: {'; '.join(view.orders)}")
    return "\n".join(lines)
