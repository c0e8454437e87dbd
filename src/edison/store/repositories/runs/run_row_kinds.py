"""Conditions for the kinds of rows of `domain/runs/row_kinds.py`, on the cells `c` of a run."""

from typing import Any

from edison.domain.judging.score import ScoreProblem
from edison.domain.runs.cell_labels import PASS_AT
from edison.domain.runs.row_kinds import EarlierAnswers

# An exam is about the judge and not about the answer.
_COUNTED = (
    "{score}.run_id = :run AND {score}.scorer NOT IN"
    " (SELECT number FROM run_scorers WHERE run_id = :run AND spec ->> 'exam' <> '')"
)
_PASSED = f"coalesce({{score}}.passed, {{score}}.value >= {PASS_AT})"
# A person's grade of this very answer counts before any scorer.
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
# The same wording of a case, in the same trial, by the same column and the same scorer.
CHANGED = f"""c.ordinal IN (
    SELECT v.ordinal FROM scores v
    JOIN unnest(CAST(:our_scorers AS int[]), CAST(:their_scorers AS int[])) AS s(ours, theirs) ON s.ours = v.scorer
    JOIN unnest(CAST(:our_columns AS int[]), CAST(:their_columns AS int[])) AS k(ours, theirs)
        ON k.ours = mod(v.ordinal, :columns)
    JOIN run_cases rc ON rc.run_id = :run AND rc.position = v.ordinal / (:columns * :trials)
    JOIN run_cases oc ON oc.run_id = :earlier AND oc.revision IS NOT DISTINCT FROM rc.revision
    JOIN scores o ON o.run_id = :earlier AND o.scorer = s.theirs AND o.ordinal
        = (oc.position * :their_trials + mod(v.ordinal / :columns, :trials)) * :their_width + k.theirs
    WHERE v.run_id = :run AND v.state = 'scored' AND o.state = 'scored'
        AND mod(v.ordinal / :columns, :trials) < :their_trials
        AND {_PASSED.format(score="v")} <> {_PASSED.format(score="o")}
)"""


def changed_values(earlier: EarlierAnswers) -> dict[str, Any]:
    return {
        "earlier": earlier.run,
        "our_scorers": [ours for ours, _ in earlier.scorers],
        "their_scorers": [theirs for _, theirs in earlier.scorers],
        "our_columns": [ours for ours, _ in earlier.columns],
        "their_columns": [theirs for _, theirs in earlier.columns],
        "their_trials": earlier.trials,
        "their_width": earlier.width,
    }
