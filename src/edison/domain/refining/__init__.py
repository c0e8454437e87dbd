"""Refining a prompt: small changes as diffs, the evidence for them, and the guardrails before a cent is spent on them."""
