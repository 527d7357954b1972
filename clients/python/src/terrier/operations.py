# Made by `npm run generate:client`: not to be edited.
"""The operations of the API, one or more methods for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, cast, overload

import httpx

from .export import ExportedParcel, ExportedParcelPart
from .models import (
    ApiKey,
    ApiKeyList,
    ApiKeyScope,
    Batch,
    Contractor,
    ContractorPage,
    Count,
    Coverage,
    CreatedApiKey,
    CreatedWebhookEndpoint,
    CreatedWebhookEndpointFilterValue,
    DeedList,
    EntityClass,
    EntityRanking,
    EntityRow,
    EventType,
    FacetRequestBy,
    FacetRequestFigure,
    Facets,
    FilterKind,
    Filters,
    Flip,
    FlipFeaturePage,
    FlipPage,
    FlipTier,
    Flipper,
    FlipperPage,
    GetEventsPastEventList,
    GetLivezAnswer,
    GetMarketCountiesSort,
    GetParcelsAtParcelPartFeatureList,
    GetWebhooksWebhookEndpointList,
    MarketRow,
    MarketRowPage,
    MultiPolygon,
    OutlineFeature,
    Owner,
    OwnerList,
    Parcel,
    ParcelField,
    ParcelOwner,
    ParcelPage,
    ParcelPart,
    ParcelPartFeature,
    ParcelPartFeaturePage,
    ParcelPartPage,
    ParcelsAt,
    PermitList,
    Polygon,
    Portfolio,
    PostParcelsBatchParcelPartFeatureList,
    PostSearchClustersRowList,
    PostSearchParcelPage,
    PostSearchParcelPartFeaturePage,
    PostSearchParcelPartPage,
    PostWebhooksIdDeliveriesRetryAnswer,
    PostWebhooksIdDeliveriesSettleAnswer,
    PostWebhooksIdDeliveriesSettlePhase,
    RiskAssessment,
    RotatedApiKey,
    SearchRequestBounds,
    SearchRequestNear,
    SearchRequestSort,
    Sources,
    SuggestionList,
    TileJson,
    TrendList,
    Usage,
    UsageHistory,
    WebhookDelivery,
    WebhookDeliveryDetail,
    WebhookDeliveryPage,
    WebhookDeliverySettledAs,
    WebhookDeliveryStatus,
    WebhookEndpoint,
)
from .request import GEOJSON, OMITTED, Omitted, new_key, nullable, segment
from .transport import Transport


class Operations(Transport):
    """Everything that can be asked of the API, by the operations of its document."""

    def get_livez(self) -> GetLivezAnswer:
        """The process is alive"""
        return cast("GetLivezAnswer", self._json("GET", "/livez"))

    def get_readyz(self) -> GetLivezAnswer:
        """Elasticsearch and MySQL answer; 503 names the one that does not"""
        return cast("GetLivezAnswer", self._json("GET", "/readyz"))

    def post_parcels_batch(
        self,
        *,
        ids: Sequence[str],
        fields: Sequence[ParcelField] | None = None,
    ) -> Batch:
        """Up to 500 parcels by id; one lookup for each that is found.

        Counts as one request in the minute and as one lookup for each parcel found. When fewer
        lookups are left than there are ids, nothing is returned or counted: 429 `monthly_limit`
        tells how many are left.

        Args:
            ids: Ids of the parcels, 1 to 500; a parcel that is given twice, in either
                spelling, is answered once
            fields: Only these fields of each parcel, in the order of the record
        """
        return cast(
            "Batch",
            self._json(
                "POST",
                "/api/v1/parcels/batch",
                body={"ids": ids, "fields": fields},
                reads=True,
            ),
        )

    def post_parcels_batch_geojson(
        self,
        *,
        ids: Sequence[str],
        fields: Sequence[ParcelField] | None = None,
        outline: bool | None = None,
    ) -> PostParcelsBatchParcelPartFeatureList:
        """The answer of `post_parcels_batch`, whose arguments it takes, as GeoJSON."""
        return cast(
            "PostParcelsBatchParcelPartFeatureList",
            self._json(
                "POST",
                "/api/v1/parcels/batch",
                body={"ids": ids, "fields": fields, "outline": outline},
                reads=True,
                accept=GEOJSON,
            ),
        )

    def get_parcels_id_outline(self, id: str) -> OutlineFeature:
        """The outline of a parcel as a GeoJSON Feature; 404 when it is not known

        Args:
            id: <county_fips>:<parcel_id>, or the canonical_id: parcel numbers may hold
                spaces, slashes, # and %
        """
        return cast(
            "OutlineFeature",
            self._json("GET", f"/api/v1/parcels/{segment('id', id)}/outline", accept=GEOJSON),
        )

    def get_parcels_at(
        self,
        *,
        lat: float,
        lon: float,
        meters: float | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> ParcelsAt:
        """The parcels whose outline holds a point, else the nearest; one lookup, none when nothing
        is near

        Args:
            lat: Degrees north (WGS84)
            lon: Degrees east (WGS84)
            meters: How far away the nearest parcel can be if no outline contains the point
            fields: Only these fields of each parcel, in the order of the record; names
                separated by commas
        """
        return cast(
            "ParcelsAt",
            self._json(
                "GET",
                "/api/v1/parcels/at",
                query={"lat": lat, "lon": lon, "meters": meters, "fields": fields},
            ),
        )

    def get_parcels_at_geojson(
        self,
        *,
        lat: float,
        lon: float,
        meters: float | None = None,
        fields: str | Sequence[str] | None = None,
        outline: bool | None = None,
    ) -> GetParcelsAtParcelPartFeatureList:
        """The answer of `get_parcels_at`, whose arguments it takes, as GeoJSON."""
        return cast(
            "GetParcelsAtParcelPartFeatureList",
            self._json(
                "GET",
                "/api/v1/parcels/at",
                query={
                    "lat": lat,
                    "lon": lon,
                    "meters": meters,
                    "fields": fields,
                    "outline": outline,
                },
                accept=GEOJSON,
            ),
        )

    def get_parcels_suggest(
        self,
        *,
        q: str,
        limit: int | None = None,
        county_fips: str | None = None,
        state_fips: str | None = None,
    ) -> SuggestionList:
        """Parcels for an address or parcel number that is being typed.

        Every word of `q` is the beginning of a word of the situs address, or all of `q` is the
        beginning of the parcel number. Case, accents, punctuation and abbreviations do not
        count: `STREET` is `ST`, `NORTH` is `N`, `48TH` is `48`, `FIRST` is `1`. First come the
        parcel of that number, addresses and then numbers that begin so; then addresses that
        have all words, and those that have words beginning so; each in the order of the
        addresses. Where nothing fits, one typo a word is forgiven; other house numbers come
        last of all.

        Args:
            q: What was typed so far of an address or a parcel number
            limit: Maximum number of rows, 1 to 20
            county_fips: 5-digit county FIPS code
            state_fips: 2-digit state FIPS code
        """
        return cast(
            "SuggestionList",
            self._json(
                "GET",
                "/api/v1/parcels/suggest",
                query={
                    "q": q,
                    "limit": limit,
                    "county_fips": county_fips,
                    "state_fips": state_fips,
                },
            ),
        )

    @overload
    def get_parcels_id(self, id: str, *, fields: None = None) -> Parcel: ...

    @overload
    def get_parcels_id(self, id: str, *, fields: str | Sequence[str]) -> ParcelPart: ...

    def get_parcels_id(self, id: str, *, fields: str | Sequence[str] | None = None) -> Any:
        """One parcel

        Args:
            id: <county_fips>:<parcel_id>, or the canonical_id: parcel numbers may hold
                spaces, slashes, # and %
            fields: Only these fields of each parcel, in the order of the record; names
                separated by commas
        """
        return self._json("GET", f"/api/v1/parcels/{segment('id', id)}", query={"fields": fields})

    def get_parcels_id_geojson(
        self,
        id: str,
        *,
        fields: str | Sequence[str] | None = None,
        outline: bool | None = None,
    ) -> ParcelPartFeature:
        """The answer of `get_parcels_id`, whose arguments it takes, as GeoJSON."""
        return cast(
            "ParcelPartFeature",
            self._json(
                "GET",
                f"/api/v1/parcels/{segment('id', id)}",
                query={"fields": fields, "outline": outline},
                accept=GEOJSON,
            ),
        )

    def get_parcels_id_owner(self, id: str) -> ParcelOwner:
        """The owner, what the owner has in all, and the first 100 of those parcels by value

        Args:
            id: <county_fips>:<parcel_id>, or the canonical_id: parcel numbers may hold
                spaces, slashes, # and %
        """
        return cast(
            "ParcelOwner",
            self._json("GET", f"/api/v1/parcels/{segment('id', id)}/owner"),
        )

    def get_parcels_id_permits(self, id: str) -> PermitList:
        """Permits, newest filed (else issued) first, at most 1,000

        Args:
            id: <county_fips>:<parcel_id>, or the canonical_id: parcel numbers may hold
                spaces, slashes, # and %
        """
        return cast(
            "PermitList",
            self._json("GET", f"/api/v1/parcels/{segment('id', id)}/permits"),
        )

    def get_parcels_id_deeds(self, id: str) -> DeedList:
        """Deeds, newest recorded (else sale date) first, undated last, at most 1,000

        Args:
            id: <county_fips>:<parcel_id>, or the canonical_id: parcel numbers may hold
                spaces, slashes, # and %
        """
        return cast("DeedList", self._json("GET", f"/api/v1/parcels/{segment('id', id)}/deeds"))

    def get_parcels_id_risks(self, id: str) -> RiskAssessment:
        """Risk assessment

        Args:
            id: <county_fips>:<parcel_id>, or the canonical_id: parcel numbers may hold
                spaces, slashes, # and %
        """
        return cast(
            "RiskAssessment",
            self._json("GET", f"/api/v1/parcels/{segment('id', id)}/risks"),
        )

    @overload
    def post_search(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        fields: None = None,
    ) -> PostSearchParcelPage: ...

    @overload
    def post_search(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        fields: Sequence[ParcelField],
    ) -> PostSearchParcelPartPage: ...

    def post_search(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        fields: Sequence[ParcelField] | None = None,
    ) -> Any:
        """Parcels in a box, an area, a circle or anywhere, with filters, an order and an exact
        total.

        Exactly one of bounds, within and near is required, or filters with at least one of
        countyFips, stateFips, zip, ownerId, ids, updatedSince.

        Args:
            bounds: Edges included. west > east is a box across the antimeridian.
            within: A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all;
                holes are left out. An area across the antimeridian is given as a MultiPolygon,
                one part on each side. Parcels on an edge may be in or out
            near: A point and the maximum distance from it, on the sphere
            touches: Finds the parcels whose outline has a point in common with the region,
                its border included, wherever their location is; parcels without an outline by
                their location. Refused where more than 10,000 outlines lie on the border, or
                where it meets more than 30,000 cells of the map, each about a hundred meters
                wide
            sort: Parcels without the value come last in both directions. Without sort: an
                arbitrary but stable order. `distance` is that from `near`, the nearest first
                with order asc, with at most 10,000 rows by offset and all by cursor.
            limit: Page size, 1 to 500
            offset: Rows to skip; no maximum
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
            fields: Only these fields of each parcel, in the order of the record
        """
        return self._json(
            "POST",
            "/api/v1/search",
            body={
                "bounds": bounds,
                "within": within,
                "near": near,
                "touches": touches,
                "filters": filters,
                "sort": sort,
                "order": order,
                "limit": limit,
                "offset": offset,
                "cursor": cursor,
                "fields": fields,
            },
            reads=True,
        )

    @overload
    def post_search_pages(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        fields: None = None,
    ) -> Iterator[PostSearchParcelPage]: ...

    @overload
    def post_search_pages(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        fields: Sequence[ParcelField],
    ) -> Iterator[PostSearchParcelPartPage]: ...

    def post_search_pages(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        fields: Sequence[ParcelField] | None = None,
    ) -> Any:
        """The pages of `post_search`, whose arguments it takes, from `cursor` or from the
        beginning. Each is requested when it is needed.
        """
        return self._pages(
            "POST",
            "/api/v1/search",
            body={
                "bounds": bounds,
                "within": within,
                "near": near,
                "touches": touches,
                "filters": filters,
                "sort": sort,
                "order": order,
                "limit": limit,
                "cursor": cursor,
                "fields": fields,
            },
            reads=True,
            first="*",
        )

    @overload
    def post_search_rows(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        fields: None = None,
    ) -> Iterator[Parcel]: ...

    @overload
    def post_search_rows(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        fields: Sequence[ParcelField],
    ) -> Iterator[ParcelPart]: ...

    def post_search_rows(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        fields: Sequence[ParcelField] | None = None,
    ) -> Any:
        """The rows of `post_search_pages`, whose arguments it takes."""
        return self._rows(
            "POST",
            "/api/v1/search",
            body={
                "bounds": bounds,
                "within": within,
                "near": near,
                "touches": touches,
                "filters": filters,
                "sort": sort,
                "order": order,
                "limit": limit,
                "cursor": cursor,
                "fields": fields,
            },
            reads=True,
            first="*",
        )

    def post_search_geojson(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        sort: SearchRequestSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        fields: Sequence[ParcelField] | None = None,
        outline: bool | None = None,
    ) -> PostSearchParcelPartFeaturePage:
        """The answer of `post_search`, whose arguments it takes, as GeoJSON."""
        return cast(
            "PostSearchParcelPartFeaturePage",
            self._json(
                "POST",
                "/api/v1/search",
                body={
                    "bounds": bounds,
                    "within": within,
                    "near": near,
                    "touches": touches,
                    "filters": filters,
                    "sort": sort,
                    "order": order,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                    "fields": fields,
                    "outline": outline,
                },
                reads=True,
                accept=GEOJSON,
            ),
        )

    def post_search_count(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
    ) -> Count:
        """The exact number of parcels of a search; one lookup

        Args:
            bounds: Edges included. west > east is a box across the antimeridian.
            within: A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all;
                holes are left out. An area across the antimeridian is given as a MultiPolygon,
                one part on each side. Parcels on an edge may be in or out
            near: A point and the maximum distance from it, on the sphere
            touches: Finds the parcels whose outline has a point in common with the region,
                its border included, wherever their location is; parcels without an outline by
                their location. Refused where more than 10,000 outlines lie on the border, or
                where it meets more than 30,000 cells of the map, each about a hundred meters
                wide
        """
        return cast(
            "Count",
            self._json(
                "POST",
                "/api/v1/search/count",
                body={
                    "bounds": bounds,
                    "within": within,
                    "near": near,
                    "touches": touches,
                    "filters": filters,
                },
                reads=True,
            ),
        )

    def post_search_facets(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        by: Sequence[FacetRequestBy] | None = None,
        figures: Sequence[FacetRequestFigure] | None = None,
    ) -> Facets:
        """The parcels of a search counted by their values, and quantiles of figures; one lookup.

        by, figures or both are required.

        Args:
            bounds: Edges included. west > east is a box across the antimeridian.
            within: A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all;
                holes are left out. An area across the antimeridian is given as a MultiPolygon,
                one part on each side. Parcels on an edge may be in or out
            near: A point and the maximum distance from it, on the sphere
            touches: Finds the parcels whose outline has a point in common with the region,
                its border included, wherever their location is; parcels without an outline by
                their location. Refused where more than 10,000 outlines lie on the border, or
                where it meets more than 30,000 cells of the map, each about a hundred meters
                wide
            by: What to count the parcels by: the 100 most frequent values of each
            figures: The figure whose quantiles to return
        """
        return cast(
            "Facets",
            self._json(
                "POST",
                "/api/v1/search/facets",
                body={
                    "bounds": bounds,
                    "within": within,
                    "near": near,
                    "touches": touches,
                    "filters": filters,
                    "by": by,
                    "figures": figures,
                },
                reads=True,
            ),
        )

    def get_search_export(
        self,
        *,
        search: str,
        format: Literal["ndjson", "csv"] | None = None,
        raw: bool | None = None,
        cursor: str | None = None,
    ) -> AbstractContextManager[httpx.Response]:
        """All parcels of a search, as NDJSON or CSV; for keys of the scale tier.

        Streamed at the pace at which it is read. Each row ends in `cursor`: give the last one
        that arrived whole to go on after it; a resumed CSV has no header line. One lookup for
        each 500 rows begun, booked at the start: when fewer are left, nothing is sent. An
        export that fails on the way is cut off, never ended as if whole.

        Use it in a `with`: `iter_bytes` of what it gives is the export as it comes.

        Args:
            search: JSON of a search: bounds, within, near or filters that need none;
                touches; filters; fields. Rows come in an arbitrary but stable order. A longer
                one is sent as the body of a POST
            format: CSV has a header line
            raw: CSV: texts as they are stored. Else an apostrophe stands before a text that
                a spreadsheet would run as a formula; `terrier ingest` takes it off again
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return self._stream(
            "GET",
            "/api/v1/search/export",
            query={"search": search, "format": format, "raw": raw, "cursor": cursor},
        )

    def get_search_export_rows(
        self,
        *,
        search: str,
        cursor: str | None = None,
    ) -> Iterator[ExportedParcelPart]:
        """The rows of `get_search_export`, whose arguments it takes, as they come. Each has the
        `cursor` to go on after it.
        """
        return self._lines("GET", "/api/v1/search/export", query={"search": search, "cursor": cursor})

    def post_search_export(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        fields: Sequence[ParcelField] | None = None,
        format: Literal["ndjson", "csv"] | None = None,
        raw: bool | None = None,
        cursor: str | None = None,
    ) -> AbstractContextManager[httpx.Response]:
        """The same with the search as the body, for searches too long for a URL.

        Streamed at the pace at which it is read. Each row ends in `cursor`: give the last one
        that arrived whole to go on after it; a resumed CSV has no header line. One lookup for
        each 500 rows begun, booked at the start: when fewer are left, nothing is sent. An
        export that fails on the way is cut off, never ended as if whole.

        Use it in a `with`: `iter_bytes` of what it gives is the export as it comes.

        Args:
            bounds: Edges included. west > east is a box across the antimeridian.
            within: A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all;
                holes are left out. An area across the antimeridian is given as a MultiPolygon,
                one part on each side. Parcels on an edge may be in or out
            near: A point and the maximum distance from it, on the sphere
            touches: Finds the parcels whose outline has a point in common with the region,
                its border included, wherever their location is; parcels without an outline by
                their location. Refused where more than 10,000 outlines lie on the border, or
                where it meets more than 30,000 cells of the map, each about a hundred meters
                wide
            fields: Only these fields of each parcel, in the order of the record
            format: CSV has a header line
            raw: CSV: texts as they are stored. Else an apostrophe stands before a text that
                a spreadsheet would run as a formula; `terrier ingest` takes it off again
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return self._stream(
            "POST",
            "/api/v1/search/export",
            body={
                "bounds": bounds,
                "within": within,
                "near": near,
                "touches": touches,
                "filters": filters,
                "fields": fields,
                "format": format,
                "raw": raw,
                "cursor": cursor,
            },
            reads=True,
        )

    @overload
    def post_search_export_rows(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        fields: None = None,
        cursor: str | None = None,
    ) -> Iterator[ExportedParcel]: ...

    @overload
    def post_search_export_rows(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        fields: Sequence[ParcelField],
        cursor: str | None = None,
    ) -> Iterator[ExportedParcelPart]: ...

    def post_search_export_rows(
        self,
        *,
        bounds: SearchRequestBounds | None = None,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        fields: Sequence[ParcelField] | None = None,
        cursor: str | None = None,
    ) -> Any:
        """The rows of `post_search_export`, whose arguments it takes, as they come. Each has the
        `cursor` to go on after it.
        """
        return self._lines(
            "POST",
            "/api/v1/search/export",
            body={
                "bounds": bounds,
                "within": within,
                "near": near,
                "touches": touches,
                "filters": filters,
                "fields": fields,
                "cursor": cursor,
            },
            reads=True,
        )

    def post_search_clusters(
        self,
        *,
        bounds: SearchRequestBounds,
        within: Polygon | MultiPolygon | None = None,
        near: SearchRequestNear | None = None,
        touches: bool | None = None,
        filters: Filters | None = None,
        zoom: int,
    ) -> PostSearchClustersRowList:
        """Parcels within bounds, counted by cells of a map; one lookup.

        With `within` or `near`, only parcels in that area too are counted.

        Args:
            bounds: Edges included. west > east is a box across the antimeridian.
            within: A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all;
                holes are left out. An area across the antimeridian is given as a MultiPolygon,
                one part on each side. Parcels on an edge may be in or out
            near: A point and the maximum distance from it, on the sphere
            touches: Finds the parcels whose outline has a point in common with the region,
                its border included, wherever their location is; parcels without an outline by
                their location. Refused where more than 10,000 outlines lie on the border, or
                where it meets more than 30,000 cells of the map, each about a hundred meters
                wide
            zoom: Zoom level of the map. A cell is a quarter of a tile wide; at most 10,000
                may lie in the bounds
        """
        return cast(
            "PostSearchClustersRowList",
            self._json(
                "POST",
                "/api/v1/search/clusters",
                body={
                    "bounds": bounds,
                    "within": within,
                    "near": near,
                    "touches": touches,
                    "filters": filters,
                    "zoom": zoom,
                },
                reads=True,
            ),
        )

    def get_tiles_z_x_y_mvt(
        self,
        z: int,
        x: int,
        y: int,
        *,
        filters: str | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> bytes:
        """Parcels of a map tile; one lookup unless it is empty (204)

        Args:
            z: Zoom level, 0 to 22
            x: Column, from the west
            y: Row, from the north
            filters: The filters of `POST /search`, as JSON
            fields: Attributes of the parcels, separated by commas: total_assessed_value,
                sale_price, sale_date, acreage, building_sqft, year_built, bedrooms, bathrooms,
                zoning_category, entity_type, entity_class, absentee_owner, out_of_state_owner,
                deal_score. Every parcel has its id too. Without it: total_assessed_value,
                zoning_category
        """
        return self._bytes(
            "GET",
            f"/api/v1/tiles/{segment('z', z)}/{segment('x', x)}/{segment('y', y)}.mvt",
            query={"filters": filters, "fields": fields},
        )

    def get_tiles_json(self) -> TileJson:
        """The tiles as TileJSON 3.0"""
        return cast("TileJson", self._json("GET", "/api/v1/tiles.json"))

    def get_coverage(self, *, state: str | None = None) -> Coverage:
        """Record counts and completeness by state, or by county within one state

        Args:
            state: State FIPS code or abbreviation
        """
        return cast("Coverage", self._json("GET", "/api/v1/coverage", query={"state": state}))

    def get_coverage_sources(self, *, state: str | None = None) -> Sources:
        """Published sources of the records: publisher, rows, when loaded, when next

        Args:
            state: State FIPS code or abbreviation
        """
        return cast(
            "Sources",
            self._json("GET", "/api/v1/coverage/sources", query={"state": state}),
        )

    @overload
    def get_deals_absentee(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPage: ...

    @overload
    def get_deals_absentee(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: str | Sequence[str],
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPartPage: ...

    def get_deals_absentee(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """Absentee-owned parcels, highest assessed value first

        Args:
            county_fips: 5-digit county FIPS code
            state_fips: 2-digit state FIPS code
            min_value: Minimum assessed value, USD; leaves out parcels without one
            out_of_state: Only those whose mailing address is in another state
            fields: Only these fields of each parcel, in the order of the record; names
                separated by commas
            limit: Page size, 1 to 500
            offset: Rows to skip; no maximum
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return self._json(
            "GET",
            "/api/v1/deals/absentee",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "min_value": min_value,
                "out_of_state": out_of_state,
                "fields": fields,
                "limit": limit,
                "offset": offset,
                "cursor": cursor,
            },
        )

    @overload
    def get_deals_absentee_pages(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPage]: ...

    @overload
    def get_deals_absentee_pages(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: str | Sequence[str],
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPartPage]: ...

    def get_deals_absentee_pages(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """The pages of `get_deals_absentee`, whose arguments it takes, from `cursor` or from the
        beginning. Each is requested when it is needed.
        """
        return self._pages(
            "GET",
            "/api/v1/deals/absentee",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "min_value": min_value,
                "out_of_state": out_of_state,
                "fields": fields,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    @overload
    def get_deals_absentee_rows(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[Parcel]: ...

    @overload
    def get_deals_absentee_rows(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: str | Sequence[str],
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPart]: ...

    def get_deals_absentee_rows(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """The rows of `get_deals_absentee_pages`, whose arguments it takes."""
        return self._rows(
            "GET",
            "/api/v1/deals/absentee",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "min_value": min_value,
                "out_of_state": out_of_state,
                "fields": fields,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    def get_deals_absentee_geojson(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        min_value: float | None = None,
        out_of_state: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPartFeaturePage:
        """The answer of `get_deals_absentee`, whose arguments it takes, as GeoJSON."""
        return cast(
            "ParcelPartFeaturePage",
            self._json(
                "GET",
                "/api/v1/deals/absentee",
                query={
                    "county_fips": county_fips,
                    "state_fips": state_fips,
                    "min_value": min_value,
                    "out_of_state": out_of_state,
                    "fields": fields,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                accept=GEOJSON,
            ),
        )

    def get_deals_flips(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        flip_tier: FlipTier | None = None,
        min_profit: float | None = None,
        view: Literal["flippers"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> FlipPage | FlipperPage:
        """Parcels bought and sold again within two years, newest first, or a ranking of flippers

        Args:
            county_fips: 5-digit county FIPS code
            state_fips: 2-digit state FIPS code
            flip_tier: Only flips held this long
            min_profit: Minimum profit, USD; may be negative
            view: Rank the flippers by the flips that match the filters
            limit: Page size, 1 to 500
            offset: Rows to skip; no maximum
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return cast(
            "FlipPage | FlipperPage",
            self._json(
                "GET",
                "/api/v1/deals/flips",
                query={
                    "county_fips": county_fips,
                    "state_fips": state_fips,
                    "flip_tier": flip_tier,
                    "min_profit": min_profit,
                    "view": view,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            ),
        )

    def get_deals_flips_pages(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        flip_tier: FlipTier | None = None,
        min_profit: float | None = None,
        view: Literal["flippers"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[FlipPage | FlipperPage]:
        """The pages of `get_deals_flips`, whose arguments it takes, from `cursor` or from the
        beginning. Each is requested when it is needed.
        """
        return self._pages(
            "GET",
            "/api/v1/deals/flips",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "flip_tier": flip_tier,
                "min_profit": min_profit,
                "view": view,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    def get_deals_flips_rows(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        flip_tier: FlipTier | None = None,
        min_profit: float | None = None,
        view: Literal["flippers"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[Flip | Flipper]:
        """The rows of `get_deals_flips_pages`, whose arguments it takes."""
        return self._rows(
            "GET",
            "/api/v1/deals/flips",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "flip_tier": flip_tier,
                "min_profit": min_profit,
                "view": view,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    def get_deals_flips_geojson(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        flip_tier: FlipTier | None = None,
        min_profit: float | None = None,
        view: Literal["flippers"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> FlipFeaturePage:
        """The answer of `get_deals_flips`, whose arguments it takes, as GeoJSON."""
        return cast(
            "FlipFeaturePage",
            self._json(
                "GET",
                "/api/v1/deals/flips",
                query={
                    "county_fips": county_fips,
                    "state_fips": state_fips,
                    "flip_tier": flip_tier,
                    "min_profit": min_profit,
                    "view": view,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                accept=GEOJSON,
            ),
        )

    def get_deals_contractors(
        self,
        *,
        search: str | None = None,
        min_permits: int | None = None,
        state: str | None = None,
        min_value: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ContractorPage:
        """Contractors by number of permits, then total value

        Args:
            search: Part of the name in any case, in any of its spellings
            min_permits: Minimum number of permits
            state: State abbreviation; limits the figures to this state
            min_value: Minimum total cost of the permits, USD
            limit: Page size, 1 to 500
            offset: Rows to skip; no maximum
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return cast(
            "ContractorPage",
            self._json(
                "GET",
                "/api/v1/deals/contractors",
                query={
                    "search": search,
                    "min_permits": min_permits,
                    "state": state,
                    "min_value": min_value,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            ),
        )

    def get_deals_contractors_pages(
        self,
        *,
        search: str | None = None,
        min_permits: int | None = None,
        state: str | None = None,
        min_value: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ContractorPage]:
        """The pages of `get_deals_contractors`, whose arguments it takes, from `cursor` or from
        the beginning. Each is requested when it is needed.
        """
        return self._pages(
            "GET",
            "/api/v1/deals/contractors",
            query={
                "search": search,
                "min_permits": min_permits,
                "state": state,
                "min_value": min_value,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    def get_deals_contractors_rows(
        self,
        *,
        search: str | None = None,
        min_permits: int | None = None,
        state: str | None = None,
        min_value: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[Contractor]:
        """The rows of `get_deals_contractors_pages`, whose arguments it takes."""
        return self._rows(
            "GET",
            "/api/v1/deals/contractors",
            query={
                "search": search,
                "min_permits": min_permits,
                "state": state,
                "min_value": min_value,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    @overload
    def get_deals_entities(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPage | EntityRanking: ...

    @overload
    def get_deals_entities(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: str | Sequence[str],
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPartPage: ...

    def get_deals_entities(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """Parcels owned by organizations, highest assessed value first, or a ranking of the
        owners.

        At least one of county_fips, state_fips, search, top is required (top=false is not
        enough).

        Args:
            county_fips: 5-digit county FIPS code
            state_fips: 2-digit state FIPS code
            entity_type: Class of the owning organization
            search: Part of the owner name, in any case
            min_value: Minimum assessed value of a parcel, USD
            zoning: Part of the zoning code or category, in any case
            top: Return a ranking of the owners with a summary, instead of parcels
            fields: Only these fields of each parcel, in the order of the record; names
                separated by commas
            limit: Page size, 1 to 500
            offset: Rows to skip; no maximum
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return self._json(
            "GET",
            "/api/v1/deals/entities",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "entity_type": entity_type,
                "search": search,
                "min_value": min_value,
                "zoning": zoning,
                "top": top,
                "fields": fields,
                "limit": limit,
                "offset": offset,
                "cursor": cursor,
            },
        )

    @overload
    def get_deals_entities_pages(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPage | EntityRanking]: ...

    @overload
    def get_deals_entities_pages(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: str | Sequence[str],
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPartPage]: ...

    def get_deals_entities_pages(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """The pages of `get_deals_entities`, whose arguments it takes, from `cursor` or from the
        beginning. Each is requested when it is needed.
        """
        return self._pages(
            "GET",
            "/api/v1/deals/entities",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "entity_type": entity_type,
                "search": search,
                "min_value": min_value,
                "zoning": zoning,
                "top": top,
                "fields": fields,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    @overload
    def get_deals_entities_rows(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[Parcel | EntityRow]: ...

    @overload
    def get_deals_entities_rows(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: str | Sequence[str],
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPart]: ...

    def get_deals_entities_rows(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """The rows of `get_deals_entities_pages`, whose arguments it takes."""
        return self._rows(
            "GET",
            "/api/v1/deals/entities",
            query={
                "county_fips": county_fips,
                "state_fips": state_fips,
                "entity_type": entity_type,
                "search": search,
                "min_value": min_value,
                "zoning": zoning,
                "top": top,
                "fields": fields,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    def get_deals_entities_geojson(
        self,
        *,
        county_fips: str | None = None,
        state_fips: str | None = None,
        entity_type: EntityClass | None = None,
        search: str | None = None,
        min_value: int | None = None,
        zoning: str | None = None,
        top: bool | None = None,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPartFeaturePage:
        """The answer of `get_deals_entities`, whose arguments it takes, as GeoJSON."""
        return cast(
            "ParcelPartFeaturePage",
            self._json(
                "GET",
                "/api/v1/deals/entities",
                query={
                    "county_fips": county_fips,
                    "state_fips": state_fips,
                    "entity_type": entity_type,
                    "search": search,
                    "min_value": min_value,
                    "zoning": zoning,
                    "top": top,
                    "fields": fields,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                accept=GEOJSON,
            ),
        )

    def get_market_counties(
        self,
        *,
        state_fips: str | None = None,
        min_sales: int | None = None,
        quarter: str | None = None,
        sort: GetMarketCountiesSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> MarketRowPage:
        """Sales of each county in one quarter

        Args:
            state_fips: 2-digit state FIPS code
            min_sales: Minimum number of sales in the quarter
            quarter: Default: the newest quarter that has ended and in which a county passes
                the filters; where none has, the newest of all
            sort: Sort key; rows without the value come last
            order: Direction of sort
            limit: Page size, 1 to 500
            offset: Rows to skip; no maximum
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return cast(
            "MarketRowPage",
            self._json(
                "GET",
                "/api/v1/market/counties",
                query={
                    "state_fips": state_fips,
                    "min_sales": min_sales,
                    "quarter": quarter,
                    "sort": sort,
                    "order": order,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            ),
        )

    def get_market_counties_pages(
        self,
        *,
        state_fips: str | None = None,
        min_sales: int | None = None,
        quarter: str | None = None,
        sort: GetMarketCountiesSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[MarketRowPage]:
        """The pages of `get_market_counties`, whose arguments it takes, from `cursor` or from the
        beginning. Each is requested when it is needed.
        """
        return self._pages(
            "GET",
            "/api/v1/market/counties",
            query={
                "state_fips": state_fips,
                "min_sales": min_sales,
                "quarter": quarter,
                "sort": sort,
                "order": order,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    def get_market_counties_rows(
        self,
        *,
        state_fips: str | None = None,
        min_sales: int | None = None,
        quarter: str | None = None,
        sort: GetMarketCountiesSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[MarketRow]:
        """The rows of `get_market_counties_pages`, whose arguments it takes."""
        return self._rows(
            "GET",
            "/api/v1/market/counties",
            query={
                "state_fips": state_fips,
                "min_sales": min_sales,
                "quarter": quarter,
                "sort": sort,
                "order": order,
                "limit": limit,
                "cursor": cursor,
            },
            first="*",
        )

    def get_market_trends(
        self,
        *,
        county_fips: str | Sequence[str] | None = None,
        state_fips: str | None = None,
    ) -> TrendList:
        """Sales by quarter of the counties named, or of a state’s counties, by county FIPS.

        county_fips or state_fips is required.

        Args:
            county_fips: County FIPS codes, separated by commas without blanks
            state_fips: 2-digit state FIPS code
        """
        return cast(
            "TrendList",
            self._json(
                "GET",
                "/api/v1/market/trends",
                query={"county_fips": county_fips, "state_fips": state_fips},
            ),
        )

    def get_owners_search(
        self,
        *,
        q: str,
        min_properties: int | None = None,
        limit: int | None = None,
    ) -> OwnerList:
        """Owners by name: the exact name first, then all words, then beginnings, then by parcels

        Args:
            q: Words of the name, whole or their beginnings, in any order
            min_properties: Minimum number of parcels
            limit: Maximum number of rows, 1 to 100
        """
        return cast(
            "OwnerList",
            self._json(
                "GET",
                "/api/v1/owners/search",
                query={"q": q, "min_properties": min_properties, "limit": limit},
            ),
        )

    def get_owners_name(self, name: str) -> Owner:
        """An owner’s profile

        Args:
            name: The owner’s name in any spelling that means the same name
        """
        return cast("Owner", self._json("GET", f"/api/v1/owners/{segment('name', name)}"))

    @overload
    def get_owners_name_properties(
        self,
        name: str,
        *,
        fields: None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPage: ...

    @overload
    def get_owners_name_properties(
        self,
        name: str,
        *,
        fields: str | Sequence[str],
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPartPage: ...

    def get_owners_name_properties(
        self,
        name: str,
        *,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """An owner’s parcels, highest assessed value first

        Args:
            name: The owner’s name in any spelling that means the same name
            fields: Only these fields of each parcel, in the order of the record; names
                separated by commas
            limit: Page size, 1 to 500
            offset: Rows to skip; no maximum
            cursor: Walks through all pages at an even cost: `*` first, then `next_cursor`
                of the previous answer, with all other parameters but limit unchanged. Each row
                is returned once, even if records are loaded in between. Not with offset
        """
        return self._json(
            "GET",
            f"/api/v1/owners/{segment('name', name)}/properties",
            query={
                "fields": fields,
                "limit": limit,
                "offset": offset,
                "cursor": cursor,
            },
        )

    @overload
    def get_owners_name_properties_pages(
        self,
        name: str,
        *,
        fields: None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPage]: ...

    @overload
    def get_owners_name_properties_pages(
        self,
        name: str,
        *,
        fields: str | Sequence[str],
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPartPage]: ...

    def get_owners_name_properties_pages(
        self,
        name: str,
        *,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """The pages of `get_owners_name_properties`, whose arguments it takes, from `cursor` or
        from the beginning. Each is requested when it is needed.
        """
        return self._pages(
            "GET",
            f"/api/v1/owners/{segment('name', name)}/properties",
            query={"fields": fields, "limit": limit, "cursor": cursor},
            first="*",
        )

    @overload
    def get_owners_name_properties_rows(
        self,
        name: str,
        *,
        fields: None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[Parcel]: ...

    @overload
    def get_owners_name_properties_rows(
        self,
        name: str,
        *,
        fields: str | Sequence[str],
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ParcelPart]: ...

    def get_owners_name_properties_rows(
        self,
        name: str,
        *,
        fields: str | Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Any:
        """The rows of `get_owners_name_properties_pages`, whose arguments it takes."""
        return self._rows(
            "GET",
            f"/api/v1/owners/{segment('name', name)}/properties",
            query={"fields": fields, "limit": limit, "cursor": cursor},
            first="*",
        )

    def get_owners_name_properties_geojson(
        self,
        name: str,
        *,
        fields: str | Sequence[str] | None = None,
        outline: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> ParcelPartFeaturePage:
        """The answer of `get_owners_name_properties`, whose arguments it takes, as GeoJSON."""
        return cast(
            "ParcelPartFeaturePage",
            self._json(
                "GET",
                f"/api/v1/owners/{segment('name', name)}/properties",
                query={
                    "fields": fields,
                    "outline": outline,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
                accept=GEOJSON,
            ),
        )

    def get_owners_name_portfolio(self, name: str) -> Portfolio:
        """What an owner has in all, and the first 100 of the parcels by assessed value

        Args:
            name: The owner’s name in any spelling that means the same name
        """
        return cast(
            "Portfolio",
            self._json("GET", f"/api/v1/owners/{segment('name', name)}/portfolio"),
        )

    def get_usage(self) -> Usage:
        """Tier, limits and usage; costs no lookup"""
        return cast("Usage", self._json("GET", "/api/v1/usage"))

    def get_usage_history(self, *, key_id: str | None = None) -> UsageHistory:
        """Requests and lookups by day for 90 days; costs no lookup.

        Each process of the API writes what it counts every 15 seconds.

        Args:
            key_id: Use of this key alone; one that does not manage keys may name itself
                alone
        """
        return cast(
            "UsageHistory",
            self._json("GET", "/api/v1/usage/history", query={"key_id": key_id}),
        )

    def get_keys(self) -> ApiKeyList:
        """The keys of the account, newest first; a key that does not manage them sees itself
        alone.

        Keys that have ended are listed if they were made or used in the last 90 days.
        """
        return cast("ApiKeyList", self._json("GET", "/api/v1/keys"))

    def post_keys(
        self,
        *,
        name: str,
        is_admin: bool | None = None,
        scopes: Sequence[ApiKeyScope] | None = None,
        allowed_addresses: Sequence[str] | None | Omitted = OMITTED,
        expires_in_days: int | None = None,
    ) -> CreatedApiKey:
        """Make a key for the account; it is shown this once.

        It has the tier of the asking key, and at most its scopes, addresses and life. An
        account has at most 100 keys that can be used, and makes at most 100 in 24 hours.

        Args:
            name: A name to recognize it by, on one line
            is_admin: Whether it manages the keys of the account too
            scopes: Scopes that the asking key has; all of them when left out. Repetitions
                count once
            allowed_addresses: IPv4 and IPv6 addresses and ranges (CIDR) that the key can be
                used from; null allows any. By default those of the key that creates it.
                Repetitions count once
            expires_in_days: Days of 24 hours until it ends; when left out it ends with the
                asking key
        """
        return cast(
            "CreatedApiKey",
            self._json(
                "POST",
                "/api/v1/keys",
                body={
                    "name": name,
                    "is_admin": is_admin,
                    "scopes": scopes,
                    "allowed_addresses": nullable(allowed_addresses),
                    "expires_in_days": expires_in_days,
                },
            ),
        )

    def post_keys_id_rotate(
        self,
        id: str,
        *,
        overlap_hours: int | None = None,
    ) -> RotatedApiKey:
        """Replace a key by one like it, which is shown this once; both work for a while

        Args:
            id: Id of the key
            overlap_hours: Hours for which the old key works too
        """
        return cast(
            "RotatedApiKey",
            self._json(
                "POST",
                f"/api/v1/keys/{segment('id', id)}/rotate",
                body={"overlap_hours": overlap_hours},
            ),
        )

    def delete_keys_id(self, id: str) -> ApiKey:
        """End a key, within two seconds; not the last that manages the keys of the account

        Args:
            id: Id of the key
        """
        return cast("ApiKey", self._json("DELETE", f"/api/v1/keys/{segment('id', id)}"))

    def post_signup(self, *, name: str) -> CreatedApiKey:
        """Make a free account with one key, which is shown this once; off unless SIGNUP is on.

        One account for each address and day (UTC). Its key manages the keys of the account.

        Args:
            name: A name to recognize it by, on one line
        """
        return cast("CreatedApiKey", self._json("POST", "/api/v1/signup", body={"name": name}))

    def post_webhooks(
        self,
        *,
        idempotency_key: str | None = None,
        url: str,
        event_types: Sequence[EventType],
        filter_kind: FilterKind,
        filter_value: CreatedWebhookEndpointFilterValue,
        description: str | None = None,
    ) -> CreatedWebhookEndpoint:
        """Create a webhook endpoint; its secret is shown this once

        Args:
            idempotency_key: Makes the request safe to repeat: 1 to 255 visible ASCII
                characters of your own, new for each thing to create. The same key with the same
                request within 24 hours has the first answer again, with `Idempotent-Replayed:
                true`; with another request it is a 422. Only 2xx answers are kept
            url: https address that leads to public addresses; no credentials, no fragment
            event_types: Events to send; repetitions count once
            filter_kind: What is watched: parcels, a state or a county
            filter_value: {"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for
                state_fips, {"state_fips": "31", "county_fips": "109"} for county_fips
            description: Your own note
        """
        return cast(
            "CreatedWebhookEndpoint",
            self._json(
                "POST",
                "/api/v1/webhooks",
                body={
                    "url": url,
                    "event_types": event_types,
                    "filter_kind": filter_kind,
                    "filter_value": filter_value,
                    "description": description,
                },
                idempotency_key=idempotency_key or new_key(),
            ),
        )

    def get_webhooks(self) -> GetWebhooksWebhookEndpointList:
        """The caller’s endpoints, quotas and tier"""
        return cast("GetWebhooksWebhookEndpointList", self._json("GET", "/api/v1/webhooks"))

    def get_webhooks_id(self, id: str) -> WebhookEndpoint:
        """One endpoint

        Args:
            id: Id of the endpoint
        """
        return cast(
            "WebhookEndpoint",
            self._json("GET", f"/api/v1/webhooks/{segment('id', id)}"),
        )

    def delete_webhooks_id(self, id: str) -> WebhookEndpoint:
        """Disable an endpoint for good; it stays in the list, with its deliveries

        Args:
            id: Id of the endpoint
        """
        return cast(
            "WebhookEndpoint",
            self._json("DELETE", f"/api/v1/webhooks/{segment('id', id)}"),
        )

    def get_webhooks_id_deliveries(
        self,
        id: str,
        *,
        status: WebhookDeliveryStatus | None = None,
        event_type: EventType | None = None,
        canonical_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> WebhookDeliveryPage:
        """The deliveries of an endpoint, newest first

        Args:
            id: Id of the endpoint
            status: Only those of this status
            event_type: Only those of this type
            canonical_id: Only those of this parcel; either spelling of its id
            since: Only those queued at this time or later
            until: Only those queued before this time
            limit: Page size, 1 to 500
            cursor: The `next_cursor` of an earlier answer, with the same filters: the page
                after it
        """
        return cast(
            "WebhookDeliveryPage",
            self._json(
                "GET",
                f"/api/v1/webhooks/{segment('id', id)}/deliveries",
                query={
                    "status": status,
                    "event_type": event_type,
                    "canonical_id": canonical_id,
                    "since": since,
                    "until": until,
                    "limit": limit,
                    "cursor": cursor,
                },
            ),
        )

    def get_webhooks_id_deliveries_pages(
        self,
        id: str,
        *,
        status: WebhookDeliveryStatus | None = None,
        event_type: EventType | None = None,
        canonical_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[WebhookDeliveryPage]:
        """The pages of `get_webhooks_id_deliveries`, whose arguments it takes, from `cursor` or
        from the beginning. Each is requested when it is needed.
        """
        return self._pages(
            "GET",
            f"/api/v1/webhooks/{segment('id', id)}/deliveries",
            query={
                "status": status,
                "event_type": event_type,
                "canonical_id": canonical_id,
                "since": since,
                "until": until,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def get_webhooks_id_deliveries_rows(
        self,
        id: str,
        *,
        status: WebhookDeliveryStatus | None = None,
        event_type: EventType | None = None,
        canonical_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[WebhookDelivery]:
        """The rows of `get_webhooks_id_deliveries_pages`, whose arguments it takes."""
        return self._rows(
            "GET",
            f"/api/v1/webhooks/{segment('id', id)}/deliveries",
            query={
                "status": status,
                "event_type": event_type,
                "canonical_id": canonical_id,
                "since": since,
                "until": until,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def get_webhooks_id_deliveries_delivery_id(
        self,
        id: str,
        delivery_id: str,
    ) -> WebhookDeliveryDetail:
        """One delivery, with its payload and headers

        Args:
            id: Id of the endpoint
            delivery_id: Id of the delivery
        """
        return cast(
            "WebhookDeliveryDetail",
            self._json(
                "GET",
                f"/api/v1/webhooks/{segment('id', id)}/deliveries/{segment('delivery_id', delivery_id)}",
            ),
        )

    def post_webhooks_id_deliveries_retry(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        status: Literal["dead_lettered", "failed"] | None = None,
        event_type: EventType | None = None,
        canonical_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> PostWebhooksIdDeliveriesRetryAnswer:
        """Re-queue the dead-lettered deliveries that fit, the oldest first and 5,000 at most

        Args:
            id: Id of the endpoint
            idempotency_key: Makes the request safe to repeat: 1 to 255 visible ASCII
                characters of your own, new for each thing to create. The same key with the same
                request within 24 hours has the first answer again, with `Idempotent-Replayed:
                true`; with another request it is a 422. Only 2xx answers are kept
            status: Only those of this status; both when not given
            event_type: Only those of this type
            canonical_id: Only those of this parcel; either spelling of its id
            since: Only those queued at this time or later
            until: Only those queued before this time
        """
        return cast(
            "PostWebhooksIdDeliveriesRetryAnswer",
            self._json(
                "POST",
                f"/api/v1/webhooks/{segment('id', id)}/deliveries/retry",
                body={
                    "status": status,
                    "event_type": event_type,
                    "canonical_id": canonical_id,
                    "since": since,
                    "until": until,
                },
                idempotency_key=idempotency_key or new_key(),
            ),
        )

    def post_webhooks_id_deliveries_settle(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        as_: WebhookDeliverySettledAs,
        phases: Sequence[PostWebhooksIdDeliveriesSettlePhase],
        event_type: EventType | None = None,
        canonical_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> PostWebhooksIdDeliveriesSettleAnswer:
        """Settle the deliveries of unknown outcome that fit, the oldest first and 5,000 at most

        Args:
            id: Id of the endpoint
            idempotency_key: Makes the request safe to repeat: 1 to 255 visible ASCII
                characters of your own, new for each thing to create. The same key with the same
                request within 24 hours has the first answer again, with `Idempotent-Replayed:
                true`; with another request it is a 422. Only 2xx answers are kept
            as_: delivered: it arrived; requeue: send it again; dead_letter: give it up
            phases: How far the last attempt came: the first word of last_error. Before send
                it has not left
            event_type: Only those of this type
            canonical_id: Only those of this parcel; either spelling of its id
            since: Only those queued at this time or later
            until: Only those queued before this time
        """
        return cast(
            "PostWebhooksIdDeliveriesSettleAnswer",
            self._json(
                "POST",
                f"/api/v1/webhooks/{segment('id', id)}/deliveries/settle",
                body={
                    "as": as_,
                    "phases": phases,
                    "event_type": event_type,
                    "canonical_id": canonical_id,
                    "since": since,
                    "until": until,
                },
                idempotency_key=idempotency_key or new_key(),
            ),
        )

    def post_webhooks_id_deliveries_delivery_id_settle(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
        as_: WebhookDeliverySettledAs,
    ) -> WebhookDelivery:
        """Settle a delivery of unknown outcome: it arrived, is sent again, or is given up

        Args:
            id: Id of the endpoint
            delivery_id: Id of the delivery
            idempotency_key: Makes the request safe to repeat: 1 to 255 visible ASCII
                characters of your own, new for each thing to create. The same key with the same
                request within 24 hours has the first answer again, with `Idempotent-Replayed:
                true`; with another request it is a 422. Only 2xx answers are kept
            as_: delivered: it arrived; requeue: send it again; dead_letter: give it up
        """
        return cast(
            "WebhookDelivery",
            self._json(
                "POST",
                f"/api/v1/webhooks/{segment('id', id)}/deliveries/{segment('delivery_id', delivery_id)}/settle",
                body={"as": as_},
                idempotency_key=idempotency_key or new_key(),
            ),
        )

    def post_webhooks_id_deliveries_delivery_id_retry(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> WebhookDelivery:
        """Re-queue a dead-lettered delivery, with a fresh schedule of attempts

        Args:
            id: Id of the endpoint
            delivery_id: Id of the delivery
            idempotency_key: Makes the request safe to repeat: 1 to 255 visible ASCII
                characters of your own, new for each thing to create. The same key with the same
                request within 24 hours has the first answer again, with `Idempotent-Replayed:
                true`; with another request it is a 422. Only 2xx answers are kept
        """
        return cast(
            "WebhookDelivery",
            self._json(
                "POST",
                f"/api/v1/webhooks/{segment('id', id)}/deliveries/{segment('delivery_id', delivery_id)}/retry",
                idempotency_key=idempotency_key or new_key(),
            ),
        )

    def post_webhooks_id_test(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        event_type: EventType | None = None,
    ) -> WebhookDelivery:
        """Send an example of an event, marked as a test; it counts toward no quota

        Args:
            id: Id of the endpoint
            idempotency_key: Makes the request safe to repeat: 1 to 255 visible ASCII
                characters of your own, new for each thing to create. The same key with the same
                request within 24 hours has the first answer again, with `Idempotent-Replayed:
                true`; with another request it is a 422. Only 2xx answers are kept
            event_type: One that the endpoint subscribes to; the first of them when not
                given
        """
        return cast(
            "WebhookDelivery",
            self._json(
                "POST",
                f"/api/v1/webhooks/{segment('id', id)}/test",
                body={"event_type": event_type},
                idempotency_key=idempotency_key or new_key(),
            ),
        )

    def get_events(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        event_type: EventType | None = None,
        canonical_id: str | None = None,
        since: str | None = None,
    ) -> GetEventsPastEventList:
        """The events that the caller’s endpoints matched in the last 30 days, oldest first

        Args:
            after: The `next` of an earlier answer: only what came after it. From the oldest
                kept when not given
            limit: Page size, 1 to 500
            event_type: Only those of this type
            canonical_id: Only those of this parcel; either spelling of its id
            since: Only those queued at this time or later
        """
        return cast(
            "GetEventsPastEventList",
            self._json(
                "GET",
                "/api/v1/events",
                query={
                    "after": after,
                    "limit": limit,
                    "event_type": event_type,
                    "canonical_id": canonical_id,
                    "since": since,
                },
            ),
        )
