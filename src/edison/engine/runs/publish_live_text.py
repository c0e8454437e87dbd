"""Publish the streamed answer text of a small run to its viewers, ten times a second."""

import asyncio

import structlog

from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.live_text import SHOWN_AT_MOST, CellText
from edison.kit.storable_text import storable
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

EVERY_S = 0.1
# Timeout of publishing: live text must not add load to a slow database.
SEND_WITHIN_S = 2.0


class Saying:
    """The text received so far from one call. `append` is called for each piece of text and must be fast."""

    def __init__(self, live: "LiveText", ordinal: int, attempt: int) -> None:
        self._live = live
        self.ordinal = ordinal
        self._attempt = attempt
        self._text = ""
        self._length = 0

    def append(self, piece: str) -> None:
        if piece:
            self._text = (self._text + piece)[-SHOWN_AT_MOST:]
            self._length += len(piece)
            self._live.changed(self)

    def restart(self) -> None:
        """Discard the text received so far, because the call is retried."""
        if self._length:
            self._text, self._length = "", 0
            self._live.changed(self)

    def end(self) -> None:
        """Stop publishing the text, because the complete answer is about to be stored."""
        self._live.forget(self)

    def so_far(self) -> CellText:
        return CellText(
            ordinal=self.ordinal,
            attempt=self._attempt,
            text=storable(self._text),
            length=self._length,
        )


class LiveText:
    """Publishes the streamed text of a run in a background task, so that calls never wait for it."""

    def __init__(self, work: UnitOfWork, project: ProjectId, run: RunId) -> None:
        self._work = work
        self._project = project
        self._run = run
        self._waiting: dict[int, Saying] = {}
        self._task: asyncio.Task[None] | None = None

    def of(self, ordinal: int, attempt: int) -> Saying:
        return Saying(self, ordinal, attempt)

    def changed(self, saying: Saying) -> None:
        self._waiting[saying.ordinal] = saying
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._pass_on(), name="live-text")

    def forget(self, saying: Saying) -> None:
        self._waiting.pop(saying.ordinal, None)

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _pass_on(self) -> None:
        while self._waiting:
            await asyncio.sleep(EVERY_S)
            texts = [saying.so_far() for saying in self._waiting.values()]
            self._waiting.clear()
            if not texts:
                continue
            try:
                async with asyncio.timeout(SEND_WITHIN_S), self._work.write() as tx:
                    await tx.live_texts.send(self._project, self._run, texts)
            except Exception as error:
                # Live text is only a preview; the complete answer is stored separately.
                log.debug("live_text_not_sent", error=type(error).__name__)
