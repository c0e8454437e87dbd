"""Save generated cases in a new or an existing dataset, with a record of their origin."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from edison.domain.assists.assist import ENDED, MAKES_CASES, Assist, GenerateCases
from edison.domain.assists.case_generation import name_for
from edison.domain.datasets.case_rules import batch_cases, check, cleaned, must_fit, with_columns
from edison.domain.datasets.dataset import (
    CaseContent,
    Dataset,
    DatasetKind,
    DatasetOrigin,
    OriginKind,
)
from edison.domain.errors import InvalidInput, WrongState
from edison.domain.ids import AssistId, DatasetId, OriginId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.datasets.dataset_commands import create_empty_dataset
from edison.services.datasets.dataset_versions import (
    count_of_cases,
    finish_version,
    lock_dataset,
    must_have_room,
)
from edison.services.permission_check import require_live_project

MOST_NAME = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveGenerated:
    project: ProjectId
    assist: AssistId
    # The name of a new dataset, or an existing dataset. If both are None, a name is generated.
    name: str | None = None
    dataset: DatasetId | None = None
    # Indices of the generated cases to save, counted from 0; None: all.
    chosen: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """A dataset after generated cases were saved, and the origin of these cases."""

    dataset: Dataset
    origin: DatasetOrigin


async def save_generated(ctx: Context, who: Actor, cmd: SaveGenerated) -> Grown:
    who.must(Permission.EDIT_DATASETS, cmd.project)
    if cmd.name is not None and cmd.dataset is not None:
        raise InvalidInput("Name a new dataset or choose an existing one, not both", field="name")
    async with ctx.read() as tx:
        assist = await tx.assists.get(cmd.project, cmd.assist)
    wish, contents = _chosen(assist, cmd.chosen)
    batches = await asyncio.to_thread(batch_cases, contents)
    async with ctx.change(who, cmd.project) as tx:
        was = await _place(tx, cmd, wish)
        if await tx.origins.has(cmd.project, was.id, assist.id):
            raise WrongState(
                f"{was.name} already contains the cases of this assist",
                advice="Generate more cases, or save these in another dataset.",
            )
        there = await tx.cases.shape(cmd.project, was.id, was.version)
        must_fit(wish.variables, there, coming="the new cases", dataset=was.name, field="dataset")
        must_have_room(was, len(contents))
        await tx.case_changes.add(cmd.project, was.id, was.version + 1, batches)
        version = await finish_version(
            tx,
            was,
            cases=was.cases + len(contents),
            note=count_of_cases(len(contents), "Generated", f" with {assist.model_name}"),
            columns=with_columns(was.columns, contents),
        )
        origin = _origin(assist, wish, was, version.number, len(contents), who, tx.now)
        await tx.origins.add(cmd.project, origin)
        return Grown(dataset=await tx.datasets.get(cmd.project, was.id), origin=origin)


async def _place(tx: ProjectTx, cmd: SaveGenerated, wish: GenerateCases) -> Dataset:
    """Lock the existing dataset or create a new one for the generated cases."""
    if cmd.dataset is not None:
        return await lock_dataset(tx, cmd.dataset)
    await require_live_project(tx, Permission.EDIT_DATASETS)
    name = cmd.name
    if name is None:
        wanted = name_for(wish.topic, wish.types, wish.hints)
        name = await tx.names.free(cmd.project, "dataset", wanted, MOST_NAME)
    kind = DatasetKind.ADVERSARIAL if wish.kind == "adversarial" else DatasetKind.SYNTHETIC
    return await create_empty_dataset(tx, name=name, kind=kind, description="")


def _chosen(
    assist: Assist, chosen: Sequence[int] | None
) -> tuple[GenerateCases, tuple[CaseContent, ...]]:
    """Return the request and the cases to save; raise an error if there are none or the assist is still running."""
    wish = assist.input
    if assist.kind not in MAKES_CASES or not isinstance(wish, GenerateCases):
        raise WrongState(
            "This assist does not generate cases", advice="Choose an assist that generates cases."
        )
    if assist.state not in ENDED:
        raise WrongState(
            "Cases are still being generated", advice="Wait until the assist is done, or cancel it."
        )
    made: list[dict[str, Any]] = (assist.result or {}).get("cases") or []
    if not made:
        raise WrongState("No cases were generated", advice="Generate again, perhaps with another model.")  # fmt: skip
    places = range(len(made)) if chosen is None else tuple(dict.fromkeys(chosen))
    if not places:
        raise InvalidInput("Choose at least one case", field="chosen")
    if any(not 0 <= place < len(made) for place in places):
        raise InvalidInput(f"Choose numbers from 0 to {len(made) - 1}", field="chosen")
    contents = tuple(cleaned(_content(made[place])) for place in places)
    for content in contents:
        check(content)
    return wish, contents


def _content(made: dict[str, Any]) -> CaseContent:
    return CaseContent(
        values=dict(made["values"]),
        expected=made["expected"],
        tags=tuple(made["tags"]),
        difficulty=made["difficulty"],
    )


def _origin(
    assist: Assist,
    wish: GenerateCases,
    was: Dataset,
    version: int,
    added: int,
    who: Actor,
    now: datetime,
) -> DatasetOrigin:
    result = assist.result or {}
    return DatasetOrigin(
        id=OriginId(new_id()),
        dataset=was.id,
        version=version,
        kind=OriginKind.GENERATED,
        by_label=who.label,
        at=now,
        added=added,
        asked=wish.count,
        made=int(result.get("made", added)),
        duplicates=int(result.get("duplicates", 0)),
        unusable=int(result.get("unusable", 0)),
        cost=assist.cost,
        assist=assist.id,
        model=assist.model,
        model_name=assist.model_name,
        instructions=wish.instructions or wish.hints,
        types=wish.types,
        topic=wish.topic,
        difficulty=wish.difficulty,
    )
