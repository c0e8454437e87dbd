"""Tools that create prompt versions, datasets and cases. None of them approves, promotes or deletes."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Line, Paragraphs
from edison.api.datasets.case_views import CaseText, Tags, ValueName
from edison.api.mcp.start_run_tools import DatasetName
from edison.api.mcp.tool import McpTool, ToolArguments, ToolCaller, ToolResult
from edison.api.prompts.content_views import ContentBody
from edison.api.prompts.views import Changelog
from edison.api.prompts.views import Name as NewPromptName
from edison.domain.datasets.dataset import CaseContent, DatasetKind
from edison.domain.errors import NotFound
from edison.domain.ids import PromptId
from edison.domain.people.access import Permission
from edison.services.datasets import case_commands, dataset_commands
from edison.services.mcp import find_by_name
from edison.services.prompts import prompt_versions

CASES_AT_ONCE = 100
MOST_CASE_VALUES = 20


class CreateVersionArguments(ToolArguments):
    prompt: NewPromptName = Field(
        description="Name or id of a prompt. A new name creates a prompt with this version"
    )
    content: ContentBody = Field(description="All parts of the prompt. `{{name}}` is a variable")
    changelog: Changelog = Field(default="", description="What changed and why")


class CreatedVersion(ToolResult):
    prompt: UUID
    version: int
    labels: list[str] = Field(description="Never `production`: a person moves that label")


async def create_prompt_version(
    caller: ToolCaller, given: CreateVersionArguments
) -> CreatedVersion:
    ctx, who, project = caller.ctx, caller.who, caller.project
    known: PromptId | None
    try:
        known = await find_by_name.find_prompt(ctx, who, project, given.prompt)
    except NotFound:
        known = None
    cmd = prompt_versions.SaveContent(
        project=project,
        prompt=known,
        name=given.prompt,
        content=given.content.to_content(),
        changelog=given.changelog,
    )
    saved = await prompt_versions.save_content(ctx, who, cmd)
    return CreatedVersion(
        prompt=saved.prompt,
        version=saved.number,
        labels=list(saved.labels),
        link=caller.link(f"prompts/{saved.prompt}"),
    )


class CreateDatasetArguments(ToolArguments):
    name: Annotated[Line, Field(min_length=1, max_length=100)]
    description: Annotated[Paragraphs, Field(max_length=2_000)] = ""


class CreatedDataset(ToolResult):
    id: UUID
    name: str


async def create_dataset(caller: ToolCaller, given: CreateDatasetArguments) -> CreatedDataset:
    cmd = dataset_commands.CreateDataset(
        project=caller.project,
        name=given.name,
        kind=DatasetKind.GOLDEN,
        description=given.description,
    )
    made = await dataset_commands.create_dataset(caller.ctx, caller.who, cmd)
    return CreatedDataset(id=made.id, name=made.name, link=caller.link(f"datasets/{made.id}"))


class NewCase(ToolArguments):
    values: dict[ValueName, CaseText] = Field(
        min_length=1, max_length=MOST_CASE_VALUES, description="Values of the prompt's variables"
    )
    expected: CaseText | None = Field(default=None, description="The expected answer")
    tags: Tags = Field(default_factory=list[str])

    def to_content(self) -> CaseContent:
        return CaseContent(values=dict(self.values), expected=self.expected, tags=tuple(self.tags))


class AddCasesArguments(ToolArguments):
    dataset: DatasetName
    cases: list[NewCase] = Field(min_length=1, max_length=CASES_AT_ONCE)


class AddedCases(ToolResult):
    dataset: UUID
    version: int = Field(description="The new version of the dataset")
    cases: int = Field(description="All cases of the dataset")


async def add_cases(caller: ToolCaller, given: AddCasesArguments) -> AddedCases:
    ctx, who, project = caller.ctx, caller.who, caller.project
    dataset = await find_by_name.find_dataset(ctx, who, project, given.dataset)
    contents = tuple(case.to_content() for case in given.cases)
    cmd = case_commands.AddCases(project=project, dataset=dataset, contents=contents)
    version = await case_commands.add_cases(ctx, who, cmd)
    return AddedCases(
        dataset=dataset,
        version=version.number,
        cases=version.cases,
        link=caller.link(f"datasets/{dataset}"),
    )


WRITE_TOOLS = (
    McpTool(
        name="create_prompt_version",
        title="Create a prompt version",
        description="Save new content as a version of a prompt, or create a prompt with it. The version gets no label "
        "but `latest`: only a person puts a version into production.",
        arguments=CreateVersionArguments,
        permission=Permission.EDIT_PROMPTS,
        run=create_prompt_version,
        writes=True,
    ),
    McpTool(
        name="create_dataset",
        title="Create a dataset",
        description="Create an empty dataset. Add its cases with the tool `add_cases`.",
        arguments=CreateDatasetArguments,
        permission=Permission.EDIT_DATASETS,
        run=create_dataset,
        writes=True,
    ),
    McpTool(
        name="add_cases",
        title="Add cases to a dataset",
        description="Add up to 100 cases to a dataset, as one new version of it.",
        arguments=AddCasesArguments,
        permission=Permission.EDIT_DATASETS,
        run=add_cases,
        writes=True,
    ),
)
