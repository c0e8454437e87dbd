"""Two versions of a prompt on a few cases of a larger dataset: too few to tell which is better."""

from dataclasses import dataclass
from typing import Any

from tests.e2e.results_story import (
    PLAIN,
    finish_run,
    make_messages,
    make_prompt,
    start_version,
)
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import Visitor

# Changes the answers, and nothing that the judge is asked about.
WITH_POLICY = PLAIN.replace(".\n", ". State the refund policy: 30 days from delivery.\n", 1)
# Every answer gets one of these scores by its text: they vary too much for so few cases to tell.
CHECK = """
import hashlib

SCORES = (0.78, 0.29, 0.64, 0.43, 0.71, 0.36, 0.57, 0.5)

def check(output):
    return SCORES[hashlib.sha256(output.encode()).digest()[0] % len(SCORES)]
"""
CASES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningStory:
    ready: Ready
    prompt: str
    before: str
    later: str

    @property
    def comparison(self) -> str:
        return f"{self.ready.path}/workbench/{self.prompt}?run={self.later}&compare={self.before}"

    def runs(self) -> list[dict[str, Any]]:
        """Newest first."""
        return self.ready.owner.call("GET", f"{self.ready.path}/runs")["items"]


def tell_the_planning_story(owner: Visitor, provider: str) -> PlanningStory:
    ready = ready_to_run(owner, provider, rows=1, names=("sim-small",))
    prompt = make_prompt(ready)
    asked: dict[str, Any] = {
        "dataset": make_messages(ready, 60),
        "choice": {"first": CASES},
        "targets": [{"model": ready.models[0], "parameters": {}}],
        "scorers": [{"kind": "python_check", "code": CHECK}],
    }
    before = start_version(ready, prompt, PLAIN, asked)
    finish_run(ready, before)
    later = start_version(ready, prompt, WITH_POLICY, asked)
    finish_run(ready, later)
    return PlanningStory(ready=ready, prompt=prompt, before=before, later=later)
