"""Runs: repeatable, resumable, and unharmed by what goes wrong."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from random import Random

import msgspec
import pytest
import typer.main

from ludex.core.language.errors import BadSetting, LudexError
from ludex.games.cards import LIBRARY, Genome
from ludex.lab import run_commands
from ludex.lab.archive import Archive, Creature, Pool, read_descriptors
from ludex.lab.evolution import Evolution, evolve, shortlisted
from ludex.lab.export import export
from ludex.lab.families import NAMES, family_of
from ludex.lab.gates import Failure
from ludex.lab.measures import Measures
from ludex.lab.names import name_for
from ludex.lab.portrait import Detail
from ludex.lab.run_folder import CHECKPOINT, Checkpoint, Plan, load, load_progress, prepare, save, write_safely
from ludex.lab.styles import STYLES, pareto_front, style_of
from ludex.lab.workers import Workers
from tests.lab.toys import STAGES, five_tricks

PLAN = Plan(population=2, generations=2, seed="1", ancestors=("knockout-whist",), shortlist=1)


def creature(number: int, fitness: float, **measures: float) -> Creature:
    return Creature(id=number, genome=LIBRARY["whist"](), measures=Measures(**measures), fitness=fitness)  # type: ignore[arg-type]  # all of them are numbers


def found(run: Checkpoint) -> object:
    """Return all of a run but how long it took."""
    return [run.kept, run.family, run.seen, run.confirmed, [(g.best, g.mean, g.games) for g in run.history]]


def test_a_run_that_was_stopped_goes_on_to_the_same_games(tmp_path: Path) -> None:
    ancestor = tmp_path / "five-tricks.json"
    ancestor.write_text(five_tricks().to_json())
    plan = msgspec.structs.replace(PLAN, ancestors=(str(ancestor),))
    whole = evolve(plan, tmp_path / "whole", cores=1, stages=STAGES)
    evolve(msgspec.structs.replace(plan, generations=1), tmp_path / "parts", cores=1, stages=STAGES)
    assert found(evolve(plan, tmp_path / "parts", cores=1, stages=STAGES)) == found(whole)
    assert whole.generation == 2
    with Workers(1) as workers:
        shown = export(tmp_path / "whole", whole, workers, Detail(8, 4, 4, 2, 4))
    page = (tmp_path / "whole" / "report.html").read_text()
    assert "The map of elites" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    for one in shown:
        path = tmp_path / "whole" / "games" / f"{one.genome.name}.json"
        assert Genome.load(path) == one.genome
        assert f'id="game-{one.id}"' in page
    assert load_progress(tmp_path / "whole").finished


@pytest.mark.deep
@pytest.mark.parametrize(("mode", "islands"), [("pool", 2), ("map", 2)])
def test_populations_and_islands_go_on_to_the_same_games(mode: str, islands: int, tmp_path: Path) -> None:
    ancestor = tmp_path / "five-tricks.json"
    ancestor.write_text(five_tricks().to_json())
    plan = msgspec.structs.replace(PLAN, ancestors=(str(ancestor),), mode=mode, islands=islands)
    whole = evolve(plan, tmp_path / "whole", cores=1, stages=STAGES)
    evolve(msgspec.structs.replace(plan, generations=1), tmp_path / "parts", cores=1, stages=STAGES)
    assert found(evolve(plan, tmp_path / "parts", cores=1, stages=STAGES)) == found(whole)
    assert [len(kept) > 0 for kept in whole.kept] == [True] * islands


@pytest.mark.deep
def test_a_run_on_ray_finds_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    ancestor = tmp_path / "five-tricks.json"
    ancestor.write_text(five_tricks().to_json())
    plan = msgspec.structs.replace(PLAN, ancestors=(str(ancestor),))
    here = evolve(plan, tmp_path / "here", cores=1, stages=STAGES)
    assert found(evolve(plan, tmp_path / "ray", cores=2, on="ray", stages=STAGES)) == found(here)


def test_a_folder_with_another_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    save(tmp_path, checkpoint(PLAN))
    before = (tmp_path / CHECKPOINT).read_bytes()
    with pytest.raises(LudexError, match=r"holds another run .*seed '1', not '2'"):
        prepare(tmp_path, msgspec.structs.replace(PLAN, seed="2"))
    assert (tmp_path / CHECKPOINT).read_bytes() == before


def checkpoint(plan: Plan) -> Checkpoint:
    return Checkpoint(plan=plan, generation=0, next_id=0, kept=((),), family=(), seen=(), history=())


def test_checkpoints_of_another_version_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    save(tmp_path, checkpoint(PLAN))
    path = tmp_path / CHECKPOINT
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"version":3', b'"version":99'))
    with pytest.raises(LudexError, match="version 99; this Ludex reads version 3"):
        load(tmp_path)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(LudexError, match="is damaged"):
        load(tmp_path)


def test_a_full_disk_leaves_the_old_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_safely(tmp_path / "kept", "old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LudexError, match="the disk is full"):
        write_safely(tmp_path / "kept", "new")
    assert (tmp_path / "kept").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def end_once(task: tuple[Path, int]) -> int:
    """Work that kills its process the first time it meets task 2."""
    flag, number = task
    if number == 2 and not flag.exists():
        flag.touch()
        os._exit(1)
    return number


def test_a_killed_worker_costs_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    with Workers(2) as workers:
        assert workers.map(end_once, [(tmp_path / "flag", number) for number in range(6)]) == [0, 1, 2, 3, 4, 5]


def test_ancestors_that_are_no_games_to_begin_with_are_named() -> None:
    with Workers(1) as workers, pytest.raises(LudexError, match="none of 'old-maid' can be an ancestor"):
        Evolution(msgspec.structs.replace(PLAN, ancestors=("old-maid",)), workers, stages=STAGES).begin()


def test_a_cell_of_the_map_keeps_the_fittest() -> None:
    archive = Archive(read_descriptors(["length", "skill"]))
    assert archive.add(creature(1, 0.5, length=20, skill=0.1))
    assert not archive.add(creature(2, 0.4, length=20, skill=0.1))
    assert archive.add(creature(3, 0.1, length=20, skill=0.9))
    assert archive.add(creature(4, 0.6, length=21, skill=0.1))
    assert [kept.id for kept in archive] == [4, 3]


def test_every_family_has_its_own_map() -> None:
    archive = Archive(read_descriptors(["length", "skill"]))
    for number, family in enumerate(("melds", "claims", "melds")):
        game = msgspec.structs.replace(creature(number, 0.5), measures=Measures(length=20, family=family))
        archive.add(game)
    assert [kept.id for kept in archive] == [1, 0]
    random = Random(1)
    assert {archive.choose(random).id for _ in range(30)} == {0, 1}


def test_a_pool_keeps_its_elite() -> None:
    pool = Pool(2)
    for number, fitness in enumerate((0.1, 0.3, 0.2)):
        pool.add(creature(number, fitness))
    assert [kept.fitness for kept in pool] == [0.3, 0.2]


def line(*names: str) -> list[Creature]:
    """Return games of the library as if they had evolved, the fittest first."""
    return [
        Creature(
            id=number, genome=LIBRARY[name](), measures=Measures(), fitness=1 - number / 10, parents=(100 + number,)
        )
        for number, name in enumerate(names)
    ]


def test_the_shortlist_has_one_game_of_each_family_and_none_of_those_that_are_confirmed() -> None:
    found = line("whist", "knockout-whist", "hearts", "go-fish", "scopa", "spades")
    assert [one.id for one in shortlisted(found, 9)] == [0, 2, 3, 4, 5]
    assert [one.id for one in shortlisted(found, 2)] == [0, 2]
    assert [one.id for one in shortlisted(found, 2, found[:1])] == [2, 3]


def test_twins_are_not_both_on_the_shortlist() -> None:
    whist, hearts, spades = line("whist", "hearts", "spades")
    sister = msgspec.structs.replace(hearts, parents=whist.parents)
    child = msgspec.structs.replace(spades, parents=(whist.id,))
    assert [one.id for one in shortlisted([whist, sister, child], 3)] == [whist.id]
    rules = LIBRARY["whist"]()
    near = msgspec.structs.replace(rules, match=msgspec.structs.replace(rules.match, low_wins=True))
    assert family_of(near) != family_of(rules)
    assert shortlisted([whist, msgspec.structs.replace(spades, genome=near)], 2) == [whist]


def test_a_vetoed_game_makes_room_for_the_next_of_its_family(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Measures(failed=(Failure("one line", "fold"),))
    monkeypatch.setattr(
        Evolution,
        "_closely",
        lambda run, chosen: [
            msgspec.structs.replace(one, measures=failed if one.id == 0 else Measures()) for one in chosen
        ],
    )
    monkeypatch.setattr(Evolution, "kept", lambda run: line("whist", "knockout-whist", "hearts"))
    with Workers(1) as workers:
        run = Evolution(msgspec.structs.replace(PLAN, shortlist=2), workers, stages=STAGES)
        run.confirm()
    assert [one.id for one in run.vetoed] == [0]
    assert sorted(one.id for one in run.confirmed) == [1, 2]


def test_unknown_styles_and_maps_are_refused_with_those_there_are() -> None:
    with pytest.raises(BadSetting, match="there is no style 'epic'; choose one of balanced, strategic"):
        style_of("epic")
    with pytest.raises(BadSetting, match="cannot be mapped by 'colour'"):
        read_descriptors(["colour", "skill"])
    with pytest.raises(BadSetting, match="two different sides"):
        read_descriptors(["skill", "skill"])


def test_games_that_fail_gates_are_worse_than_any_that_pass() -> None:
    failed = Measures(failed=(Failure("fair", "no"),), skill=1.0)
    for style in STYLES.values():
        assert style.fitness(failed) < 0 <= style.fitness(Measures())
    assert pareto_front([failed, Measures(skill=0.5)], ["skill"]) == [1]


@pytest.mark.parametrize("name", list(LIBRARY))
def test_every_family_has_names_that_are_not_taken(name: str) -> None:
    genome = LIBRARY[name]()
    first = name_for(genome, Measures(), (), "1")
    second = name_for(genome, Measures(), (first.name,), "1")
    assert first.name != second.name
    assert first.title.split()[-1] in NAMES[family_of(genome)]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--style", "epic"], "there is no style 'epic'"),
        (["--from", "tarot"], "no file 'tarot'"),
        (["--mode", "chaos"], "expected map or pool"),
        (["--map", "skill"], "two different sides"),
    ],
)
def test_a_run_that_makes_no_sense_is_refused_before_it_begins(given: list[str], told: str, tmp_path: Path) -> None:
    with pytest.raises(LudexError, match=told):
        typer.main.get_command(_evolving()).main(["--out", str(tmp_path / "run"), *given], standalone_mode=False)
    assert not (tmp_path / "run").exists()


def _evolving() -> typer.Typer:
    alone = typer.Typer()
    alone.command()(run_commands.evolve)
    return alone
