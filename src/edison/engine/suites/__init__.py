"""What becomes of executions and their suites when their runs move; knows nothing of how runs are begun."""
