"""Use cases of monitors. A monitor runs a suite on a schedule."""
