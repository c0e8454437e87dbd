"""The wheel alone is the product: an empty environment, one command, and the first page is there."""

import re
from pathlib import Path

import pytest

from tests.proofs.wheel import build_wheel, content_of, first_page, install, measure_starts
from tests.support.slowness import allowed

FIRST_UP_S = 20.0
SECOND_UP_S = 6.0
STATIC = "edison/processes/static"
DOCS = "edison/processes/docs_site"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_screens_and_all_they_refer_to(wheel: Path) -> None:
    content = content_of(wheel)
    page = content[f"{STATIC}/index.html"].decode()

    referred = re.findall(r'(?:src|href)="/([^"#?]+)"', page)

    assert any(name.endswith(".js") for name in referred)
    assert [name for name in referred if f"{STATIC}/{name}" not in content] == []


def test_the_wheel_holds_the_documentation_and_all_it_refers_to(wheel: Path) -> None:
    content = content_of(wheel)
    page = content[f"{DOCS}/index.html"].decode()

    referred = re.findall(r'(?:src|href)="/docs/([^"#?]+)"', page)

    assert {"assets/docs.js", "assets/docs.css"} < set(referred)
    assert [
        name for name in referred if not {f"{DOCS}/{name}", f"{DOCS}/{name}.html"} & {*content}
    ] == []
    fonts = re.findall(r'url\("([^"]+)"\)', content[f"{DOCS}/assets/docs.css"].decode())
    assert fonts != []
    assert [name for name in fonts if f"{DOCS}/assets/{name}" not in content] == []


def test_the_wheel_holds_the_migrations_and_nothing_from_outside_the_package(wheel: Path) -> None:
    names = content_of(wheel).keys()

    for suffix in ("py", "sql"):
        assert f"edison/store/migrations/versions/0030_initial.{suffix}" in names
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"edison"}
    assert [name for name in names if "__pycache__" in name or "node_modules" in name] == []


def test_an_empty_environment_answers_the_first_page(wheel: Path, tmp_path: Path) -> None:
    edison = install(wheel, tmp_path)

    first_page(edison, tmp_path / "home")


@pytest.mark.nightly
def test_an_empty_environment_answers_the_first_page_in_time(wheel: Path, tmp_path: Path) -> None:
    edison = install(wheel, tmp_path)

    starts = measure_starts(edison, tmp_path / "home")

    print(starts)
    assert starts.first_up_s < allowed(FIRST_UP_S)
    assert starts.second_up_s < allowed(SECOND_UP_S)
