"""Channels that receive a project's alerts, and deliveries of messages to channels."""
