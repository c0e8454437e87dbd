"""Reports of spending: after real runs they say what the ledger says, whichever way they are asked."""

import csv
import io
from decimal import Decimal
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from edison.domain.ids import UserId
from tests.support.answers import granted, refused
from tests.support.catalog import a_credential, a_model
from tests.support.gateway import Gateway
from tests.support.runs import RunBench, a_run_bench
from tests.support.spent import assert_days_are_the_ledgers
from tests.support.sql import execute, rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

GROUPS = ("model", "phase", "day", "run", "experiment")
GRADER = "Grade 0 to 1. Say only the number. {{output}}"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def spent(gateway: Gateway) -> RunBench:
    """Two models answered twenty cases, and a judge graded them; then all of it again from the store."""
    runs = await a_run_bench(await gateway.bench(), cases=20, billed=True)
    grader = await runs.a_grader(GRADER)
    for _ in range(2):
        run = await runs.start(scorers=(grader,), reuse=True)
        await runs.finished(run.id)
    return runs


async def report(runs: RunBench, name: str, **query: Any) -> Any:
    return granted(await runs.bench.browser.get(f"{runs.bench.path}/reports/{name}", params=query))


async def table(runs: RunBench, name: str, **query: Any) -> list[dict[str, str]]:
    answer = await runs.bench.browser.get(
        f"{runs.bench.path}/reports/{name}", params={"format": "csv", **query}
    )
    return read_csv(answer)


def read_csv(answer: httpx.Response) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"), newline="")))


def micro(dollars: str) -> int:
    return int(Decimal(dollars) * 1_000_000)


def ledger(runs: RunBench, what: str = "settled", where: str = "true") -> int:
    return int(
        value(
            runs.url,
            f"SELECT coalesce(sum({what}), 0) FROM ledger WHERE project_id = %s AND kind <> 'reserve' AND {where}",
            runs.project,
        )
    )


async def test_every_group_adds_up_to_the_ledger(spent: RunBench) -> None:
    """ARENA-3.7.6"""
    for group in GROUPS:
        found = await report(spent, "spending", group=group)

        assert micro(found["total"]["cost_usd"]) == ledger(spent) > 0
        assert micro(found["total"]["doubt_usd"]) == ledger(spent, "doubt")
        assert found["total"]["calls"] == ledger(spent, "calls") > 40
        assert sum(micro(row["cost_usd"]) for row in found["rows"]) == ledger(spent)
        assert sum(row["calls"] for row in found["rows"]) == ledger(spent, "calls")
        assert sum(row["share"] for row in found["rows"]) == pytest.approx(1)
        assert sum(micro(one["cost_usd"]) for one in found["series"]) == ledger(spent)
        assert found["rest"] is None
        assert micro(found["judge_usd"]) == ledger(spent, where="phase = 'judge'") > 0
    assert_days_are_the_ledgers(spent.url)


async def test_rows_have_names_and_the_dearest_is_first(spent: RunBench) -> None:
    models = await report(spent, "spending", group="model")
    phases = await report(spent, "spending", group="phase", stack="phase")
    runs = await report(spent, "spending", group="run")
    experiments = await report(spent, "spending", group="experiment")

    costs = [micro(row["cost_usd"]) for row in models["rows"]]
    assert costs == sorted(costs, reverse=True)
    assert {row["key"] for row in models["rows"]} == set(spent.models)
    assert all(row["label"].startswith("sim-") for row in models["rows"])
    assert {row["label"] for row in phases["rows"]} == {"Answers", "Judges"}
    assert (phases["stacked"], {one["key"] for one in phases["series"]}) == (
        "phase",
        {"target", "judge"},
    )
    assert {row["label"].split(":")[0] for row in runs["rows"]} <= {"Run 1", "Run 2"}
    assert [(row["key"], row["label"]) for row in experiments["rows"]] == [
        ("none", "Outside of experiments")
    ]


async def test_a_model_or_a_phase_alone(spent: RunBench) -> None:
    model = spent.models[0]

    one = await report(spent, "spending", model=model, group="phase")
    judges = await report(spent, "spending", phase="judge")

    where = f"model_id = '{model}'"
    assert micro(one["total"]["cost_usd"]) == ledger(spent, where=where)
    assert micro(judges["total"]["cost_usd"]) == ledger(spent, where="phase = 'judge'")
    assert judges["judge_usd"] == judges["total"]["cost_usd"]


async def test_tokens_are_those_of_the_ledger(spent: RunBench) -> None:
    """ARENA-3.7.7"""
    found = await report(spent, "tokens")

    for name in ("prompt_tokens", "completion_tokens", "cache_read_tokens"):
        assert found["total"][name] == ledger(spent, name)
        assert sum(day[name] for day in found["days"]) == ledger(spent, name)
        assert sum(model[name] for model in found["models"]) == ledger(spent, name)
    assert found["total"]["prompt_tokens"] > 0


async def test_a_period_without_calls_is_empty(spent: RunBench) -> None:
    """ARENA-3.7.8"""
    found = await report(spent, "spending", **{"from": "2020-01-01", "to": "2020-12-31"})

    assert (found["from"], found["to"]) == ("2020-01-01", "2020-12-31")
    assert (found["rows"], found["series"], found["total"]["calls"]) == ([], [], 0)
    assert Decimal(found["total"]["cost_usd"]) == 0


async def test_answers_that_were_there_already_are_savings(spent: RunBench) -> None:
    found = await report(spent, "savings")

    [(calls, saved)] = rows(
        spent.url,
        "SELECT sum(reused), sum(saved) FROM model_hours WHERE project_id = %s",
        spent.project,
    )
    # All twenty answers of each model, at least.
    assert found["reused_calls"] == int(calls) >= 40
    assert micro(found["reused_usd"]) == int(saved) > 0
    assert sum(one["reused_calls"] for one in found["models"]) == int(calls)


async def test_what_it_would_have_cost_on_another_model(spent: RunBench) -> None:
    dear, cheap = spent.models
    name = (await report(spent, "repricing", model=cheap))["model"]["label"]
    await spent.bench.priced(name, input="0.25", output="1")

    found = await report(spent, "repricing", model=cheap)
    same = await report(spent, "repricing", model=dear)

    # A tenth of the price that all calls were paid at; cells are rounded one by one, sums once.
    assert micro(found["actual_usd"]) == ledger(spent)
    assert micro(found["repriced_usd"]) == pytest.approx(ledger(spent) / 10, abs=10)
    assert micro(same["repriced_usd"]) == pytest.approx(ledger(spent), abs=80)
    assert found["model"]["id"] == cheap
    assert found["notes"]


async def test_a_price_that_nobody_knows_stays_unknown(spent: RunBench) -> None:
    async with spent.bench.world.ctx.write() as tx:
        credential = await a_credential(tx, spent.project, UserId(UUID(spent.bench.owner.id)))
        unknown = await a_model(tx, spent.project, credential, "never-heard-of")

    found = await report(spent, "repricing", model=str(unknown))

    assert found["repriced_usd"] is None
    assert {row["repriced_usd"] for row in found["rows"]} == {None}
    assert any("price of never-heard-of is unknown" in note for note in found["notes"])
    refused(
        await spent.bench.browser.get(f"{spent.bench.path}/reports/repricing"), 400, "BAD_REQUEST"
    )


async def test_the_budget_burns_down_by_what_was_spent(spent: RunBench) -> None:
    budget = f"{spent.bench.path}/budget"
    granted(await spent.bench.browser.put(budget, json={"limit_usd": "25"}))

    found = await report(spent, "burn-down")

    assert micro(found["spent_usd"]) == ledger(spent, "settled + doubt")
    assert (Decimal(found["limit_usd"]), Decimal(found["held_usd"])) == (25, 0)
    assert sum(micro(day["spent_usd"]) for day in found["days"]) == micro(found["spent_usd"])
    assert found["projected"] is None, "of one day nothing can be said"
    assert "of $25.00" in found["sentence"]


async def test_the_home_shows_the_spending_of_the_report(spent: RunBench) -> None:
    read = spent.bench.browser.get
    home = granted(await read(f"{spent.bench.path}/home"))

    assert home["spending"] == await report(spent, "burn-down")
    assert micro(home["spending"]["spent_usd"]) == ledger(spent, "settled + doubt") > 0
    assert home["budget"] == granted(await read(f"{spent.bench.path}/budget"))


async def test_every_report_is_a_file_too(spent: RunBench) -> None:
    for group in GROUPS:
        lines = await table(spent, "spending", group=group)
        assert sum(micro(line["cost_usd"]) for line in lines) == ledger(spent)
        assert all(line[group] for line in lines)
    tokens = await table(spent, "tokens")
    days = await table(spent, "burn-down")
    savings = await table(spent, "savings")
    other = await table(spent, "repricing", model=spent.models[0])

    assert sum(int(line["prompt_tokens"]) for line in tokens) == ledger(spent, "prompt_tokens")
    assert micro(days[-1]["spent_so_far_usd"]) == ledger(spent, "settled + doubt")
    assert sum(int(line["reused_calls"]) for line in savings) >= 40
    assert len(other) == 2


async def test_a_project_that_never_called_a_model(gateway: Gateway) -> None:
    """ARENA-3.7.8"""
    bench = await gateway.bench()

    async def read(name: str, **query: Any) -> Any:
        return granted(await bench.browser.get(f"{bench.path}/reports/{name}", params=query))

    spending, tokens = await read("spending"), await read("tokens")
    burn_down, savings = await read("burn-down"), await read("savings")

    assert (spending["rows"], spending["series"], spending["rest"]) == ([], [], None)
    assert (tokens["days"], tokens["models"], tokens["total"]["calls"]) == ([], [], 0)
    assert (burn_down["days"], burn_down["limit_usd"], burn_down["projected"]) == ([], None, None)
    assert (savings["models"], savings["reused_calls"]) == ([], 0)
    for name in ("spending", "tokens", "burn-down", "savings"):
        path = f"{bench.path}/reports/{name}"
        assert read_csv(await bench.browser.get(path, params={"format": "csv"})) == []


async def test_a_model_that_was_removed_is_still_named(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=2, models=1, billed=True)
    run = await runs.start()
    await runs.finished(run.id)
    granted(await runs.bench.browser.delete(f"{runs.bench.path}/models/{runs.models[0]}"), 204)

    [row] = (await report(runs, "spending"))["rows"]

    assert row["label"].startswith("sim-")
    refused(
        await runs.bench.browser.get(
            f"{runs.bench.path}/reports/repricing", params={"model": runs.models[0]}
        ),
        404,
        "NOT_FOUND",
    )


async def test_of_very_many_runs_the_dearest_are_rows_and_a_file_has_all(
    gateway: Gateway,
) -> None:
    """ARENA-3.7.9"""
    bench = await gateway.bench()
    execute(
        bench.world.url,
        f"""
        INSERT INTO spend_days (project_id, day, model_id, phase, run_id, experiment_id, calls, settled, doubt,
            prompt_tokens, completion_tokens, cache_read_tokens, cache_write_tokens)
        SELECT '{bench.project["id"]}', date_trunc('day', now(), 'UTC'), gen_random_uuid(), 'target',
            gen_random_uuid(), gen_random_uuid(), 1, n, 0, 1, 1, 0, 0
        FROM generate_series(1, 4500) n
        """,
    )
    path = f"{bench.path}/reports/spending"

    page = granted(await bench.browser.get(path, params={"group": "run"}))
    lines = read_csv(await bench.browser.get(path, params={"group": "run", "format": "csv"}))
    execute(bench.world.url, f"DELETE FROM spend_days WHERE project_id = '{bench.project['id']}'")

    assert len(page["rows"]) == 500
    assert (micro(page["rows"][0]["cost_usd"]), page["rest"]["rows"]) == (4500, 4000)
    everything = sum(micro(row["cost_usd"]) for row in page["rows"])
    assert everything + micro(page["rest"]["cost_usd"]) == micro(page["total"]["cost_usd"])
    assert len({line["run_id"] for line in lines}) == 4500
    assert sum(micro(line["cost_usd"]) for line in lines) == sum(range(1, 4501))


@pytest.mark.parametrize(
    "query",
    [
        {"from": "2026-02-01", "to": "2026-01-01"},
        {"from": "2020-01-01", "to": "2026-01-01"},
        {"from": "yesterday"},
        {"from": "9999-12-31"},
        {"to": "0001-01-01"},
        {"group": "project"},
        {"group": "mood"},
        {"phase": "sleep"},
        {"model": "gpt-4o"},
        {"format": "xml"},
    ],
)
async def test_what_makes_no_sense_is_refused(gateway: Gateway, query: dict[str, str]) -> None:
    bench = await gateway.bench()

    answer = await bench.browser.get(f"{bench.path}/reports/spending", params=query)

    refused(answer, 400, "BAD_REQUEST")


async def test_projects_are_reported_apart(spent: RunBench, gateway: Gateway) -> None:
    other = await gateway.bench()
    path = f"{other.path}/reports"

    found = granted(await other.browser.get(f"{path}/spending", params={"model": spent.models[0]}))

    assert found["total"]["calls"] == 0
    refused(
        await other.browser.get(f"{path}/repricing", params={"model": spent.models[0]}),
        404,
        "NOT_FOUND",
    )
    refused(await other.browser.get(f"{spent.bench.path}/reports/spending"), 404, "NOT_FOUND")
