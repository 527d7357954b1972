import type { Executor } from '../../mysql/database.ts';
import { eq } from '../../mysql/drizzle.ts';
import { webhookEndpoints } from '../../mysql/schema.ts';
import { newSecret, seal } from '../../webhooks/secrets.ts';
import { selectShown, toEndpoint } from './endpoints.ts';

/**
 * Gives an endpoint a new secret; until a time the one before signs too. One that was still signing beside that ends.
 * @returns the endpoint with its new secret, which is known only now; null when it is gone.
 */
export async function rotateSecret(
  tx: Executor,
  { number, secretKey, until }: { number: number; secretKey: Buffer; until: Date },
) {
  const [before] = await tx
    .select({ secret: webhookEndpoints.secret })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, number))
    .for('update');
  const [row] = await selectShown(tx).where(eq(webhookEndpoints.id, number));
  if (!before || !row) return null;
  const secret = newSecret();
  await tx
    .update(webhookEndpoints)
    .set({ secret: seal(secret, secretKey), previousSecret: before.secret, previousUntil: until })
    .where(eq(webhookEndpoints.id, number));
  return { ...toEndpoint(row).record, secret, previous_secret_until: until.toISOString() };
}
