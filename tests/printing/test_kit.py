"""The kit of a scenario: what lies on a real table is what the engine plays with."""

import io
import math
from itertools import combinations, pairwise

import pytest
from drawn import POINTS, drawn_pages
from printed_pages import pages_of, squeezed
from pypdf import PdfReader

from playsheet.core.house import read_house
from playsheet.core.reader import figure
from playsheet.players.setup import Setup, set_up, set_up_from
from playsheet.printing.chart import GROUNDS, LINES, letters
from playsheet.printing.kit import PARTS, kit_data, kit_pdf
from playsheet.printing.pieces import MILLIMETRES, capital
from playsheet.printing.typesetting import Typesetter
from playsheet.rules import SYSTEMS, load_system, scenario_files

SMALL = ["the-wells", "the-picket", "the-telegraph-hut", "the-ruined-wells", "the-rail-fence"]


def printed(setup: Setup, *parts: str, paper: str = "a4", backs: bool = False) -> bytes:
    return kit_pdf(setup.system, setup.scenario, paper, list(parts), backs=backs)


def data_of(setup: Setup, *parts: str) -> dict:
    return kit_data(setup.system, setup.scenario, "a4", list(parts or PARTS))


def straight_lines(pdf: bytes) -> list[tuple[float, float, float, float]]:
    """From where to where every straight stroke in the file goes, in millimetres."""
    return [line for page in drawn_pages(pdf) for line in page.lines()]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_ruler_of_100_mm_measures_100_mm(paper: str) -> None:
    lines = straight_lines(printed(set_up("the-wells", []), "templates", paper=paper))
    assert [
        line for line in lines if (line[2] - line[0], line[3] - line[1]) == pytest.approx((100, 0), abs=0.001)
    ] != []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_are_63_by_88_mm_between_their_crop_marks(paper: str) -> None:
    lines = straight_lines(printed(set_up("the-wells", []), "deck", paper=paper, backs=False))
    marks = [line for line in lines if abs(line[2] - line[0]) + abs(line[3] - line[1]) == pytest.approx(4, abs=0.001)]
    across = sorted({round(x0, 2) for x0, y0, x1, y1 in marks if abs(x1 - x0) < 0.001})
    down = sorted({round(y0, 2) for x0, y0, x1, y1 in marks if abs(y1 - y0) < 0.001})
    assert [right - left for left, right in pairwise(across)] == pytest.approx([63, 63, 63], abs=0.02)
    assert [upper - lower for lower, upper in pairwise(down)] == pytest.approx([88, 88, 88], abs=0.02)


@pytest.mark.parametrize("id", SMALL)
def test_every_unit_has_a_card_and_a_line_with_its_figures(id: str) -> None:
    """Name, ratings and a box for each figure, as the engine has them."""
    setup = set_up(id, [])
    roster = setup.system.roster(setup.system.new_battle(setup.scenario))
    cards = "".join(pages_of(printed(setup, "cards")))
    lines = "".join(pages_of(printed(setup, "rosters")))
    for unit, card in zip(roster, data_of(setup)["cards"], strict=True):
        facts = [(fact.name, fact.value) for fact in unit.facts]
        said = squeezed(capital(unit.name))
        assert said in cards
        assert said + squeezed("; ".join(f"{name} {value}" for name, value in facts)) in lines
        for name, value in facts:
            assert squeezed(name + value) in cards
        assert card["figures"] == unit.start
        if unit.start > 1:
            assert f"{unit.start}figures" in cards


@pytest.mark.parametrize("id", SMALL)
def test_no_page_is_empty_and_every_part_is_there(id: str) -> None:
    setup = set_up(id, [])
    assert [number for number, page in enumerate(pages_of(printed(setup, backs=True)), 1) if len(page) < 20] == []
    for part in PARTS:
        if data_of(setup).get(part) != []:
            assert pages_of(printed(setup, part)) != []


def test_a_house_rule_changes_the_deck_and_the_cards() -> None:
    """Four cards for a general instead of three, as in play."""
    house = 'name = "Club"\nsystem = "lancer"\n[sheet.initiative-deck]\ncommander = 4\n'
    source = scenario_files()["the-wells"]
    plain, changed = set_up("the-wells", []), set_up_from(source, "", [read_house(house)])
    counted = ["".join(pages_of(printed(setup, "deck"))).count("TheEmirTheEmir") for setup in (plain, changed)]
    assert [number - counted[0] for number in counted] == [0, 1]
    assert [len(data_of(setup)["deck"]) for setup in (plain, changed)] == [21, 23]
    assert "House rules: Club.".replace(" ", "") in pages_of(printed(changed, "briefing"))[0]


def test_the_deck_is_the_one_that_is_played_with() -> None:
    """As soon as everybody has deployed the engine shuffles the same cards; whoever is attached by then has none."""
    for id in ("the-wells", "the-telegraph-hut"):
        setup = set_up(id, [])
        game = setup.game(["doctrine", "doctrine"], seed=3, keep=False)
        while not game.battle.deck.left:
            game.play_step()
        whole = setup.system.whole_deck(setup.system.new_battle(setup.scenario)).units
        away = {unit.id for unit in game.battle.units if unit.place != 1}
        assert sorted(game.battle.deck.left) == sorted(card for card in whole if card not in away)
        assert len(away) <= 1


@pytest.mark.parametrize("id", SMALL)
def test_templates_are_as_large_as_the_rules_say(id: str) -> None:
    setup = set_up(id, [])
    text = "".join(pages_of(printed(setup, "templates")))
    unit = MILLIMETRES[setup.system.sheet.unit]
    for shape in data_of(setup)["templates"]:
        assert squeezed(f"{shape['name']}{shape['said']}") in text
        length = shape.get("radius") or shape["reach"]
        assert not length or f"{figure(round(length / unit, 6))} inches" in shape["said"]


def test_a_house_rule_changes_a_template() -> None:
    house = 'name = "Club"\nsystem = "orderchips"\n[sheet.blast.grenade]\nradius = 1\n'
    setup = set_up_from(scenario_files()["the-ruined-wells"], "", [read_house(house)])
    grenade = data_of(setup)["templates"][0]
    assert (grenade["said"], grenade["radius"]) == ("radius 1 inches", 25.4)
    wide = [abs(right - left) for left, right in pairwise(curve_ends(printed(setup, "templates"))[:3])]
    assert max(wide) == pytest.approx(25.4, abs=0.01)


def curve_ends(pdf: bytes) -> list[float]:
    """Where the curves of the first page begin and end, across, in millimetres."""
    found: list[float] = []

    def visit(operator: bytes, operands: list, matrix: list, _text: list) -> None:
        if operator == b"c":
            x, y = (float(number) for number in operands[-2:])
            found.append((matrix[0] * x + matrix[2] * y + matrix[4]) / POINTS)

    PdfReader(io.BytesIO(pdf)).pages[0].extract_text(visitor_operand_before=visit)
    return found


def test_chips_say_their_order_in_front_and_only_whose_they_are_behind() -> None:
    setup = set_up("the-rail-fence", [])
    fronts, backs = pages_of(printed(setup, "chips", backs=True))
    orders = setup.system.sheet.table("order-charge-limits")
    for row in orders.rows:
        assert fronts.count(capital(orders.label(row))) >= 2  # for each of two brigades
        assert capital(orders.label(row)) not in backs
    assert "theFenceBrigade" in backs
    assert "Brigade" not in fronts


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_back_lies_on_its_front_when_the_paper_is_turned(paper: str) -> None:
    """Of ten cards the last stands alone: at the left in front, at the right behind, as far from the paper's edge."""
    pdf = printed(set_up("the-rail-fence", []), "cards", paper=paper, backs=True)
    _, _, front, back = drawn_pages(pdf)
    ((left, below), (right, top)), ((back_left, back_below), (back_right, back_top)) = (
        next(clip for clip in page.clips if clip[1][0] - clip[0][0] == pytest.approx(63, abs=0.01))
        for page in (front, back)
    )
    assert "The Confederate Brigadier" in front.text
    assert "The Confederates" in back.text
    assert left < front.width / 2 - 63
    assert (back.width - back_right, back.width - back_left) == pytest.approx((left, right), abs=0.01)
    assert (back_below, back_top) == pytest.approx((below, top), abs=0.01)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("part", ["cards", "chips", "markers"])
def test_nothing_to_be_cut_out_is_where_a_printer_may_not_reach(part: str, paper: str) -> None:
    for page in drawn_pages(printed(set_up("the-rail-fence", []), part, paper=paper, backs=True)):
        marks = [line for line in page.lines() if math.dist(line[:2], line[2:]) == pytest.approx(4, abs=0.001)]
        xs = [x for x0, _, x1, _ in marks for x in (x0, x1)]
        assert marks != []
        assert min(*xs, *(page.width - x for x in xs)) > 4.9


def test_a_cone_longer_than_the_page_comes_in_two_pieces() -> None:
    """Thirty degrees and 12 inches: the further piece is as wide as the whole cone at its end."""
    (page,) = [
        page
        for page in drawn_pages(printed(set_up("the-telegraph-hut", []), "templates"))
        if "the rest, from 237 mm on" in page.text
    ]
    wide = 2 * 12 * 25.4 * math.sin(math.radians(15))
    (piece,) = [
        path
        for path in page.paths
        if max(x for x, _ in path) - min(x for x, _ in path) == pytest.approx(wide, abs=0.01)
    ]
    inner = [y for x, y in piece if x == pytest.approx(min(x for x, _ in piece) + wide / 2, abs=0.01)]
    assert max(inner) - min(inner) == pytest.approx(12 * 25.4 - 237, abs=0.01)


def test_backs_come_after_fronts_or_not_at_all() -> None:
    setup = set_up("the-wells", [])
    assert len(pages_of(printed(setup, "deck", backs=True))) == 2 * len(pages_of(printed(setup, "deck", backs=False)))


@pytest.mark.parametrize("id", SYSTEMS)
def test_every_kind_of_ground_is_drawn(id: str) -> None:
    known = load_system(id).vocabulary()
    assert set(known.areas) <= GROUNDS.keys()
    assert set(known.lines) <= LINES.keys()


@pytest.mark.parametrize("id", SMALL)
def test_the_same_bytes_every_time(id: str) -> None:
    first, second = (printed(set_up(id, []), backs=True) for _ in range(2))
    assert first == second
    assert len(first) < 2_000_000


def test_what_an_author_writes_is_never_markup(tmp_path) -> None:
    text = scenario_files()["the-wells"].read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('"The Wells"', '"#read(1) *bold* $x$ \\\\ <a>"'), encoding="utf-8")
    assert squeezed("#read(1) *bold* $x$ \\ <a>") in pages_of(printed(set_up(str(file), []), "briefing"))[0]


def test_a_template_reads_no_file_outside_its_folder() -> None:
    setter = Typesetter("kit.typ", data_of(set_up("the-wells", [])) | {"backs": False}, "a4")
    with pytest.raises(Exception, match="escape the project root"):
        setter.compiler.compile(b'#read("/../typesetting.py")', format="pdf")


def test_units_that_stand_together_have_one_mark_with_all_their_letters() -> None:
    """On a map a nineteenth of the table they would hide each other; whoever stands alone has a letter of his own."""
    chart = data_of(set_up("the-third-day", []))["chart"]
    assert sorted(" ".join(mark["said"] for mark in chart["marks"]).split()) == sorted(
        letters(number) for number in range(len(chart["units"]))
    )
    together = [mark for mark in chart["marks"] if " " in mark["said"]]
    assert together != []
    for side in (0, 1):
        places = [mark["at"] for mark in chart["marks"] if mark["side"] == side]
        assert min(math.dist(one, other) for one, other in combinations(places, 2)) >= 5
    assert [mark["said"] for mark in data_of(set_up("the-rail-fence", []))["chart"]["marks"]] == ["A", "B", "C", "D"]
