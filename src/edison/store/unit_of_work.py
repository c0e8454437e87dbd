"""One verb, one transaction: the only place in Edison that commits."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from edison.domain.audit import AuditEntry
from edison.domain.events import Event
from edison.store.database import Database
from edison.store.repositories.accounts import Attempts, Users
from edison.store.repositories.annotations import Annotations
from edison.store.repositories.answers import Answers
from edison.store.repositories.audit import AuditLog
from edison.store.repositories.budgets import Budgets
from edison.store.repositories.case_changes import CaseChanges
from edison.store.repositories.case_differences import CaseDifferences
from edison.store.repositories.cases import Cases
from edison.store.repositories.catalog import Catalog
from edison.store.repositories.cell_marks import CellMarks
from edison.store.repositories.cells import Cells
from edison.store.repositories.chunks import Chunks
from edison.store.repositories.credentials import Credentials
from edison.store.repositories.datasets import Datasets
from edison.store.repositories.events import EventLog
from edison.store.repositories.human_labels import HumanLabels
from edison.store.repositories.invites import Invites
from edison.store.repositories.judge_verdicts import JudgeVerdicts
from edison.store.repositories.judges import Judges
from edison.store.repositories.limits import SharedLimits
from edison.store.repositories.live_texts import LiveTexts
from edison.store.repositories.members import Members
from edison.store.repositories.projects import Projects
from edison.store.repositories.prompts import Prompts
from edison.store.repositories.repeats import Repeats
from edison.store.repositories.result_arrays import ResultArrays
from edison.store.repositories.result_cells import ResultCells
from edison.store.repositories.rubrics import Rubrics
from edison.store.repositories.run_comparison import RunComparison
from edison.store.repositories.run_panels import RunPanels
from edison.store.repositories.run_rows import RunRows
from edison.store.repositories.run_statistics import RunStatistics
from edison.store.repositories.run_sums import RunSums
from edison.store.repositories.run_totals import RunTotalsOf
from edison.store.repositories.runs import Runs
from edison.store.repositories.spending import Spending
from edison.store.repositories.tokens import Tokens
from edison.store.repositories.tries import Tries
from edison.store.repositories.uploads import Uploads
from edison.store.repositories.workers import Workers


class ReadTx:
    """Repositories over a transaction that PostgreSQL holds to reading."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session
        self.users = Users(session)
        self.projects = Projects(session)
        self.members = Members(session)
        self.invites = Invites(session)
        self.tokens = Tokens(session)
        self.audit = AuditLog(session)
        self.events = EventLog(session)
        self.workers = Workers(session)
        self.credentials = Credentials(session)
        self.catalog = Catalog(session)
        self.tries = Tries(session)
        self.spending = Spending(session)
        self.answers = Answers(session)
        self.limits = SharedLimits(session)
        self.prompts = Prompts(session)
        self.rubrics = Rubrics(session)
        self.judges = Judges(session)
        self.judge_verdicts = JudgeVerdicts(session)
        self.datasets = Datasets(session)
        self.runs = Runs(session)
        self.chunks = Chunks(session)
        self.cells = Cells(session)
        self.cell_marks = CellMarks(session)
        self.annotations = Annotations(session)
        self.labels = HumanLabels(session)
        self.run_rows = RunRows(session)
        self.run_panels = RunPanels(session)
        self.run_statistics = RunStatistics(session)
        self.result_arrays = ResultArrays(session)
        self.result_cells = ResultCells(session)
        self.run_comparison = RunComparison(session)
        self.run_sums = RunSums(session)
        self.run_totals = RunTotalsOf(session)
        self.repeats = Repeats(session)
        self.budgets = Budgets(session)
        self.cases = Cases(session)
        self.case_differences = CaseDifferences(session)
        self.uploads = Uploads(session)


class WriteTx(ReadTx):
    """All or nothing. What was recorded and told is written last, to hold its locks for a moment only."""

    def __init__(self, session: AsyncSession) -> None:
        super().__init__(session)
        self.attempts = Attempts(session)
        self.case_changes = CaseChanges(session)
        self.live_texts = LiveTexts(session)
        self._entries: list[AuditEntry] = []
        self._events: list[Event] = []

    def record(self, entry: AuditEntry) -> None:
        """Add to the audit log with this transaction."""
        self._entries.append(entry)

    def tell(self, event: Event) -> None:
        """Add to the event log with this transaction."""
        self._events.append(event)

    async def connection(self) -> AsyncConnection:
        """Lend the connection to whoever must write in the same transaction (the work queue)."""
        return await self._session.connection()

    async def finish(self) -> None:
        await self.audit.append(self._entries)
        await self.events.append(self._events)
        await self._session.commit()


class UnitOfWork:
    """Opens transactions on one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def answers(self) -> bool:
        return await self._database.answers()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[ReadTx]:
        async with self._database.session(readonly=True) as session:
            yield ReadTx(session)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[WriteTx]:
        async with self._database.session(readonly=False) as session:
            tx = WriteTx(session)
            yield tx
            await tx.finish()
