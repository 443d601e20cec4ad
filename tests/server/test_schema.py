"""The OpenAPI document, and requests made from it by the hundred: nothing breaks, nothing undocumented comes back."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from harness import Server, begin, play_on
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def server(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One on which no calculation takes too long, however busy the machine is."""
    with Server(tmp_path_factory.mktemp("games"), odds=100.0) as running:
        yield running


@pytest.fixture(scope="module")
def played(server: Server) -> tuple[Server, dict[str, Any]]:
    """A game under way, with a game master; no socket is open, whose pings would draw on what Hypothesis watches."""
    made = server.two(gm=True)
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        play_on([ann, ben], 25)
    return server, made


def test_every_route_is_documented_with_its_refusals(server: Server) -> None:
    document = server.get("/api/openapi.json")
    assert len(document["paths"]) >= 30
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            assert route["description"], f"{method} {path}"
            assert {"400", "429", "503"} <= set(route["responses"]), f"{method} {path}"
            body = route.get("requestBody", {}).get("content", {}).get("application/json")
            if body is not None and "examples" not in resolved(document, body["schema"]):
                assert path in ("/api/records", "/api/lessons", "/api/scenarios/check"), path  # a whole file each


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]


def test_requests_made_from_the_document_never_break_the_server(played: tuple[Server, dict[str, Any]]) -> None:
    server, made = played
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    secrets = [
        made["seats"][0]["secret"],
        made["seats"][1]["secret"],
        made["gm"]["secret"],
        made["watch"]["secret"],
        "w" * 32,
    ]
    dice = random.Random(4)
    seen: set[str] = set()
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=12,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def try_it(case: Any) -> None:
            if "game" in case.path_parameters and dice.random() < 0.8:
                case.path_parameters["game"] = made["game"]
                case.headers["Authorization"] = f"Bearer {dice.choice(secrets)}"
            if "system" in case.path_parameters and dice.random() < 0.8:
                case.path_parameters["system"] = "lancer"
                case.path_parameters["procedure"] = "shoot"
            response = case.call(base_url=server.url, timeout=60)  # busy machines are no fault
            seen.add(str(response.status_code))
            assert response.status_code < 500
            case.validate_response(response, checks=CHECKS)

        try_it()
    assert {"200", "201", "400", "404", "403"} <= seen
    assert server.get("/healthz")["status"] == "ok"
    state = server.get(f"/api/games/{made['game']}", secrets[0])
    assert state["hash"]


def test_the_page_of_the_document_names_every_route(server: Server, tmp_path: Path) -> None:
    text = server.raw("GET", "/api/docs")[2].decode()
    for path in server.get("/api/openapi.json")["paths"]:
        assert path in text
