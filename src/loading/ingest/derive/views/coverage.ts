import { countyName, stateByFips } from '../../../../domain/geography.ts';
import { type DeriveContext, touched } from '../changes.ts';
import { changesOf, type View, type ViewDocument } from './view.ts';

const COUNTIES_AT_ONCE = 5_000;

interface Bucket {
  key: string;
  doc_count: number;
  geocoded: { doc_count: number };
  owned: { doc_count: number };
  valued: { doc_count: number };
  /** Of a county; without bounds where no parcel has a location. */
  extent?: { bounds?: { top_left: Corner; bottom_right: Corner } };
}
interface Corner {
  lat: number;
  lon: number;
}

const COMPLETENESS = {
  geocoded: { filter: { exists: { field: 'location' } } },
  owned: { filter: { exists: { field: 'owner_id' } } },
  valued: { filter: { range: { total_assessed_value: { gt: 0 } } } },
};

/** Around the parcels, as they are stored. */
const EXTENT = { extent: { geo_bounds: { field: 'location', wrap_longitude: false } } };

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1000) / 10;
}

async function count({ client, indices }: DeriveContext, field: string, keys: string[]): Promise<Bucket[]> {
  const answer = await client.search<unknown, { areas: { buckets: Bucket[] } }>({
    index: indices.parcels,
    size: 0,
    track_total_hits: false,
    query: { terms: { [field]: keys } },
    aggs: {
      areas: {
        terms: { field, size: keys.length },
        aggs: { ...COMPLETENESS, ...(field === 'county_fips' && EXTENT) },
      },
    },
  });
  return answer.aggregations!.areas.buckets;
}

/** South, west, north, east; null where no parcel has a location. */
function extentOf({ extent }: Bucket): number[] | null {
  if (!extent?.bounds) return null;
  const { top_left, bottom_right } = extent.bounds;
  return [bottom_right.lat, top_left.lon, top_left.lat, bottom_right.lon];
}

function row(bucket: Bucket): ViewDocument {
  const county = bucket.key.length === 5 ? bucket.key : null;
  const state = stateByFips(bucket.key.slice(0, 2))!;
  return {
    kind: 'coverage',
    id: bucket.key,
    document: {
      state_fips: state.fips,
      state_name: state.name,
      county_fips: county,
      county_name: county === null ? null : countyName(county)!,
      parcel_count: bucket.doc_count,
      geocoded_pct: percent(bucket.geocoded.doc_count, bucket.doc_count),
      owner_pct: percent(bucket.owned.doc_count, bucket.doc_count),
      value_pct: percent(bucket.valued.doc_count, bucket.doc_count),
      internal: { key: bucket.key, code: bucket.key, ...(county && { extent: extentOf(bucket) }) },
    },
  };
}

const MADE_OF = { parcels: ['county_fips', 'state_fips', 'location', 'owner_id', 'total_assessed_value'] };

/** How complete the parcels of each state and each county are, by FIPS code. */
export const coverageView: View = {
  madeOf: { coverage: MADE_OF },
  async *keys(context) {
    for await (const counties of touched(context, changesOf(MADE_OF), 'county_fips', COUNTIES_AT_ONCE)) {
      yield [...counties, ...new Set(counties.map((county) => county.slice(0, 2)))];
    }
  },
  async documents(context, keys) {
    const counties = keys.filter((key) => key.length === 5);
    const states = keys.filter((key) => key.length === 2);
    const counted = await Promise.all([
      counties.length > 0 ? count(context, 'county_fips', counties) : [],
      states.length > 0 ? count(context, 'state_fips', states) : [],
    ]);
    return counted.flat().map(row);
  },
};
