"""Send generated requests, valid and not, to every operation of a running server.

Each answer is checked against the contract.
"""

# The library leaves its own generic types open, which strict checking cannot see through:
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false
# pyright: reportMissingTypeArgument=false

import itertools
import re
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from http.cookiejar import DefaultCookiePolicy
from typing import Any, cast

import httpx
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
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

from edison.api.request_guard import CSRF_COOKIE, SESSION_COOKIE
from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.proofs.fuzz_objects import KINDS, LiveObjects, LiveProject
from tests.support.client import browser_at, sign_up
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
# Of each kind for each operation, at most and at first.
EXAMPLES = 60
FIRST_ROUND = 3
FRESH_OBJECTS_EVERY = 25
# Most requests are refused and leave everything in its place, as do those that only add something (201).
CHANGES = {200, 202, 204}
# Who adds a key waits for a worker to try it, up to 45 s.
ANSWER_WITHIN_S = 60


@dataclass(slots=True)
class FuzzFindings:
    """How often each operation was tried, what it answered, and which answers broke the contract."""

    tried: Counter[str] = field(default_factory=Counter[str])
    # Of each kind of examples, those that an operation was offered; some have fewer different ones.
    examples: Counter[str] = field(default_factory=Counter[str])
    statuses: dict[str, Counter[int]] = field(default_factory=dict[str, Counter[int]])
    failures: list[str] = field(default_factory=list[str])

    @property
    def cases(self) -> int:
        return self.tried.total()

    def add(self, other: "FuzzFindings") -> None:
        """Add what was found about other operations."""
        self.tried.update(other.tried)
        self.examples.update(other.examples)
        self.statuses |= other.statuses
        self.failures += other.failures


def fuzz(
    address: str,
    database_url: str,
    only: Container[str],
    examples: int = EXAMPLES,
    budget: TimeBudget = UNLIMITED,
) -> FuzzFindings:
    """Try these operations of the server's own document with at most so many generated requests of each kind.

    With a time budget each operation gets a few of them before any gets more.
    """
    generation = GenerationConfig(modes=MODES, with_security_parameters=False)
    config = schemathesis.Config(
        projects=ProjectsConfig(default=ProjectConfig(generation=generation))
    )
    schema = schemathesis.openapi.from_dict(_document(address), config=config)
    findings = FuzzFindings()
    with browser_at(address) as owner, browser_at(address) as member:
        askers = _Askers(address, database_url, owner, member)
        operations: list[APIOperation] = [
            cast(Any, result).ok() for result in schema.get_all_operations()
        ]
        routes = [
            _Route(operation, generation, askers, findings)
            for operation in operations
            if _name(operation) in only
        ]
        for count in [examples] if budget is UNLIMITED else _rounds(examples):
            for route in budget.take(routes, at_least=0):
                route.send(count)
    return findings


def _rounds(examples: int) -> list[int]:
    """Divide the examples of an operation into rounds, a few in the first and more in each one after it."""
    sizes = [FIRST_ROUND]
    while sum(sizes) < examples:
        sizes.append(min(2 * sizes[-1], examples - sum(sizes)))
    return sizes


def fuzzed_operations(address: str) -> list[str]:
    """All that the server's document names, but for what never ends."""
    names = (
        str(operation["operationId"])
        for path in _document(address)["paths"].values()
        for operation in path.values()
    )
    return [name for name in names if name not in STREAMS]


def _document(address: str) -> dict[str, Any]:
    return httpx.get(f"{address}{API}/openapi.json", timeout=ANSWER_WITHIN_S).json()


def _name(operation: APIOperation) -> str:
    return str(cast(dict[str, Any], operation.definition.raw)["operationId"])


class _Route:
    """One operation, which is tried in one or more rounds with other examples in each."""

    def __init__(
        self,
        operation: APIOperation,
        generation: GenerationConfig,
        askers: "_Askers",
        findings: FuzzFindings,
    ) -> None:
        self._operation = operation
        self._name = _name(operation)
        self._askers = askers
        self._findings = findings
        self._sender = _Sender(askers, findings, operation)
        # Boundary values, missing and doubled parameters, wrong types: enumerated, not drawn.
        self._edge_cases: Iterator[Case] = operation.schema.iter_coverage_cases(
            operation, generation_modes=MODES, generation_config=generation
        )

    def send(self, count: int) -> None:
        """Send so many more requests of each kind, with objects that no request has changed yet."""
        for case in itertools.islice(self._edge_cases, count):
            self._sender.send(case)
        self._send_generated(count)
        self._findings.examples[self._name] += count
        changed = CHANGES & self._findings.statuses[self._name].keys()
        if self._operation.method.upper() != "GET" and changed:
            self._askers.renew()

    @cached_property
    def _strategy(self) -> st.SearchStrategy[Case]:
        return st.one_of(*(self._operation.as_strategy(generation_mode=mode) for mode in MODES))

    def _send_generated(self, count: int) -> None:
        # The same cases every time, so that a red build is the fault of a change and not of chance.
        @seed(self._findings.examples[self._name])
        @settings(
            max_examples=count,
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
        @given(case=self._strategy)
        def try_one(case: Case) -> None:
            self._sender.send(case)

        try_one()


class _Askers:
    """An owner with sessions, a machine and strangers; and live objects for paths to name."""

    def __init__(
        self, address: str, database_url: str, owner: httpx.Client, member: httpx.Client
    ) -> None:
        self.address = address
        self._owner = owner
        self._member = member
        sign_up(owner)
        self.objects = LiveObjects(database_url, owner, sign_up(member))
        self.transport = requests.Session()
        # Each request shows what we decide, not what an earlier answer set.
        self.transport.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._named: LiveProject | None = None
        self._uses = 0

    def named(self, method: str, names: frozenset[str]) -> LiveProject:
        """What paths name: for those who change things new ones now and then, and after each that changed any."""
        if method == "GET":
            return self.objects.lasting()
        named = self._named
        if not named or self._uses % FRESH_OBJECTS_EVERY == 0 or any(n not in named for n in names):
            named = self._named = self.objects.fresh(names)
            self._uses = 0
        self._uses += 1
        return named

    def renew(self) -> None:
        """Whoever changes things next finds everything in its place again."""
        self._uses = 0

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
    """Only a worker can try a key or a channel, and none runs here: saying so is no fault of the server."""
    return operation in {"add_credential", "test_credential", "test_channel"} and status == 503


def _named_by(operation: APIOperation) -> frozenset[str]:
    """Return what requests of this operation name; something that is deleted may be in use by anything else."""
    if operation.method.upper() == "DELETE":
        return KINDS
    names = re.findall(r"{(\w+)}", operation.path)
    runs = ["run"] if "with" in {each.name for each in operation.query} else []
    return frozenset({"secret", *names, *runs})


class _Sender:
    def __init__(self, askers: _Askers, findings: FuzzFindings, operation: APIOperation) -> None:
        self._askers = askers
        self._findings = findings
        self._operation = _name(operation)
        self._names = _named_by(operation)
        self._turn = 0

    def send(self, case: Case) -> None:
        objects = self._askers.named(case.method, self._names)
        self._turn += 1
        self._name_live_objects(case, objects)
        headers = self._askers.shows(self._turn, self._operation, objects["secret"])
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

    def _name_live_objects(self, case: Case, objects: LiveProject) -> None:
        """Random ids only ever find nothing; two of three requests name what is there."""
        parameters = cast(dict[str, Any] | None, case.path_parameters)
        if not parameters or self._turn % 3 == 0:
            return
        for name in parameters:
            if name == "project" or self._turn % 2:
                parameters[name] = objects[name]
        query = cast(dict[str, Any] | None, case.query)
        if query and "with" in query and self._turn % 2:
            query["with"] = objects["run"]
