"""Builds the documentation site that the product serves at /docs."""
