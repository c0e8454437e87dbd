#!/usr/bin/env bash
# Write the comment of the gate, or update the one that is there.
set -euo pipefail

mark='<!-- edison-gate -->'
if [ ! -f edison-gate.md ]; then
  echo "There is no result to report."
  exit 0
fi
comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"
known=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
if [ -n "$known" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" -F body=@edison-gate.md
else
  gh api --silent --method POST "$comments" -F body=@edison-gate.md
fi
