"""Sign-in with a provider: accounts, keys, roles by group, sign-out, and an installation without passwords."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from edison.domain.people.account import Registration
from edison.domain.people.sign_in_methods import own_path
from tests.support.answers import granted, refused
from tests.support.oidc_attacks import gets_through
from tests.support.oidc_issuer import SigningKey
from tests.support.oidc_token_attacks import ATTACKS
from tests.support.people import (
    invite,
    is_signed_in,
    join,
    machine,
    session_of,
    sign_in,
    sign_up,
)
from tests.support.provider_sign_in import ALPHA, BETA, Doors, problem_of, two_providers
from tests.support.sql import rows, value
from tests.support.world import API, World


@pytest.fixture
async def doors(world: World) -> AsyncGenerator[Doors]:
    async with two_providers(world) as doors:
        yield doors


async def test_the_sign_in_page_learns_which_providers_there_are(doors: Doors) -> None:
    browser = await doors.world.browser()

    methods = granted(await browser.get(f"{API}/sign-in/methods"))

    assert methods["passwords"] is True
    assert [each["label"] for each in methods["providers"]] == ["Alpha", "Beta"]
    assert "secret" not in str(methods)


async def test_a_newcomer_gets_an_account_and_comes_back_to_it(doors: Doors) -> None:
    await doors.world.person("owner")
    browser = await doors.world.browser()

    answer = await doors.sign_in(browser, next_path="/projects/bot?tab=1")

    assert answer.headers["location"] == "/projects/bot?tab=1"
    me = granted(await browser.get(f"{API}/me"))
    assert (me["email"], me["name"], me["role"]) == ("ada@example.com", "Ada", "EDITOR")
    assert (me["email_confirmed"], me["has_password"]) == (True, False)
    doors.alpha.people["ada"]["email"] = "ada.new@example.com"
    again = granted(await (await doors.signed_in()).get(f"{API}/me"))
    assert again["id"] == me["id"], "the subject counts, not the address"
    actions = rows(doors.world.url, "SELECT action FROM audit_log ORDER BY id")
    assert [row[0] for row in actions][-4:] == [
        "user.registered",
        "user.identity_added",
        "user.login",
        "user.login",
    ]


async def test_a_verified_address_leads_to_the_confirmed_account(doors: Doors) -> None:
    owner = await doors.world.person("ada")

    browser = await doors.signed_in()

    assert granted(await browser.get(f"{API}/me"))["id"] == owner.id
    assert value(doors.world.url, "SELECT count(*) FROM identities") == 1
    granted(await sign_in(await doors.world.browser(), "ada@example.com"))


async def test_an_unconfirmed_account_is_connected_after_the_owner_confirms_it(
    doors: Doors,
) -> None:
    owner = await doors.world.person("owner")
    early = granted(await sign_up(await doors.world.browser(), "ada@example.com"), 201)["user"]
    browser = await doors.world.browser()
    assert problem_of(await doors.sign_in(browser)) == "unconfirmed_account"

    granted(await owner.browser.post(f"{API}/accounts/{early['id']}/email/confirm"))

    assert granted(await (await doors.signed_in()).get(f"{API}/me"))["id"] == early["id"]


async def test_only_invited_newcomers_get_in_if_registration_needs_an_invite(doors: Doors) -> None:
    owner = await doors.world.person("owner")
    project = await owner.create_project()
    doors.world.allow(registration=Registration.INVITE)
    browser = await doors.world.browser()
    assert problem_of(await doors.sign_in(browser)) == "closed"

    await invite(owner, project["slug"], "ada@example.com")

    browser = await doors.signed_in()
    (received,) = granted(await browser.get(f"{API}/me/invites"))["items"]
    granted(await browser.post(f"{API}/me/invites/{received['id']}/accept"))
    doors.configure(create_accounts=True)
    doors.alpha.add_person("anyone")
    await doors.signed_in(username="anyone")


async def test_a_denied_sign_in_says_so(doors: Doors) -> None:
    browser = await doors.world.browser()
    address = await doors.start(browser)
    async with httpx.AsyncClient() as at_issuer:
        answer = await at_issuer.post(address, data={"username": "ada", "deny": "yes"})

    assert problem_of(await browser.get(answer.headers["location"])) == "denied"


async def test_new_keys_are_found_but_not_looked_for_all_the_time(doors: Doors) -> None:
    await doors.signed_in()
    doors.alpha.keys = [SigningKey("alpha-3"), *doors.alpha.keys]
    client = doors.world.ctx.openid.find(ALPHA)
    assert client is not None
    late = await doors.world.browser()
    assert problem_of(await doors.sign_in(late)) == "provider", "keys were read a moment ago"

    now = client._seconds()  # pyright: ignore[reportPrivateUsage]
    client._seconds = lambda: now + 61  # pyright: ignore[reportPrivateUsage]
    await doors.signed_in()

    before = doors.alpha.requests.count("/keys")
    doors.alpha.keys[0].kid = "alpha-4"
    doors.alpha.published = [key.public() for key in doors.alpha.keys[1:]]
    for _ in range(3):
        assert problem_of(await doors.sign_in(await doors.world.browser())) == "provider"
    assert doors.alpha.requests.count("/keys") == before, "within a minute keys are not read again"


@pytest.mark.parametrize(
    ("claim", "seconds"), [("exp", -50), ("iat", 50), ("nbf", 50)], ids=["exp", "iat", "nbf"]
)
async def test_clocks_may_differ_by_less_than_a_minute(
    doors: Doors, claim: str, seconds: int
) -> None:
    def shift(claims: dict[str, Any]) -> dict[str, Any]:
        return {**claims, claim: claims["iat"] + seconds}

    doors.alpha.change_claims = shift

    await doors.signed_in()


async def test_a_failing_issuer_is_reported_and_the_page_works(doors: Doors) -> None:
    doors.alpha.change_discovery = {"token_endpoint": f"{doors.alpha.url}/nothing"}
    browser = await doors.world.browser()

    assert problem_of(await doors.sign_in(browser)) == "provider"
    assert problem_of(await browser.get(f"{API}/sign-in/providers/gamma/start")) == "provider"


@pytest.mark.parametrize(
    "wanted",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "///evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "https://evil.example",
        "https:evil.example",
        "javascript:alert(1)",
        "evil.example",
        "@evil.example",
        "/projects\r\nSet-Cookie: a=b",
        "/" + "a" * 3000,
        "",
    ],
)
async def test_the_way_back_stays_in_this_installation(doors: Doors, wanted: str) -> None:
    answer = await doors.sign_in(await doors.world.browser(), next_path=wanted)

    assert answer.headers["location"] == "/projects"


def test_paths_of_screens_are_kept() -> None:
    for path in ("/projects/bot/runs/1?tab=cells&q=a%20b#row-7", "/account", "/projects/b%C3%A9"):
        assert own_path(path) == path
    assert own_path("/projects/bé") == "/projects/b%C3%A9"


async def test_sign_out_ends_the_session_at_the_provider(doors: Doors) -> None:
    browser = await doors.signed_in()
    granted(await browser.delete(f"{API}/session"), 204)

    answer = await browser.get(f"{API}/sign-in/sign-out")

    address = httpx.URL(answer.headers["location"])
    assert str(address).startswith(f"{doors.alpha.url}/end-session")
    assert address.params["post_logout_redirect_uri"] == "http://localhost/sign-in"
    assert address.params["id_token_hint"].count(".") == 2
    assert not await is_signed_in(browser)
    again = await browser.get(f"{API}/sign-in/sign-out")
    assert again.headers["location"] == "/sign-in"


async def test_without_passwords_only_providers_sign_in(doors: Doors) -> None:
    ada = await doors.world.person("ada")
    doors.world.allow(passwords=False)
    browser = await doors.world.browser()

    assert granted(await browser.get(f"{API}/sign-in/methods"))["passwords"] is False
    refused(await sign_in(browser, ada.email), 403, "PASSWORDS_OFF")
    refused(await sign_up(browser, "eve@example.com"), 403, "PASSWORDS_OFF")
    browser = await doors.signed_in()
    assert granted(await browser.get(f"{API}/me"))["id"] == ada.id
    change = {"current_password": "x", "password": "y", "confirm_password": "y"}
    refused(await browser.post(f"{API}/me/password", json=change), 403, "PASSWORDS_OFF")


async def test_an_account_without_password_is_deleted_after_a_fresh_sign_in(doors: Doors) -> None:
    await doors.world.person("owner")
    browser = await doors.signed_in()
    doors.world.clock.move(timedelta(minutes=11))
    body = {"email": "ada@example.com"}
    refused(await browser.post(f"{API}/me/delete", json=body), 400, "BAD_REQUEST")

    fresh = await doors.signed_in()
    granted(await fresh.post(f"{API}/me/delete", json=body), 204)

    assert value(doors.world.url, "SELECT count(*) FROM identities") == 0


async def test_nobody_signs_in_to_an_account_without_password_with_a_password(
    doors: Doors,
) -> None:
    await doors.signed_in()

    for password in ("", "!", "None", "Correct-horse-7!"):
        answer = await sign_in(await doors.world.browser(), "ada@example.com", password)
        refused(answer, 401, "INVALID_CREDENTIALS")


# --- Roles by group ---------------------------------------------------------------------------------------------------


def role(doors: Doors, group: str, project: str, name: str) -> dict[str, str]:
    return {"issuer": doors.alpha.url, "group": group, "project": project, "role": name}


async def give(owner: httpx.AsyncClient, *roles: dict[str, str]) -> None:
    granted(await owner.put(f"{API}/group-roles", json={"roles": list(roles)}))


async def role_in(browser: httpx.AsyncClient, project: str) -> str | None:
    answer = await browser.get(f"{API}/projects/{project}")
    return granted(answer)["role"] if answer.status_code != 404 else None


async def test_roles_of_groups_count_from_the_next_request_on(doors: Doors) -> None:
    owner = await doors.world.person("owner")
    project = (await owner.create_project())["slug"]
    doors.alpha.add_person("ada", groups=["staff", "leads"])
    browser = await doors.signed_in()
    session = session_of(browser)
    assert await role_in(browser, project) is None

    await give(owner.browser, role(doors, "staff", project, "VIEWER"))
    assert await role_in(browser, project) == "VIEWER"
    await give(
        owner.browser,
        role(doors, "staff", project, "VIEWER"),
        role(doors, "leads", project, "ADMIN"),
    )
    assert await role_in(browser, project) == "ADMIN", "the highest role counts"
    token = machine(doors.world, await _token(browser, project))
    granted(await token.get(f"{API}/projects/{project}/audit"))
    await give(owner.browser, role(doors, "staff", project, "EDITOR"))
    assert await role_in(browser, project) == "EDITOR"
    refused(await token.get(f"{API}/projects/{project}/audit"), 403, "FORBIDDEN")
    await give(owner.browser)
    assert await role_in(browser, project) is None
    refused(await token.get(f"{API}/projects/{project}"), 401, "UNAUTHORIZED")
    assert session_of(browser) == session, "the person did not sign in again"
    facts = rows(
        doors.world.url, "SELECT action FROM audit_log WHERE action LIKE 'member%' ORDER BY id"
    )
    assert [fact[0] for fact in facts] == [
        "member.added",
        "member.role_changed",
        "member.role_changed",
        "member.removed",
    ]


async def _token(browser: httpx.AsyncClient, project: str) -> str:
    body = {"name": "CI", "role": "ADMIN", "expires_in_days": 30}
    return granted(await browser.post(f"{API}/projects/{project}/tokens", json=body), 201)["secret"]


async def test_groups_are_read_at_each_sign_in(doors: Doors) -> None:
    owner = await doors.world.person("owner")
    project = (await owner.create_project())["slug"]
    await give(owner.browser, role(doors, "staff", project, "EDITOR"))
    doors.alpha.add_person("ada", groups=["staff"])
    browser = await doors.signed_in()
    assert await role_in(browser, project) == "EDITOR"

    doors.alpha.add_person("ada", groups=["other"])
    await doors.signed_in()

    assert await role_in(browser, project) is None, "also in the session that was open"


async def test_groups_of_another_issuer_give_nothing(doors: Doors) -> None:
    owner = await doors.world.person("owner")
    project = (await owner.create_project())["slug"]
    await give(owner.browser, role(doors, "staff", project, "ADMIN"))
    doors.beta.add_person("grace", groups=["staff"])

    assert await role_in(await doors.signed_in(BETA, "grace"), project) is None


async def test_a_role_given_by_hand_is_kept(doors: Doors) -> None:
    owner = await doors.world.person("owner")
    project = (await owner.create_project())["slug"]
    member = await doors.world.person("ada")
    await join(owner, project, member, "VIEWER")
    granted(await owner.browser.post(f"{API}/accounts/{member.id}/email/confirm"))
    doors.alpha.add_person("ada", groups=["staff"])

    await give(owner.browser, role(doors, "staff", project, "ADMIN"))
    browser = await doors.signed_in()
    assert await role_in(browser, project) == "VIEWER"
    await give(owner.browser)
    assert await role_in(browser, project) == "VIEWER"


async def test_a_membership_by_group_ends_with_the_group_only(doors: Doors) -> None:
    owner = await doors.world.person("owner")
    project = (await owner.create_project())["slug"]
    await give(owner.browser, role(doors, "staff", project, "EDITOR"))
    doors.alpha.add_person("ada", groups=["staff"])
    browser = await doors.signed_in()
    me = granted(await browser.get(f"{API}/me"))["id"]
    path = f"{API}/projects/{project}/members/{me}"

    refused(await owner.browser.delete(path), 409, "MEMBER_BY_GROUP")
    members = granted(await owner.browser.get(f"{API}/projects/{project}/members"))["items"]
    assert [each["by_group"] for each in members] == [False, True]
    granted(await owner.browser.patch(path, json={"role": "REVIEWER"}))
    await give(owner.browser)
    assert await role_in(browser, project) == "REVIEWER", "a changed role is one given by hand"
    granted(await owner.browser.delete(path), 204)


async def test_only_the_owner_of_the_installation_gives_roles_to_groups(doors: Doors) -> None:
    owner = await doors.world.person("owner")
    other = await doors.world.person("other")
    project = (await other.create_project())["slug"]
    wanted = role(doors, "staff", project, "ADMIN")

    refused(
        await other.browser.put(f"{API}/group-roles", json={"roles": [wanted]}), 403, "FORBIDDEN"
    )
    for wrong, status in (
        ({**wanted, "role": "OWNER"}, 400),
        ({**wanted, "issuer": "https://evil.example"}, 400),
        ({**wanted, "project": "nothing-here"}, 404),
    ):
        answer = await owner.browser.put(f"{API}/group-roles", json={"roles": [wrong]})
        assert answer.status_code == status, answer.text
    answer = await owner.browser.put(f"{API}/group-roles", json={"roles": [wanted, wanted]})
    refused(answer, 400, "BAD_REQUEST")
    assert granted(await owner.browser.get(f"{API}/group-roles"))["roles"] == []


# --- The attacks can fail ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "noticed"),
    [
        ("_check_nonce", "no nonce"),
        ("_check_authorized_party", "authorized party is another client"),
        ("_check_access_token", "access token of another response"),
    ],
)
async def test_an_attack_gets_through_without_its_check(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, check: str, noticed: str
) -> None:
    monkeypatch.setattr(f"edison.vault.id_tokens.{check}", _accept)

    assert await gets_through(doors, ATTACKS[noticed])


def _accept(*_: object) -> None:
    """Take the place of a check."""
