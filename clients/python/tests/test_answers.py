"""What the methods answer, and what is raised when a request is refused."""

from __future__ import annotations

import pytest
from conftest import URL, Answer, Serve

from terrier import Terrier, TerrierError

PARCEL = "31109:0109109006000"


def test_a_parcel_by_either_id(terrier: Terrier) -> None:
    parcel = terrier.get_parcels_id(PARCEL)
    assert parcel["owner_name"] == "OAK STREET HOLDINGS LLC"
    assert parcel["total_assessed_value"] == 265_000
    assert terrier.get_parcels_id("31:109:0109109006000") == parcel


def test_some_fields_in_a_path_and_in_a_body(terrier: Terrier) -> None:
    assert terrier.get_parcels_id(PARCEL, fields=["id", "zip"]) == {"id": PARCEL, "zip": "68508"}
    assert terrier.get_parcels_id(PARCEL, fields="id,zip") == {"id": PARCEL, "zip": "68508"}
    page = terrier.post_search(filters={"ids": [PARCEL]}, fields=["zip"])
    assert page["data"] == [{"zip": "68508"}]


def test_geojson(terrier: Terrier) -> None:
    feature = terrier.get_parcels_id_geojson(PARCEL, outline=True)
    assert feature["type"] == "Feature"
    assert feature["geometry"] == {"type": "Point", "coordinates": [-96.7026, 40.8136]}


def test_names_with_any_characters_stay_one_segment_of_the_path(terrier: Terrier) -> None:
    assert terrier.get_owners_name("Oak Street Holdings, L.L.C.")["owner_name"] == "OAK STREET HOLDINGS LLC"
    with pytest.raises(TerrierError, match="There is no owner A/../B\\?#% ü") as refused:
        terrier.get_owners_name("A/../B?#% ü")
    assert refused.value.status == 404
    for name in ("", ".", ".."):
        with pytest.raises(ValueError, match="name cannot be"):
            terrier.get_owners_name_properties(name)


def test_a_tile_is_bytes(terrier: Terrier) -> None:
    assert terrier.get_tiles_z_x_y_mvt(16, 15163, 24616, fields=["year_built"]) != b""
    assert terrier.get_tiles_z_x_y_mvt(16, 0, 0) == b""


def test_a_refusal_tells_what_is_wrong(terrier: Terrier) -> None:
    with pytest.raises(TerrierError) as refused:
        terrier.get_deals_absentee(min_value=-1)
    error = refused.value
    assert (error.status, error.code) == (400, "invalid_parameter")
    assert error.errors == [{"field": "min_value", "message": "must be >= 0"}]
    assert error.message == str(error) == "min_value must be >= 0"
    assert error.request_id
    assert error.retry_after is None


def test_a_wrong_key_is_not_in_the_error() -> None:
    with Terrier(URL, "trr_unknown_key") as stranger, pytest.raises(TerrierError) as refused:
        stranger.get_usage()
    assert (refused.value.status, refused.value.code) == (401, "invalid_key")
    assert "trr_unknown_key" not in repr(refused.value) + str(vars(refused.value))


def test_without_a_key() -> None:
    with Terrier(f"{URL}/") as anybody:
        assert anybody.get_coverage()["data"]
        with pytest.raises(TerrierError) as refused:
            anybody.get_usage()
    assert refused.value.code == "missing_key"


def test_an_answer_that_is_not_the_apis_own(serve: Serve) -> None:
    server = serve(Answer(502, b"<h1>Bad gateway</h1>"))
    with Terrier(server.url) as client, pytest.raises(TerrierError) as refused:
        client.get_coverage()
    error = refused.value
    assert (error.status, error.code, error.request_id, error.errors) == (502, "unexpected_answer", None, [])
    assert error.message == "The answer was 502 Bad Gateway"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"base_url": "api.example.com"}, "base_url"),
        ({"base_url": "ftp://api.example.com"}, "base_url"),
        ({"base_url": "http://me:secret@api.example.com"}, "base_url"),
        ({"base_url": "http://api.example.com/?a=secret"}, "base_url"),
        ({"base_url": "http://api.example.com:secret"}, "base_url"),
        ({"base_url": None}, "base_url"),
        ({"key": ""}, "key"),
        ({"key": "secret\n"}, "key"),
        ({"key": "two secrets"}, "key"),
        ({"key": b"secret"}, "key"),
        ({"tries": 0}, "tries"),
        ({"tries": 1.5}, "tries"),
        ({"max_wait": -1}, "max_wait"),
        ({"max_wait": float("nan")}, "max_wait"),
    ],
)
def test_arguments_that_cannot_be_used_are_named(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=f"^{complaint}") as refused:
        Terrier(**{"base_url": "http://127.0.0.1:1", **arguments})  # type: ignore[arg-type]
    assert "secret" not in str(refused.value)
