"""`python bench`: this folder, run as a program."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from bench.main import main

    sys.exit(main(sys.argv[1:]))
