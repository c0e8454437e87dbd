"""Untrusted code: it runs in a process of its own that can reach nothing. See README.md."""
