"""A target keeps its key from run to run, whatever becomes of the prompt's version."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from edison.domain.ids import ModelId, PromptId, VersionId
from edison.domain.models.parameters import Parameters
from edison.domain.runs.run_plan import ALL_CASES, Column, Plan
from edison.domain.trends.target_keys import targets_of


def column(model: str = "gpt", **changes: Any) -> Column:
    values: dict[str, Any] = {
        "prompt": PromptId(UUID(int=1)),
        "prompt_name": "Greeter",
        "version": VersionId(UUID(int=2)),
        "number": 1,
        "model": ModelId(UUID(int=3)),
        "model_name": model,
        "provider": "OPENAI",
        "credential_label": "Main",
        "parameters": Parameters(),
    }
    return Column(**{**values, **changes})


def plan(*columns: Column) -> Plan:
    return Plan(
        columns=columns,
        dataset=None,
        dataset_name="",
        dataset_version=None,
        choice=ALL_CASES,
        cases=3,
        trials=1,
        reuse=False,
        chunk_size=10,
    )


def test_a_key_stays_when_version_and_ids_move_on() -> None:
    before = column()
    after = replace(
        before, version=VersionId(UUID(int=9)), number=7, model=ModelId(UUID(int=8)),
        credential_label="Other", prompt_name="Renamed",
    )  # fmt: skip

    [one], [other] = targets_of(plan(before)), targets_of(plan(after))

    assert one.key == other.key
    assert (one.label, other.label) == ("gpt", "gpt")
    assert len(one.key) < 300


def test_what_differs_has_another_key() -> None:
    warm = column(parameters=Parameters(temperature=0.7))
    columns = (
        column(),
        warm,
        column("claude"),
        column(provider="AZURE"),
        column(prompt=PromptId(UUID(int=5))),
    )

    found = targets_of(plan(*columns))

    assert len({target.key for target in found}) == len(columns)
    assert [target.column for target in found] == [0, 1, 2, 3, 4]
    # Wherever it stands.
    assert targets_of(plan(warm))[0].key == found[1].key


def test_two_versions_of_one_prompt_are_told_apart_by_their_order() -> None:
    first, second = targets_of(plan(column(), column(number=2)))

    assert second.key == f"{first.key}/2"
    assert first.label != second.label


def test_labels_are_as_short_as_tells_them_apart() -> None:
    def labels(*columns: Column) -> list[str]:
        return [target.label for target in targets_of(plan(*columns))]

    assert labels(column(), column("claude")) == ["gpt", "claude"]
    assert labels(column(), column(prompt=PromptId(UUID(int=5)), prompt_name="Other")) == [
        "Greeter on gpt",
        "Other on gpt",
    ]
    assert labels(column(), column(parameters=Parameters(temperature=0.7))) == [
        "gpt (as usual)",
        "gpt (temperature 0.7)",
    ]
