"""For every route with an id: what belongs to another project does not exist, by any of its names."""

from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass, replace

import httpx
import pytest
import pytest_asyncio

from tests.proofs.declared_access import DECLARED, Declared, Member, Request
from tests.proofs.declaring import InstallationOwner
from tests.proofs.matrix import ask
from tests.support.house import House, Situation, same_site, served_house
from tests.support.postgres import TestServer
from tests.support.route_table import route_table
from tests.support.world import API

pytestmark = pytest.mark.asyncio(loop_scope="module")

OBJECTS = {
    "user",
    "invite",
    "token",
    "credential",
    "model",
    "wanted",
    "prompt",
    "number",
    "label",
    "promotion",
    "dataset",
    "case",
    "kind",
    "upload",
    "digest",
    "run",
    "name",
    "ordinal",
    "rubric",
    "judge",
    "queue",
    "item",
    "experiment",
    "iteration",
    "suggestion",
    "suite",
    "execution",
    "monitor",
    "alert",
    "assist",
    "channel",
    "delivery",
    "board",
    "comment",
}
IN_PROJECTS = [declared for declared in DECLARED if isinstance(declared.access, Member)]
STATE = """
    SELECT 'project', to_jsonb(p) FROM projects p WHERE id = CAST(:project AS uuid)
    UNION ALL SELECT 'member', to_jsonb(m) FROM project_members m WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'invite', to_jsonb(i) FROM invites i WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'token', to_jsonb(t) FROM api_tokens t WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'dataset', to_jsonb(d) FROM datasets d WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'credential', to_jsonb(c) FROM credentials c WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'model', to_jsonb(m) FROM models m WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'price', to_jsonb(r) FROM model_prices r WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'try', to_jsonb(t) FROM tries t WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'prompt', to_jsonb(p) FROM prompts p WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'version', to_jsonb(v) FROM prompt_versions v WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'label', to_jsonb(l) FROM prompt_labels l WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'promotion', to_jsonb(q) FROM promotions q WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'rubric', to_jsonb(r) FROM rubrics r WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'rubric version', to_jsonb(v) FROM rubric_versions v WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'judge', to_jsonb(j) FROM judges j WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'judge version', to_jsonb(v) FROM judge_versions v WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'case', to_jsonb(c) FROM cases c WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'dataset version', to_jsonb(v) FROM dataset_versions v WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'dismissal', to_jsonb(q) FROM question_dismissals q WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'file', to_jsonb(f) FROM files f WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'upload', to_jsonb(u) FROM uploads u WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'run', to_jsonb(r) FROM runs r WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'cell', to_jsonb(c) FROM cells c JOIN runs r ON r.id = c.run_id \
WHERE r.project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'mark', to_jsonb(m) FROM cell_marks m WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'queue', to_jsonb(q) FROM annotation_queues q WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'answer', to_jsonb(i) FROM annotation_items i JOIN annotation_queues q ON q.id = i.queue_id \
WHERE q.project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'annotation', to_jsonb(a) FROM annotations a JOIN annotation_queues q ON q.id = a.queue_id \
WHERE q.project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'seat', to_jsonb(s) FROM annotation_seats s JOIN annotation_queues q ON q.id = s.queue_id \
WHERE q.project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'experiment', to_jsonb(e) FROM experiments e WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'iteration', to_jsonb(i) FROM iterations i WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'suggestion', to_jsonb(s) FROM suggestions s WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'review', to_jsonb(r) FROM reviews r WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'comment', to_jsonb(c) FROM comments c WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'alert', to_jsonb(a) FROM alerts a WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'board', to_jsonb(b) FROM boards b WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'board run', to_jsonb(r) FROM board_runs r JOIN boards b ON b.id = r.board_id \
WHERE b.project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'vote', to_jsonb(v) FROM votes v WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'vote seat', to_jsonb(s) FROM vote_seats s JOIN boards b ON b.id = s.board_id \
WHERE b.project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'suite', to_jsonb(s) FROM suites s WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'execution', to_jsonb(e) FROM executions e WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'monitor', to_jsonb(m) FROM monitors m WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'channel', to_jsonb(c) FROM channels c WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'channel secret', to_jsonb(s) FROM channel_secrets s WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'delivery', to_jsonb(d) FROM deliveries d WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'ask', to_jsonb(a) FROM asks a WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'scorer', to_jsonb(s) FROM run_scorers s JOIN runs r ON r.id = s.run_id \
WHERE r.project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'budget', to_jsonb(b) FROM budgets b WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'notification', to_jsonb(n) FROM notifications n WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'notification preferences', to_jsonb(n) FROM project_notification_preferences n \
WHERE project_id = CAST(:project AS uuid)
    UNION ALL SELECT 'event', to_jsonb(e) FROM events e WHERE topic = CAST('project:' || :project AS text)
    UNION ALL SELECT 'audit', to_jsonb(a) FROM audit_log a WHERE scope = CAST(:project AS text)
    ORDER BY 1, 2
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """An owner of one project, with a browser and a machine, next to the founder, who owns others."""

    house: House
    own_project: str
    browser: httpx.AsyncClient
    machine: httpx.AsyncClient


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def neighbours(postgres: TestServer) -> AsyncGenerator[Neighbours]:
    with postgres.database() as url:
        async with served_house(url) as house:
            owner = await house.person()
            own = str((await house.project(owner))["slug"])
            _, secret = await house.token(own, "ADMIN", by=owner)
            machine = house.world.client(**same_site(), authorization=f"Bearer {secret}")
            yield Neighbours(house=house, own_project=own, browser=owner.browser, machine=machine)


async def test_every_route_with_an_id_is_tried(neighbours: Neighbours) -> None:
    table = route_table(neighbours.house.app)
    # Ids of accounts are for the owner of the installation, whom the permission matrix tries; under /me are one's own.
    # Providers of the sign-in belong to no project.
    others = {
        declared.route for declared in DECLARED if isinstance(declared.access, InstallationOwner)
    }
    with_ids = {
        name: route
        for name, route in table.items()
        if route.parameters not in {(), ("rest",)}
        and name not in others
        and not route.path.startswith((f"{API}/me/", f"{API}/sign-in/"))
    }

    assert set(with_ids) == {declared.route for declared in IN_PROJECTS}
    for route in with_ids.values():
        assert route.parameters[0] == "project", f"{route.name} takes an id outside of a project"
        assert set(route.parameters[1:]) <= OBJECTS, f"{route.name} takes an id nobody tries"


@pytest.mark.parametrize("declared", IN_PROJECTS, ids=lambda declared: declared.title)
async def test_nothing_of_another_project_is_found_or_changed(
    neighbours: Neighbours, declared: Declared
) -> None:
    house = neighbours.house
    route = route_table(house.app)[declared.route]
    theirs = await house.project()
    request = await declared.build(Situation(house=house, project=str(theirs["slug"]), asking=None))
    before = await house.rows(STATE, project=str(theirs["id"]))

    answers = [
        (client, tried.path, await ask(client, route.method, tried, stream=declared.stream))
        for tried in _attempts(request, theirs, neighbours.own_project, route.parameters)
        for client in (neighbours.browser, neighbours.machine)
    ]

    assert {(path, answer.status_code) for _, path, answer in answers} == {
        (path, _refusal(declared, client, path, neighbours)) for client, path, _ in answers
    }
    assert await house.rows(STATE, project=str(theirs["id"])) == before


def _attempts(
    request: Request, theirs: dict[str, object], own: str, parameters: tuple[str, ...]
) -> Iterator[Request]:
    """Name the other project by slug and by id; name its objects, in path or body, inside one's own project."""
    prefix = f"{API}/projects/{theirs['slug']}"
    yield request
    yield replace(request, path=request.path.replace(prefix, f"{API}/projects/{theirs['id']}"))
    if len(parameters) > 1 or {"user_id", "credential_id"} & (request.json or {}).keys():
        yield replace(request, path=request.path.replace(prefix, f"{API}/projects/{own}"))


def _refusal(
    declared: Declared, client: httpx.AsyncClient, path: str, neighbours: Neighbours
) -> int:
    """404, except where a machine may not do this in its own project either, whatever the id."""
    in_own = path.startswith(f"{API}/projects/{neighbours.own_project}/")
    forbidden = client is neighbours.machine and in_own and not _machine_may(declared.route)
    return 403 if forbidden else 404


def _machine_may(route: str) -> bool:
    ways = [declared.access for declared in DECLARED if declared.route == route]
    return any(isinstance(way, Member) and way.tokens and way.least != "OWNER" for way in ways)
