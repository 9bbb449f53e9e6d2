"""Work on cores, threads and a real Ray: in order, the same everywhere, and counted once if a worker is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludex import BadSetting, LudexError
from ludex.arena import contest, map_tasks
from ludex.arena.workers import Where
from tests.arena.work import fail, nap, slow_square


@pytest.mark.parametrize("on", ["threads", "cores"])
def test_results_come_in_the_order_of_the_tasks(on: Where) -> None:
    seen: list[int] = []
    tasks = [(n, 0.02 if n % 3 == 0 else 0.0) for n in range(20)]
    assert list(map_tasks(slow_square, tasks, on=on, cores=2, progress=seen.append)) == [n * n for n in range(20)]
    assert sum(seen) == 20


def test_whoever_has_seen_enough_stops_what_runs_ahead(tmp_path: Path) -> None:
    results = map_tasks(nap, [(str(tmp_path / f"{n}"), 0.0 if n == 0 else 60.0) for n in range(4)], cores=2)
    started = time.monotonic()
    assert next(iter(results)) == str(tmp_path / "0")
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert time.monotonic() - started < 50


@pytest.mark.parametrize("task", ["nap", "nap_stubbornly"])
def test_workers_end_with_the_process_that_started_them(task: str, tmp_path: Path) -> None:
    code = f"""
from ludex.arena import map_tasks
from tests.arena.work import {task}
if __name__ == "__main__":
    list(map_tasks({task}, [({str(tmp_path / "pid")!r}, 60.0)], cores=1))
"""
    (tmp_path / "main.py").write_text(code)
    root = Path(__file__).parents[2]
    main = subprocess.Popen([sys.executable, tmp_path / "main.py"], env={**os.environ, "PYTHONPATH": str(root)})
    while not ((tmp_path / "pid").exists() and (pid := (tmp_path / "pid").read_text())):
        assert main.poll() is None
        time.sleep(0.05)
    main.kill()
    main.wait()
    until = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()


def test_what_fails_is_told() -> None:
    with pytest.raises(LudexError, match="not today"):
        list(map_tasks(fail, [("not today",)], on="threads"))


def test_work_elsewhere_is_refused() -> None:
    with pytest.raises(BadSetting, match="work is done on cores or threads or ray, not on the moon"):
        list(map_tasks(fail, [], on="the moon"))  # type: ignore[arg-type]  # wrong on purpose


def test_without_ray_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LudexError, match=r"pip install 'ludex\[ray\]'"):
        list(map_tasks(fail, [], on="ray"))


PLAYER = """
import os, time
from pathlib import Path

class Slow:
    def __init__(self):
        self.first = True

    def decide(self, request):
        if self.first:
            self.first = False
            Path(os.environ["LUDEX_TEST_PIDS"], f"{time.time_ns()}").write_text(str(os.getpid()))
            time.sleep(0.3)
        return request.options[-1]
"""


@pytest.mark.filterwarnings("ignore")
def test_a_worker_of_ray_that_is_killed_is_replaced_and_its_games_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    (tmp_path / "slow.py").write_text(PLAYER)
    names = [f"{tmp_path}/slow.py:Slow", "random"]
    pids = tmp_path / "pids"
    pids.mkdir()
    monkeypatch.setenv("LUDEX_TEST_PIDS", str(pids))
    killed: list[int] = []

    def kill_one(done: object) -> None:
        """Kill the next worker that begins a game, once: it is in the midst of it."""
        if not killed:
            known = set(pids.iterdir())
            while not (new := [path for path in pids.iterdir() if path not in known and path.read_text()]):
                time.sleep(0.01)
            killed.append(int(new[0].read_text()))
            os.kill(killed[0], signal.SIGKILL)

    settings = {"turn_limit": 2}
    far = contest("automation", names, 10, seed=5, settings=settings, on="ray", cores=2, progress=kill_one)
    begun = len(list(pids.iterdir()))
    here = contest("automation", names, 10, seed=5, settings=settings, on="threads", cores=1)
    assert killed
    assert begun > 10
    assert (far.digest, far.games, far.matrix) == (here.digest, 10, here.matrix)
    assert [one.win_rate for one in far.players] == [one.win_rate for one in here.players]
