"""Notifications of people: what they are told, by which method and when."""
