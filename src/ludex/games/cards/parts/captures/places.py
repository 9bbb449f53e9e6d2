"""The places of points for sweeps in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode.layouts import SECTIONS

SWEEP_POINTS = SECTIONS["sweep_points"].place("points")
