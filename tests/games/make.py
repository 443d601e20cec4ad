"""Puts every battle on record anew, what is shown in some of them, and the odds: `make games WHY="ruling R141"`.

A file whose battle is still the same is left as it is, so that a diff shows what has changed and nothing else. The
reason is written down in CHANGES.md, and how many battles have changed is said, with the place where the first part.
"""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from pathlib import Path

import drawn_battles
import odds_kept
import pairs_kept
import ranges_kept
import shown_text
from battles import HERE, Battle, all_battles, battles_of, read_marks, write_marks
from comparing import Remade, difference, kept

from playsheet import __version__
from playsheet.rules import SYSTEMS

CHANGES = HERE / "CHANGES.md"
TITLE = "# Why battles on record have changed\n\nThe newest reason first.\n"
MOST_SHOWN = 5  # of the battles that have changed: those are told of
NEW = "it is new."


class Made:
    """One battle, made anew: its record if that has changed, and how."""

    def __init__(self, battle: Battle, said: str, text: str, marks: list[str]) -> None:
        self.battle = battle
        self.said = said
        self.text = text
        self.marks = marks


def made(battle: Battle) -> Made:
    now = Remade(battle)
    said = NEW
    if battle.file.is_file():
        said = difference(kept(battle), read_marks(battle.system).get(battle.name, []), now)
    return Made(battle, said, now.record.text() if said else "", now.marks)


def remake_records(made_anew: list[Made]) -> list[str]:
    """Write the records that have changed, and strike those that are battles no more; how each has."""
    found: list[str] = []
    marks: dict[str, dict[str, list[str]]] = {system: {} for system in SYSTEMS}
    for one in made_anew:
        battle = one.battle
        marks[battle.system][battle.name] = one.marks
        if one.said:
            battle.file.write_text(one.text, encoding="utf-8", newline="\n")
            found.append(f"{battle}: {one.said}")
    for system in SYSTEMS:
        write_marks(system, marks[system])
        known = {battle.file for battle in battles_of(system)}
        for path in sorted((HERE / system).glob("*.record")):
            if path not in known:
                path.unlink()
                found.append(f"{system}/{path.stem}: it is on record no more.")
    return found


def remake_texts(folder: Path, texts: dict[str, str]) -> list[str]:
    """Write the texts that have changed, and strike those that are gone; their names."""
    folder.mkdir(exist_ok=True)
    changed = [name for name, text in texts.items() if not is_kept(folder / name, text)]
    for name in changed:
        (folder / name).write_text(texts[name], encoding="utf-8", newline="\n")
    gone = [path.name for path in sorted(folder.iterdir()) if path.name not in texts]
    for name in gone:
        (folder / name).unlink()
    return [f"{folder.name}/{name}" for name in changed + gone]


def is_kept(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def note(why: str, records: list[str], texts: list[str], total: int) -> None:
    """The reason, above those before it."""
    before = CHANGES.read_text(encoding="utf-8").removeprefix(TITLE) if CHANGES.is_file() else ""
    counts = [(system, len([one for one in records if one.startswith(system + "/")])) for system in SYSTEMS]
    said = ", ".join(f"{system} {count}" for system, count in counts if count)
    counted = f"{len(records)} of {total} records{': ' + said if said else ''}"
    lines = [f"## {why}", "", f"Playsheet {__version__}. {counted}."]
    if texts:
        lines.append(f"Texts: {', '.join(texts)}.")
    CHANGES.write_text(TITLE + "\n" + "\n".join(lines) + "\n" + before, encoding="utf-8", newline="\n")


def main(words: list[str]) -> int:
    why = " ".join(" ".join(words).split())
    if not why:
        print('Battles on record change for a reason: make games WHY="ruling R141".', file=sys.stderr)
        return 2
    battles = all_battles()
    with get_context("spawn").Pool(os.cpu_count()) as pool:  # all of it, before the first file is written
        all_made = list(pool.imap(made, battles, chunksize=4))
        shown = {name: text for part in pool.imap(shown_text.texts_of, SYSTEMS) for name, text in part.items()}
        odds = dict(zip(map(odds_kept.file_of, SYSTEMS), pool.map(odds_kept.text_of, SYSTEMS)))
        odds.update(zip(map(pairs_kept.file_of, SYSTEMS), pool.map(pairs_kept.text_of, SYSTEMS)))
        odds.update(zip(map(ranges_kept.file_of, SYSTEMS), pool.map(ranges_kept.text_of, SYSTEMS)))
        drawn = dict(zip(map(drawn_battles.file_of, SYSTEMS), pool.map(drawn_battles.text_of, SYSTEMS)))
    records = remake_records(all_made)
    texts = remake_texts(shown_text.FOLDER, shown) + remake_texts(odds_kept.FOLDER, odds)
    texts += remake_texts(drawn_battles.FOLDER, drawn)
    if records or texts:
        note(why, records, texts, len(battles))
    print(f"{len(records)} of {len(battles)} battles on record have changed.")
    for said in records[:MOST_SHOWN]:
        print(f"  {said}")
    if len(records) > MOST_SHOWN:
        print(f"  ... and {len(records) - MOST_SHOWN} more.")
    if texts:
        print(f"Texts that have changed: {', '.join(texts)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
