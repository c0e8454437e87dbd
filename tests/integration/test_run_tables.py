"""What the database itself refuses, whatever the code does."""

import psycopg
import pytest

from edison.domain.runs.run_states import MOVES, RunState
from edison.kit.uuids import new_id
from tests.support.sql import execute, rows, value
from tests.support.world import World


async def a_run_row(world: World) -> str:
    owner = await world.person()
    project = await owner.create_project()
    run = str(new_id())
    execute(
        world.url,
        "INSERT INTO runs (id, project_id, number, name, state, trigger, plan, cells, chunk_size, epoch, turn, "
        f"created_by_label, created_at) VALUES ('{run}', '{project['id']}', 1, 'One', 'pending', 'person', "
        "'{}', 10, 10, 1, 1, 'Ada', now())",
    )
    return run


async def test_the_trigger_holds_the_same_moves_as_the_code(world: World) -> None:
    """RULE-9.1, DATA-8.2"""
    run = await a_run_row(world)
    with psycopg.connect(world.url) as connection:
        for old in RunState:
            for new in RunState:
                if old is new:
                    continue
                connection.execute("ALTER TABLE runs DISABLE TRIGGER run_moves")
                connection.execute("UPDATE runs SET state = %s WHERE id = %s", (old, run))
                connection.execute("ALTER TABLE runs ENABLE TRIGGER run_moves")
                allowed = True
                try:
                    with connection.transaction():
                        connection.execute("UPDATE runs SET state = %s WHERE id = %s", (new, run))
                except psycopg.errors.RaiseException:
                    allowed = False
                assert allowed == (new in MOVES[old]), (old, new)
        connection.rollback()


async def test_the_plan_of_a_run_is_frozen(world: World) -> None:
    run = await a_run_row(world)

    with pytest.raises(psycopg.errors.RaiseException, match="frozen"):
        execute(world.url, f"UPDATE runs SET plan = '{{\"cases\": 2}}' WHERE id = '{run}'")


async def test_one_run_of_a_series_is_active(world: World) -> None:
    """RULE-9.4"""
    run = await a_run_row(world)
    execute(world.url, f"UPDATE runs SET series = 'experiment 1' WHERE id = '{run}'")

    with pytest.raises(psycopg.errors.UniqueViolation):
        execute(
            world.url,
            "INSERT INTO runs (id, project_id, number, name, state, trigger, plan, series, cells, chunk_size, "
            f"epoch, turn, created_by_label, created_at) SELECT '{new_id()}', project_id, 2, 'Two', 'pending', "
            "trigger, plan, series, cells, chunk_size, epoch, turn, created_by_label, created_at FROM runs",
        )


async def test_no_balance_passes_its_limit(world: World) -> None:
    await a_run_row(world)

    with pytest.raises(psycopg.errors.CheckViolation, match="kept"):
        execute(
            world.url,
            "INSERT INTO budgets (id, project_id, scope, subject, period, limit_micro, alert_share, settled, held, "
            f"doubt, overrun, tokens, held_tokens) SELECT '{new_id()}', project_id, 'run', id, now(), 100, 0.8, 50, "
            "30, 21, 0, 0, 0 FROM runs",
        )


async def test_the_ledger_only_grows(world: World) -> None:
    await a_run_row(world)
    execute(
        world.url,
        "INSERT INTO ledger (id, project_id, at, kind, phase, calls, held, settled, doubt, prompt_tokens, "
        f"completion_tokens) SELECT '{new_id()}', project_id, now(), 'settle', 'target', 1, 0, 5, 0, 1, 1 FROM runs",
    )

    for statement in ("UPDATE ledger SET settled = 0", "DELETE FROM ledger", "TRUNCATE ledger"):
        with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
            execute(world.url, statement)


async def test_cells_are_kept_by_the_month_of_their_run(world: World) -> None:
    run = await a_run_row(world)
    execute(
        world.url,
        "INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, doubt) "
        f"VALUES ('{run}', 0, 'open', 0, 1, 0, 0, 0, 0)",
    )

    month = value(world.url, "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')")
    assert rows(world.url, "SELECT tableoid::regclass::text FROM cells") == [(f"cells_p{month}",)]
    assert value(world.url, "SELECT edison_make_partitions(3)") == 0
    assert value(world.url, "SELECT edison_make_partitions(5)") == 8
