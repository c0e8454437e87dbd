"""SQL that selects the rows of a page of a run, for each combination of filter and order."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from edison.domain.datasets.case_rules import folded
from edison.domain.judging.score import ScoreProblem
from edison.domain.runs.cell import CellState
from edison.domain.runs.cell_labels import PASS_AT, Panel
from edison.domain.runs.grid_rows import RowFilter, RowSort, SortBy
from edison.domain.runs.row_kinds import COMPARED, RowKind
from edison.store.repositories.runs.cell_labels import grade_joins, grade_sql

# An exam is about the judge, not about the answer.
_COUNTED = (
    "{score}.run_id = :run AND {score}.scorer NOT IN"
    " (SELECT number FROM run_scorers WHERE run_id = :run AND spec ->> 'exam' <> '')"
)
_PASSED = f"coalesce({{score}}.passed, {{score}}.value >= {PASS_AT})"
# A person's grade of the current answer takes precedence over scorers, in all filters that find rows to look at.
_MARKED = (
    "c.ordinal IN (SELECT m.ordinal FROM cell_marks m"
    " JOIN cells a ON a.run_id = m.run_id AND a.ordinal = m.ordinal AND a.attempt = m.attempt"
    " WHERE m.run_id = :run AND m.grade {sign})"
)
NOT_PASSED = (
    f"c.state IN ('answered','malformed') AND ({_MARKED.format(sign=f'< {PASS_AT}')}"
    " OR (c.ordinal IN (SELECT v.ordinal FROM scores v"
    f" WHERE {_COUNTED.format(score='v')} AND v.state = 'scored' AND NOT {_PASSED.format(score='v')})"
    f" AND NOT {_MARKED.format(sign=f'>= {PASS_AT}')}))"
)
ERRORS = (
    "(c.state IN ('failed','malformed') OR c.ordinal IN (SELECT v.ordinal FROM scores v"
    f" WHERE {_COUNTED.format(score='v')} AND v.state = 'not_scored'"
    f" AND v.problem <> '{ScoreProblem.NOT_APPLICABLE}'))"
)
# One judge passes the answer and another fails it. Exams of judges do not count.
# IS TRUE keeps the subquery from becoming a join: without statistics about a new run PostgreSQL expects one row, and
# would compute the groups again for each cell.
JUDGES_DISAGREE = (
    "(c.ordinal IN (SELECT v.ordinal FROM scores v JOIN run_scorers j ON j.run_id = v.run_id AND j.number = v.scorer"
    f" WHERE {_COUNTED.format(score='v')} AND v.state = 'scored' AND j.spec ->> 'kind' IN ('judge','grader')"
    f" GROUP BY v.ordinal HAVING bool_or({_PASSED.format(score='v')}) AND NOT bool_and({_PASSED.format(score='v')}))"
    ") IS TRUE"
)


@dataclass(slots=True)
class Statement:
    sql: str
    values: dict[str, Any] = field(default_factory=dict[str, Any])


def like(text: str) -> str:
    """Return a LIKE pattern that matches the text literally."""
    for sign in ("\\", "%", "_"):
        text = text.replace(sign, "\\" + sign)
    return f"%{text}%"


class Hits:
    """A query for the cells that match a filter.

    Filters on answers search the table of cells. All other filters search the cases, because open cells may have no
    row. `cells` are the ordinals that a comparison with the baseline returned.
    """

    def __init__(
        self,
        wanted: RowFilter,
        *,
        columns: int,
        trials: int,
        panel: Panel,
        cells: Collection[int] | None = None,
    ) -> None:
        self._wanted = wanted
        self._panel = panel
        self._cells = cells
        self.columns = columns
        self.trials = trials
        self.values: dict[str, Any] = {"columns": columns, "trials": trials}
        self._conditions: list[str] = []
        self._on_cells()
        self._on_kind()
        self._on_scores()
        self._on_marks()
        self._on_cases()

    @property
    def _needs_case(self) -> bool:
        return bool(self._wanted.search or self._wanted.tag)

    @property
    def looks_at_cases(self) -> bool:
        return self._wanted.of_case_only or self._needs_case

    @property
    def ordinal(self) -> str:
        return "p.ordinal" if self._wanted.of_case_only else "c.ordinal"

    def select(self, condition: str = "") -> str:
        where = " AND ".join([*self._conditions, *([condition] if condition else [])]) or "true"
        return f"SELECT {self.ordinal} AS ordinal FROM {self._from()} WHERE {where}"

    def _from(self) -> str:
        score = (
            " JOIN scores s ON s.run_id = :run AND s.ordinal = c.ordinal AND s.scorer = :scorer"
            if self._wanted.of_score
            else ""
        )
        if self._wanted.of_grade:
            score += grade_joins(self._panel, ":panel")
        if not self._wanted.of_case_only:
            case = (
                " JOIN run_cases rc ON rc.run_id = :run AND rc.position = c.ordinal / (:columns * :trials)"
                " LEFT JOIN cases k ON k.id = rc.revision AND k.project_id = :project"
                if self._needs_case
                else ""
            )
            return f"cells c{score}{case}"
        numbers = "CAST(:column AS int)" if self._wanted.column is not None else "NULL"
        return (
            "run_cases rc LEFT JOIN cases k ON k.id = rc.revision AND k.project_id = :project"
            " CROSS JOIN LATERAL (SELECT (rc.position * :trials + trial) * :columns + number AS ordinal"
            " FROM generate_series(0, :trials - 1) trial,"
            f" generate_series(coalesce({numbers}, 0), coalesce({numbers}, :columns - 1)) number) p"
            " LEFT JOIN cells c ON c.run_id = :run AND c.ordinal = p.ordinal"
        )

    def _on_cells(self) -> None:
        wanted = self._wanted
        self._conditions.append("rc.run_id = :run" if wanted.of_case_only else "c.run_id = :run")
        if wanted.state is CellState.OPEN:
            self._conditions.append("(c.state IS NULL OR c.state IN ('open','calling'))")
        elif wanted.state is not None:
            self._conditions.append("c.state = :state")
            self.values["state"] = str(wanted.state)
        if wanted.reused is not None:
            self._conditions.append(
                "c.reused IS NOT NULL"
                if wanted.reused
                else "c.reused IS NULL AND c.state IN ('answered','malformed')"
            )
        if wanted.column is not None:
            self.values["column"] = wanted.column
            if not wanted.of_case_only:
                self._conditions.append("mod(c.ordinal, :columns) = :column")

    def _on_kind(self) -> None:
        kind = self._wanted.kind
        if kind is RowKind.NOT_PASSED:
            self._conditions.append(NOT_PASSED)
        elif kind is RowKind.ERRORS:
            self._conditions.append(ERRORS)
        elif kind is RowKind.JUDGES_DISAGREE:
            self._conditions.append(JUDGES_DISAGREE)
        elif kind in COMPARED:
            self._conditions.append("c.ordinal = ANY (CAST(:compared AS int[]))")
            self.values["compared"] = sorted(self._cells or ())

    def _on_scores(self) -> None:
        wanted = self._wanted
        if wanted.category is not None:
            self._conditions.append(
                "EXISTS (SELECT FROM scores v WHERE v.run_id = :run AND v.ordinal = c.ordinal"
                " AND NOT v.passed AND jsonb_exists(v.more -> 'categories', :category))"
            )
            self.values["category"] = wanted.category
        if wanted.scorer is None:
            return
        self.values["scorer"] = wanted.scorer
        if wanted.passed is not None:
            self._conditions.append("s.passed" if wanted.passed else "NOT s.passed")
        if wanted.below is not None:
            self._conditions.append("s.value < :below")
            self.values["below"] = wanted.below
        if wanted.unscored:
            self._conditions.append("s.state = 'not_scored'")

    def _on_marks(self) -> None:
        wanted = self._wanted
        if wanted.flagged or wanted.kind is RowKind.FLAGGED:
            # Few cells are flagged, and a cell without a row may be one of them.
            self._conditions.append(
                f"{self.ordinal} IN (SELECT ordinal FROM cell_marks WHERE run_id = :run AND flagged)"
            )
        if wanted.low is not None:
            self._conditions.append(
                f"c.state IN ('answered','malformed') AND {grade_sql(self._panel)} < :low"
            )
            self.values.update(low=wanted.low, panel=list(self._panel.scorers))

    def _on_cases(self) -> None:
        wanted = self._wanted
        if wanted.tag:
            self._conditions.append("k.tags @> CAST(:tags AS text[])")
            self.values["tags"] = [wanted.tag]
        if wanted.search:
            # Lower-case ASCII text is searched three times as fast.
            plain = wanted.search.isascii()
            said = 'lower(c.output COLLATE "C")' if plain else "lower(c.output)"
            sought = ":said" if plain else "lower(:said)"
            self._conditions.append(f"(k.search LIKE :in_case OR strpos({said}, {sought}) > 0)")
            self.values["in_case"] = like(folded(wanted.search))
            self.values["said"] = wanted.search.lower()


def by_position(hits: Hits, first: int, end: int, limit: int) -> Statement:
    """Select rows with a match from `first` up to but not including `end`, in order of position."""
    between = f"{hits.ordinal} >= :first AND {hits.ordinal} < :end"
    if hits.looks_at_cases:
        # Repeated for the table itself, so that earlier cases are not read.
        between += " AND rc.position >= :first_case AND rc.position <= :last_case"
    sql = hits.select(between) + f" ORDER BY {hits.ordinal} LIMIT :most"
    return Statement(
        sql=f"SELECT DISTINCT ordinal / :columns AS row FROM ({sql}) h ORDER BY 1",
        values={
            **hits.values,
            "first": first * hits.columns,
            "end": end * hits.columns,
            "first_case": first // hits.trials,
            "last_case": (end - 1) // hits.trials,
            "most": limit * hits.columns,
        },
    )


def count_rows(hits: Hits) -> Statement:
    sql = f"SELECT count(DISTINCT ordinal / :columns) AS rows FROM ({hits.select()}) h"
    return Statement(sql=sql, values=dict(hits.values))


def by_value(
    sort: RowSort,
    hits: Hits | None,
    rows: int,
    after: tuple[float, int] | None,
    limit: int,
    *,
    panel: Panel,
) -> Statement:
    """Select rows with their sort key, sorted by it; rows without a value come last."""
    values: dict[str, Any] = {"by": sort.column, "limit": limit, "rows": rows}
    last = "'-Infinity'" if sort.descending else "'Infinity'"
    base = "SELECT generate_series(0, :rows - 1) AS row"
    if hits is not None:
        base = f"SELECT DISTINCT ordinal / :columns AS row FROM ({hits.select()}) h"
        values.update(hits.values)
    value = {
        SortBy.LATENCY: "c.latency_ms",
        # Reused answers at their recorded cost, so that rows are compared by what the answers cost.
        SortBy.COST: "CASE WHEN c.reused IS NULL THEN c.cost ELSE CAST(c.more ->> 'cost_then' AS bigint) END",
        SortBy.SCORE: "s.value",
        SortBy.GRADE: f"CASE WHEN c.state IN ('answered','malformed') THEN {grade_sql(panel)} END",
    }[sort.by]
    table = "scores s" if sort.by is SortBy.SCORE else "cells c"
    name = table[-1]
    also = ""
    if sort.by is SortBy.SCORE:
        also = "AND s.scorer = :sorted_by"
        values["sorted_by"] = sort.scorer
    elif sort.by is SortBy.GRADE:
        also = grade_joins(panel, ":panel", only="mod(ordinal, :columns) = :by")
        values["panel"] = list(panel.scorers)
    way = "DESC" if sort.descending else "ASC"
    beyond = ""
    if after is not None:
        sign = "<" if sort.descending else ">"
        beyond = f"WHERE key {sign} :key OR (key = :key AND row > :row)"
        values.update(key=after[0], row=after[1])
    return Statement(
        sql=f"""
        SELECT row, key FROM (
            SELECT base.row, coalesce(CAST({value} AS float8), {last}) AS key FROM ({base}) base
            LEFT JOIN {table} ON {name}.run_id = :run AND {name}.ordinal = base.row * :columns + :by {also}
        ) keyed {beyond}
        ORDER BY key {way}, row LIMIT :limit
        """,
        values=values,
    )


CASES = """
    SELECT rc.position, k.case_id, k.id AS revision, k.tags,
        left(k.expected, :most) AS expected, octet_length(k.expected) > octet_length(left(k.expected, :most)) AS cut,
        (
            SELECT jsonb_object_agg(each.key, jsonb_build_array(left(said.text, :most), length(said.text) > :most,
                CASE WHEN jsonb_exists(each.value, 'file') THEN each.value END))
            FROM jsonb_each(k.values) each CROSS JOIN LATERAL (
                SELECT CASE WHEN jsonb_typeof(each.value) = 'string' THEN each.value #>> '{}'
                WHEN jsonb_exists(each.value, 'file') THEN each.value ->> 'name' ELSE (
                    SELECT string_agg((m ->> 'role') || ': ' || (m ->> 'content'), E'\\n')
                    FROM jsonb_array_elements(each.value -> 'messages') m
                ) END AS text
            ) said
        ) AS inputs
    FROM run_cases rc LEFT JOIN cases k ON k.id = rc.revision AND k.project_id = :project
    WHERE rc.run_id = :run AND rc.position = ANY (CAST(:positions AS int[]))
"""
# The length in bytes is known without reading a long text; `left` reads no more of it than it returns.
CELLS = """
    SELECT ordinal, state, attempt, malformed, error_code, left(error, 500) AS error, prompt_tokens, completion_tokens,
        cost, doubt, latency_ms, finish, reused, left(output, :most) AS output,
        CASE WHEN reused IS NOT NULL THEN CAST(more ->> 'cost_then' AS bigint) END AS cost_then,
        octet_length(output) > octet_length(left(output, :most)) AS cut,
        CASE WHEN finish = 'tool_calls' THEN jsonb_array_length(coalesce(more -> 'tool_calls', '[]')) \
ELSE 0 END AS wishes
    FROM cells WHERE run_id = :run AND ordinal = ANY (CAST(:ordinals AS int[]))
"""
SCORES = """
    SELECT ordinal, scorer, value, passed, problem, left(reason, :most) AS reason,
        octet_length(reason) > octet_length(left(reason, :most)) AS cut,
        CASE WHEN NOT passed THEN more -> 'categories' END AS categories,
        CASE WHEN NOT passed THEN more ->> 'action' END AS action
    FROM scores WHERE run_id = :run AND ordinal = ANY (CAST(:ordinals AS int[])) AND state IN ('scored','not_scored')
    ORDER BY ordinal, scorer
"""
MARKS = """
    SELECT ordinal, attempt, grade, flagged FROM cell_marks
    WHERE project_id = :project AND run_id = :run AND ordinal = ANY (CAST(:ordinals AS int[]))
"""
