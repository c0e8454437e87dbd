"""The suite file. Its JSON schema is docs/suite.schema.json, written from here."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from edison.domain.models.model_call import MessageRole
from edison.domain.models.parameters import ReasoningEffort
from edison.domain.runs.run_plan import MOST_TRIALS

# The server would take spaces around it away, and then not find it again.
Name = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^\S(.*\S)?$")]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=2**31 - 1)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Limit = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]
Dollars = Annotated[float, Field(ge=0.01, le=1_000_000, allow_inf_nan=False)]
CaseId = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")]


class FilePart(BaseModel):
    """Nothing unknown is accepted: a word that is misspelled must not be ignored."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def given(self) -> dict[str, Any]:
        """What the file says, without what it leaves out; as the API wants it."""
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
    """A conversation, which takes the place of a whole message of the prompt."""

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
    """What an answer must look like; `auto` sees it from the text of the prompt."""

    kind: Literal["auto", "text", "response", "json", "response_json", "schema"] = "auto"
    schema_: dict[str, Any] | None = Field(default=None, alias="schema")


class FileParameters(FilePart):
    """What is left out is not sent."""

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
    """Several values for a parameter; each combination is a target of its own."""

    temperature: list[Number] = Field(default_factory=list[float])
    max_tokens: list[int] = Field(default_factory=list[int])
    top_p: list[Number] = Field(default_factory=list[float])
    top_k: list[int] = Field(default_factory=list[int])
    frequency_penalty: list[Number] = Field(default_factory=list[float])
    presence_penalty: list[Number] = Field(default_factory=list[float])
    seed: list[int] = Field(default_factory=list[int])
    reasoning_effort: list[ReasoningEffort] = Field(default_factory=list[ReasoningEffort])


class FilePrompt(FilePart):
    """Written here, it is kept under its name, and a new text becomes a new version; \
else it is one of the project's."""

    name: Name
    version: Count | None = Field(default=None, description="A version of the project's prompt")
    label: Name | None = Field(default=None, description="A label of it, such as production")
    system: str | None = None
    text: str | None = Field(
        default=None, description="One message of the user; {{name}} is a variable"
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
            raise ValueError("Say version or label, not both")
        if not self.written_here:
            return self
        if self.version is not None or self.label is not None:
            raise ValueError("A prompt that is written here has no version and no label")
        if (self.text is None) == (self.messages is None):
            raise ValueError("A prompt that is written here has either text or messages")
        return self


class FileCase(FilePart):
    values: Annotated[dict[Name, str | Messages], Field(min_length=1)] = Field(
        description="Of the prompt's variables"
    )
    expected: str | None = None
    tags: list[Name] = Field(default_factory=list[Name])
    difficulty: Annotated[int, Field(ge=1, le=5)] | None = None
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any])
    split: Literal["none", "train", "holdout"] = "none"


class FileColumn(FilePart):
    """What a column of the file is for."""

    target: Literal["variable", "expected", "tags", "difficulty", "split", "metadata", "ignore"]
    name: Name | None = Field(
        default=None, description="Of the variable, or the key in the metadata"
    )
    json_: bool = Field(default=False, alias="json", description="Its cells hold JSON")


class Only(FilePart):
    """Which cases take part; all that is said must fit."""

    split: Literal["none", "train", "holdout"] | None = None
    tags: list[Name] = Field(default_factory=list[Name])
    first: Count | None = None
    ids: list[CaseId] = Field(
        default_factory=list[str], description="Cases of the project's dataset by their ids"
    )


class FileDataset(FilePart):
    """Written here or in a file, it is kept under its name; else it is one of the project's."""

    name: Name
    version: Count | None = Field(
        default=None, description="A version of the project's dataset; else the newest"
    )
    cases: Annotated[list[FileCase], Field(min_length=1)] | None = None
    file: str | None = Field(
        default=None,
        min_length=1,
        description="CSV, TSV, JSON, JSONL or Excel; a path from where the suite file is",
    )
    mapping: dict[str, FileColumn] | None = Field(
        default=None, description="What each column of the file is for; else as Edison sees it"
    )
    encoding: Annotated[str, Field(min_length=1, max_length=20)] | None = None
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] | None = None
    skip_bad_rows: bool = Field(default=False, description="Otherwise one bad row stops all")
    only: Only | None = None

    @model_validator(mode="after")
    def _is_one_of_three(self) -> "FileDataset":
        said = [name for name in ("version", "cases", "file") if getattr(self, name) is not None]
        if len(said) > 1:
            raise ValueError(f"Say one of {' and '.join(said)}, not both")
        if self.file is None:
            of_files = {"mapping", "encoding", "delimiter", "skip_bad_rows"} & self.model_fields_set
            if of_files:
                raise ValueError(f"{', '.join(sorted(of_files))} is for a file, and none is named")
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


# Scorers that bear the name of what they use, unless they have one of their own.
NAMED_BY = {"grader": "prompt", "judge": "judge"}
ONE_KIND_OF_PROMPT = "Say either prompt or prompts"
# Thresholds of all scorers together.
WHOLE = ("score", "pass_rate", "cost_usd", "latency_p95_ms")


class Scorer(FilePart):
    """`kind` and its fields, as docs/scorers.md lists them. A grader names its prompt and its model, a judge itself."""

    model_config = ConfigDict(extra="allow")

    kind: Name
    name: Annotated[str, Field(max_length=80)] = ""


class Threshold(FilePart):
    """What every target must reach: by one scorer, or all scorers together; and what it may cost and take."""

    scorer: Name | None = Field(
        default=None, description="The scorer's name, or its kind if it has none"
    )
    mean: Share | None = Field(default=None, description="Of this scorer: at least this on average")
    pass_share: Share | None = Field(
        default=None, description="Of this scorer: at least this share passes"
    )
    score: Share | None = Field(default=None, description="All scorers together: at least this")
    pass_rate: Share | None = Field(
        default=None, description="All scorers together: at least this share of cases passes"
    )
    cost_usd: Limit | None = Field(default=None, description="At most, of one run")
    latency_p95_ms: Limit | None = Field(default=None, description="At most")

    @model_validator(mode="after")
    def _asks_for_something(self) -> "Threshold":
        by_scorer = self.mean is not None or self.pass_share is not None
        whole = any(getattr(self, name) is not None for name in WHOLE)
        if self.scorer is None and by_scorer:
            raise ValueError("mean and pass_share are of a scorer: say which")
        if self.scorer is not None and whole:
            raise ValueError(f"{', '.join(WHOLE)} are of all scorers together: leave scorer out")
        if self.scorer is not None and not by_scorer:
            raise ValueError("A threshold says mean, pass_share or both")
        if self.scorer is None and not whole:
            raise ValueError(f"A threshold names a scorer, or says one of {', '.join(WHOLE)}")
        return self


class SuiteFileModel(FilePart):
    """A prompt, cases, models and scorers, and what must be reached."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    description: Annotated[str, Field(max_length=2_000)] = Field(
        default="", description="Of a saved suite"
    )
    project: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")] | None = Field(
        default=None, description="Slug of the project; --project goes before it"
    )
    prompt: FilePrompt | None = None
    prompts: Annotated[list[FilePrompt], Field(min_length=1)] | None = Field(
        default=None, description="Several, to be compared; instead of `prompt`"
    )
    dataset: FileDataset | None = Field(
        default=None, description="Needed if the prompt has variables"
    )
    targets: Annotated[list[FileTarget], Field(min_length=1)]
    fallback: FileFallback | None = Field(
        default=None, description="Of a saved suite: answers when a target fails for good"
    )
    scorers: list[Scorer] = Field(default_factory=list[Scorer])
    trials: Annotated[int, Field(ge=1, le=MOST_TRIALS)] = Field(
        default=1, description="How often each case is asked"
    )
    budget_usd: Dollars | None = Field(
        default=None, description="The run pauses before it spends more"
    )
    daily_limit_usd: Dollars | None = Field(
        default=None,
        description="Of a saved suite: spent at most on one day (UTC); left out: $1.00, null: no limit",
    )
    timeout_s: Annotated[float, Field(ge=1, le=3600, allow_inf_nan=False)] | None = None
    reuse: bool = Field(
        default=True,
        description="Use answers that were paid for before; a saved suite does so only if it is said here",
    )
    thresholds: list[Threshold] = Field(default_factory=list[Threshold])
    max_error_share: Share = Field(
        default=0.05,
        description="Above this share of failed or unscored cells the result is inconclusive",
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
    """Name scorers as the server does: a name of its own for each."""
    seen: dict[str, int] = {}
    names: list[str] = []
    for scorer in scorers:
        # A judge of pairs becomes a scorer for each pair of columns, and none of them is a threshold's.
        if scorer.kind == "pairwise":
            continue
        named_by = NAMED_BY.get(scorer.kind)
        named = str((scorer.model_extra or {}).get(named_by, "")) if named_by else scorer.kind
        name = scorer.name or named
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return names
