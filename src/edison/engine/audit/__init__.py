"""Signatures on the audit log."""
