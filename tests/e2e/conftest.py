"""One installation and one browser for all browser tests; every test brings its own people."""

import itertools
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.browser import chromium, open_context
from tests.e2e.stage import Stage, Visitor, set_stage
from tests.support.installation import Installation, running

_numbers = itertools.count(1)

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Generator[Installation]:
    with running(tmp_path_factory.mktemp("installation") / "home") as installation:
        yield installation


@pytest.fixture(scope="session")
def stage(installation: Installation) -> Stage:
    return set_stage(installation.url)


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, installation: Installation) -> Generator[OpenPage]:
    """Open a browser of its own, signed in as someone or as nobody."""
    contexts: list[BrowserContext] = []

    def open_page(visitor: Visitor | None = None) -> Page:
        context = open_context(
            browser, installation.url, signed_in=visitor.cookies() if visitor else None
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def newcomer(stage: Stage) -> Callable[[], Visitor]:
    """Sign up someone nobody has met yet. (The stage comes first: its Ada owns the installation.)"""
    return lambda: Visitor(stage.url).sign_up(f"Person Number{next(_numbers)}")
