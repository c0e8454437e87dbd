"""Signed checkpoints and retention of the audit log."""
