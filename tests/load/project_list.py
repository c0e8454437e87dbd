"""An installation with 1,000 projects of 100 members each, and how long its project list takes."""

import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from edison.store.database import libpq_url
from tests.support.client import browser_at, done, sign_up
from tests.support.processes import edison_serve
from tests.support.world import API

PROJECTS = 1_000
MEMBERS = 100
REQUESTS = 200
WARM_UP = 20

# Through the API this would take an hour; the rows are the same.
FILL = """
    INSERT INTO users (id, email, name, password_hash, role, created_at, sessions_valid_from)
    SELECT gen_random_uuid(), 'member' || n || '@example.com', 'Member ' || n, '-', 'EDITOR', now(), now()
    FROM generate_series(1, {people}) AS n;

    INSERT INTO projects (id, slug, name, description, settings, revision, created_by, created_at, updated_at)
    SELECT gen_random_uuid(), 'load-' || n, 'Load ' || n, repeat('A project among many. ', 20),
           (SELECT settings FROM projects LIMIT 1), 1, '{owner}', now() - n * interval '1 hour',
           now() - n * interval '1 minute'
    FROM generate_series(1, {projects}) AS n;

    INSERT INTO project_members (project_id, user_id, role, joined_at)
    SELECT p.id, '{owner}', CASE WHEN right(p.slug, 1) = '7' THEN 'VIEWER' ELSE 'OWNER' END, now()
    FROM projects p WHERE p.slug LIKE 'load-%';

    INSERT INTO project_members (project_id, user_id, role, joined_at)
    SELECT p.id, u.id, 'EDITOR', now()
    FROM (SELECT id, row_number() OVER () AS n FROM projects WHERE slug LIKE 'load-%') p
    JOIN (SELECT id, row_number() OVER () AS n FROM users WHERE email LIKE 'member%') u
      ON mod(u.n + p.n, {people}) < {others};

    INSERT INTO datasets (id, project_id, name, kind, description, columns, version, cases, holdout_locked,
                          created_at, updated_at)
    SELECT gen_random_uuid(), p.id, 'Golden', 'golden', '', '{{}}', 0, 0, false, now(), now()
    FROM projects p WHERE p.slug LIKE 'load-%';

    ANALYZE;
"""


@dataclass(slots=True)
class Timing:
    """Milliseconds of each kind of request, slowest last."""

    milliseconds: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def p95(self, kind: str = "first page") -> float:
        times = sorted(self.milliseconds[kind])
        return times[math.ceil(len(times) * 0.95) - 1]


def fill(url: str, owner: str, projects: int = PROJECTS, members: int = MEMBERS) -> None:
    """Add projects of `owner`, each with so many members in all."""
    statement = FILL.format(owner=owner, projects=projects, people=2 * members, others=members - 1)
    with psycopg.connect(libpq_url(url), autocommit=True) as connection:
        connection.execute(statement.encode())
        counts = connection.execute(
            "SELECT min(n), max(n), count(*) FROM (SELECT count(*) AS n FROM project_members m "
            "JOIN projects p ON p.id = m.project_id WHERE p.slug LIKE 'load-%' GROUP BY p.id) AS found"
        ).fetchone()
    assert counts == (members, members, projects), counts


def measure(url: str, home: Path) -> Timing:
    """Ask a real server over loopback, one request after another as a person's screen does."""
    timing = Timing()
    with edison_serve(home, url) as server, browser_at(server.address) as owner:
        user = sign_up(owner)
        owner.post(f"{API}/projects", json={"name": "First"}).raise_for_status()
        fill(url, user["id"])
        kinds: dict[str, dict[str, Any]] = {
            "first page": {},
            "largest page": {"limit": 100},
            "search": {"search": "load 77"},
            "role": {"role": "VIEWER"},
            "deep page": {"cursor": _deep_cursor(owner)},
        }
        for kind, query in kinds.items():
            timing.milliseconds[kind] = _times(owner, query)
    return timing


def _times(owner: httpx.Client, query: dict[str, Any]) -> list[float]:
    times: list[float] = []
    for _ in range(WARM_UP + REQUESTS):
        began = time.perf_counter()
        page = done(owner.get(f"{API}/projects", params=query))
        times.append((time.perf_counter() - began) * 1000)
        assert page["items"]
        assert all(
            item["member_count"] == MEMBERS for item in page["items"] if item["slug"] != "first"
        )
    return times[WARM_UP:]


def _deep_cursor(owner: httpx.Client) -> str:
    """Walk to the ninth page of a hundred."""
    cursor: str | None = None
    for _ in range(9):
        query: dict[str, Any] = {"limit": 100} | ({"cursor": cursor} if cursor else {})
        cursor = done(owner.get(f"{API}/projects", params=query))["next_cursor"]
    assert cursor
    return cursor
