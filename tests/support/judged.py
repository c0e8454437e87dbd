"""Judges in a project with a simulator, and their scores of a run."""

from dataclasses import dataclass, replace
from typing import Any

from edison.domain.ids import RunId
from edison.domain.runs.run_plan import Run
from edison.services.runs.run_control import add_scorers
from tests.support.answers import granted
from tests.support.runs import RunBench
from tests.support.sql import rows

CRITERIA: list[dict[str, Any]] = [
    {
        "name": "Accuracy",
        "description": "Every fact in the answer is right",
        "weight": 0.6,
        "scale": 5,
        "levels": {"0": "wrong", "5": "right"},
    },
    {
        "name": "Brevity",
        "description": "Nothing is said that need not be",
        "weight": 0.4,
        "scale": 10,
        "levels": {},
    },
]
GOAL = "Answer the question with the right number."


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    ordinal: int
    scorer: int
    state: str
    value: float | None
    passed: bool | None
    problem: str | None
    reason: str
    cost: int | None
    more: dict[str, Any]
    criteria: list[float | None] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeBench:
    """A project in which runs are judged."""

    runs: RunBench
    rubric: str

    async def judge(self, name: str, model: str = "sim-judge", **changes: Any) -> str:
        """Create a judge with a model of the simulator, at the price of all its models."""
        bench = self.runs.bench
        priced = await bench.priced(model)
        body: dict[str, Any] = {
            "name": name,
            "mode": "pointwise",
            "model": priced["id"],
            "goal": GOAL,
            "rubric": self.rubric,
            **changes,
        }
        if body["mode"] == "free_text":
            del body["rubric"]
        made = granted(await bench.browser.post(f"{bench.path}/judges", json=body), 201)
        return made["id"]

    async def add(self, run: RunId, *scorers: dict[str, Any]) -> Run:
        return await add_scorers(
            self.runs.bench.world.ctx, self.runs.who, self.runs.project, run, scorers
        )

    def scores(self, run: RunId, scorer: int | None = None) -> list[Score]:
        found = rows(
            self.runs.url,
            "SELECT ordinal, scorer, state, value, passed, problem, reason, cost, more, criteria FROM scores "
            "WHERE run_id = %s ORDER BY scorer, ordinal",
            run,
        )
        every = [
            Score(
                ordinal=row[0],
                scorer=row[1],
                state=row[2],
                value=row[3],
                passed=row[4],
                problem=row[5],
                reason=row[6],
                cost=row[7],
                more=row[8] or {},
                criteria=row[9],
            )
            for row in found
        ]
        return [score for score in every if scorer is None or score.scorer == scorer]


async def a_judge_bench(runs: RunBench, cases: int) -> JudgeBench:
    """Create a project with questions that the simulator can answer, and two models, one of them better."""
    bench = runs.bench
    body: dict[str, Any] = {"name": "Right and brief", "criteria": CRITERIA, "normalise": False}
    rubric = granted(await bench.browser.post(f"{bench.path}/rubrics", json=body), 201)
    sums = {"name": "Sums", "kind": "golden"}
    dataset = granted(await bench.browser.post(f"{bench.path}/datasets", json=sums), 201)
    for start in range(0, cases, 500):
        some = [
            {"values": {"question": f"What is {number} + 7?"}, "expected": str(number + 7)}
            for number in range(start, min(start + 500, cases))
        ]
        path = f"{bench.path}/datasets/{dataset['id']}/cases"
        granted(await bench.browser.post(path, json={"cases": some}), 201)
    models = [(await bench.priced(name))["id"] for name in ("sim-small", "sim-large")]
    runs = replace(runs, dataset=dataset["id"], models=tuple(models))
    return JudgeBench(runs=runs, rubric=rubric["id"])
