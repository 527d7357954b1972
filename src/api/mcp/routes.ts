import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { ApiError } from '../../domain/problems.ts';

/** In bytes: the largest polygon of a search fits in it. */
const LARGEST_BODY = 128 << 10;
/** Deeper than any message. The library would exhaust its stack with thousands of levels. */
const MOST_LEVELS = 100;

function isDeep(message: unknown): boolean {
  let level = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/**
 * MCP over streamable HTTP, without sessions. What a tool asks of the API has the key and the address of its caller, so
 * allowed addresses and limits mean the same as elsewhere.
 */
export async function mcpRoutes(app: FastifyInstance): Promise<void> {
  app.post(
    '/mcp',
    {
      // What a tool asks counts as if its caller had asked it. A handshake takes some messages more.
      config: { access: 'account', apart: 4 },
      schema: { hide: true, body: Type.Union([Type.Object({}), Type.Array(Type.Object({}))]) },
      bodyLimit: LARGEST_BODY,
      preValidation: async ({ body }) => {
        if (isDeep(body)) throw new ApiError('invalid_json', `The body has more than ${MOST_LEVELS} levels`);
      },
    },
    async (request, reply) => {
      // The requests of its tool hold places of their own.
      request.leave?.();
      // Loaded with the first message: it takes as long as half of the API.
      const { answerMessage } = await import('./http.ts');
      await answerMessage(request, reply);
    },
  );
}
