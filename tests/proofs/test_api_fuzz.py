"""The running server keeps its own contract for thousands of generated requests, valid and not."""

from pathlib import Path

import httpx

from tests.proofs.fuzz import STREAMS, fuzz
from tests.support.processes import edison_alone
from tests.support.world import API

LEAST_CASES = 2_000


def test_no_generated_request_gets_an_answer_outside_of_the_contract(
    database_url: str, tmp_path: Path
) -> None:
    with edison_alone(tmp_path, database_url) as server:
        document = httpx.get(f"{server.address}{API}/openapi.json").json()
        # `just show house` tries three times as many.
        findings = fuzz(server.address, database_url, examples=20)

    operations = {
        operation["operationId"]
        for path in document["paths"].values()
        for operation in path.values()
    }
    assert findings.failures == []
    assert set(findings.tried) == operations - STREAMS
    assert findings.cases >= LEAST_CASES, findings.tried
