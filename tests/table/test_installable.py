"""The table as an app: manifest, icons, service worker and offline page, at the top of a server and under a path."""

from __future__ import annotations

import re
import shutil
import struct
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from ludex.table.app import templates
from ludex.table.app.templates import STATIC, worker_version
from tests.table.house import House

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["", "/play"])
async def site(request: pytest.FixtureRequest, house: House) -> httpx.AsyncClient:
    """A client of the table, and the path under which it is mounted."""
    app = Starlette(routes=[Mount(request.param, house.app)]) if request.param else house.app
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=f"http://table.test{request.param}/")


async def test_a_page_names_a_manifest_whose_addresses_all_exist_below_its_own(site: httpx.AsyncClient) -> None:
    page = (await site.get("games")).text
    (address,) = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    at = urljoin(str(site.base_url), address)
    answer = await site.get(at)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    assert urljoin(at, manifest["start_url"]) == urljoin(at, manifest["scope"]) == str(site.base_url)
    addresses = [manifest["start_url"], *(one["url"] for one in manifest["shortcuts"])]
    for one in addresses:
        assert (await site.get(urljoin(at, one))).status_code == 200, one
    for icon in manifest["icons"]:
        found = await site.get(urljoin(at, icon["src"]))
        assert found.headers["content-type"].partition(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", found.content[16:24])) == icon["sizes"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


async def test_the_service_worker_stores_only_files_that_exist_and_are_the_same_for_all(
    site: httpx.AsyncClient,
) -> None:
    page = (await site.get("games")).text
    assert f'data-worker="{worker_version()}"' in page
    worker = await site.get("service-worker.js", params={"v": worker_version()})
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "no-cache" in worker.headers["cache-control"]
    assert "'unsafe" not in worker.headers["content-security-policy"]
    names = re.findall(r'"([\w-]+\.(?:css|js|svg))"', worker.text.partition("SHELL")[2].partition("\n")[0])
    for name in names:
        assert (await site.get(f"static/{name}")).status_code == 200, name
    offline = await site.get("offline")
    assert "You are offline" in offline.text
    assert "set-cookie" not in offline.headers
    needed = set(re.findall(r"/static/([\w.-]+)\?v=", offline.text)) - {"icon-apple-180.png"}
    modules = {name for one in names if one.endswith(".js") for name in imports(one)}
    assert needed | modules <= set(names), "the page that is shown offline needs a file that is not stored"


def imports(name: str) -> list[str]:
    """Return the modules that a module imports."""
    return re.findall(r'from "\./([\w.-]+)"', (STATIC / name).read_text())


async def test_a_change_of_any_file_of_the_pages_changes_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(STATIC, tmp_path / "static")
    monkeypatch.setattr(templates, "STATIC", tmp_path / "static")
    assert templates.worker_version.__wrapped__() == worker_version()
    (tmp_path / "static" / "base.css").write_text("body {}")
    assert templates.worker_version.__wrapped__() != worker_version()
