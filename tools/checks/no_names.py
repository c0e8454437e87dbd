"""Files are named after what they are about."""

import re
from collections.abc import Iterator

from tools.checks.rule import Finding, Rule, Tree

SUFFIXES = {".py", ".ts", ".tsx"}
SAYS_NOTHING = re.compile(r"^_?(utils?|helpers?|common|misc)$|manager", re.IGNORECASE)


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        if path.suffix not in SUFFIXES:
            continue
        for part in (*path.parent.parts, path.name.split(".", 1)[0]):
            if SAYS_NOTHING.search(part):
                yield Finding(path=path, line=1, message=f"the name {part!r} says nothing")


RULE = Rule(
    name="no_names",
    why="a file named after nothing collects everything",
    mend="name it after the idea it holds, or move its parts to where they are used",
    find=find,
)
