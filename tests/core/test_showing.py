"""Rosters and marks as plain data, what changed from view to view, and measuring where a sheet says no more."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from toy import Toy, ToyBattle

from playsheet.core.measuring import Spot
from playsheet.core.showing import Shown, mark_data, patch_between, standing_data
from playsheet.core.telling import Fact, Mark, Sign, Standing

PLAIN = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.text("ab", max_size=2))
VIEWS = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.sampled_from("abcdefghijklm"), inner),
    max_leaves=30,
)


def patched(view: Any, patch: Any) -> Any:
    for path, value in patch:
        if not path:
            return value
        at = view
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
    return view


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value


@given(old=VIEWS, new=VIEWS)
def test_a_patch_makes_the_new_of_the_old(old: Any, new: Any) -> None:
    patch = patch_between(copied(old), copied(new))
    assert patched(copied(old), patch) == new
    assert patch_between(copied(new), copied(new)) == []


def test_what_is_the_same_stays_the_same_object_and_only_the_rest_is_said() -> None:
    old = {"turn": 1, "units": [{"id": 0, **dict.fromkeys("abcdefghijk", 1)}, {"id": 1}], "at": [1.0, 2.0]}
    new = copied(old)
    new["units"][0]["a"] = 2
    new["at"][1] = 3.0
    assert patch_between(old, new) == [(["units", 0, "a"], 2), (["at"], [1.0, 3.0])]
    assert new["units"][1] is old["units"][1]


def mark(x: float = 1.0, figure: int = 7) -> Mark:
    made = Mark(x, 2.0, 0, figure, 90.0, "horse", 1.0, 2.0)
    made.signs = [Sign("shaken", "It is shaken.")]
    return made


def standing(figures: int = 8) -> Standing:
    made = Standing(0, "Guard", figures, 10, "on the table", on_table=True, state=["in line"], shaken=False)
    made.at = (1.0, 2.0, 3.0)
    made.facts = [Fact("Morale", "4")]
    made.signs = [Sign("shaken", "It is shaken.")]
    return made


def test_a_unit_or_figure_that_has_not_changed_is_put_as_before() -> None:
    shown = Shown()
    first = shown.marks_of([mark(1.0, 5), mark(1.0, 6), mark(2.0, 7), mark(4.0, -1)])
    again = shown.marks_of([mark(1.0, 6), mark(3.0, 7), mark(1.0, 7), mark(4.0, -1)])  # one is gone, one is there twice
    assert again[0] is first[1]
    assert again[1:3] == [mark_data(mark(3.0, 7)), mark_data(mark(1.0, 7))]
    assert again[3] is first[3]
    assert again[1]["base"] == [1.0, 2.0]
    units = shown.roster_of([standing(), standing(7)])
    later = shown.roster_of([standing(), standing(6)])
    assert later[0] is units[0]
    assert later[1] == standing_data(standing(6))
    assert later[1]["signs"] == [{"sign": "shaken", "said": "It is shaken."}]
    assert later[1]["facts"] is units[1]["facts"]


def test_the_same_lists_are_put_as_the_same_lists() -> None:
    shown = Shown()
    units, marks = [standing()], [mark()]
    roster, figures = shown.roster_of(units), shown.marks_of(marks)
    assert shown.roster_of(units) is roster
    assert shown.marks_of(marks) is figures
    assert shown.roster_of([standing(7)]) != roster


def test_every_field_of_a_unit_or_figure_counts() -> None:
    """One that differs in any field is said anew: nothing is shown as it was."""
    changes = {"x": 9.0, "unit": 3, "figure": 9, "facing": 1.0, "shape": "gun", "width": 3.0, "role": "NCO"}
    for name, value in changes.items():
        shown = Shown()
        shown.marks_of([mark()])
        other = Mark(*[value if name == field else getattr(mark(), field) for field in FIELDS])
        other.signs = mark().signs
        other.role = str(value) if name == "role" else ""
        assert shown.marks_of([other])[0] == mark_data(other)
        assert shown.marks_of([other])[0] != mark_data(mark())
    for name, value in {"count": 12, "loose": True}.items():
        shown = Shown()
        base = mark()
        base.count = 8
        shown.marks_of([base])
        changed_base = mark()
        changed_base.count = 8
        setattr(changed_base, name, value)
        assert shown.marks_of([changed_base])[0] == mark_data(changed_base) != mark_data(base)
    bare = mark()
    bare.signs = []
    shown = Shown()
    shown.marks_of([mark()])
    assert shown.marks_of([bare])[0]["signs"] == []
    for change in ("at", "facts", "signs", "seat", "arm", "part_of"):
        shown = Shown()
        shown.roster_of([standing()])
        changed = standing()
        setattr(
            changed, change, {"at": None, "facts": [], "signs": [], "seat": 3, "arm": "gun", "part_of": ["A"]}[change]
        )
        assert shown.roster_of([changed])[0] == standing_data(changed)


def test_a_sign_that_points_somewhere_says_where() -> None:
    ordered = standing()
    ordered.signs = [Sign("order", "It will move north-east.", 45.0)]
    turned = standing()
    turned.signs = [Sign("order", "It will move north-east.", 90.0)]
    shown = Shown()
    assert shown.roster_of([ordered])[0]["signs"] == [
        {"sign": "order", "said": "It will move north-east.", "toward": 45.0}
    ]
    assert shown.roster_of([turned])[0] == standing_data(turned) != standing_data(ordered)


def test_a_base_with_one_figure_says_no_number() -> None:
    base = mark()
    assert "count" not in mark_data(base)
    base.count = 12
    base.loose = True
    assert (mark_data(base)["count"], mark_data(base)["loose"]) == (12, True)


FIELDS = ("x", "y", "unit", "figure", "facing", "shape", "width", "depth")


def test_a_sheet_that_says_nothing_about_measuring_measures_straight() -> None:
    found = Toy().measured(ToyBattle(), Spot(x=0.0, y=0.0), Spot(3.0, 4.0)).data()
    assert found["distance"] == 5.0
    assert found["facts"] == []
    assert found["sight"] is None
