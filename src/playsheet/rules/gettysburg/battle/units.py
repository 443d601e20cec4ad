"""Units and generals of a battle: what their cards say, where they stand, how they have fared."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import FAR, Rect
from playsheet.rules.gettysburg.sheet.tables import Card, GettysburgRules
from playsheet.rules.gettysburg.terms import Arm, Formation, Retirement, SkirmishRate, UnformedBy, UnitState, Where
from playsheet.tabletop import units as tabletop

NOBODY: Final = -1
UNKNOWN: Final = -1  # an order that a seat may not know


class Unit(tabletop.Unit):
    """A regiment or battery, or a detachment of a regiment."""

    def __init__(
        self, id: int, card: Card, name: str, side: int, seat: int, brigade: int, first: int, size: int, parent: int
    ) -> None:
        super().__init__(id, name, side, seat)
        self.card: Final = card
        self.brigade: Final = brigade
        self.first: Final = first  # its figures are numbered from here, for maps
        self.size: Final = size  # original figures; a battery's are its crew
        self.parent: Final = parent  # of a detachment (R125), else -1
        self.grade: Final[int] = card.grade
        self.arm: int = card.arm  # dismounted cavalry is infantry (R102)
        self.figures = size
        self.pending_half = 0  # 0 or 1 (R59)
        self.guns: int = card.guns
        self.x = 0.0
        self.y = 0.0
        self.facing = 0.0
        self.shape = NOWHERE  # its footprint, while it is on the table
        self.deepest = FAR  # losses never make a footprint deeper than it was (R135)
        self.formation = Formation.DEPLOYED if card.arm == Arm.ARTILLERY else Formation.LINE
        self.state = UnitState.OK
        self.cause = UnformedBy.NOTHING  # why it is unformed; FORMED: it is not (the states from faltering on imply it)
        self.garrison = NOBODY  # the plot of the works or BUA that it holds (R124)
        self.melee = NOBODY  # the id of its melee
        self.detachment = NOBODY  # the unit that is out of it (4.8)
        self.screen = False  # of a detachment: a brigade screen, not half a regiment
        # this turn
        self.moved = False
        self.unlimbered = False
        self.charged = False
        self.evaded = False
        self.fired = False
        self.fired_at_by: list[int] = []  # replaced, never changed
        self.fought = False
        self.halted = False  # halt-volley, rally: no other action this turn
        self.must_fire = False  # Halt & Volley: it fires in phase 6 if it can
        self.lost_this_turn = 0  # whole figures
        self.charge_casualties = 0  # since it last charged
        self.compulsory_done = False  # it has moved in phase 3 (R114)
        self.acted = False  # its normal move is over
        self.spent = 0.0  # the share of its normal move that is gone
        self.marched = 0.0  # the share of it that went into marching
        self.slowed = False  # some of the march was through slow ground
        self.packs = 0.0  # inches that Down Packs adds to its move or charge
        self.able = False  # state ok, formed, no artillery, when its side's phase 4 began (4.2.1)
        self.near_before = FAR  # how far the nearest enemy was when its normal move began
        self.tried_up = False  # to get up, or to be recalled
        self.tried_recall = False
        self.rear_fire = False  # close-order foot or guns have fired at its rear at effective range or closer (4.9.3)
        self.fell_back = False  # it moved by its owner's will after a falter: no recovery this turn (R115)
        self.falters_anew = False  # a falter received this turn
        self.faltering_at_5 = False  # it was faltering when phase 5 began (4.9.1)
        self.tested = False  # in this phase 8
        # kept
        self.fired_at_before: list[int] = []  # who fired at it last turn
        self.fired_last_turn = False
        self.low_on_ammo = False
        self.pursued_last_turn = False
        self.pursuing = False  # it has pursued in this turn
        self.recoiled = False
        self.following_up = False
        self.dispersal_reached = False
        self.down_turn = 0  # in which it went to ground
        self.fell_turn = 0  # in which it began to retreat or rout (R85)
        self.flown = False  # it has made its first flight move, or half of it: it is a mob from then on
        self.from_unit = NOBODY  # "the enemy" that it runs from (R112) ...
        self.from_x = 0.0  # ... and where that stood
        self.from_y = 0.0
        self.beat = NOBODY  # the unit that it has beaten: a pursuit test is due
        self.pursues = NOBODY  # the fugitive whose path it follows in the next phase 3
        self.retires = Retirement.NONE
        self.uncontrolled = False  # an uncontrolled charge is due in the next phase 4
        self.token_turn = 0  # in which a token was last spent on it (R90)
        self.melee_formation = self.formation  # as it stood when it was unformed in melee (4.9.1)
        self.melee_facing = 0.0
        self.path: list[tuple[float, float]] = []  # of its last flight: pursuers follow it (R120); replaced only
        self.gm_add = 0  # a game master's modifier for its next test (R106)

    def clone(self) -> Unit:
        twin = Unit(
            self.id, self.card, self.name, self.side, self.seat, self.brigade, self.first, self.size, self.parent
        )
        twin.arm = self.arm
        twin.figures = self.figures
        twin.pending_half = self.pending_half
        twin.guns = self.guns
        twin.place = self.place
        twin.x = self.x
        twin.y = self.y
        twin.facing = self.facing
        twin.shape = self.shape  # replaced, never changed
        twin.deepest = self.deepest
        twin.formation = self.formation
        twin.state = self.state
        twin.cause = self.cause
        twin.garrison = self.garrison
        twin.melee = self.melee
        twin.detachment = self.detachment
        twin.screen = self.screen
        twin.moved = self.moved
        twin.unlimbered = self.unlimbered
        twin.charged = self.charged
        twin.evaded = self.evaded
        twin.fired = self.fired
        twin.fired_at_by = self.fired_at_by
        twin.fought = self.fought
        twin.halted = self.halted
        twin.must_fire = self.must_fire
        twin.lost_this_turn = self.lost_this_turn
        twin.charge_casualties = self.charge_casualties
        twin.compulsory_done = self.compulsory_done
        twin.acted = self.acted
        twin.spent = self.spent
        twin.marched = self.marched
        twin.slowed = self.slowed
        twin.packs = self.packs
        twin.able = self.able
        twin.near_before = self.near_before
        twin.tried_up = self.tried_up
        twin.tried_recall = self.tried_recall
        twin.rear_fire = self.rear_fire
        twin.fell_back = self.fell_back
        twin.falters_anew = self.falters_anew
        twin.faltering_at_5 = self.faltering_at_5
        twin.tested = self.tested
        twin.fired_at_before = self.fired_at_before
        twin.fired_last_turn = self.fired_last_turn
        twin.low_on_ammo = self.low_on_ammo
        twin.pursued_last_turn = self.pursued_last_turn
        twin.pursuing = self.pursuing
        twin.recoiled = self.recoiled
        twin.following_up = self.following_up
        twin.dispersal_reached = self.dispersal_reached
        twin.down_turn = self.down_turn
        twin.fell_turn = self.fell_turn
        twin.flown = self.flown
        twin.from_unit = self.from_unit
        twin.from_x = self.from_x
        twin.from_y = self.from_y
        twin.beat = self.beat
        twin.pursues = self.pursues
        twin.retires = self.retires
        twin.uncontrolled = self.uncontrolled
        twin.token_turn = self.token_turn
        twin.melee_formation = self.melee_formation
        twin.melee_facing = self.melee_facing
        twin.path = self.path
        twin.gm_add = self.gm_add
        return twin

    # ------------------------------------------------------------ reading

    def is_unformed(self) -> bool:
        """Faltering, retreating and routing imply it."""
        return self.cause != UnformedBy.NOTHING or self.state >= UnitState.FALTERING

    def flees(self) -> bool:
        return self.state == UnitState.RETREATING or self.state == UnitState.ROUTING

    def in_melee(self) -> bool:
        return self.melee >= 0

    def is_close_order(self) -> bool:
        """Not skirmishers: they are passed through, and hide nobody."""
        return self.formation != Formation.SKIRMISH

    def is_dismounted(self) -> bool:
        return self.card.arm == Arm.CAVALRY and self.arm == Arm.INFANTRY

    def is_detachment(self) -> bool:
        return self.parent >= 0

    def turns_freely(self) -> bool:
        return self.formation == Formation.SKIRMISH or self.formation == Formation.MOB

    def skirmish_rate(self) -> int:
        """How good its skirmishers are; dismounted cavalry are second-rate at least (R126)."""
        if self.is_dismounted() and self.card.skirmish_rate < SkirmishRate.SECOND_RATE:
            return SkirmishRate.SECOND_RATE
        return self.card.skirmish_rate

    def front_middle(self) -> tuple[float, float]:
        return self.shape.point(0.0, self.shape.half_d)


NOWHERE: Final = Rect(x=0.0, y=0.0, facing=0.0, ux=0.0, uy=1.0, half_w=0.0, half_d=0.0, radius=0.0)


class General:
    """A brigadier, a divisional or corps general, or the C-in-C: a disc that is in nobody's way."""

    def __init__(self, id: int, name: str, side: int, seat: int, level: int, quality: int, radius: float) -> None:
        self.id: Final = id
        self.name = name  # a colonel who takes over bears another
        self.side: Final = side
        self.seat: Final = seat
        self.level: Final = level
        self.quality = quality
        self.radius: Final = radius
        self.place = Where.WAITING
        self.x = 0.0
        self.y = 0.0
        self.attached_to = NOBODY  # a unit
        self.in_play = True  # False: wounded, or gone
        self.returns_on_turn = 0  # 0: he does not
        self.lost_on_turn = 0  # disgraced or shot: gone for good, though another may take his place (R93)
        self.moved = False  # this turn (R32)

    def clone(self) -> General:
        twin = General(self.id, self.name, self.side, self.seat, self.level, self.quality, self.radius)
        twin.place = self.place
        twin.x = self.x
        twin.y = self.y
        twin.attached_to = self.attached_to
        twin.in_play = self.in_play
        twin.returns_on_turn = self.returns_on_turn
        twin.lost_on_turn = self.lost_on_turn
        twin.moved = self.moved
        return twin

    def is_here(self) -> bool:
        """On the table and fit to command."""
        return self.in_play and self.place == Where.ON_TABLE


def extent(rules: GettysburgRules, arm: int, formation: int, figures: int, guns: int) -> tuple[float, float]:
    """Width and depth of a footprint: the ranks that are really filled; guns abreast."""
    if arm == Arm.ARTILLERY:
        model = rules.bases["gun" if formation == Formation.DEPLOYED else "limber"]
        return model.width * max(guns, 1), model.depth
    files = rules.files(formation, figures)
    if formation == Formation.SKIRMISH:
        return rules.skirmisher_width * files, rules.skirmish_depth
    base = rules.bases["cavalry" if arm == Arm.CAVALRY else "infantry"]
    return base.width * files, base.depth * ((figures + files - 1) // files)
