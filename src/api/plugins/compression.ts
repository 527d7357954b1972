import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addVary } from './cors.ts';

/** Shorter answers take as long to compress as to send. */
export const LEAST_BYTES = 2_048;
/** Node's defaults would take seconds for a JavaScript library, and more time than they save for a page of rows. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

const TYPES = /^(text\/|application\/(json|geo\+json|x-ndjson|javascript|manifest\+json)|image\/svg)/;

/**
 * Compresses responses for clients that accept it. zlib works outside of the event loop. Every answer tells caches that it
 * depends on Accept-Encoding: one that was not compressed must not be the answer to all.
 */
export const compression = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    addVary(reply, 'accept-encoding');
    done(null, payload);
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    customTypes: TYPES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
});
