"""Shots and blows in words: who shot at whom, what it cost, and what was done hand to hand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.events import Rolled
from playsheet.core.telling import shown_faces
from playsheet.core.words import article, counted, listed, number, upper
from playsheet.rules.gaslight.battle.fight_events import (
    Burst,
    Fired,
    Fought,
    GunFired,
    GunHit,
    GunMoved,
    GunRepairTried,
    Reloaded,
    Struck,
    WeaponFired,
)
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import (
    crew_of,
    gun_words,
    is_or_are,
    its,
    man_of,
    men_of,
    men_of_unit,
    model_name,
    name_of,
    sheltered,
    short_man,
    side_of,
    some_of,
    wording,
)
from playsheet.rules.gaslight.sheet import Gun, Weapon
from playsheet.rules.gaslight.table.damage import CAPTURE, EXPLOSION
from playsheet.rules.gaslight.terms import Arm, Leadership, ShotKind
from playsheet.tabletop.wording import a, inches, part_of, times

MELEE: Final = "melee"
BURSTS: Final = (ShotKind.SHELL, ShotKind.GRENADE, ShotKind.LAUNCHER)
CONES: Final = (ShotKind.CONE, ShotKind.GRAPE)
NO_BLOWS: Final[list[int]] = []
DEATHS: Final = {
    MELEE: "was cut down",
    ShotKind.SHELL: "was killed by the blast",
    ShotKind.GRENADE: "was killed by the blast",
    ShotKind.LAUNCHER: "was killed by the blast",
    EXPLOSION: "was killed",
    CAPTURE: "was lost",
}
MOST_FACES: Final = 12  # dice that a sentence shows one by one

# What aimed fire of several with one weapon is, by its row of the chart; {their} is filled in.
VOLLEYS: Final = {
    "thrown-stuff": ["pelted", "threw whatever came to hand at"],
    "bow": ["loosed {some arrows} at", "drew upon"],
    "crossbow": ["shot {some bolts} at", "loosed upon"],
    "spear": ["hurled {some spears} at", "cast {some spears} at"],
    "small-catapult": ["let the catapult fly at", "sent a stone at"],
    "musket-carbine": ["gave a volley to", "let off {their} pieces at", "fired on"],
    "pistol": ["emptied {their} pistols at", "fired {their} pistols at"],
    "gatling-nordenfelt": ["raked", "cranked away at", "poured bullets at"],
    "light-machine-gun": ["raked", "rattled away at"],
    "medium-machine-gun": ["raked", "hammered at"],
    "heavy-machine-gun": ["raked", "hammered at"],
    "swivel-gun": ["touched off the swivel gun at", "let the swivel gun speak to"],
}
RIFLE_VOLLEYS: Final = ["fired on", "levelled {their} rifles at", "gave a volley to", "opened fire on"]
SHELLED: Final = ["shelled", "opened on", "sent a shell at", "spoke, and its shell flew at"]
GRAPED: Final = ["poured grapeshot into", "swept the ground with grapeshot before", "fired grapeshot into"]
ONE_OF_A_KIND: Final = ("thrown-stuff", "swivel-gun", "small-catapult", "spear", "bow", "crossbow")
ONE_FACE_MISS: Final = ["a miss", "wide of the mark"]
NO_HITS: Final = ["not a hit", "all wide", "nobody hit"]
SMOKELESS: Final = {
    "thrown-stuff": "missile",
    "bow": "arrow",
    "crossbow": "bolt",
    "spear": "spear",
    "small-catapult": "stone",
}  # what flies from a weapon without powder


class Shot:
    """A shot of any kind in one shape: who shoots, with what and how, at whom."""

    def __init__(self, event: Fired | GunFired | WeaponFired, battle: GaslightBattle) -> None:
        unit = battle.units[event.unit]
        self.unit: Final = unit
        self.how: Final = event.how
        self.target: Final = battle.units[event.target]
        self.machine: Final = event.machine
        self.model: Final = event.model
        self.distance: Final = event.distance
        self.cover: Final = event.cover
        self.hits: Final = event.hits
        self.forced: Final = event.forced
        self.men = 1
        self.gun: Gun | None = None
        self.weapon: Weapon | None = None
        if isinstance(event, Fired):
            self.who = some_of(battle, unit, event.figures)
            self.men = len(event.figures)
            self.weapon = shared_weapon(battle, event.figures)
        elif isinstance(event, GunFired):
            self.who = name_of(battle, unit.id)
            self.gun = unit.card.gun
        else:
            card = unit.card.machine
            self.gun = card.weapons[event.weapon] if card is not None else None
            served = gun_words(self.gun) if self.gun is not None else "a weapon"
            self.who = f"{served} of {name_of(battle, unit.id)}"
        if self.gun is not None:
            self.weapon = self.gun.weapon


def shared_weapon(battle: GaslightBattle, figures: list[int]) -> Weapon | None:
    """What they all carry; None if they carry different things."""
    weapon = battle.cast[figures[0]].weapon if figures else None
    for figure in figures:
        if battle.cast[figure].weapon is not weapon:
            return None
    return weapon


# ---------------------------------------------------------------- the shot


def fired(event: Fired | GunFired | WeaponFired, battle: GaslightBattle, rolls: list[Rolled]) -> str:
    """Who shot at whom, how far, the dice, the hits: without the full stop, for what it cost may follow."""
    shot = Shot(event, battle)
    at = aimed_at(battle, shot)
    cover = "" if shot.how in CONES else sheltered(battle, sheltering(battle, shot), shot.cover)
    return f"{upper(shot.who)} {shooting(battle, shot)} {at}{cover} {how_far(shot)}: {what_came(battle, shot, rolls)}"


def aimed_at(battle: GaslightBattle, shot: Shot) -> str:
    """The model that is named, the machine, the crew in it, or the unit."""
    if shot.model >= 0 and shot.how not in CONES:
        return model_name(battle, shot.model)
    target = shot.target
    if target.kind == Arm.VEHICLE and not shot.machine:
        return crew_of(battle, target)
    return name_of(battle, target.id)


def sheltering(battle: GaslightBattle, shot: Shot) -> list[int]:
    """Whose cover it was."""
    if shot.model >= 0:
        return [shot.model]
    return [shot.target.model] if shot.machine else battle.members(shot.target)


def how_far(shot: Shot) -> str:
    return "at arm's length" if shot.distance < 0.05 else f"at {inches(shot.distance)}"


def shooting(battle: GaslightBattle, shot: Shot) -> str:
    """The verb of the shot."""
    seed = shot.unit.id + shot.target.id
    how = shot.how
    if shot.forced:
        return wording(battle, seed, ["fired blindly at", "let fly in a panic at"])
    if how == ShotKind.SHELL:
        return wording(battle, seed, SHELLED)
    if how == ShotKind.GRAPE:
        return wording(battle, seed, GRAPED)
    if how == ShotKind.GRENADE:
        return wording(battle, seed, ["threw a grenade at", "lobbed a grenade at"])
    if how == ShotKind.LAUNCHER:
        return wording(battle, seed, ["sent a grenade whirring at", "launched a grenade at"])
    if how == ShotKind.CONE:
        return wording(battle, seed, ["let fly with a shotgun at", "emptied a shotgun into"])
    if how == ShotKind.NAMED:
        return wording(battle, seed, ["took aim at", "drew a bead on", "fired at"])
    if shot.weapon is None:
        return "opened fire on"
    verbs = VOLLEYS.get(shot.weapon.row, RIFLE_VOLLEYS)
    if shot.men == 1 and shot.gun is None and shot.weapon.row not in ONE_OF_A_KIND:
        return wording(battle, seed, ["fired on", "tried a shot at"])
    verb = wording(battle, seed, verbs).replace("{their}", "its" if shot.gun is not None else "their")
    for thing in ("arrow", "bolt", "spear"):
        verb = verb.replace(f"{{some {thing}s}}", a(thing) if shot.men == 1 else thing + "s")
    return verb


def what_came(battle: GaslightBattle, shot: Shot, rolls: list[Rolled]) -> str:
    """The dice to hit as they fell, and the hits."""
    if shot.how in CONES:
        return f"{counted(shot.hits, 'figure', 'figures')} hit"
    thrown = [roll for roll in rolls if roll.needed.endswith("each")]
    faces = [face for roll in thrown for face in roll.faces]
    shots = len(faces)
    if shots == 1 or (shot.how in BURSTS and not faces):
        result = "a hit" if shot.hits else wording(battle, shot.unit.id, ONE_FACE_MISS)
        return f"{article(faces[0])} against {need_of(thrown[0])}, {result}" if faces else result
    smoke = shot.weapon is not None and shot.weapon.row not in SMOKELESS
    misses = [*NO_HITS, "a great deal of smoke"] if smoke else NO_HITS
    result = counted(shot.hits, "hit", "hits") if shot.hits else wording(battle, shot.unit.id, misses)
    if not faces:
        return result
    return f"{dice_to_hit(thrown, shown=shots <= MOST_FACES)}, {result}"


def need_of(roll: Rolled) -> str:
    """`5 or less`, what cover and the rest take off counted in."""
    needed = roll.needed.removesuffix(" each")
    if not needed.endswith(" or less"):
        return needed
    return f"{int(needed.removesuffix(' or less')) - sum([entry.add for entry in roll.account])} or less"


def dice_to_hit(rolls: list[Rolled], *, shown: bool) -> str:
    """`3 14 3 against 4 or less`; those with another number apart: `3 14 against 4 or less and 9 against 7 or less`."""
    needs: list[str] = []
    for roll in rolls:
        if need_of(roll) not in needs:
            needs.append(need_of(roll))
    parts: list[str] = []
    for need in needs:
        faces = [face for roll in rolls if need_of(roll) == need for face in roll.faces]
        parts.append(f"{shown_faces(faces) if shown else f'{len(faces)} dice'} against {need}")
    return listed(parts)


def missile(shot: Shot) -> str:
    """What strikes a machine: `shell`, `bullet`."""
    if shot.how in (ShotKind.GRENADE, ShotKind.LAUNCHER):
        return "grenade"
    if shot.how == ShotKind.SHELL:
        return "shell"
    if shot.weapon is not None:
        return SMOKELESS.get(shot.weapon.row, "bullet")
    return "bullet"


def burst_upon(battle: GaslightBattle, event: Burst) -> str:
    """`the shell burst upon the chieftain of the Warband`; of a machine, how far it reached."""
    if event.first < 0:
        return f"iron and scalding steam flew {inches(event.radius)} about"
    return f"it burst upon {model_name(battle, event.first)}"


def where_burst(battle: GaslightBattle, event: Burst, target: Unit, found: list[Struck]) -> str:
    """Where a shell burst, if that is not said already by whom it struck."""
    if len(found) == 1 and found[0].figure == event.first:
        return ""
    if battle.is_figure(event.first) and not battle.cast[event.first].save and battle.unit_of(event.first) is target:
        return "it burst among them"
    return burst_upon(battle, event)


def own_men(battle: GaslightBattle, side: int, found: list[Struck]) -> str:
    """A sentence about those whom their own side has killed."""
    dead = [battle.side_of(event.figure) for event in found if not event.saved]
    if side not in dead:
        return ""
    return " Friend fell with foe." if 1 - side in dead else " It had fallen among friends."


def burst(event: Burst, battle: GaslightBattle) -> str:
    return f"{upper(burst_upon(battle, event))}, and might catch {number(event.most)}."


# ---------------------------------------------------------------- whom it hit


class Toll:
    """What shots or blows did to one unit: Extras counted, everybody who could save himself by name."""

    def __init__(self, unit: Unit) -> None:
        self.unit: Final = unit
        self.killed = 0  # of its own figures, those attached not counted
        self.extras = 0
        self.named: list[int] = []  # figures with a Save that were hit, in the order of the first hit


def tolls(battle: GaslightBattle, strikes: list[Struck]) -> list[Toll]:
    """By unit, in the order in which they were hit; `battle` before the first of them was."""
    found: list[Toll] = []
    for event in strikes:
        unit = battle.unit_of(event.figure)
        toll: Toll | None = None
        for known in found:
            if known.unit is unit:
                toll = known
        if toll is None:
            toll = Toll(unit)
            found.append(toll)
        if not event.saved and battle.home[i64(event.figure)] == unit.id:
            toll.killed += 1
        if battle.cast[event.figure].save:
            if event.figure not in toll.named:
                toll.named.append(event.figure)
        elif not event.saved:
            toll.extras += 1
    return found


def struck(battle: GaslightBattle, strikes: list[Struck], blows: list[int] = NO_BLOWS, of_whom: bool = False) -> str:
    """Everybody who was hit together and who is left, as a clause; `battle` before the first of them was hit.

    `blows` are the models that blows fell on, hand to hand: one who is hit several times is told of once. `of_whom`:
    it must be said which unit they were of, as it is where several were hit.
    """
    found = tolls(battle, strikes)
    parts = [toll_in_words(battle, toll, strikes, blows, of_whom or len(found) > 1) for toll in found]
    return "; ".join([part for part in parts if part])


def toll_in_words(battle: GaslightBattle, toll: Toll, strikes: list[Struck], blows: list[int], of_whom: bool) -> str:
    """`three warriors fell, the chieftain came through unhurt and eight of twelve were left`."""
    unit = toll.unit
    how = strikes[0].how
    parts: list[str] = []
    if toll.extras:
        who = men_of_unit(battle, unit, toll.extras) if of_whom else men_of(unit, toll.extras)
        parts.append(f"{who} {fell(how, toll.extras)}")
    for figure in toll.named:
        who = man_of(battle, figure) if of_whom and not parts else short_man(battle, figure)
        parts.append(f"{who} {fate(battle, figure, [event for event in strikes if event.figure == figure], blows)}")
    if toll.killed and not unit.lone():
        parts.append(remnant(battle, unit, strikes))
    return listed(parts)


def fell(how: str, n: int) -> str:
    if how in BURSTS:
        return f"{is_or_are(n)} blown to pieces"
    if how in (EXPLOSION, CAPTURE):
        return f"{is_or_are(n)} {'killed' if how == EXPLOSION else 'lost'}"
    return "went down" if how == MELEE else "fell"


def fate(battle: GaslightBattle, figure: int, mine: list[Struck], blows: list[int]) -> str:
    """What befell one who could save himself."""
    how = mine[0].how
    if how == MELEE and mine[0].saved and blows.count(figure) > 1:
        return f"turned {number(blows.count(figure))} blows aside"
    saved = len([event for event in mine if event.saved])
    dead = len(mine) > saved
    beast = battle.is_beast(figure)
    if not dead:
        if saved > 1:
            return f"came through {number(saved)} hits unhurt"
        choices = ["came through unhurt", "bore a charmed life", "took no harm"]
        if how == MELEE:
            choices = ["turned the blow aside", "parried"]
        if beast:
            choices = ["shook it off with a roar", "only roared"]
        return wording(battle, figure, choices)
    end = DEATHS.get(how, "was shot dead")
    if beast:
        end = wording(battle, figure, ["crashed to the ground, dead", "fell dead"])
    if saved:
        return f"was spared {times(saved)}, then {end.removeprefix('was ')}"
    return end


def remnant(battle: GaslightBattle, unit: Unit, strikes: list[Struck]) -> str:
    """Who is left of the unit: `eight of twelve were left`; a leader who fell is missed."""
    gone = [
        event.figure
        for event in strikes
        if not event.saved and battle.in_play(event.figure) and battle.home[i64(event.figure)] == unit.id
    ]
    left = battle.own_strength(unit) - len(gone)
    if left <= 0:
        return "nobody was left"
    said = f"{part_of(left, unit.start)} {is_or_are(left)} left"
    if unit.leadership == Leadership.LED and any(event.figure == unit.leader and not event.saved for event in strikes):
        said += ", without a leader"
    return said


def commanders_lost(battle: GaslightBattle, figures: list[int]) -> str:
    """The army has lost its head: a sentence of its own."""
    said = ""
    for figure in figures:
        if figure in battle.commanders:
            side = side_of(battle, battle.side_of(figure))
            said += f" The commander of {side} was lost, and every unit would have to answer for its nerve."
    return said


def struck_sentence(battle: GaslightBattle, strikes: list[Struck]) -> str:
    """Hits that no shot was told before."""
    dead = [event.figure for event in strikes if not event.saved]
    return f"{upper(struck(battle, strikes))}.{commanders_lost(battle, dead)}"


def reloaded(event: Reloaded, battle: GaslightBattle) -> str:
    unit = battle.units[event.unit]
    verbs = ["reloaded", "bit cartridge and rammed home", "loaded again"]
    weapon = shared_weapon(battle, event.figures)
    if weapon is None or weapon.row not in ("musket-carbine", "muzzle-loading-rifle"):
        verbs = ["reloaded", "loaded again"]
    return f"{upper(some_of(battle, unit, event.figures))} {wording(battle, unit.id, verbs)}."


# ---------------------------------------------------------------- guns


def gun_reloaded(battle: GaslightBattle, unit: Unit) -> str:
    verbs = ["sponged out and loaded", "rammed home a fresh charge", "reloaded"]
    return f"{upper(crew_of(battle, unit))} {wording(battle, unit.id, verbs)}."


def gun_hit(event: GunHit, battle: GaslightBattle) -> str:
    unit = battle.units[event.unit]
    name = upper(name_of(battle, unit.id))
    if not event.destroyed:
        return f"{name} was knocked out of action, and would have to be mended."
    return f"{name} {wording(battle, unit.id, ['was smashed upon its carriage', 'was dismounted and destroyed'])}."


def gun_mended(event: GunRepairTried, battle: GaslightBattle) -> str:
    who = upper(crew_of(battle, battle.units[event.unit]))
    return f"{who} {'got the gun to work again' if event.mended else 'hammered at the broken gun in vain'}."


def gun_way(event: GunMoved, battle: GaslightBattle, far: float, way: str, faces: str, turned: bool) -> str:
    """Manhandled, or only turned."""
    unit = battle.units[event.unit]
    who = upper(crew_of(battle, unit))
    if far < 0.05:
        return f"{who} {wording(battle, unit.id, ['trained the gun', 'slewed the gun round'])} to the {faces}."
    verb = wording(battle, unit.id, ["manhandled the gun", "ran the gun", "hauled the gun"])
    tail = f" and laid it to the {faces}" if turned else ""
    return f"{who} {verb} {inches(far)} {way}{tail}."


# ---------------------------------------------------------------- close combat


class Party:
    """Those of one unit in a round of close combat: its figures, or its machine."""

    def __init__(self, unit: Unit) -> None:
        self.unit: Final = unit
        self.figures: list[int] = []
        self.machine = False

    def named(self, battle: GaslightBattle) -> str:
        name = name_of(battle, self.unit.id)
        if self.machine and not self.figures:
            return name
        said = some_of(battle, self.unit, self.figures)
        return f"{said} and {name}" if self.machine else said


def parties(battle: GaslightBattle, models: list[int]) -> list[Party]:
    """By unit, in the order given."""
    found: list[Party] = []
    for model in models:
        unit = battle.unit_of(model) if battle.is_figure(model) else battle.units[battle.home[i64(model)]]
        party: Party | None = None
        for known in found:
            if known.unit is unit:
                party = known
        if party is None:
            party = Party(unit)
            found.append(party)
        if battle.is_figure(model):
            party.figures.append(model)
        else:
            party.machine = True
    return found


def fought(event: Fought, battle: GaslightBattle) -> str:
    """Who fought whom, how many blows told; without the full stop, for what they did may follow."""
    found = parties(battle, event.models)
    if not found:
        return "Nobody came to blows"
    first = found[0].unit.side
    ours = listed([party.named(battle) for party in found if party.unit.side == first])
    theirs = listed([party.named(battle) for party in found if party.unit.side != first])
    hits = len(event.strikers)
    told = counted(hits, "blow", "blows") if hits else "no blow"
    if event.free:
        return f"As {ours} broke off, {theirs} struck out: {told} told"
    seed = found[0].unit.id
    how = wording(battle, seed, ["fought", "closed with", "came to grips with"])
    return f"{upper(ours)} {how} {theirs}: {told} told"


def is_unclear(battle: GaslightBattle, event: Fought) -> bool:
    """Would `the officer` leave open whose he was: have several units of a side fought, and was that side struck?"""
    found = parties(battle, event.models)
    for model in event.struck:
        if len([party for party in found if party.unit.side == battle.side_of(model)]) > 1:
            return True
    return False


def deeds(battle: GaslightBattle, event: Fought, strikes: list[Struck]) -> str:
    """What heroes, beasts and machines did with their own hands: only where nobody else had a part in it."""
    said: list[str] = []
    dead = [each.figure for each in strikes if not each.saved]
    for striker in event.strikers:
        if not is_notable(battle, striker) or any(notable_said(text, battle, striker) for text in said):
            continue
        side = battle.side_of(striker)
        if len([model for model in event.models if battle.side_of(model) == side]) == 1:
            continue  # nobody else can have done it
        victims: list[int] = []
        for index in range(len(event.strikers)):
            victim = event.struck[index]
            if event.strikers[index] == striker and victim in dead and victim not in victims:
                if event.struck.count(victim) == 1:
                    victims.append(victim)
        if victims:
            said.append(deed(battle, striker, victims))
    return "".join([" " + each for each in said])


def is_notable(battle: GaslightBattle, model: int) -> bool:
    """A character who is his own unit, a beast, or a machine."""
    return battle.is_machine(model) or battle.units[battle.home[i64(model)]].kind in (Arm.CHARACTER, Arm.BEAST)


def notable_said(text: str, battle: GaslightBattle, model: int) -> bool:
    return text.startswith(upper(model_name(battle, model)))


def deed(battle: GaslightBattle, striker: int, victims: list[int]) -> str:
    unit = battle.units[battle.home[i64(striker)]]
    whom = man_of(battle, victims[0]) if len(victims) == 1 else counted(len(victims), "man", "men")
    if not battle.is_figure(striker):
        verb = wording(battle, striker, ["crushed", "struck down"])
        return f"{upper(name_of(battle, unit.id))} {verb} {whom}."
    if unit.kind == Arm.BEAST:
        verb = wording(battle, striker, ["tore down", "broke", "dashed to the ground"])
        return f"{upper(man_of(battle, striker))} {verb} {whom}."
    return f"{upper(name_of(battle, unit.id))} killed {whom} with {its(unit)} own hand."
