import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openShapefile } from '../../../src/loading/readers/shapefile/shapefile.ts';
import type { OpenOptions } from '../../../src/loading/readers/table.ts';
import { folderWith, good, pins, points, readAll } from './shapefile-reading.ts';
import { type ZipFile, zip } from './table-files.ts';

const member = (name: string, content: Buffer | string): ZipFile => ({ name, content });
const shapefileIn = (base: string): ZipFile[] => [
  member(`${base}.shp`, points(1)),
  member(`${base}.dbf`, pins(base.slice(-10))),
];

/** The result of opening an archive; nothing may be left behind in the folder for temporary files. */
async function openZip(t: Test, bytes: Buffer, options: OpenOptions = {}) {
  const folder = await folderWith(t, { 'a.zip': bytes });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = mkdtempSync(join(folder, 'tmp-'));
  try {
    const table = await openShapefile(join(folder, 'a.zip'), options);
    t.equal(readdirSync(process.env.TMPDIR).length, 1, 'it is unpacked into a folder for temporary files');
    const read = await readAll(table);
    await table.close();
    return { table, ...read };
  } finally {
    t.same(readdirSync(process.env.TMPDIR), [], 'nothing is left behind');
    process.env.TMPDIR = before;
    if (before === undefined) delete process.env.TMPDIR;
  }
}

t.test('a shapefile is found in an archive', async (t) => {
  const inner = zip(shapefileIn('Parcels'));
  const cases: [name: string, members: ZipFile[], options: OpenOptions, found: string][] = [
    ['at its top', shapefileIn('Parcels'), {}, 'a.zip/Parcels.shp'],
    ['in folders', shapefileIn('data/2024/Parcels'), {}, 'a.zip/data/2024/Parcels.shp'],
    ['in folders of Windows', shapefileIn('data\\Parcels'), {}, 'a.zip/data/Parcels.shp'],
    ['in a folder above', shapefileIn('../../Parcels'), {}, 'a.zip/../../Parcels.shp'],
    [
      'with endings in any case',
      [member('Parcels.Shp', points(1)), member('PARCELS.DBF', pins('x'))],
      {},
      'a.zip/Parcels.Shp',
    ],
    [
      'beside what macOS adds',
      [...shapefileIn('Parcels'), member('__MACOSX/._Parcels.shp', 'x'), member('._Parcels.shp', 'x')],
      {},
      'a.zip/Parcels.shp',
    ],
    ['in an archive in it', [member('x/Inner.ZIP', inner)], {}, 'a.zip/x/Inner.ZIP/Parcels.shp'],
    [
      'named',
      [...shapefileIn('Roads'), ...shapefileIn('Parcels')],
      { file: 'parcels.shp' },
      'a.zip/Parcels.shp',
    ],
    [
      'named by its folder',
      [...shapefileIn('n/Parcels'), ...shapefileIn('s/Parcels')],
      { file: 's/Parcels.shp' },
      'a.zip/s/Parcels.shp',
    ],
    [
      'named in an archive in it',
      [...shapefileIn('Roads'), member('i.zip', inner)],
      { file: 'i.zip/Parcels' },
      'a.zip/i.zip/Parcels.shp',
    ],
    [
      'in an archive beside a table',
      [member('lookup.dbf', pins('x')), member('readme.txt', 'x'), member('i.zip', inner)],
      {},
      'a.zip/i.zip/Parcels.shp',
    ],
    ['without shapes', [member('roll.dbf', pins('x'))], {}, 'a.zip/roll.dbf'],
  ];
  for (const [name, members, options, found] of cases) {
    const { table, rows, error } = await openZip(t, zip(members), options);
    t.equal(error, null, name);
    t.ok(table.name.endsWith(found), `${name}: ${table.name}`);
    t.equal(good(rows).length, 1, name);
  }
});

t.test('an archive that cannot be used is refused with what to do', async (t) => {
  const inner = zip(shapefileIn('Parcels'));
  const deep = zip([member('b.zip', zip([member('c.zip', inner)]))]);
  const itself = zip([member('a.zip', zip([member('a.zip', 'the archive itself')]))]);
  const zeros = Buffer.alloc(110 << 20);
  const cases: [name: string, bytes: Buffer, options: OpenOptions, error: RegExp][] = [
    ['none', Buffer.from('<html>Not found</html>'), {}, /a\.zip: it cannot be unpacked .*Download it again/],
    ['a part of one', zip(shapefileIn('Parcels')).subarray(0, -30), {}, /it cannot be unpacked/],
    ['nothing in it', zip([]), {}, /no shapefile \(\.shp\): it is empty/],
    ['no shapefile', zip([member('a.csv', 'x'), member('b.txt', 'x')]), {}, /it has \.csv, \.txt/],
    ['a geodatabase', zip([member('a.gdb/a1.gdbtable', 'x')]), {}, /file geodatabase/],
    [
      'several',
      zip([...shapefileIn('Roads'), ...shapefileIn('x/Parcels')]),
      {},
      /2 shapefiles: Roads\.shp, x\/Parcels\.shp\. Name one: "file"/,
    ],
    [
      'another than is named',
      zip(shapefileIn('Roads')),
      { file: 'Parcels.shp' },
      /no shapefile "Parcels\.shp"\. It has: Roads\.shp/,
    ],
    [
      'two of the name',
      zip([...shapefileIn('n/Parcels'), ...shapefileIn('s/Parcels')]),
      { file: 'Parcels.shp' },
      /2 shapefiles "Parcels\.shp": n\/Parcels\.shp, s\/Parcels\.shp/,
    ],
    ['an archive in an archive in it', deep, {}, /Archives within those are not looked into/],
    ['an archive that holds itself', itself, {}, /Archives within those are not looked into/],
    [
      'encrypted',
      zip(shapefileIn('Parcels').map((each) => ({ ...each, encrypted: true }))),
      {},
      /Parcels\.shp in it is encrypted: unpack it with its password/,
    ],
    [
      'packed in another way',
      zip(shapefileIn('Parcels').map((each) => ({ ...each, method: 9 }))),
      {},
      /packed by a method .*\(9\)/,
    ],
    ['a bomb within', zip([member('b.zip', zip([member('a.shp', zeros)]))]), {}, /over 200 times its size/],
    ['a damaged file', damaged(zip(shapefileIn('Parcels'))), {}, /Parcels\.shp in it cannot be unpacked/],
    ['a shapefile that is none', zip([member('a.shp', 'x')]), {}, /it is not a \.shp/],
  ];
  for (const [name, bytes, options, error] of cases) await t.rejects(openZip(t, bytes, options), error, name);
});

/** An archive whose first file is damaged. */
function damaged(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  bytes.fill(0xff, 45, 55);
  return bytes;
}
