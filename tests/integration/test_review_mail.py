"""Reviewers learn by mail that a suggestion waits, through the real worker and a real SMTP server."""

from pathlib import Path
from uuid import UUID

from edison.domain.ids import SuggestionId
from edison.domain.people.access import SYSTEM
from edison.engine.experiments.make_suggestion import mail_reviewers
from tests.support.answers import granted
from tests.support.post_office import post_office, text_of
from tests.support.review_desk import Review, a_review
from tests.support.world import World


async def order_mail(world: World, review: Review) -> None:
    async with world.ctx.change(SYSTEM, review.desk.project) as tx:
        wanted = SuggestionId(UUID(review.waiting.suggestion))
        suggestion = await tx.suggestions.get(review.desk.project, wanted)
        await mail_reviewers(tx, suggestion)


async def test_whoever_may_decide_is_told_and_only_while_it_waits(
    world: World, tmp_path: Path
) -> None:
    decided, waits = await a_review(world), await a_review(world)
    reviewer = await waits.person("REVIEWER")
    await waits.person("VIEWER")
    granted(await decided.post("approve", {"revision": 1}))

    async with post_office(world, tmp_path) as mailbox:
        # It is decided on before the worker comes to it, so nobody is sent there in vain.
        await order_mail(world, decided)
        await order_mail(world, waits)
        mails = [await mailbox.next() for _ in range(2)]

    assert {mail["To"] for mail in mails} == {waits.desk.owner.email, reviewer.email}
    for mail in mails:
        assert mail["Subject"] == "A suggestion waits for review in Support bot"
        assert f"/projects/{waits.desk.slug}/reviews/{waits.waiting.suggestion}" in text_of(mail)
        assert "Iteration 1 of Warmer support answers" in text_of(mail)
    assert mailbox.empty
