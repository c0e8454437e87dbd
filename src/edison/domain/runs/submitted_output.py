"""Outputs that a caller submits for the cells of a run, and the results that are stored for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from edison.domain.models.model_call import Answered, Failed, FailureCode, FinishReason
from edison.domain.models.parameters import NOTHING_SET
from edison.domain.models.token_usage import Usage
from edison.domain.money import ZERO, MicroUsd
from edison.domain.runs.application import APPLICATION_PROVIDER, Application
from edison.domain.runs.cell import Bill, CellState, Result
from edison.domain.runs.run_plan import Column

MISSING = Failed(
    code=FailureCode.MISSING_OUTPUT,
    message="The run was finished before the application submitted an output for this cell",
    attempts=0,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedOutput:
    """The output of an application for one cell: a text, or the error that it ended with."""

    ordinal: int
    text: str | None = None
    error: str | None = None
    latency_ms: float | None = None
    # The cost as the caller states it. No budget of Edison is charged with it.
    cost: MicroUsd | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


def column_of_application(application: Application) -> Column:
    return Column(
        prompt=application.prompt_id,
        prompt_name=application.title,
        version=application.version_id,
        number=0,
        model=application.target_id,
        model_name=application.name,
        provider=APPLICATION_PROVIDER,
        credential_label="",
        parameters=NOTHING_SET,
        application_version=application.version,
    )


def result_of(output: SubmittedOutput) -> Result:
    """Return the result that is stored for an output."""
    if output.error is not None:
        failed = Failed(
            code=FailureCode.APPLICATION_ERROR,
            message=output.error,
            latency_ms=output.latency_ms,
            usage=_usage(output),
            cost=output.cost,
        )
        return _result(CellState.FAILED, failed, output)
    answered = Answered(
        text=output.text or "",
        finish=FinishReason.STOP,
        usage=_usage(output),
        cost=output.cost,
        latency_ms=output.latency_ms,
        attempts=1,
    )
    return _result(CellState.ANSWERED, answered, output)


def missing_result() -> Result:
    """Return the result of a cell whose output was never submitted."""
    return _result(CellState.FAILED, MISSING, None)


def _result(state: CellState, outcome: Answered | Failed, output: SubmittedOutput | None) -> Result:
    usage = outcome.usage
    return Result(
        state=state,
        outcome=outcome,
        parsed=outcome.text if isinstance(outcome, Answered) else None,
        malformed=None,
        bill=Bill(
            cost=outcome.cost or ZERO,
            doubt=ZERO,
            tokens=usage.total if usage else 0,
            doubt_tokens=0,
        ),
        metadata=dict(output.metadata) if output and output.metadata else None,
    )


def _usage(output: SubmittedOutput) -> Usage | None:
    if output.prompt_tokens is None and output.completion_tokens is None:
        return None
    return Usage(input=output.prompt_tokens or 0, output=output.completion_tokens or 0)
