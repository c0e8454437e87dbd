"""Files that a browser saves."""

from fastapi import Response


def account_file(content: bytes) -> Response:
    """Answer with what is known about an account."""
    return Response(
        content,
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="edison-account.zip"'},
    )
