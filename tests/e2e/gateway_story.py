"""What a project looks like that has called models for two weeks: prices, use, faults, models that are going."""

import math
import random
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg

from edison.domain.models.usage_tally import bucket_of
from edison.store.database import libpq_url
from tests.e2e.odd_provider import OddProvider

DAYS = 14
# A project of the stage whose provider is down.
FAILING = "tone-of-voice"
LONG_LABEL = "Shared evaluation key of the customer support and billing teams in Europe"
RETIRED = "gpt-3.5-turbo-0125"
# More than two pages of the catalog.
MANY = {f"gpt-6-luna-{number:03d}": "Yes." for number in range(110)}
ODD_MODELS = {
    **MANY,
    RETIRED: "I am about to retire.",
    "ft:gpt-4o-mini-2024-07-18:customer-support-europe:password-and-billing-questions:9aBcDeFg": "Yes.",
}
GONE = "gpt-4o-2024-gone"


def tell_the_gateway_story(visitor: Any, slug: str, odd: OddProvider, database: str) -> str:
    """Give the project a model with history; return its id."""
    project = f"/projects/{slug}"
    visitor.http.timeout = 60
    simulated = visitor.call(
        "POST", f"{project}/credentials", {"provider": "SIMULATED", "label": "Simulated"}
    )
    models = {
        model["name"]: model["id"]
        for model in visitor.call("GET", f"{project}/models?limit=100")["items"]
    }
    picky = visitor.call(
        "POST", f"{project}/models", {"credential_id": simulated["id"], "name": "sim-picky"}
    )["id"]
    visitor.call(
        "PUT",
        f"{project}/models/{models['sim-judge']}/price",
        {"choice": "override", "input": "1.25", "output": "5"},
    )
    for model in (models["sim-large"], picky):
        ask(visitor, slug, model, "How do I reset my password?", parameters={"temperature": 0.2})
    _add_use(database, UUID(picky))
    _add_odd_models(visitor, project, odd)
    _trip_the_breaker(visitor, FAILING)
    return picky


def ask(visitor: Any, slug: str, model: str, prompt: str, **more: Any) -> dict[str, Any]:
    """Ask and wait for what came of it."""
    body = {"messages": [{"role": "user", "content": prompt}], **more}
    asked = visitor.call("POST", f"/projects/{slug}/models/{model}/tries", body)
    for _ in range(600):
        seen = visitor.call("GET", f"/projects/{slug}/tries/{asked['id']}")
        if seen["state"] == "done":
            return seen
        time.sleep(0.1)
    raise AssertionError("the model did not answer")


def add_odd(visitor: Any, slug: str, odd: OddProvider, label: str = "Odd") -> dict[str, Any]:
    visitor.http.timeout = 60
    return visitor.call(
        "POST",
        f"/projects/{slug}/credentials",
        {
            "provider": "OPENAI",
            "label": label,
            "secrets": {"api_key": "sk-odd-key-000000000wxyz"},
            "config": {"base_url": f"{odd.url}/v1"},
            "allow_private": True,
        },
    )


def _add_odd_models(visitor: Any, project: str, odd: OddProvider) -> None:
    """Many models, one of which its provider then forgets."""
    odd.answers[GONE] = "Yes."
    credential = add_odd(visitor, project.rsplit("/", 1)[1], odd, LONG_LABEL)
    del odd.answers[GONE]
    visitor.call("POST", f"{project}/credentials/{credential['id']}/test")


def _trip_the_breaker(visitor: Any, slug: str) -> None:
    credential = visitor.call(
        "POST", f"/projects/{slug}/credentials", {"provider": "SIMULATED", "label": "Flaky"}
    )
    down = visitor.call(
        "POST",
        f"/projects/{slug}/models",
        {"credential_id": credential["id"], "name": "sim-down"},
    )["id"]
    for _ in range(5):
        if ask(visitor, slug, down, "Are you there?")["failure"]["code"] == "unavailable":
            return


def _add_use(database: str, model: UUID) -> None:
    """Two weeks of office hours with a bad afternoon, written where calls are counted."""
    dice = random.Random(7)
    now = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    with psycopg.connect(libpq_url(database)) as connection:
        row = connection.execute(
            b"SELECT project_id FROM models WHERE id = %s", (model,)
        ).fetchone()
        assert row
        for hours in range(1, DAYS * 24):
            hour = now - timedelta(hours=hours)
            busy = math.exp(-(((hour.hour - 13) / 4.5) ** 2)) * (0.15 if hour.weekday() > 4 else 1)
            calls = round(busy * dice.uniform(30, 60))
            if calls == 0:
                continue
            bad = (
                2
                if hour.date() == (now - timedelta(days=3)).date() and 12 <= hour.hour <= 16
                else 1
            )
            connection.execute(
                b"INSERT INTO model_hours VALUES (%s, %s, %s, %s, %s, %s, 0, %s, %s, %s, %s)"
                b" ON CONFLICT DO NOTHING",
                (
                    row[0],
                    model,
                    hour,
                    calls,
                    round(calls * (0.2 if bad > 1 else 0.01)),
                    calls // 9,
                    calls * dice.randint(380, 520),
                    calls // 9 * 410,
                    calls * 240,
                    calls * 90,
                ),
            )
            slow = [bucket_of(dice.lognormvariate(6.4, 0.45) * bad) for _ in range(calls)]
            for bucket in set(slow):
                connection.execute(
                    b"INSERT INTO model_latencies VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
                    (row[0], model, hour, bucket, slow.count(bucket)),
                )
