"""A project in which everything has a long name, lists have many rows and runs have three scorers."""

import json
import time
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

from edison.kit.uuids import new_id
from edison.store.database import libpq_url
from tests.e2e.experiments_story import NAMES, Loops
from tests.e2e.monitors_story import Watched
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.stage import API, Visitor

WITHIN_S = 120.0
QUICK = {"kind": "uniform", "low_ms": 5, "high_ms": 20}
LONG = "answers for the enterprise tier in German and English, with refunds and escalation"
# No space anywhere: nothing but cutting it makes it fit.
UNBROKEN = "support_answers_enterprise_tier_german_english_refunds_escalation_2026_11_17_final_v2"
MODELS = (
    "sim-large-2026-11-17-preview-extended-thinking-with-tools-eu-central-1",
    "meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8-turbo-long-context",
)
CRITERIA = (
    "Empathy with an upset customer",
    "Concrete steps and next action",
    "Follows the refund policy",
)
CASES = 16
MANY_RUNS = 24
OVER = {"completed", "failed", "cancelled"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LongNames:
    ready: Ready
    prompt: str
    dataset: str
    # Three columns, one of which fails, and three scorers.
    run: str
    # The version before it.
    earlier: str
    judge: str
    rubric: str
    suite: str
    alert: str
    board: str
    queue: str
    experiment: str

    @property
    def owner(self) -> Visitor:
        return self.ready.owner

    @property
    def path(self) -> str:
        return self.ready.path


def tell_the_long_names_story(owner: Visitor, provider: str, database: str) -> LongNames:
    behave(provider, latency=QUICK, models={"sim-tiny": {"faults": [{"kind": "too_long"}]}})
    ready = ready_to_run(owner, provider, rows=1, names=NAMES)
    at = ready.path
    # A name of a project has no commas.
    renamed = {"name": f"Support {LONG}".replace(",", ""), "description": LONG}
    owner.call("PATCH", at, renamed)
    small, large, judging, _, failing = ready.models
    models = [_model(ready, name) for name in MODELS]
    for model in (small, large, judging, failing):
        owner.call("PATCH", f"{at}/models/{model}", {"limits": {"concurrency": 16}})
    loops = Loops(ready=ready)
    experiment = loops.draft(
        f"Raise empathy of {LONG}"[:100], models=("sim-small", "sim-large"), max_iterations=1
    )
    loops.start(experiment)
    prompt, dataset = _prompts(ready), _datasets(ready)
    rubric, judge = _judge(ready, judging)
    asked: dict[str, Any] = {
        "dataset": dataset,
        "targets": [
            {"model": model, "parameters": {"temperature": 0.7}}
            for model in (*models, large, failing)
        ],
        "scorers": [
            {"kind": "judge", "judge": judge},
            {"kind": "contains", "name": "Mentions the order number of the customer"},
            {"kind": "latency", "max_ms": 15, "name": "Answers fast enough for the live chat"},
        ],
        "name": f"Nightly {LONG}"[:100],
    }
    earlier = ready.start(versions=[{"prompt": prompt}], **asked)
    _write_version(ready, prompt)
    run = ready.start(versions=[{"prompt": prompt}], **asked)
    _people_and_access(ready)
    for each in (earlier, run):
        _finish(ready, each)
    saved = {"run": run, "name": f"Nightly {LONG}"[:200], "daily_limit_usd": "2.00"}
    made = owner.call("POST", f"{at}/suites/from-run", saved)
    suite = made["id"]
    raised = {"revision": made["revision"], "daily_limit_usd": "1234.50"}
    owner.call("PATCH", f"{at}/suites/{suite}", raised)
    watched = Watched(ready=ready, suite=suite, database=database)
    execution = owner.call("POST", f"{watched.page}/executions", {})["id"]
    monitor = watched.monitor(f"Every morning: {LONG}"[:100])
    alert = ""
    for rule in ("drop", "threshold", "cost"):
        title = f"{MODELS[0]}: score fell from 0.84 to 0.66 on {LONG}"
        alert = watched.open_alert(monitor["id"], rule=rule, title=title)
    board = owner.call("POST", f"{at}/boards", {"name": f"Best {LONG}"[:100], "runs": [run]})["id"]
    queue = _labels(ready, run)
    owner.call("PUT", f"{at}/runs/{run}/cells/0/flag", {"flagged": True, "note": "Look at this"})
    _review_questions(ready, dataset, judging)
    _copy_runs(database, run)
    watched.until_done(execution)
    owner.call("PUT", f"{at}/budget", {"limit_usd": "12500.00", "daily_limit_usd": "2000.00"})
    loops.until(experiment, lambda found: found["state"] not in ("running", "draft"))
    return LongNames(
        ready=ready, prompt=prompt, dataset=dataset, run=run, earlier=earlier, judge=judge, rubric=rubric,
        suite=suite, alert=alert, board=board, queue=queue, experiment=experiment,
    )  # fmt: skip


def _model(ready: Ready, name: str) -> str:
    owner, at = ready.owner, ready.path
    credential = owner.call("GET", f"{at}/credentials")["items"][0]["id"]
    model = owner.call("POST", f"{at}/models", {"credential_id": credential, "name": name})["id"]
    owner.call("PATCH", f"{at}/models/{model}", {"limits": {"concurrency": 16}})
    price = {"choice": "override", "input": "1250.5", "output": "10000"}
    owner.call("PUT", f"{at}/models/{model}/price", price)
    return model


def _content(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}]}


def _prompts(ready: Ready) -> str:
    owner, at = ready.owner, f"{ready.path}/prompts"
    for name in (UNBROKEN, *(f"Prompt {number} with {LONG}" for number in range(1, 8))):
        owner.call("POST", at, {"name": name, "content": _content("Answer. {{message}}")})
    body = {
        "name": f"Support {LONG}",
        "description": f"All {LONG}",
        "content": _content("Answer {{message}}"),
    }
    prompt = owner.call("POST", at, body)["id"]
    owner.call("POST", f"{at}/{prompt}/versions", {"changelog": f"First words of {LONG}"})
    return prompt


def _write_version(ready: Ready, prompt: str) -> None:
    place = f"{ready.path}/prompts/{prompt}"
    revision = ready.owner.call("GET", place)["revision"]
    text = "Apologise to the customer first, then give numbered steps.\n{{message}}"
    ready.owner.call("PATCH", place, {"revision": revision, "content": _content(text)})


def _datasets(ready: Ready) -> str:
    owner, at = ready.owner, ready.path
    for name in (UNBROKEN, *(f"Dataset {number} with {LONG}"[:100] for number in range(1, 5))):
        owner.call("POST", f"{at}/datasets", {"name": name, "kind": "golden", "description": LONG})
    named = {"name": f"Messages: {LONG}"[:100], "kind": "golden"}
    dataset = owner.call("POST", f"{at}/datasets", named)["id"]
    lines = ["message,expected,tags,difficulty"]
    lines += [
        f'"My order #10{number} of {LONG} is late, see {UNBROKEN}.",#10{number},'
        f"{'delivery and parcels' if number % 2 else 'billing and refunds'},{number % 3 + 1}"
        for number in range(CASES)
    ]
    upload = owner.http.post(
        f"{API}{at}/imports",
        params={"filename": "messages.csv"},
        content="\n".join(lines).encode(),
        headers={"content-type": "text/csv"},
    ).json()
    mapped = {"upload": upload["upload"], "mapping": upload["mapping"]}
    owner.call("POST", f"{at}/datasets/{dataset}/import", mapped)
    return dataset


def _judge(ready: Ready, model: str) -> tuple[str, str]:
    criteria: list[dict[str, Any]] = [
        {"name": name, "description": LONG, "weight": weight, "scale": 10, "levels": {}}
        for name, weight in zip(CRITERIA, (0.3, 0.3, 0.4), strict=True)
    ]
    body = {"name": f"Quality of {LONG}"[:100], "criteria": criteria, "normalise": False}
    rubric = ready.owner.call("POST", f"{ready.path}/rubrics", body)["id"]
    judge = {
        "name": f"Strict judge of {LONG}"[:100],
        "mode": "pointwise",
        "model": model,
        "goal": LONG,
        "rubric": rubric,
    }
    return rubric, ready.owner.call("POST", f"{ready.path}/judges", judge)["id"]


def _people_and_access(ready: Ready) -> None:
    owner, at = ready.owner, ready.path
    for number in range(3):
        email = f"wolfeschlegelsteinhausenbergerdorff.number.{number}@department.of.enterprise.example.com"
        owner.call("POST", f"{at}/invites", {"email": email, "role": "REVIEWER"})
        token = {"name": f"{number} {LONG}"[:100], "role": "EDITOR", "expires_in_days": 90}
        owner.call("POST", f"{at}/tokens", token)
    channel = {
        "name": f"Alerts of {LONG}"[:100],
        "kind": "webhook",
        "url": "http://127.0.0.1:1/hooks/" + UNBROKEN,
        "allow_private": True,
    }
    added = owner.call("POST", f"{at}/channels", channel)
    owner.call("POST", f"{at}/channels/{added['channel']['id']}/test")


def _labels(ready: Ready, run: str) -> str:
    """A queue that two people have labelled, not always alike."""
    owner, at = ready.owner, ready.path
    body = {"run": run, "name": f"Tone of {LONG}"[:100], "ask": "thumbs", "people_per_item": 2}
    queue = owner.call("POST", f"{at}/annotation-queues", body)["id"]
    second = Visitor(owner.url).sign_up("Hubert Wolfeschlegelsteinhausenbergerdorff")
    second.join(owner, at, "REVIEWER")
    place = f"{at}/annotation-queues/{queue}"
    for person in (owner, second):
        for number in range(4):
            item = person.call("POST", f"{place}/next")["item"]
            good = {"good": number != 1 or person is owner}
            person.call("PUT", f"{place}/items/{item['id']}/label", good)
    return queue


def _review_questions(ready: Ready, dataset: str, judging: str) -> None:
    path = f"{ready.path}/datasets/{dataset}/question-reviews"
    models = [judging, ready.models[1]]
    run = ready.owner.call("POST", path, {"models": models, "name": f"Review of {LONG}"[:100]})[
        "run"
    ]
    _finish(ready, run)


def _copy_runs(database: str, run: str) -> None:
    """Write many more runs like one, with its sums and large numbers."""
    with psycopg.connect(libpq_url(database)) as connection:
        for number in range(MANY_RUNS):
            copy = {"id": str(new_id()), "number": 12_000 + number}
            if number % 3 == 0:
                copy["name"] = UNBROKEN
            _copy_rows(connection, "runs", "id", run, copy)
            for table in ("run_scorers", "run_columns", "run_scores"):
                _copy_rows(connection, table, "run_id", run, {"run_id": copy["id"]})


def _copy_rows(
    connection: psycopg.Connection[Any], table: str, key: str, run: str, changes: dict[str, Any]
) -> None:
    sql = "INSERT INTO {0} SELECT (jsonb_populate_record({0}, %s::jsonb)).* FROM {0} WHERE {1} = %s"
    connection.execute(
        SQL(sql).format(Identifier(table), Identifier(key)), [json.dumps(changes), run]
    )


def _finish(ready: Ready, run: str) -> None:
    until = time.monotonic() + WITHIN_S
    while (state := ready.state(run)) not in OVER:
        assert time.monotonic() < until, state
        time.sleep(0.2)
