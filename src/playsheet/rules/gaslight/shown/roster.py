"""Units as a roster lists them, models as a map draws them, and how far the deck has come."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.figures import LOST
from playsheet.core.reader import figure as plain
from playsheet.core.telling import Fact, Mark, Sign, Standing, Track
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import gun_words, men_names, men_words, rank_of, reasons_of, short_man
from playsheet.rules.gaslight.sheet import Card, Figure, Gun, MachineCard
from playsheet.rules.gaslight.terms import CLASSES, PLACES, QUALITIES, Arm, Leadership, ModelMark, Phase, Where
from playsheet.tabletop.machines.charts import SAVE, SHOOT, SPEED, SUSTAINS
from playsheet.tabletop.machines.machine import ENGINES, FATES, RUNNING, Machine
from playsheet.tabletop.machines.machine import IN_PLAY as WHOLE
from playsheet.tabletop.roster import engaged, in_fight_with, now_of

BLURB: Final = (
    "Victorian science fiction: redcoats, warbands and gentlemen adventurers, great guns, great apes, and machines "
    "that run on steam and luck. One figure is one man, and each does one thing a card; a twenty-sided die decides "
    "nearly everything, and panic has a chart of its own, by which some run and some charge. A few minutes for the "
    "smallest battle, an hour for the ford, an evening and a large table for the siege. It wants players who like a "
    "story as well as a victory."
)
WHY_CHECK: Final = (
    "it has lost figures",
    "the army commander is lost",
    "its machine was hit",
    "the game master says so",
)  # in the order of REASONS
ARMS: Final = ("foot", "horse", "gun", "vehicle", "leader", "beast")
WALKERS: Final = ("walker", "strider", "tripod")  # a machine of such a name is drawn on legs


def roster(battle: GaslightBattle) -> list[Standing]:
    found: list[Standing] = []
    for unit in battle.units:
        own = battle.own_strength(unit) if unit.place == Where.ON_TABLE else 0
        if unit.place == Where.ATTACHED:
            own = 1
        standing = Standing(
            unit.side,
            unit.name,
            own,
            unit.start,
            PLACES[unit.place],
            unit.place in (Where.ON_TABLE, Where.ATTACHED),
            state_of(battle, unit),
            unit.place == Where.ON_TABLE and is_shaken(battle, unit),
        )
        standing.seat = unit.seat
        standing.arm = ARMS[unit.kind]
        if unit.place in (Where.ON_TABLE, Where.ATTACHED):
            standing.at = middle(battle, unit)
            standing.signs = signs_of(battle, unit)
        standing.first = unit.first
        standing.men = men_names(unit)
        standing.facts = facts_of(battle, unit)
        found.append(standing)
    return found


def middle(battle: GaslightBattle, unit: Unit) -> tuple[float, float, float]:
    """Where the unit is, and which way it faces: its machine or gun, else the middle of its figures and its leader."""
    if unit.has_machine() or battle.gun_of(unit) >= 0:
        x, y = battle.at(unit.model)
        return x, y, battle.figures.facing[i64(unit.model)]
    own = [unit.first] if unit.kind == Arm.CHARACTER else battle.members(unit)
    x, y = battle.centre(own)
    leader = unit.leader if unit.leader in own else own[0]
    return x, y, battle.figures.facing[i64(leader)]


def is_shaken(battle: GaslightBattle, unit: Unit) -> bool:
    """Worth a glance: a check is due, somebody is frozen, or the engine stands still."""
    if unit.pending and not unit.lone():
        return True
    if unit.has_machine() and battle.machine_of(unit).engine != RUNNING:
        return True
    return any(battle.marked(figure, ModelMark.FROZEN | ModelMark.RUNNING_OFF) for figure in battle.members(unit))


# ---------------------------------------------------------------- states


def state_of(battle: GaslightBattle, unit: Unit) -> list[str]:
    """What is to be known of a unit besides its numbers."""
    if unit.place == Where.ATTACHED:
        return [f"with {battle.units[unit.attached_to].name}"]
    if unit.place != Where.ON_TABLE:
        return [PLACES[unit.place]]
    found: list[str] = []
    if unit.kind == Arm.VEHICLE:
        found += machine_states(battle, unit)
    foes = foes_of(battle, unit)
    if foes:
        found.append(in_fight_with(foes, "close combat"))
    frozen = len([figure for figure in battle.members(unit) if battle.marked(figure, ModelMark.FROZEN)])
    if frozen:
        found.append("frozen" if unit.lone() else f"{frozen} frozen")
    if not unit.lone() and unit.leader < 0:
        found.append("leaderless")
    elif not unit.lone() and unit.new_leader:
        found.append("under a new leader")
    if unit.pending and not unit.lone():
        found.append("must check morale")
    if unit.kind == Arm.CREW:
        found += gun_states(battle, unit)
    empty = unloaded(battle, unit)
    if empty:
        found.append("unloaded" if empty == battle.strength(unit) else f"{empty} unloaded")
    return found


def machine_states(battle: GaslightBattle, unit: Unit) -> list[str]:
    """Its fate if it is lost; else the engine, the steering, the steam, the weapons."""
    machine = battle.machine_of(unit)
    if machine.fate != WHOLE:
        return [f"machine {FATES[machine.fate]}"]
    found: list[str] = []
    if machine.engine != RUNNING:
        found.append(f"engine {ENGINES[machine.engine].replace('-', ' ')}")
    if not machine.steers:
        found.append("steering jammed")
    if machine.timer:
        found.append(f"steam for {machine.timer} more {'turn' if machine.timer == 1 else 'turns'}")
    card = unit.card.machine
    if card is not None:
        for index in range(len(card.weapons)):
            what = gun_words(card.weapons[index])[4:]
            if not machine.weapons[index]:
                found.append(f"{what} destroyed")
            elif not unit.weapons_loaded >> index & 1:
                found.append(f"{what} unloaded")
    return found


def gun_states(battle: GaslightBattle, unit: Unit) -> list[str]:
    if battle.gun_of(unit) < 0:
        return ["gun destroyed"]
    if battle.marked(unit.model, ModelMark.BROKEN):
        return ["gun broken"]
    return [] if battle.marked(unit.model, ModelMark.LOADED) else ["gun unloaded"]


def unloaded(battle: GaslightBattle, unit: Unit) -> int:
    """How many must reload what they carry."""
    return len([figure for figure in battle.members(unit) if must_reload(battle, figure)])


def must_reload(battle: GaslightBattle, figure: int) -> bool:
    weapon = battle.cast[figure].weapon
    return weapon is not None and weapon.reload and not battle.marked(figure, ModelMark.LOADED)


def foes_of(battle: GaslightBattle, unit: Unit) -> list[str]:
    """The units that it is in contact with."""
    found: list[str] = []
    models = battle.on_foot(unit)
    if unit.has_machine():
        models = [*models, unit.model]
    for model in models:
        for foe in battle.foes(model):
            name = battle.unit_of(foe).name
            if name not in found:
                found.append(name)
    return found


def signs_of(battle: GaslightBattle, unit: Unit) -> list[Sign]:
    """States that the table shows."""
    found: list[Sign] = []
    if unit.place == Where.ATTACHED:
        return found
    if unit.pending and not unit.lone():
        found.append(
            Sign("faltering", f"Must check morale on its next card: {', '.join(reasons_of(unit.pending, WHY_CHECK))}.")
        )
    if not unit.lone() and unit.leader < 0:
        found.append(Sign("leaderless", "Leaderless: it moves at half rate and may not declare a charge."))
    elif not unit.lone() and unit.new_leader:
        found.append(Sign("leaderless", "Its leader took over this turn: until it ends the unit counts as leaderless."))
    elif not unit.lone() and unit.leadership == Leadership.STAND_IN:
        found.append(Sign("stand-in", "A stand-in leads it, for movement and formation only."))
    foes = foes_of(battle, unit)
    if foes:
        found.append(engaged(in_fight_with(foes, "close combat")))
    if unit.kind == Arm.VEHICLE and unit.has_machine():
        found += machine_signs(battle.machine_of(unit))
    if unit.kind == Arm.CREW and battle.gun_of(unit) >= 0:
        if battle.marked(unit.model, ModelMark.BROKEN):
            found.append(Sign("jammed", "The gun is broken and must be repaired before it fires again."))
        elif not battle.marked(unit.model, ModelMark.LOADED):
            found.append(Sign("unloaded", "The gun must be reloaded before it fires again."))
    return found


def machine_signs(machine: Machine) -> list[Sign]:
    found: list[Sign] = []
    if machine.engine != RUNNING:
        said = ("", "Stalled: a Start roll must get it going.", "No power: its steam has failed.")
        more = ("Its engine is dead for good.", "It balks: it misses its next drive.")
        found.append(Sign("stalled", (*said, *more)[machine.engine]))
    if not machine.steers:
        found.append(Sign("steering", "Its steering is jammed: no turn until a Start roll passes."))
    if machine.timer:
        turns = f"{machine.timer} {'turn' if machine.timer == 1 else 'turns'}"
        found.append(Sign("steam", f"It loses steam: its power fails in {turns}."))
    return found


# ---------------------------------------------------------------- the card


def facts_of(battle: GaslightBattle, unit: Unit) -> list[Fact]:
    """The unit's card, and what damage has left of it."""
    card = unit.card
    found: list[Fact] = []
    if not unit.lone() and unit.kind != Arm.VEHICLE:
        found.append(Fact("Quality", QUALITIES[card.quality] + (", drilled" if card.drilled else ", undrilled")))
    if card.cards > 1:
        found.append(Fact("Cards", str(card.cards)))
    if card.machine is not None:
        found += machine_facts(card.machine, battle.machine_of(unit))
    if card.gun is not None:
        found.append(Fact("Gun", gun_fact(card.gun)))
        found.append(Fact("Gun moves", f"{plain(card.gun.move)} inches" if card.gun.move else "only turns"))
    elif card.machine is None:
        found.append(Fact("Move", f"{plain(card.move)} inches"))
    for figure, count in alike(card):
        found.append(Fact(figures_name(battle, unit, figure, count), figure_fact(figure)))
    if unit.place in (Where.ON_TABLE, Where.ATTACHED) and unit.leader >= 0 and not unit.lone():
        found.append(Fact("Led by", short_man(battle, unit.leader)))
    return found


def alike(card: Card) -> list[tuple[Figure, int]]:
    """The lines of the card: a figure, and how many there are of it."""
    found: list[tuple[Figure, int]] = []
    for figure in card.figures:
        if found and found[-1][0] is figure:
            found[-1] = (figure, found[-1][1] + 1)
        else:
            found.append((figure, 1))
    return found


def figures_name(battle: GaslightBattle, unit: Unit, figure: Figure, count: int) -> str:
    """`Sergeant (veteran)`, `8 redcoats`."""
    if unit.lone():
        return CLASSES[figure.cls].capitalize() if figure.character else "Beast"
    place = unit.card.figures.index(figure)
    rank = rank_of(battle, unit.first + place)
    if not rank:
        return f"{count} {men_words(unit)[0 if count == 1 else 1]}"
    cls = CLASSES[figure.cls]
    name = rank.capitalize() if rank == cls else f"{rank.capitalize()} ({cls})"
    return name if count == 1 else f"{count} x {name}"


def figure_fact(figure: Figure) -> str:
    """`Shoot 12, Scuffle 12, Save 11, revolver`."""
    parts: list[str] = []
    if figure.weapon is not None or figure.shoot > 1:
        parts.append(f"Shoot {figure.shoot}")
    parts.append(f"Scuffle {figure.scuffle}")
    if figure.save:
        parts.append(f"Save {figure.save}")
    if figure.weapon is not None:
        parts.append(figure.weapon.name.lower())
    if figure.grenades:
        parts.append(f"{figure.grenades} {'grenade' if figure.grenades == 1 else 'grenades'}")
    return ", ".join(parts)


def gun_fact(gun: Gun) -> str:
    reload = "reload after each shot" if gun.reload else "no reloading"
    return f"{gun.name}, {reload}"


def machine_facts(card: MachineCard, machine: Machine) -> list[Fact]:
    """Its attributes as they are now; what it had when it was whole stands behind."""
    stats = machine.stats
    found = [
        Fact("Speed", now_of(stats[SPEED], card.speed)),
        Fact("Spin", f"{plain(card.spin)} degrees"),
        Fact("Sustain", now_of(stats[SUSTAINS], card.sustain)),
        Fact("Start", str(card.start)),
        Fact("Save", now_of(stats[SAVE], card.save)),
        Fact("Shoot", now_of(machine.shoot(), card.shoot) if stats[SHOOT] or machine.men() else str(card.shoot)),
        Fact("Hull", f"{plain(card.length)} x {plain(card.width)} inches, {'open' if card.open else 'closed'}"),
    ]
    if card.scuffle_dice:
        dice = f"{card.scuffle_dice} {'die' if card.scuffle_dice == 1 else 'dice'}"
        found.append(Fact("Scuffle", f"{card.scuffle}, {dice}{', special melee weapon' if card.special else ''}"))
    for index in range(len(card.weapons)):
        gun = card.weapons[index]
        worse = machine.weapons[index] - 1
        state = ", destroyed" if not machine.weapons[index] else f", Shoot -{worse}" if worse else ""
        name = gun_words(gun)[4:]
        found.append(Fact(name[:1].upper() + name[1:], gun_fact(gun) + state))
    return found


# ---------------------------------------------------------------- marks


def marks(battle: GaslightBattle) -> list[Mark]:
    """Machines, wrecks and guns first, under the figures; characters last, on top. Crews aboard are not drawn."""
    found: list[Mark] = []
    for unit in battle.units:
        if unit.kind == Arm.VEHICLE and unit.hull is not None:
            found.append(machine_mark(unit))
        elif battle.gun_of(unit) >= 0 and unit.place == Where.ON_TABLE:
            found.append(gun_mark(battle, unit))
    for characters in (False, True):
        for unit in battle.units:
            if unit.place == Where.ON_TABLE:
                for figure in battle.on_foot(unit):
                    if battle.is_character(figure) == characters:
                        found.append(figure_mark(battle, unit, figure))
    return found


def machine_mark(unit: Unit) -> Mark:
    hull = unit.hull
    if hull is None:
        raise AttributeError(unit.name + " has no hull on the table")
    shape = "wreck" if unit.is_wreck() else "walker" if is_walker(unit) else "vehicle"
    mark = Mark(hull.x, hull.y, unit.id, unit.model, hull.facing, shape, 2.0 * hull.half_w, 2.0 * hull.half_d)
    mark.role = unit.card.name
    return mark


def is_walker(unit: Unit) -> bool:
    words = unit.card.name.lower().split(" ")
    return any(word in WALKERS for word in words)


def gun_mark(battle: GaslightBattle, unit: Unit) -> Mark:
    at: i64 = unit.model
    gun = unit.card.gun
    shape = "gatling" if gun is not None and gun.shots > 1 else "gun"
    figures = battle.figures
    mark = Mark(figures.x[at], figures.y[at], unit.id, unit.model, figures.facing[at], shape, 2.0 * battle.radius[at])
    mark.role = gun.name if gun is not None else ""
    if battle.marked(unit.model, ModelMark.BROKEN):
        mark.signs.append(Sign("jammed", "Broken."))
    elif not battle.marked(unit.model, ModelMark.LOADED):
        mark.signs.append(Sign("unloaded", "Unloaded."))
    return mark


def figure_mark(battle: GaslightBattle, unit: Unit, figure: int) -> Mark:
    """A figure of the unit; an attached character is drawn as of his own."""
    at: i64 = figure
    figures = battle.figures
    home = battle.units[battle.home[at]]
    mark = Mark(
        figures.x[at], figures.y[at], home.id, figure, figures.facing[at], shape_of(battle, home, figure),
        2.0 * battle.radius[at],
    )  # fmt: skip
    mark.role = role_of(battle, home, figure)
    mark.signs = figure_signs(battle, unit, figure)
    return mark


def shape_of(battle: GaslightBattle, home: Unit, figure: int) -> str:
    if home.kind == Arm.BEAST:
        return "beast"
    character = battle.is_character(figure)
    if home.kind == Arm.HORSE:
        return "mounted-leader" if character else "horse"
    if home.kind in (Arm.CREW, Arm.VEHICLE):
        return "crew"
    return "leader" if character else "foot"


def role_of(battle: GaslightBattle, home: Unit, figure: int) -> str:
    """What is particular about it: `sergeant (veteran)`, `hero, army commander`; empty for an Extra."""
    cls = CLASSES[battle.cast[figure].cls]
    rank = "" if home.lone() else rank_of(battle, figure)
    word = cls if home.kind == Arm.CHARACTER or rank == cls else f"{rank} ({cls})" if rank else ""
    if figure not in battle.commanders:
        return word
    return f"{word}, army commander" if word else "army commander"


def figure_signs(battle: GaslightBattle, unit: Unit, figure: int) -> list[Sign]:
    """States of the single figure."""
    found: list[Sign] = []
    if figure == unit.leader and not unit.lone():
        found.append(Sign("leads", "Leads the unit."))
    if battle.marked(figure, ModelMark.FROZEN):
        found.append(Sign("frozen", "Frozen: no action on the next card."))
    elif battle.marked(figure, ModelMark.SKIPS):
        found.append(Sign("frozen", "No action on the next card, if it comes this turn."))
    if battle.marked(figure, ModelMark.RUNNING_OFF):
        found.append(Sign("routing", "Runs for the table's edge on every card."))
    if battle.marked(figure, ModelMark.WAITS):
        found.append(Sign("waits", "Acts with the unit from the next turn on."))
    if must_reload(battle, figure):
        found.append(Sign("unloaded", "Must reload."))
    return found


def fallen(battle: GaslightBattle) -> list[Mark]:
    """Where figures were killed. Who ran from the table left nothing; who died with a machine is not drawn."""
    found: list[Mark] = []
    for unit in battle.units:
        if unit.kind != Arm.VEHICLE:
            for figure in battle.figures.in_state(unit.first, unit.start, LOST):
                mark = figure_mark(battle, unit, figure)
                mark.signs = []
                found.append(mark)
    return found


# ---------------------------------------------------------------- the deck


def track(battle: GaslightBattle) -> Track | None:
    """The cards drawn this turn."""
    if battle.phase == Phase.DEPLOYING:
        return None
    drawn = battle.deck.drawn
    names = [battle.units[card].name for card in drawn]
    now = len(drawn) - 1 if battle.active >= 0 or battle.queue else -1
    return Track("deck", names, drawn[:], now, len(battle.deck.left), -1)
