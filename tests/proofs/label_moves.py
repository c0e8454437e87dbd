"""Calls every mutating route and finds those that move a protected label without a promotion."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

import httpx

from tests.load.time_budget import UNLIMITED, TimeBudget
from tests.proofs.declared_access import DECLARED, Declared
from tests.proofs.declaring import Request, SignedIn
from tests.proofs.matrix import ask
from tests.support.audited_routes import READING
from tests.support.house import House, Situation, same_site
from tests.support.house_promotions import overridden_prompt
from tests.support.route_table import route_table
from tests.support.sql import rows
from tests.support.world import API

# Decisions about promotions move the label with a certificate; settings end its protection; the others end the project
# or the access of the caller, so that later requests would prove nothing.
LEFT_OUT = frozenset(
    {
        "approve_promotion",
        "override_label",
        "roll_back_label",
        "update_project",
        "delete_project",
        "archive_project",
        "transfer_project",
    }
)
CALLERS = (
    ("session", "OWNER"),
    ("session", "ADMIN"),
    ("session", "EDITOR"),
    ("token", "ADMIN"),
    ("token", "EDITOR"),
)
# Prompts whose label is not where the last approved promotion put it.
MOVED = """
    SELECT coalesce(held.prompt_id, approved.prompt_id)
    FROM (SELECT prompt_id, number FROM prompt_labels l JOIN projects p ON p.id = l.project_id
          WHERE p.slug = %s AND l.label = 'production') held
    FULL JOIN (SELECT DISTINCT ON (prompt_id) prompt_id, number FROM promotions q JOIN projects p ON p.id = q.project_id
          WHERE p.slug = %s AND q.label = 'production' AND q.state = 'APPROVED' AND q.certificate IS NOT NULL
          ORDER BY prompt_id, decided_at DESC, q.id DESC) approved ON approved.prompt_id = held.prompt_id
    WHERE held.number IS DISTINCT FROM approved.number
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelMoves:
    """How many routes and requests were tried, and which of them moved the label without a promotion."""

    routes: int
    requests: int
    # Requests that did what they asked for; the others were refused.
    accepted: int
    moved: tuple[str, ...]


async def try_to_move_label(
    house: House,
    url: str,
    only: Collection[str] | None = None,
    budget: TimeBudget = UNLIMITED,
    say: Callable[[str], None] = print,
) -> LabelMoves:
    """Send each request as declared, and again about the prompt that has the protected label.

    `only` names the routes to call; by default all that change something. Each is called by every caller, before the
    budget decides whether there is time for the next one.
    """
    table = route_table(house.app)
    callers = [await _caller(house, shows, role) for shows, role in CALLERS]
    routes = [
        declared
        for declared in DECLARED
        if declared.route not in LEFT_OUT
        and table[declared.route].method not in READING
        and (only is None or declared.route in only)
    ]
    tried: set[str] = set()
    moved: set[str] = set()
    requests = accepted = 0
    for declared in budget.take(routes, what="routes", say=say):
        method = table[declared.route].method
        for caller in callers:
            if not _is_tried(declared, caller.shows):
                continue
            tried.add(declared.route)
            slug = caller.situation.project
            for request in _aimed(await declared.build(caller.situation), caller.prompt):
                answer = await ask(caller.client, method, request, stream=declared.stream)
                requests += 1
                accepted += answer.is_success
                if rows(url, MOVED, slug, slug):
                    moved.add(f"{declared.title} as {caller.shows} of {caller.role}")
    return LabelMoves(
        routes=len(tried), requests=requests, accepted=accepted, moved=tuple(sorted(moved))
    )


def _is_tried(declared: Declared, shows: str) -> bool:
    if declared.alone or declared.spends_account:
        return False
    return not (isinstance(declared.access, SignedIn) and shows == "token")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Caller:
    shows: str
    role: str
    client: httpx.AsyncClient
    situation: Situation
    # It has the protected label.
    prompt: str


async def _caller(house: House, shows: str, role: str) -> _Caller:
    """Create a caller with a project and a protected prompt of its own."""
    slug = str((await house.project())["slug"])
    # Version 2 has the label, so that each move to version 1 is seen.
    prompt, _ = await overridden_prompt(house, slug, 1, 2)
    if shows == "token":
        _, secret = await house.token(slug, role)
        client = house.world.client(**same_site(), authorization=f"Bearer {secret}")
        person = None
    else:
        person = await house.join(await house.person(), slug, role)
        client = person.browser
    situation = Situation(house=house, project=slug, asking=person)
    return _Caller(shows=shows, role=role, client=client, situation=situation, prompt=prompt)


def _aimed(request: Request, prompt: str) -> Iterator[Request]:
    """Yield the request, and the same about the protected prompt and its label if it names a prompt."""
    yield request
    before, found, rest = request.path.partition("/prompts/")
    if not found or rest.startswith("by-name/"):
        return
    _, *parts = rest.split("/")
    if parts[:1] == ["labels"]:
        parts[1] = "production"
    if before.startswith(API):
        yield replace(request, path="/".join([f"{before}/prompts/{prompt}", *parts]))
