import t from 'tap';
import { deleteRecords } from '../../../src/loading/ingest/delete.ts';
import { makeHarness } from '../../helper.ts';
import { crashes, deriving, differing, LANCASTER, type Moment } from './crash-support.ts';

const harness = await makeHarness(t);
const { killed, everything, loadOld } = crashes(t, harness);

t.test('after a killed deletion, a county is all there until the same command completes', async (t) => {
  await loadOld();
  const old = await everything();
  const chosen = { counties: [LANCASTER] };
  await deleteRecords(harness.target, chosen);
  const wanted = await everything();
  await loadOld();
  for (const [name, when] of [
    ['while the copies are made', 'copying'],
    ['in the derive step', deriving(1)],
  ] as [string, Moment][]) {
    t.ok(await killed('delete-child.ts', [LANCASTER], when), `killed ${name}`);
    t.same(differing(await everything(), old), [], `killed ${name}: all of the old`);
  }
  await deleteRecords(harness.target, chosen);
  t.same(differing(await everything(), wanted), [], 'the same command');
  t.same(
    Object.keys(wanted.parcels!).filter((id) => id.startsWith(LANCASTER)),
    [],
  );
});
