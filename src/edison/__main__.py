"""`python -m edison` is `edison`."""

from edison.cli.main import main

main()
