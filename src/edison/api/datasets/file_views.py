"""Request and response bodies of files in cases."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from edison.api.base_views import Body, DomainView, Line
from edison.domain.models.attached_file import AttachedFile

Digest = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
READ_ONLY = "Read-only: known from the stored bytes"


class CaseFileBody(Body):
    """A stored file as the value of a variable. It is sent as an image, PDF or audio where the variable stands."""

    file: Digest = Field(description="SHA-256 of a file that was stored with POST …/files")
    name: Annotated[Line, Field(max_length=255)] = ""
    kind: Literal["image", "pdf", "audio"] | None = Field(default=None, description=READ_ONLY)
    media_type: Annotated[Line, Field(max_length=50)] | None = Field(
        default=None, description=READ_ONLY
    )
    size: int | None = Field(default=None, description=READ_ONLY)
    width: int | None = Field(default=None, description=READ_ONLY)
    height: int | None = Field(default=None, description=READ_ONLY)
    pages: int | None = Field(default=None, description=READ_ONLY)
    seconds: float | None = Field(default=None, description=READ_ONLY)

    def to_file(self) -> AttachedFile:
        return AttachedFile(file=self.file, media_type="", name=self.name)


class FetchFileBody(Body):
    url: Annotated[Line, Field(min_length=1, max_length=2_000)] = Field(
        description="A public https address of a file. Redirects are not followed"
    )


class PlacedFileBody(CaseFileBody):
    """A stored file in a message."""

    at: Annotated[int, Field(ge=0, le=1_000_000)] = Field(
        default=0, description="Position in the text of the message where the file stands"
    )

    def to_file(self) -> AttachedFile:
        return replace(super().to_file(), at=self.at)


class CaseFileView(DomainView):
    file: str = Field(description="SHA-256 of the bytes")
    name: str
    kind: Literal["image", "pdf", "audio"]
    media_type: str
    size: int = Field(description="Number of bytes")
    width: int = Field(description="Of an image, in pixels; otherwise 0")
    height: int = Field(description="Of an image, in pixels; otherwise 0")
    pages: int = Field(description="Of a PDF; otherwise 0")
    seconds: float = Field(description="Of audio; otherwise 0")


class PlacedFileView(CaseFileView):
    at: int


def as_file_view(value: Any) -> Any:
    return CaseFileView.of(value) if isinstance(value, AttachedFile) else value
