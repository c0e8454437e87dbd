"""Rule: a test that every change must pass does not depend on the speed of the machine."""

import ast
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

# A limit of at least this many seconds is a timeout for something that never happens, not a measurement.
PATIENCE_S = 30
CLOCKS = ("perf_counter", "monotonic", "process_time", "time.time")
SLOWNESS = "tests.support.slowness"

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Names:
    """Names of clock readings, of values computed from readings, and of long limits."""

    def __init__(self, *nodes: ast.AST, timers: Iterable[str] = ()) -> None:
        self.readings, self.measured, self.patient = set[str](), set(timers), set[str]()
        # Twice: a name may be used above the line that assigns it.
        for names, value in [*chain(*map(_assignments, nodes))] * 2:
            if self.is_patient(value):
                self.patient |= names
            if isinstance(value, ast.Call) and ast.unparse(value.func).endswith(CLOCKS):
                self.readings |= names
            elif self.is_measured(value):
                self.measured |= names

    def is_measured(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Name) and value.id in self.readings:
            return False
        return _calls_clock(value) or bool(_names(value) & (self.readings | self.measured))

    def is_patient(self, bound: ast.expr) -> bool:
        match bound:
            case ast.Constant(value=int() | float() as seconds):
                return seconds >= PATIENCE_S
            case ast.BinOp(left=left, op=ast.Add() | ast.Div(), right=right):
                return self.is_patient(left) or self.is_patient(right)
            case _:
                return isinstance(bound, ast.Name) and bound.id in self.patient

    def bounds_a_time(self, test: ast.expr) -> bool:
        for compare in [node for node in ast.walk(test) if isinstance(node, ast.Compare)]:
            sides = [compare.left, *compare.comparators]
            for left, operator, right in zip(sides, compare.ops, sides[1:], strict=False):
                if isinstance(operator, ast.Gt | ast.GtE):
                    left, right = right, left
                is_order = isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
                if is_order and self.is_measured(left) and not self.is_patient(right):
                    return True
        return False


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.under("tests"):
        if path.name.startswith("test_") and not path.is_relative_to("tests/load"):
            yield from _in_file(path, tree.module(path))


def _in_file(path: Path, module: ast.Module) -> Iterator[Finding]:
    constants = [node for node in module.body if isinstance(node, ast.Assign)]
    imports = [node for node in module.body if isinstance(node, ast.ImportFrom)]
    slow = {alias.name for node in imports if node.module == SLOWNESS for alias in node.names}
    functions = [node for node in module.body if isinstance(node, Function)]
    timers = {each.name for each in functions if each.name in Names(each).measured}
    for function in functions:
        if _is_nightly(path, function, constants):
            continue
        names = Names(*constants, function, timers=timers)
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and names.bounds_a_time(node.test):
                message = f"{function.name} asserts an upper limit of a measured time"
                yield Finding(path=path, line=node.lineno, message=message)
            if isinstance(node, ast.Name) and node.id in slow:
                message = f"{function.name} uses {SLOWNESS}"
                yield Finding(path=path, line=node.lineno, message=message)


def _is_nightly(path: Path, function: Function, constants: list[ast.Assign]) -> bool:
    of_the_file = [node.value for node in constants if _names(node) >= {"pytestmark"}]
    marks = " ".join(ast.unparse(mark) for mark in (*function.decorator_list, *of_the_file))
    # tests/e2e/conftest.py leaves all but the core journeys to the nightly tier.
    is_journey = path.is_relative_to("tests/e2e") and function.name.startswith("test_")
    return "mark.nightly" in marks or (is_journey and "mark.core" not in marks)


def _assignments(node: ast.AST) -> Iterator[tuple[set[str], ast.expr]]:
    for part in ast.walk(node):
        match part:
            case ast.Assign(targets=[target], value=value):
                yield _names(target), value
            case ast.Call(func=ast.Attribute(attr="append", value=owner)):
                yield _names(owner), part
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                returns = [each.value for each in ast.walk(part) if isinstance(each, ast.Return)]
                yield from (({name}, value) for value in returns if value)
            case _:
                pass


def _calls_clock(value: ast.expr) -> bool:
    calls = [ast.unparse(part.func) for part in ast.walk(value) if isinstance(part, ast.Call)]
    return any(name.endswith(CLOCKS) for name in calls)


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


RULE = Rule(
    name="timing_assertions",
    why="a test must not fail because the machine is busy",
    mend="assert what happened, wait at least 30 s, or mark the test nightly",
    find=find,
)
