"""Assertions of promptfoo that are code: Python and short JavaScript run in the sandbox."""

import ast
import posixpath
import textwrap
from typing import Any

from edison.domain.imports.promptfoo_assertions import (
    AssertionInput,
    MappedAssertion,
    Unmapped,
    python_check,
)
from edison.domain.imports.source_files import MissingFile, SourceFiles

_SCRIPTS = {".js", ".cjs", ".mjs", ".ts"}
# Kept equal to promptfoo: an exception is a failed assertion, and a number passes above 0 or from the threshold on.
_WRAPPER = """

def check(raw, values, metadata, tool_calls, latency_ms, cost_usd):
    context = {{"vars": values, "config": {config!r}, "test": {{"vars": values, "metadata": metadata}}}}
    try:
        result = {function}(raw, context)
    except Exception as error:
        return {{"score": 0.0, "passed": False, "reason": type(error).__name__ + ": " + str(error)}}
    threshold = {threshold!r}
    if isinstance(result, dict):
        passed = result.get("pass", result.get("pass_"))
        score = float(result.get("score", 1.0 if passed else 0.0))
        passed = bool(passed) and (threshold is None or score >= threshold)
        return {{"score": min(max(score, 0.0), 1.0), "passed": passed, "reason": str(result.get("reason", ""))}}
    if isinstance(result, str) and result.lower() in ("true", "false"):
        result = result.lower() == "true"
    if isinstance(result, bool):
        return result
    if not isinstance(result, (int, float)):
        return {{"score": 0.0, "passed": False, "reason": "The check returned neither a truth value nor a number"}}
    passed = result > 0 if threshold is None else result >= threshold
    return {{"score": min(max(float(result), 0.0), 1.0), "passed": passed}}
"""


def map_code(given: AssertionInput, files: SourceFiles) -> MappedAssertion:
    """Map a `python` or `javascript` assertion. Raise Unmapped with the reason if it cannot run in Edison."""
    if not isinstance(given.value, str):
        raise Unmapped("Its value is not code")
    try:
        if given.kind == "javascript":
            return _javascript(given, files)
        code, function = _python(given.value, files)
    except MissingFile as error:
        raise Unmapped(str(error)) from None
    config: Any = given.fields.get("config") or {}
    wrapper = _WRAPPER.format(function=function, threshold=given.threshold, config=config)
    return MappedAssertion(spec=python_check(code + wrapper))


def _python(value: str, files: SourceFiles) -> tuple[str, str]:
    if value.startswith("file://") or value.split(":")[0].endswith(".py"):
        path, _, function = value.removeprefix("file://").partition(":")
        code, function = files.text(path), function or "get_assert"
    elif "\n" in value.strip():
        code = "import json\n\ndef _assertion(output, context):\n" + textwrap.indent(value, "    ")
        function = "_assertion"
    else:
        code = f"import json\n\ndef _assertion(output, context):\n    return {value.strip()}\n"
        function = "_assertion"
    _must_run_in_sandbox(code)
    return code, function


# The sandbox has the standard library only, no network, no files and no other process.
_FORBIDDEN = {"requests", "httpx", "urllib", "socket", "subprocess", "openai", "numpy", "pandas"}


def _must_run_in_sandbox(code: str) -> None:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Unmapped("Its Python code has a syntax error") from None
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    wrong = sorted({name.split(".")[0] for name in names} & _FORBIDDEN)
    if wrong:
        raise Unmapped(f"It needs {wrong[0]}, which the sandbox of Python checks does not have")


def _javascript(given: AssertionInput, files: SourceFiles) -> MappedAssertion:
    code = str(given.value).strip()
    suffix = posixpath.splitext(code.split(":", 2)[-1] if code.startswith("file://") else code)[1]
    if "\n" not in code and (code.startswith("file://") or suffix in _SCRIPTS):
        path, _, name = code.removeprefix("file://").partition(":")
        if name:
            raise Unmapped(
                "Its JavaScript file exports several functions; write the check in Python"
            )
        code = files.text(path)
    spec: dict[str, Any] = {"kind": "javascript_check", "code": code, "part": "raw"}
    if given.threshold is not None:
        spec["threshold"] = given.threshold
    if given.fields.get("config"):
        spec["config"] = given.fields["config"]
    return MappedAssertion(spec=spec)
