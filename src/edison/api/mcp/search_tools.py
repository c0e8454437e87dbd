"""Tools that find prompts, datasets, models, suites and experiments, and that read a prompt."""

from typing import Annotated, Any, Literal, cast

from pydantic import Field

from edison.api.base_views import Line
from edison.api.mcp.tool import (
    MOST_ITEMS,
    McpTool,
    ToolArguments,
    ToolCaller,
    ToolResult,
    shorten,
)
from edison.api.prompts.content_views import ContentView
from edison.domain.errors import InvalidInput, NotFound
from edison.domain.people.access import Permission
from edison.domain.prompts.template_renderer import variables_of
from edison.kit.pagination import PageRequest
from edison.services.datasets import dataset_queries
from edison.services.experiments import experiment_queries
from edison.services.mcp import find_by_name
from edison.services.models import model_queries
from edison.services.prompts import prompt_queries
from edison.services.suites import suite_cards

Kind = Literal["prompt", "dataset", "model", "suite", "experiment"]
KINDS: tuple[Kind, ...] = ("prompt", "dataset", "model", "suite", "experiment")
MOST_TEXT = 12_000
MOST_MESSAGES = 20
MOST_PARTS = 50

PromptName = Annotated[
    Line, Field(min_length=1, max_length=255, description="Name or id of a prompt")
]
Label = Annotated[Line, Field(min_length=1, max_length=50)]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]


class SearchArguments(ToolArguments):
    query: Annotated[
        Line, Field(max_length=100, description="Part of a name. Empty: the latest ones")
    ] = ""
    kind: Kind | None = Field(default=None, description="Default: all kinds")
    limit: int = Field(default=10, ge=1, le=MOST_ITEMS, description="Of each kind")


class FoundItem(ToolResult):
    kind: Kind
    id: str
    name: str
    about: str


class SearchResult(ToolResult):
    items: list[FoundItem]


async def search(caller: ToolCaller, given: SearchArguments) -> SearchResult:
    kinds = KINDS if given.kind is None else (given.kind,)
    items: list[FoundItem] = []
    for kind in kinds:
        items += await _SEARCHES[kind](caller, given.query, PageRequest(limit=given.limit))
    return SearchResult(items=items, link=caller.home)


async def _prompts(caller: ToolCaller, query: str, page: PageRequest) -> list[FoundItem]:
    wanted = prompt_queries.PromptFilter(search=query or None)
    found = await prompt_queries.list_prompts(caller.ctx, caller.who, caller.project, wanted, page)
    return [
        FoundItem(
            kind="prompt",
            id=str(one.id),
            name=one.name,
            about=shorten(f"{one.kind}, {one.latest} versions, labels {_labels(one.labels)}", 200),
            link=caller.link(f"prompts/{one.id}"),
        )
        for one in found.items
    ]


async def _datasets(caller: ToolCaller, query: str, page: PageRequest) -> list[FoundItem]:
    wanted = dataset_queries.DatasetFilter(search=query or None)
    found = await dataset_queries.list_datasets(
        caller.ctx, caller.who, caller.project, wanted, page
    )
    return [
        FoundItem(
            kind="dataset",
            id=str(one.dataset.id),
            name=one.dataset.name,
            about=f"{one.dataset.kind}, {one.dataset.cases:,} cases, version {one.dataset.version}",
            link=caller.link(f"datasets/{one.dataset.id}"),
        )
        for one in found.items
    ]


async def _models(caller: ToolCaller, query: str, page: PageRequest) -> list[FoundItem]:
    wanted = model_queries.ModelFilter(search=query or None)
    found = await model_queries.list_models(caller.ctx, caller.who, caller.project, wanted, page)
    return [
        FoundItem(
            kind="model",
            id=str(one.model.id),
            name=one.model.name,
            about=shorten(f"{one.model.provider}, credential {one.model.credential_label}", 200),
            link=caller.link(f"models/{one.model.id}"),
        )
        for one in found.items
    ]


async def _suites(caller: ToolCaller, query: str, page: PageRequest) -> list[FoundItem]:
    wanted = suite_cards.SuiteFilter(search=query)
    found = await suite_cards.list_suites(caller.ctx, caller.who, caller.project, wanted, page)
    return [
        FoundItem(
            kind="suite",
            id=str(one.suite.id),
            name=one.suite.name,
            about=shorten(one.suite.description, 200),
            link=caller.link(f"suites/{one.suite.id}"),
        )
        for one in found.page.items
    ]


async def _experiments(caller: ToolCaller, query: str, page: PageRequest) -> list[FoundItem]:
    wanted = experiment_queries.ExperimentFilter(search=query)
    found = await experiment_queries.list_experiments(
        caller.ctx, caller.who, caller.project, wanted, page
    )
    return [
        FoundItem(
            kind="experiment",
            id=str(one.experiment.id),
            name=one.experiment.name,
            about=f"{one.experiment.state}, {one.iterations} iterations",
            link=caller.link(f"experiments/{one.experiment.id}"),
        )
        for one in found.page.items
    ]


_SEARCHES = {
    "prompt": _prompts,
    "dataset": _datasets,
    "model": _models,
    "suite": _suites,
    "experiment": _experiments,
}


class GetPromptArguments(ToolArguments):
    prompt: PromptName
    version: Number | None = None
    label: Label | None = Field(
        default=None, description="Such as `production`. Default: the newest version"
    )


class PromptResult(ToolResult):
    id: str
    name: str
    version: int | None = Field(description="null: the draft, as there is no version")
    labels: dict[str, int]
    unsaved_changes: bool = Field(description="Whether the draft differs from the newest version")
    variables: list[str]
    content: dict[str, Any]
    complete: bool = Field(
        description="False: texts are shortened. Do not save them as a new version"
    )


async def get_prompt(caller: ToolCaller, given: GetPromptArguments) -> PromptResult:
    ctx, who, project = caller.ctx, caller.who, caller.project
    id_ = await find_by_name.find_prompt(ctx, who, project, given.prompt)
    prompt = await prompt_queries.read_prompt(ctx, who, project, id_)
    number = _version_of(prompt.labels, prompt.latest, given)
    content = prompt.draft
    if number is not None:
        version = await prompt_queries.read_version(ctx, who, project, id_, number)
        content = version.content
    view = ContentView.model_validate(content).model_dump(mode="json", by_alias=True)
    shown = {part: value for part, value in view.items() if value}
    short = _shortened(shown)
    return PromptResult(
        id=str(prompt.id),
        name=prompt.name,
        version=number,
        labels=prompt.labels,
        unsaved_changes=not prompt.clean,
        variables=list(variables_of(content))[:100],
        content=short,
        complete=short == shown,
        link=caller.link(f"prompts/{prompt.id}"),
    )


def _version_of(labels: dict[str, int], latest: int, given: GetPromptArguments) -> int | None:
    if given.version is not None and given.label is not None:
        raise InvalidInput("Give a version or a label, not both", field="label")
    if given.version is not None:
        return given.version
    if given.label is None:
        return latest or None
    if given.label not in labels:
        raise NotFound(f"The prompt has no label {given.label!r}", field="label")
    return labels[given.label]


def _shortened(content: dict[str, Any]) -> dict[str, Any]:
    """Return the content within the limits of a result: few messages, each with a part of the allowed text."""
    left = MOST_TEXT

    def cut(value: Any) -> Any:
        nonlocal left
        if isinstance(value, str):
            kept = value[:left]
            left -= len(kept)
            return kept
        if isinstance(value, list):
            return [cut(one) for one in cast(list[Any], value)[:MOST_MESSAGES]]
        if isinstance(value, dict):
            parts = cast(dict[str, Any], value)
            return {name: cut(parts[name]) for name in list(parts)[:MOST_PARTS]}
        return value

    return cut(content)


def _labels(labels: dict[str, int]) -> str:
    return ", ".join(f"{name}=v{number}" for name, number in labels.items()) or "none"


SEARCH_TOOLS = (
    McpTool(
        name="search",
        title="Search the project",
        description="Find prompts, datasets, models, suites and experiments of the project by a part of their name.",
        arguments=SearchArguments,
        permission=Permission.VIEW_PROJECT,
        run=search,
    ),
    McpTool(
        name="get_prompt",
        title="Get a prompt",
        description="Get the texts, variables, parameters and labels of one version of a prompt.",
        arguments=GetPromptArguments,
        permission=Permission.VIEW_PROJECT,
        run=get_prompt,
    ),
)
