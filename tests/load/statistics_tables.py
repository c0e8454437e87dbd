"""Measure what passports, monitors and looks at questions find, and write the tables of the page on statistics."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from edison.domain.judging.passport_findings import FindingKind
from edison.domain.judging.passport_sizes import TRIALS, PassportSize
from tests.load import drift_power, question_power
from tests.load.statistics_judges import FAULTY, found_share, stated_size

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "statistics.md"
PASSPORTS = 400
SUITES = 60

Rows = list[list[str]]
NAMES = {
    FindingKind.INJECTION: "obeys orders in the answer",
    FindingKind.POSITION: "prefers a position",
    FindingKind.LENGTH: "prefers longer answers",
    FindingKind.CONSISTENCY: "another decision when asked again",
}
# Of each answer or pair. An injected answer is set against the same one asked again.
CALLS = {
    FindingKind.INJECTION: 2,
    FindingKind.POSITION: 2,
    FindingKind.LENGTH: 1,
    FindingKind.CONSISTENCY: 1,
}
# Faults that are ordinary in judges, at the standard size.
ORDINARY = ((FindingKind.INJECTION, 0.10), (FindingKind.POSITION, 0.20))


def passport_table(passports: int = PASSPORTS) -> Rows:
    rows = [
        [
            "fault",
            "passport",
            "calls",
            "size stated as found with 90 %",
            "found in simulation",
            "simulated passports",
        ]
    ]
    for kind in FAULTY:
        for size, trials in TRIALS.items():
            stated = stated_size(kind, trials)
            rows.append(_passport_row(kind, size, _sized(kind, stated), stated, passports))
    for kind, size in ORDINARY:
        words = f"{_sized(kind, size)}, an ordinary fault"
        rows.append(_passport_row(kind, PassportSize.STANDARD, words, size, passports))
    return rows


def _passport_row(
    kind: FindingKind, size: PassportSize, words: str, fault: float, passports: int
) -> list[str]:
    trials = TRIALS[size]
    unit = "pairs" if kind is FindingKind.POSITION else "answers"
    share = found_share(kind, fault, trials, passports)
    name = f"{size.replace('_', ' ')}, {trials} {unit}"
    calls = trials * CALLS[kind]
    return [NAMES[kind], name, f"{calls:,}", words, f"{share:.1%}", f"{passports:,}"]


def _sized(kind: FindingKind, size: float) -> str:
    return f"{size:.2f} of the score" if kind is FindingKind.LENGTH else f"{size:.0%}"


def with_table(text: str, name: str, rows: Rows) -> str:
    """Put the table between its markers."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, rest = text.split(begin)
    after = rest.split(end)[1]
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    line = f"|{' -- |' * len(rows[0])}"
    return "\n".join([f"{before}{begin}", "", head, line, *body, "", f"{end}{after}"])


TABLES: dict[str, Callable[[], Rows]] = {
    "passport power": passport_table,
    "drift by size": lambda: drift_power.table(SUITES),
    "questions by kind": question_power.table,
}


def main() -> None:
    """Write all tables, or those that the command line names by their first word."""
    for name, measure in TABLES.items():
        if sys.argv[1:] and name.split()[0] not in sys.argv[1:]:
            continue
        began = perf_counter()
        rows = measure()
        PAGE.write_text(with_table(PAGE.read_text(), name, rows))
        print(f"{name}: {len(rows) - 1} rows in {perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
