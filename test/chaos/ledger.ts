import { type Operation, operationsOf } from '../hostile/operations.ts';
import { table } from '../proof/findings.ts';
import type { Weather } from './weather.ts';

/** No answer takes longer, whatever is broken: the service promises three seconds, and this machine is busy. */
const PATIENCE = 15_000;
const SECRET = /ELASTIC|mysql:\/\/|\bat .*\.ts:\d+/;

/** Where requests go: one of the API processes. */
export interface Api {
  name: string;
  url: string;
}

/** An answer; `status` is null when there was none. */
export interface Answer {
  status: number | null;
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: an answer has any form
  json: any;
  from: number;
  to: number;
}

export interface Question {
  key: string;
  /** The route as the OpenAPI document names it, such as `get /api/v1/parcels/{id}`. */
  route: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export type Ledger = ReturnType<typeof createLedger>;

const COLUMNS = ['2xx', '4xx', '429', '503', 'none'] as const;

/** Checks every answer, counts them, and records the faults. */
export function createLedger(weather: Weather, document: unknown) {
  const operations = new Map<string, Operation>(operationsOf(document).map((one) => [one.name, one]));
  const faults: string[] = [];
  const counts = new Map<string, Map<string, number>>();
  const successes: number[] = [];
  const times: number[] = [];

  function count(kind: string, column: (typeof COLUMNS)[number]): void {
    const row = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, row.set(column, (row.get(column) ?? 0) + 1));
  }

  function find(fault: string): void {
    if (!faults.includes(fault)) faults.push(fault);
  }

  /** What is wrong with an answer, whatever is broken at the time. */
  function judge({ route }: Question, { status, json, bytes }: Answer): string[] {
    const found: string[] = [];
    const operation = operations.get(route);
    if (!operation) throw new Error(`${route} is in no document`);
    if (!operation.answers.has(status!)) found.push(`status ${status} is not documented`);
    const isError = json !== null && typeof json === 'object' && 'error' in json && 'code' in json;
    if (status! < 400 && isError) found.push(`an error body under ${status}`);
    if (status! >= 400 && !(isError && 'request_id' in json)) found.push(`no error body under ${status}`);
    if (status! >= 400 && SECRET.test(bytes.toString())) found.push('the inside of the service in an error');
    return found;
  }

  /** Sends a request to one of the processes; violations of the contract are recorded. */
  async function ask(kind: string, api: Api, question: Question): Promise<Answer> {
    const { key, route, path, headers, body } = question;
    const from = Date.now();
    const answer: Answer = { status: null, bytes: Buffer.alloc(0), json: null, from, to: from };
    let error = '';
    try {
      const response = await fetch(`${api.url}${path}`, {
        method: route.split(' ')[0]!.toUpperCase(),
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE),
      });
      answer.bytes = Buffer.from(await response.arrayBuffer());
      answer.status = response.status;
      if (/^application\/json/.test(response.headers.get('content-type') ?? ''))
        answer.json = JSON.parse(answer.bytes.toString());
      if (response.status === 503 && !response.headers.has('retry-after'))
        error = 'a 503 without Retry-After';
    } catch (thrown) {
      const { name, cause } = thrown as Error & { cause?: { code?: string } };
      error = `${name} ${cause?.code ?? ''}`;
      answer.status = null;
    }
    answer.to = Date.now();
    const { status, to } = answer;
    const where = `${kind}: ${route} of ${api.name} after ${to - from} ms`;
    if (status === null) {
      count(kind, 'none');
      // Exports are cut off when they cannot be completed.
      const mayBeCut = kind === 'export' && !weather.isCalm(from, to);
      if (!mayBeCut && !weather.struck(api.name, from - 1_000, to)) find(`${where}: no answer (${error})`);
      return answer;
    }
    if (error) find(`${where}: ${error}`);
    for (const fault of judge(question, answer)) find(`${where}: ${fault}`);
    if (status < 300) {
      count(kind, '2xx');
      if (kind === 'search' || kind === 'by id') successes.push(to);
      times.push(to - from);
    } else if (status === 503) {
      count(kind, '503');
      if (weather.isCalm(from, to)) find(`${where}: 503 in calm weather: ${answer.json?.error}`);
    } else count(kind, status === 429 ? '429' : '4xx');
    return answer;
  }

  return {
    faults,
    find,
    ask,
    count,
    /** The longest time without a search or a parcel between two moments, in milliseconds. */
    longestSilence(from: number, to: number): number {
      const marks = [from, ...successes.filter((time) => time > from && time < to), to];
      return Math.max(...marks.slice(1).map((time, at) => time - marks[at]!));
    },
    /** A line for each kind of traffic. */
    figures(): string[] {
      const rows = [...counts].map(([kind, row]) => [kind, ...COLUMNS.map((name) => row.get(name) ?? 0)]);
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
      return [
        ...table([['traffic', ...COLUMNS], ...rows]),
        `answers with data, ms: median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`,
      ];
    },
  };
}
