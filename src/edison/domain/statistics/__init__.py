"""Statistics: estimates, intervals, tests and their sentences. Pure and deterministic, with fixed seeds."""
