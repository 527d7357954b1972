import { ERROR_CODES } from '../../src/domain/problems.ts';
import { answersIn, type RawResponse } from '../raw-http.ts';
import type { Heard } from './ask.ts';
import type { Made } from './inputs/index.ts';
import type { Operation } from './operations.ts';

/** Statuses of requests that reach no operation: see docs/errors.md. */
const ANYWHERE = [200, 204, 400, 404, 405, 408, 413, 415, 431];
/** Bodies of more than this many bytes may be cut off before they are read. */
const MIB = 1 << 20;
/** Longest body of an error, in bytes. */
const MOST_ERROR = 16_384;
/** What a stack trace, a query, a table or a folder of the server would look like. */
const INSIDES =
  /\bat \S+ \(|node_modules|file:\/\/\/|\.ts:\d|\bER_[A-Z]{3}|_exception\b|\bE(CONN|NOENT|ACCES|PIPE)|org\.elasticsearch|select .+ from |(Reference|Type|Range|Syntax)Error|Cannot read prop/;
/** Markup that a page would run if it showed an error unchanged. */
const MARKUP = /<[a-z/!?]/i;
const STATUSES: Record<string, number> = Object.fromEntries(
  Object.entries(ERROR_CODES).map(([code, [status]]) => [code, status]),
);

/** What the answers to a request are checked against. */
export interface Law {
  /** Every status of the OpenAPI document. */
  documented: ReadonlySet<number>;
  /** Texts that no error and no header may show. */
  secrets: readonly string[];
}

export const lawOf = (operations: readonly Operation[], secrets: readonly string[]): Law => ({
  documented: new Set(operations.flatMap(({ answers }) => [...answers.keys()])),
  secrets,
});

function allowed({ kind, operation, wire }: Made, law: Law): ReadonlySet<number> {
  const own = [...operation.answers.keys(), 431];
  const isOther = kind.strays || wire.head !== undefined;
  // A path parameter may be empty, and the path may match another route.
  const mayMiss = operation.path.includes('{') ? [404, 405] : [];
  return new Set(isOther ? [...law.documented, ...ANYWHERE] : [...own, ...mayMiss]);
}

function errorFaults({ status, headers, text }: RawResponse, isHead: boolean, law: Law): string[] {
  const faults: string[] = [];
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    faults.push(`an error as ${headers['content-type']}`);
  if (isHead) return faults;
  try {
    const { error, code, request_id: id, errors = [], ...more } = JSON.parse(text);
    if (typeof error !== 'string' || error === '') faults.push('an error without a sentence');
    if (STATUSES[code] !== status) faults.push(`code ${code} with status ${status}`);
    if (id !== headers['x-request-id']) faults.push('a body of another request');
    if (!Array.isArray(errors) || Object.keys(more).length > 0) faults.push('an error of another form');
  } catch {
    faults.push(`an error that is no JSON: ${text.slice(0, 80)}`);
  }
  if (text.length > MOST_ERROR) faults.push(`an error of ${text.length} characters`);
  if (MARKUP.test(text)) faults.push(`markup in an error: ${text.slice(0, 200)}`);
  if (INSIDES.test(text)) faults.push(`insides in an error: ${text.slice(0, 300)}`);
  if (law.secrets.some((secret) => text.includes(secret))) faults.push('a secret in an error');
  return faults;
}

const ETAG = /^W\/"[\w-]{22}"$/;

function headerFaults({ headers }: RawResponse, law: Law): string[] {
  const faults: string[] = [];
  // A hash may have any letters.
  const shown = Object.entries(headers)
    .filter(([name, value]) => !(name === 'etag' && ETAG.test(String(value))))
    .map(([name, value]) => `${name}: ${value}`);
  if ('x-hostile' in headers) faults.push('a header of the caller’s');
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('no nosniff');
  if (shown.some((line) => /zq9|</.test(line))) faults.push('input in a header');
  if (shown.some((line) => law.secrets.some((secret) => line.includes(secret))))
    faults.push('a secret in a header');
  return faults;
}

function typeFault({ operation, kind, wire }: Made, { status, headers }: RawResponse): string[] {
  if (kind.strays || wire.head !== undefined || status !== 200) return [];
  const types = operation.answers.get(200) ?? [];
  const type = (headers['content-type'] ?? '').split(';')[0]!;
  return types.includes(type) ? [] : [`an answer as ${type}, documented as ${types.join(', ')}`];
}

/** Why a missing answer is acceptable; null when it is not. */
function silence({ wire }: Made, { error, bytes }: Heard): string | null {
  if (bytes.length > 0) return null;
  // Node closes the connection when a client asks for a tunnel.
  if (wire.method === 'CONNECT' || wire.head?.startsWith('CONNECT')) return 'no tunnel';
  const isLarge = (wire.body?.length ?? 0) > MIB || (wire.head?.length ?? 0) > 300_000;
  return isLarge && error !== null && /RESET|EPIPE/.test(error) ? 'cut off' : null;
}

/** The verdict on a request: the statuses of its answers, and what is wrong with them. */
export interface Verdict {
  statuses: (number | string)[];
  faults: string[];
  /** Whether a part was unavailable in time, which a busy machine may cause. */
  isUnavailable: boolean;
}

/** Checks the answers to a generated request. */
export function judge(made: Made, heard: Heard, law: Law): Verdict {
  const silent = silence(made, heard);
  if (silent) return { statuses: [silent], faults: [], isUnavailable: false };
  let answers: RawResponse[];
  try {
    answers = answersIn(heard.bytes, [made.wire.method]).filter(({ status }) => status !== 100);
  } catch (error) {
    const fault = `no HTTP: ${(error as Error).message}${heard.error ? `, ${heard.error}` : ''}`;
    return { statuses: ['broken'], faults: [fault], isUnavailable: false };
  }
  if (answers.length === 0)
    return { statuses: ['none'], faults: [`no answer: ${heard.error}`], isUnavailable: false };
  const statuses = allowed(made, law);
  const faults = answers.flatMap((answer, at) => {
    const { status } = answer;
    const isHead = at === 0 && made.wire.method === 'HEAD';
    return [
      ...(status >= 500 && status !== 503 ? [`${status}: ${answer.text.slice(0, 200)}`] : []),
      ...(statuses.has(status) ? [] : [`${status} is not documented: ${answer.text.slice(0, 200)}`]),
      ...(status >= 400 ? errorFaults(answer, isHead, law) : typeFault(made, answer)),
      ...headerFaults(answer, law),
    ];
  });
  const { expected } = made.wire;
  const [first] = answers;
  if (expected !== undefined && ![expected, 503].includes(first!.status))
    faults.push(`${first!.status} in place of ${expected}`);
  return {
    statuses: answers.map(({ status }) => status),
    faults: [...new Set(faults)],
    isUnavailable: answers.some(({ status }) => status === 503),
  };
}
