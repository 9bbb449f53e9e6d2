"""A seat for a language model, by the Model Context Protocol: needs the package `mcp` (`pip install 'ludex[mcp]'`)."""

from __future__ import annotations

from ludex.doors.local_seat import LocalSeat
from ludex.doors.mcp.joined_seat import JoinedSeat
from ludex.doors.mcp.server import make_server

__all__ = ["JoinedSeat", "LocalSeat", "make_server"]
