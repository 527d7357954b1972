/** Reads a GeoPackage for the process that started this one, a batch for each request. Ends when that process is gone. */
import { openLayer } from '../src/loading/readers/geopackage/layers.ts';
import type { Answer, Request } from '../src/loading/readers/geopackage/process.ts';

let layer: Awaited<ReturnType<typeof openLayer>>;
let rows: ReturnType<typeof layer.rows> | undefined;

async function answerTo(request: Request): Promise<Answer> {
  if ('file' in request) {
    layer = await openLayer(request.file, request.size, request.layer);
    return { described: layer.described };
  }
  if (request.begins) {
    rows?.return(undefined);
    rows = layer.rows();
  }
  const { value, done } = rows!.next();
  return { rows: done ? null : value };
}

// Ctrl-C reaches all processes of a terminal. The other one decides what it means.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', (request: Request) => {
  answerTo(request).then(
    (answer) => process.send!(answer),
    (error: Error) => process.send!({ error: error.message }),
  );
});
