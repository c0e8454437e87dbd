"""Tests of promptfoo in a CSV file: columns are variables, and columns with two underscores are instructions."""

import csv
import io
import re
from typing import Any

_TYPED = re.compile(
    r"(?P<type>(?:not-)?[a-z][a-z:-]*?)(?:\((?P<threshold>\d+(?:\.\d+)?)\))?(?::(?P<value>.*))?",
    re.DOTALL,
)
_LISTS = {"contains-all", "contains-any", "icontains-all", "icontains-any"}
_CODE = {"fn": "javascript", "eval": "javascript", "grade": "llm-rubric"}
_USUAL_SIMILARITY = 0.8
_USUAL_THRESHOLD = 0.75
_WITH_THRESHOLD = {
    "answer-relevance",
    "classifier",
    "context-faithfulness",
    "context-recall",
    "context-relevance",
    "cost",
    "latency",
    "levenshtein",
    "perplexity",
    "perplexity-score",
    "rouge-n",
    "similar",
    "starts-with",
}


def assertion_of_text(text: str, known: frozenset[str]) -> dict[str, Any]:
    """Read a compact assertion such as `similar(0.8): hello`; a text without a known type means equality."""
    stripped = text.strip()
    if stripped.startswith("file://") and re.search(r"\.(py|js|ts)(:|$)", stripped):
        return {"type": "python" if ".py" in stripped else "javascript", "value": stripped}
    prefix = stripped.split(":", 1)[0]
    if prefix in _CODE and ":" in stripped:
        return {"type": _CODE[prefix], "value": stripped.split(":", 1)[1].strip()}
    found = _TYPED.fullmatch(stripped)
    if found is None or found["type"].removeprefix("not-") not in known:
        return {"type": "equals", "value": text}
    kind = found["type"].removeprefix("not-")
    value: Any = (found["value"] or "").strip()
    read: dict[str, Any] = {"type": found["type"]}
    if kind in _LISTS:
        value = split_values(value)
    if value != "":
        read["value"] = value
    if found["threshold"] is not None:
        read["threshold"] = float(found["threshold"])
    elif kind in _WITH_THRESHOLD:
        read["threshold"] = _USUAL_SIMILARITY if kind == "similar" else _USUAL_THRESHOLD
    return read


def split_values(text: str) -> list[str]:
    """Split a comma-separated list, in which quotes protect commas."""
    rows = list(csv.reader(io.StringIO(text), skipinitialspace=True))
    return [part.strip() for part in rows[0]] if rows else []


def test_of_row(row: dict[str, str], known: frozenset[str]) -> dict[str, Any]:
    """Convert a row to a test as it would be written in YAML."""
    test: dict[str, Any] = {"vars": {}, "assert": [], "options": {}, "metadata": {}}
    configs: dict[str, dict[str, Any]] = {}
    for key, value in row.items():
        if not key.startswith("__"):
            test["vars"][key] = value
        elif value.strip():
            _instruct(test, configs, key, value, known)
    metric = test.pop("metric", None)
    for place, assertion in enumerate(test["assert"]):
        if metric:
            assertion["metric"] = metric
        names = [f"__expected{place + 1}", *(["__expected"] if place == 0 else [])]
        for name in names:
            _configure(assertion, configs.get(name, {}))
    return test


def _instruct(
    test: dict[str, Any],
    configs: dict[str, dict[str, Any]],
    key: str,
    value: str,
    known: frozenset[str],
) -> None:
    """Apply a column whose name begins with two underscores."""
    kind, _, rest = key.partition(":")
    if kind.startswith("__expected"):
        test["assert"].append(assertion_of_text(value, known))
    elif kind in {"__prefix", "__suffix"}:
        test["options"][key[2:]] = value
    elif kind == "__metadata":
        listed = rest.endswith("[]")
        test["metadata"][rest.removesuffix("[]")] = split_values(value) if listed else value
    elif kind == "__config":
        where, _, setting = rest.rpartition(":")
        configs.setdefault(where, {})[setting] = value
    elif kind in {"__description", "__threshold", "__metric"}:
        test[key[2:]] = float(value) if kind == "__threshold" and _number(value) else value


def _configure(assertion: dict[str, Any], settings: dict[str, Any]) -> None:
    for name, value in settings.items():
        assertion[name] = float(value) if name == "threshold" and _number(value) else value


def _number(text: str) -> bool:
    return re.fullmatch(r"\s*\d+(?:\.\d+)?\s*", text) is not None
