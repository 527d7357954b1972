import { readFile } from 'node:fs/promises';
import t from 'tap';
import { tablePages } from '../../tools/tables.ts';

t.test(
  'settings and error codes are listed as they are in the code: else run `npm run generate:tables`',
  async (t) => {
    for (const { path, text } of await tablePages()) {
      t.match(text, /\n\| [`\d].* \|\n/);
      t.equal(await readFile(path, 'utf8'), text, path);
    }
  },
);
