"""Rule: a route is short, calls no other route, and its function name is its operation id."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree, body_without_docstring

API = "src/edison/api"
MOST_STATEMENTS = 8
METHODS = {"get", "post", "put", "patch", "delete"}
Branch = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Match, ast.Try)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def find(tree: Tree) -> Iterator[Finding]:
    places: dict[str, Path] = {}
    for path in tree.under(API):
        if not path.stem.endswith("routes"):
            continue
        module = tree.module(path)
        for node in ast.walk(module):
            for message in _foreign_parts(node):
                yield Finding(path=path, line=getattr(node, "lineno", 1), message=message)
        for function, decorator in _routes(module):
            messages = list(_complaints(function, decorator))
            if function.name in places:
                messages.append(f"{function.name} is also a route in {places[function.name]}")
            places.setdefault(function.name, path)
            for message in messages:
                yield Finding(path=path, line=function.lineno, message=message)


def _foreign_parts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("routes"):
        yield f"imports the routes of {node.module}"
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("APIRouter"):
        yield "creates an APIRouter, which does not name operations after their functions"


def _routes(module: ast.Module) -> Iterator[tuple[Function, ast.Call]]:
    for function in module.body:
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for decorator in function.decorator_list:
                if isinstance(decorator, ast.Call) and _is_route(decorator):
                    yield function, decorator


def _is_route(decorator: ast.Call) -> bool:
    return isinstance(decorator.func, ast.Attribute) and decorator.func.attr in METHODS


def _complaints(function: Function, decorator: ast.Call) -> Iterator[str]:
    body = body_without_docstring(function)
    statements = [node for part in body for node in ast.walk(part) if isinstance(node, ast.stmt)]
    if len(statements) > MOST_STATEMENTS:
        yield f"{function.name} has {len(statements)} statements, at most {MOST_STATEMENTS}"
    if any(_has_branch_inside(node) for node in statements if isinstance(node, Branch)):
        yield f"{function.name} has nested branches"
    if any(keyword.arg == "operation_id" for keyword in decorator.keywords):
        yield f"{function.name} sets an operation_id"


def _has_branch_inside(branch: ast.stmt) -> bool:
    return any(isinstance(node, Branch) for node in ast.walk(branch) if node is not branch)


RULE = Rule(
    name="route_shape",
    why="logic in a route cannot be used or tested without HTTP, and operation names are part of the contract",
    mend="move logic into the service function, and code shared by routes into its own module;"
    " create the router with ApiRouter, and give the function the name of the operation",
    find=find,
)
