import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { normalizeStreet, splitUnit } from '../src/domain/address.ts';
import type { GivenAddress } from '../src/domain/match.ts';
import { FULL_DIRECTIONS, FULL_SUFFIXES } from '../src/domain/street-words.ts';
import { ingest } from '../src/loading/ingest/ingest.ts';
import { openTable } from '../src/loading/readers/open.ts';
import { readBy } from '../test/loading/sources/example.ts';
import { choices } from '../test/seed.ts';
import { bareClient, chosen, printTable, SERVERS_HELP, type Sent } from './measure.ts';
import { openRig, type Rig, serve } from './rig.ts';

const PRECISION = 0.995;
const RECALL = 0.95;
const ROWS = 100;
const TRIES = 20;
/** Rows of a town that are asked, in each form. */
const MOST_ASKED = 3_000;
const SEED = 11;
/** The share of parcels that is deleted before the match, so that their addresses must match none. */
const HELD = 0.1;

const HELP = `
node bench/match.ts

No speed alone: how many rows of a list POST /parcels/match finds, and how many it finds wrongly. The addresses that one
publisher of a town has are asked of the parcels of another: Lebanon's state roll, Raleigh's address points, and copies of both
that are damaged. A tenth of the parcels is deleted first, and must not be found. Recall counts the rows whose address one
parcel alone has. Needs ../shared/data, and fails below ${PRECISION * 100}% precision or ${RECALL * 100}% recall.

${SERVERS_HELP}`;

interface Known {
  id: string;
  given: GivenAddress & { parcel_id?: string };
}
interface Town {
  name: string;
  reader: string;
  files: string[];
  rows(): Promise<Known[]>;
}

const data = (path: string) => resolve(PROJECT_ROOT, '../shared/data', path);

/** The rows of a CSV file by column. */
async function rowsOfCsv(path: string): Promise<Record<string, string>[]> {
  const table = await openTable(path);
  const rows: Record<string, string>[] = [];
  for await (const some of table.read())
    for (const row of some) {
      if ('reason' in row) throw new Error(`${path}:${row.line}: ${row.reason}`);
      rows.push(
        Object.fromEntries(Object.entries(row.cells).map(([name, cell]) => [name, String(cell ?? '')])),
      );
    }
  await table.close();
  return rows;
}

const TOWNS: Town[] = [
  {
    name: 'lebanon',
    reader: 'us-nh-lebanon.json parcels',
    files: [data('lebanon_nh/parcels_owners_sales.csv'), data('outlines/lebanon_nh/LebParcels_shp.zip')],
    rows: async () =>
      (await rowsOfCsv(data('lebanon_nh/parcels_owners_sales.csv'))).map((row) => ({
        id: `33009:${row.parcel_id}`,
        given: {
          address: row['nhdra_rem prcl locn']!.trim(),
          city: 'Lebanon',
          state: 'NH',
          county_fips: '33009',
        },
      })),
  },
  {
    name: 'raleigh',
    reader: 'us-nc-wake.json parcels',
    files: [data('raleigh_nc/parcels.csv'), data('raleigh_nc/owners.csv')],
    async rows() {
      const places = new Map(
        (await rowsOfCsv(data('raleigh_nc/parcels.csv'))).map((row) => [row.PIN_NUM, row]),
      );
      const points = (await import(data('raleigh_nc/addresses.json'), { with: { type: 'json' } }))
        .default as {
        address: string;
        pin: string;
      }[];
      return points.map(({ address, pin }) => {
        const { CITY_DECODE: city, ZIPNUM: zip } = places.get(pin)!;
        return { id: `37183:${pin}`, given: { address, city, state: 'NC', zip } };
      });
    },
  },
];

const random = choices(SEED);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A word of at least four letters with one wrong, missing, extra or swapped. */
function misspelled(text: string, least = 4): string {
  const words = text.split(' ');
  const long = words.flatMap((word, at) => (new RegExp(`^[A-Z]{${least},}$`).test(word) ? [at] : []));
  if (long.length === 0) return text;
  const at = random.pick(long);
  const letters = [...words[at]!];
  const place = random.whole(1, letters.length - 2);
  const slip = random.whole(0, 3);
  if (slip === 0) letters[place] = random.pick(LETTERS);
  else if (slip === 1) letters.splice(place, 1);
  else if (slip === 2) letters.splice(place, 0, random.pick(LETTERS));
  else [letters[place], letters[place + 1]] = [letters[place + 1]!, letters[place]!];
  words[at] = letters.join('');
  return words.join(' ');
}

const spelledOut = (text: string) =>
  text
    .split(' ')
    .map((word, at) => (at === 0 ? word : (FULL_SUFFIXES.get(word) ?? FULL_DIRECTIONS.get(word) ?? word)))
    .join(' ')
    .toLowerCase();

const withoutLast = (text: string) => text.replace(/ (?:ST|RD|DR|LN|CT|AVE|PL|WAY|CIR|TRL|BLVD)$/, '');
const withoutDirection = (text: string) =>
  text.replace(/^(\S+) [NSEW] (?=\S+ )/, '$1 ').replace(/ [NSEW]$/, '');

const DAMAGES: Record<string, (given: GivenAddress) => GivenAddress> = {
  'as published': (given) => given,
  'spelled out': (given) => ({ ...given, address: spelledOut(given.address) }),
  'a typo in the street': (given) => ({ ...given, address: misspelled(given.address) }),
  'a typo in the city': (given) => ({ ...given, city: misspelled(given.city!.toUpperCase()) }),
  'no suffix': (given) => ({ ...given, address: withoutLast(given.address) }),
  'no direction': (given) => ({ ...given, address: withoutDirection(given.address) }),
  'a unit': (given) =>
    / \d|#|UNIT/i.test(given.address)
      ? given
      : { ...given, address: `${given.address} Apt ${random.whole(1, 40)}` },
  'no ZIP code': (given) => (given.city ? { ...given, zip: null } : given),
  'another ZIP code': (given) =>
    given.city && given.zip ? { ...given, zip: `2${random.whole(7000, 7699)}` } : given,
  'on one line': ({ address, city, state, zip, ...given }) => ({
    ...given,
    address: `${address}, ${city}, ${state} ${zip ?? ''}`.trim(),
  }),
};

interface Tally {
  right: number;
  wrong: number;
  missed: number;
  rows: number;
}

async function matched(url: string, key: string, rows: GivenAddress[]) {
  const client = bareClient(url, 1);
  const found: { match: string; id: string | null }[] = [];
  const times: number[] = [];
  for (let from = 0; from < rows.length; from += ROWS) {
    const request: Sent = {
      method: 'POST',
      path: '/api/v1/parcels/match',
      body: JSON.stringify({ rows: rows.slice(from, from + ROWS) }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    };
    let answer: Buffer | null = null;
    for (let attempt = 1; answer === null; attempt++) {
      const started = performance.now();
      answer = await client.read(request).catch((error: Error) => {
        // A busy machine does not answer in time.
        if (attempt === TRIES || !error.message.startsWith('503')) throw error;
        return null;
      });
      times.push(performance.now() - started);
    }
    found.push(...JSON.parse(answer.toString()).data);
  }
  await client.close();
  return { found, slowest: Math.max(...times) };
}

async function filled(town: Town): Promise<Rig> {
  const rig = await openRig(`match-${town.name}`);
  const { input } = await readBy(town.reader, town.files);
  const report = await ingest('parcels', input, rig.target, { replace: true, allowShrink: true });
  if (report.error !== null) throw new Error(report.error);
  return rig;
}

async function measure(town: Town): Promise<Record<string, string>[]> {
  const rig = await filled(town);
  const known = (await town.rows()).filter(({ given }) => /^[1-9]/.test(given.address));
  const held = new Set(known.filter(() => random.random() < HELD).map(({ id }) => id));
  await rig.client.deleteByQuery({
    index: rig.parcels,
    query: { terms: { id: [...held] } },
    refresh: true,
  });
  const key = (given: GivenAddress) => {
    const { street, unit } = splitUnit(given.address);
    return `${normalizeStreet(street)}|${unit ?? ''}|${given.zip ?? ''}`;
  };
  const counts = new Map<string, number>();
  const streets = new Map<string, number>();
  for (const { given, id } of known) {
    if (!held.has(id)) counts.set(key(given), (counts.get(key(given)) ?? 0) + 1);
    const street = key(given).replace(/\|.*\|/, '|');
    streets.set(street, (streets.get(street) ?? 0) + 1);
  }
  const asked = known.filter((_, at) => at % Math.ceil(known.length / MOST_ASKED) === 0);
  const api = await serve('api', rig);
  const lines: Record<string, string>[] = [];
  const all: Tally = { right: 0, wrong: 0, missed: 0, rows: 0 };
  try {
    for (const [name, damage] of Object.entries(DAMAGES)) {
      const rows = asked.map(({ given }) => damage(given));
      const { found, slowest } = await matched(api.url, rig.key, rows);
      const tally: Tally = { right: 0, wrong: 0, missed: 0, rows: rows.length };
      for (const [at, { id, given }] of asked.entries()) {
        // A parcel that was deleted may still have another one at its address.
        const got = found[at]!.id;
        if (got === id) tally.right++;
        else if (got !== null && !(held.has(id) && counts.get(key(given)) === 1)) {
          tally.wrong++;
          if (process.argv.includes('--verbose'))
            console.error(
              `${name}: ${JSON.stringify(rows[at])} is ${held.has(id) ? 'deleted' : id}, got ${got} ${found[at]!.match}`,
            );
        } else if (got === null && !held.has(id) && counts.get(key(given)) === 1) {
          tally.missed++;
          if (process.argv.includes('--missed'))
            console.error(`${name}: ${JSON.stringify(rows[at])} ${id} ${found[at]!.match}`);
        }
      }
      for (const part of ['right', 'wrong', 'missed', 'rows'] as const) all[part] += tally[part];
      lines.push(lineOf(town.name, name, tally, `${Math.round(slowest)} ms`));
    }
  } finally {
    await api.stop();
    await rig.close();
  }
  const { right, wrong, missed } = all;
  if (right / (right + wrong) < PRECISION || right / (right + missed) < RECALL) process.exitCode = 1;
  return [...lines, lineOf(town.name, 'all', all, '')];
}

function lineOf(town: string, rows: string, { right, wrong, missed, rows: count }: Tally, slowest: string) {
  const percent = (share: number) => (share * 100).toFixed(2);
  return {
    town,
    rows,
    count: String(count),
    'precision %': percent(right / (right + wrong)),
    'recall %': percent(right / (right + missed)),
    'slowest 100': slowest,
  };
}

chosen(HELP, ['--verbose', '--missed']);
for (const town of TOWNS) printTable(await measure(town));
