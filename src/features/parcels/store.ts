import type { Client } from '@elastic/elasticsearch';
import type { ParcelId } from '../../domain/parcel-id.ts';
import { cutDocument, cutHits } from '../../elastic/cut.ts';
import { aliasOf, type Kind } from '../../elastic/indices.ts';
import { rawRequest } from '../../elastic/raw.ts';
import { readStored } from '../../elastic/stored.ts';
import { unavailable } from '../../problems.ts';
import type { RiskAssessment } from '../../schemas/risk.ts';
import { mergeRisks, type StoredRisk } from './risks.ts';

const MOST_ROWS = 1_000;

/** Reads parcels and what belongs to them. Each read answers null when the parcel is not loaded. */
export function parcelStore(client: Client, prefix: string) {
  async function request(method: 'GET' | 'POST', path: string, body?: unknown) {
    const answer = await rawRequest(
      client,
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
    );
    if (answer.status !== 200 && answer.status !== 404) {
      throw unavailable('Elasticsearch', new Error(`status ${answer.status}`));
    }
    return answer;
  }

  const stored = (id: string) => readStored(client, aliasOf(prefix, 'parcels'), id);

  async function exists(id: string): Promise<boolean> {
    return client.exists({ index: aliasOf(prefix, 'parcels'), id, realtime: false });
  }

  async function list(kind: Kind, parcels: string[]): Promise<Buffer> {
    const { body } = await request('POST', `/${aliasOf(prefix, kind)}/_search`, {
      size: MOST_ROWS,
      track_total_hits: false,
      query: { bool: { filter: [{ terms: { 'internal.parcel': parcels } }] } },
      sort: [{ 'internal.date': { order: 'desc', missing: '_last' } }, { 'internal.seq': 'asc' }],
    });
    return body;
  }

  /** Deeds that name only the state: listed where the number is that of one parcel in the state. */
  async function placeholders({ county_fips, parcel_id }: ParcelId): Promise<string[]> {
    const state = county_fips.slice(0, 2);
    const keys = [`${state}000:${parcel_id}`, `${state}999:${parcel_id}`];
    const [deeds, parcels] = await Promise.all([
      client.count({ index: aliasOf(prefix, 'deeds'), query: { terms: { 'internal.parcel': keys } } }),
      client.count({
        index: aliasOf(prefix, 'parcels'),
        query: { bool: { filter: [{ term: { state_fips: state } }, { term: { parcel_id } }] } },
      }),
    ]);
    return deeds.count > 0 && parcels.count === 1 ? keys : [];
  }

  return {
    /** The parcel as JSON bytes. */
    async parcel({ id }: ParcelId): Promise<Buffer | null> {
      const source = await stored(id);
      return source && cutDocument(source);
    },

    /** `{"data": […]}` as JSON bytes. */
    async permits({ id }: ParcelId): Promise<Buffer | null> {
      const [known, rows] = await Promise.all([exists(id), list('permits', [id])]);
      return known ? cutHits(rows, '}') : null;
    },

    /** `{"data": […]}` as JSON bytes. */
    async deeds(parcel: ParcelId): Promise<Buffer | null> {
      const [known, extra] = await Promise.all([exists(parcel.id), placeholders(parcel)]);
      if (!known) return null;
      return cutHits(await list('deeds', [parcel.id, ...extra]), '}');
    },

    async risks({ id, county_fips }: ParcelId): Promise<RiskAssessment | null> {
      const [known, found] = await Promise.all([
        exists(id),
        client.search<Omit<StoredRisk, 'id'>>({
          index: aliasOf(prefix, 'risks'),
          size: 100,
          query: { terms: { 'internal.key': [id, county_fips] } },
        }),
      ]);
      if (!known) return null;
      return mergeRisks(
        id,
        county_fips,
        found.hits.hits.map((hit) => ({ ...hit._source!, id: hit._id! })),
      );
    },

    stored,
  };
}
export type ParcelStore = ReturnType<typeof parcelStore>;
