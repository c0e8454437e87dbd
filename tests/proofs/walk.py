"""A walk through everything an installation does with keys and models, over its API and its command line."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from edison.domain.models.provider import Provider
from tests.contract.providers import CONTRACTS, Contract, service_account
from tests.support.client import done
from tests.support.processes import wait_until
from tests.support.world import API

OUTCOMES_WITHIN_S = 90.0
# Each answers or fails in its own way, soon: the ones that hang or wait for their turn are left out.
ASKED = (
    "sim-medium",
    "sim-large",
    "sim-down",
    "sim-garbage",
    "sim-truncated",
    "sim-resets",
    "sim-refuses",
    "sim-too-long",
    "sim-picky",
    "sim-no-usage",
    "echo",
)
# Pauses its credential, so that it is asked last.
ASKED_LAST = "sim-quota"
# A secret by the name of the place it is put.
Secret = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """One project's owner, and where the providers are."""

    owner: httpx.Client
    project: str
    simulator: str

    @property
    def place(self) -> str:
        return f"{API}/projects/{self.project}"

    def add(self, provider: Provider, label: str, **body: Any) -> httpx.Response:
        return self.owner.post(
            f"{self.place}/credentials", json={"provider": provider, "label": label, **body}
        )

    def add_every_provider(self, secret: Secret) -> list[dict[str, Any]]:
        """One credential of each kind, all of which work."""
        return [
            done(self.add(contract.provider, f"{contract.provider} works", **body))
            for contract in CONTRACTS
            for body in [self.body_of(contract, secret, "works")]
        ]

    def body_of(self, contract: Contract, secret: Secret, word: str) -> dict[str, Any]:
        """`word` is in the key: the simulator turns away those that say `invalid`."""
        if contract.provider is Provider.SIMULATED:
            return {}
        name = f"{contract.provider}.{word}"
        secrets = {field: secret(f"{name}.{field}") for field in contract.keys}
        if contract.provider is Provider.VERTEX:
            account = json.loads(service_account(self.simulator, valid=word != "invalid"))
            secrets = {
                "service_account": json.dumps({**account, "note": secrets["service_account"]})
            }
        base_url = f"{self.simulator}{contract.path}"
        return {
            "config": {**contract.config, "base_url": base_url},
            "secrets": secrets,
            "allow_private": True,
        }

    def models(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            query: dict[str, Any] = {"limit": 100} | ({"cursor": cursor} if cursor else {})
            page = done(self.owner.get(f"{self.place}/models", params=query))
            found += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return found

    def ask(self, models: list[dict[str, Any]], question: str) -> list[dict[str, Any]]:
        """Ask all of them and wait for what comes of it, good or bad."""
        body = {
            "messages": [{"role": "user", "content": question}],
            "parameters": {"temperature": 0.5},
        }
        asked = [
            done(self.owner.post(f"{self.place}/models/{model['id']}/tries", json=body))["id"]
            for model in models
        ]
        outcomes: dict[str, dict[str, Any]] = {}

        def all_done() -> bool:
            for wanted in asked:
                if wanted not in outcomes:
                    found = done(self.owner.get(f"{self.place}/tries/{wanted}"))
                    if found["state"] == "done":
                        outcomes[wanted] = found
            return len(outcomes) == len(asked)

        wait_until(all_done, OUTCOMES_WITHIN_S, "every try has an outcome", every_s=0.3)
        return list(outcomes.values())

    def look_around(self, *more: str) -> None:
        """Read every page of the API that shows something of this project or installation."""
        own = (
            "",
            "/credentials",
            "/models",
            "/members",
            "/invites",
            "/tokens",
            "/audit",
            "/activity",
        )
        shown = [f"{self.place}{room}" for room in own]
        shown += [f"{API}/{room}" for room in ("me", "session", "projects", "providers")]
        shown += [f"{API}/installation/audit", f"{API}/openapi.json", "/health", "/readiness"]
        for address in (*shown, *more):
            done_or_text(self.owner.get(address))
        one_of_each = {model["credential_id"]: model for model in self.models()}
        for model in one_of_each.values():
            for room in ("", "/prices", "/usage", "/tries"):
                done(self.owner.get(f"{self.place}/models/{model['id']}{room}"))

    def events(self) -> str:
        """Everything the event stream has told so far."""
        newest = done(self.owner.get(f"{self.place}/activity"))["items"][0]["number"]
        heard: list[str] = []
        number = 0
        with self.owner.stream("GET", f"{self.place}/events", params={"after": 0}) as stream:
            for line in stream.iter_lines():
                heard.append(line)
                if line.startswith("id:"):
                    number = int(line.removeprefix("id:"))
                if not line and number >= newest:
                    break
        return "\n".join(heard)


def done_or_text(answer: httpx.Response) -> str:
    assert answer.is_success, f"{answer.request.url}: {answer.text}"
    return answer.text
