"""Every public verb of a service asks who it is before it does anything."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree, body_without_docstring

SERVICES = "src/edison/services"
GUARDS = {"must", "must_be_person", "must_be_known", "must_own_installation", "anyone"}
EXEMPT = {
    "people/identity.py": "finds out who is asking; there is nobody to ask yet",
    "context.py": "holds what verbs work with; it is no verb",
    "request_limiter.py": "counts requests before anyone is known",
    "people/attempt_limits.py": "counts attempts of people who are not signed in; called by verbs",
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
    if {"WriteTx", "ReadTx"} & set(arguments.values()):
        return None  # part of a verb that has asked already
    if arguments.get("ctx") != "Context" or arguments.get("who") != "Actor":
        return f"{function.name} does not take `ctx: Context, who: Actor`"
    body = body_without_docstring(function)
    if not body or not _asks(body[0]):
        return f"{function.name} does not begin with who.must(...) or its like"
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
    why="a check that comes second is forgotten, or leaks by what came first",
    mend="make `who.must(Permission.X, project)` the first statement; `who.anyone()` if it is open",
    find=find,
)
