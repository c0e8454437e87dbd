"""Rule: every migration has a unique revision and can be undone."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

VERSIONS = "src/edison/store/migrations/versions"


def find(tree: Tree) -> Iterator[Finding]:
    seen: dict[str, Path] = {}
    for path in tree.under(VERSIONS):
        if path.name == "__init__.py":
            continue
        module = tree.module(path)
        functions = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
        for wanted in sorted({"upgrade", "downgrade"} - functions):
            yield Finding(path=path, line=1, message=f"has no {wanted}()")
        revision = _revision(module)
        if revision is None:
            yield Finding(path=path, line=1, message="has no revision")
        elif revision in seen:
            message = f"revision {revision!r} is also used by {seen[revision].name}"
            yield Finding(path=path, line=1, message=message)
        else:
            seen[revision] = path


def _revision(module: ast.Module) -> str | None:
    for node in module.body:
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        named = any(isinstance(target, ast.Name) and target.id == "revision" for target in targets)
        if named and isinstance(node, (ast.Assign, ast.AnnAssign)):
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                return value.value
    return None


RULE = Rule(
    name="migrations",
    why="a migration that cannot be undone, or a duplicate revision, fails in production",
    mend="write both upgrade() and downgrade(); give the revision the next free number",
    find=find,
)
