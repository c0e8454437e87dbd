"""What may be asked of workers, by name and plain JSON input; services enqueue with these and import no workflow."""

from typing import Literal, NotRequired, TypedDict

APPLICATION = "edison"

# The version of the workflow contract, not of the code: raise it only when the order of steps in a
# deployed workflow changes, so that a new release picks up the work in flight of the old one.
CONTRACT_VERSION = "1"

MAIL_QUEUE = "mail"
SEND_MAIL = "send_mail"
HOUSEKEEPING = "housekeeping"
# What is past its age; one worker at a time.
RETENTION_QUEUE = "retention"
RETENTION = "retention"
# Short work that a person is waiting for.
PEOPLE_QUEUE = "people"
TEST_CREDENTIAL = "test_credential"
TRY_MODEL = "try_model"
ASSIST = "assist"
CHUNKS_QUEUE = "chunks"
# Chunks of small runs, which would otherwise wait until a chunk of a large run has ended.
SMALL_RUNS_QUEUE = "small_runs"
# Work of runs that a schedule started: nobody waits for it, and it holds up nobody who does.
SCHEDULED_CHUNKS_QUEUE = "scheduled_chunks"
WORK_CHUNK = "work_chunk"
# Arithmetic over whole runs: little of it at once, so that calls of models are not held up.
RESULTS_QUEUE = "results"
SUMMARISE_RUN = "summarise_run"
# What follows a run of an experiment: much waiting for one answer, little work.
EXPERIMENTS_QUEUE = "experiments"
CONTINUE_ITERATION = "continue_iteration"
CONCLUDE_CHECK = "conclude_check"
# What an execution of a suite showed: arithmetic over a run and its baseline.
ASSESSING_QUEUE = "assessing"
ASSESS_EXECUTION = "assess_execution"
# Messages to channels: much waiting for receivers, each channel in order.
DELIVERIES_QUEUE = "deliveries"
DELIVER = "deliver"
TEST_CHANNEL = "test_channel"


# Looking for monitors that are due, and starting them.
STARTS_QUEUE = "starts"
TICK_MONITORS = "tick_monitors"
START_DUE = "start_due"


# Removing what is left of a deleted project: much work that nobody waits for.
ERASURE_QUEUE = "erasure"
ERASE_PROJECT = "erase_project"


class ErasureOrder(TypedDict):
    """Erase a project. It is named by its deletion: its own id shall be nowhere when this is done."""

    deletion: str


class MailOrder(TypedDict):
    """A mail to send, by reference: secrets and texts are made when it is sent, none are stored."""

    kind: Literal[
        "invite",
        "confirm_email",
        "role_changed",
        # No longer ordered; those of an earlier release may still wait on the queue.
        "member_added",
        "member_removed",
        "suggestion_waiting",
    ]
    project: str
    subject: str
    # What it is about, if that is another thing than who it goes to.
    about: NotRequired[str]
    actor: str
    trace_id: str


class RetentionOrder(TypedDict):
    """Delete what is past its age; once for each night."""

    night: str


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


class AssistOrder(TypedDict):
    """Help a person with what they asked for."""

    project: str
    assist: str
    trace_id: str


class ChunkOrder(TypedDict):
    """Work on one chunk of a run."""

    project: str
    run: str
    chunk: int
    epoch: int
    # A schedule started the run: it waits until all that is due has been started.
    scheduled: NotRequired[bool]
    # The run is small: its chunks have a queue of their own.
    small: NotRequired[bool]


class StartOrder(TypedDict):
    """Help to start what is due; each helper of a tick is there once."""

    tick: str
    helper: int


class SummaryOrder(TypedDict):
    """Compute the results of a run; orders of one run are numbered."""

    project: str
    run: str
    number: int


class IterationOrder(TypedDict):
    """Go on with an iteration whose run is done. `again`: only ask for another suggestion, for that many a time.

    `hint` is what a person says to the refiner then.
    """

    project: str
    iteration: str
    again: int
    hint: str


class CheckOrder(TypedDict):
    """Say what the last check of an experiment came to."""

    project: str
    experiment: str


class AssessOrder(TypedDict):
    """Say what an execution showed, or that it showed nothing. `why` names what happened to it: once for each."""

    project: str
    execution: str
    why: str


class DeliveryOrder(TypedDict):
    """Send what waits for a channel, in order."""

    project: str
    channel: str


class ChannelTestOrder(TypedDict):
    """Send one message that somebody waits for."""

    project: str
    delivery: str


class ChunkReport(TypedDict):
    """What a chunk came to. `claim` 0: it was not ours to work on."""

    claim: int
    left: int
