"""The built screens as the web process hands them out."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.world import World


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Edison</title>")
    (tmp_path / "assets" / "app-1234.js").write_text("const words = 'over and over'; " * 200)
    return tmp_path


async def test_assets_are_compressed_and_kept_for_ever(world: World, screens: Path) -> None:
    world.config = replace(world.config, static_dir=screens)

    answer = await world.client().get("/assets/app-1234.js")

    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == (screens / "assets" / "app-1234.js").read_text()


async def test_who_cannot_unpack_gets_assets_as_they_are(world: World, screens: Path) -> None:
    world.config = replace(world.config, static_dir=screens)

    answer = await world.client(**{"accept-encoding": "identity"}).get("/assets/app-1234.js")

    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.text == (screens / "assets" / "app-1234.js").read_text()


@pytest.mark.parametrize("path", ["/", "/projects/anything/settings", "/invite"])
async def test_every_page_is_the_one_page_and_asked_for_anew(
    world: World, screens: Path, path: str
) -> None:
    world.config = replace(world.config, static_dir=screens)

    answer = await world.client().get(path)

    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert "<title>Edison</title>" in answer.text


async def test_answers_of_the_api_are_not_compressed(world: World, screens: Path) -> None:
    """They mix secrets with what a caller sent, which compression can give away."""
    world.config = replace(world.config, static_dir=screens)

    answer = await world.client().get("/api/v1/openapi.json")

    assert len(answer.content) > 10_000
    assert "content-encoding" not in answer.headers


async def test_a_missing_asset_is_not_the_page(world: World, screens: Path) -> None:
    world.config = replace(world.config, static_dir=screens)

    assert (await world.client().get("/assets/old-9999.js")).status_code == 404
