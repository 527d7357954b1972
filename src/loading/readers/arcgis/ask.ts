import { Failure, retryAfter, shown, statusFailure } from '../failure.ts';
import { type Http, type Reply, textOf } from '../http.ts';
import { type Patience, persist } from '../patience.ts';
import { parseRepaired } from '../repaired-json.ts';
import { type Selection, within } from './address.ts';
import { listOf, membersOf, numberOr, textOr } from './values.ts';

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
