"""Suites that are watched.

One ran once for real, and weeks of nights are written behind it, as if it had been watched all
along.
"""

import json
import math
import random
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg

from edison.kit.uuids import new_id
from edison.simulator.worlds.known_facts import CAPITALS
from edison.store.database import libpq_url
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.stage import API, Visitor

WITHIN_S = 180.0
CASES = 24
QUESTION = "Answer in one short sentence. {{question}}"
USUAL = 0.84
# The night on which the model got worse.
LOW = 0.66
DONE = {"completed", "failed", "cancelled", "refused", "missed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """A project with a suite, and what is needed to look at it from outside."""

    ready: Ready
    suite: str
    database: str

    @property
    def owner(self) -> Visitor:
        return self.ready.owner

    @property
    def page(self) -> str:
        return f"{self.ready.path}/suites/{self.suite}"

    def monitor(self, name: str, **settings: Any) -> dict[str, Any]:
        """Switched off unless it is said otherwise: nothing runs by itself in a test that looks at something else."""
        body = {"suite_id": self.suite, "name": name, "cron": "0 9 * * 1-5", "enabled": False}
        return self.owner.call("POST", f"{self.ready.path}/monitors", {**body, **settings})

    def run_once(self, monitor: str | None = None) -> dict[str, Any]:
        """One execution from beginning to end."""
        at = (
            f"{self.page}/executions" if monitor is None
            else f"{self.ready.path}/monitors/{monitor}/trigger"
        )  # fmt: skip
        began = self.owner.call("POST", at, {} if monitor is None else None)
        execution = began.get("execution_id") or began["id"]
        return self.until_done(execution)

    def until_done(self, execution: str) -> dict[str, Any]:
        began = time.monotonic()
        while True:
            found = self.owner.call("GET", f"{self.ready.path}/executions/{execution}")
            if found["state"] in DONE:
                return found
            assert time.monotonic() - began < WITHIN_S, found
            time.sleep(0.3)

    def until_point(self, points: int = 1) -> dict[str, Any]:
        """The trend, once it has so many points: a run is looked at shortly after it is done."""
        began = time.monotonic()
        while True:
            found = self.owner.call("GET", f"{self.page}/trend?range=all")
            if len(found["points"]) >= points:
                return found
            assert time.monotonic() - began < WITHIN_S, found
            time.sleep(0.3)

    def open_alert(self, monitor: str, **changes: Any) -> str:
        """An alert as the engine writes it, for tests of what people do with one."""
        return _write_alert(self, monitor, changes)


def watched(
    owner: Visitor,
    provider: str,
    database: str,
    *,
    name: str = "Support answers, nightly",
    names: tuple[str, ...] = ("sim-small",),
) -> Watched:
    """A project whose suite has not run yet: questions that the models know the answers to."""
    ready = asking_for_capitals(owner, provider, names=names)
    recipe = {
        "prompts": [{"prompt": ready.prompt}],
        "dataset": {"id": ready.dataset},
        "targets": [{"model": model, "parameters": {"max_tokens": 60}} for model in ready.models],
        "scorers": [{"kind": "contains"}],
    }
    suite = owner.call("POST", f"{ready.path}/suites", {"name": name, "recipe": recipe})["id"]
    return Watched(ready=ready, suite=suite, database=database)


def asking_for_capitals(owner: Visitor, provider: str, *, names: tuple[str, ...]) -> Ready:
    ready = ready_to_run(owner, provider, rows=1, names=names)
    at = ready.path
    for model in ready.models:
        # Nobody watches the answers come in.
        owner.call("PATCH", f"{at}/models/{model}", {"limits": {"concurrency": 16}})
    content = {"messages": [{"role": "user", "content": QUESTION}]}
    prompt = owner.call("POST", f"{at}/prompts", {"name": "Capitals", "content": content})["id"]
    owner.call("POST", f"{at}/prompts/{prompt}/versions", {"changelog": "First"})
    dataset = owner.call("POST", f"{at}/datasets", {"name": "Capitals", "kind": "golden"})["id"]
    lines = ["question,expected"]
    lines += [
        f"What is the capital of {country}?,{capital}"
        for country, capital in list(CAPITALS.items())[:CASES]
    ]
    answer = owner.http.post(
        f"{API}{at}/imports",
        params={"filename": "capitals.csv"},
        content="\n".join(lines).encode(),
        headers={"content-type": "text/csv"},
    )
    assert answer.status_code < 300, answer.text
    upload = answer.json()
    taken = {"upload": upload["upload"], "mapping": upload["mapping"]}
    owner.call("POST", f"{at}/datasets/{dataset}/import", taken)
    return replace(ready, prompt=prompt, dataset=dataset)


def weeks_of_nights(story: Watched, monitor: str, *, nights: int = 28, fall: int = 3) -> None:
    """Copy the run that was made, once for each night.

    Its figures wander, and fall in the last `fall` nights.
    """
    with psycopg.connect(libpq_url(story.database)) as connection:
        found = connection.execute(
            "SELECT run_id FROM points WHERE suite_id = %s LIMIT 1", [story.suite]
        ).fetchone()
        assert found is not None
        run = found[0]
        # The real one moves to the end of the line.
        connection.execute(
            "UPDATE executions SET number = %s WHERE suite_id = %s", [nights + 1, story.suite]
        )
        connection.execute(
            "UPDATE points SET number = %s WHERE suite_id = %s", [nights + 1, story.suite]
        )
        targets = connection.execute(
            "SELECT target, target_key, label FROM points WHERE suite_id = %s AND run_id = %s ORDER BY target",
            [story.suite, run],
        ).fetchall()
        dice = random.Random(8)
        for night in range(nights):
            _write_night(connection, story, (run, UUID(monitor)), targets, (night, nights, fall), dice)  # fmt: skip
        connection.execute(
            "UPDATE points SET score = %s, low = %s, high = %s, pass_rate = %s WHERE suite_id = %s AND number = %s",
            [LOW, LOW - 0.09, LOW + 0.09, LOW, story.suite, nights + 1],
        )


def _write_night(
    connection: psycopg.Connection[Any],
    story: Watched,
    ids: tuple[Any, UUID],
    targets: list[tuple[int, str, str]],
    place: tuple[int, int, int],
    dice: random.Random,
) -> None:
    (run, monitor), (night, nights, fall) = ids, place
    at = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) - timedelta(
        days=nights - night
    )
    execution, copy = new_id(), new_id()
    connection.execute(
        """INSERT INTO runs SELECT (jsonb_populate_record(runs, %s::jsonb)).* FROM runs WHERE id = %s""",
        [
            json.dumps({"id": str(copy), "number": 1000 + night, "created_at": at.isoformat()}),
            run,
        ],
    )
    changes = _changes(night, nights)
    connection.execute(
        """INSERT INTO executions SELECT (jsonb_populate_record(executions, %s::jsonb)).* FROM executions
           WHERE run_id = %s""",
        [
            json.dumps(
                {
                    "id": str(execution),
                    "number": night + 1,
                    "run_id": str(copy),
                    "canary_run_id": None,
                    "trigger": "schedule",
                    "monitor_id": str(monitor),
                    "due_at": at.isoformat(),
                    "created_at": at.isoformat(),
                    "finished_at": (at + timedelta(minutes=1)).isoformat(),
                    "changes": changes,
                }
            ),
            run,
        ],
    )
    level = (LOW if night >= nights - fall else USUAL) + dice.gauss(0, 0.02)
    for target, _, _ in targets:
        score = max(0.0, min(1.0, level + (0 if target < 0 else 0.03 * (-1) ** target)))
        half = 0.05 + abs(dice.gauss(0, 0.008))
        connection.execute(
            """INSERT INTO points SELECT (jsonb_populate_record(points, %s::jsonb)).* FROM points
               WHERE run_id = %s AND target = %s""",
            [
                json.dumps(
                    {
                        "execution_id": str(execution),
                        "run_id": str(copy),
                        "number": night + 1,
                        "monitor_id": str(monitor),
                        "at": at.isoformat(),
                        "score": score,
                        "low": max(0.0, score - half),
                        "high": min(1.0, score + half),
                        "pass_rate": round(score * CASES) / CASES,
                        "cost_micro": int(9000 + 1500 * math.sin(night) + dice.random() * 800),
                        "judge_cost_micro": 2100,
                        "latency_p50_ms": 480 + dice.random() * 90,
                        "latency_p95_ms": 1150 + dice.random() * 300,
                        "changes": changes if target < 0 else [],
                        "baseline": {"score": USUAL, "low": USUAL - 0.035, "high": USUAL + 0.035,
                                     "words": "the last 7 good runs"},
                        "healthy": night < nights - fall,
                    }
                ),
                run,
                target,
            ],
        )  # fmt: skip


def _changes(night: int, nights: int) -> list[dict[str, str | None]]:
    known = {
        nights // 3: ("prompt", "Prompt “Capitals” went from version 1 to 2"),
        nights * 2 // 3: ("dataset", "Dataset “Capitals” went from version 1 to 2"),
    }
    what, words = known.get(night, ("", ""))
    return [{"what": what, "words": words, "old": "1", "new": "2"}] if what else []


FACTS = {
    "shift": -0.18, "low": -0.25, "high": -0.11, "base": 0.84, "now": 0.66, "cases": 48, "base_runs": 7,
    "look_runs": 2, "p": 0.0002, "share": 0.21,
    "canary": {"shift": -0.01, "low": -0.04, "high": 0.02, "base": 0.8, "now": 0.79, "cases": 20, "base_runs": 7,
               "look_runs": 2, "p": 0.4},
}  # fmt: skip


def _write_alert(story: Watched, monitor: str, changes: dict[str, Any]) -> str:
    now = datetime.now(UTC)
    alert = {
        "id": new_id(),
        "suite_id": UUID(story.suite),
        "monitor_id": UUID(monitor),
        "execution_id": None,
        "rule": "drop",
        "target_key": None,
        "severity": "critical",
        "state": "open",
        "cause": "model",
        "title": "sim-small: score fell from 0.84 to 0.66",
        "sentence": "On 48 cases that each of 7 earlier runs has too, the score of the last two runs together is 0.18"
        " lower. Chance alone makes a run without any change look like this less than once in 5,000.",
        "next_step": "Read the cases whose score dropped. If it persists, pin an older model version or try another.",
        "facts": json.dumps(FACTS),
        "fingerprint": str(new_id()),
        "seen": 3,
        "told": 1,
        "opened_at": now - timedelta(days=2),
        "last_seen_at": now - timedelta(minutes=5),
        **changes,
    }
    with psycopg.connect(libpq_url(story.database)) as connection:
        project = connection.execute(
            "SELECT project_id FROM suites WHERE id = %s", [story.suite]
        ).fetchone()
        assert project is not None
        names = ["project_id", *alert]
        places = ", ".join(["%s"] * len(names))
        connection.execute(
            f"INSERT INTO alerts ({', '.join(names)}) VALUES ({places})",  # pyright: ignore[reportArgumentType]
            [project[0], *alert.values()],
        )
    return str(alert["id"])
