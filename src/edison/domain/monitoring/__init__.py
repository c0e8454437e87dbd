"""Statistics of monitors: compare a run with earlier runs, raise only alarms that exceed noise, find causes. Pure."""
