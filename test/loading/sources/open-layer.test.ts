import { join } from 'node:path';
import t from 'tap';
import { openSourceLayer } from '../../../src/loading/sources/open-layer.ts';
import { serve } from '../readers/local-server.ts';
import { sourceOf } from './support.ts';

t.test('a download reports its size when it begins, and its progress every 50 MB', async (t) => {
  const csv = Buffer.from(`APN\n${'1-2-3\n'.repeat(200_000)}`);
  const { origin, seen } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': csv.length });
    response.end(csv);
  });
  const [layer] = sourceOf({ pid: 'APN' }, { data: `${origin}/roll.csv`, protocol: 'http' }).layers;
  const words: string[] = [];
  const opening = {
    base: '/',
    work: join(t.testdir(), 'work'),
    allowPrivate: true,
    onWait: (said: string) => void words.push(said),
  };
  const { table } = await openSourceLayer(layer!, opening);
  t.same(words, ['downloading assessor: 0 MB of 1']);
  t.equal(seen.length, 1);
  await table!.close();
});
