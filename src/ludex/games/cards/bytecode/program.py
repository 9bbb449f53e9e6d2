"""From genome to bytecode and back: the header, then blocks for the phases, the scoring and the effects."""

from __future__ import annotations

from struct import Struct
from typing import Any

import msgspec

from ludex.games.cards.bytecode.binary import Line
from ludex.games.cards.bytecode.blocks import END, MAGIC, SIZE, VERSION, BadBytecode
from ludex.games.cards.bytecode.layout import Layout
from ludex.games.cards.bytecode.layouts import (
    EFFECTS,
    FEW_SEATS,
    FIRST_PHASE,
    HEADER_FIELDS,
    PHASES,
    PLACES,
    SECTIONS,
    TAGS,
)
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.bidding.genome import BiddingPhase, ContractScoring

_HEADER = Struct(f"<BB{HEADER_FIELDS.letters}{len(PLACES) * 'B'}")
_END = bytes((END,))
_USUAL = {field.name: field.default for field in msgspec.structs.fields(Genome)}
_SECTIONS = [(field, layout, layout.part is Genome, _USUAL[field]) for field, layout in SECTIONS.items()]
"""Each with its field, its layout, whether that is one of the genome itself, and the value that is not written."""


def encode(genome: Genome) -> bytes:
    """Write a genome that is already known to be valid."""
    phases, bidding_at = b"", 0
    for phase in genome.phases:
        if isinstance(phase, BiddingPhase) and not bidding_at:
            bidding_at = FIRST_PHASE + len(phases)
        phases += PHASES[type(phase)].pack(phase, genome.contract_scoring or ContractScoring())
    scoring = b"".join([layout.pack(part) for layout, part in _sections(genome)])
    effects = b"".join([EFFECTS.pack(effect) for effect in genome.effects])
    if genome.deal.few_seats:
        effects += FEW_SEATS.pack(genome.deal)
    scoring_at = FIRST_PHASE + len(phases) + 1
    effects_at = scoring_at + len(scoring) + 1
    length = effects_at + len(effects) + 1
    if length > SIZE:
        raise BadBytecode(f"the program takes {length} bytes, at most {SIZE} fit")
    header = _HEADER.pack(MAGIC, VERSION, *HEADER_FIELDS.numbers(genome), bidding_at, scoring_at, effects_at, length)
    return b"".join((header, phases, _END, scoring, _END, effects, _END))


def _sections(genome: Genome) -> list[tuple[Layout, Any]]:
    """List the ways to score that a genome has, with their layouts."""
    return [
        (layout, genome if own else part)
        for field, layout, own, usual in _SECTIONS
        if (part := getattr(genome, field)) != usual
    ]


def length(genome: Genome) -> int:
    """Count the bytes that a genome takes, perhaps more than a program may have.

    >>> from ludex.games.cards import create_spades_genome
    >>> length(create_spades_genome())
    83
    """
    size = FIRST_PHASE + 3 + sum([PHASES[type(phase)].size(phase) for phase in genome.phases])
    size += sum([EFFECTS.size(effect) for effect in genome.effects])
    size += FEW_SEATS.size(genome.deal) if genome.deal.few_seats else 0
    return size + sum([layout.size(part) for layout, part in _sections(genome)])


def decode(lines: list[Line], name: str, title: str) -> Genome:
    """Make a genome of a program's blocks. Blocks that cannot come from a genome raise ValueError, IndexError or
    KeyError."""
    ends = [place for place, line in enumerate(lines) if line.name == "end"]
    fields = HEADER_FIELDS.values(lines[0].values)
    for line in lines[1 : ends[0]]:
        if line.name not in TAGS:
            raise ValueError(f"block {line.name} stands among the phases")
        if line.name == "bidding" and "contract_scoring" not in fields:
            second = TAGS[line.name].second
            assert second, "contracts stand in the block of the bids"
            fields["contract_scoring"] = second.read(line.values)
    sections = {layout.block.name: (field, layout) for field, layout in SECTIONS.items()}
    for line in lines[ends[0] + 1 : ends[1]]:
        if line.name not in sections:
            raise ValueError(f"block {line.name} stands among the scoring")
        field, layout = sections[line.name]
        own = layout.part is Genome
        fields[field] = layout.values(line.values, line.items)[field] if own else layout.read(line.values, line.items)
    phases = tuple(TAGS[line.name].read(line.values, line.items) for line in lines[1 : ends[0]])
    after = lines[ends[1] + 1 : ends[2]]
    effects = tuple(EFFECTS.read(line.values) for line in after if line.name != "few")
    for line in after:
        if line.name == "few":
            fields["deal"] = msgspec.structs.replace(fields["deal"], **FEW_SEATS.values(line.values))
    return Genome(name=name, title=title, phases=phases, effects=effects, **fields)
