"""Estimate the tokens of the calls of a planned run from a sample of cases."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import PromptId
from edison.domain.judging.judge import JudgeMode, JudgeVersion
from edison.domain.judging.score import Sample
from edison.domain.models.model_call import ModelCall
from edison.domain.models.parameters import NOTHING_SET
from edison.domain.models.sendable_files import with_files_of
from edison.domain.models.token_counts import at_most_tokens, count_prompt, count_tokens
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import Values
from edison.domain.runs.answer_length import (
    ASSUMED_LENGTH,
    AnswerLength,
    EarlierCalls,
    LengthSource,
    around,
)
from edison.domain.runs.cell import Phase, worst_case
from edison.domain.runs.cell_request import request_of, sent_parameters
from edison.domain.runs.cost_forecast import HIGH, LOW, USUAL_LATENCY_S, Asking
from edison.engine.runs.cached_prefix import prefix_to_cache
from edison.engine.runs.start.run_draft import ChosenScorer, ChosenTarget
from edison.providers.model_files import taken_kinds
from edison.providers.wire.registry import ONE_TEXT_A_CALL
from edison.scorers.grader import grader_values
from edison.scorers.judge import JudgeSpec
from edison.scorers.moderation import ModerationSpec
from edison.scorers.pairwise import PairwiseSpec
from edison.scorers.scorer_dialogue import JudgeContext, JudgeQuestion, next_scorer_step
from edison.scorers.semantic_similarity import SemanticSimilaritySpec

# Most characters counted for one column, because a person waits for the result.
CHARACTERS_AT_MOST = 400_000
# Most bytes of an answer token when the answer becomes input of a judge.
BYTES_PER_TOKEN = 4
# Tokens of a judge's JSON answer: its frame, and a score with a short reason for each criterion.
VERDICT_TOKENS = 60
CRITERION_TOKENS = 60
# Moderation and embeddings have no output in tokens.
NO_ANSWER = around(0, LengthSource.MODEL)
# A pairwise judge is called in both orders.
ORDERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedAnswers:
    """Expected number and length of the answers in one column that scorers will receive."""

    count: int
    tokens: float
    # Range of the mean length; None: the length is known.
    range: tuple[float, float] | None = None

    @staticmethod
    def of(column: Asking) -> "ExpectedAnswers":
        return ExpectedAnswers(
            count=column.calls, tokens=column.answer_tokens, range=column.answer_range
        )

    @property
    def low(self) -> float:
        return self.tokens if self.range is None else self.range[0]

    @property
    def high(self) -> float:
        return self.tokens if self.range is None else self.range[1]


def count_column(
    title: str,
    target: ChosenTarget,
    content: PromptContent,
    sample: Sequence[CaseContent],
    calls: int,
    known: EarlierCalls,
    prompt: PromptId | None = None,
    *,
    caching: bool = True,
) -> Asking:
    questions = _rendered(target, content, [case.values for case in sample])
    length = (
        known.length_of(target.model.id, target.parameters, prompt)
        or _expected_length(target, sample)
        or ASSUMED_LENGTH
    )
    found = _asking(Phase.TARGET, title, target, questions, calls, known, length)
    return _with_cache(found, content, target, calls, caching=caching)


def _with_cache(
    asking: Asking, content: PromptContent, target: ChosenTarget, calls: int, *, caching: bool
) -> Asking:
    """Add the shared beginning of the prompts that the provider will cache; `calls` share it."""
    if not caching:
        return asking
    model = target.model
    cached = prefix_to_cache(content, model.provider, model.name, target.price, calls)
    return replace(asking, cached=cached)


def _expected_length(target: ChosenTarget, sample: Sequence[CaseContent]) -> AnswerLength | None:
    """Return the mean length of the expected answers; None if fewer than half of the cases have one."""
    texts = [_text(case.expected) for case in sample if case.expected not in (None, "")]
    if not texts or 2 * len(texts) < len(sample):
        return None
    model = target.model
    counts = [count_tokens(text, model.name, str(model.provider))[0] for text in texts]
    return around(max(1.0, sum(counts) / len(counts)), LengthSource.EXPECTED)


def _text(expected: object) -> str:
    return expected if isinstance(expected, str) else json.dumps(expected)


def count_scorer(
    scorer: ChosenScorer,
    sample: Sequence[CaseContent],
    columns: Sequence[ExpectedAnswers],
    known: EarlierCalls,
    *,
    caching: bool = True,
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
        found = [_judging(scorer, target, questions, each, each.count, known) for each in columns]
        calls = sum(each.count for each in columns)
        content = scorer.grader
        return [_with_cache(each, content, target, calls, caching=caching) for each in found]
    if judge is None and not isinstance(spec, ModerationSpec | SemanticSimilaritySpec):
        return []
    questions = _judged(scorer, judge, target, sample)
    if not questions:
        return []
    # Cases without the reference that a judge needs are not judged.
    share = len(questions) / len(sample)
    if isinstance(spec, PairwiseSpec):
        both = [columns[column] for column in (spec.a, spec.b) if column is not None]
        read = ExpectedAnswers(
            count=both[-1].count,
            tokens=sum(each.tokens for each in both),
            range=(sum(each.low for each in both), sum(each.high for each in both)),
        )
        calls = round(read.count * share) * ORDERS
        return [_judging(scorer, target, questions, read, calls, known)]
    if isinstance(spec, JudgeSpec) and spec.cells is not None:
        total = sum(each.count for each in columns)
        calls = round((min(spec.cells, total) - min(spec.skips, total)) * share)
        read = _mean_answers(columns, total)
        return [_judging(scorer, target, questions, read, calls, known)]
    found = [
        _judging(scorer, target, questions, each, round(each.count * share), known)
        for each in columns
    ]
    if isinstance(spec, SemanticSimilaritySpec) and target.model.provider in ONE_TEXT_A_CALL:
        return [_in_two_calls(each) for each in found]
    return found


def _in_two_calls(asking: Asking) -> Asking:
    """Return the same texts in twice as many calls."""
    low, high = asking.prompt_range or (asking.prompt_tokens, asking.prompt_tokens)
    return replace(
        asking,
        calls=2 * asking.calls,
        prompt_tokens=asking.prompt_tokens / 2,
        prompt_range=(low / 2, high / 2),
        worst=None if asking.worst is None else asking.worst / 2,
    )


def _mean_answers(columns: Sequence[ExpectedAnswers], total: int) -> ExpectedAnswers:
    def mean(lengths: Sequence[float]) -> float:
        counts = [each.count for each in columns]
        return sum(one * count for one, count in zip(lengths, counts, strict=True)) / max(1, total)

    return ExpectedAnswers(
        count=total,
        tokens=mean([each.tokens for each in columns]),
        range=(mean([each.low for each in columns]), mean([each.high for each in columns])),
    )


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
        # Different placeholders: for two equal answers no judge is called, and for an empty answer no endpoint.
        own = "" if judge is not None else "-"
        context = JudgeContext(sample=_to_judge(case, own), other=_to_judge(case, "-"), judge=judge)
        ask = next_scorer_step(scorer.spec, context, ())
        if isinstance(ask, JudgeQuestion):
            found.append(
                ModelCall(
                    model=target.model.name,
                    messages=with_files_of(ask.messages, taken_kinds(target.model)),
                    parameters=parameters if ask.task == "chat" else NOTHING_SET,
                    tools=ask.tools,
                    task=ask.task,
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
        _verdict_length(scorer, target, known),
        read=read,
    )


def _verdict_length(
    scorer: ChosenScorer, target: ChosenTarget, known: EarlierCalls
) -> AnswerLength:
    if isinstance(scorer.spec, ModerationSpec | SemanticSimilaritySpec):
        return NO_ANSWER
    learned = known.judges.get(target.model.id)
    if learned is not None:
        return around(learned.answer, LengthSource.MODEL)
    judge = scorer.judge
    if judge is None:
        return known.length_of(target.model.id, target.parameters, None) or ASSUMED_LENGTH
    criteria = len(judge.rubric.criteria) if judge.rubric else 1
    # A pairwise judge scores both answers and gives reasons for the pair.
    each = CRITERION_TOKENS // 2 if judge.content.mode is JudgeMode.PAIRWISE else CRITERION_TOKENS
    return around(VERDICT_TOKENS + each * criteria, LengthSource.EXPECTED)


def _asking(
    phase: Phase,
    title: str,
    target: ChosenTarget,
    questions: Sequence[ModelCall],
    calls: int,
    known: EarlierCalls,
    length: AnswerLength,
    *,
    read: ExpectedAnswers | None = None,
) -> Asking:
    """Count the calls of one phase and estimate their tokens. The answers to `read` are added to the input tokens."""
    model = target.model
    more_tokens = 0.0 if read is None else read.tokens
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
    length = length.bounded(questions[0].parameters.max_tokens or 0)
    sent = tokens / counted
    return Asking(
        phase=phase,
        title=title,
        model=model.id,
        model_name=model.name,
        calls=calls,
        prompt_tokens=sent + more_tokens,
        prompt_range=None if read is None else (LOW * sent + read.low, HIGH * sent + read.high),
        answer_tokens=length.likely,
        answer_range=(length.low, length.high),
        answer_source=length.source,
        worst=None if target.price is None else worsts / counted,
        price=target.price,
        latency_s=known.latencies.get(model.id, USUAL_LATENCY_S),
        limits=model.limits,
        answer_known=length.source in (LengthSource.PROMPT, LengthSource.MODEL),
        latency_known=model.id in known.latencies,
        prompt_exact=exact and not more_tokens,
    )
