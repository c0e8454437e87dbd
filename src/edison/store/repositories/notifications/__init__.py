"""Repositories of notifications, of preferences, and of the mails that are being sent."""
