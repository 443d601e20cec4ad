import pytest

from playsheet.tabletop.wings import parts_of_front


@pytest.mark.parametrize(
    ("along", "wings"),
    [
        ([], []),
        ([3.0], [[0]]),
        ([3.0, 1.0, 2.0], [[1, 2, 0]]),
        ([4.0, 1.0, 3.0, 2.0], [[1, 3], [2, 0]]),
        ([7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0], [[6, 5, 4], [3, 2], [1, 0]]),
        ([1.0] * 6, [[0, 1], [2, 3], [4, 5]]),
    ],
)
def test_wings_are_parts_of_the_front(along: list[float], wings: list[list[int]]) -> None:
    assert parts_of_front(list(range(len(along))), along) == wings
