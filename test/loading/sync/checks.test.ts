import t from 'tap';
import { isUnchanged, NO_FINGERPRINT } from '../../../src/domain/fingerprint.ts';
import { newColumns, refusal } from '../../../src/loading/sync/load.ts';

const COLUMNS = ['APN', 'OWNER', 'SITUS'];
const before = { rows: 1_000, columns: COLUMNS };
const FORCE = '. If that is right: `terrier sync a.json --force`';

t.test('a source is refused when it shrinks by more than half or loses a column', async (t) => {
  t.equal(refusal(before, { rows: 500, columns: COLUMNS }, 'a.json'), null, 'half is left');
  t.equal(
    refusal(before, { rows: 499, columns: COLUMNS }, 'a.json'),
    `it has shrunk by more than half: from 1000 to 499 rows${FORCE}`,
  );
  t.equal(refusal(before, { rows: null, columns: COLUMNS }, 'a.json'), null, 'a format without a count');
  t.equal(
    refusal(before, { rows: 1_000, columns: ['APN', 'OWNER_NAME', 'SITUS'] }, 'a.json'),
    `its columns have changed: OWNER is gone; new are OWNER_NAME${FORCE}`,
  );
  t.equal(
    refusal(before, { rows: 1_000, columns: ['APN'] }, 'a.json'),
    `its columns have changed: OWNER, SITUS are gone${FORCE}`,
  );
  t.equal(refusal({ rows: null, columns: null }, { rows: 1, columns: [] }, 'a.json'), null, 'the first load');
});

t.test('a column in another case is the same column', async (t) => {
  const columns = COLUMNS.map((name) => name.toLowerCase());
  t.equal(refusal(before, { rows: 1_000, columns }, 'a.json'), null);
  t.same(newColumns(before, columns), []);
});

t.test('a new column is no reason to refuse', async (t) => {
  const columns = [...COLUMNS, 'ZONING'];
  t.equal(refusal(before, { rows: 1_000, columns }, 'a.json'), null);
  t.same(newColumns(before, columns), ['ZONING']);
  t.same(newColumns({ rows: null, columns: null }, columns), []);
});

t.test('data are unchanged when their content is, or when the publisher says so', async (t) => {
  const fingerprint = (given: object) => ({ roll: { ...NO_FINGERPRINT, ...given } });
  const cases: [was: object | null, now: object, unchanged: boolean, why: string][] = [
    [null, { sha256: 'a' }, false, 'nothing was loaded yet'],
    [{ sha256: 'a' }, { sha256: 'a' }, true, 'the same content'],
    [{ sha256: 'a', etag: '1' }, { sha256: 'b', etag: '1' }, false, 'other content under the same ETag'],
    [{ etag: '1' }, { etag: '1' }, true, 'the same ETag'],
    [{ etag: '1' }, { etag: '2' }, false, 'another ETag'],
    [{ lastEdited: 'x' }, { lastEdited: 'x' }, true, 'not edited since'],
    [{ lastEdited: 'x' }, { lastEdited: 'y' }, false, 'edited since'],
    [{}, {}, false, 'the publisher says nothing'],
  ];
  for (const [was, now, unchanged, why] of cases)
    t.equal(isUnchanged(was && fingerprint(was), fingerprint(now)), unchanged, why);
  t.notOk(
    isUnchanged(fingerprint({ sha256: 'a' }), { ...fingerprint({ sha256: 'a' }), more: NO_FINGERPRINT }),
    'another table has been joined',
  );
});
