"""Prepare the columns and scorers of a chunk: models, prompts, prices and credentials.

They are loaded again for each chunk, so that a corrected credential takes effect soon.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from edison.domain.ids import JudgeId, ModelId, ProjectId, PromptId
from edison.domain.judging.judge import JudgeVersion, preset_parameters
from edison.domain.models.answer_key import EndpointIdentity
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.model_call import Failed, FailureCode, ModelCall
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.models.price import Price
from edison.domain.models.prompt_cache import CachedPrefix
from edison.domain.prompts.output_contract import ContractKind, detected
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import Values, render
from edison.domain.runs.cell import Phase
from edison.domain.runs.cell_request import application_values, model_call, sent_parameters
from edison.domain.runs.parameter_note import ParameterNote, stopped_column
from edison.domain.runs.run_plan import USUAL_MAX_TOKENS, Column, Fallback, Plan, Run
from edison.engine.models.resolve_target import ready_target
from edison.engine.resources import Resources
from edison.engine.runs.cached_prefix import prefix_to_cache
from edison.kit.media_facts import MediaKind
from edison.providers.gateway import CallTarget
from edison.providers.model_files import taken_kinds
from edison.scorers.grader import GraderSpec
from edison.scorers.judge import JudgeSpec
from edison.scorers.judge_prompts import chosen_cells
from edison.scorers.moderation import ModerationSpec
from edison.scorers.pairwise import PairwiseSpec
from edison.scorers.registry import plugins, read_stored_spec
from edison.scorers.scorer_plugin import ScorerSpec
from edison.scorers.semantic_similarity import SemanticSimilaritySpec
from edison.store.unit_of_work import ReadTx

GIVEN = Failed(
    code=FailureCode.BAD_REQUEST,
    message="The answers of this run were given, so no model can be called",
    attempts=0,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedColumn:
    """A prompt version and the model to call with it."""

    target: CallTarget
    identity: EndpointIdentity
    price: Price
    content: PromptContent
    contract: ContractKind
    parameters: Parameters
    phase: Phase
    # Whether the model supports structured output by a schema.
    takes_schema: bool = True
    # Parameters that Edison set by itself; see `ModelCall`.
    adaptable: frozenset[str] = frozenset()
    # The beginning of the prompt that all calls share and that the provider caches.
    cached: CachedPrefix | None = None
    # Kinds of files that the model takes.
    takes: frozenset[MediaKind] = frozenset()

    @property
    def model(self) -> ModelId:
        assert self.target.catalog_id is not None
        return self.target.catalog_id

    @property
    def max_tokens(self) -> int:
        return self.parameters.max_tokens or USUAL_MAX_TOKENS

    def call(self, values: Values) -> ModelCall:
        """Render the prompt with the values of a case; raise `CannotRender` if that fails."""
        messages = render(self.content, values)
        call = model_call(self.content, messages, self.parameters, self.target.model)
        return replace(
            call,
            cached_messages=self.cached.messages if self.cached else 0,
            values=application_values(self.target.endpoint, values),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyScorer:
    number: int
    spec: ScorerSpec
    # Runs once after all answers of the chunk, because it is batched or expensive.
    at_the_end: bool
    # The model to call; None for a scorer without a model, `Failed` if the model is not usable.
    asked: PreparedColumn | Failed | None
    model: ModelId | None = None
    judge: JudgeVersion | None = None
    grader: PromptContent | None = None

    @property
    def compares(self) -> bool:
        """Whether the scorer compares two cells, which must both have answers."""
        return isinstance(self.spec, PairwiseSpec)

    def takes(self, plan: Plan, ordinal: int) -> bool:
        """Return whether the scorer scores this cell. No score is stored for other cells."""
        spec = self.spec
        if isinstance(spec, PairwiseSpec):
            return plan.place(ordinal).column == spec.b
        if isinstance(spec, JudgeSpec) and spec.cells is not None:
            return ordinal in chosen_cells(plan.cells, spec.cells, spec.skips)
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    columns: tuple[PreparedColumn | Failed, ...]
    scorers: tuple[ReadyScorer, ...]
    reuse_for: timedelta
    # The fallback model of each column; None: no fallback.
    stand_ins: tuple[PreparedColumn | None, ...] = ()

    def stand_in(self, column: int) -> PreparedColumn | None:
        return self.stand_ins[column] if self.stand_ins else None


class _Preparing:
    def __init__(self, own: Resources, tx: ReadTx, project: ProjectId, now: datetime) -> None:
        self._own = own
        self._tx = tx
        self._project = project
        self._now = now
        self._targets: dict[ModelId, tuple[CallTarget, CatalogModel] | Failed] = {}

    async def column(self, column: Column) -> PreparedColumn | Failed:
        version = await self._tx.prompts.version_by_id(self._project, column.version)
        return await self._asked(column.model, version.content, column.parameters, Phase.TARGET)

    async def cached_column(self, column: Column, plan: Plan) -> PreparedColumn | Failed:
        return _with_cache(await self.column(column), plan, plan.cases * plan.trials)

    async def stand_in(self, column: Column, fallback: Fallback) -> PreparedColumn | None:
        """Prepare the fallback model for a column; None if it equals the target or cannot be called."""
        if (column.model, column.parameters) == (fallback.model, fallback.parameters):
            return None
        found = await self.column(
            replace(column, model=fallback.model, parameters=fallback.parameters)
        )
        return None if isinstance(found, Failed) else found

    async def scorer(self, number: int, given: dict[str, Any], plan: Plan) -> ReadyScorer:
        spec = read_stored_spec(given)
        plugin = plugins()[spec.kind]
        asked: PreparedColumn | Failed | None = None
        model: ModelId | None = None
        judge: JudgeVersion | None = None
        grader: PromptContent | None = None
        if isinstance(spec, GraderSpec):
            model, grader = ModelId(spec.model), await self._grader(spec)
            own = Parameters(**_known(spec.parameters))
            asked = await self._asked(model, grader, own, Phase.JUDGE)
            asked = _with_cache(asked, plan, plan.cells)
        elif isinstance(spec, ModerationSpec | SemanticSimilaritySpec):
            model = ModelId(spec.model)
            asked = await self._asked(model, PromptContent(), NOTHING_SET, Phase.JUDGE)
        elif isinstance(spec, JudgeSpec | PairwiseSpec):
            # The version was fixed when the run or this scorer was started.
            wanted = JudgeId(spec.judge), spec.version or 1
            judge = await self._tx.judges.version(self._project, *wanted)
            model = judge.content.model
            own = judge.content.parameters
            asked = await self._asked(model, PromptContent(), own, Phase.JUDGE)
            if isinstance(asked, PreparedColumn):
                asked = replace(asked, adaptable=preset_parameters(own))
        return ReadyScorer(
            number=number,
            spec=spec,
            at_the_end=plugin.heavy,
            asked=asked,
            model=model,
            judge=judge,
            grader=grader,
        )

    async def _grader(self, spec: GraderSpec) -> PromptContent:
        # The version was fixed when the run or this scorer was started.
        number = spec.version or 1
        version = await self._tx.prompts.version(self._project, PromptId(spec.prompt), number)
        return version.content

    async def _asked(
        self, model: ModelId, content: PromptContent, own: Parameters, phase: Phase
    ) -> PreparedColumn | Failed:
        if model not in self._targets:
            self._targets[model] = await ready_target(
                self._own, self._tx, self._project, model, self._now
            )
        found = self._targets[model]
        if isinstance(found, Failed):
            return found
        target, known = found
        assert target.price is not None
        return PreparedColumn(
            target=target,
            identity=EndpointIdentity.of(target.endpoint),
            price=target.price,
            content=content,
            contract=detected(content),
            parameters=sent_parameters(
                content.parameters, own, known.capabilities.max_output_tokens
            ),
            phase=phase,
            takes_schema=known.capabilities.schema is not False,
            takes=taken_kinds(known),
        )


def _with_cache(asked: PreparedColumn | Failed, plan: Plan, calls: int) -> PreparedColumn | Failed:
    """Add the shared beginning of the prompts of so many calls, if the provider is to cache it."""
    if isinstance(asked, Failed) or not plan.prompt_caching:
        return asked
    provider, model = asked.target.endpoint.provider, asked.target.model
    return replace(
        asked, cached=prefix_to_cache(asked.content, provider, model, asked.price, calls)
    )


def failure_of(stopped: ParameterNote) -> Failed:
    """Return the failure of all cells of a target that makes no more calls."""
    return Failed(
        code=FailureCode.PARAMETER_REFUSED,
        message=stopped.message,
        parameter=stopped.parameter,
        suggestion=stopped.suggestion,
        attempts=0,
    )


async def prepare_chunk(own: Resources, tx: ReadTx, project: ProjectId, run: Run) -> Ready:
    preparing = _Preparing(own, tx, project, own.clock.now())
    settings = (await tx.projects.get(project)).settings
    columns: list[PreparedColumn | Failed] = []
    for place, column in enumerate(run.plan.columns):
        stopped = stopped_column(run.parameter_notes, place)
        if stopped is not None:
            columns.append(failure_of(stopped))
        else:
            columns.append(
                await preparing.cached_column(column, run.plan) if run.plan.calls_targets else GIVEN
            )
    scorers = [
        await preparing.scorer(scorer.number, scorer.spec, run.plan)
        for scorer in await tx.runs.scorers(project, run.id)
    ]
    fallback = run.plan.fallback
    stand_ins: list[PreparedColumn | None] = []
    if fallback is not None:
        stand_ins = [await preparing.stand_in(column, fallback) for column in run.plan.columns]
    return Ready(
        stand_ins=tuple(stand_ins),
        columns=tuple(columns),
        scorers=tuple(scorers),
        reuse_for=timedelta(minutes=settings.answer_reuse_minutes if run.plan.reuse else 0),
    )


def _known(given: dict[str, Any]) -> dict[str, Any]:
    names = {field for field in Parameters.__dataclass_fields__}
    values = {name: value for name, value in given.items() if name in names}
    if "stop" in values:
        values["stop"] = tuple(values["stop"])
    return values
