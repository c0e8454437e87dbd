"""Renders a page of the documentation: Markdown to HTML, with anchors, links within the site, and its sections."""

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from tools.docs_site.api_reference import slug
from tools.docs_site.pages import BASE, DOCS, Page, address_of

COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
OUTSIDE = re.compile(r"[a-z][a-z+.-]*:")
LIGHT, DARK = ".light.png", ".dark.png"
# Long enough to find a paragraph by its words; tables of figures are not worth searching.
SECTION_CHARACTERS = 900


@dataclass(slots=True, kw_only=True)
class Section:
    """A heading with the text below it, for the table of contents and the search."""

    title: str
    anchor: str
    level: int
    text: str = ""


@dataclass(slots=True, kw_only=True)
class RenderedPage:
    page: Page
    html: str = ""
    sections: list[Section] = field(default_factory=list[Section])
    # Links to pages of the site: path of the page, and anchor or "".
    links: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    # Other files below docs/ that the page shows or links to.
    files: set[str] = field(default_factory=set[str])


def render_page(page: Page, paths: frozenset[str]) -> RenderedPage:
    """Render a page; `paths` are those of all pages of the site."""
    rendered = RenderedPage(page=page)
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = parser.parse(COMMENT.sub("", page.text))
    _anchor_headings(tokens, rendered)
    for token in tokens:
        if token.type == "inline":
            token.children = _resolve_links(token.children or [], rendered, paths)
    renderer = parser.renderer
    assert isinstance(renderer, RendererHTML)
    renderer.rules.update(_rules(rendered))
    rendered.html = renderer.render(tokens, parser.options, {})
    return rendered


def dead_links(site: Sequence[RenderedPage]) -> list[str]:
    """Return a line for each link to a page or an anchor that does not exist."""
    anchors = {each.page.path: {section.anchor for section in each.sections} for each in site}
    dead: list[str] = []
    for each in site:
        for path, anchor in each.links:
            if path not in anchors:
                dead.append(f"{each.page.path}: {path} does not exist")
            elif anchor and anchor not in anchors[path]:
                dead.append(f"{each.page.path}: {path}#{anchor} does not exist")
        dead += [
            f"{each.page.path}: {file} does not exist"
            for file in sorted(each.files)
            if not (DOCS / file).is_file()
        ]
    return dead


def _anchor_headings(tokens: list[Token], rendered: RenderedPage) -> None:
    """Give each heading an anchor, and collect the text of each section."""
    seen = Counter[str]()
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain_text(tokens[index + 1])
            anchor = slug(title)
            if seen[anchor]:
                anchor = f"{anchor}-{seen[anchor]}"
            seen[slug(title)] += 1
            token.attrSet("id", anchor)
            level = int(token.tag[1])
            rendered.sections.append(Section(title=title, anchor=anchor, level=level))
        elif token.type in {"inline", "fence"} and rendered.sections:
            if index and tokens[index - 1].type == "heading_open":
                continue
            section = rendered.sections[-1]
            text = token.content if token.type == "fence" else _plain_text(token)
            if len(section.text) < SECTION_CHARACTERS:
                section.text = f"{section.text} {' '.join(text.split())}".strip()


def _plain_text(token: Token) -> str:
    return "".join(
        " " if child.type == "softbreak" else child.content
        for child in token.children or []
        if child.type in {"text", "code_inline", "softbreak"}
    )


def _resolve_links(
    children: list[Token], rendered: RenderedPage, paths: frozenset[str]
) -> list[Token]:
    """Turn links between files into addresses, and links to files that are not served into plain text."""
    kept: list[Token] = []
    dropped = 0
    for child in children:
        if child.type == "link_open":
            address = _address(str(child.attrGet("href")), rendered, paths)
            if address is None:
                dropped += 1
                continue
            child.attrSet("href", address)
            if OUTSIDE.match(address):
                child.attrSet("rel", "noreferrer")
        elif child.type == "link_close" and dropped:
            dropped -= 1
            continue
        elif child.type == "image":
            source = _relative_to_docs(str(child.attrGet("src")), rendered.page)
            rendered.files.add(source)
            child.attrSet("src", source)
        kept.append(child)
    return kept


def _address(target: str, rendered: RenderedPage, paths: frozenset[str]) -> str | None:
    """Return the address that a link leads to, or None if the site does not contain its target."""
    if OUTSIDE.match(target):
        return target
    file, _, anchor = target.partition("#")
    path = _relative_to_docs(file, rendered.page) if file else rendered.page.path
    if path in paths or (path.endswith(".md") and not (DOCS / path).exists()):
        rendered.links.append((path, anchor))
        return address_of(path) + (f"#{anchor}" if anchor else "")
    if not path.startswith("..") and not path.endswith(".md") and (DOCS / path).is_file():
        rendered.files.add(path)
        return f"{BASE}/{path}"
    return None


def _relative_to_docs(file: str, page: Page) -> str:
    return os.path.normpath(os.path.join(os.path.dirname(page.path), file))


Rule = Callable[[Sequence[Token], int, OptionsDict, EnvType], str]


def _rules(rendered: RenderedPage) -> dict[str, Any]:
    def table_open(*_: Any) -> str:
        return '<div class="scroll"><table>\n'

    def table_close(*_: Any) -> str:
        return "</table></div>\n"

    def heading_close(tokens: Sequence[Token], index: int, *_: Any) -> str:
        token = tokens[index]
        if token.tag == "h1":
            return "</h1>\n"
        opened = next(each for each in reversed(tokens[:index]) if each.type == "heading_open")
        anchor = escape(str(opened.attrGet("id")))
        label = f"Link to {escape(_plain_text(tokens[index - 1]))}"
        return f'<a class="anchor" href="#{anchor}" aria-label="{label}">#</a></{token.tag}>\n'

    def fence(tokens: Sequence[Token], index: int, *_: Any) -> str:
        return f'<pre class="scroll"><code>{escape(tokens[index].content)}</code></pre>\n'

    def image(tokens: Sequence[Token], index: int, *_: Any) -> str:
        token = tokens[index]
        source, alt = str(token.attrGet("src")), escape(token.content)
        if not source.endswith(LIGHT):
            return f'<img src="{BASE}/{source}" alt="{alt}" loading="lazy">'
        other = source.removesuffix(LIGHT) + DARK
        rendered.files.add(other)
        return (
            f'<img class="light" src="{BASE}/{source}" alt="{alt}" loading="lazy">'
            f'<img class="dark" src="{BASE}/{other}" alt="{alt}" loading="lazy">'
        )

    return {
        "table_open": table_open,
        "table_close": table_close,
        "heading_close": heading_close,
        "fence": fence,
        "code_block": fence,
        "image": image,
    }
