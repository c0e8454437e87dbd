"""Failing answers of a run, each with a link to its cell."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from edison.cli.api_client import Client
from edison.cli.suites.suite_verdict import target_labels
from edison.cli.suites.terminal_output import Style, plain, shorten
from edison.domain.statistics.estimates import score_text

SHOWN = 10
WIDTH = 100
INDENT = "  "


@dataclass(slots=True, kw_only=True)
class FailingAnswer:
    ordinal: int
    # Counted from 1, as on the screens.
    case: int
    target: str
    question: str
    answer: str
    # The scorers that it did not pass, or the error.
    reasons: list[str] = field(default_factory=list[str])
    address: str


async def find_failing_answers(
    client: Client, path: str, address: str, report: dict[str, Any]
) -> list[FailingAnswer]:
    """Return the first answers that failed or did not pass a scorer, in case order."""
    labels = target_labels(report)
    found: dict[int, FailingAnswer] = {}
    for query in _queries(report):
        rows = (await client.get(f"{path}/rows", limit=SHOWN, **query))["items"]
        for row in rows:
            for label, cell in zip(labels, row["cells"], strict=True):
                reasons = _reasons(report, query, cell)
                if not reasons:
                    continue
                known = found.setdefault(cell["ordinal"], _failing(row, cell, label, address))
                known.reasons += reasons
    return [found[ordinal] for ordinal in sorted(found)][:SHOWN]


def failing_lines(
    found: Sequence[FailingAnswer], report: dict[str, Any], style: Style, width: int = WIDTH
) -> list[str]:
    if not found:
        return []
    lines = [style.bold("Answers that failed or did not pass")]
    for each in found:
        reasons = "; ".join(each.reasons)
        lines.append(shorten(plain(f"{INDENT}case {each.case}, {each.target}: {reasons}"), width))
        asked = f"{each.question!r}"[1:-1]
        said = f"{each.answer!r}"[1:-1]
        if asked or said:
            lines.append(shorten(plain(f"{INDENT * 2}{asked} -> {said or 'no answer'}"), width))
        # A link must not be wrapped or shortened.
        lines.append(style.dim(f"{INDENT * 2}{plain(each.address)}"))
    more = _count(report) - sum(len(each.reasons) for each in found)
    if more > 0:
        lines.append(f"{INDENT}and {more:,} more")
    return lines


def _queries(report: dict[str, Any]) -> list[dict[str, Any]]:
    """Return one grid query for each kind of failure that occurs in the report."""
    queries: list[dict[str, Any]] = []
    if any(column["failed"] for column in report["progress"]):
        queries.append({"state": "failed"})
    for number, scorer in enumerate(report["scorers"]):
        if any(column["not_passed"] for column in scorer["columns"]):
            queries.append({"scorer": scorer.get("number", number), "passed": "false"})
        if any(column["errors"] for column in scorer["columns"]):
            queries.append({"scorer": scorer.get("number", number), "unscored": "true"})
    return queries


def _reasons(report: dict[str, Any], query: dict[str, Any], cell: dict[str, Any]) -> list[str]:
    """Return why a cell matches the query; empty if only another cell of its row matches."""
    if "state" in query:
        if cell["state"] != "failed":
            return []
        return [f"no answer: {cell['error'] or cell['error_code'] or 'unknown error'}"]
    names = {
        scorer.get("number", place): scorer["name"]
        for place, scorer in enumerate(report["scorers"])
    }
    scales = {scorer["name"]: scorer.get("scale") for scorer in report["scorers"]}
    reasons: list[str] = []
    for score in cell["scores"]:
        if score["scorer"] != query["scorer"]:
            continue
        name = names[score["scorer"]]
        if "passed" in query and score["passed"] is False:
            because = score["reason"]["text"].strip()
            value = score_text(score["value"], scales[name] or 1)
            value += f" of {scales[name]}" if scales[name] else ""
            reasons.append(f"{name} {value}" + (f" ({because})" if because else ""))
        if "unscored" in query and score["value"] is None and score["problem"]:
            reasons.append(f"{name} had an error: {score['problem']}")
    return reasons


def _failing(row: dict[str, Any], cell: dict[str, Any], target: str, address: str) -> FailingAnswer:
    output = cell["output"]
    return FailingAnswer(
        ordinal=cell["ordinal"],
        case=row["position"] + 1,
        target=target,
        question=next((value["text"] for value in row["values"].values()), ""),
        answer="" if output is None else output["text"],
        address=f"{address}?cell={cell['ordinal']}",
    )


def _count(report: dict[str, Any]) -> int:
    return sum(column["failed"] for column in report["progress"]) + sum(
        column["not_passed"] + column["errors"]
        for scorer in report["scorers"]
        for column in scorer["columns"]
    )
