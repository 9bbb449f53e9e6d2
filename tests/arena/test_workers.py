"""Work on cores, threads and a real Ray: in order, the same everywhere, and counted once if a worker is lost."""

from __future__ import annotations

import os
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


def test_what_players_print_is_not_among_the_results(capfd: pytest.CaptureFixture[str]) -> None:
    list(map_tasks(print, [("hello",)], cores=1))
    assert capfd.readouterr() == ("", "hello\n")


def test_whoever_has_seen_enough_stops_what_runs_ahead(tmp_path: Path) -> None:
    """The others sleep longer than any test may take."""
    results = map_tasks(nap, [(str(tmp_path / f"{n}"), 0.0 if n == 0 else 3_600.0) for n in range(4)], cores=2)
    assert next(iter(results)) == str(tmp_path / "0")
    results.close()  # type: ignore[attr-defined]  # it is a generator


@pytest.mark.parametrize("task", ["nap", "nap_stubbornly"])
def test_workers_end_with_the_process_that_started_them(task: str, tmp_path: Path) -> None:
    code = f"""
from ludex.arena import map_tasks
from tests.arena.work import {task}
if __name__ == "__main__":
    list(map_tasks({task}, [({str(tmp_path / "pid")!r}, 3_600.0)], cores=1))
"""
    (tmp_path / "main.py").write_text(code)
    root = Path(__file__).parents[2]
    main = subprocess.Popen([sys.executable, tmp_path / "main.py"], env={**os.environ, "PYTHONPATH": str(root)})
    while not ((tmp_path / "pid").exists() and (pid := (tmp_path / "pid").read_text())):
        assert main.poll() is None
        time.sleep(0.05)
    main.kill()
    main.wait()
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.05)


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
import os, signal

class Mortal:
    def __init__(self):
        self.asked = 0

    def decide(self, request):
        self.asked += 1
        if self.asked == 3:
            try:
                os.unlink(os.environ["LUDEX_TEST_LIFE"])
            except FileNotFoundError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return request.options[-1]
"""


@pytest.mark.timeout(900)  # a Ray is half a dozen processes, each of which imports much
@pytest.mark.filterwarnings("ignore")
def test_a_worker_of_ray_that_is_killed_is_replaced_and_its_games_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker takes the only life there is and is killed during a game: no waiting, so nothing to race."""
    pytest.importorskip("ray")
    (tmp_path / "mortal.py").write_text(PLAYER)
    names = [f"{tmp_path}/mortal.py:Mortal", "random"]
    life = tmp_path / "life"
    life.touch()
    monkeypatch.setenv("LUDEX_TEST_LIFE", str(life))
    settings = {"turn_limit": 2}
    far = contest("automation", names, 10, seed=5, settings=settings, on="ray", cores=2)
    assert not life.exists(), "no worker was killed"
    here = contest("automation", names, 10, seed=5, settings=settings, on="threads", cores=1)
    assert (far.digest, far.games, far.matrix) == (here.digest, 10, here.matrix)
    assert [one.win_rate for one in far.players] == [one.win_rate for one in here.players]
