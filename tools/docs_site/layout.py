"""The frame of a documentation page: header with search, sidebar, content, and the headings of the page."""

import tomllib
from collections.abc import Sequence
from html import escape
from itertools import groupby
from string import Template

from tools.docs_site.pages import BASE, ROOT, Page
from tools.docs_site.render import RenderedPage

# Not of the installed package: a release is built from a copy with a new version.
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
# Titles that are too long for the sidebar.
SHORT = {
    "Edison documentation": "Start here",
    "Statistics: what the numbers mean": "Statistics",
}
API_PAGE = "reference/api.md"
TRY_API = f'\n    <script src="{BASE}/assets/try_api.js" defer></script>'
FRAME = Template("""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>$title · Edison documentation</title>
    <link rel="icon" type="image/svg+xml" href="$base/assets/favicon.svg">
    <link rel="stylesheet" href="$base/assets/docs.css">
    <script src="$base/assets/theme.js"></script>
    <script src="$base/assets/docs.js" defer></script>$more
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="top">
      <button type="button" class="plain menu" aria-expanded="false" aria-controls="sidebar">Menu</button>
      <a class="brand" href="$base/"><img src="$base/assets/favicon.svg" alt="" width="22" height="22"> Edison docs</a>
      <div class="search" role="search">
        <input type="search" id="search" role="combobox" aria-label="Search the documentation" aria-expanded="false"
          aria-controls="results" aria-autocomplete="list" autocomplete="off" placeholder="Search (press /)">
        <div id="results" role="listbox" aria-label="Search results" hidden></div>
        <p class="sr-only" role="status" id="found"></p>
      </div>
      <button type="button" class="plain theme">Theme</button>
      <a class="plain product" href="/">Open Edison</a>
    </header>
    <div class="frame">
      <nav id="sidebar" aria-label="Documentation">
$sidebar
      </nav>
      <main id="content" tabindex="-1">
        <article>
$content
        </article>
        <nav class="steps" aria-label="Previous and next page">
$steps
        </nav>
        <footer>Edison $version. This documentation belongs to the installed version.</footer>
      </main>
      <aside>
$headings
      </aside>
    </div>
  </body>
</html>
""")


def frame_page(rendered: RenderedPage, pages: Sequence[Page]) -> str:
    return FRAME.substitute(
        base=BASE,
        title=escape(rendered.page.title),
        sidebar=_sidebar(rendered.page, pages),
        content=rendered.html,
        steps=_steps(rendered.page, pages),
        headings=_headings(rendered),
        version=escape(VERSION),
        more=TRY_API if rendered.page.parent == API_PAGE else "",
    )


def missing_page(pages: Sequence[Page]) -> str:
    """Return the page for addresses below /docs at which there is nothing."""
    page = Page(path="404.md", section="", text="# Page not found")
    html = (
        "<h1>Page not found</h1><p>There is no page at this address. "
        "Search for it, or choose a page from the menu.</p>"
    )
    return frame_page(RenderedPage(page=page, html=html), pages)


def _sidebar(current: Page, pages: Sequence[Page]) -> str:
    parts: list[str] = []
    for section, inside in groupby(pages, key=lambda page: page.section):
        parts.append(f"<h2>{escape(section)}</h2><ul>")
        for page in inside:
            if page.parent is None:
                parts.append(_entry(page, current))
            elif page.parent in {current.path, current.parent}:
                parts.append(_entry(page, current, inner=True))
        parts.append("</ul>")
    return "\n".join(parts)


def _entry(page: Page, current: Page, *, inner: bool = False) -> str:
    here = ' aria-current="page"' if page.path == current.path else ""
    title = SHORT.get(page.title, page.title)
    name = title.removeprefix("API: ") if inner else title
    kind = ' class="inner"' if inner else ""
    return f'<li{kind}><a href="{page.address}"{here}>{escape(name)}</a></li>'


def _steps(current: Page, pages: Sequence[Page]) -> str:
    """Link the pages before and after this one; pages of the API lead back to their overview."""
    if current.parent is not None:
        [above] = [page for page in pages if page.path == current.parent]
        return f'<a href="{above.address}">← {escape(above.title)}</a>'
    line = [page for page in pages if page.parent is None]
    paths = [page.path for page in line]
    if current.path not in paths:
        return ""
    at = paths.index(current.path)
    before = f'<a href="{line[at - 1].address}">← {escape(line[at - 1].title)}</a>' if at else ""
    after = (
        f'<a class="next" href="{line[at + 1].address}">{escape(line[at + 1].title)} →</a>'
        if at + 1 < len(line)
        else ""
    )
    return before + after


def _headings(rendered: RenderedPage) -> str:
    found = [each for each in rendered.sections if each.level == 2]
    if len(found) < 2:
        return ""
    entries = "".join(
        f'<li><a href="#{each.anchor}">{escape(each.title)}</a></li>' for each in found
    )
    return f'<nav aria-label="On this page"><h2>On this page</h2><ul>{entries}</ul></nav>'
