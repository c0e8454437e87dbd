"""Monitors: a suite on a schedule."""
