import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { pick, type Random } from '../../../src/loading/demo/random.ts';
import { jsonLines } from '../../listed.ts';
import type { Api, Ledger } from '../ledger.ts';
import type { Records } from '../records.ts';

export interface Reader {
  ledger: Ledger;
  records: Records;
  key: string;
  roll: Random;
  api(): Api;
}

const FIELDS = ['id', 'total_assessed_value'];
const shown = (values: unknown[]) => [...new Set(values)].slice(0, 5).join(', ');

/** Checks that a parcel by its id has a value that it may have. */
export async function readParcel({ ledger, records, key, roll, api }: Reader): Promise<void> {
  const id = pick(roll, records.ids());
  const answer = await ledger.ask('by id', api(), {
    key,
    route: 'get /api/v1/parcels/{id}',
    path: `/api/v1/parcels/${id}`,
  });
  if (answer.status === null || answer.status === 503) return;
  const possible = records.value(id).possible(answer.from, answer.to);
  if (answer.status !== 200) ledger.find(`by id: ${id} is answered ${answer.status}`);
  else if (!possible.includes(answer.json.total_assessed_value))
    ledger.find(`by id: ${id} is ${answer.json.total_assessed_value}, not ${possible}`);
}

/** Checks that the risks of a parcel are those that were loaded for its county. */
export async function readRisks({ ledger, records, key, api }: Reader): Promise<void> {
  const answer = await ledger.ask('risks', api(), {
    key,
    route: 'get /api/v1/parcels/{id}/risks',
    path: `/api/v1/parcels/${records.riskOf}/risks`,
  });
  if (answer.status !== 200) return;
  const score = answer.json.wildfire?.score ?? null;
  const possible = records.riskScore.possible(answer.from, answer.to);
  if (!possible.includes(score)) ledger.find(`risks: ${score}, not ${possible}`);
}

/**
 * Checks that a search of a county that is replaced finds one version, with its total. While a replacement is not complete, it
 * may find rows of both, and none is missing that both have.
 */
export async function search({ ledger, records, key, api }: Reader): Promise<void> {
  const answer = await ledger.ask('search', api(), {
    key,
    route: 'post /api/v1/search',
    path: '/api/v1/search',
    body: { bounds: records.generationBox, limit: 500, fields: FIELDS },
  });
  if (answer.status !== 200) return;
  const { data, total } = answer.json;
  const versions = [...new Set<number>(data.map(records.generationOf))];
  const possible = records.generation.possible(answer.from, answer.to);
  const counts = versions.map((version) => records.countOf(version));
  const isWhole = versions.length === 1 ? total === counts[0] : total >= Math.min(...counts);
  if (versions.length === 0 || versions.some((version) => !possible.includes(version)))
    ledger.find(`search: rows of the versions ${shown(versions)}, not ${possible}`);
  else if (total !== data.length || !isWhole)
    ledger.find(`search: ${data.length} rows of ${total}, not ${shown(counts)}`);
}

/** Checks that a tile of that county can be read, and shows lots. */
export async function readTile({ ledger, records, key, api }: Reader): Promise<void> {
  const { z, x, y } = records.tile;
  const answer = await ledger.ask('tile', api(), {
    key,
    route: 'get /api/v1/tiles/{z}/{x}/{y}.mvt',
    path: `/api/v1/tiles/${z}/${x}/${y}.mvt`,
  });
  if (answer.status !== 200) return;
  const { layers } = new VectorTile(new PbfReader(answer.bytes));
  const features = Object.values(layers).reduce((sum, { length }) => sum + length, 0);
  if (features === 0) ledger.find('tile: it is empty');
}

/** What is wrong with a list of ids that should be these, each once. */
function difference(found: string[], wanted: string[]): string | null {
  const once = new Set(found);
  const missing = wanted.filter((id) => !once.has(id));
  if (missing.length === 0 && once.size === found.length && once.size === wanted.length) return null;
  return `${found.length} rows, ${found.length - once.size} twice, ${missing.length} of ${wanted.length} missing (${shown(missing)})`;
}

const PAGE = 60;
/** How often a page is requested before a walk is given up. */
const TRIES = 40;

/** Checks that a walk by cursor through both processes returns every row once, whatever is loaded or broken meanwhile. */
export async function walk({ ledger, records, key, api }: Reader, going: () => boolean): Promise<void> {
  const found: string[] = [];
  let cursor: string | null = '*';
  for (let tries = 0; cursor !== null; ) {
    const answer = await ledger.ask('walk', api(), {
      key,
      route: 'post /api/v1/search',
      path: '/api/v1/search',
      body: { bounds: records.box, limit: PAGE, fields: FIELDS, cursor },
    });
    if (answer.status === 200) {
      found.push(...answer.json.data.map(({ id }: { id: string }) => id));
      cursor = answer.json.next_cursor;
      tries = 0;
    } else if (answer.status !== null && answer.status !== 503) {
      return ledger.find(
        `walk: a page is answered ${answer.status} ${answer.bytes.toString().slice(0, 200)}`,
      );
    } else if (++tries > TRIES || !going()) return;
    await pause(answer.status === 200 ? 100 : 500);
  }
  const wrong = difference(found, records.ids());
  if (wrong) ledger.find(`walk: ${wrong}`);
}

/** Checks that an export that ends is complete. It has several pages, between which something may break. */
export async function exportAll({ ledger, records, key, api }: Reader): Promise<void> {
  const asked = encodeURIComponent(JSON.stringify({ bounds: records.lastingBox, fields: FIELDS }));
  const answer = await ledger.ask('export', api(), {
    key,
    route: 'get /api/v1/search/export',
    path: `/api/v1/search/export?search=${asked}`,
  });
  if (answer.status !== 200) return;
  const exported = jsonLines(answer.bytes.toString()).map(({ id }) => id);
  const wrong = difference(exported, records.ids(''));
  if (wrong) ledger.find(`export: it ended, with ${wrong}`);
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
