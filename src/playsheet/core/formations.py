"""Figures in ranks and files: where each stands in the rectangle of its formation."""

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.arrays import Floats, floats

# Pure and asked for at every move, so worked out once. The arrays are shared: nobody writes into them.
_OFFSETS: dict[tuple[int, int, float, float], tuple[Floats, Floats]] = {}


def files_ranks(n: int, files: int) -> tuple[int, int]:
    """How many files and ranks n figures take, asked to stand in so many files."""
    if n <= 0:
        return 0, 0
    files = max(1, min(files, n))
    return files, (n + files - 1) // files


def offsets(n: int, files: int, base_w: float, base_d: float) -> tuple[Floats, Floats]:
    """Each figure's place (right, forward) about the centre of the formation's rectangle.

    Numbered from the front rank's left. A short last rank fills from both flanks inwards, so that the
    corners of the rectangle stay occupied.
    """
    key = (n, files, base_w, base_d)
    known = _OFFSETS.get(key)
    if known is None:
        known = _worked_out(n, files, base_w, base_d)
        _OFFSETS[key] = known
    return known


def _worked_out(n: int, files: int, base_w: float, base_d: float) -> tuple[Floats, Floats]:
    files, ranks = files_ranks(n, files)
    right = floats(n)
    forward = floats(n)
    for i in range(n):
        rank = i // files
        file = i % files
        in_rank = min(files, n - rank * files)
        if file >= (in_rank + 1) // 2:
            file += files - in_rank  # the right half of a short rank stands on the right flank
        k = i64(i)
        right[k] = (file - (files - 1) / 2) * base_w
        forward[k] = ((ranks - 1) / 2 - rank) * base_d
    return right, forward


def place(x: float, y: float, facing: float, n: int, files: int, base_w: float, base_d: float) -> tuple[Floats, Floats]:
    """Where the figures of a formation centred on (x, y) stand on the table: new arrays of x and y."""
    right, forward = offsets(n, files, base_w, base_d)
    ux, uy = direction(facing)
    xs = floats(n)
    ys = floats(n)
    for i in range(i64(n)):
        xs[i] = x + right[i] * uy + forward[i] * ux
        ys[i] = y - right[i] * ux + forward[i] * uy
    return xs, ys
