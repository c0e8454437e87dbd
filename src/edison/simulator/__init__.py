"""A real HTTP server that speaks every provider's protocol; its answers are simulated, its manners are true."""
