"""A route parses, calls and presents; it does not call another route."""

import ast
from collections.abc import Iterator

from tools.checks.rule import Finding, Rule, Tree, body_without_docstring

API = "src/edison/api"
MOST_STATEMENTS = 8
METHODS = {"get", "post", "put", "patch", "delete"}
Branch = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Match, ast.Try)


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.under(API):
        if not path.stem.endswith("routes"):
            continue
        for node in ast.walk(tree.module(path)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("routes"):
                message = f"imports the routes of {node.module}"
                yield Finding(path=path, line=node.lineno, message=message)
        for function in tree.module(path).body:
            if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            for decorator in function.decorator_list:
                if _is_route(decorator):
                    for message in _complaints(function, decorator):
                        yield Finding(path=path, line=function.lineno, message=message)


def _is_route(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in METHODS
    )


def _complaints(
    function: ast.FunctionDef | ast.AsyncFunctionDef, decorator: ast.expr
) -> Iterator[str]:
    body = body_without_docstring(function)
    statements = [node for part in body for node in ast.walk(part) if isinstance(node, ast.stmt)]
    if len(statements) > MOST_STATEMENTS:
        yield f"{function.name} has {len(statements)} statements, at most {MOST_STATEMENTS}"
    if any(_has_branch_inside(node) for node in statements if isinstance(node, Branch)):
        yield f"{function.name} branches inside a branch"
    assert isinstance(decorator, ast.Call)
    if not any(keyword.arg == "operation_id" for keyword in decorator.keywords):
        yield f"{function.name} has no operation_id"


def _has_branch_inside(branch: ast.stmt) -> bool:
    return any(isinstance(node, Branch) for node in ast.walk(branch) if node is not branch)


RULE = Rule(
    name="route_shape",
    why="what a route decides cannot be used or tested without HTTP, and names of operations are the contract",
    mend="move decisions into the service verb and shared code out of routes; give the decorator an operation_id",
    find=find,
)
