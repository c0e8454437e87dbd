"""Rubrics and judges as JSON values, for storing, and their digests; what is read back equals what was written."""

import json
from typing import Any

from pydantic import TypeAdapter

from edison.domain.judging.judge import JudgeContent
from edison.domain.judging.rubric import Rubric
from edison.kit.digests import sha256_hex

_RUBRIC = TypeAdapter(Rubric)
_JUDGE = TypeAdapter(JudgeContent)


def rubric_to_json(rubric: Rubric) -> dict[str, Any]:
    return _RUBRIC.dump_python(rubric, mode="json")


def rubric_from_json(value: dict[str, Any]) -> Rubric:
    return _RUBRIC.validate_python(value)


def judge_to_json(content: JudgeContent) -> dict[str, Any]:
    return _JUDGE.dump_python(content, mode="json")


def judge_from_json(value: dict[str, Any]) -> JudgeContent:
    return _JUDGE.validate_python(value)


def digest_of(value: dict[str, Any]) -> str:
    """Equal contents have equal digests. The order of criteria counts, for judges see them in it."""
    return sha256_hex(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
