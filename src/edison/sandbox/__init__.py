"""Untrusted code runs in an isolated process without access to anything. See README.md."""
