"""Notify people and channels of an event, and send the mails of notifications."""
