"""Pictures of boards, to be looked at: bots play to a move, and the page is drawn as a seat sees it.

    python -m tests.table.gallery modern-art --seats 4 --moves 30 --seat 0 --out /tmp/boards

It writes a picture for desktop and phone size, light and dark. No server is needed: the page shows a state that stands
still.

    python -m tests.table.gallery --all /tmp/screens

starts a server, and takes a picture of every screen of every system.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import ludex
from ludex.core.game.game import Game
from ludex.core.play.table import Table
from ludex.core.show.page import Seating
from ludex.players import make_player
from ludex.table.app.templates import STATIC, markdown, render
from ludex.table.room.departures import ended

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
NAMES = ("Ann", "Bruno", "Chiara", "Dario", "Ewa", "Farid", "Gita")
WHOLE_CHROMIUM = "/usr/bin/chromium"
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""Debian's Chromium without its window, or else the whole browser, which takes three times as long for a page."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def played(
    game: str, seats: int | None, moves: int, seed: int = 7, bot: str | None = None, **settings: Any
) -> Table[Any]:
    """Return a table at which bots have made `moves` moves."""
    found = ludex.game(game)
    count = seats or found.usual_seats
    table: Table[Any] = found.new(count, seed=seed, players=NAMES[:count], **settings)
    players = [make_player(found, bot or list(found.machine.bot_slots)[-1], seed=seat) for seat in range(count)]
    while len(table.played) < moves and table.outcome is None:
        seat = table.waiting[0]
        move = players[seat].decide(table.request(seat))
        table.play(seat, move)  # type: ignore[arg-type]  # compiled bots answer at once, with a move
    return table


def still_state(table: Table[Any], seat: int | None) -> dict[str, Any]:
    """Return the state that the page of a table shows, as the server would send it."""
    seating = Seating(table.players, seat, told=table.engine.told(seat))
    view = table.view(seat)
    page = table.game.look.page(view, seating)
    waiting = seat is not None and seat in table.waiting
    paths = (
        [[t if isinstance(t, str) else t._asdict() for t in path] for path in table.options(seat).paths]
        if waiting and seat is not None
        else None
    )
    events = [
        {"n": number, "say": said[:1].upper() + said[1:]}
        for number in range(1, len(table.played) + 1)
        for seen in table.played.events_of(number)
        if seen.visible_to(seat)
        for said in [seating.say(table.game.look.shown(str(seen.event)))]
    ]
    outcome = table.outcome
    return {
        "number": 1,
        "moves": len(table.played),
        "status": "over" if outcome else "playing",
        "phase": table.game.look.headline(view, seating),
        "waiting": table.waiting,
        "you": seat,
        "seats": [{"seat": n, "name": name, "kind": "person", "here": True} for n, name in enumerate(table.players)],
        "board": str(page.board),
        "hand": str(page.hand),
        "prompt": table.game.look.prompt(view, seating, table.options(seat)) if waiting and seat is not None else "",
        "remarks": dict(table.game.look.remarks(view)),
        "options": {"paths": paths, "texts": table.options(seat or 0).texts} if paths else None,
        "mine": [],
        "table": "still",
        "offers": [],
        "hints": True,
        "events": events[-200:],
        "outcome": msgspec.to_builtins(outcome) if outcome else None,
        "ended": ended(table) if outcome else None,
        "undo": None,
    }


def still_page(table: Table[Any], seat: int | None) -> str:
    """The page of a table that stands still. Addresses are relative to a folder that `served` makes."""
    state = msgspec.json.encode(still_state(table, seat)).decode().replace("<", "\\u003c")
    page = render(
        "table.html",
        game=table.game,
        table="still",
        style="style.css",
        lesson="",
        how_to_play=markdown(table.game.how_to_play()),
        rulebook=markdown(table.game.rulebook()),
        bots={},
        draws=False,
        origin=None,
        still=_Raw(state),
    )
    return re.sub(r'"/static/', '"static/', page)


class _Raw(str):
    def __html__(self) -> str:
        return str(self)


@contextlib.contextmanager
def served(table: Table[Any], seat: int | None) -> Iterator[str]:
    """Serve the still page on this machine while the block runs, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        shutil.copytree(STATIC, top / "static")
        (top / "index.html").write_text(still_page(table, seat), encoding="utf-8")
        (top / "style.css").write_text(table.game.look.style, encoding="utf-8")
        handler = functools.partial(_Files, game=table.game, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
        finally:
            server.shutdown()
            server.server_close()


class _Files(http.server.SimpleHTTPRequestHandler):
    """Serves the folder, and the game's own pictures."""

    def __init__(self, *args: Any, game: Game[Any, Any], **more: Any) -> None:
        self.game = game
        super().__init__(*args, **more)

    def do_GET(self) -> None:
        found = re.fullmatch(r"/games/[a-z-]+/art/(.+)\.svg", self.path)
        drawn = self.game.look.art(found[1]) if found else None
        if drawn is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "image/svg+xml")
        self.end_headers()
        self.wfile.write(drawn.encode())

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


def take_pictures(address: str, out: Path, name: str, themes: tuple[str, ...] = ("light", "dark")) -> list[Path]:
    """Open a page at every size and theme, and keep what it looks like. Faults of the page's scripts are raised."""
    from playwright.sync_api import sync_playwright

    out.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for size, (width, height) in SIZES.items():
            for theme in themes:
                page = browser.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    device_scale_factor=1,
                )
                faults: list[str] = []
                page.on("pageerror", functools.partial(_note_fault, faults))
                page.goto(address)
                page.wait_for_selector("body[data-ready]", timeout=10_000)
                page.wait_for_timeout(200)
                path = out / f"{name}-{size}-{theme}.png"
                page.screenshot(path=str(path))
                made.append(path)
                page.close()
                if faults:
                    raise RuntimeError(f"{name}: {faults}")
        browser.close()
    return made


def _note_fault(faults: list[str], error: Any) -> None:
    faults.append(str(error))


def main() -> None:
    """Read the command line and take pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="", help="with --all: only screens with this in their names")
    parser.add_argument("--all", type=Path, metavar="DIR", help="every screen of every system, into this folder")
    parser.add_argument("--theme", action="append", choices=("light", "dark"))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--seat", type=int, help="who looks; without it the one to move, -1 for a spectator")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bot")
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", type=Path, default=Path("/tmp/boards"))
    parser.add_argument("--name")
    given = parser.parse_args()
    if given.all:
        from tests.table.screens import take_all

        take_all(given.all, given.game, tuple(given.theme or ("light", "dark")))
        return
    if not given.game:
        parser.error("which game? Or give --all DIR for all screens.")
    settings = dict(pair.split("=", 1) for pair in given.setting)
    table = played(given.game, given.seats, given.moves, given.seed, given.bot, **settings)
    seat = given.seat if given.seat is not None else (table.waiting or (0,))[0]
    with served(table, None if seat < 0 else seat) as address:
        for path in take_pictures(address, given.out, given.name or f"{given.game}-{given.moves}"):
            print(path)


if __name__ == "__main__":
    main()
