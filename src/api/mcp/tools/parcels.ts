import Type from 'typebox';
import { WantedRow } from '../../features/parcels/match.ts';
import { SuggestQuery } from '../../features/parcels/suggest.ts';
import { SearchRequest } from '../../features/search/routes.ts';
import { compactRows, deedRow, type Found, parcelRow, permitRow } from '../answer.ts';
import { FEW, foundPage, Limit, ParcelId, pagedInput, paging, tool } from '../tool.ts';

const PARTS = ['owner', 'deeds', 'permits', 'risks'] as const;

export const parcelLookup = tool({
  name: 'parcel_lookup',
  title: 'One parcel',
  description:
    'One US parcel by its id: address, owner, assessed values and taxes (USD), lot (acres), building (square feet), last ' +
    'sale (USD), deal score (0 to 100, higher is the likelier deal) and what it is made of. `include` adds its owner with ' +
    'totals and other parcels, its deeds and permits (newest first), and natural risks (0 to 100, higher is worse). ' +
    'Each part included counts as one more lookup. Ids come from the other tools.',
  input: Type.Object(
    {
      id: ParcelId,
      include: Type.Optional(
        Type.Array(Type.Enum([...PARTS]), {
          uniqueItems: true,
          description: 'Parts to return in addition to the parcel',
        }),
      ),
      limit: Limit,
    },
    { additionalProperties: false },
  ),
  async run(terrier, { id, include = [], limit = FEW }, signal): Promise<Found> {
    const init = { params: { path: { id } }, signal };
    const ask = <T>(part: (typeof PARTS)[number], request: () => Promise<{ data: T }>) =>
      include.includes(part) ? request().then(({ data }) => data) : undefined;
    const [parcel, owner, deeds, permits, risks] = await Promise.all([
      terrier.GET('/api/v1/parcels/{id}', init).then(({ data }) => data),
      ask('owner', () => terrier.GET('/api/v1/parcels/{id}/owner', init)),
      ask('deeds', () => terrier.GET('/api/v1/parcels/{id}/deeds', init)),
      ask('permits', () => terrier.GET('/api/v1/parcels/{id}/permits', init)),
      ask('risks', () => terrier.GET('/api/v1/parcels/{id}/risks', init)),
    ]);
    const { properties = [], ...ownerTotals } = owner ?? {};
    return {
      about: {
        parcel,
        ...(owner && { owner: ownerTotals }),
        ...(risks && { risks }),
        ...(deeds && { deed_count: deeds.data.length }),
        ...(permits && { permit_count: permits.data.length }),
      },
      lists: {
        ...(deeds && { deeds: deeds.data.slice(0, limit).map(deedRow) }),
        ...(permits && { permits: permits.data.slice(0, limit).map(permitRow) }),
        ...(owner && { owner_properties: properties.slice(0, limit).map(parcelRow) }),
      },
    };
  },
});

export const parcelFind = tool({
  name: 'parcel_find',
  title: 'Parcels by address or number',
  description:
    'Parcels by their address or parcel number, or the beginning of it, in any spelling and with a typo: id, address and ' +
    'location (degrees, WGS84). Then ask parcel_lookup with the id.',
  input: SuggestQuery,
  async run(terrier, query, signal) {
    const { data } = await terrier.GET('/api/v1/parcels/suggest', { params: { query }, signal });
    return { about: {}, lists: { rows: compactRows(data.data) } };
  },
});

const MOST_MATCHED = 50;

export const parcelMatch = tool({
  name: 'parcel_match',
  title: 'The parcels of a list',
  description:
    'The parcel of each of up to 50 rows, by address or by parcel number with county, in their order: id, how it fits ' +
    '(`exact`, `number_and_street`, `unit_missing`, `near`) and a score from 0 to 1. `several` and `none` have no id: say ' +
    'so, and never choose one. Each row that matched counts as one lookup.',
  input: Type.Object(
    { rows: Type.Array(WantedRow, { minItems: 1, maxItems: MOST_MATCHED, description: 'What to look for' }) },
    { additionalProperties: false },
  ),
  async run(terrier, body, signal) {
    const { data } = await terrier.POST('/api/v1/parcels/match', { body, signal });
    return { about: {}, lists: { rows: compactRows(data.data) } };
  },
});

export const parcelSearch = tool({
  name: 'parcel_search',
  title: 'Parcels in an area',
  description:
    'Parcels within an area on the map (degrees, WGS84), or anywhere by county, state, ZIP, owner or ids, filtered and ' +
    'sorted, with the exact total: rows of id, address, ' +
    'location, owner, assessed value (USD), use, lot (acres), building (square feet), last sale (USD), deal score (0 to ' +
    '100). Use parcel_lookup for all of one parcel.',
  input: pagedInput(SearchRequest),
  async run(terrier, args, signal) {
    const body = { ...args, ...paging(args) };
    const { data: page } = await terrier.POST('/api/v1/search', { body, signal });
    return foundPage(page, page.data.map(parcelRow));
  },
});

export const coverage = tool({
  name: 'coverage',
  title: 'Where there is data',
  description:
    'What is loaded: counts of parcels, and the percentage of them with a location, an owner and an assessed value, by ' +
    'state or by county of one state. Ask this first when you do not know where there is data.',
  input: Type.Object(
    {
      state: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 20,
          description: 'State abbreviation or FIPS code',
          examples: ['NE'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  async run(terrier, { state }, signal) {
    const { data } = await terrier.GET('/api/v1/coverage', { params: { query: { state } }, signal });
    const { data: rows, ...totals } = data;
    return { about: totals, lists: { rows: compactRows(rows) } };
  },
});
