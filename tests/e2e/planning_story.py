"""Two versions of a prompt on a few cases of a larger dataset: too few to tell which is better."""

import time
from dataclasses import dataclass
from typing import Any

from tests.e2e.results_story import (
    PLAIN,
    WITHIN_S,
    finish_run,
    make_judge,
    make_messages,
    make_prompt,
    make_rubric,
    start_version,
)
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import Visitor

# Changes the answers, and nothing that the judge is asked about.
WITH_POLICY = PLAIN.replace(".\n", ". State the refund policy: 30 days from delivery.\n", 1)
# What a person gives the later answers: they vary too much for so few cases to tell.
LABELS = (0.9, 0.2, 0.7, 0.4, 0.8, 0.3, 0.6, 0.5)
CASES = len(LABELS)


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
    later = start_version(ready, prompt, WITH_POLICY, asked)
    finish_run(ready, later)
    for run in (before, later):
        for cell, label in enumerate(LABELS):
            grade = label if run == later else 0.5
            owner.call("PUT", f"{ready.path}/runs/{run}/cells/{cell}/grade", {"grade": grade})
        _computed(ready, run)
    return PlanningStory(ready=ready, prompt=prompt, before=before, later=later)


def _computed(ready: Ready, run: str) -> None:
    """Wait until the results have the labels."""
    until = time.monotonic() + WITHIN_S
    while ready.owner.call("GET", f"{ready.path}/runs/{run}/results")["stale"]:
        assert time.monotonic() < until
        time.sleep(0.3)
