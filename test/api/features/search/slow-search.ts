/**
 * The search as a plain computation over all rows, against which the service is tested. It shares no code with the
 * service.
 */
import { createHash } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import type { FastifyInstance } from 'fastify';
import { call } from '../../../helper.ts';

/** A parcel as a search sees it. */
export interface Row {
  id: string;
  location: { lat: number; lon: number } | null;
  zoning_category: string | null;
  entity_type: string | null;
  absentee_owner: boolean | null;
  total_assessed_value: number | null;
  sale_price: number | null;
  acreage: number | null;
  year_built: number | null;
  deal_score: number | null;
  /** Left out when no parcel of a test has it. */
  building_sqft?: number | null;
  bedrooms?: number | null;
  bathrooms?: number | null;
  sale_date?: string | null;
  out_of_state_owner?: boolean;
  lot_sqft?: number | null;
  units?: number | null;
  tax_year?: number | null;
  county_fips?: string;
  /** Its words as a search finds them: upper case, abbreviations written out. */
  address_words?: string[];
  city?: string | null;
  zip?: string | null;
  land_use?: string | null;
  owner_name?: string | null;
  /** The day of the newest permit. */
  last_permit?: string | null;
  updated_at?: string;
}

type Range<V = number> = { min?: V; max?: V };

export interface Request {
  /** Left out to search everywhere. */
  bounds?: { north: number; south: number; east: number; west: number };
  filters?: {
    zoningCategories?: string[];
    ownerTypes?: string[];
    absenteeOnly?: boolean;
    valueRange?: Range;
    yearBuiltRange?: Range;
    acreageRange?: Range;
    buildingSqftRange?: Range;
    bedroomsRange?: Range;
    bathroomsRange?: Range;
    salePriceRange?: Range;
    saleDateRange?: Range<string>;
    outOfStateOnly?: boolean;
    lotSqftRange?: Range;
    unitsRange?: Range;
    taxYearRange?: Range;
    countyFips?: string;
    stateFips?: string;
    zip?: string;
    city?: string;
    address?: string;
    ownerName?: string;
    ids?: string[];
    landUse?: string;
    permitSince?: string;
    located?: boolean;
    updatedSince?: string;
  };
  sort?: Sort;
  order?: 'asc' | 'desc';
  limit?: number;
  offset?: number;
}

const KEYS = {
  assessed_value: 'total_assessed_value',
  sale_price: 'sale_price',
  acreage: 'acreage',
  year_built: 'year_built',
  deal_score: 'deal_score',
  sale_date: 'sale_date',
} as const;
export type Sort = keyof typeof KEYS;

export const SORTS = Object.keys(KEYS) as Sort[];
export const ORDERS = ['asc', 'desc'] as const;

/** Every sort, and none, in both directions. */
export const ALL_ORDERS = [undefined, ...SORTS].flatMap((sort) => ORDERS.map((order) => ({ sort, order })));

/** The value that a row is sorted by; null without a sort. */
export function sortValue(row: Row, sort: Sort | undefined): number | null {
  const value = (sort && row[KEYS[sort]]) ?? null;
  return typeof value === 'string' ? Date.parse(value) : value;
}

function inBox(location: Row['location'], bounds: Request['bounds']): boolean {
  if (bounds === undefined) return true;
  const { north, south, east, west } = bounds;
  if (location === null) return false;
  const { lat, lon } = location;
  const between = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
  return lat >= south && lat <= north && between;
}

/** ISO days sort alphabetically. */
function inRange<V extends number | string>(value: V | null | undefined, range: Range<V> = {}): boolean {
  const { min, max } = range;
  if (min === undefined && max === undefined) return true;
  if (value === null || value === undefined) return false;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

const oneOf = (value: string | null, wanted: string[] | undefined) =>
  wanted === undefined || (value !== null && wanted.some((word) => word.toLowerCase() === value));

const wordsOf = (text: string | null | undefined) =>
  (text ?? '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);

/** Whether every word asked for is one of the words, or with `begun` the beginning of one. */
const hasWords = (words: readonly string[], asked: string | undefined, begun: boolean) =>
  wordsOf(asked).every((one) => words.some((word) => (begun ? word.startsWith(one) : word === one)));

const isEqual = (value: string | null | undefined, asked: string | undefined) =>
  asked === undefined || value?.toLowerCase() === asked.toLowerCase();

function matchesPlace(row: Row, filters: NonNullable<Request['filters']>): boolean {
  return (
    isEqual(row.county_fips, filters.countyFips) &&
    isEqual(row.county_fips?.slice(0, 2), filters.stateFips) &&
    isEqual(row.zip?.slice(0, 5), filters.zip) &&
    isEqual(row.city, filters.city) &&
    hasWords(row.address_words ?? [], filters.address, true) &&
    (filters.ids === undefined || filters.ids.includes(row.id)) &&
    (filters.located === undefined || filters.located === (row.location !== null))
  );
}

function matches(row: Row, { bounds, filters = {} }: Request): boolean {
  return (
    inBox(row.location, bounds) &&
    matchesPlace(row, filters) &&
    (filters.outOfStateOnly !== true || row.out_of_state_owner === true) &&
    inRange(row.lot_sqft, filters.lotSqftRange) &&
    inRange(row.units, filters.unitsRange) &&
    inRange(row.tax_year, filters.taxYearRange) &&
    hasWords(wordsOf(row.owner_name), filters.ownerName, true) &&
    hasWords(wordsOf(row.land_use), filters.landUse, false) &&
    inRange(row.last_permit, { min: filters.permitSince }) &&
    inRange(row.updated_at, { min: filters.updatedSince }) &&
    oneOf(row.zoning_category, filters.zoningCategories) &&
    oneOf(row.entity_type, filters.ownerTypes) &&
    (filters.absenteeOnly !== true || row.absentee_owner === true) &&
    inRange(row.total_assessed_value, filters.valueRange) &&
    inRange(row.year_built, filters.yearBuiltRange) &&
    inRange(row.acreage, filters.acreageRange) &&
    inRange(row.building_sqft, filters.buildingSqftRange) &&
    inRange(row.bedrooms, filters.bedroomsRange) &&
    inRange(row.bathrooms, filters.bathroomsRange) &&
    inRange(row.sale_price, filters.salePriceRange) &&
    inRange(row.sale_date, filters.saleDateRange)
  );
}

const places = new Map<string, bigint>();

/** The service's tiebreaker: the first 53 bits of the id's SHA-256. */
function tiePlace(id: string): bigint {
  let place = places.get(id);
  if (place === undefined) {
    place = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 14)}`) >> 3n;
    places.set(id, place);
  }
  return place;
}

function byTie(a: Row, b: Row): number {
  const [first, second] = [tiePlace(a.id), tiePlace(b.id)];
  return first < second ? -1 : first > second ? 1 : a.id < b.id ? -1 : 1;
}

/** All matches in order: nulls last in both directions, ties by the tiebreaker in the direction of the order. */
export function slowSearch(rows: readonly Row[], request: Request): Row[] {
  const { sort, order = 'desc' } = request;
  const sign = order === 'asc' ? 1 : -1;
  return rows
    .filter((row) => matches(row, request))
    .sort((a, b) => {
      const [first, second] = [sortValue(a, sort), sortValue(b, sort)];
      if (first === second) return sign * byTie(a, b);
      if (first === null) return 1;
      if (second === null) return -1;
      return sign * (first - second);
    });
}

export interface Page {
  ids: string[];
  data: Record<string, unknown>[];
  total: number;
  limit: number;
  offset: number;
}

/** Sends searches with one key; throws on any answer but 200. */
export function searcher(app: FastifyInstance, key: string) {
  return async (request: Request): Promise<Page> => {
    const answer = await call(app, 'POST', '/api/v1/search', { key, body: request });
    if (answer.status !== 200)
      throw new Error(`${answer.status} ${answer.text} to ${JSON.stringify(request)}`);
    const page = answer.json();
    return { ...page, ids: page.data.map((row: { id: string }) => row.id) };
  };
}

/** Every stored parcel as a search sees it: other tests check what a load makes of a record. */
export async function storedRows(client: Client, index: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of client.helpers.scrollDocuments<Row>({ index, size: 10_000 })) rows.push(row);
  return rows;
}
