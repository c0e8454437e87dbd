"""What may be asked of workers, by name and plain JSON input; services enqueue with these and import no workflow."""

from typing import Literal, TypedDict

APPLICATION = "edison"

# The version of the workflow contract, not of the code: raise it only when the order of steps in a
# deployed workflow changes, so that a new release picks up the work in flight of the old one.
CONTRACT_VERSION = "1"

MAIL_QUEUE = "mail"
SEND_MAIL = "send_mail"
HOUSEKEEPING = "housekeeping"


class MailOrder(TypedDict):
    """A mail to send, by reference: secrets and texts are made when it is sent, none are stored."""

    kind: Literal["invite", "role_changed", "member_added", "member_removed"]
    project: str
    subject: str
    actor: str
    trace_id: str
