"""`just build-docs`: write the documentation site into the package, from docs/ and the code."""

import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.docs_site.layout import frame_page, missing_page
from tools.docs_site.pages import DOCS, ROOT, load_pages
from tools.docs_site.render import RenderedPage, dead_links, render_page

OUTPUT = ROOT / "src" / "edison" / "processes" / "docs_site"
THEME = Path(__file__).parent / "theme"
UI = ROOT / "ui"
FONTS = {
    "inter.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    "mono.woff2": "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2",
}
# The two sets of colours of the screens.
COLOURS = re.compile(r'^(?::root|\[data-theme="dark"\]) \{.*?^\}', re.MULTILINE | re.DOTALL)


def render_site() -> list[RenderedPage]:
    pages = load_pages()
    paths = frozenset(page.path for page in pages)
    return [render_page(page, paths) for page in pages]


def build_site(target: Path) -> None:
    site = render_site()
    if dead := dead_links(site):
        sys.exit("\n".join(dead))
    shutil.rmtree(target, ignore_errors=True)
    write_pages(target, site)
    _write_assets(target / "assets")


def write_pages(target: Path, site: Sequence[RenderedPage]) -> None:
    pages = [each.page for each in site]
    for each in site:
        _write(target / each.page.output, frame_page(each, pages))
        for file in each.files:
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(DOCS / file, target / file)
    _write(target / "404.html", missing_page(pages))
    _write(target / "search.json", search_index(site))


def search_index(site: Sequence[RenderedPage]) -> str:
    """Return all sections as JSON: page, heading, address, text."""
    entries = [
        [
            each.page.title,
            "" if section.level == 1 else section.title,
            each.page.address + ("" if section.level == 1 else f"#{section.anchor}"),
            section.text,
        ]
        for each in site
        for section in each.sections
        # Objects of the API would hide what people look for.
        if each.page.parent is None or section.level < 3
    ]
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def _write_assets(folder: Path) -> None:
    colours = "\n".join(COLOURS.findall((UI / "src" / "styles.css").read_text()))
    _write(folder / "docs.css", f"{colours}\n{(THEME / 'docs.css').read_text()}")
    for script in ("docs.js", "try_api.js"):
        shutil.copyfile(THEME / script, folder / script)
    for name in ("theme.js", "favicon.svg"):
        shutil.copyfile(UI / "public" / name, folder / name)
    for name, source in FONTS.items():
        shutil.copyfile(UI / "node_modules" / source, folder / name)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    build_site(OUTPUT)
