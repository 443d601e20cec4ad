"""The `playsheet` command of whichever interpreter runs the measurements: `python -m bench.command serve`."""

import sys

from playsheet.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
