import { createServer, request as forward } from 'node:http';
import type { Test } from 'tap';
import type { Harness } from '../helper.ts';
import { portOf } from '../port-of.ts';

export { start } from '../start.ts';

/** A proxy to Elasticsearch that holds the `nth` request to a path and all later ones; `reached` resolves at the first. */
export async function holdingProxy(t: Test, harness: Harness, path: RegExp, nth = 1) {
  const target = new URL(harness.env.ELASTICSEARCH_URL!);
  let requests = 0;
  let held = () => {};
  const reached = new Promise<void>((resolve) => {
    held = resolve;
  });
  const server = createServer((request, response) => {
    if (path.test(request.url!) && ++requests >= nth) {
      request.resume();
      return held();
    }
    const { hostname, port } = target;
    const onward = forward({
      hostname,
      port,
      path: request.url,
      method: request.method,
      headers: request.headers,
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    // If a killed process leaves half a request, the one to Elasticsearch ends too.
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  const port = await portOf(server);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  // Keeps the login that the target's address may have.
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, reached };
}
