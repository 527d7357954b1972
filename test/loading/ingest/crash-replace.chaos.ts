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
  removing,
  replacements,
} from './crash-support.ts';
import { inputFile, ndjson } from './support.ts';

const harness = await makeHarness(t);
const { killed, everything, loadOld } = crashes(t, harness);
const file = await inputFile(t, 'replacements.ndjson', ndjson(replacements));
const idOf = ({ county_fips, parcel_id }: { county_fips: string; parcel_id: string }) =>
  `${county_fips}:${parcel_id}`;
const others = parcels.filter(({ county_fips }) => county_fips !== LANCASTER);
const wanted = [...others, ...replacements];

t.test('a killed replacement is completed by the same command', async (t) => {
  await harness.load('parcels', wanted);
  await harness.load('deeds', deeds);
  const complete = await everything();
  const before = new Set(parcels.map(idOf));
  const stays = wanted.map(idOf).filter((id) => before.has(id));
  const moments: [string, Moment][] = [
    ['in the load', loading(500)],
    ['while parcels are deleted', removing],
    ['in the derive step', deriving(1)],
  ];
  for (const [name, when] of moments) {
    await loadOld();
    t.ok(await killed('load-child.ts', ['parcels', file, 'replace'], when), `killed ${name}`);
    const found = (await everything()).parcels!;
    const isDeleting = [...before].some((id) => !(id in found));
    // Parcels are deleted when all of the file is in.
    const there = isDeleting ? wanted.map(idOf) : stays;
    t.same(
      there.filter((id) => !(id in found)),
      [],
      `killed ${name}: nothing is missing`,
    );
    // Another load comes in between; it derives from what it finds.
    t.match(await harness.load('parcels', [others[0]!]), { error: null, unchanged: 1 });
    t.match(await harness.load('parcels', { files: [file] }, { replace: true }), { error: null });
    t.same(differing(await everything(), complete), [], `killed ${name}: then all of the new`);
  }
});
