"""What may be asked of workers, by name and plain JSON input; services enqueue with these and import no workflow."""

from typing import Literal, TypedDict

APPLICATION = "edison"

# The version of the workflow contract, not of the code: raise it only when the order of steps in a
# deployed workflow changes, so that a new release picks up the work in flight of the old one.
CONTRACT_VERSION = "1"

MAIL_QUEUE = "mail"
SEND_MAIL = "send_mail"
HOUSEKEEPING = "housekeeping"
# Short work that a person is waiting for.
PEOPLE_QUEUE = "people"
TEST_CREDENTIAL = "test_credential"
TRY_MODEL = "try_model"
CHUNKS_QUEUE = "chunks"
WORK_CHUNK = "work_chunk"
# Arithmetic over whole runs: little of it at once, so that calls of models are not held up.
RESULTS_QUEUE = "results"
SUMMARISE_RUN = "summarise_run"


class MailOrder(TypedDict):
    """A mail to send, by reference: secrets and texts are made when it is sent, none are stored."""

    kind: Literal["invite", "role_changed", "member_added", "member_removed"]
    project: str
    subject: str
    actor: str
    trace_id: str


class ProbeOrder(TypedDict):
    """Find out whether a credential works, and which models it opens."""

    project: str
    credential: str
    trace_id: str


class TryOrder(TypedDict):
    """Make one call that a person asked for."""

    project: str
    wanted: str
    trace_id: str


class ChunkOrder(TypedDict):
    """Work on one chunk of a run."""

    project: str
    run: str
    chunk: int
    epoch: int


class SummaryOrder(TypedDict):
    """Compute the results of a run; orders of one run are numbered."""

    project: str
    run: str
    number: int


class ChunkReport(TypedDict):
    """What a chunk came to. `claim` 0: it was not ours to work on."""

    claim: int
    left: int
