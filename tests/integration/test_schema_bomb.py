"""Schemas made to freeze whoever validates with them, sent to a real server: refused, or ended by a deadline."""

import json
import threading
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from edison.domain.judging.score import NotScored, Sample
from edison.sandbox.schema_checks import parse_answer
from edison.scorers import registry
from tests.support.answers import granted, refused
from tests.support.client import browser_at, sign_up
from tests.support.finished_runs import a_run_desk
from tests.support.postgres import TestServer
from tests.support.processes import EdisonProcess, edison_serve
from tests.support.saved_suites import recipe_body, saved_version
from tests.support.world import API, World

LIMIT = "more than 20,000 subschemas and values"
# Each level doubles the work: 40 of them take a day, in 2.5 KB.
LEVELS = 40


def doubled(**more: Any) -> dict[str, Any]:
    """A schema in which each definition applies the one before it twice."""
    definitions: dict[str, Any] = {"d0": {"type": "object"}}
    for level in range(1, LEVELS + 1):
        before = {"$ref": f"#/$defs/d{level - 1}"}
        definitions[f"d{level}"] = {"allOf": [before, before], **more}
    return {"$defs": definitions, "$ref": f"#/$defs/d{LEVELS}"}


BOMB = doubled()
# The library takes as long to compile this one.
COMPILED_BOMB = doubled(unevaluatedProperties=False)
# Small, and fine for most answers: the work doubles with each level of the answer.
RECURSIVE = {
    "allOf": [
        {"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}},
        {"properties": {"a": {"$ref": "#"}, "c": {"$ref": "#"}}},
    ]
}
DEEP = '{"a": ' * LEVELS + "1" + "}" * LEVELS


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked:
    server: EdisonProcess
    owner: httpx.Client
    project: str

    def test_scorer(self, schema: dict[str, Any], output: str = "{}") -> httpx.Response:
        return self.owner.post(
            f"{self.project}/scorers/test",
            json={
                "spec": {"kind": "json_schema", "json_schema": schema},
                "sample": {"output": output},
            },
        )


@pytest.fixture(scope="module")
def attacked(postgres: TestServer, tmp_path_factory: pytest.TempPathFactory) -> Generator[Attacked]:
    home: Path = tmp_path_factory.mktemp("attacked")
    with (
        postgres.database() as url,
        edison_serve(home, url) as server,
        browser_at(server.address) as owner,
    ):
        sign_up(owner)
        made = granted(owner.post(f"{API}/projects", json={"name": "Target"}), 201)
        yield Attacked(server=server, owner=owner, project=f"{API}/projects/{made['id']}")


@pytest.mark.attack
@pytest.mark.parametrize("bomb", [BOMB, COMPILED_BOMB], ids=["validating", "compiling"])
def test_a_scorer_with_a_bomb_is_refused_when_it_is_tested(
    attacked: Attacked, bomb: dict[str, Any]
) -> None:
    error = refused(attacked.test_scorer(bomb), 400, "BAD_REQUEST")

    assert (error["path"], LIMIT in error["message"]) == ("spec.json_schema", True), error


@pytest.mark.attack
async def test_a_run_and_a_suite_with_a_bomb_in_a_scorer_are_refused(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    scorers = [{"kind": "json_schema", "json_schema": BOMB}]
    suite = {"name": "Bomb", "recipe": recipe_body(desk.order(), scorers=scorers)}

    run = await desk.browser.post(f"{desk.path}/runs", json=desk.order(scorers=scorers))
    saved = await desk.browser.post(f"{desk.path}/suites", json=suite)

    for answer in (run, saved):
        assert answer.status_code in {400, 422}, answer.text
        assert LIMIT in answer.text


@pytest.mark.attack
async def test_a_bomb_that_was_stored_before_gives_no_score() -> None:
    """A run that began earlier goes on: nothing is known about its answers, which is not a zero."""
    spec = registry.read_stored_spec({"kind": "json_schema", "json_schema": BOMB})

    verdict = await registry.apply(spec, Sample(output="{}", parsed="{}"))

    assert isinstance(verdict, NotScored)
    assert LIMIT in verdict.reason


@pytest.mark.attack
async def test_a_contract_that_was_stored_before_is_not_held_against_an_answer() -> None:
    parsed = await parse_answer("schema", BOMB, "{}")

    assert (parsed.text, LIMIT in (parsed.problem or "")) == (None, True)


@pytest.mark.attack
@pytest.mark.parametrize(
    ("field", "content"),
    [
        ("output.schema", {"output": {"kind": "schema", "schema": BOMB}}),
        ("tools.0.parameters", {"tools": [{"name": "look_up", "parameters": BOMB}]}),
    ],
)
def test_a_prompt_with_a_bomb_is_no_version(
    attacked: Attacked, field: str, content: dict[str, Any]
) -> None:
    messages = [{"role": "user", "content": "Answer: {{question}}"}]
    made = granted(
        attacked.owner.post(
            f"{attacked.project}/prompts",
            json={"name": field, "kind": "generator", "content": {"messages": messages, **content}},
        ),
        201,
    )

    answer = attacked.owner.post(f"{attacked.project}/prompts/{made['id']}/versions", json={})

    [problem] = refused(answer, 400, "BAD_REQUEST")["details"]["problems"]
    assert (problem["field"], LIMIT in problem["message"]) == (field, True), problem


@pytest.mark.attack
@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"allOf": [{"$ref": "#"}]}, "contains a circular reference"),
        ({"$ref": "https://example.com/schema.json"}, "is not part of the schema"),
        ({"$ref": "file:///etc/passwd"}, "is not part of the schema"),
        (
            {"$ref": "#/$defs/a", "$defs": {"a": {"$id": "urn:a", "$ref": "#/$defs/a"}}},
            "Remove the ids",
        ),
    ],
)
def test_a_reference_that_cannot_be_counted_is_refused(
    attacked: Attacked, schema: dict[str, Any], said: str
) -> None:
    assert said in refused(attacked.test_scorer(schema), 400, "BAD_REQUEST")["message"]


@pytest.mark.attack
def test_a_schema_that_refers_to_itself_is_used_up_to_a_deadline(attacked: Attacked) -> None:
    """It is fine for flat answers. For one that nests as deep as the bomb, the process is ended."""
    assert granted(attacked.test_scorer(RECURSIVE, '{"a": {"b": {}}}'))["value"] == 1.0
    verdicts: list[Any] = []
    attack = threading.Thread(
        target=lambda: verdicts.append(granted(attacked.test_scorer(RECURSIVE, DEEP)))
    )
    attack.start()

    with browser_at(attacked.server.address) as other:
        while not verdicts and attack.is_alive():
            assert other.get("/readiness").status_code == 200
    attack.join()

    [verdict] = verdicts
    assert (verdict["value"], verdict["problem"]) == (None, "scorer_error")
    assert "takes more than" in verdict["reason"]


@pytest.mark.attack
def test_patterns_that_need_backtracking_are_checked_in_a_process_too(attacked: Attacked) -> None:
    schema = {"pattern": "^(?=(a|aa)+$)(a|aa)+b$"}

    verdict = granted(attacked.test_scorer(schema, json.dumps("a" * 5_000)))

    assert verdict["passed"] is not True


def test_ordinary_schemas_are_not_in_the_way(attacked: Attacked) -> None:
    """As pydantic writes them: nested models, optional fields, lists, and a tree that refers to itself."""
    schema: dict[str, Any] = {
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "pattern": "^[A-Z][a-z]{1,40}$"},
                    "parent": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
                    "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                },
                "required": ["name"],
                "unevaluatedProperties": False,
            }
        },
        "$ref": "#/$defs/Node",
    }
    tree: dict[str, Any] = {"name": "Leaf", "parent": None}
    for _ in range(20):
        tree = {"name": "Branch", "children": [tree, tree["name"] and {"name": "Twig"}]}

    fits = granted(attacked.test_scorer(schema, json.dumps(tree)))
    does_not = granted(attacked.test_scorer(schema, json.dumps({**tree, "name": "lower"})))

    assert (fits["value"], does_not["value"]) == (1.0, 0.0), (fits, does_not)
