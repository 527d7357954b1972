import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, wrong } from '../../domain/problems.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const UTF8 = /^utf-?8$/i;
const LONGEST_NAME = 100;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws 400 for a parameter whose escapes are not UTF-8: they would be taken literally. */
function checkQuery({ raw: { url = '' } }: FastifyRequest): void {
  const [, query = ''] = url.split(/\?(.*)/s);
  if (isDecodable(query)) return;
  const pair = query.split('&').find((part) => !isDecodable(part)) ?? '';
  throw wrong(
    pair.split('=')[0]!.slice(0, LONGEST_NAME),
    'must be UTF-8, percent-encoded: a % itself is %25',
  );
}

/** Whether the body may be empty: some clients send a content type without a body. */
const mayBeEmpty = ({ routeOptions: { schema, config } }: FastifyRequest): boolean =>
  schema?.body === undefined || config.optionalBody === true;

/**
 * Reads JSON bodies; any other type is a 415. Bodies and queries that are not UTF-8 are refused: they would be read as other
 * characters.
 */
export const encoding = fp(async (app: FastifyInstance) => {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const [, charset = 'utf-8'] = CHARSET.exec(request.headers['content-type']!) ?? [];
    if (!UTF8.test(charset))
      return done(new ApiError('unsupported_media_type', 'The body must be application/json in UTF-8'));
    if (!isUtf8(body)) return done(new ApiError('invalid_json', 'The body is not UTF-8'));
    if (body.length === 0 && mayBeEmpty(request)) return done(null, undefined);
    const read = () => parse(request, body.toString(), done);
    // A request whose body arrived slowly has given up its place: its body is read in another one.
    if (request.enter === null || request.leave !== null) read();
    else request.enter().then(read, done);
  });
  app.addHook('preValidation', async (request) => checkQuery(request));
});
