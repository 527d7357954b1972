import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Shorter answers take about as long to pack as to send. */
const LEAST_BYTES = 2_048;
/** Node's own choices would take seconds for a library, and more time than they save for a page of rows. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

/** Packs answers for who asks for it; zlib works beside the event loop. */
export const compression = fp(async (app: FastifyInstance) => {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
});
