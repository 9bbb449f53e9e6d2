"""The conformance kit, for everybody who writes a game: see `check_game`."""

from ludex.core.testing import Nonconformance, Report, check_game, check_golden, playthrough

__all__ = ["Nonconformance", "Report", "check_game", "check_golden", "playthrough"]
