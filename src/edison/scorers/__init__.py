"""Scorers: one file per plug-in, discovered automatically. They use neither the store nor the web."""
