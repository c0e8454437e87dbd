"""A prompt of 300,000 characters is saved, compared, run and exported whole; one beyond the window is not started."""

import json
from collections.abc import AsyncGenerator
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from edison.domain.errors import RunNotReady
from edison.domain.ids import DatasetId, PromptId
from edison.domain.runs.run_order import VersionChoice
from edison.services.runs.run_forecast import forecast_run
from tests.support.answers import granted
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

LENGTH = 300_000
LINE = "Paragraph {:06} of the handbook: answer politely, in one word, with an umlaut ü.\n"
# Estimated with four characters per token; the simulated models have a window of 128,000 tokens.
BEYOND_THE_WINDOW = 128_000 * 4


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    async with a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def runs(gateway: Gateway) -> RunBench:
    await gateway.sim.reset()
    return await a_run_bench(await gateway.bench(), cases=2, models=1)


def handbook() -> str:
    lines = "".join(LINE.format(number) for number in range(LENGTH // 70))
    return lines[: LENGTH - len("{{question}}")] + "{{question}}"


async def a_long_prompt(runs: RunBench, text: str) -> dict[str, Any]:
    content = {"messages": [{"role": "user", "content": text}]}
    body = {"name": "Handbook", "kind": "generator", "content": content}
    return granted(await runs.bench.browser.post(f"{runs.bench.path}/prompts", json=body), 201)


@pytest.mark.nightly
async def test_a_prompt_of_300_000_characters_goes_the_whole_way(
    gateway: Gateway, runs: RunBench
) -> None:
    """Issue 23: through version, diff, run and export. The editor is tested in a browser."""
    browser, path = runs.bench.browser, runs.bench.path
    one = handbook()
    two = one.replace("Paragraph 002000 of", "PARAGRAPH 002000 of")
    assert len(one) == len(two) == LENGTH
    prompt = await a_long_prompt(runs, one)
    at = f"{path}/prompts/{prompt['id']}"

    granted(await browser.post(f"{at}/versions", json={"changelog": "The first"}), 201)
    revision = granted(await browser.get(at))["revision"]
    content = {"messages": [{"role": "user", "content": two}]}
    granted(await browser.patch(at, json={"content": content, "revision": revision}))
    granted(await browser.post(f"{at}/versions", json={"changelog": "The second"}), 201)
    [first] = granted(await browser.get(f"{at}/versions/1"))["content"]["messages"]
    parts = granted(await browser.get(f"{at}/compare", params={"a": 1, "b": 2}))["parts"]
    [compared] = [part for part in parts if part["part"] == "messages"]

    assert first["content"] == one
    # Only the changed line, with its number and three lines around it.
    head, *lines = compared["lines"]
    assert head == "@@ -1999,7 +1999,7 @@"
    assert [line[:20] for line in lines if line[0] != " "] == [
        "-Paragraph 002000 of",
        "+PARAGRAPH 002000 of",
    ]

    run = await runs.start(versions=(VersionChoice(prompt=PromptId(UUID(prompt["id"])), number=2),))
    await runs.finished(run.id)

    exported = await browser.get(f"{path}/runs/{run.id}/export", params={"format": "jsonl"})

    assert runs.counts(run.id) == {"answered": 2}
    assert exported.status_code == 200
    assert [json.loads(line)["output"] for line in exported.text.splitlines() if line] == [
        answer
        for (answer,) in rows(
            runs.url, "SELECT output FROM cells WHERE run_id = %s ORDER BY ordinal", run.id
        )
    ]
    # The simulator counts what it received: a character is at most a token, and several make one.
    tokens = rows(runs.url, "SELECT min(prompt_tokens) FROM cells WHERE run_id = %s", run.id)
    assert tokens[0][0] > LENGTH / 8


async def test_a_case_of_400_000_characters_is_stored_and_run(runs: RunBench) -> None:
    browser, path = runs.bench.browser, runs.bench.path
    made = granted(await browser.post(f"{path}/datasets", json={"name": "Long"}), 201)
    text = "ü" * 400_000
    cases = {"cases": [{"values": {"question": text}}]}
    granted(await browser.post(f"{path}/datasets/{made['id']}/cases", json=cases), 201)

    run = await runs.start(dataset=DatasetId(UUID(made["id"])))
    await runs.finished(run.id)

    assert runs.counts(run.id) == {"answered": 1}


async def test_a_prompt_beyond_the_context_window_is_not_started(
    gateway: Gateway, runs: RunBench
) -> None:
    """The longest of the chosen cases decides, and the message has the figures."""
    browser, path = runs.bench.browser, runs.bench.path
    made = granted(await browser.post(f"{path}/datasets", json={"name": "Too long"}), 201)
    texts = ("short", "x" * 450_000, "y" * 10)
    cases = {"cases": [{"values": {"question": text}} for text in texts]}
    granted(await browser.post(f"{path}/datasets/{made['id']}/cases", json=cases), 201)
    prompt = await a_long_prompt(runs, "z" * (BEYOND_THE_WINDOW - 450_000) + "{{question}}")
    order = runs.order(
        versions=(VersionChoice(prompt=PromptId(UUID(prompt["id"]))),),
        dataset=DatasetId(UUID(made["id"])),
    )

    prospect = await forecast_run(gateway.world.ctx, runs.who, order)
    with pytest.raises(RunNotReady, match="context window") as refused:
        await runs.start(versions=order.versions, dataset=order.dataset)

    [problem] = [each for each in prospect.problems if each.code == "too_long"]
    assert "about 128,007 tokens" in problem.message
    assert "an answer of up to 100 tokens" in problem.message
    assert "window of sim-" in problem.message
    assert "128,000 tokens" in problem.message
    assert problem.message in str(refused.value)
    assert rows(runs.url, "SELECT count(*) FROM runs WHERE project_id = %s", runs.project) == [(0,)]
