"""People and projects for the screens to show, made through the API as a program would."""

import time
from dataclasses import dataclass
from typing import Any

import httpx
from playwright.sync_api import StorageState

from tests.e2e.gateway_story import tell_the_gateway_story
from tests.e2e.odd_provider import OddProvider
from tests.support.installation import Installation

API = "/api/v1"
PASSWORD = "Correct-horse-7!"
WORKER_WITHIN_S = 90.0
NO_IDLE_CONNECTIONS = httpx.Limits(max_keepalive_connections=0)


class Visitor:
    """Someone with a cookie jar, who may sign up."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(
            base_url=url, headers={"origin": url}, timeout=60, limits=NO_IDLE_CONNECTIONS
        )
        self.http.get(f"{API}/session")
        self.http.headers["X-CSRF-Token"] = self.http.cookies["edison_csrf"]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.http.request(method, f"{API}{path}", json=body)
        patience = time.monotonic() + WORKER_WITHIN_S
        # The first page is there before the first worker.
        while "NO_WORKER" in answer.text and time.monotonic() < patience:
            time.sleep(0.2)
            answer = self.http.request(method, f"{API}{path}", json=body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def sign_up(self, name: str) -> "Visitor":
        self.call(
            "POST",
            "/accounts",
            {
                "email": email_of(name),
                "name": name,
                "password": PASSWORD,
                "confirm_password": PASSWORD,
                "accept_terms": True,
            },
        )
        return self

    def join(self, inviter: "Visitor", project: str, role: str) -> "Visitor":
        """Be invited to a project, and accept by the link."""
        invited = {"email": self.call("GET", "/me")["email"], "role": role}
        link = inviter.call("POST", f"{project}/invites", invited)["link"]
        self.call("POST", "/invites/accept", {"token": link.split("#")[1]})
        return self

    def cookies(self) -> StorageState:
        return {
            "cookies": [
                {
                    "name": cookie.name,
                    "value": cookie.value or "",
                    "domain": "localhost",
                    "path": "/",
                    "expires": -1,
                    "httpOnly": cookie.name == "edison_session",
                    "secure": False,
                    "sameSite": "Strict",
                }
                for cookie in self.http.cookies.jar
            ],
            "origins": [],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """An installation with a story in it."""

    url: str
    ada: Visitor
    viewer: Visitor
    newcomer: Visitor
    slug: str
    # A model of the project above that was asked something.
    model: str
    invite_link: str


def email_of(name: str) -> str:
    return f"{name.lower().replace(' ', '.')}@example.com"


def set_stage(installation: Installation, odd: OddProvider) -> Stage:
    url = installation.url
    ada = Visitor(url).sign_up("Ada Lovelace")
    others = {
        name: Visitor(url).sign_up(name) for name in ("Grace Hopper", "Alan Turing", "Mary Jackson")
    }
    newcomer = Visitor(url).sign_up("New Comer")
    slug = ada.call(
        "POST",
        "/projects",
        {
            "name": "Customer support bot",
            "description": (
                "Answers questions about passwords, billing and outages; "
                "tested against two hundred real tickets."
            ),
        },
    )["slug"]
    for name, role in zip(others, ("ADMIN", "EDITOR", "VIEWER"), strict=True):
        others[name].join(ada, f"/projects/{slug}", role)
    members = {
        member["name"]: member["user_id"]
        for member in ada.call("GET", f"/projects/{slug}/members")["items"]
    }
    ada.call("PATCH", f"/projects/{slug}/members/{members['Alan Turing']}", {"role": "REVIEWER"})
    ada.call(
        "PATCH",
        f"/projects/{slug}",
        {
            "settings": {
                "default_budget_usd": 250.5,
                "default_provider": "ANTHROPIC",
                "retention_days": 365,
            }
        },
    )
    invited = ada.call(
        "POST",
        f"/projects/{slug}/invites",
        {
            "email": "katherine.johnson@example.com",
            "role": "EDITOR",
            "message": "We need your eye on the evaluation set.",
        },
    )
    ada.call(
        "POST",
        f"/projects/{slug}/tokens",
        {"name": "Nightly regression", "role": "EDITOR", "expires_in_days": 90},
    )
    token = ada.call(
        "POST",
        f"/projects/{slug}/tokens",
        {"name": "Old laptop", "role": "VIEWER", "expires_in_days": 30},
    )
    ada.call("DELETE", f"/projects/{slug}/tokens/{token['token']['id']}")
    for name, about in (
        ("Invoice extraction", "Reads totals and line items from scanned invoices into JSON."),
        ("Release notes", None),
        (
            "SQL assistant",
            "Turns questions about the warehouse into queries that analysts can trust.",
        ),
        ("Tone of voice", "Keeps marketing copy within the brand guide."),
    ):
        ada.call("POST", "/projects", {"name": name, "description": about})
    ada.call("POST", "/projects/release-notes/archive")
    others["Grace Hopper"].call(
        "PATCH", f"/projects/{slug}", {"settings": {"default_max_iterations": 12}}
    )
    model = tell_the_gateway_story(ada, slug, odd, installation.database)
    return Stage(
        url=url,
        ada=ada,
        viewer=others["Mary Jackson"],
        newcomer=newcomer,
        slug=slug,
        model=model,
        invite_link=invited["link"].split("/invite", 1)[1],
    )
