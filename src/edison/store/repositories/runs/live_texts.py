"""Text that is being said, passed on to whoever listens at this moment and kept nowhere."""

from collections.abc import Iterable

from sqlalchemy import text

from edison.domain.events import run_topic
from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.live_text import CellText, notices
from edison.store.repositories.base import Repository

LIVE_CHANNEL = "edison_live_text"


class LiveTexts(Repository):
    async def send(self, project: ProjectId, run: RunId, texts: Iterable[CellText]) -> None:
        """Runs have ids of their own, and only who may see the run follows its topic; the project is for the reader."""
        # Nothing is stored, so there is nothing to wait for on the disk.
        await self._session.execute(text("SET LOCAL synchronous_commit = off"))
        for notice in notices(run_topic(run), list(texts)):
            await self._session.execute(
                text("SELECT pg_notify(:channel, :notice)"),
                {"channel": LIVE_CHANNEL, "notice": notice},
            )
