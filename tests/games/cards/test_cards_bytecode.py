"""Bytecode: golden bytes, round trips, and refusing bytes that are not a program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ludex.games.cards import (
    LIBRARY,
    BadBytecode,
    CardGame,
    Genome,
    assemble,
    compile_genome,
    create_partnership_spades_genome,
    decompile,
    disassemble,
)
from ludex.games.cards.bytecode.blocks import SIZE
from ludex.games.cards.genome import BiddingPhase, ContractScoring, TrickPhase
from ludex.testing import check_golden

GOLDEN = Path(__file__).parents[2] / "golden"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"
SPADES = create_partnership_spades_genome()


def test_bidding_block_is_the_documents_byte_for_byte() -> None:
    code = compile_genome(SPADES)
    at = code.index(bytes([60, 1, 13, 1]))
    assert code[at : at + 16].hex(" ") == "3c 01 0d 01 0a 01 0a 64 00 64 00 0a 64 00 00 00"


def test_bidding_block_holds_every_field_little_endian() -> None:
    scoring = ContractScoring(11, 2, 13, 0x0102, 0x0304, 7, 0x0506)
    genome = msgspec.structs.replace(
        SPADES, phases=(BiddingPhase(2, 9, allow_nil=False), TrickPhase()), contract_scoring=scoring
    )
    code = compile_genome(genome)
    at = code.index(bytes([60, 2, 9, 0]))
    assert code[at : at + 16].hex(" ") == "3c 02 09 00 0b 02 0d 02 01 04 03 07 06 05 00 00"


def test_golden_bytecode_of_all_games_of_the_library() -> None:
    text = "".join(f"{name} {compile_genome(make()).hex()}\n" for name, make in LIBRARY.items())
    check_golden(GOLDEN / "cards-bytecode.txt", text, update=UPDATE)


def test_bytecode_is_the_same_in_another_process() -> None:
    script = (
        "from ludex.games.cards import LIBRARY, compile_genome;"
        "print(''.join(compile_genome(make()).hex() for make in LIBRARY.values()))"
    )
    here = "".join(compile_genome(make()).hex() for make in LIBRARY.values())
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True
        )
        assert done.stdout.strip() == here


@pytest.mark.parametrize("name", LIBRARY)
def test_library_game_comes_back_from_its_bytecode(name: str) -> None:
    genome = LIBRARY[name]()
    code = compile_genome(genome)
    assert decompile(code, name, genome.title) == msgspec.structs.replace(genome, about="", simplified="")
    assert assemble(disassemble(code)) == code
    assert CardGame.of_bytecode(code).code == code


def test_malformed_bytecode_is_refused_before_it_runs() -> None:
    code = compile_genome(SPADES)
    for junk in (b"", b"\0", code[:-1], code + b"\0", bytes([1]) + code[1:], bytes([code[0], 9]) + code[2:]):
        with pytest.raises(BadBytecode):
            decompile(junk)
    with pytest.raises(BadBytecode, match="not a block"):
        decompile(code.replace(bytes([60, 1, 13, 1]), bytes([61, 1, 13, 1])))
    with pytest.raises(BadBytecode, match=f"at most {SIZE}"):
        decompile(bytes([code[0]]) * 300)


def test_every_changed_byte_is_refused_or_is_another_game() -> None:
    for name in ("partnership-spades", "crazy-eights", "draw-poker"):
        code = compile_genome(LIBRARY[name]())
        for place in range(len(code)):
            for change in (1, 128):
                other = bytearray(code)
                other[place] ^= change
                try:
                    genome = decompile(bytes(other), "other", "Other")
                except ValueError:
                    continue
                assert isinstance(genome, Genome)
                assert compile_genome(genome) == bytes(other)


@pytest.mark.parametrize("text", ["header x=1", "nonsense", "trick flags=a", "bidding min_bid=1"])
def test_text_that_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(BadBytecode):
        assemble(text)
