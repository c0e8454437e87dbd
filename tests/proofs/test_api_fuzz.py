"""The running server keeps its own contract for waves of generated requests, valid and not."""

from pathlib import Path

import pytest

from tests.proofs.fuzz import fuzz, fuzzed_operations
from tests.support.processes import edison_alone

# Of each kind for each route. `just show house` tries as many as its time allows.
EXAMPLES = 1
NIGHTLY_EXAMPLES = 20
# At the same time, each with a server of its own.
PARTS = 3


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "examples", [EXAMPLES, pytest.param(NIGHTLY_EXAMPLES, marks=pytest.mark.nightly)]
)
def test_no_generated_request_gets_an_answer_outside_of_the_contract(
    database_url: str, tmp_path: Path, part: int, examples: int
) -> None:
    with edison_alone(tmp_path, database_url) as server:
        operations = fuzzed_operations(server.address)[part::PARTS]
        findings = fuzz(server.address, database_url, operations, examples=examples)

    assert findings.failures == []
    assert set(findings.tried) == set(operations)
    # A route without parameters has only a few different requests.
    assert min(findings.tried.values()) >= EXAMPLES, findings.tried
    assert findings.tried.total() >= len(operations) * examples, findings.tried
