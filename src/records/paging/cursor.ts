import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { wrong } from '../../domain/problems.ts';
import { decrypt, encrypt, IV_BYTES, TAG_BYTES } from '../../stores/encryption.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

export const FIRST = '*';
/** Names the format, and keeps spreadsheets from reading a cursor as a formula. */
const VERSION = 'v2.';
/** Positions are padded to a multiple of this, so that the length of a cursor reveals little. */
const BLOCK_BYTES = 32;

export interface WalkPosition {
  offset: number;
  /** JSON array of the sort values of the last row; null at first, and for rows identified by offset. */
  after: string | null;
  snapshot: string | null;
  /** Whether it replaces a lost snapshot: this one may have fewer rows before the position than were returned. */
  renewed: boolean;
}

export interface QueryCursors {
  /** Throws 400 when the cursor was altered or belongs to another query. */
  open(cursor: string): WalkPosition;
  /** A different cursor each time. */
  seal(position: WalkPosition): string;
}

export interface Cursors {
  snapshots: Snapshots;
  /** `query` is the same for all pages of a query, and different for any other. */
  of(query: string): QueryCursors;
}

export const START: WalkPosition = { offset: 0, after: null, snapshot: null, renewed: false };
const FOREIGN =
  'does not belong to this query: it was altered, or made for other parameters or by an earlier version. Begin again with *';

/** Padded with blanks, which JSON may end in. */
function written({ offset, after, snapshot, renewed }: WalkPosition): Buffer {
  const json = Buffer.from(JSON.stringify([offset, after, snapshot, renewed]));
  const length = Math.ceil(json.length / BLOCK_BYTES) * BLOCK_BYTES;
  return Buffer.concat([json, Buffer.alloc(length - json.length, ' ')]);
}

function read(bytes: Buffer): WalkPosition {
  const [offset, after, snapshot, renewed] = JSON.parse(bytes.toString());
  return { offset, after, snapshot, renewed };
}

function sealed(bytes: Buffer, key: KeyObject): string {
  const { iv, body, tag } = encrypt(bytes, key);
  return Buffer.concat([iv, body, tag]).toString('base64url');
}

/** Null when even a single bit was changed. */
function unsealed(text: string, key: KeyObject): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  // Other letters may stand for the same bytes.
  if (bytes.toString('base64url') !== text) return null;
  const parts = { iv: bytes.subarray(0, IV_BYTES), tag: bytes.subarray(-TAG_BYTES) };
  return decrypt({ ...parts, body: bytes.subarray(IV_BYTES, -TAG_BYTES) }, key);
}

/**
 * Makes and reads cursors. They are encrypted with a key derived from the installation's secret and the query, so nobody
 * can read them, and a cursor of another query is refused.
 * @param secret of the installation, the same for all of its processes.
 */
export function createCursors(client: Client, secret: Buffer): Cursors {
  const master = Buffer.from(hkdfSync('sha256', secret, '', 'terrier cursor v2', 32));
  function ofQuery(query: string): QueryCursors {
    // Made once: from plain bytes, Node would make a key for each row of an export.
    const key = createSecretKey(createHmac('sha256', master).update(query).digest());
    return {
      open(cursor) {
        if (cursor === FIRST) return START;
        const opened = cursor.startsWith(VERSION) ? unsealed(cursor.slice(VERSION.length), key) : null;
        if (opened === null) throw wrong('cursor', FOREIGN);
        return read(opened);
      },
      seal: (position) => VERSION + sealed(written(position), key),
    };
  }

  return { snapshots: createSnapshots(client), of: ofQuery };
}
