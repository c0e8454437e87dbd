# shellcheck shell=bash
# Functions of both tiers, sourced by .ci/run and .ci/nightly.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
export PATH="$PWD/.venv/bin:$PATH"
# Tests start hundreds of processes; without bytecode files, compiling takes a third of each start.
unset PYTHONDONTWRITEBYTECODE
logs=$(mktemp -d)
# Tests create and drop thousands of databases, which is fast in memory. Use it if there is room.
memory=""
if [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -n 1)" -gt 8000000 ]; then
  memory=$(mktemp -d -p /dev/shm)
fi
trap 'rm -rf "$logs" "$memory"' EXIT
failed=0
summary=()
began=$SECONDS
stage_limit=${stage_limit:-2400}

# Run one stage and print one line about it; continue even if it fails.
stage() { # name, command...
  local name=$1 start=$SECONDS; shift
  # Longer than any stage takes: a hanging stage is ended and reported, and the others still run.
  timeout --kill-after=20 "$stage_limit" "$@" >"$logs/$name.log" 2>&1
  report "$name" "$start" $?
}

# Like stage, for pytest: also records the duration of each test.
tests() { # name, arguments of pytest...
  local name=$1; shift
  stage "$name" pytest --junitxml="$logs/$name.xml" "$@"
}

report() { # name, second it began, exit code
  local name=$1 took=$((SECONDS - $2))
  if [ "$3" = 0 ]; then
    summary+=("$(printf 'ok    %-12s %4d s  %s' "$name" "$took" "$(grep -aE '[0-9]+ passed' "$logs/$name.log" | tail -n 1 | sed 's/\x1b\[[0-9;]*m//g; s/=//g; s/^ *//')")")
  else
    failed=1
    summary+=("$(printf 'FAIL  %-12s %4d s' "$name" "$took")")
    printf '\n----- %s failed -----\n' "$name"; tail -n 150 "$logs/$name.log"
  fi
  printf '%s\n' "${summary[-1]}"
}

# Print the slowest tests, the failures and the table of stages; exit with the result.
finish() {
  printf '\nThe 25 slowest tests:\n'
  python tools/slowest_tests.py 25 "$logs"/*.xml
  # Print failures at the end, where a truncated log still shows them.
  for log in "$logs"/*.log; do
    grep -aE '^(FAILED|ERROR) ' "$log" | sed 's/\x1b\[[0-9;]*m//g' | cut -c1-250
  done
  local total bad
  # Do not count Vitest's test files.
  total=$(cat "$logs"/*.log | grep -av 'Test Files' | grep -aoE '[0-9]+ passed' | awk '{n+=$1} END {print n+0}')
  bad=$(cat "$logs"/*.log | grep -av 'Test Files' | grep -aoE '[0-9]+ (failed|error)' | awk '{n+=$1} END {print n+0}')
  printf '\n'
  printf '%s\n' "${summary[@]}"
  printf 'in %d s\n%s passed, %s failed\n' $((SECONDS - began)) "$total" "$bad"
  exit $failed
}
