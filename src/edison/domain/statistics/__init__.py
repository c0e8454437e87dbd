"""What numbers may be said about a run, and how sure one may be. Pure: numbers in, values out, same dice every time."""
