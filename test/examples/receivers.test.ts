import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { sign, TOLERANCE } from 'terrier/verify';
import file from 'terrier/verify/vectors.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../src/config.ts';
import { jobTo, SECRET, STORED, senderFor } from '../webhooks/dispatch/jobs.ts';

/** Starts an example; `line` returns what it prints, line by line. */
async function started(t: Test, name: string) {
  const env = { ...process.env, PORT: '0', TERRIER_WEBHOOK_SECRET: SECRET };
  const child = spawn(process.execPath, [resolve(PROJECT_ROOT, 'examples', name)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done) throw new Error(`${name} ended`);
    return next.value;
  };
  const [, url] = /^Listening on (http:\S+)$/.exec(await line())!;
  return { url: `${url}/`, line };
}

const post = async (url: string, body: string | undefined, signature?: string) => {
  const headers = {
    'content-type': 'application/json',
    ...(signature && { 'x-terrier-signature': signature }),
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
};

/** The event with a number, as its line shows it. */
const event = (number: number) => ({ ...STORED, event_id: `event-${number}` });
const shown = (number: number) => `parcel.sold event-${number} ${STORED.parcel_id}`;

for (const name of ['node-http.mjs', 'express.mjs', 'fastify.mjs']) {
  t.test(name, async (t) => {
    const { url, line } = await started(t, name);
    const sender = senderFor(t);
    const deliver = (number: number, attempt = 1) =>
      sender.send(
        jobTo(url, { event: JSON.stringify(event(number)), eventId: event(number).event_id, attempt }),
      );

    t.same(await deliver(1), { kind: 'answered', status: 204 }, 'as the workers sign and send it');
    t.equal(await line(), shown(1));
    t.same(await deliver(1, 2), { kind: 'answered', status: 204 }, 'the same event once more');

    const body = JSON.stringify({ ...event(9) });
    const now = Date.now();
    const refused: [string, string | undefined, string | undefined][] = [
      ['no signature', body, undefined],
      ['an empty signature', body, ''],
      ['another secret', body, sign('whsec_other', now, body)],
      ['an altered body', `${body} `, sign(SECRET, now, body)],
      [
        'an altered signature',
        body,
        sign(SECRET, now, body).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ],
      ['stale', body, sign(SECRET, now - TOLERANCE - 1_000, body)],
      ['far ahead', body, sign(SECRET, now + TOLERANCE + 60_000, body)],
      ['no body', undefined, sign(SECRET, now, body)],
    ];
    for (const [what, raw, signature] of refused) t.equal(await post(url, raw, signature), 401, what);
    for (const { name, body, signature } of file.vectors) {
      t.equal(await post(url, body, signature ?? undefined), 401, `long ago: ${name}`);
    }
    const large = ' '.repeat((1 << 20) + 1);
    t.equal(await post(url, large, sign(SECRET, now, large)), 413, 'a body that is too large');

    t.same(await deliver(2), { kind: 'answered', status: 204 }, 'it goes on');
    t.equal(await line(), shown(2), 'nothing of what was refused, and no event twice');
  });
}
