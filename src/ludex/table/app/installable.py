"""The table as an installed app: its manifest, its service worker, and the page that is shown offline."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ludex.table.app.guard import guarded
from ludex.table.app.templates import STATIC, render

FRESH = {"cache-control": "no-cache"}


def routes() -> list[Route]:
    """Return the routes that an app is installed from. Their paths define what belongs to it."""
    found = {"/manifest.webmanifest": manifest, "/service-worker.js": service_worker, "/offline": offline}
    return [Route(path, guarded(handler, page=True), methods=["GET"]) for path, handler in found.items()]


async def manifest(request: Request) -> Response:
    """`GET /manifest.webmanifest`. Its addresses are relative, so it is the same under every path."""
    return _file("manifest.webmanifest", "application/manifest+json")


async def service_worker(request: Request) -> Response:
    """`GET /service-worker.js`. A worker may serve only the pages below its own address."""
    return _file("service-worker.js", "text/javascript")


async def offline(request: Request) -> Response:
    """`GET /offline`: the page that the service worker stores. It is the same for all visitors."""
    return HTMLResponse(render("offline.html"), headers=FRESH)


def _file(name: str, kind: str) -> Response:
    return Response((STATIC / name).read_bytes(), media_type=kind, headers=FRESH)
