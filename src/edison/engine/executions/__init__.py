"""Executions of suites: how one starts, follows its run, and comes to its end."""
