"""Tests of the commands that the lab adds to `ludex genome`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludex.games.cards import LIBRARY, Genome, problems
from ludex.games.cards.genome import BiddingPhase
from tests.commands import Run


def test_mutate_prints_a_game_that_reads_back_and_tells_what_is_different(run: Run, tmp_path: Path) -> None:
    _, out, err = run("genome", "mutate", "whist", "--operator", "AddBiddingPhaseMutation", "--name", "bid-whist")
    genome = Genome.from_json(out)
    assert (genome.name, genome.title) == ("bid-whist", "Bid Whist")
    assert isinstance(genome.phases[0], BiddingPhase)
    assert "+ **Bidding.**" in err
    file = tmp_path / "mine.json"
    file.write_text(out)
    assert "bid-whist is a game" in run("genome", "validate", str(file))[1]


def test_the_same_seed_makes_the_same_game(run: Run) -> None:
    one, two, three = (run("genome", "mutate", "hearts", "--seed", seed, "--times", "3")[1] for seed in ("7", "7", "8"))
    assert one == two != three
    assert problems(Genome.from_json(one)) == []


def test_json_has_the_genome_the_operators_and_the_changes(run: Run) -> None:
    told = json.loads(run("genome", "mutate", "uno-style", "--times", "2", "--json")[1])
    assert len(told["operators"]) == 2
    assert told["parent"] == "uno-style"
    assert {"place", "before", "after"} == set(told["changes"][0])
    crossed = json.loads(run("genome", "cross", "whist", "spades", "--json")[1])
    assert problems(Genome.from_json(json.dumps(crossed["genome"]))) == []
    same = json.loads(run("genome", "diff", "scopa", "scopa", "--json")[1])
    assert same == {"changes": [], "rules": []}


def test_diff_tells_fields_and_rules(run: Run) -> None:
    told = run("genome", "diff", "spades", "partnership-spades")[1].splitlines()
    assert told[0] == "teams: [] → [[0,2],[1,3]]"
    assert "- Four players." in told
    assert run("genome", "diff", "scopa", "scopa")[1] == "scopa and scopa have the same rules.\n"


def test_operators_are_listed_for_all_games_or_for_one(run: Run) -> None:
    every = json.loads(run("genome", "operators", "--json")[1])
    scopa = json.loads(run("genome", "operators", "scopa", "--json")[1])
    assert 0 < len(scopa) < len(every)
    assert {"name", "part", "does", "needs"} == set(scopa[0])
    assert "AddBiddingPhaseMutation (bidding)" in run("genome", "operators", "whist")[1]


def test_random_and_repair_print_games(run: Run, tmp_path: Path) -> None:
    assert problems(Genome.from_json(run("genome", "random", "--seed", "4")[1])) == []
    file = tmp_path / "bad.json"
    file.write_text(LIBRARY["spades"]().to_json().replace('"trump": "spades"', '"trump": "none"'))
    assert problems(Genome.from_json(run("genome", "repair", str(file))[1])) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("mutate", "nothing"), "there is no file 'nothing'"),
        (("mutate", "whist", "--operator", "Magic"), "there is no operator 'Magic'. Choose one of: AddBidding"),
        (("mutate", "scopa", "--operator", "MutateTrumpMutation"), "does not apply to 'scopa': it needs tricks"),
        (("mutate", "whist", "--name", "No Name"), "cannot be the name of a game"),
        (("cross", "scopa", "scopa"), "cannot be crossed"),
        (("random", "--name", "?"), "is not a name"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(run: Run, arguments: tuple[str, ...], told: str) -> None:
    code, _, err = run("genome", *arguments)
    assert code == 2
    assert told in err
    assert "Traceback" not in err


def test_a_genome_with_problems_is_refused_with_a_way_out(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(LIBRARY["spades"]().to_json().replace('"trump": "spades"', '"trump": "none"'))
    code, _, err = run("genome", "mutate", str(file))
    assert code == 2
    assert "ludex genome repair" in err
    assert "trumps have to be broken" in err
