"""The documentation as the web process serves it at /docs."""

from dataclasses import replace
from pathlib import Path

import pytest
from tools.docs_site.__main__ import render_site, write_pages

from edison.api.request_guard import CONTENT_SECURITY_POLICY
from edison.processes import build_context
from edison.processes.build_context import build_api_config
from edison.settings import Settings
from tests.support.world import World


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    write_pages(folder, render_site())
    return folder


@pytest.fixture
def served(world: World, built: Path, tmp_path: Path) -> World:
    (tmp_path / "index.html").write_text("<!doctype html><title>The screens</title>")
    world.config = replace(world.config, docs_dir=built, static_dir=tmp_path)
    return world


def test_the_documentation_is_part_of_the_package(tmp_path: Path) -> None:
    config = build_api_config(Settings(home=tmp_path))

    assert config.docs_dir == Path(build_context.__file__).parent / "docs_site"


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/docs/", "Edison documentation"),
        ("/docs/tutorial/first-verdict", "Your first verdict"),
        ("/docs/how-to/set-a-budget", "Set a budget"),
        # A page and a folder of the same name.
        ("/docs/reference/api", "API"),
        ("/docs/reference/api/runs", "API: Runs"),
        ("/docs/reference/cli", "Commands"),
    ],
)
async def test_a_page_is_served_without_an_account(served: World, address: str, title: str) -> None:
    answer = await served.client().get(address)

    assert answer.status_code == 200
    assert f"<title>{title} · Edison documentation</title>" in answer.text
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["content-encoding"] == "gzip"


async def test_the_address_without_a_slash_leads_there(served: World) -> None:
    answer = await served.client().get("/docs")

    assert (answer.status_code, answer.headers["location"]) == (307, "/docs/")


@pytest.mark.parametrize("address", ["/docs/nothing", "/docs/how-to", "/docs/assets/old.js"])
async def test_what_is_not_there_is_a_page_that_says_so(served: World, address: str) -> None:
    answer = await served.client().get(address)

    assert answer.status_code == 404
    assert "<h1>Page not found</h1>" in answer.text


@pytest.mark.parametrize("path", ["../docs.css", "%2e%2e/index.html", "..%2f..%2fpyproject.toml"])
async def test_nothing_outside_the_folder_is_served(served: World, path: str) -> None:
    answer = await served.client().get(f"/docs/assets/{path}")

    assert answer.status_code in {200, 404}
    assert "Edison" in answer.text
    assert "[project]" not in answer.text


async def test_a_page_that_has_not_changed_is_not_sent_again(served: World) -> None:
    client = served.client()
    first = await client.get("/docs/how-to/set-a-budget")

    again = await client.get(
        "/docs/how-to/set-a-budget", headers={"if-none-match": first.headers["etag"]}
    )

    assert first.headers["cache-control"] == "no-cache"
    assert again.status_code == 304


async def test_without_the_site_the_screens_answer(served: World) -> None:
    served.config = replace(served.config, docs_dir=None)

    assert "The screens" in (await served.client().get("/docs/")).text
