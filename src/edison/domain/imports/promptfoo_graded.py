"""Assertions that a model grades, as grader prompts of Edison."""

from dataclasses import dataclass

from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent

_ANSWER_FORM = (
    'Answer with one JSON object and nothing else: {"reason": "<one sentence>", "score": <0 to 1>}. '
    "1 means that it is fully met, 0 that it is not met."
)
# The variable of a case that holds the criterion.
CRITERION = "criterion"


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedForm:
    """How a grading assertion is asked in Edison."""

    name: str
    task: str
    # What the criterion is called in the question.
    label: str = "Criterion"
    pass_at: float = 0.5
    differs: str = ""
    needs_text: bool = True


_RUBRIC = GradedForm(
    name="Rubric",
    task="You grade an answer of a language model. Decide whether it meets the criterion.",
)
_ALGORITHM = "promptfoo computes it from several calls; Edison asks one question with the same aim"

GRADED: dict[str, GradedForm] = {
    "llm-rubric": _RUBRIC,
    "model-graded-closedqa": GradedForm(
        name="Closed question",
        task="You grade an answer of a language model. Decide whether it meets the criterion, yes or no.",
    ),
    "factuality": GradedForm(
        name="Factuality",
        label="Reference",
        task="You compare an answer with a reference text. It passes if it does not contradict the reference: "
        "it may say less, more or the same, or differ in details that do not matter. Score 1 or 0.",
    ),
    "g-eval": GradedForm(name="G-Eval", task=_RUBRIC.task, pass_at=0.7, differs=_ALGORITHM),
    "answer-relevance": GradedForm(
        name="Answer relevance",
        label="Question",
        task="You grade how relevant an answer is to the question that was asked.",
        pass_at=0.0,
        differs=_ALGORITHM,
        needs_text=False,
    ),
    "context-faithfulness": GradedForm(
        name="Faithfulness to the context",
        label="Context",
        task="You grade which share of the statements of an answer the context supports.",
        pass_at=0.0,
        differs=_ALGORITHM,
        needs_text=False,
    ),
    "context-recall": GradedForm(
        name="Context recall",
        label="Statement to find",
        task="You grade which share of the statement the given context supports.",
        pass_at=0.0,
        differs=_ALGORITHM,
        needs_text=False,
    ),
    "context-relevance": GradedForm(
        name="Context relevance",
        label="Context",
        task="You grade which share of the context is needed to answer the question.",
        pass_at=0.0,
        differs=_ALGORITHM,
        needs_text=False,
    ),
    "conversation-relevance": GradedForm(
        name="Conversation relevance",
        label="Conversation",
        task="You grade how relevant the answer is to the conversation.",
        differs=_ALGORITHM,
        needs_text=False,
    ),
}
GRADED["model-graded-factuality"] = GRADED["factuality"]


def grader_prompt(form: GradedForm, variable: str) -> PromptContent:
    """Write the prompt of a grader, whose criterion is a variable of the case."""
    return PromptContent(
        system=f"{form.task}\n\n{_ANSWER_FORM}",
        messages=(
            Message(
                role="user",
                content=f"# Input\n\n{{{{input}}}}\n\n# {form.label}\n\n{{{{{variable}}}}}\n\n"
                "# Answer\n\n{{output}}",
            ),
        ),
    )
