/** What a tile is to show: the tasks of the tile maker. */

/** Attributes that a lot may have in a tile, and their types: all are read from the index without the record. */
export const TILE_FIELD_TYPES = {
  total_assessed_value: 'Number',
  sale_price: 'Number',
  sale_date: 'String',
  acreage: 'Number',
  building_sqft: 'Number',
  year_built: 'Number',
  bedrooms: 'Number',
  bathrooms: 'Number',
  zoning_category: 'String',
  entity_type: 'String',
  entity_class: 'String',
  absentee_owner: 'Boolean',
  out_of_state_owner: 'Boolean',
  deal_score: 'Number',
  estimated_value: 'Number',
} as const;
export type TileField = keyof typeof TILE_FIELD_TYPES;
export const TILE_FIELDS = Object.keys(TILE_FIELD_TYPES) as TileField[];

/** Lots are drawn from this zoom level, and counted in cells below it. */
export const LOTS_FROM = 14;
export const NUMBERS_FROM = 17;
export const LAST_ZOOM = 22;
/** The most lots in a tile; if there are more, the largest. */
export const MOST_LOTS = 10_000;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** The lots of a tile of zoom 15. */
export interface PackedTile {
  x: number;
  y: number;
  pack: SharedArrayBuffer;
}

export interface LotsTask extends TileAddress {
  packs: readonly PackedTile[];
  fields: readonly TileField[];
  /** A raw answer with the ids of the parcels that pass the filters; null without filters. */
  chosen: Uint8Array | null;
  /** How many parcels pass the filters and are not among them. */
  leftOut: number;
}

/** The parcels of one map cell, below the zoom level of lots. */
export interface ClusterPoint {
  lon: number;
  lat: number;
  count: number;
  median_value: number | null;
}

export interface ClustersTask extends TileAddress {
  clusters: ClusterPoint[];
}

/** Raw answers of Elasticsearch, from which the lots of a tile of zoom 15 are packed. */
export interface PackTask {
  x: number;
  y: number;
  parcels: Uint8Array;
  outlines: Uint8Array;
  /** How many parcels are not among them. */
  leftOut: number;
}

export type TileTask = LotsTask | ClustersTask;
