/** What a tile shows, as its maker is asked. */

/** Attributes that a lot may have in a tile: all are read from the index without the record. */
export const TILE_FIELDS = [
  'total_assessed_value',
  'sale_price',
  'sale_date',
  'acreage',
  'building_sqft',
  'year_built',
  'bedrooms',
  'bathrooms',
  'zoning_category',
  'entity_type',
  'entity_class',
  'absentee_owner',
  'out_of_state_owner',
  'deal_score',
] as const;
export type TileField = (typeof TILE_FIELDS)[number];

/** Lots are drawn from this zoom level, and counted in cells below it. */
export const LOTS_FROM = 14;
export const NUMBERS_FROM = 17;
export const LAST_ZOOM = 22;
/** Lots in a tile; of more, the largest. */
export const MOST_LOTS = 10_000;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Raw answers of Elasticsearch: the outlines near the tile, and the attributes of the parcels. */
export interface LotsTask extends TileAddress {
  outlines: Uint8Array;
  parcels: Uint8Array;
  fields: readonly TileField[];
  /** Parcels that are not among them. */
  leftOut: number;
}

/** Of a cell of a map below the zoom level of lots. */
export interface ClusterPoint {
  lon: number;
  lat: number;
  count: number;
  median_value: number | null;
}

export interface ClustersTask extends TileAddress {
  clusters: ClusterPoint[];
}

export type TileTask = LotsTask | ClustersTask;
