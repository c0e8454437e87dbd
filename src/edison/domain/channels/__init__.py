"""Channels for alerts, and their deliveries."""
