"""The end of a run as a table for people, and as one JSON document for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from edison.cli.suites.saying import dollars, plain
from edison.cli.suites.verdicts import Check, Verdict, target_labels

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


def table(report: dict[str, Any]) -> str:
    scorers = report["scorers"]
    head = ["target", "answered", "failed", "malformed", "cost", "p50", "p95"]
    for scorer in scorers:
        head += [f"{scorer['name']} mean", "pass"]
    rows = [head]
    for label, column in zip(target_labels(report), report["progress"], strict=True):
        row = [
            label,
            f"{column['answered'] + column['malformed']:,}/{column['total']:,}",
            f"{column['failed']:,}",
            f"{column['malformed']:,}",
            dollars(column["cost_usd"]),
            _latency(column["p50_latency_ms"]),
            _latency(column["p95_latency_ms"]),
        ]
        for scorer in scorers:
            score = scorer["columns"][column["column"]]
            row += [_number(score["mean"]), _share(score["pass_share"])]
        rows.append(row)
    return "\n".join(_aligned([[plain(cell) for cell in row] for row in rows]))


def verdict_lines(verdict: Verdict) -> list[str]:
    lines = [_check_line(check) for check in verdict.checks]
    if verdict.doubts:
        lines += [f"inconclusive  {doubt}" for doubt in verdict.doubts]
    return [plain(line) for line in lines]


def document(
    *,
    suite: str | None,
    exit_code: int,
    address: str | None = None,
    report: dict[str, Any] | None = None,
    verdict: Verdict | None = None,
    forecast: dict[str, Any] | None = None,
    saved: dict[str, Any] | None = None,
    problems: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """Of one shape, whatever happened."""
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


def _check_line(check: Check) -> str:
    word = "unknown" if check.found is None else "reached" if check.reached else "MISSED"
    measure = MEASURES[check.measure]
    of = f"{check.scorer} " if check.scorer else ""
    bound = "at most" if check.at_most else "at least"
    return (
        f"{word:8} {check.target}: {of}{measure} {_amount(check.measure, check.found)}, "
        f"wanted {bound} {_amount(check.measure, check.wanted)}"
    )


def _amount(measure: str, value: float | None) -> str:
    if measure == "cost_usd":
        return dollars(value)
    return _latency(value) if measure == "latency_p95_ms" else _number(value)


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _latency(milliseconds: float | None) -> str:
    if milliseconds is None:
        return "-"
    return f"{milliseconds:.0f} ms" if milliseconds < 10_000 else f"{milliseconds / 1000:.1f} s"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"
