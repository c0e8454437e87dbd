"""A dataset whose questions were answered by several models and read by two judges: something to learn from them."""

import time
from dataclasses import dataclass

from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import Visitor

ANSWER = ("sim-small", "sim-medium", "sim-large", "demo-quick")
JUDGE = ("sim-judge", "sim-judge-length")
WITHIN_S = 120.0
OVER = ("completed", "failed", "cancelled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Questioned:
    ready: Ready
    run: str
    review: str

    @property
    def dataset(self) -> str:
        return f"{self.ready.path}/datasets/{self.ready.dataset}"


def questioned(owner: Visitor, provider: str, *, rows: int = 12) -> Questioned:
    ready = ready_to_run(owner, provider, rows=rows, names=(*ANSWER, *JUDGE))
    # One question is there twice, so that something is suspected whatever the models say.
    twice = {"values": {"question": "What is 3 plus one?"}, "expected": "4", "tags": ["odd"]}
    path = f"{ready.path}/datasets/{ready.dataset}"
    owner.call("POST", f"{path}/cases", {"cases": [twice]})
    answering, judging = ready.models[: len(ANSWER)], ready.models[len(ANSWER) :]
    targets = [{"model": model, "parameters": {"max_tokens": 60}} for model in answering]
    run = ready.start(targets=targets, scorers=[{"kind": "contains"}])
    body = {"models": list(judging), "name": "First look"}
    review = owner.call("POST", f"{path}/question-reviews", body)["run"]
    for each in (run, review):
        _wait(ready, each)
    return Questioned(ready=ready, run=run, review=review)


def _wait(ready: Ready, run: str) -> None:
    until = time.monotonic() + WITHIN_S
    while (state := ready.state(run)) not in OVER:
        assert time.monotonic() < until, f"the run is still {state}"
        time.sleep(0.5)
