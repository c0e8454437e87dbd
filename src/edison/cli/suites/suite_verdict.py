"""Verdict on a finished run: thresholds reached, missed, or inconclusive because of errors."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from edison.domain.suites.suite_file.suite_file_model import SuiteFileModel, Threshold

ALL_TARGETS = "all targets"
AT_MOST = frozenset({"cost_usd", "latency_p95_ms"})
# Tolerance for rounding: 50 * 0.7 is slightly below 35.
ROUNDING = 1e-9


class Exit(IntEnum):
    OK = 0
    MISSED = 1
    INCONCLUSIVE = 2
    INFRASTRUCTURE = 3
    WRONG_FILE = 64
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Result of one threshold for one target. `found` is None if the value could not be measured."""

    # None: all scorers together.
    scorer: str | None
    target: str
    measure: str
    wanted: float
    found: float | None
    # Maximum of the scorer's own scale; None: from 0 to 1. `wanted` and `found` are from 0 to 1 in any case.
    scale: int | None = None

    @property
    def at_most(self) -> bool:
        return self.measure in AT_MOST

    @property
    def reached(self) -> bool:
        if self.found is None:
            return False
        short = self.found - self.wanted if self.at_most else self.wanted - self.found
        return short <= ROUNDING


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteVerdict:
    checks: tuple[Check, ...]
    # Why the result is inconclusive, as sentences.
    doubts: tuple[str, ...]

    @property
    def exit(self) -> Exit:
        # Errors are never scores: with too many errors a threshold is neither reached nor missed.
        if self.doubts:
            return Exit.INCONCLUSIVE
        return Exit.OK if all(check.reached for check in self.checks) else Exit.MISSED


def judge(
    suite: SuiteFileModel, report: dict[str, Any], results: dict[str, Any] | None = None
) -> SuiteVerdict:
    """Compare a run with the thresholds of the suite. `results` is needed for thresholds over all scorers together."""
    labels = target_labels(report)
    doubts = [*_failures(suite, report, labels), *_errors(suite, report, labels)]
    checks: list[Check] = []
    columns_of: dict[str, Any] = {item["name"]: item["columns"] for item in report["scorers"]}
    scales: dict[str, int | None] = {item["name"]: item.get("scale") for item in report["scorers"]}
    for threshold in suite.thresholds:
        if threshold.scorer is None:
            checks += _of_the_whole(threshold, report, results, labels)
        elif threshold.scorer in columns_of:
            columns, scale = columns_of[threshold.scorer], scales[threshold.scorer]
            checks += _checks(threshold, columns, labels, scale)
        else:
            doubts.append(f"The run has no scorer {threshold.scorer}")
    doubts += [
        f"{check.target}: {check.scorer} could judge no answer"
        if check.scorer
        else f"{check.target}: there is no {check.measure}"
        for check in checks
        if check.found is None
    ]
    return SuiteVerdict(checks=tuple(checks), doubts=tuple(dict.fromkeys(doubts)))


def with_figures(report: dict[str, Any]) -> dict[str, Any]:
    """Replace the plain means of a report by the figures that the screens show, and add the scales of the scorers.

    The two differ if cases have different numbers of scored trials.
    """
    of_scorer: dict[str, Any] = {
        each["metric"]["name"]: {column["column"]: column for column in each["columns"]}
        for each in report["figures"]
        if each["metric"]["kind"] == "scorer"
    }
    scales = {one["name"]: one["scale"] for one in report["metrics"] if one["kind"] == "scorer"}
    scorers = [
        {
            **scorer,
            "scale": scales.get(scorer["name"]),
            "columns": [
                _with_figure(one, of_scorer.get(scorer["name"], {})) for one in scorer["columns"]
            ],
        }
        for scorer in report["scorers"]
    ]
    return {**report, "scorers": scorers}


def _with_figure(column: dict[str, Any], figures: dict[int, dict[str, Any]]) -> dict[str, Any]:
    found = figures.get(column["column"], {})
    values = {"mean": found.get("figure"), "pass_share": found.get("pass_rate")}
    return {**column, **{name: one["value"] for name, one in values.items() if one is not None}}


def asks_for_results(suite: SuiteFileModel) -> bool:
    return any(each.score is not None or each.pass_rate is not None for each in suite.thresholds)


def _of_the_whole(
    threshold: Threshold, report: dict[str, Any], results: dict[str, Any] | None, labels: list[str]
) -> list[Check]:
    checks: list[Check] = []
    if threshold.cost_usd is not None:
        cost = report["budget"]["settled_usd"]
        found = None if cost is None else float(cost)
        checks.append(_whole(ALL_TARGETS, "cost_usd", threshold.cost_usd, found))
    columns: list[dict[str, Any]] = (results or {}).get("columns", [])
    for number, label in enumerate(labels):
        column = columns[number] if number < len(columns) else {}
        for measure, name in (("score", "composite"), ("pass_rate", "pass_rate")):
            wanted: float | None = getattr(threshold, measure)
            if wanted is not None:
                figure: dict[str, float] = column.get(name) or {}
                scale = (results or {}).get("measure", {}).get("scale")
                checks.append(_whole(label, measure, wanted, figure.get("value"), scale))
        if threshold.latency_p95_ms is not None:
            latency = report["progress"][number]["p95_latency_ms"]
            checks.append(_whole(label, "latency_p95_ms", threshold.latency_p95_ms, latency))
    return checks


def _whole(
    target: str, measure: str, wanted: float, found: float | None, scale: int | None = None
) -> Check:
    return Check(
        scorer=None, target=target, measure=measure, wanted=wanted, found=found, scale=scale
    )


def _checks(
    threshold: Threshold,
    columns: Sequence[dict[str, Any]],
    labels: list[str],
    scale: int | None,
) -> list[Check]:
    wanted = {"mean": threshold.mean, "pass_share": threshold.pass_share}
    return [
        Check(
            scorer=threshold.scorer,
            target=labels[int(column["column"])],
            measure=measure,
            wanted=least,
            found=column[measure],
            scale=scale,
        )
        for column in columns
        for measure, least in wanted.items()
        if least is not None
    ]


def _failures(suite: SuiteFileModel, report: dict[str, Any], labels: list[str]) -> list[str]:
    return [
        f"{labels[column['column']]}: {missing:,} of {column['total']:,} cells failed"
        for column in report["progress"]
        if (missing := column["failed"] + column["open"]) > suite.max_error_share * column["total"]
    ]


def _errors(suite: SuiteFileModel, report: dict[str, Any], labels: list[str]) -> list[str]:
    return [
        f"{labels[column['column']]}: {scorer['name']} had an error at "
        f"{column['errors']:,} of {tried:,} answers"
        for scorer in report["scorers"]
        for column in scorer["columns"]
        if (tried := column["scored"] + column["errors"])
        and column["errors"] > suite.max_error_share * tried
    ]


def target_labels(report: dict[str, Any]) -> list[str]:
    """Return a short unique name for each target."""
    columns = report["plan"]["columns"]
    short: list[str] = [column["model_name"] for column in columns]
    for more in (_with_parameters, _with_credential):
        seen = Counter(short)
        short = [
            more(label, column) if seen[label] > 1 else label
            for label, column in zip(short, columns, strict=True)
        ]
    seen = Counter(short)
    return [
        f"{label} #{column['number']}" if seen[label] > 1 else label
        for label, column in zip(short, columns, strict=True)
    ]


def _with_parameters(label: str, column: dict[str, Any]) -> str:
    said = ", ".join(f"{name}={value}" for name, value in sorted(column["parameters"].items()))
    return f"{label} ({said})" if said else label


def _with_credential(label: str, column: dict[str, Any]) -> str:
    return f"{label} [{column['credential_label']}]"
