"""Requests that are repeated when the API asks for it."""

from __future__ import annotations

import time

import httpx

from .errors import retry_after


def _may_repeat(request: httpx.Request, status: int, reads: bool) -> bool:
    if status == 429:
        return True
    # A POST that writes may have had an effect before its 503.
    is_safe = reads or request.method != "POST" or "idempotency-key" in request.headers
    return status == 503 and is_safe


def send(
    http: httpx.Client, request: httpx.Request, *, reads: bool, tries: int, max_wait: float
) -> httpx.Response:
    """The answer to a request, not yet read.

    An answer of 429 or 503 with a Retry-After within the bounds is waited for, and the request sent again; otherwise the
    answer is handed back as it is. `reads` tells that a POST changes nothing.
    """
    waited = 0.0
    for left in reversed(range(tries)):
        response = http.send(request, stream=True)
        wait = retry_after(response)
        if left == 0 or wait is None or waited + wait > max_wait:
            break
        if not _may_repeat(request, response.status_code, reads):
            break
        response.close()
        time.sleep(wait)
        waited += wait
    return response
