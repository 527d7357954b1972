"""Which requests are repeated, and how long is waited."""

from __future__ import annotations

import json
from email.utils import formatdate
from time import monotonic, time

import httpx
import pytest
from conftest import Answer, Serve

from terrier import Terrier, TerrierError
from terrier.models import SearchRequestBounds

BOUNDS: SearchRequestBounds = {"north": 41, "south": 40, "east": -96, "west": -97}
DONE = Answer(200, b'{"data":[]}')


def refusal(status: int, retry_after: str | None, code: str = "unavailable") -> Answer:
    body = {"error": "Later", "code": code, "request_id": "r"}
    return Answer(status, json.dumps(body).encode(), {} if retry_after is None else {"Retry-After": retry_after})


@pytest.mark.parametrize("status", [429, 503])
def test_it_waits_as_long_as_retry_after_says(serve: Serve, status: int) -> None:
    server = serve(refusal(status, "1"), DONE)
    begin = monotonic()
    with Terrier(server.url, "k") as client:
        assert client.get_coverage()["data"] == []
    assert monotonic() - begin >= 0.99
    assert [request.headers["authorization"] for request in server.requests] == ["Bearer k", "Bearer k"]


def test_a_date_is_waited_for_too(serve: Serve) -> None:
    server = serve(refusal(503, formatdate(time() - 5, usegmt=True)), DONE)
    with Terrier(server.url) as client:
        assert client.get_coverage()["data"] == []


def test_at_most_as_often_as_wanted(serve: Serve) -> None:
    server = serve(refusal(503, "0"))
    with Terrier(server.url, tries=3) as client, pytest.raises(TerrierError) as refused:
        client.post_search(bounds=BOUNDS)
    assert (refused.value.status, refused.value.retry_after) == (503, 0)
    assert len(server.requests) == 3
    assert {json.dumps(request.body) for request in server.requests} == {json.dumps({"bounds": BOUNDS})}


@pytest.mark.parametrize("retry_after", ["2", "99999999999", "soon", None])
def test_a_wait_that_is_too_long_or_not_told_is_an_error_at_once(serve: Serve, retry_after: str | None) -> None:
    server = serve(refusal(429, retry_after, "monthly_limit"))
    with Terrier(server.url, max_wait=1.5) as client, pytest.raises(TerrierError, match="Later") as refused:
        client.get_coverage()
    assert refused.value.code == "monthly_limit"
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [400, 500, 502, 504])
def test_other_answers_are_final(serve: Serve, status: int) -> None:
    server = serve(refusal(status, "0"))
    with Terrier(server.url) as client, pytest.raises(TerrierError):
        client.get_coverage()
    assert len(server.requests) == 1


def test_what_may_have_written_is_repeated_with_one_idempotency_key_or_not_at_all(serve: Serve) -> None:
    server = serve(refusal(503, "0"))
    with Terrier(server.url, tries=2) as client:
        with pytest.raises(TerrierError):
            client.post_webhooks_id_test("whe_1", event_type="parcel.sold")
        first, again = [request.headers["idempotency-key"] for request in server.requests]
        assert first == again != ""
        with pytest.raises(TerrierError):
            client.post_webhooks_id_test("whe_1", idempotency_key="mine")
        assert [request.headers["idempotency-key"] for request in server.requests[2:]] == ["mine", "mine"]
        with pytest.raises(TerrierError):
            client.post_keys(name="Map team")
        assert len(server.requests) == 5, "a route without such a key"


def test_a_failed_connection_is_httpx_own_error() -> None:
    with Terrier("http://127.0.0.1:9") as client, pytest.raises(httpx.ConnectError):
        client.get_coverage()
