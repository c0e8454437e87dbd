"""Every screen a person can see, how to get there and what shows that it is there."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.e2e.stage import Stage, Visitor

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


def screens(stage: Stage) -> list[Screen]:
    project = f"/projects/{stage.slug}"
    settings = f"{project}/settings"
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
        Screen(name="account", path="/account", shows="Account"),
        Screen(name="installation-audit", path="/installation/audit", shows="Installation audit"),
        Screen(name="not-found", path="/nowhere", shows="There is no such"),
        Screen(name="project-not-found", path="/projects/nobodys", shows="There is no such"),
    ]
