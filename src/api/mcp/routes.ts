import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { LIMITS } from '../../accounts/tiers.ts';

/** In bytes: the largest polygon of a search fits in it. */
const LARGEST_BODY = 128 << 10;

/**
 * MCP over streamable HTTP, without sessions. What a tool asks of the API has the key and the address of its caller, so
 * allowed addresses and limits mean the same as elsewhere.
 */
export async function mcpRoutes(app: FastifyInstance): Promise<void> {
  app.post(
    '/mcp',
    {
      // What a tool asks counts as if its caller had asked it. A handshake takes some messages more.
      config: { access: 'account', apart: LIMITS.mcpOfBurst },
      schema: { hide: true, body: Type.Union([Type.Object({}), Type.Array(Type.Object({}))]) },
      bodyLimit: LARGEST_BODY,
    },
    async (request, reply) => {
      // The requests of its tool hold slots of their own.
      app.gate.queue.release(request.ticket);
      // Loaded with the first message: it takes as long as half of the API.
      const { answerMessage } = await import('./http.ts');
      await answerMessage(request, reply);
    },
  );
}
