"""What is printed over the wire: by a worker, within its bounds, and kept."""

import io
import sys
from pathlib import Path

import msgspec
import pytest
from harness import Server
from pypdf import PdfReader

from playsheet.players.setup import set_up
from playsheet.printing.kit import kit_pdf
from playsheet.printing.reference import reference_pdf
from playsheet.printing.typesetting import MISSING
from playsheet.rules import load_system
from playsheet.server.jobs import Print, Refusal
from playsheet.server.worker import Worker
from playsheet.server.worker_pools import Pool


def fetched(server: Server, path: str, secret: str = "") -> bytes:
    status, headers, pdf = server.raw("GET", path, secret)
    assert (status, headers["content-type"]) == (200, "application/pdf"), pdf[:200]
    return pdf


def test_a_sheet_and_a_kit_are_those_of_the_command(server: Server) -> None:
    assert fetched(server, "/api/systems/lancer/print") == reference_pdf(load_system("lancer"), "a4", [])
    setup = set_up("the-wells", [])
    fronts = kit_pdf(setup.system, setup.scenario, "letter", [], backs=False)
    assert fetched(server, "/api/scenarios/the-wells/print?paper=letter&backs=0") == fronts
    in_full = kit_pdf(setup.system, setup.scenario, "a4", [], backs=True, in_full=True)
    assert fetched(server, "/api/scenarios/the-wells/print?map=full") == in_full


def test_a_game_is_printed_by_its_own_rules_for_whoever_has_a_key(server: Server) -> None:
    house = {"file": "h.toml", "text": 'name = "Club"\nsystem = "lancer"\n[sheet.initiative-deck]\ncommander = 4\n'}
    made = server.two(houses=[house])
    path = f"/api/games/{made['game']}/print"
    pdf = fetched(server, path, made["seats"][0]["secret"])
    assert "House rules: Club." in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert (
        "row A, 1 of 5"
        in PdfReader(io.BytesIO(fetched(server, f"{path}?map=full", made["seats"][0]["secret"])))
        .pages[3]
        .extract_text()
    )
    assert server.raw("GET", path, "w" * 32)[0] == 404


def test_what_was_printed_is_kept(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fetched(server, "/api/scenarios/the-ruined-wells/print")

    async def nobody(self: Pool, *given: object) -> None:
        raise AssertionError("nothing is to be set a second time")

    monkeypatch.setattr(Pool, "do", nobody)
    assert fetched(server, "/api/scenarios/the-ruined-wells/print") == first


@pytest.mark.parametrize(
    ("path", "refusal", "said"),
    [
        ("systems/chess/print", (404, "unknown"), "no system 'chess'"),
        ("scenarios/nowhere/print", (404, "unknown"), "no scenario 'nowhere'"),
        ("systems/lancer/print?paper=a5", (400, "malformed"), "paper: Input should be 'a4' or 'letter'"),
        ("scenarios/the-wells/print?map=large", (400, "malformed"), "map: Input should be 'reduced' or 'full'"),
        ("scenarios/the-wells/print?backs=2", (400, "malformed"), "backs: Input should be less than or equal to 1"),
    ],
)
def test_what_cannot_be_printed_is_refused(server: Server, path: str, refusal: tuple[int, str], said: str) -> None:
    status, code, says = server.refused(f"/api/{path}", None, method="GET")
    assert (status, code) == refusal
    assert said in says


def test_it_may_take_only_so_long(folder: Path) -> None:
    with Server(folder, odds=0.001) as server:
        status, code, says = server.refused("/api/systems/gettysburg/print", None, method="GET")
        assert (status, code) == (503, "busy")
        assert "this takes too long to be printed" in says


def test_an_address_may_ask_only_so_often(folder: Path) -> None:
    with Server(folder, heavy_rate=0.001, heavy_burst=2.0) as server:
        for path in ("/api/systems/lancer/print", "/api/scenarios/the-wells/print"):
            fetched(server, path)
        assert server.refused("/api/systems/lancer/print", None, method="GET")[:2] == (429, "too_many")


def test_without_the_package_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    job = Print("lancer", None, [], {}, "a4", backs=False)
    assert Worker().done(msgspec.json.encode(job)) == Refusal(MISSING)
