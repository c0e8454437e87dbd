"""Names, queues and JSON inputs of the workflows, so that services can enqueue workflows without importing them."""

from typing import Literal, NotRequired, TypedDict

APPLICATION = "edison"

# The version of the workflow contract, not of the code: raise it only when the order of steps in a
# deployed workflow changes, so that a new release picks up the work in flight of the old one.
CONTRACT_VERSION = "1"

MAIL_QUEUE = "mail"
SEND_MAIL = "send_mail"
HOUSEKEEPING = "housekeeping"
# Retention; one worker at a time.
RETENTION_QUEUE = "retention"
RETENTION = "retention"
# Short work that a person is waiting for.
PEOPLE_QUEUE = "people"
TEST_CREDENTIAL = "test_credential"
TRY_MODEL = "try_model"
ASSIST = "assist"
SIGN_CERTIFICATE = "sign_certificate"
CHUNKS_QUEUE = "chunks"
# Chunks of small runs, which would otherwise wait until a chunk of a large run has ended.
SMALL_RUNS_QUEUE = "small_runs"
# Chunks of scheduled runs, apart from the runs that a person waits for.
SCHEDULED_CHUNKS_QUEUE = "scheduled_chunks"
WORK_CHUNK = "work_chunk"
# CPU-bound computation over whole runs: low concurrency, so that model calls are not delayed.
RESULTS_QUEUE = "results"
SUMMARISE_RUN = "summarise_run"
# Steps after a run of an experiment: mostly waiting for one model answer.
EXPERIMENTS_QUEUE = "experiments"
CONTINUE_ITERATION = "continue_iteration"
CONCLUDE_CHECK = "conclude_check"
# Assessment of suite executions: computation over a run and its baseline.
ASSESSING_QUEUE = "assessing"
ASSESS_EXECUTION = "assess_execution"
# Messages to channels: mostly waiting for receivers, each channel in order.
DELIVERIES_QUEUE = "deliveries"
DELIVER = "deliver"
TEST_CHANNEL = "test_channel"


# Batches at providers: mostly waiting for uploads and downloads.
BATCHES_QUEUE = "batches"
ADVANCE_BATCH = "advance_batch"

# Finding and starting due monitors.
STARTS_QUEUE = "starts"
TICK_MONITORS = "tick_monitors"
START_DUE = "start_due"


# Erasing the rows of deleted projects: much work without a waiting person.
ERASURE_QUEUE = "erasure"
ERASE_PROJECT = "erase_project"


class ErasureOrder(TypedDict):
    """Request to erase a project. It names the deletion, because the project's id must not remain stored anywhere."""

    deletion: str


class MailOrder(TypedDict):
    """Request to send a mail. It contains only ids; the text and the secret link are created when the mail is sent."""

    kind: Literal[
        "invite",
        "confirm_email",
        "password_reset",
        "role_changed",
        "member_removed",
        # No longer enqueued; orders of an earlier release may still be in the queue.
        "member_added",
        "suggestion_waiting",
    ]
    project: str
    subject: str
    # The entity that the mail is about, if it is not the subject.
    about: NotRequired[str]
    actor: str
    trace_id: str


class RetentionOrder(TypedDict):
    """Request to delete expired data; one request per night."""

    night: str


class ProbeOrder(TypedDict):
    """Request to test whether a credential works and to list its models."""

    project: str
    credential: str
    trace_id: str


class TryOrder(TypedDict):
    """Request to make one playground call."""

    project: str
    wanted: str
    trace_id: str


class CertificateOrder(TypedDict):
    """Request to sign the certificate of a promotion."""

    project: str
    promotion: str


class AssistOrder(TypedDict):
    """Request to process one assist."""

    project: str
    assist: str
    trace_id: str


class ChunkOrder(TypedDict):
    """Request to process one chunk of a run."""

    project: str
    run: str
    chunk: int
    epoch: int
    # A schedule started the run: its chunks wait until all due monitors have been started.
    scheduled: NotRequired[bool]
    # The run is small: its chunks use the queue for small runs.
    small: NotRequired[bool]


class BatchOrder(TypedDict):
    """Request to take a batch one step further. `turn` counts these requests, each of which is queued once."""

    project: str
    batch: str
    turn: int


class StartOrder(TypedDict):
    """Request to help with starting due monitors. Each helper of a tick is enqueued once."""

    tick: str
    helper: int


class SummaryOrder(TypedDict):
    """Request to compute the results of a run. `number` counts the requests of the run."""

    project: str
    run: str
    number: int


class IterationOrder(TypedDict):
    """Request to continue an iteration whose run is complete.

    If `again` is above 0, only make another suggestion; each such request has a different `again`. `hint` is a person's
    advice to the refiner.
    """

    project: str
    iteration: str
    again: int
    hint: str


class CheckOrder(TypedDict):
    """Request to compute the verdict of an experiment's holdout check."""

    project: str
    experiment: str


class AssessOrder(TypedDict):
    """Request to assess an execution. `why` names the state change that requires the assessment."""

    project: str
    execution: str
    why: str


class DeliveryOrder(TypedDict):
    """Request to send the queued deliveries of a channel in order."""

    project: str
    channel: str


class ChannelTestOrder(TypedDict):
    """Request to send a test message while a person waits for the result."""

    project: str
    delivery: str


class ChunkReport(TypedDict):
    """Result of processing a chunk. `claim` is 0 if this worker could not claim the chunk."""

    claim: int
    left: int
