"""Scorer plug-ins, one file each, discovered automatically. They use neither the database nor the web framework."""
