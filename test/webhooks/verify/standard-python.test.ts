import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { type Python, preparePython } from '../../python.ts';
import { testHome } from '../../servers.ts';
import { sentOnce } from './sent-once.ts';

const REQUIREMENTS = resolve(import.meta.dirname, 'requirements.txt');
const PROGRAM = `
import json, sys
from standardwebhooks.webhooks import Webhook
given = json.load(sys.stdin)
print(Webhook(given["secret"]).verify(given["body"], given["headers"])["event_id"])
`;

let python: Python | null = null;
let skip: string | false = false;
try {
  python = preparePython(join(testHome(), 'python-webhooks'), REQUIREMENTS, (line) => t.comment(line));
} catch (error) {
  skip = (error as Error).message;
}

t.test('the Python library standardwebhooks verifies a delivery unchanged', { skip }, async (t) => {
  const { secret, received } = await sentOnce(t, await makeHarness(t));
  const verifiedAs = (body: string) =>
    spawnSync(python!.command, ['-c', PROGRAM], {
      env: { ...process.env, ...python!.env },
      input: JSON.stringify({ secret, body, headers: received.headers }),
      encoding: 'utf8',
    });
  const whole = verifiedAs(String(received.raw));
  t.equal(whole.stdout.trim(), received.headers['webhook-id'], whole.stderr);
  t.match(verifiedAs(`${received.raw} `).stderr, /WebhookVerificationError/);
});
