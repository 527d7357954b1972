"""The client: what it is made with."""

from __future__ import annotations

import re
from types import TracebackType

import httpx

from .operations import Operations

_KEY = re.compile(r"[\x21-\x7e]+")


def _check_base(base_url: object) -> str:
    try:
        url = httpx.URL(base_url) if isinstance(base_url, str) else httpx.URL("")
    except httpx.InvalidURL:
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or url.host == "":
        raise ValueError("base_url must be an http or https address, like https://api.example.com")
    if url.userinfo or url.query or url.fragment:
        raise ValueError("base_url must have no user, password, query or fragment")
    return str(base_url).rstrip("/")


class Terrier(Operations):
    """A client of the API at `base_url`: one method for each operation.

    Answers that are not 2xx are raised as `TerrierError`; without any answer, httpx raises its own error. It keeps
    connections open: use it in a `with`, or `close` it.

    Args:
        base_url: Address of the API, without `/api/v1`: `https://api.example.com`.
        key: The API key, sent as bearer. Without one, only the routes that need none answer.
        tries: Most tries of one request, the first included; 1 never repeats.
        max_wait: Most that one request may wait for Retry-After in all, in seconds.
        http: An httpx.Client of your own, for proxies, certificates or timeouts; `close` leaves it open. Without one,
            a silence of 60 seconds is an error.

    Raises:
        ValueError: naming the argument that cannot be used. It does not repeat a key.
    """

    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        *,
        tries: int = 4,
        max_wait: float = 60,
        http: httpx.Client | None = None,
    ) -> None:
        base = _check_base(base_url)
        if key is not None and not (isinstance(key, str) and _KEY.fullmatch(key)):
            raise ValueError("key must be a text without blanks")
        if not (isinstance(tries, int) and tries >= 1):
            raise ValueError("tries must be a whole number, at least 1")
        if not max_wait >= 0:
            raise ValueError("max_wait must be a number of seconds, at least 0")
        self._is_own = http is None
        super().__init__(http or httpx.Client(timeout=60), base, key, tries=tries, max_wait=max_wait)

    def close(self) -> None:
        """Close the connections of the client."""
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Terrier:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
