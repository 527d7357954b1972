import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { countyName, findState, type State } from '../../../domain/geography.ts';
import { unavailable, wrong } from '../../../domain/problems.ts';
import type { Records } from '../../../records/records.ts';
import { EXAMPLE_TIME, integer, text, time, timestamp } from '../../../records/schemas/common.ts';
import { layerStates, OUTCOMES } from '../../../stores/mysql/source-layers.ts';

/** The query of coverage: one state, or all. */
export const StateQuery = Type.Object(
  {
    state: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'State FIPS code or abbreviation',
        examples: ['NE', '31'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** The state that a query names; undefined for all states. */
export function stateOf({ state }: Type.Static<typeof StateQuery>): State | undefined {
  if (state === undefined) return undefined;
  const found = findState(state);
  if (!found) throw wrong('state', 'must be a state FIPS code or abbreviation');
  return found;
}

const share = (what: string) =>
  Type.Number({ description: `Percent of the parcels with ${what}, one decimal`, examples: [92.5] });

const CoverageRow = Type.Object(
  {
    state_fips: Type.String({ description: '2-digit state FIPS code', examples: ['31'] }),
    state_name: Type.String({ examples: ['Nebraska'] }),
    county_fips: text('5-digit county FIPS code; null in the list of states', '31109'),
    county_name: text('County, Census form; null in the list of states', 'Lancaster County'),
    parcel_count: Type.Integer({ examples: [105243] }),
    geocoded_pct: share('a location'),
    owner_pct: share('an owner name'),
    value_pct: share('an assessed value above 0'),
  },
  { title: 'CoverageRow' },
);

const Coverage = Type.Object(
  {
    total_parcels: Type.Integer({
      description: 'Parcels loaded; with state, those of that state',
      examples: [105243],
    }),
    states_covered: Type.Integer({ description: 'States with at least one parcel' }),
    data: Type.Array(CoverageRow, { description: 'By state FIPS; with state, by county FIPS' }),
  },
  { title: 'Coverage' },
);

/** GET /coverage. */
export const coverageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'GET /coverage',
    {
      config: { access: 'optional' },
      schema: {
        summary: 'Record counts and completeness by state, or by county within one state',
        description: 'With `state`, a row for each of its counties.',
        tags: ['Coverage'],
        querystring: StateQuery,
        response: { 200: Coverage },
      },
    },
    async (request) => coverage(app.records, stateOf(request.query)),
  );
};

const MOST_AREAS = 4_000;

/** Coverage of every state with a parcel, or of every such county of one state. */
export async function coverage(records: Records, state?: State): Promise<Static<typeof Coverage>> {
  const county = { exists: { field: 'county_fips' } };
  const { hits } = await records.of('coverage').search<Static<typeof CoverageRow>>({
    size: MOST_AREAS,
    track_total_hits: false,
    query: {
      bool: state ? { filter: [{ term: { state_fips: state.fips } }, county] } : { must_not: [county] },
    },
    sort: [{ 'internal.code': 'asc' }],
    _source_excludes: ['internal'],
  });
  const data = hits.hits.map(({ _source }) => _source!);
  return {
    total_parcels: data.reduce((sum, { parcel_count }) => sum + parcel_count, 0),
    states_covered: new Set(data.map(({ state_fips }) => state_fips)).size,
    data,
  };
}

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
    loaded_at: time('When they were last loaded; null before the first load', EXAMPLE_TIME),
    checked_at: timestamp('When the publisher was last asked'),
    next_at: time('When a schedule asks again; null without a schedule', EXAMPLE_TIME),
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
