"""What every change of a prompt leaves behind: an audit entry and an event, with the change itself."""

from datetime import datetime
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.events import event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.prompts.prompt import Prompt
from edison.store.unit_of_work import WriteTx


def record_prompt_change(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    prompt: Prompt,
    fact: str,
    at: datetime,
    *,
    changes: dict[str, Any],
    **data: Any,
) -> None:
    """Write both; `data` goes to screens, `changes` to the audit log."""
    tx.record(entry(who, fact, ("prompt", prompt.id), at=at, project=project, changes=changes))
    tx.emit(
        event(
            who,
            project_topic(project),
            fact,
            at,
            id=str(prompt.id),
            **{"name": prompt.name, **data},
        )
    )
