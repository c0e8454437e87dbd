"""What guards a secret compares in a time that does not tell how much of a guess was right."""

import ast
from pathlib import Path

import pytest
from tools.checks.__main__ import ROOT

API = ROOT / "src" / "edison" / "api"


def function(file: Path, name: str) -> ast.FunctionDef:
    [found] = [
        node
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name == name
    ]
    return found


@pytest.mark.parametrize(
    ("file", "name"),
    [("request_guard.py", "_csrf_matches"), ("health_routes.py", "_may_scrape")],
)
def test_a_secret_is_compared_by_compare_digest_alone(file: str, name: str) -> None:
    """SEC-11.4.4: no `==`, which stops at the first difference."""
    body = function(API / file, name)
    calls = [ast.unparse(node.func) for node in ast.walk(body) if isinstance(node, ast.Call)]

    assert calls.count("hmac.compare_digest") == 1
    assert [node for node in ast.walk(body) if isinstance(node, (ast.Eq, ast.NotEq))] == []


def test_the_guard_decides_by_that_comparison() -> None:
    """SEC-11.4.4"""
    refusal = function(API / "request_guard.py", "_refusal")
    calls = [ast.unparse(node) for node in ast.walk(refusal) if isinstance(node, ast.Call)]

    assert calls.count("_csrf_matches(headers)") == 1
