"""What the contract test knows of Terrier besides its OpenAPI document."""

import itertools
import os
import re

import schemathesis
from schemathesis.core.failures import Failure

# Rules that the document states in words, since its schemas cannot say them or would swell: what a 400 or 422 to a
# request that fits the schemas may complain of. Any other complaint is a failure.
RULES = [
    # There are 3,200 counties.
    r"county_fips\b.* FIPS code of a county",
    r"filters\.(countyFips|stateFips) must be the FIPS code of a (county|state)",
    r"filter_value\.county_fips must be the FIPS code of a county of state",
    # In any case, by code or by name.
    r"state must be (the abbreviation of a state|a state FIPS code or abbreviation)",
    r"(filter_value\.)?state_fips must be the FIPS code of a state",
    # Rings are closed, and their points lie on the globe; a height, which may follow, has no bounds.
    r"within\.coordinates must hold (closed rings|longitudes, which stand first|latitudes, which stand second)",
    r"within must have at most \d+ vertices",
    # So many outlines are tested.
    r"touches must be asked of a smaller area: ",
    # Names separated by commas.
    r"rows\.\d+\.county_fips must be (given with parcel_id|the FIPS code of a county)",
    r"fields holds \S*, which is not (a parcel field|an attribute of tiles)",
    # Two values against each other.
    r"bounds\.south must not be above bounds\.north",
    r"filters\.\w+\.min must not be above filters\.\w+\.max",
    r"zoom must be smaller",
    r"offset must not be given with cursor",
    r"offset plus limit must be at most \d+ when sorted by distance",
    r"sort distance needs near",
    r"touches needs bounds, within or near",
    r"by must be given where figures are not",
    r"fields must not be given with top",
    r"outline needs (GeoJSON|another format than csv)",
    r"cursor needs another format than parquet",
    # A map has so many tiles at a zoom level, and TileJSON names them as {z}/{x}/{y}.
    r"[zxy] must be (at most \d+|a whole number)",
    # Cursors are encrypted, and belong to one question.
    r"cursor does not belong to this query",
    r"(cursor|after) must be the next(_cursor)? of an earlier answer",
    # One parameter or another.
    r"at least one of county_fips, state_fips, search, top is required",
    r"county_fips or state_fips is required",
    # What a text means, once it is read.
    r"(search|filters) must be (JSON|an object)",
    r"(q|filters\.\w+) must hold a letter or a digit",
    r"(q|filters\.\w+) must have at most \d+ words",
    r"filters\.ids holds .*, which is not a parcel id",
    r"url (must begin with https|must have (no blanks|no fragment|no user name|a host|a valid host)|must lead to|names a host)",
    r"filter_value\.parcel_ids(\.\d+ cannot be the id of a parcel| holds parcel numbers that do not name exactly one)",
    r"filter_value\.parcel_ids must not name more than",
    # Keys of requests that were sent before.
    r"This Idempotency-Key came with another request",
    # Names are shown on one line, and addresses are those of the internet.
    r"name must be one line with visible characters",
    r"allowed_addresses holds .*, which is not an address or a range",
    # What an endpoint subscribes to.
    r"event_type must be one that the endpoint subscribes to",
    r"filter_value is required when filter_kind is given",
    # Parcels and times of deliveries.
    r"canonical_id must be the id of a parcel",
    r"since must not be after until",
    r"since must be at most \d+ days ago",
    r"(since|until|filters\.updatedSince) must be a time from 1970 to 9998",
    # What belongs to which kind of filter.
    r"filter_value\.\w+ (is required when filter_kind is|does not belong to filter_kind) ",
]
LISTED = re.compile("|".join(f"(?:{rule})" for rule in RULES))


OWN_KEY = os.environ["CONTRACT_KEY_ID"]
REQUESTS = itertools.count()


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Nobody deletes or rotates the key that every request sends, and everybody signs up from another network."""
    if (case.path_parameters or {}).get("id") == OWN_KEY:
        case.path_parameters["id"] = "key_other"
    if case.path.endswith("/signup"):
        case.headers["X-Forwarded-For"] = f"2001:db8:{os.getpid() & 0xFFFF:x}:{next(REQUESTS) & 0xFFFF:x}::1"


@schemathesis.check
def refused_by_a_known_rule(ctx, response, case):
    """A request that fits the document is refused for a rule that its words tell, or not at all."""
    positive = case.meta is not None and case.meta.generation.mode.is_positive
    if not positive or response.status_code not in (400, 422):
        return None
    complaint = response.json()["error"]
    if not LISTED.match(complaint):
        raise Failure(
            operation=case.operation.label,
            title="Refused by a rule that the document does not tell",
            message=complaint,
        )
    return None
