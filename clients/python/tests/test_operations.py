"""Every operation of the document has a method that asks it."""

from __future__ import annotations

import inspect
import re
from typing import Any

from conftest import ENDPOINT, KEY, URL

from terrier import Terrier, TerrierError


def snake(name: str) -> str:
    made = re.sub(r"(?<=\w)(?=[A-Z])", "_", name).replace("-", "_").lower()
    return f"{made}_" if made == "as" else made


def example_of(parameter: Any) -> Any:
    if "example" in parameter:
        return parameter["example"]
    first = next(iter(parameter.get("examples", {}).values()), None)
    return first["value"] if first else None


def arguments_of(operation: Any) -> dict[str, Any]:
    """The document's example of a request."""
    needed = operation.get("x-example-query", {})
    given = {
        snake(parameter["name"]): needed.get(parameter["name"], example_of(parameter))
        for parameter in operation.get("parameters", [])
        if parameter.get("required") or parameter["name"] in needed
    }
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example", {})
    return {**given, **{snake(name): value for name, value in body.items()}}


def operations(document: Any) -> dict[str, Any]:
    return {each["operationId"]: each for item in document["paths"].values() for each in item.values()}


def test_every_operation_is_answered_as_documented(document: Any) -> None:
    statuses: dict[str, int] = {}
    with Terrier(URL, KEY) as client:
        for name, operation in operations(document).items():
            arguments = arguments_of(operation)
            if "url" in arguments:
                arguments["url"] = "http://127.0.0.1:9/hooks"
            try:
                answer = getattr(client, snake(name))(**arguments)
                if hasattr(answer, "__enter__"):
                    with answer as stream:
                        stream.read()
                statuses[name] = 200
            except TerrierError as error:
                statuses[name] = error.status
                assert str(error.status) in operation["responses"], name
    # The ids of webhooks and keys name nothing here, and the parcel has no outline.
    missing = re.compile("(Webhooks|Keys)Id|Outline$")
    expected = {name: 404 if missing.search(name) and status == 404 else 200 for name, status in statuses.items()}
    assert statuses == expected


def test_every_parameter_has_an_argument_and_the_other_way_round(document: Any) -> None:
    for name, operation in operations(document).items():
        wanted = {snake(parameter["name"]) for parameter in operation.get("parameters", [])}
        schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        if "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        wanted |= {snake(key) for key in schema.get("properties", {})}
        method = getattr(Terrier, snake(name))
        in_geojson = getattr(Terrier, f"{snake(name)}_geojson", method)
        have = set(inspect.signature(method).parameters) | set(inspect.signature(in_geojson).parameters)
        assert have - {"self"} == wanted, name


def test_a_webhook_endpoint_from_its_making_to_its_end(terrier: Terrier) -> None:
    made = terrier.post_webhooks(
        url="http://127.0.0.1:9/python",
        event_types=["parcel.sold"],
        filter_kind="county_fips",
        filter_value={"state_fips": "31", "county_fips": "109"},
        description="A note",
    )
    assert made["secret"].startswith("whsec_")
    assert made["description"] == "A note"
    assert terrier.delete_webhooks_id(made["id"])["id"] == made["id"]
    assert terrier.get_webhooks_id(made["id"])["is_active"] is False


def test_a_request_with_an_idempotency_key_has_one_effect(terrier: Terrier) -> None:
    one = terrier.post_webhooks_id_test(ENDPOINT, idempotency_key="python-test")
    assert terrier.post_webhooks_id_test(ENDPOINT, idempotency_key="python-test") == one
    assert terrier.post_webhooks_id_test(ENDPOINT) != one
