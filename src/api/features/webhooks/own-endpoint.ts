import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../../domain/problems.ts';
import { findEndpoint, type StoredEndpoint } from './endpoints.ts';
import { IDEMPOTENCY_ERRORS } from './idempotency.ts';

export const TAGS = ['Webhooks'];

/** The settings of routes that change something once per idempotency key. */
export const ONCE: FastifyContextConfig = {
  access: 'account',
  needs: 'webhooks',
  errors: [404, 413, 415, ...IDEMPOTENCY_ERRORS],
  idempotent: true,
};

export const EndpointId = Type.Object({
  id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
});

/**
 * The endpoint that a request's path names.
 * @throws ApiError 404 when the caller's account has none with this id.
 */
export async function ownEndpoint(request: FastifyRequest): Promise<StoredEndpoint> {
  const { id } = request.params as { id: string };
  const found = await findEndpoint(request.server.services.database, request.ticket.caller!.key!.account, id);
  if (!found) throw notFound('There is no such webhook endpoint');
  return found;
}
