"""Nobody reads a project by making an account under the address of somebody else, over real HTTP.

The attack: invite the victim to a project of one's own, open the link that is shown, register as the
victim, and wait until the owner of another project invites the victim.
"""

import unicodedata
from collections.abc import AsyncGenerator

import httpx
import pytest

from edison.domain.people.account import Registration
from tests.support.answers import granted, refused
from tests.support.house import ServedWorld
from tests.support.people import invite, secret_in, sign_in, sign_up
from tests.support.sql import value
from tests.support.world import API, Person

VICTIM = "victim@corp.example"
FULL_WIDTH = "\uff56ictim@corp.example"


@pytest.fixture
async def served(database_url: str) -> AsyncGenerator[ServedWorld]:
    world = ServedWorld(database_url)
    try:
        async with world.served() as address:
            world.address = address
            yield world
    finally:
        await world.close()


def restrict(world: ServedWorld, registration: Registration) -> None:
    """Change who may register while the server runs."""
    app = world.app
    world.allow(registration=registration)
    app.state.context = world.ctx


async def owners(world: ServedWorld) -> tuple[Person, str, Person, str]:
    """The attacker with a project, and an honest owner with another. The installation has an owner of its own."""
    await world.person("Boss")
    mallory, olga = await world.person("Mallory"), await world.person("Olga")
    trap = (await mallory.create_project("Trap"))["slug"]
    secret = (await olga.create_project("Secret plans"))["slug"]
    return mallory, trap, olga, secret


async def signed_in(world: ServedWorld, email: str) -> httpx.AsyncClient:
    browser = await world.browser()
    granted(await sign_in(browser, email))
    return browser


async def confirm(world: ServedWorld, person: Person) -> None:
    """The owner of the installation vouches for the address of a person."""
    boss = await signed_in(world, "boss@example.com")
    body = granted(await boss.post(f"{API}/accounts/{person.id}/email/confirm"))
    assert body["email_confirmed"]


async def impostor_by_link(
    world: ServedWorld, attacker: Person, project: str, email: str = VICTIM
) -> httpx.AsyncClient:
    """A browser that is signed in as the victim, by a link that the attacker was shown."""
    link = (await invite(attacker, project, email))["link"]
    browser = await world.browser()
    granted(await sign_up(browser, email, invite=secret_in(link)), 201)
    return browser


async def learns_nothing(browser: httpx.AsyncClient, project: str) -> None:
    """Neither the project nor that there is an invite to it."""
    refused(await browser.get(f"{API}/projects/{project}"), 404, "NOT_FOUND")
    projects = granted(await browser.get(f"{API}/projects"))["items"]
    assert project not in [item["slug"] for item in projects]
    assert granted(await browser.get(f"{API}/me/invites"))["items"] == []


async def cannot_accept(browser: httpx.AsyncClient, invite_id: str) -> None:
    path = f"{API}/me/invites/{invite_id}"
    refused(await browser.post(f"{path}/accept"), 403, "EMAIL_NOT_CONFIRMED")
    refused(await browser.delete(path), 403, "EMAIL_NOT_CONFIRMED")


@pytest.mark.attack
@pytest.mark.parametrize("registration", [Registration.OPEN, Registration.INVITE])
async def test_an_impostor_does_not_get_into_the_project_of_another_owner(
    served: ServedWorld, registration: Registration
) -> None:
    mallory, trap, olga, secret = await owners(served)
    restrict(served, registration)
    impostor = await impostor_by_link(served, mallory, trap)

    made = await invite(olga, secret, VICTIM)

    await learns_nothing(impostor, secret)
    await cannot_accept(impostor, made["invite"]["id"])
    members = granted(await olga.browser.get(f"{API}/projects/{secret}/members"))["items"]
    assert [member["email"] for member in members] == [olga.email]


@pytest.mark.attack
async def test_an_address_that_was_only_typed_counts_for_nothing(served: ServedWorld) -> None:
    """Open registration asks nobody whether the address is theirs."""
    _, _, olga, secret = await owners(served)
    impostor = await served.browser()
    assert not granted(await sign_up(impostor, VICTIM), 201)["user"]["email_confirmed"]

    made = await invite(olga, secret, VICTIM)

    await learns_nothing(impostor, secret)
    await cannot_accept(impostor, made["invite"]["id"])


@pytest.mark.attack
async def test_an_invite_that_came_before_the_account_is_out_of_reach_too(
    served: ServedWorld,
) -> None:
    mallory, trap, olga, secret = await owners(served)
    made = await invite(olga, secret, VICTIM)

    impostor = await impostor_by_link(served, mallory, trap)

    await learns_nothing(impostor, secret)
    await cannot_accept(impostor, made["invite"]["id"])


@pytest.mark.attack
async def test_links_of_two_owners_who_work_together_prove_no_address(served: ServedWorld) -> None:
    mallory, trap, olga, secret = await owners(served)
    friend = await served.person("Friend")
    second = (await friend.create_project("Second trap"))["slug"]
    impostor = await impostor_by_link(served, mallory, trap)
    link = secret_in((await invite(friend, second, VICTIM))["link"])
    granted(await impostor.post(f"{API}/invites/accept", json={"token": link}))

    made = await invite(olga, secret, VICTIM)

    assert not granted(await impostor.get(f"{API}/me"))["email_confirmed"]
    await learns_nothing(impostor, secret)
    await cannot_accept(impostor, made["invite"]["id"])


@pytest.mark.attack
async def test_a_second_invite_and_a_renewed_link_prove_no_address(served: ServedWorld) -> None:
    mallory, trap, olga, secret = await owners(served)
    impostor = await impostor_by_link(served, mallory, trap)
    first = await invite(olga, secret, VICTIM)
    again = await invite(olga, secret, VICTIM, "ADMIN")
    path = f"{API}/projects/{secret}/invites/{again['invite']['id']}/link"
    granted(await olga.browser.post(path))

    # Out of the own project and in again by the next link that is shown.
    me = granted(await impostor.get(f"{API}/me"))["id"]
    granted(await mallory.browser.delete(f"{API}/projects/{trap}/members/{me}"), 204)
    link = secret_in((await invite(mallory, trap, VICTIM))["link"])
    granted(await impostor.post(f"{API}/invites/accept", json={"token": link}))

    await learns_nothing(impostor, secret)
    for made in (first, again):
        await cannot_accept(impostor, made["invite"]["id"])


@pytest.mark.attack
@pytest.mark.parametrize(
    "spelling",
    [
        "VICTIM@CORP.EXAMPLE",
        "Victim@Corp.Example",
        "victim@\uff43orp.example",
        FULL_WIDTH,
        unicodedata.normalize("NFD", "vict\u00edm@corp.example"),
    ],
)
async def test_no_spelling_of_an_address_makes_it_another_persons(
    served: ServedWorld, spelling: str
) -> None:
    """Spellings of one address are one account; others are other addresses. None of them is a way in."""
    mallory, trap, olga, secret = await owners(served)
    impostor = await impostor_by_link(served, mallory, trap, spelling)

    for invited in {VICTIM, spelling, unicodedata.normalize("NFC", spelling)}:
        made = await invite(olga, secret, invited)
        await learns_nothing(impostor, secret)
        await cannot_accept(impostor, made["invite"]["id"])


async def test_a_confirmed_account_answers_only_for_its_own_spelling(served: ServedWorld) -> None:
    """An address that looks alike is another one, even when it is confirmed."""
    _, _, olga, secret = await owners(served)
    boss = await signed_in(served, "boss@example.com")
    lookalike = await served.browser()
    user = granted(await sign_up(lookalike, FULL_WIDTH), 201)["user"]
    granted(await boss.post(f"{API}/accounts/{user['id']}/email/confirm"))

    made = await invite(olga, secret, VICTIM)

    await learns_nothing(lookalike, secret)
    path = f"{API}/me/invites/{made['invite']['id']}/accept"
    refused(await lookalike.post(path), 404, "NOT_FOUND")


@pytest.mark.attack
async def test_an_account_cannot_take_on_the_address_of_another(served: ServedWorld) -> None:
    """A confirmed account would otherwise only have to change its address."""
    _, _, olga, secret = await owners(served)
    mallory = await signed_in(served, "mallory@example.com")
    changed = await mallory.patch(f"{API}/me", json={"name": "Vic", "email": VICTIM})

    await invite(olga, secret, VICTIM)

    assert changed.status_code == 400, changed.text
    assert granted(await mallory.get(f"{API}/me"))["email"] == "mallory@example.com"
    await learns_nothing(mallory, secret)


@pytest.mark.attack
async def test_a_link_for_one_address_confirms_no_other(served: ServedWorld) -> None:
    mallory, _, olga, secret = await owners(served)
    link = secret_in((await invite(olga, secret, VICTIM))["link"])

    refused(
        await mallory.browser.post(f"{API}/invites/accept", json={"token": link}),
        403,
        "INVITE_EMAIL_MISMATCH",
    )

    await learns_nothing(mallory.browser, secret)
    assert value(served.url, "SELECT count(*) FROM users WHERE email_confirmed_at IS NOT NULL") == 1


@pytest.mark.attack
async def test_nobody_is_made_a_member_by_someone_else(served: ServedWorld) -> None:
    """Not even with a confirmed address: an invite waits until its addressee accepts it."""
    mallory, trap, olga, _ = await owners(served)
    await confirm(served, olga)

    made = await invite(mallory, trap, olga.email)

    path = f"{API}/projects/{trap}"
    refused(await olga.browser.get(path), 404, "NOT_FOUND")
    [waiting] = granted(await olga.browser.get(f"{API}/me/invites"))["items"]
    assert (waiting["id"], waiting["project_name"]) == (made["invite"]["id"], "Trap")
    assert (waiting["role"], waiting["invited_by"]) == ("EDITOR", "Mallory")


async def test_the_owner_of_the_installation_confirms_an_address(served: ServedWorld) -> None:
    """Where no mail is sent, this is how a person comes to answer invites without their links."""
    mallory, _, olga, secret = await owners(served)
    ada = await served.person("Ada")
    made = await invite(olga, secret, ada.email, "VIEWER")
    await cannot_accept(ada.browser, made["invite"]["id"])
    for other in (mallory, olga, ada):
        path = f"{API}/accounts/{ada.id}/email/confirm"
        refused(await other.browser.post(path), 403, "FORBIDDEN")

    await confirm(served, ada)

    joined = granted(await ada.browser.post(f"{API}/me/invites/{made['invite']['id']}/accept"))
    assert (joined["slug"], joined["role"]) == (secret, "VIEWER")
    assert granted(await ada.browser.get(f"{API}/me/invites"))["items"] == []
    members = granted(await olga.browser.get(f"{API}/projects/{secret}/members"))["items"]
    assert {member["email"]: member["email_confirmed"] for member in members} == {
        olga.email: False,
        ada.email: True,
    }


@pytest.mark.attack
async def test_an_invite_is_declined_and_its_link_is_dead(served: ServedWorld) -> None:
    mallory, trap, olga, _ = await owners(served)
    await confirm(served, olga)
    made = await invite(mallory, trap, olga.email)
    path = f"{API}/me/invites/{made['invite']['id']}"

    granted(await olga.browser.delete(path), 204)

    assert granted(await olga.browser.get(f"{API}/me/invites"))["items"] == []
    refused(await olga.browser.post(f"{path}/accept"), 404, "NOT_FOUND")
    token = {"token": secret_in(made["link"])}
    refused(await olga.browser.post(f"{API}/invites/accept", json=token), 404, "INVITE_INVALID")
    assert granted(await mallory.browser.get(f"{API}/projects/{trap}/invites"))["items"] == []
    entries = granted(await mallory.browser.get(f"{API}/projects/{trap}/audit"))["items"]
    assert entries[0]["action"] == "invite.declined"


@pytest.mark.attack
async def test_an_invite_of_someone_else_cannot_be_answered(served: ServedWorld) -> None:
    mallory, trap, olga, _ = await owners(served)
    ada = await served.person("Ada")
    await confirm(served, olga)
    made = await invite(mallory, trap, ada.email)
    path = f"{API}/me/invites/{made['invite']['id']}"

    refused(await olga.browser.post(f"{path}/accept"), 404, "NOT_FOUND")
    refused(await olga.browser.delete(path), 404, "NOT_FOUND")

    assert len(granted(await mallory.browser.get(f"{API}/projects/{trap}/invites"))["items"]) == 1


async def test_without_mail_no_confirmation_can_be_asked_for(served: ServedWorld) -> None:
    await served.person("Boss")
    ada = await served.person("Ada")

    answer = await ada.browser.post(f"{API}/me/email/confirmation-mail")

    assert "owner" in refused(answer, 409, "MAIL_NOT_CONFIGURED")["next_step"]
