"""Shots and blows in words: who fired at whom, what it cost, and how a melee went."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.events import Rolled
from playsheet.core.telling import last_roll, shown_faces
from playsheet.core.words import article, counted, listed, number, together, upper
from playsheet.rules.riskfactor.battle.fight_events import Fired, Fought, Hurt, MeleeEnded
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import (
    cm,
    is_nco,
    man_of,
    men_of,
    name_of,
    nco_of,
    raised_in,
    sheltered,
    wording,
)
from playsheet.rules.riskfactor.terms import BANDS, COVERS, Cover, DamageDie
from playsheet.tabletop.wording import part_of

WEAPONS: Final = {
    "rifle": "rifle", "rifled-carbine": "carbine", "musket": "musket", "carbine": "carbine", "pistol": "pistol",
    "bow": "bow", "spear": "spear", "hatchet": "knife", "rocks": "stone",
}  # fmt: skip
THROWN: Final = ("spear", "hatchet", "rocks")


# ---------------------------------------------------------------- fire


def fired(event: Fired, battle: RiskBattle, rolls: list[Rolled]) -> str:
    """Who shot at whom, how far, what was needed, the dice, the hits."""
    group = battle.groups[event.group]
    target = battle.groups[event.target]
    who = upper(name_of(battle, group.id))
    at = man_of(battle, event.figure) if event.figure >= 0 else name_of(battle, target.id)
    cover = sheltered(battle, target) if event.cover > Cover.OPEN else ""
    far = f"at {cm(event.cm)}, {BANDS[event.band]} range"
    need = battle.rules.to_hit[event.band][event.cover]
    roll = last_roll(rolls, "Fire at")
    faces = shown_faces(roll.faces) if roll is not None and len(roll.faces) == event.shots else ""
    head = f"{who} {shooting(battle, event, group)} {at}{cover} {far}"
    if event.cover > Cover.OPEN and not cover:
        head += f", {COVERS[event.cover]} cover"
    if event.shots == 1 and group.leader:
        result = "a hit" if event.hits else wording(battle, group.id, ["a miss", "wide"])
        thrown = f"{article(int(faces))}, needing {need}" if faces else f"one shot needing {need}"
        return f"{head}: {thrown}: {result}."
    dice = f" ({faces})" if faces else ""
    result = counted(event.hits, "hit", "hits")
    if not event.hits:
        result = wording(battle, group.id, ["not a hit", "all wide", "nobody hit"]) if event.shots > 1 else "a miss"
    return f"{head}: {counted(event.shots, 'shot', 'shots')} needing {need}{dice}, {result}."


def lost_hits(hits: int, hurt: int) -> str:
    """Hits beyond the last man who could be hit (R26)."""
    left = hits - hurt
    if left <= 0:
        return ""
    lost = f"{counted(left, 'hit', 'hits')} more {'was' if left == 1 else 'were'} lost"
    return f" {upper(lost)}, with nobody else in sight."


def shooting(battle: RiskBattle, event: Fired, group: Group) -> str:
    """The verb of a shot, a volley, or a shower of spears."""
    weapon = WEAPONS.get(event.weapon, "weapon")
    if group.leader:
        return f"threw his {weapon} at" if event.weapon in THROWN else f"fired his {weapon} at"
    if event.weapon in THROWN:
        things = "knives" if weapon == "knife" else weapon + "s"
        return wording(battle, group.id, [f"threw {things} at", f"hurled {things} at"])
    if event.weapon == "bow":
        return wording(battle, group.id, ["loosed arrows at", "shot at"])
    if event.shots == 1:
        return "fired on"
    if event.commanded:
        return wording(battle, group.id, ["fired a volley into", "gave a volley to", "fired by command on"])
    return wording(battle, group.id, ["fired at will on", "kept up a ragged fire on", "blazed away at"])


# ---------------------------------------------------------------- men hit


class Toll:
    """What blows or shots did to one group: each man once, by the worst that befell him."""

    def __init__(self, group: Group) -> None:
        self.group: Final = group
        self.killed = 0
        self.wounded = 0
        self.grazed = 0
        self.named: list[str] = []  # what happened to leaders and NCOs

    def phrases(self) -> list[str]:
        """`three warriors fell`, `two were wounded`."""
        parts: list[str] = []
        if self.killed:
            parts.append(f"{men_of(self.group, self.killed)} fell")
        if self.wounded:
            who = number(self.wounded) if parts else men_of(self.group, self.wounded)
            parts.append(f"{who} {'was' if self.wounded == 1 else 'were'} wounded")
        if self.grazed:
            who = number(self.grazed) if parts else men_of(self.group, self.grazed)
            parts.append(f"{who} {'was' if self.grazed == 1 else 'were'} only grazed")
        return parts


def tolls(battle: RiskBattle, hurt: list[Hurt]) -> list[Toll]:
    """By group, in the order in which they were hit; `battle` before the first of them was."""
    found: list[Toll] = []
    done: list[int] = []
    for event in hurt:
        if event.figure in done:
            continue
        done.append(event.figure)
        worst = event
        for other in hurt:
            if other.figure == event.figure:
                worst = other  # the last is the worst: wounds do not heal
        group = battle.group_of(event.figure)
        toll: Toll | None = None
        for known in found:
            if known.group is group:
                toll = known
        if toll is None:
            toll = Toll(group)
            found.append(toll)
        add_to(toll, battle, event.figure, worst)
    return found


def add_to(toll: Toll, battle: RiskBattle, figure: int, worst: Hurt) -> None:
    group = toll.group
    before = int(battle.wounds[i64(figure)])
    harmed = worst.killed or worst.wounds > before
    if group.leader or is_nco(battle, figure):
        home = raised_in(battle, figure)
        who = name_of(battle, group.id) if group.leader else f"the {nco_of(home)}"
        toll.named.append(f"{who} {fate(worst, harmed)}")
    elif worst.killed:
        toll.killed += 1
    elif harmed or worst.result == DamageDie.WOUND:
        toll.wounded += 1
    else:
        toll.grazed += 1


def fate(worst: Hurt, harmed: bool) -> str:
    """What befell a man worth naming."""
    if worst.killed:
        return "was killed" if worst.how == "shot" else "was cut down"
    return "was wounded" if harmed or worst.result == DamageDie.WOUND else "was only grazed"


def hurts(battle: RiskBattle, hurt: list[Hurt]) -> str:
    """Everybody hit together, and who was left; `battle` before the first of them was hit."""
    said: list[str] = []
    found = tolls(battle, hurt)
    for toll in found:
        killed = [event.figure for event in hurt if event.killed and battle.group_of(event.figure) is toll.group]
        end = remnant(battle, toll.group, killed, len(found) > 1) if killed and not toll.group.leader else ""
        said.append(f"{upper(listed(toll.phrases() + toll.named))}{end}.")
    return " ".join(said)


def remnant(battle: RiskBattle, group: Group, killed: list[int], of_whom: bool) -> str:
    """Who was left of a group: `; 14 of 20 were left`."""
    n = len([figure for figure in battle.members(group) if figure not in killed])
    name = name_of(battle, group.id)
    if n == 0:
        return f", the last of {name}"
    of = f" of {name}" if of_whom else ""
    return f"; {part_of(n, group.strength)} {'was' if n == 1 else 'were'} left{of}"


# ---------------------------------------------------------------- charge and melee


def charge_verb(battle: RiskBattle, group: Group) -> str:
    if group.card.mounted:
        return wording(battle, group.id, ["charged", "charged at the gallop on", "spurred at"])
    if group.card.bayonet:
        return wording(battle, group.id, ["charged", "went in with the bayonet at", "rushed"])
    return wording(battle, group.id, ["charged", "rushed", "ran yelling at"])


def fought(battle: RiskBattle, pairs: list[Fought], rolls: list[Rolled]) -> str:
    """A melee: who, how many pairs; of a single pair the totals too."""
    mine: list[int] = []
    theirs: list[int] = []
    for pair in pairs:
        for figure, ids in ((pair.mine, mine), (pair.theirs, theirs)):
            id = battle.group_of(figure).id
            if id not in ids:
                ids.append(id)
    if len(pairs) == 1:
        one = pairs[0]
        head = f"{upper(man_of(battle, one.mine))} fought {man_of(battle, one.theirs)} hand to hand"
        totals = contest_totals(rolls)
        return f"{head}{totals}{'' if one.winner >= 0 else ', and neither could touch the other'}."
    ours = together([name_of(battle, id) for id in mine])
    head = f"{upper(ours)} fought {together([name_of(battle, id) for id in theirs])}"
    tail = ", and nobody was touched" if all(pair.winner < 0 for pair in pairs) else ""
    return f"{head} hand to hand, {number(len(pairs))} pairs{tail}."


def contest_totals(rolls: list[Rolled]) -> str:
    """` (8 against 5)`; empty where the dice are not of that kind."""
    totals: list[int] = []
    for roll in rolls:
        if roll.table == "melee":
            totals.append(sum(roll.faces) + sum([entry.add for entry in roll.account]))
    return f" ({totals[0]} against {totals[1]})" if len(totals) == 2 else ""


def deeds(battle: RiskBattle, pairs: list[Fought], hurt: list[Hurt]) -> str:
    """What leaders did with their own hands."""
    found: list[str] = []
    done: list[int] = []
    for pair in pairs:
        if pair.winner < 0 or pair.winner in done or not battle.group_of(pair.winner).leader:
            continue
        done.append(pair.winner)
        killed: list[int] = []
        for other in pairs:
            victim = other.theirs if other.mine == other.winner else other.mine
            if other.winner == pair.winner and any(event.killed and event.figure == victim for event in hurt):
                killed.append(victim)
        who = upper(name_of(battle, battle.group_of(pair.winner).id))
        if len(killed) == 1:
            found.append(f"{who} killed {man_of(battle, killed[0])} with his own hand.")
        elif killed:
            found.append(f"{who} killed {number(len(killed))} with his own hand.")
    return " ".join(found)


def melee_ended(event: MeleeEnded, battle: RiskBattle) -> str:
    if event.loser < 0:
        hurt = event.suffered[0]
        if not hurt:
            return "Neither side gave way."
        return f"With {counted(hurt, 'man', 'men')} hurt on either side, neither gave way."
    losers = [id for id in event.groups if battle.groups[id].side == event.loser and battle.groups[id].on_table()]
    more = event.suffered[event.loser]
    less = event.suffered[1 - event.loser]
    if not losers:
        return ""  # none was left to give way
    return f"{upper(together([name_of(battle, id) for id in losers]))} had the worse of it, {worsted(more, less)}."


def worsted(more: int, less: int) -> str:
    return f"{number(more)} hurt against {number(less) if less else 'none'}"
