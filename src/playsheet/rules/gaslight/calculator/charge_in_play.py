"""The odds of a charge in play: its steps as the table stands, model by model, each with its own scores."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import Dice, State
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.calculator.charge import Body, Checked
from playsheet.rules.gaslight.dice.charge import RAN_AT, TARGET, charge_bonuses
from playsheet.rules.gaslight.dice.melee import Fight, Fighter, fight_round, one_by_one
from playsheet.rules.gaslight.ground.slots import charger, touched_at
from playsheet.rules.gaslight.options.command import eligible
from playsheet.rules.gaslight.table.charge import charged_models, chargers, lines_of
from playsheet.rules.gaslight.table.melee import Contacts, dice_of, fighter
from playsheet.rules.gaslight.table.morale import morale_case

FIRST: Final = "Whoever touches several strikes at the first of them."
MACHINES: Final = "What is done to a machine is left out."
MOST_VECTORS: Final = 216  # of bonuses, where each model throws its own: more are not looked at


def body_of(battle: GaslightBattle, unit: Unit, *, charging: bool) -> Body:
    return Body(
        [battle.cast[figure].cls for figure in battle.members(unit)],
        crew=unit.card.crew,
        case=morale_case(battle, unit, charging=charging),
        lone=unit.lone(),
    )


class AsItStands(Checked):
    """A charge of figures on figures from where they stand, if the target holds its ground.

    Where the models of a target go that has failed its check hangs on too much: such a charge is not followed.
    """

    def __init__(self, battle: GaslightBattle, unit: Unit, target: Unit) -> None:
        charger = body_of(battle, unit, charging=True)
        super().__init__(battle.rules, charger, body_of(battle, target, charging=False))
        self.battle: Final = battle
        self.unit: Final = unit
        self.target: Final = target
        self.figures: Final = chargers(battle, unit)
        self.models: Final = charged_models(battle, target, machine=False)
        self.known: Final[dict[State, Contacts]] = {}
        self.sentences: Final = assumed_of(self)

    def is_told(self) -> bool:
        """Are there few enough throws of bonuses to look at the table for each?"""
        if not self.rules.bonus_per_model:
            return True
        dice = self.rules.charges[self.unit.kind]
        vectors: int = (dice.highest() - dice.lowest() + 1) ** len(self.figures)
        return vectors <= MOST_VECTORS

    def follows(self) -> bool:
        return False

    def bonuses(self, dice: Dice, state: State) -> State:
        return charge_bonuses(dice, self.rules, self.unit.kind, len(self.figures))

    def contacts(self, state: State) -> int:
        return len(self.contacts_by(state[RAN_AT:]).opponents)

    def contacts_by(self, bonuses: State) -> Contacts:
        """Who touches whom once all have gone in, opponents allotted as the program does."""
        if bonuses not in self.known:
            battle = self.battle
            lines = lines_of(battle, self.unit, self.target, self.figures, list(bonuses), self.models, self.models)
            slots = lines.placed({})
            pairs: list[tuple[int, int]] = []
            for index in range(len(self.figures)):
                slot = slots[index]
                if slot is not None:
                    mover = charger(battle, self.figures[index], lines.bonuses[index])
                    for foe in touched_at(battle, mover, slot.x, slot.y):
                        pairs.append((self.figures[index], foe))
            self.known[bonuses] = Contacts(battle, self.unit, pairs)
        return self.known[bonuses]

    def fight(self, dice: Dice, state: State) -> State:
        return fight_round(dice, fight_of(self.battle, self.contacts_by(state[RAN_AT:])))

    def assumed(self) -> list[str]:
        return self.sentences


def assumed_of(course: AsItStands) -> list[str]:
    """The answers that its odds take for granted, and what they leave out."""
    battle = course.battle
    target = course.target
    found: list[str] = []
    if course.checks[TARGET].is_needed():
        found.append("If the enemy fails its check, no more is worked out.")
        if target.leader < 0 and not target.lone() and eligible(battle, target):
            found.append("Nobody takes over the enemy before it checks.")
    if not course.rules.all_charge and len(course.figures) > 1:
        found.append("All who are able charge.")
    if len(course.figures) > 1 and len(course.models) > 1:
        found.append("Opponents are allotted by the program.")
    if len(course.figures) > 1 or len(course.models) > 1:
        found.append(FIRST)
    if beside_machine(battle, course.unit, course.models):
        found.append(MACHINES)
    return found


def beside_machine(battle: GaslightBattle, unit: Unit, models: list[int]) -> bool:
    """Could one who comes into contact with any of these touch a machine of theirs too?"""
    wide = 2.0 * max([battle.radius[i64(figure)] for figure in battle.members(unit)]) + TOLERANCE
    for id in battle.machines:
        enemy = battle.units[id]
        if enemy.side != unit.side and enemy.has_machine() and enemy.hull is not None:
            if any(battle.gap_to_hull(model, enemy.hull) <= wide for model in models):
                return True
    return False


# ---------------------------------------------------------------- a round, as the table stands


def fight_of(battle: GaslightBattle, contacts: Contacts) -> Fight:
    """The round of these contacts; each strikes at the first that he touches."""
    models = [*contacts.mine, *contacts.theirs]
    fighters: list[Fighter] = []
    for place in range(len(models)):
        first = models.index(contacts.opponents[models[place]][0])
        strikes = [first] * dice_of(battle, models[place])
        fighters.append(fighter(battle, models[place], strikes, active=place < len(contacts.mine)))
    return one_by_one(battle.rules, fighters)


def assumed_of_fight(battle: GaslightBattle, contacts: Contacts) -> list[str]:
    found: list[str] = []
    if any(len(foes) > 1 for foes in contacts.opponents.values()):
        found.append(FIRST)
    if any(model >= battle.men for model in contacts.opponents):
        found.append(MACHINES)
    return found
