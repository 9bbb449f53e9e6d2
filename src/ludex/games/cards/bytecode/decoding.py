"""From bytecode back to a genome."""

from __future__ import annotations

from typing import Any

from ludex.games.cards.bytecode.binary import Line
from ludex.games.cards.bytecode.blocks import NONE
from ludex.games.cards.bytecode.words import (
    BAGS,
    BREAKING,
    CARD_SUITS,
    CONDITIONS,
    DIRECTIONS,
    DISCARD_FLAGS,
    EFFECTS,
    HAND_ENDS,
    RANK_CONDITION,
    RANKINGS,
    SKIPS,
    SOURCES,
    TOS,
    TRICK_FLAGS,
    TRUMPS,
    VARIANT_FLAGS,
    WHENS,
)
from ludex.games.cards.components import NAMES, NUMBER, RANKS, mask_of
from ludex.games.cards.genome.schema import (
    AskPhase,
    BettingPhase,
    BiddingPhase,
    CardPoints,
    CardScoring,
    Chips,
    ClaimPhase,
    ContractScoring,
    ContractVariant,
    Deal,
    Deck,
    DiscardPhase,
    DrawPhase,
    Effect,
    Genome,
    Level,
    Majority,
    Match,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
    TrickScoring,
)


def decode(lines: list[Line], name: str, title: str) -> Genome:
    """The genome of a program's blocks. Blocks that cannot come from a genome raise ValueError, IndexError or
    KeyError."""
    ends = [place for place, line in enumerate(lines) if line.name == "end"]
    head = lines[0].values
    phases = lines[1 : ends[0]]
    scoring = {line.name: line for line in lines[ends[0] + 1 : ends[1]]}
    effects = [line for line in lines[ends[1] + 1 : ends[2]] if line.name != "few"]
    few = [line.values for line in lines[ends[1] + 1 : ends[2]] if line.name == "few"]
    contracts = [line.values for line in phases if line.name == "bidding"]
    contract = {name: contracts[0][name] for name in ContractScoring.__struct_fields__} if contracts else None
    ranks = sorted((rank for rank in RANKS if head[f"strength_{rank}"]), key=lambda rank: head[f"strength_{rank}"])
    deck = sum(head[f"deck_{place}"] << 8 * place for place in range(7))
    full = mask_of(rank + suit for rank in ranks for suit in "CDHS")
    seats = range(head["seats_high"])
    teams = [tuple(seat for seat in seats if head[f"side_{seat}"] == side) for side in range(head["sides"])]
    return Genome(
        name=name,
        title=title,
        seats=(head["seats_low"], head["seats_high"]),
        teams=tuple(teams),
        deck=Deck("".join(ranks), tuple(card for card in NAMES if (full & ~deck) >> NUMBER[card] & 1)),
        deal=_read_deal(head, few[0] if few else {"seats": 0, "cards": 0}),
        trump=TRUMPS[head["trump"]],
        bowers=bool(head["bowers"]),
        phases=tuple(map(_read_phase, phases)),
        turn_rounds=head["turn_rounds"],
        turn_limit=head["turn_limit"],
        effects=tuple(
            Effect(RANKS[e.values["rank"]], EFFECTS[e.values["does"]], e.values["count"])  # type: ignore[arg-type]  # of a tuple
            for e in effects
        ),
        hand_ends=HAND_ENDS[head["hand_ends"]],
        book=head["book"],
        knockout=bool(head["knockout"]),
        ranking=RANKINGS[head["ranking"]],
        chips=Chips(head["chips"], head["ante"]) if head["chips"] else None,
        contract_scoring=ContractScoring(**contract) if contract else None,
        match=Match(head["hands"], head["target"], head["floor"], bool(head["low_wins"])),
        **_read_scoring(scoring),
    )


def _read_deal(head: dict[str, int], few: dict[str, int]) -> Deal:
    flags = bool(head["starter"]), bool(head["again"])
    return Deal(head["cards"], head["change"], head["table"], *flags, few["seats"], few["cards"])


def _bits(names: tuple[str, ...], flags: int) -> dict[str, Any]:
    return {name: bool(flags >> place & 1) for place, name in enumerate(names)}


def _read_phase(line: Line) -> Phase:
    v: dict[str, Any] = line.values
    match line.name:
        case "bidding":
            return BiddingPhase(v["min_bid"], v["max_bid"], bool(v["flags"] & 1))
        case "pass":
            return PassPhase(v["cards"], tuple(DIRECTIONS[v[f"d{place}"]] for place in range(v["directions"])))
        case "trick":
            lead = "" if v["first_lead"] == NONE else NAMES[v["first_lead"]]
            breaking: Any = BREAKING[v["breaking"]]
            return TrickPhase(breaking=breaking, first_lead=lead, tricks=v["tricks"], **_bits(TRICK_FLAGS, v["flags"]))
        case "betting":
            return BettingPhase(v["bet"], v["raises"])
        case "draw":
            source: Any = SOURCES[v["source"]]
            when: Any = WHENS[v["when"]]
            return DrawPhase(source, when, v["count"], v["limit"], bool(v["reshuffle"]))
        case "play":
            to: Any = TOS[v["to"]]
            skip: Any = SKIPS[v["skip"]]
            wild = "".join(rank for place, rank in enumerate(RANKS) if v["wild"] >> place & 1)
            return PlayPhase(_read_conditions(line), to, skip, wild, bool(v["sets"]))
        case "discard":
            knock = -1 if v["knock"] == NONE else v["knock"]
            bits = _bits(DISCARD_FLAGS, v["flags"])
            return DiscardPhase(v["count"], knock=knock, knock_bonus=v["knock_bonus"], **bits)
        case "claim":
            return ClaimPhase(v["cards"])
        case "ask":
            return AskPhase()
    raise ValueError(f"block {line.name} stands among the phases")


def _read_conditions(line: Line) -> tuple[tuple[str, ...], ...]:
    groups: list[list[str]] = [[]]
    for (number,) in line.items:
        if number == 0:
            groups.append([])
        else:
            rank = number - RANK_CONDITION
            groups[-1].append(f"rank {RANKS[rank]}" if rank >= 0 else CONDITIONS[number])
    return tuple(map(tuple, groups))


def _read_scoring(scoring: dict[str, Line]) -> dict[str, Any]:
    def worth(kind: Any, items: tuple[tuple[int, ...], ...]) -> tuple[Any, ...]:
        names = [("" if r == NONE else RANKS[r], "" if u == NONE else CARD_SUITS[u], p) for r, u, p in items]
        return tuple(kind(points=points, rank=rank, suit=suit) for rank, suit, points in names)

    parts: dict[str, Any] = {}
    for name, line in scoring.items():
        v: dict[str, Any] = line.values
        if name == "variant":
            flags = _bits((*VARIANT_FLAGS, "nil"), v["flags"])
            nil: Any = "bags" if flags.pop("nil") else "help"
            bags: Any = BAGS[v["bags"]]
            parts["contract_variant"] = ContractVariant(bags, nil, exact_bonus=v["exact_bonus"], **flags)
        elif name == "trick_scoring":
            parts[name] = TrickScoring(v["points"], v["book"], tuple(Level(*item) for item in line.items))
        elif name == "card_scoring":
            flags = _bits(("hand", "winner", "moon"), v["flags"])
            source: Any = "hand" if flags["hand"] else "won"
            to: Any = "winner" if flags["winner"] else "holder"
            parts[name] = CardScoring(worth(CardPoints, line.items), source, to, flags["moon"])
        elif name == "order_scoring":
            parts[name] = tuple(points for (points,) in line.items)
        elif name == "majorities":
            parts[name] = worth(Majority, line.items)
        elif name == "sweep":
            parts["sweep_points"] = v["points"]
        else:
            raise ValueError(f"block {name} stands among the scoring")
    return parts
