"""Start executions of suites and their canary runs, and resume paused suites."""
