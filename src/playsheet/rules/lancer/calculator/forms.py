"""The procedures of this sheet, registered with their inputs: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.decks import Deck
from playsheet.core.dice import Dice, Stage, State
from playsheet.core.errors import Refused
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Value, Values
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.calculator.what_if import NEVER, situation
from playsheet.rules.lancer.dice.melee import Fighter, fight_round, fighter_of, parting_blows
from playsheet.rules.lancer.dice.morale import Target, casualty_checks, fall_back_inches, unit_morale_check
from playsheet.rules.lancer.dice.shooting import Fire, Volley, Witness, volley
from playsheet.rules.lancer.sheet import LancerRules, Rate
from playsheet.rules.lancer.terms import KINDS
from playsheet.rules.lancer.turn import DRAW

MOST: Final = 60  # figures in a unit
ARMS: Final = KINDS[:3]
HOWS: Final = ("move", "column", "charge", "woods", "woods_charge")

# how a unit came through its Unit Morale Check
NOT_HIT: Final = "not hit"
HELD: Final = "held"
FALLS_BACK: Final = "falls back"
ROUTED: Final = "routed"
WAITS: Final = "waits for STOP"


def procedures(rules: LancerRules) -> list[Procedure]:
    """All of them, in the sheet's order."""
    return [
        TurnLength(rules),
        Moving(rules),
        Shooting(rules),
        Casualties(rules),
        MoraleCheck(
            rules,
            "morale",
            "Unit Morale Check, as a hit unit or a game master's word calls for it",
            "morale=3 figures=5 start=10 room=9",
        ),
        MoraleCheck(
            rules,
            "stop-check",
            "Unit Morale Check of a unit locked in melee when STOP comes up",
            "morale=4 figures=6 start=10 commander=yes",
        ),
        Charging(rules),
        MeleeRound(rules),
        PartingBlows(rules),
    ]


def procedure(rules: LancerRules, id: str) -> Procedure:
    for known in procedures(rules):
        if known.id == id:
            return known
    raise Refused(f"lancer has no procedure {id!r}.")


def what_if(battle: LancerBattle, question: Question, option: Option) -> Prepared | None:
    """The procedure that the option would set off, filled in from the table; None if it throws no dice."""
    found = situation(battle, question, option)
    if found is None:
        return None
    known = procedure(battle.rules, found.procedure)
    return known.prepare(known.values(found.inputs))


class Facts(Outcome):
    """An outcome that is its facts and nothing more."""

    def __init__(self, facts: tuple[Value, ...]) -> None:
        self.known: Final = facts

    def facts(self) -> tuple[Value, ...]:
        return self.known


# ---------------------------------------------------------------- inputs that several procedures share


def size(rules: LancerRules, kind: str) -> int:
    """Figures at full strength: a table's own default."""
    return rules.sheet.integer("unit-sizes", kind, "figures")


def rating(rules: LancerRules, name: str, said: str) -> Field:
    """A Morale or Melee rating, on the scale that is printed."""
    scale = [rules.sheet.integer("ratings", word) for word in rules.sheet.table("ratings").values]
    return Field(name, said, rules.sheet.integer("ratings", "average"), min(scale), max(scale))


def target_fields(rules: LancerRules) -> tuple[Field, ...]:
    """Who is shot at."""
    return (
        Field("target", "figures in the target", size(rules, "foot"), 1, MOST),
        Field("start", "figures it started with", size(rules, "foot"), 1, MOST),
        rating(rules, "morale", "its Morale, as printed on its card"),
        Field("commanders", "commanders attached to it", 0, 0, 3),
    )


def target_of(rules: LancerRules, values: Values) -> Target:
    return target(rules, values, values.number("target"), values.number("commanders"))


def target(rules: LancerRules, values: Values, figures: int, commanders: int) -> Target:
    start = values.number("start")
    if figures > start:
        raise Refused(f"a unit of {figures} figures cannot have started with {start}: expected {figures} or more.")
    return Target(figures, start, values.number("morale"), commanders, rules.half_times, rules.half_drop)


def room_field(said: str) -> Field:
    """How far it may fall back: a fall back of that many inches or more is a rout."""
    return Field("room", f"inches from {said} back to what it would collide with, rounded up", NEVER, 0, NEVER)


def many_on_one(rules: LancerRules, many: int, ones: int, words: str) -> None:
    """Refuse more figures in contact than can be."""
    if many > rules.most_contacts * ones:
        raise Refused(f"{many} {words} {ones} are too many: at most {rules.most_contacts} can touch one figure.")


# ---------------------------------------------------------------- shooting


class Shooting(Procedure):
    """A volley with all that follows: fire dice, Unit Morale Check, casualty checks."""

    def __init__(self, rules: LancerRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("weapon", "what it fires", next(iter(rules.weapons)), choices=tuple(rules.weapons)),
            Field("figures", "who fires: rifles in the front two ranks, or crew", size(rules, "foot"), 1, MOST),
            Field("cover", "where the target stands", "open", choices=("open", "cover")),
            *target_fields(rules),
            room_field("the target"),
            Field("in_melee", "the target is in melee: its check waits for STOP (R27)", False),
        )
        super().__init__(
            "shoot",
            "Shooting: a volley, the target's Unit Morale Check and its casualties",
            "shooting",
            fields,
            ("hits", "jammed", "morale", "lost", "commanders_lost"),
            "weapon=rifles figures=9 target=10 start=10 morale=3",
        )

    def prepare(self, values: Values) -> Prepared:
        weapon = self.rules.weapons[values.word("weapon")]
        figures = values.number("figures")
        dice = weapon.dice_for(figures, weapon.by_figures and self.rules.round_up)
        if dice == 0:
            raise Refused(f"{figures} with {weapon.id} throws no dice: expected {weapon.per} or more.")
        in_melee = values.flag("in_melee")
        if in_melee and not self.rules.fire_into_melee:
            raise Refused("a unit in melee cannot be shot at: that needs the switch fire_into_melee = yes (R27).")
        shot = Volley(weapon, dice, values.word("cover") == "cover", target_of(self.rules, values), not in_melee)
        return PreparedVolley(self, values, self.rules, shot, values.number("room"))


class PreparedVolley(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: LancerRules, shot: Volley, room: int) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.shot: Final = shot
        self.marks: Final = [room]

    def run(self, dice: Dice) -> Outcome:
        paper = OnPaper(self.shot, self.marks, self.rules.rout_takes_commander)
        volley(dice, self.rules, self.shot, paper)
        return paper.outcome()


class OnPaper(Witness):
    """A volley on paper: what came of it is counted. A routed unit counts no losses, it is gone altogether."""

    def __init__(self, shot: Volley, room: list[int], rout_takes_commander: bool) -> None:
        self.shot: Final = shot
        self.room: Final = room  # the one distance that makes a difference
        self.rout_takes_commander: Final = rout_takes_commander
        self.hits = 0
        self.jammed = False
        self.morale = NOT_HIT
        self.lost = 0
        self.commanders_lost = 0

    def fired(self, fire: Fire) -> None:
        self.hits = fire.hits
        self.jammed = fire.jammed
        if fire.hits and not self.shot.checks_now:
            self.morale = WAITS

    def checked(self, held: bool) -> None:
        self.morale = HELD if held else FALLS_BACK

    def falls_back(self, inches: int) -> bool:
        if inches < self.room[0]:
            return False
        self.morale = ROUTED
        if self.rout_takes_commander:
            self.commanders_lost = self.shot.target.commanders
        return True

    def marks(self) -> list[int] | None:
        return self.room

    def suffered(self, left: State) -> None:
        self.lost = self.shot.target.figures - left[0]
        self.commanders_lost = self.shot.target.commanders - left[1]

    def outcome(self) -> Outcome:
        return Facts((self.hits, self.jammed, self.morale, self.lost, self.commanders_lost))


class Casualties(Procedure):
    """The casualty checks of so many hits."""

    def __init__(self, rules: LancerRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "casualties",
            "Casualty checks: one for each hit, a random figure for each that fails",
            "hit-sequence",
            (Field("hits", "hits on the unit", 3, 0, 2 * MOST), *target_fields(rules)),
            ("lost", "commanders_lost"),
            "hits=2 target=5 start=10 morale=5 commanders=1",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedCasualties(self, values, self.rules, target_of(self.rules, values), values.number("hits"))


class PreparedCasualties(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: LancerRules, target: Target, hits: int) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.target: Final = target
        self.hits: Final = hits

    def run(self, dice: Dice) -> Outcome:
        left = casualty_checks(dice, self.rules, self.target, self.hits)
        return Facts((self.target.figures - left[0], self.target.commanders - left[1]))


# ---------------------------------------------------------------- morale


class MoraleCheck(Procedure):
    """A Unit Morale Check and, if it fails, the fall back."""

    def __init__(self, rules: LancerRules, id: str, title: str, example: str) -> None:
        self.rules: Final = rules
        fields = (
            rating(rules, "morale", "the unit's Morale, as printed on its card"),
            Field("figures", "figures in the unit", size(rules, "foot"), 1, MOST),
            Field("start", "figures it started with", size(rules, "foot"), 1, MOST),
            Field("commander", "a commander is attached", False),
            room_field("the unit"),
        )
        super().__init__(id, title, "morale-check", fields, ("morale", "inches"), example)

    def prepare(self, values: Values) -> Prepared:
        commander = values.flag("commander")
        unit = target(self.rules, values, values.number("figures"), 1 if commander else 0)
        return PreparedMorale(self, values, self.rules, unit, values.number("room"))


class PreparedMorale(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: LancerRules, unit: Target, room: int) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.unit: Final = unit
        self.room: Final = room

    def run(self, dice: Dice) -> Outcome:
        if unit_morale_check(dice, self.rules, self.unit.effective(0), self.unit.commanders > 0):
            return Facts((HELD, 0))
        inches = fall_back_inches(dice, self.rules)
        if inches >= self.room:
            return Facts((ROUTED, self.room))
        return Facts((FALLS_BACK, inches))


# ---------------------------------------------------------------- movement


class Moving(Procedure):
    """How far a unit goes."""

    def __init__(self, rules: LancerRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("kind", "what moves (a commander goes as his mount does)", "foot", choices=ARMS),
            Field("how", "how it moves", "move", choices=HOWS),
        )
        example = "kind=foot how=column"
        super().__init__("move", "Movement: how far a unit goes", "movement", fields, ("inches",), example)

    def prepare(self, values: Values) -> Prepared:
        kind = values.word("kind")
        how = values.word("how")
        rate = rate_of(self.rules, kind, how)
        if rate.dice == 0:
            raise Refused(f"the sheet gives {kind} no distance for {how}.")
        return PreparedMove(self, values, rate)


def rate_of(rules: LancerRules, kind: str, how: str) -> Rate:
    """The cell of `movement`; woods are for foot only."""
    row = ARMS.index(kind)
    if how in ("woods", "woods_charge"):
        if kind != "foot":
            raise Refused(f"{kind} passes woods by road only, and then at its own rate: expected kind=foot for {how}.")
        return rules.woods if how == "woods" else rules.woods_charge
    return rules.columns[row] if how == "column" else rules.charges[row] if how == "charge" else rules.moves[row]


class PreparedMove(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rate: Rate) -> None:
        super().__init__(procedure, values)
        self.rate: Final = rate

    def run(self, dice: Dice) -> Outcome:
        return Facts((self.rate.inches(dice, []),))


# ---------------------------------------------------------------- charge and melee


class Charging(Procedure):
    """A charge: the distance and, if it gets home, a round of melee."""

    def __init__(self, rules: LancerRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("kind", "who charges", "foot", choices=ARMS[:2]),
            Field("gap", f"inches to the enemy, rounded up; {NEVER}: it cannot get home", 10, 0, NEVER),
            Field("woods", "the ground ahead is woods", False),
            Field("figures", "charging figures that would touch the enemy", 5, 0, MOST),
            rating(rules, "melee", "their Melee"),
            Field("lancer", "they are lancers", False),
            Field("enemy_kind", "whom they charge (gun: its crew)", "foot", choices=ARMS),
            Field("enemies", "enemy figures that they would touch", 5, 0, MOST),
            rating(rules, "enemy_melee", "the enemy's Melee"),
            Field("enemy_lancer", "the enemy are lancers (counts only if they attack)", False),
            Field("uphill", "the attacker's figures stand lower", False),
            Field("counter", "it is a counter-charge: the enemy, who charged first, attacks (R22)", False),
        )
        super().__init__(
            "charge",
            "Charge: does it get home, and the round of melee that follows",
            "movement",
            fields,
            ("contact", "inches", "lost", "enemies_lost"),
            "kind=horse gap=16 lancer=yes figures=3 enemies=3 enemy_melee=3",
        )

    def prepare(self, values: Values) -> Prepared:
        kind = values.word("kind")
        if values.flag("woods") and kind != "foot":
            raise Refused(f"{kind} does not charge through woods: expected kind=foot.")
        rate = rate_of(self.rules, kind, "woods_charge" if values.flag("woods") else "charge")
        mine = values.number("figures")
        theirs = values.number("enemies")
        if (mine == 0) != (theirs == 0):
            raise Refused("figures that touch nobody do not fight: expected figures and enemies both 0, or neither.")
        many_on_one(self.rules, mine, theirs, "figures on")
        many_on_one(self.rules, theirs, mine, "enemies on")
        return PreparedCharge(self, values, self.rules, rate)


class PreparedCharge(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: LancerRules, rate: Rate) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.rate: Final = rate
        self.gap: Final = values.number("gap")
        self.figures: Final = values.number("figures")
        self.enemies: Final = values.number("enemies")
        self.uphill: Final = values.flag("uphill")
        self.enemy_attacks: Final = values.flag("counter") and not rules.reactor_attacks
        self.charger: Final = fighter_of(
            rules, KINDS.index(values.word("kind")), values.number("melee"), values.flag("lancer")
        )
        self.enemy: Final = fighter_of(
            rules, KINDS.index(values.word("enemy_kind")), values.number("enemy_melee"), values.flag("enemy_lancer")
        )

    def run(self, dice: Dice) -> Outcome:
        inches = self.rate.inches(dice, [*range(1, self.gap + 1)])
        if inches < self.gap:
            return Facts((False, inches, 0, 0))
        if self.figures == 0:
            return Facts((True, self.gap, 0, 0))
        if self.enemy_attacks:
            theirs, mine = self.round(dice, self.enemies, self.enemy, self.figures, self.charger)
        else:
            mine, theirs = self.round(dice, self.figures, self.charger, self.enemies, self.enemy)
        return Facts((True, self.gap, mine, theirs))

    def round(
        self, dice: Dice, attackers: int, attacker: Fighter, defenders: int, defender: Fighter
    ) -> tuple[int, int]:
        lost = fight_round(dice, self.rules, attackers, attacker, defenders, defender, True, self.uphill)
        return lost[0], lost[1]


class MeleeRound(Procedure):
    """One round of melee between figures in contact."""

    def __init__(self, rules: LancerRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("attackers", "attacking figures in contact", 5, 1, MOST),
            rating(rules, "attacker_melee", "their Melee"),
            Field("attacker_kind", "what they are (gun: its crew)", "foot", choices=ARMS),
            Field("defenders", "defending figures in contact", 5, 1, MOST),
            rating(rules, "defender_melee", "their Melee"),
            Field("defender_kind", "what they are (gun: its crew)", "foot", choices=ARMS),
            Field("lancers_charging", "the attackers are lancers, and charged this round", False),
            Field("uphill", "the attackers stand lower", False),
        )
        super().__init__(
            "melee",
            "Melee: one round, the attackers dealt round among the defenders and fought defender by defender",
            "melee-outcome",
            fields,
            ("attackers_lost", "defenders_lost"),
            "attackers=3 defenders=1 defender_melee=5",
        )

    def prepare(self, values: Values) -> Prepared:
        many_on_one(self.rules, values.number("attackers"), values.number("defenders"), "attackers on")
        return PreparedRound(self, values, self.rules)


class PreparedRound(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: LancerRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.attackers: Final = values.number("attackers")
        self.defenders: Final = values.number("defenders")
        self.charging: Final = values.flag("lancers_charging")
        self.uphill: Final = values.flag("uphill")
        self.attacker: Final = fighter_of(
            rules, KINDS.index(values.word("attacker_kind")), values.number("attacker_melee"), self.charging
        )
        self.defender: Final = fighter_of(
            rules, KINDS.index(values.word("defender_kind")), values.number("defender_melee"), False
        )

    def run(self, dice: Dice) -> Outcome:
        return Facts(
            fight_round(
                dice,
                self.rules,
                self.attackers,
                self.attacker,
                self.defenders,
                self.defender,
                self.charging,
                self.uphill,
            )
        )


class PartingBlows(Procedure):
    """What a unit suffers that leaves a melee."""

    def __init__(self, rules: LancerRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("strikers", "enemy figures in contact, each of which strikes", 2, 1, MOST),
            rating(rules, "melee", "their Melee"),
            Field("kind", "what they are (gun: its crew)", "foot", choices=ARMS),
            Field("leaving", "figures of the leaving unit that they touch", 2, 1, MOST),
            Field("leaving_kind", "what these are (gun: its crew)", "foot", choices=ARMS),
            Field("uphill", "the strikers stand lower", False),
        )
        super().__init__(
            "parting",
            "Leaving melee: the parting blows, dealt round among the figures touched",
            "melee-outcome",
            fields,
            ("lost",),
            "strikers=2 melee=5 leaving=2",
        )

    def prepare(self, values: Values) -> Prepared:
        many_on_one(self.rules, values.number("strikers"), values.number("leaving"), "strikers on")
        many_on_one(self.rules, values.number("leaving"), values.number("strikers"), "leaving figures by")
        return PreparedBlows(self, values, self.rules)


class PreparedBlows(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: LancerRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.strikers: Final = values.number("strikers")
        self.leaving: Final = values.number("leaving")
        self.uphill: Final = values.flag("uphill")
        self.striker: Final = fighter_of(rules, KINDS.index(values.word("kind")), values.number("melee"), False)
        self.leaver: Final = fighter_of(rules, KINDS.index(values.word("leaving_kind")), values.number("melee"), False)

    def run(self, dice: Dice) -> Outcome:
        lost = parting_blows(dice, self.rules, self.strikers, self.striker, self.leaving, self.leaver, self.uphill)
        return Facts((lost,))


# ---------------------------------------------------------------- the turn


class TurnLength(Procedure):
    """How long a turn lasts."""

    def __init__(self, rules: LancerRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "turn-length",
            "Length of a turn: cards drawn before STOP",
            "initiative-deck",
            (Field("cards", "cards in the deck, STOP not counted", 20, 0, 200),),
            ("cards_drawn",),
            "cards=20",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedTurn(self, values, Drawing(values.number("cards"), self.rules.stop_cards))


class PreparedTurn(Prepared):
    def __init__(self, procedure: Procedure, values: Values, drawing: Drawing) -> None:
        super().__init__(procedure, values)
        self.drawing: Final = drawing

    def run(self, dice: Dice) -> Outcome:
        return Facts((dice.through(self.drawing.cards, (0, 0), self.drawing)[0],))


class Drawing(Stage):
    """Draw a card, unless STOP has come up. The state: cards drawn, and 1 once STOP has."""

    def __init__(self, cards: int, stops: int) -> None:
        self.cards: Final = cards
        self.stops: Final = stops

    def step(self, dice: Dice, at: int, state: State) -> State:
        if state[1]:
            return state
        deck = Deck([0] * (self.cards - state[0]) + [STOP] * self.stops, [])
        if deck.pick(dice, DRAW) == STOP:
            return (state[0], 1)
        return (state[0] + 1, 0)
