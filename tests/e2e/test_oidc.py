"""Signing in with two providers in a real browser, whose pages are on another site than Edison."""

import json
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.browser import open_context
from tests.e2e.inspection import faults_of
from tests.e2e.stage import Visitor
from tests.support.installation import Installation, running
from tests.support.oidc_issuer import CLIENT, SECRET, Issuer, running_issuer
from tests.support.provider_sign_in import ALPHA, BETA, callback_address

OpenIt = Callable[..., Page]


@dataclass(frozen=True, kw_only=True)
class Place:
    """An installation with two providers, owned by Ada."""

    installation: Installation
    issuers: dict[str, Issuer]
    ada: Visitor


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Generator[Place]:
    folder = tmp_path_factory.mktemp("providers")
    with running_issuer(ALPHA) as alpha, running_issuer(BETA) as beta:
        issuers = {ALPHA: alpha, BETA: beta}
        listed = [
            {
                "name": name,
                "label": f"{name.capitalize()} company",
                "issuer": issuer.url,
                "client_id": CLIENT,
                "client_secret": SECRET,
            }
            for name, issuer in issuers.items()
        ]
        file = folder / "providers.json"
        file.write_text(json.dumps(listed))
        with running(folder / "home", EDISON_SIGN_IN_PROVIDERS_FILE=str(file)) as installation:
            for name, issuer in issuers.items():
                issuer.redirect_uris.add(callback_address(name, installation.url))
            ada = Visitor(installation.url).sign_up("Ada Lovelace")
            yield Place(installation=installation, issuers=issuers, ada=ada)


@pytest.fixture
def open_it(browser: Browser, place: Place) -> Generator[OpenIt]:
    contexts: list[BrowserContext] = []

    def open_it(visitor: Visitor | None = None, size: str = "wide") -> Page:
        signed_in = visitor.cookies() if visitor else None
        context = open_context(browser, place.installation.url, size=size, signed_in=signed_in)
        contexts.append(context)
        return context.new_page()

    yield open_it
    for context in contexts:
        context.close()


def _sign_in(page: Page, provider: str, username: str) -> None:
    page.get_by_role("link", name=f"Continue with {provider.capitalize()} company").click()
    expect(page.get_by_role("heading", name=f"Sign in to {provider}")).to_be_visible()
    page.get_by_label("User name").fill(username)
    page.get_by_role("button", name="Continue").click()


@pytest.mark.core
def test_people_sign_in_with_either_of_two_providers(place: Place, open_it: OpenIt) -> None:
    for provider, username in ((ALPHA, "grace"), (BETA, "mary")):
        place.issuers[provider].add_person(username, name=f"{username.capitalize()} Example")
        page = open_it()
        page.goto("/account")
        expect(page.get_by_role("heading", name="Sign in to Edison")).to_be_visible()

        _sign_in(page, provider, username)

        expect(page).to_have_url(re.compile("/account$"))
        expect(page.get_by_text(f"{username}@example.com").first).to_be_visible()
        expect(page.get_by_label("New password")).to_have_count(0)

        page.get_by_role("button", name=f"{username.capitalize()} Example").click()
        page.get_by_role("menuitem", name="Sign out").click()
        expect(page).to_have_url(re.compile("/sign-in$"))
        assert place.issuers[provider].signed_out[-1]["client_id"] == CLIENT
        page.goto("/account")
        expect(page.get_by_role("heading", name="Sign in to Edison")).to_be_visible()


def test_a_refused_sign_in_says_what_to_do(place: Place, open_it: OpenIt) -> None:
    place.issuers[ALPHA].add_person("eve", email="ada.lovelace@example.com", email_verified=False)
    page = open_it()
    page.goto("/sign-in")

    _sign_in(page, ALPHA, "eve")

    expect(page.get_by_role("alert")).to_contain_text("has not verified your email address")
    assert faults_of(page, "sign-in-refused") == []
    page.goto("/projects")
    expect(page.get_by_role("heading", name="Sign in to Edison")).to_be_visible()


def test_the_owner_gives_a_role_to_a_group_and_it_counts_at_once(
    place: Place, open_it: OpenIt
) -> None:
    slug = place.ada.call("POST", "/projects", {"name": "Group project"})["slug"]
    place.issuers[BETA].add_person("joan", name="Joan Clarke", groups=["reviewers"])
    joan = open_it()
    joan.goto("/sign-in")
    _sign_in(joan, BETA, "joan")
    expect(joan).to_have_url(re.compile("/projects$"))
    joan.goto(f"/projects/{slug}")
    expect(joan.get_by_text("not found").first).to_be_visible()

    page = open_it(place.ada)
    page.goto("/installation/sign-in")
    form = page.get_by_role("form", name="Add a role")
    form.get_by_role("combobox", name="Provider").click()
    page.get_by_role("option", name="Beta company").click()
    form.get_by_label("Group").fill("reviewers")
    form.get_by_label("Project").fill(slug)
    form.get_by_role("combobox", name="Role").click()
    page.get_by_role("option", name="Reviewer").click()
    form.get_by_role("button", name="Add role").click()
    expect(page.get_by_role("row", name="reviewers")).to_be_visible()
    assert faults_of(page, "sign-in-providers") == []

    joan.goto(f"/projects/{slug}/settings/members")
    expect(joan.get_by_text("By group")).to_be_visible()
    page.get_by_role("button", name=f"Remove the role of reviewers in {slug}").click()
    expect(page.get_by_role("row", name="reviewers")).to_have_count(0)
    joan.goto(f"/projects/{slug}")
    expect(joan.get_by_text("not found").first).to_be_visible()
