"""Statistics: estimates, intervals, tests, and sentences about them. All functions are deterministic (fixed seeds)."""
