import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
// As receivers import them: from the package.
import { sign, TOLERANCE, verify } from 'terrier/verify';
import file from 'terrier/verify/vectors.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../../src/config.ts';
import { holds } from '../../holds.ts';

const SECRET = 'whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35';
const NOW = 1_718_884_800_000;

t.test('the vectors for other languages agree with this implementation', async (t) => {
  t.equal(file.tolerance, TOLERANCE);
  for (const { name, secret, t: time, body, signature, now, valid, reason } of file.vectors) {
    const expected = valid ? { valid: true, timestamp: time } : { valid: false, reason };
    t.same(verify({ secret, signature, rawBody: body, now }), expected, name);
    t.same(verify({ secret, signature, rawBody: Buffer.from(body), now }), expected, `${name}, as bytes`);
    if (valid) t.equal(sign(secret, time!, body), signature, `${name}: signed again`);
  }
  t.equal(new Set(file.vectors.map(({ name }) => name)).size, file.vectors.length, 'each has its own name');
  for (const reason of ['malformed', 'mismatch', 'expired']) {
    t.ok(
      file.vectors.some((one) => one.reason === reason),
      `some are ${reason}`,
    );
  }
});

t.test('a signature is t and the HMAC-SHA256 of t, a dot and the raw body', async (t) => {
  const v1 = createHmac('sha256', Buffer.from(SECRET)).update(`${NOW}.{"ü":1}`).digest('hex');
  t.equal(sign(SECRET, NOW, '{"ü":1}'), `t=${NOW},v1=${v1}`);
});

t.test('a signature verifies text and bytes for five minutes on both sides of its time', async () => {
  await holds(
    100,
    [
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: -TOLERANCE - 2, max: TOLERANCE + 2 }),
    ],
    (secret, rawBody, off) => {
      const signature = sign(secret, NOW, rawBody);
      const verdicts = [rawBody, Buffer.from(rawBody)].map((body) =>
        verify({ secret, signature, rawBody: body, now: NOW + off }),
      );
      const fresh = Math.abs(off) <= TOLERANCE;
      return verdicts.every((one) => one.valid === fresh && (one.valid || one.reason === 'expired'));
    },
  );
});

t.test('one byte changed anywhere is a mismatch', async (t) => {
  const body = Buffer.from('{"event_type":"parcel.sold"}');
  const signature = sign(SECRET, NOW, body);
  for (let at = 0; at < body.length; at++) {
    const rawBody = Buffer.from(body);
    rawBody[at]! ^= 1;
    t.same(verify({ secret: SECRET, signature, rawBody, now: NOW }), { valid: false, reason: 'mismatch' });
  }
});

t.test('verify never throws, whatever it is given as a header', async (t) => {
  const strange = [
    undefined,
    null,
    7,
    {},
    [],
    ['t=1,v1=2'],
    Symbol('t'),
    '\u0000',
    `t=${'9'.repeat(16)},v1=${'a'.repeat(64)}`,
  ];
  for (const signature of strange) {
    t.same(verify({ secret: SECRET, signature, rawBody: '' }), { valid: false, reason: 'malformed' });
  }
  await holds(
    100,
    [fc.anything()],
    (signature) => !verify({ secret: SECRET, signature, rawBody: '{}' }).valid,
  );
});

t.test('without a given time, the receiver’s own clock counts', async (t) => {
  t.ok(verify({ secret: SECRET, signature: sign(SECRET, Date.now(), 'x'), rawBody: 'x' }).valid);
  t.match(verify({ secret: SECRET, signature: sign(SECRET, NOW, 'x'), rawBody: 'x' }), { reason: 'expired' });
});

t.test('plain Node can import it: no types to strip, nothing to install', async (t) => {
  const script = `
    import { sign, verify } from 'terrier/verify';
    import file from 'terrier/verify/vectors.json' with { type: 'json' };
    console.log(verify({ secret: 's', signature: sign('s', 1, 'b'), rawBody: 'b', now: 1 }).valid, file.vectors.length);`;
  const options = { cwd: PROJECT_ROOT, timeout: 120_000 };
  const said = execFileSync(
    process.execPath,
    ['--no-strip-types', '--input-type=module', '-e', script],
    options,
  );
  t.equal(said.toString().trim(), `true ${file.vectors.length}`);
});
