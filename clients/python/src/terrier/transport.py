"""The ways in which operations ask: for one answer, for pages, and for a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal

import httpx

from .errors import error_of
from .request import body_of, query_of
from .retry import send

_Values = Mapping[str, object]


class Transport:
    """Sends the requests of a client. Its methods are for the generated ones."""

    def __init__(
        self, http: httpx.Client, base: str, key: str | None, *, tries: int, max_wait: float
    ) -> None:
        self._http = http
        self._base = base
        self._headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._tries = tries
        self._max_wait = max_wait

    @contextmanager
    def _answer(
        self,
        method: str,
        path: str,
        *,
        query: _Values | None = None,
        body: _Values | None = None,
        accept: str | None = None,
        idempotency_key: str | None = None,
        reads: bool = False,
    ) -> Iterator[httpx.Response]:
        own = {"Accept": accept, "Idempotency-Key": idempotency_key}
        request = self._http.build_request(
            method,
            self._base + path,
            params=query_of(query or {}),
            json=None if body is None else body_of(body),
            headers={**self._headers, **{name: value for name, value in own.items() if value is not None}},
        )
        response = send(self._http, request, reads=reads, tries=self._tries, max_wait=self._max_wait)
        try:
            if not response.is_success:
                response.read()
                raise error_of(response)
            yield response
        finally:
            response.close()

    def _json(self, method: str, path: str, **request: Any) -> Any:
        return json.loads(self._bytes(method, path, **request))

    def _bytes(self, method: str, path: str, **request: Any) -> bytes:
        with self._answer(method, path, **request) as response:
            return response.read()

    def _stream(self, method: str, path: str, **request: Any) -> AbstractContextManager[httpx.Response]:
        return self._answer(method, path, **request)

    def _lines(self, method: str, path: str, **request: Any) -> Iterator[Any]:
        """The values of NDJSON. Lines end at line feeds alone, which `iter_lines` of httpx does not hold to."""
        with self._answer(method, path, **request) as response:
            rest = b""
            for chunk in response.iter_bytes():
                *lines, rest = (rest + chunk).split(b"\n")
                yield from map(json.loads, lines)
            if rest:
                yield json.loads(rest)

    def _pages(
        self, method: str, path: str, *, first: str | None = None, **request: Any
    ) -> Iterator[Any]:
        """The pages from the `cursor` of the query or body, or else from the first, until there is no next one."""
        place: Literal["query", "body"] = "body" if "body" in request else "query"
        cursor = request[place]["cursor"] or first
        while True:
            page = self._json(method, path, **{**request, place: {**request[place], "cursor": cursor}})
            yield page
            if page["next_cursor"] is None:
                return
            cursor = page["next_cursor"]

    def _rows(self, method: str, path: str, **request: Any) -> Iterator[Any]:
        for page in self._pages(method, path, **request):
            yield from page["data"]
