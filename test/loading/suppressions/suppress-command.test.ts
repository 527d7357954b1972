import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { jsonLines } from '../../listed.ts';
import { csv, inputFile, ndjson } from '../ingest/support.ts';
import { COUNTY } from './everywhere.ts';
import { LIST, removeAll, suppressor } from './suppressing.ts';

const harness = await makeHarness(t);
const suppress = suppressor(harness);

t.test('bad rows of a list are reported by line and reason, and the others are added', async (t) => {
  const rows = [
    { county_fips: COUNTY, parcel_id: 'c1', owner_name: '' },
    { county_fips: '31999', parcel_id: 'c1', owner_name: '' },
    { county_fips: COUNTY, parcel_id: 'c1', owner_name: 'BOTH' },
    { county_fips: '', parcel_id: '', owner_name: '' },
    { county_fips: '', parcel_id: '', owner_name: '...' },
    { county_fips: 'x', parcel_id: '', owner_name: 'ZZQUILL, NOBODY' },
    { county_fips: '', parcel_id: '', owner_name: 'zzquill holdings llc' },
  ];
  const file = await inputFile(t, 'list.csv', csv(rows));
  const { status, out, err } = await suppress(t, 'add', '--file', file, '--json');
  t.equal(status, 3);
  const { added, faults } = JSON.parse(out);
  t.equal(added.length, 2);
  t.same(faults, [
    { line: 3, reason: 'county_fips_unknown', field: 'county_fips' },
    { line: 4, reason: 'parcel_id_and_owner_name' },
    { line: 5, reason: 'parcel_id_or_owner_name_missing' },
    { line: 6, reason: 'owner_name_empty', field: 'owner_name' },
    { line: 7, reason: 'county_fips_unknown', field: 'county_fips' },
  ]);
  t.match(err, 'line 3: county_fips: county_fips_unknown');
  const again = await suppress(t, 'add', '--file', file, '--json');
  t.same(JSON.parse(again.out).added, [], 'what is there stays');

  const wrong = await inputFile(
    t,
    'wrong.ndjson',
    ndjson([{ county_fips: COUNTY, parcel_id: 'never' }, LIST[1]]),
  );
  const removed = await suppress(t, 'remove', '--file', wrong, '--json');
  t.equal(removed.status, 3);
  t.match(JSON.parse(removed.out), { removed: [Number], faults: [{ line: 1, reason: 'not_suppressed' }] });
});

t.test('flags that make no sense are refused', async (t) => {
  for (const [args, message] of [
    [['add'], 'Give one of --parcel, --owner and --file.'],
    [['add', '--parcel', '31109:x', '--owner', 'x'], 'Give one of --parcel, --owner and --file.'],
    [['add', '--parcel', '31109:x', '--county', COUNTY], '--county goes with --owner.'],
    [['add', '--parcel', 'c1'], 'It must be the id of a parcel'],
    [['add', '--parcel', '31999:c1'], 'It must be the id of a parcel'],
    [['add', '--owner', '...'], 'It must have a letter or a digit.'],
    [['add', '--owner', 'x', '--county', '31999'], 'is not the 5-digit FIPS code'],
    [['add', '--owner', 'x', '--by', ' '], 'It must be 1 to 100 characters'],
    [['remove', '99999999'], 'There is no entry 99999999'],
    [['remove', 'x'], 'It must be a number of the list.'],
    [['remove', '1', '--owner', 'x'], 'Give numbers, or one of'],
  ] as const) {
    const { status, err } = await suppress(t, ...args);
    t.equal(status, 1, args.join(' '));
    t.match(err, message);
  }
});

t.test('the list shows names only on request, and the log shows who changed what and when', async (t) => {
  await removeAll(harness);
  await suppress(t, 'add', '--parcel', '31:109:c1', '--by', 'request 2026-114');
  await suppress(t, 'add', '--owner', 'Zzquill Holdings LLC', '--county', COUNTY);
  t.match((await suppress(t, 'list')).out, /parcel +31109 .*request 2026-114 +applied/);
  t.match((await suppress(t, 'list', '--show')).out, /owner +31109 .*Zzquill Holdings LLC/);
  await suppress(t, 'remove', '--owner', 'ZZQUILL HOLDINGS LLC', '--county', COUNTY, '--by', 'counsel');
  const log = jsonLines((await suppress(t, 'log', '--json')).out);
  t.match(log[0], {
    what: 'removed',
    kind: 'owner',
    county_fips: COUNTY,
    changed_by: 'counsel',
    changed_at: /Z$/,
  });
  t.match(log[1], { what: 'added', kind: 'owner', id: log[0].id });
  t.match(log[2], { what: 'added', kind: 'parcel', changed_by: 'request 2026-114' });
  t.match((await suppress(t, 'log', '--show')).out, 'Zzquill Holdings LLC');
});
