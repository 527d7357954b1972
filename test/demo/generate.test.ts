import { createHash } from 'node:crypto';
import t from 'tap';
import { counties } from '../../src/demo/counties.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks, madeParcels } from '../../src/demo/generate.ts';
import { type Lot, layout } from '../../src/demo/layout.ts';
import type { CanonicalDeed } from '../../src/demo/types.ts';
import { isWithin } from '../../src/geometry/rings.ts';

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

function countBy<T>(rows: readonly T[], key: (row: T) => string | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = key(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

const idOf = (row: { county_fips: string; parcel_id?: string | null }): string =>
  `${row.county_fips}:${row.parcel_id}`;

t.test('the sizes of the demo', async (t) => {
  const sizes: [string, number, number, number][] = [
    ['parcels', parcels.length, 19_000, 22_000],
    ['deeds', deeds.length, 40_000, 50_000],
    ['permits', permits.length, 13_500, 16_500],
    ['risks', risks.length, 500, 4000],
  ];
  for (const [name, size, low, high] of sizes) t.ok(size >= low && size <= high, `${size} ${name}`);
  for (const [fips, size] of countBy(parcels, (p) => p.county_fips)) {
    t.ok(size >= 3000 && size <= 6000, `${size} parcels in ${fips}`);
  }
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
  t.ok(
    parcels.every((p) => p.parcel_id.length > 0 && p.parcel_id.length <= 64),
    'parcel numbers of 1 to 64 characters',
  );
  const deedKey = (d: CanonicalDeed): string =>
    d.document_number === null
      ? [idOf(d), d.sale_date ?? d.recorded_date, d.grantor, d.grantee].join('|')
      : `${idOf(d)}|${d.document_number}`;
  t.equal(new Set(deeds.map(deedKey)).size, deeds.length, 'deed ids');
  t.equal(
    new Set(
      permits.map((p) => [p.jurisdiction_id, p.permit_number, p.parcel_id ?? p.location?.lat].join('|')),
    ).size,
    permits.length,
    'permit and parcel',
  );
  t.equal(new Set(risks.map(idOf)).size, risks.length, 'risk records');
  const strays = [...deeds, ...permits, ...risks].filter(
    (row) => row.parcel_id != null && !ids.has(idOf(row)),
  );
  t.equal(strays.length, 0, 'no deed, permit or risk of an unknown parcel');
});

t.test('locations are distinct and inside their county', async (t) => {
  const points = parcels.flatMap((p) => (p.location === null ? [] : [`${p.location.lat},${p.location.lon}`]));
  t.equal(new Set(points).size, points.length, 'distinct points');
  const outside = [...parcels, ...permits].filter(({ county_fips, location }) => {
    const [south, west, north, east] = boxes[county_fips] ?? [0, 0, 0, 0];
    return (
      location !== null &&
      !(location.lat > south && location.lat < north && location.lon > west && location.lon < east)
    );
  });
  t.same(outside.map(idOf), [], 'no point outside its county');
});

const numberOf = ({ street }: Lot) => Number.parseInt(street, 10);

/**
 * The lots of a town on one street, by house number, on the even and on the odd side. Lots with six corners lie behind another
 * one or go through the block, and condominiums stand alone.
 */
function sidesOf(lots: readonly Lot[]): { name: string; even: Lot[]; odd: Lot[] }[] {
  const single = lots.filter(({ condo, outline }) => !condo && outline.coordinates[0]!.length !== 7);
  const nameOf = ({ town, street }: Lot) => `${town.zip} ${street.replace(/^\d+ /, '')}`;
  return [...Map.groupBy(single, nameOf)].map(([name, all]) => {
    const ordered = all.toSorted((a, b) => numberOf(a) - numberOf(b));
    return {
      name,
      even: ordered.filter((lot) => numberOf(lot) % 2 === 0),
      odd: ordered.filter((lot) => numberOf(lot) % 2 === 1),
    };
  });
}

/** Meters east and north of another lot. */
function away({ location: a }: Lot, { location: b }: Lot): [east: number, north: number] {
  return [(a.lon - b.lon) * 111_320 * Math.cos((b.lat * Math.PI) / 180), (a.lat - b.lat) * 111_320];
}

t.test('lots lie along streets as their addresses say', async (t) => {
  for (const county of counties) {
    const lots = layout(county);
    const outside = lots.filter(
      ({ location: { lon, lat }, outline }) => !isWithin(lon, lat, outline.coordinates),
    );
    t.same(
      outside.map(({ street }) => street),
      [],
      `the place of each lot of ${county.name} is in its outline`,
    );
    const wrong: string[] = [];
    for (const { name, even, odd } of sidesOf(lots)) {
      const all = [...even, ...odd];
      const numbers = all.map(numberOf);
      const first = all[numbers.indexOf(Math.min(...numbers))]!;
      const last = all[numbers.indexOf(Math.max(...numbers))]!;
      const [east, north] = away(last, first);
      const length = Math.hypot(east, north);
      // Too short for its direction to be known from lots of both sides.
      if (length < 200) continue;
      /** Meters along the street and to its left. */
      const along = ([x, y]: [number, number]): [number, number] => [
        (x * east + y * north) / length,
        (y * east - x * north) / length,
      ];
      for (const side of [even, odd]) {
        for (let i = 1; i < side.length; i++) {
          if (along(away(side[i]!, side[i - 1]!))[0] <= 0)
            wrong.push(`${name}: numbers turn back at ${side[i]!.street}`);
        }
      }
      for (const lot of odd) {
        for (const other of even) {
          const [forth, left] = along(away(other, lot));
          // North–south streets have even numbers on their eastern side, the others on their northern one.
          const onLeft = Math.abs(north) > Math.abs(east) ? north < 0 : east > 0;
          if (Math.abs(forth) < 30 && Math.abs(left) > 30 && left > 0 !== onLeft)
            wrong.push(`${name}: ${lot.street} is on the side of ${other.street}`);
        }
      }
    }
    t.same(wrong, [], `numbers of ${county.name} rise along their streets, odd ones on their own side`);
  }
});

t.test('there are corner lots, lots behind others, lots through a block, and condominiums', async (t) => {
  const lots = counties.flatMap(layout);
  const shapes = Map.groupBy(lots, ({ outline }) => outline.coordinates[0]!.length - 1);
  const stacks = Map.groupBy(
    lots.filter(({ condo }) => condo),
    ({ outline }) => JSON.stringify(outline),
  );
  t.ok((shapes.get(5)?.length ?? 0) > 3000, 'a corner is cut off where two streets meet');
  t.ok((shapes.get(6)?.length ?? 0) > 500, 'lots with a way to the street, or two streets');
  t.ok(stacks.size > 20, `${stacks.size} condominiums`);
  t.ok(
    [...stacks.values()].every((units) => new Set(units.map(({ unit }) => unit)).size === units.length),
    'units of a condominium are told apart',
  );
});

t.test('dates exist and end on the last day', async (t) => {
  const newest: Record<string, string> = {};
  const wrong: string[] = [];
  for (const row of [...parcels, ...deeds, ...permits, ...risks]) {
    for (const [key, value] of Object.entries(row)) {
      if (value === null || !(key.endsWith('_date') || key === 'as_of')) continue;
      const text = String(value);
      // Permits may expire later.
      if (!isDate(text) || text < '1989' || (text > LAST && key !== 'expires_date'))
        wrong.push(`${key} ${text}`);
      if (text > (newest[key] ?? '')) newest[key] = text;
    }
  }
  t.same(wrong, []);
  t.equal(newest.recorded_date, LAST, 'the newest deed');
  for (const p of permits) {
    if (p.filed_date !== null && p.issued_date !== null && p.issued_date < p.filed_date)
      wrong.push(p.permit_number);
    if (p.completed_date !== null && p.completed_date < (p.issued_date ?? '9')) wrong.push(p.permit_number);
  }
  t.same(wrong, [], 'permits are filed, issued and completed in this order');
  const recent = deeds.filter((d) => d.recorded_date >= '2015').length / deeds.length;
  t.ok(recent > 0.55, `most deeds are of 2015 or later (${recent})`);
  const quarters = countBy(
    deeds.filter((d) => d.sale_date !== null && d.sale_date >= '2026-07' && (d.sale_price_usd ?? 0) > 1000),
    (d) => d.county_fips,
  );
  t.ok(
    quarters.size === 5 && [...quarters.values()].every((n) => n >= 30),
    'sales in the last quarter everywhere',
  );
});

t.test('chains of title hold together', async (t) => {
  const chains = Map.groupBy(deeds, idOf);
  const tiers = { quick: 0, standard: 0, long: 0 };
  let links = 0;
  let broken = 0;
  let losses = 0;
  const unordered: string[] = [];
  for (const [id, chain] of chains) {
    for (let i = 1; i < chain.length; i++) {
      const before = chain[i - 1] as CanonicalDeed;
      const after = chain[i] as CanonicalDeed;
      if (after.recorded_date <= before.recorded_date) unordered.push(id);
      if (after.grantor === null || /CORRECT/i.test(after.document_type)) continue;
      links++;
      if (after.grantor !== before.grantee) broken++;
      const [buy, sell] = [before.sale_price_usd ?? 0, after.sale_price_usd ?? 0];
      const months =
        (Date.parse(after.sale_date ?? after.recorded_date) -
          Date.parse(before.sale_date ?? before.recorded_date)) /
        (30.44 * 86_400_000);
      if (buy <= 1000 || sell <= 1000 || after.grantor !== before.grantee || months > 24) continue;
      tiers[months < 6 ? 'quick' : months < 12 ? 'standard' : 'long']++;
      if (sell < buy) losses++;
    }
  }
  t.same(unordered, [], 'deeds of a parcel are in order');
  t.equal(broken, 0, `each of ${links} sellers is the buyer before`);
  for (const [tier, count] of Object.entries(tiers)) t.ok(count > 300, `${count} ${tier} flips`);
  t.ok(losses > 100, `${losses} losses`);
  const current = parcels.filter((p) => chains.get(idOf(p))?.at(-1)?.grantee === p.owner_name).length;
  t.ok(current / chains.size > 0.93, `the last buyer is the owner (${current} of ${chains.size})`);
});

t.test('documents over several parcels say the same of each', async (t) => {
  const shared = [...Map.groupBy(deeds, (d) => `${d.county_fips} ${d.document_number}`).values()].filter(
    (list) => list.length > 1 && list[0]?.document_number !== null,
  );
  t.ok(shared.length > 50, `${shared.length} documents`);
  const uneven = shared.filter(
    (list) => new Set(list.map((d) => JSON.stringify({ ...d, parcel_id: '' }))).size > 1,
  );
  t.same(
    uneven.map((list) => list[0]?.document_number),
    [],
    'same price, dates and parties',
  );
  const permitSets = [...Map.groupBy(permits, (p) => p.jurisdiction_id + p.permit_number).values()].filter(
    (list) => list.length > 1,
  );
  t.ok(permitSets.length > 20, `${permitSets.length} permits over several parcels`);
});

t.test('the oddities of public records are there', async (t) => {
  const names = countBy(parcels, (p) => p.owner_name);
  const ids = new Set(parcels.map((p) => p.parcel_id));
  t.equal(names.get('<img onerror=alert(1) src=x>'), 1, 'the hostile owner name');
  for (const id of ['12/4 A', 'R-100#2', '7%B']) t.ok(ids.has(id), `parcel number ${id}`);
  const states = Map.groupBy(parcels, (p) => p.owner_name ?? '');
  const spread = [...states].filter(
    ([name, list]) => name !== '' && list.length >= 50 && new Set(list.map((p) => p.county_fips)).size > 2,
  );
  t.ok(spread.length >= 5, `${spread.length} owners of 50 or more parcels in three or more counties`);
  const ownerForms = [
    / LLC$/,
    / L L C$/,
    / INC$/,
    / CORP$/,
    / LP$/,
    / LTD$/,
    /TRUST$/,
    /TRUSTEE$/,
    /CITY OF/,
  ];
  ownerForms.push(/CHURCH/, /ASSOCIATION/, / & /, /, /, /BANK/, /^ESTATE OF /);
  for (const form of ownerForms)
    t.ok(
      [...names.keys()].some((name) => form.test(name)),
      `owners like ${form}`,
    );
  const missing: [string, number][] = [
    ['owners', parcels.filter((p) => p.owner_name === null).length],
    ['locations', parcels.filter((p) => p.location === null).length],
    ['values', parcels.filter((p) => p.total_assessed_value === null).length],
    ['streets', parcels.filter((p) => p.street === null).length],
    ['deed prices', deeds.filter((d) => d.sale_price_usd === null).length],
    ['contractors', permits.filter((p) => p.contractor_name === null).length],
    ['costs', permits.filter((p) => p.estimated_cost === null).length],
  ];
  for (const [what, count] of missing) t.ok(count > 50, `${count} missing ${what}`);
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
  t.ok(firm.size >= 5, `one contractor under ${firm.size} spellings`);
  const unlinked = permits.filter((p) => p.county_fips === '33009');
  t.ok(
    unlinked.length > 500 && unlinked.every((p) => p.parcel_id === null),
    'a county without linked permits',
  );
  t.same(
    new Set(risks.filter((r) => r.parcel_id === undefined).map((r) => r.county_fips)).size,
    5,
    'county risks',
  );
});

t.test('made parcels: count, determinism and density', async (t) => {
  const made = [...madeParcels(60_000, 7)];
  t.equal(made.length, 60_000);
  t.equal(new Set(made.map(idOf)).size, made.length, 'ids are unique');
  t.equal(hashOf(madeParcels(3000, 7)), hashOf(madeParcels(3000, 7)), 'same seed, same parcels');
  t.not(hashOf(madeParcels(3000, 7)), hashOf(madeParcels(3000, 8)), 'another seed, other parcels');
  t.ok(new Set(made.map((p) => p.county_fips)).size > 190, 'about 200 counties');
  // The density of a middle does not hang on the count, so a street-sized box can be counted here.
  const half = 150 / 111_320;
  const near = made.filter(
    ({ location: p }) =>
      p !== null &&
      Math.abs(p.lat - 33.45) <= half &&
      Math.abs(p.lon + 112.07) <= half / Math.cos((33.45 * Math.PI) / 180),
  ).length;
  t.ok(near >= 50 && near <= 500, `${near} parcels in a box of 300 m`);
});
