import type { FastifyRequest } from 'fastify';
import { invalid, wrong } from '../../domain/problems.ts';

/** For routes without a body: accepts none, or an empty object. */
export async function takeNoBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body))
    throw invalid('The body must be empty', [{ field: 'body', message: 'must be empty' }]);
  const [key] = Object.keys(body);
  if (key !== undefined) throw wrong(key.slice(0, 100) || '""', 'is not a known field');
}

/** For routes with an optional body. */
export async function takeAnyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}
