"""Walks through pages, and exports."""

from __future__ import annotations

import csv
from itertools import islice

import httpx
import pytest
from conftest import ENDPOINT, URL, Answer, Serve

from terrier import Terrier, TerrierError
from terrier.models import SearchRequestBounds

# More than one page, and not a whole number of pages.
EVERYWHERE: SearchRequestBounds = {"north": 50, "south": 24, "east": -66, "west": -125}
LIMIT = 300


def test_the_rows_of_a_search_are_each_given_once_and_in_order(terrier: Terrier) -> None:
    total = terrier.post_search(bounds=EVERYWHERE, limit=1)["total"]
    rows = list(terrier.post_search_rows(bounds=EVERYWHERE, sort="acreage", order="asc", limit=LIMIT))
    assert len({row["id"] for row in rows}) == len(rows) == total > LIMIT
    acres = [row["acreage"] for row in rows if row["acreage"] is not None]
    assert acres == sorted(acres)


def test_a_walk_that_was_left_is_taken_up_again(terrier: Terrier) -> None:
    pages = terrier.get_deals_absentee_pages(fields="id", limit=20)
    first = next(pages)
    assert len(first["data"]) == 20
    cursor = first.get("next_cursor")
    rest = [row["id"] for row in terrier.get_deals_absentee_rows(fields="id", cursor=cursor)]
    ids = [row["id"] for row in first["data"]] + rest
    assert len(set(ids)) == len(ids) == first["total"]


def test_a_walk_asks_for_a_page_when_it_is_needed() -> None:
    sent: list[str] = []
    http = httpx.Client(event_hooks={"request": [lambda request: sent.append(request.url.path)]})
    with http:
        rows = Terrier(URL, http=http).post_search_rows(bounds=EVERYWHERE, limit=2)
        assert sent == []
        assert len(list(islice(rows, 3))) == 3
    assert len(sent) == 2


def test_the_rows_of_a_path(terrier: Terrier) -> None:
    rows = list(terrier.get_owners_name_properties_rows("OAK STREET HOLDINGS LLC"))
    assert "31109:0109109006000" in [row["id"] for row in rows]


def test_deliveries_are_walked_though_no_word_begins_them(terrier: Terrier) -> None:
    deliveries = [delivery["id"] for delivery in terrier.get_webhooks_id_deliveries_rows(ENDPOINT, limit=2)]
    assert len(set(deliveries)) == len(deliveries) > 2


def test_a_walk_fails_as_a_request_does(terrier: Terrier) -> None:
    with pytest.raises(TerrierError, match="limit"):
        next(terrier.post_search_rows(bounds=EVERYWHERE, limit=0))
    with pytest.raises(TerrierError, match="cursor"):
        next(terrier.post_search_pages(bounds=EVERYWHERE, cursor="altered"))


def test_an_export_as_rows_goes_on_after_a_row(terrier: Terrier) -> None:
    rows = list(terrier.post_search_export_rows(bounds=EVERYWHERE))
    assert len(rows) == terrier.post_search(bounds=EVERYWHERE, limit=1)["total"]
    assert "owner_name" in rows[0]
    rest = terrier.post_search_export_rows(bounds=EVERYWHERE, cursor=rows[9]["cursor"])
    assert [row["id"] for row in rest] == [row["id"] for row in rows[10:]]
    part = next(terrier.post_search_export_rows(bounds=EVERYWHERE, fields=["zip"]))
    assert part.keys() == {"zip", "cursor"}


def test_an_export_as_a_file(terrier: Terrier) -> None:
    with terrier.post_search_export(bounds=EVERYWHERE, fields=["id"], format="csv") as export:
        content = b"".join(export.iter_bytes()).decode()
    header, *rows = csv.reader(content.splitlines())
    assert header == ["id", "cursor"]
    assert len(rows) == terrier.post_search(bounds=EVERYWHERE, limit=1)["total"]


def test_lines_end_at_line_feeds_alone(serve: Serve) -> None:
    name = "A\u2028B\u0085C\x1cD"
    server = serve(Answer(200, f'{{"owner_name":"{name}"}}\n{{"owner_name":null}}\n'.replace("\x1c", "\\u001c").encode()))
    with Terrier(server.url) as client:
        rows = list(client.post_search_export_rows(bounds=EVERYWHERE))
    assert rows == [{"owner_name": name}, {"owner_name": None}]


def test_an_export_that_is_cut_off_is_not_taken_for_a_whole_one(serve: Serve) -> None:
    server = serve(Answer(200, b'{"id":"1","cursor":"c"}\n{"id":', {"content-length": "100"}))
    with Terrier(server.url) as client:
        rows = client.post_search_export_rows(bounds=EVERYWHERE)
        assert next(rows)["cursor"] == "c"
        with pytest.raises(httpx.RemoteProtocolError):
            next(rows)
