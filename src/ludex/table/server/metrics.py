"""Counters of a server, as Prometheus reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

ABOUT = {
    "rows": "Rows saved, by kind.",
    "refused": "Requests refused, by code.",
    "tables_made": "Tables made.",
    "tables_woken": "Tables woken from storage.",
    "tables_aside": "Tables put aside because their rules or bots failed.",
    "tables_deleted": "Tables deleted because nothing had happened there for a long time.",
    "sockets_opened": "Connections that were opened.",
    "messages": "Messages received over sockets.",
    "states": "States sent to viewers.",
    "requests": "HTTP requests, by status.",
    "notices": "Turn notices, by how delivery went.",
}


class Metrics:
    """The counts of a server since its start.

    >>> metrics = Metrics()
    >>> metrics.add("refused", code="stale")
    >>> "ludex_refused_total{code=\\"stale\\"} 1" in metrics.text({"tables_live": 3})
    True
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}

    def add(self, name: str, count: int = 1, **labels: str) -> None:
        """Add to a counter."""
        key = name, tuple(labels.items()) if labels else ()
        self._counts[key] = self._counts.get(key, 0) + count

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything in the text format of Prometheus."""
        lines = []
        for name, about in ABOUT.items():
            lines += [f"# HELP ludex_{name}_total {about}", f"# TYPE ludex_{name}_total counter"]
            found: Counter[str] = Counter()
            for (known, labels), count in self._counts.items():
                if known == name:
                    found[_labels(labels)] += count
            lines += [f"ludex_{name}_total{labels} {count}" for labels, count in sorted(found.items())]
        for name, value in gauges.items():
            lines += [f"# TYPE ludex_{name} gauge", f"ludex_{name} {value:g}"]
        return "\n".join(lines) + "\n"


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    inside = ",".join(f'{name}="{_safe(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def _safe(value: str) -> str:
    return "".join(letter for letter in value if letter.isalnum() or letter in "-_ ")[:60]
