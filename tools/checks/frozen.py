"""Rule: values of the domain are immutable."""

import ast
from collections.abc import Iterator

from tools.checks.rule import Finding, Rule, Tree

DOMAIN = "src/edison/domain"
WANTED = {"frozen", "slots", "kw_only"}
EXEMPT = {
    "ChainCheck": "iterates over a chain and stores its position",
    "CheckpointTrail": "iterates over checkpoints and stores what they sign",
}


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.under(DOMAIN):
        for node in ast.walk(tree.module(path)):
            if not isinstance(node, ast.ClassDef) or node.name in EXEMPT:
                continue
            for decorator in node.decorator_list:
                missing = _missing(decorator)
                if missing:
                    message = f"{node.name} is not {', '.join(sorted(missing))}"
                    yield Finding(path=path, line=node.lineno, message=message)


def _missing(decorator: ast.expr) -> set[str]:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if ast.unparse(called) not in {"dataclass", "dataclasses.dataclass"}:
        return set()
    given = {
        keyword.arg
        for keyword in (decorator.keywords if isinstance(decorator, ast.Call) else [])
        if isinstance(keyword.value, ast.Constant) and keyword.value.value is True
    }
    return {name for name in WANTED if name not in given}


RULE = Rule(
    name="frozen",
    why="a value that changes while it is used causes errors that are hard to find",
    mend="@dataclass(frozen=True, slots=True, kw_only=True); use dataclasses.replace to change",
    find=find,
)
