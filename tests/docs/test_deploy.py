"""The files in `deploy` do what the page about them says, as far as it can be tried without a container engine."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = configparser.ConfigParser(strict=False)
UNIT.optionxform = str  # type: ignore[assignment,method-assign]  # the way of `configparser` to leave names unchanged
UNIT.read(DEPLOY / "ludex.service")
STEPS = [
    line.split(maxsplit=1)
    for line in (DEPLOY / "Containerfile").read_text().splitlines()
    if line and not line.startswith("#")
]


def steps(kind: str) -> list[str]:
    """Return the steps of one kind in the container file."""
    return [text for name, text in STEPS if name == kind]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment, in which the container file's step has installed Ludex. Nothing is fetched."""
    folder = tmp_path_factory.mktemp("container")
    for copied in steps("COPY"):
        *names, target = copied.split()
        for name in names:
            inside = folder / target.lstrip("/")
            (shutil.copytree if (ROOT / name).is_dir() else _copy)(ROOT / name, inside)
    venv.create(folder / "venv", with_pip=True)
    packages = folder / "venv" / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))  # instead of fetching them
    install = next(step for step in steps("RUN") if step.startswith("pip install"))
    words = [word.replace("/source[table,postgres]", f"{folder}/source") for word in shlex.split(install)]
    more = ["--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet", "--ignore-installed"]
    run([folder / "venv/bin" / words[0], *words[1:], *more], folder)
    assert str(folder) in run([folder / "venv/bin/python", "-c", "import ludex; print(ludex.__file__)"], folder)
    return folder


def _copy(source: Path, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    shutil.copy(source, folder)


def run(command: list[str | Path], folder: Path) -> str:
    """Run a command with an empty home and hardly any environment."""
    done = subprocess.run(command, cwd=folder, env=bare(folder), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bare(folder: Path) -> dict[str, str]:
    """Return the environment of a new machine."""
    return {"HOME": str(folder), "PATH": f"{folder}/venv/bin:/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}


@contextmanager
def serving(command: list[str], folder: Path, **environment: str) -> Iterator[str]:
    """Run a server on a free port while the block runs, and yield its address. It must end cleanly."""
    command[command.index("--port") + 1] = "0"
    server = subprocess.Popen(
        command, cwd=folder, env=bare(folder) | environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address is not None, server.communicate(timeout=60)
        yield address[0]
    finally:
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=60)
    assert "Traceback" not in errors
    assert server.returncode in (0, -signal.SIGTERM)


def test_the_container_installs_serves_and_is_healthy(installed: Path) -> None:
    data = installed / "data"
    data.mkdir()
    command = [word.replace("/data", str(data)) for word in json.loads(steps("CMD")[0])]
    command[0] = str(installed / "venv/bin" / command[0])
    environment = dict(line.replace("/data", str(data)).split("=", 1) for line in steps("ENV"))
    with serving(command, data, **environment) as address:
        check = steps("HEALTHCHECK")[0].split(" CMD ", 1)[1].replace("http://localhost:8000", address)
        words = shlex.split(check)
        run([installed / "venv/bin" / words[0], *words[1:]], installed)
        with urllib.request.urlopen(address) as page:
            assert b"Ludex" in page.read()
    assert (data / "ludex.db").exists()


def test_an_installed_ludex_has_the_examples_with_all_their_files(installed: Path, tmp_path: Path) -> None:
    script = "import ludex.examples; print(ludex.examples.__path__[0])"
    there = Path(run([installed / "venv/bin/python", "-c", script], installed).strip())
    here = ROOT / "src/ludex/examples"
    names = {path.relative_to(here) for path in here.rglob("*.*") if path.is_file() and path.suffix != ".pyc"}
    assert Path("programs/random_option.pl") in names
    for name in names:
        assert (there / name).read_bytes() == (here / name).read_bytes()
    run([installed / "venv/bin/ludex", "examples", "pebbles", tmp_path], installed)
    assert (tmp_path / "pebbles" / "pyproject.toml").exists()


def test_the_container_runs_without_privileges_and_keeps_its_data_on_the_volume() -> None:
    assert steps("USER") == ["ludex"]
    assert steps("VOLUME") == steps("WORKDIR") == ["/data"]
    assert "sqlite:////data/ludex.db" in json.loads(steps("CMD")[0])


def test_the_unit_serves_from_its_folder(installed: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    service = UNIT["Service"]
    command = shlex.split(service["ExecStart"].replace("/var/lib/ludex", str(state)))
    command[0] = command[0].replace("/opt/ludex", str(installed / "venv"))
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    cache = service["Environment"].replace("/var/cache/ludex", str(tmp_path)).partition("=")
    with serving(command, state, **{cache[0]: cache[2]}) as address, urllib.request.urlopen(f"{address}/healthz") as ok:
        assert ok.status == 200
    assert (state / "ludex.db").exists()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "ludex.service"
    unit.write_text((DEPLOY / "ludex.service").read_text().replace("/opt/ludex/bin/ludex", "/bin/true"))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, timeout=60
    )
    assert "ludex.service" not in checked.stderr, checked.stderr


def test_the_proxy_leads_to_the_port_that_both_servers_listen_on() -> None:
    port = re.search(r"reverse_proxy localhost:(\d+)", (DEPLOY / "Caddyfile").read_text())
    assert port is not None
    for command in (json.loads(steps("CMD")[0]), shlex.split(UNIT["Service"]["ExecStart"])):
        assert command[command.index("--port") + 1] == port[1]
        assert command[command.index("--proxy") + 1] == "1"
    assert steps("EXPOSE") == [port[1]]


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_caddy_accepts_the_file() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    assert subprocess.run(command, capture_output=True, timeout=60).returncode == 0
