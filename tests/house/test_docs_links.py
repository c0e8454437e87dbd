"""Every relative link in the documentation leads somewhere."""

import re

import pytest
from tools.checks.__main__ import ROOT
from tools.checks.rule import Tree

LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^)\s]+)[^)]*\)|!\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
PAGES = [path for path in Tree(ROOT).files if path.suffix == ".md"]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_its_links_lead_somewhere(page: object) -> None:
    path = ROOT / str(page)
    text = CODE.sub("", path.read_text())
    targets = [plain or image for plain, image in LINK.findall(text)]
    local = [target for target in targets if not re.match(r"[a-z]+:|#", target)]

    dead = [target for target in local if not (path.parent / target.split("#")[0]).exists()]

    assert dead == []


def test_there_are_pages() -> None:
    assert any(str(path) == "README.md" for path in PAGES)
