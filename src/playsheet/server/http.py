"""The HTTP half: every route of docs/protocol.md, documented as OpenAPI. The game itself is in the hub."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import Depends, FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from playsheet.core.errors import Refused
from playsheet.core.forms import procedure_data
from playsheet.core.scenario import read_heading
from playsheet.core.system import System
from playsheet.fieldbook.making import new_book
from playsheet.fieldbook.reading import book_data
from playsheet.lessons.reading import read_lesson
from playsheet.players.setup import BOTS
from playsheet.players.strength import levels_data
from playsheet.rules import SYSTEMS, balance_of, lesson_files, load_system, scenario_files
from playsheet.server import lobby, models, new_games, queries
from playsheet.server.api_docs import api_docs_page
from playsheet.server.chronicle import chronicle
from playsheet.server.errors import Malformed, Missing, TooLarge, refusal, status_and_code
from playsheet.server.housekeeping import record_name
from playsheet.server.hub import Hub, OpenTable, PutAway, Unknowable, Who
from playsheet.server.jobs import Calculate, Draw, Print, Rules
from playsheet.server.keys import INVITE, SEAT, digest, key_of, new_secret
from playsheet.server.leases import Elsewhere
from playsheet.server.messages import End, for_the_dice, plain, sealed, worded
from playsheet.server.metrics import prometheus_text
from playsheet.server.payloads import Data, lesson_head, rulings_data, scenario_data, sheet_data
from playsheet.server.process_metrics import process_text
from playsheet.server.rate_limits import TooMany, address_key
from playsheet.server.request_bodies import Route
from playsheet.server.static_files import PICTURE, page
from playsheet.server.storage import Head, SeatPlan, Text
from playsheet.server.uploads import houses_of
from playsheet.sim.strength import strength_of
from playsheet.version import __version__

encode: Final = msgspec.json.Encoder().encode
bearer: Final = HTTPBearer(
    auto_error=False, description="The secret of a seat, the game master, a spectator or an invitation."
)
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": models.Refusal, "description": "Not of the expected shape."},
    408: {"model": models.Refusal, "description": "Not whole in time."},
    413: {"model": models.Refusal, "description": "Too large."},
    429: {"model": models.Refusal, "description": "Too many requests."},
    431: {"model": models.Refusal, "description": "Too much in the headers."},
    503: {"model": models.Refusal, "description": "Nothing can be written now, or too much to do."},
}
MISSING: Final[dict[int | str, dict[str, Any]]] = {
    404: {"model": models.Refusal, "description": "There is no such thing."}
}
UNUSABLE: Final[dict[int | str, dict[str, Any]]] = {
    422: {"model": models.Refusal, "description": "It cannot be used; the sentence says why."}
}
MAKES: Final[dict[int | str, dict[str, Any]]] = {
    **UNUSABLE,
    401: {"model": models.Refusal, "description": "This server wants a password for making games, in a header."},
}
ROLES: Final[dict[int | str, dict[str, Any]]] = {
    **MISSING,
    403: {"model": models.Refusal, "description": "This role may not do that."},
    410: {"model": models.Refusal, "description": "The game was put away as a record."},
}
PLAY: Final[dict[int | str, dict[str, Any]]] = {
    **ROLES,
    409: {"model": models.Refusal, "description": "Stale, or against the rules; with the state as it is."},
}
PLAIN_TEXT: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "As plain text."}
}

PDF: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
        "description": "As a PDF.",
    }
}

SVG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "As an SVG picture."}
}

Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
GameId = Annotated[str, Path(max_length=40, description="The game's id.")]
ProcedureId = Annotated[str, Path(max_length=60)]
SystemId = Annotated[str, Path(max_length=40, description="The sheet, such as lancer.")]
Have = Annotated[int, Query(alias="log", ge=-1, le=10_000_000, description="Leave out log entries before this one.")]
Epoch = Annotated[int, Query(ge=-1, le=10_000_000, description="The epoch that those entries belong to.")]

Paper = Annotated[Literal["a4", "letter"], Query(description="What it is to be printed on.")]
Backs = Annotated[int, Query(ge=0, le=1, description="The backs of cards and chips, each page after its fronts.")]
Chart = Annotated[
    Literal["reduced", "full"],
    Query(alias="map", description="The map on a page, or also in true size on many sheets."),
]


def json(data: object, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


def secret_of(given: HTTPAuthorizationCredentials | None) -> str:
    if given is None or len(given.credentials) > 100:
        raise Unknowable
    return given.credentials


class Entered:
    """Somebody who has shown a secret, at the game that it opens."""

    def __init__(self, one: OpenTable, who: Who) -> None:
        self.one: Final = one
        self.who: Final = who


async def entered(request: Request, game: GameId, secret: Credentials) -> Entered:
    """Whoever has a key to the game, at the game. Wrong keys do not come as far as this."""
    hub: Hub = request.app.state.hub
    one, who = await hub.player(game, secret_of(secret))
    hub.check_rate(one, who)
    return Entered(one, who)


At = Annotated[Entered, Depends(entered)]


def api(hub: Hub, *, wants_password: bool = False) -> FastAPI:
    """The application; sockets, limits and headers are laid round it in `application`, where the password is asked."""
    app = FastAPI(
        title="Playsheet",
        version=__version__,
        summary="19th-century miniature battles by their printed play sheets.",
        description="Games, seats, play, records, and the sheets as a calculator. docs/protocol.md says it all.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=REFUSALS,
    )

    app.state.hub = hub
    app.router.route_class = Route
    add_faults(app)
    add_reference(app, hub, wants_password=wants_password)
    add_games(app, hub)
    add_play(app, hub)
    add_looking_back(app, hub)
    add_health(app, hub)
    add_pages(app)
    return app


# ---------------------------------------------------------------------- refusals


def add_faults(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, fault: Refused) -> Response:
        return refused_with(fault, 422)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        said = str(first["msg"])
        return refused_with(Malformed(f"{where}: {said}" if where else said), 400)

    @app.exception_handler(HTTPException)
    async def other(request: Request, fault: HTTPException) -> Response:
        if fault.status_code == 404:
            return refused_with(Missing("there is no such page."), 404)
        data = {"error": {"code": "malformed", "says": f"{fault.detail}."}}
        return Response(encode(data), fault.status_code, dict(fault.headers or {}), "application/json")


def refused_with(fault: Refused, otherwise: int) -> Response:
    status, code = status_and_code(fault, otherwise)
    answer = json(refusal(fault, code), status)
    if isinstance(fault, (TooMany, Elsewhere)):
        answer.headers["retry-after"] = str(fault.seconds)
    return answer


# ---------------------------------------------------------------------- to look up


def texts(houses: list[models.HouseFile]) -> list[Text]:
    return [Text(house.file, house.text) for house in houses]


def address_of(request: Request) -> str:
    """By what whoever asks is counted."""
    return address_key(request.client.host if request.client is not None else "")


def scenario_listed() -> Data:
    """The sheets, and the scenarios of each."""
    headings = [read_heading(path) for path in scenario_files().values()]
    found: list[Data] = []
    for id in SYSTEMS:
        system = load_system(id)
        sheet = system.sheet
        listed = [
            {
                "id": heading.id,
                "title": heading.title,
                "size": heading.size,
                "blurb": " ".join(heading.blurb.split()),
            }
            for heading in headings
            if heading.system == id
        ]
        found.append({"id": id, "title": sheet.title, "unit": sheet.unit, "blurb": system.blurb(), "scenarios": listed})
    return {"systems": found}


def lessons_listed() -> Data:
    return {"lessons": [lesson_head(read_lesson(path)) for path in lesson_files().values()]}


def procedures_data(system: System[Any]) -> Data:
    return {"system": system.id, "procedures": [procedure_data(one) for one in system.forms()]}


class Reference:
    """What is built in: worked out when somebody first asks for it, and kept as it goes over the wire."""

    def __init__(self, hub: Hub) -> None:
        self.hub: Final = hub
        self.known: Final[dict[str, bytes]] = {}
        self.procedures: Final[dict[str, list[str]]] = {}  # their ids, by system
        self.pictures: Final[dict[str, Draw | None]] = {}  # of scenarios
        self.draws: Final = find_spec("matplotlib") is not None

    async def once(self, name: str, work: Callable[[], Data]) -> Response:
        """`name` is one of few, whatever is asked for."""
        if name not in self.known:
            self.known[name] = encode(await self.hub.replaying.do(work))
        return Response(self.known[name], media_type="application/json")

    async def of_system(self, id: str, what: str, said: Callable[[System[Any]], Data]) -> Response:
        if id not in SYSTEMS:
            raise no_system(id)
        return await self.once(f"{id}/{what}", lambda: said(load_system(id)))

    async def scenario(self, id: str) -> Response:
        known = scenario_files()
        if id not in known:
            raise no_scenario(id)
        source = new_games.source_of(id, "", "")

        def described() -> Data:
            setup = self.hub.setup_of(Head("", source, [], []))
            has_plot = self.draws and balance_of(setup.scenario) is not None
            return {**scenario_data(setup.system, setup.scenario), "plot": has_plot}

        return await self.once(f"scenario/{id}", described)

    async def picture(self, id: str) -> Draw:
        """What is to be drawn of a built-in scenario."""
        known = scenario_files()
        if id not in known:
            raise no_scenario(id)
        if id not in self.pictures:
            self.pictures[id] = await self.hub.replaying.do(self.measured, id)
        found = self.pictures[id]
        if found is None:
            raise Missing(f"There is no picture of {id}: it was not measured.")
        return found

    def measured(self, id: str) -> Draw | None:
        scenario = self.hub.setup_of(Head("", new_games.source_of(id, "", ""), [], [])).scenario
        found = balance_of(scenario)
        if found is None:
            return None
        by_turn = strength_of(scenario)
        fought = [100 * fought / by_turn.games for fought in by_turn.fought] if by_turn is not None else []
        left = [[float(part) for part in side] for side in by_turn.sides] if by_turn is not None else []
        return Draw([side.name for side in scenario.sides], found.wins, found.draws, fought, left)

    async def book(self, id: str) -> Response:
        if id not in scenario_files():
            raise no_scenario(id)
        source = new_games.source_of(id, "", "")

        def begun() -> Data:
            setup = self.hub.setup_of(Head("", source, [], []))
            return book_data(new_book(setup.system, setup.scenario))

        return await self.once(f"book/{id}", begun)

    async def check_procedure(self, system: str, id: str) -> None:
        """Is there such a procedure? One that is not is missing, not unusable."""
        if system not in SYSTEMS:
            raise no_system(system)
        if system not in self.procedures:
            loaded = await self.hub.replaying.do(load_system, system)
            self.procedures[system] = [one.id for one in loaded.forms()]
        known = self.procedures[system]
        if id not in known:
            raise Missing(f"{system} has no procedure {id[:40]!r}; expected one of {', '.join(known)}.")


def no_system(id: str) -> Missing:
    return Missing(f"There is no system {id[:40]!r}; expected one of {', '.join(SYSTEMS)}.")


def no_scenario(id: str) -> Missing:
    return Missing(f"There is no scenario {id[:60]!r}; expected one of {', '.join(scenario_files())}.")


def add_reference(app: FastAPI, hub: Hub, *, wants_password: bool) -> None:
    reference = Reference(hub)
    levels = levels_data()

    @app.get("/api/about", tags=["about"])
    async def about() -> Response:
        """What this server is, and how much it takes."""
        settings = hub.settings
        limits = {"message": settings.message, "body": settings.body, "record": settings.record, "chat": 500}
        limits["upload"] = settings.upload
        about = {"name": "playsheet", "version": __version__, "players": list(BOTS), "levels": levels}
        return json({**about, "limits": limits, "password": wants_password})

    @app.get("/api/systems", tags=["sheets"])
    async def systems() -> Response:
        """The sheets, and the scenarios of each."""
        return await reference.once("systems", scenario_listed)

    @app.get("/api/scenarios/{id}", tags=["sheets"], responses=MISSING)
    async def scenario(id: Annotated[str, Path(max_length=100)]) -> Response:
        """A built-in scenario, with its ground."""
        return await reference.scenario(id)

    @app.get("/api/scenarios/{id}/book", tags=["sheets"], responses={**MISSING, **UNUSABLE})
    async def book(id: Annotated[str, Path(max_length=100)]) -> Response:
        """A built-in scenario's rosters, as a field book that nobody has written in."""
        return await reference.book(id)

    @app.post("/api/scenarios/check", tags=["sheets"], responses=UNUSABLE)
    async def check(request: Request, body: models.ScenarioCheck) -> Response:
        """A scenario that is sent: looked over, and described."""
        source = new_games.source_of(body.scenario.id, body.scenario.file, body.scenario.text)
        sound = await new_games.read(hub, source, texts(body.houses), body.rulings, address_of(request))
        return json(sound.data)

    @app.get("/api/lessons", tags=["sheets"])
    async def lessons() -> Response:
        """The lessons: of each sheet at least one."""
        return await reference.once("lessons", lessons_listed)

    @app.get("/api/systems/{system}/sheet", tags=["sheets"], responses=MISSING)
    async def sheet(system: SystemId) -> Response:
        """Every printed table."""
        return await reference.of_system(system, "sheet", sheet_data)

    @app.get("/api/systems/{system}/rulings", tags=["sheets"], responses=MISSING)
    async def rulings(system: SystemId) -> Response:
        """What was ruled where the sheet is silent, with its switches."""
        return await reference.of_system(system, "rulings", rulings_data)

    @app.get("/api/systems/{system}/procedures", tags=["calculator"], responses=MISSING)
    async def procedures(system: SystemId) -> Response:
        """What can be calculated, with the inputs of each."""
        return await reference.of_system(system, "procedures", procedures_data)

    @app.get(
        "/api/systems/{system}/print",
        tags=["sheets"],
        responses={**MISSING, **UNUSABLE, **PDF},
        response_class=Response,
    )
    async def print_sheet(request: Request, system: SystemId, paper: Paper = "a4") -> Response:
        """The sheet typeset anew, with the tables that the print does not have and the rulings."""
        if system not in SYSTEMS:
            raise no_system(system)
        job = Print(system, None, [], {}, paper, backs=False)
        return as_pdf(await queries.printed(hub, job, address_of(request)), system)

    @app.get(
        "/api/scenarios/{id}/print",
        tags=["sheets"],
        responses={**MISSING, **UNUSABLE, **PDF},
        response_class=Response,
    )
    async def print_scenario(
        request: Request,
        id: Annotated[str, Path(max_length=100)],
        paper: Paper = "a4",
        backs: Backs = 1,
        chart: Chart = "reduced",
    ) -> Response:
        """All that a built-in scenario needs on a real table."""
        if id not in scenario_files():
            raise no_scenario(id)
        job = Print("", new_games.source_of(id, "", ""), [], {}, paper, bool(backs), chart == "full")
        return as_pdf(await queries.printed(hub, job, address_of(request)), id)

    @app.get(
        "/api/scenarios/{id}/plot",
        tags=["sheets"],
        responses={**MISSING, **UNUSABLE, **SVG},
        response_class=Response,
    )
    async def plot(request: Request, id: Annotated[str, Path(max_length=100)]) -> Response:
        """How often each side of a built-in scenario has won, with intervals, and its strength by turn: a picture."""
        svg = await queries.drawn(hub, await reference.picture(id), address_of(request))
        return Response(svg, media_type="image/svg+xml", headers=PICTURE)

    async def rules_of(system: str, procedure: str, body: models.Calculate) -> Rules:
        await reference.check_procedure(system, procedure)
        houses = texts(body.houses)
        new_games.check_sizes(hub, houses)
        return Rules(system, {}, houses_of(system, houses, body.rulings))

    @app.post(
        "/api/systems/{system}/procedures/{procedure}/resolve",
        tags=["calculator"],
        responses={**MISSING, **UNUSABLE},
    )
    async def resolve(request: Request, system: SystemId, procedure: ProcedureId, body: models.Resolve) -> Response:
        """One procedure, with the dice that fell on your table, or with dice thrown here."""
        job = Calculate(await rules_of(system, procedure, body), procedure, dict(body.inputs), body.dice)
        who = address_of(request)
        with hub.pools.calculators.place(who):
            return json(await queries.calculated(hub, job, who))

    @app.post(
        "/api/systems/{system}/procedures/{procedure}/odds", tags=["calculator"], responses={**MISSING, **UNUSABLE}
    )
    async def odds(request: Request, system: SystemId, procedure: ProcedureId, body: models.Calculate) -> Response:
        """The chance of everything that can come of a procedure: exact, or sampled where that would take too long."""
        job = queries.work_out(hub, await rules_of(system, procedure, body), procedure, dict(body.inputs))
        who = address_of(request)
        with hub.pools.calculators.place(who):
            return json(await queries.odds_of(hub, job, who))


# ---------------------------------------------------------------------- games


def wishes_of(body: models.SetUp, request: Request) -> new_games.Wishes:
    seats = [SeatPlan(seat.player, seat.who, seat.own_dice) for seat in body.seats]
    clock = body.clock
    return new_games.Wishes(
        body.title,
        seats,
        gm=body.gm,
        listed=body.listed,
        per_move=clock.per_move if clock is not None else 0.0,
        bank=clock.bank if clock is not None else 0.0,
        advice=body.advice,
        address=address_of(request),
    )


def add_games(app: FastAPI, hub: Hub) -> None:
    @app.post("/api/games", status_code=201, tags=["games"], responses=MAKES)
    async def make(request: Request, body: models.NewGame) -> Response:
        """A new game. The secrets in the answer are given out once."""
        source = new_games.source_of(body.scenario.id, body.scenario.file, body.scenario.text)
        sent = bool(body.scenario.text)
        wishes, who = wishes_of(body, request), address_of(request)
        return json(await new_games.make(hub, source, texts(body.houses), wishes, body.rulings, who, sent=sent), 201)

    @app.get("/api/games", tags=["games"])
    async def listed() -> Response:
        """Games with open seats that anybody may take."""
        return json({"games": await hub.free_seats()})

    @app.post("/api/games/{game}/join", status_code=201, tags=["games"], responses=PLAY)
    async def join(game: GameId, secret: Credentials, body: models.Join) -> Response:
        """Take an open seat: with an invitation, or, in a listed game, without."""
        plain(body.who, "who")
        if secret is not None:
            one, seat, spent = await invited(hub, game, secret_of(secret))
            if body.seat is not None and body.seat != seat:
                raise Refused(f"this invitation is for seat {seat}, not for seat {body.seat}.")
        else:
            one = await hub.table(game)
            if not one.table.head.listed:
                raise Unknowable
            seat, spent = body.seat if body.seat is not None else -1, b""
        return await taken(hub, one, seat, body, spent)

    @app.get("/api/games/{game}/invitation", tags=["games"], responses=ROLES)
    async def invitation(game: GameId, secret: Credentials, seat: Annotated[int, Query(ge=-1, le=29)] = -1) -> Response:
        """What an invitation is for; in a listed game without one, for the seat that is asked about."""
        if secret is not None:
            one, seat, _ = await invited(hub, game, secret_of(secret))
        else:
            one = await hub.table(game)
            if not one.table.head.listed:
                raise Unknowable
        async with one.lock:
            return json(lobby.invitation(one.table, one.made, seat if seat < len(one.table.seats) else -1))

    @app.post("/api/lessons", status_code=201, tags=["games"], responses=MAKES)
    async def teach_sent(request: Request, body: models.SentLesson) -> Response:
        """A new game of a lesson that is sent: TOML, or a record with comments."""
        return json(await new_games.make_sent_lesson(hub, Text(body.file, body.text), address_of(request)), 201)

    @app.post("/api/lessons/{id}", status_code=201, tags=["games"], responses={**MISSING, 401: MAKES[401]})
    async def teach(request: Request, id: Annotated[str, Path(max_length=100)], body: models.Nothing) -> Response:
        """A new game of a lesson, against the computer and with fixed dice. The secrets are given out once."""
        return json(await new_games.make_lesson(hub, id, address_of(request)), 201)

    @app.post("/api/records", status_code=201, tags=["games"], responses=MAKES)
    async def bring(request: Request, body: models.Imported) -> Response:
        """A new game that goes on from a record."""
        if len(body.record) > hub.settings.record:
            raise TooLarge(f"a record that is sent has at most {hub.settings.record} letters.")
        step = body.step if body.step is not None else -1
        who = address_of(request)
        return json(await new_games.make_from_record(hub, body.record, b"", step, wishes_of(body, request), who), 201)


async def invited(hub: Hub, game: str, secret: str) -> tuple[OpenTable, int, bytes]:
    """The game, the seat that somebody is invited to, and the digest of an invitation, which is good for once.

    To a rematch the secret of a seat of the old game is the invitation.
    """
    try:
        one, held = await hub.entered(game, secret)
    except Unknowable:
        again = await hub.rematch_seat(game, secret)
        if again is None:
            raise
        return await hub.table(game), again, b""
    if held.role != INVITE:
        raise Unknowable
    return one, held.seat, digest(secret)


async def taken(hub: Hub, one: OpenTable, seat: int, body: models.Join, spent: bytes) -> Response:
    """Somebody takes a seat: the secret in the answer is given out once."""
    own, game = new_secret(), one.table.id
    try:
        await hub.join(one, seat, plain(body.who, "who"), body.own_dice, key_of(own, SEAT, seat), spent)
    except Refused as fault:
        return refused_with(fault, 409)
    return json({"game": game, "seat": seat, "secret": own, "link": f"/#play/{game}/{own}"}, 201)


def add_play(app: FastAPI, hub: Hub) -> None:
    async def played(at: Entered, work: Awaitable[object], have: int, epoch: int) -> Response:
        """Done, with the state as it is now; or refused, with the state as it is."""
        try:
            await work
        except Refused as fault:
            status, code = status_and_code(fault, 409)
            if status != 409:
                return refused_with(fault, 409)
            state = await hub.state(await hub.table(at.one.table.id), at.who, have, epoch)
            return json({**refusal(fault, code), "state": state}, status)
        return json(await hub.state(await hub.table(at.one.table.id), at.who, have, epoch))

    @app.get("/api/games/{game}", tags=["play"], responses=ROLES)
    async def state(at: At, log: Have = 0, epoch: Epoch = -1) -> Response:
        """All that the holder of the secret may know."""
        return json(await hub.state(at.one, at.who, log, epoch))

    @app.get("/api/games/{game}/summary", tags=["play"], responses=ROLES)
    async def summary(at: At) -> Response:
        """How the game stands, in short: for a list of one's games."""
        async with at.one.lock:
            return json(lobby.summary(at.one.table, at.one.made, at.who.looks_as()))

    @app.post("/api/games/{game}/ready", tags=["play"], responses=PLAY)
    async def ready(at: At, body: models.Ready, log: Have = 0, epoch: Epoch = -1) -> Response:
        """This seat is ready; its words for the dice are sealed."""
        return await played(at, hub.ready(at.one, at.who, sealed(body.seal)), log, epoch)

    @app.post("/api/games/{game}/words", tags=["play"], responses=PLAY)
    async def words(at: At, body: models.Words, log: Have = 0, epoch: Epoch = -1) -> Response:
        """The words that were sealed, when every seat has sealed its own."""
        return await played(at, hub.show(at.one, at.who, for_the_dice(body.words)), log, epoch)

    @app.post("/api/games/{game}/answers", tags=["play"], responses=PLAY)
    async def answer(at: At, body: models.Answer, log: Have = 0, epoch: Epoch = -1) -> Response:
        """Answer the question that is open."""
        return await played(at, hub.answer(at.one, at.who, body.question, body.text), log, epoch)

    @app.post("/api/games/{game}/intents", tags=["play"], responses=PLAY)
    async def intend(at: At, body: models.Intents, log: Have = 0, epoch: Epoch = -1) -> Response:
        """Intents for one's units: the adjutant answers what they cover. `cancel 3` or `cancel all` takes some back."""
        return await played(at, hub.intend(at.one, at.who, body.intents), log, epoch)

    @app.post("/api/games/{game}/intents/asked", tags=["play"], responses=PLAY)
    async def ask_intents(at: At, body: models.Intents) -> Response:
        """What intents would do up to the first die; nothing is done."""
        try:
            return json(await hub.ask_intent(at.one, at.who, body.intents))
        except Refused as fault:
            return refused_with(fault, 409)

    @app.post("/api/games/{game}/advice", tags=["play"], responses=PLAY)
    async def advice(at: At, body: models.Nothing) -> Response:
        """What this seat's wings might do in its turn, and what would come of it; where an adviser is wanted."""
        try:
            return json(await queries.advice(hub, at.one, at.who))
        except Refused as fault:
            return refused_with(fault, 409)

    @app.get("/api/games/{game}/undo", tags=["play"], responses=PLAY)
    async def undo_said(at: At) -> Response:
        """What taking back would do, in words."""
        try:
            return json(await queries.undo(at.one, at.who))
        except Refused as fault:
            return refused_with(fault, 409)

    @app.post("/api/games/{game}/undo", tags=["play"], responses=PLAY)
    async def undo(at: At, body: models.Nothing, log: Have = 0, epoch: Epoch = -1) -> Response:
        """Take back the last answer, or ask the others whether one may."""
        return await played(at, hub.undo(at.one, at.who), log, epoch)

    @app.post("/api/games/{game}/take-back", tags=["play"], responses=PLAY)
    async def take_back(at: At, body: models.Agree, log: Have = 0, epoch: Epoch = -1) -> Response:
        """Agree, or not, to what another seat wants to take back."""
        return await played(at, hub.agree(at.one, at.who, body.agree), log, epoch)

    @app.post("/api/games/{game}/upgrade", tags=["play"], responses=PLAY)
    async def upgrade(at: At, body: models.Word, log: Have = 0, epoch: Epoch = -1) -> Response:
        """A seat's word on a game that an upgrade has parted from its past: it goes on, or ends as it stands."""
        return await played(at, hub.decide(at.one, at.who, body.word), log, epoch)

    @app.post("/api/games/{game}/resign", tags=["play"], responses=PLAY)
    async def resign(at: At, body: models.Nothing, log: Have = 0, epoch: Epoch = -1) -> Response:
        """Play no more."""
        return await played(at, hub.resign(at.one, at.who), log, epoch)

    @app.post("/api/games/{game}/leave-lesson", tags=["play"], responses=PLAY)
    async def leave_lesson(at: At, body: models.Nothing, log: Have = 0, epoch: Epoch = -1) -> Response:
        """Leave the lesson, and play on from where the battle stands."""
        return await played(at, hub.leave_lesson(at.one, at.who), log, epoch)

    @app.post("/api/games/{game}/orders", tags=["play"], responses=PLAY)
    async def order(at: At, body: models.Order, log: Have = 0, epoch: Epoch = -1) -> Response:
        """The game master's word."""
        return await played(at, hub.order(at.one, at.who, worded(body.order, "order")), log, epoch)

    @app.get("/api/games/{game}/orders", tags=["play"], responses=ROLES)
    async def orders(at: At) -> Response:
        """What the game master may order, with what may be named as the battle stands."""
        return json(await queries.master_orders(at.one, at.who))

    @app.post("/api/games/{game}/chat", tags=["play"], responses={**ROLES, **UNUSABLE})
    async def chat(at: At, body: models.Chat) -> Response:
        """Say something, to all or to one's own side."""
        return json({"chat": await hub.say(at.one, at.who, worded(body.text, "text"), body.to)})

    @app.post("/api/games/{game}/check", tags=["play"], responses={**PLAY, **UNUSABLE})
    async def check(at: At, body: models.Check) -> Response:
        """May I? For each choice in a region: empty, or why not; of a single one also what would come of it."""
        return json(await queries.checked(at.one, at.who, body.question, body.values))

    @app.post("/api/games/{game}/odds", tags=["play"], responses={**PLAY, **UNUSABLE})
    async def odds(at: At, body: models.WhatIf) -> Response:
        """What options would set off, exactly, from what the seat may know."""
        return json({"odds": await queries.odds(hub, at.one, at.who, body.question, body.options)})

    @app.post("/api/games/{game}/measure", tags=["play"], responses={**ROLES, **UNUSABLE})
    async def measure(at: At, body: models.Measure) -> Response:
        """From here to there, as the sheet measures."""
        start = End(body.start.unit, body.start.x, body.start.y)
        return json(await queries.measured(at.one, at.who, start, End(body.end.unit, body.end.x, body.end.y)))


def add_looking_back(app: FastAPI, hub: Hub) -> None:
    @app.get("/api/games/{game}/steps", tags=["records"], responses=ROLES)
    async def steps(
        at: At,
        first: Annotated[int, Query(alias="from", ge=0, le=1_000_000)] = 0,
        last: Annotated[int, Query(alias="to", ge=0, le=1_000_000)] = 1_000_000,
    ) -> Response:
        """The story from one step to another."""
        return json(await missing(queries.steps(at.one, at.who, first, last)))

    @app.get("/api/games/{game}/steps/{step}", tags=["records"], responses=ROLES)
    async def step(
        at: At,
        step: Annotated[int, Path(ge=0, le=1_000_000)],
        views: Annotated[int, Query(ge=0, le=1)] = 1,
    ) -> Response:
        """The table as it was after so many steps."""
        return json(await missing(queries.after_step(at.one, at.who, step, with_view=bool(views))))

    @app.get("/api/games/{game}/why", tags=["records"], responses=PLAY)
    async def why(
        at: At, step: Annotated[int, Query(ge=0, le=1_000_000, description="By its entries' number.")]
    ) -> Response:
        """Why the computer has played a step as it did: the two or three weighings that decided each of its answers."""
        try:
            return json(await missing(queries.reasons(hub, at.one, at.who, step)))
        except queries.Withheld as fault:
            return refused_with(fault, 409)

    @app.get("/api/games/{game}/chronicle", tags=["records"], responses=PLAY)
    async def chronicled(at: At) -> Response:
        """The battle in numbers: strength by step, and luck as actual against expected."""
        try:
            return json(await chronicle(hub, at.one, at.who))
        except Refused as fault:
            return refused_with(fault, 409)

    @app.get("/api/games/{game}/sheet", tags=["records"], responses=ROLES)
    async def sheet(at: At) -> Response:
        """The tables as they are in force in this game."""
        return json(sheet_data(at.one.table.system))

    @app.get("/api/games/{game}/rulings", tags=["records"], responses=ROLES)
    async def rulings(at: At) -> Response:
        """The rulings as they are in force in this game."""
        return json(rulings_data(at.one.table.system))

    @app.get(
        "/api/games/{game}/record",
        tags=["records"],
        responses={**PLAY, **PLAIN_TEXT},
        response_class=Response,
    )
    async def record(request: Request, game: GameId, secret: Credentials) -> Response:
        """The game as a text file, for `playsheet replay` and `verify`; also when it was put away."""
        try:
            at = await entered(request, game, secret)
        except PutAway as away:
            kept = await hub.record_of(game, away.who)
            return attached(kept.text, kept.file)
        try:
            async with at.one.lock:
                text = at.one.table.record(at.who.looks_as()).text()
        except Refused as fault:
            return refused_with(fault, 409)
        return attached(text, record_name(at.one.table))

    @app.get("/api/games/{game}/book", tags=["records"], responses=PLAY)
    async def game_book(at: At) -> Response:
        """The battle as it stands, as a field book: to go on with real figures."""
        try:
            async with at.one.lock:
                return json(book_data(at.one.table.book(at.who.looks_as())))
        except Refused as fault:
            return refused_with(fault, 409)

    @app.get(
        "/api/games/{game}/print",
        tags=["records"],
        responses={**ROLES, **UNUSABLE, **PDF},
        response_class=Response,
    )
    async def print_game(at: At, paper: Paper = "a4", backs: Backs = 1, chart: Chart = "reduced") -> Response:
        """All that this battle needs on a real table, by its own rules: as it began, not as it stands."""
        head = at.one.table.head
        job = Print("", head.scenario, head.houses, head.rules, paper, bool(backs), chart == "full")
        return as_pdf(await queries.printed(hub, job, at.who.named(at.one.table.id)), at.one.table.scenario.id)

    @app.post("/api/games/{game}/clone", status_code=201, tags=["records"], responses={**PLAY, **MAKES})
    async def clone(request: Request, at: At, body: models.Cloned) -> Response:
        """A new game that goes on from a step of this one."""
        step = body.step if body.step is not None else -1
        return json(await new_games.clone(hub, at.one, at.who, step, wishes_of(body, request)), 201)

    @app.post("/api/games/{game}/rematch", status_code=201, tags=["records"], responses={**PLAY, **UNUSABLE})
    async def rematch(request: Request, at: At, body: models.Rematch) -> Response:
        """The same battle anew; whoever else played is invited."""
        again = new_games.Again(body.swap, body.deployed, body.seats, body.level)
        try:
            return json(await new_games.rematch(hub, at.one, at.who, again, address_of(request)), 201)
        except Refused as fault:
            return refused_with(fault, 409)


def attached(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


def as_pdf(pdf: bytes, name: str) -> Response:
    return Response(
        pdf, media_type="application/pdf", headers={"content-disposition": f'inline; filename="{name}.pdf"'}
    )


async def missing(work: Awaitable[Data]) -> Data:
    """What is not there is missing, not unusable."""
    try:
        return await work
    except Refused as fault:
        if type(fault) is Refused:
            raise Missing(str(fault)) from None
        raise


# ---------------------------------------------------------------------- health, pages


def add_health(app: FastAPI, hub: Hub) -> None:
    @app.get("/healthz", tags=["about"])
    async def healthz() -> Response:
        """Is it well? Told within about a second: by then the store has been read, or it cannot be."""
        health = await hub.health()
        data = {"status": health.status, "says": health.says, "games": len(hub.open), "sockets": hub.sockets()}
        return json(data, 200 if health.status == "ok" else 503)

    @app.get("/metrics", tags=["about"], responses={**MISSING, **PLAIN_TEXT}, response_class=Response)
    async def metrics() -> Response:
        """For Prometheus: on this machine, or with the key."""
        text = prometheus_text(hub.metrics, hub.gauges()) + process_text()
        return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


def add_pages(app: FastAPI) -> None:
    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(api_docs_page(app.openapi()))

    @app.get("/{path:path}", include_in_schema=False)
    async def client(path: str) -> Response:
        if path.startswith("api/"):
            raise Missing("there is no such page.")
        return page(path)
