"""Refinement of a prompt by small diffs.

Contains the evidence for a refiner, the diffs, and the guardrails that a suggestion must pass before it is tested.
"""
