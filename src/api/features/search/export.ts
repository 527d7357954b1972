import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Config } from '../../../config.ts';
import { ApiError, retryAfter, wrong } from '../../../domain/problems.ts';
import { readOutlines } from '../../../records/outlines.ts';
import { createParquet } from '../../../records/parquet/parts.ts';
import {
  conditionsOf,
  LARGEST_SEARCH,
  ONE_REGION,
  SELECTION,
  type Selection,
} from '../../../records/region.ts';
import { Cursor } from '../../../records/schemas/common.ts';
import { FieldList, type FieldName, inOrder, ParcelPart } from '../../answers/fields.ts';
import { FeatureCollection } from '../../answers/geojson.ts';
import { asAnswer } from '../../gate/answer.ts';
import { breakOff, keyOf } from '../../gate/ticket.ts';
import { readJson } from '../../plugins/validation.ts';
import { type CsvOptions, exportRows, ROW_FORMATS } from './export-rows.ts';

/**
 * An answer in parts, each requested once the one before has been taken: nothing is read ahead.
 * @param first the first part, already requested, so that `rest` runs to its end even if nobody reads.
 * @param rest its `return` is called when the stream is destroyed; the stream closes once that has ended.
 */
function streamOf(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer, void>): Readable {
  let next: Promise<IteratorResult<Buffer, void>> | null = Promise.resolve(first);
  return new Readable({
    highWaterMark: 0,
    read() {
      const part = next ?? rest.next();
      next = null;
      part.then(
        ({ done, value }) => void (this.destroyed || this.push(done ? null : value)),
        (error) => this.destroy(error),
      );
    },
    destroy(error, closed) {
      rest.return().then(
        () => closed(error),
        () => closed(error),
      );
    },
  });
}

const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** Rows that one lookup pays for. */
const ROWS_A_LOOKUP = 500;

/** The longest search in a URL, in characters; a body may be longer. */
const LONGEST_SEARCH = 24_000;

const OUTPUT = {
  format: Type.Optional(
    Type.Enum([...Object.keys(ROW_FORMATS), 'parquet'], {
      default: 'ndjson',
      description:
        'CSV has a header line; GeoJSON is a FeatureCollection; Parquet is GeoParquet 1.1, and cannot go on after a cursor',
    }),
  ),
  outline: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With outlines where they are known: in place of points in GeoJSON and Parquet, as `outline` before `cursor` in NDJSON, never in CSV',
    }),
  ),
  raw: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'CSV: texts as they are stored. Else an apostrophe stands before a text that a spreadsheet would run as a ' +
        'formula; `terrier ingest` takes it off again',
    }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'CSV: begins with a byte-order mark, by which Excel knows that the file is UTF-8',
    }),
  ),
  cursor: Type.Optional(Cursor),
};
interface Output extends CsvOptions {
  format: keyof typeof ROW_FORMATS | 'parquet';
  outline?: boolean;
  cursor?: string;
}

const SEARCH = {
  ...SELECTION,
  fields: Type.Optional(FieldList),
};
const ONE_SEARCH = { additionalProperties: false, ...ONE_REGION };
const ExportSearch = Type.Object(SEARCH, ONE_SEARCH);
interface ExportSearch extends Selection {
  fields?: FieldName[];
}

const EXAMPLE = { bounds: { north: 40.83, south: 40.79, east: -96.66, west: -96.72 } };
const ExportQuery = Type.Object(
  {
    search: Type.String({
      maxLength: LONGEST_SEARCH,
      contentMediaType: 'application/json',
      description:
        'JSON of a search: bounds, within, near or filters that need none; touches; filters; fields. Rows come in an arbitrary but stable order. A longer one is ' +
        'sent as the body of a POST',
      examples: [JSON.stringify(EXAMPLE)],
    }),
    ...OUTPUT,
  },
  { additionalProperties: false },
);
const ExportBody = Type.Object({ ...SEARCH, ...OUTPUT }, { ...ONE_SEARCH, examples: [EXAMPLE] });

const ANSWER = {
  description: 'Parcels, each with a cursor that resumes after it',
  content: {
    'application/x-ndjson': {
      schema: Type.String({
        description: 'A Parcel, with `cursor` as its last key, a line',
        examples: ['{"id":"31109:0109109006000","cursor":"v2.kq3xV0dJ8T1yW5uR2mN7bQ"}\n'],
      }),
    },
    'application/geo+json': { schema: FeatureCollection(ParcelPart, Type.Object({})) },
    [PARQUET_TYPE]: { schema: Type.String({ contentEncoding: 'binary' }) },
    'text/csv': {
      schema: Type.String({
        description: 'The keys of Parcel (lat and lon of its location), then cursor',
        examples: ['id,cursor\r\n31109:0109109006000,v2.kq3xV0dJ8T1yW5uR2mN7bQ\r\n'],
      }),
    },
  },
};

const DESCRIBED = {
  description:
    'Streamed at the pace at which it is read. Each row ends in `cursor`: give the last one that arrived whole to ' +
    'go on after it; a resumed CSV has no header line. One lookup for each 500 rows begun, booked at the start: ' +
    'when fewer are left, nothing is sent. An export that fails on the way, is not read for a minute, or whose key ' +
    'ends is cut off, never ended as if whole. An account can have only a few open at once: more are refused with a ' +
    '429 (`export_limit`).',
  tags: ['Search'],
  response: { 200: ANSWER },
};

/** When a refused export may be tried again, in seconds. */
const RETRY_AFTER = 10;

const refuse = (message: string) => new ApiError('export_limit', message, retryAfter(RETRY_AFTER));

/** Limits how many exports are open at once in this process: per account and in total. */
function exportSlots({ EXPORTS_PER_ACCOUNT, EXPORTS_PER_PROCESS }: Config) {
  const running = new Map<string, number>();
  let all = 0;
  return {
    /**
     * Takes a slot.
     * @returns a function that gives the slot back; call it once.
     * @throws 429 `export_limit` when all are taken.
     */
    take(account: string): () => void {
      const own = running.get(account) ?? 0;
      if (own >= EXPORTS_PER_ACCOUNT) {
        const message = `This account has ${own} exports open, which is its limit; finish or close one, then try again`;
        throw refuse(message);
      }
      if (all >= EXPORTS_PER_PROCESS) throw refuse('Too many exports are open; try again in a few seconds');
      running.set(account, own + 1);
      all++;
      return () => {
        all--;
        const others = running.get(account)! - 1;
        if (others > 0) running.set(account, others);
        else running.delete(account);
      };
    },
  };
}

/** GET and POST /search/export: a whole search result as one stream. */
export const exportRoute: FastifyPluginAsyncTypebox = async (app) => {
  const slots = exportSlots(app.services.config);
  const parquet = createParquet();
  app.addHook('onClose', () => parquet.close());

  /** Holds a slot until the answer has ended for any reason. The answer is cut off when its key ends. */
  function holdSlot(request: FastifyRequest, reply: FastifyReply): void {
    const release = slots.take(keyOf(request).account);
    const forget = app.gate.callers.onKeyEnd(request, () => {
      request.log.info('an export was cut off: its key has ended');
      breakOff(reply);
    });
    const end = () => {
      forget();
      release();
    };
    if (reply.raw.closed) end();
    else reply.raw.once('close', end);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, search: ExportSearch, output: Output) {
    if (output.outline && output.format === 'csv') throw wrong('outline', 'needs another format than csv');
    const isParquet = output.format === 'parquet';
    if (isParquet && output.cursor) throw wrong('cursor', 'needs another format than parquet');
    const walk = app.records.every('parcels', conditionsOf(search), output.cursor);
    // Parquet is made of all of a record, as lines of JSON.
    const lines = output.format === 'parquet' ? 'ndjson' : output.format;
    const format = ROW_FORMATS[lines](isParquet ? undefined : search.fields, {
      ...output,
      outlines: output.outline ? (ids) => readOutlines(app.records, ids) : null,
    });
    holdSlot(request, reply);

    // The gate has booked the first lookup.
    const count = await walk.count();
    const booked = Math.max(1, Math.ceil(count / ROWS_A_LOOKUP));
    const { limits, queue } = app.gate;
    await limits.bookMore(request.ticket, booked - 1);
    request.ticket.hasData = count > 0;
    let rows = 0;
    const written = exportRows(walk, format, {
      read: (work) => queue.withSlot(request.ticket, work),
      wrote: (more) => {
        rows += more;
      },
    });
    const parts = isParquet ? parquet.parts(inOrder(search.fields), written) : written;
    // A later failure can only cut the stream off.
    const stream = streamOf(await parts.next(), parts);
    // In HTTP/1.0, the end of the connection ends the answer: a part would look whole.
    if (request.raw.httpVersion === '1.0') stream.once('error', () => breakOff(reply));
    stream.once('close', () => {
      limits
        .settle(request.ticket, booked, Math.ceil(rows / ROWS_A_LOOKUP))
        .catch((err) => request.log.warn({ err }, 'unused lookups'));
    });
    reply
      .header('content-disposition', `attachment; filename="parcels.${output.format}"`)
      .type(isParquet ? PARQUET_TYPE : format.type);
    return asAnswer(stream);
  }

  /** Refuses plans without exports before the search is read. */
  async function checkPlan({ ticket }: FastifyRequest): Promise<void> {
    const { limits, key } = ticket.caller!;
    if (limits.exports) return;
    const message = `The plan of this key (${key!.tier}) has no exports; scale and license have`;
    throw new ApiError('exports_not_included', message);
  }

  app.get(
    '/search/export',
    {
      onRequest: checkPlan,
      exposeHeadRoute: false,
      config: { access: 'required', needs: 'export', errors: [431] },
      schema: {
        summary: 'All parcels of a search, as NDJSON, CSV, GeoJSON or Parquet; for keys of the scale tier',
        ...DESCRIBED,
        querystring: ExportQuery,
      },
    },
    async (request, reply) => {
      const { search, ...output } = request.query;
      return answer(
        request,
        reply,
        readJson<ExportSearch>('search', search, request.compileValidationSchema(ExportSearch, 'body')),
        output as Output,
      );
    },
  );

  app.post(
    '/search/export',
    {
      onRequest: checkPlan,
      bodyLimit: LARGEST_SEARCH,
      config: { access: 'required', needs: 'export', errors: [413, 415] },
      schema: {
        summary: 'The same with the search as the body, for searches too long for a URL',
        ...DESCRIBED,
        body: ExportBody,
      },
    },
    async (request, reply) => {
      const { format, outline, raw, bom, cursor, ...search } = request.body;
      return answer(request, reply, search as ExportSearch, { format, outline, raw, bom, cursor } as Output);
    },
  );
};
