"""The catalog of models: found, corrected and priced by people, and never made up where nobody knows."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import psycopg
import pytest

from edison.domain.ids import CredentialId, ProjectId, UserId
from edison.domain.models.capabilities import UNKNOWN
from edison.domain.models.provider import Provider
from edison.store.repositories.models.catalog_models import FoundModel
from tests.support.answers import all_items, granted, refused
from tests.support.catalog import a_credential, a_model
from tests.support.people import another_browser
from tests.support.sql import execute, rows
from tests.support.world import API, Person, World


class Shelf:
    """A project with a credential, and models of any name."""

    def __init__(self, world: World, owner: Person, project: dict[str, Any]) -> None:
        self.world, self.owner = world, owner
        self.browser = owner.browser
        self.project = ProjectId(UUID(project["id"]))
        self.slug: str = project["slug"]
        self.path = f"{API}/projects/{self.slug}/models"

    async def credential(self, provider: Provider = Provider.OPENAI) -> CredentialId:
        async with self.world.ctx.write() as tx:
            return await a_credential(
                tx, self.project, UserId(UUID(self.owner.id)), provider=provider
            )

    async def model(self, name: str, credential: CredentialId | None = None) -> str:
        """Put a model in place and give its address."""
        credential = credential or await self.credential()
        async with self.world.ctx.write() as tx:
            return f"{self.path}/{await a_model(tx, self.project, credential, name)}"

    async def names(self, **wanted: Any) -> list[str]:
        return [item["name"] for item in await all_items(self.browser, self.path, **wanted)]

    async def read(self, model: str) -> dict[str, Any]:
        return granted(await self.browser.get(model))

    async def price(self, model: str, **price: Any) -> dict[str, Any]:
        return granted(await self.browser.put(f"{model}/price", json=price))

    async def history(self, model: str) -> list[str]:
        return [item["choice"] for item in await all_items(self.browser, f"{model}/prices")]


@pytest.fixture
async def shelf(world: World) -> Shelf:
    owner = await world.person("Olga")
    return Shelf(world, owner, await owner.create_project())


def rates(model: dict[str, Any]) -> tuple[Decimal, Decimal] | None:
    price = model["price"]
    return price and (Decimal(price["input"]), Decimal(price["output"]))


async def test_models_are_found_by_name_provider_and_credential(shelf: Shelf) -> None:
    """ARENA-3.1.8, FR-EC-005.2"""
    here, there = await shelf.credential(), await shelf.credential(Provider.ANTHROPIC)
    for name in ("gpt-4o", "gpt-4o-mini", "100%_sure"):
        await shelf.model(name, here)
    await shelf.model("claude-sonnet-4-5", there)

    assert await shelf.names() == ["100%_sure", "claude-sonnet-4-5", "gpt-4o", "gpt-4o-mini"]
    assert await shelf.names(search="MINI") == ["gpt-4o-mini"]
    # What is searched is text, not a pattern.
    assert await shelf.names(search="%_") == ["100%_sure"]
    assert await shelf.names(search="_") == ["100%_sure"]
    assert await shelf.names(provider="ANTHROPIC") == ["claude-sonnet-4-5"]
    assert await shelf.names(credential=str(here), search="4o") == ["gpt-4o", "gpt-4o-mini"]
    assert await shelf.names(provider="OPENAI", credential=str(there)) == []
    refused(await shelf.browser.get(shelf.path, params={"provider": "X"}), 400, "BAD_REQUEST")


async def test_pages_of_the_catalog_stay_in_order_while_it_changes(shelf: Shelf) -> None:
    one, two = await shelf.credential(), await shelf.credential()
    # The same name twice: the id decides.
    for name in ("b", "d", "f"):
        await shelf.model(name, one)
        await shelf.model(name, two)
    first = granted(await shelf.browser.get(shelf.path, params={"limit": 3}))
    seen = [item["id"] for item in first["items"]]
    assert [item["name"] for item in first["items"]] == ["b", "b", "d"]

    for name in ("a", "c", "e"):
        await shelf.model(name, one)
    rest = granted(
        await shelf.browser.get(shelf.path, params={"limit": 10, "cursor": first["next_cursor"]})
    )

    assert [item["name"] for item in rest["items"]] == ["d", "e", "f", "f"]
    assert not set(seen) & {item["id"] for item in rest["items"]}


async def test_a_model_is_added_by_name_once(shelf: Shelf) -> None:
    """ARENA-3.1.1, ARENA-3.1.2, ARENA-3.1.9, PSM-MODEL-1"""
    credential = await shelf.credential()
    body = {"credential_id": str(credential), "name": "gpt-4o-mini"}

    added = granted(await shelf.browser.post(shelf.path, json=body), 201)

    assert (added["source"], added["credential_id"]) == ("manual", str(credential))
    assert (added["capabilities"]["temperature"], rates(added)) == (
        True,
        (Decimal("0.15"), Decimal("0.6")),
    )
    error = refused(await shelf.browser.post(shelf.path, json=body), 409, "DUPLICATE_MODEL")
    assert error["path"] == "name"
    # Another credential may open a model of the same name.
    other = {**body, "credential_id": str(await shelf.credential())}
    granted(await shelf.browser.post(shelf.path, json=other), 201)
    for wrong, field in (({"name": ""}, "name"), ({"name": "x" * 201}, "name")):
        answer = await shelf.browser.post(shelf.path, json={**body, **wrong})
        assert refused(answer, 400, "BAD_REQUEST")["path"] == field
    nobody = {**body, "credential_id": str(UUID(int=1))}
    refused(await shelf.browser.post(shelf.path, json=nobody), 404, "NOT_FOUND")


async def test_a_removed_model_can_be_added_again(shelf: Shelf) -> None:
    """ARENA-3.1.1"""
    credential = await shelf.credential()
    model = await shelf.model("gpt-4o", credential)

    granted(await shelf.browser.delete(model), 204)

    refused(await shelf.browser.get(model), 404, "NOT_FOUND")
    refused(await shelf.browser.delete(model), 404, "NOT_FOUND")
    body = {"credential_id": str(credential), "name": "gpt-4o"}
    granted(await shelf.browser.post(shelf.path, json=body), 201)
    assert await shelf.names() == ["gpt-4o"]


async def test_corrections_change_what_a_model_is_known_to_take(shelf: Shelf) -> None:
    """PSM-MODEL-10, ARENA-3.1.1"""
    model = await shelf.model("house-model")
    assert (await shelf.read(model))["capabilities"]["temperature"] is None
    wanted = {"temperature": False, "context_window": 32_000}

    edited = granted(await shelf.browser.patch(model, json={"capabilities": wanted}))

    assert edited["corrections"] == ["context_window", "temperature"]
    assert edited["capabilities"]["temperature"] is False
    assert edited["capabilities"]["context_window"] == 32_000
    assert edited["capabilities"]["top_p"] is None
    # What is given replaces what was corrected before; nothing given leaves it.
    assert granted(await shelf.browser.patch(model, json={}))["corrections"]
    cleared = granted(await shelf.browser.patch(model, json={"capabilities": {}}))
    assert (cleared["corrections"], cleared["capabilities"]["temperature"]) == ([], None)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"telepathy": True}, "capabilities.telepathy"),
        ({"temperature": 5}, "capabilities.temperature"),
        ({"context_window": True}, "capabilities.context_window"),
        ({"context_window": 0}, "capabilities.context_window"),
    ],
)
async def test_a_correction_that_says_nothing_is_refused(
    shelf: Shelf, wrong: dict[str, Any], field: str
) -> None:
    model = await shelf.model("house-model")

    answer = await shelf.browser.patch(model, json={"capabilities": wrong})

    assert refused(answer, 400, "BAD_REQUEST")["path"].startswith(field)
    assert (await shelf.read(model))["corrections"] == []


async def test_limits_are_set_and_taken_back(shelf: Shelf) -> None:
    """PRUI-SEC-3"""
    model = await shelf.model("gpt-4o")
    given = {"requests_per_minute": 60, "tokens_per_minute": 90_000, "concurrency": 4}

    granted(await shelf.browser.patch(model, json={"limits": given}))

    assert (await shelf.read(model))["limits"] == given
    granted(await shelf.browser.patch(model, json={"limits": {}}))
    assert set((await shelf.read(model))["limits"].values()) == {None}
    for wrong in ({"concurrency": 0}, {"requests_per_minute": -1}, {"speed": 1}):
        answer = await shelf.browser.patch(model, json={"limits": wrong})
        assert refused(answer, 400, "BAD_REQUEST")["path"].startswith("limits.")


async def test_a_price_is_the_published_one_or_the_projects_own_or_none(shelf: Shelf) -> None:
    """PRUI-COST-3, PRUI-LATER-2, ARENA-3.1.6, FR-EC-005.2, LLM-10.1.10"""
    model = await shelf.model("gpt-4o")
    listed = await shelf.read(model)
    assert (listed["price_choice"], listed["price"]["source"]) == ("list", "list")
    assert rates(listed) == (Decimal("2.5"), Decimal("10"))

    own = await shelf.price(model, choice="override", input="1.25", output="0.000000001")
    assert (own["price"]["source"], rates(own)) == (
        "override",
        (Decimal("1.25"), Decimal("0.000000001")),
    )
    assert own["list_price"] == listed["price"]
    free = await shelf.price(model, choice="free")
    assert (free["price"]["source"], rates(free)) == ("free", (Decimal(0), Decimal(0)))
    back = await shelf.price(model, choice="list")
    assert back["price"] == listed["price"]

    assert await shelf.history(model) == ["list", "free", "override"]
    newest = granted(await shelf.browser.get(f"{model}/prices"))["items"][0]
    assert newest["set_by"] == "Olga"


async def test_an_unknown_price_is_unknown_until_someone_says_it(shelf: Shelf) -> None:
    """LLM-10.1.11, ARENA-3.1.6: unknown is null, never zero."""
    model = await shelf.model("house-model")
    unknown = await shelf.read(model)
    assert (unknown["price"], unknown["list_price"], unknown["price_choice"]) == (
        None,
        None,
        "list",
    )

    assert (await shelf.price(model, choice="free"))["price"]["source"] == "free"
    assert (await shelf.price(model, choice="list"))["price"] is None


async def test_a_price_of_the_future_does_not_count_yet(shelf: Shelf) -> None:
    model = await shelf.model("gpt-4o")
    later = shelf.world.clock.now() + timedelta(days=2)
    await shelf.price(model, choice="override", input="1", output="1")

    answer = await shelf.price(
        model, choice="override", input="9", output="9", effective_from=later.isoformat()
    )

    assert rates(answer) == (Decimal(1), Decimal(1))
    assert await shelf.history(model) == ["override", "override"]
    shelf.world.clock.move(timedelta(days=2, hours=1))
    browser = await another_browser(shelf.world, shelf.owner)
    assert rates(granted(await browser.get(model))) == (Decimal(9), Decimal(9))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"choice": "override", "input": "1"}, "output"),
        ({"choice": "override", "input": "-1", "output": "1"}, "input"),
        ({"choice": "override", "input": "1", "output": "1000001"}, "output"),
        ({"choice": "override", "input": "NaN", "output": "1"}, "input"),
        ({"choice": "override", "input": "0", "output": "0"}, "choice"),
        ({"choice": "free", "input": "1"}, "choice"),
        ({"choice": "cheap"}, "choice"),
    ],
)
async def test_a_price_that_makes_no_sense_is_refused(
    shelf: Shelf, wrong: dict[str, Any], field: str
) -> None:
    """ARENA-3.1.6, ARENA-3.1.9"""
    model = await shelf.model("gpt-4o")

    answer = await shelf.browser.put(f"{model}/price", json=wrong)

    assert refused(answer, 400, "BAD_REQUEST")["path"] == field
    assert await shelf.history(model) == []


async def test_a_decision_about_a_price_is_never_changed(shelf: Shelf) -> None:
    model = await shelf.model("gpt-4o")
    await shelf.price(model, choice="override", input="1", output="2")

    with pytest.raises(psycopg.Error, match="UPDATE on model_prices is refused"):
        execute(shelf.world.url, "UPDATE model_prices SET input = 9")

    assert rows(shelf.world.url, "SELECT input FROM model_prices") == [(Decimal(1),)]


async def test_a_model_that_goes_names_its_successor(shelf: Shelf) -> None:
    """EDGE-16.4.4"""
    credential = await shelf.credential(Provider.ANTHROPIC)
    old = FoundModel(name="claude-3-opus-20240229", title="", capabilities=UNKNOWN)
    current = replace(old, name="claude-sonnet-4-5")
    async with shelf.world.ctx.write() as tx:
        listed = [replace(old, deprecated=True), current]
        now = shelf.world.clock.now()
        await tx.catalog.take_listing(shelf.project, credential, listed, "listing", now)

    deprecated, stays = (await all_items(shelf.browser, shelf.path))[:2]
    assert (deprecated["deprecated"], stays["deprecated"]) == (True, False)
    assert deprecated["alternative"].startswith("claude-opus-")
    assert stays["alternative"] is None


async def test_only_who_manages_credentials_may_change_the_catalog(shelf: Shelf) -> None:
    """FR-UM-003.17"""
    credential = await shelf.credential()
    model = await shelf.model("gpt-4o", credential)
    for role in ("EDITOR", "REVIEWER", "VIEWER"):
        browser = (await shelf.world.member(shelf.owner, shelf.slug, role)).browser
        assert granted(await browser.get(model))["name"] == "gpt-4o"
        assert granted(await browser.get(f"{model}/prices"))["items"] == []
        assert granted(await browser.get(f"{model}/usage"))["items"] == []
        body = {"credential_id": str(credential), "name": "more"}
        refused(await browser.post(shelf.path, json=body), 403, "FORBIDDEN")
        refused(await browser.patch(model, json={"limits": {}}), 403, "FORBIDDEN")
        refused(await browser.put(f"{model}/price", json={"choice": "free"}), 403, "FORBIDDEN")
        refused(await browser.delete(model), 403, "FORBIDDEN")
    outsider = await shelf.world.person()
    refused(await outsider.browser.get(model), 404, "NOT_FOUND")
    admin = await shelf.world.member(shelf.owner, shelf.slug, "ADMIN")
    granted(await admin.browser.put(f"{model}/price", json={"choice": "free"}))


async def test_changes_of_the_catalog_are_told_and_recorded(shelf: Shelf) -> None:
    credential = await shelf.credential()
    body = {"credential_id": str(credential), "name": "gpt-4o"}
    model = f"{shelf.path}/{granted(await shelf.browser.post(shelf.path, json=body), 201)['id']}"
    granted(await shelf.browser.patch(model, json={"limits": {"concurrency": 2}}))
    # Nothing changes, nothing is told.
    granted(await shelf.browser.patch(model, json={"limits": {"concurrency": 2}}))
    await shelf.price(model, choice="free")
    granted(await shelf.browser.delete(model), 204)

    trail = granted(await shelf.browser.get(f"{API}/projects/{shelf.slug}/audit"))["items"]
    told = rows(
        shelf.world.url,
        "SELECT type FROM events WHERE topic = %s ORDER BY number",
        f"project:{shelf.project}",
    )
    changes = ["model.added", "model.changed", "model.priced", "model.removed"]
    assert [row[0] for row in told if row[0].startswith("model.")] == changes
    assert [entry["action"] for entry in trail if entry["action"].startswith("model.")] == (
        changes[::-1]
    )
