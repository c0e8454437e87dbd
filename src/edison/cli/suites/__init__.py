"""Implementation of `edison run`: reads a suite file, runs it on a server and reports the result."""
