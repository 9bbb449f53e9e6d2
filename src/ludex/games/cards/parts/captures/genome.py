"""Declarations: sweeps."""

from __future__ import annotations

SWEEP = 85
