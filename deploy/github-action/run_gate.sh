#!/usr/bin/env bash
# Run the suite, and keep the exit code for the last step, so that the comment is written in every case.
set -uo pipefail

options=(--yes --json --baseline "$BASELINE" --margin "$MARGIN")
options+=(--markdown edison-gate.md --junit edison-gate.xml)
if [ -n "$ON_CANNOT_TELL" ]; then
  options+=(--on-cannot-tell "$ON_CANNOT_TELL")
fi
if [ "${GITHUB_EVENT_NAME:-}" = push ] && [ "${GITHUB_REF_NAME:-}" = "$MAIN_BRANCH" ]; then
  options+=(--mark-main)
fi
edison run "$SUITE" "${options[@]}" > edison-gate.json
code=$?
verdict=$(python -c 'import json; gate = json.load(open("edison-gate.json")).get("gate"); print(gate["verdict"] if gate else "")' || true)
{
  echo "exit-code=$code"
  echo "verdict=$verdict"
} >> "$GITHUB_OUTPUT"
if [ -f edison-gate.md ]; then
  cat edison-gate.md >> "$GITHUB_STEP_SUMMARY"
fi
