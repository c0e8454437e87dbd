"""Protected labels and promotions in a house, new for each call."""

from typing import Any

from tests.support.answers import granted
from tests.support.house import House
from tests.support.world import API

COMPLETED = ("executing", "judging", "aggregating", "completed")


async def protected_prompt(house: House, project: str) -> str:
    """Protect `production`; return a prompt that may be promoted, because it has a completed run."""
    settings = {"settings": {"protected_labels": [{"label": "production"}]}}
    granted(await house.founder.browser.patch(f"{API}/projects/{project}", json=settings))
    prompt = await house.prompt(project)
    await house.run(project, *COMPLETED, prompt=prompt)
    return prompt


async def waiting_promotion(house: House, project: str) -> str:
    """Request a promotion of a version, which then waits."""
    prompt = await protected_prompt(house, project)
    body = {"label": "production", "number": 1}
    return (await _post(house, f"{project}/prompts/{prompt}/promotions", body))["id"]


async def overridden_prompt(house: House, project: str, *numbers: int) -> tuple[str, str]:
    """Move `production` to these versions of a prompt without evidence; return it and the last promotion."""
    prompt, made = await protected_prompt(house, project), ""
    for number in numbers:
        path = f"{project}/prompts/{prompt}"
        if number > 1:
            message = {"role": "user", "content": f"Version {number}: {{{{question}}}}"}
            draft = {"content": {"messages": [message]}, "revision": number - 1}
            granted(await house.founder.browser.patch(f"{API}/projects/{path}", json=draft))
            await _post(house, f"{path}/versions", {})
        body = {"label": "production", "number": number, "reason": "There is no run of it yet."}
        made = (await _post(house, f"{path}/promotions/override", body))["id"]
    return prompt, made


async def _post(house: House, path: str, body: dict[str, Any]) -> dict[str, Any]:
    return granted(await house.founder.browser.post(f"{API}/projects/{path}", json=body), 201)
