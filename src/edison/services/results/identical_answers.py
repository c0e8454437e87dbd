"""Count the answers that are the same text in two columns: where all are, no statistics are needed."""

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.column_comparisons import ComparedColumn, Matched, matched
from edison.store.unit_of_work import ReadTx

# Texts are compared of so many cells at most.
TEXTS_AT_MOST = 5_000


async def same_answers(
    tx: ReadTx,
    project: ProjectId,
    runs: tuple[RunId, RunId],
    this: ComparedColumn,
    other: ComparedColumn,
    rows: Matched | None = None,
) -> tuple[int, int]:
    """How many are the same, of those to the same cases; 0 of 0 where there are too many to read.

    `rows` are the cases to look at; without them all that both have.
    """
    both = matched(this.kept, other.kept) if rows is None else rows
    trials = min(this.kept.trials, other.kept.trials)
    if both.this.size * trials > TEXTS_AT_MOST:
        return 0, 0
    ordinals = [
        (
            (int(here) * this.kept.trials + trial) * this.kept.columns + this.column,
            (int(there) * other.kept.trials + trial) * other.kept.columns + other.column,
        )
        for here, there in zip(both.this, both.other, strict=True)
        for trial in range(trials)
    ]
    return await tx.run_statistics.same_texts(project, runs, ordinals), len(ordinals)
