import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Command, Option } from 'commander';
import { EVENT_TYPES, entryOf } from '../domain/events.ts';
import { verify } from '../webhooks/verify/verify.mjs';
import { portError } from './ports.ts';
import { print, table, tell } from './print.ts';
import { untilStopped } from './stopping.ts';
import { between } from './values.ts';

const LARGEST_BODY = 1 << 20;

interface Flags {
  port: number;
  secret: string[];
  status: number;
  json?: boolean;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function verdict(secrets: string[], signature: unknown, rawBody: Buffer): string {
  if (secrets.length === 0) return 'not verified (no --secret)';
  const reasons = secrets.map((secret) => {
    const result = verify({ secret, signature, rawBody });
    return result.valid ? null : result.reason;
  });
  if (reasons.includes(null)) return 'verified';
  // The secret that signed it gives the most specific reason.
  return `NOT VERIFIED (${reasons.find((reason) => reason !== 'mismatch') ?? 'mismatch'})`;
}

export const listenCommand = new Command('listen')
  .option('--port <port>', 'port to listen on; 0 is any that is free', between(0, 65_535), 4000)
  .addOption(
    new Option('--secret <secret...>', 'signing secrets of your endpoints (whsec_…)').default([], 'none'),
  )
  .option('--status <status>', 'HTTP status to answer with', between(200, 599), 204)
  .option('--json', 'print each delivery as one JSON object')
  .addHelpText(
    'after',
    `
npm start lets webhooks reach 127.0.0.1: create an endpoint with the url http://127.0.0.1:4000/, then
  terrier listen --port 4000 --secret whsec_…

${table(
  ['Event type', 'What happened'],
  EVENT_TYPES.map((type) => [type, entryOf(type).summary]),
)}`,
  )
  .action(async ({ port, secret, status, json }: Flags) => {
    const server = createServer(async (request, response) => {
      try {
        const body = await readBody(request);
        const verified = verdict(secret, request.headers['x-terrier-signature'], body);
        const delivery = request.headers['x-terrier-delivery-id'];
        const type = request.headers['x-terrier-event-type'];
        const attempt = request.headers['x-terrier-attempt'];
        const text = body.toString();
        print(
          json
            ? JSON.stringify({ verified: verified === 'verified', delivery, type, attempt, body: text })
            : `${type} ${delivery} attempt ${attempt}: ${verified}\n  ${text}`,
        );
        response.writeHead(verified.startsWith('NOT') ? 401 : status).end();
      } catch {
        response.writeHead(400).end();
      }
    });
    await new Promise<void>((listening, fail) => {
      server.once('error', (error: NodeJS.ErrnoException) => fail(portError(port, error.code, '--port')));
      server.listen(port, '127.0.0.1', listening);
    });
    const address = server.address() as AddressInfo;
    await untilStopped(() =>
      tell(`Listening on http://127.0.0.1:${address.port}/ and answering ${status}. Ctrl-C stops it.`),
    );
    server.close();
    server.closeAllConnections();
  });
