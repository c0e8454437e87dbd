"""Statistics of monitors: compare a run with earlier runs, report significant changes, and attribute their cause."""
