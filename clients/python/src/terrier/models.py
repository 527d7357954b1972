# Made by `npm run generate:client`: not to be edited.
"""The types of what the API takes and answers."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

ErrorCode = Literal[
    "invalid_parameter",
    "invalid_json",
    "bad_request",
    "missing_key",
    "invalid_key",
    "inactive_key",
    "expired_key",
    "address_not_allowed",
    "scope_missing",
    "not_admin",
    "exceeds_key",
    "key_quota",
    "signup_off",
    "webhooks_not_included",
    "exports_not_included",
    "endpoint_quota",
    "not_found",
    "method_not_allowed",
    "request_timeout",
    "key_ended",
    "last_admin_key",
    "not_retryable",
    "not_unknown",
    "endpoint_disabled",
    "idempotency_in_progress",
    "body_too_large",
    "unsupported_media_type",
    "range_not_satisfiable",
    "ambiguous_parcel",
    "idempotency_conflict",
    "headers_too_large",
    "monthly_limit",
    "burst_limit",
    "signup_limit",
    "event_quota",
    "test_limit",
    "internal_error",
    "unavailable",
]

ParcelField = Literal[
    "id",
    "county_fips",
    "parcel_id",
    "canonical_id",
    "state_fips",
    "state",
    "county_name",
    "address",
    "street",
    "unit",
    "city",
    "zip",
    "location",
    "has_outline",
    "owner_name",
    "owner_name_2",
    "owner_id",
    "entity_type",
    "entity_class",
    "mailing_address",
    "mailing_city",
    "mailing_state",
    "mailing_zip",
    "mailing_country",
    "absentee_owner",
    "out_of_state_owner",
    "total_assessed_value",
    "land_value",
    "improvement_value",
    "market_value",
    "tax_year",
    "tax_amount",
    "land_use_code",
    "land_use",
    "zoning",
    "zoning_category",
    "acreage",
    "lot_sqft",
    "building_sqft",
    "year_built",
    "bedrooms",
    "bathrooms",
    "stories",
    "units",
    "sale_price",
    "sale_date",
    "sale_arms_length",
    "latest_grantee",
    "latest_deed_date",
    "deal_score",
    "deal_score_parts",
    "source",
    "source_date",
    "updated_at",
]

EntityType = Literal[
    "individual",
    "corporation",
    "llc",
    "trust",
    "government",
    "other",
]

EntityClass = Literal[
    "LLC",
    "CORP",
    "TRUST",
    "LP",
    "LTD",
    "ASSOCIATION",
    "OTHER_ENTITY",
]

ZoningCategory = Literal[
    "residential",
    "commercial",
    "industrial",
    "agricultural",
    "exempt",
    "vacant",
    "mixed",
    "other",
]

PermitStatus = Literal[
    "filed",
    "issued",
    "in_review",
    "final",
    "expired",
    "withdrawn",
]

RiskAssessmentFloodRating = Literal[
    "very_low",
    "low",
    "moderate",
    "high",
    "very_high",
]

RiskAssessmentFloodGeography = Literal[
    "parcel",
    "tract",
    "county",
]

SearchRequestSort = Literal[
    "assessed_value",
    "sale_price",
    "acreage",
    "year_built",
    "deal_score",
    "sale_date",
    "updated_at",
    "distance",
]

FacetRequestBy = Literal[
    "state_fips",
    "county_fips",
    "city",
    "zip",
    "zoning_category",
    "land_use",
    "entity_type",
    "entity_class",
    "absentee_owner",
    "out_of_state_owner",
    "tax_year",
]

FacetRequestFigure = Literal[
    "total_assessed_value",
    "sale_price",
    "acreage",
    "lot_sqft",
    "building_sqft",
    "year_built",
    "deal_score",
]

SourceRowOutcome = Literal[
    "loaded",
    "unchanged",
    "refused",
    "failed",
]

FlipTier = Literal[
    "quick",
    "standard",
    "long",
]

UsageTier = Literal[
    "free",
    "starter",
    "api_100k",
    "pro",
    "scale",
    "license",
]

ApiKeyScope = Literal[
    "read",
    "webhooks",
    "export",
]

EventType = Literal[
    "parcel.sold",
    "parcel.owner_changed",
    "parcel.permit_filed",
]

FilterKind = Literal[
    "parcel_ids",
    "state_fips",
    "county_fips",
]

WebhookDeliveryStatus = Literal[
    "pending",
    "in_flight",
    "delivered",
    "dead_lettered",
    "failed",
]

WebhookDeliverySettledAs = Literal[
    "delivered",
    "requeue",
    "dead_letter",
]

OccurredAtBasis = Literal[
    "recording_date",
    "sale_date",
    "filed_date",
    "issued_date",
    "ingested_at",
    "curated_at",
]

GetMarketCountiesSort = Literal[
    "sale_count",
    "median_price",
    "yoy_change",
    "county_name",
]

PostWebhooksIdDeliveriesSettlePhase = Literal[
    "dns",
    "connect",
    "tls",
    "send",
    "response",
]


class ErrorError(TypedDict):
    field: str
    """Path of the field, with its parts joined by dots; `body`, `query` or `path` when all of
    it is wrong
    """
    message: str
    """The rest of the sentence after the name of the field"""


class _ErrorRequired(TypedDict):
    error: str
    """What is wrong, for people"""
    code: ErrorCode
    """`invalid_parameter` (400): A parameter or body field is missing, of a wrong type, out of
    range or unknown. `invalid_json` (400): The body is not JSON. `bad_request` (400): The
    request cannot be understood. `missing_key` (401): This route needs an API key.
    `invalid_key` (401): The API key is malformed or unknown. `inactive_key` (403): The API
    key was deactivated. `expired_key` (403): The API key has expired. `address_not_allowed`
    (403): The API key may not be used from this address. `scope_missing` (403): The API key
    lacks the scope that the route needs. `not_admin` (403): The API key does not manage the
    keys of its account. `exceeds_key` (403): The new key would be allowed more than the key
    that creates it. `key_quota` (403): The account has reached its limit of keys, or of new
    keys in a day. `signup_off` (403): The operator of the service makes the accounts.
    `webhooks_not_included` (403): The plan of the key has no webhooks.
    `exports_not_included` (403): The plan of the key has no exports. `endpoint_quota`
    (403): The plan’s active webhook endpoints are all in use. `not_found` (404): No such
    parcel, owner, webhook, delivery or route. `method_not_allowed` (405): The address does
    not support this method; Allow lists the methods that it does. `request_timeout` (408):
    The request did not arrive in time. `key_ended` (409): The API key was deactivated, has
    expired or was replaced before. `last_admin_key` (409): Without this key, no key would
    manage the keys of the account. `not_retryable` (409): Only dead-lettered deliveries are
    retried. `not_unknown` (409): Only deliveries of unknown outcome are settled.
    `endpoint_disabled` (409): The webhook endpoint is disabled. `idempotency_in_progress`
    (409): Another request with the same Idempotency-Key is in progress. `body_too_large`
    (413): The body is larger than 1 MiB. `unsupported_media_type` (415): The body must be
    application/json. `range_not_satisfiable` (416): The file ends before the bytes that
    were asked for. `ambiguous_parcel` (422): A bare parcel number does not name exactly one
    parcel. `idempotency_conflict` (422): The Idempotency-Key was used for another request.
    `headers_too_large` (431): The address and headers of the request are too long; a long
    search goes into a body. `monthly_limit` (429): The lookups of this calendar month are
    used up, or fewer are left than the request needs. `burst_limit` (429): Too many
    requests in this minute. `signup_limit` (429): An account was made from this address
    today. `event_quota` (429): The webhook events of this day are used up. `test_limit`
    (429): Too many test deliveries in this minute. `internal_error` (500): Something failed
    in Terrier; report the request id. `unavailable` (503): A part of the service is
    unavailable, or there are more requests than can be served; try again shortly.
    """
    request_id: str
    """Mention it in questions about a failed request"""


class Error(_ErrorRequired, total=False):
    errors: list[ErrorError]
    """With 400: what is wrong with each field, where that is known. `error` describes the
    first of them
    """


class _BatchRequestRequired(TypedDict):
    ids: list[str]
    """Ids of the parcels, 1 to 500; a parcel that is given twice, in either spelling, is
    answered once
    """


class BatchRequest(_BatchRequestRequired, total=False):
    fields: list[ParcelField]
    """Only these fields of each parcel, in the order of the record"""
    outline: bool
    """Outlines in place of points, where they are known. Only with Accept:
    application/geo+json
    """


class ParcelLocation(TypedDict):
    lat: float
    """Latitude, degrees north (WGS84)"""
    lon: float
    """Longitude, degrees east (WGS84)"""


class ParcelDealScorePartsAbsentee(TypedDict):
    points: float
    """Points out of the weight"""
    weight: float
    """Most points that this part can give"""


class ParcelDealScoreParts(TypedDict):
    """The parts of the deal score; a part without data is null. The score is 100 × points /
    weights of the known parts
    """
    absentee: ParcelDealScorePartsAbsentee | None
    """The owner lives elsewhere"""
    held: ParcelDealScorePartsAbsentee | None
    """Years since the newest transfer"""
    value_gap: ParcelDealScorePartsAbsentee | None
    """Assessed value over the last arm’s-length price, against the county’s median"""
    improvement: ParcelDealScorePartsAbsentee | None
    """Little building value on the land"""
    permits: ParcelDealScorePartsAbsentee | None
    """No permit in 15 years on a building over 30 years old"""


class Parcel(TypedDict):
    id: str
    """<county_fips>:<parcel_id>"""
    county_fips: str
    """5-digit county FIPS code"""
    parcel_id: str
    """Parcel number of the county assessor"""
    canonical_id: str
    """<state_fips>:<county_fips>:<parcel_id>, as webhooks use it"""
    state_fips: str
    """2-digit state FIPS code"""
    state: str
    """State abbreviation"""
    county_name: str
    """County, Census form"""
    address: str | None
    """Situs address in one line"""
    street: str | None
    """Situs street"""
    unit: str | None
    """Situs unit"""
    city: str | None
    """Situs city"""
    zip: str | None
    """Situs ZIP code"""
    location: ParcelLocation | None
    """Point of the record, WGS84 degrees"""
    has_outline: bool
    """The outline of the lot is known"""
    owner_name: str | None
    """Owner as recorded"""
    owner_name_2: str | None
    """Second owner as recorded"""
    owner_id: str | None
    """Stable id of the owner, derived from the normalized name"""
    entity_type: EntityType | None
    """Kind of owner; null without a name"""
    entity_class: EntityClass | None
    """Class of an organization; null for people and government"""
    mailing_address: str | None
    """Owner’s mailing address in one line"""
    mailing_city: str | None
    """Mailing city"""
    mailing_state: str | None
    """Mailing state"""
    mailing_zip: str | None
    """Mailing ZIP or postal code"""
    mailing_country: str | None
    """Mailing country, unless the United States"""
    absentee_owner: bool | None
    """The owner’s mailing address is not the parcel’s"""
    out_of_state_owner: bool | None
    """The mailing address is in another state or country"""
    total_assessed_value: float | None
    """Assessed value, USD"""
    land_value: float | None
    """Assessed land value, USD"""
    improvement_value: float | None
    """Assessed value of improvements, USD"""
    market_value: float | None
    """Market value by the assessor, USD"""
    tax_year: int | None
    """Year of the assessment"""
    tax_amount: float | None
    """Annual tax, USD"""
    land_use_code: str | None
    """Land-use code as published"""
    land_use: str | None
    """Land use as published"""
    zoning: str | None
    """Zoning as published"""
    zoning_category: ZoningCategory | None
    """Zoning or use in one of eight categories"""
    acreage: float | None
    """Lot size, acres"""
    lot_sqft: float | None
    """Lot size, square feet"""
    building_sqft: float | None
    """Floor area, square feet"""
    year_built: int | None
    """Year of construction"""
    bedrooms: float | None
    """Bedrooms"""
    bathrooms: float | None
    """Bathrooms; a half bath counts 0.5"""
    stories: float | None
    """Stories"""
    units: int | None
    """Dwelling units"""
    sale_price: float | None
    """Price of the newest known sale, USD"""
    sale_date: str | None
    """Date of that sale; without a known price, the date that the assessor publishes"""
    sale_arms_length: bool | None
    """Whether that sale was at arm’s length"""
    latest_grantee: str | None
    """Grantee of the newest deed that names one; the assessor’s owner_name often lags behind
    it
    """
    latest_deed_date: str | None
    """Recording date of that deed, or its sale date"""
    deal_score: float | None
    """0–100, higher is the likelier deal; null when less than half of it is known"""
    deal_score_parts: ParcelDealScoreParts | None
    source: str | None
    """Publisher of the record"""
    source_date: str | None
    """Date of the publisher’s extract"""
    updated_at: str
    """When any key of this record last changed in Terrier, derived ones included"""


class ParcelPart(TypedDict, total=False):
    """With fields: a parcel with just these"""
    id: str
    """<county_fips>:<parcel_id>"""
    county_fips: str
    """5-digit county FIPS code"""
    parcel_id: str
    """Parcel number of the county assessor"""
    canonical_id: str
    """<state_fips>:<county_fips>:<parcel_id>, as webhooks use it"""
    state_fips: str
    """2-digit state FIPS code"""
    state: str
    """State abbreviation"""
    county_name: str
    """County, Census form"""
    address: str | None
    """Situs address in one line"""
    street: str | None
    """Situs street"""
    unit: str | None
    """Situs unit"""
    city: str | None
    """Situs city"""
    zip: str | None
    """Situs ZIP code"""
    location: ParcelLocation | None
    """Point of the record, WGS84 degrees"""
    has_outline: bool
    """The outline of the lot is known"""
    owner_name: str | None
    """Owner as recorded"""
    owner_name_2: str | None
    """Second owner as recorded"""
    owner_id: str | None
    """Stable id of the owner, derived from the normalized name"""
    entity_type: EntityType | None
    """Kind of owner; null without a name"""
    entity_class: EntityClass | None
    """Class of an organization; null for people and government"""
    mailing_address: str | None
    """Owner’s mailing address in one line"""
    mailing_city: str | None
    """Mailing city"""
    mailing_state: str | None
    """Mailing state"""
    mailing_zip: str | None
    """Mailing ZIP or postal code"""
    mailing_country: str | None
    """Mailing country, unless the United States"""
    absentee_owner: bool | None
    """The owner’s mailing address is not the parcel’s"""
    out_of_state_owner: bool | None
    """The mailing address is in another state or country"""
    total_assessed_value: float | None
    """Assessed value, USD"""
    land_value: float | None
    """Assessed land value, USD"""
    improvement_value: float | None
    """Assessed value of improvements, USD"""
    market_value: float | None
    """Market value by the assessor, USD"""
    tax_year: int | None
    """Year of the assessment"""
    tax_amount: float | None
    """Annual tax, USD"""
    land_use_code: str | None
    """Land-use code as published"""
    land_use: str | None
    """Land use as published"""
    zoning: str | None
    """Zoning as published"""
    zoning_category: ZoningCategory | None
    """Zoning or use in one of eight categories"""
    acreage: float | None
    """Lot size, acres"""
    lot_sqft: float | None
    """Lot size, square feet"""
    building_sqft: float | None
    """Floor area, square feet"""
    year_built: int | None
    """Year of construction"""
    bedrooms: float | None
    """Bedrooms"""
    bathrooms: float | None
    """Bathrooms; a half bath counts 0.5"""
    stories: float | None
    """Stories"""
    units: int | None
    """Dwelling units"""
    sale_price: float | None
    """Price of the newest known sale, USD"""
    sale_date: str | None
    """Date of that sale; without a known price, the date that the assessor publishes"""
    sale_arms_length: bool | None
    """Whether that sale was at arm’s length"""
    latest_grantee: str | None
    """Grantee of the newest deed that names one; the assessor’s owner_name often lags behind
    it
    """
    latest_deed_date: str | None
    """Recording date of that deed, or its sale date"""
    deal_score: float | None
    """0–100, higher is the likelier deal; null when less than half of it is known"""
    deal_score_parts: ParcelDealScoreParts | None
    source: str | None
    """Publisher of the record"""
    source_date: str | None
    """Date of the publisher’s extract"""
    updated_at: str
    """When any key of this record last changed in Terrier, derived ones included"""


class Batch(TypedDict):
    data: list[Parcel] | list[ParcelPart]
    """The parcels that were found, in the order of the ids"""
    missing: list[str]
    """The ids, as given, of parcels that are not loaded, and texts that are not parcel ids, in
    their order
    """


class Outline(TypedDict):
    type: Literal["MultiPolygon"]
    coordinates: list[list[list[list[float]]]]
    """Polygons, each an outer ring and its holes; longitude, then latitude (WGS84 degrees)"""


class OutlineFeatureProperties(TypedDict):
    county_fips: str
    """5-digit county FIPS code"""
    parcel_id: str
    """Parcel number of the county assessor"""
    address: str | None
    """Situs address in one line"""
    acreage: float | None
    """Lot size, acres"""


class OutlineFeature(TypedDict):
    type: Literal["Feature"]
    id: str
    """The id of the parcel"""
    geometry: Outline
    properties: OutlineFeatureProperties


class ParcelsAt(TypedDict):
    data: list[Parcel] | list[ParcelPart]
    """By id, at most 500; several where they share an outline or a place, as condominiums do
    """
    meters: float | None
    """Distance from the point: 0 inside an outline; null when nothing is near"""


class Suggestion(TypedDict):
    id: str
    """<county_fips>:<parcel_id>"""
    parcel_id: str
    """Parcel number of the county assessor"""
    state: str
    """State abbreviation"""
    county_name: str
    """County, Census form"""
    address: str | None
    """Situs address in one line"""
    city: str | None
    """Situs city"""
    zip: str | None
    """Situs ZIP code"""
    location: ParcelLocation | None
    """Point of the record, WGS84 degrees"""


class ParcelOwnerPortfolioSummary(TypedDict):
    property_count: int
    """All parcels of this owner"""
    total_assessed_value: float
    """Sum of their known assessed values, USD"""
    states: list[str]
    """Abbreviations of their states"""


class ParcelOwner(TypedDict):
    owner_name: str | None
    """Owner as recorded on this parcel"""
    entity_type: EntityType | None
    """Kind of owner; null without a name"""
    mailing_address: str | None
    """Mailing address in one line"""
    portfolio_summary: ParcelOwnerPortfolioSummary
    properties: list[Parcel]
    """The first 100 of them by assessed value"""


class Permit(TypedDict):
    id: str
    """permit_id, county and parcel: stable, one for each parcel of a permit"""
    county_fips: str
    """5-digit county FIPS code"""
    parcel_id: str | None
    """Parcel number; null when the publisher gives none"""
    permit_id: str
    """Internal id, stable across loads, shared by the permit’s parcels"""
    permit_number: str | None
    """Number issued by the jurisdiction"""
    permit_type: str | None
    """Kind of permit as published"""
    permit_status: PermitStatus | None
    """Status in one of six words; null when the published one is unknown"""
    filed_date: str | None
    """Date of application"""
    issued_date: str | None
    """Date of issue"""
    description: str | None
    """Work description"""
    estimated_cost: float | None
    """Declared cost, USD"""
    contractor_name: str | None
    """Contractor as published"""
    contractor_license: str | None
    """Contractor’s license number"""
    applicant_name: str | None
    """Applicant as published"""
    jurisdiction_id: str | None
    """Issuing jurisdiction"""
    work_class: str | None
    """Class of work"""
    status_raw: str | None
    """Status as published"""
    completed_date: str | None
    """Date of completion"""
    expires_date: str | None
    """Date of expiry"""
    contractor_id: str | None
    """Stable id of the contractor, derived from the normalized name"""
    location: ParcelLocation | None
    """Point of the record, WGS84 degrees"""
    source: str | None
    """Publisher of the record"""
    updated_at: str
    """When the record last changed here"""


class Deed(TypedDict):
    id: str
    """Stable id of the deed on this parcel"""
    county_fips: str
    """5-digit county FIPS code as published; a placeholder such as 31000 is passed through"""
    parcel_id: str
    """Parcel number of the county assessor"""
    sale_date: str | None
    """Date of the sale"""
    sale_price_usd: float | None
    """Price, USD; null if not disclosed"""
    grantor: str | None
    """Seller as recorded"""
    grantee: str | None
    """Buyer as recorded"""
    recorded_date: str | None
    """Date recorded with the county"""
    is_arm_length: bool | None
    """Whether the transfer was a sale at arm’s length; null when unknown"""
    document_type: str | None
    """Kind of deed"""
    document_number: str | None
    """Recorder’s document number"""
    prior_owner: str | None
    """The grantor"""
    new_owner: str | None
    """The grantee"""
    is_sale: bool | None
    """Whether the transfer is a sale: a price above 0, at arm’s length"""
    book: str | None
    """Recorder’s book"""
    page: str | None
    """Recorder’s page"""
    document_type_raw: str | None
    """Kind of deed as published"""
    arm_length_reasons: list[str]
    """Why the transfer is not, or not known to be, at arm’s length"""
    usable_for_stats: bool
    """Counts in statistics: at arm’s length, one parcel, a known price and date, a real county
    """
    parcel_count: int | None
    """Parcels under this deed, where published"""
    days_on_market: int | None
    """Days on market, where published"""
    source: str | None
    """Publisher of the record"""
    updated_at: str
    """When the record last changed here"""


class RiskAssessmentFlood(TypedDict):
    score: float
    """0–100, higher is worse"""
    rating: RiskAssessmentFloodRating | None
    """The score in words"""
    source: str | None
    """Publisher of the figure"""
    as_of: str | None
    """Date or year that the figure describes"""
    geography: RiskAssessmentFloodGeography
    """Area that the figure describes"""


class RiskAssessmentAirQuality(TypedDict):
    score: float
    """0–100, higher is worse"""
    rating: RiskAssessmentFloodRating | None
    """The score in words"""
    source: str | None
    """Publisher of the figure"""
    as_of: str | None
    """Date or year that the figure describes"""
    geography: RiskAssessmentFloodGeography
    """Area that the figure describes"""
    median_aqi: float | None
    """Median air quality index of the year"""
    unhealthy_days: int | None
    """Days of the year that were unhealthy, at least for sensitive groups"""


class RiskAssessment(TypedDict):
    id: str
    """The parcel’s id"""
    county_fips: str
    """5-digit county FIPS code"""
    overall_score: float | None
    """Composite natural-hazard score 0–100, higher is worse"""
    flood: RiskAssessmentFlood | None
    """The larger of inland and coastal flooding"""
    wildfire: RiskAssessmentFlood | None
    """Wildfire"""
    air_quality: RiskAssessmentAirQuality | None
    """Air quality of the year"""
    crime: RiskAssessmentFlood | None
    """National percentile of the county’s crime rate"""


class FiltersValueRange(TypedDict, total=False):
    """Assessed value, USD, both ends included"""
    min: float
    max: float


class FiltersYearBuiltRange(TypedDict, total=False):
    """Year built, both ends included"""
    min: int
    max: int


class FiltersSaleDateRange(TypedDict, total=False):
    """Sale date, both ends included"""
    min: str
    max: str


class Filters(TypedDict, total=False):
    """All optional; a parcel must meet every one given"""
    zoningCategories: list[str]
    """Zoning categories, in any case: residential, commercial, industrial, agricultural,
    exempt, vacant, mixed, other
    """
    ownerTypes: list[EntityType]
    """Kinds of owner"""
    absenteeOnly: bool
    """Only parcels whose owner’s mailing address is elsewhere"""
    outOfStateOnly: bool
    """Only parcels whose owner’s mailing address is in another state or country"""
    valueRange: FiltersValueRange
    """Assessed value, USD, both ends included"""
    yearBuiltRange: FiltersYearBuiltRange
    """Year built, both ends included"""
    acreageRange: FiltersValueRange
    """Lot size, acres, both ends included"""
    lotSqftRange: FiltersValueRange
    """Lot area, square feet, both ends included"""
    buildingSqftRange: FiltersValueRange
    """Floor area, square feet, both ends included"""
    bedroomsRange: FiltersValueRange
    """Bedrooms, both ends included"""
    bathroomsRange: FiltersValueRange
    """Bathrooms, both ends included"""
    unitsRange: FiltersYearBuiltRange
    """Dwelling units, both ends included"""
    salePriceRange: FiltersValueRange
    """Sale price, USD, both ends included"""
    saleDateRange: FiltersSaleDateRange
    """Sale date, both ends included"""
    taxYearRange: FiltersYearBuiltRange
    """Tax year, both ends included"""
    countyFips: str
    """5-digit county FIPS code"""
    stateFips: str
    """2-digit state FIPS code"""
    zip: str
    """ZIP code of the parcel, 5 digits"""
    city: str
    """Whole name of the parcel’s city, in any case. It needs `stateFips` or a region as well
    """
    address: str
    """Words of the address, whole or their beginnings, as in `GET /parcels/suggest` but
    without typos
    """
    ownerId: str
    """`owner_id` of the parcel"""
    ownerName: str
    """Words of the owner’s name, whole or their beginnings, in any order"""
    ids: list[str]
    """Ids of parcels, at most 500"""
    landUse: str
    """Words of the land use as published, whole, in any order and case"""
    permitSince: str
    """Only parcels with a permit filed on this day or later, or issued if the filing date is
    unknown
    """
    located: bool
    """false: only parcels without a location, which no region has; true: only parcels with one
    """
    updatedSince: str
    """Only parcels whose `updated_at` is this time or later. Use `next_updated_since` of the
    answer for the next request, so that no change is missed
    """


class SearchRequestBounds(TypedDict):
    """Edges included. west > east is a box across the antimeridian."""
    north: float
    """Northern edge, degrees of latitude"""
    south: float
    """Southern edge, degrees of latitude"""
    east: float
    """Eastern edge, degrees of longitude"""
    west: float
    """Western edge, degrees of longitude"""


class Polygon(TypedDict):
    type: Literal["Polygon"]
    coordinates: list[list[list[float]]]
    """The outer ring, then holes in it"""


class MultiPolygon(TypedDict):
    type: Literal["MultiPolygon"]
    coordinates: list[list[list[list[float]]]]


class SearchRequestNear(TypedDict):
    """A point and the maximum distance from it, on the sphere"""
    lat: float
    """Degrees north (WGS84)"""
    lon: float
    """Degrees east (WGS84)"""
    meters: float
    """Maximum distance in meters"""


class SearchRequest(TypedDict, total=False):
    """Exactly one of bounds, within and near is required, or filters with at least one of
    countyFips, stateFips, zip, ownerId, ids, updatedSince
    """
    bounds: SearchRequestBounds
    """Edges included. west > east is a box across the antimeridian."""
    within: Polygon | MultiPolygon
    """A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out.
    An area across the antimeridian is given as a MultiPolygon, one part on each side.
    Parcels on an edge may be in or out
    """
    near: SearchRequestNear
    """A point and the maximum distance from it, on the sphere"""
    touches: bool
    """Finds the parcels whose outline has a point in common with the region, its border
    included, wherever their location is; parcels without an outline by their location.
    Refused where more than 10,000 outlines lie on the border, or where it meets more than
    30,000 cells of the map, each about a hundred meters wide
    """
    filters: Filters
    sort: SearchRequestSort
    """Parcels without the value come last in both directions. Without sort: an arbitrary but
    stable order. `distance` is that from `near`, the nearest first with order asc, with at
    most 10,000 rows by offset and all by cursor.
    """
    order: Literal["asc", "desc"]
    limit: int
    """Page size, 1 to 500"""
    offset: int
    """Rows to skip; no maximum"""
    cursor: str
    """Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous
    answer, with all other parameters but limit unchanged. Each row is returned once, even
    if records are loaded in between. Not with offset
    """
    fields: list[ParcelField]
    """Only these fields of each parcel, in the order of the record"""
    outline: bool
    """Outlines in place of points, where they are known. Only with Accept:
    application/geo+json
    """


class CountRequest(TypedDict, total=False):
    bounds: SearchRequestBounds
    """Edges included. west > east is a box across the antimeridian."""
    within: Polygon | MultiPolygon
    """A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out.
    An area across the antimeridian is given as a MultiPolygon, one part on each side.
    Parcels on an edge may be in or out
    """
    near: SearchRequestNear
    """A point and the maximum distance from it, on the sphere"""
    touches: bool
    """Finds the parcels whose outline has a point in common with the region, its border
    included, wherever their location is; parcels without an outline by their location.
    Refused where more than 10,000 outlines lie on the border, or where it meets more than
    30,000 cells of the map, each about a hundred meters wide
    """
    filters: Filters


class Count(TypedDict):
    total: int
    """Exact count of all matches"""


class FacetRequest(TypedDict, total=False):
    """by, figures or both are required"""
    bounds: SearchRequestBounds
    """Edges included. west > east is a box across the antimeridian."""
    within: Polygon | MultiPolygon
    """A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out.
    An area across the antimeridian is given as a MultiPolygon, one part on each side.
    Parcels on an edge may be in or out
    """
    near: SearchRequestNear
    """A point and the maximum distance from it, on the sphere"""
    touches: bool
    """Finds the parcels whose outline has a point in common with the region, its border
    included, wherever their location is; parcels without an outline by their location.
    Refused where more than 10,000 outlines lie on the border, or where it meets more than
    30,000 cells of the map, each about a hundred meters wide
    """
    filters: Filters
    by: list[FacetRequestBy]
    """What to count the parcels by: the 100 most frequent values of each"""
    figures: list[FacetRequestFigure]
    """The figure whose quantiles to return"""


class FacetsFacetValue(TypedDict):
    value: str | float | bool
    """As in the parcels"""
    count: int
    """Count of the parcels that have it"""


class FacetsFacet(TypedDict):
    key: FacetRequestBy
    values: list[FacetsFacetValue]
    """The most frequent first"""
    other: int
    """Count of the parcels with a value that is not listed"""
    missing: int
    """Count of the parcels without a value"""


class FacetsFigure(TypedDict):
    figure: FacetRequestFigure
    count: int
    """Count of the parcels with a value"""
    min: float | None
    """Smallest value; null where no parcel has one"""
    p10: float | None
    """A tenth of the values are at most this; approximate among many parcels"""
    p25: float | None
    """The lower quartile"""
    p50: float | None
    """The median"""
    p75: float | None
    """The upper quartile"""
    p90: float | None
    """Nine tenths of the values are at most this"""
    max: float | None
    """Largest value"""


class Facets(TypedDict):
    total: int
    """Exact count of all matches"""
    facets: list[FacetsFacet]
    """One of each of `by`, in their order"""
    figures: list[FacetsFigure]
    """One of each of `figures`, in their order"""


class _ClusterRequestRequired(TypedDict):
    bounds: SearchRequestBounds
    """Edges included. west > east is a box across the antimeridian."""
    zoom: int
    """Zoom level of the map. A cell is a quarter of a tile wide; at most 10,000 may lie in the
    bounds
    """


class ClusterRequest(_ClusterRequestRequired, total=False):
    within: Polygon | MultiPolygon
    """A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out.
    An area across the antimeridian is given as a MultiPolygon, one part on each side.
    Parcels on an edge may be in or out
    """
    near: SearchRequestNear
    """A point and the maximum distance from it, on the sphere"""
    touches: bool
    """Finds the parcels whose outline has a point in common with the region, its border
    included, wherever their location is; parcels without an outline by their location.
    Refused where more than 10,000 outlines lie on the border, or where it meets more than
    30,000 cells of the map, each about a hundred meters wide
    """
    filters: Filters


class TileJsonVectorLayer(TypedDict):
    id: str
    description: str
    minzoom: int
    maxzoom: int
    fields: dict[str, str]


class TileJson(TypedDict):
    tilejson: str
    name: str
    scheme: str
    tiles: list[str]
    """Addresses with {z}, {x} and {y}"""
    minzoom: int
    maxzoom: int
    bounds: list[float]
    """West, south, east, north"""
    vector_layers: list[TileJsonVectorLayer]


class CoverageRow(TypedDict):
    state_fips: str
    """2-digit state FIPS code"""
    state_name: str
    county_fips: str | None
    """5-digit county FIPS code; null in the list of states"""
    county_name: str | None
    """County, Census form; null in the list of states"""
    parcel_count: int
    geocoded_pct: float
    """Percent of the parcels with a location, one decimal"""
    owner_pct: float
    """Percent of the parcels with an owner name, one decimal"""
    value_pct: float
    """Percent of the parcels with an assessed value above 0, one decimal"""


class Coverage(TypedDict):
    total_parcels: int
    """Parcels loaded; with state, those of that state"""
    states_covered: int
    """States with at least one parcel"""
    data: list[CoverageRow]
    """By state FIPS; with state, by county FIPS"""


class SourceRow(TypedDict):
    source: str
    """Name of the source file"""
    kind: str
    """What its records are"""
    county_fips: str
    """5-digit county FIPS code"""
    county_name: str | None
    """County, Census form"""
    publisher: str | None
    """Who publishes the records"""
    rows: int | None
    """Rows of the last load, rejected ones included"""
    rejected: int | None
    """Rows of the last load that were rejected"""
    loaded_at: str | None
    """When they were last loaded; null before the first load"""
    checked_at: str
    """When the publisher was last asked"""
    next_at: str | None
    """When a schedule asks again; null without a schedule"""
    outcome: SourceRowOutcome
    """`unchanged`: the publisher has nothing new; `refused`: the new records look wrong and
    were not loaded
    """


class Sources(TypedDict):
    data: list[SourceRow]
    """By county FIPS, then by source and kind"""


class Flip(TypedDict):
    county_fips: str
    """5-digit county FIPS code"""
    parcel_id: str
    """Parcel number"""
    address: str | None
    """Situs address in one line; null when the parcel is not loaded"""
    buy_date: str
    """Date of the first sale, or of its recording"""
    buy_price: float
    """Price of the first sale, USD"""
    sell_date: str
    """Date of the second sale, or of its recording"""
    sell_price: float
    """Price of the second sale, USD"""
    profit: float
    """Difference of the two; negative for a loss, USD"""
    hold_days: int
    """Days between the two"""
    flip_tier: FlipTier
    """quick: under 6 calendar months; standard: under 12; long: up to 24"""
    buyer_name: str | None
    """The flipper: the first buyer, or the later seller"""
    seller_name: str | None
    """The flipper’s seller"""


class Flipper(TypedDict):
    rank: int
    """Rank by flip_count, then total_profit"""
    owner_id: str
    """Stable id, derived from the normalized name"""
    name: str
    """Most frequent spelling"""
    entity_type: EntityType
    """Kind of owner"""
    flip_count: int
    """Flips"""
    quick_count: int
    """Held under 6 months"""
    standard_count: int
    """Held 6 to 12 months"""
    long_count: int
    """Held 12 to 24 months"""
    total_profit: float
    """Sum of the profits, USD"""
    median_profit: float
    """Median of the profits, USD"""
    median_hold_days: float
    """Median of the holds, days"""
    total_buy_volume: float
    """Sum of the buying prices, USD"""
    total_sell_volume: float
    """Sum of the selling prices, USD"""
    counties: int
    """Counties of the flips"""
    last_flip_date: str
    """Date of the newest second sale"""


class Contractor(TypedDict):
    contractor_id: str
    """Stable id, derived from the normalized name"""
    contractor_name: str
    """Most frequent spelling"""
    contractor_license: str | None
    """Most frequent license number"""
    permit_count: int
    """Permits; one on several parcels counts once"""
    valued_permit_count: int
    """Permits with a cost above 0"""
    total_permit_value: float
    """Sum of the costs, USD"""
    avg_permit_value: float | None
    """Average cost of the valued permits, USD"""
    jurisdictions: list[str]
    """Jurisdictions worked in"""
    states: list[str]
    """State abbreviations"""
    permit_types: dict[str, int]
    """Permits by type, most frequent first"""
    first_permit_date: str | None
    """Oldest permit: its filing date, or its issue date if that is unknown"""
    last_permit_date: str | None
    """Newest permit: its filing date, or its issue date if that is unknown"""


class EntityRow(TypedDict):
    owner_id: str
    """Stable id, derived from the normalized name"""
    owner_name: str
    """Most frequent spelling"""
    entity_class: EntityClass
    """Class of the organization"""
    property_count: int
    """Selected parcels"""
    total_assessed_value: float
    """Sum of their known assessed values, USD"""
    avg_assessed_value: float | None
    """Average of the known assessed values, USD"""
    states: list[str]
    """State abbreviations"""
    counties: int
    """Counties"""


class EntitySummaryByClassLLC(TypedDict):
    entity_count: int
    """Organizations"""
    property_count: int
    """Selected parcels"""
    total_assessed_value: float
    """Sum of their known assessed values, USD"""


class EntitySummaryByClass(TypedDict):
    """The same for each class"""
    LLC: EntitySummaryByClassLLC
    CORP: EntitySummaryByClassLLC
    TRUST: EntitySummaryByClassLLC
    LP: EntitySummaryByClassLLC
    LTD: EntitySummaryByClassLLC
    ASSOCIATION: EntitySummaryByClassLLC
    OTHER_ENTITY: EntitySummaryByClassLLC


class EntitySummary(TypedDict):
    entity_count: int
    """Organizations"""
    property_count: int
    """Selected parcels"""
    total_assessed_value: float
    """Sum of their known assessed values, USD"""
    by_class: EntitySummaryByClass
    """The same for each class"""


class _EntityRankingRequired(TypedDict):
    data: list[EntityRow]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""
    summary: EntitySummary


class EntityRanking(_EntityRankingRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class MarketRow(TypedDict):
    county_fips: str
    """5-digit county FIPS code"""
    county_name: str
    """County, Census form"""
    state_fips: str
    """2-digit state FIPS code"""
    state_abbr: str
    """State abbreviation"""
    quarter: str
    """Quarter of the sale dates"""
    sale_count: int
    """Sales at arm’s length, of one parcel each, with price and date"""
    median_price: float
    """Exact median price, USD"""
    avg_price: float
    """Average price, USD"""
    yoy_change: float | None
    """Change of the median against the same quarter a year before: 0.05 is 5 percent"""
    avg_days_on_market: int | None
    """Average days on the market; null if no source has them"""
    low_sample: bool
    """Fewer than 30 sales: the median is unreliable"""


class TrendQuarter(TypedDict):
    quarter: str
    """Quarter of the sale dates"""
    sale_count: int
    """Sales at arm’s length, of one parcel each, with price and date"""
    median_price: float
    """Exact median price, USD"""
    avg_price: float
    """Average price, USD"""
    yoy_change: float | None
    """Change of the median against the same quarter a year before: 0.05 is 5 percent"""
    low_sample: bool
    """Fewer than 30 sales: the median is unreliable"""


class Trend(TypedDict):
    county_fips: str
    """5-digit county FIPS code"""
    county_name: str
    """County, Census form"""
    quarters: list[TrendQuarter]
    """Oldest first; quarters without a sale are left out"""


class Owner(TypedDict):
    owner_id: str
    """Stable id, derived from the normalized name"""
    owner_name: str
    """Most frequent spelling"""
    entity_type: EntityType
    """Kind of owner"""
    entity_class: EntityClass | None
    """Class of an organization; null for people and government"""
    property_count: int
    """Parcels"""
    total_assessed_value: float
    """Sum of the known assessed values, USD"""
    avg_assessed_value: float | None
    """Average of the known assessed values, USD"""
    total_acreage: float
    """Sum of the known lot sizes, acres"""
    states: list[str]
    """State abbreviations"""
    counties: int
    """Counties"""
    absentee_count: int
    """Parcels where the owner lives elsewhere"""
    first_acquired: str | None
    """Oldest sale date of the parcels"""
    last_acquired: str | None
    """Newest sale date of the parcels"""
    mailing_address: str | None
    """Most frequent mailing address"""
    name_variants: list[str]
    """Spellings, the most frequent first; at most 100"""


class PortfolioSummary(TypedDict):
    property_count: int
    """All parcels of the owner"""
    total_assessed_value: float
    """Sum of the known assessed values, USD"""
    avg_assessed_value: float | None
    """Average of the known assessed values, USD"""
    states: list[str]
    """State abbreviations"""
    counties: int
    """Counties"""
    zoning_breakdown: dict[str, int]
    """Parcels by zoning category; those of unknown category are left out"""


class Portfolio(TypedDict):
    owner_name: str
    """Most frequent spelling"""
    entity_type: EntityType
    """Kind of owner"""
    summary: PortfolioSummary
    properties: list[Parcel]
    """The first 100 of the parcels by assessed value"""


class UsageMonth(TypedDict):
    limit: int
    """Maximum requests in the window"""
    used: int
    """Requests used in the window"""
    remaining: int
    """Requests left in the window"""
    resets_at: str
    """When the window ends"""


class UsageWebhooks(TypedDict):
    endpoints: int | None
    """null is unlimited"""
    events_per_day: int | None
    """null is unlimited"""


class Usage(TypedDict):
    tier: UsageTier
    """Tier of the key"""
    month: UsageMonth | None
    """Lookups of this calendar month (UTC); null is unlimited"""
    minute: UsageMonth
    """Requests of this minute"""
    webhooks: UsageWebhooks


class UsageHistoryRow(TypedDict):
    day: str
    """A day (UTC)"""
    requests: int
    """Requests that counted in the minute"""
    lookups: int
    """Lookups of requests that began on the day"""


class UsageHistory(TypedDict):
    data: list[UsageHistoryRow]
    """The last 90 days, oldest first, today included; without gaps"""


class ApiKey(TypedDict):
    id: str
    """Id of the key"""
    name: str
    """A name to recognize it by, on one line"""
    prefix: str
    """The first characters of the key"""
    tier: UsageTier
    """Tier of the key"""
    is_admin: bool
    """Whether it manages the keys of its account"""
    scopes: list[ApiKeyScope]
    """What the key can be used for: `read` for data, `webhooks` for /webhooks and /events,
    `export` for /search/export, if the tier includes them
    """
    allowed_addresses: list[str] | None
    """Addresses and ranges that the key can be used from; null allows any"""
    is_active: bool
    """False when it was deleted"""
    is_caller: bool
    """Whether it is the key of this request"""
    expires_at: str | None
    """When it ends; null is never"""
    replaced_by: str | None
    """Id of the key that a rotation made in its place"""
    created_at: str
    """When it was made"""
    last_used_at: str | None
    """When it was last used, to the minute; null is never"""


class ApiKeyList(TypedDict):
    data: list[ApiKey]


class CreatedApiKey(TypedDict):
    id: str
    """Id of the key"""
    name: str
    """A name to recognize it by, on one line"""
    prefix: str
    """The first characters of the key"""
    tier: UsageTier
    """Tier of the key"""
    is_admin: bool
    """Whether it manages the keys of its account"""
    scopes: list[ApiKeyScope]
    """What the key can be used for: `read` for data, `webhooks` for /webhooks and /events,
    `export` for /search/export, if the tier includes them
    """
    allowed_addresses: list[str] | None
    """Addresses and ranges that the key can be used from; null allows any"""
    is_active: bool
    """False when it was deleted"""
    is_caller: bool
    """Whether it is the key of this request"""
    expires_at: str | None
    """When it ends; null is never"""
    replaced_by: str | None
    """Id of the key that a rotation made in its place"""
    created_at: str
    """When it was made"""
    last_used_at: str | None
    """When it was last used, to the minute; null is never"""
    key: str
    """The key itself, shown this once"""


class RotatedApiKey(TypedDict):
    id: str
    """Id of the key"""
    name: str
    """A name to recognize it by, on one line"""
    prefix: str
    """The first characters of the key"""
    tier: UsageTier
    """Tier of the key"""
    is_admin: bool
    """Whether it manages the keys of its account"""
    scopes: list[ApiKeyScope]
    """What the key can be used for: `read` for data, `webhooks` for /webhooks and /events,
    `export` for /search/export, if the tier includes them
    """
    allowed_addresses: list[str] | None
    """Addresses and ranges that the key can be used from; null allows any"""
    is_active: bool
    """False when it was deleted"""
    is_caller: bool
    """Whether it is the key of this request"""
    expires_at: str | None
    """When it ends; null is never"""
    replaced_by: str | None
    """Id of the key that a rotation made in its place"""
    created_at: str
    """When it was made"""
    last_used_at: str | None
    """When it was last used, to the minute; null is never"""
    key: str
    """The key itself, shown this once"""
    replaces: str
    """Id of the key that it replaces"""
    old_key_expires_at: str
    """Until when the old key works too"""


class CreatedWebhookEndpointFilterValue(TypedDict, total=False):
    """{"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for state_fips, {"state_fips":
    "31", "county_fips": "109"} for county_fips
    """
    parcel_ids: list[str]
    """For parcel_ids: canonical ids, state_fips:county_fips:parcel_id, of up to 1,000 parcels;
    the id of a parcel, county_fips:parcel_id, is read as its canonical id. A bare parcel
    number is accepted when exactly one loaded parcel has it. Repetitions count once
    """
    state_fips: str
    """2-digit state FIPS code"""
    county_fips: str
    """3-digit county FIPS code; all 5 digits are accepted too, and returned as 3"""


class CreatedWebhookEndpoint(TypedDict):
    id: str
    """Id of the endpoint"""
    url: str
    """https address that leads to public addresses; no credentials, no fragment"""
    event_types: list[EventType]
    """Events that are sent; none when an earlier version sent only others to it: create a new
    endpoint then
    """
    filter_kind: FilterKind
    """What is watched: parcels, a state or a county"""
    filter_value: CreatedWebhookEndpointFilterValue
    """{"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for state_fips, {"state_fips":
    "31", "county_fips": "109"} for county_fips
    """
    description: str | None
    """The note given at creation"""
    is_active: bool
    """Whether anything is sent to it"""
    disabled_reason: str | None
    """Why it is disabled: user when it was deleted; failing when an earlier version did it"""
    disabled_at: str | None
    """When it was disabled"""
    created_at: str
    """When it was created"""
    consecutive_failures: int
    """Sends that failed since the last success; tests and what was queued by hand are not
    counted
    """
    failing_since: str | None
    """When the first of them failed"""
    last_success_at: str | None
    """When the last send succeeded"""
    next_attempt_at: str | None
    """When the next delivery is due"""
    secret: str
    """Signs the deliveries: the key of the HMAC is this whole text. It is shown once"""
    unmatched_parcel_ids: list[str]
    """The canonical ids that match no loaded parcel now; they may be misspelled. They are
    watched anyway
    """


class WebhookEndpoint(TypedDict):
    id: str
    """Id of the endpoint"""
    url: str
    """https address that leads to public addresses; no credentials, no fragment"""
    event_types: list[EventType]
    """Events that are sent; none when an earlier version sent only others to it: create a new
    endpoint then
    """
    filter_kind: FilterKind
    """What is watched: parcels, a state or a county"""
    filter_value: CreatedWebhookEndpointFilterValue
    """{"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for state_fips, {"state_fips":
    "31", "county_fips": "109"} for county_fips
    """
    description: str | None
    """The note given at creation"""
    is_active: bool
    """Whether anything is sent to it"""
    disabled_reason: str | None
    """Why it is disabled: user when it was deleted; failing when an earlier version did it"""
    disabled_at: str | None
    """When it was disabled"""
    created_at: str
    """When it was created"""
    consecutive_failures: int
    """Sends that failed since the last success; tests and what was queued by hand are not
    counted
    """
    failing_since: str | None
    """When the first of them failed"""
    last_success_at: str | None
    """When the last send succeeded"""
    next_attempt_at: str | None
    """When the next delivery is due"""


WebhookDeliverySettled = TypedDict(
    "WebhookDeliverySettled",
    {
        "as": "WebhookDeliverySettledAs",
        "by": "Literal['account', 'operator']",
        "at": "str",
    },
)


class WebhookDeliveryAttempt(TypedDict):
    attempt: int
    started_at: str
    """When it began"""
    duration_ms: int | None
    """Milliseconds until the answer or the failure"""
    response_status: int | None
    """Status of the answer"""
    error: str | None
    """Why there was no answer"""


class WebhookDelivery(TypedDict):
    id: str
    """Id of the delivery, the same on retries"""
    endpoint_id: str
    """Id of the endpoint"""
    event_id: str
    """Id of the event: de-duplicate on it"""
    event_type: EventType
    canonical_id: str | None
    """The watched parcel that matched; null on state and county endpoints"""
    status: WebhookDeliveryStatus
    """pending: queued or waiting for its next attempt; in_flight: being sent, or outcome
    unknown; delivered; dead_lettered: every attempt failed or it was not sent; failed is no
    longer used
    """
    attempt: int
    """Attempts begun"""
    created_at: str
    """When it was queued"""
    next_attempt_at: str | None
    """When it is sent next, while it is pending"""
    delivered_at: str | None
    """When the endpoint answered 2xx"""
    last_attempt_at: str | None
    """When the last attempt began"""
    last_response_status: int | None
    """Status of the last answer; null when there was none"""
    last_response_body: str | None
    """A fixed text when the endpoint answered: bodies are not persisted"""
    last_error: str | None
    """Why the last attempt did not succeed"""
    outcome_unknown: bool
    """Whether it is in_flight with nobody sending it: it may have arrived, and waits to be
    settled
    """
    settled: WebhookDeliverySettled | None
    """How an unknown outcome was settled last; null when it never was"""
    attempts: list[WebhookDeliveryAttempt]
    """Attempts that have ended, in order"""


class WebhookDeliveryDetailPayload(TypedDict):
    """The body as the last attempt sent it, or as the first one will: as compact JSON with the
    keys in this order
    """


class WebhookDeliveryDetail(TypedDict):
    id: str
    """Id of the delivery, the same on retries"""
    endpoint_id: str
    """Id of the endpoint"""
    event_id: str
    """Id of the event: de-duplicate on it"""
    event_type: EventType
    canonical_id: str | None
    """The watched parcel that matched; null on state and county endpoints"""
    status: WebhookDeliveryStatus
    """pending: queued or waiting for its next attempt; in_flight: being sent, or outcome
    unknown; delivered; dead_lettered: every attempt failed or it was not sent; failed is no
    longer used
    """
    attempt: int
    """Attempts begun"""
    created_at: str
    """When it was queued"""
    next_attempt_at: str | None
    """When it is sent next, while it is pending"""
    delivered_at: str | None
    """When the endpoint answered 2xx"""
    last_attempt_at: str | None
    """When the last attempt began"""
    last_response_status: int | None
    """Status of the last answer; null when there was none"""
    last_response_body: str | None
    """A fixed text when the endpoint answered: bodies are not persisted"""
    last_error: str | None
    """Why the last attempt did not succeed"""
    outcome_unknown: bool
    """Whether it is in_flight with nobody sending it: it may have arrived, and waits to be
    settled
    """
    settled: WebhookDeliverySettled | None
    """How an unknown outcome was settled last; null when it never was"""
    attempts: list[WebhookDeliveryAttempt]
    """Attempts that have ended, in order"""
    payload: WebhookDeliveryDetailPayload
    """The body as the last attempt sent it, or as the first one will: as compact JSON with the
    keys in this order
    """
    headers: WebhookDeliveryDetailPayload
    """Its headers, except the signature, which is made for each attempt and not kept"""


class PastEvent(TypedDict):
    """A payload without delivery_attempt"""
    event_id: str
    """Id of the event, as it was delivered"""
    event_type: EventType
    occurred_at: str
    """The record’s own date when it has one"""
    occurred_at_basis: OccurredAtBasis
    """Which date of the record that is"""
    parcel_id: str
    """Parcel number of the county assessor"""
    state_fips: str | None
    """2-digit state FIPS code"""
    county_fips: str | None
    """3-digit county FIPS code as published"""
    source_run_id: str | None
    """Reserved; null today"""
    canonical_id: str | None
    """state:county:parcel; null when the county is unknown"""
    match_basis: str | None
    """How the parcel was recognised"""


class _ParcelSoldEventRequired(TypedDict):
    event_id: str
    """SHA-256 of source, record and event type; the same on retries"""
    event_type: Literal["parcel.sold"]
    occurred_at: str
    """The record’s own date when it has one"""
    occurred_at_basis: OccurredAtBasis
    delivery_attempt: int
    """Grows by one with each attempt"""
    parcel_id: str
    """Parcel number of the county assessor"""
    state_fips: str | None
    """2-digit state FIPS code"""
    county_fips: str | None
    """3-digit county FIPS code as published; placeholders such as 000 are passed through"""
    source_run_id: str | None
    """Reserved; null today"""
    sale_date: str | None
    """Date of the sale"""
    sale_price_usd: float | None
    """Price, USD"""
    grantor: str | None
    """Seller as recorded"""
    grantee: str | None
    """Buyer as recorded"""
    recorded_date: str | None
    """Date recorded with the county"""
    is_arm_length: bool | None
    """Whether the transfer was at arm’s length"""
    document_type: str | None
    """Kind of deed, as warranty_deed, quitclaim, trust_transfer"""


class ParcelSoldEvent(_ParcelSoldEventRequired, total=False):
    canonical_id: str | None
    """Endpoints that watch parcels only: the watched parcel that matched"""
    match_basis: Literal["state_county_parcel_id", "state_unique_parcel_id"] | None
    """Endpoints that watch parcels only: how it matched"""
    test: bool
    """true in a test delivery"""


class _ParcelOwnerChangedEventRequired(TypedDict):
    event_id: str
    """SHA-256 of source, record and event type; the same on retries"""
    event_type: Literal["parcel.owner_changed"]
    occurred_at: str
    """The record’s own date when it has one"""
    occurred_at_basis: OccurredAtBasis
    delivery_attempt: int
    """Grows by one with each attempt"""
    parcel_id: str
    """Parcel number of the county assessor"""
    state_fips: str | None
    """2-digit state FIPS code"""
    county_fips: str | None
    """3-digit county FIPS code as published; placeholders such as 000 are passed through"""
    source_run_id: str | None
    """Reserved; null today"""
    recorded_date: str | None
    """Date recorded with the county"""
    document_type: str | None
    """Kind of deed"""
    document_number: str | None
    """Recorder’s document number"""
    prior_owner: str | None
    """The grantor"""
    new_owner: str | None
    """The grantee"""
    is_sale: bool | None
    """Whether the transfer is a sale, so that parcel.sold is sent too"""


class ParcelOwnerChangedEvent(_ParcelOwnerChangedEventRequired, total=False):
    canonical_id: str | None
    """Endpoints that watch parcels only: the watched parcel that matched"""
    match_basis: Literal["state_county_parcel_id", "state_unique_parcel_id"] | None
    """Endpoints that watch parcels only: how it matched"""
    test: bool
    """true in a test delivery"""


class _ParcelPermitFiledEventRequired(TypedDict):
    event_id: str
    """SHA-256 of source, record and event type; the same on retries"""
    event_type: Literal["parcel.permit_filed"]
    occurred_at: str
    """The record’s own date when it has one"""
    occurred_at_basis: OccurredAtBasis
    delivery_attempt: int
    """Grows by one with each attempt"""
    parcel_id: str
    """Parcel number of the county assessor"""
    state_fips: str | None
    """2-digit state FIPS code"""
    county_fips: str | None
    """3-digit county FIPS code as published; placeholders such as 000 are passed through"""
    source_run_id: str | None
    """Reserved; null today"""
    permit_id: str
    """Internal id, stable across loads"""
    permit_number: str | None
    """Number issued by the jurisdiction"""
    permit_type: str | None
    """Kind of permit as published"""
    permit_status: PermitStatus | None
    """Where the permit stands"""
    filed_date: str | None
    """Date of application"""
    issued_date: str | None
    """Date of issue"""
    description: str | None
    """Work description"""
    estimated_cost: float | None
    """Declared cost, USD"""
    contractor_name: str | None
    """Contractor as published"""
    contractor_license: str | None
    """Contractor’s license number"""
    applicant_name: str | None
    """Applicant as published"""
    jurisdiction_id: str | None
    """Issuing jurisdiction"""


class ParcelPermitFiledEvent(_ParcelPermitFiledEventRequired, total=False):
    canonical_id: str | None
    """Endpoints that watch parcels only: the watched parcel that matched"""
    match_basis: Literal["state_county_parcel_id", "state_unique_parcel_id"] | None
    """Endpoints that watch parcels only: how it matched"""
    test: bool
    """true in a test delivery"""


class GetLivezAnswer(TypedDict):
    status: Literal["ok"]


class Point(TypedDict):
    type: Literal["Point"]
    coordinates: list[float]
    """Longitude, then latitude (WGS84 degrees)"""


class ParcelPartFeature(TypedDict):
    """A GeoJSON Feature (RFC 7946)"""
    type: Literal["Feature"]
    id: str
    """The id of the record"""
    geometry: Point | Outline | None
    """The outline if it is requested and known, otherwise the point; null if the location is
    unknown
    """
    properties: ParcelPart


class PostParcelsBatchParcelPartFeatureList(TypedDict):
    """A GeoJSON FeatureCollection (RFC 7946)"""
    type: Literal["FeatureCollection"]
    features: list[ParcelPartFeature]
    missing: list[str]
    """The ids, as given, of parcels that are not loaded, and texts that are not parcel ids, in
    their order
    """


class GetParcelsAtParcelPartFeatureList(TypedDict):
    """A GeoJSON FeatureCollection (RFC 7946)"""
    type: Literal["FeatureCollection"]
    features: list[ParcelPartFeature]
    meters: float | None
    """Distance from the point: 0 inside an outline; null when nothing is near"""


class SuggestionList(TypedDict):
    data: list[Suggestion]


class PermitList(TypedDict):
    data: list[Permit]


class DeedList(TypedDict):
    data: list[Deed]


class _PostSearchParcelPageRequired(TypedDict):
    data: list[Parcel]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class PostSearchParcelPage(_PostSearchParcelPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""
    next_updated_since: str
    """Only with `updatedSince`, and of a walk by cursor only on the first page: the
    `updatedSince` to ask with the next time. All changes before it are in this answer or
    walk
    """


class _PostSearchParcelPartPageRequired(TypedDict):
    data: list[ParcelPart]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class PostSearchParcelPartPage(_PostSearchParcelPartPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""
    next_updated_since: str
    """Only with `updatedSince`, and of a walk by cursor only on the first page: the
    `updatedSince` to ask with the next time. All changes before it are in this answer or
    walk
    """


class _PostSearchParcelPartFeaturePageRequired(TypedDict):
    type: Literal["FeatureCollection"]
    features: list[ParcelPartFeature]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class PostSearchParcelPartFeaturePage(_PostSearchParcelPartFeaturePageRequired, total=False):
    """A GeoJSON FeatureCollection (RFC 7946)"""
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""
    next_updated_since: str
    """Only with `updatedSince`, and of a walk by cursor only on the first page: the
    `updatedSince` to ask with the next time. All changes before it are in this answer or
    walk
    """


class PostSearchClustersRow(TypedDict):
    cell: str
    """zoom/x/y of the cell as a map tile"""
    count: int
    """Exact count of parcels in the cell"""
    lat: float
    """Latitude of their center, degrees north"""
    lon: float
    """Longitude of their center, degrees east"""
    median_value: float | None
    """Median assessed value, USD; approximate in cells of many parcels"""


class PostSearchClustersRowList(TypedDict):
    data: list[PostSearchClustersRow]
    total: int
    """Exact count of parcels in the bounds"""
    zoom: int
    """Zoom level of the cells as map tiles"""
    largest: int | None
    """Count of the fullest cell; null when there is none"""


class _ParcelPageRequired(TypedDict):
    data: list[Parcel]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class ParcelPage(_ParcelPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class _ParcelPartPageRequired(TypedDict):
    data: list[ParcelPart]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class ParcelPartPage(_ParcelPartPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class _ParcelPartFeaturePageRequired(TypedDict):
    type: Literal["FeatureCollection"]
    features: list[ParcelPartFeature]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class ParcelPartFeaturePage(_ParcelPartFeaturePageRequired, total=False):
    """A GeoJSON FeatureCollection (RFC 7946)"""
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class _FlipPageRequired(TypedDict):
    data: list[Flip]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class FlipPage(_FlipPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class _FlipperPageRequired(TypedDict):
    data: list[Flipper]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class FlipperPage(_FlipperPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class FlipFeature(TypedDict):
    """A GeoJSON Feature (RFC 7946)"""
    type: Literal["Feature"]
    id: str
    """The id of the record"""
    geometry: Point | Outline | None
    """The outline if it is requested and known, otherwise the point; null if the location is
    unknown
    """
    properties: Flip


class _FlipFeaturePageRequired(TypedDict):
    type: Literal["FeatureCollection"]
    features: list[FlipFeature]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class FlipFeaturePage(_FlipFeaturePageRequired, total=False):
    """A GeoJSON FeatureCollection (RFC 7946)"""
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class _ContractorPageRequired(TypedDict):
    data: list[Contractor]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class ContractorPage(_ContractorPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class _MarketRowPageRequired(TypedDict):
    data: list[MarketRow]
    total: int
    """Exact count of all matches"""
    limit: int
    """Page size used"""
    offset: int
    """Rows skipped before this page"""


class MarketRowPage(_MarketRowPageRequired, total=False):
    next_cursor: str | None
    """Only with cursor: the cursor of the next page; null at the end"""


class TrendList(TypedDict):
    data: list[Trend]


class OwnerList(TypedDict):
    data: list[Owner]


class GetWebhooksQuotaEndpoints(TypedDict):
    limit: int | None
    """Most active endpoints; null is unlimited"""
    used: int
    """How many of them are used"""


class GetWebhooksQuotaEventsPerDay(TypedDict):
    limit: int | None
    """Most events a day (UTC), counted for each endpoint; null is unlimited"""
    used: int
    """How many of them are used"""
    resets_at: str
    """When the day ends"""


class GetWebhooksQuota(TypedDict):
    endpoints: GetWebhooksQuotaEndpoints
    events_per_day: GetWebhooksQuotaEventsPerDay


class GetWebhooksWebhookEndpointList(TypedDict):
    data: list[WebhookEndpoint]
    """Newest first, disabled ones included"""
    quota: GetWebhooksQuota
    tier: str
    """API tier of the key"""


class WebhookDeliveryPage(TypedDict):
    data: list[WebhookDelivery]
    """Newest first"""
    next_cursor: str | None
    """The cursor of the next page; null at the end"""


class PostWebhooksIdDeliveriesRetryAnswer(TypedDict):
    queued: int
    """How many are queued again"""
    has_more: bool
    """Whether more fit: repeat the request, or wait for quota when fewer than 5,000 were
    queued
    """


class PostWebhooksIdDeliveriesSettleAnswer(TypedDict):
    settled: int
    """How many are settled"""
    has_more: bool
    """Whether more fit: 5,000 are settled at most, so repeat the request"""


class GetEventsPastEventList(TypedDict):
    data: list[PastEvent]
    next: str
    """Where this page ends: give it as `after`, now or later"""
    has_more: bool
    """Whether there is more already"""
    kept_since: str
    """How far back it reaches: events that were queued before are deleted"""


WebhookEvent = Union[
    ParcelSoldEvent,
    ParcelOwnerChangedEvent,
    ParcelPermitFiledEvent,
]
