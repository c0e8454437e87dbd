"""Use cases of a person: read notifications, and choose what to be notified of."""
