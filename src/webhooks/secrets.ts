import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { decrypt, encrypt, IV_BYTES, TAG_BYTES } from '../stores/encryption.ts';
import { unwritable } from '../stores/home-files.ts';

const KEY_BYTES = 32;
const BODY_AT = IV_BYTES + TAG_BYTES;

/**
 * A new signing secret. All of its UTF-8 bytes are the key of `X-Terrier-Signature`; what follows `whsec_`, in standard
 * base64, is that of `webhook-signature`.
 */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** Encrypts a signing secret. The same secret is never stored as the same bytes twice. */
export function seal(secret: string, key: Buffer): Buffer {
  const { iv, tag, body } = encrypt(Buffer.from(secret), key);
  return Buffer.concat([iv, tag, body]);
}

/** Decrypts what `seal` made. Throws when the key is not the one that it was made with. */
export function open(sealed: Buffer, key: Buffer): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const secret = decrypt(
    { iv, tag: sealed.subarray(IV_BYTES, BODY_AT), body: sealed.subarray(BODY_AT) },
    key,
  );
  if (secret !== null) return secret.toString();
  throw new Error('A signing secret was encrypted with another WEBHOOK_SECRET_KEY than the one that is set.');
}

const MISSING =
  'WEBHOOK_SECRET_KEY is not set. It encrypts the signing secrets of webhooks and the suppressions in the database that ' +
  'DATABASE_URL names; every process needs the same one.';

/** Makes a file with a new key, atomically: two processes that start together both use the first one's. */
async function generate(file: string): Promise<void> {
  const whole = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(whole, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(whole);
  }
}

async function generated(file: string): Promise<Buffer> {
  if (!existsSync(file))
    await generate(file).catch((error) => {
      throw unwritable(dirname(file), error);
    });
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} holds no key of ${2 * KEY_BYTES} hexadecimal digits.`);
  return key;
}

const fileOf = ({ TERRIER_HOME }: Config) => join(TERRIER_HOME, 'webhook-key');

/** The key of this machine: made at its first use, and kept beside the local stack's data. */
export const machineKey = (config: Config) => generated(fileOf(config));

/** A new key could not decrypt what `npm start` has encrypted. */
const remedy = (config: Config) =>
  existsSync(fileOf(config))
    ? `If npm start has used this database, set it to what is in ${fileOf(config)}; else make one with: openssl rand -hex 32`
    : 'Make one with: openssl rand -hex 32';

/**
 * The key that signing secrets are encrypted with: the configured one, or with the local stack this machine's.
 * @throws Error when DATABASE_URL names a database and no key is set.
 */
export async function secretKey(config: Config): Promise<Buffer> {
  if (config.WEBHOOK_SECRET_KEY !== undefined) return Buffer.from(config.WEBHOOK_SECRET_KEY, 'hex');
  if (config.DATABASE_URL !== undefined) throw new Error(`${MISSING} ${remedy(config)}`);
  return machineKey(config);
}
