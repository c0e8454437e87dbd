"""A comparison is named by what differs between its two sides."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from edison.domain.ids import RunId, VersionId
from edison.domain.results.column_results import label_comparison
from edison.domain.runs.run_plan import Plan, Run
from tests.unit.domain.results.made import a_plan

PLAN = a_plan("demo-careful", "demo-quick", cases=4)
NEWER = replace(
    PLAN,
    columns=tuple(
        replace(column, version=VersionId(UUID(int=n)), number=2)
        for n, column in enumerate(PLAN.columns)
    ),
)


def a_run(number: int, plan: Plan) -> Run:
    given: dict[str, Any] = dict.fromkeys(Run.__dataclass_fields__)
    given |= {"id": RunId(UUID(int=number)), "number": number, "plan": plan}
    return Run(**given)


def test_two_versions_on_one_model() -> None:
    found = label_comparison((a_run(5, NEWER), 0), (a_run(4, PLAN), 0))

    assert found.label == "v2 against v1 on demo-careful"
    assert found.names == ("v1", "v2")


def test_the_same_version_again() -> None:
    found = label_comparison((a_run(5, PLAN), 1), (a_run(4, PLAN), 1))

    assert found.label == "run #5 against run #4, both v1 on demo-quick"


def test_two_models_with_one_version() -> None:
    one_version = replace(
        PLAN, columns=tuple(replace(c, version=VersionId(UUID(int=7))) for c in PLAN.columns)
    )

    found = label_comparison((a_run(5, one_version), 0), (a_run(5, one_version), 1))

    assert found.label == "demo-careful against demo-quick with v1"
    assert found.names == ("demo-quick", "demo-careful")


def test_everything_differs() -> None:
    found = label_comparison((a_run(5, NEWER), 0), (a_run(4, PLAN), 1))

    # Two prompts of one name, each with its version.
    assert found.label == "Greeter v2 on demo-careful against Greeter v1 on demo-quick"
