"""Two versions of a prompt on a few cases of a larger dataset: too few to tell which is better."""

from dataclasses import dataclass
from typing import Any

from tests.e2e.results_story import (
    PLAIN,
    REWORDED,
    finish_run,
    make_judge,
    make_messages,
    make_prompt,
    make_rubric,
    start_version,
)
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import Visitor

CASES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningStory:
    ready: Ready
    prompt: str
    before: str
    later: str

    @property
    def comparison(self) -> str:
        at = f"{self.ready.path}/workbench/{self.prompt}"
        return f"{at}?run={self.later}&compare={self.before}"

    def runs(self) -> list[dict[str, Any]]:
        """Newest first."""
        return self.ready.owner.call("GET", f"{self.ready.path}/runs")["items"]


def tell_the_planning_story(owner: Visitor, provider: str) -> PlanningStory:
    ready = ready_to_run(owner, provider, rows=1, names=("sim-small", "sim-judge"))
    for model in ready.models:
        owner.call("PATCH", f"{ready.path}/models/{model}", {"limits": {"concurrency": 16}})
    target, judge_model = ready.models
    prompt = make_prompt(ready)
    asked: dict[str, Any] = {
        "dataset": make_messages(ready, 60),
        "choice": {"first": CASES},
        "targets": [{"model": target, "parameters": {}}],
        "scorers": [
            {
                "kind": "judge",
                "judge": make_judge(
                    ready, "First judge", "pointwise", judge_model, make_rubric(ready)
                ),
            }
        ],
    }
    before = start_version(ready, prompt, PLAIN, asked)
    finish_run(ready, before)
    later = start_version(ready, prompt, REWORDED, asked)
    finish_run(ready, later)
    return PlanningStory(ready=ready, prompt=prompt, before=before, later=later)
