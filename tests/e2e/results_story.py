"""Customer messages answered by two versions of a prompt and two models, scored by judges: something to compare."""

import time
from dataclasses import dataclass
from typing import Any

from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import API, Visitor

PLAIN = "Answer this customer.\n<message>\n{{message}}\n</message>"
BETTER = (
    "Answer this customer. Begin by acknowledging how the customer feels and apologise sincerely."
    " Give concrete numbered steps. End with the next action that we will take and by when."
    "\n<message>\n{{message}}\n</message>"
)
# Says the same in other words, so nothing should come of it.
REWORDED = "Please answer this customer.\n<message>\n{{message}}\n</message>"

TROUBLES = (
    ("My parcel is late, order #10{n}.", "delivery"),
    ("I was charged twice, order #20{n}.", "billing"),
    ("I cannot sign in with my password, account 30{n}.", "account"),
    ("The lamp arrived broken, order #40{n}, and I am very disappointed with all of this.", "damage"),
)  # fmt: skip
WITHIN_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    ready: Ready
    prompt: str
    rubric: str
    # Plain, better and reworded; each with two columns.
    plain: str
    better: str
    reworded: str

    def results(self, run: str) -> dict[str, Any]:
        return self.ready.owner.call("GET", f"{self.ready.path}/runs/{run}/results")


def tell_the_results_story(owner: Visitor, provider: str, *, cases: int = 24) -> Story:
    ready = ready_to_run(owner, provider, rows=1, names=("sim-small", "sim-large", "sim-judge"))
    for model in ready.models:
        # Nobody watches these runs.
        owner.call("PATCH", f"{ready.path}/models/{model}", {"limits": {"concurrency": 16}})
    dataset = make_messages(ready, cases)
    small, large, judge_model = ready.models
    prompt = make_prompt(ready)
    rubric = make_rubric(ready)
    judges = [
        make_judge(ready, name, "pointwise", judge_model, rubric)
        for name in ("First judge", "Second judge")
    ]
    duels = make_judge(ready, "Duels", "pairwise", judge_model, rubric)
    asked: dict[str, Any] = {
        "dataset": dataset,
        "targets": [{"model": model, "parameters": {}} for model in (small, large)],
        "scorers": [{"kind": "judge", "judge": judge} for judge in judges],
    }
    plain = start_version(ready, prompt, PLAIN, asked)
    asked["scorers"] = [*asked["scorers"], {"kind": "pairwise", "judge": duels}]
    better = start_version(ready, prompt, BETTER, asked)
    reworded = start_version(ready, prompt, REWORDED, {**asked, "scorers": asked["scorers"][:2]})
    for run in (plain, better, reworded):
        finish_run(ready, run)
    return Story(
        ready=ready, prompt=prompt, rubric=rubric, plain=plain, better=better, reworded=reworded
    )


def make_messages(ready: Ready, cases: int) -> str:
    owner, at = ready.owner, ready.path
    lines = ["message,tags,difficulty"]
    for number in range(cases):
        text, tag = TROUBLES[number % len(TROUBLES)]
        lines.append(f'"{text.format(n=number)}",{tag},{number % 3 + 1}')
    dataset = owner.call("POST", f"{at}/datasets", {"name": "Messages", "kind": "golden"})["id"]
    upload = owner.http.post(
        f"{API}{at}/imports",
        params={"filename": "messages.csv"},
        content="\n".join(lines).encode(),
        headers={"content-type": "text/csv"},
    ).json()
    mapped = {"upload": upload["upload"], "mapping": upload["mapping"]}
    owner.call("POST", f"{at}/datasets/{dataset}/import", mapped)
    return dataset


def make_prompt(ready: Ready) -> str:
    content = {"messages": [{"role": "user", "content": PLAIN}]}
    body = {"name": "Support answers", "content": content}
    return ready.owner.call("POST", f"{ready.path}/prompts", body)["id"]


def make_rubric(ready: Ready) -> str:
    criteria: list[dict[str, Any]] = [
        {
            "name": "Empathy",
            "description": "Meets feelings",
            "weight": 0.4,
            "scale": 10,
            "levels": {},
        },
        {
            "name": "Helpfulness",
            "description": "Of real use",
            "weight": 0.6,
            "scale": 10,
            "levels": {},
        },
    ]
    body = {"name": "Support quality", "criteria": criteria, "normalise": False}
    return ready.owner.call("POST", f"{ready.path}/rubrics", body)["id"]


def make_judge(ready: Ready, name: str, mode: str, model: str, rubric: str) -> str:
    body = {
        "name": name,
        "mode": mode,
        "model": model,
        "goal": "Good answers to customers",
        "rubric": rubric,
    }
    return ready.owner.call("POST", f"{ready.path}/judges", body)["id"]


def start_version(ready: Ready, prompt: str, text: str, asked: dict[str, Any]) -> str:
    owner, at = ready.owner, ready.path
    revision = owner.call("GET", f"{at}/prompts/{prompt}")["revision"]
    content = {"messages": [{"role": "user", "content": text}]}
    owner.call("PATCH", f"{at}/prompts/{prompt}", {"revision": revision, "content": content})
    return ready.start(versions=[{"prompt": prompt}], **asked)


def finish_run(ready: Ready, run: str) -> None:
    until = time.monotonic() + WITHIN_S
    while ready.state(run) != "completed":
        assert time.monotonic() < until, ready.state(run)
        time.sleep(0.3)
