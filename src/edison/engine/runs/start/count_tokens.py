"""Estimate the tokens of the calls of a planned run from a sample of cases."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ModelId
from edison.domain.judging.judge import JudgeMode, JudgeVersion
from edison.domain.judging.score import Sample
from edison.domain.models.model_call import ModelCall
from edison.domain.models.parameters import NOTHING_SET
from edison.domain.models.token_counts import at_most_tokens, count_prompt
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import Values
from edison.domain.runs.cell import Phase, worst_case
from edison.domain.runs.cell_request import request_of, sent_parameters
from edison.domain.runs.cost_forecast import USUAL_ANSWER_TOKENS, USUAL_LATENCY_S, Asking
from edison.engine.runs.start.run_draft import ChosenScorer, ChosenTarget
from edison.scorers.grader import grader_values
from edison.scorers.judge import JudgeSpec
from edison.scorers.moderation import ModerationSpec
from edison.scorers.pairwise import PairwiseSpec
from edison.scorers.scorer_dialogue import JudgeContext, JudgeQuestion, next_scorer_step

# Most characters counted for one column, because a person waits for the result.
CHARACTERS_AT_MOST = 400_000
# Most bytes of an answer token when the answer becomes input of a judge.
BYTES_PER_TOKEN = 4
# Tokens of a judge's JSON answer: its frame, and a score with a short reason for each criterion.
VERDICT_TOKENS = 60
CRITERION_TOKENS = 60
# A pairwise judge is called in both orders.
ORDERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierCalls:
    """Answer lengths in tokens and latencies of earlier calls, by model."""

    answers: Mapping[ModelId, float]
    latencies: Mapping[ModelId, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedAnswers:
    """Expected number and length of the answers in one column that scorers will receive."""

    count: int
    tokens: float


def count_column(
    title: str,
    target: ChosenTarget,
    content: PromptContent,
    sample: Sequence[CaseContent],
    calls: int,
    known: EarlierCalls,
) -> Asking:
    questions = _rendered(target, content, [case.values for case in sample])
    return _asking(Phase.TARGET, title, target, questions, calls, known)


def count_scorer(
    scorer: ChosenScorer,
    sample: Sequence[CaseContent],
    columns: Sequence[ExpectedAnswers],
    known: EarlierCalls,
) -> list[Asking]:
    """Count the calls and tokens of one scorer.

    The list is empty for a scorer without a model, has one entry for a pairwise judge or an exam, and otherwise one
    entry for each column.
    """
    target, judge, spec = scorer.target, scorer.judge, scorer.spec
    if target is None:
        return []
    if scorer.grader is not None:
        values = [grader_values(_to_judge(case)) for case in sample]
        questions = _rendered(target, scorer.grader, values)
        return [_judging(scorer, target, questions, each, each.count, known) for each in columns]
    if judge is None and not isinstance(spec, ModerationSpec):
        return []
    questions = _judged(scorer, judge, target, sample)
    if not questions:
        return []
    # Cases without the reference that a judge needs are not judged.
    share = len(questions) / len(sample)
    if isinstance(spec, PairwiseSpec):
        both = [columns[column] for column in (spec.a, spec.b) if column is not None]
        read = ExpectedAnswers(count=both[-1].count, tokens=sum(each.tokens for each in both))
        calls = round(read.count * share) * ORDERS
        return [_judging(scorer, target, questions, read, calls, known)]
    if isinstance(spec, JudgeSpec) and spec.cells is not None:
        total = sum(each.count for each in columns)
        tokens = sum(each.tokens * each.count for each in columns) / max(1, total)
        calls = round((min(spec.cells, total) - min(spec.skips, total)) * share)
        read = ExpectedAnswers(count=total, tokens=tokens)
        return [_judging(scorer, target, questions, read, calls, known)]
    return [
        _judging(scorer, target, questions, each, round(each.count * share), known)
        for each in columns
    ]


def _rendered(
    target: ChosenTarget, content: PromptContent, values: Sequence[Values]
) -> list[ModelCall]:
    found: list[ModelCall] = []
    for each in _bounded(values):
        request = request_of(
            content,
            each,
            target.parameters,
            model=target.model.name,
            provider=str(target.model.provider),
            most_output=target.model.capabilities.max_output_tokens,
        )
        found.append(
            ModelCall(
                model=request.model,
                messages=request.messages,
                parameters=request.parameters,
                tools=request.tools,
                output=request.output,
            )
        )
    return found


def _bounded(values: Sequence[Values]) -> Iterator[Values]:
    characters = 0
    for each in values:
        yield each
        characters += sum(len(str(value)) for value in each.values())
        if characters > CHARACTERS_AT_MOST:
            return


def _judged(
    scorer: ChosenScorer,
    judge: JudgeVersion | None,
    target: ChosenTarget,
    sample: Sequence[CaseContent],
) -> list[ModelCall]:
    """Build the first judge call for each sampled case, with a placeholder for the answer."""
    most = target.model.capabilities.max_output_tokens
    parameters = sent_parameters(NOTHING_SET, target.parameters, most)
    found: list[ModelCall] = []
    for case in sample:
        # Different placeholders: for two equal answers no judge is called.
        context = JudgeContext(sample=_to_judge(case), other=_to_judge(case, "-"), judge=judge)
        ask = next_scorer_step(scorer.spec, context, ())
        if isinstance(ask, JudgeQuestion):
            found.append(
                ModelCall(
                    model=target.model.name,
                    messages=ask.messages,
                    parameters=parameters,
                    tools=ask.tools,
                    output=ask.output,
                )
            )
    return found


def _to_judge(case: CaseContent, output: str = "") -> Sample:
    return Sample(
        output=output, parsed=output, expected=case.expected, values=case.values, tags=case.tags
    )


def _judging(
    scorer: ChosenScorer,
    target: ChosenTarget,
    questions: Sequence[ModelCall],
    read: ExpectedAnswers,
    calls: int,
    known: EarlierCalls,
) -> Asking:
    return _asking(
        Phase.JUDGE,
        scorer.name,
        target,
        questions,
        calls,
        known,
        more_tokens=read.tokens,
        usual=_verdict_tokens(scorer.judge),
    )


def _verdict_tokens(judge: JudgeVersion | None) -> float | None:
    if judge is None:
        return None
    criteria = len(judge.rubric.criteria) if judge.rubric else 1
    # A pairwise judge scores both answers and gives reasons for the pair.
    each = CRITERION_TOKENS // 2 if judge.content.mode is JudgeMode.PAIRWISE else CRITERION_TOKENS
    return VERDICT_TOKENS + each * criteria


def _asking(
    phase: Phase,
    title: str,
    target: ChosenTarget,
    questions: Sequence[ModelCall],
    calls: int,
    known: EarlierCalls,
    *,
    more_tokens: float = 0.0,
    usual: float | None = None,
) -> Asking:
    """Count the calls of one phase and estimate their tokens.

    `more_tokens` is added to the counted input tokens. `usual` is the expected answer length; if it is None, the length
    is taken from earlier calls of the model.
    """
    model = target.model
    tokens, worsts, characters, exact, counted = 0, 0, 0, True, 0
    for call in questions:
        count, own = count_prompt(call.messages, model.name, str(model.provider))
        tokens, exact = tokens + count, exact and own
        if target.price is not None:
            most = round(at_most_tokens(call) + more_tokens * BYTES_PER_TOKEN)
            worsts += worst_case(target.price, most, call.parameters.max_tokens or 0).cost
        counted += 1
        characters += sum(len(message.content) for message in call.messages)
        if characters > CHARACTERS_AT_MOST:
            break
    bound = questions[0].parameters.max_tokens or 0
    learned = known.answers.get(model.id) if usual is None else None
    guess = usual if usual is not None else USUAL_ANSWER_TOKENS if learned is None else learned
    return Asking(
        phase=phase,
        title=title,
        model=model.id,
        model_name=model.name,
        calls=calls,
        prompt_tokens=tokens / counted + more_tokens,
        answer_tokens=min(bound, guess),
        worst=None if target.price is None else worsts / counted,
        price=target.price,
        latency_s=known.latencies.get(model.id, USUAL_LATENCY_S),
        limits=model.limits,
        answer_known=learned is not None,
        latency_known=model.id in known.latencies,
        prompt_exact=exact and not more_tokens,
    )
