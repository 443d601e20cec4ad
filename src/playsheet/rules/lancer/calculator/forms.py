"""The procedures of this sheet as forms: for the calculator, the odds and the commander's estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.decks import Deck
from playsheet.core.dice import Dice, Stage, State
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm, Facts, Field, Form, Value, Values
from playsheet.rules.lancer.battle.state import STOP
from playsheet.rules.lancer.dice.melee import Fighter, fight_round, fighter_of, parting_blows
from playsheet.rules.lancer.dice.morale import Target, casualty_checks, fall_back_inches, unit_morale_check
from playsheet.rules.lancer.dice.shooting import Fire, Volley, Witness, volley
from playsheet.rules.lancer.sheet import LancerRules, Rate
from playsheet.rules.lancer.terms import KINDS, Arm
from playsheet.rules.lancer.turn import DRAW

MOST: Final = 60  # figures in a unit
NEVER: Final = 99  # inches: farther than anything goes
ARMS: Final = KINDS[:3]
HOWS: Final = ("move", "column", "charge", "woods", "woods_charge")

# how a unit came through its Unit Morale Check
NOT_HIT: Final = "not hit"
HELD: Final = "held"
FALLS_BACK: Final = "falls back"
ROUTED: Final = "routed"
WAITS: Final = "waits for STOP"


# ---------------------------------------------------------------- inputs that several forms share


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


def target_inputs(target: Target) -> dict[str, Value]:
    return {
        "target": target.figures,
        "start": target.start,
        "morale": target.morale,
        "commanders": target.commanders,
    }


def room_field(said: str) -> Field:
    """How far it may fall back: a fall back of that many inches or more is a rout."""
    return Field("room", f"inches from {said} back to what it would collide with, rounded up", NEVER, 0, NEVER)


def many_on_one(rules: LancerRules, many: int, ones: int, words: str) -> None:
    """Refuse more figures in contact than can be."""
    if many > rules.most_contacts * ones:
        raise Refused(f"{many} {words} {ones} are too many: at most {rules.most_contacts} can touch one figure.")


# ---------------------------------------------------------------- the turn


def turn_length(dice: Dice, rules: LancerRules, cards: int) -> Facts:
    return (dice.through(cards, (0, 0), Drawing(cards, rules.stop_cards))[0],)


def cards_of(rules: LancerRules, values: Values) -> int:
    return values.number("cards")


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


TURN_LENGTH: Final = Form(
    "turn-length",
    "Length of a turn: cards drawn before STOP",
    at="initiative-deck",
    example="cards=20",
    results=("cards_drawn",),
    fields=(Field("cards", "cards in the deck, STOP not counted", 20, 0, 200),),
    read=cards_of,
    run=turn_length,
)


# ---------------------------------------------------------------- movement


class March:
    """Who moves (a commander goes as his mount does), and how."""

    def __init__(self, arm: int, how: str) -> None:
        self.arm: Final = arm
        self.how: Final = how


def march_of(rules: LancerRules, values: Values) -> March:
    march = March(ARMS.index(values.word("kind")), values.word("how"))
    if rate_of(rules, march).dice == 0:
        raise Refused(f"the sheet gives {values.word('kind')} no distance for {march.how}.")
    return march


def march_inputs(rules: LancerRules, march: March) -> dict[str, Value]:
    return {"kind": KINDS[march.arm], "how": march.how}


def rate_of(rules: LancerRules, march: March) -> Rate:
    """The cell of `movement`; woods are for foot only."""
    how = march.how
    if how in ("woods", "woods_charge"):
        if march.arm != Arm.FOOT:
            kind = KINDS[march.arm]
            raise Refused(f"{kind} passes woods by road only, and then at its own rate: expected kind=foot for {how}.")
        return rules.woods if how == "woods" else rules.woods_charge
    rates = rules.columns if how == "column" else rules.charges if how == "charge" else rules.moves
    return rates[march.arm]


def distance(dice: Dice, rules: LancerRules, march: March) -> Facts:
    return (rate_of(rules, march).inches(dice, []),)


MOVE: Final = Form(
    "move",
    "Movement: how far a unit goes",
    at="movement",
    example="kind=foot how=column",
    results=("inches",),
    fields=(
        Field("kind", "what moves (a commander goes as his mount does)", "foot", choices=ARMS),
        Field("how", "how it moves", "move", choices=HOWS),
    ),
    read=march_of,
    run=distance,
    write=march_inputs,
)


# ---------------------------------------------------------------- shooting


class Shooting:
    """A volley on paper: how many fire, and how far the target may fall back."""

    def __init__(self, volley: Volley, figures: int, room: int) -> None:
        self.volley: Final = volley
        self.figures: Final = figures
        self.room: Final = [room]


def shooting_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("weapon", "what it fires", next(iter(rules.weapons)), choices=tuple(rules.weapons)),
        Field("figures", "who fires: rifles in the front two ranks, or crew", size(rules, "foot"), 1, MOST),
        Field("cover", "where the target stands", "open", choices=("open", "cover")),
        *target_fields(rules),
        room_field("the target"),
        Field("in_melee", "the target is in melee: its check waits for STOP (R27)", default=False),
    )


def shooting_of(rules: LancerRules, values: Values) -> Shooting:
    weapon = rules.weapons[values.word("weapon")]
    figures = values.number("figures")
    dice = weapon.dice_for(figures, weapon.by_figures and rules.round_up)
    if dice == 0:
        raise Refused(f"{figures} with {weapon.id} throws no dice: expected {weapon.per} or more.")
    in_melee = values.flag("in_melee")
    if in_melee and not rules.fire_into_melee:
        raise Refused("a unit in melee cannot be shot at: that needs the switch fire_into_melee = yes (R27).")
    shot = Volley(weapon, dice, values.word("cover") == "cover", target_of(rules, values), not in_melee)
    return Shooting(shot, figures, values.number("room"))


def shooting_inputs(rules: LancerRules, shooting: Shooting) -> dict[str, Value]:
    shot = shooting.volley
    return {
        "weapon": shot.weapon.id,
        "figures": shooting.figures,
        "cover": "cover" if shot.cover else "open",
        **target_inputs(shot.target),
        "room": shooting.room[0],
        "in_melee": not shot.checks_now,
    }


def shoot(dice: Dice, rules: LancerRules, shooting: Shooting) -> Facts:
    paper = OnPaper(shooting.volley, shooting.room, rules.rout_takes_commander)
    volley(dice, rules, shooting.volley, paper)
    return paper.facts()


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

    def facts(self) -> Facts:
        return (self.hits, self.jammed, self.morale, self.lost, self.commanders_lost)


SHOOT: Final = Form(
    "shoot",
    "Shooting: a volley, the target's Unit Morale Check and its casualties",
    at="shooting",
    example="weapon=rifles figures=9 target=10 start=10 morale=3",
    results=("hits", "jammed", "morale", "lost", "commanders_lost"),
    fields=shooting_fields,
    read=shooting_of,
    run=shoot,
    write=shooting_inputs,
)


class Hits:
    """So many hits on a unit."""

    def __init__(self, target: Target, hits: int) -> None:
        self.target: Final = target
        self.hits: Final = hits


def hits_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (Field("hits", "hits on the unit", 3, 0, 2 * MOST), *target_fields(rules))


def hits_of(rules: LancerRules, values: Values) -> Hits:
    return Hits(target_of(rules, values), values.number("hits"))


def casualties(dice: Dice, rules: LancerRules, hit: Hits) -> Facts:
    left = casualty_checks(dice, rules, hit.target, hit.hits)
    return (hit.target.figures - left[0], hit.target.commanders - left[1])


CASUALTIES: Final = Form(
    "casualties",
    "Casualty checks: one for each hit, a random figure for each that fails",
    at="hit-sequence",
    example="hits=2 target=5 start=10 morale=5 commanders=1",
    results=("lost", "commanders_lost"),
    fields=hits_fields,
    read=hits_of,
    run=casualties,
)


# ---------------------------------------------------------------- morale


class Shaken:
    """Who makes a Unit Morale Check, and how far it may fall back."""

    def __init__(self, unit: Target, room: int) -> None:
        self.unit: Final = unit
        self.room: Final = room


def morale_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        rating(rules, "morale", "the unit's Morale, as printed on its card"),
        Field("figures", "figures in the unit", size(rules, "foot"), 1, MOST),
        Field("start", "figures it started with", size(rules, "foot"), 1, MOST),
        Field("commander", "a commander is attached", default=False),
        room_field("the unit"),
    )


def shaken_of(rules: LancerRules, values: Values) -> Shaken:
    commanders = 1 if values.flag("commander") else 0
    return Shaken(target(rules, values, values.number("figures"), commanders), values.number("room"))


def morale_check(dice: Dice, rules: LancerRules, shaken: Shaken) -> Facts:
    """A Unit Morale Check and, if it fails, the fall back."""
    if unit_morale_check(dice, rules, shaken.unit.effective(0), shaken.unit.commanders > 0):
        return (HELD, 0)
    inches = fall_back_inches(dice, rules)
    if inches >= shaken.room:
        return (ROUTED, shaken.room)
    return (FALLS_BACK, inches)


MORALE: Final = Form(
    "morale",
    "Unit Morale Check, as a hit unit or a game master's word calls for it",
    at="morale-check",
    example="morale=3 figures=5 start=10 room=9",
    results=("morale", "inches"),
    fields=morale_fields,
    read=shaken_of,
    run=morale_check,
)

STOP_CHECK: Final = Form(
    "stop-check",
    "Unit Morale Check of a unit locked in melee when STOP comes up",
    at="morale-check",
    example="morale=4 figures=6 start=10 commander=yes",
    results=("morale", "inches"),
    fields=morale_fields,
    read=shaken_of,
    run=morale_check,
)


# ---------------------------------------------------------------- charge and melee


class Body:
    """Figures alike in a melee."""

    def __init__(self, figures: int, arm: int, melee: int, lancer: bool) -> None:
        self.figures: Final = figures
        self.arm: Final = arm  # a gun: its crew
        self.melee: Final = melee
        self.lancer: Final = lancer

    def fighter(self, rules: LancerRules) -> Fighter:
        return fighter_of(rules, self.arm, self.melee, self.lancer)


class Assault:
    """A charge: how far off the enemy is, who would fight whom. `counter`: the enemy, who charged first, attacks."""

    def __init__(self, charger: Body, enemy: Body, *, gap: int, woods: bool, uphill: bool, counter: bool) -> None:
        self.charger: Final = charger
        self.enemy: Final = enemy
        self.gap: Final = gap
        self.woods: Final = woods
        self.uphill: Final = uphill
        self.counter: Final = counter

    def march(self) -> March:
        return March(self.charger.arm, "woods_charge" if self.woods else "charge")


def charge_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("kind", "who charges", "foot", choices=ARMS[:2]),
        Field("gap", f"inches to the enemy, rounded up; {NEVER}: it cannot get home", 10, 0, NEVER),
        Field("woods", "the ground ahead is woods", default=False),
        Field("figures", "charging figures that would touch the enemy", 5, 0, MOST),
        rating(rules, "melee", "their Melee"),
        Field("lancer", "they are lancers", default=False),
        Field("enemy_kind", "whom they charge (gun: its crew)", "foot", choices=ARMS),
        Field("enemies", "enemy figures that they would touch", 5, 0, MOST),
        rating(rules, "enemy_melee", "the enemy's Melee"),
        Field("enemy_lancer", "the enemy are lancers (counts only if they attack)", default=False),
        Field("uphill", "the attacker's figures stand lower", default=False),
        Field("counter", "it is a counter-charge: the enemy, who charged first, attacks (R22)", default=False),
    )


def assault_of(rules: LancerRules, values: Values) -> Assault:
    kind = values.word("kind")
    if values.flag("woods") and kind != "foot":
        raise Refused(f"{kind} does not charge through woods: expected kind=foot.")
    mine = values.number("figures")
    theirs = values.number("enemies")
    if (mine == 0) != (theirs == 0):
        raise Refused("figures that touch nobody do not fight: expected figures and enemies both 0, or neither.")
    many_on_one(rules, mine, theirs, "figures on")
    many_on_one(rules, theirs, mine, "enemies on")
    enemy_arm = ARMS.index(values.word("enemy_kind"))
    return Assault(
        Body(mine, ARMS.index(kind), values.number("melee"), values.flag("lancer")),
        Body(theirs, enemy_arm, values.number("enemy_melee"), values.flag("enemy_lancer")),
        gap=values.number("gap"),
        woods=values.flag("woods"),
        uphill=values.flag("uphill"),
        counter=values.flag("counter"),
    )


def assault_inputs(rules: LancerRules, assault: Assault) -> dict[str, Value]:
    return {
        "kind": KINDS[assault.charger.arm],
        "gap": assault.gap,
        "woods": assault.woods,
        "figures": assault.charger.figures,
        "melee": assault.charger.melee,
        "lancer": assault.charger.lancer,
        "enemy_kind": KINDS[assault.enemy.arm],
        "enemies": assault.enemy.figures,
        "enemy_melee": assault.enemy.melee,
        "enemy_lancer": assault.enemy.lancer,
        "uphill": assault.uphill,
        "counter": assault.counter,
    }


def charge(dice: Dice, rules: LancerRules, assault: Assault) -> Facts:
    """The distance and, if it gets home, a round of melee."""
    gap = assault.gap
    inches = rate_of(rules, assault.march()).inches(dice, [*range(1, gap + 1)])
    if inches < gap:
        return (False, inches, 0, 0)
    if assault.charger.figures == 0:
        return (True, gap, 0, 0)
    if assault.counter and not rules.reactor_attacks:
        theirs, mine = one_round(dice, rules, assault.enemy, assault.charger, charging=True, uphill=assault.uphill)
    else:
        mine, theirs = one_round(dice, rules, assault.charger, assault.enemy, charging=True, uphill=assault.uphill)
    return (True, gap, mine, theirs)


def one_round(
    dice: Dice, rules: LancerRules, attackers: Body, defenders: Body, *, charging: bool, uphill: bool
) -> tuple[int, int]:
    """Attackers lost, defenders lost."""
    attacker = attackers.fighter(rules)
    defender = defenders.fighter(rules)
    lost = fight_round(dice, rules, attackers.figures, attacker, defenders.figures, defender, charging, uphill)
    return lost[0], lost[1]


CHARGE: Final = Form(
    "charge",
    "Charge: does it get home, and the round of melee that follows",
    at="movement",
    example="kind=horse gap=16 lancer=yes figures=3 enemies=3 enemy_melee=3",
    results=("contact", "inches", "lost", "enemies_lost"),
    fields=charge_fields,
    read=assault_of,
    run=charge,
    write=assault_inputs,
)


class Contact:
    """Figures in contact: who attacks or strikes, and whom."""

    def __init__(self, attackers: Body, defenders: Body, *, uphill: bool) -> None:
        self.attackers: Final = attackers
        self.defenders: Final = defenders
        self.uphill: Final = uphill


def melee_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("attackers", "attacking figures in contact", 5, 1, MOST),
        rating(rules, "attacker_melee", "their Melee"),
        Field("attacker_kind", "what they are (gun: its crew)", "foot", choices=ARMS),
        Field("defenders", "defending figures in contact", 5, 1, MOST),
        rating(rules, "defender_melee", "their Melee"),
        Field("defender_kind", "what they are (gun: its crew)", "foot", choices=ARMS),
        Field("lancers_charging", "the attackers are lancers, and charged this round", default=False),
        Field("uphill", "the attackers stand lower", default=False),
    )


def contact_of(rules: LancerRules, values: Values) -> Contact:
    attackers = values.number("attackers")
    defenders = values.number("defenders")
    many_on_one(rules, attackers, defenders, "attackers on")
    attacker_arm = ARMS.index(values.word("attacker_kind"))
    defender_arm = ARMS.index(values.word("defender_kind"))
    return Contact(
        Body(attackers, attacker_arm, values.number("attacker_melee"), values.flag("lancers_charging")),
        Body(defenders, defender_arm, values.number("defender_melee"), lancer=False),
        uphill=values.flag("uphill"),
    )


def contact_inputs(rules: LancerRules, contact: Contact) -> dict[str, Value]:
    return {
        "attackers": contact.attackers.figures,
        "attacker_melee": contact.attackers.melee,
        "attacker_kind": KINDS[contact.attackers.arm],
        "defenders": contact.defenders.figures,
        "defender_melee": contact.defenders.melee,
        "defender_kind": KINDS[contact.defenders.arm],
        "lancers_charging": contact.attackers.lancer,
        "uphill": contact.uphill,
    }


def melee(dice: Dice, rules: LancerRules, contact: Contact) -> Facts:
    """Lancers among the attackers have charged this round: others are no lancers here."""
    return one_round(dice, rules, contact.attackers, contact.defenders, charging=True, uphill=contact.uphill)


MELEE: Final = Form(
    "melee",
    "Melee: one round, the attackers dealt round among the defenders and fought defender by defender",
    at="melee-outcome",
    example="attackers=3 defenders=1 defender_melee=5",
    results=("attackers_lost", "defenders_lost"),
    fields=melee_fields,
    read=contact_of,
    run=melee,
    write=contact_inputs,
)


def parting_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("strikers", "enemy figures in contact, each of which strikes", 2, 1, MOST),
        rating(rules, "melee", "their Melee"),
        Field("kind", "what they are (gun: its crew)", "foot", choices=ARMS),
        Field("leaving", "figures of the leaving unit that they touch", 2, 1, MOST),
        Field("leaving_kind", "what these are (gun: its crew)", "foot", choices=ARMS),
        Field("uphill", "the strikers stand lower", default=False),
    )


def leaving_of(rules: LancerRules, values: Values) -> Contact:
    strikers = values.number("strikers")
    leaving = values.number("leaving")
    many_on_one(rules, strikers, leaving, "strikers on")
    many_on_one(rules, leaving, strikers, "leaving figures by")
    melee = values.number("melee")
    return Contact(
        Body(strikers, ARMS.index(values.word("kind")), melee, lancer=False),
        Body(leaving, ARMS.index(values.word("leaving_kind")), melee, lancer=False),
        uphill=values.flag("uphill"),
    )


def leaving_inputs(rules: LancerRules, contact: Contact) -> dict[str, Value]:
    return {
        "strikers": contact.attackers.figures,
        "melee": contact.attackers.melee,
        "kind": KINDS[contact.attackers.arm],
        "leaving": contact.defenders.figures,
        "leaving_kind": KINDS[contact.defenders.arm],
        "uphill": contact.uphill,
    }


def parting(dice: Dice, rules: LancerRules, contact: Contact) -> Facts:
    striker = contact.attackers.fighter(rules)
    leaver = contact.defenders.fighter(rules)
    figures = contact.attackers.figures
    return (parting_blows(dice, rules, figures, striker, contact.defenders.figures, leaver, contact.uphill),)


PARTING: Final = Form(
    "parting",
    "Leaving melee: the parting blows, dealt round among the figures touched",
    at="melee-outcome",
    example="strikers=2 melee=5 leaving=2",
    results=("lost",),
    fields=parting_fields,
    read=leaving_of,
    run=parting,
    write=leaving_inputs,
)


def forms(rules: LancerRules) -> list[AnyForm]:
    """All of them, in the sheet's order, with the rules in force."""
    return [
        TURN_LENGTH.with_rules(rules),
        MOVE.with_rules(rules),
        SHOOT.with_rules(rules),
        CASUALTIES.with_rules(rules),
        MORALE.with_rules(rules),
        STOP_CHECK.with_rules(rules),
        CHARGE.with_rules(rules),
        MELEE.with_rules(rules),
        PARTING.with_rules(rules),
    ]
