"""From genomes to programs and back, with checks on the way."""

from __future__ import annotations

from ludex.games.cards.bytecode.binary import read
from ludex.games.cards.bytecode.blocks import BadBytecode
from ludex.games.cards.bytecode.program import decode, encode
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.validation import validate


def compile_genome(genome: Genome) -> bytes:
    """Compile a genome to bytecode. A genome that does not describe a game is refused with all that is wrong with it.

    >>> from ludex.games.cards import create_spades_genome
    >>> compile_genome(create_spades_genome())[:2]
    b'L\\x01'
    """
    validate(genome)
    return encode(genome)


def decompile(code: bytes, name: str = "decompiled", title: str = "Decompiled") -> Genome:
    """Find the genome of a program. Bytes that no genome compiles to are refused; names are not in the bytecode.

    >>> from ludex.games.cards import create_spades_genome
    >>> spades = create_spades_genome()
    >>> decompile(compile_genome(spades), "x").phases == spades.phases
    True
    """
    lines = read(code)
    try:
        genome = decode(lines, name, title)
    except (ValueError, IndexError, KeyError) as error:
        raise BadBytecode(f"no genome compiles to these bytes: {error}") from None
    if compile_genome(genome) != code:
        raise BadBytecode("no genome compiles to these bytes: they could be written otherwise")
    return genome
