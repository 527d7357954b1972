import { membersOf } from '../../../domain/json-object.ts';
import { Failure, type Patience, persist, retryAfter, shown, statusFailure } from '../failure.ts';
import { type Http, type Reply, readAddress, textOf } from '../http.ts';
import { parseRepaired } from '../json.ts';

// Reads answers whose structure is up to the server.

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === 'string' && value !== '' ? value : other;

export const numberOr = <T>(value: unknown, other: T): number | T =>
  typeof value === 'number' && Number.isFinite(value) ? value : other;

/**
 * Parameters that say how rows are answered, not which: Terrier sets its own. All others of an address, such as `where`,
 * `objectIds`, `geometry` or `time`, select rows and are sent with every request.
 */
const HOW = new Set(
  (
    'f token callback outfields returngeometry outsr returntruecurves returnz returnm orderbyfields resultoffset ' +
    'resultrecordcount resulttype returncountonly returnidsonly returnextentonly returndistinctvalues ' +
    'returnexceededlimitfeatures returncentroid outstatistics groupbyfieldsforstatistics having geometryprecision ' +
    'maxallowableoffset quantizationparameters featureencoding multipatchoption cachehint applyvcsprojection'
  ).split(' '),
);

/** Selects every row. */
const ALL = /^\s*(?:1\s*=\s*1)?\s*$/;

/** Which rows of a layer an address selects, as parameters of a query; empty for all. */
export type Selection = Readonly<Record<string, string>>;

const isWhere = (name: string) => /^where$/i.test(name);

function selectionOf(parameters: URLSearchParams): Selection {
  const chosen = [...parameters].filter(
    ([name, value]) =>
      value.trim() !== '' && !HOW.has(name.toLowerCase()) && !(isWhere(name) && ALL.test(value)),
  );
  return Object.fromEntries(chosen.map(([name, value]) => [isWhere(name) ? 'where' : name, value]));
}

/** The parameters of a request for some of the selected rows. */
const within = (selection: Selection, parameters: Record<string, string>): Record<string, string> => {
  const conditions = [selection.where, parameters.where].filter(
    (condition) => condition !== undefined && !ALL.test(condition),
  );
  const where =
    conditions.length > 1 ? conditions.map((condition) => `(${condition})`).join(' AND ') : conditions[0];
  return { ...selection, ...parameters, where: where ?? '1=1' };
};

/**
 * The address of a layer, without what may follow it (`/query`, `?f=json`), the token from its query, and which of its
 * rows it selects.
 * @throws Failure when it is not an http or https address.
 */
export function layerAddress(text: string): { layer: URL; token: string | null; selection: Selection } {
  const layer = readAddress(text);
  const token = layer.searchParams.get('token');
  const selection = selectionOf(layer.searchParams);
  layer.search = '';
  layer.hash = '';
  layer.pathname = layer.pathname
    .replace(/\/+$/, '')
    .replace(/\/query$/i, '')
    .replace(/\/+$/, '');
  return { layer, token: token || null, selection };
}

/** Largest answer, in bytes. */
const MOST = 96 * 2 ** 20;
const LONGEST_MESSAGE = 200;
/** Codes of ArcGIS and HTTP for a token that is missing, wrong or lacks permission. */
const SIGN_IN = new Set([401, 403, 498, 499]);

const signIn = (name: string, what: string) =>
  new Failure(
    `${name} needs a token, which only its publisher gives (${what}). Ask for an open layer, or add ?token=… to the address.`,
  );

const shutOut = (name: string) =>
  new Failure(
    `${name} does not let this program or this network in (status 403), and does not ask for a token: there may be a firewall in front of it. Try from another network, or ask its publisher.`,
  );

/** The message of an error that comes with status 200. */
function reportedFailure(error: unknown, name: string): Failure {
  const { code, message, details } = membersOf(error);
  const texts = [message, ...listOf(details)].flatMap((text) => textOr(text, []));
  const said =
    [...new Set(texts)]
      .join(' ')
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, LONGEST_MESSAGE) || 'an error';
  if (SIGN_IN.has(numberOr(code, 0))) return signIn(name, said);
  const sentence = `${name} cannot be read: its server says "${said}" (code ${numberOr(code, 'unknown')}).`;
  return new Failure(sentence, { temporary: true, refused: true });
}

function answerOf(text: string, name: string, { status, headers }: Reply): Record<string, unknown> {
  if (status === 401) throw signIn(name, `status ${status}`);
  let answer: unknown;
  try {
    answer = parseRepaired(text);
  } catch (error) {
    if (status === 403) throw shutOut(name);
    if (status !== 200) throw statusFailure(status, name, headers['retry-after']);
    const sentence = /^\uFEFF?\s*</.test(text)
      ? 'its server sends a web page in place of data. Check that the address is that of an ArcGIS layer'
      : 'its server sends data that is cut short or damaged. Try again later';
    throw new Failure(`${name} cannot be read: ${sentence}.`, { temporary: true, refused: true }, error);
  }
  const { error } = membersOf(answer);
  // An error of ArcGIS has a code.
  if (status === 403 && membersOf(error).code === undefined) throw shutOut(name);
  if (error) {
    const failure = reportedFailure(error, name);
    const wait = retryAfter(headers['retry-after'], Date.now());
    throw wait === null ? failure : new Failure(failure.message, { ...failure.nature, wait });
  }
  if (status !== 200) throw statusFailure(status, name, headers['retry-after']);
  return membersOf(answer);
}

/**
 * Requests about one layer and its selected rows: `once` sends a request a single time, `patiently` repeats it while it
 * fails temporarily. `path` is appended to the layer's address.
 * @throws Failure with a sentence that names the layer.
 */
export function createAsk(
  http: Http,
  { layer, token, selection }: { layer: URL; token: string | null; selection: Selection },
  patience: Patience,
  signal: AbortSignal,
) {
  const name = shown(layer);
  async function once(path: string, parameters: Record<string, string>): Promise<Record<string, unknown>> {
    const url = new URL(layer);
    url.pathname += path;
    const asked = path === '/query' ? within(selection, parameters) : parameters;
    url.search = String(new URLSearchParams({ ...asked, f: 'json', ...(token === null ? {} : { token }) }));
    return http.request(url, { name, whole: true, patience, signal }, async (reply) =>
      answerOf(await textOf(reply, name, MOST), name, reply),
    );
  }
  return {
    once,
    patiently: (path: string, parameters: Record<string, string>, tries = patience.tries) =>
      persist(() => once(path, parameters), { ...patience, tries }, signal),
  };
}
export type Ask = ReturnType<typeof createAsk>;

/** Tries of a request that a server may not support at all. */
const TRIES = 2;

/** The answer to an optional request; null when the server refuses it. */
async function tried<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.nature.refused) return null;
    throw error;
  }
}

/** The number of rows; null when the server does not count them. */
export async function countRows(ask: Ask): Promise<number | null> {
  const parameters = { where: '1=1', returnCountOnly: 'true' };
  const answer = await tried(ask.patiently('/query', parameters, TRIES));
  const count = numberOr(answer?.count, null);
  return count !== null && count >= 0 ? count : null;
}

type Bounds = { lowest: number; highest: number } | 'no rows' | null;

function boundsOf(numbers: number[]): Bounds {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const number of numbers) {
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return Number.isFinite(lowest) ? { lowest, highest } : null;
}

async function byStatistics(ask: Ask, id: string): Promise<Bounds> {
  const statistic = (kind: string) => ({
    statisticType: kind,
    onStatisticField: id,
    outStatisticFieldName: `THE_${kind.toUpperCase()}`,
  });
  const outStatistics = JSON.stringify([statistic('min'), statistic('max')]);
  const answer = await tried(ask.patiently('/query', { where: '1=1', outStatistics }, TRIES));
  const rows = listOf(answer?.features);
  // Takes all values, since servers change the names that they were given.
  const values = Object.values(membersOf(membersOf(rows[0]).attributes)).map((value) =>
    numberOr(value, null),
  );
  const numbers = values.filter((value) => value !== null);
  return rows.length === 1 && values.length === 2 && numbers.length === 2 ? boundsOf(numbers) : null;
}

async function byList(ask: Ask): Promise<Bounds> {
  const answer = await tried(ask.patiently('/query', { where: '1=1', returnIdsOnly: 'true' }, TRIES));
  if (answer === null || !('objectIds' in answer)) return null;
  const numbers = listOf(answer.objectIds).filter((id) => typeof id === 'number');
  return numbers.length === 0 ? 'no rows' : boundsOf(numbers);
}

/** The lowest and the highest object id, in constant memory where the server can compute them. */
export const boundsOfIds = async (ask: Ask, id: string): Promise<Bounds> =>
  (await byStatistics(ask, id)) ?? (await byList(ask));
