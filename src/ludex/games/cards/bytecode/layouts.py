"""The layouts of everything in a program, made from the genome's declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from ludex.games.cards.bytecode.blocks import END, MAGIC, Block, block_size, place_of
from ludex.games.cards.bytecode.layout import Layout
from ludex.games.cards.genome.fields import Section, declared
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.parts.deal.genome import FEW, Deal
from ludex.games.cards.parts.playing.genome import EFFECT, Effect

PLACES = ("bidding_at", "scoring_at", "effects_at", "length")
"""The last bytes of the header."""

GENOME = declared(Genome)
HEADER_FIELDS = Layout(MAGIC, "header", Genome, {name: kind for name, kind in GENOME.items() if kind.at is not None})
HEADER = Block(
    MAGIC,
    "header",
    (("version", "u8"), *HEADER_FIELDS.block.fields, *((place, "u8") for place in PLACES)),
)
FIRST_PHASE = block_size(HEADER)

PHASES = {
    kind: Layout(kind.code, str(kind.__struct_config__.tag), kind, second_part=kind.second_part)
    for kind in get_args(Phase)
}
SECTIONS = {
    field: Layout(
        kind.code, kind.name, Genome if kind.inner else kind.part, {field: kind.inner} if kind.inner else None
    )
    for field, kind in GENOME.items()
    if isinstance(kind, Section)
}
"""The ways to score that have separate blocks, by their fields in the genome."""
EFFECTS = Layout(EFFECT, "effect", Effect)
FEW_SEATS = Layout(FEW, "few", Deal, {name: kind for name, kind in declared(Deal).items() if kind.apart})

BLOCKS = {END: Block(END, "end", ())} | {
    layout.block.code: layout.block
    for layout in sorted((*PHASES.values(), *SECTIONS.values(), EFFECTS, FEW_SEATS), key=lambda one: one.block.code)
}
NAMED = {block.name: block for block in (HEADER, *BLOCKS.values())}
TAGS = {layout.block.name: layout for layout in PHASES.values()}


def header_places(fields: str) -> Iterator[int]:
    """Find the places of some fields of the header, counted from the first byte of the program."""
    return (place_of(HEADER, field) for field in fields.split())


(SCORING_AT,) = header_places("scoring_at")
