"""Questions in words, as one asks them across the table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Question
from playsheet.core.words import dice_wanted, upper
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import crew_of, figure_name, name_of, several
from playsheet.rules.gaslight.terms import Arm
from playsheet.tabletop.wording import your

# Questions that are about a figure or another model, not about a unit.
OF_MODELS: Final = ("model", "aim_unit", "against", "strike", "explosives", "break_off")


def question_in_words(battle: GaslightBattle, question: Question) -> str:
    """What is asked."""
    if question.kind == "dice":
        return dice_wanted(question.dice, question.sides, question.why)
    about = question.about
    if question.kind == "aim":
        return aim_question(battle, about)
    if question.kind in OF_MODELS:
        if 0 <= about < len(battle.owner):
            return model_question(battle, question.kind, about)
    elif 0 <= about < len(battle.units):
        return unit_question(battle, question.kind, battle.units[about])
    return f"Choose ({question.kind.replace('_', ' ')})."


def asked_about(battle: GaslightBattle, question: Question) -> tuple[int, list[int]]:
    """The unit, and the model that acts where one is named. A gun's cone is laid by its crew."""
    about = question.about
    single = question.kind in OF_MODELS
    if question.kind == "aim" and battle.active >= 0:
        single = battle.units[battle.active].kind not in (Arm.CREW, Arm.VEHICLE)
    if single and 0 <= about < len(battle.owner):
        return battle.home[i64(about)], [about]
    return about, []


def unit_question(battle: GaslightBattle, kind: str, unit: Unit) -> str:
    name = yours(battle, unit)
    does = "do" if several(unit) else "does"
    match kind:
        case "deploy":
            if unit.kind in (Arm.CREW, Arm.VEHICLE) or unit.lone():
                return f"Where {does} {name} stand at the start, and facing which way?"
            return f"Where {does} {name} stand at the start, facing which way, and how many files wide?"
        case "attach":
            return f"{upper(name)} touches friends: will he join them?"
        case "takeover":
            men = upper(men_of_yours(battle, unit))
            return f"{men} {'have' if several(unit) else 'has'} no leader: does a character take over?"
        case "leader":
            return f"Who leads {men_of_yours(battle, unit)} from now on?"
        case "order":
            return order_question(battle, unit, name)
        case "who":
            return f"Which figures of {men_of_yours(battle, unit)}?"
        case "move":
            if unit.kind == Arm.CHARACTER:
                return f"Where does {name} go, by what way, and facing which way at the end?"
            return f"Where do those of {men_of_yours(battle, unit)} go, by what way, and facing which way at the end?"
        case "form":
            return f"Where do those of {men_of_yours(battle, unit)} form up, facing which way, and how many files wide?"
        case "gun_move":
            return f"Where is {name} brought, and which way does it face? To turn it is a move too."
        case "drive":
            return f"How does {name} drive: facing which way after its pivot, and how many inches?"
        case "reverse":
            return f"How does {name} go back: facing which way after its pivot, and how many inches?"
        case "allocate":
            men = men_of_yours(battle, unit)
            return f"Does each of {men} take the nearest opponent, or will you name them one by one?"
        case "scatter":
            return (
                f"{upper(name)} {'stand' if several(unit) else 'stands'} too neatly for undrilled troops: scatter them?"
            )
    return f"{upper(name)}: {kind.replace('_', ' ')}?"


def order_question(battle: GaslightBattle, unit: Unit, name: str) -> str:
    """What the active unit does next; asked until it is done."""
    if unit.kind == Arm.CHARACTER:
        return f"What does {name} do?"
    if unit.kind == Arm.VEHICLE and unit.has_machine():
        return f"What does the crew of {name} do next? Each man serves one post, the driver's or a weapon's."
    if unit.kind == Arm.CREW:
        return f"What does {name}, or its crew, do next?"
    if unit.lone():
        return f"What does {name} do?"
    return f"What {'do' if several(unit) else 'does'} {name} do next? Each figure may do one thing on this card."


def model_question(battle: GaslightBattle, kind: str, model: int) -> str:
    who = figure_name(battle, model)
    match kind:
        case "model":
            return f"At which model does {who} aim?"
        case "aim_unit":
            return f"At whom does {who} send the grenade?"
        case "against":
            return f"Whom does {who} go for?"
        case "strike":
            return f"At whom does {who} strike?"
        case "explosives":
            return f"Does {who} use a grenade against the machine?"
    return f"Where does {who} go, breaking off? Each enemy in touch strikes first."


def aim_question(battle: GaslightBattle, about: int) -> str:
    """A cone is laid on one of the figures that it could catch: a gun's, or one man's shotgun."""
    if battle.active < 0:
        return "On which figure is the shot laid?"
    unit = battle.units[battle.active]
    who = name_of(battle, unit.id) if unit.kind in (Arm.CREW, Arm.VEHICLE) else figure_name(battle, about)
    return f"On which figure does {who} lay the shot? It sweeps all who stand near that line."


def yours(battle: GaslightBattle, unit: Unit) -> str:
    """`your 2nd Redcoats`, `the General`."""
    return your(name_of(battle, unit.id), unit.name)


def men_of_yours(battle: GaslightBattle, unit: Unit) -> str:
    return crew_of(battle, unit) if unit.kind in (Arm.CREW, Arm.VEHICLE) else yours(battle, unit)
