"""A project with a prompt, a file of fifty questions and two models that take their time, ready to run."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.e2e.simulating import KEY
from tests.e2e.stage import API, Visitor

QUESTION = "Answer in one word. {{question}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    owner: Visitor
    slug: str
    prompt: str
    dataset: str
    models: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"/projects/{self.slug}"

    def start(self, **changes: Any) -> str:
        """A run through the API, for what happens after the start."""
        body = {
            "versions": [{"prompt": self.prompt}],
            "targets": [
                {"model": model, "parameters": {"max_tokens": 60}} for model in self.models
            ],
            "dataset": self.dataset,
            "reuse": False,
            **changes,
        }
        return self.owner.call("POST", f"{self.path}/runs", body)["id"]

    def state(self, run: str) -> str:
        return self.owner.call("GET", f"{self.path}/runs/{run}")["state"]


def behave(provider: str, **behaviour: Any) -> None:
    httpx.put(f"{provider}/simulator/behaviour", json=behaviour, timeout=60).raise_for_status()


def ready_to_run(
    owner: Visitor,
    provider: str,
    *,
    rows: int = 50,
    names: tuple[str, ...] = ("sim-small", "sim-large"),
) -> Ready:
    owner.http.timeout = 60
    slug = owner.call("POST", "/projects", {"name": "Support answers"})["slug"]
    at = f"/projects/{slug}"
    credential = owner.call(
        "POST",
        f"{at}/credentials",
        {
            "provider": "OPENAI",
            "label": "Team key",
            "secrets": {"api_key": KEY},
            "config": {"base_url": f"{provider}/v1"},
            "allow_private": True,
        },
    )
    models = tuple(_model(owner, at, credential["id"], name) for name in names)
    prompt = owner.call(
        "POST",
        f"{at}/prompts",
        {"name": "Short answers", "content": {"messages": [{"role": "user", "content": QUESTION}]}},
    )["id"]
    dataset = owner.call("POST", f"{at}/datasets", {"name": "Questions", "kind": "golden"})["id"]
    _import(owner, at, dataset, rows)
    return Ready(owner=owner, slug=slug, prompt=prompt, dataset=dataset, models=models)


def _model(owner: Visitor, at: str, credential: str, name: str) -> str:
    found = owner.call("GET", f"{at}/models?search={name}")["items"]
    if not found:
        named = {"credential_id": credential, "name": name}
        found = [owner.call("POST", f"{at}/models", named)]
    model = found[0]["id"]
    # Few at once, so that a run can be watched.
    owner.call("PATCH", f"{at}/models/{model}", {"limits": {"concurrency": 4}})
    price = {"choice": "override", "input": "2.5", "output": "10"}
    owner.call("PUT", f"{at}/models/{model}/price", price)
    return model


def _import(owner: Visitor, at: str, dataset: str, rows: int) -> None:
    """A file as a person has it: one column for the variable, one for what is expected, one for tags."""
    lines = ["question,expected,tags"]
    lines += [
        f"What is {number} plus one?,{number + 1},{'even' if number % 2 == 0 else 'odd'}"
        for number in range(rows)
    ]
    answer = owner.http.post(
        f"{API}{at}/imports",
        params={"filename": "questions.csv"},
        content="\n".join(lines).encode(),
        headers={"content-type": "text/csv"},
    )
    assert answer.status_code < 300, answer.text
    upload = answer.json()
    owner.call(
        "POST",
        f"{at}/datasets/{dataset}/import",
        {"upload": upload["upload"], "mapping": upload["mapping"]},
    )
