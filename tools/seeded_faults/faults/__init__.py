"""The seeded faults, grouped by what they break."""
