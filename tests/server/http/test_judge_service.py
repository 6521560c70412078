"""The judge as a web service: the answers of `wc3d judge`, its limits, and no files."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from PIL import Image

from wc3d.cli.host.command import open_listening_socket
from wc3d.cli.main import main
from wc3d.cli.service import judge_requests
from wc3d.judging.question_file import question_schema
from wc3d.server.http.judge_service import JudgeFunctions, JudgeService
from wc3d.server.http.judge_service_page import EXAMPLE
from wc3d.server.http.uvicorn_server import UvicornServer
from wc3d.workers.call_pool import CallPool

MAX_BYTES = 20_000


def sleep_long(body: bytes) -> bytes:
    time.sleep(600)
    return body


@pytest.fixture(scope="module")
def service() -> Iterator[tuple[int, JudgeService]]:
    """The port of a running service, and the service."""
    functions = JudgeFunctions(
        judge_requests.answer_request, judge_requests.draw_request, judge_requests.report_request
    )
    pool = CallPool(1, 120.0)
    service = JudgeService(functions, pool, question_schema(), "1.2", max_bytes=MAX_BYTES)
    bound = open_listening_socket("127.0.0.1", 0)
    server = UvicornServer(service)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    yield bound.getsockname()[1], service
    server.should_exit = True
    thread.join(60)


Asked = tuple[int, str, bytes]


def ask(
    port: int, path: str, body: Any = None, headers: dict[str, str] | None = None, method: str = ""
) -> Asked:
    """Return the status, the kind and the body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    connection.request(method or ("GET" if sent is None else "POST"), path, sent, headers or {})
    response = connection.getresponse()
    result = response.status, response.headers.get_content_type(), response.read()
    connection.close()
    return result


def test_it_answers_as_the_command_does(
    service: tuple[int, JudgeService], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "question.json"
    path.write_text(json.dumps(EXAMPLE))
    for query, option in (("", []), ("?verdict_only=true", ["--verdict-only"])):
        assert main(["judge", str(path), "--json", *option]) == 0
        status, kind, answer = ask(service[0], f"/judge{query}", EXAMPLE)
        assert (status, kind) == (200, "application/json")
        assert json.loads(answer) == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "line 1 column 2"),
        (b"[]", "expected a JSON object"),
        (b"\xff", "invalid UTF-8"),
        ({}, "map"),
        ({**EXAMPLE, "map": "/etc/passwd"}, "not included in wc3d"),
        ({**EXAMPLE, "map": "../maps/ravine.json"}, "not included in wc3d"),
        ({**EXAMPLE, "question": {"type": "sight", "from": "scout", "to": "nobody"}}, "nobody"),
        ({**EXAMPLE, "question": {"type": "sights"}}, "expected one of"),
    ],
)
def test_a_mistake_is_one_line(service: tuple[int, JudgeService], body: Any, said: str) -> None:
    status, kind, answer = ask(service[0], "/judge", body)
    assert (status, kind) == (400, "application/json")
    error = json.loads(answer)["error"]
    assert said in error
    assert "\n" not in error
    assert "Traceback" not in error


def test_a_mesh_of_this_computer_is_not_opened(
    service: tuple[int, JudgeService], tmp_path: Path
) -> None:
    mesh = tmp_path / "own.stl"
    mesh.write_text("solid own\nendsolid own\n")
    piece = {"id": "own", "kind": "structure", "shape": {"type": "mesh", "file": str(mesh)}}
    status, _, answer = ask(
        service[0], "/judge", {**EXAMPLE, "map": {"size": [30, 30], "terrain": [piece]}}
    )
    assert status == 400
    assert "not included in wc3d" in json.loads(answer)["error"]


def test_a_body_that_is_too_large_is_refused(service: tuple[int, JudgeService]) -> None:
    status, _, answer = ask(service[0], "/judge", b" " * (MAX_BYTES + 1))
    assert status == 413
    assert str(MAX_BYTES) in json.loads(answer)["error"]


@pytest.mark.parametrize("query", ["number=0", "number=x", "number=2", "number=99999999999"])
def test_a_picture_needs_the_number_of_a_question(
    service: tuple[int, JudgeService], query: str
) -> None:
    status, _, answer = ask(service[0], f"/picture?{query}", EXAMPLE)
    assert status == 400
    assert json.loads(answer)["error"].startswith("number: ")


def test_unknown_options_of_an_answer_are_refused(service: tuple[int, JudgeService]) -> None:
    assert ask(service[0], "/judge?verdict_only=perhaps", EXAMPLE)[0] == 400


def test_it_draws_and_reports(service: tuple[int, JudgeService]) -> None:
    status, kind, answer = ask(service[0], "/picture", EXAMPLE)
    assert (status, kind) == (200, "image/png")
    assert Image.open(BytesIO(answer)).width > 1000
    status, kind, answer = ask(service[0], "/report", EXAMPLE)
    assert (status, kind) == (200, "text/html")
    assert b"scout" in answer


def test_a_question_that_takes_too_long_is_stopped(
    service: tuple[int, JudgeService], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, application = service
    monkeypatch.setattr(application.pool, "seconds", 0.3)
    slow = JudgeFunctions(judge_requests.answer_request, judge_requests.draw_request, sleep_long)
    monkeypatch.setattr(application, "functions", slow)
    status, _, answer = ask(port, "/report", EXAMPLE)
    assert status == 503
    assert "no answer within 0.3 seconds" in json.loads(answer)["error"]


def test_its_description_fits_its_answers(service: tuple[int, JudgeService]) -> None:
    status, _, text = ask(service[0], "/openapi.json")
    assert status == 200
    description = json.loads(text)
    assert set(description["paths"]) == {"/judge", "/picture", "/report", "/health"}
    schemas = description["components"]

    def check(name: str, value: Any) -> None:
        jsonschema.validate(value, {"$ref": f"#/components/schemas/{name}", "components": schemas})

    check("Questions", EXAMPLE)
    check("Answers", json.loads(ask(service[0], "/judge", EXAMPLE)[2]))
    check("Error", json.loads(ask(service[0], "/judge", b"{")[2]))
    with pytest.raises(jsonschema.ValidationError):
        check("Questions", {**EXAMPLE, "maps": 1})


def test_the_page_describes_every_request(service: tuple[int, JudgeService]) -> None:
    status, kind, page = ask(service[0], "/")
    assert (status, kind) == (200, "text/html")
    for path in ("/judge", "/picture", "/report", "/health", "openapi.json"):
        assert path.encode() in page
    assert b"<script" not in page
    assert ask(service[0], "/health")[2] == b'{"status":"ok"}'


def test_a_foreign_page_cannot_use_it(service: tuple[int, JudgeService]) -> None:
    assert ask(service[0], "/judge", EXAMPLE, {"Host": "elsewhere.example"})[0] == 403
    assert ask(service[0], "/judge", EXAMPLE, {"Origin": "http://elsewhere.example"})[0] == 403


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["--processes", "0"], "--processes 0"),
        (["--seconds", "0"], "--seconds 0"),
        (["--seconds", "nan"], "--seconds nan"),
        (["--port", "70000"], "--port 70000"),
        (["--address", "no such address"], "cannot listen"),
    ],
)
def test_bad_options_are_one_line(
    option: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *option]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
