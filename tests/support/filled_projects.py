"""A project in which every feature was used: playground, runs with judges, experiment, monitor, people."""

import asyncio
from typing import Any

from tests.support.answers import granted
from tests.support.experiments import an_experiment_bench
from tests.support.gateway import PATIENCE_S, Bench, Gateway
from tests.support.judging import a_judge_in, a_rubric, as_scorer
from tests.support.people import invite, make_token
from tests.support.sql import execute, rows
from tests.support.world import API, Person


async def a_filled_project(
    gateway: Gateway, *, named: tuple[str, ...] = (), unreachable: str = "http://127.0.0.1:1"
) -> Bench:
    """Use every feature in one new project, through the API and a worker; nothing is running at the end.

    `named`: the owner has these names, one after another.
    """
    bench = await gateway.bench("Everything")
    for name in named:
        granted(await bench.browser.patch(f"{API}/me", json={"name": name}))
    lab = await an_experiment_bench(bench, cases=4)
    experiment, first = await lab.begin()
    suggestion = (await lab.until(first))["suggestion"]["id"]
    comment = {"text": "Look at the tone"}
    await _post(bench, f"/suggestions/{suggestion}/comments", comment)
    talk = {"kind": "experiment", "subject": experiment, "text": "Shall we go on?"}
    thread = await _post(bench, "/comments", talk)
    await _post(bench, f"/comments/{thread['id']}/replies", {"text": "Yes"})
    await _post(bench, f"/comments/{thread['id']}/resolve", None)
    await lab.reject(suggestion)
    await bench.browser.post(f"{lab.path}/experiments/{experiment}/finish")
    await lab.ended(experiment)
    await bench.answer(await bench.model("sim-small"))
    execution = await _an_execution(bench, lab.dataset, lab.models)
    await _people_at(bench, execution["run_id"])
    await _around(bench, unreachable)
    await _until_at_rest(bench)
    return bench


async def _an_execution(bench: Bench, dataset: str, models: dict[str, str]) -> dict[str, Any]:
    content = {"messages": [{"role": "user", "content": "Answer kindly. {{message}}"}]}
    prompt = await _post(
        bench, "/prompts", {"name": "Kind", "kind": "generator", "content": content}
    )
    await _post(bench, f"/prompts/{prompt['id']}/versions", {"changelog": "First"})
    rubric = await a_rubric(bench.browser, bench.path)
    judge = await a_judge_in(bench.browser, bench.path, models["sim-judge"], rubric["id"])
    recipe = {
        "prompts": [{"prompt": prompt["id"]}],
        "dataset": {"id": dataset},
        "targets": [
            {"model": models[name], "parameters": {"max_tokens": 60}}
            for name in ("sim-small", "sim-medium")
        ],
        "scorers": [{"kind": "length", "at_least": 1}, as_scorer(judge)],
    }
    body = {"name": "Nightly", "daily_limit_usd": None, "recipe": recipe}
    suite = await _post(bench, "/suites", body)
    schedule = {"suite_id": suite["id"], "name": "Nightly", "cron": "0 3 1 1 *"}
    await _post(bench, "/monitors", schedule)
    made = await _post(bench, f"/suites/{suite['id']}/executions", {})
    async with asyncio.timeout(PATIENCE_S):
        while True:
            seen = granted(await bench.browser.get(f"{bench.path}/executions/{made['id']}"))
            if seen["state"] != "running":
                return seen
            await asyncio.sleep(0.1)


async def _people_at(bench: Bench, run: str) -> None:
    """Add labels, an annotation queue and a leaderboard with a vote."""
    cell = f"{bench.path}/runs/{run}/cells/0"
    granted(await bench.browser.put(f"{cell}/grade", json={"grade": 0.5}))
    queue = await _post(bench, "/annotation-queues", {"run": run, "name": "Tone", "ask": "thumbs"})
    place = f"{bench.path}/annotation-queues/{queue['id']}"
    item = granted(await bench.browser.post(f"{place}/next"))["item"]
    granted(await bench.browser.put(f"{place}/items/{item['id']}/label", json={"good": True}))
    board = await _post(bench, "/boards", {"name": "Best", "runs": [run]})
    pair = granted(await bench.browser.get(f"{bench.path}/boards/{board['id']}/next-pair"))
    if pair.get("pair"):
        vote = {"token": pair["pair"]["token"], "outcome": "left"}
        await _post(bench, f"/boards/{board['id']}/votes", vote)


async def _around(bench: Bench, unreachable: str) -> None:
    """Add a channel with a failed delivery, a token, an invite and an uploaded file."""
    channel = {"name": "Hook", "kind": "webhook", "url": unreachable, "allow_private": True}
    added = await _post(bench, "/channels", channel)
    await _post(bench, f"/channels/{added['channel']['id']}/test", None)
    await make_token(bench.owner, bench.project["slug"])
    await invite(bench.owner, bench.project["slug"], "someone@example.com")
    upload = await bench.browser.post(
        f"{bench.path}/imports?filename=cases.csv",
        content=b"question,expected\nOne?,1\n",
        headers={"content-type": "text/csv"},
    )
    assert upload.is_success, upload.text


async def join(bench: Bench, person: Person, role: str) -> None:
    """Make a person a member, as by accepting an invite."""
    execute(
        bench.world.url,
        "INSERT INTO project_members (project_id, user_id, role, joined_at) "
        f"VALUES ('{bench.project['id']}', '{person.id}', '{role}', now())",
    )


async def _until_at_rest(bench: Bench) -> None:
    """Wait until emails, summaries and assessments are done."""
    query = (
        "SELECT count(*) FROM dbos.workflow_status JOIN dbos.workflow_input USING (workflow_uuid) "
        "WHERE status IN ('ENQUEUED', 'PENDING', 'DELAYED') AND workflow_input.inputs LIKE %s"
    )
    async with asyncio.timeout(PATIENCE_S):
        while rows(bench.world.url, query, f"%{bench.project['id']}%")[0][0]:  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def _post(bench: Bench, path: str, body: Any) -> dict[str, Any]:
    answer = await bench.browser.post(f"{bench.path}{path}", json=body)
    assert answer.is_success, (path, answer.text)
    return answer.json() if answer.content else {}
