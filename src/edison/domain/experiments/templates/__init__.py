"""Experiment templates, each with an objective, a rubric, a seed prompt and twenty cases."""
