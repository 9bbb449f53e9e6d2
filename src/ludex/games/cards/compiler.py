"""From genome to bytecode and back."""

from __future__ import annotations

from typing import Any, get_args

from ludex.games.cards import bytecode as bc
from ludex.games.cards.bytecode import NONE, BadBytecode, Line
from ludex.games.cards.deck import ALL_CARDS, NAMES, NUMBER, RANKS, SUITS, mask_of
from ludex.games.cards.genome import (
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
    Direction,
    DiscardPhase,
    DrawPhase,
    Effect,
    Genome,
    HandEnd,
    Level,
    Majority,
    Match,
    PassPhase,
    Phase,
    PlayPhase,
    Ranking,
    TrickPhase,
    TrickScoring,
    Trump,
)
from ludex.games.cards.validate import validate

TRUMPS = get_args(Trump)
DIRECTIONS = get_args(Direction)
HAND_ENDS = get_args(HandEnd)
RANKINGS = get_args(Ranking)
SOURCES = ("stock", "pile", "either", "neighbour")
WHENS = ("always", "stuck", "optional")
TOS = ("pile", "table", "capture")
SKIPS = ("stuck", "always")
BAGS = ("carry", "reset", "score")
EFFECTS = ("skip", "reverse", "draw", "again")
BREAKING = ("none", *SUITS, "trump")
CARD_SUITS = (*SUITS, "trump")
CONDITIONS = ("or", "same suit", "same rank", "same colour", "beats top", "adjacent", "anything")
RANK_CONDITION = 32
"""`rank 2` is condition 32, and so on."""
TRICK_FLAGS = ("follow", "must_trump", "low_wins", "unbreakable", "clean_start", "blind", "by_rank", "take")
DISCARD_FLAGS = ("optional", "face_down", "refill")
VARIANT_FLAGS = ("exact", "hook", "partners")


def compile_genome(genome: Genome) -> bytes:
    """The bytecode of a genome; a genome that is no game is refused with all that is wrong with it.

    >>> from ludex.games.cards import create_spades_genome
    >>> compile_genome(create_spades_genome())[:2]
    b'L\\x01'
    """
    validate(genome)
    return encode(genome)


def encode(genome: Genome) -> bytes:
    """The bytes of a genome that is already known to be valid."""
    phases = [_phase(genome, phase) for phase in genome.phases]
    end = Line("end", {})
    scoring = list(_scoring(genome))
    effects = [
        Line("effect", {"rank": RANKS.index(e.rank), "does": EFFECTS.index(e.does), "count": e.count})
        for e in genome.effects
    ]
    start = bc.block_size(bc.HEADER)
    sizes = [len(bc.write(part)) for part in ([*phases, end], [*scoring, end], [*effects, end])]
    bidding = [place for place, phase in enumerate(genome.phases) if isinstance(phase, BiddingPhase)]
    places = {
        "bidding_at": start + len(bc.write(phases[: bidding[0]])) if bidding else 0,
        "scoring_at": start + sizes[0],
        "effects_at": start + sizes[0] + sizes[1],
        "length": start + sum(sizes),
    }
    if places["length"] > bc.SIZE:
        raise BadBytecode(f"the program takes {places['length']} bytes, at most {bc.SIZE} fit")
    return bc.write([Line("header", {**_header(genome), **places}), *phases, end, *scoring, end, *effects, end])


def _header(genome: Genome) -> dict[str, int]:
    side = {seat: number for number, team in enumerate(genome.teams) for seat in team}
    deck = deck_mask(genome)
    chips = genome.chips or Chips(0, 0)
    return {
        "version": bc.VERSION,
        "seats_low": genome.seats[0],
        "seats_high": genome.seats[1],
        "sides": len(genome.teams),
        **{f"side_{seat}": side.get(seat, seat) for seat in range(6)},
        **{f"strength_{rank}": genome.deck.ranks.find(rank) + 1 for rank in RANKS},
        **{f"deck_{place}": deck >> 8 * place & 255 for place in range(7)},
        "cards": genome.deal.cards,
        "change": genome.deal.change,
        "table": genome.deal.table,
        "starter": int(genome.deal.starter),
        "again": int(genome.deal.again),
        "trump": TRUMPS.index(genome.trump),
        "bowers": int(genome.bowers),
        "hands": genome.match.hands,
        "target": genome.match.target,
        "floor": genome.match.floor,
        "low_wins": int(genome.match.low_wins),
        "knockout": int(genome.knockout),
        "hand_ends": HAND_ENDS.index(genome.hand_ends),
        "turn_rounds": genome.turn_rounds,
        "turn_limit": genome.turn_limit,
        "book": genome.book,
        "ranking": RANKINGS.index(genome.ranking),
        "chips": chips.start,
        "ante": chips.ante,
    }


def deck_mask(genome: Genome) -> int:
    """The cards a genome plays with, as a set."""
    used = mask_of(rank + suit for rank in genome.deck.ranks for suit in "CDHS")
    return used & ~mask_of(genome.deck.without) & ALL_CARDS


def _flags(part: Any, names: tuple[str, ...]) -> int:
    return sum(int(getattr(part, name)) << place for place, name in enumerate(names))


def _phase(genome: Genome, phase: Phase) -> Line:
    match phase:
        case BiddingPhase():
            scoring = genome.contract_scoring or ContractScoring()
            values = {name: getattr(scoring, name) for name in ContractScoring.__struct_fields__}
            bids = {"min_bid": phase.min_bid, "max_bid": phase.max_bid, "flags": int(phase.allow_nil)}
            return Line("bidding", {**bids, **values, "reserved": 0})
        case PassPhase():
            ways = [DIRECTIONS.index(way) for way in phase.directions]
            padded = {f"d{place}": ways[place] if place < len(ways) else 0 for place in range(4)}
            return Line("pass", {"cards": phase.cards, "directions": len(ways), **padded})
        case TrickPhase():
            lead = NUMBER[phase.first_lead] if phase.first_lead else NONE
            breaking = BREAKING.index(phase.breaking)
            flags = _flags(phase, TRICK_FLAGS)
            return Line("trick", {"flags": flags, "breaking": breaking, "first_lead": lead, "tricks": phase.tricks})
        case BettingPhase():
            return Line("betting", {"bet": phase.bet, "raises": phase.raises})
        case DrawPhase():
            source, when = SOURCES.index(phase.source), WHENS.index(phase.when)
            rest = {"count": phase.count, "limit": phase.limit, "reshuffle": int(phase.reshuffle)}
            return Line("draw", {"source": source, "when": when, **rest})
        case PlayPhase():
            wild = sum(1 << RANKS.index(rank) for rank in phase.wild)
            to, skip = TOS.index(phase.to), SKIPS.index(phase.skip)
            return Line(
                "play",
                {"to": to, "skip": skip, "sets": int(phase.sets), "wild": wild},
                tuple((condition,) for condition in _conditions(phase)),
            )
        case DiscardPhase():
            knock = NONE if phase.knock < 0 else phase.knock
            flags = _flags(phase, DISCARD_FLAGS)
            rest = {"knock": knock, "knock_bonus": phase.knock_bonus}
            return Line("discard", {"count": phase.count, "flags": flags, **rest})
        case ClaimPhase():
            return Line("claim", {"cards": phase.cards})
        case AskPhase():
            return Line("ask", {})


def _conditions(phase: PlayPhase) -> list[int]:
    """Groups of conditions in a row, with `or` between them."""
    numbers: list[int] = []
    for place, group in enumerate(phase.allow):
        numbers += [0] * (place > 0)
        numbers += [
            RANK_CONDITION + RANKS.index(word[5:]) if word.startswith("rank ") else CONDITIONS.index(word)
            for word in group
        ]
    return numbers


def _rank(rank: str) -> int:
    return RANKS.index(rank) if rank else NONE


def _suit(suit: str) -> int:
    return CARD_SUITS.index(suit) if suit else NONE


def _scoring(genome: Genome) -> list[Line]:
    lines = []
    if genome.contract_variant != ContractVariant():
        variant = genome.contract_variant
        values = {"bags": BAGS.index(variant.bags), "exact_bonus": variant.exact_bonus}
        nil = (variant.nil_tricks == "bags") << len(VARIANT_FLAGS)
        lines.append(Line("variant", {**values, "flags": _flags(variant, VARIANT_FLAGS) | nil}))
    if genome.trick_scoring:
        tricks = genome.trick_scoring
        levels = tuple((level.tricks, level.points) for level in tricks.levels)
        lines.append(Line("trick_scoring", {"points": tricks.points, "book": tricks.book}, levels))
    if genome.card_scoring:
        cards = genome.card_scoring
        flags = (cards.source == "hand") | (cards.to == "winner") << 1 | cards.moon << 2
        worth = tuple((_rank(value.rank), _suit(value.suit), value.points) for value in cards.values)
        lines.append(Line("card_scoring", {"flags": flags}, worth))
    if genome.order_scoring:
        lines.append(Line("order_scoring", {}, tuple((points,) for points in genome.order_scoring)))
    if genome.majorities:
        most = tuple((_rank(most.rank), _suit(most.suit), most.points) for most in genome.majorities)
        lines.append(Line("majorities", {}, most))
    if genome.sweep_points:
        lines.append(Line("sweep", {"points": genome.sweep_points}))
    return lines


def decompile(code: bytes, name: str = "decompiled", title: str = "Decompiled") -> Genome:
    """The genome of a program. Names are not in the bytecode. Bytes that no genome compiles to are refused.

    >>> from ludex.games.cards import create_spades_genome
    >>> spades = create_spades_genome()
    >>> decompile(compile_genome(spades), "x").phases == spades.phases
    True
    """
    lines = bc.read(code)
    ends = [place for place, line in enumerate(lines) if line.name == "end"]
    try:
        genome = _genome(lines, ends, name, title)
    except (ValueError, IndexError, KeyError) as error:
        raise BadBytecode(f"these bytes are no program that a genome compiles to: {error}") from None
    if compile_genome(genome) != code:
        raise BadBytecode("these bytes are no program that a genome compiles to: it would be written otherwise")
    return genome


def _genome(lines: list[Line], ends: list[int], name: str, title: str) -> Genome:
    head = lines[0].values
    phases = lines[1 : ends[0]]
    scoring = {line.name: line for line in lines[ends[0] + 1 : ends[1]]}
    effects = lines[ends[1] + 1 : ends[2]]
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
        deal=Deal(head["cards"], head["change"], head["table"], bool(head["starter"]), bool(head["again"])),
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
