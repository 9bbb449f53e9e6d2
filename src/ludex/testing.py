"""The conformance kit, for authors of games: see `check_game`."""

from ludex.core.kit.conformance import Nonconformance, Report, check_game, check_golden, playthrough

__all__ = ["Nonconformance", "Report", "check_game", "check_golden", "playthrough"]
