-- Web processes and workers may use roles that do not own the tables. The few things that need the owner are done by
-- functions that run as the owner. Each checks what it is asked for, because several roles may call it.

ALTER FUNCTION edison_make_partitions(int) SECURITY DEFINER SET search_path = public, pg_temp;

CREATE FUNCTION edison_empty_months() RETURNS TABLE (child text, month timestamptz) LANGUAGE sql STABLE
    SET search_path = public, pg_temp AS $$
    SELECT p.child, p.month FROM (
        SELECT c.relname::text AS child,
            to_timestamp(substring(c.relname FROM '_p(\d{6})$') || '01 +00', 'YYYYMMDD TZH') AS month
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent IN (
                'run_cases'::regclass, 'cells'::regclass, 'cell_history'::regclass, 'scores'::regclass
            ) AND c.relname ~ '_p\d{6}$'
    ) p
    WHERE p.month + interval '1 month' < now() - interval '1 day' AND NOT EXISTS (
        SELECT FROM runs r WHERE r.id >= edison_first_id(p.month)
            AND r.id < edison_first_id((p.month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')
    )
    ORDER BY p.month, p.child
$$;

-- The table of a month is dropped only if the month is over and has no run.
CREATE FUNCTION edison_drop_month(wanted text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM edison_empty_months() e WHERE e.child = wanted) THEN
        RETURN false;
    END IF;
    EXECUTE format('DROP TABLE %I', wanted);
    RETURN true;
END $$;

-- Records of finished workflows are deleted if they name a person who is being erased. The tables of the engine change
-- with its versions, so they are read from the catalog. The status comes last: it says whether a workflow is finished.
CREATE FUNCTION edison_forget_workflows(texts text[], most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
DECLARE
    place record;
    searched text;
    found text[];
BEGIN
    IF NOT edison_erases_person() THEN
        RAISE EXCEPTION 'no person is being erased' USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT string_agg(
        format('SELECT workflow_uuid FROM dbos.%I WHERE %I LIKE ANY ($1)', c.table_name, c.column_name), ' UNION ')
    INTO searched
    FROM information_schema.columns c JOIN information_schema.columns k USING (table_schema, table_name)
    WHERE table_schema = 'dbos' AND k.column_name = 'workflow_uuid' AND c.data_type = 'text';
    IF searched IS NULL THEN
        RETURN 0;
    END IF;
    EXECUTE format(
        'SELECT array_agg(f.workflow_uuid) FROM (SELECT workflow_uuid FROM (%s) s LIMIT $2) f
         JOIN dbos.workflow_status w USING (workflow_uuid)
         WHERE w.status NOT IN (''PENDING'', ''ENQUEUED'', ''DELAYED'')', searched)
    INTO found USING texts, most;
    FOR place IN
        SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'dbos' AND column_name = 'workflow_uuid'
        ORDER BY table_name = 'workflow_status'
    LOOP
        EXECUTE format('DELETE FROM dbos.%I WHERE workflow_uuid = ANY ($1)', place.name) USING found;
    END LOOP;
    RETURN coalesce(cardinality(found), 0);
END $$;

CREATE OR REPLACE FUNCTION edison_ledger_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO spend_days AS s
        (project_id, day, model_id, phase, run_id, experiment_id, calls, settled, doubt,
         prompt_tokens, completion_tokens, doubt_tokens, cache_read_tokens, cache_write_tokens, overrun)
    SELECT project_id, date_trunc('day', at, 'UTC'),
        coalesce(model_id, '00000000-0000-0000-0000-000000000000'), phase,
        coalesce(run_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(experiment_id, '00000000-0000-0000-0000-000000000000'),
        sum(calls), sum(settled), sum(doubt), sum(prompt_tokens), sum(completion_tokens), sum(doubt_tokens),
        sum(cache_read_tokens), sum(cache_write_tokens), sum(overrun)
    FROM written WHERE kind <> 'reserve'
    GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (project_id, day, model_id, phase, run_id, experiment_id) DO UPDATE SET
        calls = s.calls + excluded.calls,
        settled = s.settled + excluded.settled,
        doubt = s.doubt + excluded.doubt,
        prompt_tokens = s.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = s.completion_tokens + excluded.completion_tokens,
        doubt_tokens = s.doubt_tokens + excluded.doubt_tokens,
        cache_read_tokens = s.cache_read_tokens + excluded.cache_read_tokens,
        cache_write_tokens = s.cache_write_tokens + excluded.cache_write_tokens,
        overrun = s.overrun + excluded.overrun;
    RETURN NULL;
END $$;

-- Downgrade
CREATE OR REPLACE FUNCTION edison_ledger_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO spend_days AS s
        (project_id, day, model_id, phase, run_id, experiment_id,
         calls, settled, doubt, prompt_tokens, completion_tokens, cache_read_tokens, cache_write_tokens, overrun)
    SELECT project_id, date_trunc('day', at, 'UTC'),
        coalesce(model_id, '00000000-0000-0000-0000-000000000000'), phase,
        coalesce(run_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(experiment_id, '00000000-0000-0000-0000-000000000000'),
        sum(calls), sum(settled), sum(doubt), sum(prompt_tokens), sum(completion_tokens), sum(cache_read_tokens),
        sum(cache_write_tokens), sum(overrun)
    FROM written WHERE kind <> 'reserve'
    GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (project_id, day, model_id, phase, run_id, experiment_id) DO UPDATE SET
        calls = s.calls + excluded.calls,
        settled = s.settled + excluded.settled,
        doubt = s.doubt + excluded.doubt,
        prompt_tokens = s.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = s.completion_tokens + excluded.completion_tokens,
        cache_read_tokens = s.cache_read_tokens + excluded.cache_read_tokens,
        cache_write_tokens = s.cache_write_tokens + excluded.cache_write_tokens,
        overrun = s.overrun + excluded.overrun;
    RETURN NULL;
END $$;
DROP FUNCTION edison_forget_workflows(text[], int);
DROP FUNCTION edison_drop_month(text);
DROP FUNCTION edison_empty_months();
ALTER FUNCTION edison_make_partitions(int) SECURITY INVOKER RESET search_path;
