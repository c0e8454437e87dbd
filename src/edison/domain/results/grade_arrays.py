"""Stored arrays of a run: grade and standing of each cell for each metric.

Comparisons read these arrays instead of all scores.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from edison.domain.results.run_arrays import Floats, Grades, RunArrays

UUID_BYTES = "V16"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kept:
    columns: int
    trials: int
    # One value per cell.
    grades: Floats
    standings: NDArray[np.uint8]
    # One id of 16 bytes per case.
    cases: NDArray[Any]
    revisions: NDArray[Any]

    def grades_of(self, column: int) -> Floats:
        return self.grades.reshape(-1, self.trials, self.columns)[:, :, column]

    def standings_of(self, column: int) -> NDArray[np.uint8]:
        return self.standings.reshape(-1, self.trials, self.columns)[:, :, column]

    def of_cases(self, ids: frozenset[bytes], *, inside: bool = True) -> "Kept":
        """Return only the rows of the given cases, or with `inside=False` only the rows of all other cases."""
        rows = np.array([(case.tobytes() in ids) == inside for case in self.cases], dtype=np.bool_)
        width = self.trials * self.columns
        return Kept(
            columns=self.columns,
            trials=self.trials,
            grades=self.grades.reshape(-1, width)[rows].reshape(-1),
            standings=self.standings.reshape(-1, width)[rows].reshape(-1),
            cases=self.cases[rows],
            revisions=self.revisions[rows],
        )


def keep_grades(run: RunArrays, grades: Grades) -> Kept:
    return Kept(
        columns=run.columns,
        trials=run.trials,
        grades=grades.values,
        standings=grades.standings,
        cases=run.cases.ids,
        revisions=run.cases.revisions,
    )


def to_bytes(kept: Mapping[str, Kept]) -> bytes:
    """Serialize the arrays of all metrics, keyed by metric. An array that two metrics share is stored once."""
    any_of = next(iter(kept.values()))
    different = {id(one): one for one in kept.values()}
    numbers = {identity: number for number, identity in enumerate(different)}
    arrays: dict[str, NDArray[Any]] = {}
    for identity, one in different.items():
        arrays[f"grades_{numbers[identity]}"] = one.grades
        arrays[f"standings_{numbers[identity]}"] = one.standings
    places = json.dumps({key: numbers[id(one)] for key, one in kept.items()})
    file = BytesIO()
    np.savez_compressed(
        file,
        shape=np.array([any_of.columns, any_of.trials], dtype=np.int32),
        places=np.frombuffer(places.encode(), dtype=np.uint8),
        cases=any_of.cases.view(np.uint8),
        revisions=any_of.revisions.view(np.uint8),
        **cast("dict[str, Any]", arrays),
    )
    return file.getvalue()


def from_bytes(value: bytes, metric: str) -> Kept | None:
    """Deserialize the arrays of one metric.

    Return None if they are not stored, or stored in an older format, so that the caller recomputes them.
    """
    with np.load(BytesIO(value), allow_pickle=False) as file:
        if "places" not in file.files:
            return None
        number = json.loads(file["places"].tobytes()).get(metric)
        if number is None:
            return None
        columns, trials = (int(each) for each in file["shape"])
        return Kept(
            columns=columns,
            trials=trials,
            grades=file[f"grades_{number}"],
            standings=file[f"standings_{number}"],
            cases=file["cases"].view(UUID_BYTES),
            revisions=file["revisions"].view(UUID_BYTES),
        )
