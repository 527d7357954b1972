import { isUtf8 } from 'node:buffer';
import { gen, none } from 'stream-chain/core';
import { pick } from 'stream-json/filters/pick.js';
import { parser } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { LONGEST_LINE, type Row, unstorable } from './rows.ts';

const FEATURES_AT_ONCE = 200;

interface Position {
  lat: number;
  lon: number;
}

/** The mean of a ring's corners (its closing corner left out): inside of nearly all parcels. */
function centre(ring: unknown): Position | null {
  if (!Array.isArray(ring) || ring.length < 2) return null;
  const corners = ring.slice(0, -1);
  let lat = 0;
  let lon = 0;
  for (const corner of corners) {
    lon += Number(corner?.[0]);
    lat += Number(corner?.[1]);
  }
  return { lat: lat / corners.length, lon: lon / corners.length };
}

/** A point for a GeoJSON geometry: its own, or the centre of its first ring. */
function pointOf(geometry: { type?: string; coordinates?: unknown } | null | undefined): unknown {
  const coordinates = geometry?.coordinates as unknown[] | undefined;
  if (!coordinates) return null;
  if (geometry?.type === 'Point') return { lon: coordinates[0], lat: coordinates[1] };
  if (geometry?.type === 'Polygon') return centre(coordinates[0]);
  if (geometry?.type === 'MultiPolygon') return centre((coordinates[0] as unknown[])?.[0]);
  return null;
}

const REPLACEMENT = Buffer.from('\ufffd');
const ANY_REPLACEMENT = /\ufffd/g;
/** Half of a surrogate pair: no bytes stand for it, so it marks what was no UTF-8. */
const BROKEN = '\ud800';

/** Text with each byte that is no UTF-8 turned into a mark that tells; a published U+FFFD stays one. */
function decodeBroken(bytes: Buffer): string {
  const parts: string[] = [];
  let at = 0;
  for (let end = bytes.indexOf(REPLACEMENT); end >= 0; end = bytes.indexOf(REPLACEMENT, at)) {
    parts.push(bytes.toString('utf8', at, end).replace(ANY_REPLACEMENT, BROKEN));
    at = end + REPLACEMENT.length;
  }
  parts.push(bytes.toString('utf8', at).replace(ANY_REPLACEMENT, BROKEN));
  return parts.join('\ufffd');
}

/** Bytes at the end of a chunk that may belong to a character of the next one. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.subarray(0, bytes.length - unfinished(bytes));
    rest = bytes.subarray(whole.length);
    yield isUtf8(whole) ? whole.toString('utf8') : decodeBroken(whole);
  }
  yield decodeBroken(rest);
}

function toRow(line: number, feature: Record<string, unknown> | null): Row {
  const properties = feature?.properties;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return { line, reason: 'not_a_feature' };
  }
  const record = { ...(properties as Record<string, unknown>) };
  record.location ??= pointOf(feature!.geometry as never);
  const raw = JSON.stringify(record);
  if (raw.length > LONGEST_LINE) return { line, reason: 'line_too_long' };
  const reason = unstorable(raw);
  if (reason === null) return { line, raw, record };
  return { line, reason: reason === 'invalid_unicode' ? 'invalid_utf8' : reason };
}

/**
 * Records of a GeoJSON FeatureCollection; `line` is the number of the feature. Throws where the JSON breaks, after
 * the features before that, and when there is no list of features at all.
 */
export async function* geojsonRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<Row[]> {
  let listed = false;
  const seen = (token: parser.Token): parser.Token => {
    listed = true;
    return token;
  };
  const features = gen(parser(), pick({ filter: 'features' }), seen, streamArray()) as (
    text: string | typeof none,
  ) => AsyncIterable<{ key: number; value: Record<string, unknown> | null }>;
  let rows: Row[] = [];

  async function* take(text: string | typeof none): AsyncGenerator<Row[]> {
    try {
      for await (const { key, value } of features(text)) {
        rows.push(toRow(key + 1, value));
        if (rows.length < FEATURES_AT_ONCE) continue;
        yield rows;
        rows = [];
      }
    } catch (error) {
      yield rows;
      throw error;
    }
  }

  for await (const text of decoded(bytes)) yield* take(text);
  yield* take(none);
  if (!listed) throw new Error('it is no GeoJSON FeatureCollection: there is no list of features');
  yield rows;
}
