"""Limits on the requests of one address."""

from __future__ import annotations

import ipaddress
from collections import Counter

import msgspec

from ludex.table.room.refused import Refused

HOUR = 3600.0
FAR = 1_000_000_000_000
"""No limit."""
RESERVED = 64
"""File handles for everything but connections: the database, files of pages, pipes."""


def network_of(address: str) -> str:
    """Return the key that an address is counted under: all addresses of an IPv6 network of 64 bits are one client's.

    >>> network_of("203.0.113.9"), network_of("::ffff:203.0.113.9"), network_of("2001:db8:0:7::abcd")
    ('203.0.113.9', '203.0.113.9', '2001:db8:0:7::/64')
    """
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


class Bucket(msgspec.Struct):
    """An allowance: an amount at once, which fills up again with time."""

    rate: float
    most: float
    at: float
    left: float = -1.0

    def __post_init__(self) -> None:
        self.left = self.most

    def full(self, now: float) -> bool:
        """Add the allowance earned since the last call. Return whether the bucket is full."""
        self.left = min(self.most, self.left + max(0.0, now - self.at) * self.rate)
        self.at = now
        return self.left >= self.most

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take an amount while there is at least 1, even if it leaves a debt. Return whether it was taken.

        >>> bucket = Bucket(rate=2.0, most=3.0, at=0.0)
        >>> bucket.take(0.0, 5.0), bucket.take(0.0), bucket.left
        (True, False, -2.0)
        >>> bucket.take(2.0)
        True
        """
        self.full(now)
        if self.left < 1:
            return False
        self.left -= amount
        return True


class Limits(msgspec.Struct, kw_only=True, eq=False):
    """The allowances of every address, counted in memory. Those with a rate have a burst: the amount at once."""

    requests: float = 40.0
    burst: float = 400.0
    arrivals: float = 200.0
    arrival_burst: float = 4000.0
    messages: float = 20.0
    message_burst: float = 100.0
    all_messages: float = 200.0
    all_messages_burst: float = 2000.0
    tables_per_hour: float = 120.0
    connections: int = 200
    all_connections: int = FAR
    frames: float = 50.0
    frame_burst: float = 200.0
    bytes_in: float = 64_000.0
    byte_burst: float = 1_000_000.0
    genomes_per_hour: float = 120.0
    reviews_per_hour: float = 30.0
    persons_per_hour: float = 120.0
    mails_per_hour: float = 60.0
    all_mails_per_hour: float = 2000.0
    questions_per_day: float = 5.0
    sign_ins_per_hour: float = 30.0
    reports_per_hour: float = 20.0
    _buckets: dict[tuple[str, str], Bucket] = {}
    _open: Counter[str] = msgspec.field(default_factory=Counter)
    _all_open: int = 0

    @classmethod
    def none(cls) -> Limits:
        """Return limits that limit nothing, for benchmarks and load tests."""
        found = cls()
        for name in found.budgets:
            setattr(found, name, FAR)
        return found

    @property
    def budgets(self) -> dict[str, float]:
        """All limits by name."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if not name.startswith("_")}

    def request(self, host: str, now: float) -> None:
        """Count a request over HTTP."""
        self._take("request", host, now, self.requests, self.burst)

    def arrive(self, host: str, now: float) -> bool:
        """Count a request of any kind, for files and sockets too. Return whether it may be answered at once."""
        return self._bucket("arrival", host, now, self.arrivals, self.arrival_burst).take(now)

    def message(self, host: str, now: float) -> bool:
        """Count a message over any socket of an address. Return whether it may be handled."""
        return self._bucket("message", host, now, self.all_messages, self.all_messages_burst).take(now)

    def make_table(self, host: str, now: float) -> None:
        """Count a table that is made."""
        self._hourly("table", host, now, self.tables_per_hour)

    def post_genome(self, host: str, now: float) -> None:
        """Count a genome that is posted."""
        self._hourly("genome", host, now, self.genomes_per_hour)

    def review(self, host: str, now: float) -> None:
        """Count a review that is computed."""
        self._hourly("review", host, now, self.reviews_per_hour)

    def make_person(self, host: str, now: float) -> bool:
        """Count a person that is made. Return whether one may be: others stay guests."""
        return self._bucket("person", host, now, self.persons_per_hour / HOUR, self.persons_per_hour).take(now)

    def mail(self, person: str, address: str, now: float) -> bool:
        """Count a message of e-mail to a person at an address. Return whether it may be sent now."""
        own, most = self.mails_per_hour, self.all_mails_per_hour
        buckets = [self._bucket("mail", key, now, own / HOUR, own / 2) for key in (person, address.lower())]
        buckets.append(self._bucket("all mail", "", now, most / HOUR, most / 4))
        for bucket in buckets:
            bucket.full(now)
        return all(bucket.left >= 1 for bucket in buckets) and all(bucket.take(now) for bucket in buckets)

    def question(self, person: str, host: str, address: str, now: float) -> None:
        """Count a message that asks to confirm an address: by person, by their network address, and by receiver."""
        for key in (f"person {person}", f"host {host}", f"to {address.lower()}"):
            self._take("question", key, now, self.questions_per_day / (24 * HOUR), self.questions_per_day)

    def sign_in(self, host: str, now: float) -> None:
        """Count an attempt to sign in, with a passkey or a recovery code."""
        self._hourly("sign-in", host, now, self.sign_ins_per_hour)

    def report(self, host: str, now: float) -> None:
        """Count a report to the operator."""
        self._hourly("report", host, now, self.reports_per_hour)

    def new_bucket(self, now: float) -> Bucket:
        """Return the allowance of messages of a new socket."""
        return Bucket(self.messages, self.message_burst, now)

    def new_budget(self, now: float) -> tuple[Bucket, Bucket]:
        """Return the allowances of frames and of bytes of a new connection."""
        return Bucket(self.frames, self.frame_burst, now), Bucket(self.bytes_in, self.byte_burst, now)

    def fit(self, handles: int) -> None:
        """Reserve file handles of the process: for other files, and for more than one address."""
        self.all_connections = min(self.all_connections, max(1, handles - RESERVED))
        if self.connections < FAR:
            self.connections = min(self.connections, max(1, self.all_connections // 2))

    def open_connection(self, host: str) -> None:
        """Count a connection, over HTTP or a WebSocket."""
        if self._open.get(host, 0) >= self.connections:
            raise Refused(429, "too-many-connections", f"More than {self.connections} connections from one address.")
        if self._all_open >= self.all_connections:
            raise Refused(503, "full", "The server has too many connections. Try again in a moment.")
        self._open[host] += 1
        self._all_open += 1

    def close_connection(self, host: str) -> None:
        """Count a connection that has closed."""
        self._open[host] -= 1
        self._all_open -= 1
        if not self._open[host]:
            del self._open[host]

    def _hourly(self, what: str, host: str, now: float, most: float) -> None:
        self._take(what, host, now, most / HOUR, most)

    def _take(self, what: str, host: str, now: float, rate: float, most: float) -> None:
        bucket = self._bucket(what, host, now, rate, most)
        if not bucket.take(now):
            wait = max(1, round((1 - bucket.left) / rate))
            raise Refused(429, "too-fast", f"Too many requests from your address: try again in {wait} s.")

    def _bucket(self, what: str, host: str, now: float, rate: float, most: float) -> Bucket:
        found = self._buckets.get((what, host))
        if found is None:
            found = self._buckets[what, host] = Bucket(rate, most, now)
        return found

    def forget(self, now: float) -> None:
        """Forget addresses that have their whole allowance again. All others are remembered, however long it takes."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full(now)}
