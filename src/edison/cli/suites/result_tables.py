"""Result of a run as a text table and as a JSON document."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from edison.cli.suites.outcome_line import spending_line
from edison.cli.suites.suite_verdict import Check, SuiteVerdict, target_labels
from edison.cli.suites.terminal_output import MOST_COLUMNS, Style, dollars, plain
from edison.domain.statistics.estimates import compared_texts, percent, score_text

VERDICTS = {
    0: "ok",
    1: "missed",
    2: "inconclusive",
    3: "infrastructure",
    64: "wrong_file",
    130: "interrupted",
}
MEASURES = {
    "mean": "mean",
    "pass_share": "pass share",
    "score": "score",
    "pass_rate": "pass rate",
    "cost_usd": "cost",
    "latency_p95_ms": "p95 latency",
}

# Measures that are shares of answers.
SHARES = frozenset({"pass_share", "pass_rate"})
PLAIN = Style(coloured=False)
GAP = 2
LEAST_NAME = 12


def table(report: dict[str, Any], style: Style = PLAIN, width: int = MOST_COLUMNS) -> str:
    """Return a text table with one line per target. Score columns that do not fit go into a second table."""
    scorers = report["scorers"]
    labels = target_labels(report)
    head = ["target", "answered", "failed", "malformed", "cost", "p50", "p95"]
    rows = [head]
    for label, column in zip(labels, report["progress"], strict=True):
        rows.append(
            [
                label,
                f"{column['answered'] + column['malformed']:,}/{column['total']:,}",
                f"{column['failed']:,}",
                f"{column['malformed']:,}",
                # What the answers cost, whoever paid for them; what was spent is said below.
                dollars(column["answer_cost_usd"]),
                _latency(column["p50_latency_ms"]),
                _latency(column["p95_latency_ms"]),
            ]
        )
    beside = [row.copy() for row in rows]
    for scorer in scorers:
        scale = scorer.get("scale")
        beside[0] += [f"{scorer['name']} mean" + (f" of {scale}" if scale else ""), "pass"]
        for row, score in zip(beside[1:], scorer["columns"], strict=True):
            row += [_score(score["mean"], scale), _share(score["pass_share"])]
    if _width(beside) <= width:
        return "\n".join(_aligned(beside, style, width))
    below = [["scorer", "target", "mean", "pass", "errors"]]
    for scorer in scorers:
        for label, score in zip(labels, scorer["columns"], strict=True):
            scale = scorer.get("scale")
            mean = _score(score["mean"], scale) + (f" of {scale}" if scale else "")
            scores = [mean, _share(score["pass_share"]), f"{score['errors']:,}"]
            below.append([scorer["name"], label, *scores])
    lines = _aligned(rows, style, width)
    if scorers:
        lines += ["", *_aligned(below, style, width, texts=2)]
    return "\n".join(lines)


def verdict_lines(
    verdict: SuiteVerdict, style: Style = PLAIN, width: int = MOST_COLUMNS
) -> list[str]:
    lines = [_check_line(check, style, width) for check in verdict.checks]
    return [
        *lines,
        *(f"{style.doubtful('inconclusive')}  {plain(doubt)}" for doubt in verdict.doubts),
    ]


def document(
    *,
    suite: str | None,
    exit_code: int,
    address: str | None = None,
    report: dict[str, Any] | None = None,
    verdict: SuiteVerdict | None = None,
    gate: dict[str, Any] | None = None,
    forecast: dict[str, Any] | None = None,
    saved: dict[str, Any] | None = None,
    failing: Sequence[dict[str, Any]] = (),
    problems: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """Return the JSON document of the result. It has the same fields for every outcome."""
    return {
        "suite": suite,
        "verdict": VERDICTS[exit_code],
        "exit_code": exit_code,
        "run": None if report is None else _run(report, address),
        "targets": [] if report is None or "progress" not in report else _targets(report),
        "thresholds": []
        if verdict is None
        else [{**asdict(check), "reached": check.reached} for check in verdict.checks],
        "doubts": [] if verdict is None else list(verdict.doubts),
        "gate": gate,
        "failing": list(failing),
        "spending": None if report is None or "progress" not in report else spending_line(report),
        "forecast": forecast,
        "saved": saved,
        "problems": list(problems),
    }


def _run(report: dict[str, Any], address: str | None) -> dict[str, Any]:
    plan = report["plan"]
    return {
        "id": report["id"],
        "number": report["number"],
        "name": report["name"],
        "state": report["state"],
        "address": address,
        "problem": report["problem"],
        "prompt_version": plan["columns"][0]["version"] if plan["columns"] else None,
        "dataset_version": plan["dataset_version"],
        "cases": plan["cases"],
        "trials": plan["trials"],
        "cells": plan["cells"],
        "elapsed_s": report.get("elapsed_s"),
        "cost_usd": report["budget"]["settled_usd"] if "budget" in report else None,
    }


def _targets(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "label": label,
            **{name: column[name] for name in ("model_name", "credential_label", "parameters")},
            **{name: value for name, value in progress.items() if name != "column"},
            "scores": {
                scorer["name"]: {
                    name: value
                    for name, value in scorer["columns"][progress["column"]].items()
                    if name != "column"
                }
                for scorer in report["scorers"]
            },
        }
        for label, column, progress in zip(
            target_labels(report), report["plan"]["columns"], report["progress"], strict=True
        )
    ]


def _check_line(check: Check, style: Style, width: int) -> str:
    unknown = check.found is None
    word = f"{'unknown' if unknown else 'reached' if check.reached else 'MISSED':8}"
    colour = style.doubtful if unknown else style.good if check.reached else style.bad
    measure = MEASURES[check.measure]
    of = f"{check.scorer} " if check.scorer else ""
    bound = "at most" if check.at_most else "at least"
    found, wanted = _amounts(check)
    said = plain(f": {of}{measure} {found}, wanted {bound} {wanted}")
    room = max(LEAST_NAME, width - len(word) - 1 - len(said))
    return f"{colour(word)} {_without_middle(plain(check.target), room)}{said}"


def _amounts(check: Check) -> tuple[str, str]:
    """Format the measured and the wanted value; scores on the scorer's own scale, and pass rates in percent."""
    if check.measure == "cost_usd":
        return dollars(check.found), dollars(check.wanted)
    if check.measure == "latency_p95_ms":
        return _latency(check.found), _latency(check.wanted)
    if check.measure in SHARES:
        return _share(check.found), percent(check.wanted)
    top = check.scale or 1
    unit = f" of {top}" if check.scale else ""
    if check.found is None:
        return "-", score_text(check.wanted, top) + unit
    found, wanted = compared_texts(check.found, check.wanted, top)
    return found, wanted + unit


def _width(rows: list[list[str]]) -> int:
    return sum(_widths(rows)) + GAP * (len(rows[0]) - 1)


def _widths(rows: list[list[str]]) -> list[int]:
    return [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]


def _aligned(rows: list[list[str]], style: Style, most: int, texts: int = 1) -> list[str]:
    """Align the cells of a table. The first `texts` columns contain names, which are shortened to fit."""
    shown = [[plain(cell) for cell in row] for row in rows]
    for place in reversed(range(texts)):
        too_wide = _width(shown) - most
        if too_wide > 0:
            room = max(LEAST_NAME, _widths(shown)[place] - too_wide)
            for row in shown:
                row[place] = _without_middle(row[place], room)
    widths = _widths(shown)
    lines = [
        (" " * GAP)
        .join(
            cell.ljust(width) if place < texts else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in shown
    ]
    return [style.bold(lines[0]), *lines[1:]]


def _without_middle(text: str, room: int) -> str:
    """Shorten a name in the middle, because names of targets differ at the start (model) and end (parameters)."""
    if len(text) <= room:
        return text
    head = (room - 1) // 2
    return f"{text[:head]}…{text[len(text) - (room - 1 - head) :]}"


def _latency(milliseconds: float | None) -> str:
    if milliseconds is None:
        return "-"
    return f"{milliseconds:.0f} ms" if milliseconds < 10_000 else f"{milliseconds / 1000:.1f} s"


def _score(value: float | None, scale: int | None) -> str:
    return "-" if value is None else score_text(value, scale or 1)


def _share(value: float | None) -> str:
    return "-" if value is None else percent(value)
