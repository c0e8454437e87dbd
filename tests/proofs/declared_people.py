"""Who may administer people and reset passwords, written down by hand."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from edison.domain.ids import UserId
from edison.domain.people.access import Role
from edison.domain.people.api_token import PASSWORD_RESET_PREFIX, new_secret
from tests.proofs.declaring import Build, Declared, Everyone, InstallationOwner, Request, fixed
from tests.proofs.declaring import declared as _declared
from tests.support.house import Situation
from tests.support.world import API

PEOPLE_PATH = f"{API}/installation/people"
NEW_PASSWORD = "Another-horse-8!"


def about_person(rest: str = "", *, disabled: bool = False, owner: bool = False) -> Build:
    async def build(at: Situation) -> Request:
        someone = await at.house.person()
        user = UserId(UUID(someone.id))
        async with at.house.world.ctx.write() as tx:
            if disabled:
                await tx.people.disable(user, at.house.world.clock.now())
            if owner:
                await tx.people.set_role(user, Role.OWNER)
        return Request(path=f"{PEOPLE_PATH}/{someone.id}{rest}")

    return build


async def about_session(at: Situation) -> Request:
    someone = await at.house.person()
    # A session is known from its first use on.
    (await someone.browser.get(f"{API}/me")).raise_for_status()
    found = await at.house.rows(
        "SELECT id FROM sessions WHERE user_id = CAST(:user AS uuid)", user=someone.id
    )
    return Request(path=f"{PEOPLE_PATH}/{someone.id}/sessions/{found[0][0]}")


async def about_persons_token(at: Situation) -> Request:
    someone = await at.house.person()
    project = str((await at.house.project(someone))["slug"])
    token, _ = await at.house.token(project, by=someone)
    return Request(path=f"{PEOPLE_PATH}/{someone.id}/tokens/{token}")


async def use_reset_link(at: Situation) -> Request:
    someone = await at.house.person()
    secret = new_secret(PASSWORD_RESET_PREFIX)
    until = at.house.world.clock.now() + timedelta(minutes=30)
    async with at.house.world.ctx.write() as tx:
        await tx.password_resets.expect(UserId(UUID(someone.id)), secret.digest, until)
    body: dict[str, Any] = {"password": NEW_PASSWORD, "confirm_password": NEW_PASSWORD}
    return Request(path=f"{API}/password-resets/complete", json={"token": secret.text, **body})


OWNER = InstallationOwner()
PEOPLE: tuple[Declared, ...] = (
    _declared("list_people", OWNER, 200, fixed(PEOPLE_PATH)),
    _declared("read_person", OWNER, 200, about_person()),
    _declared("disable_person", OWNER, 200, about_person("/disable")),
    _declared("enable_person", OWNER, 200, about_person("/enable", disabled=True)),
    _declared("require_password_change", OWNER, 200, about_person("/require-password-change")),
    _declared("make_installation_owner", OWNER, 200, about_person("/ownership")),
    _declared("remove_installation_owner", OWNER, 200, about_person("/ownership", owner=True)),
    _declared("end_person_sessions", OWNER, 204, about_person("/sessions")),
    _declared("end_person_session", OWNER, 204, about_session),
    _declared("revoke_person_tokens", OWNER, 204, about_person("/tokens")),
    _declared("revoke_person_token", OWNER, 204, about_persons_token),
    # No mail is sent in the proofs, so who may ask for one is told that there is none (409).
    _declared("mail_password_reset", OWNER, 409, about_person("/password-reset-mail")),
    _declared(
        "request_password_reset",
        Everyone(),
        409,
        fixed(f"{API}/password-resets", {"email": "ada@example.com"}),
    ),
    _declared("reset_password", Everyone(), 204, use_reset_link),
)
