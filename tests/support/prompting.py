"""A project with prompts, used by one person."""

from typing import Any
from uuid import UUID

from edison.domain.ids import ProjectId
from tests.support.answers import granted
from tests.support.world import API, Person, World


def text(content: str, **more: Any) -> dict[str, Any]:
    """Return the content of a prompt with one message."""
    return {"messages": [{"role": "user", "content": content}], **more}


class Desk:
    """Creates and edits prompts in a project."""

    def __init__(self, world: World, owner: Person, project: dict[str, Any]) -> None:
        self.world, self.owner = world, owner
        self.browser = owner.browser
        self.project = ProjectId(UUID(project["id"]))
        self.slug: str = project["slug"]
        self.path = f"{API}/projects/{self.slug}/prompts"

    async def create(
        self, content: str = "Answer {{question}}", name: str = "Greeter", **more: Any
    ) -> dict[str, Any]:
        body: dict[str, Any] = {"name": name, "content": text(content), **more}
        return granted(await self.browser.post(self.path, json=body), 201)

    async def read(self, prompt: dict[str, Any]) -> dict[str, Any]:
        return granted(await self.browser.get(self.at(prompt)))

    async def write(self, prompt: dict[str, Any], content: str, **more: Any) -> dict[str, Any]:
        """Change the current draft."""
        revision = (await self.read(prompt))["revision"]
        body = {"content": text(content, **more), "revision": revision}
        return granted(await self.browser.patch(self.at(prompt), json=body))

    async def save(self, prompt: dict[str, Any], changelog: str = "") -> dict[str, Any]:
        body = {"changelog": changelog}
        return granted(await self.browser.post(f"{self.at(prompt)}/versions", json=body), 201)

    async def version(self, prompt: dict[str, Any], number: int) -> dict[str, Any]:
        return granted(await self.browser.get(f"{self.at(prompt)}/versions/{number}"))

    def at(self, prompt: dict[str, Any]) -> str:
        return f"{self.path}/{prompt['id']}"


async def a_desk(world: World) -> Desk:
    owner = await world.person("Olga")
    return Desk(world, owner, await owner.create_project())
