"""Rule: every public function of a service checks the permission first."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree, body_without_docstring

SERVICES = "src/edison/services"
GUARDS = {"must", "must_be_person", "must_be_known", "must_own_installation", "anyone"}
EXEMPT = {
    "people/identity.py": "identifies the caller, so there is no actor yet",
    "context.py": "defines the context; it has no use cases",
    "request_limiter.py": "counts requests before the caller is identified",
    "people/attempt_limits.py": "counts attempts of people who are not signed in; called by services",
}


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.under(SERVICES):
        if str(path.relative_to(SERVICES)) in EXEMPT:
            continue
        for function in tree.module(path).body:
            if not isinstance(function, ast.AsyncFunctionDef) or function.name.startswith("_"):
                continue
            message = _complaint(function)
            if message:
                yield Finding(path=path, line=function.lineno, message=message)


def _complaint(function: ast.AsyncFunctionDef) -> str | None:
    arguments = {
        argument.arg: ast.unparse(argument.annotation) if argument.annotation else ""
        for argument in function.args.args + function.args.kwonlyargs
    }
    if {"ProjectTx", "WriteTx", "ReadTx"} & set(arguments.values()):
        return None  # part of a function that has already checked
    if arguments.get("ctx") != "Context" or arguments.get("who") != "Actor":
        return f"{function.name} does not take `ctx: Context, who: Actor`"
    body = body_without_docstring(function)
    if not body or not _asks(body[0]):
        return f"{function.name} does not begin with a check such as who.must(...)"
    return None


def _asks(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "who"
        and call.func.attr in GUARDS
    )


def exempt_paths() -> list[Path]:
    return [Path(SERVICES, name) for name in EXEMPT]


RULE = Rule(
    name="permission_first",
    why="a later check can be forgotten, or code before it can leak data",
    mend="make `who.must(Permission.X, project)` the first statement, or `who.anyone()` if everyone may call it",
    find=find,
)
