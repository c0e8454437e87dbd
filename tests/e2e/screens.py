"""Every screen a person can see, how to get there and what shows that it is there."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.e2e.gateway_story import FAILING
from tests.e2e.stage import Stage, Visitor

GONE = "01900000-0000-7000-8000-000000000000"

Step = Callable[[Page], None]


def _stay(_: Page) -> None:
    """The address alone shows the screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    name: str
    path: str
    shows: str
    who: str | None = "ada"
    then: Step = _stay

    def visitor(self, stage: Stage) -> Visitor | None:
        return getattr(stage, self.who) if self.who else None


def _click(name: str, role: str = "button") -> Step:
    def click(page: Page) -> None:
        page.get_by_role(role, name=name).first.click()  # pyright: ignore[reportArgumentType]
        page.get_by_role("dialog").wait_for()

    return click


def _press(keys: str) -> Step:
    def press(page: Page) -> None:
        page.keyboard.press(keys)
        page.get_by_role("dialog").wait_for()

    return press


def _expand_first(page: Page) -> None:
    page.get_by_role("button", expanded=False).and_(page.locator("main button")).first.click()


def _search_in_vain(page: Page) -> None:
    page.get_by_label("Search projects").fill("zzzz")
    page.get_by_text("No results found").wait_for()


def _show_earlier_try(page: Page) -> None:
    page.get_by_role("button", name="reset my password").first.click()
    page.get_by_label("Text of the answer").wait_for()


def _open_parameters(page: Page) -> None:
    page.get_by_role("button", name="Parameters").click()
    page.get_by_label("Temperature").wait_for()


def _from_the_environment(page: Page) -> None:
    page.get_by_role("button", name="Add credential").first.click()
    page.get_by_role("radio", name="Environment variable").click()


def _a_week_as_table(page: Page) -> None:
    page.get_by_role("radio", name="7 d").click()
    page.get_by_role("radio", name="Calls").click()
    page.get_by_role("button", name="as a table").click()
    page.get_by_role("region", name="Calls per day, table").wait_for()


def _open_model(name: str) -> Step:
    def open_model(page: Page) -> None:
        page.get_by_role("link", name=name).first.click()
        page.get_by_label("Prompt").wait_for()

    return open_model


def _show_failure(page: Page) -> None:
    _open_model("sim-down")(page)
    page.get_by_role("button", name="Are you there").last.click()
    page.get_by_label("What went wrong").wait_for()


def screens(stage: Stage) -> list[Screen]:
    project = f"/projects/{stage.slug}"
    settings = f"{project}/settings"
    model = f"{project}/models/{stage.model}"
    return [
        Screen(name="sign-up", path="/sign-up", shows="Create your account", who=None),
        Screen(name="sign-in", path="/sign-in", shows="Sign in", who=None),
        Screen(name="terms", path="/terms", shows="Terms", who=None),
        Screen(name="invite", path=f"/invite{stage.invite_link}", shows="Join", who=None),
        Screen(
            name="invite-for-another",
            path=f"/invite{stage.invite_link}",
            shows="Join",
            who="viewer",
        ),
        Screen(name="invite-invalid", path="/invite#edi_nothing", shows="invite", who=None),
        Screen(name="projects", path="/projects", shows="Projects"),
        Screen(name="projects-first-visit", path="/projects", shows="Projects", who="newcomer"),
        Screen(
            name="projects-nothing-found", path="/projects", shows="Projects", then=_search_in_vain
        ),
        Screen(name="new-project", path="/projects", shows="Projects", then=_click("New project")),
        Screen(name="project-home", path=project, shows="Customer support bot"),
        Screen(
            name="project-home-viewer", path=project, shows="Customer support bot", who="viewer"
        ),
        Screen(
            name="palette", path=project, shows="Customer support bot", then=_press("Control+k")
        ),
        Screen(name="shortcuts", path=project, shows="Customer support bot", then=_press("?")),
        Screen(name="settings-general", path=settings, shows="General"),
        Screen(name="settings-general-viewer", path=settings, shows="General", who="viewer"),
        Screen(name="settings-members", path=f"{settings}/members", shows="Members"),
        Screen(
            name="settings-invite",
            path=f"{settings}/members",
            shows="Members",
            then=_click("Invite member"),
        ),
        Screen(name="settings-credentials", path=f"{settings}/credentials", shows="Credentials"),
        Screen(
            name="settings-credentials-viewer",
            path=f"{settings}/credentials",
            shows="Credentials",
            who="viewer",
        ),
        Screen(
            name="settings-credentials-none",
            path="/projects/sql-assistant/settings/credentials",
            shows="Credentials",
        ),
        Screen(
            name="settings-credentials-on-hold",
            path=f"/projects/{FAILING}/settings/credentials",
            shows="Credentials",
        ),
        Screen(
            name="settings-credential-variable",
            path=f"{settings}/credentials",
            shows="Credentials",
            then=_from_the_environment,
        ),
        Screen(
            name="settings-add-credential",
            path=f"{settings}/credentials",
            shows="Credentials",
            then=_click("Add credential"),
        ),
        Screen(name="models", path=f"{project}/models", shows="Models"),
        Screen(name="models-none", path="/projects/sql-assistant/models", shows="Models"),
        Screen(
            name="models-add", path=f"{project}/models", shows="Models", then=_click("Add model")
        ),
        Screen(name="model", path=model, shows="sim-picky", then=_show_earlier_try),
        Screen(name="model-week", path=model, shows="sim-picky", then=_a_week_as_table),
        Screen(
            name="models-going",
            path=f"{project}/models?search=gpt-3.5",
            shows="Models",
            then=_open_model("gpt-3.5"),
        ),
        Screen(
            name="model-failed",
            path=f"/projects/{FAILING}/models?search=sim-down",
            shows="Models",
            then=_show_failure,
        ),
        Screen(name="model-viewer", path=model, shows="sim-picky", who="viewer"),
        Screen(name="model-parameters", path=model, shows="sim-picky", then=_open_parameters),
        Screen(name="model-price", path=model, shows="sim-picky", then=_click("Change")),
        Screen(name="model-capabilities", path=model, shows="sim-picky", then=_click("Correct")),
        Screen(name="model-limits", path=model, shows="sim-picky", then=_click("Set limits")),
        Screen(name="model-gone", path=f"{project}/models/{GONE}", shows="Model not found"),
        Screen(name="settings-tokens", path=f"{settings}/tokens", shows="Tokens"),
        Screen(
            name="settings-new-token",
            path=f"{settings}/tokens",
            shows="Tokens",
            then=_click("New token"),
        ),
        Screen(name="settings-audit", path=f"{settings}/audit", shows="Audit log"),
        Screen(
            name="settings-audit-entry",
            path=f"{settings}/audit",
            shows="Audit log",
            then=_expand_first,
        ),
        Screen(name="comments-none", path=f"{project}/comments", shows="Comments"),
        Screen(name="promotions-none", path=f"{project}/promotions", shows="Promotions"),
        Screen(
            name="promotion-gone",
            path=f"{project}/promotions/{GONE}",
            shows="Promotion not found",
        ),
        Screen(name="account", path="/account", shows="Account"),
        Screen(name="arena-none", path=f"{project}/arena", shows="Arena"),
        Screen(name="arena-new", path=f"{project}/arena/new", shows="New leaderboard"),
        Screen(name="arena-start", path=f"{project}/arena/start", shows="Start an arena"),
        Screen(name="arena-gone", path=f"{project}/arena/{GONE}", shows="Leaderboard not found"),
        Screen(name="reports", path=f"{project}/reports", shows="Reports"),
        Screen(name="reports-none", path="/projects/sql-assistant/reports", shows="Reports"),
        Screen(
            name="installation-reports", path="/installation/reports", shows="Installation report"
        ),
        Screen(name="installation-people", path="/installation/people", shows="People"),
        Screen(
            name="forgot-password", path="/forgot-password", shows="Reset your password", who=None
        ),
        Screen(
            name="reset-password",
            path="/reset-password#edr_x",
            shows="Choose a new password",
            who=None,
        ),
        Screen(name="installation-audit", path="/installation/audit", shows="Installation audit"),
        Screen(
            name="installation-sign-in", path="/installation/sign-in", shows="Sign-in providers"
        ),
        Screen(name="not-found", path="/nowhere", shows="Page not found"),
        Screen(name="project-not-found", path="/projects/nobodys", shows="Project not found"),
    ]
