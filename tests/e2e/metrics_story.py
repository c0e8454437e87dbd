"""The triage prompt in three runs, graded and judged: what every screen says about their scores."""

import time
from dataclasses import dataclass
from typing import Any

from tests.e2e.stage import Visitor
from tests.e2e.triage_story import make_triage

WITHIN_S = 120.0
BETTER = "Take the category that fits best. Think about it first."


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsStory:
    owner: Visitor
    slug: str
    prompt: str
    # The first version graded and judged, the second one graded only, and the second one once more.
    judged: str
    graded: str
    again: str

    @property
    def path(self) -> str:
        return f"/projects/{self.slug}"

    def read(self, path: str) -> Any:
        return self.owner.call("GET", f"{self.path}{path}")

    def results(self, run: str, metric: str | None = None) -> dict[str, Any]:
        until = time.monotonic() + WITHIN_S
        asked = "" if metric is None else f"?metric={metric}"
        while (found := self.read(f"/runs/{run}/results{asked}"))["stale"]:
            assert time.monotonic() < until
            time.sleep(0.3)
        return found


def tell_the_metrics_story(owner: Visitor) -> MetricsStory:
    owner.http.timeout = 60
    slug = owner.call("POST", "/projects", {"name": "Triage"})["slug"]
    at = f"/projects/{slug}"
    task = make_triage(owner, at)
    grader = {"kind": "grader", "prompt": task["grader"], "model": task["judge"]}
    judge = _judge(owner, at, task["judge"])

    def start() -> str:
        body: dict[str, Any] = {
            "versions": [{"prompt": task["prompt"]}],
            "targets": [{"model": model} for model in task["models"]],
            "dataset": task["dataset"],
            "scorers": [grader],
            "reuse": True,
        }
        run = owner.call("POST", f"{at}/runs", body)["id"]
        finish(owner, at, run)
        return run

    judged = start()
    owner.call(
        "POST", f"{at}/runs/{judged}/scorers", {"scorers": [{"kind": "judge", "judge": judge}]}
    )
    finish(owner, at, judged)
    _write(owner, f"{at}/prompts/{task['prompt']}")
    graded, again = start(), start()
    story = MetricsStory(
        owner=owner, slug=slug, prompt=task["prompt"], judged=judged, graded=graded, again=again
    )
    for run in (judged, graded, again):
        story.results(run)
    return story


def _judge(owner: Visitor, at: str, model: str) -> str:
    criteria: list[dict[str, Any]] = [
        {
            "name": name,
            "description": "It fits the message",
            "weight": 0.5,
            "scale": 5,
            "levels": {},
        }
        for name in ("Accuracy", "Clarity")
    ]
    rubric = owner.call(
        "POST", f"{at}/rubrics", {"name": "Quality", "criteria": criteria, "normalise": False}
    )["id"]
    body = {
        "name": "Careful judge",
        "mode": "pointwise",
        "model": model,
        "goal": "Good answers to customers",
        "rubric": rubric,
    }
    return owner.call("POST", f"{at}/judges", body)["id"]


def _write(owner: Visitor, path: str) -> None:
    """A version more: the same messages, with one sentence in front of the first."""
    prompt = owner.call("GET", path)
    content = prompt["draft"]
    if content.get("system"):
        content["system"] = f"{BETTER}\n{content['system']}"
    else:
        first = content["messages"][0]
        first["content"] = f"{BETTER}\n{first['content']}"
    owner.call("PATCH", path, {"revision": prompt["revision"], "content": content})


def finish(owner: Visitor, at: str, run: str) -> None:
    until = time.monotonic() + WITHIN_S
    while owner.call("GET", f"{at}/runs/{run}")["state"] != "completed":
        assert time.monotonic() < until
        time.sleep(0.3)
