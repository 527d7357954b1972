import type { Client } from '@elastic/elasticsearch';
import { listed } from '../../domain/in-words.ts';
import { aliasOf } from '../../stores/elastic/indices.ts';
import { type RemoveFrom, removeRecords } from './remove.ts';
import { seenIds } from './seen.ts';

export interface ReplacedCounty {
  county_fips: string;
  before: number;
  after: number;
}

const LEAST_PART = 0.5;

async function countByCounty(
  client: Client,
  index: string,
  counties: string[],
): Promise<Map<string, number>> {
  const answer = await client.search<
    unknown,
    { counties: { buckets: { key: string; doc_count: number }[] } }
  >({
    index,
    size: 0,
    query: { terms: { county_fips: counties } },
    aggs: { counties: { terms: { field: 'county_fips', size: counties.length } } },
  });
  return new Map(answer.aggregations!.counties.buckets.map(({ key, doc_count }) => [key, doc_count]));
}

const MOST_NAMED = 20;

function refusal(shrunk: ReplacedCounty[]): string {
  const each = shrunk.map(({ county_fips, before, after }) => `${county_fips} from ${before} to ${after}`);
  return (
    `nothing was replaced: parcels of these counties would shrink by more than half: ${listed(each, MOST_NAMED)}. ` +
    'Is a part of the file missing? If not, --allow-shrink replaces them'
  );
}

/**
 * Replaces counties: deletes their parcels that are not in the input. It works on a copy of the parcels, which the caller
 * puts to use or deletes.
 * @param only the counties that are replaced; records of others are refused. By default, those of the records.
 */
export function replacement(only: string[] | undefined, allowShrink: boolean) {
  const seen = seenIds();
  const counties = new Set(only);

  return {
    /** Notes a record that is about to be written. Returns why it may not be, or null. */
    admit({ id, county_fips }: { id: string; county_fips: string }): string | null {
      if (only && !counties.has(county_fips)) return 'other_county';
      counties.add(county_fips);
      seen.add(id);
      return null;
    },

    /** Deletes the rest from the copy. Returns the counties, and why they may not be replaced, or null. */
    async complete(client: Client, copies: Omit<RemoveFrom, 'kind'>) {
      const { prefix, index: copy } = copies;
      await client.indices.refresh({ index: copy });
      const all = [...counties].sort();
      const before = await countByCounty(client, aliasOf(prefix, 'parcels'), all);
      const from = { ...copies, kind: 'parcels' as const };
      const query = { terms: { county_fips: all } };
      const removed = await removeRecords(
        client,
        from,
        query,
        ({ internal }) => !seen.hasNumber(internal!.seq!),
      );
      await client.indices.refresh({ index: copy });
      const after = await countByCounty(client, copy, all);
      const replaced: ReplacedCounty[] = all.map((county_fips) => ({
        county_fips,
        before: before.get(county_fips) ?? 0,
        after: after.get(county_fips) ?? 0,
      }));
      const shrunk = replaced.filter(({ before, after }) => after < before * LEAST_PART);
      const refused = shrunk.length > 0 && !allowShrink ? refusal(shrunk) : null;
      return { refused, counts: { removed, replaced } };
    },
  };
}
