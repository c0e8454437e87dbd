"""One file per wire protocol: parses `SimulatedRequest`, writes `SimulatedAnswer` and `Trouble` in its format."""
