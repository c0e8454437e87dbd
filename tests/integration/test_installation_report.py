"""What all projects spent, for the owner of the installation and nobody else."""

from tests.integration.test_reports import micro, read_csv
from tests.support.answers import granted, refused
from tests.support.sql import execute
from tests.support.world import API, World

PROJECTS = {"One": 100, "-Two": 200}


async def test_the_owner_of_the_installation_sees_all_projects(world: World) -> None:
    owner = await world.person()
    someone = await world.person()
    path = f"{API}/installation/reports/spending"
    costs = {(await someone.create_project(name))["id"]: cost for name, cost in PROJECTS.items()}
    for project, cost in costs.items():
        _spend(world, project, cost)

    found = granted(await owner.browser.get(path))
    days = granted(await owner.browser.get(path, params={"group": "day"}))
    models = granted(await owner.browser.get(path, params={"group": "model"}))
    phases = granted(await owner.browser.get(path, params={"group": "phase"}))
    lines = read_csv(await owner.browser.get(path, params={"format": "csv"}))

    assert [(row["label"], micro(row["cost_usd"])) for row in found["rows"]] == [
        ("-Two", 200),
        ("One", 100),
    ]
    assert all(row["slug"] for row in found["rows"])
    assert (found["group"], found["stacked"], micro(found["total"]["cost_usd"])) == (
        "project",
        "project",
        300,
    )
    assert {(one["label"], micro(one["cost_usd"])) for one in found["series"]} == {
        ("One", 100),
        ("-Two", 200),
    }
    assert (len(days["rows"]), days["stacked"]) == (1, "project")
    assert [(row["key"], micro(row["cost_usd"])) for row in models["rows"]] == [
        ("OPENAI/gpt-4o", 300)
    ]
    assert {(one["label"], micro(one["cost_usd"])) for one in models["series"]} == {("gpt-4o", 300)}
    assert [row["label"] for row in phases["rows"]] == ["Answers"]
    assert [line["project"] for line in lines] == ["'-Two", "One"]
    refused(await someone.browser.get(path), 403, "FORBIDDEN")
    refused(await world.client().get(path), 401, "UNAUTHORIZED")


async def test_every_project_has_its_name_even_where_the_chart_puts_many_together(
    world: World,
) -> None:
    owner = await world.person()
    first = (await owner.create_project("Project 0"))["id"]
    execute(
        world.url,
        f"""
        INSERT INTO projects (id, slug, name, settings, revision, created_by, created_at, updated_at)
        SELECT gen_random_uuid(), 'project-no-' || n, 'Project ' || n, settings, 1, created_by, now(), now()
        FROM projects, generate_series(1, 39) n WHERE id = '{first}'
        """,
        """
        INSERT INTO ledger (id, project_id, at, kind, phase, calls, held, settled, doubt, prompt_tokens,
            completion_tokens)
        SELECT gen_random_uuid(), id, now(), 'settle', 'target', 1, 0, 10 + right(name, 2)::int, 0, 1, 1 FROM projects
        """,
    )

    found = granted(await owner.browser.get(f"{API}/installation/reports/spending"))

    assert [row["label"] for row in found["rows"]] == [f"Project {n}" for n in range(39, -1, -1)]
    layers = {one["label"]: micro(one["cost_usd"]) for one in found["series"]}
    assert set(layers) == {"Others", *(f"Project {n}" for n in range(10, 40))}
    assert layers["Others"] == sum(range(10, 20))
    assert sum(layers.values()) == micro(found["total"]["cost_usd"])


def _spend(world: World, project: str, cost: int) -> None:
    """A credential, a model and one call, put straight into the store."""
    execute(
        world.url,
        f"""
        WITH c AS (
            INSERT INTO credentials (id, project_id, provider, label, config, variables, hint, is_default,
                allow_private, status, created_by, created_at)
            SELECT gen_random_uuid(), '{project}', 'OPENAI', 'Key', '{{}}', '{{}}', 'x', false, false, 'ready',
                created_by, now() FROM projects WHERE id = '{project}' RETURNING id
        ), m AS (
            INSERT INTO models (id, project_id, credential_id, name, title, source, listed, corrections, dropped,
                limits, deprecated, missing, created_at)
            SELECT gen_random_uuid(), '{project}', c.id, 'gpt-4o', 'GPT', 'manual', '{{}}', '{{}}', '{{}}', '{{}}',
                false, false, now() FROM c RETURNING id
        )
        INSERT INTO ledger (id, project_id, model_id, at, kind, phase, calls, held, settled, doubt, prompt_tokens,
            completion_tokens)
        SELECT gen_random_uuid(), '{project}', m.id, now(), 'settle', 'target', 1, 0, {cost}, 0, 1, 1 FROM m
        """,
    )
