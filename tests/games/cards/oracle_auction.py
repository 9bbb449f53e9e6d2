"""Auctions and their contracts as the oracle plays them."""

from __future__ import annotations

from typing import Any

from tests.games.cards.oracle_state import SUIT, OracleState


class Auction(OracleState):
    """The calls of a hand, the contract that they make, and the dummy."""

    def forget_auction(self) -> None:
        """Begin a hand without a contract."""
        self.calls: list[tuple[int, str]] = []
        self.contract: Any = None  # number and strain
        self.declarer: Any = None
        self.times = 1
        self.dummy: Any = None
        self.tricks_played = 0

    def begin_auction(self) -> None:
        self.queue = self.clockwise(self.dealer)
        if self.phase.first == "dealer" and self.dealer in self.alive:
            self.queue = [self.dealer, *self.queue[:-1]]

    def side(self, seat: int) -> int:
        return next(number for number, team in enumerate(self.teams) if seat in team)

    def bids_made(self) -> list[tuple[int, str]]:
        return [(seat, call) for seat, call in self.calls if call.startswith("bid")]

    def doubles(self) -> int:
        """Count the doubles and redoubles since the last bid."""
        count = 0
        for _, call in self.calls:
            count = 0 if call.startswith("bid") else count + (call in ("double", "redouble"))
        return count

    def legal_auction(self, seat: int) -> set[str]:
        order = [strain.strain for strain in self.phase.strains]
        every = [f"bid {level} {strain}" for level in self.phase.levels for strain in order]
        made = self.bids_made()
        if not made:
            return {"pass", *every}
        bidder, last = made[-1]
        moves = {"pass", *every[every.index(last) + 1 :]}
        if self.phase.doubles and self.side(bidder) != self.side(seat) and self.doubles() == 0:
            moves.add("double")
        if self.side(bidder) == self.side(seat) and self.doubles() == 1:
            moves.add("redouble")
        return moves

    def play_auction(self, seat: int, move: str, chance: Any) -> None:
        self.calls.append((seat, move))
        self.queue.append(self.queue.pop(0))
        passes = 0
        while passes < len(self.calls) and self.calls[-1 - passes][1] == "pass":
            passes += 1
        if not self.bids_made():
            if passes == len(self.alive):
                self.next_phase()
        elif passes == len(self.alive) - 1:
            self.name_contract()
            self.next_phase()

    def name_contract(self) -> None:
        bidder, last = self.bids_made()[-1]
        _, level, strain = last.split(" ", 2)
        side = self.side(bidder)
        same = [seat for seat, call in self.bids_made() if call.endswith(strain) and self.side(seat) == side]
        self.declarer = same[0]
        self.contract = (int(level), strain)
        self.times = 2 ** self.doubles()
        self.trump = SUIT.get(strain)
        if self.phase.dummy:
            self.dummy = next(seat for seat in self.teams[side] if seat != self.declarer)

    def decides(self, seat: int) -> int:
        """Return the seat that plays for another."""
        return int(self.declarer) if seat == self.dummy else seat

    def is_vulnerable(self, side: int, phase: Any) -> bool:
        hand = self.hand_number
        if phase.vulnerable == "chicago":
            who = ("none", "dealer", "dealer", "all")[hand % 4]
            return who == "all" or (who == "dealer" and self.side(self.dealer) == side)
        if phase.vulnerable == "duplicate":
            # the cards of sixteen boards, as printed: none, north and south, east and west, or all
            who = "-NEANEA-EA-NA-NE"[hand % 16]
            north = self.side(self.seats - 1) == side
            return who == "A" or (who == "N" and north) or (who == "E" and not north)
        return False

    def score_auction(self, gained: list[int]) -> None:
        phase = next(phase for phase in self.genome.phases if type(phase).__name__ == "AuctionPhase")
        table, side = phase.scoring, self.side(self.declarer)
        level, name = self.contract
        strain = next(strain for strain in phase.strains if strain.strain == name)
        taken = sum(self.tricks[seat] for seat in self.teams[side])
        vulnerable = "vulnerable_" if self.is_vulnerable(side, phase) else ""

        def worth(what: str) -> int:
            return int(getattr(table, vulnerable + what))

        over = taken - phase.book - level
        if over < 0:
            doubled = [worth("doubled_first"), worth("doubled_next"), worth("doubled_next")]
            doubled += [worth("doubled_later")] * 60
            lost = -over * worth("undertrick") if self.times == 1 else sum(doubled[:-over]) * self.times // 2
            if phase.failed == "declarer":
                gained[side] -= lost
            else:
                for other in range(len(self.teams)):
                    gained[other] += lost if other != side else 0
            return
        tricks = (strain.points * level + strain.first) * self.times
        gained[side] += tricks + (worth("game_bonus") if tricks >= table.game_points else table.part_bonus)
        missing = self.tricks_played - phase.book - level
        gained[side] += worth("grand_slam") if missing == 0 else worth("small_slam") if missing == 1 else 0
        gained[side] += {1: 0, 2: table.insult, 4: 2 * table.insult}[self.times]
        if phase.overtricks:
            gained[side] += over * (strain.points if self.times == 1 else worth("doubled_overtrick") * self.times // 2)
