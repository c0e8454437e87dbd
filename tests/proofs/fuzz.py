"""Sends generated requests, valid and not, to every operation of a running server and checks each answer against the contract."""

# The library leaves its own generic types open, which strict checking cannot see through:
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownParameterType=false, reportMissingTypeArgument=false

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any, cast

import httpx
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig
from schemathesis.core.failures import FailureGroup, ServerError
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from edison.api.security import CSRF_COOKIE, SESSION_COOKIE
from edison.kit.ids import new_id
from tests.support.client import browser_at, done, sign_up
from tests.support.house import fresh_email
from tests.support.judging import judge_body, rubric_body
from tests.support.sql import execute
from tests.support.world import API

# They never end; the event tests and the permission matrix open them.
STREAMS = {"follow_project", "follow_me", "follow_run"}
ENDS_THE_SESSION = {"sign_out", "sign_out_everywhere"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
FRESH_OBJECTS_EVERY = 25
ANSWER_WITHIN_S = 30


@dataclass(slots=True)
class FuzzFindings:
    """How often each operation was tried, what it answered, and which answers broke the contract."""

    tried: Counter[str] = field(default_factory=Counter[str])
    statuses: dict[str, Counter[int]] = field(default_factory=dict[str, Counter[int]])
    failures: list[str] = field(default_factory=list[str])

    @property
    def cases(self) -> int:
        return self.tried.total()


def fuzz(address: str, database_url: str, examples: int = 60) -> FuzzFindings:
    """Try every operation of the server's own document with at most so many generated requests each."""
    generation = GenerationConfig(modes=MODES, with_security_parameters=False)
    config = schemathesis.Config(
        projects=ProjectsConfig(default=ProjectConfig(generation=generation))
    )
    schema = schemathesis.openapi.from_url(f"{address}{API}/openapi.json", config=config)
    findings = FuzzFindings()
    with browser_at(address) as owner, browser_at(address) as member:
        askers = _Askers(address, database_url, owner, member)
        for result in schema.get_all_operations():
            operation: APIOperation = cast(Any, result).ok()
            name = _name(operation)
            if name not in STREAMS:
                sender = _Sender(askers, findings, name)
                for case in itertools.islice(_edge_cases(operation, generation), examples):
                    sender.send(case)
                _generated(operation, sender, examples)
    return findings


def _name(operation: APIOperation) -> str:
    return str(cast(dict[str, Any], operation.definition.raw)["operationId"])


def _edge_cases(operation: APIOperation, generation: GenerationConfig) -> Iterator[Case]:
    """Boundary values, missing and doubled parameters, wrong types: enumerated, not drawn."""
    return operation.schema.iter_coverage_cases(
        operation, generation_modes=MODES, generation_config=generation
    )


def _generated(operation: APIOperation, sender: "_Sender", examples: int) -> None:
    strategy = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in MODES))

    # The same cases every time, so that a red build is the fault of a change and not of chance.
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.filter_too_much,
            HealthCheck.data_too_large,
            HealthCheck.large_base_example,
        ],
    )
    @given(case=strategy)
    def try_one(case: Case) -> None:
        sender.send(case)

    try_one()


class _Askers:
    """An owner with sessions, a machine and strangers; and live objects for paths to name."""

    def __init__(
        self, address: str, database_url: str, owner: httpx.Client, member: httpx.Client
    ) -> None:
        self.address = address
        self._database_url = database_url
        self._owner = owner
        self._member = member
        sign_up(owner)
        self._member_user = sign_up(member)
        self.transport = requests.Session()
        # Each request shows what we decide, not what an earlier answer set.
        self.transport.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._numbers = itertools.count(1)

    def fresh_objects(self) -> dict[str, str]:
        """Make a live project with something of each kind in it, to be named in paths."""
        owner, number = self._owner, next(self._numbers)
        project = done(owner.post(f"{API}/projects", json={"name": f"Fuzz {number}"}))
        path = f"{API}/projects/{project['slug']}"
        member = {"email": self._member_user["email"], "role": "ADMIN"}
        done(owner.post(f"{path}/invites", json=member))
        invite = {"email": fresh_email(), "role": "VIEWER"}
        pending = done(owner.post(f"{path}/invites", json=invite))
        token = {"name": "fuzz", "role": "ADMIN", "expires_in_days": 1}
        made = done(owner.post(f"{path}/tokens", json=token))
        objects = {
            **self._models(project["id"], path),
            **self._prompt(path),
            **self._dataset(path),
        }
        objects |= self._judge(path, objects["model"])
        return {
            "project": project["slug"],
            "user": self._member_user["id"],
            "invite": pending["invite"]["id"],
            "token": made["token"]["id"],
            "secret": made["secret"],
            **objects,
            **self._run(path, objects),
        }

    def _models(self, project: str, path: str) -> dict[str, str]:
        """Only a worker could add a working credential, and none runs: put one in place."""
        credential, model = str(new_id()), str(new_id())
        execute(
            self._database_url,
            f"""
            INSERT INTO credentials (id, project_id, provider, label, config, sealed, variables, hint,
                is_default, allow_private, status, created_by, created_at)
            SELECT '{credential}', '{project}', 'OPENAI', '{credential}', '{{}}', 'none', '{{}}', 'abcd',
                true, false, 'ready', created_by, now() FROM projects WHERE id = '{project}'
            """,
            f"""
            INSERT INTO models (id, project_id, credential_id, name, title, source, listed, corrections,
                dropped, limits, deprecated, missing, created_at)
            VALUES ('{model}', '{project}', '{credential}', 'gpt-4o', '', 'manual', '{{}}', '{{}}',
                '{{}}', '{{}}', false, false, now())
            """,
        )
        body = {"messages": [{"role": "user", "content": "Hello"}]}
        asked = done(self._owner.post(f"{path}/models/{model}/tries", json=body))
        return {"credential": credential, "model": model, "wanted": asked["id"]}

    def _prompt(self, path: str) -> dict[str, str]:
        content = {"messages": [{"role": "user", "content": "Answer {{question}}"}]}
        body = {"name": "Fuzz", "content": content}
        made = done(self._owner.post(f"{path}/prompts", json=body))
        done(self._owner.post(f"{path}/prompts/{made['id']}/versions", json={}))
        done(self._owner.put(f"{path}/prompts/{made['id']}/labels/kept", json={"number": 1}))
        return {"prompt": made["id"], "number": "1", "label": "kept"}

    def _judge(self, path: str, model: str) -> dict[str, str]:
        rubric = done(self._owner.post(f"{path}/rubrics", json=rubric_body()))["id"]
        made = done(self._owner.post(f"{path}/judges", json=judge_body(model, rubric)))
        return {"rubric": rubric, "judge": made["id"]}

    def _dataset(self, path: str) -> dict[str, str]:
        dataset = done(self._owner.post(f"{path}/datasets", json={"name": "Fuzz"}))["id"]
        cases = f"{path}/datasets/{dataset}/cases"
        done(self._owner.post(cases, json={"cases": [{"values": {"question": "Why?"}}]}))
        [case] = done(self._owner.get(cases))["items"]
        file = done(self._owner.post(f"{path}/imports?filename=a.csv", content=b"q\nWhy?\n"))
        return {"dataset": dataset, "case": case["id"], "upload": file["upload"]}

    def _run(self, path: str, objects: dict[str, str]) -> dict[str, str]:
        body = {
            "versions": [{"prompt": objects["prompt"]}],
            "targets": [{"model": objects["model"]}],
            "dataset": objects["dataset"],
            "scorers": [{"kind": "exact"}],
        }
        run: str = done(self._owner.post(f"{path}/runs", json=body))["id"]
        return {"run": run, "ordinal": "0", **self._queue(path, run)}

    def _queue(self, path: str, run: str) -> dict[str, str]:
        """People label answers, and no worker brings one: put it in place."""
        execute(
            self._database_url,
            f"""
            INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, doubt, output)
            VALUES ('{run}', 0, 'answered', 0, 1, 0, 0, 0, 0, 'Yes')
            """,
        )
        body = {"run": run, "name": "Fuzz", "ask": "thumbs"}
        queue = done(self._owner.post(f"{path}/annotation-queues", json=body))["id"]
        handed = done(self._owner.post(f"{path}/annotation-queues/{queue}/next"))
        return {"queue": queue, "item": handed["item"]["id"]}

    def shows(self, turn: int, operation: str, secret: str) -> dict[str, str]:
        """Most requests come from the owner; some from a machine, from nobody, and from a liar."""
        if turn % 10 == 7:
            return {"authorization": f"Bearer {secret}"}
        if turn % 10 == 9:
            return {"authorization": "Bearer ' OR '1'='1"}
        if operation in ENDS_THE_SESSION:
            with browser_at(self.address) as leaver:
                sign_up(leaver)
                return _headers(leaver, session=True)
        if operation == "change_password":
            # Wrong guesses lock the account, so it is not the owner's.
            return _headers(self._member, session=True)
        return _headers(self._owner, session=turn % 10 != 8)


def _headers(browser: httpx.Client, *, session: bool) -> dict[str, str]:
    names = (CSRF_COOKIE, SESSION_COOKIE) if session else (CSRF_COOKIE,)
    cookie = "; ".join(f"{name}={browser.cookies[name]}" for name in names)
    return {
        "cookie": cookie,
        "origin": str(browser.headers["origin"]),
        "x-csrf-token": browser.cookies[CSRF_COOKIE],
    }


def _may_be_unable(operation: str, status: int) -> bool:
    """Only a worker can try a key, and none runs here: saying so is no fault of the server."""
    return operation in {"add_credential", "test_credential"} and status == 503


class _Sender:
    def __init__(self, askers: _Askers, findings: FuzzFindings, operation: str) -> None:
        self._askers = askers
        self._findings = findings
        self._operation = operation
        self._turn = 0
        self._objects: dict[str, str] = {}

    def send(self, case: Case) -> None:
        if self._turn % FRESH_OBJECTS_EVERY == 0:
            self._objects = self._askers.fresh_objects()
        self._turn += 1
        self._name_live_objects(case)
        headers = self._askers.shows(self._turn, self._operation, self._objects["secret"])
        findings = self._findings
        findings.tried[self._operation] += 1
        response = case.call(
            base_url=self._askers.address,
            session=self._askers.transport,
            headers=headers,
            timeout=ANSWER_WITHIN_S,
        )
        seen = findings.statuses.setdefault(self._operation, Counter())
        seen[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as group:
            said = [
                str(failure)
                for failure in group.exceptions
                if not (
                    isinstance(failure, ServerError)
                    and _may_be_unable(self._operation, response.status_code)
                )
            ]
            if said:
                findings.failures.append(f"{self._operation}: {'; '.join(said)}")

    def _name_live_objects(self, case: Case) -> None:
        """Random ids only ever find nothing; two of three requests name what is there."""
        parameters = cast(dict[str, Any] | None, case.path_parameters)
        if not parameters or self._turn % 3 == 0:
            return
        for name in parameters:
            if name == "project" or self._turn % 2:
                parameters[name] = self._objects[name]
        query = cast(dict[str, Any] | None, case.query)
        if query and "with" in query and self._turn % 2:
            query["with"] = self._objects["run"]
