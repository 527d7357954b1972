/** An ArcGIS server with one layer of `process.argv[2]` made-up parcels, in its own process. It reports its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { featureOf, LAYER } from './made.ts';

const COUNT = Number(process.argv[2]);

/** Pages as sent, so that sending one again costs the server nothing. */
const pages = new Map<number, string>();
const MOST_KEPT = 20;

function page(offset: number, size: number): string {
  const known = pages.get(offset);
  if (known !== undefined) return known;
  const features = Array.from({ length: Math.max(0, Math.min(size, COUNT - offset)) }, (_, i) =>
    featureOf(offset + i),
  );
  const made = JSON.stringify({
    features,
    ...(offset + features.length < COUNT ? { exceededTransferLimit: true } : {}),
  });
  if (pages.size < MOST_KEPT) pages.set(offset, made);
  return made;
}

function answer(query: URLSearchParams): string {
  if (query.has('returnCountOnly')) return JSON.stringify({ count: COUNT });
  if (query.has('outStatistics'))
    return JSON.stringify({ features: [{ attributes: { the_min: 1, the_max: COUNT } }] });
  const size = Math.min(LAYER.maxRecordCount, Number(query.get('resultRecordCount') ?? LAYER.maxRecordCount));
  return page(Number(query.get('resultOffset') ?? 0), size);
}

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://localhost');
  response.setHeader('content-type', 'application/json');
  response.end(url.pathname.endsWith('/query') ? answer(url.searchParams) : JSON.stringify(LAYER));
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
