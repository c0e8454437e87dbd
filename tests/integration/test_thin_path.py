"""The first thing anyone does: sign up, make a project, see it."""

from tests.support.world import API, World


async def test_a_newcomer_signs_up_and_makes_a_project(world: World) -> None:
    ada = await world.person("Ada")

    project = await ada.create_project("Support bot")

    listed = (await ada.browser.get(f"{API}/projects")).json()
    assert [item["slug"] for item in listed["items"]] == ["support-bot"]
    assert listed["items"][0]["role"] == "OWNER"
    assert (listed["items"][0]["member_count"], listed["items"][0]["dataset_count"]) == (1, 1)
    assert project["settings"]["default_budget_usd"] == 100


async def test_the_first_account_owns_the_installation(world: World) -> None:
    first, second = await world.person(), await world.person()

    assert (await first.browser.get(f"{API}/me")).json()["role"] == "OWNER"
    assert (await second.browser.get(f"{API}/me")).json()["role"] == "EDITOR"
    assert (await second.browser.get(f"{API}/installation/audit")).status_code == 403
    entries = (await first.browser.get(f"{API}/installation/audit")).json()["items"]
    assert [entry["action"] for entry in entries] == [
        "permission.refused",
        "user.registered",
        "user.registered",
    ]
