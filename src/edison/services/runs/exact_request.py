"""Preview the exact HTTP request of a cell. Secrets are shown as dots, because this process cannot decrypt them."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from edison.domain.errors import NotFound
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.models.credential import Credential
from edison.domain.models.provider import FORMS, Endpoint, Provider
from edison.domain.models.token_counts import count_prompt
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import Values, preview, value_from_json
from edison.domain.runs.cell_request import application_values, model_call, sent_parameters
from edison.domain.runs.live_text import is_live
from edison.domain.runs.run_order import RunOrder, StartProblem, TargetChoice, VersionChoice
from edison.engine.credential_unsealer import simulated_endpoint
from edison.engine.models.resolve_target import endpoint_of
from edison.engine.runs.cached_prefix import prefix_to_cache
from edison.engine.runs.start.plan_run import draft_run
from edison.engine.runs.start.run_draft import ChosenTarget, RunDraft
from edison.providers.call_attempt import not_taken, wire_request, without_refused_parameters
from edison.providers.wire.wire_protocol import WireRequest
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx

DOTS = "\u2022" * 8
# The numbers of the run and the cell are unknown before the start.
CALL_KEY = "run-\u2026"
NO_SIMULATOR = "http://simulator"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewRequest:
    project: ProjectId
    version: VersionChoice
    target: TargetChoice
    dataset: DatasetId | None = None
    dataset_version: int | None = None
    row: int = 0
    # Values to use instead of a case of the dataset.
    values: dict[str, Any] | None = None
    # Number of cells of the planned run: the request asks for streaming only in small runs.
    cells: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactRequest:
    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    body: str
    bytes: int
    prompt_tokens: int
    max_tokens: int
    # Parameters that are set but not sent, because the model does not accept them.
    dropped: tuple[str, ...]
    # Reasons why a run would not send this request.
    problems: tuple[StartProblem, ...]


async def preview_request(ctx: Context, who: Actor, cmd: PreviewRequest) -> ExactRequest:
    """Build the request as a worker would build it. Nothing is sent or stored."""
    who.must(Permission.VIEW_PROJECT, cmd.project)
    async with ctx.read() as tx:
        draft = await draft_run(tx, who, _order(cmd), ctx.clock.now())
        content, target = _found(draft)
        credential = await tx.credentials.get(cmd.project, target.model.credential)
        values = await _values(tx, cmd, draft)
    problems = [each for each in draft.problems if cmd.values is None or each.code != "no_dataset"]
    messages, lacking = _rendered(content, values)
    parameters = sent_parameters(
        content.parameters, target.parameters, target.model.capabilities.max_output_tokens
    )
    call = model_call(content, messages, parameters, target.model.name)
    model = target.model
    cached = prefix_to_cache(content, model.provider, model.name, target.price, draft.cases)
    call = replace(call, cached_messages=cached.messages if cached else 0)
    shown = endpoint_without_secrets(credential, ctx.gateway.simulator_url)
    endpoint = endpoint_of(shown, target.model)
    call = replace(call, values=application_values(endpoint, values))
    sent, dropped = without_refused_parameters(
        call, not_taken(endpoint.provider, endpoint.api, target.model.left_out_of(call))
    )
    request = wire_request(
        endpoint,
        sent,
        key=CALL_KEY,
        stream=is_live(draft.cases if cmd.cells is None else cmd.cells),
        bearer=DOTS if credential.provider is Provider.VERTEX else None,
    )
    tokens, _ = await asyncio.to_thread(
        count_prompt, messages, target.model.name, str(target.model.provider)
    )
    return ExactRequest(
        method=request.method,
        url=request.url,
        headers=headers_without_secrets(request),
        body=request.body.decode(),
        bytes=len(request.body),
        prompt_tokens=tokens,
        max_tokens=sent.parameters.max_tokens or 0,
        dropped=dropped,
        problems=(*problems, *lacking),
    )


def _order(cmd: PreviewRequest) -> RunOrder:
    return RunOrder(
        project=cmd.project,
        versions=(cmd.version,),
        targets=(cmd.target,),
        dataset=None if cmd.values is not None else cmd.dataset,
        dataset_version=cmd.dataset_version,
    )


def _found(draft: RunDraft) -> tuple[PromptContent, ChosenTarget]:
    for lacking, found in (("no_version", draft.versions), ("no_such_model", draft.targets)):
        if not found:
            said = [each.message for each in draft.problems if each.code == lacking]
            raise NotFound(said[0] if said else "The prompt version or the model was not found")
    return draft.versions[0].content, draft.targets[0]


async def _values(tx: ReadTx, cmd: PreviewRequest, draft: RunDraft) -> Values:
    if cmd.values is not None:
        return {name: value_from_json(value) for name, value in cmd.values.items()}
    if cmd.dataset is None:
        return {}
    if draft.dataset is None or draft.dataset_version is None:
        raise NotFound("No such dataset in this project")
    if not draft.cases and not cmd.row:
        return {}
    case = await tx.cases.nth(cmd.project, cmd.dataset, draft.dataset_version, cmd.row)
    return case.content.values


def _rendered(content: PromptContent, values: Values) -> tuple[Any, list[StartProblem]]:
    """Render a prompt with the given values; return its messages and the problems of missing or misplaced values."""
    done = preview(content, values)
    lacking = [
        StartProblem(
            code="no_value", message=f"No value for {{{{{name}}}}}", field=f"values.{name}"
        )
        for name in done.missing
    ]
    misplaced = [
        StartProblem(
            code="misplaced_messages",
            message=f"{{{{{name}}}}} is a list of messages and must be alone in a message",
            field=f"values.{name}",
        )
        for name in done.misplaced
    ]
    return done.messages, lacking + misplaced


def endpoint_without_secrets(credential: Credential, simulator_url: str | None) -> Endpoint:
    """Return the endpoint of a credential, with dots instead of secrets."""
    if credential.provider is Provider.SIMULATED:
        return simulated_endpoint(credential, simulator_url or NO_SIMULATOR)
    return Endpoint(
        credential=credential.id,
        provider=credential.provider,
        config=credential.config,
        secrets={
            item.name: DOTS
            for item in FORMS[credential.provider].fields
            if item.secret
            # An optional secret is set if the credential has a hint or a variable for it.
            and (item.required or credential.hint or item.name in credential.variables)
        },
    )


def headers_without_secrets(request: WireRequest) -> tuple[tuple[str, str], ...]:
    return tuple((name, _without_signature(name, value)) for name, value in request.headers.items())


def _without_signature(name: str, value: str) -> str:
    """Replace the value of the authorization header by dots, because it contains or depends on a secret."""
    if name.casefold() == "authorization":
        return f"{value.partition(' ')[0]} {DOTS}"
    return value
