import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { invalid } from '../../plugins/errors.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

/** The cursor that begins a walk. */
export const FIRST = '*';
const MAC_BYTES = 16;

/** Where a walk through the pages of one query stands. */
export interface Place {
  /** Rows that lie before. */
  offset: number;
  /** JSON array of the sort values of the last row given out; null where rows are told by their offset, and at first. */
  after: string | null;
  /** The snapshot that the walk goes through; null at first, and where none is needed. */
  snapshot: string | null;
}

/** A request's cursor, with what is needed to read and to continue it. */
export interface Walk {
  cursor: string;
  cursors: Cursors;
}

/** Signs and reads cursors. */
export interface Cursors {
  snapshots: Snapshots;
  /** The walk of a request; undefined when it asks for none. */
  walk(cursor: string | undefined, offset: number): Walk | undefined;
  /** The place that a cursor names. Throws 400 when it was altered, or belongs to another query. */
  open(cursor: string, query: string): Place;
  sign(place: Place, query: string): string;
}

const START: Place = { offset: 0, after: null, snapshot: null };
const FOREIGN = 'cursor is none of this query: it was altered, or made for other parameters';

/**
 * Cursors are opaque and signed together with the query that they walk through: nobody else's position, and no other
 * query's, is ever read.
 * @param secret of the installation, the same for all of its processes.
 */
export function createCursors(client: Client, secret: Buffer): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'terrier cursor', 32));
  const macOf = (payload: string, query: string) =>
    createHmac('sha256', key).update(`${payload}\n${query}`).digest().subarray(0, MAC_BYTES);

  const cursors: Cursors = {
    snapshots: createSnapshots(client),
    walk(cursor, offset) {
      if (cursor === undefined) return undefined;
      if (offset > 0) throw invalid('offset must not be given with cursor');
      return { cursor, cursors };
    },
    open(cursor, query) {
      if (cursor === FIRST) return START;
      const [payload = '', mac = ''] = cursor.split('.');
      const given = Buffer.from(mac, 'base64url');
      if (given.length !== MAC_BYTES || !timingSafeEqual(given, macOf(payload, query)))
        throw invalid(FOREIGN);
      const [offset, after, snapshot] = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return { offset, after, snapshot };
    },
    sign({ offset, after, snapshot }, query) {
      const payload = Buffer.from(JSON.stringify([offset, after, snapshot])).toString('base64url');
      return `${payload}.${macOf(payload, query).toString('base64url')}`;
    },
  };
  return cursors;
}
