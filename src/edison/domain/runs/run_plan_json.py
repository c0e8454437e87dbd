"""Plans as JSON values, for storing; what is read back equals what was written."""

from typing import Any

from pydantic import TypeAdapter

from edison.domain.runs.run_plan import Plan

_PLAN = TypeAdapter(Plan)


def plan_to_json(plan: Plan) -> dict[str, Any]:
    return _PLAN.dump_python(plan, mode="json")


def plan_from_json(value: dict[str, Any]) -> Plan:
    return _PLAN.validate_python(value)
