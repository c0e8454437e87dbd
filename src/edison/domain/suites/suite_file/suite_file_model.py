"""Pydantic model of the suite file, from which docs/reference/suite.schema.json is generated."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from edison.domain.models.model_call import MessageRole
from edison.domain.models.parameters import ReasoningEffort
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_plan import MOST_TRIALS

# The server trims names, and would not find one with spaces around it.
Name = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^\S(.*\S)?$")]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=2**31 - 1)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Limit = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]
Dollars = Annotated[float, Field(ge=0.01, le=1_000_000, allow_inf_nan=False)]
CaseId = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")]


class FilePart(BaseModel):
    """Base class of all parts of a suite file. Unknown fields are rejected, to detect misspelled names."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def given(self) -> dict[str, Any]:
        """Return the fields that are set in the file, without defaults, in the format of the API."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class FileToolCall(FilePart):
    id: str
    name: str
    arguments: str = Field(description="JSON")


class FileMessage(FilePart):
    role: MessageRole
    content: str
    tool_calls: list[FileToolCall] = Field(default_factory=list[FileToolCall])
    tool_call_id: str | None = None


class Messages(FilePart):
    """A conversation that replaces a whole message of the prompt."""

    messages: Annotated[list[FileMessage], Field(min_length=1)]


class FileFewShot(FilePart):
    user: str
    assistant: str


class FileTool(FilePart):
    name: str
    description: str = ""
    parameters: dict[str, Any] = Field(
        default_factory=dict[str, Any], description="JSON schema of the arguments"
    )


class Output(FilePart):
    """Required format of an answer. `auto` means that the format is detected from the prompt text."""

    kind: Literal["auto", "text", "response", "json", "response_json", "schema"] = "auto"
    schema_: dict[str, Any] | None = Field(default=None, alias="schema")


class FileParameters(FilePart):
    """Parameters of a model. Parameters that are left out are not sent."""

    temperature: Number | None = None
    max_tokens: int | None = None
    top_p: Number | None = None
    top_k: int | None = None
    frequency_penalty: Number | None = None
    presence_penalty: Number | None = None
    seed: int | None = None
    stop: list[str] = Field(default_factory=list[str])
    reasoning_effort: ReasoningEffort | None = None


class Grid(FilePart):
    """Several values for parameters. Each combination of values is a target."""

    temperature: list[Number] = Field(default_factory=list[float])
    max_tokens: list[int] = Field(default_factory=list[int])
    top_p: list[Number] = Field(default_factory=list[float])
    top_k: list[int] = Field(default_factory=list[int])
    frequency_penalty: list[Number] = Field(default_factory=list[float])
    presence_penalty: list[Number] = Field(default_factory=list[float])
    seed: list[int] = Field(default_factory=list[int])
    reasoning_effort: list[ReasoningEffort] = Field(default_factory=list[ReasoningEffort])


class FilePrompt(FilePart):
    """A prompt. With text, it is stored in the project under its name, and each changed text becomes a new version.

    Without text, the name refers to an existing prompt of the project.
    """

    name: Name
    version: Count | None = Field(default=None, description="Version of the project's prompt")
    label: Name | None = Field(
        default=None, description="Label of the project's prompt, such as production"
    )
    system: str | None = None
    text: str | None = Field(
        default=None, description="A single user message; {{name}} is a variable"
    )
    messages: Annotated[list[FileMessage], Field(min_length=1)] | None = None
    few_shots: list[FileFewShot] | None = None
    tools: list[FileTool] | None = None
    output: Output | None = None
    parameters: FileParameters | None = None

    @property
    def written_here(self) -> bool:
        return any(
            getattr(self, name) is not None
            for name in (
                "system",
                "text",
                "messages",
                "few_shots",
                "tools",
                "output",
                "parameters",
            )
        )

    def content(self) -> dict[str, Any]:
        content = self.given()
        for name in ("name", "version", "label", "text"):
            content.pop(name, None)
        if self.text is not None:
            content["messages"] = [{"role": "user", "content": self.text}]
        return {name: value for name, value in content.items() if value is not None}

    @model_validator(mode="after")
    def _is_one_of_both(self) -> "FilePrompt":
        if self.version is not None and self.label is not None:
            raise ValueError("Give a version or a label, not both")
        if not self.written_here:
            return self
        if self.version is not None or self.label is not None:
            raise ValueError("A prompt with text cannot have a version or a label")
        if (self.text is None) == (self.messages is None):
            raise ValueError("Give either text or messages, not both")
        return self


class FileCase(FilePart):
    values: Annotated[dict[Name, str | Messages], Field(min_length=1)] = Field(
        description="Values of the prompt's variables"
    )
    expected: str | None = None
    tags: list[Name] = Field(default_factory=list[Name])
    difficulty: Annotated[int, Field(ge=1, le=5)] | None = None
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any])
    split: Literal["none", "train", "holdout"] = "none"


class FileColumn(FilePart):
    """How a column of the data file is used."""

    target: Literal["variable", "expected", "tags", "difficulty", "split", "metadata", "ignore"]
    name: Name | None = Field(
        default=None, description="Name of the variable, or key in the metadata"
    )
    json_: bool = Field(default=False, alias="json", description="Its cells hold JSON")


class Only(FilePart):
    """Filter of cases. A case must match all conditions."""

    split: Literal["none", "train", "holdout"] | None = None
    tags: list[Name] = Field(default_factory=list[Name])
    first: Count | None = None
    ids: list[CaseId] = Field(
        default_factory=list[str], description="Ids of cases of the project's dataset"
    )


class FileDataset(FilePart):
    """A dataset. With `cases` or `file`, it is stored in the project under its name.

    Without them, the name refers to an existing dataset of the project.
    """

    name: Name
    version: Count | None = Field(
        default=None, description="Version of the project's dataset; default: the newest"
    )
    cases: Annotated[list[FileCase], Field(min_length=1)] | None = None
    file: str | None = Field(
        default=None,
        min_length=1,
        description="CSV, TSV, JSON, JSONL or Excel; path relative to the suite file",
    )
    mapping: dict[str, FileColumn] | None = Field(
        default=None, description="Use of each column of the file; default: detected"
    )
    encoding: Annotated[str, Field(min_length=1, max_length=20)] | None = None
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] | None = None
    skip_bad_rows: bool = Field(
        default=False, description="Skip bad rows; otherwise one bad row stops the import"
    )
    only: Only | None = None

    @model_validator(mode="after")
    def _is_one_of_three(self) -> "FileDataset":
        said = [name for name in ("version", "cases", "file") if getattr(self, name) is not None]
        if len(said) > 1:
            raise ValueError(f"Give one of {' and '.join(said)}, not both")
        if self.file is None:
            of_files = {"mapping", "encoding", "delimiter", "skip_bad_rows"} & self.model_fields_set
            if of_files:
                raise ValueError(
                    f"{', '.join(sorted(of_files))} is for a file, but no file is given"
                )
        return self


class FileTarget(FilePart):
    model: Annotated[str, Field(min_length=1, max_length=300)] = Field(
        description="Its name in the project's catalog"
    )
    credential: Name | None = Field(
        default=None, description="Label of the credential, if several offer this model"
    )
    parameters: FileParameters | None = None
    grid: Grid | None = None


class FileFallback(FilePart):
    model: Annotated[str, Field(min_length=1, max_length=300)]
    credential: Name | None = None
    parameters: FileParameters | None = None


# Scorers that get the name of what they use, unless they have their own.
NAMED_BY = {"grader": "prompt", "judge": "judge"}
ONE_KIND_OF_PROMPT = "Give either prompt or prompts"
# Thresholds of all scorers together.
WHOLE = ("score", "pass_rate", "cost_usd", "latency_p95_ms")


class Scorer(FilePart):
    """A scorer: its `kind`, and the fields of that kind as listed in /docs/reference/scorers."""

    model_config = ConfigDict(extra="allow")

    kind: Name
    name: Annotated[str, Field(max_length=80)] = ""


class Threshold(FilePart):
    """Thresholds that every target must reach: for one scorer or all scorers together, and for cost and latency."""

    scorer: Name | None = Field(
        default=None, description="The scorer's name, or its kind if it has none"
    )
    mean: Share | None = Field(default=None, description="Lowest mean score of this scorer")
    pass_share: Share | None = Field(default=None, description="Lowest pass rate of this scorer")
    score: Share | None = Field(default=None, description="Lowest score of all scorers together")
    pass_rate: Share | None = Field(
        default=None, description="Lowest pass rate of all scorers together"
    )
    cost_usd: Limit | None = Field(default=None, description="Highest cost of one run")
    latency_p95_ms: Limit | None = Field(default=None, description="At most")

    @model_validator(mode="after")
    def _asks_for_something(self) -> "Threshold":
        by_scorer = self.mean is not None or self.pass_share is not None
        whole = any(getattr(self, name) is not None for name in WHOLE)
        if self.scorer is None and by_scorer:
            raise ValueError("mean and pass_share need a scorer")
        if self.scorer is not None and whole:
            raise ValueError(f"{', '.join(WHOLE)} are of all scorers together: remove scorer")
        if self.scorer is not None and not by_scorer:
            raise ValueError("A threshold of a scorer needs mean, pass_share or both")
        if self.scorer is None and not whole:
            raise ValueError(f"A threshold needs a scorer, or one of {', '.join(WHOLE)}")
        return self


class SuiteFileModel(FilePart):
    """A suite: prompts, cases, targets, scorers and thresholds."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    description: Annotated[str, Field(max_length=2_000)] = Field(
        default="", description="Description of a saved suite"
    )
    project: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")] | None = Field(
        default=None, description="Slug of the project; --project has priority"
    )
    prompt: FilePrompt | None = None
    prompts: Annotated[list[FilePrompt], Field(min_length=1)] | None = Field(
        default=None, description="Several prompts to compare, instead of `prompt`"
    )
    dataset: FileDataset | None = Field(
        default=None, description="Needed if the prompt has variables"
    )
    targets: Annotated[list[FileTarget], Field(min_length=1)]
    fallback: FileFallback | None = Field(
        default=None,
        description="Saved suite only: model that answers when a target fails permanently",
    )
    scorers: list[Scorer] = Field(default_factory=list[Scorer])
    trials: Annotated[int, Field(ge=1, le=MOST_TRIALS)] = Field(
        default=1, description="Trials of each case"
    )
    budget_usd: Dollars | None = Field(
        default=None, description="The run pauses before it spends more"
    )
    daily_limit_usd: Dollars | None = Field(
        default=None,
        description="Saved suite only: daily spending limit (UTC); default $1.00, null: no limit",
    )
    timeout_s: Annotated[float, Field(ge=1, le=3600, allow_inf_nan=False)] | None = None
    reuse: bool = Field(
        default=True,
        description="Use cached answers; for a saved suite the default is false",
    )
    thresholds: list[Threshold] = Field(default_factory=list[Threshold])
    max_error_share: Share = Field(
        default=0.05,
        description="Above this share of failed or unscored cells the result is inconclusive",
    )
    delivery: AnswerDelivery = Field(
        default=AnswerDelivery.LIVE,
        description="Saved suite only: `batch` answers within a day, at the lower price of the providers' batches",
    )
    after_expiry: AfterExpiry = Field(
        default=AfterExpiry.BATCH,
        description="Saved suite only: what happens to calls that a batch has not answered in time",
    )

    @property
    def every_prompt(self) -> list[FilePrompt]:
        return [self.prompt] if self.prompt is not None else self.prompts or []

    @model_validator(mode="after")
    def _has_one_kind_of_prompt(self) -> "SuiteFileModel":
        if (self.prompt is None) == (self.prompts is None):
            raise ValueError(ONE_KIND_OF_PROMPT)
        return self

    def scorer_names(self) -> list[str]:
        return scorer_names(self.scorers)


def scorer_names(scorers: Sequence[Scorer]) -> list[str]:
    """Return a unique name for each scorer, by the same rule as the server."""
    seen: dict[str, int] = {}
    names: list[str] = []
    for scorer in scorers:
        # A pairwise judge becomes one scorer per pair of columns, and no threshold refers to those.
        if scorer.kind == "pairwise":
            continue
        named_by = NAMED_BY.get(scorer.kind)
        named = str((scorer.model_extra or {}).get(named_by, "")) if named_by else scorer.kind
        name = scorer.name or named
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return names
