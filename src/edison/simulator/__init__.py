"""HTTP server that implements every provider's protocol and returns simulated answers."""
