import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { unavailable } from '../problems.ts';
import { rawRequest } from './raw.ts';

/**
 * The edition is a name for all that readers can find: as long as it stays, so does every answer. It is kept beside
 * the derive step's marks, and is unknown while a load runs or after one that was killed, until the next has ended.
 */
export const EDITION_MARK = 'edition';
/** How old what was last seen may be before it is asked for again, in milliseconds. */
const FRESH = 1_000;

export interface Edition {
  /** New whenever a load begins or ends. */
  edition: string;
  /** Readers may find another thing at any moment. */
  loading: boolean;
}

const newName = (loading: boolean): Edition => ({ edition: randomUUID(), loading });

/** Names what an installation holds that has no name yet: one of an earlier version, or an empty one. */
export async function ensureEdition(client: Client, index: string): Promise<void> {
  const named = { index, id: EDITION_MARK, document: newName(false) };
  await client.index<Edition>({ ...named, op_type: 'create' }, { ignore: [409] });
}

/** Writes a document into the index of the marks in one request with the name of the new edition. */
export type AtEnd = (id: string, document: object) => void;

/**
 * Runs a load, derive step or anything else that changes what readers find. One that throws leaves it unknown what they
 * do, and none of its documents `atEnd` is written.
 */
export async function newEdition<T>(
  client: Client,
  index: string,
  load: (atEnd: AtEnd) => Promise<T>,
): Promise<T> {
  await client.index<Edition>({ index, id: EDITION_MARK, document: newName(true) });
  const operations: object[] = [];
  const result = await load((_id, document) => operations.push({ index: { _id } }, document));
  operations.push({ index: { _id: EDITION_MARK } }, newName(false));
  const { errors } = await client.bulk({ index, operations, refresh: true });
  if (errors) throw new Error('Elasticsearch did not store the marks of a load');
  return result;
}

/** The edition as it is now; null is unknown. */
export async function readEdition(client: Client, index: string): Promise<Edition | null> {
  const { status, body } = await rawRequest(client, 'GET', `/${index}/_doc/${EDITION_MARK}`);
  if (status !== 200 && status !== 404) throw unavailable('Elasticsearch', new Error(`status ${status}`));
  return (JSON.parse(body.toString()) as { _source?: Edition })._source ?? null;
}

/** Reads the edition of the installation whose marks stand in `index`; null is unknown. */
export function editionReader(client: Client, index: string) {
  let seen: Edition | null = null;
  let seenAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<Edition | null> | null = null;
  let next: Promise<Edition | null> | null = null;

  async function ask(): Promise<Edition | null> {
    seen = await readEdition(client, index);
    seenAt = performance.now();
    return seen;
  }

  function askOnce(): Promise<Edition | null> {
    asking = ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  /** The edition as it is after this call: an answer that is under way may be older, so the next one is waited for. */
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
    /**
     * An edition that was current at the call or before it, without a wait where one is known: good to label what is
     * read afterwards, which is then of that edition or a later one.
     */
    async known(): Promise<Edition | null> {
      if (seen === null || seen.loading) return asking ?? current();
      if (performance.now() - seenAt > FRESH && !asking) void askOnce().catch(() => {});
      return seen;
    },
  };
}
