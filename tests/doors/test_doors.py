"""Doors are optional: `import ludex` imports none of them, and a missing package is named."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules[{missing!r}] = None
try:
    import ludex.doors.{door}
except ImportError as error:
    print(error)
"""


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("door", "missing", "named", "extra"),
    [
        ("gymnasium", "gymnasium", "Gymnasium", "rl"),
        ("pettingzoo", "pettingzoo", "PettingZoo", "rl"),
        ("openspiel", "pyspiel", "OpenSpiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_the_command_to_install_it(
    door: str, missing: str, named: str, extra: str
) -> None:
    told = run(WITHOUT.format(door=door, missing=missing))
    assert told == f"this door needs {named}, which is not installed: pip install 'ludex[{extra}]'"


def test_ludex_does_not_import_its_doors() -> None:
    loaded = run("import sys, ludex; print([n for n in sys.modules if n.startswith(('ludex.doors', 'gymnasium'))])")
    assert loaded == "[]"
