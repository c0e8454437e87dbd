"""Comments in a house, new for each call."""

from tests.support.answers import granted
from tests.support.house import House, Situation
from tests.support.sql import execute
from tests.support.world import API


async def commented_run(house: House, project: str) -> tuple[str, str]:
    """Let the founder comment on a new run; return the run and the comment."""
    run = await house.run(project)
    body = {"kind": "run", "subject": run, "text": "Why is this slow?"}
    made = await house.founder.browser.post(f"{API}/projects/{project}/comments", json=body)
    return run, granted(made, 201)["id"]


async def own_comment(at: Situation) -> str:
    """Return a comment whose author asks, or the founder if a machine or nobody asks."""
    _, comment = await commented_run(at.house, at.project)
    if at.asking is not None:
        execute(
            at.house.world.url,
            f"UPDATE comments SET author = '{at.asking.id}' WHERE id = '{comment}'",
        )
    return comment
