import { createHash } from 'node:crypto';
import t from 'tap';
import { madeParcels } from '../../../bench/made/parcels.ts';
import { isWithin } from '../../../src/domain/geometry/rings.ts';
import { counties } from '../../../src/loading/demo/counties.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks } from '../../../src/loading/demo/generate.ts';
import { layout } from '../../../src/loading/demo/layout.ts';

const parcels = [...demoParcels()];
const deeds = [...demoDeeds()];
const permits = [...demoPermits()];
const risks = [...demoRisks()];

const LAST = '2026-09-30';

/** A box around each county: south, west, north, east. */
const boxes: Record<string, readonly [number, number, number, number]> = {
  '31109': [40.52, -96.92, 41.05, -96.46],
  '37183': [35.52, -79.0, 36.08, -78.25],
  '33009': [43.55, -72.33, 44.4, -71.45],
  '48453': [30.02, -98.18, 30.63, -97.37],
  '06073': [32.53, -117.45, 33.51, -116.08],
};

function hashOf(rows: Iterable<unknown>): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}

const idOf = (row: { county_fips: string; parcel_id?: string | null }) =>
  `${row.county_fips}:${row.parcel_id}`;

/** Checks that a count is in a range; the message names the count. */
const between = (what: string, count: number, low: number, high: number) =>
  t.ok(count >= low && count <= high, `${count} ${what}`);

t.test('the demo has its documented sizes', async (t) => {
  t.equal(parcels.length, 20_400);
  between('deeds', deeds.length, 40_000, 50_000);
  between('permits', permits.length, 13_500, 16_500);
  between('risks', risks.length, 500, 4000);
  for (const [fips, { length }] of Map.groupBy(parcels, ({ county_fips }) => county_fips))
    between(`parcels in ${fips}`, length, 3000, 4800);
});

t.test('every run yields the same records', async (t) => {
  t.equal(hashOf(demoParcels()), hashOf(parcels), 'parcels');
  t.equal(hashOf(demoDeeds()), hashOf(deeds), 'deeds');
  t.equal(hashOf(demoPermits()), hashOf(permits), 'permits');
  t.equal(hashOf(demoRisks()), hashOf(risks), 'risks');
});

t.test('ids are unique and name parcels that exist', async (t) => {
  const ids = new Set(parcels.map(idOf));
  t.equal(ids.size, parcels.length, 'parcel ids');
  for (const id of ['12/4 A', 'R-100#2', '7%B']) t.ok(ids.has(`33009:${id}`), `parcel number ${id}`);
  const deedIds = deeds.map((deed) =>
    deed.document_number === null
      ? [idOf(deed), deed.sale_date ?? deed.recorded_date, deed.grantor, deed.grantee].join('|')
      : `${idOf(deed)}|${deed.document_number}`,
  );
  t.equal(new Set(deedIds).size, deeds.length, 'deed ids');
  const permitIds = permits.map(
    ({ jurisdiction_id, permit_number, parcel_id, location }) =>
      `${jurisdiction_id}|${permit_number}|${parcel_id ?? location.lat}`,
  );
  t.equal(new Set(permitIds).size, permits.length, 'permit and parcel');
  t.equal(new Set(risks.map(idOf)).size, risks.length, 'risk records');
  const strays = [...deeds, ...permits, ...risks].filter(
    (row) => row.parcel_id != null && !ids.has(idOf(row)),
  );
  t.same(strays, [], 'no deed, permit or risk of an unknown parcel');
});

t.test('lots are in their counties, have many shapes, and are around their own locations', async (t) => {
  const points = parcels.flatMap(({ location }) => (location ? [`${location.lat},${location.lon}`] : []));
  t.equal(new Set(points).size, points.length, 'distinct points');
  const outside = [...parcels, ...permits].filter(({ county_fips, location }) => {
    const [south, west, north, east] = boxes[county_fips]!;
    return (
      location &&
      !(location.lat > south && location.lat < north && location.lon > west && location.lon < east)
    );
  });
  t.same(outside.map(idOf), [], 'no point outside its county');
  const lots = counties.flatMap(layout);
  const beside = lots.filter(
    ({ location: { lon, lat }, outline }) => !isWithin(lon, lat, outline.coordinates),
  );
  t.same(beside, []);
  const shapes = Map.groupBy(lots, ({ outline }) => outline.coordinates[0]!.length - 1);
  t.ok(shapes.get(5)!.length > 3000, 'a corner is cut off where two streets meet');
  t.ok(shapes.get(6)!.length > 400, 'lots with two streets');
  const condos = lots.filter(({ condo }) => condo);
  const stacks = [...Map.groupBy(condos, ({ outline }) => JSON.stringify(outline)).values()];
  t.ok(stacks.length > 20, `${stacks.length} condominiums`);
  for (const units of stacks)
    t.equal(new Set(units.map(({ unit }) => unit)).size, units.length, 'units differ');
});

t.test('dates exist and are not after the last day', async (t) => {
  const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && text >= '1989' && text <= LAST;
  const wrong = [...parcels, ...deeds, ...permits, ...risks].flatMap((row) =>
    Object.entries(row).filter(
      ([key, value]) => /^as_of$|(?<!expires)_date$/.test(key) && value !== null && !isDate(String(value)),
    ),
  );
  t.same(wrong, []);
  t.ok(deeds.some(({ recorded_date }) => recorded_date === LAST));
  const disordered = permits.filter(
    ({ filed_date, issued_date, completed_date }) =>
      (filed_date !== null && issued_date !== null && issued_date < filed_date) ||
      (completed_date !== null && completed_date < issued_date!),
  );
  t.same(disordered, [], 'permits are filed, issued and completed in this order');
  const recent = deeds.filter((d) => d.recorded_date >= '2015').length / deeds.length;
  t.ok(recent > 0.55, `most deeds are of 2015 or later (${recent})`);
  const sold = deeds.filter(
    (d) => d.sale_date !== null && d.sale_date >= '2026-07' && (d.sale_price_usd ?? 0) > 1000,
  );
  for (const [fips, { length }] of Map.groupBy(sold, ({ county_fips }) => county_fips))
    between(`sales in the last quarter in ${fips}`, length, 30, 1000);
});

t.test('each sale’s seller is the buyer before', async (t) => {
  const chains = Map.groupBy(deeds, idOf);
  const tiers = { quick: 0, standard: 0, long: 0 };
  let losses = 0;
  for (const chain of chains.values()) {
    for (const [i, after] of chain.entries()) {
      const before = chain[i - 1];
      if (before === undefined) continue;
      if (after.recorded_date <= before.recorded_date) t.fail(`${idOf(after)}: deeds are out of order`);
      if (after.grantor !== null && after.grantor !== before.grantee)
        t.fail(`${idOf(after)}: the seller is not the buyer before`);
      const [buy, sell] = [before.sale_price_usd ?? 0, after.sale_price_usd ?? 0];
      const held = Date.parse(after.recorded_date) - Date.parse(before.recorded_date);
      const months = held / (30.44 * 86_400_000);
      if (buy <= 1000 || sell <= 1000 || months > 24) continue;
      tiers[months < 6 ? 'quick' : months < 12 ? 'standard' : 'long']++;
      if (sell < buy) losses++;
    }
  }
  for (const [tier, count] of Object.entries(tiers)) between(`${tier} flips`, count, 300, 5000);
  between('losses', losses, 100, 5000);
  const current = parcels.filter((p) => chains.get(idOf(p))?.at(-1)?.grantee === p.owner_name).length;
  t.ok(current / chains.size > 0.93, `the last buyer is the owner (${current} of ${chains.size})`);
});

t.test('documents for several parcels say the same about each', async (t) => {
  const numbered = deeds.filter(({ document_number }) => document_number !== null);
  const documents = Map.groupBy(numbered, (d) => `${d.county_fips} ${d.document_number}`);
  const shared = [...documents.values()].filter(({ length }) => length > 1);
  between('documents', shared.length, 50, 1000);
  const uneven = shared.filter(
    (list) => new Set(list.map((deed) => JSON.stringify({ ...deed, parcel_id: '' }))).size > 1,
  );
  t.same(uneven, [], 'same price, dates and parties');
  const sets = Map.groupBy(permits, (p) => p.jurisdiction_id + p.permit_number).values();
  between('permits over several parcels', [...sets].filter(({ length }) => length > 1).length, 20, 500);
});

t.test('names look like those of public records', async (t) => {
  const owned = parcels.filter(({ owner_name }) => owner_name !== null);
  const owners = Map.groupBy(owned, ({ owner_name }) => owner_name!);
  const spread = [...owners.values()].filter(
    (list) => list.length >= 50 && new Set(list.map((p) => p.county_fips)).size > 2,
  );
  between('owners of 50 or more parcels in three or more counties', spread.length, 5, 50);
  const ends = [/ LLC$/, / L L C$/, / INC$/, / CORP$/, / LP$/, / LTD$/, /TRUST$/, /TRUSTEE$/];
  const others = [/CITY OF/, /CHURCH/, /ASSOCIATION/, / & /, /, /, /BANK/, /^ESTATE OF /];
  for (const form of [...ends, ...others])
    t.ok(
      [...owners.keys()].some((name) => form.test(name)),
      `owners like ${form}`,
    );
  t.notOk(
    [...owners.keys()].some((name) => /[<>]/.test(name)),
    'no markup',
  );
  t.ok(
    parcels.some((p) => p.mailing_country === 'CANADA'),
    'owners abroad',
  );
  t.ok(
    parcels.some((p) => /^P ?\.?O/.test(p.mailing_address ?? '')),
    'PO boxes',
  );
  t.ok(permits.filter((p) => p.contractor_name === 'HOMEOWNER').length > 20, 'placeholder contractors');
  const firm = new Set(
    permits.map((p) => p.contractor_name).filter((name) => /^topsail homes/i.test(name ?? '')),
  );
  between('spellings of one contractor', firm.size, 5, 20);
  const ofGrafton = permits.filter((p) => p.county_fips === '33009');
  t.ok(ofGrafton.length > 500 && ofGrafton.every((p) => p.parcel_id === null), 'without linked permits');
});

t.test('some records of each kind lack values', async () => {
  const count = (rows: readonly object[], key: string) =>
    rows.filter((row) => (row as Record<string, unknown>)[key] === null).length;
  for (const key of ['owner_name', 'location', 'total_assessed_value', 'street'])
    between(`parcels without ${key}`, count(parcels, key), 50, 4000);
  between('deeds without a price', count(deeds, 'sale_price_usd'), 50, 10_000);
  for (const key of ['contractor_name', 'estimated_cost'])
    between(`permits without ${key}`, count(permits, key), 50, 4000);
});

t.test('made-up parcels have the count and the density asked for, and are the same for a seed', async (t) => {
  const made = [...madeParcels(60_000, 7)];
  t.equal(new Set(made.map(idOf)).size, 60_000, 'ids are unique');
  t.equal(hashOf(madeParcels(3000, 7)), hashOf(madeParcels(3000, 7)), 'same seed, same parcels');
  t.not(hashOf(madeParcels(3000, 7)), hashOf(madeParcels(3000, 8)), 'another seed, other parcels');
  t.ok(new Set(made.map((p) => p.county_fips)).size > 190, 'about 200 counties');
  // The density at a center does not depend on the count, so a street-sized box can be counted here.
  const half = 150 / 111_320;
  const near = made.filter(
    ({ location: p }) =>
      p !== null &&
      Math.abs(p.lat - 33.45) <= half &&
      Math.abs(p.lon + 112.07) <= half / Math.cos((33.45 * Math.PI) / 180),
  );
  between('parcels in a box of 300 m', near.length, 50, 500);
});
