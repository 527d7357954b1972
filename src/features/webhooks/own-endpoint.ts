import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../problems.ts';
import { findEndpoint, type StoredEndpoint } from './endpoints.ts';

export const TAGS = ['Webhooks'];

export const EndpointId = Type.Object({
  id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
});

export const noEndpoint = () => notFound('There is no such webhook endpoint');

/**
 * The endpoint that a request's path names.
 * @throws ApiError 404 when the caller's account has none of this id.
 */
export async function ownEndpoint(request: FastifyRequest): Promise<StoredEndpoint> {
  const { id } = request.params as { id: string };
  const found = await findEndpoint(request.server.services.database, request.caller!.key!.account, id);
  if (!found) throw noEndpoint();
  return found;
}
