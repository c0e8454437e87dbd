"""The pages of the documentation site: those that docs/navigation.yaml lists, and those written from the code."""

import re
from dataclasses import dataclass
from pathlib import Path

import yaml
from tools.docs_site.api_reference import api_pages, operation_index
from tools.docs_site.cli_reference import command_list

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NAVIGATION = DOCS / "navigation.yaml"
BASE = "/docs"
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
# A page says where a generated part goes; the text of the part comes from the code.
GENERATED = {
    "<!-- generated: commands -->": command_list,
    "<!-- generated: operations -->": operation_index,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    # Relative to docs/, such as how-to/set-a-budget.md. A generated page has no file.
    path: str
    section: str
    text: str
    # The page above this one, which is marked in the sidebar instead.
    parent: str | None = None

    @property
    def title(self) -> str:
        found = TITLE.search(self.text)
        assert found is not None, f"{self.path} has no title"
        return found[1].replace("`", "")

    @property
    def address(self) -> str:
        return address_of(self.path)

    @property
    def output(self) -> str:
        return self.path.removesuffix(".md") + ".html"


def address_of(path: str) -> str:
    return f"{BASE}/" if path == "index.md" else f"{BASE}/{path.removesuffix('.md')}"


def load_pages() -> list[Page]:
    """Return every page of the site, in the order of the sidebar."""
    pages: list[Page] = []
    for entry in yaml.safe_load(NAVIGATION.read_text()):
        for path in entry["pages"]:
            text = (DOCS / path).read_text()
            for marker, write in GENERATED.items():
                if marker in text:
                    text = text.replace(marker, write())
            pages.append(Page(path=path, section=entry["section"], text=text))
            if path == "reference/api.md":
                pages += [
                    Page(path=name, section=entry["section"], text=generated, parent=path)
                    for name, generated in api_pages().items()
                ]
    return pages
