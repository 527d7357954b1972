import t from 'tap';
import { deleteRecords } from '../../../src/loading/ingest/delete.ts';
import { makeHarness } from '../../helper.ts';
import { crashes, deriving, differing, LANCASTER, type Moment, parcels, removing } from './crash-support.ts';

const harness = await makeHarness(t);
const { killed, everything, loadOld } = crashes(t, harness);
const neighbor = parcels.find(({ county_fips }) => county_fips !== LANCASTER)!;

t.test('a killed deletion is completed by the same command, also after another load', async (t) => {
  await loadOld();
  const chosen = { counties: [LANCASTER] };
  await deleteRecords(harness.target, chosen);
  const wanted = await everything();
  t.same(
    Object.keys(wanted.parcels!).filter((id) => id.startsWith(LANCASTER)),
    [],
  );
  const moments: [string, Moment, boolean][] = [
    ['while records are deleted', removing, false],
    ['while records are deleted, before another load', removing, true],
    ['in the derive step', deriving(1), false],
  ];
  for (const [name, when, isBetween] of moments) {
    await loadOld();
    t.ok(await killed('delete-child.ts', [LANCASTER], when), `killed ${name}`);
    if (isBetween) await harness.load('parcels', [neighbor]);
    await deleteRecords(harness.target, chosen);
    t.same(differing(await everything(), wanted), [], `killed ${name}`);
  }
});
