import type { CanonicalRecord, JoinedAdapter, PublishedRow } from './adapter.ts';
import { cityColumns, isCareOf, mailingStreet } from './mailing.ts';
import { lotOfAcres, unlessZero } from './values.ts';

const STORIES = /^(\d+(?:\.\d+)?)([HT])?$/;
const OPEN_END = /\s*[&+]\s*$/;
const JOINED_WEST = /\bSTWEST\b/;

interface Centroid {
  lat: string;
  lon: string;
  area: number;
}

/**
 * Parcels of Lebanon, New Hampshire (assessor), with centroids from the city's map. A source file cannot take the centroid
 * of the largest piece by a column; `examples/sources/us-nh-lebanon.json` has the place from the outlines instead.
 */
export const lebanonNhParcels: JoinedAdapter<'parcels', Map<string, Centroid>> = {
  reads: 'joined tables',
  name: 'lebanon-nh-parcels',
  kind: 'parcels',
  summary: 'Lebanon, New Hampshire, assessor: parcels with owners, and their centroids',
  files: ['parcels_owners_sales.csv', '[parcel_centroids.csv]'],
  columns:
    'parcel_id situs_address owner_name mailing_address1 mailing_city mailing_state mailing_zip class_code lot_size_acres land_value building_value total_value'.split(
      ' ',
    ),
  async prepare(files, readRows) {
    const centroids = new Map<string, Centroid>();
    if (files[1] === undefined) return centroids;
    for await (const row of readRows(files[1])) {
      const lot = row.MAP_LOT ?? '';
      if (lot === '' || lot === 'na') continue;
      // A lot in several pieces has a row for each: the largest piece counts.
      const area = Number(row.Shape_Area) || 0;
      if (area > (centroids.get(lot)?.area ?? -1)) {
        centroids.set(lot, { lat: row.lat ?? '', lon: row.lng ?? '', area });
      }
    }
    return centroids;
  },
  map(row, centroids): CanonicalRecord<'parcels'>[] {
    const point = centroidOf(row.parcel_id ?? '', centroids);
    const code = row.class_code ?? '';
    return [
      {
        county_fips: '33009',
        parcel_id: row.parcel_id,
        street: apart(row.situs_address ?? ''),
        lat: point?.lat,
        lon: point?.lon,
        owner_name: (row.owner_name ?? '').replace(OPEN_END, ''),
        owner_name_2: coOwner(row),
        mailing_address: mailingStreet(apart(row.mailing_address1 ?? '')),
        ...cityColumns(row.mailing_city ?? '', row.mailing_state ?? '', row.mailing_zip ?? ''),
        total_assessed_value: row.total_value,
        land_value: row.land_value,
        improvement_value: row.building_value,
        land_use_code: code,
        zoning: row['nhdra_lnd zone'],
        zoning_category: category(code),
        ...lotOfAcres(row.lot_size_acres),
        building_sqft: unlessZero(row['nhdra_cns area living']),
        year_built: unlessZero(row['nhdra_vns ayb']),
        bedrooms: row['nhdra_vns num bedrm'],
        bathrooms: bathrooms(row),
        stories: stories(row['nhdra_vns stories'] ?? ''),
        sale_price: row.nhdra_saleprice,
        sale_date: saleDate(row.nhdra_saledate ?? ''),
        source: 'lebanon-nh-assessor',
      },
    ];
  },
};

/** `3 WINTER STWEST` as `3 WINTER ST WEST`, which is another street than `WINTER ST`. */
const apart = (street: string) => street.replace(JOINED_WEST, 'ST WEST');

/** The point of the lot; for a condominium's unit (`990-11-1201`), else of its lot (`990-11`). */
function centroidOf(parcel: string, centroids: Map<string, Centroid>): Centroid | undefined {
  return centroids.get(parcel) ?? centroids.get(parcel.slice(0, parcel.lastIndexOf('-')));
}

/** The co-owner line of the state's copy, unless it is a care-of line or the copy has another owner. */
function coOwner(row: PublishedRow): string {
  const name = (row['nhdra_co own name'] ?? '').trim();
  if (name === '' || isCareOf(name)) return '';
  return firstWord(row['nhdra_own name']) === firstWord(row.owner_name) ? name.replace(OPEN_END, '') : '';
}

function firstWord(name: string | undefined): string {
  return /^\s*([^\s,]*)/.exec(name ?? '')?.[1] ?? '';
}

function bathrooms(row: PublishedRow): number | null {
  const full = row['nhdra_vns num baths'];
  if (!full) return null;
  return Number(full) + Number(row['nhdra_vns num hbaths'] || 0) / 2;
}

/** Stories: a figure, with H for a half and T for three quarters more; an attic (`1A`) has no exact number. */
function stories(published: string): number | null {
  const match = STORIES.exec(published);
  if (!match) return null;
  return Number(match[1]) + (match[2] === 'H' ? 0.5 : match[2] === 'T' ? 0.75 : 0);
}

/** The date without the placeholder 1901-01-01; 1900-01-01 is every source's and counted as nulled. */
export function saleDate(published: string): string {
  return published.startsWith('1901-01-01') ? '' : published;
}

// Classes of vacant land outside the groups named by their first digit.
const VACANT = new Set(['130', '131', '132', '390', '391', '392', '440', '441']);

/**
 * The zoning category of a class code, by the New England assessors' scheme: 0 mixed, 1 residential, 3 commercial,
 * 4 industrial, 6 farm, forest and open land in current use, 9 exempt; 909 and 955 common land of condominiums; a final
 * V is land without its building.
 */
function category(code: string): string {
  const group = code.slice(0, 3);
  if (group === '909' || group === '955') return 'residential';
  if (code.startsWith('9')) return 'exempt';
  if (VACANT.has(group) || code.endsWith('V')) return 'vacant';
  return CATEGORIES[code.charAt(0)] ?? '';
}

const CATEGORIES: Readonly<Record<string, string>> = {
  0: 'mixed',
  1: 'residential',
  3: 'commercial',
  4: 'industrial',
  6: 'agricultural',
};
