import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesAny, namesTag, weakTag } from '../gate/answer.ts';
import { type Encoding, encoders, encodingFor, LEAST_BYTES } from './bodies.ts';

/** Better than for answers of one request: each text is compressed once. The best would take seconds for a library. */
const ENCODERS = encoders(9);

/** A text that stays the same while the process runs, with its compressed forms as far as they have been asked for. */
export interface Kept {
  text: Buffer;
  headers: { 'content-type': string; 'cache-control': string; etag: string };
  forms: Map<Encoding, Promise<Buffer>>;
}

/** Keeps a text, to be asked about before each use unless told otherwise. */
export function keep(text: string | Buffer, type: string, cacheControl = 'no-cache'): Kept {
  const headers = { 'content-type': type, 'cache-control': cacheControl, etag: weakTag(text) };
  return { text: Buffer.from(text), headers, forms: new Map() };
}

function formOf({ text, forms }: Kept, encoding: Encoding): Promise<Buffer> {
  const form = forms.get(encoding) ?? ENCODERS[encoding].whole(text);
  forms.set(encoding, form);
  return form;
}

/** Answers with a text, in a form that the caller accepts; 304 to callers that have it. */
export async function answerKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
): Promise<FastifyReply> {
  const { headers, text } = kept;
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && (namesAny(ifNoneMatch) || namesTag(ifNoneMatch, headers.etag))) {
    const { 'content-type': _none, ...others } = headers;
    return reply.code(304).headers(others).send();
  }
  reply.headers(headers);
  const encoding = text.length < LEAST_BYTES ? null : encodingFor(request);
  if (encoding === null) return reply.send(text);
  const form = await formOf(kept, encoding);
  return reply.sent ? reply : reply.header('content-encoding', encoding).send(form);
}
