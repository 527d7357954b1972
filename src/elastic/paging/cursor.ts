import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { wrong } from '../../plugins/errors.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

/** The cursor that begins a walk. */
export const FIRST = '*';
const MAC_BYTES = 16;

/** Where a walk through the pages of one query stands. */
export interface Place {
  /** Rows given out before. */
  offset: number;
  /** JSON array of the sort values of the last row given out; null where rows are told by their offset, and at first. */
  after: string | null;
  /** The snapshot that the walk goes through; null at first. */
  snapshot: string | null;
  /** Whether an earlier snapshot was gone: as many rows as were given out need not lie before in this one. */
  renewed: boolean;
}

/** A request's cursor, with what is needed to read and to continue it. */
export interface Walk {
  cursor: string;
  cursors: Cursors;
}

/** The cursors of one query. */
export interface QueryCursors {
  /** The place that a cursor names. Throws 400 when it was altered, or belongs to another query. */
  open(cursor: string): Place;
  sign(place: Place): string;
}

/** Signs and reads cursors. */
export interface Cursors {
  snapshots: Snapshots;
  /** The walk of a request; undefined when it asks for none. */
  walk(cursor: string | undefined, offset: number): Walk | undefined;
  /** Those of a query: a text that is the same for all of its pages, and for no other query. */
  of(query: string): QueryCursors;
}

/** Before the first row. */
export const START: Place = { offset: 0, after: null, snapshot: null, renewed: false };
const FOREIGN = 'does not belong to this query: it was altered, or made for other parameters';

/**
 * Cursors are opaque and signed together with the query that they walk through: nobody else's position, and no other
 * query's, is ever read.
 * @param secret of the installation, the same for all of its processes.
 */
export function createCursors(client: Client, secret: Buffer): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'terrier cursor', 32));
  function ofQuery(query: string): QueryCursors {
    const name = hash('sha256', query);
    const macOf = (payload: string) =>
      createHmac('sha256', key).update(`${payload}\n${name}`).digest().subarray(0, MAC_BYTES);
    return {
      open(cursor) {
        if (cursor === FIRST) return START;
        const [payload = '', mac = ''] = cursor.split('.');
        const given = Buffer.from(mac, 'base64url');
        if (given.length !== MAC_BYTES || !timingSafeEqual(given, macOf(payload)))
          throw wrong('cursor', FOREIGN);
        const [offset, after, snapshot, renewed] = JSON.parse(Buffer.from(payload, 'base64url').toString());
        return { offset, after, snapshot, renewed };
      },
      sign({ offset, after, snapshot, renewed }) {
        const place = JSON.stringify([offset, after, snapshot, renewed]);
        const payload = Buffer.from(place).toString('base64url');
        return `${payload}.${macOf(payload).toString('base64url')}`;
      },
    };
  }

  const cursors: Cursors = {
    snapshots: createSnapshots(client),
    walk(cursor, offset) {
      if (cursor === undefined) return undefined;
      if (offset > 0) throw wrong('offset', 'must not be given with cursor');
      return { cursor, cursors };
    },
    of: ofQuery,
  };
  return cursors;
}
