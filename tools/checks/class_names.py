"""Rule: a class name is used once."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

SOURCES = "src/edison"


def find(tree: Tree) -> Iterator[Finding]:
    for name, places in classes_by_name(tree).items():
        first, *others = places
        for path, line in others:
            yield Finding(path=path, line=line, message=f"{name} is also a class of {first[0]}")


def classes_by_name(tree: Tree) -> dict[str, list[tuple[Path, int]]]:
    """Return where each public class of the package is defined."""
    found = defaultdict[str, list[tuple[Path, int]]](list)
    for path in tree.under(SOURCES):
        for node in tree.module(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append((path, node.lineno))
    return found


RULE = Rule(
    name="class_names",
    why="a search for a class must find one class",
    mend="use a more specific name",
    find=find,
)
