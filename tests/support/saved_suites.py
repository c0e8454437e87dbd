"""Suites created through the API, and their recipes."""

from typing import Any

from tests.support.answers import granted
from tests.support.finished_runs import RunDesk


def recipe_body(order: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Convert the body of a run to a recipe, with the newest version instead of the draft."""
    recipe: dict[str, Any] = {
        "prompts": [{"prompt": each["prompt"]} for each in order["versions"]],
        "targets": [{"model": target["model"]} for target in order["targets"]],
        "dataset": {"id": order["dataset"]},
    }
    return {**recipe, **changes}


async def save(desk: RunDesk, name: str = "Nightly", **changes: Any) -> dict[str, Any]:
    """Create a suite of the project's prompt, cases and models."""
    body = {"name": name, "recipe": recipe_body(desk.order(), **changes)}
    return granted(await desk.browser.post(f"{desk.path}/suites", json=body), 201)


async def read(desk: RunDesk, suite: dict[str, Any]) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/suites/{suite['id']}"))


async def change(desk: RunDesk, suite: dict[str, Any], **changes: Any) -> dict[str, Any]:
    body = {"revision": suite["revision"], **changes}
    return granted(await desk.browser.patch(f"{desk.path}/suites/{suite['id']}", json=body))


async def saved_version(desk: RunDesk, text: str | None = None) -> None:
    """Save the project's prompt as a version, with another text if one is given."""
    path = f"{desk.path}/prompts/{desk.prompt}"
    if text is not None:
        now = granted(await desk.browser.get(path))
        content = {"messages": [{"role": "user", "content": text}]}
        body = {"content": content, "revision": now["revision"]}
        granted(await desk.browser.patch(path, json=body))
    granted(await desk.browser.post(f"{path}/versions", json={}), 201)


async def add_case(desk: RunDesk) -> None:
    body = {"cases": [{"values": {"question": "And now?"}}]}
    granted(
        await desk.browser.post(f"{desk.path}/datasets/{desk.dataset.id}/cases", json=body), 201
    )
