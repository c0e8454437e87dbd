"""A model that never answers ends as timed out, after as long as the installation says."""

from pathlib import Path

import pytest

from tests.support.answers import granted
from tests.support.gateway import a_gateway_of_its_own
from tests.support.postgres import TestServer


@pytest.mark.nightly
async def test_the_time_a_model_may_take_is_a_setting(postgres: TestServer, tmp_path: Path) -> None:
    """NFR-4.1.6, LLM-10.3.1, EDGE-16.4.1"""
    async with a_gateway_of_its_own(postgres, tmp_path, EDISON_MODEL_TIMEOUT_S="1.0") as gateway:
        bench = await gateway.bench()
        granted(await bench.add_openai(), 201)
        model = await bench.model("sim-hangs")

        failure = await bench.failure(model)

        assert (failure["code"], failure["attempts"], failure["doubtful"]) == ("timed_out", 3, 3)
        assert (await bench.usage(model))["cost_unknown"] == 1
