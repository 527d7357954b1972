import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { formatOf } from '../../../src/loading/ingest/canonical.ts';
import { openTable, type TableOptions } from '../../../src/loading/readers/open.ts';
import { terrierHere } from '../../cli/in-process.ts';
import { folderOf, zip } from './table-files.ts';

const { folder, write } = await folderOf(t);

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const PDF = '%PDF-1.7\n1 0 obj\n';
const OLD_EXCEL = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], '\0'.repeat(600));
const ACCESS = bytes([0, 1, 0, 0], 'Standard Jet DB\0', '\0'.repeat(600));
const NEW_ACCESS = bytes([0, 1, 0, 0], 'Standard ACE DB\0', '\0'.repeat(600));
const KML =
  '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- made <b>by</b> hand -->\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>';
const GML =
  '<?xml version="1.0"?>\n<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"/>';
const EXCEPTION =
  '<?xml version="1.0"?>\n<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows"><FeatureCollection/></ows:ExceptionReport>';
const METADATA = '<?xml version="1.0"?>\n<gmd:MD_Metadata xmlns:gml="http://www.opengis.net/gml"/>';
const workbook = zip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
]);
const openDocument = zip([
  { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
  { name: 'content.xml', content: '<office/>' },
]);
const CSV = 'pin,owner\n1,DOE\n';

const AS = {
  Excel: /is an Excel workbook, which Terrier does not read\. Save its sheet as CSV, and name that file\./,
  OpenDocument: /is an OpenDocument spreadsheet, which .* Save its sheet as CSV, and name that file\./,
  KML: /is KML, which Terrier does not read\. Convert it to GeoPackage: ogr2ogr -f GPKG parcels\.gpkg parcels\.kml/,
  GML: /is GML, which Terrier does not read\. Convert it to GeoPackage: ogr2ogr -f GPKG parcels\.gpkg parcels\.gml/,
  PDF: /is a PDF document, which .* Look for the table itself where it was published\./,
  Access: /is an Access database, which .* Export its table as CSV, for example with mdb-export/,
};

t.test('a file in a format that Terrier does not read is named as what it is', async (t) => {
  const cases: [name: string, content: string | Uint8Array, as: RegExp, options?: TableOptions][] = [
    ['a.xlsx', workbook, AS.Excel],
    ['excel.csv', workbook, AS.Excel],
    ['excel.zip', workbook, AS.Excel, { format: 'csv' }],
    ['a.xls', OLD_EXCEL, AS.Excel],
    ['old-excel.csv', OLD_EXCEL, AS.Excel],
    ['old-excel', OLD_EXCEL, AS.Excel, { format: 'csv' }],
    ['a.ods', openDocument, AS.OpenDocument],
    ['a.kml', KML, AS.KML],
    ['kml.geojson', KML, AS.KML],
    ['odd.kml', METADATA, AS.KML],
    ['packed.kml.gz', gzipSync(KML), AS.KML],
    ['a.kmz', zip([{ name: 'doc.kml', content: KML }]), AS.KML],
    ['a.gml', GML, AS.GML],
    ['gml.xml', GML, AS.GML],
    ['odd.gml', METADATA, AS.GML],
    ['a.pdf', PDF, AS.PDF],
    ['pdf.zip', PDF, AS.PDF],
    ['pdf.csv', PDF, AS.PDF, { format: 'csv' }],
    ['a.mdb', ACCESS, AS.Access],
    ['a.accdb', NEW_ACCESS, AS.Access],
    ['access', ACCESS, AS.Access],
    ['in.zip', zip([{ name: 'b/roll.XLSX', content: workbook }]), /b\/roll\.XLSX is an Excel workbook/],
    ['old-in.zip', zip([{ name: 'roll.xls', content: OLD_EXCEL }]), AS.Excel],
    ['without-name.zip', zip([{ name: 'roll', content: ACCESS }]), /name\.zip\/roll is an Access database/],
    [
      'with-pdf.zip',
      zip([
        { name: 'about.pdf', content: PDF },
        { name: 'parcels.gml', content: GML },
      ]),
      /with-pdf\.zip\/parcels\.gml is GML/,
    ],
    ['pdf-in.zip', zip([{ name: 'map.pdf', content: PDF }]), AS.PDF],
    [
      'named.zip',
      zip([
        { name: 'a.csv', content: CSV },
        { name: 'b.kml', content: KML },
      ]),
      /named\.zip\/b\.kml is KML/,
      { file: 'b.kml' },
    ],
  ];
  for (const [name, content, as, options = {}] of cases) {
    const path = await write(name, content);
    const message = await openTable(path, options).catch((thrown: Error) => thrown.message);
    t.match(message, as, name);
    t.match(message, path, `${name} is named`);
  }
});

t.test('what only looks like it is not', async (t) => {
  for (const content of [EXCEPTION, METADATA, '<html><kml></kml></html>']) {
    const path = await write('page.csv', content);
    await t.rejects(openTable(path), /is not a table but a web page or XML/, content);
  }
  await t.rejects(openTable(await write('page.kml', '<!DOCTYPE html><html></html>')), /a web page or XML/);
  const beside = zip([
    { name: 'a.csv', content: CSV },
    { name: 'b.kml', content: KML },
    { name: 'c.pdf', content: PDF },
  ]);
  const table = await openTable(await write('beside.zip', beside));
  t.equal(table.format, 'CSV', 'next to a table');
  await table.close();
});

t.test('a file of records that is named so is refused with the same words', async (t) => {
  for (const [name, as] of [
    ['a.xlsx', AS.Excel],
    ['A.XLS', AS.Excel],
    ['a.ods', AS.OpenDocument],
    ['a.kml.gz', AS.KML],
    ['a.kmz', AS.KML],
    ['a.gml', AS.GML],
    ['a.pdf', AS.PDF],
    ['a.mdb', AS.Access],
    ['a.accdb', AS.Access],
  ] as const) {
    t.throws(() => formatOf(name), { message: as }, name);
  }
});

t.test('inspect and ingest say it', async (t) => {
  const file = await write('roll.xlsx', workbook);
  const home = { TERRIER_HOME: join(folder, 'home') };
  const { status, err } = await terrierHere(['inspect', file, '--county', '31109'], home);
  t.equal(status, 1);
  t.match(err, AS.Excel);
  const records = await terrierHere(['ingest', 'parcels', file], home);
  t.equal(records.status, 1);
  t.match(records.err, AS.Excel);
});
