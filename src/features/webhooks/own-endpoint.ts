import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { invalid, notFound } from '../../problems.ts';
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

/** For routes without a body: they accept none, or an empty object. */
export async function takeNoBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('The body must be empty');
  const [key] = Object.keys(body);
  if (key !== undefined) throw invalid(`${key.slice(0, 100)} is not a known field`);
}

/** For routes whose body may be left out. */
export async function takeAnyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}
