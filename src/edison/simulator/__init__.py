"""Real HTTP server that implements every provider's protocol; its answers are simulated."""
