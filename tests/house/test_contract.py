"""The contract in the repository is what the code says, and it can be read."""

import json
import re
from typing import Any

from tools.export_openapi import TARGET, contract


def operations() -> dict[str, dict[str, Any]]:
    document: dict[str, Any] = json.loads(TARGET.read_text())
    return {
        f"{method.upper()} {path}": about
        for path, methods in document["paths"].items()
        for method, about in methods.items()
    }


def test_the_file_is_what_the_code_says() -> None:
    """If this fails: just contract"""
    assert TARGET.read_text() == contract()


def test_operation_ids_are_unique_and_in_snake_case() -> None:
    ids = [about["operationId"] for about in operations().values()]

    assert len(set(ids)) == len(ids) > 25
    assert [each for each in ids if not re.fullmatch(r"[a-z]+(_[a-z]+)*", each)] == []


def test_every_operation_says_what_it_does() -> None:
    silent = [
        name
        for name, about in operations().items()
        if not (about.get("description") or about.get("summary"))
    ]

    assert silent == []


def test_every_operation_of_the_api_declares_its_errors_in_the_one_shape() -> None:
    for name, about in operations().items():
        for status, answer in about["responses"].items():
            if int(status) >= 400 and "/api/" in name:
                schema = answer["content"]["application/json"]["schema"]
                assert schema["$ref"].endswith("/ErrorResponse"), (name, status)
