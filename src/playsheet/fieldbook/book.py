"""A book: its head, its log, and the state that the log makes of the head.

A phone says an intent at a position in the log, and never a state. Nothing in the log is rewritten: what was wrong is
taken back, corrected or overruled by entries of its own.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import (
    ADD,
    ASKED,
    BOOK,
    ENEMY,
    FIXED,
    FRIEND,
    NO_TARGET,
    NOBODY,
    SET,
    TARGET,
    UNIT,
    BookCard,
    BookRows,
    BookState,
    BookUnit,
    Change,
    Deed,
    Due,
    Fact,
    Input,
    Judging,
    Procedure,
    Working,
)
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled
from playsheet.core.forms import AnyForm, Case, Field, Value
from playsheet.fieldbook.dice import Tapped
from playsheet.fieldbook.joining import (
    Arrival,
    fields_of,
    goes_out,
    how_to_join,
    joins,
    line_of,
    refuse_other_numbers,
    side_field,
    who_came,
)

MOST_ENTRIES: Final = 10_000
LONGEST_REASON: Final = 200
MOST_POINTS: Final = 10_000

# what every book knows, whatever the sheet
BEGIN: Final = "begin"
DRAW: Final = "draw"
TURN: Final = "turn"
PHASE: Final = "phase"
SCORE: Final = "score"
END: Final = "end"
NOTE: Final = "note"
WAIVE: Final = "waive"
OVERRULE: Final = "overrule"
JOIN: Final = "join"
UNDO: Final = "undo"
CORRECT: Final = "correct"
BUILT_IN: Final = (BEGIN, DRAW, TURN, PHASE, SCORE, END, NOTE, WAIVE, OVERRULE, JOIN, UNDO, CORRECT)


class Intent:
    """What somebody wants to be written, and how long the log was when he looked."""

    def __init__(
        self,
        at: int,
        do: str,
        *,
        unit: int = NOBODY,
        target: int = NOBODY,
        entry: int = 0,
        answers: dict[str, Value] | None = None,
        dice: list[int] | None = None,
        reason: str = "",
        line: dict[str, Value] | None = None,
    ) -> None:
        self.at: Final = at
        self.do: Final = do
        self.unit: Final = unit
        self.target: Final = target
        self.entry: Final = entry  # which entry is taken back or corrected; entries count from 1
        self.answers: Final[dict[str, Value]] = {} if answers is None else answers
        self.dice: Final[list[int]] = [] if dice is None else dice
        self.reason: Final = reason
        self.line: Final[dict[str, Value]] = {} if line is None else line  # of a roster: who joins, as his card was


class Entry:
    """A line of the log: the intent with every answer that was asked, and how it is told."""

    def __init__(self, number: int, intent: Intent, said: str, rolls: list[Rolled]) -> None:
        self.number: Final = number
        self.intent: Final = intent
        self.said: Final = said
        self.rolls: Final = rolls


class Law:
    """What is in force beside the printed sheet: settings of switches, and house rules as (file, text)."""

    def __init__(self, settings: dict[str, str], houses: list[tuple[str, str]]) -> None:
        self.settings: Final = settings
        self.houses: Final = houses


class Head:
    """What a book begins with: the sheet as it is in force, and the rosters as they stood."""

    def __init__(
        self, version: int, system: str, digest: str, title: str, origin: str, law: Law, start: BookState
    ) -> None:
        self.version: Final = version
        self.law: Final = law
        self.system: Final = system
        self.digest: Final = digest  # a digest of its cells and rulings
        self.title: Final = title
        self.origin: Final = origin  # the scenario, game or army list that the rosters come from
        self.start: Final = start


class Asking:
    """What is asked of the people for an entry, and the answer that stands if they say nothing."""

    def __init__(self, field: Field, default: Value, after: tuple[str, ...]) -> None:
        self.field: Final = field
        self.default: Final = default
        self.after: Final = after  # the throws before which it is not asked


class Written:
    """An intent carried out: the state that it makes, and its entry."""

    def __init__(self, state: BookState, entry: Entry) -> None:
        self.state: Final = state
        self.entry: Final = entry


class Book:
    """Rosters and a log. The rows say what is done with them."""

    def __init__(self, head: Head, rows: BookRows, forms: list[AnyForm], cards: list[BookCard]) -> None:
        self.head: Final = head
        self.rows: Final = rows
        self.cards: Final = cards  # of units that may join
        self.rules: Final = rows.rules
        self.forms: Final = {form.id: form for form in [*forms, *rows.forms]}
        self.entries: list[Entry] = []
        self.state = head.start.clone()
        self.trying = 0  # the entry that is being gone through again

    # ------------------------------------------------------------ writing

    def do(self, intent: Intent) -> Entry:
        """Write one entry. What cannot be written is refused in a sentence, and the book is as it was."""
        if intent.at != len(self.entries):
            raise Refused(
                f"the book has {len(self.entries)} entries, but this was meant for a book of {intent.at}: "
                "look at it as it is now, and say it again."
            )
        if len(self.entries) >= MOST_ENTRIES:
            raise Refused(f"the book is full: expected at most {MOST_ENTRIES} entries.")
        if len(intent.reason) > LONGEST_REASON:
            raise Refused(f"expected at most {LONGEST_REASON} letters of reason, got {len(intent.reason)}.")
        if intent.do in (UNDO, CORRECT):
            return self.mended(intent)
        self.trying = 0
        written = self.carried_out(self.state.clone(), intent, len(self.entries) + 1)
        self.state = written.state
        self.entries.append(written.entry)
        return written.entry

    def mended(self, intent: Intent) -> Entry:
        """An earlier entry is taken back or corrected: all that follows is gone through again."""
        if not 1 <= intent.entry <= len(self.entries):
            raise Refused(f"there is no entry {intent.entry}: expected one from 1 to {len(self.entries)}.")
        before = self.entries[intent.entry - 1]
        if intent.do == UNDO and intent.entry in taken_back(self.entries):
            raise Refused(f"entry {intent.entry} has been taken back already.")
        if intent.do == CORRECT and before.intent.do in (UNDO, CORRECT):
            raise Refused(f"entry {intent.entry} has no dice and no answers of its own: take it back instead.")
        word = "taken back" if intent.do == UNDO else "corrected"
        said = f"Entry {intent.entry} is {word}: {before.said}"
        entry = Entry(len(self.entries) + 1, intent, because(said, intent.reason), [])
        entries = [*self.entries, entry]
        made = self.gone_through(entries)
        refuse_other_numbers(self.joined(self.state), self.joined(made.state))
        if intent.do == CORRECT:
            for each in made.entries:
                if each.number == intent.entry:
                    said = f"Entry {intent.entry} is corrected: {each.said}"
                    entry = Entry(len(self.entries) + 1, intent, because(said, intent.reason), each.rolls)
        self.state = made.state
        self.entries.append(entry)
        return entry

    def gone_through(self, entries: list[Entry]) -> Standing:
        """The state that a log makes of the head, without what is taken back and with what is corrected."""
        gone = taken_back(entries)
        patches: dict[int, Intent] = {}
        for entry in entries:
            if entry.intent.do == CORRECT and entry.number not in gone:
                patches[entry.intent.entry] = entry.intent
        state = self.head.start.clone()
        standing: list[Entry] = []
        for entry in entries:
            if entry.number in gone or entry.intent.do in (UNDO, CORRECT):
                continue
            self.trying = entry.number
            intent = entry.intent
            if entry.number in patches:
                intent = patched(intent, patches[entry.number])
            standing.append(self.carried_out(state, intent, entry.number).entry)
        self.trying = 0
        return Standing(state, standing)

    def carried_out(self, state: BookState, intent: Intent, number: int) -> Written:
        """Done to this state, which is nobody's any more if it is refused."""
        in_every_book = intent.do in BUILT_IN
        written = self.built_in(state, intent, number) if in_every_book else self.procedure_done(state, intent, number)
        for unit in state.units[len(self.head.start.units) :]:
            if unit.entry == 0:
                unit.entry = number
        return written

    def joined(self, state: BookState) -> list[int]:
        return who_came(state, len(self.head.start.units))

    def take_over(self, entries: list[Entry]) -> None:
        """A log that was kept: gone through from the head, and told anew where it stands."""
        for entry in entries:
            if entry.intent.do in (UNDO, CORRECT) and not 1 <= entry.intent.entry < entry.number:
                raise Refused(f"entry {entry.number} is about entry {entry.intent.entry}: expected an earlier one.")
        made = self.gone_through(entries)
        told = {entry.number: entry for entry in made.entries}
        self.entries = [self.told_again(entry, told) for entry in entries]
        self.state = made.state

    def told_again(self, entry: Entry, told: dict[int, Entry]) -> Entry:
        if entry.number not in told:
            return entry
        fresh = told[entry.number]
        return Entry(entry.number, entry.intent, entry.said or fresh.said, fresh.rolls)

    # ------------------------------------------------------------ a procedure

    def procedure(self, id: str) -> Procedure:
        found = self.rows.procedure(id)
        if found is None:
            known = [*BUILT_IN, *[procedure.id for procedure in self.rows.procedures]]
            raise Refused(f"there is no {id!r} in this book: expected one of {', '.join(known)}.")
        return found

    def deed(self, state: BookState, intent: Intent) -> Deed:
        """Who does it, and to whom; refused if they are not there, or the wrong ones."""
        procedure = self.procedure(intent.do)
        if state.finished:
            raise Refused("the battle is over.")
        deed = Deed(self.rules, state, intent.unit, intent.target)
        deed.cards = self.cards
        deed.line = intent.line
        if procedure.free:
            return deed
        unit = self.present(state, intent.unit, "unit")
        if procedure.target == NO_TARGET:
            if intent.target != NOBODY:
                raise Refused(f"{procedure.title} is done to nobody: expected no target.")
            return deed
        target = self.present(state, intent.target, "target")
        if target.id == unit.id:
            raise Refused(f"{unit.name} cannot do that to itself: expected another target.")
        if procedure.target == ENEMY and target.side == unit.side:
            raise Refused(f"{target.name} is on the same side as {unit.name}: expected an enemy.")
        if procedure.target == FRIEND and target.side != unit.side:
            raise Refused(f"{target.name} is an enemy of {unit.name}: expected a friend.")
        return deed

    def present(self, state: BookState, id: int, what: str) -> BookUnit:
        unit = self.known(state, id, what)
        if not self.rows.is_there(unit):
            raise Refused(f"{unit.name} is gone: expected a unit that is still there.")
        return unit

    def known(self, state: BookState, id: int, what: str) -> BookUnit:
        if not 0 <= id < len(state.units):
            raise Refused(f"there is no {what} {id}: expected a number from 0 to {len(state.units) - 1}.")
        return state.units[id]

    def questions(self, intent: Intent) -> list[Asking]:
        """All that is asked for this, in order, with the answer that stands if nothing is said."""
        if intent.do == JOIN:
            return self.questions_of_joining(intent)
        deed = self.deed(self.state, intent)
        procedure = self.procedure(intent.do)
        answers = dict(intent.answers)
        found: list[Asking] = []
        for fact in procedure.facts:
            if wanted(fact.only, deed):
                default = self.default_of(procedure, fact.field, fact.work, "", fact.after, deed)
                found.append(Asking(fact.field, default, fact.after))
                deed.values[fact.field.name] = answers.get(fact.field.name, default)
        for each in procedure.inputs:
            if each.source == ASKED and wanted(each.only, deed):
                field = self.field(procedure, each.name)
                default = self.default_of(procedure, field, each.work, each.key, each.after, deed)
                found.append(Asking(field, default, each.after))
        return found

    def questions_of_joining(self, intent: Intent) -> list[Asking]:
        """Its card and its side; then, of that card, how many they are and what else is asked. A name is free."""
        joining = how_to_join(self.rows, self.state)
        ids = tuple([card.id for card in self.cards])
        card = str(intent.answers.get("card", ids[0]))
        fields = [Field("card", "its card", card, choices=ids), side_field(joining, self.state)]
        fields += fields_of(self.rows, joining, line_of(self.cards, card))
        return [Asking(field, line_of(self.cards, card).get(field.name, field.default), ()) for field in fields]

    def field(self, procedure: Procedure, name: str) -> Field:
        for field in self.forms[procedure.form].fields:
            if field.name == name:
                return field
        raise Refused(f"{procedure.form} has no input {name!r}.")

    def default_of(
        self, procedure: Procedure, field: Field, work: Working | None, key: str, after: tuple[str, ...], deed: Deed
    ) -> Value:
        """What the book knows, or the last answer, or the sheet's own; what is asked after a throw starts afresh."""
        if work is not None:
            return work(deed)
        if key:
            return deed.actor().values[key]
        if after:
            return field.default
        return deed.state.last.get(memory(procedure.id, field.name, deed.unit), field.default)

    def case(self, deed: Deed, procedure: Procedure, intent: Intent) -> Case | None:
        """The form filled in: what is asked from the answers, all else from the book. None: there is no form."""
        refuse_unasked(intent.answers, asked_of(procedure))
        for fact in procedure.facts:
            if wanted(fact.only, deed):
                self.take_fact(deed, procedure, fact, intent.answers)
        bar = procedure.bars(deed) if procedure.bars is not None else ""
        if bar:
            raise Refused(f"{bar}.")
        given: dict[str, object] = {}
        for each in procedure.inputs:
            given[each.name] = self.input_value(deed, procedure, each, intent.answers)
        refuse_unasked(intent.answers, list(deed.answered))
        if not procedure.form:
            return None
        return self.forms[procedure.form].filled(given)

    def take_fact(self, deed: Deed, procedure: Procedure, fact: Fact, answers: dict[str, Value]) -> None:
        name = fact.field.name
        if name in answers:
            value = fact.field.read(answers[name])
        else:
            value = self.default_of(procedure, fact.field, fact.work, "", fact.after, deed)
        deed.values[name] = value
        deed.answered[name] = value

    def input_value(self, deed: Deed, procedure: Procedure, each: Input, answers: dict[str, Value]) -> Value:
        if each.source == UNIT:
            return deed.actor().values[each.key]
        if each.source == TARGET:
            return deed.other().values[each.key]
        if each.source == FIXED:
            return each.value
        if each.source == ASKED:
            field = self.field(procedure, each.name)
            if not wanted(each.only, deed):
                known = each.work is not None or each.key
                return self.default_of(procedure, field, each.work, each.key, (), deed) if known else field.default
            if each.name in answers:
                deed.answered[each.name] = field.read(answers[each.name])
            else:
                deed.answered[each.name] = self.default_of(procedure, field, each.work, each.key, each.after, deed)
            return deed.answered[each.name]
        assert each.work is not None, "what is worked out has its function"
        return each.work(deed)

    def odds_case(self, intent: Intent) -> Case:
        """The form as it would be thrown now, for odds before anybody commits himself."""
        procedure = self.procedure(intent.do)
        case = self.case(self.deed(self.state.clone(), intent), procedure, intent)
        if case is None:
            raise Refused(f"{procedure.title} throws no dice: there are no odds to it.")
        return case

    def procedure_done(self, state: BookState, intent: Intent, number: int) -> Written:
        procedure = self.procedure(intent.do)
        deed = self.deed(state, intent)
        case = self.case(deed, procedure, intent)
        rolls: list[Rolled] = []
        told = ""
        dice = Tapped(intent.dice, waiting_for(procedure, deed, intent.answers))
        if case is not None:
            dice.log = rolls
            facts = case.run(dice)
            deed.situation = case.situation
            deed.dice = intent.dice
            for name in case.inputs:
                deed.values[name] = case.inputs[name]
            names = case.form.results
            for index in range(len(names)):
                deed.values[names[index]] = facts[index]
            told = results_said(names, facts)
        dice.end()
        answers = self.remember(deed, procedure, dice.fallen)
        self.done(deed, procedure)
        self.change(deed, procedure)
        self.follow(deed, procedure)
        self.settle(state)
        said = sentence(procedure, deed, told)
        full = Intent(
            intent.at,
            intent.do,
            unit=intent.unit,
            target=intent.target,
            answers=answers,
            dice=intent.dice,
            reason=intent.reason,
            line=deed.line,
        )
        return Written(state, Entry(number, full, because(said, intent.reason), rolls))

    def remember(self, deed: Deed, procedure: Procedure, fallen: list[str]) -> dict[str, Value]:
        """Every answer that was asked, as it stood; the next time it is the default."""
        answers: dict[str, Value] = {}
        for fact in procedure.facts:
            name = fact.field.name
            if name in deed.answered and has_come(fact.after, fallen):
                answers[name] = deed.answered[name]
        for each in procedure.inputs:
            if each.name in deed.answered and has_come(each.after, fallen):
                answers[each.name] = deed.answered[each.name]
        for name in answers:
            deed.state.last[memory(procedure.id, name, deed.unit)] = answers[name]
        return answers

    def change(self, deed: Deed, procedure: Procedure) -> None:
        for change in procedure.changes:
            if deed.holds(change.when, change.among):
                self.change_one(deed, change)
        for tie in procedure.ties:
            if deed.holds(tie.when, tie.among):
                if tie.join:
                    deed.state.tie(tie.relation, deed.unit, deed.target)
                else:
                    deed.state.untie(tie.relation, deed.unit, deed.target)
        if procedure.work is not None:
            procedure.work(deed)

    def change_one(self, deed: Deed, change: Change) -> None:
        value = deed.values[change.by] if change.by else change.value
        values = deed.state.values if change.who == BOOK else self.whom(deed, change.who).values
        if change.do == SET:
            values[change.attribute] = value
            return
        now = int(values[change.attribute])
        values[change.attribute] = now + int(value) if change.do == ADD else max(0, now - int(value))

    def whom(self, deed: Deed, who: str) -> BookUnit:
        return deed.actor() if who == UNIT else deed.other()

    def done(self, deed: Deed, procedure: Procedure) -> None:
        """What was due is done, and so is what was before it in the same chain."""
        deed.state.due = still_due(deed.state.due, procedure.id, deed)

    def follow(self, deed: Deed, procedure: Procedure) -> None:
        """What is next in the chain is due. What else was offered stays so."""
        state = deed.state
        fresh = self.next_in_chain(deed, procedure)
        left = state.due
        state.due = [due for due in left if due.must]
        state.due += fresh
        for due in left:
            if not due.must and place_of(fresh, due.procedure, due.unit, due.target) < 0:
                state.due.append(due)

    def next_in_chain(self, deed: Deed, procedure: Procedure) -> list[Due]:
        chain = 1
        for due in deed.state.due:
            chain = max(chain, due.chain + 1)
        found: list[Due] = []
        for then in procedure.thens:
            if deed.holds(then.when, then.among):
                unit, target = (deed.target, deed.unit) if then.turned else (deed.unit, deed.target)
                known = self.procedure(then.procedure)
                if known.free or then.friends:
                    unit = NOBODY
                if known.target == NO_TARGET:
                    target = NOBODY
                found.append(Due(then.procedure, unit, target, then.why, must=then.must, chain=chain))
        return found

    def settle(self, state: BookState) -> None:
        self.rows.settle(self.rules, state)
        state.due = [due for due in state.due if self.may_be(state, due)]

    def may_be(self, state: BookState, due: Due) -> bool:
        """Are those who owe it still there? And of what is only offered: is it not barred, whatever is answered?"""
        for one in (due.unit, due.target):
            if one >= 0 and not self.rows.is_there(state.units[one]):
                return False
        if due.must or self.procedure(due.procedure).free:
            return True
        if due.unit >= 0:
            return not self.is_barred(state, due.procedure, due.unit, due.target)
        for unit in state.units:
            if self.rows.is_there(unit) and self.may_be_done_by(state, due, unit):
                return True
        return False

    def may_be_done_by(self, state: BookState, due: Due, unit: BookUnit) -> bool:
        """One of those who are meant, where nobody is named."""
        meant = self.procedure(due.procedure).target
        if due.target >= 0:
            is_friend = unit.side == state.units[due.target].side
            if unit.id == due.target or (is_friend and meant == ENEMY) or (not is_friend and meant == FRIEND):
                return False
        return not self.is_barred(state, due.procedure, unit.id, due.target)

    def is_barred(self, state: BookState, id: str, unit: int, target: int) -> bool:
        procedure = self.procedure(id)
        if procedure.bars is None:
            return False
        deed = Deed(self.rules, state, unit, target)
        for fact in procedure.facts:
            if wanted(fact.only, deed):
                if not fact.after:
                    return False  # it may hang on the answer
                default = self.default_of(procedure, fact.field, fact.work, "", fact.after, deed)
                deed.values[fact.field.name] = default
        return procedure.bars(deed) != ""

    # ------------------------------------------------------------ what every book knows

    def built_in(self, state: BookState, intent: Intent, number: int) -> Written:
        answers = intent.answers
        line: dict[str, Value] = {}
        rolls: list[Rolled] = []
        if intent.do == BEGIN:
            said = self.begun(state)
        elif intent.do == NOTE:
            said = self.reasoned(intent, "what is noted")
        elif intent.do == OVERRULE:
            said = self.overruled(state, intent)
        elif intent.do == JOIN:
            arrival = self.arrived(state, intent)
            said = because(arrival.said, intent.reason)
            answers = arrival.answers
            line = arrival.line
        else:
            if not state.begun:
                raise Refused("the battle has not begun: expected begin.")
            if state.finished:
                raise Refused("the battle is over.")
            if intent.do == DRAW:
                answers = {"card": self.card_of(state, intent, rolls)}
                said = self.drawn(state, int(answers["card"]))
            elif intent.do == TURN:
                said = self.next_turn(state)
            elif intent.do == PHASE:
                said = self.next_phase(state)
            elif intent.do == SCORE:
                said = self.scored(state, intent)
            elif intent.do == END:
                said = self.ended(state, intent)
            else:
                said = self.waived(state, intent)
        self.settle(state)
        full = Intent(
            intent.at,
            intent.do,
            unit=intent.unit,
            target=intent.target,
            answers=answers,
            dice=intent.dice,
            reason=intent.reason,
            line=line,
        )
        return Written(state, Entry(number, full, said, rolls))

    def arrived(self, state: BookState, intent: Intent) -> Arrival:
        """A unit of a card joins, or a part of one that is there goes out."""
        if state.finished:
            raise Refused("the battle is over.")
        if intent.unit == NOBODY:
            return joins(self.rows, self.cards, state, intent.answers, intent.line)
        return goes_out(self.rows, state, self.present(state, intent.unit, "unit"), intent.answers)

    def begun(self, state: BookState) -> str:
        if state.begun:
            raise Refused("the battle has begun already.")
        state.begun = True
        if self.rows.begin is not None:
            self.rows.begin(self.rules, state)
        return "The battle begins."

    def card_of(self, state: BookState, intent: Intent, rolls: list[Rolled]) -> int:
        """The card that comes up: the one that was said, or by a die with a face for each card that is left."""
        deck = self.rows.deck
        if deck is None:
            raise Refused("this sheet has no deck to draw from.")
        if not state.left:
            raise Refused("no card is left to draw: expected turn.")
        if "card" in intent.answers:
            card = whole(intent.answers, "card", -99, len(state.units) - 1)
            if card not in state.left:
                raise Refused(f"{self.card_name(state, card)} is not among the cards that are left.")
            return card
        dice = Tapped(intent.dice, {})
        dice.log = rolls
        card = state.left[dice.pick(state.left, deck.throw)]
        dice.end()
        return card

    def card_name(self, state: BookState, card: int) -> str:
        deck = self.rows.deck
        if deck is not None and card in deck.others:
            return deck.others[card]
        return self.known(state, card, "card").name

    def drawn(self, state: BookState, card: int) -> str:
        deck = self.rows.deck
        assert deck is not None, "a card was drawn from it"
        state.left.remove(card)
        state.drawn.append(card)
        state.due = [due for due in state.due if due.must]
        if deck.passed_over(state, card):
            return f"A card is drawn: {self.card_name(state, card)}, which is gone."
        deck.comes_up(self.rules, state, card)
        return f"A card is drawn: {self.card_name(state, card)}."

    def next_turn(self, state: BookState) -> str:
        owed = [due for due in state.due if due.must]
        if owed:
            raise Refused(f"something is still due: {self.due_said(state, owed[0])}; expected it, or waive.")
        state.turn += 1
        state.phase = 0
        state.due = []
        if self.rows.next_turn is not None:
            self.rows.next_turn(self.rules, state)
        return f"Turn {state.turn} begins."

    def next_phase(self, state: BookState) -> str:
        if state.phase + 1 >= len(self.rows.phases):
            raise Refused("this was the last phase of the turn: expected turn." if self.rows.phases else NO_PHASES)
        state.phase += 1
        state.due = [due for due in state.due if due.must]
        phase = self.rows.phases[state.phase]
        if phase.begins is not None:
            phase.begins(self.rules, state)
        return f"{phase.title}."

    def scored(self, state: BookState, intent: Intent) -> str:
        side = whole(intent.answers, "side", 1, len(state.sides)) - 1
        points = whole(intent.answers, "points", -MOST_POINTS, MOST_POINTS)
        state.score[side] += points
        return because(f"{state.sides[side]}: {points} points, {state.score[side]} in all", intent.reason)

    def ended(self, state: BookState, intent: Intent) -> str:
        """`winner`: a side from 1, or 0 for a draw."""
        state.winner = whole(intent.answers, "winner", 0, len(state.sides)) - 1
        state.finished = True
        state.verdict = self.reasoned(intent, "how it ended")
        state.due = []
        return f"The battle is over: {state.verdict}"

    def waived(self, state: BookState, intent: Intent) -> str:
        """Something that is due is let go, with a word of reason."""
        for due in state.due:
            if due.unit == intent.unit and due.procedure == str(intent.answers.get("procedure", due.procedure)):
                state.due = [other for other in state.due if other is not due]
                if self.rows.lets_go is not None:
                    self.rows.lets_go(self.rules, state, due)
                return f"Let go: {self.due_said(state, due)}; {self.reasoned(intent, 'why')}"
        raise Refused("nothing is due there that could be let go.")

    def overruled(self, state: BookState, intent: Intent) -> str:
        """A referee's hand: any value, with a word of reason."""
        reason = self.reasoned(intent, "why a value is overruled")
        name = str(intent.answers.get("attribute", ""))
        if "value" not in intent.answers or len(intent.answers) != 2:
            raise Refused("a value is overruled by its attribute and its value: expected these two answers.")
        given = intent.answers["value"]
        if intent.unit == NOBODY:
            return f"{self.own_overruled(state, name, given)} by the referee: {reason}"
        unit = self.known(state, intent.unit, "unit")
        field = self.rows.attribute(name)
        if field is None:
            names = ", ".join([each.name for each in self.rows.attributes])
            raise Refused(f"nothing called {name!r} is written down of a unit: expected one of {names}.")
        before = unit.values[name]
        unit.values[name] = field.read(given)
        return f"{unit.name}: {name} {plain(before)} becomes {plain(unit.values[name])} by the referee: {reason}"

    def own_overruled(self, state: BookState, name: str, given: Value) -> str:
        if name == "turn":
            state.turn = int(Field("turn", "the turn", 1, 1, 1000).read(given))
            return f"Turn becomes {state.turn}"
        for field in self.rows.own:
            if field.name == name:
                state.values[name] = field.read(given)
                return f"{name} becomes {plain(state.values[name])}"
        names = ", ".join(["turn", *[field.name for field in self.rows.own]])
        raise Refused(f"the book has nothing called {name!r} of its own: expected one of {names}.")

    def reasoned(self, intent: Intent, what: str) -> str:
        if not intent.reason.strip():
            raise Refused(f"a word is missing: expected a reason that says {what}.")
        return intent.reason.strip()

    def due_said(self, state: BookState, due: Due) -> str:
        return f"{self.due_titled(state, due)} ({due.why})"

    def due_titled(self, state: BookState, due: Due) -> str:
        title = self.procedure(due.procedure).title
        at = f" at {state.units[due.target].name}" if due.target >= 0 else ""
        who = f"{state.units[due.unit].name}: " if due.unit >= 0 else ""
        return f"{who}{title}{at}"


class Standing:
    """The entries that stand, and the state that they make."""

    def __init__(self, state: BookState, entries: list[Entry]) -> None:
        self.state: Final = state
        self.entries: Final = entries


NO_PHASES: Final = "this sheet's turn has no phases to go through: expected draw or turn."


def still_due(dues: list[Due], done: str, deed: Deed) -> list[Due]:
    """What is left of them when that is done: of its own chain only what comes after it."""
    at = place_of(dues, done, deed.unit, deed.target)
    if at < 0:
        at = place_of(dues, done, NOBODY, deed.target)
    found: list[Due] = []
    for index in range(len(dues)):
        due = dues[index]
        is_done = due.procedure == done and due.unit == deed.unit
        is_over = index < at and not due.must and due.chain == dues[at].chain and due.chain > 0
        if not is_done and not is_over:
            found.append(due)
    return found


def place_of(dues: list[Due], procedure: str, unit: int, target: int) -> int:
    for index in range(len(dues)):
        due = dues[index]
        if due.procedure == procedure and due.unit == unit and due.target == target:
            return index
    return -1


def taken_back(entries: list[Entry]) -> dict[int, bool]:
    """The entries that do not stand: what was taken back, unless that was taken back itself."""
    gone: dict[int, bool] = {}
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if entry.intent.do == UNDO and entry.number not in gone:
            gone[entry.intent.entry] = True
    return gone


def patched(intent: Intent, patch: Intent) -> Intent:
    """The entry as it is corrected: other dice, other answers where some are given."""
    answers: dict[str, Value] = {}
    if intent.do != DRAW:
        for name in intent.answers:
            answers[name] = intent.answers[name]
    for name in patch.answers:
        answers[name] = patch.answers[name]
    return Intent(
        intent.at,
        intent.do,
        unit=intent.unit,
        target=intent.target,
        answers=answers,
        dice=patch.dice,
        reason=intent.reason,
        line=None if "card" in patch.answers else intent.line,
    )


def asked_of(procedure: Procedure) -> list[str]:
    """All that people may ever be asked for it."""
    return [
        *[fact.field.name for fact in procedure.facts],
        *[each.name for each in procedure.inputs if each.source == ASKED],
    ]


def refuse_unasked(answers: dict[str, Value], asked: list[str]) -> None:
    for name in answers:
        if name not in asked:
            raise Refused(f"nobody is asked for {name!r} here: expected {', '.join(asked) or 'nothing'}.")


def wanted(only: Judging | None, deed: Deed) -> bool:
    return only is None or only(deed)


def waiting_for(procedure: Procedure, deed: Deed, answers: dict[str, Value]) -> dict[str, str]:
    """By the name of the throw after which it is asked: what is not answered yet."""
    found: dict[str, str] = {}
    for fact in procedure.facts:
        if fact.field.name not in answers and wanted(fact.only, deed):
            for why in fact.after:
                found[why] = fact.field.name
    for each in procedure.inputs:
        if each.source == ASKED and each.name not in answers and wanted(each.only, deed):
            for why in each.after:
                found[why] = each.name
    return found


def has_come(after: tuple[str, ...], fallen: list[str]) -> bool:
    """Has a throw fallen after which it is asked? What waits for none is always asked."""
    if not after:
        return True
    for why in after:
        if why in fallen:
            return True
    return False


def memory(procedure: str, name: str, unit: int) -> str:
    return f"{procedure} {name} {unit}"


def whole(answers: dict[str, Value], name: str, low: int, high: int) -> int:
    if name not in answers:
        raise Refused(f"{name}: expected a whole number from {low} to {high}.")
    return int(Field(name, name, low, low, high).read(answers[name]))


def plain(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def because(said: str, reason: str) -> str:
    return f"{said} ({reason.strip()})" if reason.strip() else said


def results_said(names: tuple[str, ...], facts: tuple[Value, ...]) -> str:
    """Whatever is not the case is left out, if anything is."""
    parts = [f"{names[index].replace('_', ' ')} {plain(facts[index])}" for index in range(len(names))]
    told = [parts[index] for index in range(len(names)) if plain(facts[index]) not in ("no", "none")]
    return ", ".join(told or parts[:1])


def sentence(procedure: Procedure, deed: Deed, told: str) -> str:
    """`3rd Levy, Shooting at the Lancers: hits 2, lost 1.`"""
    title = procedure.said or procedure.title
    if procedure.free:
        return f"{title}: {told}." if told else f"{title}{answers_said(deed)}."
    who = deed.actor().name
    if procedure.said:
        whom = f" {deed.other().name}" if procedure.target != NO_TARGET else ""
        answered = "" if told else answers_said(deed)
        return f"{who} {title}{whom}{answered}."
    at = f" at {deed.other().name}" if procedure.target != NO_TARGET else ""
    return f"{who}, {title}{at}: {told}."


def answers_said(deed: Deed) -> str:
    """What was answered to something that is only told: `: order advance`."""
    names = list(deed.answered)
    return f": {results_said(tuple(names), tuple([deed.answered[name] for name in names]))}" if names else ""
