"""Assists that learn from failed answers: they see the case and the reasons, and never a case of the holdout."""

import pytest

from tests.integration.test_assists import begin, made
from tests.support.answers import granted, refused
from tests.support.gateway import Gateway
from tests.support.runs import a_run_bench
from tests.support.sql import value

pytestmark = pytest.mark.asyncio(loop_scope="module")

BAD = "BAD_REQUEST"
TEXT = "Write a reply to the customer.\n\nMessage: {{question}}"
INPUT = "SELECT call::text FROM asks WHERE project_id = %s AND kind = %s"


async def test_failed_answers_are_shown_to_the_assistant_without_the_holdout(
    gateway: Gateway,
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=2, models=1)
    bench = runs.bench
    held = {"values": {"question": "A secret question"}, "expected": "zzz", "split": "holdout"}
    place = f"{bench.path}/datasets/{runs.dataset}/cases"
    granted(await bench.browser.post(place, json={"cases": [held]}), 201)
    run = await runs.finished(
        (await runs.start(scorers=({"kind": "contains", "values": ["zzz"]},))).id
    )

    chosen = {"text": TEXT, "instruction": "Be kind", "run": str(run.id), "cells": [0, 1, 2]}
    better = await made(bench, "improve_prompt", chosen)
    assert "{{question}}" in better["text"]
    explained = await made(bench, "explain_failure", {"run": str(run.id), "cell": 0})
    assert explained["cause"]
    assert explained["suggestion"]

    for kind in ("improve_prompt", "explain_failure"):
        sent = value(runs.url, INPUT, runs.project, kind)
        assert "What is 0 plus one?" in sent
        assert "A secret question" not in sent
    only = {**chosen, "cells": [2]}
    assert (
        refused(await begin(bench, "improve_prompt", input=only), 400, BAD)["path"] == "input.cells"
    )
    one = {"run": str(run.id), "cell": 2}
    assert (
        refused(await begin(bench, "explain_failure", input=one), 400, BAD)["path"] == "input.cell"
    )
    beyond = {"run": str(run.id), "cell": 99}
    refused(await begin(bench, "explain_failure", input=beyond), 404, "NOT_FOUND")
    unknown = {"run": bench.project["id"], "cell": 0}
    refused(await begin(bench, "explain_failure", input=unknown), 404, "NOT_FOUND")
