"""Use cases of suites. A suite is a saved recipe for runs."""
