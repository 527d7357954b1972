"""The parts of a request."""

from __future__ import annotations

import enum
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

GEOJSON = "application/geo+json"


class Omitted(enum.Enum):
    """Stands for an argument that was not given, where None says something else."""

    OMITTED = enum.auto()


OMITTED: Final = Omitted.OMITTED
_NULL = object()


def new_key() -> str:
    """An Idempotency-Key: one call has one, however often its request is repeated."""
    return str(uuid.uuid4())


def segment(name: str, value: object) -> str:
    """A value as one segment of a path. Raises ValueError for those that a URL drops, and with them the route."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f'{name} cannot be "{text}"')
    return quote(text, safe="")


def _in_query(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(str, value))
    return str(value)


def query_of(values: Mapping[str, object]) -> dict[str, str]:
    """The parameters that were given, as texts: those that hold several values with commas between."""
    return {name: _in_query(value) for name, value in values.items() if value is not None}


def nullable(value: object) -> object:
    """A field for which None is a value of its own, as `body_of` takes it."""
    if value is OMITTED:
        return None
    return _NULL if value is None else value


def body_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were given."""
    given = {name: value for name, value in values.items() if value is not None}
    return {name: None if value is _NULL else value for name, value in given.items()}
