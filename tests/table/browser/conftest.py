"""A real server and a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.table.browser.guests import PATIENCE
from tests.table.browser.server import Server
from tests.table.gallery import CHROMIUM, FLAGS, WHOLE_CHROMIUM


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, only for this folder: asynchronous tests cannot run while Playwright's event loop runs."""
    if shutil.which(CHROMIUM) is None:
        pytest.skip(f"there is no browser: {CHROMIUM} is missing (apt-get install chromium)")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """Chromium with its window, for what the shell lacks: it has no place for notifications."""
    if shutil.which(WHOLE_CHROMIUM) is None:
        pytest.skip(f"there is no browser with a window: {WHOLE_CHROMIUM} is missing (apt-get install chromium)")
    opened = browser.browser_type.launch(executable_path=WHOLE_CHROMIUM, args=list(FLAGS))
    yield opened
    opened.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps its tables in a file."""
    folder: Path = tmp_path_factory.mktemp("table")
    made = Server(folder / "tables.db")
    made.start()
    yield made
    made.stop()
