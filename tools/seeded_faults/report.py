"""Formats the results of faults: a table for people, one JSON line for programs."""

import json
from collections.abc import Sequence

from tools.seeded_faults.fault import SeededFault
from tools.seeded_faults.prove import Finding, Outcome


def table(findings: Sequence[Finding]) -> str:
    """Return one line for each fault: name, outcome, seconds and failed tests."""
    header = ("fault", "outcome", "seconds", "by")
    rows = [
        (
            finding.fault.name,
            str(finding.outcome),
            f"{finding.seconds:.1f}",
            finding.by,
        )
        for finding in findings
    ]
    return _aligned([header, *rows])


def listing(groups: Sequence[tuple[str, Sequence[SeededFault]]]) -> str:
    """Return one line for each fault: group, name and effect."""
    return _aligned([(group, fault.name, fault.breaks) for group, some in groups for fault in some])


def figures(findings: Sequence[Finding]) -> str:
    """Return the numbers of faults and of caught faults as a JSON object."""
    caught = sum(finding.outcome is Outcome.CAUGHT for finding in findings)
    return json.dumps({"seeded_faults": len(findings), "seeded_faults_caught": caught})


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Align columns; the last one may have any length."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    )
