import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Geometry } from 'geojson';
import t from 'tap';
import { rehearse } from '../../../src/loading/ingest/rehearse.ts';
import { openSourceLayer } from '../../../src/loading/sources/open-layer.ts';
import { layerRecords } from '../../../src/loading/sources/records.ts';
import { readSource } from '../../../src/loading/sources/source.ts';
import { listed, valuesOf } from '../../listed.ts';
import { positions, square } from '../../squares.ts';

const folder = mkdtempSync(join(tmpdir(), 'terrier-records-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** Rehearses the load of features in Lancaster County, Nebraska, and returns its documents. */
async function loaded(
  geometries: (Geometry | null)[],
  conform: object = {},
  sizes: unknown[] = [],
  { pins = [], layer: more = {}, cut = 0 }: { pins?: unknown[]; layer?: object; cut?: number } = {},
) {
  const features = geometries.map((geometry, n) => ({
    type: 'Feature',
    geometry,
    properties: { PIN: pins[n] ?? `P-${n + 1}`, ACRES: sizes[n] ?? null },
  }));
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  writeFileSync(join(folder, 'lots.geojson'), text.slice(0, text.length - cut));
  const source = readSource(
    {
      schema: 2,
      coverage: { 'US Census': { geoid: '31109' } },
      layers: {
        parcels: [
          {
            name: 'lots',
            protocol: 'file',
            data: 'lots.geojson',
            ...more,
            conform: { format: 'geojson', pid: 'PIN', ...conform },
          },
        ],
      },
    },
    'lots.json',
  );
  const [layer] = source.layers;
  const { table } = await openSourceLayer(layer!, { base: folder, work: folder, allowPrivate: false });
  const documents: Record<string, unknown>[] = [];
  const report = await rehearse('parcels', layerRecords(layer!, table!, source.area), {
    onDocument: (document) => documents.push(document),
  });
  await table!.close();
  return { report, documents };
}

t.test('an outline gives a point inside it, and the area of the lot', async (t) => {
  const { report, documents } = await loaded([square(-96.7, 40.8)]);
  t.equal(report.error, null);
  const [{ location, acreage, lot_sqft }] = documents as [
    { location: { lat: number; lon: number }; acreage: number; lot_sqft: number },
  ];
  t.ok(location.lat > 40.8 && location.lat < 40.801 && location.lon > -96.7 && location.lon < -96.699);
  // 0.001° is 111.05 m by 84.40 m here.
  t.ok(Math.abs(acreage - 2.316) < 0.005, `${acreage} acres`);
  t.ok(Math.abs(lot_sqft - 100_890) < 200, `${lot_sqft} square feet`);
});

t.test('a stacked condominium without a lot does not get the area of its building', async (t) => {
  const building = square(-96.7, 40.8);
  const sizes = [0, '0', null, '', '1.5', '0.0 acres'];
  const acres = async (acreage: unknown) =>
    (
      await loaded(
        sizes.map(() => building),
        { acreage },
        sizes,
      )
    ).documents.map((document) => document.acreage);
  const [whole] = (await loaded([building])).documents;
  const outline = whole!.acreage;
  t.same(await acres('ACRES'), [0, 0, outline, outline, 1.5, 0], 'a zero is the word of the publisher');
  t.same(
    await acres({ column: 'ACRES', blank: ['0'] }),
    [outline, outline, outline, outline, 1.5, 0],
    'unless it is said to mean nothing',
  );
});

t.test('outlines that cannot be used are counted, and their rows are kept', async (t) => {
  const bowTie: Geometry = {
    type: 'Polygon',
    coordinates: [positions('-96.7 40.8, -96.699 40.802, -96.699 40.8, -96.7 40.801, -96.7 40.8')],
  };
  const { report, documents } = await loaded([square(-96.7, 40.8), square(40.8, -96.7), bowTie, null]);
  t.equal(report.taken, 4);
  t.same(
    documents.map(({ location }) => location !== null),
    [true, false, true, false],
  );
  t.match(report.remarks, [
    /^1 row \(the first is 2\) cannot be located/,
    /^1 row whose outline crosses itself: the area is approximate$/,
  ]);
});

t.test('a file whose outlines are all nowhere on Earth is not loaded', async (t) => {
  const nowhere: Geometry = { type: 'Point', coordinates: [500, 500] };
  const { report } = await loaded(
    [...Array(12)].map(() => nowhere),
    { srs: 'EPSG:4326' },
  );
  t.match(report.error, /None of the first 12 outlines or points is a place on Earth.*--srs/);
  t.equal(report.taken, 0);
  const swapped = await loaded([...Array(12)].map(() => square(40.8, -80)));
  t.match(swapped.report.error, /None of the first 12 outlines or points is a place on Earth.*--srs/);
  const some = await loaded([...[...Array(12)].map(() => square(40.8, -80)), square(-96.7, 40.8)]);
  t.equal(some.report.taken, 13);
});

t.test('parcel numbers that a spreadsheet has changed are refused if there are several', async (t) => {
  const places = [square(-96.7, 40.8), square(-96.71, 40.8), square(-96.72, 40.8)];
  const one = await loaded(places, {}, [], { pins: ['6.01E+10', 'A', 'B'] });
  t.same(valuesOf(one.documents, 'parcel_id'), ['A', 'B', '6.01E+10']);
  const two = await loaded(places, {}, [], { pins: ['6.01E+10', 'A', '6.02E+10'] });
  t.same(valuesOf(two.documents, 'parcel_id'), ['A']);
  t.same(two.report.rejected_by_reason, { parcel_id_damaged: 2 });
  t.match(two.report.remarks, [
    /^2 rows have parcel numbers such as 6\.01E\+10, which a spreadsheet has changed/,
  ]);
});

t.test('parcel numbers that a spreadsheet made days are refused, and rows of sums have none', async (t) => {
  const sums = ['TOTAL', 'Grand Total:', '-----', 'Total Records: 80', 'Row count 80', '1,080 parcels'];
  const pins = ['12-Mar', 'Jun-05', '3-12', 'MAR-5A', 'TOTAL-5', ...sums];
  const places = pins.map((_, n) => square(-96.7 - n / 100, 40.8));
  const { report, documents } = await loaded(places, {}, [], { pins });
  t.same(valuesOf(documents, 'parcel_id'), ['3-12', 'MAR-5A', 'TOTAL-5']);
  t.same(report.rejected_by_reason, { parcel_id_damaged: 2, parcel_id_missing: sums.length });
});

t.test('whether a spreadsheet has changed a number is decided by the others of its column', async (t) => {
  const cut = ['340130001000100000', '340130001000200000', '340130001000200000', 'A-1'];
  const cases: [name: string, pins: unknown[], taken: unknown[] | 'all'][] = [
    ['18 digits of which 15 are left', cut, ['A-1']],
    ['the same as numbers', cut.map((pin) => (pin === 'A-1' ? pin : Number(pin))), ['A-1']],
    ['one that ends otherwise', [...cut.slice(0, 2), '340130001000300017'], 'all'],
    ['one that begins with zero', ['0340130001000100', '340130001000200000'], 'all'],
    ['a single one', ['340130001000100000', 'A-1'], ['A-1', '340130001000100000']],
    ['days', ['3/3/2003', '12/1/1999', '3-45-2'], ['3-45-2']],
    ['days with a time', ['3/3/2003 0:00', '12/1/1999 0:00', '3-45-2'], ['3-45-2']],
    ['days of another format', ['3-Mar-03', '2003-03-03 00:00:00', '3-45-2'], ['3-45-2']],
    ['map, block and lot in slashes', ['3/3/2003', '12/1/1999', '14/13/3'], 'all'],
  ];
  for (const [name, pins, taken] of cases) {
    const places = pins.map((_, n) => square(-96.7 - n / 100, 40.8));
    const { report, documents } = await loaded(places, {}, [], { pins });
    const expected = taken === 'all' ? pins : taken;
    t.same(new Set(documents.map(({ parcel_id }) => parcel_id)), new Set(expected), name);
    const { parcel_id_damaged: refused = 0 } = report.rejected_by_reason;
    t.equal(refused, pins.length - expected.length, name);
    if (refused > 0) t.match(report.remarks, [/which a spreadsheet has changed/], name);
  }
});

t.test('characters that are not seen and other dashes are not part of a number', async (t) => {
  const pins = [
    ...listed('10-3 · 10\u20113 · 10\u20133 · 1\u200b0-3 · \u200e10\u22123'),
    '1\u00ad0-3\ufeff',
    '10-3\u00a0',
  ];
  const places = pins.map((_, n) => square(-96.7 - n / 100, 40.8));
  const { report, documents } = await loaded(places, {}, [], { pins });
  t.same(new Set(documents.map(({ parcel_id }) => parcel_id)), new Set(['10-3']));
  t.equal(report.duplicates, pins.length - 1);
  const joined = await loaded(places, {}, [], { pins, layer: { repeats: 'join' } });
  t.equal(joined.documents.length, 1);
});

t.test('whether 19.000 is a printed number or 19 is decided by the others of its column', async (t) => {
  const cases: [name: string, pins: string[], taken: string[]][] = [
    ['beside fractions', ['019.000', '19.001', '7.000'], ['019.000', '19.001', '7.000']],
    ['without any', ['019.000', '007.000'], ['019', '007']],
    ['whole ones', ['19.0', '7.0', 'A-1'], ['19', '7', 'A-1']],
    [
      'whole ones, and one with a fault',
      [...Array(40)].map((_, n) => (n === 20 ? '20.5' : `${n}.0`)),
      [...Array(40)].map((_, n) => (n === 20 ? '20.5' : `${n}`)),
    ],
  ];
  for (const [name, pins, taken] of cases) {
    const places = pins.map((_, n) => square(-96.7 - n / 100, 40.8));
    const { documents } = await loaded(places, {}, [], { pins });
    t.same(valuesOf(documents, 'parcel_id'), taken, name);
  }
});

t.test('rows before a break are loaded, though it was not clear yet what their numbers are', async (t) => {
  const pins = Array.from({ length: 800 }, (_, n) => `${n + 1}.0`);
  const places = pins.map((_, n) => square(-96.7 + n / 10_000, 40.8));
  const { report, documents } = await loaded(places, {}, [], { pins, cut: 60 });
  t.match(report, { error: /ends too early \(at feature 800\)/, taken: 799 });
  t.match(documents[798], { parcel_id: '799' });
});

t.test('rows with the same number are one parcel if the source file says so', async (t) => {
  const [west, east] = [square(-96.7, 40.8), square(-96.71, 40.8)];
  const pins = ['A', 'B', 'A', '', '75.0', 75];
  const geometries = [west, west, east, west, east, east];
  const { report, documents } = await loaded(geometries, { acreage: 'ACRES' }, [1, 2, 3, 4, null, null], {
    pins,
    layer: { repeats: 'join' },
  });
  t.same(
    documents.map(({ parcel_id, acreage }) => [parcel_id, acreage]),
    [
      ['B', 2],
      ['A', 1],
      ['75', documents[2]!.acreage],
    ],
    'the values of the first row count',
  );
  t.same(report.rejected_by_reason, { parcel_id_missing: 1 });
  t.match(report.remarks, [/^4 rows of 2 numbers are one parcel each: their outlines are joined/]);
  const [whole] = (await loaded([east])).documents;
  t.equal(documents[2]!.acreage, whole!.acreage, 'an outline that is repeated counts once');
  const both = await loaded([west, east], {}, [], { pins: ['A', 'A'], layer: { repeats: 'join' } });
  t.ok(Math.abs((both.documents[0]!.acreage as number) - 2 * (whole!.acreage as number)) < 0.001);
});

t.test('locations outside the county are counted', async (t) => {
  const { report } = await loaded([square(-96.7, 40.8), square(-96.71, 40.8), square(-95.9, 41.2)]);
  t.match(report.remarks, [
    /^1 of 3 locations are outside of their county's bounding box\. Is it the right county/,
  ]);
});

t.test('if nearly all locations are outside, the load stops and nothing is stored', async (t) => {
  const { report } = await loaded(Array.from({ length: 250 }, () => square(-95.9, 41.2)));
  t.equal(report.taken, 0);
  t.match(
    report.error,
    /^200 of the first 200 locations are outside of county 31109 \(Lancaster County, Nebraska\)\. Is it the right county/,
  );
});
