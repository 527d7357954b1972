import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { type Assessment, assessmentsOf } from '../../../domain/assessments.ts';
import { ENTITY_TYPES } from '../../../domain/entity-class.ts';
import type { ParcelId } from '../../../domain/parcel-id.ts';
import { notFound } from '../../../domain/problems.ts';
import { readOutlines } from '../../../records/outlines.ts';
import { readPortfolio, withProperties } from '../../../records/owners.ts';
import { readDeeds, readPermits, readRisks } from '../../../records/parcels.ts';
import type { Records } from '../../../records/records.ts';
import { encodeRows } from '../../../records/rows.ts';
import { List, oneOf, text } from '../../../records/schemas/common.ts';
import { Deed } from '../../../records/schemas/deed.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { Permit } from '../../../records/schemas/permit.ts';
import { RiskAssessment } from '../../../records/schemas/risk.ts';
import { FieldText, fieldsOf } from '../../answers/fields.ts';
import { feature, featureAnswer, OutlineFeature } from '../../answers/geojson.ts';
import { oneParcel, shapeParcel, WithOutline } from '../../answers/parcels.ts';
import { atRoute } from './at.ts';
import { batchRoute } from './batch.ts';
import { matchRoute } from './match.ts';
import { ofParcel, orNotFound } from './parcel-path.ts';
import { removedRoute } from './removed.ts';
import { suggestRoute } from './suggest.ts';
import { valueRoutes } from './value.ts';

const ParcelOwner = Type.Object(
  {
    owner_name: text('Owner as recorded on this parcel', 'OAK STREET HOLDINGS LLC'),
    entity_type: oneOf(ENTITY_TYPES, 'Kind of owner; null without a name', 'llc'),
    mailing_address: text('Mailing address in one line', 'PO BOX 12, OMAHA, NE 68101'),
    portfolio_summary: Type.Object({
      property_count: Type.Integer({ description: 'All parcels of this owner', examples: [42] }),
      total_assessed_value: Type.Number({
        description: 'Sum of their known assessed values, USD',
        examples: [11204500],
      }),
      states: Type.Array(Type.String(), {
        description: 'Abbreviations of their states',
        examples: [['NE']],
      }),
    }),
    properties: Type.Array(Parcel, { description: 'The first 100 of them by assessed value' }),
  },
  { title: 'ParcelOwner' },
);

type Summary = Static<typeof ParcelOwner>['portfolio_summary'];

/** An owner whose first parcel is being loaded has no profile yet. */
const NOTHING: Summary = { property_count: 0, total_assessed_value: 0, states: [] };

function summaryOf(stored: Buffer | null): Summary {
  if (!stored) return NOTHING;
  const { property_count, total_assessed_value, states } = JSON.parse(stored.toString()) as Summary;
  return { property_count, total_assessed_value, states };
}

/** The owner of a parcel with totals over all their parcels, as JSON; null when the parcel is not loaded. */
async function ownerOfParcel(records: Records, { id }: ParcelId): Promise<Buffer | null> {
  const source = await records.record('parcels', id);
  if (!source) return null;
  const parcel = JSON.parse(source.toString()) as Parcel;
  if (parcel.owner_id === null) {
    const owner = { owner_name: null, entity_type: null, mailing_address: null };
    return Buffer.from(JSON.stringify({ ...owner, portfolio_summary: NOTHING, properties: [] }));
  }
  const { profile, properties } = await readPortfolio(records, parcel.owner_id);
  const { owner_name, entity_type, mailing_address } = parcel;
  const owner = { owner_name, entity_type, mailing_address, portfolio_summary: summaryOf(profile) };
  return withProperties(owner, properties);
}

const { land_value, improvement_value, total_assessed_value, source, source_date } = Parcel.properties;
const OneYear = Type.Object(
  {
    tax_year: Type.Integer({ description: 'Year of the assessment', examples: [2025] }),
    land_value,
    improvement_value,
    total_assessed_value,
    source,
    source_date,
  },
  { title: 'Assessment' },
);

/** The assessments of a parcel; null when it is not loaded. */
async function readAssessments(records: Records, id: string): Promise<Assessment[] | null> {
  const stored = await records.stored('parcels', id);
  if (stored === null) return null;
  const { internal, ...parcel } = JSON.parse(stored.toString()) as Parcel & {
    internal: { assessments?: Assessment[] };
  };
  return assessmentsOf(parcel, internal.assessments);
}

const PROPERTIES = Object.keys(OutlineFeature.properties.properties.properties);

/** A parcel with its outline; null when it is not loaded. */
async function readOutline(records: Records, id: string) {
  const [[parcel], outlines] = await Promise.all([
    records.fields<object>('parcels', [id], PROPERTIES),
    readOutlines(records, [id]),
  ]);
  return parcel ? { id, parcel, outline: outlines.get(id) } : null;
}

const ParcelQuery = Type.Object(
  { fields: Type.Optional(FieldText), outline: Type.Optional(WithOutline) },
  { additionalProperties: false },
);

/** The routes under /parcels. */
export const parcelRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { records } = app;
  await app.register(batchRoute);
  await app.register(matchRoute);

  app.data(
    'GET /parcels/:id/outline',
    ofParcel(
      'The outline of a parcel as a GeoJSON Feature; 404 when it is not known',
      'A MultiPolygon in degrees (WGS84) with seven decimals. Parcels whose source had no polygons have no outline.',
      { description: 'The outline', content: { 'application/geo+json': { schema: OutlineFeature } } },
    ),
    async ({ params }) => {
      const { id, parcel, outline } = await orNotFound(params.id, ({ id }) => readOutline(records, id));
      if (!outline) throw notFound(`The outline of parcel ${params.id.slice(0, 100)} is not known`);
      return featureAnswer(feature(id, { location: null, outline }, parcel));
    },
  );

  await app.register(atRoute);
  await app.register(removedRoute);
  await app.register(suggestRoute);
  await app.register(valueRoutes);

  app.data(
    'GET /parcels/:id/assessments',
    ofParcel(
      'Assessed values by tax year, as far as the rolls of these years were loaded, the latest first',
      'Nothing is made up for years whose rolls were not loaded.',
      List(OneYear),
    ),
    async ({ params }) => ({
      data: await orNotFound(params.id, ({ id }) => readAssessments(records, id)),
    }),
  );

  const one = ofParcel(
    'One parcel',
    'All fields, unless `fields` chooses some. With `Accept: application/geo+json`, a GeoJSON Feature.',
    oneParcel,
  );
  app.data(
    'GET /parcels/:id',
    { config: { ...one.config, geojson: true }, schema: { ...one.schema, querystring: ParcelQuery } },
    async (request) => {
      const fields = fieldsOf(request.query.fields);
      const parcel = await orNotFound(request.params.id, ({ id }) => records.record('parcels', id));
      return shapeParcel(request, parcel, { fields, outline: request.query.outline });
    },
  );

  app.data(
    'GET /parcels/:id/owner',
    ofParcel(
      'The owner, what the owner has in all, and the first 100 of those parcels by value',
      'All parcels with the same owner count, in any spelling of the name.',
      ParcelOwner,
    ),
    ({ params }) => orNotFound(params.id, (id) => ownerOfParcel(records, id)),
  );

  app.data(
    'GET /parcels/:id/permits',
    ofParcel(
      'Permits, newest filed (else issued) first, at most 1,000',
      'Those that name this parcel.',
      List(Permit),
    ),
    async ({ params }) => encodeRows(await orNotFound(params.id, (id) => readPermits(records, id))),
  );

  app.data(
    'GET /parcels/:id/deeds',
    ofParcel(
      'Deeds, newest recorded (else sale date) first, undated last, at most 1,000',
      '`usable_for_stats` says whether a deed counts in statistics of sales.',
      List(Deed),
    ),
    async ({ params }) => encodeRows(await orNotFound(params.id, (id) => readDeeds(records, id))),
  );

  app.data(
    'GET /parcels/:id/risks',
    ofParcel(
      'Risk assessment',
      'By hazard, each for the parcel, its tract or its county: `geography` says which.',
      RiskAssessment,
    ),
    ({ params }) => orNotFound(params.id, (id) => readRisks(records, id)),
  );
};
