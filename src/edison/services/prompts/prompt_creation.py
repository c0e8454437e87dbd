"""The one way a prompt begins, whether written anew, copied or forked: with a draft and no version."""

from datetime import datetime
from typing import Any

from edison.domain.events import PROMPT_CREATED
from edison.domain.ids import ProjectId, PromptId
from edison.domain.people.access import Actor
from edison.domain.prompts.prompt import Prompt, PromptContent, PromptKind
from edison.domain.prompts.prompt_rules import check_name
from edison.kit.uuids import new_id
from edison.services.prompts.prompt_change_log import record_prompt_change
from edison.store.unit_of_work import WriteTx


async def create_prompt_draft(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    now: datetime,
    *,
    name: str,
    kind: PromptKind,
    description: str,
    draft: PromptContent,
    source: dict[str, str] | None = None,
) -> Prompt:
    """Add it and tell of it; `source` says in the audit log where the text came from."""
    prompt = Prompt(
        id=PromptId(new_id()),
        name=check_name(name),
        kind=kind,
        description=description,
        draft=draft,
        revision=1,
        latest=0,
        clean=False,
        labels={},
        created_at=now,
        updated_at=now,
    )
    await tx.prompts.add(project, prompt, who.user)
    facts: dict[str, Any] = {"name": prompt.name, "kind": str(kind), **(source or {})}
    record_prompt_change(
        tx,
        who,
        project,
        prompt,
        PROMPT_CREATED,
        now,
        changes={part: {"old": None, "new": value} for part, value in facts.items()},
        prompt_kind=str(kind),
    )
    return prompt
