import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** The encrypted bytes, and what proves that none was changed. Callers store the parts in an order of their own. */
export interface Encrypted {
  iv: Buffer;
  tag: Buffer;
  body: Buffer;
}

/**
 * Encrypts bytes with AES-256-GCM. The same bytes give different ones each time.
 * @param key of 32 bytes.
 */
export function encrypt(bytes: Buffer, key: CipherKey): Encrypted {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), body };
}

/** The bytes that `encrypt` was given; null if the key is a different one or even one bit was changed. */
export function decrypt({ iv, tag, body }: Encrypted, key: CipherKey): Buffer | null {
  if (iv.length !== IV_BYTES || tag.length !== TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAuthTag(tag);
  const bytes = decipher.update(body);
  try {
    return Buffer.concat([bytes, decipher.final()]);
  } catch {
    return null;
  }
}
