"""Leaderboards: make them, read them, and vote on their answers."""
