import { FULL_SUFFIXES } from '../src/domain/street-words.ts';
import { deriveAgain } from '../src/loading/ingest/ingest.ts';
import { against, bareClient, compare, randomNumbers, SERVERS_HELP, type Way } from './measure.ts';
import { onChosenRigs, type Rig, serve } from './rig.ts';

const PARCELS = 2_000;
const PASSES = 2;
const P95 = 3;
/** The shares of texts that are parcel numbers, and of addresses with a typo. */
const NUMBERS = 0.15;
const TYPOS = 0.1;
const ROWS = 10;
const SEED = 7;
const KEYS = ['id', 'parcel_id', 'state', 'county_name', 'address', 'city', 'zip', 'location'];

const HELP = `
node bench/suggest.ts [lincoln] [made]

GET /parcels/suggest with keys, limits and headers on, compared with a raw prefix query on the same index that returns as
many rows of the same fields. ${PARCELS} texts: beginnings of any length of addresses as shown, in lower case or with their
suffix spelled out, ${NUMBERS * 100}% parcel numbers, ${TYPOS * 100}% with two letters swapped. The raw query has each text
without its typo and in the spelling of the index, which it needs.

${SERVERS_HELP}`;

interface Case {
  q: string;
  field: 'internal.situs' | 'internal.number';
  prefix: string;
}

interface Stored {
  id: string;
  street: string | null;
  parcel_id: string;
  internal: { situs: string | null; number: string | null };
}

/** Adds suggestions to an index that an earlier version loaded. */
async function withSuggestions(rig: Rig): Promise<Rig> {
  const { count } = await rig.client.count({
    index: rig.parcels,
    query: { exists: { field: 'internal.situs' } },
  });
  if (count === 0) {
    console.error(`${rig.name}: deriving suggestions`);
    await deriveAgain(rig.target, { all: true });
  }
  return rig;
}

async function sample(rig: Rig): Promise<Stored[]> {
  const { hits } = await rig.client.search<Stored>({
    index: rig.parcels,
    size: PARCELS,
    query: { exists: { field: 'internal.situs' } },
    _source: ['id', 'street', 'parcel_id', 'internal.situs', 'internal.number'],
    sort: [{ 'internal.seq': 'asc' }],
  });
  return hits.hits.map(({ _source }) => _source!);
}

function swapped(text: string): string | null {
  const word = text.split(' ').reduce((a, b) => (/^[a-z]+$/i.test(b) && b.length > a.length ? b : a), '');
  const at = text.indexOf(word) + Math.floor(word.length / 2) - 1;
  if (word.length < 5 || text[at] === text[at + 1]) return null;
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}

function spell(street: string, random: () => number): string {
  const kind = random();
  if (kind < 0.4) return street;
  const lower = street.toLowerCase();
  if (kind < 0.7) return lower;
  return lower.replace(/\w+$/, (last) => FULL_SUFFIXES.get(last.toUpperCase())?.toLowerCase() ?? last);
}

function casesOf(parcels: Stored[]): Case[] {
  const random = randomNumbers(SEED);
  return parcels.map(({ street, parcel_id, internal }) => {
    // A text has at least two characters: nobody stops typing after the first digit.
    const share = 0.1 + 0.9 * random();
    const cut = (text: string) => text.slice(0, Math.max(2, Math.ceil(text.length * share))).trim();
    if (random() < NUMBERS && internal.number !== null) {
      return { q: cut(parcel_id), field: 'internal.number', prefix: cut(internal.number) };
    }
    const text = cut(spell(street!, random));
    const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean).length;
    const stored = internal.situs!.split(' ').slice(0, words).join(' ');
    const q = random() < TYPOS ? (swapped(text) ?? text) : text;
    return {
      q,
      field: 'internal.situs',
      prefix: stored.slice(0, Math.max(2, Math.ceil(stored.length * share))).trim(),
    };
  });
}

function waysOf(rig: Rig, api: string): Way<Case>[] {
  const search = (one: Case) =>
    JSON.stringify({
      size: ROWS,
      track_total_hits: false,
      _source: KEYS,
      query: { prefix: { [one.field]: { value: one.prefix } } },
    });
  return [
    {
      name: 'raw',
      url: rig.elasticsearch,
      request: (one) => ({
        method: 'POST',
        path: `/${rig.parcels}/_search`,
        body: search(one),
        headers: { 'content-type': 'application/json' },
      }),
    },
    {
      name: 'api',
      url: api,
      request: ({ q }) => ({
        method: 'GET',
        path: `/api/v1/parcels/suggest?q=${encodeURIComponent(q)}&limit=${ROWS}`,
        headers: { authorization: `Bearer ${rig.key}` },
      }),
    },
  ];
}

/** Checks that whole addresses in lower case are among the first rows. Returns the share of all cases that have rows. */
async function check(api: Way<Case>, parcels: Stored[], cases: Case[]): Promise<number> {
  const client = bareClient(api.url, 1);
  const rowsOf = async (q: string): Promise<{ id: string; address: string }[]> =>
    JSON.parse((await client.read(api.request({ q, field: 'internal.situs', prefix: '' }))).toString()).data;
  for (const { id, street } of parcels.slice(0, 50)) {
    const rows = await rowsOf(street!.toLowerCase());
    const full = rows.length === ROWS && rows.every(({ address }) => address.startsWith(street!));
    if (!full && !rows.some((row) => row.id === id)) throw new Error(`${id} is not suggested for ${street}`);
  }
  let answered = 0;
  const some = cases.slice(0, 300);
  for (const { q } of some) if ((await rowsOf(q)).length > 0) answered++;
  await client.close();
  return answered / some.length;
}

async function measure(rig: Rig): Promise<Record<string, string>> {
  const api = await serve('api', rig);
  const parcels = await sample(rig);
  const cases = casesOf(parcels);
  const ways = waysOf(rig, api.url);
  const answered = await check(ways[1]!, parcels, cases);
  const [raw, served] = await compare(ways, cases, { size: 100, passes: PASSES, warm: PARCELS });
  await api.stop();
  return {
    data: rig.name,
    'raw p50 ms': raw!.p50.toFixed(2),
    'raw p95 ms': raw!.p95.toFixed(2),
    'p50 api/raw': (served!.p50 / raw!.p50).toFixed(2),
    'p95 api/raw': against(served!.p95 / raw!.p95, '≤', P95),
    'rate api/raw': (served!.rate / raw!.rate).toFixed(2),
    'with rows': `${(answered * 100).toFixed(0)} %`,
  };
}

await onChosenRigs(HELP, async (rig) => [await measure(await withSuggestions(rig))]);
