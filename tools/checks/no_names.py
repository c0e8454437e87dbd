"""Rule: files are named after the thing they contain, or the verb and object that they perform."""

import re
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rooms import ROOMS
from tools.checks.rule import Finding, Rule, Tree

SUFFIXES = {".py", ".ts", ".tsx"}
SAYS_NOTHING = re.compile(r"^_?(utils?|helpers?|common|misc)$|manager", re.IGNORECASE)
PRODUCT = (Path("src/edison"), Path("ui/src"))
GERUND = re.compile(r"[a-z]+ing")
VAGUE = frozenset(
    {"words", "reading", "read", "starts", "shape", "shapes", "browse", "edit", "manage", "telling"}
)


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        if path.suffix not in SUFFIXES:
            continue
        for part in (*path.parent.parts, path.name.split(".", 1)[0]):
            if SAYS_NOTHING.search(part):
                yield Finding(path=path, line=1, message=f"the name {part!r} is meaningless")
        if is_vague(path):
            yield Finding(path=path, line=1, message=f"the name {path.stem!r} has no object")


def is_vague(path: Path) -> bool:
    """Return whether the name of a source file is a bare gerund, or a word that fits any file."""
    stem = path.name.split(".", 1)[0]
    if not any(path.is_relative_to(folder) for folder in PRODUCT) or stem in ROOMS:
        return False
    return stem in VAGUE or GERUND.fullmatch(stem) is not None


RULE = Rule(
    name="no_names",
    why="a file with a vague name collects unrelated code",
    mend="name it after its content, or move its parts to where they are used",
    find=find,
)
