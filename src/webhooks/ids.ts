import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

const CIPHER = 'aes-256-ecb';
const BLOCK = 16;
/** The number is in the last bytes of a block; the others are zero. */
const NUMBER_AT = BLOCK - 8;
/**
 * The first number that the tables assign. Lower ones, in old rows, are shown unencrypted, so that those rows keep their
 * ids.
 */
const FIRST_HIDDEN = 10 ** 12;
const PLAIN = /^(0|[1-9]\d{0,11})$/;
const HIDDEN = /^[0-9a-f]{32}$/;

/**
 * Encrypts the numbers of one table, so that they do not reveal how many rows it has. A different `use` gives the same
 * numbers different texts.
 */
function numbersOf(secretKey: Buffer, use: string) {
  const key = createHmac('sha256', secretKey).update(use).digest();
  return {
    show(number: number): string {
      if (number < FIRST_HIDDEN) return String(number);
      const block = Buffer.alloc(BLOCK);
      block.writeBigUInt64BE(BigInt(number), NUMBER_AT);
      // ECB is safe here: a block holds only the number, so equal blocks reveal no more than equal ids do.
      const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex');
    },
    /** The number that a text shows; null when it shows none. */
    read(text: string): number | null {
      if (PLAIN.test(text)) return Number(text);
      if (!HIDDEN.test(text)) return null;
      const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
      const block = Buffer.concat([decipher.update(text, 'hex'), decipher.final()]);
      const number = Number(block.readBigUInt64BE(NUMBER_AT));
      const isOurs =
        block.readBigUInt64BE(0) === 0n && Number.isSafeInteger(number) && number >= FIRST_HIDDEN;
      return isOurs ? number : null;
    },
  };
}

const PREFIX = 'dlv_';

/** How numbers of deliveries and events are shown to customers. The same key always shows a number the same way. */
export function webhookIds(secretKey: Buffer) {
  const deliveries = numbersOf(secretKey, 'ids of deliveries');
  const events = numbersOf(secretKey, 'positions in the events of an account');
  return {
    /** The id of the delivery with a number. */
    deliveryId: (number: number): string => PREFIX + deliveries.show(number),
    /** The number in the id of a delivery, or null when it is not one. */
    deliveryNumber: (id: string): number | null =>
      id.startsWith(PREFIX) ? deliveries.read(id.slice(PREFIX.length)) || null : null,
    /** The position of the event with a number. */
    position: (number: number): string => events.show(number),
    /** The number of the event at a position, or null when it is not a position. */
    positionNumber: (position: string): number | null => events.read(position),
  };
}
export type WebhookIds = ReturnType<typeof webhookIds>;
