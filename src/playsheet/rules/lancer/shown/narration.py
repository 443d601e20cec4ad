"""The battle in words: a sentence for each event. story.py joins them into the telling of a whole step.

Told in the past tense, like a dispatch. Where several wordings will do, unit, turn and card choose: never a die.
"""

from __future__ import annotations

from playsheet.core.angles import bearing, turn_between
from playsheet.core.asking import Question
from playsheet.core.events import Event, Rolled
from playsheet.core.figures import IN_PLAY
from playsheet.core.geometry import TOLERANCE
from playsheet.core.telling import last_roll, shown_faces
from playsheet.core.words import compass, counted, listed, number, on_ground, passage, the, upper, where_in_line
from playsheet.rules.lancer.battle.events import (
    Activated,
    Attached,
    BattleBegan,
    CardAdded,
    CardDrawn,
    CardRemoved,
    Charged,
    ChargeEnded,
    ClosedUp,
    Conformed,
    ContactBroken,
    ContactMade,
    Deployed,
    DeployedAttached,
    Detached,
    DidNothing,
    Disrupted,
    FigureLost,
    Fired,
    FormationChanged,
    Fought,
    JamCleared,
    Jammed,
    MoraleFailed,
    MoraleHeld,
    Moved,
    NotClear,
    Rallied,
    Reformed,
    Reshuffled,
    Routed,
    Scored,
    Shifted,
    SightVetoed,
    StayedAway,
    TerrainMoved,
    Turned,
)
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import (
    FORMED,
    figures_of,
    heads_of,
    inches_of,
    name_of,
    side_of,
    unit_there,
    was,
    wording,
)
from playsheet.rules.lancer.terms import Arm, Formation
from playsheet.tabletop.events import BattleEnded, FoundNoRoom
from playsheet.tabletop.wording import inches, your

# ---------------------------------------------------------------- one event, one sentence


def narrate(event: Event[LancerBattle], battle: LancerBattle) -> str:
    """The event as a sentence of its own; empty where there is nothing worth a line.

    `battle` is the battle as it stood just before the event; as it stands afterwards will do.
    """
    match event:
        case Deployed():
            return deployed(event, battle)
        case FoundNoRoom():
            return f"{upper(name_of(battle, event.unit))} found no room where it was to deploy."
        case StayedAway():
            return f"{upper(name_of(battle, event.unit))} did not come onto the field."
        case DeployedAttached():
            return f"{upper(name_of(battle, event.commander))} took his place with {name_of(battle, event.unit)}."
        case BattleBegan():
            return f"Both sides stood ready, and {event.cards} cards were shuffled."
        case CardDrawn():
            return "The STOP card was drawn." if event.card == STOP else ""
        case Reshuffled():
            return ""  # the heading of the next turn says it
        case CardAdded():
            return f"The game master put a card of {name_of(battle, event.card)} into the deck."
        case CardRemoved():
            return f"The game master took a card of {name_of(battle, event.card)} out of the deck."
        case SightVetoed():
            one, other = name_of(battle, event.one), name_of(battle, event.other)
            return f"The game master ruled that {one} and {other} could not see each other."
        case TerrainMoved():
            return terrain_moved(event, battle)
        case Activated():
            return ordered(event, battle)
        case DidNothing():
            return stood(event, battle)
        case Turned():
            return ""  # told with the move
        case Moved():
            return moved(event, battle, [])
        case FormationChanged():
            return formed(event, battle)
        case Fired():
            return fired(event, battle, [])
        case Jammed():
            return jammed(event, battle)
        case JamCleared():
            return cleared(event, battle)
        case Rallied():
            return rallied(event, battle)
        case Disrupted():
            return f"{upper(name_of(battle, event.unit))} became disrupted."
        case MoraleHeld():
            return f"{upper(name_of(battle, event.unit))} {steadiness(battle, event.unit)}."
        case MoraleFailed():
            return f"{upper(name_of(battle, event.unit))} {wavering(battle, event.unit)}."
        case Routed():
            return routed(event, battle, name_of(battle, event.unit), 0)
    return narrate_fight(event, battle)


def narrate_fight(event: Event[LancerBattle], battle: LancerBattle) -> str:
    """The rest: charges, melee, commanders, and the end."""
    match event:
        case FigureLost():
            return losses(battle, [event])
        case Charged():
            return charged(event, battle)
        case ChargeEnded():
            return charge_ended(event, battle)
        case Conformed() | ContactMade() | ContactBroken() | Reformed() | Shifted():
            return ""  # to be seen on the table, and told by what comes of it
        case NotClear():
            return f"{upper(name_of(battle, event.unit))} could not get clear, and fought on where it stood."
        case ClosedUp():
            return closed_up(battle, battle.units[event.unit], 1)
        case Fought():
            return fought(battle, [event])
        case Attached():
            return f"{upper(name_of(battle, event.commander))} joined {name_of(battle, event.unit)}."
        case Detached():
            return detached(event, battle)
        case Scored():
            side = upper(side_of(battle, event.side))
            return f"{side} scored {counted(event.points, 'point', 'points')} for {event.what}."
        case BattleEnded():
            return ended(event, battle)
    return ""


def deployed(event: Deployed, battle: LancerBattle) -> str:
    unit = battle.units[event.unit]
    who = upper(name_of(battle, unit.id))
    place = line_place(battle, unit, event.x) + on_ground(battle.land.ground, event.x, event.y)
    if unit.kind == Arm.COMMANDER:
        return f"{who} took his stand {place}."
    if unit.kind == Arm.GUN:
        return f"{who} unlimbered {place}."
    how = wording(battle, unit.id, ["drew up", "formed", "took post"])
    return f"{who} {how} {FORMED[event.formation]} {place}."


def line_place(battle: LancerBattle, unit: Unit, x: float) -> str:
    return where_in_line(battle.land.ground.width, battle.goals.facings[unit.side], x)


def terrain_moved(event: TerrainMoved, battle: LancerBattle) -> str:
    parts: list[str] = []
    if event.dx != 0.0:
        parts.append(f"{inches(abs(event.dx))} {'east' if event.dx > 0.0 else 'west'}")
    if event.dy != 0.0:
        parts.append(f"{inches(abs(event.dy))} {'north' if event.dy > 0.0 else 'south'}")
    return f"The game master moved {the(battle.land.plots[event.piece].name)} {listed(parts) or 'not at all'}."


def ordered(event: Activated, battle: LancerBattle) -> str:
    """A unit's own card goes without saying; a commander's order does not."""
    if event.by < 0:
        return ""
    commander = battle.units[event.by]
    who = upper(name_of(battle, commander.id))
    unit = name_of(battle, event.unit)
    if commander.attached_to == event.unit:
        return who + wording(
            battle, commander.id, [f", with {unit}, gave the word.", f" called on {unit}.", f" led {unit} himself."]
        )
    if commander.attached_to >= 0:
        return f"{who} sent word to {unit}."
    return who + wording(battle, commander.id, [f" sent orders to {unit}.", f"'s galloper reached {unit}."])


def stood(event: DidNothing, battle: LancerBattle) -> str:
    unit = battle.units[event.unit]
    who = upper(name_of(battle, unit.id))
    if unit.disrupted:
        return f"{who} stayed in confusion."
    if unit.in_melee():
        return f"{who} held off and only parried."
    if unit.kind == Arm.COMMANDER:
        return who + wording(
            battle, unit.id, [" watched through his glass.", " waited.", " wrote a dispatch.", " gave no order."]
        )
    if unit.kind == Arm.GUN:
        return who + wording(battle, unit.id, [" stood by the gun.", " held fire."])
    return who + wording(battle, unit.id, [" stood fast.", " waited.", " stood at ease.", " did not stir."])


def march(battle: LancerBattle, unit: Unit, way: float) -> str:
    """The verb of a move: towards the enemy, away, or across."""
    turn = turn_between(way, battle.goals.facings[unit.side])
    if unit.kind == Arm.GUN:
        return wording(battle, unit.id, ["manhandled the gun", "ran the gun"])
    if turn > 120.0:
        return "rode back" if unit.mounted() else "drew back"
    if unit.mounted():
        return wording(battle, unit.id, ["trotted", "rode", "cantered"])
    if unit.kind == Arm.COMMANDER:
        return "walked"
    if unit.formation == Formation.COLUMN:
        return wording(battle, unit.id, ["marched in column", "moved in column", "tramped on in column"])
    return "marched" if turn > 60.0 else wording(battle, unit.id, ["advanced", "marched", "pushed on"])


def moved(event: Moved, battle: LancerBattle, turns: list[Turned]) -> str:
    """An ordinary move; `turns` are the turns before it and after it, where they are known."""
    unit = battle.units[event.unit]
    who = upper(name_of(battle, unit.id))
    dx = event.x - unit.x
    dy = event.y - unit.y
    known = dx * dx + dy * dy > TOLERANCE
    way = bearing(dx, dy) if known else unit.facing
    if event.how == "falls back":
        towards = f" {compass(way)}" if known else ""
        ground = passage(battle.land.ground, unit.x, unit.y, event.x, event.y)
        cut = f", brought up by {event.stopped_by}" if event.stopped_by else ""
        return f"{who} fell back {inches(event.inches)}{towards}{ground}{cut}."
    far = inches_of(event.inches, event.rolled, bool(event.stopped_by))
    if event.how != "moves":
        return f"{who} went {far}{halted(event, battle, unit)}."
    if event.inches < 0.05:
        face = faced(way, turns, ", and only turned to face")
        return f"{who} could not stir a step{barred(event, battle, unit)}{face}."
    ground = passage(battle.land.ground, unit.x, unit.y, event.x, event.y)
    stop = halted(event, battle, unit)
    face = faced(way, turns, ", and faced" if stop or ground else " and faced")
    return f"{who} {march(battle, unit, way)} {far} {compass(way)}{ground}{stop}{face}."


def faced(way: float, turns: list[Turned], how: str) -> str:
    """` and faced south`, if it ended looking another way than it went."""
    if not turns or compass(turns[-1].facing) == compass(way):
        return ""
    return f"{how} {compass(turns[-1].facing)}"


def halted(event: Moved, battle: LancerBattle, unit: Unit) -> str:
    """What cut a move short."""
    what = event.stopped_by
    if not what:
        return ""
    other = unit_there(battle, what, unit, event.x, event.y)
    if other >= 0:
        name = name_of(battle, other)
        if battle.units[other].side == unit.side:
            return ", " + wording(battle, unit.id, ["brought up by ", "checked by ", "as far as "]) + name
        return f", halting in the face of {name}"
    if what == "the table edge":
        return ", to the edge of the table"
    return f", halting at {edge_of(battle, what)}"


def edge_of(battle: LancerBattle, what: str) -> str:
    for plot in battle.land.plots:
        if the(plot.name) == what and not plot.linear and plot.admits(False):
            return "the edge of " + what
    return what


def barred(event: Moved, battle: LancerBattle, unit: Unit) -> str:
    other = unit_there(battle, event.stopped_by, unit, event.x, event.y) if event.stopped_by else -1
    what = name_of(battle, other) if other >= 0 else event.stopped_by
    return f" for {what}" if what else ""


def formed(event: FormationChanged, battle: LancerBattle) -> str:
    who = upper(name_of(battle, event.unit))
    if event.formation == Formation.LINE:
        return f"{who} {wording(battle, event.unit, ['formed line', 'wheeled into line'])}."
    if event.formation == Formation.COLUMN:
        return f"{who} {wording(battle, event.unit, ['formed column', 'ployed into column'])}."
    return f"{who} {wording(battle, event.unit, ['shook out into extended order', 'spread out in a single rank'])}."


def fired(event: Fired, battle: LancerBattle, rolls: list[Rolled]) -> str:
    """Who shot at whom, how far, the dice, the hits."""
    unit = battle.units[event.unit]
    target = battle.units[event.target]
    who = upper(name_of(battle, unit.id))
    at = name_of(battle, target.id)
    far = inches(event.range)
    if event.weapon == "gatling":
        does = wording(battle, unit.id, ["turned its Gatling on", "cranked away at", "raked"])
    elif event.weapon == "cannon":
        does = wording(battle, unit.id, ["shelled", "opened on", "sent its shot at"])
    else:
        does = wording(battle, unit.id, ["gave a volley to", "fired on", "levelled rifles at"])
    if event.reaction:
        does = "stood to meet the charge and fired on"
    cover = ""
    if event.cover:
        cover = on_ground(battle.land.ground, target.x, target.y) or " behind cover"
    thrown = f"{counted(event.dice, 'die', 'dice')}"
    roll = last_roll(rolls, "")
    if roll is not None and len(roll.faces) == event.dice:
        thrown += f" ({shown_faces(roll.faces)})"
    if event.hits == 0:
        result = wording(battle, unit.id, ["not a hit", "all wide", "no effect"])
    else:
        result = counted(event.hits, "hit", "hits")
    return f"{who} {does} {at}{cover} at {far}: {thrown}, {result}."


def jammed(event: Jammed, battle: LancerBattle) -> str:
    del event
    return wording(battle, 0, ["Then the Gatling jammed.", "The breech jammed.", "The crank stuck: a jam."])


def cleared(event: JamCleared, battle: LancerBattle) -> str:
    who = upper(name_of(battle, event.unit))
    return who + wording(battle, event.unit, [" cleared the jam.", " knocked the jam free.", " freed the crank."])


def rallied(event: Rallied, battle: LancerBattle) -> str:
    unit = battle.units[event.unit]
    who = upper(name_of(battle, unit.id))
    if unit.kind == Arm.COMMANDER:
        return f"{who} collected himself."
    if unit.kind == Arm.GUN:
        return f"{who} {wording(battle, unit.id, ['rallied', 'rallied round the gun'])}."
    return f"{who} {wording(battle, unit.id, ['rallied', 'rallied and dressed the ranks', 'rallied to a man'])}."


def steadiness(battle: LancerBattle, unit: int) -> str:
    return wording(battle, unit, ["stood firm", "held", "did not flinch", "closed the gaps and stood"])


def wavering(battle: LancerBattle, unit: int) -> str:
    return wording(battle, unit, ["gave way", "broke off in disorder", "lost heart", "could not stand it"])


def routed(event: Routed, battle: LancerBattle, head: str, far: int) -> str:
    """`head` says who, and may say why; `far` is how far it would have fallen back, if that is known."""
    unit = battle.units[event.unit]
    other = unit_there(battle, event.met, unit, unit.x, unit.y)
    if other >= 0:
        ran = "ran into " + name_of(battle, other)
    elif event.met == "the table edge":
        ran = "ran off the table"
    else:
        ran = f"ran into {event.met}" if event.met else "ran"
    back = f", falling back {inches(float(far))}," if far else ""
    said = f"{upper(head)}{back} {ran}: routed"
    if unit.figures and unit.kind != Arm.COMMANDER:
        gone = wording(battle, unit.id, ["left the field", "threw down their arms and fled", "streamed to the rear"])
        if unit.figures == 1:
            gone = wording(battle, unit.id, ["left the field", "threw down his arms and fled"])
        said += f", and the last {heads_of(unit, unit.figures)} {gone}"
    if event.with_commander and unit.commanders:
        said += f", {listed([name_of(battle, id) for id in unit.commanders])} with them"
    return said + "."


def losses(battle: LancerBattle, lost: list[FigureLost]) -> str:
    """Several figures of one unit (and its commander) that fell together; `battle` before the first of them fell."""
    parts: list[str] = []
    units: list[int] = []
    for event in lost:
        if event.unit not in units:
            units.append(event.unit)
    for id in units:
        unit = battle.units[id]
        mine = [event for event in lost if event.unit == id]
        if unit.kind == Arm.COMMANDER:
            parts.append(fallen_commander(battle, unit, mine[0].how))
        else:
            parts.append(fallen(battle, unit, mine))
    return " ".join(parts)


def unhurt(battle: LancerBattle) -> str:
    """Hits, but every casualty check was passed."""
    return wording(battle, battle.active, ["Nobody fell.", "It cost no lives.", "Not a man was lost."])


def fallen(battle: LancerBattle, unit: Unit, mine: list[FigureLost]) -> str:
    n = len(mine)
    already = 0
    for event in mine:
        if battle.figures.state[event.figure] != IN_PLAY:
            already += 1
    left = unit.figures - (n - already)
    who = upper(name_of(battle, unit.id))
    how = " to the parting blows" if mine[0].how == "parting blow" else ""
    if left <= 0:
        if n == 1:
            return f"The last {heads_of(unit, 1)[4:]} of {name_of(battle, unit.id)} fell{how}, and the unit was gone."
        return f"{who} lost the last {heads_of(unit, n)}{how}, and not one was left."
    said = f"{who} lost {heads_of(unit, n)}{how}; {left} of {unit.start} {'was' if left == 1 else 'were'} left"
    if 2 * left <= unit.start < 2 * (left + n):
        said += ", half strength or less"
    return said + "."


def fallen_commander(battle: LancerBattle, unit: Unit, how: str) -> str:
    who = upper(name_of(battle, unit.id))
    if how == "shot":
        fell = " was shot from the saddle." if unit.mounted() else " was shot down."
        return who + wording(battle, unit.id, [" was shot dead.", fell])
    if how == "parting blow":
        return f"{who} was cut down as he turned away."
    return who + wording(battle, unit.id, [" was cut down.", " fell sword in hand."])


# ---------------------------------------------------------------- charge and melee


def charged(event: Charged, battle: LancerBattle) -> str:
    who = upper(name_of(battle, event.unit))
    does = "counter-charged" if event.counter else charge_verb(battle, event.unit)
    return f"{who} {does} {name_of(battle, event.target)}, {inches(event.gap)} off."


def charge_verb(battle: LancerBattle, unit: int) -> str:
    if battle.units[unit].mounted():
        return wording(battle, unit, ["charged", "charged at the gallop on", "spurred at"])
    if has_rifles(battle, unit):
        return wording(battle, unit, ["charged", "went in with the bayonet at", "rushed"])
    return wording(battle, unit, ["charged", "rushed", "ran yelling at"])


def has_rifles(battle: LancerBattle, unit: int) -> bool:
    weapon = battle.units[unit].card.weapon
    return weapon is not None and weapon.id == "rifles"


def charge_ended(event: ChargeEnded, battle: LancerBattle) -> str:
    if event.enemy < 0:
        return "The charge fell short."
    return f"The charge went home on {name_of(battle, event.enemy)}."


def closed_up(battle: LancerBattle, unit: Unit, n: int) -> str:
    name = name_of(battle, unit.id)
    return f"{upper(number(n))} of {name} closed up on the enemy."


def fought(battle: LancerBattle, pairs: list[Fought]) -> str:
    """A round of melee: how many pairs, who went down."""
    attackers: list[int] = []
    defenders: list[int] = []
    for pair in pairs:
        if pair.attacker not in attackers:
            attackers.append(pair.attacker)
        if pair.defender not in defenders:
            defenders.append(pair.defender)
    down: list[str] = []
    for id in defenders + attackers:
        unit = battle.units[id]
        struck: list[int] = []
        for pair in pairs:
            if pair.result == "defender removed" and pair.defender == id and pair.defending not in struck:
                struck.append(pair.defending)
            if pair.result == "attacker removed" and pair.attacker == id and pair.attacking not in struck:
                struck.append(pair.attacking)
        if struck and unit.kind == Arm.COMMANDER:
            down.append(name_of(battle, id))
        elif struck:
            whose = " of " + name_of(battle, id) if same_figures(battle, attackers + defenders, unit) else ""
            down.append(figures_of(unit, len(struck)) + whose)
    one = attackers[0]
    against_whom = listed([name_of(battle, id) for id in defenders])
    head = f"{upper(listed([name_of(battle, id) for id in attackers]))} fought {against_whom} "
    head += "man to man: " if len(pairs) == 1 else f"in {number(len(pairs))} pairs: "
    if not down:
        if len(pairs) == 1:
            return head + wording(battle, one, ["neither could strike the other down.", "blade locked with blade."])
        return head + wording(battle, one, ["blow for blow, and nobody fell.", "all stayed locked.", "not one fell."])
    return head + f"down went {listed(down)}."


def same_figures(battle: LancerBattle, units: list[int], unit: Unit) -> bool:
    """Would `three men` leave open whose they were?"""
    for id in units:
        other = battle.units[id]
        if other.id != unit.id and other.kind != Arm.COMMANDER and figures_of(other, 2) == figures_of(unit, 2):
            return True
    return False


def detached(event: Detached, battle: LancerBattle) -> str:
    commander = battle.units[event.commander]
    who = upper(name_of(battle, commander.id))
    if commander.attached_to >= 0:
        return f"{who} left {name_of(battle, commander.attached_to)}."
    return f"{who} stood alone."


def ended(event: BattleEnded[LancerBattle], battle: LancerBattle) -> str:
    if event.winner < 0:
        return f"{event.verdict} The battle was drawn."
    return f"{event.verdict} The day belonged to {side_of(battle, event.winner)}."


# ---------------------------------------------------------------- questions


def charge_question(battle: LancerBattle, question: Question, unit: Unit) -> str:
    """Questions in the middle of a charge: at whom, and what to do about one that fell short."""
    if question.kind == "aim":
        return f"Along which bearing does the charge on {name_of(battle, unit.id)} go?"
    charger = battle.active
    by = f" of {name_of(battle, charger)}" if 0 <= charger < len(battle.units) else ""
    return f"The charge{by} has fallen short of {yours(battle, unit)}: how do they react?"


def is_or_are(unit: Unit) -> str:
    return "are" if was(unit) == "were" else "is"


def yours(battle: LancerBattle, unit: Unit) -> str:
    """`your 2nd Gatling Battery`, `General Harcastle`."""
    return your(name_of(battle, unit.id), unit.name)
