"""The events of assists, all of one form."""

from dataclasses import replace
from datetime import datetime

from edison.domain.assists.assist import Assist, AssistState
from edison.domain.events import Event, event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor


def assist_event(
    who: Actor,
    project: ProjectId,
    fact: str,
    item: Assist,
    state: AssistState,
    progress: tuple[int, int],
    now: datetime,
) -> Event:
    told = event(who, project_topic(project), fact, now)
    return replace(
        told,
        data={
            "assist": str(item.id),
            "kind": str(item.kind),
            "state": str(state),
            "done": progress[0],
            "total": progress[1],
            "experiment": None if item.experiment is None else str(item.experiment),
            "asked_by": item.asked_by,
        },
    )
