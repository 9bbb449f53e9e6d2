"""Write a folder of the lab with a finished run of one game and its report: `python -m tests.lab.finished_run DIR`."""

from __future__ import annotations

import sys
from pathlib import Path

from ludex.lab.archive import Creature
from ludex.lab.export import export
from ludex.lab.measures import Measures
from ludex.lab.portrait import Detail
from ludex.lab.run_folder import Checkpoint, Generation, Plan, save
from ludex.lab.workers import Workers
from tests.lab.toys import five_tricks

DONE = Generation(number=1, best=0.5, mean=0.4, kept=1, viable=1.0, entered=1, games=10, dealt=10, seconds=1.0)


def save_run(folder: Path) -> Checkpoint:
    """Save the finished run `first` of one game, and return its last checkpoint."""
    game = Creature(id=1, genome=five_tricks(), measures=Measures(skill=0.5), fitness=0.5)
    run = Checkpoint(
        plan=Plan(),
        generation=1,
        next_id=1,
        kept=((game,),),
        family=(game,),
        seen=(),
        history=(DONE,),
        confirmed=(game,),
    )
    (folder / "first").mkdir(parents=True)
    save(folder / "first", run, finished=True)
    return run


def write_run(folder: Path) -> None:
    """Write the run `first` with its report."""
    run = save_run(folder)
    with Workers(1) as workers:
        export(folder / "first", run, workers, Detail(8, 4, 4, 2, 4))


if __name__ == "__main__":
    write_run(Path(sys.argv[1]))
