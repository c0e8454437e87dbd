"""Add comments to a suggestion."""

from dataclasses import dataclass

from edison.domain.errors import WrongState
from edison.domain.events import SUGGESTION_COMMENTED
from edison.domain.experiments.review import MOST_COMMENTS, Comment
from edison.domain.ids import CommentId, ExperimentId, IterationId, ProjectId, SuggestionId
from edison.domain.people.access import Actor, Permission
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import require_live_project


@dataclass(frozen=True, slots=True, kw_only=True)
class AddComment:
    project: ProjectId
    suggestion: SuggestionId
    text: str


async def add_comment(ctx: Context, who: Actor, cmd: AddComment) -> Comment:
    """Add a comment to a suggestion, before or after the decision."""
    who.must(Permission.COMMENT, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.COMMENT)
        about = await tx.suggestions.get(cmd.project, cmd.suggestion)
        if await tx.reviews.count_comments(cmd.project, about.id) >= MOST_COMMENTS:
            raise WrongState(
                f"A suggestion has at most {MOST_COMMENTS} comments",
                advice="Continue the discussion elsewhere.",
            )
        comment = Comment(
            id=CommentId(new_id()),
            author=who.user,
            author_label=who.label,
            text=cmd.text,
            at=tx.now,
        )
        await tx.reviews.say(cmd.project, about.id, comment)
        experiment = await tx.experiments.get(cmd.project, ExperimentId(about.experiment))
        iteration = await tx.iterations.get(cmd.project, IterationId(about.iteration))
        tx.emit_event(
            SUGGESTION_COMMENTED,
            suggestion=str(about.id),
            experiment=str(experiment.id),
            iteration=str(iteration.id),
            number=iteration.number,
            name=experiment.title,
        )
        tx.record_entry(
            SUGGESTION_COMMENTED,
            ("suggestion", about.id),
            {"comment": {"old": None, "new": cmd.text}},
        )
        return comment
