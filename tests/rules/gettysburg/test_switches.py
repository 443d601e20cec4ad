"""Every switch changes play on the table, and where it touches dice that an option sets off, the odds shown for that.

A row is a situation, played to the same answers and from the same dice under each value: what is asked and told must
differ from what the default asks and tells. A switch whose dice no option sets off says so in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, as_printed, brigade, foot, general, ground

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Dice
from playsheet.core.events import Battle, Event, Rolled, Throw
from playsheet.odds import in_play
from playsheet.rules.gettysburg.battle.command_events import GeneralLost
from playsheet.rules.gettysburg.battle.events import GoEnded, PhaseBegan
from playsheet.rules.gettysburg.battle.fight_events import ChargeBegan
from playsheet.rules.gettysburg.battle.move_events import AmmoChanged, PursuitDue
from playsheet.rules.gettysburg.options.fight_choices import PREPARE, RAPID, STAND, Declare, Shoot
from playsheet.rules.gettysburg.options.fire import marks
from playsheet.rules.gettysburg.table import compulsory, morale_phase
from playsheet.rules.gettysburg.table.charge.phase import declare_charge, declare_uncontrolled
from playsheet.rules.gettysburg.table.charge.phase import step as charge_step
from playsheet.rules.gettysburg.table.charge.resolving import resolve
from playsheet.rules.gettysburg.table.command import step as command_step
from playsheet.rules.gettysburg.table.fire import fire_with
from playsheet.rules.gettysburg.table.fire import step as fire_step
from playsheet.rules.gettysburg.table.generals import come_back
from playsheet.rules.gettysburg.table.melee import step as melee_step
from playsheet.rules.gettysburg.table.normal_moves import move_unit
from playsheet.rules.gettysburg.terms import DivisionOrder, Phase
from playsheet.rules.gettysburg.turn import begin_go, begin_phase, roll_initiative

Settings = dict[str, Any]
Asked = tuple[Question, Option]
COLUMN = "column"


# ---------------------------------------------------------------- playing


class Loose(Player):
    """Answers by kind; what is not named takes the first option or sample. Everything asked is written down."""

    def __init__(self, answers: dict[str, str], told: list[str]) -> None:
        self.answers = answers
        self.told = told

    def choose(self, battle: Battle, question: Question) -> Option:
        keys = [option.key() for option in question.options]
        self.told.append(f"asked {question.kind}: {keys}")
        wanted = self.answers.get(question.kind, keys[0])
        return question.options[keys.index(wanted) if wanted in keys else 0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        samples = question.region.samples()
        self.told.append(f"asked {question.kind}: {samples}")
        return samples[0]


class Faces(Dice):
    """These first, then threes and fours."""

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__()
        self.left = list(faces)

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        shown = (self.left + [3, 4] * n)[:n]
        self.left = self.left[n:]
        return shown


class Row:
    """A situation, what is done in it, and the option whose odds are looked at (or why there is none)."""

    def __init__(
        self,
        build: Callable[[Settings], Field],
        does: Callable[[Field], object],
        odds: Callable[[Field], Asked] | str,
        dice: Sequence[int] = (),
        **answers: str,
    ) -> None:
        self.build = build
        self.does = does
        self.odds = odds
        self.dice = dice
        self.answers = answers


def told(row: Row, settings: Settings) -> list[str]:
    field = row.build(settings)
    found: list[str] = []
    answers = {kind: answer.format(**field.numbers()) for kind, answer in row.answers.items()}
    field.game.players = [Loose(answers, found)] * len(field.game.players)
    field.game.dice = Faces(row.dice)
    field.game.dice.log = field.game.log  # type: ignore[assignment]
    before = len(field.game.log)
    row.does(field)
    return found + [said(event) for event in field.game.log[before:]]


def said(event: Event[Any]) -> str:
    """An event with all that it carries; of a throw each line of its account."""
    held = dict(vars(event))
    if isinstance(event, Rolled):
        held["account"] = [(entry.cause, entry.add) for entry in event.account]
    return f"{type(event).__name__} {sorted(held.items())}"


def chances(row: Row, settings: Settings) -> dict[tuple[Any, ...], Fraction]:
    assert not isinstance(row.odds, str)
    field = row.build(settings)
    question, option = row.odds(field)
    found = in_play(field.game, question, option)
    assert found is not None
    return {outcome.facts: outcome.chance for outcome in found.outcomes}


def asked(kind: str, about: int, seat: int) -> Question:
    return Question(seat, kind, about, [], None, 0, 0)


# ---------------------------------------------------------------- situations


def staff(order: str = "move", cinc: str = "gen-n", **more: Any) -> Callable[[Settings], Field]:
    """A Union regiment with all its generals, each near the next."""
    union = [
        foot("us-line", "A", 30, 50, 180),
        general(cinc, "Chief", 20, 60, "cinc"),
        general("gen-n", "Division", 30, 60, "divisional"),
        general("gen-n", "Brigadier", 30, 54),
    ]
    return lambda settings: Field(union, [foot("cs-line", "B", 30, 3, 0)], orders=(order, "hold"), **more, **settings)


def onset(mine: str = "us-line", theirs: str = "cs-vet", spoil: str = "", **more: Any) -> Callable[[Settings], Field]:
    """A Confederate column eight inches before a Union line."""

    def build(settings: Settings) -> Field:
        field = Field(
            [foot(mine, "A", 36, 50.75)],
            [foot(theirs, "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
            **{"orders": ("engage", "assault"), **more},
            **settings,
        )
        if spoil:
            field.state("A", spoil)
        field.phase(Phase.CHARGES, CONFEDERATE)
        return field

    return build


def charge(field: Field, name: str = "B", target: str = "A") -> None:
    declare_charge(field.game, field[name], field[target], uncontrolled=False)
    resolve(field.game, field[target])


def declared(field: Field, name: str = "B", target: str = "A") -> Asked:
    return asked("declare", -1, field[name].seat), Declare(field[name].id, field[target].id, packs=False)


def reacting(option: Option, **flags: bool) -> Callable[[Field], Asked]:
    def ask(field: Field) -> Asked:
        field.declare("B", "A")
        field.game.tell(ChargeBegan(field["B"].id, field["A"].id, "charges", ""))
        for flag, value in flags.items():
            setattr(field["B"], flag, value)
        return asked("reaction", field["A"].id, UNION), option

    return ask


def duel(card: str = "us-line", far: float = 6.0, other: str = "cs-line", **more: Any) -> Callable[[Settings], Field]:
    """Two lines so far apart, in the firing phase."""

    def build(settings: Settings) -> Field:
        formation = more.get("formation", "line")
        deep = 1.5 if formation == "skirmish" else 0.75
        field = Field(
            [foot(card, "A", 36, 40 + deep, formation=formation), *more.get("union", [])],
            [foot(other, "B", 36, 40 - far - 0.75), *more.get("rebels", [])],
            more.get("terrain", ()),
            **settings,
        )
        field.phase(Phase.FIRING, UNION)
        return field

    return build


def fires(field: Field) -> None:
    fire_step(field.game)
    fire_step(field.game)


def fires_away(field: Field) -> None:
    fire_with(field.game, field["A"], marks(field.battle, field["A"]))


def shoots(pour: bool = False, ammunition: int = -1) -> Callable[[Field], Asked]:
    return lambda field: (
        asked("target", field["A"].id, UNION),
        Shoot(field["B"].id, ammunition, pour=pour) if ammunition >= 0 else Shoot(field["B"].id, pour=pour),
    )


def locked(
    mine: str = "us-sharps", theirs: str = "cs-line", prepare: str = "", **sizes: int
) -> Callable[[Settings], Field]:
    """Charged and locked, in the phase of melees."""

    def build(settings: Settings) -> Field:
        field = Field(
            [foot(mine, "A", 36, 40.75, **sizes), foot("us-line", "Far", 8, 68)],
            [foot(theirs, "B", 36, 34), foot("cs-line", "Far away", 8, 4)],
            **settings,
        )
        field.lock("B", "A", ["B"])
        field.phase(Phase.MELEES)
        return field

    return build


def rapid(field: Field) -> Asked:
    return asked("rapid", field["A"].id, UNION), RAPID


def melee(field: Field) -> None:
    melee_step(field.game)


def commanded(field: Field) -> None:
    field.go(Phase.COMMAND, UNION)
    while not field.battle.over:
        command_step(field.game)


def checks_morale(field: Field) -> None:
    field.phase(Phase.MORALE)
    while not field.battle.over:
        morale_phase.step(field.game)


def at_half(settings: Settings) -> Field:
    field = Field(
        [foot("us-line", "A", 36, 50), foot("us-line", "Far", 8, 68)], [foot("cs-line", "B", 36, 10)], **settings
    )
    field.lose("A", 10)
    return field


def two_brigades(settings: Settings) -> Field:
    units = [
        foot("us-line", "A", 20, 60, 180, group="one"),
        foot("us-line", "C", 40, 60, 180, group="two"),
        general("gen-n", "One", 30, 66, group="one"),
        general("gen-n", "Two", 45, 66, group="two"),
    ]
    return Field(units, [foot("cs-line", "B", 30, 10, 0)], brigades=([brigade("one"), brigade("two")], ()), **settings)


def goes(field: Field) -> None:
    field.battle.first_side = UNION
    field.game.tell(PhaseBegan(Phase.FIRING))
    while begin_go(field.game):
        field.game.tell(GoEnded())


def initiative(field: Field) -> None:
    roll_initiative(field.game)
    begin_phase(field.game, Phase.CHARGES)


def with_last_winner(settings: Settings) -> Field:
    field = staff()(settings)
    field.battle.winner_of_initiative = CONFEDERATE
    field.battle.turn = 2
    return field


def on_defend(settings: Settings) -> Field:
    field = staff()(settings)
    field.battle.divisions[0].order = DivisionOrder.DEFEND
    return field


def out_of_hand(settings: Settings) -> Field:
    field = Field(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-cav", "B", 36, 36), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "hold"),
        **settings,
    )
    field.phase(Phase.CHARGES, CONFEDERATE)
    field["B"].uncontrolled = True
    return field


def out_of_hand_charge(field: Field) -> None:
    declare_uncontrolled(field.game, field["B"])
    resolve(field.game, field["A"])


def out_of_hand_asked(field: Field) -> Asked:
    field.declare("B", "A", uncontrolled=True)
    field.game.tell(ChargeBegan(field["B"].id, field["A"].id, "charges", ""))
    return asked("reaction", field["A"].id, UNION), STAND


def horse_beside(settings: Settings) -> Field:
    field = Field(
        [foot("us-line", "A", 36, 50.75), foot("us-cav", "Horse", 46, 46, 270)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=("engage", "assault"),
        **settings,
    )
    field.phase(Phase.CHARGES, CONFEDERATE)
    return field


def orchard(settings: Settings) -> Field:
    field = Field(
        [foot("us-line", "A", 30, 50, 180)],
        [foot("cs-line", "B", 30, 3, 0)],
        [ground("orchard", "the orchard", rect=[20, 46, 40, 48])],
        **settings,
    )
    field.go(Phase.NORMAL_MOVES, UNION)
    return field


def with_screen(settings: Settings) -> Field:
    field = Field([foot("us-vet", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 24, 0)], **settings)
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.next_turn()
    field.go(Phase.NORMAL_MOVES, UNION)
    return field


def sharpshooters(settings: Settings) -> Field:
    return duel("us-sharps", 14.0, formation="skirmish", rebels=[general("gen-n", "Stuart", 47, 27)])(settings)


def faltering(settings: Settings) -> Field:
    field = duel()(settings)
    field.state("A", "faltering")
    field["A"].fired_at_by = [field["B"].id]
    return field


def hasty(settings: Settings) -> Field:
    works = ground("hasty-works", "the works", line=[[46, 34], [26, 34]])
    return duel(terrain=[works])(settings)


def attached(settings: Settings) -> Field:
    field = onset()(settings)
    field.attach("the Confederate brigadier", "B")
    return field


def six_near_a_general(settings: Settings) -> Field:
    return duel(rebels=[general("gen-n", "Pender", 36, 31)])(settings)


def without_brigadier(settings: Settings) -> Field:
    field = staff()(settings)
    field.game.tell(GeneralLost(field.man("Brigadier").id, "sniped", 0, ""))
    field.next_turn(3)
    field.go(Phase.COMMAND)
    return field


def low_on_ammo(settings: Settings) -> Field:
    field = Field(
        [foot("us-sharps", "A", 30, 50), foot("us-line", "Far", 8, 68)], [foot("cs-line", "B", 30, 10)], **settings
    )
    field.game.tell(AmmoChanged(field["A"].id, True, ""))
    return field


def dismounted(settings: Settings) -> Field:
    field = Field([foot("us-spencer", "A", 30, 40, 180)], [foot("cs-line", "B", 30, 30, 0)], **settings)
    field.move("A", "act dismount:line", "form 0")
    field.phase(Phase.FIRING, UNION)
    return field


def into_a_melee(settings: Settings) -> Field:
    field = Field(
        [foot("us-line", "A", 36, 50.75)],
        [
            foot("cs-vet", "B", 33, 40.5, formation=COLUMN),
            foot("cs-line", "Locked", 36, 56, 180),
            foot("cs-line", "Reserve", 8, 5),
        ],
        orders=("hold", "assault"),
        **settings,
    )
    field.lock("Locked", "A")
    field.phase(Phase.CHARGES, CONFEDERATE)
    return field


def pursuit(settings: Settings) -> Field:
    field = Field(
        [foot("us-cav", "A", 30, 40, 180), foot("us-line", "C", 33, 34, 180)],
        [foot("cs-vet", "B", 30, 22, 0)],
        **settings,
    )
    field.state("A", "retreating")
    field.game.tell(PursuitDue(field["B"].id, field["A"].id))
    return field


def pursues(field: Field) -> None:
    field.phase(Phase.COMPULSORY)
    while not field.battle.over:
        compulsory.step(field.game)


def declares(field: Field) -> None:
    charge_step(field.game)
    charge_step(field.game)


NO_ORDERS = "the dice of command are not weighed in play: who is asked for an order has every order to compare"
NO_MOVE = "it changes who goes when, or how far, and no die"
LEGAL = "it changes what is legal; the dice of what is done are the same"

ROWS: dict[str, Row] = {
    "initiative-tie": Row(with_last_winner, initiative, NO_MOVE, [3, 4, 3, 3, 6, 6, 1, 1]),
    "initiative-prize": Row(staff(), initiative, NO_MOVE, [6, 6, 1, 1]),
    "alternate": Row(two_brigades, goes, NO_MOVE),
    "division-menu": Row(on_defend, commanded, NO_ORDERS),
    "division-drunkard": Row(staff(cinc="gen-d"), commanded, NO_ORDERS, [6, 4], division_order="order:defend"),
    "order-dense-woods": Row(
        staff(terrain=[ground("dense-wood", "the wood", rect=[27, 52, 33, 56])]),
        commanded,
        NO_ORDERS,
        [3, 4],
        brigade_order="sent:engage",
    ),
    "nerve": Row(staff("engage"), commanded, NO_ORDERS, [1, 1], brigade_order="own:hold"),
    "nerve-na": Row(staff("move"), commanded, NO_ORDERS, [1, 1], brigade_order="own:hold"),
    "orders-hidden": Row(staff(), commanded, NO_ORDERS, [5, 5], brigade_order="own:hold"),
    "counter-test": Row(onset("us-cav"), charge, reacting(PREPARE), [6, 5, 3, 4], reaction="counter"),
    "flight-timing": Row(
        locked("us-line"), melee, "it changes when a beaten unit runs, not the dice of a melee", [6, 6, 1, 2]
    ),
    "uncontrolled-test": Row(out_of_hand, out_of_hand_charge, out_of_hand_asked, [1, 3]),
    "opportunity": Row(horse_beside, charge, "the odds of a charge take for granted that nobody intercepts it", [1, 3]),
    "terrain-cost": Row(orchard, lambda field: move_unit(field.game, field["A"]), NO_MOVE, act="march"),
    "cm-figures": Row(
        with_screen,
        lambda field: move_unit(field.game, field["A screen"]),
        "recalls are not weighed in play; pursuits are, by a test that no option but a garrison's sets off",
        [6, 6],
        act="recall",
    ),
    "sharpshooter": Row(
        sharpshooters,
        fires_away,
        "the odds of a volley take for granted, and say, that every six is a casualty",
        [6, 1, 6, 2, 5, 5, 1, 1],
    ),
    "arc": Row(duel("us-ordnance", 12.0, rebels=[foot("cs-line", "Aside", 47, 29)]), fires_away, LEGAL),
    "pour-ammo": Row(duel("us-sharps"), fires_away, shoots(pour=True), [3, 3], target="shoot:{B}:pour"),
    "falter-fire": Row(faltering, fires, LEGAL),
    "target-choice": Row(duel("us-ordnance", rebels=[foot("cs-line", "Far", 44, 20)]), fires_away, LEGAL),
    "hasty-fire": Row(hasty, fires_away, shoots(), [3, 4]),
    "halves": Row(duel(), fires_away, shoots(), [1, 1]),
    "melee-elite": Row(locked("us-sharps", "cs-texas"), melee, rapid, [3, 4, 3, 4]),
    "breech-melee": Row(locked(), melee, rapid, [3, 4, 3, 4]),
    "outnumber": Row(locked(size=8), melee, rapid, [3, 4, 3, 4], rapid="spare"),
    "melee-round": Row(locked("us-sharps", "cs-line", size=11), melee, rapid, [6, 3, 3, 3]),
    "attached": Row(attached, charge, declared, [3, 4]),
    "charge-loss": Row(onset(), charge, declared, [5, 4, 3, 4], reaction="fire"),
    "dispersal": Row(
        at_half,
        checks_morale,
        "tests of the morale phase are nobody's choice; a rally again is no dispersal test",
        [3, 4],
    ),
    "double-six": Row(six_near_a_general, fires_away, shoots(), [6, 6, 2, 2]),
    "replacement": Row(without_brigadier, lambda field: come_back(field.game), NO_MOVE),
    "resupply": Row(low_on_ammo, checks_morale, NO_MOVE),
    "gtg-charged": Row(onset(spoil="gone-to-ground"), charge, declared, [6, 5, 3, 4]),
    "horse-holders": Row(dismounted, fires_away, shoots(), [3, 4]),
    "charge-melee": Row(into_a_melee, declares, LEGAL),
    "pursuit-meets": Row(pursuit, pursues, NO_MOVE),
}
AGAIN = {  # where one situation does not tell all values apart
    ("nerve", "also-division"): Row(staff("engage"), commanded, NO_ORDERS, [1, 1], brigade_order="sent:hold"),
    ("arc", "art-45"): Row(duel("us-ordnance", 12.0, rebels=[foot("cs-line", "Aside", 51, 29)]), fires_away, LEGAL),
    ("dispersal", "falter"): Row(at_half, checks_morale, "as above", [4, 4]),
}
SWITCHES = as_printed().rulings.switches
OTHERS = [(key, value) for key, switch in SWITCHES.items() for value in switch.values if value != switch.default]


def row_of(key: str, value: str) -> Row:
    return AGAIN.get((key, value), ROWS[key])


def test_every_switch_has_its_row() -> None:
    assert sorted(ROWS) == sorted(SWITCHES)


@pytest.mark.parametrize(("key", "value"), OTHERS)
def test_a_switch_changes_play(key: str, value: str) -> None:
    row = row_of(key, value)
    default = told(row, {key: SWITCHES[key].default})
    assert default == told(row, {key: SWITCHES[key].default})
    assert default != told(row, {key: value})


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, value in OTHERS if not isinstance(row_of(key, value).odds, str)]
)
def test_odds_in_play_obey_it(key: str, value: str) -> None:
    row = row_of(key, value)
    assert chances(row, {key: SWITCHES[key].default}) != chances(row, {key: value})


def test_odds_that_are_not_touched_say_why() -> None:
    assert all(len(row.odds) > 5 for row in ROWS.values() if isinstance(row.odds, str))
