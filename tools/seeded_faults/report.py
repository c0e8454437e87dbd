"""Print what became of the faults: a table for people, one JSON line for programs."""

import json
from collections.abc import Sequence

from tools.seeded_faults.fault import SeededFault
from tools.seeded_faults.prove import Finding, Outcome


def table(findings: Sequence[Finding]) -> str:
    """One line for each fault: its name, its outcome, the seconds and the tests that failed."""
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
    """One line for each fault: its group, its name and what it breaks."""
    return _aligned([(group, fault.name, fault.breaks) for group, some in groups for fault in some])


def figures(findings: Sequence[Finding]) -> str:
    """The number of faults and of those that were caught, as one JSON object."""
    caught = sum(finding.outcome is Outcome.CAUGHT for finding in findings)
    return json.dumps({"seeded_faults": len(findings), "seeded_faults_caught": caught})


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Columns that begin below each other; the last one may be of any length."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    )
