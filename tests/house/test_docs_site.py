"""The documentation site: complete, without a dead link, and without anything from another server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.docs_site.__main__ import render_site, search_index, write_pages
from tools.docs_site.api_reference import CONTRACT
from tools.docs_site.pages import DOCS, Page
from tools.docs_site.render import RenderedPage, dead_links, render_page

from edison.cli.main import main

KINDS = ("tutorial", "how-to", "reference", "explanation")
LOADED = re.compile(r'<(?:script|img|link|source|iframe)\b[^>]*?(?:src|href)="([^"]+)"')
INSIDE = re.compile(r'(?:href|src)="/docs/([^"#]*)(?:#([^"]*))?"')


@pytest.fixture(scope="module")
def site() -> list[RenderedPage]:
    return render_site()


@pytest.fixture(scope="module")
def built(site: list[RenderedPage], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    write_pages(folder, site)
    return folder


def pages_of(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*.html")):
        yield str(path.relative_to(folder)), path.read_text()


def rendered(**texts: str) -> list[RenderedPage]:
    pages = [
        Page(path=f"{name}.md", section="Test", text=f"# Title\n\n{text}")
        for name, text in texts.items()
    ]
    return [render_page(page, frozenset(page.path for page in pages)) for page in pages]


def test_no_link_and_no_anchor_is_dead(site: list[RenderedPage]) -> None:
    assert len([link for page in site for link in page.links]) > 500
    assert dead_links(site) == []


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("[x](two.md#title)", []),
        ("[x](two.md#gone)", ["one.md: two.md#gone does not exist"]),
        ("[x](#gone)", ["one.md: one.md#gone does not exist"]),
        ("[x](three.md)", ["one.md: three.md does not exist"]),
        ("![x](pictures/gone.png)", ["one.md: pictures/gone.png does not exist"]),
    ],
)
def test_a_dead_link_is_found(text: str, dead: list[str]) -> None:
    assert dead_links(rendered(one=text, two="Text")) == dead


def test_a_link_to_a_file_that_is_not_served_is_plain_text() -> None:
    [page] = rendered(
        one="See [the code](../src/edison/settings.py) and [a page](../CHANGELOG.md)."
    )

    assert "<p>See the code and a page.</p>" in page.html


def test_two_headings_of_one_name_have_two_anchors() -> None:
    [page] = rendered(one="## Limits\n\n## Limits\n\n[x](#limits-1)")

    assert [section.anchor for section in page.sections] == ["title", "limits", "limits-1"]
    assert dead_links([page]) == []


def test_every_page_of_the_four_kinds_is_in_the_sidebar(site: list[RenderedPage]) -> None:
    written = {str(path.relative_to(DOCS)) for kind in KINDS for path in (DOCS / kind).glob("*.md")}

    assert written - {each.page.path for each in site} == set()


def test_every_address_within_the_built_pages_exists(built: Path) -> None:
    """Of what was written to disk, so that the frame of the pages is checked too."""
    missing: set[str] = set()
    for name, html in pages_of(built):
        for path, anchor in INSIDE.findall(html):
            if path.startswith("assets/"):
                continue
            file = built / (path or "index.html")
            file = file if file.is_file() else file.with_name(f"{file.name}.html")
            if not file.is_file():
                missing.add(f"{name}: {path}")
            elif anchor and f'id="{anchor}"' not in file.read_text():
                missing.add(f"{name}: {path}#{anchor}")

    assert missing == set()


def test_pages_load_nothing_from_elsewhere_and_contain_no_script(built: Path) -> None:
    """The content security policy forbids both; without a network the pages must look the same."""
    for name, html in pages_of(built):
        loaded = LOADED.findall(html)

        assert [each for each in loaded if not each.startswith("/docs/")] == [], name
        assert re.findall(r"<script(?![^>]*\bsrc=)|\son\w+=|javascript:", html) == [], name


def test_the_reference_has_every_operation_and_every_command(site: list[RenderedPage]) -> None:
    text = "\n".join(each.page.text for each in site if each.page.path.startswith("reference/"))
    operations = {
        f"`{method.upper()} {path}`"
        for path, methods in json.loads(CONTRACT.read_text())["paths"].items()
        for method in methods
    }

    assert len(operations) > 200
    assert [each for each in operations if each not in text] == []
    assert [each for each in main.commands if f"## `edison {each}`" not in text] == []


def test_the_search_index_has_every_page(site: list[RenderedPage]) -> None:
    entries = json.loads(search_index(site))

    assert {entry[2].split("#")[0] for entry in entries} == {each.page.address for each in site}
    assert any(entry[1] == "Keys of the vault" for entry in entries)
