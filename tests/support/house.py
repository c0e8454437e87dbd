"""A world served over real HTTP, which creates new objects for every case of a proof."""

import itertools
import json
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import UUID

import httpx
from fastapi import FastAPI
from sqlalchemy import text

from edison.domain.ids import CredentialId, ModelId, ProjectId, RunId, UserId
from tests.support.alerts import put_alert
from tests.support.catalog import a_credential, a_model
from tests.support.channels import put_delivery
from tests.support.experiment_plans import plan_body
from tests.support.judging import judge_body, rubric_body
from tests.support.media import png
from tests.support.reviewing import PROMPT as REVIEWED
from tests.support.reviewing import put_suggestion
from tests.support.saved_suites import recipe_body
from tests.support.world import API, ORIGIN, World
from tests.support.world import Person as Person

_numbers = itertools.count(1)
FAILED_CELL = """
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, finished_at, doubt,
        error_code, error)
    VALUES (:run, 0, 'failed', 0, 1, 0, 0, 0, now(), 0, 'too_long', 'Too long')
"""
GIVE_ANSWER = """
    UPDATE cells SET state = 'answered', output = 'Yes', error_code = NULL, error = NULL WHERE run_id = :run
"""


@cache
def _certificates() -> ssl.SSLContext:
    """Load the TLS certificates once: there are hundreds of clients."""
    return ssl.create_default_context()


class ServedWorld(World):
    """A world whose clients use a real socket."""

    address = ""

    def client(self, **headers: str) -> httpx.AsyncClient:
        client = httpx.AsyncClient(
            base_url=self.address, headers=headers, timeout=60, verify=_certificates()
        )
        self._clients.append(client)
        return client


class House:
    """Creates people, projects and their contents, new for each call."""

    def __init__(self, world: ServedWorld, founder: Person) -> None:
        self.world = world
        self.founder = founder
        self._orders: dict[str, dict[str, Any]] = {}

    @property
    def app(self) -> FastAPI:
        return self.world.app

    async def project(self, owner: Person | None = None) -> dict[str, Any]:
        return await (owner or self.founder).create_project(f"House {next(_numbers)}")

    async def person(self, email: str | None = None) -> Person:
        return await self.world.person((email or fresh_email()).split("@")[0])

    async def join(self, person: Person, project: str, role: str) -> Person:
        """Make someone a member of the founder's project."""
        granted = "ADMIN" if role == "OWNER" else role
        made = await self._done(
            "POST", f"/projects/{project}/invites", {"email": person.email, "role": granted}
        )
        token = {"token": made["link"].split("#")[1]}
        await self._done("POST", "/invites/accept", token, person)
        if role == "OWNER":
            await self._done("PATCH", f"/projects/{project}/members/{person.id}", {"role": "OWNER"})
        return person

    async def invite(self, project: str, email: str | None = None) -> tuple[str, str]:
        """Invite someone who has no account yet; return id and secret of the invite."""
        body = {"email": email or fresh_email(), "role": "VIEWER"}
        made = await self._done("POST", f"/projects/{project}/invites", body)
        return made["invite"]["id"], made["link"].split("#")[1]

    async def token(
        self, project: str, role: str = "VIEWER", by: Person | None = None
    ) -> tuple[str, str]:
        """Create an API token; return its id and secret."""
        body = {"name": "a machine", "role": role, "expires_in_days": 1}
        made = await self._done("POST", f"/projects/{project}/tokens", body, by)
        return made["token"]["id"], made["secret"]

    async def credential(self, project: str) -> CredentialId:
        """Create a working credential, as if a worker had tested it."""
        async with self.world.ctx.write() as tx:
            return await a_credential(tx, await self._id(project), UserId(UUID(self.founder.id)))

    async def model(self, project: str) -> ModelId:
        """Add a model with a new credential to the catalog."""
        async with self.world.ctx.write() as tx:
            project_id = await self._id(project)
            credential = await a_credential(tx, project_id, UserId(UUID(self.founder.id)))
            return await a_model(tx, project_id, credential)

    async def asked(self, project: str) -> tuple[str, str]:
        """Start a playground call that nobody answers; return the ids of model and call."""
        model = await self.model(project)
        body = {"messages": [{"role": "user", "content": "Hello"}]}
        made = await self._done("POST", f"/projects/{project}/models/{model}/tries", body)
        return str(model), made["id"]

    async def prompt(self, project: str, *, saved: bool = True, changed: bool = False) -> str:
        """Create a prompt, and save it as version 1 with the label `kept`."""
        content = {"messages": [{"role": "user", "content": "Answer {{question}}"}]}
        body: dict[str, Any] = {"name": f"Prompt {next(_numbers)}", "content": content}
        path = f"/projects/{project}/prompts"
        made: str = (await self._done("POST", path, body))["id"]
        if saved:
            await self._done("POST", f"{path}/{made}/versions", {})
            await self._done("PUT", f"{path}/{made}/labels/kept", {"number": 1})
        if changed:
            draft = {"content": {"system": "New"}, "revision": 1}
            await self._done("PATCH", f"{path}/{made}", draft)
        return made

    async def rubric(self, project: str) -> str:
        body = rubric_body(name=f"Rubric {next(_numbers)}")
        return (await self._done("POST", f"/projects/{project}/rubrics", body))["id"]

    async def judge(self, project: str) -> str:
        """Create a free-text judge with a new model."""
        model = str(await self.model(project))
        body = judge_body(model, None, name=f"Judge {next(_numbers)}")
        return (await self._done("POST", f"/projects/{project}/judges", body))["id"]

    async def add_scorer(self, project: str, run: str, spec: dict[str, Any]) -> None:
        path = f"/projects/{project}/runs/{run}/scorers"
        await self._done("POST", path, {"scorers": [spec]})

    async def dataset(self, project: str) -> tuple[str, str]:
        """Create a dataset with one case; return the ids of both."""
        path = f"/projects/{project}/datasets"
        made: str = (await self._done("POST", path, {"name": f"Dataset {next(_numbers)}"}))["id"]
        await self._done(
            "POST", f"{path}/{made}/cases", {"cases": [{"values": {"question": "Why?"}}]}
        )
        [case] = (await self._done("GET", f"{path}/{made}/cases", None))["items"]
        return made, case["id"]

    async def question_review(self, project: str) -> tuple[str, str]:
        """Start a review of a dataset with one question, without a worker; return the ids of dataset and run."""
        dataset, _ = await self.dataset(project)
        body = {"judges": [await self.judge(project)]}
        path = f"/projects/{project}/datasets/{dataset}/question-reviews"
        return dataset, (await self._done("POST", path, body))["run"]

    async def upload(self, project: str) -> str:
        """Upload a file with one case."""
        answer = await self.founder.browser.post(
            f"{API}/projects/{project}/imports?filename=a.csv", content=b"question\nWhy?\n"
        )
        assert answer.is_success, answer.text
        return answer.json()["upload"]

    async def picture(self, project: str) -> str:
        """Store a picture; return its digest."""
        answer = await self.founder.browser.post(
            f"{API}/projects/{project}/files?filename=a.png", content=png(3, 2)
        )
        assert answer.is_success, answer.text
        return answer.json()["file"]

    async def finish_generation(self, assist: str) -> None:
        """Create an assist with one case, as if a worker had generated it."""
        made: dict[str, Any] = {
            "values": {"question": "Why?"},
            "expected": None,
            "tags": [],
            "difficulty": 1,
        }
        result = json.dumps(
            {"cases": [made], "asked": 1, "made": 1, "duplicates": 0, "unusable": 0}
        )
        async with self.world.database.engine.begin() as connection:
            await connection.execute(
                text(
                    "UPDATE asks SET state = 'done', result = CAST(:result AS jsonb) WHERE id = :assist"
                ),
                {"result": result, "assist": assist},
            )

    async def order(self, project: str) -> dict[str, Any]:
        """Return the body that starts a run: a saved prompt, a case and a model.

        Made once for each project: no run changes them.
        """
        if project not in self._orders:
            dataset, _ = await self.dataset(project)
            self._orders[project] = {
                "versions": [{"prompt": await self.prompt(project)}],
                "targets": [{"model": str(await self.model(project))}],
                "dataset": dataset,
            }
        return self._orders[project]

    async def run(self, project: str, *states: str, prompt: str | None = None) -> str:
        """Start a run of one cell, move it through these states, and let the cell fail."""
        body = await self.order(project)
        if prompt is not None:
            body = {**body, "versions": [{"prompt": prompt}]}
        run: str = (await self._done("POST", f"/projects/{project}/runs", body))["id"]
        async with self.world.database.engine.begin() as connection:
            for state in states:
                await connection.execute(
                    text("UPDATE runs SET state = :state WHERE id = :run"),
                    {"state": state, "run": run},
                )
            await connection.execute(text(FAILED_CELL), {"run": run})
        return run

    async def application_run(self, project: str) -> str:
        """Start a run of one cell that waits for the output of an application."""
        dataset = (await self.order(project))["dataset"]
        body = {"application": {"name": "Bot", "version": "1"}, "dataset": dataset}
        return (await self._done("POST", f"/projects/{project}/application-runs", body))["id"]

    async def answered_run(self, project: str) -> str:
        """Create a run of one cell with an answer that people can label."""
        run = await self.run(project)
        async with self.world.database.engine.begin() as connection:
            await connection.execute(text(GIVE_ANSWER), {"run": run})
        return run

    async def queue(self, project: str, *, labelled: bool = False) -> tuple[str, str]:
        """Create an annotation queue of one answer, optionally labelled by the founder; return it with its item."""
        path = f"/projects/{project}/annotation-queues"
        body = {"run": await self.answered_run(project), "name": "Tone", "ask": "thumbs"}
        queue: str = (await self._done("POST", path, body))["id"]
        found = await self.rows(
            "SELECT id FROM annotation_items WHERE queue_id = CAST(:queue AS uuid)", queue=queue
        )
        item = str(found[0][0])
        if labelled:
            await self._done("PUT", f"{path}/{queue}/items/{item}/label", {"good": True})
        return queue, item

    async def experiment(self, project: str) -> str:
        """Create a draft that can start."""
        order = await self.order(project)
        body = {
            "name": f"Experiment {next(_numbers)}",
            "plan": plan_body(order["dataset"], order["targets"][0]["model"]),
        }
        return (await self._done("POST", f"/projects/{project}/experiments", body))["id"]

    async def iteration(self, project: str, *states: str) -> tuple[str, str]:
        """Start an experiment, and move its first iteration and its run through these states."""
        experiment = await self.experiment(project)
        path = f"/projects/{project}/experiments/{experiment}/iterations"
        made = await self._done("POST", path, {})
        async with self.world.database.engine.begin() as connection:
            for state in states:
                for table, which in (("runs", made["run"]), ("iterations", made["id"])):
                    await connection.execute(
                        text(f"UPDATE {table} SET state = :state WHERE id = :which"),
                        {"state": state, "which": which},
                    )
        return experiment, made["id"]

    async def suite(self, project: str) -> str:
        """Create a suite that can run."""
        order = await self.order(project)
        body = {"name": f"Suite {next(_numbers)}", "recipe": recipe_body(order)}
        return (await self._done("POST", f"/projects/{project}/suites", body))["id"]

    async def monitor(self, project: str) -> str:
        """Create a monitor of a new suite whose next start is far away."""
        body = {"suite_id": await self.suite(project), "name": "Nightly", "cron": "0 0 1 1 *"}
        return (await self._done("POST", f"/projects/{project}/monitors", body))["id"]

    async def suggestion(self, project: str) -> str:
        """Create a suggestion that waits for a review, with a new prompt and iteration."""
        content = {"messages": [{"role": "user", "content": REVIEWED}]}
        body = {"name": f"Prompt {next(_numbers)}", "content": content}
        prompt = (await self._done("POST", f"/projects/{project}/prompts", body))["id"]
        order = {**await self.order(project), "versions": [{"prompt": prompt}]}
        run = (await self._done("POST", f"/projects/{project}/runs", order))["id"]
        id_ = await self._id(project)
        now = self.world.clock.now()
        put = await put_suggestion(self.world.ctx.work, id_, RunId(UUID(run)), now)
        return put.suggestion

    async def rejected(self, project: str) -> str:
        """Create an experiment whose only suggestion was rejected, so that another can be requested."""
        suggestion = await self.suggestion(project)
        reason = {"revision": 1, "reason": "Too vague"}
        await self._done("POST", f"/projects/{project}/suggestions/{suggestion}/reject", reason)
        found = await self.rows(
            "SELECT experiment_id FROM suggestions WHERE id = CAST(:id AS uuid)", id=suggestion
        )
        return str(found[0][0])

    async def _id(self, project: str) -> ProjectId:
        found = await self.rows("SELECT id FROM projects WHERE slug = :slug", slug=project)
        return ProjectId(UUID(str(found[0][0])))

    async def revoke_token(self, project: str, token: str) -> None:
        await self._done("DELETE", f"/projects/{project}/tokens/{token}", None)

    async def give_installation_to(self, person: Person) -> None:
        """Make an account the owner of the installation, who normally is the first account."""
        async with self.world.database.engine.begin() as connection:
            await connection.execute(text("UPDATE users SET role = 'EDITOR' WHERE role = 'OWNER'"))
            await connection.execute(
                text("UPDATE users SET role = 'OWNER' WHERE id = :id"), {"id": person.id}
            )

    async def alert(self, project: str) -> str:
        """Create an open alert of a new monitor."""
        return await put_alert(self.world, await self._id(project), await self.monitor(project))

    async def channel(self, project: str) -> str:
        """Create a webhook channel whose address has no listener."""
        body = {"name": f"Channel {next(_numbers)}", "kind": "webhook"}
        body["url"] = "https://hooks.example.com/in/here"
        return (await self._done("POST", f"/projects/{project}/channels", body))["channel"]["id"]

    async def delivery(self, project: str) -> str:
        """Create a delivered message."""
        channel = await self.channel(project)
        return await put_delivery(self.world, await self._id(project), channel)

    async def rows(self, statement: str, **values: object) -> list[tuple[object, ...]]:
        """Query the database directly."""
        async with self.world.database.engine.connect() as connection:
            return [tuple(row) for row in await connection.execute(text(statement), values)]

    async def _done(
        self, method: str, path: str, body: dict[str, Any] | None, by: Person | None = None
    ) -> Any:
        person = by or self.founder
        answer = await person.browser.request(method, f"{API}{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Input of a request: a project of the founder and, if someone is signed in, the caller."""

    house: House
    project: str
    asking: Person | None
    secret: str = ""
    """Return the secret of a pending invite for the caller."""


@asynccontextmanager
async def served_house(url: str) -> AsyncGenerator[House]:
    """Serve a world on this database until the block ends."""
    world = ServedWorld(url)
    # No worker runs here: callers who may test a key get an error at once.
    world.ctx = replace(world.ctx, gateway=replace(world.ctx.gateway, test_within_s=0.01))
    try:
        async with world.served() as address:
            world.address = address
            async with world.ctx.write() as tx:
                # A worker report that stays valid: without a worker the installation is not healthy.
                await tx.workers.report("proof", "test", world.clock.now() + timedelta(days=1))
            await world.person("first")
            yield House(world, await world.person("founder"))
    finally:
        await world.close()


def fresh_email() -> str:
    return f"someone{next(_numbers)}@example.com"


def same_site() -> dict[str, str]:
    """Headers of a browser that is on one of our own pages."""
    return {"origin": ORIGIN}
