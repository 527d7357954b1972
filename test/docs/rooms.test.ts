import { readFile } from 'node:fs/promises';
import t from 'tap';
import { drawnPage, ROOMS_PAGE } from '../../tools/rooms.ts';

t.test(
  'the picture of the rooms is that of the present imports: else run `npm run generate:rooms`',
  async (t) => {
    const page = await readFile(ROOMS_PAGE, 'utf8');
    t.match(page, /flowchart TB\n {2}accounts --> mysql\n/);
    t.equal(page, await drawnPage());
  },
);
