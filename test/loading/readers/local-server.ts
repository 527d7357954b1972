import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export interface LocalServer {
  /** Without a slash at the end. */
  origin: string;
  /** The addresses requested so far. */
  seen: URL[];
}

/** Serves HTTP on this machine until the test ends; unfinished answers are cut off then. */
export async function serve(t: Pick<Test, 'teardown'>, handler: Handler): Promise<LocalServer> {
  const seen: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    seen.push(url);
    handler(request, response, url);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  t.teardown(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo; // A TCP server has no other kind.
  return { origin: `http://127.0.0.1:${port}`, seen };
}

/** Short waits for tests; a test of missing answers lowers `answer`. */
export const IMPATIENT = { tries: 4, firstWait: 1, longestWait: 5, answer: 60_000, preparing: 60 };
