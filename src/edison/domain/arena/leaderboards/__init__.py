"""Leaderboards: runs compared on equal terms.

Ranks, cost against quality, duels, and blind votes of people.
"""
