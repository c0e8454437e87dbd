"""Draft of a planned run: its versions, targets, scorers and cases, and all problems found."""

from dataclasses import asdict, dataclass, field
from datetime import datetime

from edison.domain.datasets.dataset import Dataset
from edison.domain.errors import InvalidInput, NotFound, RunNotReady
from edison.domain.ids import ModelId, ProjectId
from edison.domain.judging.judge import JudgeVersion
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.credential import CredentialStatus
from edison.domain.models.parameters import Parameters
from edison.domain.models.price import Price
from edison.domain.models.provider import Provider
from edison.domain.prompts.prompt import Prompt, PromptContent, PromptVersion
from edison.domain.runs.run_order import StartProblem
from edison.providers.price_in_effect import price_in_effect
from edison.scorers.scorer_plugin import ScorerSpec
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenVersion:
    """A chosen prompt version. `version` is None for an unsaved draft of the prompt."""

    prompt: Prompt
    version: PromptVersion | None
    content: PromptContent

    @property
    def number(self) -> int:
        return self.version.number if self.version else self.prompt.latest + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenTarget:
    model: CatalogModel
    price: Price | None
    parameters: Parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenScorer:
    name: str
    spec: ScorerSpec
    # The field of the order that chose it.
    where: str
    # The model it calls; None: no model.
    target: ChosenTarget | None = None
    # The prompt of a grader, or the judge.
    grader: PromptContent | None = None
    judge: JudgeVersion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftModel:
    model: CatalogModel
    status: CredentialStatus
    price: Price | None


@dataclass(slots=True)
class RunDraft:
    """A planned run and the problems that prevent its start."""

    versions: list[ChosenVersion] = field(default_factory=list[ChosenVersion])
    targets: list[ChosenTarget] = field(default_factory=list[ChosenTarget])
    scorers: list[ChosenScorer] = field(default_factory=list[ChosenScorer])
    dataset: Dataset | None = None
    dataset_version: int | None = None
    cases: int = 1
    # Whether the project stores files, so that cases may have some.
    has_files: bool = False
    # The fallback, which answers when a target fails permanently.
    fallback: ChosenTarget | None = None
    # Cache of loaded models: a target and a judge may use the same one.
    known: dict[ModelId, DraftModel] = field(default_factory=dict[ModelId, DraftModel])
    problems: list[StartProblem] = field(default_factory=list[StartProblem])

    def lacks(self, code: str, message: str, where: str) -> None:
        self.problems.append(StartProblem(code=code, message=message, field=where))

    def must_be_ready(self) -> None:
        """Raise an error that lists all problems, if there are any."""
        if self.problems:
            raise RunNotReady(
                "; ".join(problem.message for problem in self.problems),
                problems=[asdict(problem) for problem in self.problems],
            )

    @property
    def columns(self) -> int:
        return len(self.versions) * len(self.targets)

    @property
    def is_simulated(self) -> bool:
        """Whether all calls of the run use simulated models."""
        return self.money == (True,)

    @property
    def money(self) -> tuple[bool, ...]:
        """Kinds of balances that the run's calls count against: True for simulated models, False for real models."""
        asked = [*self.targets, self.fallback, *(scorer.target for scorer in self.scorers)]
        kinds = {each.model.provider is Provider.SIMULATED for each in asked if each is not None}
        return tuple(sorted(kinds)) or (False,)


async def choose_target(
    tx: ReadTx,
    project: ProjectId,
    model: ModelId,
    parameters: Parameters,
    draft: RunDraft,
    where: str,
    now: datetime,
) -> ChosenTarget | None:
    """Return a target, and add problems to the draft if its model cannot be called or has no price."""
    known = await _known_model(tx, project, model, draft, now)
    if known is None:
        draft.lacks("no_such_model", "This model is not in the catalog", where)
        return None
    found, price = known.model, known.price
    try:
        parameters.check(f"{where}.parameters.")
    except InvalidInput as wrong:
        draft.lacks("bad_parameters", wrong.message, wrong.field or where)
    if known.status is not CredentialStatus.READY:
        draft.lacks(
            "credential_not_ready",
            f"The credential {found.credential_label} of {found.name} is {known.status}",
            where,
        )
    if price is None:
        draft.lacks(
            "no_price",
            f"{found.name} has no price. Set a price in the catalog, or mark it as free",
            where,
        )
    return ChosenTarget(model=found, price=price, parameters=parameters)


async def _known_model(
    tx: ReadTx, project: ProjectId, model: ModelId, draft: RunDraft, now: datetime
) -> DraftModel | None:
    if model not in draft.known:
        try:
            found, status = await tx.catalog.with_status(project, model)
        except NotFound:
            return None
        chosen = (await tx.catalog.prices_now(project, [model], now)).get(model)
        draft.known[model] = DraftModel(
            model=found,
            status=status,
            price=price_in_effect(found, chosen, now),
        )
    return draft.known[model]
