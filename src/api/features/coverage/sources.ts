import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { countyName } from '../../../domain/geography.ts';
import { unavailable } from '../../../domain/problems.ts';
import { integer, Nullable, text, timestamp } from '../../../records/schemas/common.ts';
import { layerStates, OUTCOMES } from '../../../stores/mysql/source-layers.ts';
import { StateQuery, stateOf } from './state.ts';

const time = (description: string) =>
  Nullable(Type.String({ format: 'date-time' }), { description, examples: ['2026-01-31T12:00:00.000Z'] });

const LeftOutColumns = Type.Object(
  {
    columns: Type.Array(Type.String(), { description: 'Names of the columns', examples: [['SALE_AMT']] }),
    why: Type.String({
      description: 'Why they are left out',
      examples: ['It is only a guess at sale_price: named SALE_AMT.'],
    }),
    line: Type.String({
      description: 'What takes them in, in `conform` of the source file',
      examples: ['"sale_price": "SALE_AMT"'],
    }),
  },
  { title: 'LeftOutColumns' },
);

const SourceRow = Type.Object(
  {
    source: Type.String({ description: 'Name of the source file', examples: ['us-ne-lancaster'] }),
    kind: Type.String({ description: 'What its records are', examples: ['parcels'] }),
    county_fips: Type.String({ description: '5-digit county FIPS code', examples: ['31109'] }),
    county_name: text('County, Census form', 'Lancaster County'),
    publisher: text('Who publishes the records', 'gis.lincoln.ne.gov'),
    rows: integer('Rows of the last load, rejected ones included', 105_243),
    rejected: integer('Rows of the last load that were rejected', 0),
    left_out: Type.Array(LeftOutColumns, {
      description: 'Columns that could be a field of the records and are not loaded, the most missed first',
    }),
    loaded_at: time('When they were last loaded; null before the first load'),
    checked_at: timestamp('When the publisher was last asked'),
    next_at: time('When a schedule asks again; null without a schedule'),
    outcome: Type.Enum([...OUTCOMES], {
      description:
        '`unchanged`: the publisher has nothing new; `refused`: the new records look wrong and were not loaded',
      examples: ['loaded'],
    }),
  },
  { title: 'SourceRow' },
);

const Sources = Type.Object(
  { data: Type.Array(SourceRow, { description: 'By county FIPS, then by source and kind' }) },
  { title: 'Sources' },
);

/** GET /coverage/sources: where the records come from, and how current they are. */
export const sourceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/coverage/sources',
    {
      config: { access: 'optional' },
      schema: {
        summary: 'Published sources of the records: publisher, rows, when loaded, when next',
        description: 'Also how the last check of each source went.',
        tags: ['Coverage'],
        querystring: StateQuery,
        response: { 200: Sources },
      },
    },
    async ({ query }) => {
      const state = stateOf(query);
      const layers = await layerStates(app.services.database).catch((error) => {
        throw unavailable('The store of sources', error);
      });
      const data = layers
        .filter(({ county_fips }) => state === undefined || county_fips.startsWith(state.fips))
        .sort((a, b) => (a.county_fips < b.county_fips ? -1 : a.county_fips > b.county_fips ? 1 : 0))
        .map(({ source, layer, county_fips, publisher, rows, rejected, left_out, ...times }) => ({
          source,
          kind: layer.split('/')[0]!,
          county_fips,
          county_name: countyName(county_fips) ?? null,
          publisher,
          rows,
          rejected,
          left_out,
          loaded_at: times.loaded_at,
          checked_at: times.checked_at,
          next_at: times.next_at,
          outcome: times.outcome,
        }));
      return { data };
    },
  );
};
