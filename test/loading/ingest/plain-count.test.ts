import fc from 'fast-check';
import t from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { makeHarness } from '../../helper.ts';
import { runsOf } from '../../seed.ts';
import { reader } from './one-county.ts';
import { deeds, inSets, parcels, permits, type Source, seed } from './records.ts';
import { type Expected, expectedParcels, expectedUsable, type Part, WEIGHTS } from './reference.ts';
import { clear } from './support.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness, { BURST_SCALE: '10000000', LIMIT_SCALE: '100000000' });

const today = () => new Date().toISOString().slice(0, 10);

/** What is wrong with a parcel's derived keys, in words; empty when everything is right. */
function complaints(found: Record<string, unknown>, expected: Expected): string[] {
  const wrong: string[] = [];
  for (const name of ['sale_price', 'sale_date', 'sale_arms_length', 'latest_deed_date'] as const) {
    if (found[name] !== expected[name]) wrong.push(`${name} is ${found[name]}, not ${expected[name]}`);
  }
  if (!expected.latest_grantees.includes(found.latest_grantee as string | null))
    wrong.push(`latest_grantee is ${found.latest_grantee}, not ${expected.latest_grantees}`);
  // Found values are rounded to a unit; the reference is exact.
  const near = (value: number | null, exact: number | null, unit: number) =>
    value === null || exact === null
      ? value === exact
      : Math.abs(value - exact) <= unit / 2 + 1e-9 &&
        Math.abs(value / unit - Math.round(value / unit)) < 1e-6;
  if (!near(found.deal_score as number | null, expected.score, 0.1))
    wrong.push(`deal_score is ${found.deal_score}, not ${expected.score}`);
  const parts = found.deal_score_parts as Record<Part, { points: number; weight: number } | null>;
  for (const part of Object.keys(WEIGHTS) as Part[]) {
    const { points, weight } = parts[part] ?? { points: null, weight: WEIGHTS[part] };
    if (!near(points, expected.points[part], 0.0001) || weight !== WEIGHTS[part])
      wrong.push(`${part} is ${points} of ${weight}, not ${expected.points[part]}`);
  }
  return wrong;
}

/** Without deeds of a parcel on the same day, which only their ids would order. */
const apart = (all: Source[]) => {
  const seen = new Set<string>();
  return all.filter((deed) => {
    const day = deed.sale_date ?? deed.recorded_date;
    const moment = `${deed.county_fips}:${deed.parcel_id} ${day} ${deed.recorded_date}`;
    return !seen.has(moment) && seen.add(moment);
  });
};

t.test('figures equal a plain count, whatever the order, parts and corrections of the records', async (t) => {
  const dice = fc.infiniteStream(fc.nat(99));
  const installation = fc.record({ made: parcels, allDeeds: deeds, first: deeds, permits });
  await fc.assert(
    fc.asyncProperty(inSets(installation), dice, async (sets, dice) => {
      const roll = (sides: number) => dice.next().value % sides;
      const all = sets.map(({ set, move }) => {
        const made = set.made.map(({ mail, record }) => ({ mail, record: move(record) }));
        // Most deeds are of loaded parcels, so that they have an effect.
        const placed = set.allDeeds.map((one) => {
          const deed = move(one);
          const { county_fips, parcel_id } = roll(5) ? made[roll(made.length)]!.record : deed;
          return { ...deed, county_fips, parcel_id };
        });
        const deeds = apart(placed);
        // Records before a correction: with the same ids, and random values in them.
        const ids = new Set(deeds.map((deed) => deed.record_id));
        const wrong = set.first.map(move).filter((deed) => ids.has(deed.record_id));
        return { made, deeds, wrong, permits: set.permits.map(move) };
      });
      const made = all.flatMap(({ made }) => made);
      const deeds = all.flatMap(({ deeds }) => deeds);
      const wrong = all.flatMap(({ wrong }) => wrong);
      const permits = all.flatMap(({ permits }) => permits);
      const pieces: [IngestKind, Record<string, unknown>[]][] = [];
      for (const [kind, ofSets] of [
        ['parcels', all.map(({ made }) => made.map(({ record }) => record))],
        ['deeds', all.map(({ deeds }) => deeds)],
        ['permits', all.map(({ permits }) => permits)],
      ] as [IngestKind, Record<string, unknown>[][]][]) {
        const cuts = ofSets.map((records) => ({ records, cut: roll(records.length + 1) }));
        for (const piece of [
          cuts.flatMap(({ records, cut }) => records.slice(0, cut)),
          cuts.flatMap(({ records, cut }) => records.slice(cut)),
        ])
          pieces.splice(roll(pieces.length + 1), 0, [kind, piece]);
      }
      const firstDeeds = pieces.findIndex(([kind]) => kind === 'deeds');
      pieces.splice(roll(firstDeeds + 1), 0, ['deeds', wrong]);

      const day = today();
      await clear(harness);
      for (const [kind, piece] of pieces) if (piece.length > 0) await harness.load(kind, piece);
      const parcelsWanted = expectedParcels(made, deeds, permits, day);
      const usable = expectedUsable(deeds);
      const found: string[] = [];
      for (const [id, expected] of parcelsWanted) {
        found.push(...complaints(await get(id), expected).map((complaint) => `${id}: ${complaint}`));
        for (const deed of (await get(id, '/deeds')).data) {
          if (deed.usable_for_stats !== usable.get(deed.book))
            found.push(`${id}: deed ${deed.book} is ${deed.usable_for_stats ? 'usable' : 'not usable'}`);
        }
      }
      // After midnight, the figures are those of another day.
      fc.pre(day === today());
      if (found.length > 0) throw new Error(found.join('\n'));
    }),
    { seed, numRuns: runsOf(6), interruptAfterTimeLimit: 60_000 },
  );
  t.pass('as counted');
});
