import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { createCursors, FIRST, START, type WalkPosition } from '../../src/records/paging/cursor.ts';
import { readerClient } from '../../src/stores/elastic/client.ts';
import { holds } from '../holds.ts';

// No connection is needed: a cursor consists of its place, its query and the secret.
const client = readerClient('http://127.0.0.1:9');
t.teardown(() => client.close());
const secret = randomBytes(32);
const cursors = createCursors(client, secret);

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const place = fc.record<WalkPosition>({
  offset: fc.nat(),
  after: fc.option(text.map((one) => JSON.stringify([1, one]))),
  snapshot: fc.option(fc.base64String({ maxLength: 700 })),
  renewed: fc.boolean(),
});
const refuses = (query: string, cursor: string, by = cursors) => {
  try {
    by.of(query).open(cursor);
    return false;
  } catch (error) {
    return /^cursor does not belong to this query/.test((error as Error).message);
  }
};

t.test('a cursor gives its place to its own query in its own installation, in any process', async (t) => {
  await holds(100, [place, text, text], (given, query, other) => {
    const cursor = cursors.of(query).seal(given);
    t.same(createCursors(client, secret).of(query).open(cursor), given);
    return (
      /^v2\.[A-Za-z0-9_-]+$/.test(cursor) &&
      (query === other || refuses(other, cursor)) &&
      refuses(query, cursor, createCursors(client, randomBytes(32)))
    );
  });
  t.same(cursors.of('any').open(FIRST), START);
});

t.test('a cursor that an earlier version issued stays valid', async (t) => {
  const issued = 'v2.dbafaSl7t-ELA8iSwIsiSdjRqpdNvt2kf4RwdLJG9JQ0KDGLMowjBOLhpg9sFeRLEE57OnHkCjGq0eTZ';
  t.same(createCursors(client, Buffer.alloc(32, 0xcd)).of('a query').open(issued), {
    offset: 500,
    after: '[1,"a"]',
    snapshot: 'abc',
    renewed: false,
  });
});

t.test('nothing of it can be read', async (t) => {
  const snapshot = 'z9_3AwEUdGVycmllci1wYXJjZWxzLTAwMDAwMQ==';
  const after = '[31109,"31109:0109109006000"]';
  const given = { offset: 500, after, snapshot, renewed: false };
  const made = [cursors.of('q').seal(given), cursors.of('q').seal(given)];
  t.not(made[0], made[1], 'the same place is another cursor each time');
  for (const cursor of made) {
    const bytes = Buffer.from(cursor.slice(3), 'base64url');
    for (const secret of [snapshot, after, '31109', 'terrier']) {
      t.notOk(bytes.includes(secret) || cursor.includes(secret), secret);
    }
  }
  const lengths = new Set(
    [0, 9, 10, 999, 1_000].map((offset) => cursors.of('q').seal({ ...given, offset }).length),
  );
  t.ok(lengths.size <= 2, 'its length tells little');
});

t.test('a cursor altered anywhere is refused', async (t) => {
  const cursor = cursors.of('q').seal({ offset: 500, after: '[1,"a"]', snapshot: 'abc', renewed: false });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < cursor.length; at++) {
    for (const letter of letters) {
      if (letter === cursor[at]) continue;
      const altered = cursor.slice(0, at) + letter + cursor.slice(at + 1);
      if (!refuses('q', altered)) t.fail(`${letter} at ${at} is taken`);
    }
    if (!refuses('q', cursor.slice(0, at))) t.fail(`the first ${at} letters are taken`);
  }
  for (const other of [
    `${cursor}A`,
    `${cursor}=`,
    `${cursor}.`,
    'v2.',
    'v1.abc',
    'WzAsIls1LFwiM.kq3xV0dJ8T1yW5uR2mN7bQ',
  ]) {
    t.ok(refuses('q', other), other);
  }
});
