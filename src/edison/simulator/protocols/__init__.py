"""Wire protocols of the simulator, one file each: parse requests, and write answers and errors."""
