# Recipes for working on Edison. `just` alone lists them.

set shell := ["bash", "-euo", "pipefail", "-c"]

export PATH := justfile_directory() / ".venv/bin:" + env("PATH")

[private]
default:
    @just --list --unsorted

# Make this machine ready: Python environment, UI packages, Chromium
setup:
    .ci/setup

# Start Edison from this checkout, with a home of its own
up *args:
    EDISON_HOME="${EDISON_HOME:-$PWD/.edison}" edison up {{ args }}

# Run the quick checks: format, lint, types, imports, house rules, contract
check:
    .ci/fast
    .ci/types

# Format everything and apply the fixes that a program can make
fix:
    ruff format .
    ruff check --fix .
    cd ui && npm run fix
    git ls-files -z --cached --others --exclude-standard '*.md' | xargs -0 mdformat

# Run the change tier: what every change must pass
ci:
    .ci/run

# Run the nightly tier: simulations, load, long chaos, fuzzing, every screen in every look
nightly:
    .ci/nightly

# Plant faults one at a time into a copy of the tree and see that the tests of the change tier notice each
seeded-faults *args:
    python -m tools.seeded_faults {{ args }}

# Run tests, such as: just test unit, just test integration -k invites
test room="unit" *args:
    pytest tests/{{ room }} {{ args }}

# Build the screens into the package
build-ui:
    cd ui && npm run build

# Build the documentation site into the package, served at /docs
build-docs:
    python -m tools.docs_site

# Work on the screens with live reload, against `just up`
dev-ui:
    cd ui && npm run dev

# Write the API's contract and the browser's client from the code
contract:
    python tools/export_openapi.py
    cd ui && npm run generate:api

# Walk the screens in a real browser, all in both themes and widths, and take pictures into tests/screenshots
browse *args:
    PICTURES=1 pytest tests/e2e {{ args }}

# Take the pictures of README and documentation from the product, in both themes, into docs/pictures
pictures *args: build-ui
    python -m tests.e2e.landing_pictures {{ args }}

# Kill things and see that nothing is lost
fault *args:
    pytest tests/fault {{ args }}

# The long version: 50 kills and 5 restarts of PostgreSQL while runs of 2,000 cells are at work
fault-runs kills="45" web_kills="5" restarts="5":
    python tools/fault_runs.py {{ kills }} {{ web_kills }} {{ restarts }}

# Workers are killed while three judges score 10,000 answers: no question is paid for twice
fault-judges cells="10000" kills="12":
    python tools/fault_judges.py {{ cells }} {{ kills }}

# How fast runs are beside a bare client, as one JSON line
bench-run:
    python tools/bench_run.py

# Simulate worlds whose truth is known, write the tables of docs/explanation/statistics.md, and print the figures as one JSON line
stats:
    python tools/show_aa_worlds.py
    python -m tests.load.statistics_tables
    python tools/show_statistics.py --simulations

# Simulate experiments in worlds where edits help, harm or overfit; writes the table in docs/explanation/experiments.md
worlds *args:
    python tools/show_worlds.py {{ args }}

# Measure claims, such as: just show ci (the others: `ls tools/show_*.py`)
show what:
    python tools/show_{{ replace(what, "-", "_") }}.py

# Write a migration from the difference between tables and database
migration message:
    python tools/new_migration.py "{{ message }}"

# Write the snapshot of the schema anew, after a migration
schema-snapshot:
    python -m tests.support.schema_snapshot

# Write a new plug-in with its test and documentation, such as: just new scorer tone
new kind name:
    python -m tools.new_scorer {{ kind }} {{ name }}

# Resolve dependencies anew into the locked requirement files
lock:
    uv pip compile pyproject.toml --universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 -q -o requirements/runtime.txt
    uv pip compile pyproject.toml --group dev --universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 -c requirements/runtime.txt -q -o requirements/dev.txt
    uv pip compile --group oracles --no-deps --universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 -q -o requirements/oracles.txt

# Build the wheel, screens and documentation included
wheel: build-ui build-docs
    uv build --wheel --no-build-isolation -q

# Print the changelog section that the fragments make
changelog:
    towncrier build --draft --version Unreleased

# Build a release into dist/, such as: just release 0.2.0 --dry-run
release version *args:
    python -m tools.release {{ version }} {{ args }}

# Show one room on all floors, such as: just where invites
where room:
    @git ls-files | grep -iE "(^|/)[^/]*{{ room }}[^/]*(/|$|\.)" || true
