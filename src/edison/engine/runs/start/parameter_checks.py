"""Report before a run starts which parameters will not be sent, and which calls a provider is known to refuse."""

from collections.abc import Iterator

from edison.domain.judging.judge import preset_parameters
from edison.domain.models.model_call import ModelCall
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.runs.cell_request import model_call, sent_parameters
from edison.domain.runs.run_order import StartProblem
from edison.engine.runs.start.run_draft import ChosenScorer, ChosenTarget, RunDraft
from edison.providers.call_attempt import not_taken
from edison.providers.model_apis import api_in_use, refuses_effort_with_tools
from edison.providers.model_facts import refused_effort_of

MOST_WORDS = 200


def add_refused_combinations(draft: RunDraft) -> None:
    """Add a problem for each target whose calls its provider is documented to refuse."""
    for place, target, call in _target_calls(draft):
        model = target.model
        api = api_in_use(model.provider, model.name, model.api)
        _add_refused_effort(draft, target, call.parameters, f"targets.{place}")
        if refuses_effort_with_tools(model.provider, api, call):
            draft.lacks(
                "combination_refused",
                f"{model.name} refuses tools together with a reasoning effort over chat completions. "
                "Set its API to Responses or automatic in the catalog, or remove one of the two.",
                f"targets.{place}",
            )
    for scorer in draft.scorers:
        if scorer.target is not None:
            _add_refused_effort(draft, scorer.target, _set_for(scorer), scorer.where)


def _add_refused_effort(
    draft: RunDraft, target: ChosenTarget, parameters: Parameters, where: str
) -> None:
    reason = refused_effort_of(target.model, parameters)
    if reason is not None and all(each.message != reason for each in draft.problems):
        draft.lacks("effort_refused", reason, where)


def parameter_warnings(draft: RunDraft) -> list[StartProblem]:
    """Return a warning for each parameter that a user set and that will not be sent or was rejected before."""
    found: dict[tuple[str, str, str], StartProblem] = {}
    for place, target, call in _target_calls(draft):
        _warn(found, target, call.parameters, f"targets.{place}")
    for scorer in draft.scorers:
        if scorer.target is not None:
            _warn(found, scorer.target, _set_for(scorer), scorer.where)
    return list(found.values())


def _target_calls(draft: RunDraft) -> Iterator[tuple[int, ChosenTarget, ModelCall]]:
    for place, target in enumerate(draft.targets):
        for version in draft.versions:
            parameters = sent_parameters(version.content.parameters, target.parameters, None)
            yield place, target, model_call(version.content, (), parameters, target.model.name)


def _set_for(scorer: ChosenScorer) -> Parameters:
    """Return the parameters of a grader or judge that a user set."""
    if scorer.judge is not None:
        parameters = scorer.judge.content.parameters
        return parameters.without(preset_parameters(parameters))
    return NOTHING_SET if scorer.grader is None else scorer.grader.parameters


def _warn(
    found: dict[tuple[str, str, str], StartProblem],
    target: ChosenTarget,
    parameters: Parameters,
    where: str,
) -> None:
    model = target.model
    api = api_in_use(model.provider, model.name, model.api)
    not_sent = not_taken(model.provider, api, model.unsupported)
    for parameter in parameters.given():
        if parameter in not_sent:
            code = "parameter_left_out"
            message = f"{model.name} does not support {parameter}, so it is not sent"
        elif parameter in model.learned:
            code = "parameter_rejected_before"
            words = model.dropped[parameter][:MOST_WORDS]
            message = f"{model.name} rejected {parameter} before. If it does so again, the target stops: {words}"
        else:
            continue
        problem = StartProblem(code=code, message=message, field=where)
        found.setdefault((code, model.name, parameter), problem)
