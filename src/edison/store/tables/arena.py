"""Tables of leaderboards, of votes on pairs of answers, and of dismissed question findings."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

LIVE = text("removed_at IS NULL")
COUNTS = text("withdrawn_at IS NULL")


class BoardRow(Table):
    """A leaderboard. Removed leaderboards are kept, because votes refer to them."""

    __tablename__ = "boards"
    __table_args__ = (
        CheckConstraint("char_length(name) BETWEEN 1 AND 100", name="name"),
        Index(
            "uq_boards_name",
            "project_id",
            func.lower(text("name")),
            unique=True,
            postgresql_where=LIVE,
        ),
        Index("ix_boards_project", "project_id", text("id DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    name: Mapped[str]
    dataset_id: Mapped[UUID] = mapped_column(ForeignKey("datasets.id"), index=True)
    dataset_version: Mapped[int]
    # Keys of the scorers that grade all of its runs.
    panel: Mapped[list[str]] = mapped_column(ARRAY(Text()))
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class BoardRunRow(Table):
    __tablename__ = "board_runs"

    board_id: Mapped[UUID] = mapped_column(ForeignKey("boards.id"), primary_key=True)
    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True, index=True)
    position: Mapped[int] = mapped_column(SmallInteger)


class VoteRow(Table):
    """A vote on a pair of answers. A trigger makes votes immutable, except that a vote can be withdrawn once."""

    __tablename__ = "votes"
    __table_args__ = (
        CheckConstraint("outcome IN ('a','b','tie','both_bad')", name="outcome"),
        CheckConstraint("(run_a, ordinal_a) < (run_b, ordinal_b)", name="pair"),
        CheckConstraint("took_ms >= 0", name="took"),
        Index(
            "uq_votes_pair",
            "board_id",
            "voter",
            "run_a",
            "ordinal_a",
            "attempt_a",
            "run_b",
            "ordinal_b",
            "attempt_b",
            unique=True,
            postgresql_where=COUNTS,
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    board_id: Mapped[UUID] = mapped_column(ForeignKey("boards.id"))
    case_id: Mapped[UUID]
    run_a: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), index=True)
    ordinal_a: Mapped[int]
    # The attempt of the cell: when the cell is called again, the vote no longer counts.
    attempt_a: Mapped[int] = mapped_column(SmallInteger)
    run_b: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), index=True)
    ordinal_b: Mapped[int]
    attempt_b: Mapped[int] = mapped_column(SmallInteger)
    left_is_a: Mapped[bool]
    outcome: Mapped[str]
    voter: Mapped[UUID] = mapped_column(ForeignKey("users.id"), index=True)
    voter_label: Mapped[str]
    at: Mapped[datetime]
    took_ms: Mapped[int]
    withdrawn_at: Mapped[datetime | None]


class VoteSeatRow(Table):
    """The pair that a person is shown. Its token becomes the id of the vote, so that a pair yields one vote at most."""

    __tablename__ = "vote_seats"
    __table_args__ = (Index("uq_vote_seats_token", "token", unique=True),)

    board_id: Mapped[UUID] = mapped_column(ForeignKey("boards.id"), primary_key=True)
    voter: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True, index=True)
    token: Mapped[UUID]
    case_id: Mapped[UUID]
    run_a: Mapped[UUID]
    ordinal_a: Mapped[int]
    attempt_a: Mapped[int] = mapped_column(SmallInteger)
    run_b: Mapped[UUID]
    ordinal_b: Mapped[int]
    attempt_b: Mapped[int] = mapped_column(SmallInteger)
    left_is_a: Mapped[bool]
    handed_at: Mapped[datetime]


class QuestionDismissalRow(Table):
    """A dismissed suspicion about a question; it applies to one wording of the question only."""

    __tablename__ = "question_dismissals"
    __table_args__ = (
        CheckConstraint("char_length(kind) BETWEEN 1 AND 50", name="kind"),
        Index("ix_question_dismissals_dataset", "project_id", "dataset_id"),
    )

    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    revision: Mapped[UUID] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    dataset_id: Mapped[UUID] = mapped_column(ForeignKey("datasets.id"), index=True)
    by_user: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    by_label: Mapped[str]
    at: Mapped[datetime]
