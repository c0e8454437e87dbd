"""Dialogues of scorers that call a model: from the answers so far to the next request or the outcome.

Pure functions.
"""

from collections.abc import Sequence

from edison.domain.judging.score import ScoreOutcome
from edison.domain.prompts.output_contract import format_asked
from edison.domain.prompts.template_renderer import CannotRender, render
from edison.scorers.grader import GraderSpec, grade_of, grader_values
from edison.scorers.judge import JudgeSpec, judge_next
from edison.scorers.judge_conversation import JudgeContext, JudgeQuestion, judge_error
from edison.scorers.moderation import ModerationSpec, moderation_next
from edison.scorers.pairwise import PairwiseSpec, pairwise_next
from edison.scorers.registry import clean, settled
from edison.scorers.scorer_plugin import ScorerSpec, cannot, not_applicable
from edison.scorers.semantic_similarity import SemanticSimilaritySpec, similarity_next

__all__ = ["Asking", "JudgeContext", "JudgeQuestion", "next_scorer_step"]

# Specs of scorers that call a model.
Asking = GraderSpec | JudgeSpec | PairwiseSpec | ModerationSpec | SemanticSimilaritySpec


def next_scorer_step(
    spec: ScorerSpec, context: JudgeContext, said: Sequence[str]
) -> JudgeQuestion | ScoreOutcome:
    """Return the next request or the outcome; deterministic, so that any process can continue a dialogue."""
    found = _next_of(spec, context, said)
    return found if isinstance(found, JudgeQuestion) else clean(found)


def _next_of(
    spec: ScorerSpec, context: JudgeContext, said: Sequence[str]
) -> JudgeQuestion | ScoreOutcome:
    match spec:
        case GraderSpec():
            return _grader_next(spec, context, said)
        case JudgeSpec():
            return judge_next(spec, context, said)
        case PairwiseSpec():
            return pairwise_next(spec, context, said)
        case ModerationSpec():
            return moderation_next(spec, context, said)
        case SemanticSimilaritySpec():
            return similarity_next(spec, context, said)
        case _:
            return cannot("This scorer calls no model")


def _grader_next(
    spec: GraderSpec, context: JudgeContext, said: Sequence[str]
) -> JudgeQuestion | ScoreOutcome:
    """Return the request of a grader, or its outcome after one answer; graders are not asked for corrections."""
    known = settled(spec, context.sample)
    if known is not None:
        return known
    if spec.only_with and spec.only_with not in context.sample.values:
        return not_applicable(f"The case has no {spec.only_with}")
    content = context.grader
    if content is None:
        return judge_error("The grader was removed")
    if said:
        return grade_of(said[0], spec.pass_at)
    try:
        messages = render(content, grader_values(context.sample))
    except CannotRender as wrong:
        return cannot(str(wrong))
    return JudgeQuestion(
        messages=messages, output=format_asked(content.output), tools=content.tools
    )
