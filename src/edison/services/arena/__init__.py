"""Leaderboards: create them, read them, and vote on their answers."""
