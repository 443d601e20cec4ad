"""`command`: a seat of a running game, commanded by intents."""

from __future__ import annotations

import argparse
from typing import Any

from rich.text import Text

from playsheet.cli.output import console, print_json, table
from playsheet.client import sit
from playsheet.client.seat import Seat


def command(given: argparse.Namespace) -> None:
    """Say it, and what is asked then; without intents what stands, what is asked and who can be commanded."""
    with sit(given.link) as seat:
        if given.ask:
            would = seat.would(*given.intent)
            if given.json:
                print_json(would)
            else:
                show_would(would)
            return
        if given.intent:
            seat.intend(*given.intent)
        if given.json:
            print_json({key: seat.state[key] for key in ("status", "turn", "asked", "questions", "intents")})
        else:
            show(seat, with_roster=not given.intent)


def show_would(would: dict[str, Any]) -> None:
    out = console()
    units = len({mark["unit"] for mark in would["marks"]})
    out.print(Text(f"{would['answers']} answers; {units} {'unit' if units == 1 else 'units'} would stand elsewhere."))
    refused = [unit["refused"] for unit in would["units"] if unit["refused"] and unit["refused"] not in would["told"]]
    for said in [*would["told"], *refused]:
        out.print(Text(said))
    if would["odds"] is not None:
        out.print(Text(f"Then dice are thrown: {would['odds']['procedure']}."))
    elif would["open"]:
        out.print(Text(f"Then: {would['open']}"))


def show(seat: Seat, *, with_roster: bool) -> None:
    out = console()
    intents = seat.state["intents"] or {"said": [], "standing": []}
    for said in intents["said"]:
        out.print(Text(said))
    for order in intents["standing"]:
        out.print(Text(f"{order['number']:>3}  {order['intent']}"))
    if with_roster:
        roster = table("", ["", "unit", "figures", "where"], right=[0, 2])
        for number, unit in enumerate(seat.state["view"]["table"]["roster"]):
            if unit["seat"] in seat.state["you"]["commands"]:
                at = unit["at"]
                where = f"{at[0]:g},{at[1]:g} facing {at[2]:g}" if at is not None else unit["place"]
                roster.add_row(str(number), unit["name"], str(unit["figures"]), where)
        out.print(roster)
    if seat.over:
        out.print(Text("The battle is over."))
    elif seat.questions:
        out.print(Text(f"Turn {seat.state['turn']}. {seat.questions[0].text}"))
    else:
        out.print(Text(f"Turn {seat.state['turn']}. Nothing is asked of this seat now."))
