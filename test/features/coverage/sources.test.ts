import t from 'tap';
import { NO_FINGERPRINT } from '../../../src/domain/fingerprint.ts';
import { layerState, noteNext, noteTry } from '../../../src/mysql/source-layers.ts';
import { call, makeHarness } from '../../helper.ts';

const harness = await makeHarness(t);
const { database } = harness;
const app = await harness.app();
const get = (query = '') => call(app, 'GET', `/api/v1/coverage/sources${query}`);

const FIRST = new Date('2026-03-01T03:17:00.000Z');
const LATER = new Date('2026-03-02T03:17:00.000Z');
const NEXT = new Date('2026-03-03T03:17:00.000Z');
const lancaster = { source: 'us-ne-lancaster', layer: 'parcels/0' };
const place = { county_fips: '31109', publisher: 'gis.example.gov' };
const load = {
  rows: 105_243,
  rejected: 3,
  columns: ['PID', 'OWNER'],
  fingerprints: { roll: { ...NO_FINGERPRINT, etag: '"1"' } },
};

t.test('without sources the list is empty', async (t) => {
  const { status, json } = await get();
  t.equal(status, 200);
  t.same(json(), { data: [] });
});

t.test('a source tells its last load and its last try', async (t) => {
  await noteTry(database, lancaster, { ...place, outcome: 'loaded', message: null, at: FIRST, load });
  await noteTry(database, lancaster, {
    ...place,
    outcome: 'refused',
    message: 'it has shrunk by more than half: /secret/path',
    at: LATER,
  });
  await noteTry(
    database,
    { source: 'us-nh-lebanon', layer: 'deeds/0' },
    { county_fips: '33009', publisher: null, outcome: 'failed', message: 'no answer', at: LATER },
  );
  await noteNext(database, 'us-ne-lancaster', NEXT);
  const { data } = (await get()).json();
  t.same(data, [
    {
      source: 'us-ne-lancaster',
      kind: 'parcels',
      county_fips: '31109',
      county_name: 'Lancaster County',
      publisher: 'gis.example.gov',
      rows: 105_243,
      rejected: 3,
      loaded_at: FIRST.toISOString(),
      checked_at: LATER.toISOString(),
      next_at: NEXT.toISOString(),
      outcome: 'refused',
    },
    {
      source: 'us-nh-lebanon',
      kind: 'deeds',
      county_fips: '33009',
      county_name: 'Grafton County',
      publisher: null,
      rows: null,
      rejected: null,
      loaded_at: null,
      checked_at: LATER.toISOString(),
      next_at: null,
      outcome: 'failed',
    },
  ]);
  const state = await layerState(database, lancaster);
  t.same(state?.columns, load.columns, 'what the last load read stays known');
  t.same(state?.fingerprints, load.fingerprints);
  t.match(state?.message, /shrunk/);
});

t.test('one state’s', async (t) => {
  const { data } = (await get('?state=NH')).json();
  t.same(
    data.map(({ source }: { source: string }) => source),
    ['us-nh-lebanon'],
  );
  const wrong = await get('?state=Z');
  t.equal(wrong.status, 400);
  t.match(wrong.json().error, /^state must be/);
});
