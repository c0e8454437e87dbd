-- The schema of the first release. Never edit this file: change the schema with a new migration.
-- Constraints are named by the convention in store/tables/base.py.

-- Accounts

CREATE TABLE users (
    id uuid CONSTRAINT pk_users PRIMARY KEY,
    email text NOT NULL CONSTRAINT uq_users_email UNIQUE,
    name text,
    password_hash text NOT NULL,
    role text NOT NULL,
    created_at timestamptz NOT NULL,
    sessions_valid_from timestamptz NOT NULL,
    email_confirmed_at timestamptz,
    deleted_at timestamptz,
    CONSTRAINT ck_users_role CHECK (role IN ('VIEWER', 'REVIEWER', 'EDITOR', 'ADMIN', 'OWNER'))
);
CREATE UNIQUE INDEX uq_users_installation_owner ON users (role) WHERE role = 'OWNER';

CREATE TABLE email_confirmations (
    user_id uuid CONSTRAINT pk_email_confirmations PRIMARY KEY
        CONSTRAINT fk_email_confirmations_user_id REFERENCES users (id),
    digest text NOT NULL CONSTRAINT uq_email_confirmations_digest UNIQUE,
    expires_at timestamptz NOT NULL
);
CREATE INDEX ix_email_confirmations_expires_at ON email_confirmations (expires_at);

CREATE TABLE revoked_sessions (
    id text CONSTRAINT pk_revoked_sessions PRIMARY KEY,
    expires_at timestamptz NOT NULL,
    revoked_from timestamptz
);
CREATE INDEX ix_revoked_sessions_expires_at ON revoked_sessions (expires_at);

CREATE TABLE attempts (
    scope text NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT pk_attempts PRIMARY KEY (scope, key)
);
CREATE INDEX ix_attempts_expires_at ON attempts (expires_at);

CREATE TABLE workers (
    id text CONSTRAINT pk_workers PRIMARY KEY,
    version text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL
);

-- Projects and who may enter them

CREATE TABLE projects (
    id uuid CONSTRAINT pk_projects PRIMARY KEY,
    slug text NOT NULL CONSTRAINT uq_projects_slug UNIQUE,
    name text NOT NULL,
    description text,
    settings jsonb NOT NULL,
    revision integer NOT NULL,
    created_by uuid NOT NULL CONSTRAINT fk_projects_created_by REFERENCES users (id),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    archived_at timestamptz,
    CONSTRAINT ck_projects_revision_positive CHECK (revision > 0)
);
CREATE INDEX ix_projects_created_at ON projects (created_at DESC);
CREATE INDEX ix_projects_created_by ON projects (created_by);

CREATE TABLE project_members (
    project_id uuid NOT NULL CONSTRAINT fk_project_members_project_id REFERENCES projects (id),
    user_id uuid NOT NULL CONSTRAINT fk_project_members_user_id REFERENCES users (id),
    role text NOT NULL,
    joined_at timestamptz NOT NULL,
    CONSTRAINT pk_project_members PRIMARY KEY (project_id, user_id),
    CONSTRAINT ck_project_members_role CHECK (role IN ('VIEWER', 'REVIEWER', 'EDITOR', 'ADMIN', 'OWNER'))
);
CREATE INDEX ix_project_members_user_id ON project_members (user_id);

CREATE TABLE invites (
    id uuid CONSTRAINT pk_invites PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_invites_project_id REFERENCES projects (id),
    email text NOT NULL,
    role text NOT NULL,
    message text,
    link_digest text CONSTRAINT uq_invites_link_digest UNIQUE,
    mail_digest text CONSTRAINT uq_invites_mail_digest UNIQUE,
    invited_by uuid NOT NULL CONSTRAINT fk_invites_invited_by REFERENCES users (id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    accepted_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT ck_invites_role CHECK (role IN ('VIEWER', 'REVIEWER', 'EDITOR', 'ADMIN'))
);
CREATE INDEX ix_invites_invited_by ON invites (invited_by);
CREATE INDEX ix_invites_pending_email ON invites (email) WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE UNIQUE INDEX uq_invites_pending ON invites (project_id, email)
    WHERE accepted_at IS NULL AND revoked_at IS NULL;

CREATE TABLE api_tokens (
    id uuid CONSTRAINT pk_api_tokens PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_api_tokens_project_id REFERENCES projects (id),
    name text NOT NULL,
    role text NOT NULL,
    digest text NOT NULL CONSTRAINT uq_api_tokens_digest UNIQUE,
    hint text NOT NULL,
    created_by uuid NOT NULL CONSTRAINT fk_api_tokens_created_by REFERENCES users (id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT ck_api_tokens_role CHECK (role IN ('VIEWER', 'REVIEWER', 'EDITOR', 'ADMIN'))
);
CREATE INDEX ix_api_tokens_created_by ON api_tokens (created_by);
CREATE INDEX ix_api_tokens_project ON api_tokens (project_id, id DESC);

CREATE TABLE project_deletions (
    id uuid CONSTRAINT pk_project_deletions PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT uq_project_deletions_project_id UNIQUE,
    requested_at timestamptz NOT NULL
);

-- Rows that never change. Erasure may pass: each way is open for one transaction that names what it erases, and only
-- if the deletion was decided before.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: its rows are never changed', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION edison_erases_project(project text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('edison.erasing_project', true) = project, false)
        AND EXISTS (SELECT FROM project_deletions WHERE project_id::text = project)
$$;

CREATE FUNCTION edison_erases_person() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM users
        WHERE id::text = current_setting('edison.erasing_person', true) AND deleted_at IS NOT NULL
    )
$$;

CREATE FUNCTION edison_erases() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT edison_erases_person() OR edison_erases_project(current_setting('edison.erasing_project', true))
$$;

-- Audit log and events

CREATE TABLE audit_heads (
    scope text CONSTRAINT pk_audit_heads PRIMARY KEY,
    number bigint NOT NULL,
    hash text NOT NULL
);

CREATE TABLE audit_checkpoints (
    number bigint CONSTRAINT pk_audit_checkpoints PRIMARY KEY,
    kind text NOT NULL,
    scope text NOT NULL,
    entry_number bigint NOT NULL,
    entry_hash text NOT NULL,
    at timestamptz NOT NULL,
    key_id text NOT NULL,
    previous_hash text NOT NULL,
    signature text NOT NULL
);
CREATE INDEX ix_audit_checkpoints_scope ON audit_checkpoints (scope, number DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Audit entries may be deleted once a signed checkpoint says that their chain begins after them.
CREATE FUNCTION edison_deletes_aged_audit() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('edison.deleting_aged_audit', true) = 'on', false)
$$;

CREATE FUNCTION edison_is_before_audit_start(chain text, entry bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT edison_deletes_aged_audit() AND EXISTS (
        SELECT FROM audit_checkpoints WHERE scope = chain AND kind = 'start' AND entry_number >= entry
    )
$$;

CREATE TABLE audit_log (
    id uuid CONSTRAINT pk_audit_log PRIMARY KEY,
    scope text NOT NULL,
    number bigint NOT NULL,
    at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_label text NOT NULL,
    action text NOT NULL,
    entity_type text NOT NULL,
    entity_id text,
    changes json NOT NULL,
    origin json NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    redacted boolean NOT NULL DEFAULT false,
    CONSTRAINT uq_audit_log_scope_number UNIQUE (scope, number)
);
CREATE INDEX ix_audit_log_action ON audit_log (scope, action, number DESC);
CREATE INDEX ix_audit_log_actor ON audit_log (actor_id, action, at DESC);
CREATE INDEX ix_audit_log_entity ON audit_log (scope, entity_type, entity_id, number DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH STATEMENT WHEN (NOT (edison_erases() OR edison_deletes_aged_audit())) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_delete BEFORE DELETE ON audit_log
    FOR EACH ROW WHEN (NOT (edison_erases_project(OLD.scope) OR edison_is_before_audit_start(OLD.scope, OLD.number)))
    EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_update BEFORE UPDATE ON audit_log
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['actor_label', 'changes', 'origin', 'redacted']
            = to_jsonb(NEW) - ARRAY['actor_label', 'changes', 'origin', 'redacted']
    )) EXECUTE FUNCTION refuse_change();

CREATE TABLE event_heads (
    topic text CONSTRAINT pk_event_heads PRIMARY KEY,
    number bigint NOT NULL
);

CREATE TABLE events (
    topic text NOT NULL,
    number bigint NOT NULL,
    type text NOT NULL,
    at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_label text NOT NULL,
    data jsonb NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY (topic, number)
);
CREATE INDEX ix_events_at ON events USING brin (at);
CREATE TRIGGER append_only BEFORE UPDATE ON events
    FOR EACH STATEMENT WHEN (NOT edison_erases()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_update BEFORE UPDATE ON events
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['actor_label', 'data']
            = to_jsonb(NEW) - ARRAY['actor_label', 'data']
    )) EXECUTE FUNCTION refuse_change();

-- Providers: credentials, models, prices, rate limits, stored answers, the playground

CREATE TABLE credentials (
    id uuid CONSTRAINT pk_credentials PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_credentials_project_id REFERENCES projects (id),
    provider text NOT NULL,
    label text NOT NULL,
    config jsonb NOT NULL,
    sealed text,
    variables jsonb NOT NULL,
    hint text NOT NULL,
    is_default boolean NOT NULL,
    allow_private boolean NOT NULL,
    status text NOT NULL,
    problem_code text,
    problem text,
    tested_at timestamptz,
    created_by uuid NOT NULL CONSTRAINT fk_credentials_created_by REFERENCES users (id),
    created_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_credentials_status CHECK (status IN ('testing', 'ready', 'invalid', 'paused')),
    CONSTRAINT ck_credentials_removed_has_no_secret CHECK (removed_at IS NULL OR sealed IS NULL)
);
CREATE INDEX ix_credentials_created_by ON credentials (created_by);
CREATE INDEX ix_credentials_project ON credentials (project_id, id DESC);
CREATE UNIQUE INDEX uq_credentials_default ON credentials (project_id, provider)
    WHERE is_default AND removed_at IS NULL;
CREATE UNIQUE INDEX uq_credentials_label ON credentials (project_id, label) WHERE removed_at IS NULL;

CREATE TABLE models (
    id uuid CONSTRAINT pk_models PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_models_project_id REFERENCES projects (id),
    credential_id uuid NOT NULL CONSTRAINT fk_models_credential_id REFERENCES credentials (id),
    name text NOT NULL,
    title text NOT NULL,
    source text NOT NULL,
    listed jsonb NOT NULL,
    corrections jsonb NOT NULL,
    dropped jsonb NOT NULL,
    limits jsonb NOT NULL,
    deprecated boolean NOT NULL,
    missing boolean NOT NULL,
    created_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_models_source CHECK (source IN ('listing', 'suggested', 'manual'))
);
CREATE INDEX ix_models_credential_id ON models (credential_id);
CREATE INDEX ix_models_project ON models (project_id, name, id);
CREATE UNIQUE INDEX uq_models_name ON models (credential_id, name) WHERE removed_at IS NULL;

CREATE TABLE model_prices (
    id uuid CONSTRAINT pk_model_prices PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_model_prices_project_id REFERENCES projects (id),
    model_id uuid NOT NULL CONSTRAINT fk_model_prices_model_id REFERENCES models (id),
    choice text NOT NULL,
    input numeric(18, 9),
    output numeric(18, 9),
    cache_read numeric(18, 9),
    cache_write numeric(18, 9),
    effective_from timestamptz NOT NULL,
    set_by uuid CONSTRAINT fk_model_prices_set_by REFERENCES users (id),
    set_at timestamptz NOT NULL,
    CONSTRAINT ck_model_prices_choice CHECK (choice IN ('list', 'override', 'free'))
);
CREATE INDEX ix_model_prices_model ON model_prices (model_id, effective_from DESC, id DESC);
CREATE INDEX ix_model_prices_project_id ON model_prices (project_id);
CREATE INDEX ix_model_prices_set_by ON model_prices (set_by);
CREATE TRIGGER append_only BEFORE UPDATE ON model_prices
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE model_hours (
    project_id uuid NOT NULL CONSTRAINT fk_model_hours_project_id REFERENCES projects (id),
    model_id uuid NOT NULL CONSTRAINT fk_model_hours_model_id REFERENCES models (id),
    hour timestamptz NOT NULL,
    calls bigint NOT NULL,
    failed bigint NOT NULL,
    reused bigint NOT NULL,
    cost_unknown bigint NOT NULL,
    cost bigint NOT NULL,
    saved bigint NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    CONSTRAINT pk_model_hours PRIMARY KEY (project_id, model_id, hour)
);
CREATE INDEX ix_model_hours_model_id ON model_hours (model_id);

CREATE TABLE model_latencies (
    project_id uuid NOT NULL CONSTRAINT fk_model_latencies_project_id REFERENCES projects (id),
    model_id uuid NOT NULL CONSTRAINT fk_model_latencies_model_id REFERENCES models (id),
    hour timestamptz NOT NULL,
    bucket smallint NOT NULL,
    calls bigint NOT NULL,
    CONSTRAINT pk_model_latencies PRIMARY KEY (project_id, model_id, hour, bucket)
);
CREATE INDEX ix_model_latencies_model_id ON model_latencies (model_id);

CREATE TABLE limiter_paces (
    project_id uuid NOT NULL CONSTRAINT fk_limiter_paces_project_id REFERENCES projects (id),
    credential_id uuid NOT NULL,
    model text NOT NULL,
    state jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT pk_limiter_paces PRIMARY KEY (project_id, credential_id, model)
);

CREATE TABLE circuits (
    project_id uuid NOT NULL CONSTRAINT fk_circuits_project_id REFERENCES projects (id),
    credential_id uuid NOT NULL,
    state text NOT NULL,
    failures integer NOT NULL,
    successes integer NOT NULL,
    next_attempt_at timestamptz,
    trials double precision[] NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT pk_circuits PRIMARY KEY (project_id, credential_id),
    CONSTRAINT ck_circuits_state CHECK (state IN ('closed', 'open', 'half_open')),
    CONSTRAINT ck_circuits_counts CHECK (failures >= 0 AND successes >= 0)
);

CREATE TABLE answers (
    project_id uuid NOT NULL CONSTRAINT fk_answers_project_id REFERENCES projects (id),
    key text NOT NULL,
    model text NOT NULL,
    answer jsonb NOT NULL,
    origin text NOT NULL,
    answered_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT pk_answers PRIMARY KEY (project_id, key)
);
CREATE INDEX ix_answers_expires_at ON answers (expires_at);

CREATE TABLE tries (
    id uuid CONSTRAINT pk_tries PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_tries_project_id REFERENCES projects (id),
    credential_id uuid NOT NULL CONSTRAINT fk_tries_credential_id REFERENCES credentials (id),
    model_id uuid NOT NULL CONSTRAINT fk_tries_model_id REFERENCES models (id),
    call jsonb NOT NULL,
    fresh boolean NOT NULL,
    state text NOT NULL,
    outcome jsonb,
    asked_by uuid CONSTRAINT fk_tries_asked_by REFERENCES users (id),
    asked_by_label text NOT NULL,
    asked_at timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT ck_tries_state CHECK (state IN ('waiting', 'calling', 'done'))
);
CREATE INDEX ix_tries_asked_by ON tries (asked_by);
CREATE INDEX ix_tries_model ON tries (project_id, model_id, id DESC);
CREATE INDEX ix_tries_model_id ON tries (model_id);
CREATE INDEX ix_tries_open ON tries (credential_id) WHERE state <> 'done';

-- Prompts

CREATE TABLE prompts (
    id uuid CONSTRAINT pk_prompts PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_prompts_project_id REFERENCES projects (id),
    name text NOT NULL,
    kind text NOT NULL,
    description text NOT NULL,
    draft json NOT NULL,
    draft_digest text NOT NULL,
    preview text NOT NULL,
    revision integer NOT NULL,
    latest integer NOT NULL,
    latest_digest text,
    created_by uuid CONSTRAINT fk_prompts_created_by REFERENCES users (id),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_prompts_kind CHECK (kind IN ('generator', 'grader')),
    CONSTRAINT ck_prompts_name CHECK (char_length(name) BETWEEN 1 AND 255),
    CONSTRAINT ck_prompts_description CHECK (char_length(description) <= 2000),
    CONSTRAINT ck_prompts_counts CHECK (revision >= 1 AND latest >= 0),
    CONSTRAINT ck_prompts_latest_digest CHECK ((latest = 0) = (latest_digest IS NULL))
);
CREATE INDEX ix_prompts_created_by ON prompts (created_by);
CREATE INDEX ix_prompts_list ON prompts (project_id, updated_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX ix_prompts_project_id ON prompts (project_id);
CREATE UNIQUE INDEX uq_prompts_name ON prompts (project_id, name) WHERE removed_at IS NULL;

CREATE TABLE prompt_versions (
    id uuid CONSTRAINT pk_prompt_versions PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_prompt_versions_project_id REFERENCES projects (id),
    prompt_id uuid NOT NULL CONSTRAINT fk_prompt_versions_prompt_id REFERENCES prompts (id),
    number integer NOT NULL,
    parent_id uuid CONSTRAINT fk_prompt_versions_parent_id REFERENCES prompt_versions (id),
    content json NOT NULL,
    digest text NOT NULL,
    changelog text NOT NULL,
    origin text NOT NULL,
    author_id uuid CONSTRAINT fk_prompt_versions_author_id REFERENCES users (id),
    author_label text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT uq_prompt_versions_prompt_id_number UNIQUE (prompt_id, number),
    CONSTRAINT ck_prompt_versions_number CHECK (number >= 1),
    CONSTRAINT ck_prompt_versions_changelog CHECK (char_length(changelog) <= 500),
    CONSTRAINT ck_prompt_versions_origin
        CHECK (origin IN ('saved', 'run', 'restored', 'forked', 'imported', 'suggested'))
);
CREATE INDEX ix_prompt_versions_author_id ON prompt_versions (author_id);
CREATE INDEX ix_prompt_versions_parent_id ON prompt_versions (parent_id);
CREATE INDEX ix_prompt_versions_project_id ON prompt_versions (project_id);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON prompt_versions
    FOR EACH STATEMENT WHEN (NOT edison_erases()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_delete BEFORE DELETE ON prompt_versions
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_truncate BEFORE TRUNCATE ON prompt_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_update BEFORE UPDATE ON prompt_versions
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['author_label'] = to_jsonb(NEW) - ARRAY['author_label']
    )) EXECUTE FUNCTION refuse_change();

CREATE TABLE prompt_labels (
    prompt_id uuid NOT NULL,
    label text NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_prompt_labels_project_id REFERENCES projects (id),
    number integer NOT NULL,
    set_by uuid CONSTRAINT fk_prompt_labels_set_by REFERENCES users (id),
    set_at timestamptz NOT NULL,
    CONSTRAINT pk_prompt_labels PRIMARY KEY (prompt_id, label),
    CONSTRAINT ck_prompt_labels_label CHECK (label ~ '^[a-z0-9][a-z0-9._-]{0,49}$' AND label <> 'latest'),
    CONSTRAINT fk_prompt_labels_prompt_id_number
        FOREIGN KEY (prompt_id, number) REFERENCES prompt_versions (prompt_id, number)
);
CREATE INDEX ix_prompt_labels_project_id ON prompt_labels (project_id);
CREATE INDEX ix_prompt_labels_set_by ON prompt_labels (set_by);
CREATE INDEX ix_prompt_labels_version ON prompt_labels (prompt_id, number);

-- Datasets

CREATE TABLE datasets (
    id uuid CONSTRAINT pk_datasets PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_datasets_project_id REFERENCES projects (id),
    name text NOT NULL,
    kind text NOT NULL,
    created_at timestamptz NOT NULL,
    description text NOT NULL,
    columns text[] NOT NULL,
    version integer NOT NULL,
    cases integer NOT NULL,
    holdout_locked boolean NOT NULL,
    updated_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_datasets_kind CHECK (kind IN ('golden', 'synthetic', 'adversarial', 'regression')),
    CONSTRAINT ck_datasets_counts CHECK (version >= 0 AND cases BETWEEN 0 AND 100000)
);
CREATE INDEX ix_datasets_project ON datasets (project_id, id DESC);
CREATE UNIQUE INDEX uq_datasets_project_name ON datasets (project_id, name) WHERE removed_at IS NULL;

CREATE FUNCTION dataset_versions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A version of a dataset never changes' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE dataset_versions (
    dataset_id uuid NOT NULL CONSTRAINT fk_dataset_versions_dataset_id REFERENCES datasets (id),
    number integer NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_dataset_versions_project_id REFERENCES projects (id),
    cases integer NOT NULL,
    note text NOT NULL,
    author_label text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT pk_dataset_versions PRIMARY KEY (dataset_id, number),
    CONSTRAINT ck_dataset_versions_counts CHECK (number > 0 AND cases >= 0)
);
CREATE INDEX ix_dataset_versions_project ON dataset_versions (project_id);
CREATE TRIGGER dataset_versions_never_change_delete BEFORE DELETE ON dataset_versions
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text))
    EXECUTE FUNCTION dataset_versions_refuse_change();
CREATE TRIGGER dataset_versions_never_change_update BEFORE UPDATE ON dataset_versions
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['author_label'] = to_jsonb(NEW) - ARRAY['author_label']
    )) EXECUTE FUNCTION dataset_versions_refuse_change();

-- What a version holds is settled once its row is written, which is the last thing a change does.
CREATE FUNCTION cases_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched integer;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'A case is ended, never deleted' USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        touched := NEW.until;
        IF OLD.until IS NULL AND NEW.until IS NOT NULL THEN
            OLD.until := NEW.until;
        END IF;
        IF touched IS NULL OR OLD IS DISTINCT FROM NEW THEN
            RAISE EXCEPTION 'A case never changes; it can only be ended, once'
                USING ERRCODE = 'restrict_violation';
        END IF;
    ELSE
        touched := NEW.since;
    END IF;
    IF EXISTS (
        SELECT FROM dataset_versions
        WHERE dataset_id = NEW.dataset_id AND number >= touched
    ) THEN
        RAISE EXCEPTION 'A version of a dataset never changes'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TABLE cases (
    id uuid CONSTRAINT pk_cases PRIMARY KEY,
    case_id uuid NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_cases_project_id REFERENCES projects (id),
    dataset_id uuid NOT NULL CONSTRAINT fk_cases_dataset_id REFERENCES datasets (id),
    position bigint NOT NULL,
    since integer NOT NULL,
    until integer,
    values jsonb NOT NULL,
    expected text,
    tags text[] NOT NULL,
    difficulty smallint,
    metadata jsonb NOT NULL,
    split text NOT NULL,
    search text NOT NULL,
    CONSTRAINT ck_cases_versions CHECK (since > 0 AND (until IS NULL OR until > since)),
    CONSTRAINT ck_cases_difficulty CHECK (difficulty BETWEEN 1 AND 5),
    CONSTRAINT ck_cases_split CHECK (split IN ('none', 'train', 'holdout')),
    CONSTRAINT ck_cases_tags CHECK (cardinality(tags) <= 50),
    CONSTRAINT ck_cases_values_object CHECK (jsonb_typeof(values) = 'object'),
    CONSTRAINT ck_cases_metadata_object CHECK (jsonb_typeof(metadata) = 'object')
);
CREATE INDEX ix_cases_dataset ON cases (dataset_id, position, case_id, since);
CREATE INDEX ix_cases_difficulty ON cases (dataset_id, difficulty) WHERE until IS NULL AND difficulty IS NOT NULL;
CREATE INDEX ix_cases_project ON cases (project_id);
CREATE INDEX ix_cases_tags ON cases USING gin (tags);
CREATE UNIQUE INDEX uq_cases_newest ON cases (case_id) WHERE until IS NULL;
CREATE UNIQUE INDEX uq_cases_revision ON cases (case_id, since);
CREATE TRIGGER cases_never_change BEFORE INSERT OR UPDATE ON cases
    FOR EACH ROW EXECUTE FUNCTION cases_guard();
CREATE TRIGGER cases_never_change_delete BEFORE DELETE ON cases
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text)) EXECUTE FUNCTION cases_guard();

CREATE TABLE question_dismissals (
    case_id uuid NOT NULL,
    revision uuid NOT NULL CONSTRAINT fk_question_dismissals_revision REFERENCES cases (id),
    kind text NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_question_dismissals_project_id REFERENCES projects (id),
    dataset_id uuid NOT NULL CONSTRAINT fk_question_dismissals_dataset_id REFERENCES datasets (id),
    by_user uuid CONSTRAINT fk_question_dismissals_by_user REFERENCES users (id),
    by_label text NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT pk_question_dismissals PRIMARY KEY (case_id, revision, kind),
    CONSTRAINT ck_question_dismissals_kind CHECK (char_length(kind) BETWEEN 1 AND 50)
);
CREATE INDEX ix_question_dismissals_by_user ON question_dismissals (by_user);
CREATE INDEX ix_question_dismissals_dataset ON question_dismissals (project_id, dataset_id);
CREATE INDEX ix_question_dismissals_dataset_id ON question_dismissals (dataset_id);

CREATE TABLE uploads (
    id uuid CONSTRAINT pk_uploads PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_uploads_project_id REFERENCES projects (id),
    name text NOT NULL,
    content bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX ix_uploads_expires_at ON uploads (expires_at);
CREATE INDEX ix_uploads_project ON uploads (project_id, id DESC);

-- Rubrics and judges

CREATE TABLE rubrics (
    id uuid CONSTRAINT pk_rubrics PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_rubrics_project_id REFERENCES projects (id),
    name text NOT NULL,
    latest integer NOT NULL,
    created_by uuid CONSTRAINT fk_rubrics_created_by REFERENCES users (id),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_rubrics_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT ck_rubrics_latest CHECK (latest >= 0)
);
CREATE INDEX ix_rubrics_created_by ON rubrics (created_by);
CREATE INDEX ix_rubrics_project_id ON rubrics (project_id);
CREATE UNIQUE INDEX uq_rubrics_name ON rubrics (project_id, name) WHERE removed_at IS NULL;

CREATE TABLE rubric_versions (
    rubric_id uuid NOT NULL CONSTRAINT fk_rubric_versions_rubric_id REFERENCES rubrics (id),
    number integer NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_rubric_versions_project_id REFERENCES projects (id),
    content json NOT NULL,
    digest text NOT NULL,
    author_id uuid CONSTRAINT fk_rubric_versions_author_id REFERENCES users (id),
    author_label text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT pk_rubric_versions PRIMARY KEY (rubric_id, number),
    CONSTRAINT ck_rubric_versions_number CHECK (number >= 1)
);
CREATE INDEX ix_rubric_versions_author_id ON rubric_versions (author_id);
CREATE INDEX ix_rubric_versions_project_id ON rubric_versions (project_id);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON rubric_versions
    FOR EACH STATEMENT WHEN (NOT edison_erases()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_delete BEFORE DELETE ON rubric_versions
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_truncate BEFORE TRUNCATE ON rubric_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_update BEFORE UPDATE ON rubric_versions
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['author_label'] = to_jsonb(NEW) - ARRAY['author_label']
    )) EXECUTE FUNCTION refuse_change();

CREATE TABLE judges (
    id uuid CONSTRAINT pk_judges PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_judges_project_id REFERENCES projects (id),
    name text NOT NULL,
    latest integer NOT NULL,
    created_by uuid CONSTRAINT fk_judges_created_by REFERENCES users (id),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_judges_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT ck_judges_latest CHECK (latest >= 0)
);
CREATE INDEX ix_judges_created_by ON judges (created_by);
CREATE INDEX ix_judges_project_id ON judges (project_id);
CREATE UNIQUE INDEX uq_judges_name ON judges (project_id, name) WHERE removed_at IS NULL;

CREATE TABLE judge_versions (
    judge_id uuid NOT NULL CONSTRAINT fk_judge_versions_judge_id REFERENCES judges (id),
    number integer NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_judge_versions_project_id REFERENCES projects (id),
    mode text NOT NULL,
    model_id uuid NOT NULL CONSTRAINT fk_judge_versions_model_id REFERENCES models (id),
    model_name text NOT NULL,
    rubric_id uuid,
    rubric_version integer,
    content json NOT NULL,
    digest text NOT NULL,
    author_id uuid CONSTRAINT fk_judge_versions_author_id REFERENCES users (id),
    author_label text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT pk_judge_versions PRIMARY KEY (judge_id, number),
    CONSTRAINT ck_judge_versions_number CHECK (number >= 1),
    CONSTRAINT ck_judge_versions_mode CHECK (mode IN ('pointwise', 'free_text', 'pairwise')),
    CONSTRAINT ck_judge_versions_rubric CHECK ((mode = 'free_text') = (rubric_id IS NULL)),
    CONSTRAINT ck_judge_versions_rubric_version CHECK (num_nulls(rubric_id, rubric_version) IN (0, 2)),
    CONSTRAINT fk_judge_versions_rubric_id_rubric_version
        FOREIGN KEY (rubric_id, rubric_version) REFERENCES rubric_versions (rubric_id, number)
);
CREATE INDEX ix_judge_versions_author_id ON judge_versions (author_id);
CREATE INDEX ix_judge_versions_model_id ON judge_versions (model_id);
CREATE INDEX ix_judge_versions_project_id ON judge_versions (project_id);
CREATE INDEX ix_judge_versions_rubric ON judge_versions (rubric_id, rubric_version);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON judge_versions
    FOR EACH STATEMENT WHEN (NOT edison_erases()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_delete BEFORE DELETE ON judge_versions
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_truncate BEFORE TRUNCATE ON judge_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed_update BEFORE UPDATE ON judge_versions
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['author_label'] = to_jsonb(NEW) - ARRAY['author_label']
    )) EXECUTE FUNCTION refuse_change();

-- Runs

-- The same transitions as in domain/runs/states.py; a test compares them.
CREATE FUNCTION edison_run_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT (OLD.state || '>' || NEW.state = ANY (ARRAY[
        'pending>executing', 'pending>cancelled',
        'executing>judging', 'executing>failed', 'executing>paused', 'executing>cancelled',
        'judging>aggregating', 'judging>failed', 'judging>paused', 'judging>cancelled',
        'aggregating>refining', 'aggregating>completed', 'aggregating>failed',
        'refining>reviewing', 'refining>completed', 'refining>failed',
        'reviewing>completed', 'reviewing>executing',
        'completed>executing', 'completed>judging', 'failed>executing', 'failed>judging',
        'paused>executing', 'paused>judging', 'paused>cancelled'
    ])) THEN
        RAISE EXCEPTION 'a run that is % cannot become %', OLD.state, NEW.state;
    END IF;
    IF NEW.plan IS DISTINCT FROM OLD.plan THEN
        RAISE EXCEPTION 'the plan of a run is frozen';
    END IF;
    RETURN NEW;
END $$;

CREATE TABLE runs (
    id uuid CONSTRAINT pk_runs PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_runs_project_id REFERENCES projects (id),
    number integer NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    pause_reason text,
    problem text,
    trigger text NOT NULL,
    plan jsonb NOT NULL,
    prompt_id uuid CONSTRAINT fk_runs_prompt_id REFERENCES prompts (id),
    dataset_id uuid CONSTRAINT fk_runs_dataset_id REFERENCES datasets (id),
    series text,
    cells integer NOT NULL,
    chunk_size integer NOT NULL,
    epoch integer NOT NULL,
    turn bigint NOT NULL,
    created_by uuid CONSTRAINT fk_runs_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    finished_at timestamptz,
    heartbeat_at timestamptz,
    resume_at timestamptz,
    kept_at timestamptz,
    kept_by_label text,
    count_doubt text NOT NULL DEFAULT 'worst',
    CONSTRAINT uq_runs_project_id_number UNIQUE (project_id, number),
    CONSTRAINT ck_runs_dates CHECK (finished_at IS NULL OR finished_at >= created_at),
    CONSTRAINT ck_runs_sizes CHECK (cells > 0 AND chunk_size > 0),
    CONSTRAINT ck_runs_kept CHECK (num_nulls(kept_at, kept_by_label) IN (0, 2)),
    CONSTRAINT ck_runs_count_doubt CHECK (count_doubt IN ('worst', 'probable'))
);
CREATE INDEX ix_runs_created_by ON runs (created_by);
CREATE INDEX ix_runs_dataset ON runs (dataset_id, id DESC);
CREATE INDEX ix_runs_finished ON runs (project_id, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_runs_project ON runs (project_id, id DESC);
CREATE INDEX ix_runs_prompt ON runs (prompt_id, id DESC);
CREATE INDEX ix_runs_resume ON runs (resume_at) WHERE resume_at IS NOT NULL;
CREATE INDEX ix_runs_working ON runs (heartbeat_at)
    WHERE state IN ('pending', 'executing', 'judging', 'aggregating');
CREATE UNIQUE INDEX uq_runs_series ON runs (series)
    WHERE state NOT IN ('completed', 'failed', 'cancelled') AND series IS NOT NULL;
CREATE TRIGGER run_moves BEFORE UPDATE ON runs
    FOR EACH ROW EXECUTE FUNCTION edison_run_moves();

CREATE TABLE run_chunks (
    run_id uuid NOT NULL CONSTRAINT fk_run_chunks_run_id REFERENCES runs (id),
    number integer NOT NULL,
    done boolean NOT NULL,
    epoch integer NOT NULL,
    claim integer NOT NULL,
    worker text,
    failures smallint NOT NULL,
    CONSTRAINT pk_run_chunks PRIMARY KEY (run_id, number)
);

CREATE TABLE run_scorers (
    run_id uuid NOT NULL CONSTRAINT fk_run_scorers_run_id REFERENCES runs (id),
    number smallint NOT NULL,
    name text NOT NULL,
    spec jsonb NOT NULL,
    added_at timestamptz NOT NULL,
    CONSTRAINT pk_run_scorers PRIMARY KEY (run_id, number)
);
CREATE INDEX ix_run_scorers_judge ON run_scorers ((spec ->> 'judge'));

CREATE TABLE run_columns (
    run_id uuid NOT NULL CONSTRAINT fk_run_columns_run_id REFERENCES runs (id),
    number smallint NOT NULL,
    answered integer NOT NULL,
    malformed integer NOT NULL,
    failed integer NOT NULL,
    reused integer NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    cost bigint NOT NULL,
    saved bigint NOT NULL,
    doubt bigint NOT NULL,
    latency_ms double precision NOT NULL,
    latencies integer NOT NULL,
    CONSTRAINT pk_run_columns PRIMARY KEY (run_id, number)
);

CREATE TABLE run_scores (
    run_id uuid NOT NULL CONSTRAINT fk_run_scores_run_id REFERENCES runs (id),
    number smallint NOT NULL,
    scorer smallint NOT NULL,
    scored integer NOT NULL,
    passed integer NOT NULL,
    not_passed integer NOT NULL,
    errors integer NOT NULL,
    not_applicable integer NOT NULL,
    total double precision NOT NULL,
    squares double precision NOT NULL,
    cost bigint NOT NULL,
    doubt bigint NOT NULL,
    malformed_scored integer NOT NULL DEFAULT 0,
    malformed_total double precision NOT NULL DEFAULT 0,
    CONSTRAINT pk_run_scores PRIMARY KEY (run_id, number, scorer)
);

CREATE TABLE run_latencies (
    run_id uuid NOT NULL CONSTRAINT fk_run_latencies_run_id REFERENCES runs (id),
    number smallint NOT NULL,
    bucket smallint NOT NULL,
    cells integer NOT NULL,
    CONSTRAINT pk_run_latencies PRIMARY KEY (run_id, number, bucket)
);

CREATE TABLE run_statistics (
    run_id uuid CONSTRAINT pk_run_statistics PRIMARY KEY CONSTRAINT fk_run_statistics_run_id REFERENCES runs (id),
    project_id uuid NOT NULL CONSTRAINT fk_run_statistics_project_id REFERENCES projects (id),
    asked integer NOT NULL,
    asked_at timestamptz NOT NULL,
    done integer NOT NULL,
    computed_at timestamptz,
    took_s double precision,
    seen text,
    summary jsonb,
    kept bytea
);
CREATE INDEX ix_run_statistics_project_id ON run_statistics (project_id);

CREATE TABLE calls_in_doubt (
    run_id uuid NOT NULL CONSTRAINT fk_calls_in_doubt_run_id REFERENCES runs (id),
    ordinal integer NOT NULL,
    scorer smallint NOT NULL,
    claim integer NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_calls_in_doubt_project_id REFERENCES projects (id),
    model_id uuid NOT NULL CONSTRAINT fk_calls_in_doubt_model_id REFERENCES models (id),
    phase text NOT NULL,
    started_at timestamptz NOT NULL,
    stopped_at timestamptz NOT NULL,
    worst bigint NOT NULL,
    worst_tokens bigint NOT NULL,
    counted bigint NOT NULL,
    counted_tokens bigint NOT NULL,
    CONSTRAINT pk_calls_in_doubt PRIMARY KEY (run_id, ordinal, scorer, claim),
    CONSTRAINT ck_calls_in_doubt_money CHECK (worst >= 0 AND counted >= 0 AND counted_tokens >= 0)
);
CREATE INDEX ix_calls_in_doubt_model_id ON calls_in_doubt (model_id);
CREATE INDEX ix_calls_in_doubt_project ON calls_in_doubt (project_id, started_at);

CREATE TABLE deleted_runs (
    run_id uuid CONSTRAINT pk_deleted_runs PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_deleted_runs_project_id REFERENCES projects (id),
    number integer NOT NULL,
    cells integer NOT NULL,
    finished_at timestamptz NOT NULL,
    deleted_at timestamptz NOT NULL,
    archive text,
    emptied_to integer NOT NULL,
    emptied_at timestamptz
);
CREATE INDEX ix_deleted_runs_full ON deleted_runs (run_id) WHERE emptied_at IS NULL;
CREATE INDEX ix_deleted_runs_project ON deleted_runs (project_id, number DESC);

-- The large tables of runs, partitioned by month. The id of a run begins with its time in milliseconds, so a range of
-- ids is a range of time.

CREATE TABLE run_cases (
    run_id uuid NOT NULL,
    position integer NOT NULL,
    revision uuid,
    CONSTRAINT pk_run_cases PRIMARY KEY (run_id, position)
) PARTITION BY RANGE (run_id);

CREATE TABLE cells (
    run_id uuid NOT NULL,
    ordinal integer NOT NULL,
    state text NOT NULL,
    claim integer NOT NULL,
    attempt smallint NOT NULL,
    held bigint NOT NULL,
    held_tokens integer NOT NULL,
    holds smallint NOT NULL,
    started_at timestamptz,
    finished_at timestamptz,
    cost bigint,
    doubt bigint NOT NULL,
    prompt_tokens integer,
    completion_tokens integer,
    latency_ms real,
    first_token_ms real,
    attempts smallint,
    finish text,
    reused text,
    error_code text,
    error text,
    malformed text,
    parsed text,
    output text,
    more jsonb,
    CONSTRAINT pk_cells PRIMARY KEY (run_id, ordinal),
    CONSTRAINT ck_cells_state CHECK (state IN ('open', 'calling', 'answered', 'malformed', 'failed')),
    CONSTRAINT ck_cells_money CHECK (cost >= 0 AND held >= 0 AND doubt >= 0),
    CONSTRAINT ck_cells_tokens CHECK (prompt_tokens >= 0 AND completion_tokens >= 0)
) PARTITION BY RANGE (run_id);

CREATE TABLE cell_history (
    run_id uuid NOT NULL,
    ordinal integer NOT NULL,
    attempt smallint NOT NULL,
    cell jsonb NOT NULL,
    replaced_at timestamptz NOT NULL,
    CONSTRAINT pk_cell_history PRIMARY KEY (run_id, ordinal, attempt)
) PARTITION BY RANGE (run_id);

CREATE TABLE scores (
    run_id uuid NOT NULL,
    ordinal integer NOT NULL,
    scorer smallint NOT NULL,
    state text NOT NULL,
    claim integer NOT NULL,
    held bigint NOT NULL,
    held_tokens integer NOT NULL,
    holds smallint NOT NULL,
    started_at timestamptz,
    finished_at timestamptz,
    value double precision,
    passed boolean,
    problem text,
    reason text,
    cost bigint,
    doubt bigint NOT NULL,
    prompt_tokens integer,
    completion_tokens integer,
    latency_ms real,
    output text,
    more jsonb,
    criteria real[],
    CONSTRAINT pk_scores PRIMARY KEY (run_id, ordinal, scorer),
    CONSTRAINT ck_scores_state CHECK (state IN ('open', 'calling', 'scored', 'not_scored')),
    CONSTRAINT ck_scores_value CHECK (value >= 0 AND value <= 1),
    CONSTRAINT ck_scores_money CHECK (cost >= 0 AND held >= 0 AND doubt >= 0)
) PARTITION BY RANGE (run_id);

CREATE FUNCTION edison_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

CREATE FUNCTION edison_make_partitions(ahead int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    month timestamptz;
    child text;
    made int := 0;
BEGIN
    FOREACH parent IN ARRAY ARRAY['run_cases', 'cells', 'cell_history', 'scores'] LOOP
        FOR months IN 0..ahead LOOP
            month := (date_trunc('month', now() AT TIME ZONE 'UTC')
                + make_interval(months => months)) AT TIME ZONE 'UTC';
            child := parent || '_p' || to_char(month AT TIME ZONE 'UTC', 'YYYYMM');
            IF to_regclass(child) IS NULL THEN
                EXECUTE format(
                    'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                    child, parent,
                    edison_first_id(month),
                    edison_first_id((month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')
                );
                made := made + 1;
            END IF;
        END LOOP;
    END LOOP;
    RETURN made;
END $$;

SELECT edison_make_partitions(3);
CREATE TABLE run_cases_rest PARTITION OF run_cases DEFAULT;
CREATE TABLE cells_rest PARTITION OF cells DEFAULT;
CREATE TABLE cell_history_rest PARTITION OF cell_history DEFAULT;
CREATE TABLE scores_rest PARTITION OF scores DEFAULT;

-- Labels of people

CREATE TABLE annotation_queues (
    id uuid CONSTRAINT pk_annotation_queues PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_annotation_queues_project_id REFERENCES projects (id),
    run_id uuid NOT NULL CONSTRAINT fk_annotation_queues_run_id REFERENCES runs (id),
    name text NOT NULL,
    instructions text NOT NULL,
    ask text NOT NULL,
    rubric_id uuid,
    rubric_name text,
    rubric_version integer,
    rubric jsonb,
    people smallint NOT NULL,
    seed bigint NOT NULL,
    state text NOT NULL,
    choice jsonb NOT NULL,
    created_by uuid CONSTRAINT fk_annotation_queues_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    CONSTRAINT ck_annotation_queues_ask CHECK (ask IN ('thumbs', 'stars', 'rubric')),
    CONSTRAINT ck_annotation_queues_rubric CHECK ((ask = 'rubric') = (rubric IS NOT NULL)),
    CONSTRAINT ck_annotation_queues_people CHECK (people >= 1 AND people <= 5),
    CONSTRAINT ck_annotation_queues_state CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX ix_annotation_queues_created_by ON annotation_queues (created_by);
CREATE INDEX ix_annotation_queues_project_id ON annotation_queues (project_id);
CREATE INDEX ix_annotation_queues_run_id ON annotation_queues (run_id);

CREATE TABLE annotation_items (
    id uuid CONSTRAINT pk_annotation_items PRIMARY KEY,
    queue_id uuid NOT NULL CONSTRAINT fk_annotation_items_queue_id REFERENCES annotation_queues (id),
    position integer NOT NULL,
    ordinal integer NOT NULL,
    attempt smallint NOT NULL,
    decided text,
    grade double precision,
    stars smallint,
    criteria jsonb,
    note text NOT NULL,
    decided_by uuid CONSTRAINT fk_annotation_items_decided_by REFERENCES users (id),
    decided_by_label text,
    decided_at timestamptz,
    CONSTRAINT uq_annotation_items_queue_id_ordinal UNIQUE (queue_id, ordinal),
    CONSTRAINT uq_annotation_items_queue_id_position UNIQUE (queue_id, position),
    CONSTRAINT ck_annotation_items_grade CHECK (grade >= 0 AND grade <= 1),
    CONSTRAINT ck_annotation_items_decided CHECK (decided IN ('agreed', 'adjudicated')),
    CONSTRAINT ck_annotation_items_decision
        CHECK (num_nulls(grade, decided, decided_by_label, decided_at) IN (0, 4))
);
CREATE INDEX ix_annotation_items_decided_by ON annotation_items (decided_by);

CREATE TABLE annotations (
    item_id uuid NOT NULL CONSTRAINT fk_annotations_item_id REFERENCES annotation_items (id),
    user_id uuid NOT NULL CONSTRAINT fk_annotations_user_id REFERENCES users (id),
    queue_id uuid NOT NULL CONSTRAINT fk_annotations_queue_id REFERENCES annotation_queues (id),
    user_label text NOT NULL,
    grade double precision,
    stars smallint,
    criteria jsonb,
    note text NOT NULL,
    skipped boolean NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT pk_annotations PRIMARY KEY (item_id, user_id),
    CONSTRAINT ck_annotations_grade CHECK (grade >= 0 AND grade <= 1),
    CONSTRAINT ck_annotations_stars CHECK (stars >= 1 AND stars <= 5),
    CONSTRAINT ck_annotations_skipped CHECK (skipped = (grade IS NULL))
);
CREATE INDEX ix_annotations_queue_id ON annotations (queue_id);
CREATE INDEX ix_annotations_user_id ON annotations (user_id);

CREATE TABLE annotation_seats (
    item_id uuid NOT NULL CONSTRAINT fk_annotation_seats_item_id REFERENCES annotation_items (id),
    user_id uuid NOT NULL CONSTRAINT fk_annotation_seats_user_id REFERENCES users (id),
    queue_id uuid NOT NULL CONSTRAINT fk_annotation_seats_queue_id REFERENCES annotation_queues (id),
    until timestamptz NOT NULL,
    CONSTRAINT pk_annotation_seats PRIMARY KEY (item_id, user_id)
);
CREATE INDEX ix_annotation_seats_queue_id ON annotation_seats (queue_id);
CREATE INDEX ix_annotation_seats_user_id ON annotation_seats (user_id);

CREATE TABLE cell_marks (
    run_id uuid NOT NULL CONSTRAINT fk_cell_marks_run_id REFERENCES runs (id),
    ordinal integer NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_cell_marks_project_id REFERENCES projects (id),
    attempt smallint,
    grade double precision,
    graded_by uuid CONSTRAINT fk_cell_marks_graded_by REFERENCES users (id),
    graded_by_label text,
    graded_at timestamptz,
    flagged boolean NOT NULL,
    note text NOT NULL,
    flagged_by uuid CONSTRAINT fk_cell_marks_flagged_by REFERENCES users (id),
    flagged_by_label text,
    flagged_at timestamptz,
    stars smallint,
    criteria jsonb,
    comment text NOT NULL DEFAULT '',
    people smallint NOT NULL DEFAULT 1,
    annotation_item_id uuid CONSTRAINT fk_cell_marks_annotation_item_id REFERENCES annotation_items (id),
    CONSTRAINT pk_cell_marks PRIMARY KEY (run_id, ordinal),
    CONSTRAINT ck_cell_marks_grade CHECK (grade >= 0 AND grade <= 1),
    CONSTRAINT ck_cell_marks_graded CHECK (num_nulls(grade, attempt, graded_by_label, graded_at) IN (0, 4)),
    CONSTRAINT ck_cell_marks_flagged CHECK (flagged = (flagged_at IS NOT NULL)),
    CONSTRAINT ck_cell_marks_note CHECK (flagged OR note = ''),
    CONSTRAINT ck_cell_marks_stars CHECK (stars >= 1 AND stars <= 5)
);
CREATE INDEX ix_cell_marks_annotation_item_id ON cell_marks (annotation_item_id);
CREATE INDEX ix_cell_marks_flagged_by ON cell_marks (flagged_by);
CREATE INDEX ix_cell_marks_graded_by ON cell_marks (graded_by);
CREATE INDEX ix_cell_marks_project_id ON cell_marks (project_id);

-- Experiments

CREATE TABLE experiments (
    id uuid CONSTRAINT pk_experiments PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_experiments_project_id REFERENCES projects (id),
    number integer NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    state text NOT NULL,
    plan jsonb NOT NULL,
    step integer NOT NULL,
    revision integer NOT NULL,
    prompt_id uuid CONSTRAINT fk_experiments_prompt_id REFERENCES prompts (id),
    dataset_id uuid CONSTRAINT fk_experiments_dataset_id REFERENCES datasets (id),
    targets jsonb NOT NULL,
    end_reason text,
    end_kind text,
    waiting_for text,
    champion_iteration uuid,
    check_run uuid CONSTRAINT fk_experiments_check_run REFERENCES runs (id),
    check_verdict jsonb,
    created_by uuid CONSTRAINT fk_experiments_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    started_at timestamptz,
    ended_at timestamptz,
    case_draw jsonb,
    CONSTRAINT uq_experiments_project_id_number UNIQUE (project_id, number),
    CONSTRAINT ck_experiments_state CHECK (state IN ('draft', 'running', 'paused', 'completed', 'archived')),
    CONSTRAINT ck_experiments_name CHECK (char_length(name) <= 200)
);
CREATE INDEX ix_experiments_check_run ON experiments (check_run);
CREATE INDEX ix_experiments_created_by ON experiments (created_by);
CREATE INDEX ix_experiments_dataset_id ON experiments (dataset_id);
CREATE INDEX ix_experiments_project ON experiments (project_id, state, updated_at DESC);
CREATE INDEX ix_experiments_prompt_id ON experiments (prompt_id);

CREATE TABLE experiment_cases (
    experiment_id uuid NOT NULL CONSTRAINT fk_experiment_cases_experiment_id REFERENCES experiments (id),
    position integer NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_experiment_cases_project_id REFERENCES projects (id),
    case_id uuid NOT NULL,
    revision uuid NOT NULL,
    split text NOT NULL,
    CONSTRAINT pk_experiment_cases PRIMARY KEY (experiment_id, position),
    CONSTRAINT uq_experiment_cases_experiment_id_case_id UNIQUE (experiment_id, case_id),
    CONSTRAINT ck_experiment_cases_split CHECK (split IN ('train', 'validation', 'holdout'))
);
CREATE INDEX ix_experiment_cases_project_id ON experiment_cases (project_id);

CREATE TABLE iterations (
    id uuid CONSTRAINT pk_iterations PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_iterations_project_id REFERENCES projects (id),
    experiment_id uuid NOT NULL CONSTRAINT fk_iterations_experiment_id REFERENCES experiments (id),
    number integer NOT NULL,
    state text NOT NULL,
    run_id uuid CONSTRAINT uq_iterations_run_id UNIQUE CONSTRAINT fk_iterations_run_id REFERENCES runs (id),
    version_id uuid NOT NULL CONSTRAINT fk_iterations_version_id REFERENCES prompt_versions (id),
    version_number integer NOT NULL,
    composite jsonb,
    verdict jsonb,
    gained boolean,
    partial boolean NOT NULL,
    problem text,
    notes jsonb NOT NULL,
    stages jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    finished_at timestamptz,
    deleted_run_id uuid,
    CONSTRAINT uq_iterations_experiment_id_number UNIQUE (experiment_id, number),
    CONSTRAINT ck_iterations_state
        CHECK (state IN (
            'pending', 'executing', 'judging', 'aggregating', 'refining', 'reviewing', 'completed', 'failed',
            'cancelled', 'paused'
        )),
    CONSTRAINT ck_iterations_number CHECK (number >= 1)
);
CREATE INDEX ix_iterations_project_id ON iterations (project_id);
CREATE INDEX ix_iterations_version_id ON iterations (version_id);
CREATE UNIQUE INDEX uq_iterations_active ON iterations (experiment_id)
    WHERE state IN ('pending', 'executing', 'judging', 'aggregating', 'refining', 'paused');

CREATE TABLE suggestions (
    id uuid CONSTRAINT pk_suggestions PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_suggestions_project_id REFERENCES projects (id),
    experiment_id uuid NOT NULL CONSTRAINT fk_suggestions_experiment_id REFERENCES experiments (id),
    iteration_id uuid NOT NULL CONSTRAINT fk_suggestions_iteration_id REFERENCES iterations (id),
    revision integer NOT NULL,
    state text NOT NULL,
    base_version uuid NOT NULL CONSTRAINT fk_suggestions_base_version REFERENCES prompt_versions (id),
    diff text NOT NULL,
    proposed jsonb NOT NULL,
    note text NOT NULL,
    weak jsonb NOT NULL,
    exemplars jsonb NOT NULL,
    guardrails jsonb NOT NULL,
    attempts jsonb NOT NULL,
    automatic boolean NOT NULL,
    cost_micro bigint NOT NULL,
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    applied_version uuid CONSTRAINT fk_suggestions_applied_version REFERENCES prompt_versions (id),
    CONSTRAINT ck_suggestions_state CHECK (state IN ('pending', 'applied', 'rejected', 'blocked', 'superseded'))
);
CREATE INDEX ix_suggestions_applied_version ON suggestions (applied_version);
CREATE INDEX ix_suggestions_base_version ON suggestions (base_version);
CREATE INDEX ix_suggestions_experiment_id ON suggestions (experiment_id);
CREATE INDEX ix_suggestions_iteration_id ON suggestions (iteration_id);
CREATE INDEX ix_suggestions_project ON suggestions (project_id, state);

CREATE TABLE reviews (
    id uuid CONSTRAINT pk_reviews PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_reviews_project_id REFERENCES projects (id),
    suggestion_id uuid NOT NULL CONSTRAINT fk_reviews_suggestion_id REFERENCES suggestions (id),
    reviewer uuid CONSTRAINT fk_reviews_reviewer REFERENCES users (id),
    reviewer_label text NOT NULL,
    decision text NOT NULL,
    notes text NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT ck_reviews_decision CHECK (decision IN ('approve', 'reject', 'edit'))
);
CREATE INDEX ix_reviews_project_id ON reviews (project_id);
CREATE INDEX ix_reviews_reviewer ON reviews (reviewer);
CREATE INDEX ix_reviews_suggestion_id ON reviews (suggestion_id);

CREATE TABLE review_comments (
    id uuid CONSTRAINT pk_review_comments PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_review_comments_project_id REFERENCES projects (id),
    suggestion_id uuid NOT NULL CONSTRAINT fk_review_comments_suggestion_id REFERENCES suggestions (id),
    author uuid CONSTRAINT fk_review_comments_author REFERENCES users (id),
    author_label text NOT NULL,
    text text NOT NULL,
    at timestamptz NOT NULL
);
CREATE INDEX ix_review_comments_author ON review_comments (author);
CREATE INDEX ix_review_comments_project_id ON review_comments (project_id);
CREATE INDEX ix_review_comments_suggestion_id ON review_comments (suggestion_id);

CREATE TABLE asks (
    id uuid CONSTRAINT pk_asks PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_asks_project_id REFERENCES projects (id),
    experiment_id uuid CONSTRAINT fk_asks_experiment_id REFERENCES experiments (id),
    purpose text NOT NULL,
    kind text NOT NULL,
    subject uuid,
    model_id uuid NOT NULL CONSTRAINT fk_asks_model_id REFERENCES models (id),
    input jsonb NOT NULL,
    call jsonb,
    state text NOT NULL,
    attempt integer NOT NULL,
    budgets uuid[] NOT NULL,
    held bigint NOT NULL,
    held_tokens bigint NOT NULL,
    outcome jsonb,
    result jsonb,
    problem text,
    cost_micro bigint NOT NULL,
    tokens bigint NOT NULL,
    done integer NOT NULL,
    total integer NOT NULL,
    asked_by uuid CONSTRAINT fk_asks_asked_by REFERENCES users (id),
    asked_by_label text NOT NULL,
    asked_at timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT ck_asks_purpose CHECK (purpose IN ('refine', 'assist')),
    CONSTRAINT ck_asks_state CHECK (state IN ('waiting', 'calling', 'done', 'cancelled'))
);
CREATE INDEX ix_asks_asked_by ON asks (asked_by);
CREATE INDEX ix_asks_experiment_id ON asks (experiment_id);
CREATE INDEX ix_asks_model_id ON asks (model_id);
CREATE INDEX ix_asks_project ON asks (project_id, asked_at DESC);
CREATE INDEX ix_asks_subject ON asks (subject);

CREATE TABLE dataset_origins (
    id uuid CONSTRAINT pk_dataset_origins PRIMARY KEY,
    dataset_id uuid NOT NULL CONSTRAINT fk_dataset_origins_dataset_id REFERENCES datasets (id),
    version integer NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_dataset_origins_project_id REFERENCES projects (id),
    kind text NOT NULL,
    added integer NOT NULL,
    asked integer NOT NULL,
    made integer NOT NULL,
    duplicates integer NOT NULL,
    unusable integer NOT NULL,
    cost_micro bigint NOT NULL,
    assist_id uuid CONSTRAINT fk_dataset_origins_assist_id REFERENCES asks (id),
    model_id uuid CONSTRAINT fk_dataset_origins_model_id REFERENCES models (id),
    model_name text,
    instructions text NOT NULL,
    types text[] NOT NULL,
    topic text NOT NULL,
    difficulty text,
    source_dataset_id uuid CONSTRAINT fk_dataset_origins_source_dataset_id REFERENCES datasets (id),
    source_version integer,
    by_label text NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT uq_dataset_origins_dataset_id_version UNIQUE (dataset_id, version),
    CONSTRAINT uq_dataset_origins_dataset_id_assist_id UNIQUE (dataset_id, assist_id),
    CONSTRAINT ck_dataset_origins_kind CHECK (kind IN ('generated', 'merged')),
    CONSTRAINT ck_dataset_origins_whence
        CHECK (CASE kind
            WHEN 'generated' THEN assist_id IS NOT NULL AND model_name IS NOT NULL
            ELSE source_dataset_id IS NOT NULL AND source_version IS NOT NULL
        END),
    CONSTRAINT ck_dataset_origins_counts
        CHECK (added > 0 AND asked >= 0 AND made >= 0 AND duplicates >= 0 AND unusable >= 0),
    CONSTRAINT fk_dataset_origins_dataset_id_version
        FOREIGN KEY (dataset_id, version) REFERENCES dataset_versions (dataset_id, number)
);
CREATE INDEX ix_dataset_origins_assist_id ON dataset_origins (assist_id);
CREATE INDEX ix_dataset_origins_model_id ON dataset_origins (model_id);
CREATE INDEX ix_dataset_origins_project_id ON dataset_origins (project_id, model_name);
CREATE INDEX ix_dataset_origins_source_dataset_id ON dataset_origins (source_dataset_id);
CREATE TRIGGER dataset_origins_never_change_delete BEFORE DELETE ON dataset_origins
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text))
    EXECUTE FUNCTION dataset_versions_refuse_change();
CREATE TRIGGER dataset_origins_never_change_update BEFORE UPDATE ON dataset_origins
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['by_label'] = to_jsonb(NEW) - ARRAY['by_label']
    )) EXECUTE FUNCTION dataset_versions_refuse_change();

-- Money

CREATE TABLE budgets (
    id uuid CONSTRAINT pk_budgets PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_budgets_project_id REFERENCES projects (id),
    scope text NOT NULL,
    subject uuid NOT NULL,
    period timestamptz NOT NULL,
    limit_micro bigint,
    limit_tokens bigint,
    alert_share double precision NOT NULL,
    alerted_at timestamptz,
    settled bigint NOT NULL,
    held bigint NOT NULL,
    doubt bigint NOT NULL,
    overrun bigint NOT NULL,
    tokens bigint NOT NULL,
    held_tokens bigint NOT NULL,
    simulated boolean NOT NULL DEFAULT false,
    CONSTRAINT ck_budgets_kept CHECK (limit_micro IS NULL OR settled + held + doubt <= limit_micro),
    CONSTRAINT ck_budgets_tokens_kept CHECK (limit_tokens IS NULL OR tokens + held_tokens <= limit_tokens),
    CONSTRAINT ck_budgets_money CHECK (settled >= 0 AND held >= 0 AND doubt >= 0 AND overrun >= 0),
    CONSTRAINT ck_budgets_scope
        CHECK (scope IN ('run', 'experiment', 'suite_day', 'project_day', 'project_month'))
);
CREATE INDEX ix_budgets_project_id ON budgets (project_id);
CREATE UNIQUE INDEX uq_budgets_subject ON budgets (scope, subject, period, simulated);

CREATE TABLE spend_days (
    project_id uuid NOT NULL CONSTRAINT fk_spend_days_project_id REFERENCES projects (id),
    day timestamptz NOT NULL,
    model_id uuid NOT NULL,
    phase text NOT NULL,
    run_id uuid NOT NULL,
    experiment_id uuid NOT NULL,
    calls bigint NOT NULL,
    settled bigint NOT NULL,
    doubt bigint NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    cache_read_tokens bigint NOT NULL,
    cache_write_tokens bigint NOT NULL,
    overrun bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_spend_days PRIMARY KEY (project_id, day, model_id, phase, run_id, experiment_id)
);
CREATE INDEX ix_spend_days_day ON spend_days (day);
CREATE INDEX ix_spend_days_experiment_id ON spend_days (experiment_id);
CREATE INDEX ix_spend_days_run_id ON spend_days (run_id);

CREATE FUNCTION edison_ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only';
END $$;

-- A reservation is no spending: only what came of it counts. What has no run, no experiment or no model is counted
-- under the nil id, because a key cannot hold NULL. Sorted, so that two transactions lock the same rows in one order.
CREATE FUNCTION edison_ledger_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TABLE ledger (
    id uuid CONSTRAINT pk_ledger PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_ledger_project_id REFERENCES projects (id),
    run_id uuid,
    model_id uuid CONSTRAINT fk_ledger_model_id REFERENCES models (id),
    at timestamptz NOT NULL,
    kind text NOT NULL,
    phase text NOT NULL,
    calls integer NOT NULL,
    held bigint NOT NULL,
    settled bigint NOT NULL,
    doubt bigint NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    experiment_id uuid CONSTRAINT fk_ledger_experiment_id REFERENCES experiments (id),
    cache_read_tokens bigint NOT NULL DEFAULT 0,
    cache_write_tokens bigint NOT NULL DEFAULT 0,
    overrun bigint NOT NULL DEFAULT 0,
    CONSTRAINT ck_ledger_kind CHECK (kind IN ('reserve', 'settle', 'doubt')),
    CONSTRAINT ck_ledger_phase CHECK (phase IN ('target', 'judge', 'refine', 'assist'))
);
CREATE INDEX ix_ledger_experiment ON ledger (experiment_id, id DESC);
CREATE INDEX ix_ledger_model_id ON ledger (model_id);
CREATE INDEX ix_ledger_project ON ledger (project_id, id DESC);
CREATE INDEX ix_ledger_run ON ledger (run_id, id DESC);
CREATE TRIGGER ledger_adds_up AFTER INSERT ON ledger REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION edison_ledger_adds_up();
CREATE TRIGGER ledger_is_final BEFORE UPDATE OR DELETE ON ledger
    FOR EACH STATEMENT WHEN (NOT edison_erases()) EXECUTE FUNCTION edison_ledger_is_final();
CREATE TRIGGER ledger_is_final_delete BEFORE DELETE ON ledger
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text)) EXECUTE FUNCTION edison_ledger_is_final();
CREATE TRIGGER ledger_is_final_truncate BEFORE TRUNCATE ON ledger
    FOR EACH STATEMENT EXECUTE FUNCTION edison_ledger_is_final();
CREATE TRIGGER ledger_is_final_update BEFORE UPDATE ON ledger
    FOR EACH ROW EXECUTE FUNCTION edison_ledger_is_final();

-- Suites, monitors and alerts

CREATE TABLE suites (
    id uuid CONSTRAINT pk_suites PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_suites_project_id REFERENCES projects (id),
    name text NOT NULL,
    description text NOT NULL,
    recipe jsonb NOT NULL,
    revision integer NOT NULL,
    state text NOT NULL,
    pause_reason text,
    paused_until timestamptz,
    daily_limit_micro bigint,
    prompt_id uuid CONSTRAINT fk_suites_prompt_id REFERENCES prompts (id),
    dataset_id uuid CONSTRAINT fk_suites_dataset_id REFERENCES datasets (id),
    created_by uuid CONSTRAINT fk_suites_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT ck_suites_name CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT ck_suites_description CHECK (char_length(description) <= 2000),
    CONSTRAINT ck_suites_state CHECK (state IN ('active', 'paused', 'archived')),
    CONSTRAINT ck_suites_pause_reason CHECK (pause_reason IN ('budget', 'person')),
    CONSTRAINT ck_suites_paused CHECK ((state = 'paused') = (pause_reason IS NOT NULL)),
    CONSTRAINT ck_suites_revision CHECK (revision >= 1),
    CONSTRAINT ck_suites_daily_limit CHECK (daily_limit_micro > 0)
);
CREATE INDEX ix_suites_created_by ON suites (created_by);
CREATE INDEX ix_suites_dataset_id ON suites (dataset_id);
CREATE INDEX ix_suites_list ON suites (project_id, updated_at DESC, id DESC);
CREATE INDEX ix_suites_prompt_id ON suites (prompt_id);
CREATE INDEX ix_suites_resume ON suites (paused_until) WHERE state = 'paused';
CREATE UNIQUE INDEX uq_suites_name ON suites (project_id, lower(name));

CREATE TABLE executions (
    id uuid CONSTRAINT pk_executions PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_executions_project_id REFERENCES projects (id),
    suite_id uuid NOT NULL CONSTRAINT fk_executions_suite_id REFERENCES suites (id),
    monitor_id uuid,
    number integer NOT NULL,
    trigger text NOT NULL,
    due_at timestamptz,
    state text NOT NULL,
    reason text,
    problem text,
    run_id uuid CONSTRAINT uq_executions_run_id UNIQUE CONSTRAINT fk_executions_run_id REFERENCES runs (id),
    canary_run_id uuid CONSTRAINT uq_executions_canary_run_id UNIQUE
        CONSTRAINT fk_executions_canary_run_id REFERENCES runs (id),
    forecast_micro bigint,
    override jsonb,
    changes jsonb NOT NULL,
    created_by uuid CONSTRAINT fk_executions_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT uq_executions_suite_id_number UNIQUE (suite_id, number),
    CONSTRAINT uq_executions_monitor_id_due_at UNIQUE (monitor_id, due_at),
    CONSTRAINT ck_executions_trigger CHECK (trigger IN ('manual', 'schedule', 'api')),
    CONSTRAINT ck_executions_state
        CHECK (state IN ('running', 'completed', 'failed', 'cancelled', 'refused', 'missed')),
    CONSTRAINT ck_executions_run CHECK (state IN ('refused', 'missed') OR run_id IS NOT NULL),
    CONSTRAINT ck_executions_finished CHECK ((finished_at IS NULL) = (state = 'running'))
);
CREATE INDEX ix_executions_at_work ON executions (monitor_id) WHERE state = 'running';
CREATE INDEX ix_executions_created_by ON executions (created_by);
CREATE INDEX ix_executions_project ON executions (project_id, created_at DESC);
CREATE INDEX ix_executions_running ON executions (project_id) WHERE state = 'running';

CREATE TABLE canaries (
    suite_id uuid CONSTRAINT pk_canaries PRIMARY KEY CONSTRAINT fk_canaries_suite_id REFERENCES suites (id),
    project_id uuid NOT NULL CONSTRAINT fk_canaries_project_id REFERENCES projects (id),
    frozen_from_run_id uuid NOT NULL CONSTRAINT fk_canaries_frozen_from_run_id REFERENCES runs (id),
    frozen_run_id uuid NOT NULL CONSTRAINT uq_canaries_frozen_run_id UNIQUE
        CONSTRAINT fk_canaries_frozen_run_id REFERENCES runs (id),
    source jsonb NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX ix_canaries_frozen_from_run_id ON canaries (frozen_from_run_id);
CREATE INDEX ix_canaries_project_id ON canaries (project_id);

CREATE TABLE monitors (
    id uuid CONSTRAINT pk_monitors PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_monitors_project_id REFERENCES projects (id),
    suite_id uuid NOT NULL CONSTRAINT fk_monitors_suite_id REFERENCES suites (id),
    name text NOT NULL,
    cron text NOT NULL,
    timezone text NOT NULL,
    enabled boolean NOT NULL,
    jitter_s integer NOT NULL,
    missed text NOT NULL,
    rules jsonb NOT NULL,
    baseline jsonb NOT NULL,
    quiet jsonb,
    channels uuid[] NOT NULL,
    next_due_at timestamptz,
    starts_at timestamptz,
    last_due_at timestamptz,
    last_started_at timestamptz,
    revision integer NOT NULL,
    created_by uuid CONSTRAINT fk_monitors_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_monitors_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT ck_monitors_missed CHECK (missed IN ('run_once', 'skip')),
    CONSTRAINT ck_monitors_jitter CHECK (jitter_s BETWEEN 0 AND 3600),
    CONSTRAINT ck_monitors_disabled CHECK (enabled OR next_due_at IS NULL),
    CONSTRAINT ck_monitors_due CHECK (num_nulls(next_due_at, starts_at) IN (0, 2))
);
CREATE INDEX ix_monitors_created_by ON monitors (created_by);
CREATE INDEX ix_monitors_due ON monitors (starts_at) WHERE starts_at IS NOT NULL;
CREATE INDEX ix_monitors_project ON monitors (project_id, updated_at DESC, id);
CREATE INDEX ix_monitors_suite_id ON monitors (suite_id);
CREATE UNIQUE INDEX uq_monitors_name ON monitors (suite_id, lower(name)) WHERE removed_at IS NULL;

CREATE TABLE points (
    execution_id uuid NOT NULL CONSTRAINT fk_points_execution_id REFERENCES executions (id),
    target smallint NOT NULL,
    project_id uuid NOT NULL CONSTRAINT fk_points_project_id REFERENCES projects (id),
    suite_id uuid NOT NULL CONSTRAINT fk_points_suite_id REFERENCES suites (id),
    monitor_id uuid CONSTRAINT fk_points_monitor_id REFERENCES monitors (id),
    run_id uuid NOT NULL CONSTRAINT fk_points_run_id REFERENCES runs (id),
    number integer NOT NULL,
    at timestamptz NOT NULL,
    target_key text NOT NULL,
    label text NOT NULL,
    score double precision,
    low double precision,
    high double precision,
    pass_rate double precision,
    n_cases integer NOT NULL,
    answered integer NOT NULL,
    failed integer NOT NULL,
    cost_micro bigint NOT NULL,
    judge_cost_micro bigint NOT NULL,
    latency_p50_ms double precision,
    latency_p95_ms double precision,
    canary_score double precision,
    canary jsonb,
    baseline jsonb,
    changes jsonb NOT NULL,
    healthy boolean NOT NULL,
    CONSTRAINT pk_points PRIMARY KEY (execution_id, target),
    CONSTRAINT ck_points_target CHECK (target >= -1)
);
CREATE INDEX ix_points_changes ON points (suite_id, at) WHERE target = -1 AND changes <> '[]'::jsonb;
CREATE INDEX ix_points_monitor ON points (monitor_id, at);
CREATE INDEX ix_points_project_id ON points (project_id);
CREATE INDEX ix_points_run_id ON points (run_id);
CREATE INDEX ix_points_trend ON points (suite_id, target_key, at);

CREATE TABLE alerts (
    id uuid CONSTRAINT pk_alerts PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_alerts_project_id REFERENCES projects (id),
    suite_id uuid NOT NULL CONSTRAINT fk_alerts_suite_id REFERENCES suites (id),
    monitor_id uuid NOT NULL CONSTRAINT fk_alerts_monitor_id REFERENCES monitors (id),
    execution_id uuid CONSTRAINT fk_alerts_execution_id REFERENCES executions (id),
    rule text NOT NULL,
    target_key text,
    severity text NOT NULL,
    state text NOT NULL,
    cause text,
    title text NOT NULL,
    sentence text NOT NULL,
    next_step text NOT NULL,
    facts jsonb NOT NULL,
    fingerprint text NOT NULL,
    seen integer NOT NULL,
    told integer NOT NULL,
    opened_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    acknowledged_by uuid CONSTRAINT fk_alerts_acknowledged_by REFERENCES users (id),
    acknowledged_by_label text,
    acknowledged_at timestamptz,
    snoozed_until timestamptz,
    resolved_at timestamptz,
    resolved_by_label text,
    resolution text,
    findings jsonb NOT NULL DEFAULT '[]'::jsonb,
    CONSTRAINT ck_alerts_state CHECK (state IN ('open', 'acknowledged', 'snoozed', 'resolved')),
    CONSTRAINT ck_alerts_severity CHECK (severity IN ('warning', 'critical')),
    CONSTRAINT ck_alerts_snooze CHECK ((state = 'snoozed') = (snoozed_until IS NOT NULL)),
    CONSTRAINT ck_alerts_resolved CHECK ((state = 'resolved') = (resolved_at IS NOT NULL))
);
CREATE INDEX ix_alerts_acknowledged_by ON alerts (acknowledged_by);
CREATE INDEX ix_alerts_execution_id ON alerts (execution_id);
CREATE INDEX ix_alerts_monitor ON alerts (monitor_id) WHERE state <> 'resolved';
CREATE INDEX ix_alerts_project ON alerts (project_id, id DESC);
CREATE INDEX ix_alerts_snoozed ON alerts (snoozed_until) WHERE state = 'snoozed';
CREATE INDEX ix_alerts_suite ON alerts (suite_id, id DESC);
CREATE UNIQUE INDEX uq_alerts_unresolved ON alerts (project_id, fingerprint) WHERE state <> 'resolved';

-- Channels

CREATE TABLE channels (
    id uuid CONSTRAINT pk_channels PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_channels_project_id REFERENCES projects (id),
    name text NOT NULL,
    kind text NOT NULL,
    config jsonb NOT NULL,
    allow_private boolean NOT NULL,
    enabled boolean NOT NULL,
    events text[] NOT NULL,
    last_sequence bigint NOT NULL,
    claimed_until timestamptz,
    woken_at timestamptz,
    failing_since timestamptz,
    failing_told boolean NOT NULL,
    last_problem text,
    last_delivered_at timestamptz,
    created_by uuid CONSTRAINT fk_channels_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_channels_kind CHECK (kind IN ('webhook', 'slack', 'email')),
    CONSTRAINT ck_channels_name CHECK (char_length(name) BETWEEN 1 AND 100)
);
CREATE INDEX ix_channels_created_by ON channels (created_by);
CREATE UNIQUE INDEX uq_channels_name ON channels (project_id, lower(name)) WHERE removed_at IS NULL;

CREATE TABLE channel_secrets (
    id uuid CONSTRAINT pk_channel_secrets PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_channel_secrets_project_id REFERENCES projects (id),
    channel_id uuid NOT NULL CONSTRAINT fk_channel_secrets_channel_id REFERENCES channels (id),
    purpose text NOT NULL,
    sealed text NOT NULL,
    until timestamptz,
    CONSTRAINT ck_channel_secrets_purpose CHECK (purpose IN ('url', 'key'))
);
CREATE INDEX ix_channel_secrets_channel_id ON channel_secrets (channel_id);
CREATE INDEX ix_channel_secrets_project_id ON channel_secrets (project_id);

CREATE TABLE deliveries (
    id uuid CONSTRAINT pk_deliveries PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_deliveries_project_id REFERENCES projects (id),
    channel_id uuid NOT NULL CONSTRAINT fk_deliveries_channel_id REFERENCES channels (id),
    sequence bigint NOT NULL,
    event text NOT NULL,
    subject_id uuid NOT NULL,
    version integer NOT NULL,
    payload jsonb NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    next_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    last_status integer,
    last_problem text,
    log jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    delivered_at timestamptz,
    CONSTRAINT uq_deliveries_channel_id_event_subject_id_version UNIQUE (channel_id, event, subject_id, version),
    CONSTRAINT ck_deliveries_state CHECK (state IN ('waiting', 'held', 'delivered', 'failed'))
);
CREATE INDEX ix_deliveries_due ON deliveries (next_at) WHERE state IN ('waiting', 'held');
CREATE INDEX ix_deliveries_log ON deliveries (channel_id, id DESC);
CREATE INDEX ix_deliveries_open ON deliveries (channel_id, sequence) WHERE state IN ('waiting', 'held');
CREATE INDEX ix_deliveries_project_id ON deliveries (project_id);

-- The arena

CREATE TABLE boards (
    id uuid CONSTRAINT pk_boards PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_boards_project_id REFERENCES projects (id),
    name text NOT NULL,
    dataset_id uuid NOT NULL CONSTRAINT fk_boards_dataset_id REFERENCES datasets (id),
    dataset_version integer NOT NULL,
    panel text[] NOT NULL,
    created_by uuid CONSTRAINT fk_boards_created_by REFERENCES users (id),
    created_by_label text NOT NULL,
    created_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT ck_boards_name CHECK (char_length(name) BETWEEN 1 AND 100)
);
CREATE INDEX ix_boards_created_by ON boards (created_by);
CREATE INDEX ix_boards_dataset_id ON boards (dataset_id);
CREATE INDEX ix_boards_project ON boards (project_id, id DESC);
CREATE UNIQUE INDEX uq_boards_name ON boards (project_id, lower(name)) WHERE removed_at IS NULL;

CREATE TABLE board_runs (
    board_id uuid NOT NULL CONSTRAINT fk_board_runs_board_id REFERENCES boards (id),
    run_id uuid NOT NULL CONSTRAINT fk_board_runs_run_id REFERENCES runs (id),
    position smallint NOT NULL,
    CONSTRAINT pk_board_runs PRIMARY KEY (board_id, run_id)
);
CREATE INDEX ix_board_runs_run_id ON board_runs (run_id);

-- A vote stays what it was for as long as its leaderboard is there.
CREATE FUNCTION edison_votes_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
        AND to_jsonb(NEW) - 'withdrawn_at' = to_jsonb(OLD) - 'withdrawn_at' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT FROM boards b WHERE b.id = OLD.board_id AND b.removed_at IS NOT NULL
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'a vote stays what it was; it can be withdrawn once';
END $$;

CREATE FUNCTION edison_votes_are_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'votes are append-only';
END $$;

CREATE TABLE votes (
    id uuid CONSTRAINT pk_votes PRIMARY KEY,
    project_id uuid NOT NULL CONSTRAINT fk_votes_project_id REFERENCES projects (id),
    board_id uuid NOT NULL CONSTRAINT fk_votes_board_id REFERENCES boards (id),
    case_id uuid NOT NULL,
    run_a uuid NOT NULL CONSTRAINT fk_votes_run_a REFERENCES runs (id),
    ordinal_a integer NOT NULL,
    attempt_a smallint NOT NULL,
    run_b uuid NOT NULL CONSTRAINT fk_votes_run_b REFERENCES runs (id),
    ordinal_b integer NOT NULL,
    attempt_b smallint NOT NULL,
    left_is_a boolean NOT NULL,
    outcome text NOT NULL,
    voter uuid NOT NULL CONSTRAINT fk_votes_voter REFERENCES users (id),
    voter_label text NOT NULL,
    at timestamptz NOT NULL,
    took_ms integer NOT NULL,
    withdrawn_at timestamptz,
    CONSTRAINT ck_votes_outcome CHECK (outcome IN ('a', 'b', 'tie', 'both_bad')),
    CONSTRAINT ck_votes_pair CHECK ((run_a, ordinal_a) < (run_b, ordinal_b)),
    CONSTRAINT ck_votes_took CHECK (took_ms >= 0)
);
CREATE INDEX ix_votes_project_id ON votes (project_id);
CREATE INDEX ix_votes_run_a ON votes (run_a);
CREATE INDEX ix_votes_run_b ON votes (run_b);
CREATE INDEX ix_votes_voter ON votes (voter);
CREATE UNIQUE INDEX uq_votes_pair ON votes (board_id, voter, run_a, ordinal_a, attempt_a, run_b, ordinal_b, attempt_b)
    WHERE withdrawn_at IS NULL;
CREATE TRIGGER votes_are_final_delete BEFORE DELETE ON votes
    FOR EACH ROW WHEN (NOT edison_erases_project(OLD.project_id::text)) EXECUTE FUNCTION edison_votes_are_final();
CREATE TRIGGER votes_are_final_update BEFORE UPDATE ON votes
    FOR EACH ROW WHEN (NOT (
        edison_erases_person() AND to_jsonb(OLD) - ARRAY['voter_label'] = to_jsonb(NEW) - ARRAY['voter_label']
    )) EXECUTE FUNCTION edison_votes_are_final();
CREATE TRIGGER votes_are_not_emptied BEFORE TRUNCATE ON votes
    FOR EACH STATEMENT EXECUTE FUNCTION edison_votes_are_not_emptied();

CREATE TABLE vote_seats (
    board_id uuid NOT NULL CONSTRAINT fk_vote_seats_board_id REFERENCES boards (id),
    voter uuid NOT NULL CONSTRAINT fk_vote_seats_voter REFERENCES users (id),
    token uuid NOT NULL,
    case_id uuid NOT NULL,
    run_a uuid NOT NULL,
    ordinal_a integer NOT NULL,
    attempt_a smallint NOT NULL,
    run_b uuid NOT NULL,
    ordinal_b integer NOT NULL,
    attempt_b smallint NOT NULL,
    left_is_a boolean NOT NULL,
    handed_at timestamptz NOT NULL,
    CONSTRAINT pk_vote_seats PRIMARY KEY (board_id, voter)
);
CREATE INDEX ix_vote_seats_voter ON vote_seats (voter);
CREATE UNIQUE INDEX uq_vote_seats_token ON vote_seats (token);
