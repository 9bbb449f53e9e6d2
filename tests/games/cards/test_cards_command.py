"""`ludex genome`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludex.games.cards import BadGenome, Genome, assemble, compile_genome, create_spades_genome
from ludex.games.cards.commands import app


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, arguments)


def test_show_prints_a_genome_that_reads_back(tmp_path: Path) -> None:
    shown = run("show", "spades").stdout
    assert Genome.from_json(shown) == create_spades_genome()
    file = tmp_path / "mine.json"
    file.write_text(shown)
    assert run("validate", str(file)).stdout == "spades is a game.\n"


def test_compile_and_disassemble() -> None:
    code = bytes.fromhex(run("compile", "spades").stdout.strip())
    assert code == compile_genome(create_spades_genome())
    assert assemble(run("disassemble", "spades").stdout) == code


def test_rules_are_a_page() -> None:
    assert run("rules", "hearts").stdout.startswith("# Hearts\n")


def test_validate_names_places_and_fixes(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(create_spades_genome().to_json().replace('"trump": "spades"', '"trump": "none"'))
    result = run("validate", str(file))
    assert result.exit_code == 1
    assert "line 22, column 19: phases[1].breaking" in result.stdout
    found = json.loads(run("validate", str(file), "--json").stdout)
    assert found[0]["fix"]


def test_what_cannot_even_be_read_is_told_by_place_too(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(create_spades_genome().to_json().replace('"target"', '"aim"'))
    result = run("validate", str(file))
    assert result.exit_code == 1
    assert result.stdout.startswith("line 42, column 5: match.aim: there is no such field.")


def test_what_is_not_json_is_told_by_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('{"name": "x",\n "title" "X"}')
    result = run("validate", str(file), "--json")
    assert result.exit_code == 1
    assert [(found["line"], found["column"]) for found in json.loads(result.stdout)] == [(2, 10)]


def test_show_prints_every_field() -> None:
    shown = json.loads(run("show", "spades").stdout)
    assert shown["phases"][0] == {"type": "bidding", "min_bid": 1, "max_bid": 13, "allow_nil": True}
    assert shown["deck"]["ranks"] == "23456789TJQKA"
    assert shown["contract_scoring"]["nil_bonus"] == 100
    assert set(shown) == set(Genome.__struct_fields__)


def test_schema_names_every_part_of_a_genome() -> None:
    schema = json.loads(run("schema").stdout)
    assert set(schema["properties"]) == set(Genome.__struct_fields__)
    assert schema["$defs"]["ContractVariant"]["properties"]["bags"]["enum"] == ["carry", "once", "reset", "score"]
    assert ">>>" not in schema["description"]


@pytest.mark.parametrize("ending", ["csv", "npy", "parquet"])
def test_hands_are_written_as_columns(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra `arrow`)")
    file = tmp_path / f"hands.{ending}"
    told = run("hands", "partnership-spades", "--to", str(file), "--matches", "2").stdout
    assert "2 matches of Partnership Spades" in told
    assert file.stat().st_size > 0


@pytest.mark.parametrize("command", ["show", "validate", "compile", "disassemble", "rules"])
@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"name": "x"}', "\x00\xff"])
def test_junk_is_told_and_nothing_else_happens(tmp_path: Path, command: str, text: str) -> None:
    file = tmp_path / "junk.json"
    file.write_text(text)
    result = run(command, str(file))
    assert result.exit_code == 1
    assert isinstance(result.exception, BadGenome | SystemExit)


def test_unknown_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="in the library"):
        CliRunner().invoke(app, ["show", "no-such-game"], catch_exceptions=False)
