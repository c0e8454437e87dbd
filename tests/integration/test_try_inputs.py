"""What a person sends to a model is kept as it is, or refused with a reason: it never breaks the store."""

from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import ProjectId, UserId
from tests.support.answers import refused
from tests.support.catalog import a_credential, a_model
from tests.support.world import API, World

HELLO = {"role": "user", "content": "Hello"}


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"properties": value}
    return value


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"messages": [{"role": "user", "content": "a\x00b"}]}, "messages.0.content"),
        (
            {"messages": [HELLO], "output": {"kind": "schema", "schema": {"\x00": 1}}},
            "output.schema",
        ),
        (
            {"messages": [HELLO], "output": {"kind": "schema", "schema": {"a": ["\x00"]}}},
            "output.schema",
        ),
        (
            {"messages": [HELLO], "tools": [{"name": "t", "parameters": nested(200)}]},
            "tools.0.parameters",
        ),
        ({"messages": [HELLO], "parameters": {"stop": ["\x00"]}}, "parameters.stop.0"),
    ],
)
async def test_what_cannot_be_stored_is_refused_with_its_place(
    world: World, body: dict[str, Any], path: str
) -> None:
    ada = await world.person("Ada")
    project = await ada.create_project()
    async with world.ctx.write() as tx:
        await tx.workers.report("here", "test", world.clock.now())
        place = ProjectId(UUID(project["id"]))
        model = await a_model(tx, place, await a_credential(tx, place, UserId(UUID(ada.id))))
    address = f"{API}/projects/{project['slug']}/models/{model}/tries"

    error = refused(await ada.browser.post(address, json=body), 400, "BAD_REQUEST")

    assert error["path"] == path


async def test_any_other_text_is_kept_to_the_letter(world: World) -> None:
    ada = await world.person("Ada")
    project = await ada.create_project()
    async with world.ctx.write() as tx:
        await tx.workers.report("here", "test", world.clock.now())
        place = ProjectId(UUID(project["id"]))
        model = await a_model(tx, place, await a_credential(tx, place, UserId(UUID(ada.id))))
    text = "  {{x}} \u202e \x07 <b>&amp;</b>\r\n\t\U0001f600 "
    address = f"{API}/projects/{project['slug']}/models/{model}/tries"

    asked = await ada.browser.post(address, json={"messages": [{"role": "user", "content": text}]})

    assert asked.status_code == 202, asked.text
    kept = await ada.browser.get(f"{API}/projects/{project['slug']}/tries/{asked.json()['id']}")
    assert kept.json()["messages"] == [{"role": "user", "content": text}]
