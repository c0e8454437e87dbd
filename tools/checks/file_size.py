"""Rule: source files have a maximum number of lines."""

from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

MOST_LINES = 400
SUFFIXES = {".py", ".ts", ".tsx"}


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        if path.suffix not in SUFFIXES or _is_exempt(path):
            continue
        lines = len(tree.text(path).splitlines())
        if lines > MOST_LINES:
            yield Finding(path=path, line=MOST_LINES + 1, message=f"{lines} lines")


def _is_exempt(path: Path) -> bool:
    """Return whether a file is exempt: migrations are never edited again, and generated files are not read."""
    return "migrations" in path.parts or ".gen." in path.name


RULE = Rule(
    name="file_size",
    why=f"a file with more than {MOST_LINES} lines has more than one purpose",
    mend="split it into files with one purpose each",
    find=find,
)
