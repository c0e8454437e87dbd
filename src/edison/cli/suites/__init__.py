"""Implementation of `edison run`: reads a suite file, runs the suite on a server and reports the result."""
