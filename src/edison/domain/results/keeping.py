"""What is kept of a run beside its summary: grade and standing of each cell.

So no comparison has to read all scores again.
"""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edison.domain.results.arrays import Floats, Grades, RunArrays

UUID_BYTES = "V16"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kept:
    columns: int
    trials: int
    # One value for each cell.
    grades: Floats
    standings: NDArray[np.uint8]
    # One for each case, as 16 bytes.
    cases: NDArray[Any]
    revisions: NDArray[Any]

    def grades_of(self, column: int) -> Floats:
        return self.grades.reshape(-1, self.trials, self.columns)[:, :, column]

    def standings_of(self, column: int) -> NDArray[np.uint8]:
        return self.standings.reshape(-1, self.trials, self.columns)[:, :, column]


def keep(run: RunArrays, grades: Grades) -> Kept:
    return Kept(
        columns=run.columns,
        trials=run.trials,
        grades=grades.values,
        standings=grades.standings,
        cases=run.cases.ids,
        revisions=run.cases.revisions,
    )


def to_bytes(kept: Kept) -> bytes:
    file = BytesIO()
    np.savez_compressed(
        file,
        shape=np.array([kept.columns, kept.trials], dtype=np.int32),
        grades=kept.grades,
        standings=kept.standings,
        cases=kept.cases.view(np.uint8),
        revisions=kept.revisions.view(np.uint8),
    )
    return file.getvalue()


def from_bytes(value: bytes) -> Kept:
    with np.load(BytesIO(value), allow_pickle=False) as file:
        columns, trials = (int(number) for number in file["shape"])
        return Kept(
            columns=columns,
            trials=trials,
            grades=file["grades"],
            standings=file["standings"],
            cases=file["cases"].view(UUID_BYTES),
            revisions=file["revisions"].view(UUID_BYTES),
        )
