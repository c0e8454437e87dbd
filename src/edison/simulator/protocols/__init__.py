"""One file per wire protocol: reads a request into `Asked`, writes `Said` and `Trouble` in the provider's own shape."""
