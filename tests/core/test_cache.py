"""Compiled rules on disk: damaged or foreign files are never loaded, and cause no loss."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ludex.author import rule
from ludex.core.compile import cache as cache_module
from ludex.core.compile.cache import cache_root, prune
from ludex.core.compile.program import Program
from ludex.core.compile.shared_files import write_whole

from .process import TICTACTOE, environment_of, run_text


@rule
def thrice(n: int) -> int:
    return 3 * n


@rule
def plus_seven(n: int) -> int:
    return n + 7


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own."""
    monkeypatch.setattr(sys.modules["ludex.core.compile.program"], "cache_root", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def compiled(function: object = thrice) -> tuple[int, int]:
    """Return what a fresh process's program gives for 2, and how often it found itself in the cache."""
    entry = Program("test-cache", {}).compile(function)  # type: ignore[arg-type]  # any rule
    return entry(2), sum(entry.stats.cache_hits.values())


def the_file(folder: Path, function: str = "thrice") -> Path:
    (file,) = folder.glob(f"test-cache/{function}-*/*.rules")
    return file


# --- damaged, foreign, of another user


@pytest.mark.parametrize("damage", ["flipped", "cut", "emptied", "replaced", "a-folder"])
def test_a_damaged_file_is_noticed_and_compiled_again(
    damage: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert compiled() == (6, 0)
    assert compiled() == (6, 1)
    file = the_file(folder)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    damaged: dict[str, bytes] = {
        "flipped": bytes(content),
        "cut": bytes(content[:-9]),
        "emptied": b"",
        "replaced": b"not compiled rules",
    }
    file.unlink()
    if damage == "a-folder":
        file.mkdir()
    else:
        file.write_bytes(damaged[damage])
    with caplog.at_level(logging.WARNING, "ludex.rules"):
        assert compiled() == (6, 0)
    assert any(str(file) in message and "compiled again" in message for message in caplog.messages)
    if damage != "a-folder":
        assert compiled() == (6, 1)


def test_a_file_that_was_made_of_other_rules_is_not_loaded(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    compiled(thrice)
    compiled(plus_seven)
    the_file(folder).write_bytes(the_file(folder, "plus_seven").read_bytes())
    the_file(folder).chmod(0o600)
    with caplog.at_level(logging.WARNING, "ludex.rules"):
        assert compiled() == (6, 0)
    assert "made from different sources" in caplog.text
    assert compiled() == (6, 1)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_a_file_of_another_user_is_not_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    compiled()
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    with caplog.at_level(logging.WARNING, "ludex.rules"):
        assert compiled() == (6, 0)
    assert "belongs to another user" in caplog.text


@pytest.mark.skipif(os.name != "posix", reason="files have no modes here")
def test_a_file_that_others_can_write_to_is_not_loaded(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    compiled()
    assert the_file(folder).stat().st_mode & 0o777 == 0o600
    the_file(folder).chmod(0o622)
    with caplog.at_level(logging.WARNING, "ludex.rules"):
        assert compiled() == (6, 0)
    assert "other users can write" in caplog.text
    assert compiled() == (6, 1)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owners here")
def test_a_folder_of_another_user_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    me = os.geteuid()
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    with caplog.at_level(logging.WARNING, "ludex.rules"):
        found = cache_root.__wrapped__()
    assert tmp_path != found
    assert "belongs to another user" in caplog.text


# --- no room


def test_rules_that_cannot_be_kept_are_used_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(cache_module, "write_whole", full)
    with caplog.at_level(logging.WARNING, "ludex.rules"):
        assert compiled() == (6, 0)
    (message,) = caplog.messages
    assert "No space left on device" in message
    assert "compiles them again" in message


FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))
import ludex_tictactoe
from ludex.author.advanced import template_of
game = ludex_tictactoe.TicTacToe()
print(game.machine.compiled.setup(template_of(game, 2, game.settings()), 0))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit to the size of files")
def test_a_full_disk_costs_the_cache_and_nothing_else(tmp_path: Path) -> None:
    done = run_text(FULL_DISK, TICTACTOE, LUDEX_CACHE=tmp_path / "mine", TMPDIR=tmp_path)
    assert "None" in done.stdout
    assert "cannot be stored" in done.stderr
    assert not list(tmp_path.rglob("*.part"))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    write_whole(file, b"before")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
    with pytest.raises(OSError, match="full"):
        write_whole(file, b"after")
    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]


# --- two at once


def test_two_processes_never_compile_the_same(tmp_path: Path) -> None:
    code = (
        "import ludex_tictactoe; from ludex.author.advanced import template_of\n"
        "game = ludex_tictactoe.TicTacToe(); setup = game.machine.compiled.setup\n"
        "setup(template_of(game, 2, game.settings()), 0)\n"
        "print(sum(setup.stats.cache_misses.values()))"
    )
    environment = environment_of(TICTACTOE, LUDEX_CACHE=tmp_path)
    both = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert sorted(process.communicate(timeout=300)[0].strip() for process in both) == ["0", "1"]


# --- old folders


def kept(root: Path, name: str, days: float = 0, size: int = 1_000) -> Path:
    """Make a folder of compiled rules that was last used a number of days ago."""
    folder = root / "Game" / f"{name}-{'0123456789ab' * 2}"
    folder.mkdir(parents=True)
    (folder / "x.rules").write_bytes(bytes(size))
    ago = time.time() - days * 86_400
    os.utime(folder, (ago, ago))
    return folder


def test_folders_that_nobody_used_for_a_month_are_removed(tmp_path: Path) -> None:
    old, new = kept(tmp_path, "enter_old", 31), kept(tmp_path, "enter_new", 29)
    assert prune(tmp_path) == [old]
    assert not old.exists()
    assert new.exists()


def test_the_oldest_folders_make_room_for_the_newest(tmp_path: Path) -> None:
    folders = [kept(tmp_path, f"enter_{days}", days, 400_000) for days in range(4)]
    assert prune(tmp_path, max_megabytes=1) == folders[2:]


def test_nothing_but_compiled_rules_is_ever_removed(tmp_path: Path) -> None:
    mine = tmp_path / "Game" / "my-letters"
    mine.mkdir(parents=True)
    (mine / "letter").write_text("dear")
    (tmp_path / "Game" / f"a-{'0' * 24}").write_text("a file")
    os.utime(mine, (0, 0))
    assert prune(tmp_path, max_age_days=-1, max_megabytes=0) == []
    assert (mine / "letter").exists()


def test_loading_rules_keeps_their_folder_young(folder: Path) -> None:
    compiled()
    place = the_file(folder).parent
    os.utime(place, (0, 0))
    compiled()
    assert time.time() - place.stat().st_mtime < 60


def test_keeping_rules_prunes_old_ones(folder: Path) -> None:
    old = kept(folder, "enter_old", 31)
    compiled()
    assert not old.exists()


# --- kinds of numbers


def test_no_kind_of_whole_number_compiles_again(folder: Path) -> None:
    entry = Program("test-cache", {}).compile(thrice)
    given = (2, True, False, np.int64(5), np.int8(-4), np.uint8(200), np.bool_(True))
    assert [entry(n) for n in given] == [6, 3, 0, 15, -12, 600, 3]
    assert len(entry.signatures) == 1
    assert sum(entry.stats.cache_misses.values()) == 1
