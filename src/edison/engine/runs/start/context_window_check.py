"""Report before a run starts which prompts exceed the context window of a model, with their longest case."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from edison.domain.models.model_call import ModelCall
from edison.domain.models.provider import Provider
from edison.domain.models.token_counts import at_most_tokens, count_prompt
from edison.domain.prompts.template_renderer import Values, variables_of
from edison.domain.runs.cell_request import model_call, request_of
from edison.domain.runs.run_order import RunOrder
from edison.engine.runs.start.run_draft import ChosenTarget, ChosenVersion, RunDraft
from edison.store.unit_of_work import ReadTx

# Their context window is the limit of the prompt alone; the answer has a limit of its own.
PROMPT_ONLY = frozenset({Provider.GEMINI, Provider.VERTEX})


@dataclass(frozen=True, slots=True, kw_only=True)
class LongestCall:
    """The call of one column with its longest case, and the context window of the model."""

    place: int
    version: ChosenVersion
    target: ChosenTarget
    call: ModelCall
    window: int

    @property
    def answer_tokens(self) -> int:
        if self.target.model.provider in PROMPT_ONLY:
            return 0
        return self.call.parameters.max_tokens or 0

    @property
    def surely_fits(self) -> bool:
        """Whether the call fits by an upper bound, which is much faster than counting."""
        return at_most_tokens(self.call) + self.answer_tokens <= self.window


async def add_too_long_prompts(tx: ReadTx, order: RunOrder, draft: RunDraft) -> None:
    """Add a problem for each column whose longest prompt does not fit into the context window."""
    if not any(target.model.capabilities.context_window for target in draft.targets):
        return
    doubtful: list[LongestCall] = []
    for version in draft.versions:
        values = await _longest_case(tx, order, draft, version)
        doubtful += [each for each in _calls(draft, version, values) if not each.surely_fits]
    for each in doubtful:
        model = each.target.model
        # In a thread: counting would block the event loop.
        tokens, exact = await asyncio.to_thread(
            count_prompt, each.call.messages, model.name, str(model.provider)
        )
        if tokens + each.answer_tokens > each.window:
            draft.lacks("too_long", _message(each, tokens, exact=exact), f"targets.{each.place}")


async def _longest_case(
    tx: ReadTx, order: RunOrder, draft: RunDraft, version: ChosenVersion
) -> Values:
    names = variables_of(version.content)
    if not names or order.dataset is None or not draft.dataset_version or not draft.cases:
        return {}
    return await tx.run_cases.longest(
        order.project, order.dataset, draft.dataset_version, order.choice, names
    )


def _calls(draft: RunDraft, version: ChosenVersion, values: Values) -> Iterator[LongestCall]:
    for place, target in enumerate(draft.targets):
        capabilities = target.model.capabilities
        if not capabilities.context_window:
            continue
        request = request_of(
            version.content,
            values,
            target.parameters,
            model=target.model.name,
            provider=str(target.model.provider),
            most_output=capabilities.max_output_tokens,
        )
        call = model_call(version.content, request.messages, request.parameters, target.model.name)
        yield LongestCall(
            place=place,
            version=version,
            target=target,
            call=call,
            window=capabilities.context_window,
        )


def _message(each: LongestCall, tokens: int, *, exact: bool) -> str:
    about = "" if exact else "about "
    answer = (
        f" With an answer of up to {each.answer_tokens:,} tokens, it"
        if each.answer_tokens
        else " It"
    )
    return (
        f"The longest prompt of {each.version.prompt.name} has {about}{tokens:,} tokens.{answer} exceeds the context "
        f"window of {each.target.model.name}, which is {each.window:,} tokens. Shorten the prompt or its longest case, "
        "or choose a model with a larger window."
    )
