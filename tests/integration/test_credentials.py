"""Adding keys: tried by a real worker with a simulated provider, sealed and masked.

They are kept only if they work.
"""

import asyncio
import hashlib
from base64 import b64decode
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio
from aiohttp import web
from nacl.public import PrivateKey

from edison.domain.models.credential import KeyVariable
from edison.domain.models.provider import Provider
from edison.vault.key_ring import KeyRing
from edison.vault.sealer import private_text
from tests.contract.providers import KEY as CONTRACT_KEY
from tests.contract.providers import Contract, a_server, every_credential, tells_no_secret
from tests.support.answers import granted, refused
from tests.support.gateway import KEY, WRONG_KEY, Bench, Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.sql import everything, execute, rows, value
from tests.support.world import vault_private_key

# One worker for the whole module: starting one takes seconds, and each test has a project of its own.
pytestmark = pytest.mark.asyncio(loop_scope="module")

SET, UNSET = "BENCH_MODEL_KEY", "BENCH_FORGOTTEN_KEY"
VARIABLE_KEY = "sk-from-environment-0123456789"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    known = (KeyVariable(name=SET), KeyVariable(name=UNSET))
    home = tmp_path_factory.mktemp("worker")
    async with a_gateway_of_its_own(postgres, home, *known, **{SET: VARIABLE_KEY}) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def bench(gateway: Gateway) -> AsyncGenerator[Bench]:
    yield await gateway.bench()
    await gateway.sim.reset()


def stored(bench: Bench, *columns: str) -> list[tuple[object, ...]]:
    """What is in the database, removed credentials as well."""
    return rows(
        bench.world.url,
        f"SELECT {', '.join(columns)} FROM credentials WHERE project_id = %s ORDER BY id",
        bench.project["id"],
    )


@every_credential
async def test_a_key_of_every_provider_is_tried_sealed_and_shown_masked(
    bench: Bench, contract: Contract
) -> None:
    """FR-PC-001.1, .3 to .5, .7 to .12, FR-PC-002.1, NFR-4.4.6, NFR-4.4.16, SEC-11.1.2, PRUI-SEC-2"""
    endpoint = contract.endpoint(bench.sim.url)
    simulated = contract.provider is Provider.SIMULATED
    body = {} if simulated else {"config": endpoint.config, "secrets": endpoint.secrets}

    added = granted(
        await bench.add(contract.provider, "Production", allow_private=not simulated, **body), 201
    )

    named = {"api_key", "access_key_id"} & endpoint.secrets.keys()
    assert (added["status"], added["problem"]) == ("ready", None)
    assert added["hint"] == (CONTRACT_KEY[-4:] if named else "")
    assert added["tested_at"] is not None
    [listed] = await bench.credentials()
    assert (listed["label"], listed["hint"]) == ("Production", added["hint"])
    assert listed["models"] == len(await bench.models()) > 0
    # The whole database, the queue's stored input included, has no plain key; the row has a sealed one.
    [(sealed,)] = stored(bench, "sealed")
    if endpoint.secrets:
        version, key_id, box = str(sealed).split(":")
        assert (version, key_id) == ("v1", bench.world.ctx.gateway.sealer.key_id)
        assert b64decode(box, validate=True)
    else:
        assert sealed is None
    dump = everything(bench.world.url)
    assert tells_no_secret(dump, endpoint)
    assert private_text(vault_private_key()) not in str(dump)
    assert tells_no_secret((added, listed), endpoint)
    # And it is the right one: a worker opens it for a call.
    models = {model["name"]: model for model in await bench.models()}
    asked = models.get("sim-medium") or min(models.values(), key=lambda model: model["name"])
    assert (await bench.answer(asked))["text"]


async def test_the_test_of_a_key_asks_what_the_provider_charges_least_for(bench: Bench) -> None:
    """FR-PC-001.8: a message of one token; FR-PC-001.7: a listing, which is no call."""
    await bench.sim.reset()
    listed = await bench.add(
        "OPENAI",
        "Listed",
        config={"base_url": f"{bench.sim.url}/v1", "organization": "org-1"},
        secrets={"api_key": KEY},
        allow_private=True,
    )
    assert granted(listed, 201)["config"]["organization"] == "org-1"
    assert (await bench.sim.calls())["total"] == 0

    granted(await bench.add_anthropic(), 201)

    seen = await bench.sim.calls()
    assert seen["by_protocol"] == {"anthropic": 1}
    assert seen["by_api_key_sha256"] == {hashlib.sha256(KEY.encode()).hexdigest(): 1}


async def test_a_refused_key_is_not_kept(bench: Bench) -> None:
    """FR-PC-001.4, FR-PC-001.13"""
    error = refused(await bench.add_openai(key=WRONG_KEY), 422, "INVALID_KEY")

    assert error["message"] == "Invalid API key"
    assert error["details"]["provider_message"]
    assert WRONG_KEY not in str(error)
    assert await bench.credentials() == []
    assert await bench.models() == []
    assert stored(bench, "sealed", "removed_at IS NULL") == [(None, False)]
    # The label is free for the right one.
    assert granted(await bench.add_openai(), 201)["is_default"]


async def test_a_provider_that_is_not_there_cannot_be_connected_to(bench: Bench) -> None:
    """FR-PC-001.14"""
    answer = await bench.add_at("http://127.0.0.1:9/v1", "OPENAI")

    error = refused(answer, 422, "NETWORK_ERROR")

    assert error["message"] == "Cannot connect to provider"
    assert error["retryable"]
    assert await bench.credentials() == []


async def test_an_account_without_money_is_refused(bench: Bench) -> None:
    """FR-PC-001.15"""
    await bench.sim.behave(faults=[{"kind": "quota"}])

    error = refused(await bench.add_anthropic(), 422, "QUOTA_EXCEEDED")

    assert error["message"] == "API quota exceeded"
    assert await bench.credentials() == []


async def test_several_keys_of_one_provider_have_one_default(bench: Bench) -> None:
    """FR-PC-001.6, FR-PC-001.16, FR-PC-002.5"""
    first = granted(await bench.add_openai("First"), 201)
    second = granted(await bench.add_openai("Second"), 201)
    error = refused(await bench.add_openai("First"), 409, "DUPLICATE_LABEL")
    assert (error["message"], error["path"]) == ("Label already in use", "label")
    assert (first["is_default"], second["is_default"]) == (True, False)

    third = granted(await bench.add_openai("Third", make_default=True), 201)
    other = granted(await bench.add("SIMULATED", "Play"), 201)

    assert third["is_default"]
    assert other["is_default"]
    defaults = {item["label"] for item in await bench.credentials() if item["is_default"]}
    assert defaults == {"Third", "Play"}


async def test_a_key_of_the_environment_is_used_and_never_stored(bench: Bench) -> None:
    """OPS-14.1.3, ARENA-3.1.4, ARENA-5.2.1, ARENA-5.2.9"""
    await bench.sim.reset()
    config = {"base_url": f"{bench.sim.url}/v1"}
    added = granted(
        await bench.add(
            "COMPATIBLE", config=config, variables={"api_key": SET}, allow_private=True
        ),
        201,
    )
    await bench.answer(await bench.model("sim-medium"))

    assert (added["variables"], added["hint"]) == ({"api_key": SET}, "")
    digest = hashlib.sha256(VARIABLE_KEY.encode()).hexdigest()
    assert (await bench.sim.calls())["by_api_key_sha256"] == {digest: 1}
    assert stored(bench, "sealed") == [(None,)]
    assert VARIABLE_KEY not in str(everything(bench.world.url))


async def test_a_variable_that_is_not_set_is_a_clear_error(bench: Bench) -> None:
    """ARENA-3.1.5, ARENA-5.2.1"""
    config = {"base_url": f"{bench.sim.url}/v1"}
    answer = await bench.add(
        "COMPATIBLE", config=config, variables={"api_key": UNSET}, allow_private=True
    )

    error = refused(answer, 422, "INVALID_KEY")

    assert error["details"]["provider_message"] == (
        f"The variable {UNSET} is not set for the worker"
    )
    assert await bench.credentials() == []


async def test_a_key_is_tested_again(bench: Bench) -> None:
    """FR-PC-002.4"""
    added = granted(await bench.add_anthropic(), 201)
    await bench.sim.behave(faults=[{"kind": "401"}])

    now_wrong = await bench.test(added)

    assert (now_wrong["status"], now_wrong["problem_code"]) == ("invalid", "invalid_key")
    assert now_wrong["problem"]
    # What it opened stays to be looked at, but cannot be asked.
    model = await bench.model("sim-medium")
    error = refused(await bench.begin(model), 409, "CREDENTIAL_NOT_READY")
    assert "Main" in error["message"]

    await bench.sim.reset()
    now_right = await bench.test(added)
    assert (now_right["status"], now_right["problem_code"], now_right["problem"]) == (
        "ready",
        None,
        None,
    )
    assert now_right["tested_at"] > added["tested_at"]
    assert [told["status"] for told in bench.told("credential.tested")] == [
        "ready",
        "invalid",
        "ready",
    ]
    assert (await bench.answer(model))["text"]


async def test_a_key_that_worked_stays_in_use_while_its_provider_is_away(bench: Bench) -> None:
    added = granted(await bench.add_anthropic("Steady"), 201)
    await bench.sim.behave(faults=[{"kind": "500"}])

    tested = await bench.test(added)
    await bench.sim.reset()

    assert (tested["status"], tested["problem_code"]) == ("ready", "provider_error")


async def test_a_sealed_key_opens_in_its_own_place_and_with_its_own_vault_only(
    bench: Bench,
) -> None:
    """SEC-11.1.2, NFR-4.4.6"""
    ours, other = [granted(await bench.add_openai(label), 201) for label in ("Ours", "Other")]
    moved = f"(SELECT sealed FROM credentials WHERE id = '{other['id']}')"
    strange = KeyRing([PrivateKey.generate()]).seal('{"api_key": "sk"}', UUID(ours["id"]))

    for sealed, problem in (
        (moved, "for another credential"),
        (f"'{strange}'", "EDISON_VAULT_KEYS"),
    ):
        execute(
            bench.world.url,
            f"UPDATE credentials SET sealed = {sealed} WHERE id = '{ours['id']}'",
        )
        tested = await bench.test(ours)
        assert (tested["status"], tested["problem_code"]) == ("invalid", "invalid_key")
        assert problem in tested["problem"]


async def test_a_removed_key_is_wiped_and_its_history_stays(bench: Bench) -> None:
    """FR-PC-002.2, FR-PC-002.6, API-19.2.2"""
    added = granted(await bench.add_openai(), 201)
    model = await bench.model("sim-medium")
    done = await bench.ask(model)
    place = f"{bench.path}/credentials/{added['id']}"
    await bench.sim.behave(latency={"ms": 4000})
    waiting = granted(await bench.begin(model, "Take your time."), 202)

    error = refused(await bench.browser.delete(place), 409, "CREDENTIAL_IN_USE")
    assert error["details"]["waiting"] == 1
    await bench.outcome(waiting["id"])
    granted(await bench.browser.delete(place), 204)

    assert await bench.credentials() == []
    assert await bench.models() == []
    assert stored(bench, "label", "sealed", "removed_at IS NULL") == [("Main", None, False)]
    refused(await bench.browser.get(f"{bench.path}/models/{model['id']}"), 404, "NOT_FOUND")
    again = granted(await bench.browser.get(f"{bench.path}/tries/{done['id']}"))
    assert again["answer"]["text"] == done["answer"]["text"]
    trail = granted(await bench.browser.get(f"{bench.path}/audit"))["items"]
    told = [entry["action"] for entry in trail if entry["action"].startswith("credential.")]
    assert told[:2] == ["credential.removed", "credential.added"]
    # A changed key is a new credential, of the same name if one likes.
    granted(await bench.add_openai(key="sk-another-0123456789abcd"), 201)


async def test_a_key_removed_while_it_is_tested_leaves_no_models(bench: Bench) -> None:
    added = granted(await bench.add_anthropic(), 201)
    await bench.sim.reset()
    await bench.sim.behave(latency={"ms": 4000})
    place = f"{bench.path}/credentials/{added['id']}"

    async with asyncio.TaskGroup() as both:
        testing = both.create_task(bench.browser.post(f"{place}/test"))
        async with asyncio.timeout(30):
            while not (await bench.sim.calls())["inside"]:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        granted(await bench.browser.delete(place), 204)

    refused(testing.result(), 404, "NOT_FOUND")
    await _until_nothing_runs(bench.world.url)
    assert await bench.models() == []
    assert [told["status"] for told in bench.told("credential.tested")] == ["ready"]


class Shop:
    """A provider of Anthropic's protocol whose list of models changes."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.lists = True

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.method == "POST":
            return web.json_response({"content": [], "usage": {}, "stop_reason": "max_tokens"})
        if not self.lists:
            return web.json_response({"error": {"message": "down"}}, status=500)
        data = [{"type": "model", "id": name, "display_name": name} for name in self.names]
        return web.json_response({"data": data, "has_more": False})

    @asynccontextmanager
    async def credential(self, bench: Bench) -> AsyncGenerator[dict[str, Any]]:
        async with a_server(self) as url:
            yield granted(await bench.add_at(url, "ANTHROPIC"), 201)


async def test_a_new_listing_adds_refreshes_and_marks_and_keeps_corrections(bench: Bench) -> None:
    """EDGE-16.4.4, RULE-9.5.2"""
    shop = Shop()
    shop.names = ["claude-3-opus-20240229", "claude-sonnet-4-5", "house-model"]
    async with shop.credential(bench) as credential:
        house = await bench.model("house-model")
        place = f"{bench.path}/models/{house['id']}"
        granted(await bench.browser.patch(place, json={"capabilities": {"temperature": False}}))
        by_hand = {"credential_id": credential["id"], "name": "by-hand"}
        granted(await bench.browser.post(f"{bench.path}/models", json=by_hand), 201)
        old = await bench.model("claude-3-opus-20240229")
        assert (old["deprecated"], old["missing"]) == (True, False)
        assert old["alternative"].startswith("claude-opus-")

        shop.names = ["claude-sonnet-4-5", "house-model", "newcomer"]
        await bench.test(credential)

        models = {model["name"]: model for model in await bench.models()}
        assert {name for name, model in models.items() if model["missing"]} == {old["name"]}
        assert models[old["name"]]["alternative"] == old["alternative"]
        assert models["by-hand"]["source"] == "manual"
        assert models["newcomer"]["source"] == "listing"
        assert models["house-model"]["id"] == house["id"]
        assert models["house-model"]["corrections"] == ["temperature"]

        # Whoever comes back is there again, and a listing that fails takes nothing away.
        shop.names = [old["name"], "house-model"]
        await bench.test(credential)
        assert not (await bench.model(old["name"]))["missing"]
        shop.lists = False
        tested = await bench.test(credential)
        assert tested["status"] == "ready"
        models = {model["name"]: model for model in await bench.models()}
        assert {name for name, model in models.items() if model["missing"]} == {
            "claude-sonnet-4-5",
            "newcomer",
        }
        assert len(models) == 5


async def test_models_of_a_provider_without_a_list_are_suggested(bench: Bench) -> None:
    """FR-PC-001.9"""
    shop = Shop()
    shop.lists = False
    async with shop.credential(bench):
        models = await bench.models()

    assert {model["source"] for model in models} == {"suggested"}
    assert any(model["name"].startswith("claude-") and model["price"] for model in models)


async def _until_nothing_runs(url: str) -> None:
    open_work = "SELECT count(*) FROM dbos.workflow_status WHERE status IN ('PENDING', 'ENQUEUED')"
    async with asyncio.timeout(30):
        while value(url, open_work):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
