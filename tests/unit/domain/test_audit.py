"""The chain of the audit log: whatever is done to it afterwards shows."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edison.domain.audit.audit_chain import (
    GENESIS,
    INSTALLATION,
    AuditEntry,
    ChainCheck,
    chained,
    entry,
)
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Actor, RequestOrigin

START = datetime(2026, 1, 1, tzinfo=UTC)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
ENTRIES = st.builds(
    AuditEntry,
    id=st.uuids(),
    scope=st.just("project"),
    at=st.datetimes(timezones=st.just(UTC)),
    actor_kind=st.sampled_from(["user", "token", "system"]),
    actor_id=st.none() | st.uuids(),
    actor_label=st.text(max_size=8),
    action=st.sampled_from(["project.created", "project.updated"]),
    entity_type=st.sampled_from(["project", "member"]),
    entity_id=st.none() | st.text(max_size=8),
    changes=st.dictionaries(st.text(max_size=5), JSON, max_size=3),
    metadata=st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2),
)
CHAINS = st.lists(ENTRIES, min_size=1, max_size=6).map(lambda entries: link(entries))
# What each field may be changed to; none of it is what the strategies above make.
FORGED: dict[str, Any] = {
    "scope": "another project",
    "at": START + timedelta(microseconds=1),
    "actor_kind": "nobody",
    "actor_id": UUID(int=0),
    "actor_label": "someone else",
    "action": "nothing.happened",
    "entity_type": "nothing",
    "entity_id": "another id",
    "changes": {"another": "change"},
    "metadata": {"another": "origin"},
    "previous_hash": "f" * 64,
    "hash": "f" * 64,
    "number": 99,
}


def link(entries: list[AuditEntry]) -> list[AuditEntry]:
    placed: list[AuditEntry] = []
    for item in entries:
        last = placed[-1].hash if placed else GENESIS
        placed.append(chained(item, len(placed) + 1, last))
    return placed


def broken_at(seen: list[AuditEntry], head: AuditEntry) -> int | None:
    check = ChainCheck("project")
    check.feed(seen)
    check.finish(head.number, head.hash)
    return check.broken_at


@given(CHAINS)
def test_an_untouched_chain_is_whole(chain: list[AuditEntry]) -> None:
    assert broken_at(chain, chain[-1]) is None


@given(CHAINS, st.data(), st.sampled_from(sorted(FORGED)))
def test_a_change_of_any_field_shows(
    chain: list[AuditEntry], data: st.DataObject, field: str
) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    forged = replace(chain[place], **{field: FORGED[field]})
    assume(forged != chain[place])

    seen = [*chain[:place], forged, *chain[place + 1 :]]

    assert broken_at(seen, chain[-1]) is not None


@given(CHAINS, st.data())
def test_a_change_with_a_hash_that_fits_breaks_the_next_link(
    chain: list[AuditEntry], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    old = chain[place]
    forged = chained(replace(old, actor_label="someone else"), old.number, old.previous_hash)

    seen = [*chain[:place], forged, *chain[place + 1 :]]

    assert broken_at(seen, chain[-1]) == place + 2


@given(CHAINS, st.data())
def test_a_removed_entry_shows(chain: list[AuditEntry], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))

    assert broken_at([*chain[:place], *chain[place + 1 :]], chain[-1]) is not None


@given(CHAINS, st.data())
def test_a_chain_cut_off_at_the_end_shows(chain: list[AuditEntry], data: st.DataObject) -> None:
    kept = data.draw(st.integers(0, len(chain) - 1))

    assert broken_at(chain[:kept], chain[-1]) == kept + 1


@given(CHAINS, st.data())
def test_another_order_shows(chain: list[AuditEntry], data: st.DataObject) -> None:
    order = data.draw(st.permutations(chain))
    assume(order != chain)

    assert broken_at(order, chain[-1]) is not None


@given(CHAINS, ENTRIES)
def test_an_entry_added_behind_the_head_shows(chain: list[AuditEntry], more: AuditEntry) -> None:
    extra = chained(more, len(chain) + 1, chain[-1].hash)

    assert broken_at([*chain, extra], chain[-1]) is not None


def test_the_first_broken_entry_is_named() -> None:
    who = Actor(kind="system", label="Edison")
    chain = link([entry(who, "a.b", ("x", number), at=START) for number in range(5)])
    for place in (1, 3):
        chain[place] = replace(chain[place], actor_label="Eve")

    assert broken_at(chain, chain[-1]) == 2


def test_an_entry_says_who_did_what_from_where() -> None:
    """DATA-8.4.2, .5"""
    user, project = UserId(UUID(int=1)), ProjectId(UUID(int=2))
    origin = RequestOrigin(address="10.0.0.7", user_agent="Browser", trace_id="t")
    who = Actor(kind="user", id=user, user=user, label="Ada", origin=origin)

    made = entry(who, "project.updated", ("project", project), at=START, project=project)

    assert (made.scope, made.entity_id) == (str(project), str(project))
    assert (made.actor_kind, made.actor_id, made.actor_label) == ("user", user, "Ada")
    assert made.metadata == {"address": "10.0.0.7", "user_agent": "Browser", "trace_id": "t"}


@pytest.mark.parametrize("kind", ["system", "anonymous"])
def test_what_belongs_to_no_project_belongs_to_the_installation(kind: Any) -> None:
    made = entry(Actor(kind=kind), "user.login_failed", ("email", None), at=START)

    assert (made.scope, made.entity_id, made.metadata) == (INSTALLATION, None, {})
