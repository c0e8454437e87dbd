"""Datasets created through the API."""

from typing import Any

import httpx

from tests.support.answers import granted
from tests.support.world import API, Person


class DatasetOf:
    """One dataset of a project, used by one person."""

    def __init__(self, browser: httpx.AsyncClient, project: str, dataset: str) -> None:
        self.browser = browser
        self.project = f"{API}/projects/{project}"
        self.path = f"{self.project}/datasets/{dataset}"
        self.id = dataset

    async def now(self) -> dict[str, Any]:
        return granted(await self.browser.get(self.path))

    async def add(self, *cases: dict[str, Any]) -> dict[str, Any]:
        answer = await self.browser.post(f"{self.path}/cases", json={"cases": list(cases)})
        return granted(answer, 201)

    async def cases(self, **query: Any) -> list[dict[str, Any]]:
        """Return the cases of all pages."""
        found: list[dict[str, Any]] = []
        query = {"limit": 100, **query}
        while True:
            page = granted(await self.browser.get(f"{self.path}/cases", params=query))
            found += page["items"]
            if page["next_cursor"] is None:
                return found
            query["cursor"] = page["next_cursor"]

    async def values(self, name: str, **query: Any) -> list[str]:
        return [case["values"].get(name) for case in await self.cases(**query)]

    async def bulk(self, **body: Any) -> httpx.Response:
        return await self.browser.post(f"{self.path}/cases/bulk", json=body)


def question(text: str, **more: Any) -> dict[str, Any]:
    return {"values": {"question": text}, **more}


async def a_dataset(
    person: Person, project: str | None = None, name: str = "Questions"
) -> DatasetOf:
    slug = project or (await person.create_project())["slug"]
    made = granted(
        await person.browser.post(f"{API}/projects/{slug}/datasets", json={"name": name}), 201
    )
    return DatasetOf(person.browser, slug, made["id"])


async def upload(dataset: DatasetOf, content: bytes, name: str = "cases.csv", **query: Any) -> Any:
    """Upload a file and return what the server detected."""
    answer = await dataset.browser.post(
        f"{dataset.project}/imports", params={"filename": name, **query}, content=content
    )
    return granted(answer, 201)


async def imported(dataset: DatasetOf, content: bytes, name: str = "cases.csv", **body: Any) -> Any:
    """Upload a file and import it with the suggested mapping."""
    found = await upload(dataset, content, name)
    answer = await dataset.browser.post(
        f"{dataset.path}/import", json={"upload": found["upload"], **body}
    )
    return granted(answer, 201)


async def stored(dataset: DatasetOf, content: bytes, name: str = "picture.png") -> dict[str, Any]:
    """Store a file in the project of a dataset; return what the server knows about it."""
    answer = await dataset.browser.post(
        f"{dataset.project}/files", params={"filename": name}, content=content
    )
    return granted(answer, 201)
