"""The error that every refused request raises."""

from __future__ import annotations

import math
import time
from email.utils import parsedate_to_datetime
from typing import Any, Literal, Union

import httpx

from .models import ErrorCode, ErrorError

FieldError = ErrorError
# unexpected_answer is one without the API's error body, such as a proxy's.
TerrierErrorCode = Union[ErrorCode, Literal["unexpected_answer"]]


class TerrierError(Exception):
    """An answer that is not 2xx, after the tries that Retry-After allows.

    Attributes:
        message: What is wrong, for people.
        status: The HTTP status.
        code: The API's error code.
        request_id: The id to quote when you ask about a failed request.
        retry_after: Seconds after which to try again, where the answer says so.
        errors: What is wrong with which field of the request; empty if the answer does not say.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: TerrierErrorCode,
        request_id: str | None,
        retry_after: int | None,
        errors: list[FieldError],
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.errors = errors


def retry_after(response: httpx.Response) -> int | None:
    """What the Retry-After header of an answer asks for, in seconds; None without a usable one."""
    header = response.headers.get("retry-after", "").strip()
    if header.isascii() and header.isdigit() and len(header) <= 9:
        return int(header)
    try:
        return max(0, math.ceil(parsedate_to_datetime(header).timestamp() - time.time()))
    except (TypeError, ValueError):
        return None


def error_of(response: httpx.Response) -> TerrierError:
    """The error for an answer that has been read."""
    try:
        problem = response.json()
    except ValueError:
        problem = None
    body: dict[str, Any] = problem if isinstance(problem, dict) else {}
    is_known = isinstance(body.get("error"), str) and isinstance(body.get("code"), str)
    plain = f"The answer was {response.status_code} {response.reason_phrase}".strip()
    request_id, errors = body.get("request_id"), body.get("errors")
    return TerrierError(
        body["error"] if is_known else plain,
        status=response.status_code,
        code=body["code"] if is_known else "unexpected_answer",
        request_id=request_id if isinstance(request_id, str) else None,
        retry_after=retry_after(response),
        errors=errors if isinstance(errors, list) else [],
    )
