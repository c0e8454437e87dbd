"""A provider that lists ten thousand models: all are taken, and what leaves the list is marked."""

from uuid import UUID

import pytest

from edison.domain.ids import ProjectId, UserId
from edison.domain.models.capabilities import UNKNOWN
from edison.store.repositories.models.catalog_models import FoundModel
from tests.support.answers import granted
from tests.support.catalog import a_credential
from tests.support.sql import value
from tests.support.world import API, World

MANY = 10_000


@pytest.mark.nightly
async def test_ten_thousand_models_are_listed_and_those_gone_are_marked(world: World) -> None:
    ada = await world.person("Ada")
    made = await ada.create_project()
    project = ProjectId(UUID(made["id"]))
    found = [
        FoundModel(name=f"model-{number:05}", title="", capabilities=UNKNOWN)
        for number in range(MANY)
    ]
    async with world.ctx.write() as tx:
        credential = await a_credential(tx, project, UserId(UUID(ada.id)))
        await tx.catalog.take_listing(project, credential, found, "listing", world.clock.now())
    async with world.ctx.write() as tx:
        await tx.catalog.take_listing(project, credential, found[1:], "listing", world.clock.now())

    assert value(world.url, "SELECT count(*) FROM models WHERE NOT missing") == MANY - 1
    assert value(world.url, "SELECT name FROM models WHERE missing") == "model-00000"
    page = granted(
        await ada.browser.get(f"{API}/projects/{made['slug']}/models?search=model-0999&limit=20")
    )
    assert len(page["items"]) == 10
