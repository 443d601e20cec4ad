"""bench/ is a program, not a part of the package: here its modules are imported as `bench.*`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
