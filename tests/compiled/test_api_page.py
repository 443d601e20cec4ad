"""The library's examples on the build that players have."""

from api_examples import failures


def test_the_examples_show_what_comes() -> None:
    assert failures() == ""
