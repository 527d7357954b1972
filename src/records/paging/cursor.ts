import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { wrong } from '../../domain/problems.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

export const FIRST = '*';
/** Names the format, and keeps spreadsheets from reading a cursor as a formula. */
const VERSION = 'v2.';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
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

function encrypt(bytes: Buffer, key: KeyObject): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = [iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Null when even a single bit was changed. */
function decrypt(text: string, key: KeyObject): Buffer | null {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length < IV_BYTES + TAG_BYTES || sealed.toString('base64url') !== text) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return null;
  }
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
        const opened = cursor.startsWith(VERSION) ? decrypt(cursor.slice(VERSION.length), key) : null;
        if (opened === null) throw wrong('cursor', FOREIGN);
        return read(opened);
      },
      seal: (position) => VERSION + encrypt(written(position), key),
    };
  }

  return { snapshots: createSnapshots(client), of: ofQuery };
}
