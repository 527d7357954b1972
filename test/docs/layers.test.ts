import { readFile } from 'node:fs/promises';
import t from 'tap';
import { drawnPage, LAYERS_PAGE } from '../../tools/layers.ts';

t.test(
  'the picture of the layers shows the present imports: else run `npm run generate:layers`',
  async (t) => {
    const page = await readFile(LAYERS_PAGE, 'utf8');
    t.match(page, /flowchart TB\n {2}accounts --> stores\n/);
    t.equal(page, await drawnPage());
  },
);
