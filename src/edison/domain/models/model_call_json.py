"""Calls and their outcomes as JSON values, for storing; what is read back equals what was written."""

from typing import Any

from pydantic import TypeAdapter

from edison.domain.models.model_call import Answered, CallOutcome, Failed, ModelCall

_CALL = TypeAdapter(ModelCall)
_ANSWERED = TypeAdapter(Answered)
_FAILED = TypeAdapter(Failed)


def call_to_json(call: ModelCall) -> dict[str, Any]:
    return _CALL.dump_python(call, mode="json", exclude_defaults=True)


def call_from_json(value: dict[str, Any]) -> ModelCall:
    return _CALL.validate_python(value)


def outcome_to_json(outcome: CallOutcome) -> dict[str, Any]:
    match outcome:
        case Answered():
            return {"answered": _ANSWERED.dump_python(outcome, mode="json")}
        case Failed():
            return {"failed": _FAILED.dump_python(outcome, mode="json")}


def outcome_from_json(value: dict[str, Any]) -> CallOutcome:
    if "answered" in value:
        return _ANSWERED.validate_python(value["answered"])
    return _FAILED.validate_python(value["failed"])
