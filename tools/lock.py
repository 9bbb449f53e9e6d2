"""Update the locked dependencies: `python -m tools.lock` (or `make lock`), with Python 3.11 on Linux x86-64.

It asks pip what it would install for the tests and for `make run`, and writes `locks/test.txt` and `locks/run.txt`,
with exact versions and hashes, and `docs/licences.md`, with the licence of every package. Nothing is installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
LOCKS = ROOT / "locks"
LICENCES = ROOT / "docs" / "licences.md"
BUILD = ("hatchling", "editables")
"""The packages that build Ludex itself."""
HEAD = """\
# {what}: exact versions and hashes for Python 3.11 on Linux x86-64. Updated by `make lock`.
"""
ABOUT = """\
# Licences of the locked dependencies

`make test` installs exactly these packages on Python 3.11 and Linux x86-64, each checked against a hash, and
`make run` installs those marked *run*. The licences are those that the packages declare. Ludex contains no code of
these packages. `diplomacy` and `open-spiel` are programs that the tests compare with; nothing else needs them.
`make lock` updates this page and the lock files.

| package | version | licence | run |
| --- | --- | --- | --- |
"""


class Package(NamedTuple):
    """One package as pip would install it."""

    name: str
    version: str
    sha256: str
    licence: str

    @property
    def line(self) -> str:
        """The package in a lock file."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}\n"


def main() -> None:
    """Write the lock files and the page of licences."""
    test = resolve([".[dev,peers]", *BUILD])
    run = resolve([".[table]", *BUILD], test)
    LOCKS.mkdir(exist_ok=True)
    (LOCKS / "test.txt").write_text(HEAD.format(what="For `make test`") + "".join(package.line for package in test))
    (LOCKS / "run.txt").write_text(HEAD.format(what="For `make run`") + "".join(package.line for package in run))
    LICENCES.write_text(ABOUT + "".join(table_rows(test, {package.name for package in run})))


def resolve(wanted: Sequence[str], known: Iterable[Package] = ()) -> list[Package]:
    """Ask pip which packages it would install, in the versions that are known already."""
    with tempfile.TemporaryDirectory() as folder:
        report, known_versions = Path(folder, "report.json"), Path(folder, "known.txt")
        known_versions.write_text("".join(f"{package.name}=={package.version}\n" for package in known))
        options = ["--dry-run", "--ignore-installed", "--quiet", f"--report={report}", f"--constraint={known_versions}"]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, *wanted], cwd=ROOT, check=True)
        found = json.loads(report.read_text())["install"]
    packages = [read_package(entry) for entry in found if "archive_info" in entry["download_info"]]
    return sorted(packages, key=lambda package: package.name.lower())


def read_package(entry: Any) -> Package:
    """Read one package from pip's report.

    >>> archive = {"archive_info": {"hashes": {"sha256": "ab12"}}}
    >>> read_package({"metadata": {"name": "rich", "version": "15.0", "license": "MIT"}, "download_info": archive}).line
    'rich==15.0 --hash=sha256:ab12\\n'
    """
    about = entry["metadata"]
    sha256 = entry["download_info"]["archive_info"]["hashes"]["sha256"]
    return Package(about["name"], about["version"], sha256, licence_of(about))


def licence_of(about: Any) -> str:
    """Return the licence that a package declares: an expression, a word, or its classifiers.

    >>> licence_of({"license": "UNKNOWN", "classifier": ["License :: OSI Approved :: ISC License (ISCL)"]})
    'ISC License (ISCL)'
    """
    said = about.get("license_expression") or about.get("license") or ""
    if said and said != "UNKNOWN" and len(said) <= 80 and "\n" not in said:
        return str(said)
    kinds = [kind.rsplit(" :: ", 1)[-1] for kind in about.get("classifier", ()) if kind.startswith("License ::")]
    return ", ".join(kinds) or "not declared"


def table_rows(packages: Iterable[Package], run: set[str]) -> Iterable[str]:
    """Write packages as rows of a table."""
    for name, version, _, licence in packages:
        yield f"| {name} | {version} | {licence} | {'run' if name in run else ''} |\n"


if __name__ == "__main__":
    main()
