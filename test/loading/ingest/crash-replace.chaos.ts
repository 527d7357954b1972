import t from 'tap';
import { makeHarness } from '../../helper.ts';
import {
  crashes,
  deeds,
  deriving,
  differing,
  LANCASTER,
  loading,
  type Moment,
  parcels,
  replacements,
} from './crash-support.ts';
import { clear, inputFile, ndjson } from './support.ts';

const harness = await makeHarness(t);
const { killed, everything, loadOld } = crashes(t, harness);
const file = await inputFile(t, 'replacements.ndjson', ndjson(replacements));
const replacement = ['parcels', file, 'replace'];

t.test('after a killed replacement, all old records and figures are still there', async (t) => {
  await loadOld();
  const old = await everything();
  const moments: [string, Moment][] = [
    ['while the copies are made', 'copying'],
    ['in the load', loading(500)],
    ['in the derive step', deriving(1)],
    ['later in the derive step', deriving(900)],
  ];
  for (const [name, when] of moments) {
    t.ok(await killed('load-child.ts', replacement, when), `killed ${name}`);
    t.same(differing(await everything(), old), [], `killed ${name}: all of the old`);
  }

  // Another load comes in between; it repairs what it needs, and sees the old county.
  t.match(await harness.load('parcels', [parcels[1]!]), { error: null, unchanged: 1 });
  t.same(differing(await everything(), old), [], 'as before');

  const mended = await harness.load('parcels', { files: [file] }, { replace: true });
  t.match(mended, { error: null, removed: 240 });
  const found = await everything();
  await clear(harness);
  await harness.load('parcels', [
    ...parcels.filter(({ county_fips }) => county_fips !== LANCASTER),
    ...replacements,
  ]);
  await harness.load('deeds', deeds);
  t.same(differing(found, await everything()), [], 'the same command: all of the new');
});
