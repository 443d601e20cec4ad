"""The field book's rows: what a system writes down of a unit, and for each procedure where its inputs come from, what
its results change, what then is due. Data beside the forms; fieldbook/ keeps a book by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from playsheet.core.events import Throw
from playsheet.core.forms import AnyForm, Field, Value

NOBODY: Final = -1

# where an input of a form comes from
UNIT: Final = "unit"  # an attribute of who acts
TARGET: Final = "target"  # an attribute of whom it is done to
FIXED: Final = "fixed"  # always the same in this procedure
WORKED: Final = "worked"  # worked out from what the book knows
ASKED: Final = "asked"  # the people say it

BOOK: Final = "book"  # what is changed is the book's own, not a unit's

# what a change does with a value
SET: Final = "set"
ADD: Final = "add"
TAKE: Final = "take"

# whom a procedure is done to
NO_TARGET: Final = ""
ENEMY: Final = "enemy"
FRIEND: Final = "friend"
ANYBODY: Final = "anybody"


# ---------------------------------------------------------------------- the state


class BookUnit:
    """A unit as the book knows it: no place on any table."""

    def __init__(self, id: int, name: str, side: int, card: str, values: dict[str, Value]) -> None:
        self.id: Final = id
        self.name: Final = name
        self.side = side  # whose it is: a machine may be captured
        self.card: Final = card
        self.values: Final = values
        self.entry = 0  # by which it joined the battle; 0: it stood in the rosters from the start
        self.first: dict[str, Value] = {}  # its values when it joined

    def number(self, name: str) -> int:
        value = self.values[name]
        return value if isinstance(value, int) else int(str(value))

    def word(self, name: str) -> str:
        return str(self.values[name])

    def flag(self, name: str) -> bool:
        return self.values[name] is True

    def clone(self) -> BookUnit:
        twin = BookUnit(self.id, self.name, self.side, self.card, {name: self.values[name] for name in self.values})
        twin.entry = self.entry
        twin.first = self.first
        return twin


class Due:
    """Something to be done next: by whom (nobody yet: it is to be said who), to whom; `must`: the sheet says so, else
    it only may be done; `chain`: those that one procedure brought on have the same number."""

    def __init__(self, procedure: str, unit: int, target: int, why: str, *, must: bool, chain: int = 0) -> None:
        self.procedure: Final = procedure
        self.unit: Final = unit
        self.target: Final = target
        self.why: Final = why
        self.must: Final = must
        self.chain: Final = chain


class BookState:
    """A battle without positions, as the log has made it."""

    def __init__(self, sides: list[str], units: list[BookUnit]) -> None:
        self.sides: Final = sides
        self.units: Final = units
        self.values: Final[dict[str, Value]] = {}  # the book's own attributes
        self.turn = 1
        self.phase = 0
        self.begun = False
        self.finished = False
        self.winner = NOBODY
        self.verdict = ""
        self.left: list[int] = []  # cards that are still to come, in no order
        self.drawn: list[int] = []
        self.score: list[int] = [0 for _ in sides]
        self.ties: dict[str, list[list[int]]] = {}  # of a relation the pairs of units, the lower number first
        self.due: list[Due] = []
        self.waiting: Final[dict[str, list[int]]] = {}  # until all have rolled: numbers, by a word of the sheet's
        self.last: Final[dict[str, Value]] = {}  # the last answer to each question, for the next time

    def clone(self) -> BookState:
        twin = BookState(self.sides[:], [unit.clone() for unit in self.units])
        for name in self.values:
            twin.values[name] = self.values[name]
        twin.turn = self.turn
        twin.phase = self.phase
        twin.begun = self.begun
        twin.finished = self.finished
        twin.winner = self.winner
        twin.verdict = self.verdict
        twin.left = self.left[:]
        twin.drawn = self.drawn[:]
        twin.score = self.score[:]
        for relation in self.ties:
            twin.ties[relation] = [pair[:] for pair in self.ties[relation]]
        twin.due = self.due[:]
        for name in self.waiting:
            twin.waiting[name] = self.waiting[name][:]
        for name in self.last:
            twin.last[name] = self.last[name]
        return twin

    def join(self, name: str, side: int, card: str, values: dict[str, Value]) -> BookUnit:
        """A unit more, with the next number."""
        unit = BookUnit(len(self.units), name, side, card, values)
        unit.first = {each: values[each] for each in values}
        self.units.append(unit)
        return unit

    def tied(self, relation: str, unit: int) -> list[int]:
        """Whom the unit is tied to: whom it fights, for one."""
        found: list[int] = []
        for pair in self.ties.get(relation, []):
            if pair[0] == unit:
                found.append(pair[1])
            elif pair[1] == unit:
                found.append(pair[0])
        return found

    def tie(self, relation: str, one: int, other: int) -> None:
        pair = [min(one, other), max(one, other)]
        pairs = self.ties.get(relation, [])
        if pair not in pairs:
            pairs.append(pair)
        self.ties[relation] = pairs

    def untie(self, relation: str, one: int, other: int) -> None:
        pair = [min(one, other), max(one, other)]
        self.ties[relation] = [each for each in self.ties.get(relation, []) if each != pair]

    def loosen(self, relation: str, unit: int) -> None:
        """It is tied to nobody any more."""
        self.ties[relation] = [pair for pair in self.ties.get(relation, []) if unit not in pair]


class Deed:
    """A procedure carried out: who, to whom, what was answered, and what came of it."""

    def __init__(self, rules: Any, state: BookState, unit: int, target: int) -> None:
        self.rules: Final = rules
        self.state: Final = state
        self.unit: Final = unit
        self.target: Final = target
        self.values: Final[dict[str, Value]] = {}  # facts and inputs by their names, then results
        self.answered: Final[dict[str, Value]] = {}  # of the facts and inputs those that people were asked for
        self.situation: Any = None  # the form filled in, and the faces that fell: for who has to know more than
        self.dice: list[int] = []  # the results say
        self.cards: list[BookCard] = []  # of units that may join
        self.line: dict[str, Value] = {}  # the roster's, of a unit that joins by this

    def actor(self) -> BookUnit:
        return self.state.units[self.unit]

    def other(self) -> BookUnit:
        return self.state.units[self.target]

    def number(self, name: str) -> int:
        value = self.values[name]
        return value if isinstance(value, int) else int(str(value))

    def word(self, name: str) -> str:
        return str(self.values[name])

    def flag(self, name: str) -> bool:
        return self.values[name] is True

    def holds(self, when: str, among: tuple[Value, ...]) -> bool:
        """Is that among these? A bare name stands for yes, or for more than nothing."""
        if when == "":
            return True
        value = self.values[when]
        if among:
            return value in among
        return value is True or (not isinstance(value, bool) and isinstance(value, int) and value > 0)


Working = Callable[[Deed], Value]  # an input worked out before the dice
Judging = Callable[[Deed], bool]


# ---------------------------------------------------------------------- the rows


class Input:
    """Where an input of a form comes from.

    An asked one has its default from the last answer, or (`key`) from the acting unit, or (`work`) from what the book
    knows. `after` names throws: before one of them has fallen nobody is asked. Nor is anybody where `only` does not
    hold: there the default stands.
    """

    def __init__(
        self,
        name: str,
        source: str,
        *,
        key: str = "",
        value: Value = 0,
        work: Working | None = None,
        after: tuple[str, ...] = (),
        only: Judging | None = None,
    ) -> None:
        self.name: Final = name
        self.source: Final = source
        self.key: Final = key
        self.value: Final = value
        self.work: Final = work
        self.after: Final = after
        self.only: Final = only


class Fact:
    """Something that people are asked beyond the form's own inputs: did the charge come home?"""

    def __init__(
        self, field: Field, *, after: tuple[str, ...] = (), only: Judging | None = None, work: Working | None = None
    ) -> None:
        self.field: Final = field
        self.after: Final = after
        self.only: Final = only
        self.work: Final = work


class Change:
    """What is done to an attribute: a value, or the result or fact of that name (`by`); where `when` holds."""

    def __init__(
        self,
        who: str,
        attribute: str,
        do: str,
        *,
        value: Value = 0,
        by: str = "",
        when: str = "",
        among: tuple[Value, ...] = (),
    ) -> None:
        self.who: Final = who
        self.attribute: Final = attribute
        self.do: Final = do
        self.value: Final = value
        self.by: Final = by
        self.when: Final = when
        self.among: Final = among


class Tie:
    """Unit and target are tied, or no more: who fights whom, who is with whom."""

    def __init__(self, relation: str, *, join: bool, when: str = "", among: tuple[Value, ...] = ()) -> None:
        self.relation: Final = relation
        self.join: Final = join
        self.when: Final = when
        self.among: Final = among


class Then:
    """What is next in the chain: the same pair of units, or (`turned`) the target at the unit; or (`friends`) whoever
    is meant among the friends of who would do it, once or more.

    Those of a procedure stand in the order of the sheet: who does one lets go what was before it.
    """

    def __init__(
        self,
        procedure: str,
        why: str,
        *,
        when: str = "",
        among: tuple[Value, ...] = (),
        turned: bool = False,
        friends: bool = False,
        must: bool = False,
    ) -> None:
        self.procedure: Final = procedure
        self.why: Final = why
        self.when: Final = when
        self.among: Final = among
        self.turned: Final = turned
        self.friends: Final = friends
        self.must: Final = must


class Procedure:
    """Something that can be written into the book: with a form it throws dice, without one it is only told.

    `bars` says why it cannot be done (or nothing); `work` does what no row can say.
    """

    def __init__(
        self,
        id: str,
        title: str,
        *,
        form: str = "",
        target: str = NO_TARGET,
        inputs: tuple[Input, ...] = (),
        facts: tuple[Fact, ...] = (),
        changes: tuple[Change, ...] = (),
        ties: tuple[Tie, ...] = (),
        thens: tuple[Then, ...] = (),
        bars: Callable[[Deed], str] | None = None,
        work: Callable[[Deed], None] | None = None,
        said: str = "",
        free: bool = False,
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.form: Final = form
        self.target: Final = target
        self.inputs: Final = inputs
        self.facts: Final = facts
        self.changes: Final = changes
        self.ties: Final = ties
        self.thens: Final = thens
        self.bars: Final = bars
        self.work: Final = work
        self.said: Final = said  # `{unit} rallies`: how it is told
        self.free: Final = free  # no unit does it: it is the book's own


class BookCard:
    """A card of the sheet as a line of a roster: a unit of it, before anything has happened to it."""

    def __init__(self, id: str, name: str, values: dict[str, Value]) -> None:
        self.id: Final = id
        self.name: Final = name
        self.values: Final = values


class Joining:
    """How a unit joins a battle that has begun.

    `count`: the attribute that counts its figures; `whole`: those that say with how many it began; `asked`: what of its
    card people may say otherwise. `strangers`: the side of those who are nobody's. `parts`: a part of a unit may go out
    as a unit of its own. `comes`: what the sheet does then.
    """

    def __init__(
        self,
        count: str,
        *,
        whole: tuple[str, ...] = (),
        asked: tuple[str, ...] = (),
        strangers: str = "",
        parts: bool = False,
        comes: Callable[[Any, BookState, BookUnit], None] | None = None,
    ) -> None:
        self.count: Final = count
        self.whole: Final = whole
        self.asked: Final = asked
        self.strangers: Final = strangers
        self.parts: Final = parts
        self.comes: Final = comes


class DeckRow:
    """The cards that are drawn: the throw that stands for drawing one, what a card is called that is no unit's, which
    are passed over, and what comes of one."""

    def __init__(
        self,
        throw: Throw,
        others: dict[int, str],
        passed_over: Callable[[BookState, int], bool],
        comes_up: Callable[[Any, BookState, int], None],
    ) -> None:
        self.throw: Final = throw
        self.others: Final = others
        self.passed_over: Final = passed_over
        self.comes_up: Final = comes_up


class Phase:
    """A part of the turn that the book goes through; `begins` does what the sheet has done then."""

    def __init__(self, id: str, title: str, *, begins: Callable[[Any, BookState], None] | None = None) -> None:
        self.id: Final = id
        self.title: Final = title
        self.begins: Final = begins


class BookRows:
    """All that the field book needs to know of a sheet.

    `begin` and `next_turn` do what the sheet has done then (a deck is made, what was lost this turn is forgotten);
    `settle` is called after every entry: a unit without figures is gone. `lets_go` is what it means that something due
    is waived, where more was written down of it than that it is due.
    """

    def __init__(
        self,
        system: str,
        rules: Any,
        *,
        attributes: tuple[Field, ...],
        states: tuple[str, ...],
        relations: tuple[str, ...],
        procedures: tuple[Procedure, ...],
        settle: Callable[[Any, BookState], None],
        is_there: Callable[[BookUnit], bool],
        forms: tuple[AnyForm, ...] = (),
        own: tuple[Field, ...] = (),
        carried_on: tuple[str, ...] = (),
        refers: tuple[str, ...] = (),
        deck: DeckRow | None = None,
        phases: tuple[Phase, ...] = (),
        begin: Callable[[Any, BookState], None] | None = None,
        next_turn: Callable[[Any, BookState], None] | None = None,
        joining: Joining | None = None,
        lets_go: Callable[[Any, BookState, Due], None] | None = None,
    ) -> None:
        self.system: Final = system
        self.rules: Final = rules
        self.attributes: Final = attributes
        self.states: Final = states  # the attributes that change in a battle, in the order in which they are shown
        self.relations: Final = relations
        self.procedures: Final = procedures
        self.settle: Final = settle
        self.is_there: Final = is_there
        self.forms: Final = forms  # those that only the book throws, beside the sheet's own
        self.own: Final = own
        self.carried_on: Final = carried_on  # attributes that a card of the next battle has otherwise than as printed
        self.refers: Final = refers  # attributes that name another unit by its number
        self.deck: Final = deck
        self.phases: Final = phases
        self.begin: Final = begin
        self.next_turn: Final = next_turn
        self.lets_go: Final = lets_go
        self.joining: Final = joining  # None: who is there from the start is all there is

    def procedure(self, id: str) -> Procedure | None:
        for procedure in self.procedures:
            if procedure.id == id:
                return procedure
        return None

    def attribute(self, name: str) -> Field | None:
        for field in self.attributes:
            if field.name == name:
                return field
        return None
