"""Sheets, rulings, scenarios and the calculator over HTTP; and the pages themselves."""

from importlib import import_module
from pathlib import Path

import pytest
from harness import Server

from playsheet.odds import exact
from playsheet.rules import SYSTEMS, load_system, scenario_files
from playsheet.server import static_files

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_every_system_and_scenario_is_listed_and_described(server: Server) -> None:
    listed = server.get("/api/systems")["systems"]
    assert [system["id"] for system in listed] == list(SYSTEMS)
    ids = [scenario["id"] for system in listed for scenario in system["scenarios"]]
    assert sorted(ids) == sorted(scenario_files())
    for id in ids:
        one = server.get(f"/api/scenarios/{id}")
        assert one["id"] == id
        assert len(one["table"]) == 2
        for piece in one["terrain"]:
            assert len(piece["points"]) >= (2 if piece["line"] else 3)
        checked = server.post("/api/scenarios/check", {"scenario": {"file": one["file"], "text": one["text"]}})
        assert {**checked, "plot": one["plot"]} == one
    assert server.refused("/api/scenarios/nowhere", None, "", "GET")[:2] == (404, "unknown")


@pytest.mark.parametrize("system", SYSTEMS)
def test_where_units_may_be_is_said_in_words_that_clients_know(system: str) -> None:
    said = " ".join(PROTOCOL.read_text(encoding="utf-8").split())
    known = said.split("`place`: ")[1].split(", from where")[0].replace("; or ", ", ").replace(" or ", ", ").split(", ")
    assert set(import_module(f"playsheet.rules.{system}.shown.view").PLACES) <= set(known)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_table_ruling_and_procedure_of_a_system(server: Server, system: str) -> None:
    loaded = load_system(system)
    sheet = server.get(f"/api/systems/{system}/sheet")
    assert [table["id"] for table in sheet["tables"]] == list(loaded.sheet.tables)
    assert all(table["rows"] for table in sheet["tables"])
    rulings = server.get(f"/api/systems/{system}/rulings")["rulings"]
    assert [ruling["id"] for ruling in rulings] == [ruling.id for ruling in loaded.rulings.all]
    procedures = server.get(f"/api/systems/{system}/procedures")["procedures"]
    assert [one["id"] for one in procedures] == [one.id for one in loaded.forms()]
    for one in procedures:
        path = f"/api/systems/{system}/procedures/{one['id']}"
        resolved = server.post(f"{path}/resolve", {})
        assert list(resolved["results"]) == one["results"]
        assert resolved["dice"]["given"] is False
        again = server.post(f"{path}/resolve", {"dice": resolved["dice"]["faces"]})
        assert again["results"] == resolved["results"]
        assert [roll["faces"] for roll in again["rolls"]] == [roll["faces"] for roll in resolved["rolls"]]
        odds = server.post(f"{path}/odds", {})
        assert odds["exact"] is True
        assert sum(value["float"] for value in odds["results"][0]["values"]) == pytest.approx(1.0)


def test_the_odds_are_those_of_the_rules_and_house_rules_change_them(server: Server) -> None:
    inputs = {"weapon": "gatling", "figures": 3, "cover": "cover"}
    path = "/api/systems/lancer/procedures/shoot/odds"
    found = server.post(path, {"inputs": inputs})
    procedure = next(one for one in load_system("lancer").forms() if one.id == "shoot")
    assert found["results"][0]["mean"]["exact"] == str(exact(procedure, inputs).mean("hits"))
    house = {"file": "h.toml", "text": 'name = "H"\nsystem = "lancer"\n[sheet.shooting.gatling]\ndice = 3\n'}
    changed = server.post(path, {"inputs": inputs, "houses": [house]})
    assert changed["results"][0]["mean"] != found["results"][0]["mean"]


@pytest.mark.parametrize(
    ("path", "body", "refusal", "said"),
    [
        ("lancer/procedures/shoot/resolve", {"dice": [1]}, (422, "refused"), "too few dice"),
        ("lancer/procedures/shoot/resolve", {"dice": [6] * 99}, (422, "refused"), "too many dice"),
        ("lancer/procedures/shoot/resolve", {"dice": [9, 9, 9, 9, 9, 9, 9, 9, 9, 9]}, (422, "refused"), "from 1 to 6"),
        ("lancer/procedures/shoot/odds", {"inputs": {"figures": 0}}, (422, "refused"), "figures: expected"),
        ("lancer/procedures/shoot/odds", {"inputs": {"figures": 9.5}}, (422, "refused"), "a whole number from"),
        ("lancer/procedures/shoot/odds", {"inputs": {"figures": 1e300}}, (400, "malformed"), "figures"),
        ("lancer/procedures/shoot/odds", {"inputs": {"wings": 2}}, (422, "refused"), "no input 'wings'"),
        ("lancer/procedures/fly/odds", {}, (404, "unknown"), "no procedure 'fly'"),
        ("chess/procedures/shoot/odds", {}, (404, "unknown"), "no system 'chess'"),
        ("lancer/procedures/shoot/odds", {"inputs": []}, (400, "malformed"), "inputs"),
        ("lancer/procedures/shoot/odds", {"inputs": {"figures": [1]}}, (400, "malformed"), "figures"),
        ("lancer/procedures/shoot/odds", {"surprise": 1}, (400, "malformed"), "surprise"),
    ],
)
def test_what_cannot_be_calculated_is_refused_in_a_sentence(
    server: Server, path: str, body: object, refusal: tuple[int, str], said: str
) -> None:
    status, code, says = server.refused(f"/api/systems/{path}", body)
    assert (status, code) == refusal
    assert said in says


# ---------------------------------------------------------------------- the pages


def test_pages_come_with_a_policy_that_forbids_inline_script(server: Server) -> None:
    status, headers, _ = server.raw("GET", "/")
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    status, headers, text = server.raw("GET", "/api/docs")
    assert status == 200
    assert b"<script" not in text
    assert b"/api/games/{game}/answers" in text
    assert server.raw("GET", "/api/nothing")[0] == 404
    assert server.raw("GET", "/api/openapi.json")[0] == 200


def test_files_of_the_client_and_nothing_beside_them(tmp_path: Path) -> None:
    assert static_files.page("", tmp_path).status_code == 200
    assert b"not built" in static_files.page("", tmp_path).body
    assert static_files.page("assets/a.js", tmp_path).status_code == 404
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>")
    (static / "assets" / "a.js").write_text("1")
    (tmp_path / "secret").write_text("x")
    assert static_files.page("", static).status_code == 200
    script = static_files.page("assets/a.js", static)
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    for path in ("../secret", "assets/../../secret", "/etc/passwd", "assets", "nothing"):
        assert static_files.page(path, static).status_code == 404


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.svg", "image/svg+xml"),
        ("a.webmanifest", "application/manifest+json"),
        ("a.wasm", "application/wasm"),
    ],
)
def test_each_kind_of_file_is_said_to_be_what_it_is(name: str, kind: str, tmp_path: Path) -> None:
    """A browser that is told not to guess takes a file for what its header says."""
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (tmp_path / name).write_text("x", encoding="utf-8")
    assert static_files.page(name, tmp_path).headers["content-type"] == kind
