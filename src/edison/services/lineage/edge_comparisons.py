"""Compare the versions of a prompt with their parents by the runs of their scores, as the workbench compares them."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from edison.domain.ids import ProjectId, RunId, VersionId
from edison.domain.lineage.prompt_lineage import EdgeComparison, Measured, Node, ScoresShown
from edison.domain.results.run_summary import USUAL_MINIMUM, Compared
from edison.domain.runs.run_plan import Column
from edison.services.results.column_verdict import (
    ComparedSides,
    WantedVerdict,
    compare_sides,
    load_sides,
)
from edison.store.unit_of_work import ReadTx

# A comparison reads all scores of two runs, so only the newest versions are compared.
VERDICTS_AT_MOST = 30
CELLS_AT_MOST = 200_000
# Number of cached comparisons; a comparison is found by the data that it is computed from.
REMEMBERED = 512

_known: dict[tuple[object, ...], Compared | None] = {}


async def compare_edges(
    tx: ReadTx,
    project: ProjectId,
    nodes: Sequence[Node],
    numbers: Mapping[VersionId, int],
    scores: ScoresShown,
    now: datetime,
) -> dict[VersionId, EdgeComparison]:
    """Compare each version with its parent if both have a score in a run; return the comparisons by version."""
    pairs = [
        (node.version, node.parent)
        for node in reversed(nodes)
        if node.parent in scores.by_version and node.version in scores.by_version
    ][:VERDICTS_AT_MOST]
    found: dict[VersionId, EdgeComparison] = {}
    read = 0
    for version, parent in pairs:
        assert parent is not None
        this, other = scores.by_version[version], scores.by_version[parent]
        read += this.cells + other.cells
        if read > CELLS_AT_MOST:
            break
        found[version] = EdgeComparison(
            against=numbers.get(parent, 0),
            compared=await _compared(tx, project, this, other, scores.metric, now),
        )
    return found


async def _compared(
    tx: ReadTx,
    project: ProjectId,
    this: Measured,
    other: Measured,
    metric: str | None,
    now: datetime,
) -> Compared | None:
    if this.run is None or other.run is None:
        return None
    wanted = WantedVerdict(
        project=project,
        this=RunId(this.run),
        other=RunId(other.run),
        this_column=this.column,
        other_column=other.column,
        minimum_effect=USUAL_MINIMUM,
        metric=metric,
    )
    inputs = [await tx.run_statistics.seen(project, run) for run in (wanted.this, wanted.other)]
    key = (wanted, *inputs)
    if key not in _known:
        while len(_known) >= REMEMBERED:
            _known.pop(next(iter(_known)))
        sides = await load_sides(tx, wanted, now)
        _known[key] = await _verdict(tx, wanted, sides, now)
    return _known[key]


async def _verdict(
    tx: ReadTx, wanted: WantedVerdict, sides: ComparedSides, now: datetime
) -> Compared | None:
    """Return the comparison; None if other things than the version differ, or no case is shared."""
    here = sides.runs[0].plan.columns[sides.this.column]
    there = sides.runs[1].plan.columns[sides.other.column]
    if _settings(here) != _settings(there) or not sides.alike or not sides.usable.this.size:
        return None
    return (await compare_sides(tx, wanted, sides, now)).comparison


def _settings(column: Column) -> tuple[object, ...]:
    return column.provider, column.model_name, column.parameters
