"""The cases, checks and runs of one session of pytest."""

import json
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from edison_sdk.client import Edison
from edison_sdk.connection import is_configured
from edison_sdk.errors import EdisonError
from edison_sdk.local_scorers import LocalScore, has_local, score_locally
from edison_sdk.requests import OPEN_CELLS_AT_ONCE, specs_of
from edison_sdk.views import OpenCell, Run

CheckScorer = str | Mapping[str, Any] | Callable[[str, OpenCell], bool | float]
PASS_AT = 0.5


@dataclass(slots=True, kw_only=True)
class CaseRun:
    """The run of one dataset, application and set of scorers, with the cells that wait for an output."""

    run: Run
    url: str
    cells: dict[str, int]
    open: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One checked output."""

    test: str
    case: str
    output: str
    scores: Sequence[LocalScore]
    left_to_server: Sequence[str]

    @property
    def passed(self) -> bool:
        return all(score.passed for score in self.scores)


@dataclass(slots=True, kw_only=True)
class CaseSession:
    """Finds cases, scores outputs, and submits them if a server is configured."""

    offline: bool
    key: str | None
    report: str | None
    checked: list[Checked] = field(default_factory=list[Checked])
    _client: Edison | None = None
    _versions: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    _runs: dict[str, CaseRun] = field(default_factory=dict[str, CaseRun])

    def cases(self, options: Mapping[str, Any], folder: Path) -> list[OpenCell]:
        """Return the cases of the dataset on the server, or the local ones."""
        dataset, local = options.get("dataset"), options.get("cases")
        if dataset and self._uses_server:
            found = self._edison.datasets.get(dataset)
            self._versions[dataset] = (found.id, found.version)
            listed = self._edison.datasets.cases(found.id, found.version)
            return [
                OpenCell(cell_id=-1, case_id=each.id, values=each.values, expected=each.expected)
                for each in listed
            ]
        if local is None:
            raise EdisonError(
                "Without a server the marker needs local cases. Add `cases=` with a list or a JSONL file,"
                " or set EDISON_SERVER, EDISON_TOKEN and EDISON_PROJECT."
            )
        rows = _rows(folder / local) if isinstance(local, str | Path) else local
        return [_local_case(number, row) for number, row in enumerate(rows, 1)]

    def check_for(self, test: str, case: OpenCell, options: Mapping[str, Any]) -> "CaseCheck":
        return CaseCheck(session=self, test=test, case=case, options=options)

    def record(self, checked: Checked) -> None:
        self.checked.append(checked)

    def submit(self, case: OpenCell, options: Mapping[str, Any], output: Mapping[str, Any]) -> None:
        """Submit an output if the case belongs to a dataset of the server."""
        dataset = options.get("dataset")
        if not dataset or not self._uses_server or case.case_id is None:
            return
        run = self._run_of(dataset, options)
        cell = run.cells.get(case.case_id)
        if cell is not None:
            done = self._edison.outputs.submit(run.run.id, [{"cell_id": cell, **output}])
            run.open = done.open

    def finish(self) -> list[str]:
        """Write the report; return the lines of the summary."""
        passed = sum(each.passed for each in self.checked)
        lines = [f"{passed} of {len(self.checked)} outputs passed"]
        lines += [f"  {name}: {mean:.3f}" for name, mean in self._means().items()]
        left = sorted({name for each in self.checked for name in each.left_to_server})
        if left:
            where = "by the server, in the run" if self._runs else "by a server only"
            lines.append(f"  scored {where}: {', '.join(left)}")
        for run in self._runs.values():
            still = f", {run.open} cases still without an output" if run.open else ""
            lines.append(f"run {run.run.number}{still}: {run.url}")
        if self.report is not None:
            Path(self.report).write_text(json.dumps(self._report(), indent=1), encoding="utf-8")
            lines.append(f"report: {self.report}")
        if self._client is not None:
            self._client.close()
        return lines

    def _means(self) -> dict[str, float]:
        values: dict[str, list[float]] = {}
        for each in self.checked:
            for score in each.scores:
                values.setdefault(score.scorer, []).append(score.value)
        return {name: sum(found) / len(found) for name, found in values.items()}

    def _report(self) -> dict[str, Any]:
        return {
            "outputs": [
                {
                    "test": each.test,
                    "case": each.case,
                    "output": each.output,
                    "passed": each.passed,
                    "scores": [
                        {
                            "scorer": score.scorer,
                            "value": score.value,
                            "passed": score.passed,
                            "reason": score.reason,
                        }
                        for score in each.scores
                    ],
                }
                for each in self.checked
            ],
            "means": self._means(),
            "runs": [run.url for run in self._runs.values()],
        }

    @property
    def _uses_server(self) -> bool:
        return not self.offline and is_configured()

    @property
    def _edison(self) -> Edison:
        if self._client is None:
            self._client = Edison()
        return self._client

    def _run_of(self, dataset: str, options: Mapping[str, Any]) -> CaseRun:
        """Return the run for these options; the first output starts it."""
        specs = specs_of(_server_scorers(options))
        application = str(options.get("application") or "pytest")
        version = str(options.get("version") or "")
        group = json.dumps([dataset, application, version, specs], sort_keys=True)
        if group not in self._runs:
            dataset_id, dataset_version = self._versions[dataset]
            run = self._edison.outputs.start(
                dataset_id,
                application,
                version=version,
                scorers=specs,
                dataset_version=dataset_version,
                key=self.key or str(uuid.uuid4()),
            )
            where = self._edison.connection
            url = f"{where.url}/projects/{where.project}/runs/{run.id}"
            cells = {} if run.ended else self._cells(run.id)
            self._runs[group] = CaseRun(run=run, url=url, cells=cells, open=len(cells))
        return self._runs[group]

    def _cells(self, run: str) -> dict[str, int]:
        cells: dict[str, int] = {}
        after: int | None = None
        while True:
            page = self._edison.outputs.open_cells(run, after, OPEN_CELLS_AT_ONCE)
            cells |= {cell.case_id: cell.cell_id for cell in page.items if cell.case_id}
            after = page.next_after
            if after is None:
                return cells


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseCheck:
    """Checks the output for one case."""

    session: CaseSession
    test: str
    case: OpenCell
    options: Mapping[str, Any]
    began: float = field(default_factory=time.perf_counter)

    def check(self, output: str, **more: Any) -> None:
        """Submit an output and raise AssertionError if a scorer that runs here does not pass.

        `more` are other fields of the output, such as `cost_usd`, `usage` and `metadata`.
        """
        took = (time.perf_counter() - self.began) * 1000
        self.session.submit(self.case, self.options, {"text": output, "latency_ms": took, **more})
        scores = list[LocalScore]()
        left = list[str]()
        for scorer in self.options.get("scorers", ()):
            score = _score(scorer, output, self.case)
            if score is None:
                left.append(str(specs_of([scorer])[0].get("kind")))
            else:
                scores.append(score)
        checked = Checked(
            test=self.test,
            case=self.case.case_id or "",
            output=output,
            scores=scores,
            left_to_server=left,
        )
        self.session.record(checked)
        failed = [f"{each.scorer}: {each.reason}" for each in scores if not each.passed]
        if failed:
            raise AssertionError("; ".join(failed) + f"\noutput: {output[:1000]!r}")


def _score(scorer: CheckScorer, output: str, case: OpenCell) -> LocalScore | None:
    if callable(scorer):
        value = float(scorer(output, case))
        name = getattr(scorer, "__name__", "scorer")
        return LocalScore(scorer=name, value=value, passed=value >= PASS_AT, reason=f"{value:g}")
    [spec] = specs_of([scorer])
    return score_locally(spec, output, case.expected) if has_local(spec) else None


def _server_scorers(options: Mapping[str, Any]) -> list[str | Mapping[str, Any]]:
    scorers = cast(Sequence[CheckScorer], options.get("scorers", ()))
    return [each for each in scorers if not callable(each)]


def _rows(path: Path) -> list[dict[str, Any]]:
    """Read cases from a JSONL file, or from a JSON file with a list."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _local_case(number: int, row: Mapping[str, Any]) -> OpenCell:
    return OpenCell(
        cell_id=-1,
        case_id=str(row.get("id") or f"case-{number}"),
        values=row["values"],
        expected=row.get("expected"),
    )
