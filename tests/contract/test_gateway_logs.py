"""What the log says about a call that had to be tried again."""

from dataclasses import replace

from structlog.testing import capture_logs

from edison.domain.models.model_call import USUAL
from edison.domain.models.provider import Provider
from tests.contract.lab import Lab
from tests.contract.providers import CONTRACTS, asking

QUICK = replace(USUAL, first_wait_s=0.01)


async def test_each_retry_is_logged_with_its_attempt_wait_and_reason(lab: Lab) -> None:
    """LLM-10.2.5"""
    (openai,) = (one for one in CONTRACTS if one.provider is Provider.OPENAI)
    target = lab.target(openai, "sim-down")

    with capture_logs() as logs:
        await lab.gateway().call(target, asking("sim-down"), key="one", policy=QUICK)

    retried = [line for line in logs if line["event"] == "model_call_retried"]
    assert [(line["attempt"], line["of"], line["code"]) for line in retried] == [
        (1, 3, "provider_error"),
        (2, 3, "provider_error"),
    ]
    assert all(line["wait_s"] > 0 and line["model"] == "sim-down" for line in retried)
