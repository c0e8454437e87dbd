"""Interface of a provider's batch protocol: pure functions over bytes, one file per protocol."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from edison.domain.models.model_call import Failed
from edison.domain.models.provider import Endpoint
from edison.providers.wire.wire_protocol import WireRequest

# `partial`: it ended early (expired or cancelled), and what it did not answer is not charged.
BatchPhase = Literal["working", "complete", "partial", "rejected"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRequest:
    """One call of a batch: its name in the batch, and the request of a live call."""

    key: str
    request: WireRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchReport:
    """State of a batch at the provider."""

    id: str
    phase: BatchPhase
    # The text or file by which Edison recognizes its batch; empty if the provider stores neither.
    marker: str = ""
    input_file: str = ""
    created_at: datetime | None = None
    requests: int = 0
    done: int = 0
    # Where the results are: names of files, or an address.
    results: tuple[str, ...] = ()
    # Calls that are charged; None: those with a result.
    charged: int | None = None
    # Why the whole batch was rejected.
    failure: Failed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchItem:
    """Result of one call of a batch."""

    key: str
    # The response of a live call: status and body.
    status: int = 200
    body: bytes = b""
    # The call was not executed and not charged: it expired or was cancelled.
    skipped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchPage:
    """A page of the list of batches, newest first. `after` names the next page."""

    batches: tuple[BatchReport, ...]
    after: str | None


class BatchWire(Protocol):
    @property
    def has_marker(self) -> bool:
        """Whether the provider's list names each batch as Edison did; otherwise its results must identify it."""
        ...

    def upload(
        self, endpoint: Endpoint, marker: str, requests: Sequence[BatchRequest]
    ) -> WireRequest | None:
        """Return the request that uploads the calls; None if they are a part of the submission."""
        ...

    def uploaded(self, body: bytes) -> str:
        """Return the name of the uploaded file; raise Garbled if there is none."""
        ...

    def submission(
        self, endpoint: Endpoint, marker: str, file: str, requests: Sequence[BatchRequest]
    ) -> WireRequest: ...

    def report(self, body: bytes) -> BatchReport:
        """Parse the state of a batch; raise Garbled if it is not one."""
        ...

    def look(self, endpoint: Endpoint, batch: str) -> WireRequest: ...

    def listing(self, endpoint: Endpoint, after: str | None) -> WireRequest: ...

    def page(self, body: bytes) -> BatchPage: ...

    def cancellation(self, endpoint: Endpoint, batch: str) -> WireRequest: ...

    def discard(self, endpoint: Endpoint, file: str) -> WireRequest | None:
        """Return the request that deletes an uploaded file, so that no submission can use it any more."""
        ...

    def results(self, endpoint: Endpoint, result: str) -> WireRequest:
        """Return the request for one of the results of a report."""
        ...

    @property
    def by_line(self) -> bool:
        """Whether each line of the results can be parsed alone."""
        ...

    def items(self, body: bytes) -> list[BatchItem]:
        """Parse one line of the results, or all results if they cannot be parsed by line."""
        ...
