"""A real server in a process of its own, and clients of the SDK with a token of a new project."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from edison_sdk import Edison
from tests.support.client import browser_at, done, sign_up
from tests.support.postgres import TestServer
from tests.support.processes import EdisonProcess, edison_alone
from tests.support.world import API


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """A project, its owner's browser and a token."""

    server: EdisonProcess
    browser: httpx.Client
    project: str
    token: str

    @property
    def path(self) -> str:
        return f"{API}/projects/{self.project}"

    def client(self, **options: Any) -> Edison:
        return Edison(self.server.address, self.token, self.project, **options)

    def environment(self) -> dict[str, str]:
        """Return the settings that the SDK reads from the environment."""
        return {
            "EDISON_SERVER": self.server.address,
            "EDISON_TOKEN": self.token,
            "EDISON_PROJECT": self.project,
        }

    def prompt(self, name: str, content: dict[str, Any], label: str | None = "production") -> str:
        """Create a prompt with one version; return its address."""
        made = done(
            self.browser.post(f"{self.path}/prompts", json={"name": name, "content": content})
        )
        address = f"{self.path}/prompts/{made['id']}"
        done(self.browser.post(f"{address}/versions", json={}))
        if label:
            done(self.browser.put(f"{address}/labels/{label}", json={"number": 1}))
        return address

    def change(self, address: str, content: dict[str, Any]) -> None:
        """Save another version of a prompt and move `production` to it."""
        revision = done(self.browser.get(address))["revision"]
        body = {"content": content, "revision": revision}
        done(self.browser.patch(address, json=body))
        number = done(self.browser.post(f"{address}/versions", json={}))["number"]
        done(self.browser.put(f"{address}/labels/production", json={"number": number}))


@pytest.fixture(scope="module")
def workshop(postgres: TestServer, tmp_path_factory: pytest.TempPathFactory) -> Generator[Workshop]:
    with (
        postgres.database() as url,
        edison_alone(tmp_path_factory.mktemp("server"), url) as server,
        browser_at(server.address) as browser,
    ):
        sign_up(browser)
        project = done(
            browser.post(
                f"{API}/projects", json={"name": "Workshop", "settings": {"protected_labels": []}}
            )
        )["slug"]
        body = {"name": "sdk", "role": "EDITOR", "expires_in_days": 1}
        token = done(browser.post(f"{API}/projects/{project}/tokens", json=body))["secret"]
        yield Workshop(server=server, browser=browser, project=project, token=token)
