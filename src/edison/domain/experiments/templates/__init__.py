"""Experiments to begin with: each brings an objective, a rubric, a seed prompt and twenty cases."""
