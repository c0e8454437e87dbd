"""Create a suite from a file, or change the suite of the same name. All problems are reported together."""

from collections.abc import Hashable
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal

from edison.domain.errors import SuiteNotReady
from edison.domain.ids import ProjectId
from edison.domain.money import MicroUsd, from_usd
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.run_order import StartProblem as RecipeProblem
from edison.domain.suites.recipe import Recipe
from edison.domain.suites.suite import USUAL_DAILY_LIMIT, Suite, SuiteState
from edison.domain.suites.suite_file import suite_file_model
from edison.domain.suites.suite_file.read_suite_file import (
    FileProblem,
    SuiteText,
    WrongSuite,
    load_document,
    read_document,
)
from edison.services.context import Context
from edison.services.datasets.limited_file_reader import ReadFile, read_in_process
from edison.services.permission_check import require_live_project
from edison.services.suites.name_resolver import Resolver
from edison.services.suites.recipe_check import MAY_COME_RIGHT, check_recipe
from edison.services.suites.suite_cards import SuiteReport, report_of
from edison.services.suites.suite_changes import EditSuite, Unsaid, apply_change, changed_parts
from edison.services.suites.suite_creation import CreateSuite, add_suite
from edison.store.unit_of_work import ReadTx

MOST_BYTES = 1_000_000
MOST_PROBLEMS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSuiteFile:
    project: ProjectId
    text: str
    # Check the file without changing anything.
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedSuite:
    """The result of an import or of a dry run."""

    name: str | None = None
    created: bool = False
    changed: tuple[str, ...] = ()
    report: SuiteReport | None = None
    problems: tuple[FileProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Meant:
    """The content of a suite file, resolved to objects of this project."""

    suite: suite_file_model.SuiteFileModel
    recipe: Recipe
    known: Suite | None
    problems: tuple[FileProblem, ...]


async def import_file(ctx: Context, who: Actor, cmd: ImportSuiteFile) -> ImportedSuite:
    """Import a suite file. Problems are raised as an error; a dry run returns them instead."""
    who.must(Permission.START_RUNS, cmd.project)
    now = ctx.clock.now()
    try:
        loaded, _ = await read_in_process(ctx, who, _yaml(cmd))
        read = read_document(loaded)
    except WrongSuite as wrong:
        return _refused(cmd, None, wrong.problems)
    if cmd.dry_run:
        async with ctx.read() as tx:
            meant = await _meant(tx, who, cmd.project, read, now)
            if meant.problems:
                return _refused(cmd, meant.suite.name, meant.problems)
            return await _looked_at(tx, who, cmd.project, meant, now)
    async with ctx.change(who, cmd.project, now) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        meant = await _meant(tx, who, cmd.project, read, now, lock=True)
        if meant.problems:
            return _refused(cmd, meant.suite.name, meant.problems)
        suite, known = meant.suite, meant.known
        if known is None:
            made = await add_suite(tx, _new(cmd.project, suite, meant.recipe))
            report = await report_of(tx, who, cmd.project, made, now)
            return ImportedSuite(name=made.name, created=True, report=report)
        edit = _edit(cmd.project, suite, known, meant.recipe)
        changes = await apply_change(tx, known, edit)
        after = await tx.suites.get(cmd.project, known.id)
        report = await report_of(tx, who, cmd.project, after, now)
        return ImportedSuite(name=after.name, changed=tuple(sorted(changes)), report=report)


async def _meant(
    tx: ReadTx,
    who: Actor,
    project: ProjectId,
    read: SuiteText,
    now: datetime,
    *,
    lock: bool = False,
) -> _Meant:
    resolver = Resolver(read)
    recipe = await resolver.recipe(tx, project)
    problems = list(resolver.problems)
    if not problems:
        draft = await check_recipe(tx, who, project, recipe, now)
        problems += [
            read.problem(each.message, *_place(each, resolver, read))
            for each in draft.problems
            if each.code not in MAY_COME_RIGHT
        ]
    known = await tx.suites.by_name(project, read.suite.name.strip(), lock=lock)
    if known is not None and known.state is SuiteState.ARCHIVED:
        message = f"{known.name} is archived: restore it first, or choose another name"
        problems.append(read.problem(message, "name"))
    return _Meant(suite=read.suite, recipe=recipe, known=known, problems=tuple(problems))


async def _looked_at(
    tx: ReadTx, who: Actor, project: ProjectId, meant: _Meant, now: datetime
) -> ImportedSuite:
    known = meant.known
    if known is None:
        return ImportedSuite(name=meant.suite.name.strip(), created=True)
    changed = set(changed_parts(known.recipe, meant.recipe))
    edit = _edit(project, meant.suite, known, meant.recipe)
    if edit.description is not None and edit.description.strip() != known.description:
        changed.add("description")
    if edit.daily_limit != "unsaid" and edit.daily_limit != known.daily_limit:
        changed.add("daily_limit_usd")
    if meant.suite.name.strip() != known.name:
        changed.add("name")
    report = await report_of(tx, who, project, known, now)
    return ImportedSuite(name=known.name, changed=tuple(sorted(changed)), report=report)


def _new(project: ProjectId, suite: suite_file_model.SuiteFileModel, recipe: Recipe) -> CreateSuite:
    limit = _limit(suite)
    return CreateSuite(
        project=project,
        name=suite.name,
        description=suite.description,
        recipe=recipe,
        daily_limit=USUAL_DAILY_LIMIT if limit == "unsaid" else limit,
    )


def _edit(
    project: ProjectId, suite: suite_file_model.SuiteFileModel, known: Suite, recipe: Recipe
) -> EditSuite:
    said = "description" in suite.model_fields_set
    return EditSuite(
        project=project,
        suite=known.id,
        revision=known.revision,
        name=suite.name,
        description=suite.description if said else None,
        recipe=recipe,
        daily_limit=_limit(suite),
    )


def _limit(suite: suite_file_model.SuiteFileModel) -> MicroUsd | Unsaid | None:
    if "daily_limit_usd" not in suite.model_fields_set:
        return "unsaid"
    return None if suite.daily_limit_usd is None else from_usd(Decimal(str(suite.daily_limit_usd)))


def _place(problem: RecipeProblem, resolver: Resolver, read: SuiteText) -> tuple[Hashable, ...]:
    """Return the path in the file that a problem of the recipe refers to."""
    parts: list[Hashable] = [
        int(part) if part.isdigit() else part for part in problem.field.split(".")
    ]
    if parts[0] in ("versions", "prompts") and read.suite.prompt is not None:
        return ("prompt",)
    if parts[0] == "versions":
        return ("prompts", *parts[1:])
    if parts[0] == "targets" and len(parts) > 1 and isinstance(parts[1], int):
        return ("targets", resolver.target_places[parts[1]], *parts[2:])
    if parts[0] == "thresholds":
        return ("thresholds",)
    return tuple(parts)


def _yaml(cmd: ImportSuiteFile) -> ReadFile:
    return ReadFile(
        project=cmd.project,
        permission=Permission.START_RUNS,
        task=load_document,
        arguments={},
        content=cmd.text.encode(),
    )


def _refused(
    cmd: ImportSuiteFile, name: str | None, problems: tuple[FileProblem, ...]
) -> ImportedSuite:
    problems = problems[:MOST_PROBLEMS]
    if not cmd.dry_run:
        raise SuiteNotReady(
            "; ".join(str(problem) for problem in problems),
            problems=[asdict(problem) for problem in problems],
        )
    return ImportedSuite(name=name, problems=problems)
