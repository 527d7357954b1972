"""Signatures of webhook deliveries."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from terrier import verify

with open(os.environ["TERRIER_VECTORS"], encoding="utf-8") as file:
    VECTORS: list[dict[str, Any]] = json.load(file)["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_the_vectors(vector: dict[str, Any]) -> None:
    body = vector["body"].encode()
    assert verify(vector["secret"], vector["signature"] or "", body, vector["now"]) is vector["valid"]


def test_by_the_clock_an_old_delivery_is_refused() -> None:
    vector = next(vector for vector in VECTORS if vector["valid"])
    assert verify(vector["secret"], vector["signature"], vector["body"].encode()) is False
