"""Limits: how much one address may ask for."""

from __future__ import annotations

import msgspec

from ludex.table.refused import Refused

HOUR = 3600.0


class Bucket(msgspec.Struct):
    """So much at once, and so much again with time."""

    left: float
    at: float


class Limits:
    """What every address may do, counted in memory."""

    def __init__(
        self,
        *,
        requests: float = 40.0,
        burst: float = 400.0,
        messages: float = 20.0,
        message_burst: float = 100.0,
        tables_per_hour: float = 120.0,
        sockets: int = 100,
        genomes_per_hour: float = 120.0,
    ) -> None:
        self.requests, self.burst = requests, burst
        self.messages, self.message_burst = messages, message_burst
        self.tables_per_hour = tables_per_hour
        self.genomes_per_hour = genomes_per_hour
        self.sockets = sockets
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._open: dict[str, int] = {}

    @classmethod
    def none(cls) -> Limits:
        """No limits: for benchmarks and load tests."""
        far = 1e12
        return cls(
            requests=far,
            burst=far,
            messages=far,
            message_burst=far,
            tables_per_hour=far,
            sockets=1_000_000,
            genomes_per_hour=far,
        )

    def request(self, host: str, now: float) -> None:
        """Count a request over HTTP."""
        self._take("request", host, now, self.requests, self.burst)

    def make_table(self, host: str, now: float) -> None:
        """Count a table that is made."""
        self._take("table", host, now, self.tables_per_hour / HOUR, self.tables_per_hour)

    def post_genome(self, host: str, now: float) -> None:
        """Count a genome that is posted."""
        self._take("genome", host, now, self.genomes_per_hour / HOUR, self.genomes_per_hour)

    def message(self, bucket: Bucket, now: float) -> bool:
        """Count a message over a socket, which has a bucket of its own. False: too fast."""
        return _take(bucket, now, self.messages, self.message_burst)

    def new_bucket(self, now: float) -> Bucket:
        """The bucket of a new socket."""
        return Bucket(self.message_burst, now)

    def open_socket(self, host: str) -> None:
        """Count an open socket."""
        if self._open.get(host, 0) >= self.sockets:
            raise Refused(429, "too-many-sockets", f"More than {self.sockets} connections from one address.")
        self._open[host] = self._open.get(host, 0) + 1

    def close_socket(self, host: str) -> None:
        """One socket less."""
        self._open[host] = self._open.get(host, 1) - 1
        if self._open[host] <= 0:
            del self._open[host]

    def _take(self, what: str, host: str, now: float, rate: float, most: float) -> None:
        bucket = self._buckets.setdefault((what, host), Bucket(most, now))
        if not _take(bucket, now, rate, most):
            wait = max(1, round((1 - bucket.left) / rate))
            raise Refused(429, "too-fast", f"Too many requests from your address: try again in {wait} s.")

    def forget(self, now: float) -> None:
        """Forget addresses that have not been seen for an hour."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if now - bucket.at < HOUR}


def _take(bucket: Bucket, now: float, rate: float, most: float) -> bool:
    bucket.left = min(most, bucket.left + max(0.0, now - bucket.at) * rate)
    bucket.at = now
    if bucket.left < 1:
        return False
    bucket.left -= 1
    return True
