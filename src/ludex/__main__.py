"""`python -m ludex` is the `ludex` command."""

from ludex.cli import main

main()
