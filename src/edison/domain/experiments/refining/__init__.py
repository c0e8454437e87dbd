"""Refining a prompt.

Small changes as diffs, the evidence for them, and guardrails that are checked before money is spent on them.
"""
