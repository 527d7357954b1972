"""Fixtures of the tests, which ask a running API that test/clients/running.test.ts has filled."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import httpx
import pytest

from terrier import Terrier

URL = os.environ["TERRIER_URL"]
KEY = os.environ["TERRIER_KEY"]
# A webhook endpoint with deliveries.
ENDPOINT = os.environ["TERRIER_ENDPOINT"]


@pytest.fixture(scope="session")
def terrier() -> Iterator[Terrier]:
    with Terrier(URL, KEY) as client:
        yield client


@pytest.fixture(scope="session")
def document() -> Any:
    return httpx.get(f"{URL}/openapi.json").json()


class Answer(NamedTuple):
    """What a small server answers with."""

    status: int
    body: bytes = b"{}"
    headers: dict[str, str] = {}


class Request(NamedTuple):
    method: str
    target: str
    headers: dict[str, str]
    body: Any


class Server(NamedTuple):
    url: str
    requests: list[Request]


Serve = Callable[..., Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """A real server that gives the answers it was told in their order, the last again and again."""
    servers: list[ThreadingHTTPServer] = []

    def start(*answers: Answer) -> Server:
        requests: list[Request] = []

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                requests.append(Request(self.command, self.path, headers, json.loads(body) if body else None))
                status, content, own = answers[min(len(requests), len(answers)) - 1]
                self.send_response(status)
                for name, value in {"content-length": str(len(content)), **own}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return Server(f"http://127.0.0.1:{server.server_port}", requests)

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
