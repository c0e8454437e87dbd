"""Build the dialogue and the model calls of an assist, and emit its events."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from edison.assistants import (
    add_constraints,
    add_details,
    draft_objectives,
    draft_prompts,
    draft_rubric,
    explain_failure,
    improve_objective,
    improve_prompt,
    test_prompt,
)
from edison.assistants.assistant_dialogue import AssistantQuestion, Dialogue
from edison.assistants.generate_cases import CaseGeneration
from edison.domain.assists.assist import (
    Assist,
    AssistInput,
    AssistKind,
    AssistState,
    DraftObjectives,
    DraftPrompts,
    DraftRubric,
    ExplainFailure,
    GenerateCases,
    RewriteObjective,
    RewritePrompt,
    TestJudge,
    TestPrompt,
)
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.model_call import TEXT, ModelCall, OutputFormat
from edison.domain.models.parameters import NOTHING_SET
from edison.domain.runs.cell_request import sent_parameters
from edison.engine.assists.judge_trial import JudgeTrial
from edison.engine.project_tx import ProjectTx


def dialogue_of(
    kind: AssistKind, wish: AssistInput, known: Iterable[str] = (), shown: Sequence[str] = ()
) -> Dialogue:
    """Build the dialogue of an assist.

    `known` contains the texts of all existing cases, `shown` the texts of cases that are not in the holdout. Raises
    `InvalidInput` or `CannotRender`.
    """
    match wish:
        case DraftObjectives():
            return draft_objectives.dialogue(wish)
        case RewriteObjective():
            detailed = kind is AssistKind.ADD_DETAILS
            return add_details.dialogue(wish) if detailed else improve_objective.dialogue(wish)
        case DraftRubric():
            return draft_rubric.dialogue(wish)
        case DraftPrompts():
            return draft_prompts.dialogue(wish)
        case RewritePrompt():
            bound = kind is AssistKind.ADD_CONSTRAINTS
            return add_constraints.dialogue(wish) if bound else improve_prompt.dialogue(wish)
        case TestPrompt():
            return test_prompt.dialogue(wish)
        case GenerateCases():
            return CaseGeneration(wish, known, shown)
        case TestJudge():
            return JudgeTrial(wish)
        case ExplainFailure():
            return explain_failure.dialogue(wish)
        case _:
            raise TypeError("Coverage gaps are loaded before an assist begins")


def call_of(question: AssistantQuestion, model: CatalogModel) -> ModelCall:
    """Build the model call for a question, with only the parameters and the output format that the model supports."""
    most = model.capabilities.max_output_tokens
    parameters = sent_parameters(question.parameters, NOTHING_SET, most)
    if most is not None and parameters.max_tokens is not None:
        parameters = replace(parameters, max_tokens=min(parameters.max_tokens, most))
    return ModelCall(
        model=model.name,
        messages=question.messages,
        parameters=parameters,
        tools=question.tools,
        adaptable=question.adaptable,
        output=_form(question.output, model),
    )


def _form(wanted: OutputFormat, model: CatalogModel) -> OutputFormat:
    if wanted.kind != "schema" or model.capabilities.schema is not False:
        return wanted
    return TEXT if model.capabilities.json_mode is False else OutputFormat(kind="json")


def emit_assist_event(
    tx: ProjectTx, fact: str, item: Assist, state: AssistState, progress: tuple[int, int]
) -> None:
    """Emit an event with the state and the progress of an assist."""
    tx.emit_event(
        fact,
        assist=str(item.id),
        kind=str(item.kind),
        state=str(state),
        done=progress[0],
        total=progress[1],
        experiment=None if item.experiment is None else str(item.experiment),
        asked_by=item.asked_by,
    )
