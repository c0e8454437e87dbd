"""Unit of work: all repositories in one transaction. No other module commits."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from edison.domain.audit.audit_chain import AuditEntry
from edison.domain.events import Event
from edison.store.database import Database
from edison.store.repositories.alerts.alerts import Alerts
from edison.store.repositories.annotations.annotation_queues import Annotations, HumanLabels
from edison.store.repositories.arena.leaderboard_cells import BoardCells
from edison.store.repositories.arena.leaderboards import Boards
from edison.store.repositories.arena.question_evidence import QuestionEvidence
from edison.store.repositories.arena.question_reviews import GeneratedQuestions, QuestionReviews
from edison.store.repositories.arena.votes import Votes
from edison.store.repositories.assists.assists import Assists
from edison.store.repositories.assists.internal_calls import InternalCalls
from edison.store.repositories.audit.audit_checkpoints import AuditCheckpoints
from edison.store.repositories.audit.audit_log import AuditLog
from edison.store.repositories.audit.event_log import EventLog
from edison.store.repositories.base import FreeNames
from edison.store.repositories.budgets.budget_calendar import BudgetCalendar
from edison.store.repositories.budgets.budgets import Budgets, MoneyKinds
from edison.store.repositories.channels.channels import Channels
from edison.store.repositories.channels.deliveries import Deliveries
from edison.store.repositories.comments.comment_subjects import CommentSubjects
from edison.store.repositories.comments.comments import Comments
from edison.store.repositories.datasets.case_changes import CaseChanges
from edison.store.repositories.datasets.case_differences import CaseDifferences
from edison.store.repositories.datasets.cases import Cases
from edison.store.repositories.datasets.dataset_origins import Origins
from edison.store.repositories.datasets.datasets import Datasets
from edison.store.repositories.datasets.files import Files
from edison.store.repositories.datasets.merge_cases import CaseMerging
from edison.store.repositories.datasets.uploads import Uploads
from edison.store.repositories.experiments.experiment_cases import ExperimentCases
from edison.store.repositories.experiments.experiment_ledger import ExperimentLedger
from edison.store.repositories.experiments.experiment_totals import ExperimentTotals
from edison.store.repositories.experiments.experiments import Experiments
from edison.store.repositories.experiments.iterations import Iterations
from edison.store.repositories.experiments.suggestions import Reviews, Suggestions
from edison.store.repositories.home.project_overview import ProjectOverview
from edison.store.repositories.judging.judge_verdicts import JudgeVerdicts
from edison.store.repositories.judging.judged_cells import JudgedCells
from edison.store.repositories.judging.judges import Judges
from edison.store.repositories.judging.rubrics import Rubrics
from edison.store.repositories.lineage.prompt_lineage import PromptLineage
from edison.store.repositories.models.catalog_models import Catalog
from edison.store.repositories.models.credentials import Credentials
from edison.store.repositories.models.model_usage import ModelUsage
from edison.store.repositories.models.playground_calls import PlaygroundCalls
from edison.store.repositories.models.reusable_answers import ReusableAnswers
from edison.store.repositories.monitoring.monitors import Monitors
from edison.store.repositories.notifications.notification_mails import NotificationMails
from edison.store.repositories.notifications.notification_preferences import NotificationChoices
from edison.store.repositories.notifications.notifications import Notifications
from edison.store.repositories.people.account_export import AccountExport
from edison.store.repositories.people.accounts import AttemptCounters, Users
from edison.store.repositories.people.api_tokens import Tokens
from edison.store.repositories.people.identities import GroupRoles, Identities, SignInFlows
from edison.store.repositories.people.invites import Invites
from edison.store.repositories.people.members import Members
from edison.store.repositories.people.password_resets import PasswordResets
from edison.store.repositories.people.person_directory import PersonDirectory
from edison.store.repositories.people.projects import Projects
from edison.store.repositories.people.sessions import Sessions
from edison.store.repositories.promotions.promotions import Promotions
from edison.store.repositories.prompts.prompts import Prompts
from edison.store.repositories.rate_limits.shared_limits import SharedLimits
from edison.store.repositories.reports.run_spending import RunSpending
from edison.store.repositories.reports.spend_reports import SpendReports
from edison.store.repositories.results.result_arrays import ResultArrays
from edison.store.repositories.results.result_cells import ResultCells, SpentByCase
from edison.store.repositories.results.run_panels import RunPanels
from edison.store.repositories.results.run_statistics import RunStatistics
from edison.store.repositories.retention.account_erasure import AccountErasure
from edison.store.repositories.retention.aged_rows import AgedRows
from edison.store.repositories.retention.aged_runs import AgedRuns
from edison.store.repositories.retention.deleted_runs import DeletedRuns
from edison.store.repositories.retention.project_erasure import ProjectErasure
from edison.store.repositories.retention.run_archive import RunArchive
from edison.store.repositories.runs.calls_in_doubt import CallsInDoubt
from edison.store.repositories.runs.cell_labels import CellMarks
from edison.store.repositories.runs.cells import Cells
from edison.store.repositories.runs.chunks import Chunks
from edison.store.repositories.runs.provider_batches import ProviderBatches
from edison.store.repositories.runs.reopened_cells import ReopenedCells
from edison.store.repositories.runs.run_cases import LiveTexts, RunCases
from edison.store.repositories.runs.run_comparison import RunComparison
from edison.store.repositories.runs.run_copies import RunCopies
from edison.store.repositories.runs.run_rows import RunRows
from edison.store.repositories.runs.run_sums import RunSums
from edison.store.repositories.runs.run_totals import RunTotalsOf
from edison.store.repositories.runs.runs import Runs
from edison.store.repositories.runs.submitted_cells import SubmittedCells
from edison.store.repositories.suites.executions import ExecutionFactsOf, Executions
from edison.store.repositories.suites.suite_activity import SuiteActivities
from edison.store.repositories.suites.suite_parts import SuiteParts
from edison.store.repositories.suites.suites import Canaries, Suites
from edison.store.repositories.trends.trend_points import Points
from edison.store.repositories.workers import Workers


class ReadTx:
    """All repositories in a read-only transaction; PostgreSQL rejects writes."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session
        self.users = Users(session)
        self.identities = Identities(session)
        self.group_roles = GroupRoles(session)
        self.account_export = AccountExport(session)
        self.people = PersonDirectory(session)
        self.projects = Projects(session)
        self.project_erasure = ProjectErasure(session)
        self.members = Members(session)
        self.invites = Invites(session)
        self.tokens = Tokens(session)
        self.audit = AuditLog(session)
        self.audit_checkpoints = AuditCheckpoints(session)
        self.events = EventLog(session)
        self.workers = Workers(session)
        self.credentials = Credentials(session)
        self.catalog = Catalog(session)
        self.tries = PlaygroundCalls(session)
        self.spending = ModelUsage(session)
        self.spend_reports = SpendReports(session)
        self.run_spending = RunSpending(session)
        self.answers = ReusableAnswers(session)
        self.limits = SharedLimits(session)
        self.prompts = Prompts(session)
        self.promotions = Promotions(session)
        self.prompt_lineage = PromptLineage(session)
        self.rubrics = Rubrics(session)
        self.judges = Judges(session)
        self.judge_verdicts = JudgeVerdicts(session)
        self.datasets = Datasets(session)
        self.origins = Origins(session)
        self.runs = Runs(session)
        self.run_cases = RunCases(session)
        self.chunks = Chunks(session)
        self.provider_batches = ProviderBatches(session)
        self.cells = Cells(session)
        self.calls_in_doubt = CallsInDoubt(session)
        self.cell_marks = CellMarks(session)
        self.annotations = Annotations(session)
        self.labels = HumanLabels(session)
        self.run_rows = RunRows(session)
        self.run_panels = RunPanels(session)
        self.spent_by_case = SpentByCase(session)
        self.run_statistics = RunStatistics(session)
        self.result_arrays = ResultArrays(session)
        self.result_cells = ResultCells(session)
        self.run_comparison = RunComparison(session)
        self.run_sums = RunSums(session)
        self.run_totals = RunTotalsOf(session)
        self.submitted_cells = SubmittedCells(session)
        self.repeats = ReopenedCells(session)
        self.experiments = Experiments(session)
        self.experiment_cases = ExperimentCases(session)
        self.suggestions = Suggestions(session)
        self.reviews = Reviews(session)
        self.asks = InternalCalls(session)
        self.judged_cells = JudgedCells(session)
        self.iterations = Iterations(session)
        self.experiment_totals = ExperimentTotals(session)
        self.experiment_ledger = ExperimentLedger(session)
        self.names = FreeNames(session)
        self.monitors = Monitors(session)
        self.points = Points(session)
        self.alerts = Alerts(session)
        self.budgets = Budgets(session)
        self.budget_calendar = BudgetCalendar(session)
        self.executions = Executions(session)
        self.execution_facts = ExecutionFactsOf(session)
        self.money_kinds = MoneyKinds(session)
        self.canaries = Canaries(session)
        self.cases = Cases(session)
        self.question_reviews = QuestionReviews(session)
        self.question_evidence = QuestionEvidence(session)
        self.generated_questions = GeneratedQuestions(session)
        self.case_differences = CaseDifferences(session)
        self.uploads = Uploads(session)
        self.files = Files(session)
        self.assists = Assists(session)
        self.suites = Suites(session)
        self.channels = Channels(session)
        self.deliveries = Deliveries(session)
        self.suite_parts = SuiteParts(session)
        self.suite_activities = SuiteActivities(session)
        self.boards = Boards(session)
        self.board_cells = BoardCells(session)
        self.votes = Votes(session)
        self.aged_runs = AgedRuns(session)
        self.aged_rows = AgedRows(session)
        self.run_archive = RunArchive(session)
        self.overview = ProjectOverview(session)
        self.comments = Comments(session)
        self.comment_subjects = CommentSubjects(session)
        self.notifications = Notifications(session)
        self.notification_choices = NotificationChoices(session)


class WriteTx(ReadTx):
    """A transaction that writes. Audit entries and events are written last, so that their locks are short."""

    def __init__(self, session: AsyncSession) -> None:
        super().__init__(session)
        self.attempts = AttemptCounters(session)
        self.sessions = Sessions(session)
        self.password_resets = PasswordResets(session)
        self.sign_in_flows = SignInFlows(session)
        self.account_erasure = AccountErasure(session)
        self.notification_mails = NotificationMails(session)
        self.case_changes = CaseChanges(session)
        self.case_merging = CaseMerging(session)
        self.deleted_runs = DeletedRuns(session)
        self.live_texts = LiveTexts(session)
        self.run_copies = RunCopies(session)
        self._entries: list[AuditEntry] = []
        self._events: list[Event] = []

    def record(self, entry: AuditEntry) -> None:
        """Add an entry to the audit log in this transaction."""
        self._entries.append(entry)

    def emit(self, event: Event) -> None:
        """Add an event to the event log in this transaction."""
        self._events.append(event)

    async def connection(self) -> AsyncConnection:
        """Return the connection for the work queue, which must write in the same transaction."""
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
