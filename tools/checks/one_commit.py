"""Rule: only the unit of work commits a transaction."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

SOURCES = "src/edison"
UNIT_OF_WORK = Path("src/edison/store/unit_of_work.py")
# Commits the transaction that rebuilt invalid indexes, before alembic begins its own.
MIGRATOR = Path("src/edison/store/migrator.py")


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.under(SOURCES):
        for node in ast.walk(tree.module(path)):
            if _calls_commit(node) and path != UNIT_OF_WORK:
                yield Finding(path=path, line=_line(node), message="calls .commit()")
            if _says_commit(node) and path != MIGRATOR:
                yield Finding(path=path, line=_line(node), message="executes COMMIT")


def _calls_commit(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    )


def _says_commit(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.strip().rstrip(";").upper() == "COMMIT"
    )


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 1)


RULE = Rule(
    name="one_commit",
    why="a service function is atomic only if nothing inside it commits",
    mend="do the work inside `async with ctx.change(who, project) as tx`, which commits once at its end",
    find=find,
)
