import { openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';

/** Reads a layer for a test that kills it: writes a line for each page, and after the third waits forever. */
const [address = '', pages] = process.argv.slice(2);
const table = await openLayer(address, { allowPrivate: true, pages });
let count = 0;
for await (const rows of table.read()) {
  process.stdout.write(`${rows.length}\n`);
  if (++count === 3) await new Promise((resume) => setTimeout(resume, 600_000));
}
