"""SQL statements that write cells and scores; each writes a batch of any size, passed as arrays."""

from sqlalchemy import text

BEGIN_CELLS = text(
    """
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, started_at, doubt)
    SELECT :run, t.ordinal, 'calling', t.claim, 1, t.held, t.tokens, t.nth, :now, 0
    FROM unnest(CAST(:ordinals AS int[]), CAST(:claims AS int[]), CAST(:helds AS bigint[]),
                CAST(:tokens AS int[]), CAST(:nths AS smallint[])) AS t(ordinal, claim, held, tokens, nth)
    ON CONFLICT (run_id, ordinal) DO UPDATE SET
        state = 'calling', claim = excluded.claim, started_at = excluded.started_at,
        held = cells.held + excluded.held, held_tokens = cells.held_tokens + excluded.held_tokens,
        holds = excluded.holds
    WHERE cells.state = 'open'
       OR (cells.state = 'calling' AND cells.claim = excluded.claim AND cells.holds = excluded.holds - 1)
    RETURNING ordinal
    """
)
BEGIN_SCORES = text(
    """
    INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, started_at, doubt)
    SELECT :run, t.ordinal, t.scorer, 'calling', t.claim, t.held, t.tokens, t.nth, :now, 0
    FROM unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:claims AS int[]),
                CAST(:helds AS bigint[]), CAST(:tokens AS int[]), CAST(:nths AS smallint[]))
        AS t(ordinal, scorer, claim, held, tokens, nth)
    ON CONFLICT (run_id, ordinal, scorer) DO UPDATE SET
        state = 'calling', claim = excluded.claim, started_at = excluded.started_at,
        held = scores.held + excluded.held, held_tokens = scores.held_tokens + excluded.held_tokens,
        holds = excluded.holds
    WHERE scores.state = 'open'
       OR (scores.state = 'calling' AND scores.claim = excluded.claim AND scores.holds = excluded.holds - 1)
    RETURNING ordinal, scorer
    """
)
# A call with a reservation is written only while its row is in the state `calling`: if its worker was considered
# dead, its reservation is counted as doubt by then, and a late answer is not settled here.
FINISH_CELLS = text(
    """
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, finished_at, cost, doubt,
        prompt_tokens, completion_tokens, latency_ms, first_token_ms, attempts, finish, reused,
        error_code, error, malformed, parsed, output, more)
    SELECT :run, t.ordinal, t.state, t.claim, 1, 0, 0, CAST(t.begun AS int), :now, t.cost, t.doubt,
        t.prompt_tokens, t.completion_tokens, t.latency_ms, t.first_token_ms, t.attempts, t.finish, t.reused,
        t.error_code, t.error, t.malformed, t.parsed, t.output, CAST(t.more AS jsonb)
    FROM unnest(CAST(:ordinals AS int[]), CAST(:states AS text[]), CAST(:claims AS int[]),
        CAST(:costs AS bigint[]), CAST(:doubts AS bigint[]), CAST(:prompt_tokens AS int[]),
        CAST(:completion_tokens AS int[]), CAST(:latencies AS real[]), CAST(:first_tokens AS real[]),
        CAST(:attempts AS smallint[]), CAST(:finishes AS text[]), CAST(:reused AS text[]),
        CAST(:error_codes AS text[]), CAST(:errors AS text[]), CAST(:malformed AS text[]),
        CAST(:parsed AS text[]), CAST(:outputs AS text[]), CAST(:mores AS text[]), CAST(:begun AS bool[]))
        AS t(ordinal, state, claim, cost, doubt, prompt_tokens, completion_tokens, latency_ms, first_token_ms,
             attempts, finish, reused, error_code, error, malformed, parsed, output, more, begun)
    ON CONFLICT (run_id, ordinal) DO UPDATE SET
        state = excluded.state, claim = excluded.claim, held = 0, held_tokens = 0, holds = 0,
        finished_at = excluded.finished_at, cost = excluded.cost, doubt = cells.doubt + excluded.doubt,
        prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens,
        latency_ms = excluded.latency_ms, first_token_ms = excluded.first_token_ms,
        attempts = excluded.attempts, finish = excluded.finish, reused = excluded.reused,
        error_code = excluded.error_code, error = excluded.error, malformed = excluded.malformed,
        parsed = excluded.parsed, output = excluded.output, more = excluded.more
    WHERE (cells.state = 'calling' AND cells.claim = excluded.claim)
       OR (cells.state = 'open' AND excluded.holds = 0)
    RETURNING ordinal
    """
)
# A score may take several calls, whose costs are added. A paid result is written only once, while the row is in
# the state `calling`; a batch that is retried after a lost connection changes nothing.
FINISH_SCORES = text(
    """
    INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, finished_at, value, passed,
        problem, reason, cost, doubt, prompt_tokens, completion_tokens, latency_ms, output, more, criteria)
    SELECT :run, t.ordinal, t.scorer, t.state, t.claim, 0, 0, CAST(t.begun AS int), :now, t.value, t.passed,
        t.problem, t.reason, t.cost, t.doubt, t.prompt_tokens, t.completion_tokens, t.latency_ms, t.output,
        CAST(t.more AS jsonb), CAST(t.criteria AS real[])
    FROM unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:states AS text[]),
        CAST(:claims AS int[]), CAST(:values AS float8[]), CAST(:passed AS bool[]), CAST(:problems AS text[]),
        CAST(:reasons AS text[]), CAST(:costs AS bigint[]), CAST(:doubts AS bigint[]),
        CAST(:prompt_tokens AS int[]), CAST(:completion_tokens AS int[]), CAST(:latencies AS real[]),
        CAST(:outputs AS text[]), CAST(:mores AS text[]), CAST(:criteria AS text[]), CAST(:begun AS bool[]))
        AS t(ordinal, scorer, state, claim, value, passed, problem, reason, cost, doubt, prompt_tokens,
             completion_tokens, latency_ms, output, more, criteria, begun)
    ON CONFLICT (run_id, ordinal, scorer) DO UPDATE SET
        state = excluded.state, claim = excluded.claim, held = 0, held_tokens = 0, holds = 0,
        finished_at = excluded.finished_at, value = excluded.value, passed = excluded.passed,
        problem = excluded.problem, reason = excluded.reason, doubt = scores.doubt + excluded.doubt,
        cost = coalesce(scores.cost + excluded.cost, excluded.cost, scores.cost),
        prompt_tokens = coalesce(scores.prompt_tokens + excluded.prompt_tokens, excluded.prompt_tokens,
            scores.prompt_tokens),
        completion_tokens = coalesce(scores.completion_tokens + excluded.completion_tokens,
            excluded.completion_tokens, scores.completion_tokens),
        latency_ms = coalesce(scores.latency_ms + excluded.latency_ms, excluded.latency_ms, scores.latency_ms),
        output = coalesce(excluded.output, scores.output), criteria = excluded.criteria,
        more = coalesce(excluded.more, CASE WHEN excluded.state = 'open' THEN scores.more END)
    WHERE (scores.state = 'calling' AND scores.claim = excluded.claim)
       OR (scores.state = 'open' AND excluded.holds = 0)
    RETURNING ordinal, scorer
    """
)
# Begun by an earlier attempt of the same batch, whose result was lost with the connection.
BEGUN_BEFORE = """
    SELECT {table}.ordinal, {scorer} AS scorer FROM {table}
    JOIN unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:claims AS int[]),
                CAST(:nths AS smallint[])) AS t(ordinal, scorer, claim, nth)
      ON {table}.ordinal = t.ordinal {also}
    WHERE {table}.run_id = :run AND {table}.state = 'calling' AND {table}.claim = t.claim AND {table}.holds >= t.nth
"""
ABANDON = """
    WITH old AS (
        SELECT ordinal, {scorer} AS scorer, claim, held, held_tokens, started_at FROM {table}
        WHERE run_id = :run AND ordinal >= :first AND ordinal < :end AND state = 'calling' AND {whose}
        FOR UPDATE
    )
    UPDATE {table} SET state = 'open', doubt = doubt + old.held, held = 0, held_tokens = 0, holds = 0
    FROM old WHERE {table}.run_id = :run AND {table}.ordinal = old.ordinal {also}
    RETURNING old.ordinal, old.scorer, old.claim, old.held, old.held_tokens, old.started_at
"""
LEFT_OPEN = """
    SELECT r.ordinal, {scorer} AS scorer FROM {table} r
    JOIN unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:claims AS int[]))
        AS t(ordinal, scorer, claim) ON r.ordinal = t.ordinal {also}
    WHERE r.run_id = :run AND r.state = 'open' AND r.claim = t.claim
    ORDER BY r.ordinal FOR UPDATE OF r
"""
# An open cell has no answer, so its scores belong to an answer that was replaced.
DROP_STALE = text(
    """
    DELETE FROM scores s USING run_scorers p, cells c
    WHERE s.run_id = :run AND s.ordinal >= :first AND s.ordinal < :end AND s.state <> 'calling'
      AND p.run_id = s.run_id AND p.number = s.scorer AND c.run_id = s.run_id AND c.state = 'open'
      AND c.ordinal >= :first - :columns AND c.ordinal < :end + :columns
      AND (c.ordinal = s.ordinal OR (p.spec ->> 'kind' = 'pairwise'
           AND c.ordinal = s.ordinal - mod(s.ordinal, :columns) + CAST(p.spec ->> 'a' AS int)))
    RETURNING s.state
    """
)
