"""The `playsheet` command. Nothing of the engine is imported before a command needs it: `--help` must be quick."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

from playsheet.core.errors import Refused
from playsheet.version import __version__

OF_THE_SERVER: Final = {  # what the extra of that name installs
    *("fastapi", "httptools", "msgspec", "platformdirs", "pydantic", "starlette", "uvicorn", "uvloop", "websockets"),
}
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
BOTS_SAID: Final = (
    "recruit, regular (also called doctrine), veteran, marshal or random; veteran:64: with 64 play-outs; "
    "mybot.py:Bot: a player of your own"
)


class Parser(argparse.ArgumentParser):
    """Refuses in one sentence, like everything else."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{self.prog}: {message.rstrip('.')}; see {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Bad input is one sentence on stderr and 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = run(argv)
        sys.stdout.flush()
        return code
    except Refused as refusal:
        return refused(str(refusal))
    except BrokenPipeError:
        # The reader has gone: nothing more can be said, and Python must not try again as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:
        if os.environ.get("PLAYSHEET_DEBUG"):
            raise
        said = " ".join(f"{type(fault).__name__}: {fault}".split())
        print(
            f"playsheet: this is a fault of the program, not yours ({said}); PLAYSHEET_DEBUG=1 shows more.",
            file=sys.stderr,
        )
        return 1


def run(argv: Sequence[str] | None) -> int:
    try:
        given = parser().parse_args(argv)
    except SystemExit as leaving:  # --help, --version
        return leaving.code if isinstance(leaving.code, int) else 0
    module, function = given.run.split(":")
    try:
        code = getattr(import_module(f"playsheet.cli.{module}"), function)(given)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in OF_THE_SERVER:
            raise
        raise Refused(
            f"`playsheet {given.command}` needs the server, which is not installed: pip install 'playsheet[server]'."
        ) from None
    return code if isinstance(code, int) else 0


def refused(sentence: str) -> int:
    """One line, whatever the sentence quotes."""
    said = " ".join(sentence.split())
    print(said if said.endswith((".", "!", "?")) else said + ".", file=sys.stderr)
    return BAD_INPUT


# ---------------------------------------------------------------------- the commands


def parser() -> Parser:
    top = Parser(
        prog="playsheet",
        description="Plays 19th-century miniature battles exactly by their printed play sheets.",
        epilog="example: playsheet watch the-wells\n\nEach command has its own --help with an example.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"playsheet {__version__}")
    commands = top.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=Parser
    )
    add_serving(commands)
    add_games(commands)
    add_battles(commands)
    add_calculators(commands)
    add_books(commands)
    add_references(commands)
    return top


Commands = argparse._SubParsersAction


def command(commands: Commands[Parser], name: str, run: str, help: str, example: str) -> Parser:
    made = commands.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=f"example: {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.set_defaults(run=run)
    made.add_argument("--json", action="store_true", help="print JSON for programs (docs/cli.md says in what shape)")
    return made


def add_house(made: Parser) -> None:
    made.add_argument(
        "--house", action="append", default=[], metavar="FILE", help="a file of house rules; may be given several times"
    )


def add_deadline(made: Parser) -> None:
    made.add_argument(
        "--deadline", type=patience, metavar="SECONDS", help="for one answer of a player of your own (10)"
    )


def add_cluster(made: Parser) -> None:
    made.add_argument(
        "--cluster", metavar="ADDRESS", help="play on the workers of a Dask scheduler, such as tcp://192.0.2.7:8786"
    )


def add_plot(made: Parser) -> None:
    made.add_argument("--plot", metavar="FILE.svg", help="draw a picture of it, with matplotlib; or FILE.png")


def add_rows(made: Parser) -> None:
    made.add_argument(
        "--rows", metavar="FILE.csv", help="write a row a battle; or FILE.parquet, where pyarrow is there"
    )


def add_part(made: Parser, help: str) -> None:
    made.add_argument("--part", metavar="FILE", help=help)
    made.add_argument("--force", action="store_true", help="overwrite a file that exists")


def add_data(made: Parser) -> None:
    made.add_argument(
        "--data", metavar="FOLDER", help="where games are kept (else PLAYSHEET_DATA, or the platform's own place)"
    )


def add_database(made: Parser) -> None:
    made.add_argument(
        "--database",
        metavar="URL",
        help="games are in PostgreSQL instead of a folder: postgresql://USER@HOST/NAME (else PLAYSHEET_DATABASE)",
    )


def add_server(made: Parser, *, port: int) -> None:
    add_data(made)
    made.add_argument("--settings", metavar="FILE", help="settings in TOML; what is given here as well wins")
    made.add_argument("--host", metavar="ADDRESS", help="0.0.0.0 lets others in (127.0.0.1)")
    made.add_argument("--port", type=port_number, metavar="N", help=f"0 takes any that is free ({port})")
    made.add_argument("--workers", type=whole, metavar="K", help="processes in which bots think")
    made.add_argument(
        "--password-file", metavar="FILE", help="in it stands the password for making games (else PLAYSHEET_PASSWORD)"
    )
    made.add_argument(
        "--log", default="warning", choices=("debug", "info", "warning", "error"), help="how much is logged (warning)"
    )


def add_serving(commands: Commands[Parser]) -> None:
    made = command(
        commands,
        "play",
        "serving:play",
        "play a battle in the browser, against the computer or at one screen",
        "playsheet play the-wells --seat 2",
    )
    made.add_argument(
        "scenario", metavar="SCENARIO", nargs="?", default="the-wells", help="a built-in scenario's id, or a file"
    )
    made.add_argument(
        "--choose", action="store_true", help="open the first page instead, where lessons and battles are chosen"
    )
    made.add_argument("--seat", type=whole, default=1, metavar="N", help="which side you take (1)")
    made.add_argument(
        "--against",
        default="doctrine",
        choices=("recruit", "regular", "veteran", "marshal", "doctrine", "random", "players"),
        help="how well the computer plays (the doctrine is a regular), any legal move, or other players at this screen",
    )
    made.add_argument("--own-dice", action="store_true", help="you throw real dice, and type in how they fell")
    add_house(made)
    made.add_argument("--browser", action=argparse.BooleanOptionalAction, default=True, help="open the browser at it")
    add_server(made, port=0)

    made = command(
        commands,
        "serve",
        "serving:serve",
        "games for several players over the network",
        "playsheet serve --host 0.0.0.0 --port 8080",
    )
    add_server(made, port=8080)
    add_database(made)
    made.add_argument(
        "--shared", action="store_true", help="one of several servers of the same games, behind one proxy"
    )
    made.add_argument("--name", metavar="NAME", help="of this server among several (its machine and port)")
    made.add_argument("--processes", type=int, help=argparse.SUPPRESS)
    made.add_argument(
        "--proxy", default="", metavar="ADDRESS", help="a reverse proxy whose word on clients' addresses is taken"
    )

    made = command(
        commands,
        "command",
        "commanding:command",
        "give intents to the units of a seat in a running game",
        'playsheet command http://127.0.0.1:8080/#play/GAME/SECRET "march 3 4 to 20,14" stand',
    )
    made.add_argument("link", metavar="LINK", help="the link of the seat, as in the browser")
    made.add_argument(
        "intent", nargs="*", metavar="INTENT", help="docs/protocol.md has them all; none: what stands, and the roster"
    )
    made.add_argument("--ask", action="store_true", help="only say what they would do, up to the first die")

    made = command(
        commands,
        "backup",
        "serving:backup",
        "write all games to one file, also while they are played",
        "playsheet backup games.backup",
    )
    made.add_argument("file", metavar="FILE", help="the file to write")
    made.add_argument("--force", action="store_true", help="overwrite a file that exists")
    add_data(made)

    made = command(
        commands,
        "forecast",
        "serving:forecast",
        "before an upgrade, run by the new program: which stored games would go on, and which would part",
        "playsheet forecast --data games",
    )
    add_store(made)

    made = command(
        commands,
        "restore",
        "serving:restore",
        "put the games of a back-up in place",
        "playsheet restore games.backup",
    )
    made.add_argument("file", metavar="FILE", help="a file that backup has written")
    made.add_argument("--force", action="store_true", help="games that are there are put aside")
    add_data(made)


def add_games(commands: Commands[Parser]) -> None:
    """What is done with stored games: commands of a command."""
    what = "look up stored games, take them out as records, delete them, give lost links out anew"
    group = commands.add_parser("games", help=what, description=what[0].upper() + what[1:] + ".", allow_abbrev=False)
    actions = group.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True, parser_class=Parser)

    made = command(
        actions, "list", "games:list_games", "all stored games, or those that fit", "playsheet games list --idle 90"
    )
    add_selection(made)
    add_store(made)

    made = command(
        actions,
        "show",
        "games:show",
        "one game: its seats, where it stands, who is asked, by which engine it was played",
        "playsheet games show k7m2p9qa4xwd",
    )
    made.add_argument("game", metavar="GAME", help="its name, as in its links and in playsheet games list")
    add_store(made)

    made = command(
        actions,
        "archive",
        "games:archive",
        "write games to files as records, and delete each whose file plays through when it is read back",
        "playsheet games archive --status over --idle 365 --to records",
    )
    add_chosen(made)
    made.add_argument("--to", default=".", metavar="FOLDER", help="where the files are written (this folder)")
    made.add_argument("--force", action="store_true", help="overwrite files that exist")
    add_store(made)

    made = command(
        actions,
        "delete",
        "games:delete",
        "delete games for good; it asks first",
        "playsheet games delete --status gathering --idle 30",
    )
    add_chosen(made)
    made.add_argument("--yes", action="store_true", help="do not ask")
    add_store(made)

    made = command(
        actions,
        "seat",
        "games:seat",
        "give a seat's lost link out anew; the old one opens nothing any more, and its table is told",
        "playsheet games seat k7m2p9qa4xwd 2 --url https://games.example.org",
    )
    made.add_argument("game", metavar="GAME", help="its name, as in its links and in playsheet games list")
    made.add_argument("seat", metavar="SEAT", type=whole, help="the seat's number, from 1, as in playsheet games show")
    made.add_argument("--url", default="", metavar="URL", help="where the server is, to be put before the link")
    add_store(made)

    made = command(
        actions,
        "export",
        "games:export",
        "write games to files as records, which replay and verify read and a server plays on from",
        "playsheet games export --status over --to records",
    )
    add_chosen(made)
    made.add_argument("--to", default=".", metavar="FOLDER", help="where the files are written (this folder)")
    made.add_argument("--force", action="store_true", help="overwrite files that exist")
    add_store(made)

    made = command(
        actions,
        "move",
        "games:move",
        "copy all games of a folder into a PostgreSQL database that has none, with the server stopped",
        "playsheet games move --to postgresql://ann@db.example/games",
    )
    made.add_argument(
        "--to", required=True, metavar="URL", help="postgresql://USER@HOST/NAME; a password in PGPASSWORD or ~/.pgpass"
    )
    add_data(made)


def add_store(made: Parser) -> None:
    """Where the games are: in a folder or in a database."""
    add_data(made)
    add_database(made)
    made.set_defaults(settings=None)


def add_selection(made: Parser) -> None:
    made.add_argument(
        "--status",
        action="append",
        default=[],
        choices=("gathering", "playing", "over", "away"),
        help="how they stand; away: kept as a record only; may be given several times",
    )
    made.add_argument("--idle", type=whole, default=0, metavar="DAYS", help="nothing has happened in them for so long")
    made.add_argument(
        "--find", default="", metavar="TEXT", help="in their name, title, scenario's file or the names they began with"
    )


def add_chosen(made: Parser) -> None:
    made.add_argument("games", metavar="GAME", nargs="*", help="their names; without any, all that fit")
    add_selection(made)
    made.add_argument("--all", action="store_true", help="every one of them")


def add_battles(commands: Commands[Parser]) -> None:
    made = command(
        commands,
        "watch",
        "watching:watch",
        "a battle between computer players, told as it happens",
        "playsheet watch the-wells --seed 7 --verbose",
    )
    made.add_argument("--why", action="store_true", help="under each move, why the computer made it")
    made.add_argument("scenario", metavar="SCENARIO", help="the id of a built-in scenario, or a scenario file")
    made.add_argument("--seed", type=whole, metavar="N", help="the same seed gives the same battle")
    made.add_argument(
        "--players", default="doctrine,doctrine", metavar="A,B", help=f"{BOTS_SAID}; one a side (or a seat)"
    )
    add_house(made)
    made.add_argument("--record", metavar="FILE", help="write the game down, to be replayed and verified")
    made.add_argument("--force", action="store_true", help="let --record overwrite a file that exists")
    pace = made.add_mutually_exclusive_group()
    pace.add_argument("--fast", action="store_true", help="do not pause (the default unless on a terminal)")
    pace.add_argument("--pause", type=seconds, metavar="SECONDS", help="how long to wait after each step")
    made.add_argument("--verbose", action="store_true", help="show all dice, with what was needed and why")
    made.add_argument("--map", action="store_true", help="draw the table at the end of each turn")

    made = command(
        commands,
        "simulate",
        "simulating:run",
        "many battles, and how often each side wins",
        "playsheet simulate the-wells -n 1000 --players doctrine,random --seed 1",
    )
    made.add_argument("scenario", metavar="SCENARIO", help="the id of a built-in scenario, or a scenario file")
    made.add_argument("-n", "--games", type=whole, metavar="N", help="how many battles")
    made.add_argument(
        "--seeds", metavar="FROM-TO", help="instead of -n: the battles with these sets of dice, counted from 0"
    )
    made.add_argument("--players", default="doctrine,doctrine", metavar="A,B", help=f"{BOTS_SAID}; one a side")
    made.add_argument("--seed", type=whole, default=0, metavar="N", help="the same seed gives the same results (0)")
    made.add_argument("--workers", type=whole, metavar="K", help="processes; as many as there are cores unless given")
    made.add_argument(
        "--swap",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="different players change sides every second battle",
    )
    made.add_argument(
        "--until-sure", action="store_true", help="stop when it is known who is better, after at most N battles"
    )
    made.add_argument("--check", action="store_true", help="look after every step that no law of the game is broken")
    add_house(made)
    add_rows(made)
    add_deadline(made)
    add_cluster(made)
    add_plot(made)
    add_part(made, "write what was counted, to be merged with other parts")

    made = command(
        commands,
        "compare",
        "comparing:run",
        "two scenarios, house rules or players by the same dice, and what is different",
        "playsheet compare printed better-rifles.toml --scenario the-wells",
    )
    made.add_argument("a", metavar="A", help="a scenario, a file of house rules (or printed: none), or a player")
    made.add_argument("b", metavar="B", help="another of the kind")
    made.add_argument("--scenario", metavar="SCENARIO", help="where house rules or players are compared")
    made.add_argument("-n", "--games", type=whole, default=1000, metavar="N", help="battles of each, at most (1000)")
    made.add_argument("--until-sure", action="store_true", help="stop when it is known whether there is a difference")
    made.add_argument("--players", default="doctrine,doctrine", metavar="A,B", help=f"{BOTS_SAID}; one a side")
    made.add_argument("--against", default="doctrine", metavar="P", help="whom compared players play (doctrine)")
    made.add_argument("--seed", type=whole, default=0, metavar="N", help="the same seed gives the same results (0)")
    made.add_argument("--workers", type=whole, metavar="K", help="processes; as many as there are cores unless given")
    add_house(made)
    add_rows(made)
    add_deadline(made)
    add_cluster(made)
    add_plot(made)
    made.add_argument("--force", action="store_true", help="let --rows and --plot overwrite a file that exists")

    made = command(
        commands,
        "vary",
        "varying:run",
        "every switch of a battle at its other values, ranked by what it does; by the same dice",
        "playsheet vary the-wells -n 200",
    )
    made.add_argument("scenario", metavar="SCENARIO", help="the id of a built-in scenario, or a scenario file")
    made.add_argument("-n", "--games", type=whole, default=100, metavar="N", help="battles with each change (100)")
    made.add_argument(
        "--switches", default="all", metavar="A,B", help="only these switches, or none; see playsheet rulings (all)"
    )
    made.add_argument(
        "--cell",
        action="append",
        default=[],
        metavar="CELL=VALUE,...",
        help="a cell of the sheet at other values, such as shooting.rifles.reach=10,14; may be given several times",
    )
    made.add_argument(
        "--unit",
        action="append",
        default=[],
        metavar="NAME:FIELD=VALUE,...",
        help="a field of the card of units with this name or card, such as figures=8,12; may be given several times",
    )
    made.add_argument("--turns", default="", metavar="N,N", help="other lengths")
    made.add_argument(
        "--by", default="wins", choices=("wins", "losses", "turns"), help="what they are ranked by (wins)"
    )
    made.add_argument("--players", default="doctrine,doctrine", metavar="A,B", help=f"{BOTS_SAID}; one a side")
    made.add_argument("--seed", type=whole, default=0, metavar="N", help="the same seed gives the same results (0)")
    made.add_argument("--workers", type=whole, metavar="K", help="processes; as many as there are cores unless given")
    add_house(made)
    add_rows(made)
    add_deadline(made)
    add_cluster(made)
    add_plot(made)
    made.add_argument("--force", action="store_true", help="let --rows and --plot overwrite a file that exists")

    made = command(
        commands,
        "merge",
        "simulating:merge",
        "one report of parts of a simulation, played on several machines",
        "playsheet merge first.part second.part",
    )
    made.add_argument("files", metavar="FILE", nargs="+", help="files that simulate --part has written")
    add_part(made, "write them down as one part")

    made = command(
        commands,
        "replay",
        "watching:replay",
        "a recorded battle, told again",
        "playsheet replay wells.record --step 40 --verbose",
    )
    made.add_argument("record", metavar="RECORD", help="a file written by watch --record, or by the server")
    made.add_argument("--step", type=whole, metavar="N", help="only as far as the end of step N")
    made.add_argument("--verbose", action="store_true", help="show all dice, with what was needed and why")
    made.add_argument("--map", action="store_true", help="draw the table at the end of each turn")

    made = command(
        commands,
        "verify",
        "checking:verify",
        "play a record again and say whether every step and every die comes out as written",
        "playsheet verify wells.record",
    )
    made.add_argument("record", metavar="RECORD", help="a record's file")


def add_calculators(commands: Commands[Parser]) -> None:
    made = command(
        commands,
        "resolve",
        "calculating:resolve",
        "one procedure of a sheet: give the situation and your dice, and read what comes of it",
        "playsheet resolve lancer shoot figures=9 morale=3 --dice 4,2,6,5,4,2,3,4,7",
    )
    made.add_argument("system", metavar="SYSTEM", help="the sheet, such as lancer")
    made.add_argument("procedure", metavar="PROCEDURE", help="see: playsheet procedures SYSTEM")
    made.add_argument("inputs", metavar="key=value", nargs="*", help="the situation; what is not given has its default")
    made.add_argument("--dice", metavar="3,5,1", help="the dice as they fell on your table, in the order thrown")
    made.add_argument("--seed", type=whole, metavar="N", help="roll by this seed")
    add_house(made)

    made = command(
        commands,
        "odds",
        "calculating:odds",
        "the chances of everything that can come of a procedure, exact unless that takes too long",
        "playsheet odds lancer shoot weapon=gatling figures=3 cover=cover",
    )
    made.add_argument("system", metavar="SYSTEM", help="the sheet, such as lancer")
    made.add_argument("procedure", metavar="PROCEDURE", help="see: playsheet procedures SYSTEM")
    made.add_argument("inputs", metavar="key=value", nargs="*", help="the situation; what is not given has its default")
    made.add_argument(
        "--seconds", type=patience, metavar="N", help="about as long as it may take; then it is sampled (5)"
    )
    add_plot(made)
    made.add_argument("--force", action="store_true", help="let --plot overwrite a file that exists")
    add_house(made)

    made = command(
        commands,
        "procedures",
        "calculating:procedures",
        "the procedures of a sheet, and the inputs of one",
        "playsheet procedures lancer shoot",
    )
    made.add_argument("system", metavar="SYSTEM", help="the sheet, such as lancer")
    made.add_argument("procedure", metavar="PROCEDURE", nargs="?", help="show its inputs and results")


def add_books(commands: Commands[Parser]) -> None:
    top = commands.add_parser(
        "book",
        help="a battle on a real table: a field book that umpires",
        description="A battle on a real table: a field book that umpires (docs/field-book.md).",
        epilog="example: playsheet book new the-wells wells.book",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inner = top.add_subparsers(title="commands", metavar="COMMAND", dest="action", required=True, parser_class=Parser)
    made = command(
        inner,
        "new",
        "bookkeeping:new",
        "begin a book with the rosters of a scenario, an army list or a game's record",
        "playsheet book new the-wells wells.book",
    )
    made.add_argument("source", metavar="SOURCE", help="a scenario's id, or a file: a scenario, an army list, a record")
    made.add_argument("file", metavar="BOOK", help="the book to write")
    made.add_argument("--force", action="store_true", help="overwrite a file that exists")
    add_house(made)
    for name, help, example in (
        ("show", "the rosters as they stand, and what is due", "playsheet book show wells.book"),
        ("log", "every entry, those that were taken back too", "playsheet book log wells.book"),
        ("story", "the battle told turn by turn", "playsheet book story wells.book"),
        ("print", "rosters and log on paper", "playsheet book print wells.book > wells.txt"),
        ("roster", "what is left, as an army list to go on with", "playsheet book roster wells.book > next.toml"),
    ):
        made = command(inner, name, f"bookkeeping:{name if name != 'print' else 'on_paper'}", help, example)
        made.add_argument("file", metavar="BOOK", help="a book")
    made = command(
        inner,
        "ask",
        "bookkeeping:ask",
        "what would be asked for an entry, and its odds",
        'playsheet book ask wells.book shoot "Line Company" "1st Levy Spearmen" cover=cover',
    )
    add_intent(made)
    made = command(
        inner,
        "do",
        "bookkeeping:do",
        "write an entry: what the sheet has, or begin, draw, phase, turn, note, overrule, join, correct, score, end",
        'playsheet book do wells.book shoot "Line Company" "1st Levy Spearmen" cover=open --dice 6,3,3,2,1',
    )
    add_intent(made)
    made.add_argument("--dice", metavar="3,5,1", default="", help="the dice as they fell on your table, as asked for")
    made.add_argument("--throw", action="store_true", help="throw the dice that are missing")
    made = command(
        inner,
        "undo",
        "bookkeeping:undo",
        "take an entry back; it stays in the log, marked",
        "playsheet book undo wells.book 17",
    )
    made.add_argument("file", metavar="BOOK", help="a book")
    made.add_argument("entry", metavar="ENTRY", type=whole, nargs="?", help="its number (the last)")
    made.add_argument("--reason", metavar="WORDS", default="", help="why")


def add_intent(made: Parser) -> None:
    made.add_argument("file", metavar="BOOK", help="a book")
    made.add_argument("what", metavar="WHAT", help="a procedure of the sheet, or what every book knows")
    made.add_argument(
        "words", metavar="UNIT TARGET key=value", nargs="*", help="who, at whom (names or numbers), and the answers"
    )
    made.add_argument("--entry", type=whole, default=0, metavar="N", help="which entry is corrected")
    made.add_argument("--reason", metavar="WORDS", default="", help="a word of reason")
    made.add_argument("--at", type=whole, metavar="N", help="how many entries the book had when you looked")


def add_references(commands: Commands[Parser]) -> None:
    made = command(
        commands,
        "sheet",
        "reference:sheet",
        "the printed tables of a sheet",
        "playsheet sheet lancer melee-outcome",
    )
    made.add_argument("system", metavar="SYSTEM", help="the sheet, such as lancer")
    made.add_argument("table", metavar="TABLE", nargs="?", help="one table; without it they are listed")
    add_house(made)

    made = command(
        commands,
        "rulings",
        "reference:rulings",
        "what a sheet leaves open, how it is settled, and the switches that settle it otherwise",
        "playsheet rulings lancer R3",
    )
    made.add_argument("system", metavar="SYSTEM", help="the sheet, such as lancer")
    made.add_argument("id", metavar="ID", nargs="?", help="one ruling in full")
    add_house(made)

    made = command(
        commands,
        "scenarios",
        "reference:scenarios",
        "the battles that come with Playsheet, and one in full",
        "playsheet scenarios the-wells",
    )
    made.add_argument("id", metavar="ID", nargs="?", help="the id of a built-in scenario, or a scenario file")

    command(
        commands,
        "lessons",
        "reference:lessons",
        "the lessons that come with Playsheet, one or more for each sheet",
        "playsheet lessons --json",
    )

    made = command(
        commands,
        "print",
        "printing:print_out",
        "a sheet with the rules in force, or all that a scenario needs on a real table, as a PDF",
        "playsheet print the-wells --paper letter",
    )
    made.add_argument(
        "what", metavar="SYSTEM|SCENARIO", help="a sheet, such as lancer; a scenario's id, or a scenario file"
    )
    made.add_argument("--paper", default="a4", metavar="PAPER", help="a4 or letter (a4)")
    made.add_argument(
        "--part",
        action="append",
        default=[],
        metavar="PART",
        help="only this, may be given several times; of a sheet: sheet, tables, rulings; of a scenario: briefing, map, "
        "rosters, cards, deck, chips, markers, templates, report",
    )
    made.add_argument(
        "--map",
        metavar="MAP",
        help="of a scenario: reduced to a page, or also full, in true size on many sheets (reduced)",
    )
    made.add_argument("--one-sided", action="store_true", help="without the backs of cards and chips")
    made.add_argument("--out", metavar="FILE", help="the file to write (its id, with .pdf)")
    made.add_argument("--force", action="store_true", help="overwrite a file that exists")
    add_house(made)

    made = command(
        commands,
        "check",
        "checking:check",
        "say what is wrong with a scenario, a file of house rules or unit cards, a lesson, a record or a field book",
        "playsheet check my-battle.toml my-house-rules.toml",
    )
    made.add_argument("files", metavar="FILE", nargs="+", help="what it is, is seen from what stands in it")


# ---------------------------------------------------------------------- numbers


def whole(text: str) -> int:
    """A whole number from 0, small enough for every reader of JSON."""
    if text.isascii() and text.isdigit() and len(text) <= 16 and int(text) < 2**53:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number from 0 to {2**53 - 1}, got {text[:40]!r}")


def patience(text: str) -> int:
    """Seconds that somebody waits for an answer."""
    if text.isascii() and text.isdigit() and len(text) <= 4 and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number of seconds from 1 to 9999, got {text[:40]!r}")


def port_number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a port from 0 to {2**16 - 1}, got {text[:40]!r}")


def seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 60:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 60, got {text[:40]!r}")
    return found


if __name__ == "__main__":
    sys.exit(main())
