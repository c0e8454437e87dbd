"""Sandbox: runs untrusted code in an isolated process. See README.md."""
