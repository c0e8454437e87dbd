"""Prompts, graders, runs and people for the tests of the workbench, made through the API."""

import time
from typing import Any

from tests.e2e.runs_story import Ready
from tests.e2e.stage import Visitor


def a_prompt(ready: Ready, name: str, text: str) -> str:
    content = {"messages": [{"role": "user", "content": text}]}
    return ready.owner.call("POST", f"{ready.path}/prompts", {"name": name, "content": content})[
        "id"
    ]


def a_grader(ready: Ready, name: str, text: str) -> None:
    body = {
        "name": name,
        "kind": "grader",
        "content": {"messages": [{"role": "user", "content": text}]},
    }
    made = ready.owner.call("POST", f"{ready.path}/prompts", body)
    ready.owner.call(
        "POST", f"{ready.path}/prompts/{made['id']}/versions", {"revision": made["revision"]}
    )


def write(ready: Ready, prompt: str, text: str) -> None:
    revision = ready.owner.call("GET", f"{ready.path}/prompts/{prompt}")["revision"]
    body = {"revision": revision, "content": {"messages": [{"role": "user", "content": text}]}}
    ready.owner.call("PATCH", f"{ready.path}/prompts/{prompt}", body)


def two_runs(ready: Ready) -> tuple[str, str, str]:
    """A prompt that ran as v1 and as v2; a person says that the first case was fixed by the second.

    The scorer says that nothing passes, so the fix is seen only where labels come first.
    """
    prompt = a_prompt(ready, "Sums", "What is two plus two? {{question}}")
    asked: dict[str, Any] = {
        "versions": [{"prompt": prompt}],
        "scorers": [{"kind": "contains", "values": ["zzz"]}],
    }
    first = ready.start(**asked)
    finish(ready, first)
    write(ready, prompt, "Three plus three? {{question}}")
    second = ready.start(**asked)
    finish(ready, second)
    ready.owner.call("PUT", f"{ready.path}/runs/{second}/cells/0/grade", {"grade": 1})
    return prompt, first, second


def finish(ready: Ready, run: str) -> None:
    until = time.monotonic() + 60
    while ready.state(run) != "completed":
        assert time.monotonic() < until
        time.sleep(0.2)


def a_viewer(ready: Ready, person: Visitor) -> Visitor:
    return person.join(ready.owner, ready.path, "VIEWER")
