"""What a night's run says beside the nights before: alarms that noise does not raise, and who has changed. Pure."""
