import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { isCounty } from '../../../domain/geography.ts';
import { MATCHES, readWanted } from '../../../domain/match.ts';
import { typedNumber } from '../../../domain/parcel-id.ts';
import { wrong } from '../../../domain/problems.ts';
import { numberKey } from '../../../domain/suggestion.ts';
import { matchRows, type Row } from '../../../records/matching.ts';
import { pausingByTime } from '../../../records/pauses.ts';
import { CountyFips } from '../../../records/schemas/area.ts';
import { Nullable, text } from '../../../records/schemas/common.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { FieldList, picker } from '../../answers/fields.ts';

const MOST_ROWS = 1_000;
const LONGEST = 200;
/** In bytes: as many rows of long addresses. */
const LARGEST_LIST = 512 << 10;

const given = (description: string, example: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: LONGEST }), { description, examples: [example] }));

export const WantedRow = Type.Object(
  {
    address: given(
      'The street with its number and unit, or the whole address on one line',
      '1200 N Oak St Apt 4',
    ),
    city: given('City', 'Lincoln'),
    state: given('State, by code or name', 'NE'),
    zip: given('ZIP code', '68508'),
    county_fips: Type.Optional(Nullable(CountyFips)),
    parcel_id: given('The parcel’s number in any spelling; with county_fips', '01-09-109-006-000'),
  },
  { additionalProperties: false, title: 'RowToMatch' },
);
type WantedRow = Static<typeof WantedRow>;

const MatchRequest = Type.Object(
  {
    rows: Type.Array(WantedRow, {
      minItems: 1,
      maxItems: MOST_ROWS,
      description:
        'Addresses with city, ZIP or county, or parcel numbers with county_fips. An address with a number beside it is ' +
        'looked for by the number',
      examples: [[{ address: '1200 N Oak St', city: 'Lincoln', state: 'NE', zip: '68508' }]],
    }),
    fields: Type.Optional(FieldList),
  },
  { additionalProperties: false, title: 'MatchRequest' },
);

const MatchedRow = Type.Object(
  {
    match: Type.Enum([...MATCHES], {
      description:
        'How the parcel fits. `exact`: all that is given; `number_and_street`: a suffix, a direction or the city differs or is ' +
        'only on one side; `unit_missing`: the unit is only on one side; `near`: with one typo, another ZIP code or zeros; ' +
        '`several`: more than one fits as well; `none`',
    }),
    score: Type.Number({ minimum: 0, maximum: 1, description: 'How alike, 1 for all of it', examples: [1] }),
    id: text('Id of the parcel; null with several and none', '31109:0109109006000'),
    parcel: Nullable(Type.Object(Type.Partial(Parcel).properties), {
      description: 'With fields: these of the parcel',
    }),
  },
  { title: 'MatchedRow' },
);
const MatchAnswer = Type.Object(
  { data: Type.Array(MatchedRow, { description: 'One for each row, in their order' }) },
  { title: 'MatchAnswer' },
);

function readRow({ parcel_id, address, county_fips, ...place }: WantedRow, at: number): Row | null {
  if (county_fips && !isCounty(county_fips))
    throw wrong(`rows.${at}.county_fips`, 'must be the FIPS code of a county');
  const number = typedNumber(parcel_id?.trim() ?? '');
  if (number !== '') {
    if (!county_fips) throw wrong(`rows.${at}.county_fips`, 'must be given with parcel_id');
    return numberKey(number) === null ? null : { number: { county_fips, parcel_id: number } };
  }
  const wanted = readWanted({ address: address ?? '', county_fips, ...place });
  return wanted && { address: wanted };
}

/** POST /parcels/match: the parcels of a list of addresses or numbers. */
export const matchRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/parcels/match',
    {
      bodyLimit: LARGEST_LIST,
      config: { access: 'optional', errors: [413, 415] },
      schema: {
        summary:
          'The parcels of up to 1,000 addresses or parcel numbers; one lookup for each row that matched',
        description:
          'Counts as one request in the minute and as one lookup for each row that matched. When fewer lookups are left ' +
          'than there are rows, nothing is returned or counted: 429 `monthly_limit` tells how many are left. What is ' +
          'ambiguous is never guessed.',
        tags: ['Parcels'],
        body: MatchRequest,
        response: { 200: MatchAnswer },
      },
    },
    async (request) => {
      const { limits } = app.gate;
      const { rows, fields } = request.body;
      const pause = pausingByTime();
      const wanted: (Row | null)[] = [];
      for (const [at, row] of rows.entries()) {
        wanted.push(readRow(row, at));
        await pause();
      }
      await limits.bookMore(request.ticket, rows.length - 1);
      const matched = await matchRows(app.records, wanted);
      const found = matched.flatMap(({ id }) => id ?? []);
      await limits.settle(request.ticket, rows.length, found.length);
      const ids = fields ? [...new Set(found)] : [];
      const parcels = await app.records.fields<Parcel>('parcels', ids, fields ?? []);
      const parcelOf = new Map(ids.map((id, at) => [id, parcels[at]]));
      const pick = picker(fields);
      return {
        data: matched.map((row) => {
          const parcel = row.id === null ? undefined : parcelOf.get(row.id);
          return { ...row, parcel: parcel ? pick(parcel) : null };
        }),
      };
    },
  );
};
