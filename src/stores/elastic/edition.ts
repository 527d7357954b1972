import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { unavailable } from '../../domain/problems.ts';
import { rawRequest } from './raw.ts';

/**
 * The edition names the state of all data: while it stays the same, so does every answer. It is stored next to the derive
 * step's marks. It is unknown while a load runs, and after a killed load until the next one ends.
 */
export const EDITION_MARK = 'edition';
const FRESH = 1_000;
/**
 * How long a reader may treat an edition as current after asking for it, in milliseconds. Loads change nothing until the
 * last of these leases has ended.
 */
const LEASE = 20;
/** More than two processes' clocks can drift apart during a lease, in milliseconds. */
const MARGIN = 5;

export interface Edition {
  edition: string;
  loading: boolean;
  /** Number of the last load that began; absent before the first. */
  begun_load?: number;
}

const newName = (loading: boolean, begun_load?: number): Edition => ({
  edition: randomUUID(),
  loading,
  begun_load,
});

/** Gives an edition to an installation without one. */
export async function ensureEdition(client: Client, index: string): Promise<void> {
  const named = { index, id: EDITION_MARK, document: newName(false) };
  await client.index<Edition>({ ...named, op_type: 'create' }, { ignore: [409] });
}

/** Has a document written into the marks' index in the same request as the new edition. */
export type AtEnd = (id: string, document: object) => void;

/**
 * Marks the data as changing, and waits until every reader knows.
 * @param number the load's; it is stored before the load writes anything.
 */
export async function announceChange(client: Client, index: string, number?: number): Promise<void> {
  await client.index<Edition>({ index, id: EDITION_MARK, document: newName(true, number) });
  await sleep(LEASE + MARGIN);
}

/**
 * Runs a change to the data. If it throws, the edition stays unknown, and the documents given to `atEnd` are not written.
 * @param number the load's; it is stored before the load writes anything.
 */
export async function newEdition<T>(
  client: Client,
  index: string,
  number: number,
  load: (atEnd: AtEnd) => Promise<T>,
): Promise<T> {
  await announceChange(client, index, number);
  const operations: object[] = [];
  const result = await load((_id, document) => operations.push({ index: { _id } }, document));
  operations.push({ index: { _id: EDITION_MARK } }, newName(false, number));
  const { errors } = await client.bulk({ index, operations, refresh: true });
  if (errors) throw new Error('Elasticsearch did not store the marks of a load');
  return result;
}

/** The current edition; null when unknown. */
export async function readEdition(client: Client, index: string): Promise<Edition | null> {
  const { status, body } = await rawRequest(client, 'GET', `/${index}/_doc/${EDITION_MARK}`);
  if (status !== 200 && status !== 404) throw unavailable('Elasticsearch', new Error(`status ${status}`));
  return (JSON.parse(body.toString()) as { _source?: Edition })._source ?? null;
}

/** Reads the edition from the marks in `index`; null when unknown. Each process needs one. */
export function editionReader(client: Client, index: string) {
  let seen: Edition | null = null;
  /**
   * When the read of `seen` began, by the monotonic clock, and by the wall clock, which keeps running while the machine
   * sleeps.
   */
  let seenAt = { steady: Number.NEGATIVE_INFINITY, wall: 0 };
  let asking: Promise<Edition | null> | null = null;
  let next: Promise<Edition | null> | null = null;

  const clocks = () => ({ steady: performance.now(), wall: Date.now() });
  function seenWithin(milliseconds: number): boolean {
    const { steady, wall } = clocks();
    return steady - seenAt.steady < milliseconds && Math.abs(wall - seenAt.wall) < milliseconds;
  }

  async function ask(): Promise<Edition | null> {
    const began = clocks();
    seen = await readEdition(client, index);
    seenAt = began;
    return seen;
  }

  function askOnce(): Promise<Edition | null> {
    asking = ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  /** The edition as of this call or later. A read in flight may have begun earlier, so this waits for the next one. */
  function current(): Promise<Edition | null> {
    if (!asking) return askOnce();
    next ??= asking
      .catch(() => {})
      .then(() => {
        next = null;
        return askOnce();
      });
    return next;
  }

  return {
    current,
    /** The edition as of this call or later, mostly without waiting: see `LEASE`. It is read again before the lease ends. */
    async leased(): Promise<Edition | null> {
      if (asking && !seenWithin(LEASE)) await asking.catch(() => {});
      if (!seenWithin(LEASE)) return current();
      if (!seenWithin(LEASE / 2) && !asking) void askOnce().catch(() => {});
      return seen;
    },
    /** The edition as of this call or before; waits only if none is known. Data read after the call is at least as new. */
    async known(): Promise<Edition | null> {
      if (seen === null || seen.loading) return asking ?? current();
      if (!seenWithin(FRESH) && !asking) void askOnce().catch(() => {});
      return seen;
    },
  };
}
export type Editions = ReturnType<typeof editionReader>;
