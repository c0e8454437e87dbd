"""Experiments: plans, iterations, suggestions with their reviews, and questions asked for them"""

from collections.abc import Sequence

from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE experiments (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    state TEXT NOT NULL,
    plan JSONB NOT NULL,
    step INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    prompt_id UUID,
    dataset_id UUID,
    targets JSONB NOT NULL,
    end_reason TEXT,
    end_kind TEXT,
    waiting_for TEXT,
    champion_iteration UUID,
    check_run UUID,
    check_verdict JSONB,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_experiments PRIMARY KEY (id),
    CONSTRAINT uq_experiments_project_id_number UNIQUE (project_id, number),
    CONSTRAINT ck_experiments_state CHECK (state IN ('draft','running','paused','completed','archived')),
    CONSTRAINT ck_experiments_name CHECK (char_length(name) <= 200),
    CONSTRAINT fk_experiments_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_experiments_prompt_id FOREIGN KEY(prompt_id) REFERENCES prompts (id),
    CONSTRAINT fk_experiments_dataset_id FOREIGN KEY(dataset_id) REFERENCES datasets (id),
    CONSTRAINT fk_experiments_check_run FOREIGN KEY(check_run) REFERENCES runs (id),
    CONSTRAINT fk_experiments_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE INDEX ix_experiments_check_run ON experiments (check_run);

CREATE INDEX ix_experiments_created_by ON experiments (created_by);

CREATE INDEX ix_experiments_dataset_id ON experiments (dataset_id);

CREATE INDEX ix_experiments_project ON experiments (project_id, state, updated_at DESC);

CREATE INDEX ix_experiments_prompt_id ON experiments (prompt_id);

CREATE TABLE iterations (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    experiment_id UUID NOT NULL,
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    run_id UUID,
    version_id UUID NOT NULL,
    version_number INTEGER NOT NULL,
    composite JSONB,
    verdict JSONB,
    gained BOOLEAN,
    partial BOOLEAN NOT NULL,
    problem TEXT,
    notes JSONB NOT NULL,
    stages JSONB NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE,
    finished_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_iterations PRIMARY KEY (id),
    CONSTRAINT uq_iterations_experiment_id_number UNIQUE (experiment_id, number),
    CONSTRAINT uq_iterations_run_id UNIQUE (run_id),
    CONSTRAINT ck_iterations_state CHECK (state IN (\
'pending','executing','judging','aggregating','refining','reviewing','completed','failed','cancelled','paused')),
    CONSTRAINT ck_iterations_number CHECK (number >= 1),
    CONSTRAINT fk_iterations_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_iterations_experiment_id FOREIGN KEY(experiment_id) REFERENCES experiments (id),
    CONSTRAINT fk_iterations_run_id FOREIGN KEY(run_id) REFERENCES runs (id),
    CONSTRAINT fk_iterations_version_id FOREIGN KEY(version_id) REFERENCES prompt_versions (id)
);

CREATE INDEX ix_iterations_project_id ON iterations (project_id);

CREATE INDEX ix_iterations_version_id ON iterations (version_id);

CREATE UNIQUE INDEX uq_iterations_active ON iterations (experiment_id) \
WHERE state IN ('pending','executing','judging','aggregating','refining','paused');

CREATE TABLE suggestions (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    experiment_id UUID NOT NULL,
    iteration_id UUID NOT NULL,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL,
    base_version UUID NOT NULL,
    diff TEXT NOT NULL,
    proposed JSONB NOT NULL,
    note TEXT NOT NULL,
    weak JSONB NOT NULL,
    exemplars JSONB NOT NULL,
    guardrails JSONB NOT NULL,
    attempts JSONB NOT NULL,
    automatic BOOLEAN NOT NULL,
    cost_micro BIGINT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    decided_at TIMESTAMP WITH TIME ZONE,
    applied_version UUID,
    CONSTRAINT pk_suggestions PRIMARY KEY (id),
    CONSTRAINT ck_suggestions_state CHECK (state IN ('pending','applied','rejected','blocked','superseded')),
    CONSTRAINT fk_suggestions_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_suggestions_experiment_id FOREIGN KEY(experiment_id) REFERENCES experiments (id),
    CONSTRAINT fk_suggestions_iteration_id FOREIGN KEY(iteration_id) REFERENCES iterations (id),
    CONSTRAINT fk_suggestions_base_version FOREIGN KEY(base_version) REFERENCES prompt_versions (id),
    CONSTRAINT fk_suggestions_applied_version FOREIGN KEY(applied_version) REFERENCES prompt_versions (id)
);

CREATE INDEX ix_suggestions_applied_version ON suggestions (applied_version);

CREATE INDEX ix_suggestions_base_version ON suggestions (base_version);

CREATE INDEX ix_suggestions_experiment_id ON suggestions (experiment_id);

CREATE INDEX ix_suggestions_iteration_id ON suggestions (iteration_id);

CREATE INDEX ix_suggestions_project ON suggestions (project_id, state);

CREATE TABLE reviews (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    suggestion_id UUID NOT NULL,
    reviewer UUID,
    reviewer_label TEXT NOT NULL,
    decision TEXT NOT NULL,
    notes TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_reviews PRIMARY KEY (id),
    CONSTRAINT ck_reviews_decision CHECK (decision IN ('approve','reject','edit')),
    CONSTRAINT fk_reviews_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_reviews_suggestion_id FOREIGN KEY(suggestion_id) REFERENCES suggestions (id),
    CONSTRAINT fk_reviews_reviewer FOREIGN KEY(reviewer) REFERENCES users (id)
);

CREATE INDEX ix_reviews_project_id ON reviews (project_id);

CREATE INDEX ix_reviews_reviewer ON reviews (reviewer);

CREATE INDEX ix_reviews_suggestion_id ON reviews (suggestion_id);

CREATE TABLE review_comments (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    suggestion_id UUID NOT NULL,
    author UUID,
    author_label TEXT NOT NULL,
    text TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_review_comments PRIMARY KEY (id),
    CONSTRAINT fk_review_comments_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_review_comments_suggestion_id FOREIGN KEY(suggestion_id) REFERENCES suggestions (id),
    CONSTRAINT fk_review_comments_author FOREIGN KEY(author) REFERENCES users (id)
);

CREATE INDEX ix_review_comments_author ON review_comments (author);

CREATE INDEX ix_review_comments_project_id ON review_comments (project_id);

CREATE INDEX ix_review_comments_suggestion_id ON review_comments (suggestion_id);

CREATE TABLE asks (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    experiment_id UUID,
    purpose TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject UUID,
    model_id UUID NOT NULL,
    input JSONB NOT NULL,
    call JSONB,
    state TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    budgets UUID[] NOT NULL,
    held BIGINT NOT NULL,
    held_tokens BIGINT NOT NULL,
    outcome JSONB,
    result JSONB,
    problem TEXT,
    cost_micro BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    asked_by UUID,
    asked_by_label TEXT NOT NULL,
    asked_at TIMESTAMP WITH TIME ZONE NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_asks PRIMARY KEY (id),
    CONSTRAINT ck_asks_purpose CHECK (purpose IN ('refine','assist')),
    CONSTRAINT ck_asks_state CHECK (state IN ('waiting','calling','done','cancelled')),
    CONSTRAINT fk_asks_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_asks_experiment_id FOREIGN KEY(experiment_id) REFERENCES experiments (id),
    CONSTRAINT fk_asks_model_id FOREIGN KEY(model_id) REFERENCES models (id),
    CONSTRAINT fk_asks_asked_by FOREIGN KEY(asked_by) REFERENCES users (id)
);

CREATE INDEX ix_asks_asked_by ON asks (asked_by);

CREATE INDEX ix_asks_experiment_id ON asks (experiment_id);

CREATE INDEX ix_asks_model_id ON asks (model_id);

CREATE INDEX ix_asks_project ON asks (project_id, asked_at DESC);

CREATE INDEX ix_asks_subject ON asks (subject);

ALTER TABLE ledger
    DROP CONSTRAINT ck_ledger_phase,
    ADD CONSTRAINT ck_ledger_phase CHECK (phase IN ('target','judge','refine','assist')),
    ADD COLUMN experiment_id UUID,
    ADD CONSTRAINT fk_ledger_experiment_id FOREIGN KEY(experiment_id) REFERENCES experiments (id);

CREATE INDEX ix_ledger_experiment ON ledger (experiment_id, id DESC)
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("ALTER TABLE ledger DROP COLUMN experiment_id, DROP CONSTRAINT ck_ledger_phase")
    # Lines of what is gone cannot be deleted; they stay, and only new ones are held to the old words.
    op.execute(
        "ALTER TABLE ledger ADD CONSTRAINT ck_ledger_phase CHECK (phase IN ('target','judge')) NOT VALID"
    )
    for table in ("asks", "review_comments", "reviews", "suggestions", "iterations", "experiments"):
        op.execute(f"DROP TABLE {table}")
