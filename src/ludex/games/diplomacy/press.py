"""Press: what powers can propose to one another, and which promises their orders keep and break.

A proposal is `peace`, `DMZ BUR PIC`, `draw`, or an order with its kind: `support A MUN S A PAR - BUR`,
`move A PAR - BUR`, `hold A PAR H`, `convoy F ENG C A LON - BRE`. An order of the sender's own unit is a promise at
once; one of another power's unit is a request, and a promise when that power writes it, too. Peace, a demilitarised
zone and a draw are promises of both sides when both have proposed the same in one phase. All hold for that phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any, NamedTuple

from ludex.author import BadPosition, Message, Press, Promise, UnreadableMove, quote
from ludex.games.diplomacy.components import CODES, MAPS, MapName
from ludex.games.diplomacy.events import OrderResolved, PhaseBegan
from ludex.games.diplomacy.moves import EXAMPLES, Convoy, Hold, MoveTo, MoveVia, SupportHold, SupportMove, VoteDraw
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.parser import read_written
from ludex.games.diplomacy.notation.position import guide_for, read_province
from ludex.games.diplomacy.order_lists import completed, fault_of
from ludex.games.diplomacy.order_table import OrderTable
from ludex.games.diplomacy.reasons import unit_province
from ludex.games.diplomacy.views import View

WORDS: Mapping[type[Any], str] = {
    SupportHold: "support",
    SupportMove: "support",
    MoveTo: "move",
    MoveVia: "move",
    Hold: "hold",
    Convoy: "convoy",
}
"""The word before a proposed order, by its kind."""
PEACE, DRAW, ZONE = "peace", "draw", "DMZ"
MOST_PROVINCES = 6
"""The most provinces of a demilitarised zone."""


class Phase(NamedTuple):
    """A movement phase that is over: the board at its beginning, and the orders that were carried out."""

    units: Mapping[str, str]
    """The power whose unit is in a province."""
    centres: Mapping[str, str]
    """The power whose supply centre a province is."""
    orders: Mapping[str, Any]
    """The orders by the province of their unit. There are none if the game ended before."""
    voted: frozenset[str]
    """The powers that voted for a draw."""

    def orders_of(self, power: str) -> list[Any]:
        """Return the orders of a power's units."""
        return [order for code, order in self.orders.items() if self.units[code] == power]

    def holds(self, power: str, code: str) -> bool:
        """Return True if a power has a unit or owns the supply centre in a province."""
        return power in (self.units.get(code), self.centres.get(code))


class DiplomacyPress(Press[OrderTable]):
    """The press of Diplomacy: in every movement phase, before the orders."""

    example = PEACE
    means = (
        "An order of your own unit is a promise. An order of another power's unit asks for it, and is that power's "
        "promise once it writes the same. Peace (no attack on the other's units and centres), DMZ (no unit of either "
        "in these provinces) and draw (a vote for it) are promises of both powers once both have proposed the same. "
        "Promises are for this phase only."
    )

    def __init__(self, board: MapName = "standard") -> None:
        examples = EXAMPLES[board]
        orders = [f"{WORDS[kind]} {examples[kind]}" for kind in (SupportMove, MoveTo, Hold, Convoy)]
        self.forms = ", ".join([PEACE, DRAW, f"{ZONE} {examples[MoveTo].split()[-1]}", *orders])

    def phase(self, table: OrderTable) -> str:
        """Return the movement phase that begins, such as S1901M. In other phases powers do not write."""
        phase = table.view().phase
        return phase if phase.endswith("M") else ""

    def read(self, table: OrderTable, sender: int, to: Sequence[int], text: str) -> str:
        """Read a proposal. Only what could be honoured is accepted: orders must be possible on the board.

        >>> from ludex.games.diplomacy import Diplomacy
        >>> table = Diplomacy().new(seed=1)
        >>> DiplomacyPress().read(table, 2, (3,), "dmz ruh, Burgundy"), DiplomacyPress().read(table, 2, (3,), "PEACE")
        ('DMZ BUR RUH', 'peace')
        """
        word, _, rest = text.strip().partition(" ")
        plain = word.casefold().rstrip(":")
        if plain in (PEACE, DRAW):
            if rest.strip():
                raise UnreadableMove(f"{quote(text)} is not a proposal: {plain} stands alone")
            if plain == DRAW and not table.settings.votes:  # type: ignore[attr-defined]  # the settings of Diplomacy
                raise UnreadableMove("a draw cannot be proposed: this game is played without votes")
            return plain
        if plain == ZONE.casefold():
            return _read_zone(table, rest)
        if plain in WORDS.values():
            return _read_order(table, sender, to, plain, rest)
        raise UnreadableMove(f"{quote(text)} is not a proposal: expected one of the forms {self.forms}")

    def judge(self, table: OrderTable, messages: Sequence[Message]) -> tuple[Promise, ...]:
        """Return the promises of a phase that is over, and whether the orders kept them."""
        names = MAPS[table.map_name].power_names
        phase = _phase_after(table, messages[0].after)
        given: dict[tuple[int, str], set[int]] = {}
        for by, proposal, to in _promises_in(messages, phase, names):
            given.setdefault((by, proposal), set()).update(to)
        return tuple(
            Promise(
                by,
                tuple(sorted(to)),
                proposal,
                messages[0].phase,
                *_judged(phase, names[by], [names[seat] for seat in to], proposal),
            )
            for (by, proposal), to in given.items()
        )


def _read_zone(table: OrderTable, text: str) -> str:
    """Read the provinces of a demilitarised zone, with commas or, if they are codes, without."""
    names = text.split(",") if "," in text else text.split()
    try:
        codes = {CODES[read_province(table.map_name, name)] for name in names}
    except BadPosition as error:
        raise UnreadableMove(f"the zone {quote(text.strip())} cannot be read: {error}") from None
    if not 1 <= len(codes) <= MOST_PROVINCES:
        raise UnreadableMove(f"a zone has {len(codes)} provinces: expected 1 to {MOST_PROVINCES}, with their codes")
    return " ".join([ZONE, *sorted(codes)])


def _read_order(table: OrderTable, sender: int, to: Sequence[int], word: str, text: str) -> str:
    """Read an order that is possible on the board, for a unit of the sender or of a power that gets the message."""
    written = read_written(text, guide_for(table.map_name, table.view().phase))
    s = table.twin(sender)
    order: Any = completed(s, written, table.view().coasts)
    right = WORDS.get(type(order))
    if right is None:
        raise UnreadableMove(f"{quote(text.strip())} cannot be proposed: expected an order of this phase")
    if right != word:
        raise UnreadableMove(f"{order} is not a {word}: write {right} {order}")
    p, names = unit_province(order), MAPS[table.map_name].power_names
    owner = int(s.power[p]) if s.kind[p] else sender
    if fault := fault_of(table.game, s, owner, order):
        raise UnreadableMove(f"{word} {order} cannot be proposed: {fault.say(s, owner, order)}")
    if owner != sender and owner not in to:
        raise UnreadableMove(f"{order.unit} belongs to {names[owner]}, which does not get this message")
    return f"{word} {order}"


def _phase_after(table: OrderTable, after: int) -> Phase:
    """Return the phase that began after a number of moves."""
    view: View = table.branch(after).view()
    events = takewhile(lambda event: not isinstance(event, PhaseBegan), table.events(None, after))
    orders = [ORDERS.parse(event.order) for event in events if isinstance(event, OrderResolved)]
    first: dict[int, int] = {}
    for played in islice(table.played, after, None):
        first.setdefault(played.seat, played.packed)
        if len(first) == table.seats:
            break
    names = MAPS[table.map_name].power_names
    return Phase(
        {unit.province: unit.power for unit in view.units},
        {code: power.power for power in view.powers for code in power.centers},
        {CODES[unit_province(order)]: order for order in orders},
        frozenset(names[seat] for seat, packed in first.items() if packed == _VOTE),
    )


_VOTE = ORDERS.pack(VoteDraw())


def _promises_in(
    messages: Sequence[Message], phase: Phase, names: Sequence[str]
) -> Iterator[tuple[int, str, set[int]]]:
    """Yield what was promised: by which seat, what, and to which seats."""
    for message in messages:
        for proposal in message.proposals:
            if (order := _order_in(proposal)) is not None:
                if phase.units.get(CODES[unit_province(order)]) == names[message.sender]:
                    yield message.sender, proposal, set(message.to)
                continue
            agreed = {
                other.sender
                for other in messages
                if other.sender in message.to and message.sender in other.to and proposal in other.proposals
            }
            if agreed:
                yield message.sender, proposal, agreed


def _order_in(proposal: str) -> Any:
    """Return the order that is proposed, or None for other proposals."""
    word, _, rest = proposal.partition(" ")
    return ORDERS.parse(rest) if word in WORDS.values() else None


def _judged(phase: Phase, power: str, to: list[str], proposal: str) -> tuple[bool | None, str]:
    """Return whether a power kept a promise to others, and the orders that broke it."""
    if proposal == DRAW and (power in phase.voted or phase.orders):
        return power in phase.voted, "" if power in phase.voted else "no vote"
    if not phase.orders:
        return None, ""
    orders = phase.orders_of(power)
    promised = _order_in(proposal)
    if promised is not None:
        given = phase.orders.get(CODES[unit_province(promised)])
        broken = [] if _is_same(given, promised) else [given or "no order"]
    elif proposal == PEACE:
        broken = [order for order in orders if any(_attacks(phase, order, other) for other in to)]
    else:
        broken = [order for order in orders if _violates(order, proposal.split()[1:])]
    return not broken, "; ".join(map(str, broken))


def _is_same(given: Any, promised: Any) -> bool:
    return given is not None and str(given).removesuffix(" VIA") == str(promised).removesuffix(" VIA")


def _attacks(phase: Phase, order: Any, other: str) -> bool:
    """Return True if an order goes into a province of another power, or helps a third one to do so."""
    if isinstance(order, MoveTo | MoveVia):
        return phase.holds(other, order.to[:3])
    if isinstance(order, SupportMove | Convoy):
        return phase.holds(other, order.to[:3]) and phase.units.get(order.other[2:5]) != other
    return False


def _violates(order: Any, zone: Sequence[str]) -> bool:
    """Return True if an order goes into a zone, helps another to do so, or leaves its unit there."""
    goes = isinstance(order, MoveTo | MoveVia)
    if (goes or isinstance(order, SupportMove | Convoy)) and order.to[:3] in zone:
        return True
    return order.unit[2:5] in zone and not goes
