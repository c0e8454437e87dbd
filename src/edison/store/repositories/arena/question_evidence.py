"""Load the answers and scores of a dataset's questions into arrays; store dismissed suspicions about questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import delete, text
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.arena.psychometrics.gather_answers import AnswersOfRun, Keys, grades_of
from edison.domain.arena.psychometrics.question_assessment import (
    AnswerColumn,
    AnswerRun,
    DatasetQuestion,
)
from edison.domain.arena.psychometrics.suspicions import Suspicion
from edison.domain.arena.question_review import question_text
from edison.domain.datasets.case_json import values_from_json
from edison.domain.ids import CaseId, DatasetId, ProjectId, RunId
from edison.domain.people.access import Actor
from edison.domain.runs.cell_labels import Panel
from edison.domain.runs.run_plan import ELSEWHERE
from edison.store.repositories.base import Repository
from edison.store.repositories.results.result_arrays import (
    FLOAT8,
    INT2,
    INT4,
    INT8,
    fetch_packed_arrays,
)
from edison.store.tables.arena import QuestionDismissalRow

# Only this many of the newest runs are read, so that a page stays fast.
MOST_RUNS = 200
MOST_CELLS = 1_000_000
# Longer expected answers are not compared character by character.
MOST_KEY = 200
# Longer answers are not normalized: they cannot equal a short expected answer.
MOST_PLAIN = 400

# All white space of Python except the plain space: PostgreSQL's own list depends on the server.
_WHITE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004"
    "\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_SPACED = f"translate({{text}}, '{_WHITE}', '{' ' * len(_WHITE)}')"
# The same as `plain` in domain/arena/psychometrics/gather_answers.py. Most answers contain only
# single spaces, and a regular expression on each of them takes longer than everything else.
PLAIN = (
    f"btrim(lower(CASE WHEN strpos({{text}}, '  ') = 0 AND {_SPACED} = {{text}} THEN {{text}}"
    f" ELSE regexp_replace({_SPACED}, ' +', ' ', 'g') END), ' .!\"''`')"
)
# A hash, equal for equal texts.
HASH = "hashtextextended({text}, 0)"
OF_VERSION = """
    k.project_id = :project AND k.dataset_id = :dataset AND k.since <= :version
    AND (k.until IS NULL OR k.until > :version)
"""
# The same question: tags and difficulty may have changed since, its text may not.
SAME = 'o.case_id = k.case_id AND o."values" = k."values" AND o.expected IS NOT DISTINCT FROM k.expected'
QUESTIONS = text(
    f"""
    SELECT k.case_id, k.id, k.position, k."values" AS inputs, k.expected, k.tags, k.difficulty,
        CASE WHEN char_length(k.expected) BETWEEN 1 AND {MOST_KEY}
            THEN {HASH.format(text=PLAIN.format(text="k.expected"))} END AS key
    FROM cases k WHERE {OF_VERSION} ORDER BY k.position, k.case_id
    """
)
WORDINGS = text(
    f"""
    SELECT o.id, k.case_id FROM cases k JOIN cases o ON {SAME}
    WHERE {OF_VERSION} AND o.project_id = :project AND o.dataset_id = :dataset AND o.id <> k.id
    """
)
# Runs whose answers are questions, or copies of answers, are not evidence about the questions.
RUNS = text(
    """
    SELECT r.id, r.number, r.name, r.finished_at, r.cells, r.plan -> 'columns' AS columns,
        CAST(r.plan ->> 'trials' AS int) AS trials,
        (SELECT count(m.grade) FROM cell_marks m WHERE m.run_id = r.id) AS marks,
        (SELECT max(m.graded_at) FROM cell_marks m WHERE m.run_id = r.id) AS marked_at
    FROM runs r
    WHERE r.project_id = :project AND r.dataset_id = :dataset AND r.state = 'completed'
      AND r.trigger <> ALL (CAST(:elsewhere AS text[]))
    ORDER BY r.id DESC LIMIT :most
    """
)
PINNED = text(
    "SELECT c.position, c.revision FROM run_cases c JOIN runs r ON r.id = c.run_id AND r.project_id = :project "
    "WHERE c.run_id = :run"
)
# Cells, scores and labels are read one after the other and combined here: a join is fast only if
# PostgreSQL estimates their numbers well, which it cannot for a run that has just finished.
ANSWERS = """
    SELECT array_agg(c.ordinal), array_agg(CAST(CASE WHEN c.state = 'malformed' THEN 1 ELSE 0 END AS smallint)),
        array_agg(CAST({said} AS bigint))
    FROM cells c WHERE c.run_id = %(run)s AND c.state IN ('answered','malformed')
"""
SCORES = """
    SELECT array_agg(s.ordinal), array_agg(CAST(coalesce(s.value, 'NaN') AS float8)),
        array_agg(CAST(coalesce(s.spread, 'NaN') AS float8))
    FROM (
        SELECT ordinal, avg(value) FILTER (WHERE scorer = ANY (%(panel)s)) AS value,
            stddev_samp(value) FILTER (WHERE scorer = ANY (%(judges)s)) AS spread
        FROM scores WHERE run_id = %(run)s AND state = 'scored' GROUP BY ordinal
    ) s
"""
MARKS = text(
    """
    SELECT m.ordinal, m.grade FROM cell_marks m
    JOIN cells c ON c.run_id = m.run_id AND c.ordinal = m.ordinal AND c.attempt = m.attempt
    WHERE m.project_id = :project AND m.run_id = :run AND m.grade IS NOT NULL
    """
)
WORDS = "coalesce(c.parsed, c.output, '')"
SAID = (
    f"CASE WHEN char_length({WORDS}) <= {MOST_PLAIN} THEN {HASH.format(text=PLAIN.format(text=WORDS))} "
    f"ELSE {HASH.format(text=WORDS)} END"
)
DISMISSED = text(
    f"""
    SELECT DISTINCT d.case_id, d.kind FROM question_dismissals d
    JOIN cases o ON o.id = d.revision JOIN cases k ON {SAME}
    WHERE d.project_id = :project AND d.dataset_id = :dataset AND {OF_VERSION}
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UsableRun:
    """A finished run with answers to the dataset's questions."""

    about: AnswerRun
    columns: tuple[AnswerColumn, ...]
    trials: int
    cells: int
    # Changes when people grade its answers.
    marks: tuple[int, datetime | None]

    @property
    def id(self) -> RunId:
        return RunId(self.about.run)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionsOfVersion:
    questions: tuple[DatasetQuestion, ...]
    keys: Keys
    # The position of a question, by each revision that has its text.
    places: dict[UUID, int]


class QuestionEvidence(Repository):
    async def runs(self, project: ProjectId, dataset: DatasetId) -> list[UsableRun]:
        """Return the newest usable runs of the dataset, newest first, up to the limit."""
        rows = await self._session.execute(
            RUNS,
            {
                "project": project,
                "dataset": dataset,
                "elsewhere": list(ELSEWHERE),
                "most": MOST_RUNS,
            },
        )
        found: list[UsableRun] = []
        cells = 0
        for row in rows:
            cells += row.cells
            if cells > MOST_CELLS and found:
                break
            found.append(_run(row))
        return found

    async def questions(
        self, project: ProjectId, dataset: DatasetId, version: int
    ) -> QuestionsOfVersion:
        asked = {"project": project, "dataset": dataset, "version": version}
        rows = (await self._session.execute(QUESTIONS, asked)).all()
        places = {row.id: place for place, row in enumerate(rows)}
        by_case = {row.case_id: place for place, row in enumerate(rows)}
        for row in await self._session.execute(WORDINGS, asked):
            places[row.id] = by_case[row.case_id]
        return QuestionsOfVersion(
            questions=tuple(_question(row) for row in rows),
            keys=Keys(
                text=np.array([row.key or 0 for row in rows], dtype=np.int64),
                known=np.array([row.key is not None for row in rows], dtype=np.bool_),
            ),
            places=places,
        )

    async def answers(
        self,
        project: ProjectId,
        run: UsableRun,
        panel: Panel,
        judges: Sequence[int],
        asked: QuestionsOfVersion,
        columns: dict[AnswerColumn, int],
    ) -> AnswersOfRun | None:
        """Return the run's answers to the questions of a dataset version; None if there are none.

        `columns` maps each column of any run to its number over all runs.
        """
        places = np.full(run.cells // (run.trials * len(run.columns)), -1, dtype=np.int64)
        for row in await self._session.execute(PINNED, {"project": project, "run": run.id}):
            places[row.position] = asked.places.get(row.revision, -1)
        if (places < 0).all():
            return None
        said = SAID if asked.keys.known.any() else "0"
        [[ordinals, malformed, texts]] = await fetch_packed_arrays(
            self._session, ANSWERS.format(said=said), {"run": run.id}, (INT4, INT2, INT8)
        )
        if ordinals is None:
            return None
        values, spreads = await self._scores(run, panel, judges)
        marks = np.full(run.cells, np.nan)
        for row in await self._session.execute(MARKS, {"project": project, "run": run.id}):
            marks[row.ordinal] = row.grade
        numbers = np.array([columns[column] for column in run.columns], dtype=np.int64)
        return _kept(
            places[ordinals // (run.trials * len(run.columns))],
            numbers[ordinals % len(run.columns)],
            grades_of(malformed > 0, values[ordinals], marks[ordinals]),
            spreads[ordinals],
            texts,
        )

    async def _scores(
        self, run: UsableRun, panel: Panel, judges: Sequence[int]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the panel's mean score and the judges' disagreement for each cell; NaN if there is no score."""
        found = np.full((2, run.cells), np.nan)
        [[ordinals, values, spreads]] = await fetch_packed_arrays(
            self._session,
            SCORES,
            {"run": run.id, "panel": list(panel.scorers), "judges": list(judges)},
            (INT4, FLOAT8, FLOAT8),
        )
        if ordinals is not None:
            found[0, ordinals], found[1, ordinals] = values, spreads
        return found[0], found[1]

    async def dismissed(
        self, project: ProjectId, dataset: DatasetId, version: int
    ) -> frozenset[tuple[UUID, Suspicion]]:
        """Return the dismissed suspicions about questions with unchanged wording."""
        rows = await self._session.execute(
            DISMISSED, {"project": project, "dataset": dataset, "version": version}
        )
        kinds = set(Suspicion)
        return frozenset((row.case_id, Suspicion(row.kind)) for row in rows if row.kind in kinds)

    async def dismiss(
        self,
        project: ProjectId,
        dataset: DatasetId,
        case: CaseId,
        revision: UUID,
        kind: Suspicion,
        who: Actor,
        at: datetime,
    ) -> None:
        """Dismiss a suspicion about a question; a repeated call has no effect."""
        await self._session.execute(
            upsert(QuestionDismissalRow)
            .values(
                case_id=case,
                revision=revision,
                kind=str(kind),
                project_id=project,
                dataset_id=dataset,
                by_user=who.user,
                by_label=who.label,
                at=at,
            )
            .on_conflict_do_nothing()
        )

    async def undismiss(
        self, project: ProjectId, dataset: DatasetId, case: CaseId, kind: Suspicion
    ) -> None:
        await self._session.execute(
            delete(QuestionDismissalRow).where(
                QuestionDismissalRow.project_id == project,
                QuestionDismissalRow.dataset_id == dataset,
                QuestionDismissalRow.case_id == case,
                QuestionDismissalRow.kind == str(kind),
            )
        )


def _run(row: Any) -> UsableRun:
    return UsableRun(
        about=AnswerRun(
            run=row.id,
            number=row.number,
            name=row.name,
            columns=len(row.columns),
            finished_at=row.finished_at,
        ),
        columns=tuple(
            AnswerColumn(
                model=UUID(column["model"]),
                model_name=column["model_name"],
                version=UUID(column["version"]),
                prompt_name=column["prompt_name"],
                number=column["number"],
            )
            for column in row.columns
        ),
        trials=row.trials,
        cells=row.cells,
        marks=(row.marks, row.marked_at),
    )


def _question(row: Any) -> DatasetQuestion:
    return DatasetQuestion(
        case=row.case_id,
        revision=row.id,
        position=row.position,
        text=question_text(values_from_json(row.inputs)),
        expected=row.expected,
        tags=tuple(row.tags),
        difficulty=row.difficulty,
    )


def _kept(
    question: NDArray[Any],
    column: NDArray[Any],
    grade: NDArray[Any],
    spread: NDArray[Any],
    texts: NDArray[Any],
) -> AnswersOfRun:
    """Return only the answers to questions that have the same text in the dataset version."""
    ours = question >= 0
    return AnswersOfRun(
        question=question[ours],
        column=column[ours],
        grade=grade[ours].astype(np.float64),
        spread=spread[ours].astype(np.float64),
        text=texts[ours].astype(np.int64),
    )
