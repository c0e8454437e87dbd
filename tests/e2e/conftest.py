"""One installation and one browser for all browser tests; every test brings its own people."""

import itertools
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.browser import chromium, open_context
from tests.e2e.gateway_story import ODD_MODELS
from tests.e2e.odd_provider import OddProvider, odd_provider
from tests.e2e.stage import Stage, Visitor, set_stage
from tests.support.installation import Installation, running

_numbers = itertools.count(1)

# What takes minutes comes first, the longest before the others: at the end everybody would wait for it.
LONG = (
    "test_monitor_journey.py",
    "test_every_screen.py",
    "test_experiment_journey.py",
    "test_suites.py",
    "test_workbench_grid.py",
    "test_dataset_screens.py",
    "test_runs.py",
    "test_experiment_pages.py",
    "test_workbench_editor.py",
    "test_workbench.py",
    "test_prompts.py",
    "test_workbench_proofs.py",
    "test_experiment_wizard.py",
    "test_questions.py",
    "test_datasets.py",
    "test_arena_flows.py",
)

# Two browsers, two servers and two workers share two cores.
expect.set_options(timeout=30_000)

OpenPage = Callable[..., Page]


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave a browser test to the nightly tier unless it is one of the core journeys."""
    if item.get_closest_marker("core") is None:
        item.add_marker("nightly")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: (*LONG, item.path.name).index(item.path.name))


@pytest.fixture(scope="session")
def odd() -> Generator[OddProvider]:
    with odd_provider(dict(ODD_MODELS)) as odd:
        yield odd


@pytest.fixture(scope="session")
def installation(
    tmp_path_factory: pytest.TempPathFactory, odd: OddProvider
) -> Generator[Installation]:
    home = tmp_path_factory.mktemp("installation") / "home"
    named = {
        "EDISON_KEY_VARIABLES": f"TEAM_KEY@{odd.url}",
        "TEAM_KEY": "sk-from-the-environment",
        # A minute in an installation of somebody else.
        "EDISON_BATCH_POLL_S": "1",
    }
    with running(home, **named) as installation:
        yield installation


@pytest.fixture(scope="session")
def stage(installation: Installation, odd: OddProvider) -> Stage:
    return set_stage(installation, odd)


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, installation: Installation) -> Generator[OpenPage]:
    """Open a browser of its own, signed in as someone or as nobody."""
    contexts: list[BrowserContext] = []

    def open_page(visitor: Visitor | None = None, size: str = "wide") -> Page:
        context = open_context(
            browser, installation.url, size=size, signed_in=visitor.cookies() if visitor else None
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def newcomer(stage: Stage) -> Callable[[], Visitor]:
    """Sign up someone nobody has met yet. (The stage comes first: its Ada owns the installation.)"""
    return lambda: Visitor(stage.url).sign_up(f"Person Number{next(_numbers)}")
