"""Builds the OpenAPI document with stable operation ids. It declares only the statuses that routes return."""

from typing import Any, cast

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

TITLE = "Edison"
CONTRACT = "1"


def install_openapi(app: FastAPI) -> None:
    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = openapi


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=TITLE,
        # Version of the API, not of the release, so that the file changes only with the contract.
        version=CONTRACT,
        summary="Measures whether a prompt change is really better.",
        routes=app.routes,
    )
    schemas: dict[str, Any] = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    document["components"]["securitySchemes"] = {
        "session": {"type": "apiKey", "in": "cookie", "name": "edison_session"},
        "token": {"type": "http", "scheme": "bearer"},
    }
    document["security"] = [{"session": []}, {"token": []}]
    for path, operations in cast(dict[str, dict[str, Any]], document["paths"]).items():
        for method, operation in operations.items():
            # Invalid input is 400 in our own format, never FastAPI's 422, which we use for other reasons.
            if "ValidationError" in str(operation["responses"].get("422")):
                del operation["responses"]["422"]
            if path.startswith("/api/"):
                _add_common(operation["responses"], changes=method != "get")
    return document


def _add_common(responses: dict[str, Any], *, changes: bool) -> None:
    """Declare the error responses of the middleware, which every route can return."""
    common = {"400": "Host name not allowed", "429": "Too many requests from this address"}
    if changes:
        common |= {"403": "No CSRF token, or from another site", "413": "The body is too large"}
    for status, meaning in common.items():
        responses.setdefault(
            status,
            {
                "description": meaning,
                "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}
                },
            },
        )
