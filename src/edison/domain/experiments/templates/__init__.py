"""Templates of experiments: each has an objective, a rubric, a seed prompt and twenty cases."""
