"""Strategies for Diplomacy, from naive to sensible. Each is a rule, so that it runs compiled inside simulations."""

from __future__ import annotations

from ludex.author import bot
from ludex.games.diplomacy.bots.dumbbot import dumbbot
from ludex.games.diplomacy.bots.general import WEIGHTS, general, hold

BOTS = {"hold": bot(hold), "dumbbot": bot(dumbbot, held_out=True), "general": bot(general, weights=WEIGHTS)}
