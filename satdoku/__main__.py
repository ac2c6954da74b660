"""`python -m satdoku`: the same as the command `satdoku`."""

from __future__ import annotations

from satdoku.cli.main import main

if __name__ == "__main__":
    main(prog_name="python -m satdoku")
