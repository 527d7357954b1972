// Made by `npm run generate:client` out of `terrier openapi`: not to be edited.

export interface paths {
    "/api/v1/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Record counts and completeness by state, or by county within one state */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/coverage/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Published sources of the records: publisher, rows, when loaded, when next */
        get: operations["getCoverageSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deals/absentee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Absentee-owned parcels, highest assessed value first */
        get: operations["getDealsAbsentee"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deals/contractors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contractors by number of permits, then total value */
        get: operations["getDealsContractors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deals/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parcels owned by organizations, highest assessed value first, or a ranking of the owners
         * @description At least one of county_fips, state_fips, search, top is required (top=false is not enough).
         */
        get: operations["getDealsEntities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deals/flips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Parcels bought and sold again within two years, newest first, or a ranking of flippers */
        get: operations["getDealsFlips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The events that the caller’s endpoints matched in the last 30 days, oldest first */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of the account, newest first; a key that does not manage them sees itself alone
         * @description Keys that have ended are listed if they were made or used in the last 90 days.
         */
        get: operations["getKeys"];
        put?: never;
        /**
         * Make a key for the account; it is shown this once
         * @description It has the tier of the asking key, and at most its scopes, addresses and life. An account has at most 100 keys that can be used, and makes at most 100 in 24 hours.
         */
        post: operations["postKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a key, within two seconds; not the last that manages the keys of the account */
        delete: operations["deleteKeysId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a key by one like it, which is shown this once; both work for a while */
        post: operations["postKeysIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/counties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sales of each county in one quarter */
        get: operations["getMarketCounties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sales by quarter of the counties named, or of a state’s counties, by county FIPS
         * @description county_fips or state_fips is required.
         */
        get: operations["getMarketTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An owner’s profile */
        get: operations["getOwnersName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners/{name}/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an owner has in all, and the first 100 of the parcels by assessed value */
        get: operations["getOwnersNamePortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners/{name}/properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An owner’s parcels, highest assessed value first */
        get: operations["getOwnersNameProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Owners by name: the exact name first, then all words, then beginnings, then by parcels */
        get: operations["getOwnersSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One parcel */
        get: operations["getParcelsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/{id}/deeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deeds, newest recorded (else sale date) first, undated last, at most 1,000 */
        get: operations["getParcelsIdDeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/{id}/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The outline of a parcel as a GeoJSON Feature; 404 when it is not known */
        get: operations["getParcelsIdOutline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/{id}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The owner, what the owner has in all, and the first 100 of those parcels by value */
        get: operations["getParcelsIdOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/{id}/permits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Permits, newest filed (else issued) first, at most 1,000 */
        get: operations["getParcelsIdPermits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/{id}/risks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Risk assessment */
        get: operations["getParcelsIdRisks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/at": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The parcels whose outline holds a point, else the nearest; one lookup, none when nothing is near */
        get: operations["getParcelsAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Up to 500 parcels by id; one lookup for each that is found
         * @description Counts as one request in the minute and as one lookup for each parcel found. When fewer lookups are left than there are ids, nothing is returned or counted: 429 `monthly_limit` tells how many are left.
         */
        post: operations["postParcelsBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcels/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parcels for an address or parcel number that is being typed
         * @description Every word of `q` is the beginning of a word of the situs address, or all of `q` is the beginning of the parcel number. Case, accents, punctuation and abbreviations do not count: `STREET` is `ST`, `NORTH` is `N`, `48TH` is `48`, `FIRST` is `1`. First come the parcel of that number, addresses and then numbers that begin so; then addresses that have all words, and those that have words beginning so; each in the order of the addresses. Where nothing fits, one typo a word is forgiven; other house numbers come last of all.
         */
        get: operations["getParcelsSuggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Parcels in a box, an area, a circle or anywhere, with filters, an order and an exact total */
        post: operations["postSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parcels within bounds, counted by cells of a map; one lookup
         * @description With `within` or `near`, only parcels in that area too are counted.
         */
        post: operations["postSearchClusters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The exact number of parcels of a search; one lookup */
        post: operations["postSearchCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All parcels of a search, as NDJSON or CSV; for keys of the scale tier
         * @description Streamed at the pace at which it is read. Each row ends in `cursor`: give the last one that arrived whole to go on after it; a resumed CSV has no header line. One lookup for each 500 rows begun, booked at the start: when fewer are left, nothing is sent. An export that fails on the way is cut off, never ended as if whole.
         */
        get: operations["getSearchExport"];
        put?: never;
        /**
         * The same with the search as the body, for searches too long for a URL
         * @description Streamed at the pace at which it is read. Each row ends in `cursor`: give the last one that arrived whole to go on after it; a resumed CSV has no header line. One lookup for each 500 rows begun, booked at the start: when fewer are left, nothing is sent. An export that fails on the way is cut off, never ended as if whole.
         */
        post: operations["postSearchExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The parcels of a search counted by their values, and quantiles of figures; one lookup */
        post: operations["postSearchFacets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a free account with one key, which is shown this once; off unless SIGNUP is on
         * @description One account for each address and day (UTC). Its key manages the keys of the account.
         */
        post: operations["postSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tiles.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tiles as TileJSON 3.0 */
        get: operations["getTilesJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tiles/{z}/{x}/{y}.mvt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Parcels of a map tile; one lookup unless it is empty (204) */
        get: operations["getTilesZXYMvt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tier, limits and usage; costs no lookup */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests and lookups by day for 90 days; costs no lookup
         * @description Each process of the API writes what it counts every 15 seconds.
         */
        get: operations["getUsageHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller’s endpoints, quotas and tier */
        get: operations["getWebhooks"];
        put?: never;
        /** Create a webhook endpoint; its secret is shown this once */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One endpoint */
        get: operations["getWebhooksId"];
        put?: never;
        post?: never;
        /** Disable an endpoint for good; it stays in the list, with its deliveries */
        delete: operations["deleteWebhooksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deliveries of an endpoint, newest first */
        get: operations["getWebhooksIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery, with its payload and headers */
        get: operations["getWebhooksIdDeliveriesDeliveryId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Re-queue a dead-lettered delivery, with a fresh schedule of attempts */
        post: operations["postWebhooksIdDeliveriesDeliveryIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settle a delivery of unknown outcome: it arrived, is sent again, or is given up */
        post: operations["postWebhooksIdDeliveriesDeliveryIdSettle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Re-queue the dead-lettered deliveries that fit, the oldest first and 5,000 at most */
        post: operations["postWebhooksIdDeliveriesRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settle the deliveries of unknown outcome that fit, the oldest first and 5,000 at most */
        post: operations["postWebhooksIdDeliveriesSettle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an example of an event, marked as a test; it counts toward no quota */
        post: operations["postWebhooksIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is alive */
        get: operations["getLivez"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Elasticsearch and MySQL answer; 503 names the one that does not */
        get: operations["getReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "parcel.owner_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A deed was recorded
         * @description Fires when any deed is recorded: sales, quitclaims, gift deeds, trust transfers. A sale is both this and parcel.sold.
         *
         *     Answer 2xx within 10 seconds; the body of the answer is not read. Any other status is tried again: up to 8 attempts, after 1, 5, 15, 30, 60, 120 and 360 minutes. A network error or a timeout leaves the outcome unknown, and is not retried automatically. Order is not guaranteed: de-duplicate on event_id, order by occurred_at.
         */
        post: operations["on_parcel_owner_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "parcel.permit_filed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A permit was filed
         * @description Fires when a permit is new on a parcel; once for each permit and parcel.
         *
         *     Answer 2xx within 10 seconds; the body of the answer is not read. Any other status is tried again: up to 8 attempts, after 1, 5, 15, 30, 60, 120 and 360 minutes. A network error or a timeout leaves the outcome unknown, and is not retried automatically. Order is not guaranteed: de-duplicate on event_id, order by occurred_at.
         */
        post: operations["on_parcel_permit_filed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "parcel.sold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sale at arm’s length was recorded
         * @description Fires when a deed is recorded that is a sale: a price above 0, at arm’s length.
         *
         *     Answer 2xx within 10 seconds; the body of the answer is not read. Any other status is tried again: up to 8 attempts, after 1, 5, 15, 30, 60, 120 and 360 minutes. A network error or a timeout leaves the outcome unknown, and is not retried automatically. Order is not guaranteed: de-duplicate on event_id, order by occurred_at.
         */
        post: operations["on_parcel_sold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** ApiKey */
        ApiKey: {
            /**
             * @description Addresses and ranges that the key can be used from; null allows any
             * @example [
             *       "203.0.113.7",
             *       "2001:db8::/32"
             *     ]
             */
            allowed_addresses: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it ends; null is never
             * @example null
             */
            expires_at: string | null;
            /**
             * @description Id of the key
             * @example key_0123456789abcdef0123
             */
            id: string;
            /** @description False when it was deleted */
            is_active: boolean;
            /** @description Whether it manages the keys of its account */
            is_admin: boolean;
            /** @description Whether it is the key of this request */
            is_caller: boolean;
            /**
             * @description When it was last used, to the minute; null is never
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description A name to recognize it by, on one line
             * @example Map team
             */
            name: string;
            /**
             * @description The first characters of the key
             * @example terrier_a1b2c
             */
            prefix: string;
            /**
             * @description Id of the key that a rotation made in its place
             * @example key_3210fedcba9876543210
             */
            replaced_by: string | null;
            /**
             * @description What the key can be used for: `read` for data, `webhooks` for /webhooks and /events, `export` for /search/export, if the tier includes them
             * @example [
             *       "read",
             *       "webhooks"
             *     ]
             */
            scopes: ("read" | "webhooks" | "export")[];
            /**
             * @description Tier of the key
             * @example scale
             * @enum {unknown}
             */
            tier: "free" | "starter" | "api_100k" | "pro" | "scale" | "license";
        };
        /** ApiKeyList */
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
        };
        /** Batch */
        Batch: {
            /** @description The parcels that were found, in the order of the ids */
            data: components["schemas"]["Parcel"][] | components["schemas"]["ParcelPart"][];
            /**
             * @description The ids, as given, of parcels that are not loaded, and texts that are not parcel ids, in their order
             * @example [
             *       "33009:12/4 A"
             *     ]
             */
            missing: string[];
        };
        /** BatchRequest */
        BatchRequest: {
            /**
             * @description Only these fields of each parcel, in the order of the record
             * @example [
             *       "id",
             *       "address",
             *       "total_assessed_value"
             *     ]
             */
            fields?: ("id" | "county_fips" | "parcel_id" | "canonical_id" | "state_fips" | "state" | "county_name" | "address" | "street" | "unit" | "city" | "zip" | "location" | "has_outline" | "owner_name" | "owner_name_2" | "owner_id" | "entity_type" | "entity_class" | "mailing_address" | "mailing_city" | "mailing_state" | "mailing_zip" | "mailing_country" | "absentee_owner" | "out_of_state_owner" | "total_assessed_value" | "land_value" | "improvement_value" | "market_value" | "tax_year" | "tax_amount" | "land_use_code" | "land_use" | "zoning" | "zoning_category" | "acreage" | "lot_sqft" | "building_sqft" | "year_built" | "bedrooms" | "bathrooms" | "stories" | "units" | "sale_price" | "sale_date" | "sale_arms_length" | "latest_grantee" | "latest_deed_date" | "deal_score" | "deal_score_parts" | "source" | "source_date" | "updated_at")[];
            /**
             * @description Ids of the parcels, 1 to 500; a parcel that is given twice, in either spelling, is answered once
             * @example [
             *       "31109:0109109006000",
             *       "33009:12/4 A"
             *     ]
             */
            ids: string[];
            /**
             * @description Outlines in place of points, where they are known. Only with Accept: application/geo+json
             * @default false
             */
            outline?: boolean;
        };
        /** ClusterRequest */
        ClusterRequest: {
            /**
             * @description Edges included. west > east is a box across the antimeridian.
             * @example {
             *       "north": 40.83,
             *       "south": 40.79,
             *       "east": -96.66,
             *       "west": -96.72
             *     }
             */
            bounds: {
                /** @description Eastern edge, degrees of longitude */
                east: number;
                /** @description Northern edge, degrees of latitude */
                north: number;
                /** @description Southern edge, degrees of latitude */
                south: number;
                /** @description Western edge, degrees of longitude */
                west: number;
            };
            filters?: components["schemas"]["Filters"];
            /**
             * @description A point and the maximum distance from it, on the sphere
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026,
             *       "meters": 800
             *     }
             */
            near?: {
                /** @description Degrees north (WGS84) */
                lat: number;
                /** @description Degrees east (WGS84) */
                lon: number;
                /** @description Maximum distance in meters */
                meters: number;
            };
            /**
             * @description Finds the parcels whose outline has a point in common with the region, its border included, wherever their location is; parcels without an outline by their location. Refused where more than 10,000 outlines lie on the border, or where it meets more than 30,000 cells of the map, each about a hundred meters wide
             * @default false
             */
            touches?: boolean;
            /**
             * @description A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out. An area across the antimeridian is given as a MultiPolygon, one part on each side. Parcels on an edge may be in or out
             * @example {
             *       "type": "Polygon",
             *       "coordinates": [
             *         [
             *           [
             *             -96.72,
             *             40.79
             *           ],
             *           [
             *             -96.66,
             *             40.79
             *           ],
             *           [
             *             -96.69,
             *             40.83
             *           ],
             *           [
             *             -96.72,
             *             40.79
             *           ]
             *         ]
             *       ]
             *     }
             */
            within?: {
                /** @description The outer ring, then holes in it */
                coordinates: number[][][];
                /** @enum {string} */
                type: "Polygon";
            } | {
                coordinates: number[][][][];
                /** @enum {string} */
                type: "MultiPolygon";
            };
            /**
             * @description Zoom level of the map. A cell is a quarter of a tile wide; at most 10,000 may lie in the bounds
             * @example 10
             */
            zoom: number;
        };
        /** Contractor */
        Contractor: {
            /**
             * @description Average cost of the valued permits, USD
             * @example 18992.79
             */
            avg_permit_value: number | null;
            /**
             * @description Stable id, derived from the normalized name
             * @example 9a3b4c625f0c1d7e9a3b
             */
            contractor_id: string;
            /**
             * @description Most frequent license number
             * @example L.30411
             */
            contractor_license: string | null;
            /**
             * @description Most frequent spelling
             * @example ABEL ROOFING INC
             */
            contractor_name: string;
            /**
             * @description Oldest permit: its filing date, or its issue date if that is unknown
             * @example 2014-03-02
             */
            first_permit_date: string | null;
            /**
             * @description Jurisdictions worked in
             * @example [
             *       "raleigh-nc"
             *     ]
             */
            jurisdictions: string[];
            /**
             * @description Newest permit: its filing date, or its issue date if that is unknown
             * @example 2025-10-20
             */
            last_permit_date: string | null;
            /**
             * @description Permits; one on several parcels counts once
             * @example 128
             */
            permit_count: number;
            /**
             * @description Permits by type, most frequent first
             * @example {
             *       "Building": 90,
             *       "Electrical": 38
             *     }
             */
            permit_types: {
                [key: string]: number;
            };
            /**
             * @description State abbreviations
             * @example [
             *       "NC"
             *     ]
             */
            states: string[];
            /**
             * @description Sum of the costs, USD
             * @example 1842300.5
             */
            total_permit_value: number;
            /**
             * @description Permits with a cost above 0
             * @example 97
             */
            valued_permit_count: number;
        };
        /** Count */
        Count: {
            /**
             * @description Exact count of all matches
             * @example 128
             */
            total: number;
        };
        /** CountRequest */
        CountRequest: {
            /**
             * @description Edges included. west > east is a box across the antimeridian.
             * @example {
             *       "north": 40.83,
             *       "south": 40.79,
             *       "east": -96.66,
             *       "west": -96.72
             *     }
             */
            bounds?: {
                /** @description Eastern edge, degrees of longitude */
                east: number;
                /** @description Northern edge, degrees of latitude */
                north: number;
                /** @description Southern edge, degrees of latitude */
                south: number;
                /** @description Western edge, degrees of longitude */
                west: number;
            };
            filters?: components["schemas"]["Filters"];
            /**
             * @description A point and the maximum distance from it, on the sphere
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026,
             *       "meters": 800
             *     }
             */
            near?: {
                /** @description Degrees north (WGS84) */
                lat: number;
                /** @description Degrees east (WGS84) */
                lon: number;
                /** @description Maximum distance in meters */
                meters: number;
            };
            /**
             * @description Finds the parcels whose outline has a point in common with the region, its border included, wherever their location is; parcels without an outline by their location. Refused where more than 10,000 outlines lie on the border, or where it meets more than 30,000 cells of the map, each about a hundred meters wide
             * @default false
             */
            touches?: boolean;
            /**
             * @description A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out. An area across the antimeridian is given as a MultiPolygon, one part on each side. Parcels on an edge may be in or out
             * @example {
             *       "type": "Polygon",
             *       "coordinates": [
             *         [
             *           [
             *             -96.72,
             *             40.79
             *           ],
             *           [
             *             -96.66,
             *             40.79
             *           ],
             *           [
             *             -96.69,
             *             40.83
             *           ],
             *           [
             *             -96.72,
             *             40.79
             *           ]
             *         ]
             *       ]
             *     }
             */
            within?: {
                /** @description The outer ring, then holes in it */
                coordinates: number[][][];
                /** @enum {string} */
                type: "Polygon";
            } | {
                coordinates: number[][][][];
                /** @enum {string} */
                type: "MultiPolygon";
            };
        };
        /** Coverage */
        Coverage: {
            /** @description By state FIPS; with state, by county FIPS */
            data: components["schemas"]["CoverageRow"][];
            /** @description States with at least one parcel */
            states_covered: number;
            /**
             * @description Parcels loaded; with state, those of that state
             * @example 105243
             */
            total_parcels: number;
        };
        /** CoverageRow */
        CoverageRow: {
            /**
             * @description 5-digit county FIPS code; null in the list of states
             * @example 31109
             */
            county_fips: string | null;
            /**
             * @description County, Census form; null in the list of states
             * @example Lancaster County
             */
            county_name: string | null;
            /**
             * @description Percent of the parcels with a location, one decimal
             * @example 92.5
             */
            geocoded_pct: number;
            /**
             * @description Percent of the parcels with an owner name, one decimal
             * @example 92.5
             */
            owner_pct: number;
            /** @example 105243 */
            parcel_count: number;
            /**
             * @description 2-digit state FIPS code
             * @example 31
             */
            state_fips: string;
            /** @example Nebraska */
            state_name: string;
            /**
             * @description Percent of the parcels with an assessed value above 0, one decimal
             * @example 92.5
             */
            value_pct: number;
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /**
             * @description Addresses and ranges that the key can be used from; null allows any
             * @example [
             *       "203.0.113.7",
             *       "2001:db8::/32"
             *     ]
             */
            allowed_addresses: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it ends; null is never
             * @example null
             */
            expires_at: string | null;
            /**
             * @description Id of the key
             * @example key_0123456789abcdef0123
             */
            id: string;
            /** @description False when it was deleted */
            is_active: boolean;
            /** @description Whether it manages the keys of its account */
            is_admin: boolean;
            /** @description Whether it is the key of this request */
            is_caller: boolean;
            /**
             * @description The key itself, shown this once
             * @example terrier_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6
             */
            key: string;
            /**
             * @description When it was last used, to the minute; null is never
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description A name to recognize it by, on one line
             * @example Map team
             */
            name: string;
            /**
             * @description The first characters of the key
             * @example terrier_a1b2c
             */
            prefix: string;
            /**
             * @description Id of the key that a rotation made in its place
             * @example key_3210fedcba9876543210
             */
            replaced_by: string | null;
            /**
             * @description What the key can be used for: `read` for data, `webhooks` for /webhooks and /events, `export` for /search/export, if the tier includes them
             * @example [
             *       "read",
             *       "webhooks"
             *     ]
             */
            scopes: ("read" | "webhooks" | "export")[];
            /**
             * @description Tier of the key
             * @example scale
             * @enum {unknown}
             */
            tier: "free" | "starter" | "api_100k" | "pro" | "scale" | "license";
        };
        /** CreatedWebhookEndpoint */
        CreatedWebhookEndpoint: {
            /**
             * @description Sends that failed since the last success; tests and what was queued by hand are not counted
             * @example 0
             */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When it was created
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description The note given at creation */
            description: string | null;
            /**
             * @description When it was disabled
             * @example null
             */
            disabled_at: string | null;
            /** @description Why it is disabled: user when it was deleted; failing when an earlier version did it */
            disabled_reason: string | null;
            /**
             * @description Events that are sent; none when an earlier version sent only others to it: create a new endpoint then
             * @example [
             *       "parcel.sold",
             *       "parcel.permit_filed"
             *     ]
             */
            event_types: ("parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed")[];
            /**
             * @description When the first of them failed
             * @example null
             */
            failing_since: string | null;
            /**
             * @description What is watched: parcels, a state or a county
             * @enum {unknown}
             */
            filter_kind: "parcel_ids" | "state_fips" | "county_fips";
            /**
             * @description {"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for state_fips, {"state_fips": "31", "county_fips": "109"} for county_fips
             * @example {
             *       "parcel_ids": [
             *         "31:109:0109109006000"
             *       ]
             *     }
             */
            filter_value: {
                /**
                 * @description 3-digit county FIPS code; all 5 digits are accepted too, and returned as 3
                 * @example 109
                 */
                county_fips?: string;
                /**
                 * @description For parcel_ids: canonical ids, state_fips:county_fips:parcel_id, of up to 1,000 parcels; the id of a parcel, county_fips:parcel_id, is read as its canonical id. A bare parcel number is accepted when exactly one loaded parcel has it. Repetitions count once
                 * @example [
                 *       "31:109:1701100000000"
                 *     ]
                 */
                parcel_ids?: string[];
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
            };
            /**
             * @description Id of the endpoint
             * @example whe_0123456789abcdef012
             */
            id: string;
            /** @description Whether anything is sent to it */
            is_active: boolean;
            /**
             * @description When the last send succeeded
             * @example 2026-01-31T12:00:00.000Z
             */
            last_success_at: string | null;
            /**
             * @description When the next delivery is due
             * @example null
             */
            next_attempt_at: string | null;
            /**
             * @description Signs the deliveries: the key of the HMAC is this whole text. It is shown once
             * @example whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35
             */
            secret: string;
            /**
             * @description The canonical ids that match no loaded parcel now; they may be misspelled. They are watched anyway
             * @example [
             *       "31:109:0109109006000"
             *     ]
             */
            unmatched_parcel_ids: string[];
            /**
             * @description https address that leads to public addresses; no credentials, no fragment
             * @example https://example.com/hooks/terrier
             */
            url: string;
        };
        /** Deed */
        Deed: {
            /**
             * @description Why the transfer is not, or not known to be, at arm’s length
             * @example []
             * @example [
             *       "price_nominal"
             *     ]
             */
            arm_length_reasons: string[];
            /** @description Recorder’s book */
            book: string | null;
            /**
             * @description 5-digit county FIPS code as published; a placeholder such as 31000 is passed through
             * @example 31109
             */
            county_fips: string;
            /**
             * @description Days on market, where published
             * @example 31
             */
            days_on_market: number | null;
            /**
             * @description Recorder’s document number
             * @example 2019024411
             */
            document_number: string | null;
            /**
             * @description Kind of deed
             * @example warranty_deed
             */
            document_type: string | null;
            /**
             * @description Kind of deed as published
             * @example Warranty Deed
             */
            document_type_raw: string | null;
            /**
             * @description Buyer as recorded
             * @example OAK STREET HOLDINGS LLC
             */
            grantee: string | null;
            /**
             * @description Seller as recorded
             * @example WREN, ODETTE
             */
            grantor: string | null;
            /**
             * @description Stable id of the deed on this parcel
             * @example 31109:2019024411:0109109006000
             */
            id: string;
            /** @description Whether the transfer was a sale at arm’s length; null when unknown */
            is_arm_length: boolean | null;
            /** @description Whether the transfer is a sale: a price above 0, at arm’s length */
            is_sale: boolean | null;
            /**
             * @description The grantee
             * @example OAK STREET HOLDINGS LLC
             */
            new_owner: string | null;
            /** @description Recorder’s page */
            page: string | null;
            /**
             * @description Parcels under this deed, where published
             * @example 1
             */
            parcel_count: number | null;
            /**
             * @description Parcel number of the county assessor
             * @example 0109109006000
             */
            parcel_id: string;
            /**
             * @description The grantor
             * @example WREN, ODETTE
             */
            prior_owner: string | null;
            /**
             * @description Date recorded with the county
             * @example 2019-06-20
             */
            recorded_date: string | null;
            /**
             * @description Date of the sale
             * @example 2019-06-14
             */
            sale_date: string | null;
            /**
             * @description Price, USD; null if not disclosed
             * @example 241000
             */
            sale_price_usd: number | null;
            /** @description Publisher of the record */
            source: string | null;
            /**
             * Format: date-time
             * @description When the record last changed here
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /** @description Counts in statistics: at arm’s length, one parcel, a known price and date, a real county */
            usable_for_stats: boolean;
        };
        /** EntityRanking */
        EntityRanking: {
            data: components["schemas"]["EntityRow"][];
            /**
             * @description Page size used
             * @example 100
             */
            limit: number;
            /** @description Only with cursor: the cursor of the next page; null at the end */
            next_cursor?: string | null;
            /**
             * @description Rows skipped before this page
             * @example 0
             */
            offset: number;
            summary: components["schemas"]["EntitySummary"];
            /**
             * @description Exact count of all matches
             * @example 1
             */
            total: number;
        };
        /** EntityRow */
        EntityRow: {
            /**
             * @description Average of the known assessed values, USD
             * @example 312400.5
             */
            avg_assessed_value: number | null;
            /**
             * @description Counties
             * @example 2
             */
            counties: number;
            /**
             * @description Class of the organization
             * @example LLC
             * @enum {unknown}
             */
            entity_class: "LLC" | "CORP" | "TRUST" | "LP" | "LTD" | "ASSOCIATION" | "OTHER_ENTITY";
            /**
             * @description Stable id, derived from the normalized name
             * @example 5f0c1d7e9a3b4c625f0c
             */
            owner_id: string;
            /**
             * @description Most frequent spelling
             * @example OAK STREET HOLDINGS LLC
             */
            owner_name: string;
            /**
             * @description Selected parcels
             * @example 42
             */
            property_count: number;
            /**
             * @description State abbreviations
             * @example [
             *       "NE"
             *     ]
             */
            states: string[];
            /**
             * @description Sum of their known assessed values, USD
             * @example 13120821
             */
            total_assessed_value: number;
        };
        /** EntitySummary */
        EntitySummary: {
            /** @description The same for each class */
            by_class: {
                ASSOCIATION: {
                    /**
                     * @description Organizations
                     * @example 1820
                     */
                    entity_count: number;
                    /**
                     * @description Selected parcels
                     * @example 42
                     */
                    property_count: number;
                    /**
                     * @description Sum of their known assessed values, USD
                     * @example 13120821
                     */
                    total_assessed_value: number;
                };
                CORP: {
                    /**
                     * @description Organizations
                     * @example 1820
                     */
                    entity_count: number;
                    /**
                     * @description Selected parcels
                     * @example 42
                     */
                    property_count: number;
                    /**
                     * @description Sum of their known assessed values, USD
                     * @example 13120821
                     */
                    total_assessed_value: number;
                };
                LLC: {
                    /**
                     * @description Organizations
                     * @example 1820
                     */
                    entity_count: number;
                    /**
                     * @description Selected parcels
                     * @example 42
                     */
                    property_count: number;
                    /**
                     * @description Sum of their known assessed values, USD
                     * @example 13120821
                     */
                    total_assessed_value: number;
                };
                LP: {
                    /**
                     * @description Organizations
                     * @example 1820
                     */
                    entity_count: number;
                    /**
                     * @description Selected parcels
                     * @example 42
                     */
                    property_count: number;
                    /**
                     * @description Sum of their known assessed values, USD
                     * @example 13120821
                     */
                    total_assessed_value: number;
                };
                LTD: {
                    /**
                     * @description Organizations
                     * @example 1820
                     */
                    entity_count: number;
                    /**
                     * @description Selected parcels
                     * @example 42
                     */
                    property_count: number;
                    /**
                     * @description Sum of their known assessed values, USD
                     * @example 13120821
                     */
                    total_assessed_value: number;
                };
                OTHER_ENTITY: {
                    /**
                     * @description Organizations
                     * @example 1820
                     */
                    entity_count: number;
                    /**
                     * @description Selected parcels
                     * @example 42
                     */
                    property_count: number;
                    /**
                     * @description Sum of their known assessed values, USD
                     * @example 13120821
                     */
                    total_assessed_value: number;
                };
                TRUST: {
                    /**
                     * @description Organizations
                     * @example 1820
                     */
                    entity_count: number;
                    /**
                     * @description Selected parcels
                     * @example 42
                     */
                    property_count: number;
                    /**
                     * @description Sum of their known assessed values, USD
                     * @example 13120821
                     */
                    total_assessed_value: number;
                };
            };
            /**
             * @description Organizations
             * @example 1820
             */
            entity_count: number;
            /**
             * @description Selected parcels
             * @example 42
             */
            property_count: number;
            /**
             * @description Sum of their known assessed values, USD
             * @example 13120821
             */
            total_assessed_value: number;
        };
        /**
         * @example {
         *       "error": "limit must be <= 500",
         *       "code": "invalid_parameter",
         *       "request_id": "0b6f5c0e-6f0c-4a52-9d0b-3f1f6f7d2a11",
         *       "errors": [
         *         {
         *           "field": "limit",
         *           "message": "must be <= 500"
         *         },
         *         {
         *           "field": "offset",
         *           "message": "must be >= 0"
         *         }
         *       ]
         *     }
         */
        Error: {
            /**
             * @description `invalid_parameter` (400): A parameter or body field is missing, of a wrong type, out of range or unknown. `invalid_json` (400): The body is not JSON. `bad_request` (400): The request cannot be understood. `missing_key` (401): This route needs an API key. `invalid_key` (401): The API key is malformed or unknown. `inactive_key` (403): The API key was deactivated. `expired_key` (403): The API key has expired. `address_not_allowed` (403): The API key may not be used from this address. `scope_missing` (403): The API key lacks the scope that the route needs. `not_admin` (403): The API key does not manage the keys of its account. `exceeds_key` (403): The new key would be allowed more than the key that creates it. `key_quota` (403): The account has reached its limit of keys, or of new keys in a day. `signup_off` (403): The operator of the service makes the accounts. `webhooks_not_included` (403): The plan of the key has no webhooks. `exports_not_included` (403): The plan of the key has no exports. `endpoint_quota` (403): The plan’s active webhook endpoints are all in use. `not_found` (404): No such parcel, owner, webhook, delivery or route. `method_not_allowed` (405): The address does not support this method; Allow lists the methods that it does. `request_timeout` (408): The request did not arrive in time. `key_ended` (409): The API key was deactivated, has expired or was replaced before. `last_admin_key` (409): Without this key, no key would manage the keys of the account. `not_retryable` (409): Only dead-lettered deliveries are retried. `not_unknown` (409): Only deliveries of unknown outcome are settled. `endpoint_disabled` (409): The webhook endpoint is disabled. `idempotency_in_progress` (409): Another request with the same Idempotency-Key is in progress. `body_too_large` (413): The body is larger than 1 MiB. `unsupported_media_type` (415): The body must be application/json. `range_not_satisfiable` (416): The file ends before the bytes that were asked for. `ambiguous_parcel` (422): A bare parcel number does not name exactly one parcel. `idempotency_conflict` (422): The Idempotency-Key was used for another request. `headers_too_large` (431): The address and headers of the request are too long; a long search goes into a body. `monthly_limit` (429): The lookups of this calendar month are used up, or fewer are left than the request needs. `burst_limit` (429): Too many requests in this minute. `signup_limit` (429): An account was made from this address today. `event_quota` (429): The webhook events of this day are used up. `test_limit` (429): Too many test deliveries in this minute. `internal_error` (500): Something failed in Terrier; report the request id. `unavailable` (503): A part of the service is unavailable, or there are more requests than can be served; try again shortly.
             * @enum {string}
             */
            code: "invalid_parameter" | "invalid_json" | "bad_request" | "missing_key" | "invalid_key" | "inactive_key" | "expired_key" | "address_not_allowed" | "scope_missing" | "not_admin" | "exceeds_key" | "key_quota" | "signup_off" | "webhooks_not_included" | "exports_not_included" | "endpoint_quota" | "not_found" | "method_not_allowed" | "request_timeout" | "key_ended" | "last_admin_key" | "not_retryable" | "not_unknown" | "endpoint_disabled" | "idempotency_in_progress" | "body_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "ambiguous_parcel" | "idempotency_conflict" | "headers_too_large" | "monthly_limit" | "burst_limit" | "signup_limit" | "event_quota" | "test_limit" | "internal_error" | "unavailable";
            /** @description What is wrong, for people */
            error: string;
            /** @description With 400: what is wrong with each field, where that is known. `error` describes the first of them */
            errors?: {
                /** @description Path of the field, with its parts joined by dots; `body`, `query` or `path` when all of it is wrong */
                field: string;
                /** @description The rest of the sentence after the name of the field */
                message: string;
            }[];
            /** @description Mention it in questions about a failed request */
            request_id: string;
        };
        /**
         * FacetRequest
         * @description by, figures or both are required
         */
        FacetRequest: {
            /**
             * @description Edges included. west > east is a box across the antimeridian.
             * @example {
             *       "north": 40.83,
             *       "south": 40.79,
             *       "east": -96.66,
             *       "west": -96.72
             *     }
             */
            bounds?: {
                /** @description Eastern edge, degrees of longitude */
                east: number;
                /** @description Northern edge, degrees of latitude */
                north: number;
                /** @description Southern edge, degrees of latitude */
                south: number;
                /** @description Western edge, degrees of longitude */
                west: number;
            };
            /** @description What to count the parcels by: the 100 most frequent values of each */
            by?: ("state_fips" | "county_fips" | "city" | "zip" | "zoning_category" | "land_use" | "entity_type" | "entity_class" | "absentee_owner" | "out_of_state_owner" | "tax_year")[];
            /** @description The figure whose quantiles to return */
            figures?: ("total_assessed_value" | "sale_price" | "acreage" | "lot_sqft" | "building_sqft" | "year_built" | "deal_score")[];
            filters?: components["schemas"]["Filters"];
            /**
             * @description A point and the maximum distance from it, on the sphere
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026,
             *       "meters": 800
             *     }
             */
            near?: {
                /** @description Degrees north (WGS84) */
                lat: number;
                /** @description Degrees east (WGS84) */
                lon: number;
                /** @description Maximum distance in meters */
                meters: number;
            };
            /**
             * @description Finds the parcels whose outline has a point in common with the region, its border included, wherever their location is; parcels without an outline by their location. Refused where more than 10,000 outlines lie on the border, or where it meets more than 30,000 cells of the map, each about a hundred meters wide
             * @default false
             */
            touches?: boolean;
            /**
             * @description A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out. An area across the antimeridian is given as a MultiPolygon, one part on each side. Parcels on an edge may be in or out
             * @example {
             *       "type": "Polygon",
             *       "coordinates": [
             *         [
             *           [
             *             -96.72,
             *             40.79
             *           ],
             *           [
             *             -96.66,
             *             40.79
             *           ],
             *           [
             *             -96.69,
             *             40.83
             *           ],
             *           [
             *             -96.72,
             *             40.79
             *           ]
             *         ]
             *       ]
             *     }
             */
            within?: {
                /** @description The outer ring, then holes in it */
                coordinates: number[][][];
                /** @enum {string} */
                type: "Polygon";
            } | {
                coordinates: number[][][][];
                /** @enum {string} */
                type: "MultiPolygon";
            };
        };
        /** Facets */
        Facets: {
            /** @description One of each of `by`, in their order */
            facets: {
                /** @enum {unknown} */
                key: "state_fips" | "county_fips" | "city" | "zip" | "zoning_category" | "land_use" | "entity_type" | "entity_class" | "absentee_owner" | "out_of_state_owner" | "tax_year";
                /**
                 * @description Count of the parcels without a value
                 * @example 4
                 */
                missing: number;
                /**
                 * @description Count of the parcels with a value that is not listed
                 * @example 0
                 */
                other: number;
                /** @description The most frequent first */
                values: {
                    /**
                     * @description Count of the parcels that have it
                     * @example 96
                     */
                    count: number;
                    /**
                     * @description As in the parcels
                     * @example residential
                     */
                    value: string | number | boolean;
                }[];
            }[];
            /** @description One of each of `figures`, in their order */
            figures: {
                /**
                 * @description Count of the parcels with a value
                 * @example 120
                 */
                count: number;
                /** @enum {unknown} */
                figure: "total_assessed_value" | "sale_price" | "acreage" | "lot_sqft" | "building_sqft" | "year_built" | "deal_score";
                /**
                 * @description Largest value
                 * @example 2400000
                 */
                max: number | null;
                /**
                 * @description Smallest value; null where no parcel has one
                 * @example 12000
                 */
                min: number | null;
                /**
                 * @description A tenth of the values are at most this; approximate among many parcels
                 * @example 98000
                 */
                p10: number | null;
                /**
                 * @description The lower quartile
                 * @example 150000
                 */
                p25: number | null;
                /**
                 * @description The median
                 * @example 210000
                 */
                p50: number | null;
                /**
                 * @description The upper quartile
                 * @example 290000
                 */
                p75: number | null;
                /**
                 * @description Nine tenths of the values are at most this
                 * @example 410000
                 */
                p90: number | null;
            }[];
            /**
             * @description Exact count of all matches
             * @example 128
             */
            total: number;
        };
        /**
         * Filters
         * @description All optional; a parcel must meet every one given
         */
        Filters: {
            /**
             * @description Only parcels whose owner’s mailing address is elsewhere
             * @default false
             */
            absenteeOnly?: boolean;
            /** @description Lot size, acres, both ends included */
            acreageRange?: {
                max?: number;
                min?: number;
            };
            /**
             * @description Words of the address, whole or their beginnings, as in `GET /parcels/suggest` but without typos
             * @example 1200 n oak st
             */
            address?: string;
            /** @description Bathrooms, both ends included */
            bathroomsRange?: {
                max?: number;
                min?: number;
            };
            /** @description Bedrooms, both ends included */
            bedroomsRange?: {
                max?: number;
                min?: number;
            };
            /** @description Floor area, square feet, both ends included */
            buildingSqftRange?: {
                max?: number;
                min?: number;
            };
            /**
             * @description Whole name of the parcel’s city, in any case. It needs `stateFips` or a region as well
             * @example Lincoln
             */
            city?: string;
            /**
             * @description 5-digit county FIPS code
             * @example 31109
             */
            countyFips?: string;
            /** @description Ids of parcels, at most 500 */
            ids?: string[];
            /**
             * @description Words of the land use as published, whole, in any order and case
             * @example single family
             */
            landUse?: string;
            /** @description false: only parcels without a location, which no region has; true: only parcels with one */
            located?: boolean;
            /** @description Lot area, square feet, both ends included */
            lotSqftRange?: {
                max?: number;
                min?: number;
            };
            /**
             * @description Only parcels whose owner’s mailing address is in another state or country
             * @default false
             */
            outOfStateOnly?: boolean;
            /**
             * @description `owner_id` of the parcel
             * @example 5f0c1d7e9a3b4c625f0c
             */
            ownerId?: string;
            /**
             * @description Words of the owner’s name, whole or their beginnings, in any order
             * @example smith joh
             */
            ownerName?: string;
            /** @description Kinds of owner */
            ownerTypes?: ("individual" | "corporation" | "llc" | "trust" | "government" | "other")[];
            /**
             * Format: date
             * @description Only parcels with a permit filed on this day or later, or issued if the filing date is unknown
             * @example 2024-01-31
             */
            permitSince?: string;
            /** @description Sale date, both ends included */
            saleDateRange?: {
                /**
                 * Format: date
                 * @example 2024-01-31
                 */
                max?: string;
                /**
                 * Format: date
                 * @example 2024-01-31
                 */
                min?: string;
            };
            /** @description Sale price, USD, both ends included */
            salePriceRange?: {
                max?: number;
                min?: number;
            };
            /**
             * @description 2-digit state FIPS code
             * @example 31
             */
            stateFips?: string;
            /** @description Tax year, both ends included */
            taxYearRange?: {
                max?: number;
                min?: number;
            };
            /** @description Dwelling units, both ends included */
            unitsRange?: {
                max?: number;
                min?: number;
            };
            /**
             * Format: date-time
             * @description Only parcels whose `updated_at` is this time or later. Use `next_updated_since` of the answer for the next request, so that no change is missed
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedSince?: string;
            /** @description Assessed value, USD, both ends included */
            valueRange?: {
                max?: number;
                min?: number;
            };
            /** @description Year built, both ends included */
            yearBuiltRange?: {
                max?: number;
                min?: number;
            };
            /**
             * @description ZIP code of the parcel, 5 digits
             * @example 68508
             */
            zip?: string;
            /** @description Zoning categories, in any case: residential, commercial, industrial, agricultural, exempt, vacant, mixed, other */
            zoningCategories?: string[];
        };
        /** Flip */
        Flip: {
            /**
             * @description Situs address in one line; null when the parcel is not loaded
             * @example 9 PIER RD, LEBANON, TN 37087
             */
            address: string | null;
            /**
             * Format: date
             * @description Date of the first sale, or of its recording
             * @example 2023-02-10
             */
            buy_date: string;
            /**
             * @description Price of the first sale, USD
             * @example 210000
             */
            buy_price: number;
            /**
             * @description The flipper: the first buyer, or the later seller
             * @example OAK STREET HOLDINGS LLC
             */
            buyer_name: string | null;
            /**
             * @description 5-digit county FIPS code
             * @example 47189
             */
            county_fips: string;
            /**
             * @description quick: under 6 calendar months; standard: under 12; long: up to 24
             * @enum {unknown}
             */
            flip_tier: "quick" | "standard" | "long";
            /**
             * @description Days between the two
             * @example 172
             */
            hold_days: number;
            /**
             * @description Parcel number
             * @example 057 00100 00019057
             */
            parcel_id: string;
            /**
             * @description Difference of the two; negative for a loss, USD
             * @example 79000
             */
            profit: number;
            /**
             * Format: date
             * @description Date of the second sale, or of its recording
             * @example 2023-08-01
             */
            sell_date: string;
            /**
             * @description Price of the second sale, USD
             * @example 289000
             */
            sell_price: number;
            /**
             * @description The flipper’s seller
             * @example WREN, ODETTE
             */
            seller_name: string | null;
        };
        /** Flipper */
        Flipper: {
            /**
             * @description Counties of the flips
             * @example 2
             */
            counties: number;
            /**
             * @description Kind of owner
             * @example llc
             * @enum {unknown}
             */
            entity_type: "individual" | "corporation" | "llc" | "trust" | "government" | "other";
            /**
             * @description Flips
             * @example 14
             */
            flip_count: number;
            /**
             * Format: date
             * @description Date of the newest second sale
             * @example 2025-11-03
             */
            last_flip_date: string;
            /**
             * @description Held 12 to 24 months
             * @example 1
             */
            long_count: number;
            /**
             * @description Median of the holds, days
             * @example 148.5
             */
            median_hold_days: number;
            /**
             * @description Median of the profits, USD
             * @example 55000
             */
            median_profit: number;
            /**
             * @description Most frequent spelling
             * @example OAK STREET HOLDINGS LLC
             */
            name: string;
            /**
             * @description Stable id, derived from the normalized name
             * @example 5f0c1d7e9a3b4c625f0c
             */
            owner_id: string;
            /**
             * @description Held under 6 months
             * @example 9
             */
            quick_count: number;
            /**
             * @description Rank by flip_count, then total_profit
             * @example 1
             */
            rank: number;
            /**
             * @description Held 6 to 12 months
             * @example 4
             */
            standard_count: number;
            /**
             * @description Sum of the buying prices, USD
             * @example 2400000
             */
            total_buy_volume: number;
            /**
             * @description Sum of the profits, USD
             * @example 812000
             */
            total_profit: number;
            /**
             * @description Sum of the selling prices, USD
             * @example 3212000
             */
            total_sell_volume: number;
        };
        /** MarketRow */
        MarketRow: {
            /**
             * @description Average days on the market; null if no source has them
             * @example 31
             */
            avg_days_on_market: number | null;
            /**
             * @description Average price, USD
             * @example 431207.88
             */
            avg_price: number;
            /**
             * @description 5-digit county FIPS code
             * @example 47189
             */
            county_fips: string;
            /**
             * @description County, Census form
             * @example Wilson County
             */
            county_name: string;
            /**
             * @description Fewer than 30 sales: the median is unreliable
             * @example false
             */
            low_sample: boolean;
            /**
             * @description Exact median price, USD
             * @example 389900
             */
            median_price: number;
            /**
             * @description Quarter of the sale dates
             * @example 2025Q4
             */
            quarter: string;
            /**
             * @description Sales at arm’s length, of one parcel each, with price and date
             * @example 412
             */
            sale_count: number;
            /**
             * @description State abbreviation
             * @example TN
             */
            state_abbr: string;
            /**
             * @description 2-digit state FIPS code
             * @example 47
             */
            state_fips: string;
            /**
             * @description Change of the median against the same quarter a year before: 0.05 is 5 percent
             * @example 0.0412
             */
            yoy_change: number | null;
        };
        /** Outline */
        Outline: {
            /**
             * @description Polygons, each an outer ring and its holes; longitude, then latitude (WGS84 degrees)
             * @example [
             *       [
             *         [
             *           [
             *             -96.7,
             *             40.8
             *           ],
             *           [
             *             -96.699,
             *             40.8
             *           ],
             *           [
             *             -96.699,
             *             40.801
             *           ],
             *           [
             *             -96.7,
             *             40.8
             *           ]
             *         ]
             *       ]
             *     ]
             */
            coordinates: number[][][][];
            /** @enum {string} */
            type: "MultiPolygon";
        };
        /** OutlineFeature */
        OutlineFeature: {
            geometry: components["schemas"]["Outline"];
            /**
             * @description The id of the parcel
             * @example 31109:0109109006000
             */
            id: string;
            properties: {
                /**
                 * @description Lot size, acres
                 * @example 0.21
                 */
                acreage: number | null;
                /**
                 * @description Situs address in one line
                 * @example 1200 N OAK ST APT 4, LINCOLN, NE 68508
                 */
                address: string | null;
                /**
                 * @description 5-digit county FIPS code
                 * @example 31109
                 */
                county_fips: string;
                /**
                 * @description Parcel number of the county assessor
                 * @example 0109109006000
                 */
                parcel_id: string;
            };
            /** @enum {string} */
            type: "Feature";
        };
        /** Owner */
        Owner: {
            /**
             * @description Parcels where the owner lives elsewhere
             * @example 42
             */
            absentee_count: number;
            /**
             * @description Average of the known assessed values, USD
             * @example 266773.81
             */
            avg_assessed_value: number | null;
            /**
             * @description Counties
             * @example 2
             */
            counties: number;
            /** @description Class of an organization; null for people and government */
            entity_class: ("LLC" | "CORP" | "TRUST" | "LP" | "LTD" | "ASSOCIATION" | "OTHER_ENTITY") | null;
            /**
             * @description Kind of owner
             * @example llc
             * @enum {unknown}
             */
            entity_type: "individual" | "corporation" | "llc" | "trust" | "government" | "other";
            /**
             * @description Oldest sale date of the parcels
             * @example 2004-05-11
             */
            first_acquired: string | null;
            /**
             * @description Newest sale date of the parcels
             * @example 2024-09-30
             */
            last_acquired: string | null;
            /**
             * @description Most frequent mailing address
             * @example PO BOX 12, OMAHA, NE 68101
             */
            mailing_address: string | null;
            /**
             * @description Spellings, the most frequent first; at most 100
             * @example [
             *       "OAK STREET HOLDINGS LLC",
             *       "OAK STREET HOLDINGS, L.L.C."
             *     ]
             */
            name_variants: string[];
            /**
             * @description Stable id, derived from the normalized name
             * @example 5f0c1d7e9a3b4c625f0c
             */
            owner_id: string;
            /**
             * @description Most frequent spelling
             * @example OAK STREET HOLDINGS LLC
             */
            owner_name: string;
            /**
             * @description Parcels
             * @example 42
             */
            property_count: number;
            /**
             * @description State abbreviations
             * @example [
             *       "NE"
             *     ]
             */
            states: string[];
            /**
             * @description Sum of the known lot sizes, acres
             * @example 18.2
             */
            total_acreage: number;
            /**
             * @description Sum of the known assessed values, USD
             * @example 11204500
             */
            total_assessed_value: number;
        };
        /** Parcel */
        Parcel: {
            /** @description The owner’s mailing address is not the parcel’s */
            absentee_owner: boolean | null;
            /**
             * @description Lot size, acres
             * @example 0.21
             */
            acreage: number | null;
            /**
             * @description Situs address in one line
             * @example 1200 N OAK ST APT 4, LINCOLN, NE 68508
             */
            address: string | null;
            /**
             * @description Bathrooms; a half bath counts 0.5
             * @example 1.5
             */
            bathrooms: number | null;
            /**
             * @description Bedrooms
             * @example 3
             */
            bedrooms: number | null;
            /**
             * @description Floor area, square feet
             * @example 1840
             */
            building_sqft: number | null;
            /**
             * @description <state_fips>:<county_fips>:<parcel_id>, as webhooks use it
             * @example 31:109:0109109006000
             */
            canonical_id: string;
            /**
             * @description Situs city
             * @example LINCOLN
             */
            city: string | null;
            /**
             * @description 5-digit county FIPS code
             * @example 31109
             */
            county_fips: string;
            /**
             * @description County, Census form
             * @example Lancaster County
             */
            county_name: string;
            /**
             * @description 0–100, higher is the likelier deal; null when less than half of it is known
             * @example 61.5
             */
            deal_score: number | null;
            deal_score_parts: {
                /** @description The owner lives elsewhere */
                absentee: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description Years since the newest transfer */
                held: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description Little building value on the land */
                improvement: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description No permit in 15 years on a building over 30 years old */
                permits: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description Assessed value over the last arm’s-length price, against the county’s median */
                value_gap: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
            } | null;
            /** @description Class of an organization; null for people and government */
            entity_class: ("LLC" | "CORP" | "TRUST" | "LP" | "LTD" | "ASSOCIATION" | "OTHER_ENTITY") | null;
            /**
             * @description Kind of owner; null without a name
             * @example llc
             */
            entity_type: ("individual" | "corporation" | "llc" | "trust" | "government" | "other") | null;
            /**
             * @description The outline of the lot is known
             * @example true
             */
            has_outline: boolean;
            /**
             * @description <county_fips>:<parcel_id>
             * @example 31109:0109109006000
             */
            id: string;
            /**
             * @description Assessed value of improvements, USD
             * @example 205000
             */
            improvement_value: number | null;
            /**
             * @description Land use as published
             * @example Single Family
             */
            land_use: string | null;
            /**
             * @description Land-use code as published
             * @example R1
             */
            land_use_code: string | null;
            /**
             * @description Assessed land value, USD
             * @example 60000
             */
            land_value: number | null;
            /**
             * @description Recording date of that deed, or its sale date
             * @example 2019-06-20
             */
            latest_deed_date: string | null;
            /**
             * @description Grantee of the newest deed that names one; the assessor’s owner_name often lags behind it
             * @example ALDER, BENEDICT
             */
            latest_grantee: string | null;
            /**
             * @description Point of the record, WGS84 degrees
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026
             *     }
             */
            location: {
                /** @description Latitude, degrees north (WGS84) */
                lat: number;
                /** @description Longitude, degrees east (WGS84) */
                lon: number;
            } | null;
            /**
             * @description Lot size, square feet
             * @example 9148
             */
            lot_sqft: number | null;
            /**
             * @description Owner’s mailing address in one line
             * @example PO BOX 12, OMAHA, NE 68101
             */
            mailing_address: string | null;
            /**
             * @description Mailing city
             * @example OMAHA
             */
            mailing_city: string | null;
            /** @description Mailing country, unless the United States */
            mailing_country: string | null;
            /**
             * @description Mailing state
             * @example NE
             */
            mailing_state: string | null;
            /**
             * @description Mailing ZIP or postal code
             * @example 68101
             */
            mailing_zip: string | null;
            /**
             * @description Market value by the assessor, USD
             * @example 280000
             */
            market_value: number | null;
            /** @description The mailing address is in another state or country */
            out_of_state_owner: boolean | null;
            /**
             * @description Stable id of the owner, derived from the normalized name
             * @example 5f0c1d7e9a3b4c625f0c
             */
            owner_id: string | null;
            /**
             * @description Owner as recorded
             * @example OAK STREET HOLDINGS LLC
             */
            owner_name: string | null;
            /** @description Second owner as recorded */
            owner_name_2: string | null;
            /**
             * @description Parcel number of the county assessor
             * @example 0109109006000
             */
            parcel_id: string;
            /** @description Whether that sale was at arm’s length */
            sale_arms_length: boolean | null;
            /**
             * @description Date of that sale; without a known price, the date that the assessor publishes
             * @example 2019-06-14
             */
            sale_date: string | null;
            /**
             * @description Price of the newest known sale, USD
             * @example 241000
             */
            sale_price: number | null;
            /**
             * @description Publisher of the record
             * @example lancaster-ne-assessor
             */
            source: string | null;
            /** @description Date of the publisher’s extract */
            source_date: string | null;
            /**
             * @description State abbreviation
             * @example NE
             */
            state: string;
            /**
             * @description 2-digit state FIPS code
             * @example 31
             */
            state_fips: string;
            /**
             * @description Stories
             * @example 2
             */
            stories: number | null;
            /**
             * @description Situs street
             * @example 1200 N OAK ST
             */
            street: string | null;
            /**
             * @description Annual tax, USD
             * @example 4210.5
             */
            tax_amount: number | null;
            /**
             * @description Year of the assessment
             * @example 2025
             */
            tax_year: number | null;
            /**
             * @description Assessed value, USD
             * @example 265000
             */
            total_assessed_value: number | null;
            /**
             * @description Situs unit
             * @example APT 4
             */
            unit: string | null;
            /**
             * @description Dwelling units
             * @example 1
             */
            units: number | null;
            /**
             * Format: date-time
             * @description When any key of this record last changed in Terrier, derived ones included
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Year of construction
             * @example 1964
             */
            year_built: number | null;
            /**
             * @description Situs ZIP code
             * @example 68508
             */
            zip: string | null;
            /**
             * @description Zoning as published
             * @example R-4
             */
            zoning: string | null;
            /** @description Zoning or use in one of eight categories */
            zoning_category: ("residential" | "commercial" | "industrial" | "agricultural" | "exempt" | "vacant" | "mixed" | "other") | null;
        };
        /** ParcelOwner */
        ParcelOwner: {
            /**
             * @description Kind of owner; null without a name
             * @example llc
             */
            entity_type: ("individual" | "corporation" | "llc" | "trust" | "government" | "other") | null;
            /**
             * @description Mailing address in one line
             * @example PO BOX 12, OMAHA, NE 68101
             */
            mailing_address: string | null;
            /**
             * @description Owner as recorded on this parcel
             * @example OAK STREET HOLDINGS LLC
             */
            owner_name: string | null;
            portfolio_summary: {
                /**
                 * @description All parcels of this owner
                 * @example 42
                 */
                property_count: number;
                /**
                 * @description Abbreviations of their states
                 * @example [
                 *       "NE"
                 *     ]
                 */
                states: string[];
                /**
                 * @description Sum of their known assessed values, USD
                 * @example 11204500
                 */
                total_assessed_value: number;
            };
            /** @description The first 100 of them by assessed value */
            properties: components["schemas"]["Parcel"][];
        };
        /**
         * ParcelPart
         * @description With fields: a parcel with just these
         */
        ParcelPart: {
            /** @description The owner’s mailing address is not the parcel’s */
            absentee_owner?: boolean | null;
            /**
             * @description Lot size, acres
             * @example 0.21
             */
            acreage?: number | null;
            /**
             * @description Situs address in one line
             * @example 1200 N OAK ST APT 4, LINCOLN, NE 68508
             */
            address?: string | null;
            /**
             * @description Bathrooms; a half bath counts 0.5
             * @example 1.5
             */
            bathrooms?: number | null;
            /**
             * @description Bedrooms
             * @example 3
             */
            bedrooms?: number | null;
            /**
             * @description Floor area, square feet
             * @example 1840
             */
            building_sqft?: number | null;
            /**
             * @description <state_fips>:<county_fips>:<parcel_id>, as webhooks use it
             * @example 31:109:0109109006000
             */
            canonical_id?: string;
            /**
             * @description Situs city
             * @example LINCOLN
             */
            city?: string | null;
            /**
             * @description 5-digit county FIPS code
             * @example 31109
             */
            county_fips?: string;
            /**
             * @description County, Census form
             * @example Lancaster County
             */
            county_name?: string;
            /**
             * @description 0–100, higher is the likelier deal; null when less than half of it is known
             * @example 61.5
             */
            deal_score?: number | null;
            deal_score_parts?: {
                /** @description The owner lives elsewhere */
                absentee: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description Years since the newest transfer */
                held: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description Little building value on the land */
                improvement: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description No permit in 15 years on a building over 30 years old */
                permits: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
                /** @description Assessed value over the last arm’s-length price, against the county’s median */
                value_gap: {
                    /**
                     * @description Points out of the weight
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Most points that this part can give
                     * @example 25
                     */
                    weight: number;
                } | null;
            } | null;
            /** @description Class of an organization; null for people and government */
            entity_class?: ("LLC" | "CORP" | "TRUST" | "LP" | "LTD" | "ASSOCIATION" | "OTHER_ENTITY") | null;
            /**
             * @description Kind of owner; null without a name
             * @example llc
             */
            entity_type?: ("individual" | "corporation" | "llc" | "trust" | "government" | "other") | null;
            /**
             * @description The outline of the lot is known
             * @example true
             */
            has_outline?: boolean;
            /**
             * @description <county_fips>:<parcel_id>
             * @example 31109:0109109006000
             */
            id?: string;
            /**
             * @description Assessed value of improvements, USD
             * @example 205000
             */
            improvement_value?: number | null;
            /**
             * @description Land use as published
             * @example Single Family
             */
            land_use?: string | null;
            /**
             * @description Land-use code as published
             * @example R1
             */
            land_use_code?: string | null;
            /**
             * @description Assessed land value, USD
             * @example 60000
             */
            land_value?: number | null;
            /**
             * @description Recording date of that deed, or its sale date
             * @example 2019-06-20
             */
            latest_deed_date?: string | null;
            /**
             * @description Grantee of the newest deed that names one; the assessor’s owner_name often lags behind it
             * @example ALDER, BENEDICT
             */
            latest_grantee?: string | null;
            /**
             * @description Point of the record, WGS84 degrees
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026
             *     }
             */
            location?: {
                /** @description Latitude, degrees north (WGS84) */
                lat: number;
                /** @description Longitude, degrees east (WGS84) */
                lon: number;
            } | null;
            /**
             * @description Lot size, square feet
             * @example 9148
             */
            lot_sqft?: number | null;
            /**
             * @description Owner’s mailing address in one line
             * @example PO BOX 12, OMAHA, NE 68101
             */
            mailing_address?: string | null;
            /**
             * @description Mailing city
             * @example OMAHA
             */
            mailing_city?: string | null;
            /** @description Mailing country, unless the United States */
            mailing_country?: string | null;
            /**
             * @description Mailing state
             * @example NE
             */
            mailing_state?: string | null;
            /**
             * @description Mailing ZIP or postal code
             * @example 68101
             */
            mailing_zip?: string | null;
            /**
             * @description Market value by the assessor, USD
             * @example 280000
             */
            market_value?: number | null;
            /** @description The mailing address is in another state or country */
            out_of_state_owner?: boolean | null;
            /**
             * @description Stable id of the owner, derived from the normalized name
             * @example 5f0c1d7e9a3b4c625f0c
             */
            owner_id?: string | null;
            /**
             * @description Owner as recorded
             * @example OAK STREET HOLDINGS LLC
             */
            owner_name?: string | null;
            /** @description Second owner as recorded */
            owner_name_2?: string | null;
            /**
             * @description Parcel number of the county assessor
             * @example 0109109006000
             */
            parcel_id?: string;
            /** @description Whether that sale was at arm’s length */
            sale_arms_length?: boolean | null;
            /**
             * @description Date of that sale; without a known price, the date that the assessor publishes
             * @example 2019-06-14
             */
            sale_date?: string | null;
            /**
             * @description Price of the newest known sale, USD
             * @example 241000
             */
            sale_price?: number | null;
            /**
             * @description Publisher of the record
             * @example lancaster-ne-assessor
             */
            source?: string | null;
            /** @description Date of the publisher’s extract */
            source_date?: string | null;
            /**
             * @description State abbreviation
             * @example NE
             */
            state?: string;
            /**
             * @description 2-digit state FIPS code
             * @example 31
             */
            state_fips?: string;
            /**
             * @description Stories
             * @example 2
             */
            stories?: number | null;
            /**
             * @description Situs street
             * @example 1200 N OAK ST
             */
            street?: string | null;
            /**
             * @description Annual tax, USD
             * @example 4210.5
             */
            tax_amount?: number | null;
            /**
             * @description Year of the assessment
             * @example 2025
             */
            tax_year?: number | null;
            /**
             * @description Assessed value, USD
             * @example 265000
             */
            total_assessed_value?: number | null;
            /**
             * @description Situs unit
             * @example APT 4
             */
            unit?: string | null;
            /**
             * @description Dwelling units
             * @example 1
             */
            units?: number | null;
            /**
             * Format: date-time
             * @description When any key of this record last changed in Terrier, derived ones included
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description Year of construction
             * @example 1964
             */
            year_built?: number | null;
            /**
             * @description Situs ZIP code
             * @example 68508
             */
            zip?: string | null;
            /**
             * @description Zoning as published
             * @example R-4
             */
            zoning?: string | null;
            /** @description Zoning or use in one of eight categories */
            zoning_category?: ("residential" | "commercial" | "industrial" | "agricultural" | "exempt" | "vacant" | "mixed" | "other") | null;
        };
        /** ParcelsAt */
        ParcelsAt: {
            /** @description By id, at most 500; several where they share an outline or a place, as condominiums do */
            data: components["schemas"]["Parcel"][] | components["schemas"]["ParcelPart"][];
            /**
             * @description Distance from the point: 0 inside an outline; null when nothing is near
             * @example 0
             */
            meters: number | null;
        };
        /**
         * PastEvent
         * @description A payload without delivery_attempt
         */
        PastEvent: {
            /**
             * @description state:county:parcel; null when the county is unknown
             * @example 31:109:0109109006000
             */
            canonical_id: string | null;
            /**
             * @description 3-digit county FIPS code as published
             * @example 109
             */
            county_fips: string | null;
            /**
             * @description Id of the event, as it was delivered
             * @example 3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226
             */
            event_id: string;
            /** @enum {unknown} */
            event_type: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
            /**
             * @description How the parcel was recognised
             * @example state_county_parcel_id
             */
            match_basis: string | null;
            /**
             * Format: date-time
             * @description The record’s own date when it has one
             */
            occurred_at: string;
            /**
             * @description Which date of the record that is
             * @example recording_date
             * @enum {unknown}
             */
            occurred_at_basis: "recording_date" | "sale_date" | "filed_date" | "issued_date" | "ingested_at" | "curated_at";
            /**
             * @description Parcel number of the county assessor
             * @example 0109109006000
             */
            parcel_id: string;
            /** @description Reserved; null today */
            source_run_id: string | null;
            /**
             * @description 2-digit state FIPS code
             * @example 31
             */
            state_fips: string | null;
        } & {
            [key: string]: unknown;
        };
        /** Permit */
        Permit: {
            /** @description Applicant as published */
            applicant_name: string | null;
            /**
             * @description Date of completion
             * @example 2023-08-11
             */
            completed_date: string | null;
            /** @description Stable id of the contractor, derived from the normalized name */
            contractor_id: string | null;
            /** @description Contractor’s license number */
            contractor_license: string | null;
            /**
             * @description Contractor as published
             * @example ABEL ROOFING INC
             */
            contractor_name: string | null;
            /**
             * @description 5-digit county FIPS code
             * @example 37183
             */
            county_fips: string;
            /**
             * @description Work description
             * @example Replace the shingles
             */
            description: string | null;
            /**
             * @description Declared cost, USD
             * @example 9356.56
             */
            estimated_cost: number | null;
            /**
             * @description Date of expiry
             * @example 2024-05-15
             */
            expires_date: string | null;
            /**
             * @description Date of application
             * @example 2023-05-05
             */
            filed_date: string | null;
            /**
             * @description permit_id, county and parcel: stable, one for each parcel of a permit
             * @example BLDR-022101-2023:37183:0017801
             */
            id: string;
            /**
             * @description Date of issue
             * @example 2023-05-15
             */
            issued_date: string | null;
            /**
             * @description Issuing jurisdiction
             * @example raleigh-nc
             */
            jurisdiction_id: string | null;
            /**
             * @description Point of the record, WGS84 degrees
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026
             *     }
             */
            location: {
                /** @description Latitude, degrees north (WGS84) */
                lat: number;
                /** @description Longitude, degrees east (WGS84) */
                lon: number;
            } | null;
            /**
             * @description Parcel number; null when the publisher gives none
             * @example 0017801
             */
            parcel_id: string | null;
            /**
             * @description Internal id, stable across loads, shared by the permit’s parcels
             * @example BLDR-022101-2023
             */
            permit_id: string;
            /**
             * @description Number issued by the jurisdiction
             * @example BLDR-022101-2023
             */
            permit_number: string | null;
            /**
             * @description Status in one of six words; null when the published one is unknown
             * @example final
             */
            permit_status: ("filed" | "issued" | "in_review" | "final" | "expired" | "withdrawn") | null;
            /**
             * @description Kind of permit as published
             * @example Building
             */
            permit_type: string | null;
            /** @description Publisher of the record */
            source: string | null;
            /**
             * @description Status as published
             * @example Complete
             */
            status_raw: string | null;
            /**
             * Format: date-time
             * @description When the record last changed here
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Class of work
             * @example Alteration/Repairs
             */
            work_class: string | null;
        };
        /** Portfolio */
        Portfolio: {
            /**
             * @description Kind of owner
             * @example llc
             * @enum {unknown}
             */
            entity_type: "individual" | "corporation" | "llc" | "trust" | "government" | "other";
            /**
             * @description Most frequent spelling
             * @example OAK STREET HOLDINGS LLC
             */
            owner_name: string;
            /** @description The first 100 of the parcels by assessed value */
            properties: components["schemas"]["Parcel"][];
            summary: {
                /**
                 * @description Average of the known assessed values, USD
                 * @example 266773.81
                 */
                avg_assessed_value: number | null;
                /**
                 * @description Counties
                 * @example 2
                 */
                counties: number;
                /**
                 * @description All parcels of the owner
                 * @example 42
                 */
                property_count: number;
                /**
                 * @description State abbreviations
                 * @example [
                 *       "NE"
                 *     ]
                 */
                states: string[];
                /**
                 * @description Sum of the known assessed values, USD
                 * @example 11204500
                 */
                total_assessed_value: number;
                /**
                 * @description Parcels by zoning category; those of unknown category are left out
                 * @example {
                 *       "residential": 40,
                 *       "commercial": 2
                 *     }
                 */
                zoning_breakdown: {
                    [key: string]: number;
                };
            };
        };
        /** RiskAssessment */
        RiskAssessment: {
            /** @description Air quality of the year */
            air_quality: {
                /**
                 * @description Date or year that the figure describes
                 * @example 2025
                 */
                as_of: string | null;
                /**
                 * @description Area that the figure describes
                 * @enum {unknown}
                 */
                geography: "parcel" | "tract" | "county";
                /**
                 * @description Median air quality index of the year
                 * @example 38
                 */
                median_aqi: number | null;
                /**
                 * @description The score in words
                 * @example moderate
                 */
                rating: ("very_low" | "low" | "moderate" | "high" | "very_high") | null;
                /**
                 * @description 0–100, higher is worse
                 * @example 41.2
                 */
                score: number;
                /** @description Publisher of the figure */
                source: string | null;
                /**
                 * @description Days of the year that were unhealthy, at least for sensitive groups
                 * @example 4
                 */
                unhealthy_days: number | null;
            } | null;
            /**
             * @description 5-digit county FIPS code
             * @example 31109
             */
            county_fips: string;
            /** @description National percentile of the county’s crime rate */
            crime: {
                /**
                 * @description Date or year that the figure describes
                 * @example 2025
                 */
                as_of: string | null;
                /**
                 * @description Area that the figure describes
                 * @enum {unknown}
                 */
                geography: "parcel" | "tract" | "county";
                /**
                 * @description The score in words
                 * @example moderate
                 */
                rating: ("very_low" | "low" | "moderate" | "high" | "very_high") | null;
                /**
                 * @description 0–100, higher is worse
                 * @example 41.2
                 */
                score: number;
                /** @description Publisher of the figure */
                source: string | null;
            } | null;
            /** @description The larger of inland and coastal flooding */
            flood: {
                /**
                 * @description Date or year that the figure describes
                 * @example 2025
                 */
                as_of: string | null;
                /**
                 * @description Area that the figure describes
                 * @enum {unknown}
                 */
                geography: "parcel" | "tract" | "county";
                /**
                 * @description The score in words
                 * @example moderate
                 */
                rating: ("very_low" | "low" | "moderate" | "high" | "very_high") | null;
                /**
                 * @description 0–100, higher is worse
                 * @example 41.2
                 */
                score: number;
                /** @description Publisher of the figure */
                source: string | null;
            } | null;
            /**
             * @description The parcel’s id
             * @example 31109:0109109006000
             */
            id: string;
            /**
             * @description Composite natural-hazard score 0–100, higher is worse
             * @example 38.4
             */
            overall_score: number | null;
            /** @description Wildfire */
            wildfire: {
                /**
                 * @description Date or year that the figure describes
                 * @example 2025
                 */
                as_of: string | null;
                /**
                 * @description Area that the figure describes
                 * @enum {unknown}
                 */
                geography: "parcel" | "tract" | "county";
                /**
                 * @description The score in words
                 * @example moderate
                 */
                rating: ("very_low" | "low" | "moderate" | "high" | "very_high") | null;
                /**
                 * @description 0–100, higher is worse
                 * @example 41.2
                 */
                score: number;
                /** @description Publisher of the figure */
                source: string | null;
            } | null;
        };
        /** RotatedApiKey */
        RotatedApiKey: {
            /**
             * @description Addresses and ranges that the key can be used from; null allows any
             * @example [
             *       "203.0.113.7",
             *       "2001:db8::/32"
             *     ]
             */
            allowed_addresses: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it ends; null is never
             * @example null
             */
            expires_at: string | null;
            /**
             * @description Id of the key
             * @example key_0123456789abcdef0123
             */
            id: string;
            /** @description False when it was deleted */
            is_active: boolean;
            /** @description Whether it manages the keys of its account */
            is_admin: boolean;
            /** @description Whether it is the key of this request */
            is_caller: boolean;
            /**
             * @description The key itself, shown this once
             * @example terrier_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6
             */
            key: string;
            /**
             * @description When it was last used, to the minute; null is never
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description A name to recognize it by, on one line
             * @example Map team
             */
            name: string;
            /**
             * Format: date-time
             * @description Until when the old key works too
             * @example 2026-01-31T12:00:00.000Z
             */
            old_key_expires_at: string;
            /**
             * @description The first characters of the key
             * @example terrier_a1b2c
             */
            prefix: string;
            /**
             * @description Id of the key that a rotation made in its place
             * @example key_3210fedcba9876543210
             */
            replaced_by: string | null;
            /**
             * @description Id of the key that it replaces
             * @example key_0123456789abcdef0123
             */
            replaces: string;
            /**
             * @description What the key can be used for: `read` for data, `webhooks` for /webhooks and /events, `export` for /search/export, if the tier includes them
             * @example [
             *       "read",
             *       "webhooks"
             *     ]
             */
            scopes: ("read" | "webhooks" | "export")[];
            /**
             * @description Tier of the key
             * @example scale
             * @enum {unknown}
             */
            tier: "free" | "starter" | "api_100k" | "pro" | "scale" | "license";
        };
        /**
         * SearchRequest
         * @description Exactly one of bounds, within and near is required, or filters with at least one of countyFips, stateFips, zip, ownerId, ids, updatedSince
         */
        SearchRequest: {
            /**
             * @description Edges included. west > east is a box across the antimeridian.
             * @example {
             *       "north": 40.83,
             *       "south": 40.79,
             *       "east": -96.66,
             *       "west": -96.72
             *     }
             */
            bounds?: {
                /** @description Eastern edge, degrees of longitude */
                east: number;
                /** @description Northern edge, degrees of latitude */
                north: number;
                /** @description Southern edge, degrees of latitude */
                south: number;
                /** @description Western edge, degrees of longitude */
                west: number;
            };
            /**
             * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
             * @example *
             */
            cursor?: string;
            /**
             * @description Only these fields of each parcel, in the order of the record
             * @example [
             *       "id",
             *       "address",
             *       "total_assessed_value"
             *     ]
             */
            fields?: ("id" | "county_fips" | "parcel_id" | "canonical_id" | "state_fips" | "state" | "county_name" | "address" | "street" | "unit" | "city" | "zip" | "location" | "has_outline" | "owner_name" | "owner_name_2" | "owner_id" | "entity_type" | "entity_class" | "mailing_address" | "mailing_city" | "mailing_state" | "mailing_zip" | "mailing_country" | "absentee_owner" | "out_of_state_owner" | "total_assessed_value" | "land_value" | "improvement_value" | "market_value" | "tax_year" | "tax_amount" | "land_use_code" | "land_use" | "zoning" | "zoning_category" | "acreage" | "lot_sqft" | "building_sqft" | "year_built" | "bedrooms" | "bathrooms" | "stories" | "units" | "sale_price" | "sale_date" | "sale_arms_length" | "latest_grantee" | "latest_deed_date" | "deal_score" | "deal_score_parts" | "source" | "source_date" | "updated_at")[];
            filters?: components["schemas"]["Filters"];
            /**
             * @description Page size, 1 to 500
             * @default 100
             */
            limit?: number;
            /**
             * @description A point and the maximum distance from it, on the sphere
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026,
             *       "meters": 800
             *     }
             */
            near?: {
                /** @description Degrees north (WGS84) */
                lat: number;
                /** @description Degrees east (WGS84) */
                lon: number;
                /** @description Maximum distance in meters */
                meters: number;
            };
            /**
             * @description Rows to skip; no maximum
             * @default 0
             */
            offset?: number;
            /**
             * @default desc
             * @enum {unknown}
             */
            order?: "asc" | "desc";
            /**
             * @description Outlines in place of points, where they are known. Only with Accept: application/geo+json
             * @default false
             */
            outline?: boolean;
            /**
             * @description Parcels without the value come last in both directions. Without sort: an arbitrary but stable order. `distance` is that from `near`, the nearest first with order asc, with at most 10,000 rows by offset and all by cursor.
             * @enum {unknown}
             */
            sort?: "assessed_value" | "sale_price" | "acreage" | "year_built" | "deal_score" | "sale_date" | "updated_at" | "distance";
            /**
             * @description Finds the parcels whose outline has a point in common with the region, its border included, wherever their location is; parcels without an outline by their location. Refused where more than 10,000 outlines lie on the border, or where it meets more than 30,000 cells of the map, each about a hundred meters wide
             * @default false
             */
            touches?: boolean;
            /**
             * @description A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out. An area across the antimeridian is given as a MultiPolygon, one part on each side. Parcels on an edge may be in or out
             * @example {
             *       "type": "Polygon",
             *       "coordinates": [
             *         [
             *           [
             *             -96.72,
             *             40.79
             *           ],
             *           [
             *             -96.66,
             *             40.79
             *           ],
             *           [
             *             -96.69,
             *             40.83
             *           ],
             *           [
             *             -96.72,
             *             40.79
             *           ]
             *         ]
             *       ]
             *     }
             */
            within?: {
                /** @description The outer ring, then holes in it */
                coordinates: number[][][];
                /** @enum {string} */
                type: "Polygon";
            } | {
                coordinates: number[][][][];
                /** @enum {string} */
                type: "MultiPolygon";
            };
        };
        /** SourceRow */
        SourceRow: {
            /**
             * Format: date-time
             * @description When the publisher was last asked
             * @example 2026-01-31T12:00:00.000Z
             */
            checked_at: string;
            /**
             * @description 5-digit county FIPS code
             * @example 31109
             */
            county_fips: string;
            /**
             * @description County, Census form
             * @example Lancaster County
             */
            county_name: string | null;
            /**
             * @description What its records are
             * @example parcels
             */
            kind: string;
            /**
             * @description When they were last loaded; null before the first load
             * @example 2026-01-31T12:00:00.000Z
             */
            loaded_at: string | null;
            /**
             * @description When a schedule asks again; null without a schedule
             * @example 2026-01-31T12:00:00.000Z
             */
            next_at: string | null;
            /**
             * @description `unchanged`: the publisher has nothing new; `refused`: the new records look wrong and were not loaded
             * @example loaded
             * @enum {unknown}
             */
            outcome: "loaded" | "unchanged" | "refused" | "failed";
            /**
             * @description Who publishes the records
             * @example gis.lincoln.ne.gov
             */
            publisher: string | null;
            /**
             * @description Rows of the last load that were rejected
             * @example 0
             */
            rejected: number | null;
            /**
             * @description Rows of the last load, rejected ones included
             * @example 105243
             */
            rows: number | null;
            /**
             * @description Name of the source file
             * @example us-ne-lancaster
             */
            source: string;
        };
        /** Sources */
        Sources: {
            /** @description By county FIPS, then by source and kind */
            data: components["schemas"]["SourceRow"][];
        };
        /** Suggestion */
        Suggestion: {
            /**
             * @description Situs address in one line
             * @example 1200 N OAK ST APT 4, LINCOLN, NE 68508
             */
            address: string | null;
            /**
             * @description Situs city
             * @example LINCOLN
             */
            city: string | null;
            /**
             * @description County, Census form
             * @example Lancaster County
             */
            county_name: string;
            /**
             * @description <county_fips>:<parcel_id>
             * @example 31109:0109109006000
             */
            id: string;
            /**
             * @description Point of the record, WGS84 degrees
             * @example {
             *       "lat": 40.8136,
             *       "lon": -96.7026
             *     }
             */
            location: {
                /** @description Latitude, degrees north (WGS84) */
                lat: number;
                /** @description Longitude, degrees east (WGS84) */
                lon: number;
            } | null;
            /**
             * @description Parcel number of the county assessor
             * @example 0109109006000
             */
            parcel_id: string;
            /**
             * @description State abbreviation
             * @example NE
             */
            state: string;
            /**
             * @description Situs ZIP code
             * @example 68508
             */
            zip: string | null;
        };
        /** TileJson */
        TileJson: {
            /**
             * @description West, south, east, north
             * @example [
             *       -180,
             *       -85.0511,
             *       180,
             *       85.0511
             *     ]
             */
            bounds: number[];
            /** @example 18 */
            maxzoom: number;
            /** @example 0 */
            minzoom: number;
            /** @example Terrier parcels */
            name: string;
            /** @example xyz */
            scheme: string;
            /** @example 3.0.0 */
            tilejson: string;
            /**
             * @description Addresses with {z}, {x} and {y}
             * @example [
             *       "https://api.example.com/api/v1/tiles/{z}/{x}/{y}.mvt"
             *     ]
             */
            tiles: string[];
            vector_layers: {
                /** @example Lots */
                description: string;
                /**
                 * @example {
                 *       "id": "String"
                 *     }
                 */
                fields: {
                    [key: string]: string;
                };
                /** @example parcels */
                id: string;
                maxzoom: number;
                minzoom: number;
            }[];
        };
        /** Trend */
        Trend: {
            /**
             * @description 5-digit county FIPS code
             * @example 47189
             */
            county_fips: string;
            /**
             * @description County, Census form
             * @example Wilson County
             */
            county_name: string;
            /** @description Oldest first; quarters without a sale are left out */
            quarters: {
                /**
                 * @description Average price, USD
                 * @example 431207.88
                 */
                avg_price: number;
                /**
                 * @description Fewer than 30 sales: the median is unreliable
                 * @example false
                 */
                low_sample: boolean;
                /**
                 * @description Exact median price, USD
                 * @example 389900
                 */
                median_price: number;
                /**
                 * @description Quarter of the sale dates
                 * @example 2025Q4
                 */
                quarter: string;
                /**
                 * @description Sales at arm’s length, of one parcel each, with price and date
                 * @example 412
                 */
                sale_count: number;
                /**
                 * @description Change of the median against the same quarter a year before: 0.05 is 5 percent
                 * @example 0.0412
                 */
                yoy_change: number | null;
            }[];
        };
        /** Usage */
        Usage: {
            /** @description Requests of this minute */
            minute: {
                /**
                 * @description Maximum requests in the window
                 * @example 1000000
                 */
                limit: number;
                /**
                 * @description Requests left in the window
                 * @example 997600
                 */
                remaining: number;
                /**
                 * Format: date-time
                 * @description When the window ends
                 */
                resets_at: string;
                /**
                 * @description Requests used in the window
                 * @example 2400
                 */
                used: number;
            };
            /** @description Lookups of this calendar month (UTC); null is unlimited */
            month: {
                /**
                 * @description Maximum requests in the window
                 * @example 1000000
                 */
                limit: number;
                /**
                 * @description Requests left in the window
                 * @example 997600
                 */
                remaining: number;
                /**
                 * Format: date-time
                 * @description When the window ends
                 */
                resets_at: string;
                /**
                 * @description Requests used in the window
                 * @example 2400
                 */
                used: number;
            } | null;
            /**
             * @description Tier of the key
             * @example scale
             * @enum {unknown}
             */
            tier: "free" | "starter" | "api_100k" | "pro" | "scale" | "license";
            webhooks: {
                /**
                 * @description null is unlimited
                 * @example null
                 */
                endpoints: number | null;
                /**
                 * @description null is unlimited
                 * @example null
                 */
                events_per_day: number | null;
            };
        };
        /** UsageHistory */
        UsageHistory: {
            /** @description The last 90 days, oldest first, today included; without gaps */
            data: {
                /**
                 * Format: date
                 * @description A day (UTC)
                 * @example 2026-01-31
                 */
                day: string;
                /**
                 * @description Lookups of requests that began on the day
                 * @example 2400
                 */
                lookups: number;
                /**
                 * @description Requests that counted in the minute
                 * @example 310
                 */
                requests: number;
            }[];
        };
        /** WebhookDelivery */
        WebhookDelivery: {
            /**
             * @description Attempts begun
             * @example 1
             */
            attempt: number;
            /** @description Attempts that have ended, in order */
            attempts: {
                attempt: number;
                /**
                 * @description Milliseconds until the answer or the failure
                 * @example 87
                 */
                duration_ms: number | null;
                /** @description Why there was no answer */
                error: string | null;
                /**
                 * @description Status of the answer
                 * @example 503
                 */
                response_status: number | null;
                /**
                 * Format: date-time
                 * @description When it began
                 * @example 2026-01-31T12:00:00.000Z
                 */
                started_at: string;
            }[];
            /** @description The watched parcel that matched; null on state and county endpoints */
            canonical_id: string | null;
            /**
             * Format: date-time
             * @description When it was queued
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description When the endpoint answered 2xx
             * @example null
             */
            delivered_at: string | null;
            /**
             * @description Id of the endpoint
             * @example whe_0123456789abcdef012
             */
            endpoint_id: string;
            /**
             * @description Id of the event: de-duplicate on it
             * @example 3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226
             */
            event_id: string;
            /** @enum {unknown} */
            event_type: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
            /**
             * @description Id of the delivery, the same on retries
             * @example dlv_1234
             */
            id: string;
            /**
             * @description When the last attempt began
             * @example null
             */
            last_attempt_at: string | null;
            /** @description Why the last attempt did not succeed */
            last_error: string | null;
            /** @description A fixed text when the endpoint answered: bodies are not persisted */
            last_response_body: string | null;
            /**
             * @description Status of the last answer; null when there was none
             * @example 503
             */
            last_response_status: number | null;
            /**
             * @description When it is sent next, while it is pending
             * @example 2026-01-31T12:00:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * @description Whether it is in_flight with nobody sending it: it may have arrived, and waits to be settled
             * @example false
             */
            outcome_unknown: boolean;
            /** @description How an unknown outcome was settled last; null when it never was */
            settled: {
                /**
                 * @description The decision
                 * @example delivered
                 * @enum {unknown}
                 */
                as: "delivered" | "requeue" | "dead_letter";
                /**
                 * Format: date-time
                 * @description When it was decided
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /**
                 * @description Who decided
                 * @example account
                 * @enum {unknown}
                 */
                by: "account" | "operator";
            } | null;
            /**
             * @description pending: queued or waiting for its next attempt; in_flight: being sent, or outcome unknown; delivered; dead_lettered: every attempt failed or it was not sent; failed is no longer used
             * @enum {unknown}
             */
            status: "pending" | "in_flight" | "delivered" | "dead_lettered" | "failed";
        };
        /** WebhookDeliveryDetail */
        WebhookDeliveryDetail: {
            /**
             * @description Attempts begun
             * @example 1
             */
            attempt: number;
            /** @description Attempts that have ended, in order */
            attempts: {
                attempt: number;
                /**
                 * @description Milliseconds until the answer or the failure
                 * @example 87
                 */
                duration_ms: number | null;
                /** @description Why there was no answer */
                error: string | null;
                /**
                 * @description Status of the answer
                 * @example 503
                 */
                response_status: number | null;
                /**
                 * Format: date-time
                 * @description When it began
                 * @example 2026-01-31T12:00:00.000Z
                 */
                started_at: string;
            }[];
            /** @description The watched parcel that matched; null on state and county endpoints */
            canonical_id: string | null;
            /**
             * Format: date-time
             * @description When it was queued
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description When the endpoint answered 2xx
             * @example null
             */
            delivered_at: string | null;
            /**
             * @description Id of the endpoint
             * @example whe_0123456789abcdef012
             */
            endpoint_id: string;
            /**
             * @description Id of the event: de-duplicate on it
             * @example 3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226
             */
            event_id: string;
            /** @enum {unknown} */
            event_type: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
            /** @description Its headers, except the signature, which is made for each attempt and not kept */
            headers: {
                [key: string]: string;
            };
            /**
             * @description Id of the delivery, the same on retries
             * @example dlv_1234
             */
            id: string;
            /**
             * @description When the last attempt began
             * @example null
             */
            last_attempt_at: string | null;
            /** @description Why the last attempt did not succeed */
            last_error: string | null;
            /** @description A fixed text when the endpoint answered: bodies are not persisted */
            last_response_body: string | null;
            /**
             * @description Status of the last answer; null when there was none
             * @example 503
             */
            last_response_status: number | null;
            /**
             * @description When it is sent next, while it is pending
             * @example 2026-01-31T12:00:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * @description Whether it is in_flight with nobody sending it: it may have arrived, and waits to be settled
             * @example false
             */
            outcome_unknown: boolean;
            /** @description The body as the last attempt sent it, or as the first one will: as compact JSON with the keys in this order */
            payload: {
                [key: string]: unknown;
            };
            /** @description How an unknown outcome was settled last; null when it never was */
            settled: {
                /**
                 * @description The decision
                 * @example delivered
                 * @enum {unknown}
                 */
                as: "delivered" | "requeue" | "dead_letter";
                /**
                 * Format: date-time
                 * @description When it was decided
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /**
                 * @description Who decided
                 * @example account
                 * @enum {unknown}
                 */
                by: "account" | "operator";
            } | null;
            /**
             * @description pending: queued or waiting for its next attempt; in_flight: being sent, or outcome unknown; delivered; dead_lettered: every attempt failed or it was not sent; failed is no longer used
             * @enum {unknown}
             */
            status: "pending" | "in_flight" | "delivered" | "dead_lettered" | "failed";
        };
        /** WebhookEndpoint */
        WebhookEndpoint: {
            /**
             * @description Sends that failed since the last success; tests and what was queued by hand are not counted
             * @example 0
             */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When it was created
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description The note given at creation */
            description: string | null;
            /**
             * @description When it was disabled
             * @example null
             */
            disabled_at: string | null;
            /** @description Why it is disabled: user when it was deleted; failing when an earlier version did it */
            disabled_reason: string | null;
            /**
             * @description Events that are sent; none when an earlier version sent only others to it: create a new endpoint then
             * @example [
             *       "parcel.sold",
             *       "parcel.permit_filed"
             *     ]
             */
            event_types: ("parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed")[];
            /**
             * @description When the first of them failed
             * @example null
             */
            failing_since: string | null;
            /**
             * @description What is watched: parcels, a state or a county
             * @enum {unknown}
             */
            filter_kind: "parcel_ids" | "state_fips" | "county_fips";
            /**
             * @description {"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for state_fips, {"state_fips": "31", "county_fips": "109"} for county_fips
             * @example {
             *       "parcel_ids": [
             *         "31:109:0109109006000"
             *       ]
             *     }
             */
            filter_value: {
                /**
                 * @description 3-digit county FIPS code; all 5 digits are accepted too, and returned as 3
                 * @example 109
                 */
                county_fips?: string;
                /**
                 * @description For parcel_ids: canonical ids, state_fips:county_fips:parcel_id, of up to 1,000 parcels; the id of a parcel, county_fips:parcel_id, is read as its canonical id. A bare parcel number is accepted when exactly one loaded parcel has it. Repetitions count once
                 * @example [
                 *       "31:109:1701100000000"
                 *     ]
                 */
                parcel_ids?: string[];
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
            };
            /**
             * @description Id of the endpoint
             * @example whe_0123456789abcdef012
             */
            id: string;
            /** @description Whether anything is sent to it */
            is_active: boolean;
            /**
             * @description When the last send succeeded
             * @example 2026-01-31T12:00:00.000Z
             */
            last_success_at: string | null;
            /**
             * @description When the next delivery is due
             * @example null
             */
            next_attempt_at: string | null;
            /**
             * @description https address that leads to public addresses; no credentials, no fragment
             * @example https://example.com/hooks/terrier
             */
            url: string;
        };
    };
    responses: {
        /** @description The answer still has the ETag sent as If-None-Match; costs no lookup */
        304: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter or body field is missing, of a wrong type, out of range or unknown; The body is not JSON; The request cannot be understood */
        400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This route needs an API key; The API key is malformed or unknown */
        401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key was deactivated; The API key has expired; The API key may not be used from this address; The API key lacks the scope that the route needs; The API key does not manage the keys of its account; The new key would be allowed more than the key that creates it; The account has reached its limit of keys, or of new keys in a day; The operator of the service makes the accounts; The plan of the key has no webhooks; The plan of the key has no exports; The plan’s active webhook endpoints are all in use */
        403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such parcel, owner, webhook, delivery or route */
        404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key was deactivated, has expired or was replaced before; Without this key, no key would manage the keys of the account; Only dead-lettered deliveries are retried; Only deliveries of unknown outcome are settled; The webhook endpoint is disabled; Another request with the same Idempotency-Key is in progress */
        409: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MiB */
        413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body must be application/json */
        415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A bare parcel number does not name exactly one parcel; The Idempotency-Key was used for another request */
        422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The lookups of this calendar month are used up, or fewer are left than the request needs; Too many requests in this minute; An account was made from this address today; The webhook events of this day are used up; Too many test deliveries in this minute */
        429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address and headers of the request are too long; a long search goes into a body */
        431: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something failed in Terrier; report the request id */
        500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A part of the service is unavailable, or there are more requests than can be served; try again shortly */
        503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Keep it, but ask before each use */
        "Cache-Control": string;
        /** @description Names this answer to this question; absent while a load changes the data. Send it as If-None-Match */
        ETag: string;
        /** @description The request came before with the same Idempotency-Key: this is its first answer again */
        "Idempotent-Replayed": "true";
        /** @description Seconds after which to try again: of `monthly_limit` until the month ends, of `burst_limit` the minute. Of the 409s, only `idempotency_in_progress` has it */
        "Retry-After": number;
        /** @description Most requests in the window with the fewest left: the month or the minute; of routes that cost no lookup, the minute */
        "X-RateLimit-Limit": number;
        /** @description Lookups of the calendar month (UTC). Absent where they are unlimited, as are the two below */
        "X-RateLimit-Limit-Month": number;
        /** @description Requests left in that window */
        "X-RateLimit-Remaining": number;
        /** @description Lookups left in the month */
        "X-RateLimit-Remaining-Month": number;
        /** @description End of that window, Unix epoch seconds */
        "X-RateLimit-Reset": number;
        /** @description End of the month, Unix epoch seconds */
        "X-RateLimit-Reset-Month": number;
        /** @description The id of the request: the X-Request-Id that was sent, if it is valid, otherwise a new one */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCoverage: {
        parameters: {
            query?: {
                /** @description State FIPS code or abbreviation */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total_parcels": 105243,
                     *       "states_covered": 1,
                     *       "data": [
                     *         {
                     *           "state_fips": "31",
                     *           "state_name": "Nebraska",
                     *           "county_fips": "31109",
                     *           "county_name": "Lancaster County",
                     *           "parcel_count": 105243,
                     *           "geocoded_pct": 92.5,
                     *           "owner_pct": 92.5,
                     *           "value_pct": 92.5
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Coverage"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getCoverageSources: {
        parameters: {
            query?: {
                /** @description State FIPS code or abbreviation */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "source": "us-ne-lancaster",
                     *           "kind": "parcels",
                     *           "county_fips": "31109",
                     *           "county_name": "Lancaster County",
                     *           "publisher": "gis.lincoln.ne.gov",
                     *           "rows": 105243,
                     *           "rejected": 0,
                     *           "loaded_at": "2026-01-31T12:00:00.000Z",
                     *           "checked_at": "2026-01-31T12:00:00.000Z",
                     *           "next_at": "2026-01-31T12:00:00.000Z",
                     *           "outcome": "loaded"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Sources"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getDealsAbsentee: {
        parameters: {
            query?: {
                /**
                 * @description 5-digit county FIPS code
                 * @example 31109
                 */
                county_fips?: string;
                /**
                 * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                 * @example *
                 */
                cursor?: string;
                /**
                 * @description Only these fields of each parcel, in the order of the record; names separated by commas
                 * @example id,address,total_assessed_value
                 */
                fields?: string;
                /** @description Page size, 1 to 500 */
                limit?: number;
                /**
                 * @description Minimum assessed value, USD; leaves out parcels without one
                 * @example 250000
                 */
                min_value?: number;
                /** @description Rows to skip; no maximum */
                offset?: number;
                /** @description Only those whose mailing address is in another state */
                out_of_state?: boolean;
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of parcels */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "31109:0109109006000",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -96.7026,
                     *               40.8136
                     *             ]
                     *           },
                     *           "properties": {
                     *             "id": "31109:0109109006000",
                     *             "county_fips": "31109",
                     *             "parcel_id": "0109109006000",
                     *             "canonical_id": "31:109:0109109006000",
                     *             "state_fips": "31",
                     *             "state": "NE",
                     *             "county_name": "Lancaster County",
                     *             "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *             "street": "1200 N OAK ST",
                     *             "unit": "APT 4",
                     *             "city": "LINCOLN",
                     *             "zip": "68508",
                     *             "location": {
                     *               "lat": 40.8136,
                     *               "lon": -96.7026
                     *             },
                     *             "has_outline": true,
                     *             "owner_name": "OAK STREET HOLDINGS LLC",
                     *             "owner_name_2": null,
                     *             "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *             "entity_type": "llc",
                     *             "entity_class": "LLC",
                     *             "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *             "mailing_city": "OMAHA",
                     *             "mailing_state": "NE",
                     *             "mailing_zip": "68101",
                     *             "mailing_country": null,
                     *             "absentee_owner": true,
                     *             "out_of_state_owner": true,
                     *             "total_assessed_value": 265000,
                     *             "land_value": 60000,
                     *             "improvement_value": 205000,
                     *             "market_value": 280000,
                     *             "tax_year": 2025,
                     *             "tax_amount": 4210.5,
                     *             "land_use_code": "R1",
                     *             "land_use": "Single Family",
                     *             "zoning": "R-4",
                     *             "zoning_category": "residential",
                     *             "acreage": 0.21,
                     *             "lot_sqft": 9148,
                     *             "building_sqft": 1840,
                     *             "year_built": 1964,
                     *             "bedrooms": 3,
                     *             "bathrooms": 1.5,
                     *             "stories": 2,
                     *             "units": 1,
                     *             "sale_price": 241000,
                     *             "sale_date": "2019-06-14",
                     *             "sale_arms_length": true,
                     *             "latest_grantee": "ALDER, BENEDICT",
                     *             "latest_deed_date": "2019-06-20",
                     *             "deal_score": 61.5,
                     *             "deal_score_parts": {
                     *               "absentee": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "held": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "value_gap": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "improvement": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "permits": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               }
                     *             },
                     *             "source": "lancaster-ne-assessor",
                     *             "source_date": "2019-06-14",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/geo+json": {
                        features: {
                            /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                            geometry: ({
                                /**
                                 * @description Longitude, then latitude (WGS84 degrees)
                                 * @example [
                                 *       -96.7026,
                                 *       40.8136
                                 *     ]
                                 */
                                coordinates: number[];
                                /** @enum {string} */
                                type: "Point";
                            } | components["schemas"]["Outline"]) | null;
                            /**
                             * @description The id of the record
                             * @example 31109:0109109006000
                             */
                            id: string;
                            properties: components["schemas"]["ParcelPart"];
                            /** @enum {string} */
                            type: "Feature";
                        }[];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                        /** @enum {string} */
                        type: "FeatureCollection";
                    };
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Parcel"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    } | {
                        data: components["schemas"]["ParcelPart"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getDealsContractors: {
        parameters: {
            query?: {
                /**
                 * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                 * @example *
                 */
                cursor?: string;
                /** @description Page size, 1 to 500 */
                limit?: number;
                /** @description Minimum number of permits */
                min_permits?: number;
                /** @description Minimum total cost of the permits, USD */
                min_value?: number;
                /** @description Rows to skip; no maximum */
                offset?: number;
                /**
                 * @description Part of the name in any case, in any of its spellings
                 * @example roof
                 */
                search?: string;
                /**
                 * @description State abbreviation; limits the figures to this state
                 * @example NC
                 */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "contractor_id": "9a3b4c625f0c1d7e9a3b",
                     *           "contractor_name": "ABEL ROOFING INC",
                     *           "contractor_license": "L.30411",
                     *           "permit_count": 128,
                     *           "valued_permit_count": 97,
                     *           "total_permit_value": 1842300.5,
                     *           "avg_permit_value": 18992.79,
                     *           "jurisdictions": [
                     *             "raleigh-nc"
                     *           ],
                     *           "states": [
                     *             "NC"
                     *           ],
                     *           "permit_types": {
                     *             "Building": 90,
                     *             "Electrical": 38
                     *           },
                     *           "first_permit_date": "2014-03-02",
                     *           "last_permit_date": "2025-10-20"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Contractor"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getDealsEntities: {
        parameters: {
            query?: {
                /**
                 * @description 5-digit county FIPS code
                 * @example 31109
                 */
                county_fips?: string;
                /**
                 * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                 * @example *
                 */
                cursor?: string;
                /** @description Class of the owning organization */
                entity_type?: "LLC" | "CORP" | "TRUST" | "LP" | "LTD" | "ASSOCIATION" | "OTHER_ENTITY";
                /**
                 * @description Only these fields of each parcel, in the order of the record; names separated by commas
                 * @example id,address,total_assessed_value
                 */
                fields?: string;
                /** @description Page size, 1 to 500 */
                limit?: number;
                /** @description Minimum assessed value of a parcel, USD */
                min_value?: number;
                /** @description Rows to skip; no maximum */
                offset?: number;
                /**
                 * @description Part of the owner name, in any case
                 * @example holdings
                 */
                search?: string;
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
                /** @description Return a ranking of the owners with a summary, instead of parcels */
                top?: boolean;
                /**
                 * @description Part of the zoning code or category, in any case
                 * @example comm
                 */
                zoning?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Parcels; with top=true, the ranking, by property_count, then total_assessed_value, always as JSON */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "31109:0109109006000",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -96.7026,
                     *               40.8136
                     *             ]
                     *           },
                     *           "properties": {
                     *             "id": "31109:0109109006000",
                     *             "county_fips": "31109",
                     *             "parcel_id": "0109109006000",
                     *             "canonical_id": "31:109:0109109006000",
                     *             "state_fips": "31",
                     *             "state": "NE",
                     *             "county_name": "Lancaster County",
                     *             "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *             "street": "1200 N OAK ST",
                     *             "unit": "APT 4",
                     *             "city": "LINCOLN",
                     *             "zip": "68508",
                     *             "location": {
                     *               "lat": 40.8136,
                     *               "lon": -96.7026
                     *             },
                     *             "has_outline": true,
                     *             "owner_name": "OAK STREET HOLDINGS LLC",
                     *             "owner_name_2": null,
                     *             "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *             "entity_type": "llc",
                     *             "entity_class": "LLC",
                     *             "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *             "mailing_city": "OMAHA",
                     *             "mailing_state": "NE",
                     *             "mailing_zip": "68101",
                     *             "mailing_country": null,
                     *             "absentee_owner": true,
                     *             "out_of_state_owner": true,
                     *             "total_assessed_value": 265000,
                     *             "land_value": 60000,
                     *             "improvement_value": 205000,
                     *             "market_value": 280000,
                     *             "tax_year": 2025,
                     *             "tax_amount": 4210.5,
                     *             "land_use_code": "R1",
                     *             "land_use": "Single Family",
                     *             "zoning": "R-4",
                     *             "zoning_category": "residential",
                     *             "acreage": 0.21,
                     *             "lot_sqft": 9148,
                     *             "building_sqft": 1840,
                     *             "year_built": 1964,
                     *             "bedrooms": 3,
                     *             "bathrooms": 1.5,
                     *             "stories": 2,
                     *             "units": 1,
                     *             "sale_price": 241000,
                     *             "sale_date": "2019-06-14",
                     *             "sale_arms_length": true,
                     *             "latest_grantee": "ALDER, BENEDICT",
                     *             "latest_deed_date": "2019-06-20",
                     *             "deal_score": 61.5,
                     *             "deal_score_parts": {
                     *               "absentee": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "held": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "value_gap": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "improvement": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "permits": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               }
                     *             },
                     *             "source": "lancaster-ne-assessor",
                     *             "source_date": "2019-06-14",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/geo+json": {
                        features: {
                            /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                            geometry: ({
                                /**
                                 * @description Longitude, then latitude (WGS84 degrees)
                                 * @example [
                                 *       -96.7026,
                                 *       40.8136
                                 *     ]
                                 */
                                coordinates: number[];
                                /** @enum {string} */
                                type: "Point";
                            } | components["schemas"]["Outline"]) | null;
                            /**
                             * @description The id of the record
                             * @example 31109:0109109006000
                             */
                            id: string;
                            properties: components["schemas"]["ParcelPart"];
                            /** @enum {string} */
                            type: "Feature";
                        }[];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                        /** @enum {string} */
                        type: "FeatureCollection";
                    };
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Parcel"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    } | {
                        data: components["schemas"]["ParcelPart"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    } | components["schemas"]["EntityRanking"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getDealsFlips: {
        parameters: {
            query?: {
                /**
                 * @description 5-digit county FIPS code
                 * @example 31109
                 */
                county_fips?: string;
                /**
                 * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                 * @example *
                 */
                cursor?: string;
                /** @description Only flips held this long */
                flip_tier?: "quick" | "standard" | "long";
                /** @description Page size, 1 to 500 */
                limit?: number;
                /**
                 * @description Minimum profit, USD; may be negative
                 * @example 50000
                 */
                min_profit?: number;
                /** @description Rows to skip; no maximum */
                offset?: number;
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
                /** @description Rank the flippers by the flips that match the filters */
                view?: "flippers";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Flips; with view=flippers, flippers, always as JSON */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "31109:0109109006000",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -96.7026,
                     *               40.8136
                     *             ]
                     *           },
                     *           "properties": {
                     *             "county_fips": "47189",
                     *             "parcel_id": "057 00100 00019057",
                     *             "address": "9 PIER RD, LEBANON, TN 37087",
                     *             "buy_date": "2023-02-10",
                     *             "buy_price": 210000,
                     *             "sell_date": "2023-08-01",
                     *             "sell_price": 289000,
                     *             "profit": 79000,
                     *             "hold_days": 172,
                     *             "flip_tier": "quick",
                     *             "buyer_name": "OAK STREET HOLDINGS LLC",
                     *             "seller_name": "WREN, ODETTE"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/geo+json": {
                        features: {
                            /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                            geometry: ({
                                /**
                                 * @description Longitude, then latitude (WGS84 degrees)
                                 * @example [
                                 *       -96.7026,
                                 *       40.8136
                                 *     ]
                                 */
                                coordinates: number[];
                                /** @enum {string} */
                                type: "Point";
                            } | components["schemas"]["Outline"]) | null;
                            /**
                             * @description The id of the record
                             * @example 31109:0109109006000
                             */
                            id: string;
                            properties: components["schemas"]["Flip"];
                            /** @enum {string} */
                            type: "Feature";
                        }[];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                        /** @enum {string} */
                        type: "FeatureCollection";
                    };
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "county_fips": "47189",
                     *           "parcel_id": "057 00100 00019057",
                     *           "address": "9 PIER RD, LEBANON, TN 37087",
                     *           "buy_date": "2023-02-10",
                     *           "buy_price": 210000,
                     *           "sell_date": "2023-08-01",
                     *           "sell_price": 289000,
                     *           "profit": 79000,
                     *           "hold_days": 172,
                     *           "flip_tier": "quick",
                     *           "buyer_name": "OAK STREET HOLDINGS LLC",
                     *           "seller_name": "WREN, ODETTE"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Flip"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    } | {
                        data: components["schemas"]["Flipper"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description The `next` of an earlier answer: only what came after it. From the oldest kept when not given */
                after?: string;
                /**
                 * @description Only those of this parcel; either spelling of its id
                 * @example 31:109:0109109006000
                 */
                canonical_id?: string;
                /** @description Only those of this type */
                event_type?: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
                /** @description Page size, 1 to 500 */
                limit?: number;
                /** @description Only those queued at this time or later */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "event_id": "3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226",
                     *           "event_type": "parcel.sold",
                     *           "occurred_at": "2026-01-31T12:00:00.000Z",
                     *           "occurred_at_basis": "recording_date",
                     *           "parcel_id": "0109109006000",
                     *           "state_fips": "31",
                     *           "county_fips": "109",
                     *           "source_run_id": null,
                     *           "canonical_id": "31:109:0109109006000",
                     *           "match_basis": "state_county_parcel_id"
                     *         }
                     *       ],
                     *       "next": "1234",
                     *       "has_more": false,
                     *       "kept_since": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PastEvent"][];
                        /**
                         * @description Whether there is more already
                         * @example false
                         */
                        has_more: boolean;
                        /**
                         * Format: date-time
                         * @description How far back it reaches: events that were queued before are deleted
                         * @example 2026-01-31T12:00:00.000Z
                         */
                        kept_since: string;
                        /**
                         * @description Where this page ends: give it as `after`, now or later
                         * @example 1234
                         */
                        next: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "key_0123456789abcdef0123",
                     *           "name": "Map team",
                     *           "prefix": "terrier_a1b2c",
                     *           "tier": "scale",
                     *           "is_admin": true,
                     *           "scopes": [
                     *             "read",
                     *             "webhooks"
                     *           ],
                     *           "allowed_addresses": [
                     *             "203.0.113.7",
                     *             "2001:db8::/32"
                     *           ],
                     *           "is_active": true,
                     *           "is_caller": true,
                     *           "expires_at": null,
                     *           "replaced_by": "key_3210fedcba9876543210",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Map team",
                 *       "scopes": [
                 *         "read"
                 *       ],
                 *       "allowed_addresses": [
                 *         "203.0.113.0/24"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description IPv4 and IPv6 addresses and ranges (CIDR) that the key can be used from; null allows any. By default those of the key that creates it. Repetitions count once
                     * @example [
                     *       "203.0.113.7",
                     *       "2001:db8::/32"
                     *     ]
                     */
                    allowed_addresses?: string[] | null;
                    /**
                     * @description Days of 24 hours until it ends; when left out it ends with the asking key
                     * @example 365
                     */
                    expires_in_days?: number;
                    /**
                     * @description Whether it manages the keys of the account too
                     * @default false
                     */
                    is_admin?: boolean;
                    /**
                     * @description A name to recognize it by, on one line
                     * @example Map team
                     */
                    name: string;
                    /**
                     * @description Scopes that the asking key has; all of them when left out. Repetitions count once
                     * @example [
                     *       "read"
                     *     ]
                     */
                    scopes?: ("read" | "webhooks" | "export")[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_0123456789abcdef0123",
                     *       "name": "Map team",
                     *       "prefix": "terrier_a1b2c",
                     *       "tier": "scale",
                     *       "is_admin": true,
                     *       "scopes": [
                     *         "read",
                     *         "webhooks"
                     *       ],
                     *       "allowed_addresses": [
                     *         "203.0.113.7",
                     *         "2001:db8::/32"
                     *       ],
                     *       "is_active": true,
                     *       "is_caller": true,
                     *       "expires_at": null,
                     *       "replaced_by": "key_3210fedcba9876543210",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "last_used_at": "2026-01-31T12:00:00.000Z",
                     *       "key": "terrier_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    deleteKeysId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key
                 * @example key_0123456789abcdef0123
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_0123456789abcdef0123",
                     *       "name": "Map team",
                     *       "prefix": "terrier_a1b2c",
                     *       "tier": "scale",
                     *       "is_admin": true,
                     *       "scopes": [
                     *         "read",
                     *         "webhooks"
                     *       ],
                     *       "allowed_addresses": [
                     *         "203.0.113.7",
                     *         "2001:db8::/32"
                     *       ],
                     *       "is_active": true,
                     *       "is_caller": true,
                     *       "expires_at": null,
                     *       "replaced_by": "key_3210fedcba9876543210",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "last_used_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postKeysIdRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key
                 * @example key_0123456789abcdef0123
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_hours": 24
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Hours for which the old key works too
                     * @default 24
                     * @example 24
                     */
                    overlap_hours?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_0123456789abcdef0123",
                     *       "name": "Map team",
                     *       "prefix": "terrier_a1b2c",
                     *       "tier": "scale",
                     *       "is_admin": true,
                     *       "scopes": [
                     *         "read",
                     *         "webhooks"
                     *       ],
                     *       "allowed_addresses": [
                     *         "203.0.113.7",
                     *         "2001:db8::/32"
                     *       ],
                     *       "is_active": true,
                     *       "is_caller": true,
                     *       "expires_at": null,
                     *       "replaced_by": "key_3210fedcba9876543210",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "last_used_at": "2026-01-31T12:00:00.000Z",
                     *       "key": "terrier_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
                     *       "replaces": "key_0123456789abcdef0123",
                     *       "old_key_expires_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedApiKey"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getMarketCounties: {
        parameters: {
            query?: {
                /**
                 * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                 * @example *
                 */
                cursor?: string;
                /** @description Page size, 1 to 500 */
                limit?: number;
                /** @description Minimum number of sales in the quarter */
                min_sales?: number;
                /** @description Rows to skip; no maximum */
                offset?: number;
                /** @description Direction of sort */
                order?: "asc" | "desc";
                /**
                 * @description Default: the newest quarter that has ended and in which a county passes the filters; where none has, the newest of all
                 * @example 2025Q4
                 */
                quarter?: string;
                /** @description Sort key; rows without the value come last */
                sort?: "sale_count" | "median_price" | "yoy_change" | "county_name";
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "county_fips": "47189",
                     *           "county_name": "Wilson County",
                     *           "state_fips": "47",
                     *           "state_abbr": "TN",
                     *           "quarter": "2025Q4",
                     *           "sale_count": 412,
                     *           "median_price": 389900,
                     *           "avg_price": 431207.88,
                     *           "yoy_change": 0.0412,
                     *           "avg_days_on_market": 31,
                     *           "low_sample": false
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MarketRow"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getMarketTrends: {
        parameters: {
            query?: {
                /**
                 * @description County FIPS codes, separated by commas without blanks
                 * @example 47189,37183
                 */
                county_fips?: string;
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "county_fips": "47189",
                     *           "county_name": "Wilson County",
                     *           "quarters": [
                     *             {
                     *               "quarter": "2025Q4",
                     *               "sale_count": 412,
                     *               "median_price": 389900,
                     *               "avg_price": 431207.88,
                     *               "yoy_change": 0.0412,
                     *               "low_sample": false
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Trend"][];
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getOwnersName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The owner’s name in any spelling that means the same name, URL-encoded
                 * @example Oak Street Holdings, L.L.C.
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *       "owner_name": "OAK STREET HOLDINGS LLC",
                     *       "entity_type": "llc",
                     *       "entity_class": "LLC",
                     *       "property_count": 42,
                     *       "total_assessed_value": 11204500,
                     *       "avg_assessed_value": 266773.81,
                     *       "total_acreage": 18.2,
                     *       "states": [
                     *         "NE"
                     *       ],
                     *       "counties": 2,
                     *       "absentee_count": 42,
                     *       "first_acquired": "2004-05-11",
                     *       "last_acquired": "2024-09-30",
                     *       "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *       "name_variants": [
                     *         "OAK STREET HOLDINGS LLC",
                     *         "OAK STREET HOLDINGS, L.L.C."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Owner"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getOwnersNamePortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The owner’s name in any spelling that means the same name, URL-encoded
                 * @example Oak Street Holdings, L.L.C.
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "owner_name": "OAK STREET HOLDINGS LLC",
                     *       "entity_type": "llc",
                     *       "summary": {
                     *         "property_count": 42,
                     *         "total_assessed_value": 11204500,
                     *         "avg_assessed_value": 266773.81,
                     *         "states": [
                     *           "NE"
                     *         ],
                     *         "counties": 2,
                     *         "zoning_breakdown": {
                     *           "residential": 40,
                     *           "commercial": 2
                     *         }
                     *       },
                     *       "properties": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Portfolio"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getOwnersNameProperties: {
        parameters: {
            query?: {
                /**
                 * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                 * @example *
                 */
                cursor?: string;
                /**
                 * @description Only these fields of each parcel, in the order of the record; names separated by commas
                 * @example id,address,total_assessed_value
                 */
                fields?: string;
                /** @description Page size, 1 to 500 */
                limit?: number;
                /** @description Rows to skip; no maximum */
                offset?: number;
                /** @description Outlines in place of points, where they are known. Only with Accept: application/geo+json */
                outline?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The owner’s name in any spelling that means the same name, URL-encoded
                 * @example Oak Street Holdings, L.L.C.
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of parcels */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "31109:0109109006000",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -96.7026,
                     *               40.8136
                     *             ]
                     *           },
                     *           "properties": {
                     *             "id": "31109:0109109006000",
                     *             "county_fips": "31109",
                     *             "parcel_id": "0109109006000",
                     *             "canonical_id": "31:109:0109109006000",
                     *             "state_fips": "31",
                     *             "state": "NE",
                     *             "county_name": "Lancaster County",
                     *             "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *             "street": "1200 N OAK ST",
                     *             "unit": "APT 4",
                     *             "city": "LINCOLN",
                     *             "zip": "68508",
                     *             "location": {
                     *               "lat": 40.8136,
                     *               "lon": -96.7026
                     *             },
                     *             "has_outline": true,
                     *             "owner_name": "OAK STREET HOLDINGS LLC",
                     *             "owner_name_2": null,
                     *             "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *             "entity_type": "llc",
                     *             "entity_class": "LLC",
                     *             "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *             "mailing_city": "OMAHA",
                     *             "mailing_state": "NE",
                     *             "mailing_zip": "68101",
                     *             "mailing_country": null,
                     *             "absentee_owner": true,
                     *             "out_of_state_owner": true,
                     *             "total_assessed_value": 265000,
                     *             "land_value": 60000,
                     *             "improvement_value": 205000,
                     *             "market_value": 280000,
                     *             "tax_year": 2025,
                     *             "tax_amount": 4210.5,
                     *             "land_use_code": "R1",
                     *             "land_use": "Single Family",
                     *             "zoning": "R-4",
                     *             "zoning_category": "residential",
                     *             "acreage": 0.21,
                     *             "lot_sqft": 9148,
                     *             "building_sqft": 1840,
                     *             "year_built": 1964,
                     *             "bedrooms": 3,
                     *             "bathrooms": 1.5,
                     *             "stories": 2,
                     *             "units": 1,
                     *             "sale_price": 241000,
                     *             "sale_date": "2019-06-14",
                     *             "sale_arms_length": true,
                     *             "latest_grantee": "ALDER, BENEDICT",
                     *             "latest_deed_date": "2019-06-20",
                     *             "deal_score": 61.5,
                     *             "deal_score_parts": {
                     *               "absentee": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "held": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "value_gap": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "improvement": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "permits": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               }
                     *             },
                     *             "source": "lancaster-ne-assessor",
                     *             "source_date": "2019-06-14",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/geo+json": {
                        features: {
                            /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                            geometry: ({
                                /**
                                 * @description Longitude, then latitude (WGS84 degrees)
                                 * @example [
                                 *       -96.7026,
                                 *       40.8136
                                 *     ]
                                 */
                                coordinates: number[];
                                /** @enum {string} */
                                type: "Point";
                            } | components["schemas"]["Outline"]) | null;
                            /**
                             * @description The id of the record
                             * @example 31109:0109109006000
                             */
                            id: string;
                            properties: components["schemas"]["ParcelPart"];
                            /** @enum {string} */
                            type: "Feature";
                        }[];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                        /** @enum {string} */
                        type: "FeatureCollection";
                    };
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Parcel"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    } | {
                        data: components["schemas"]["ParcelPart"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getOwnersSearch: {
        parameters: {
            query: {
                /** @description Maximum number of rows, 1 to 100 */
                limit?: number;
                /** @description Minimum number of parcels */
                min_properties?: number;
                /**
                 * @description Words of the name, whole or their beginnings, in any order
                 * @example smith joh
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "property_count": 42,
                     *           "total_assessed_value": 11204500,
                     *           "avg_assessed_value": 266773.81,
                     *           "total_acreage": 18.2,
                     *           "states": [
                     *             "NE"
                     *           ],
                     *           "counties": 2,
                     *           "absentee_count": 42,
                     *           "first_acquired": "2004-05-11",
                     *           "last_acquired": "2024-09-30",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "name_variants": [
                     *             "OAK STREET HOLDINGS LLC",
                     *             "OAK STREET HOLDINGS, L.L.C."
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Owner"][];
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsId: {
        parameters: {
            query?: {
                /**
                 * @description Only these fields of each parcel, in the order of the record; names separated by commas
                 * @example id,address,total_assessed_value
                 */
                fields?: string;
                /** @description Outlines in place of points, where they are known. Only with Accept: application/geo+json */
                outline?: boolean;
            };
            header?: never;
            path: {
                /** @description <county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and % */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parcel */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "Feature",
                     *       "id": "31109:0109109006000",
                     *       "geometry": {
                     *         "type": "Point",
                     *         "coordinates": [
                     *           -96.7026,
                     *           40.8136
                     *         ]
                     *       },
                     *       "properties": {
                     *         "id": "31109:0109109006000",
                     *         "county_fips": "31109",
                     *         "parcel_id": "0109109006000",
                     *         "canonical_id": "31:109:0109109006000",
                     *         "state_fips": "31",
                     *         "state": "NE",
                     *         "county_name": "Lancaster County",
                     *         "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *         "street": "1200 N OAK ST",
                     *         "unit": "APT 4",
                     *         "city": "LINCOLN",
                     *         "zip": "68508",
                     *         "location": {
                     *           "lat": 40.8136,
                     *           "lon": -96.7026
                     *         },
                     *         "has_outline": true,
                     *         "owner_name": "OAK STREET HOLDINGS LLC",
                     *         "owner_name_2": null,
                     *         "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *         "entity_type": "llc",
                     *         "entity_class": "LLC",
                     *         "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *         "mailing_city": "OMAHA",
                     *         "mailing_state": "NE",
                     *         "mailing_zip": "68101",
                     *         "mailing_country": null,
                     *         "absentee_owner": true,
                     *         "out_of_state_owner": true,
                     *         "total_assessed_value": 265000,
                     *         "land_value": 60000,
                     *         "improvement_value": 205000,
                     *         "market_value": 280000,
                     *         "tax_year": 2025,
                     *         "tax_amount": 4210.5,
                     *         "land_use_code": "R1",
                     *         "land_use": "Single Family",
                     *         "zoning": "R-4",
                     *         "zoning_category": "residential",
                     *         "acreage": 0.21,
                     *         "lot_sqft": 9148,
                     *         "building_sqft": 1840,
                     *         "year_built": 1964,
                     *         "bedrooms": 3,
                     *         "bathrooms": 1.5,
                     *         "stories": 2,
                     *         "units": 1,
                     *         "sale_price": 241000,
                     *         "sale_date": "2019-06-14",
                     *         "sale_arms_length": true,
                     *         "latest_grantee": "ALDER, BENEDICT",
                     *         "latest_deed_date": "2019-06-20",
                     *         "deal_score": 61.5,
                     *         "deal_score_parts": {
                     *           "absentee": {
                     *             "points": 12.5,
                     *             "weight": 25
                     *           },
                     *           "held": {
                     *             "points": 12.5,
                     *             "weight": 25
                     *           },
                     *           "value_gap": {
                     *             "points": 12.5,
                     *             "weight": 25
                     *           },
                     *           "improvement": {
                     *             "points": 12.5,
                     *             "weight": 25
                     *           },
                     *           "permits": {
                     *             "points": 12.5,
                     *             "weight": 25
                     *           }
                     *         },
                     *         "source": "lancaster-ne-assessor",
                     *         "source_date": "2019-06-14",
                     *         "updated_at": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/geo+json": {
                        /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                        geometry: ({
                            /**
                             * @description Longitude, then latitude (WGS84 degrees)
                             * @example [
                             *       -96.7026,
                             *       40.8136
                             *     ]
                             */
                            coordinates: number[];
                            /** @enum {string} */
                            type: "Point";
                        } | components["schemas"]["Outline"]) | null;
                        /**
                         * @description The id of the record
                         * @example 31109:0109109006000
                         */
                        id: string;
                        properties: components["schemas"]["ParcelPart"];
                        /** @enum {string} */
                        type: "Feature";
                    };
                    /**
                     * @example {
                     *       "id": "31109:0109109006000",
                     *       "county_fips": "31109",
                     *       "parcel_id": "0109109006000",
                     *       "canonical_id": "31:109:0109109006000",
                     *       "state_fips": "31",
                     *       "state": "NE",
                     *       "county_name": "Lancaster County",
                     *       "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *       "street": "1200 N OAK ST",
                     *       "unit": "APT 4",
                     *       "city": "LINCOLN",
                     *       "zip": "68508",
                     *       "location": {
                     *         "lat": 40.8136,
                     *         "lon": -96.7026
                     *       },
                     *       "has_outline": true,
                     *       "owner_name": "OAK STREET HOLDINGS LLC",
                     *       "owner_name_2": null,
                     *       "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *       "entity_type": "llc",
                     *       "entity_class": "LLC",
                     *       "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *       "mailing_city": "OMAHA",
                     *       "mailing_state": "NE",
                     *       "mailing_zip": "68101",
                     *       "mailing_country": null,
                     *       "absentee_owner": true,
                     *       "out_of_state_owner": true,
                     *       "total_assessed_value": 265000,
                     *       "land_value": 60000,
                     *       "improvement_value": 205000,
                     *       "market_value": 280000,
                     *       "tax_year": 2025,
                     *       "tax_amount": 4210.5,
                     *       "land_use_code": "R1",
                     *       "land_use": "Single Family",
                     *       "zoning": "R-4",
                     *       "zoning_category": "residential",
                     *       "acreage": 0.21,
                     *       "lot_sqft": 9148,
                     *       "building_sqft": 1840,
                     *       "year_built": 1964,
                     *       "bedrooms": 3,
                     *       "bathrooms": 1.5,
                     *       "stories": 2,
                     *       "units": 1,
                     *       "sale_price": 241000,
                     *       "sale_date": "2019-06-14",
                     *       "sale_arms_length": true,
                     *       "latest_grantee": "ALDER, BENEDICT",
                     *       "latest_deed_date": "2019-06-20",
                     *       "deal_score": 61.5,
                     *       "deal_score_parts": {
                     *         "absentee": {
                     *           "points": 12.5,
                     *           "weight": 25
                     *         },
                     *         "held": {
                     *           "points": 12.5,
                     *           "weight": 25
                     *         },
                     *         "value_gap": {
                     *           "points": 12.5,
                     *           "weight": 25
                     *         },
                     *         "improvement": {
                     *           "points": 12.5,
                     *           "weight": 25
                     *         },
                     *         "permits": {
                     *           "points": 12.5,
                     *           "weight": 25
                     *         }
                     *       },
                     *       "source": "lancaster-ne-assessor",
                     *       "source_date": "2019-06-14",
                     *       "updated_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Parcel"] | components["schemas"]["ParcelPart"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsIdDeeds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description <county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and % */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:2019024411:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "sale_date": "2019-06-14",
                     *           "sale_price_usd": 241000,
                     *           "grantor": "WREN, ODETTE",
                     *           "grantee": "OAK STREET HOLDINGS LLC",
                     *           "recorded_date": "2019-06-20",
                     *           "is_arm_length": true,
                     *           "document_type": "warranty_deed",
                     *           "document_number": "2019024411",
                     *           "prior_owner": "WREN, ODETTE",
                     *           "new_owner": "OAK STREET HOLDINGS LLC",
                     *           "is_sale": true,
                     *           "book": null,
                     *           "page": null,
                     *           "document_type_raw": "Warranty Deed",
                     *           "arm_length_reasons": [],
                     *           "usable_for_stats": true,
                     *           "parcel_count": 1,
                     *           "days_on_market": 31,
                     *           "source": null,
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deed"][];
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsIdOutline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description <county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and % */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outline */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "Feature",
                     *       "id": "31109:0109109006000",
                     *       "geometry": {
                     *         "type": "MultiPolygon",
                     *         "coordinates": [
                     *           [
                     *             [
                     *               [
                     *                 -96.7,
                     *                 40.8
                     *               ],
                     *               [
                     *                 -96.699,
                     *                 40.8
                     *               ],
                     *               [
                     *                 -96.699,
                     *                 40.801
                     *               ],
                     *               [
                     *                 -96.7,
                     *                 40.8
                     *               ]
                     *             ]
                     *           ]
                     *         ]
                     *       },
                     *       "properties": {
                     *         "county_fips": "31109",
                     *         "parcel_id": "0109109006000",
                     *         "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *         "acreage": 0.21
                     *       }
                     *     }
                     */
                    "application/geo+json": components["schemas"]["OutlineFeature"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsIdOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description <county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and % */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "owner_name": "OAK STREET HOLDINGS LLC",
                     *       "entity_type": "llc",
                     *       "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *       "portfolio_summary": {
                     *         "property_count": 42,
                     *         "total_assessed_value": 11204500,
                     *         "states": [
                     *           "NE"
                     *         ]
                     *       },
                     *       "properties": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ParcelOwner"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsIdPermits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description <county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and % */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "BLDR-022101-2023:37183:0017801",
                     *           "county_fips": "37183",
                     *           "parcel_id": "0017801",
                     *           "permit_id": "BLDR-022101-2023",
                     *           "permit_number": "BLDR-022101-2023",
                     *           "permit_type": "Building",
                     *           "permit_status": "final",
                     *           "filed_date": "2023-05-05",
                     *           "issued_date": "2023-05-15",
                     *           "description": "Replace the shingles",
                     *           "estimated_cost": 9356.56,
                     *           "contractor_name": "ABEL ROOFING INC",
                     *           "contractor_license": null,
                     *           "applicant_name": null,
                     *           "jurisdiction_id": "raleigh-nc",
                     *           "work_class": "Alteration/Repairs",
                     *           "status_raw": "Complete",
                     *           "completed_date": "2023-08-11",
                     *           "expires_date": "2024-05-15",
                     *           "contractor_id": null,
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "source": null,
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Permit"][];
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsIdRisks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description <county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and % */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "31109:0109109006000",
                     *       "county_fips": "31109",
                     *       "overall_score": 38.4,
                     *       "flood": {
                     *         "score": 41.2,
                     *         "rating": "moderate",
                     *         "source": null,
                     *         "as_of": "2025",
                     *         "geography": "parcel"
                     *       },
                     *       "wildfire": {
                     *         "score": 41.2,
                     *         "rating": "moderate",
                     *         "source": null,
                     *         "as_of": "2025",
                     *         "geography": "parcel"
                     *       },
                     *       "air_quality": {
                     *         "score": 41.2,
                     *         "rating": "moderate",
                     *         "source": null,
                     *         "as_of": "2025",
                     *         "geography": "parcel",
                     *         "median_aqi": 38,
                     *         "unhealthy_days": 4
                     *       },
                     *       "crime": {
                     *         "score": 41.2,
                     *         "rating": "moderate",
                     *         "source": null,
                     *         "as_of": "2025",
                     *         "geography": "parcel"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RiskAssessment"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsAt: {
        parameters: {
            query: {
                /**
                 * @description Only these fields of each parcel, in the order of the record; names separated by commas
                 * @example id,address,total_assessed_value
                 */
                fields?: string;
                /**
                 * @description Degrees north (WGS84)
                 * @example 40.8136
                 */
                lat: number;
                /**
                 * @description Degrees east (WGS84)
                 * @example -96.7026
                 */
                lon: number;
                /** @description How far away the nearest parcel can be if no outline contains the point */
                meters?: number;
                /** @description Outlines in place of points, where they are known. Only with Accept: application/geo+json */
                outline?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parcels at the point */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "31109:0109109006000",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -96.7026,
                     *               40.8136
                     *             ]
                     *           },
                     *           "properties": {
                     *             "id": "31109:0109109006000",
                     *             "county_fips": "31109",
                     *             "parcel_id": "0109109006000",
                     *             "canonical_id": "31:109:0109109006000",
                     *             "state_fips": "31",
                     *             "state": "NE",
                     *             "county_name": "Lancaster County",
                     *             "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *             "street": "1200 N OAK ST",
                     *             "unit": "APT 4",
                     *             "city": "LINCOLN",
                     *             "zip": "68508",
                     *             "location": {
                     *               "lat": 40.8136,
                     *               "lon": -96.7026
                     *             },
                     *             "has_outline": true,
                     *             "owner_name": "OAK STREET HOLDINGS LLC",
                     *             "owner_name_2": null,
                     *             "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *             "entity_type": "llc",
                     *             "entity_class": "LLC",
                     *             "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *             "mailing_city": "OMAHA",
                     *             "mailing_state": "NE",
                     *             "mailing_zip": "68101",
                     *             "mailing_country": null,
                     *             "absentee_owner": true,
                     *             "out_of_state_owner": true,
                     *             "total_assessed_value": 265000,
                     *             "land_value": 60000,
                     *             "improvement_value": 205000,
                     *             "market_value": 280000,
                     *             "tax_year": 2025,
                     *             "tax_amount": 4210.5,
                     *             "land_use_code": "R1",
                     *             "land_use": "Single Family",
                     *             "zoning": "R-4",
                     *             "zoning_category": "residential",
                     *             "acreage": 0.21,
                     *             "lot_sqft": 9148,
                     *             "building_sqft": 1840,
                     *             "year_built": 1964,
                     *             "bedrooms": 3,
                     *             "bathrooms": 1.5,
                     *             "stories": 2,
                     *             "units": 1,
                     *             "sale_price": 241000,
                     *             "sale_date": "2019-06-14",
                     *             "sale_arms_length": true,
                     *             "latest_grantee": "ALDER, BENEDICT",
                     *             "latest_deed_date": "2019-06-20",
                     *             "deal_score": 61.5,
                     *             "deal_score_parts": {
                     *               "absentee": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "held": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "value_gap": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "improvement": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "permits": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               }
                     *             },
                     *             "source": "lancaster-ne-assessor",
                     *             "source_date": "2019-06-14",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "meters": 0
                     *     }
                     */
                    "application/geo+json": {
                        features: {
                            /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                            geometry: ({
                                /**
                                 * @description Longitude, then latitude (WGS84 degrees)
                                 * @example [
                                 *       -96.7026,
                                 *       40.8136
                                 *     ]
                                 */
                                coordinates: number[];
                                /** @enum {string} */
                                type: "Point";
                            } | components["schemas"]["Outline"]) | null;
                            /**
                             * @description The id of the record
                             * @example 31109:0109109006000
                             */
                            id: string;
                            properties: components["schemas"]["ParcelPart"];
                            /** @enum {string} */
                            type: "Feature";
                        }[];
                        /**
                         * @description Distance from the point: 0 inside an outline; null when nothing is near
                         * @example 0
                         */
                        meters: number | null;
                        /** @enum {string} */
                        type: "FeatureCollection";
                    };
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "meters": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ParcelsAt"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postParcelsBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "31109:0109109006000",
                 *         "33009:12/4 A"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description The parcels that were found */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "31109:0109109006000",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -96.7026,
                     *               40.8136
                     *             ]
                     *           },
                     *           "properties": {
                     *             "id": "31109:0109109006000",
                     *             "county_fips": "31109",
                     *             "parcel_id": "0109109006000",
                     *             "canonical_id": "31:109:0109109006000",
                     *             "state_fips": "31",
                     *             "state": "NE",
                     *             "county_name": "Lancaster County",
                     *             "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *             "street": "1200 N OAK ST",
                     *             "unit": "APT 4",
                     *             "city": "LINCOLN",
                     *             "zip": "68508",
                     *             "location": {
                     *               "lat": 40.8136,
                     *               "lon": -96.7026
                     *             },
                     *             "has_outline": true,
                     *             "owner_name": "OAK STREET HOLDINGS LLC",
                     *             "owner_name_2": null,
                     *             "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *             "entity_type": "llc",
                     *             "entity_class": "LLC",
                     *             "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *             "mailing_city": "OMAHA",
                     *             "mailing_state": "NE",
                     *             "mailing_zip": "68101",
                     *             "mailing_country": null,
                     *             "absentee_owner": true,
                     *             "out_of_state_owner": true,
                     *             "total_assessed_value": 265000,
                     *             "land_value": 60000,
                     *             "improvement_value": 205000,
                     *             "market_value": 280000,
                     *             "tax_year": 2025,
                     *             "tax_amount": 4210.5,
                     *             "land_use_code": "R1",
                     *             "land_use": "Single Family",
                     *             "zoning": "R-4",
                     *             "zoning_category": "residential",
                     *             "acreage": 0.21,
                     *             "lot_sqft": 9148,
                     *             "building_sqft": 1840,
                     *             "year_built": 1964,
                     *             "bedrooms": 3,
                     *             "bathrooms": 1.5,
                     *             "stories": 2,
                     *             "units": 1,
                     *             "sale_price": 241000,
                     *             "sale_date": "2019-06-14",
                     *             "sale_arms_length": true,
                     *             "latest_grantee": "ALDER, BENEDICT",
                     *             "latest_deed_date": "2019-06-20",
                     *             "deal_score": 61.5,
                     *             "deal_score_parts": {
                     *               "absentee": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "held": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "value_gap": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "improvement": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "permits": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               }
                     *             },
                     *             "source": "lancaster-ne-assessor",
                     *             "source_date": "2019-06-14",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "missing": [
                     *         "33009:12/4 A"
                     *       ]
                     *     }
                     */
                    "application/geo+json": {
                        features: {
                            /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                            geometry: ({
                                /**
                                 * @description Longitude, then latitude (WGS84 degrees)
                                 * @example [
                                 *       -96.7026,
                                 *       40.8136
                                 *     ]
                                 */
                                coordinates: number[];
                                /** @enum {string} */
                                type: "Point";
                            } | components["schemas"]["Outline"]) | null;
                            /**
                             * @description The id of the record
                             * @example 31109:0109109006000
                             */
                            id: string;
                            properties: components["schemas"]["ParcelPart"];
                            /** @enum {string} */
                            type: "Feature";
                        }[];
                        /**
                         * @description The ids, as given, of parcels that are not loaded, and texts that are not parcel ids, in their order
                         * @example [
                         *       "33009:12/4 A"
                         *     ]
                         */
                        missing: string[];
                        /** @enum {string} */
                        type: "FeatureCollection";
                    };
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "missing": [
                     *         "33009:12/4 A"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getParcelsSuggest: {
        parameters: {
            query: {
                /**
                 * @description 5-digit county FIPS code
                 * @example 31109
                 */
                county_fips?: string;
                /** @description Maximum number of rows, 1 to 20 */
                limit?: number;
                /**
                 * @description What was typed so far of an address or a parcel number
                 * @example 1200 n oak s
                 */
                q: string;
                /**
                 * @description 2-digit state FIPS code
                 * @example 31
                 */
                state_fips?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "parcel_id": "0109109006000",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Suggestion"][];
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postSearch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Exactly one of bounds, within and near is required, or filters with at least one of countyFips, stateFips, zip, ownerId, ids, updatedSince */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bounds": {
                 *         "north": 40.83,
                 *         "south": 40.79,
                 *         "east": -96.66,
                 *         "west": -96.72
                 *       },
                 *       "filters": {
                 *         "ownerTypes": [
                 *           "llc",
                 *           "trust"
                 *         ],
                 *         "absenteeOnly": true,
                 *         "valueRange": {
                 *           "min": 100000
                 *         }
                 *       },
                 *       "sort": "deal_score",
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description A page of parcels */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "31109:0109109006000",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -96.7026,
                     *               40.8136
                     *             ]
                     *           },
                     *           "properties": {
                     *             "id": "31109:0109109006000",
                     *             "county_fips": "31109",
                     *             "parcel_id": "0109109006000",
                     *             "canonical_id": "31:109:0109109006000",
                     *             "state_fips": "31",
                     *             "state": "NE",
                     *             "county_name": "Lancaster County",
                     *             "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *             "street": "1200 N OAK ST",
                     *             "unit": "APT 4",
                     *             "city": "LINCOLN",
                     *             "zip": "68508",
                     *             "location": {
                     *               "lat": 40.8136,
                     *               "lon": -96.7026
                     *             },
                     *             "has_outline": true,
                     *             "owner_name": "OAK STREET HOLDINGS LLC",
                     *             "owner_name_2": null,
                     *             "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *             "entity_type": "llc",
                     *             "entity_class": "LLC",
                     *             "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *             "mailing_city": "OMAHA",
                     *             "mailing_state": "NE",
                     *             "mailing_zip": "68101",
                     *             "mailing_country": null,
                     *             "absentee_owner": true,
                     *             "out_of_state_owner": true,
                     *             "total_assessed_value": 265000,
                     *             "land_value": 60000,
                     *             "improvement_value": 205000,
                     *             "market_value": 280000,
                     *             "tax_year": 2025,
                     *             "tax_amount": 4210.5,
                     *             "land_use_code": "R1",
                     *             "land_use": "Single Family",
                     *             "zoning": "R-4",
                     *             "zoning_category": "residential",
                     *             "acreage": 0.21,
                     *             "lot_sqft": 9148,
                     *             "building_sqft": 1840,
                     *             "year_built": 1964,
                     *             "bedrooms": 3,
                     *             "bathrooms": 1.5,
                     *             "stories": 2,
                     *             "units": 1,
                     *             "sale_price": 241000,
                     *             "sale_date": "2019-06-14",
                     *             "sale_arms_length": true,
                     *             "latest_grantee": "ALDER, BENEDICT",
                     *             "latest_deed_date": "2019-06-20",
                     *             "deal_score": 61.5,
                     *             "deal_score_parts": {
                     *               "absentee": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "held": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "value_gap": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "improvement": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               },
                     *               "permits": {
                     *                 "points": 12.5,
                     *                 "weight": 25
                     *               }
                     *             },
                     *             "source": "lancaster-ne-assessor",
                     *             "source_date": "2019-06-14",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/geo+json": {
                        features: {
                            /** @description The outline if it is requested and known, otherwise the point; null if the location is unknown */
                            geometry: ({
                                /**
                                 * @description Longitude, then latitude (WGS84 degrees)
                                 * @example [
                                 *       -96.7026,
                                 *       40.8136
                                 *     ]
                                 */
                                coordinates: number[];
                                /** @enum {string} */
                                type: "Point";
                            } | components["schemas"]["Outline"]) | null;
                            /**
                             * @description The id of the record
                             * @example 31109:0109109006000
                             */
                            id: string;
                            properties: components["schemas"]["ParcelPart"];
                            /** @enum {string} */
                            type: "Feature";
                        }[];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * Format: date-time
                         * @description Only with `updatedSince`, and of a walk by cursor only on the first page: the `updatedSince` to ask with the next time. All changes before it are in this answer or walk
                         * @example 2026-01-31T12:00:00.000Z
                         */
                        next_updated_since?: string;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                        /** @enum {string} */
                        type: "FeatureCollection";
                    };
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "31109:0109109006000",
                     *           "county_fips": "31109",
                     *           "parcel_id": "0109109006000",
                     *           "canonical_id": "31:109:0109109006000",
                     *           "state_fips": "31",
                     *           "state": "NE",
                     *           "county_name": "Lancaster County",
                     *           "address": "1200 N OAK ST APT 4, LINCOLN, NE 68508",
                     *           "street": "1200 N OAK ST",
                     *           "unit": "APT 4",
                     *           "city": "LINCOLN",
                     *           "zip": "68508",
                     *           "location": {
                     *             "lat": 40.8136,
                     *             "lon": -96.7026
                     *           },
                     *           "has_outline": true,
                     *           "owner_name": "OAK STREET HOLDINGS LLC",
                     *           "owner_name_2": null,
                     *           "owner_id": "5f0c1d7e9a3b4c625f0c",
                     *           "entity_type": "llc",
                     *           "entity_class": "LLC",
                     *           "mailing_address": "PO BOX 12, OMAHA, NE 68101",
                     *           "mailing_city": "OMAHA",
                     *           "mailing_state": "NE",
                     *           "mailing_zip": "68101",
                     *           "mailing_country": null,
                     *           "absentee_owner": true,
                     *           "out_of_state_owner": true,
                     *           "total_assessed_value": 265000,
                     *           "land_value": 60000,
                     *           "improvement_value": 205000,
                     *           "market_value": 280000,
                     *           "tax_year": 2025,
                     *           "tax_amount": 4210.5,
                     *           "land_use_code": "R1",
                     *           "land_use": "Single Family",
                     *           "zoning": "R-4",
                     *           "zoning_category": "residential",
                     *           "acreage": 0.21,
                     *           "lot_sqft": 9148,
                     *           "building_sqft": 1840,
                     *           "year_built": 1964,
                     *           "bedrooms": 3,
                     *           "bathrooms": 1.5,
                     *           "stories": 2,
                     *           "units": 1,
                     *           "sale_price": 241000,
                     *           "sale_date": "2019-06-14",
                     *           "sale_arms_length": true,
                     *           "latest_grantee": "ALDER, BENEDICT",
                     *           "latest_deed_date": "2019-06-20",
                     *           "deal_score": 61.5,
                     *           "deal_score_parts": {
                     *             "absentee": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "held": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "value_gap": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "improvement": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             },
                     *             "permits": {
                     *               "points": 12.5,
                     *               "weight": 25
                     *             }
                     *           },
                     *           "source": "lancaster-ne-assessor",
                     *           "source_date": "2019-06-14",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Parcel"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * Format: date-time
                         * @description Only with `updatedSince`, and of a walk by cursor only on the first page: the `updatedSince` to ask with the next time. All changes before it are in this answer or walk
                         * @example 2026-01-31T12:00:00.000Z
                         */
                        next_updated_since?: string;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    } | {
                        data: components["schemas"]["ParcelPart"][];
                        /**
                         * @description Page size used
                         * @example 100
                         */
                        limit: number;
                        /** @description Only with cursor: the cursor of the next page; null at the end */
                        next_cursor?: string | null;
                        /**
                         * Format: date-time
                         * @description Only with `updatedSince`, and of a walk by cursor only on the first page: the `updatedSince` to ask with the next time. All changes before it are in this answer or walk
                         * @example 2026-01-31T12:00:00.000Z
                         */
                        next_updated_since?: string;
                        /**
                         * @description Rows skipped before this page
                         * @example 0
                         */
                        offset: number;
                        /**
                         * @description Exact count of all matches
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postSearchClusters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bounds": {
                 *         "north": 40.83,
                 *         "south": 40.79,
                 *         "east": -96.66,
                 *         "west": -96.72
                 *       },
                 *       "zoom": 10
                 *     }
                 */
                "application/json": components["schemas"]["ClusterRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "cell": "12/947/1541",
                     *           "count": 128,
                     *           "lat": 40.8136,
                     *           "lon": -96.7026,
                     *           "median_value": 265000
                     *         }
                     *       ],
                     *       "total": 128,
                     *       "zoom": 12,
                     *       "largest": 128
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description zoom/x/y of the cell as a map tile
                             * @example 12/947/1541
                             */
                            cell: string;
                            /**
                             * @description Exact count of parcels in the cell
                             * @example 128
                             */
                            count: number;
                            /**
                             * @description Latitude of their center, degrees north
                             * @example 40.8136
                             */
                            lat: number;
                            /**
                             * @description Longitude of their center, degrees east
                             * @example -96.7026
                             */
                            lon: number;
                            /**
                             * @description Median assessed value, USD; approximate in cells of many parcels
                             * @example 265000
                             */
                            median_value: number | null;
                        }[];
                        /**
                         * @description Count of the fullest cell; null when there is none
                         * @example 128
                         */
                        largest: number | null;
                        /**
                         * @description Exact count of parcels in the bounds
                         * @example 128
                         */
                        total: number;
                        /**
                         * @description Zoom level of the cells as map tiles
                         * @example 12
                         */
                        zoom: number;
                    };
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postSearchCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "countyFips": "31109",
                 *         "absenteeOnly": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CountRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 128
                     *     }
                     */
                    "application/json": components["schemas"]["Count"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getSearchExport: {
        parameters: {
            query: {
                /**
                 * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                 * @example *
                 */
                cursor?: string;
                /** @description CSV has a header line */
                format?: "ndjson" | "csv";
                /** @description CSV: texts as they are stored. Else an apostrophe stands before a text that a spreadsheet would run as a formula; `terrier ingest` takes it off again */
                raw?: boolean;
                /**
                 * @description JSON of a search: bounds, within, near or filters that need none; touches; filters; fields. Rows come in an arbitrary but stable order. A longer one is sent as the body of a POST
                 * @example {"bounds":{"north":40.83,"south":40.79,"east":-96.66,"west":-96.72}}
                 */
                search: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Parcels, each with a cursor that resumes after it */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"id":"31109:0109109006000","cursor":"v2.kq3xV0dJ8T1yW5uR2mN7bQ"} */
                    "application/x-ndjson": string;
                    /**
                     * @example id,cursor
                     *     31109:0109109006000,v2.kq3xV0dJ8T1yW5uR2mN7bQ
                     */
                    "text/csv": string;
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            431: components["responses"]["431"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postSearchExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bounds": {
                 *         "north": 40.83,
                 *         "south": 40.79,
                 *         "east": -96.66,
                 *         "west": -96.72
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Edges included. west > east is a box across the antimeridian.
                     * @example {
                     *       "north": 40.83,
                     *       "south": 40.79,
                     *       "east": -96.66,
                     *       "west": -96.72
                     *     }
                     */
                    bounds?: {
                        /** @description Eastern edge, degrees of longitude */
                        east: number;
                        /** @description Northern edge, degrees of latitude */
                        north: number;
                        /** @description Southern edge, degrees of latitude */
                        south: number;
                        /** @description Western edge, degrees of longitude */
                        west: number;
                    };
                    /**
                     * @description Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset
                     * @example *
                     */
                    cursor?: string;
                    /**
                     * @description Only these fields of each parcel, in the order of the record
                     * @example [
                     *       "id",
                     *       "address",
                     *       "total_assessed_value"
                     *     ]
                     */
                    fields?: ("id" | "county_fips" | "parcel_id" | "canonical_id" | "state_fips" | "state" | "county_name" | "address" | "street" | "unit" | "city" | "zip" | "location" | "has_outline" | "owner_name" | "owner_name_2" | "owner_id" | "entity_type" | "entity_class" | "mailing_address" | "mailing_city" | "mailing_state" | "mailing_zip" | "mailing_country" | "absentee_owner" | "out_of_state_owner" | "total_assessed_value" | "land_value" | "improvement_value" | "market_value" | "tax_year" | "tax_amount" | "land_use_code" | "land_use" | "zoning" | "zoning_category" | "acreage" | "lot_sqft" | "building_sqft" | "year_built" | "bedrooms" | "bathrooms" | "stories" | "units" | "sale_price" | "sale_date" | "sale_arms_length" | "latest_grantee" | "latest_deed_date" | "deal_score" | "deal_score_parts" | "source" | "source_date" | "updated_at")[];
                    filters?: components["schemas"]["Filters"];
                    /**
                     * @description CSV has a header line
                     * @default ndjson
                     * @enum {unknown}
                     */
                    format?: "ndjson" | "csv";
                    /**
                     * @description A point and the maximum distance from it, on the sphere
                     * @example {
                     *       "lat": 40.8136,
                     *       "lon": -96.7026,
                     *       "meters": 800
                     *     }
                     */
                    near?: {
                        /** @description Degrees north (WGS84) */
                        lat: number;
                        /** @description Degrees east (WGS84) */
                        lon: number;
                        /** @description Maximum distance in meters */
                        meters: number;
                    };
                    /**
                     * @description CSV: texts as they are stored. Else an apostrophe stands before a text that a spreadsheet would run as a formula; `terrier ingest` takes it off again
                     * @default false
                     */
                    raw?: boolean;
                    /**
                     * @description Finds the parcels whose outline has a point in common with the region, its border included, wherever their location is; parcels without an outline by their location. Refused where more than 10,000 outlines lie on the border, or where it meets more than 30,000 cells of the map, each about a hundred meters wide
                     * @default false
                     */
                    touches?: boolean;
                    /**
                     * @description A GeoJSON Polygon or MultiPolygon with at most 1000 vertices in all; holes are left out. An area across the antimeridian is given as a MultiPolygon, one part on each side. Parcels on an edge may be in or out
                     * @example {
                     *       "type": "Polygon",
                     *       "coordinates": [
                     *         [
                     *           [
                     *             -96.72,
                     *             40.79
                     *           ],
                     *           [
                     *             -96.66,
                     *             40.79
                     *           ],
                     *           [
                     *             -96.69,
                     *             40.83
                     *           ],
                     *           [
                     *             -96.72,
                     *             40.79
                     *           ]
                     *         ]
                     *       ]
                     *     }
                     */
                    within?: {
                        /** @description The outer ring, then holes in it */
                        coordinates: number[][][];
                        /** @enum {string} */
                        type: "Polygon";
                    } | {
                        coordinates: number[][][][];
                        /** @enum {string} */
                        type: "MultiPolygon";
                    };
                };
            };
        };
        responses: {
            /** @description Parcels, each with a cursor that resumes after it */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"id":"31109:0109109006000","cursor":"v2.kq3xV0dJ8T1yW5uR2mN7bQ"} */
                    "application/x-ndjson": string;
                    /**
                     * @example id,cursor
                     *     31109:0109109006000,v2.kq3xV0dJ8T1yW5uR2mN7bQ
                     */
                    "text/csv": string;
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postSearchFacets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description by, figures or both are required */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "countyFips": "31109"
                 *       },
                 *       "by": [
                 *         "zoning_category"
                 *       ],
                 *       "figures": [
                 *         "total_assessed_value"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["FacetRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 128,
                     *       "facets": [
                     *         {
                     *           "key": "state_fips",
                     *           "values": [
                     *             {
                     *               "value": "residential",
                     *               "count": 96
                     *             }
                     *           ],
                     *           "other": 0,
                     *           "missing": 4
                     *         }
                     *       ],
                     *       "figures": [
                     *         {
                     *           "figure": "total_assessed_value",
                     *           "count": 120,
                     *           "min": 12000,
                     *           "p10": 98000,
                     *           "p25": 150000,
                     *           "p50": 210000,
                     *           "p75": 290000,
                     *           "p90": 410000,
                     *           "max": 2400000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Facets"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postSignup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "My map"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A name to recognize it by, on one line
                     * @example Map team
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_0123456789abcdef0123",
                     *       "name": "Map team",
                     *       "prefix": "terrier_a1b2c",
                     *       "tier": "scale",
                     *       "is_admin": true,
                     *       "scopes": [
                     *         "read",
                     *         "webhooks"
                     *       ],
                     *       "allowed_addresses": [
                     *         "203.0.113.7",
                     *         "2001:db8::/32"
                     *       ],
                     *       "is_active": true,
                     *       "is_caller": true,
                     *       "expires_at": null,
                     *       "replaced_by": "key_3210fedcba9876543210",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "last_used_at": "2026-01-31T12:00:00.000Z",
                     *       "key": "terrier_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getTilesJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tilejson": "3.0.0",
                     *       "name": "Terrier parcels",
                     *       "scheme": "xyz",
                     *       "tiles": [
                     *         "https://api.example.com/api/v1/tiles/{z}/{x}/{y}.mvt"
                     *       ],
                     *       "minzoom": 0,
                     *       "maxzoom": 18,
                     *       "bounds": [
                     *         -180,
                     *         -85.0511,
                     *         180,
                     *         85.0511
                     *       ],
                     *       "vector_layers": [
                     *         {
                     *           "id": "parcels",
                     *           "description": "Lots",
                     *           "minzoom": 1,
                     *           "maxzoom": 1,
                     *           "fields": {
                     *             "id": "String"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TileJson"];
                };
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getTilesZXYMvt: {
        parameters: {
            query?: {
                /**
                 * @description Attributes of the parcels, separated by commas: total_assessed_value, sale_price, sale_date, acreage, building_sqft, year_built, bedrooms, bathrooms, zoning_category, entity_type, entity_class, absentee_owner, out_of_state_owner, deal_score. Every parcel has its id too. Without it: total_assessed_value, zoning_category
                 * @example total_assessed_value,year_built
                 */
                fields?: string;
                /**
                 * @description The filters of `POST /search`, as JSON
                 * @example {"absenteeOnly":true}
                 */
                filters?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Column, from the west
                 * @example 15163
                 */
                x: string;
                /**
                 * @description Row, from the north
                 * @example 24616
                 */
                y: string;
                /**
                 * @description Zoom level, 0 to 22
                 * @example 16
                 */
                z: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A Mapbox vector tile (version 2). Layer `parcels`, from zoom 14: outlines, points where there is none, with the chosen attributes; parcels that share a place are drawn once, and `stack` counts them. Layer `labels`, from zoom 17: house numbers. Layer `streets`, from zoom 15: lines with the `name` of a street, where addresses make it certain. Layer `left_out`: `count` of the smallest parcels, when there are more than 10,000. Layer `clusters`, below zoom 14: `count` and `median_value` */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            /** @description Nothing is in the tile */
            204: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tier": "scale",
                     *       "month": {
                     *         "limit": 1000000,
                     *         "used": 2400,
                     *         "remaining": 997600,
                     *         "resets_at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "minute": {
                     *         "limit": 1000000,
                     *         "used": 2400,
                     *         "remaining": 997600,
                     *         "resets_at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "webhooks": {
                     *         "endpoints": null,
                     *         "events_per_day": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getUsageHistory: {
        parameters: {
            query?: {
                /** @description Use of this key alone; one that does not manage keys may name itself alone */
                key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "day": "2026-01-31",
                     *           "requests": 310,
                     *           "lookups": 2400
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageHistory"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "whe_0123456789abcdef012",
                     *           "url": "https://example.com/hooks/terrier",
                     *           "event_types": [
                     *             "parcel.sold",
                     *             "parcel.permit_filed"
                     *           ],
                     *           "filter_kind": "parcel_ids",
                     *           "filter_value": {
                     *             "parcel_ids": [
                     *               "31:109:0109109006000"
                     *             ]
                     *           },
                     *           "description": null,
                     *           "is_active": true,
                     *           "disabled_reason": null,
                     *           "disabled_at": null,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "consecutive_failures": 0,
                     *           "failing_since": null,
                     *           "last_success_at": "2026-01-31T12:00:00.000Z",
                     *           "next_attempt_at": null
                     *         }
                     *       ],
                     *       "quota": {
                     *         "endpoints": {
                     *           "limit": null,
                     *           "used": 3
                     *         },
                     *         "events_per_day": {
                     *           "limit": null,
                     *           "used": 3,
                     *           "resets_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       },
                     *       "tier": "scale"
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first, disabled ones included */
                        data: components["schemas"]["WebhookEndpoint"][];
                        quota: {
                            endpoints: {
                                /**
                                 * @description Most active endpoints; null is unlimited
                                 * @example null
                                 */
                                limit: number | null;
                                /**
                                 * @description How many of them are used
                                 * @example 3
                                 */
                                used: number;
                            };
                            events_per_day: {
                                /**
                                 * @description Most events a day (UTC), counted for each endpoint; null is unlimited
                                 * @example null
                                 */
                                limit: number | null;
                                /**
                                 * Format: date-time
                                 * @description When the day ends
                                 * @example 2026-01-31T12:00:00.000Z
                                 */
                                resets_at: string;
                                /**
                                 * @description How many of them are used
                                 * @example 3
                                 */
                                used: number;
                            };
                        };
                        /**
                         * @description API tier of the key
                         * @example scale
                         */
                        tier: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: 1 to 255 visible ASCII characters of your own, new for each thing to create. The same key with the same request within 24 hours has the first answer again, with `Idempotent-Replayed: true`; with another request it is a 422. Only 2xx answers are kept
                 * @example 7f6d2c1e-4b0a-4d57-9a57-2f0f7f0c9b11
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/terrier",
                 *       "event_types": [
                 *         "parcel.sold",
                 *         "parcel.permit_filed"
                 *       ],
                 *       "filter_kind": "parcel_ids",
                 *       "filter_value": {
                 *         "parcel_ids": [
                 *           "31:109:0109109006000"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Your own note */
                    description?: string;
                    /** @description Events to send; repetitions count once */
                    event_types: ("parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed")[];
                    /**
                     * @description What is watched: parcels, a state or a county
                     * @enum {unknown}
                     */
                    filter_kind: "parcel_ids" | "state_fips" | "county_fips";
                    /**
                     * @description {"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for state_fips, {"state_fips": "31", "county_fips": "109"} for county_fips
                     * @example {
                     *       "parcel_ids": [
                     *         "31:109:0109109006000"
                     *       ]
                     *     }
                     */
                    filter_value: {
                        /**
                         * @description 3-digit county FIPS code; all 5 digits are accepted too, and returned as 3
                         * @example 109
                         */
                        county_fips?: string;
                        /**
                         * @description For parcel_ids: canonical ids, state_fips:county_fips:parcel_id, of up to 1,000 parcels; the id of a parcel, county_fips:parcel_id, is read as its canonical id. A bare parcel number is accepted when exactly one loaded parcel has it. Repetitions count once
                         * @example [
                         *       "31:109:1701100000000"
                         *     ]
                         */
                        parcel_ids?: string[];
                        /**
                         * @description 2-digit state FIPS code
                         * @example 31
                         */
                        state_fips?: string;
                    };
                    /**
                     * @description https address that leads to public addresses; no credentials, no fragment
                     * @example https://example.com/hooks/terrier
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_0123456789abcdef012",
                     *       "url": "https://example.com/hooks/terrier",
                     *       "event_types": [
                     *         "parcel.sold",
                     *         "parcel.permit_filed"
                     *       ],
                     *       "filter_kind": "parcel_ids",
                     *       "filter_value": {
                     *         "parcel_ids": [
                     *           "31:109:0109109006000"
                     *         ]
                     *       },
                     *       "description": null,
                     *       "is_active": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "consecutive_failures": 0,
                     *       "failing_since": null,
                     *       "last_success_at": "2026-01-31T12:00:00.000Z",
                     *       "next_attempt_at": null,
                     *       "secret": "whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35",
                     *       "unmatched_parcel_ids": [
                     *         "31:109:0109109006000"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getWebhooksId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_0123456789abcdef012",
                     *       "url": "https://example.com/hooks/terrier",
                     *       "event_types": [
                     *         "parcel.sold",
                     *         "parcel.permit_filed"
                     *       ],
                     *       "filter_kind": "parcel_ids",
                     *       "filter_value": {
                     *         "parcel_ids": [
                     *           "31:109:0109109006000"
                     *         ]
                     *       },
                     *       "description": null,
                     *       "is_active": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "consecutive_failures": 0,
                     *       "failing_since": null,
                     *       "last_success_at": "2026-01-31T12:00:00.000Z",
                     *       "next_attempt_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    deleteWebhooksId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_0123456789abcdef012",
                     *       "url": "https://example.com/hooks/terrier",
                     *       "event_types": [
                     *         "parcel.sold",
                     *         "parcel.permit_filed"
                     *       ],
                     *       "filter_kind": "parcel_ids",
                     *       "filter_value": {
                     *         "parcel_ids": [
                     *           "31:109:0109109006000"
                     *         ]
                     *       },
                     *       "description": null,
                     *       "is_active": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "consecutive_failures": 0,
                     *       "failing_since": null,
                     *       "last_success_at": "2026-01-31T12:00:00.000Z",
                     *       "next_attempt_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getWebhooksIdDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only those of this parcel; either spelling of its id
                 * @example 31:109:0109109006000
                 */
                canonical_id?: string;
                /** @description The `next_cursor` of an earlier answer, with the same filters: the page after it */
                cursor?: string;
                /** @description Only those of this type */
                event_type?: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
                /** @description Page size, 1 to 500 */
                limit?: number;
                /** @description Only those queued at this time or later */
                since?: string;
                /** @description Only those of this status */
                status?: "pending" | "in_flight" | "delivered" | "dead_lettered" | "failed";
                /** @description Only those queued before this time */
                until?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "dlv_1234",
                     *           "endpoint_id": "whe_0123456789abcdef012",
                     *           "event_id": "3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226",
                     *           "event_type": "parcel.sold",
                     *           "canonical_id": null,
                     *           "status": "pending",
                     *           "attempt": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *           "delivered_at": null,
                     *           "last_attempt_at": null,
                     *           "last_response_status": 503,
                     *           "last_response_body": null,
                     *           "last_error": null,
                     *           "outcome_unknown": false,
                     *           "settled": {
                     *             "as": "delivered",
                     *             "by": "account",
                     *             "at": "2026-01-31T12:00:00.000Z"
                     *           },
                     *           "attempts": [
                     *             {
                     *               "attempt": 1,
                     *               "started_at": "2026-01-31T12:00:00.000Z",
                     *               "duration_ms": 87,
                     *               "response_status": 503,
                     *               "error": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "dlv_1234"
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["WebhookDelivery"][];
                        /**
                         * @description The cursor of the next page; null at the end
                         * @example dlv_1234
                         */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getWebhooksIdDeliveriesDeliveryId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery
                 * @example dlv_1234
                 */
                deliveryId: string;
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_1234",
                     *       "endpoint_id": "whe_0123456789abcdef012",
                     *       "event_id": "3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226",
                     *       "event_type": "parcel.sold",
                     *       "canonical_id": null,
                     *       "status": "pending",
                     *       "attempt": 1,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *       "delivered_at": null,
                     *       "last_attempt_at": null,
                     *       "last_response_status": 503,
                     *       "last_response_body": null,
                     *       "last_error": null,
                     *       "outcome_unknown": false,
                     *       "settled": {
                     *         "as": "delivered",
                     *         "by": "account",
                     *         "at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "duration_ms": 87,
                     *           "response_status": 503,
                     *           "error": null
                     *         }
                     *       ],
                     *       "payload": {},
                     *       "headers": {}
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postWebhooksIdDeliveriesDeliveryIdRetry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: 1 to 255 visible ASCII characters of your own, new for each thing to create. The same key with the same request within 24 hours has the first answer again, with `Idempotent-Replayed: true`; with another request it is a 422. Only 2xx answers are kept
                 * @example 7f6d2c1e-4b0a-4d57-9a57-2f0f7f0c9b11
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Id of the delivery
                 * @example dlv_1234
                 */
                deliveryId: string;
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_1234",
                     *       "endpoint_id": "whe_0123456789abcdef012",
                     *       "event_id": "3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226",
                     *       "event_type": "parcel.sold",
                     *       "canonical_id": null,
                     *       "status": "pending",
                     *       "attempt": 1,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *       "delivered_at": null,
                     *       "last_attempt_at": null,
                     *       "last_response_status": 503,
                     *       "last_response_body": null,
                     *       "last_error": null,
                     *       "outcome_unknown": false,
                     *       "settled": {
                     *         "as": "delivered",
                     *         "by": "account",
                     *         "at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "duration_ms": 87,
                     *           "response_status": 503,
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postWebhooksIdDeliveriesDeliveryIdSettle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: 1 to 255 visible ASCII characters of your own, new for each thing to create. The same key with the same request within 24 hours has the first answer again, with `Idempotent-Replayed: true`; with another request it is a 422. Only 2xx answers are kept
                 * @example 7f6d2c1e-4b0a-4d57-9a57-2f0f7f0c9b11
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Id of the delivery
                 * @example dlv_1234
                 */
                deliveryId: string;
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "as": "delivered"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description delivered: it arrived; requeue: send it again; dead_letter: give it up
                     * @enum {unknown}
                     */
                    as: "delivered" | "requeue" | "dead_letter";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_1234",
                     *       "endpoint_id": "whe_0123456789abcdef012",
                     *       "event_id": "3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226",
                     *       "event_type": "parcel.sold",
                     *       "canonical_id": null,
                     *       "status": "pending",
                     *       "attempt": 1,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *       "delivered_at": null,
                     *       "last_attempt_at": null,
                     *       "last_response_status": 503,
                     *       "last_response_body": null,
                     *       "last_error": null,
                     *       "outcome_unknown": false,
                     *       "settled": {
                     *         "as": "delivered",
                     *         "by": "account",
                     *         "at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "duration_ms": 87,
                     *           "response_status": 503,
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postWebhooksIdDeliveriesRetry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: 1 to 255 visible ASCII characters of your own, new for each thing to create. The same key with the same request within 24 hours has the first answer again, with `Idempotent-Replayed: true`; with another request it is a 422. Only 2xx answers are kept
                 * @example 7f6d2c1e-4b0a-4d57-9a57-2f0f7f0c9b11
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "event_type": "parcel.sold",
                 *       "since": "2026-01-31T12:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only those of this parcel; either spelling of its id
                     * @example 31:109:0109109006000
                     */
                    canonical_id?: string;
                    /**
                     * @description Only those of this type
                     * @enum {unknown}
                     */
                    event_type?: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
                    /**
                     * Format: date-time
                     * @description Only those queued at this time or later
                     */
                    since?: string;
                    /**
                     * @description Only those of this status; both when not given
                     * @enum {unknown}
                     */
                    status?: "dead_lettered" | "failed";
                    /**
                     * Format: date-time
                     * @description Only those queued before this time
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "queued": 12,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether more fit: repeat the request, or wait for quota when fewer than 5,000 were queued
                         * @example false
                         */
                        has_more: boolean;
                        /**
                         * @description How many are queued again
                         * @example 12
                         */
                        queued: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postWebhooksIdDeliveriesSettle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: 1 to 255 visible ASCII characters of your own, new for each thing to create. The same key with the same request within 24 hours has the first answer again, with `Idempotent-Replayed: true`; with another request it is a 422. Only 2xx answers are kept
                 * @example 7f6d2c1e-4b0a-4d57-9a57-2f0f7f0c9b11
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "as": "requeue",
                 *       "phases": [
                 *         "dns",
                 *         "connect",
                 *         "tls"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description delivered: it arrived; requeue: send it again; dead_letter: give it up
                     * @enum {unknown}
                     */
                    as: "delivered" | "requeue" | "dead_letter";
                    /**
                     * @description Only those of this parcel; either spelling of its id
                     * @example 31:109:0109109006000
                     */
                    canonical_id?: string;
                    /**
                     * @description Only those of this type
                     * @enum {unknown}
                     */
                    event_type?: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
                    /**
                     * @description How far the last attempt came: the first word of last_error. Before send it has not left
                     * @example [
                     *       "dns",
                     *       "connect",
                     *       "tls"
                     *     ]
                     */
                    phases: ("dns" | "connect" | "tls" | "send" | "response")[];
                    /**
                     * Format: date-time
                     * @description Only those queued at this time or later
                     */
                    since?: string;
                    /**
                     * Format: date-time
                     * @description Only those queued before this time
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "settled": 12,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether more fit: 5,000 are settled at most, so repeat the request
                         * @example false
                         */
                        has_more: boolean;
                        /**
                         * @description How many are settled
                         * @example 12
                         */
                        settled: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    postWebhooksIdTest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: 1 to 255 visible ASCII characters of your own, new for each thing to create. The same key with the same request within 24 hours has the first answer again, with `Idempotent-Replayed: true`; with another request it is a 422. Only 2xx answers are kept
                 * @example 7f6d2c1e-4b0a-4d57-9a57-2f0f7f0c9b11
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Id of the endpoint
                 * @example whe_0123456789abcdef012
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "event_type": "parcel.sold"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description One that the endpoint subscribes to; the first of them when not given
                     * @enum {unknown}
                     */
                    event_type?: "parcel.sold" | "parcel.owner_changed" | "parcel.permit_filed";
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_1234",
                     *       "endpoint_id": "whe_0123456789abcdef012",
                     *       "event_id": "3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226",
                     *       "event_type": "parcel.sold",
                     *       "canonical_id": null,
                     *       "status": "pending",
                     *       "attempt": 1,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *       "delivered_at": null,
                     *       "last_attempt_at": null,
                     *       "last_response_status": 503,
                     *       "last_response_body": null,
                     *       "last_error": null,
                     *       "outcome_unknown": false,
                     *       "settled": {
                     *         "as": "delivered",
                     *         "by": "account",
                     *         "at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "duration_ms": 87,
                     *           "response_status": 503,
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getLivez: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["400"];
        };
    };
    getReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["400"];
            503: components["responses"]["503"];
        };
    };
    on_parcel_owner_changed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Terrier-Webhooks/1.0
                 * @example Terrier-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Number of the attempt, from 1
                 * @example 1
                 */
                "X-Terrier-Attempt": string;
                /**
                 * @description Id of the delivery, the same on retries
                 * @example dlv_1234
                 */
                "X-Terrier-Delivery-Id": string;
                /**
                 * @description The event_id of the payload, the same on retries
                 * @example 04a89fbd4ecaec1cc78229b14b593db077c9402678013104fa9f1931b4e9762a
                 */
                "X-Terrier-Event-Id": string;
                /**
                 * @description The event_type of the payload
                 * @example parcel.owner_changed
                 */
                "X-Terrier-Event-Type": string;
                /**
                 * @description `t=<unix ms>,v1=<hex>`: v1 is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Compare it in constant time, over the raw body, and reject a t that is more than 5 minutes off. The example is signed with `whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35`, over the example of the body without blanks
                 * @example t=1769860800000,v1=a96fb4da27c3bcd88b1237c9c1659c77927c8a86f3ff2ac8bcaff3306aca9859
                 */
                "X-Terrier-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "04a89fbd4ecaec1cc78229b14b593db077c9402678013104fa9f1931b4e9762a",
                 *       "event_type": "parcel.owner_changed",
                 *       "occurred_at": "2019-06-20T00:00:00.000Z",
                 *       "occurred_at_basis": "recording_date",
                 *       "delivery_attempt": 1,
                 *       "parcel_id": "0109109006000",
                 *       "state_fips": "31",
                 *       "county_fips": "109",
                 *       "canonical_id": "31:109:0109109006000",
                 *       "match_basis": "state_county_parcel_id",
                 *       "source_run_id": null,
                 *       "recorded_date": "2019-06-20",
                 *       "document_type": "warranty_deed",
                 *       "document_number": "2019024411",
                 *       "prior_owner": "WREN, ODETTE",
                 *       "new_owner": "OAK STREET HOLDINGS LLC",
                 *       "is_sale": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Endpoints that watch parcels only: the watched parcel that matched
                     * @example 31:109:0109109006000
                     */
                    canonical_id?: string | null;
                    /**
                     * @description 3-digit county FIPS code as published; placeholders such as 000 are passed through
                     * @example 109
                     */
                    county_fips: string | null;
                    /** @description Grows by one with each attempt */
                    delivery_attempt: number;
                    /**
                     * @description Recorder’s document number
                     * @example 2019024411
                     */
                    document_number: string | null;
                    /**
                     * @description Kind of deed
                     * @example warranty_deed
                     */
                    document_type: string | null;
                    /** @description SHA-256 of source, record and event type; the same on retries */
                    event_id: string;
                    /** @enum {unknown} */
                    event_type: "parcel.owner_changed";
                    /**
                     * @description Whether the transfer is a sale, so that parcel.sold is sent too
                     * @example true
                     */
                    is_sale: boolean | null;
                    /** @description Endpoints that watch parcels only: how it matched */
                    match_basis?: ("state_county_parcel_id" | "state_unique_parcel_id") | null;
                    /**
                     * @description The grantee
                     * @example OAK STREET HOLDINGS LLC
                     */
                    new_owner: string | null;
                    /**
                     * Format: date-time
                     * @description The record’s own date when it has one
                     */
                    occurred_at: string;
                    /** @enum {unknown} */
                    occurred_at_basis: "recording_date" | "sale_date" | "filed_date" | "issued_date" | "ingested_at" | "curated_at";
                    /** @description Parcel number of the county assessor */
                    parcel_id: string;
                    /**
                     * @description The grantor
                     * @example WREN, ODETTE
                     */
                    prior_owner: string | null;
                    /**
                     * @description Date recorded with the county
                     * @example 2019-06-20
                     */
                    recorded_date: string | null;
                    /** @description Reserved; null today */
                    source_run_id: string | null;
                    /**
                     * @description 2-digit state FIPS code
                     * @example 31
                     */
                    state_fips: string | null;
                    /** @description true in a test delivery */
                    test?: boolean;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_parcel_permit_filed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Terrier-Webhooks/1.0
                 * @example Terrier-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Number of the attempt, from 1
                 * @example 1
                 */
                "X-Terrier-Attempt": string;
                /**
                 * @description Id of the delivery, the same on retries
                 * @example dlv_1234
                 */
                "X-Terrier-Delivery-Id": string;
                /**
                 * @description The event_id of the payload, the same on retries
                 * @example 3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226
                 */
                "X-Terrier-Event-Id": string;
                /**
                 * @description The event_type of the payload
                 * @example parcel.permit_filed
                 */
                "X-Terrier-Event-Type": string;
                /**
                 * @description `t=<unix ms>,v1=<hex>`: v1 is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Compare it in constant time, over the raw body, and reject a t that is more than 5 minutes off. The example is signed with `whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35`, over the example of the body without blanks
                 * @example t=1769860800000,v1=59ced3a86903676f1562f3a6845de968d88e4f223cb5a421deadd124956c2499
                 */
                "X-Terrier-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226",
                 *       "event_type": "parcel.permit_filed",
                 *       "occurred_at": "2024-03-01T00:00:00.000Z",
                 *       "occurred_at_basis": "filed_date",
                 *       "delivery_attempt": 1,
                 *       "parcel_id": "0109109006000",
                 *       "state_fips": "31",
                 *       "county_fips": "109",
                 *       "canonical_id": "31:109:0109109006000",
                 *       "match_basis": "state_county_parcel_id",
                 *       "source_run_id": null,
                 *       "permit_id": "lincoln-ne-B-77",
                 *       "permit_number": "B-77",
                 *       "permit_type": "Roofing",
                 *       "permit_status": "issued",
                 *       "filed_date": "2024-03-01",
                 *       "issued_date": "2024-03-08",
                 *       "description": "Replace the shingles",
                 *       "estimated_cost": 8200,
                 *       "contractor_name": "ALDERS ROOFING, INC.",
                 *       "contractor_license": "L.30411",
                 *       "applicant_name": "ALDER, BENEDICT",
                 *       "jurisdiction_id": "lincoln-ne"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Applicant as published
                     * @example ALDER, BENEDICT
                     */
                    applicant_name: string | null;
                    /**
                     * @description Endpoints that watch parcels only: the watched parcel that matched
                     * @example 31:109:0109109006000
                     */
                    canonical_id?: string | null;
                    /**
                     * @description Contractor’s license number
                     * @example L.30411
                     */
                    contractor_license: string | null;
                    /**
                     * @description Contractor as published
                     * @example ALDERS ROOFING, INC.
                     */
                    contractor_name: string | null;
                    /**
                     * @description 3-digit county FIPS code as published; placeholders such as 000 are passed through
                     * @example 109
                     */
                    county_fips: string | null;
                    /** @description Grows by one with each attempt */
                    delivery_attempt: number;
                    /**
                     * @description Work description
                     * @example Replace the shingles
                     */
                    description: string | null;
                    /**
                     * @description Declared cost, USD
                     * @example 8200
                     */
                    estimated_cost: number | null;
                    /** @description SHA-256 of source, record and event type; the same on retries */
                    event_id: string;
                    /** @enum {unknown} */
                    event_type: "parcel.permit_filed";
                    /**
                     * @description Date of application
                     * @example 2024-03-01
                     */
                    filed_date: string | null;
                    /**
                     * @description Date of issue
                     * @example 2024-03-08
                     */
                    issued_date: string | null;
                    /**
                     * @description Issuing jurisdiction
                     * @example lincoln-ne
                     */
                    jurisdiction_id: string | null;
                    /** @description Endpoints that watch parcels only: how it matched */
                    match_basis?: ("state_county_parcel_id" | "state_unique_parcel_id") | null;
                    /**
                     * Format: date-time
                     * @description The record’s own date when it has one
                     */
                    occurred_at: string;
                    /** @enum {unknown} */
                    occurred_at_basis: "recording_date" | "sale_date" | "filed_date" | "issued_date" | "ingested_at" | "curated_at";
                    /** @description Parcel number of the county assessor */
                    parcel_id: string;
                    /**
                     * @description Internal id, stable across loads
                     * @example lincoln-ne-B-77
                     */
                    permit_id: string;
                    /**
                     * @description Number issued by the jurisdiction
                     * @example B-77
                     */
                    permit_number: string | null;
                    /**
                     * @description Where the permit stands
                     * @example issued
                     */
                    permit_status: ("filed" | "issued" | "in_review" | "final" | "expired" | "withdrawn") | null;
                    /**
                     * @description Kind of permit as published
                     * @example Roofing
                     */
                    permit_type: string | null;
                    /** @description Reserved; null today */
                    source_run_id: string | null;
                    /**
                     * @description 2-digit state FIPS code
                     * @example 31
                     */
                    state_fips: string | null;
                    /** @description true in a test delivery */
                    test?: boolean;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_parcel_sold: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Terrier-Webhooks/1.0
                 * @example Terrier-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Number of the attempt, from 1
                 * @example 1
                 */
                "X-Terrier-Attempt": string;
                /**
                 * @description Id of the delivery, the same on retries
                 * @example dlv_1234
                 */
                "X-Terrier-Delivery-Id": string;
                /**
                 * @description The event_id of the payload, the same on retries
                 * @example 5ce6abeffcbddb22d0d864d4b31b6daccb9b8947df680c1105351cf6ecb4a4a6
                 */
                "X-Terrier-Event-Id": string;
                /**
                 * @description The event_type of the payload
                 * @example parcel.sold
                 */
                "X-Terrier-Event-Type": string;
                /**
                 * @description `t=<unix ms>,v1=<hex>`: v1 is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Compare it in constant time, over the raw body, and reject a t that is more than 5 minutes off. The example is signed with `whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35`, over the example of the body without blanks
                 * @example t=1769860800000,v1=0a84f2b2c3e0cfd3c2d63344a66d3bbb06680594cb18d10ed6d75c7bad073b4f
                 */
                "X-Terrier-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "5ce6abeffcbddb22d0d864d4b31b6daccb9b8947df680c1105351cf6ecb4a4a6",
                 *       "event_type": "parcel.sold",
                 *       "occurred_at": "2019-06-20T00:00:00.000Z",
                 *       "occurred_at_basis": "recording_date",
                 *       "delivery_attempt": 1,
                 *       "parcel_id": "0109109006000",
                 *       "state_fips": "31",
                 *       "county_fips": "109",
                 *       "canonical_id": "31:109:0109109006000",
                 *       "match_basis": "state_county_parcel_id",
                 *       "source_run_id": null,
                 *       "sale_date": "2019-06-14",
                 *       "sale_price_usd": 241000,
                 *       "grantor": "WREN, ODETTE",
                 *       "grantee": "OAK STREET HOLDINGS LLC",
                 *       "recorded_date": "2019-06-20",
                 *       "is_arm_length": true,
                 *       "document_type": "warranty_deed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Endpoints that watch parcels only: the watched parcel that matched
                     * @example 31:109:0109109006000
                     */
                    canonical_id?: string | null;
                    /**
                     * @description 3-digit county FIPS code as published; placeholders such as 000 are passed through
                     * @example 109
                     */
                    county_fips: string | null;
                    /** @description Grows by one with each attempt */
                    delivery_attempt: number;
                    /**
                     * @description Kind of deed, as warranty_deed, quitclaim, trust_transfer
                     * @example warranty_deed
                     */
                    document_type: string | null;
                    /** @description SHA-256 of source, record and event type; the same on retries */
                    event_id: string;
                    /** @enum {unknown} */
                    event_type: "parcel.sold";
                    /**
                     * @description Buyer as recorded
                     * @example OAK STREET HOLDINGS LLC
                     */
                    grantee: string | null;
                    /**
                     * @description Seller as recorded
                     * @example WREN, ODETTE
                     */
                    grantor: string | null;
                    /**
                     * @description Whether the transfer was at arm’s length
                     * @example true
                     */
                    is_arm_length: boolean | null;
                    /** @description Endpoints that watch parcels only: how it matched */
                    match_basis?: ("state_county_parcel_id" | "state_unique_parcel_id") | null;
                    /**
                     * Format: date-time
                     * @description The record’s own date when it has one
                     */
                    occurred_at: string;
                    /** @enum {unknown} */
                    occurred_at_basis: "recording_date" | "sale_date" | "filed_date" | "issued_date" | "ingested_at" | "curated_at";
                    /** @description Parcel number of the county assessor */
                    parcel_id: string;
                    /**
                     * @description Date recorded with the county
                     * @example 2019-06-20
                     */
                    recorded_date: string | null;
                    /**
                     * @description Date of the sale
                     * @example 2019-06-14
                     */
                    sale_date: string | null;
                    /**
                     * @description Price, USD
                     * @example 241000
                     */
                    sale_price_usd: number | null;
                    /** @description Reserved; null today */
                    source_run_id: string | null;
                    /**
                     * @description 2-digit state FIPS code
                     * @example 31
                     */
                    state_fips: string | null;
                    /** @description true in a test delivery */
                    test?: boolean;
                };
            };
        };
        responses: {
            /** @description Received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
