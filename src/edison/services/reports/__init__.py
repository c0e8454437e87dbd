"""Spending reports: read, compare and export them."""
