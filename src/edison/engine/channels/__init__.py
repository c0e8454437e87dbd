"""Delivery of notifications to channels."""
