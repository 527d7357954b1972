import { listed } from '../../domain/in-words.ts';
import { sequenceOf } from '../../stores/elastic/sequence.ts';
import { scan } from './derive/scan.ts';
import { type Removable, removeRecords } from './remove.ts';
import type { HeldTarget, OnProgress } from './target.ts';

export interface ReplacedCounty {
  county_fips: string;
  before: number;
  after: number;
}

const LEAST_PART = 0.5;
const PARCELS_AT_ONCE = 5_000;
const MOST_NAMED = 20;
/** Up to this many parcels to delete are found by their numbers; for more, the counties are read again. */
const MOST_ASKED = 50_000;

function refusal(shrunk: ReplacedCounty[]): string {
  const each = shrunk.map(({ county_fips, before, after }) => `${county_fips} from ${before} to ${after}`);
  return (
    'the records are loaded, but nothing was deleted: parcels of these counties would shrink by more than half: ' +
    `${listed(each, MOST_NAMED)}. Is a part of the file missing? If not, --allow-shrink replaces them`
  );
}

interface Numbered {
  county_fips: string;
  internal: { seq: number; load: number; prev?: object };
}
const NUMBERED = ['county_fips', 'internal.seq', 'internal.load', 'internal.prev.load'];

const FIRST_ROOM = 1 << 12;

/**
 * Remembers ids by their numbers (see `sequenceOf`), in 8 bytes each. Two ids with the same number, about one pair in 150
 * million records, count as one.
 */
function seenIds() {
  let numbers = new Float64Array(FIRST_ROOM);
  let size = 0;
  let sorted = true;

  function add(id: string): void {
    if (size === numbers.length) numbers = new Float64Array(numbers.buffer.transfer(2 * numbers.byteLength));
    numbers[size++] = sequenceOf(id);
    sorted = false;
  }

  function hasNumber(number: number): boolean {
    if (!sorted) numbers.subarray(0, size).sort();
    sorted = true;
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[middle]! < number) low = middle + 1;
      else high = middle;
    }
    return low < size && numbers[low] === number;
  }

  return { add, hasNumber };
}

/**
 * Replaces counties: their records are loaded like any others, and when all are in, the parcels that are not among them are
 * deleted. So readers find new records early and lose old ones late, and a replacement that is killed is completed by the
 * next one.
 * @param only the counties that are replaced; records of others are refused. By default, those of the records.
 */
export function replacement(only: string[] | undefined, allowShrink: boolean) {
  const seen = seenIds();
  const counties = new Set(only);
  const isGone = (seq: number) => !seen.hasNumber(seq);

  const inCounties = () => ({ terms: { county_fips: [...counties] } });

  /** How many parcels each county had before the load, and will have; and the numbers of those that go, or of the first ones. */
  async function countReplaced({ client, indices, stamp }: HeldTarget) {
    const gone: number[] = [];
    const counts = new Map([...counties].sort().map((county) => [county, { before: 0, after: 0 }]));
    const search = { query: inCounties(), size: PARCELS_AT_ONCE, _source: NUMBERED };
    for await (const hits of scan<Numbered>(client, indices.parcels, search, [])) {
      for (const { _source } of hits) {
        const { seq, load, prev } = _source.internal;
        const count = counts.get(_source.county_fips)!;
        if (load !== stamp.load || prev) count.before++;
        if (!isGone(seq)) count.after++;
        else if (gone.length <= MOST_ASKED) gone.push(seq);
      }
    }
    const replaced: ReplacedCounty[] = [...counts].map(([county_fips, count]) => ({ county_fips, ...count }));
    return { replaced, gone };
  }

  return {
    /** Notes a record that is about to be written. Returns why it may not be, or null. */
    admit({ id, county_fips }: { id: string; county_fips: string }): string | null {
      if (only && !counties.has(county_fips)) return 'other_county';
      counties.add(county_fips);
      seen.add(id);
      return null;
    },

    /**
     * Deletes the rest, once searches find what was loaded.
     * @returns the counties, and why nothing was deleted, or null.
     */
    async complete(held: HeldTarget, onProgress: OnProgress) {
      const { replaced, gone } = await countReplaced(held);
      const shrunk = replaced.filter(({ before, after }) => after < before * LEAST_PART);
      if (shrunk.length > 0 && !allowShrink) return { refused: refusal(shrunk), counts: {} };
      if (gone.length === 0) return { refused: null, counts: { removed: 0, replaced } };
      const numbers = gone.length > MOST_ASKED ? [] : [{ terms: { 'internal.seq': gone } }];
      const query = { bool: { filter: [inCounties(), ...numbers] } };
      const goes = ({ internal }: Removable) => isGone(internal!.seq!);
      const removal = { kind: 'parcels', query, goes, why: 'replaced', onProgress } as const;
      const removed = await removeRecords(held, removal);
      return { refused: null, counts: { removed, replaced } };
    },
  };
}
