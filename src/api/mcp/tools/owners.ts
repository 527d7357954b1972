import Type from 'typebox';
import { OwnerSearchQuery } from '../../features/owners/routes.ts';
import { parcelRow, pick } from '../answer.ts';
import { FEW, foundPage, Limit, pagedInput, paging, tool } from '../tool.ts';

const name = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'The owner’s name, in any spelling',
  examples: ['Oak Street Holdings, L.L.C.'],
});

const { limit: _limit, ...searchFields } = OwnerSearchQuery.properties;

export const ownerSearch = tool({
  name: 'owner_search',
  title: 'Owners by name',
  description:
    'Owners of US parcels by words of their name or the beginnings of them, the best matches first: how many parcels they ' +
    'own, their total assessed value (USD) and states.',
  input: Type.Object({ ...searchFields, limit: Limit }, { additionalProperties: false }),
  async run(terrier, { limit = FEW, ...query }, signal) {
    const { data } = await terrier.GET('/api/v1/owners/search', {
      params: { query: { ...query, limit } },
      signal,
    });
    const rows = data.data.map((owner) =>
      pick(owner, [
        'owner_name',
        'entity_type',
        'property_count',
        'total_assessed_value',
        'states',
        'counties',
        'mailing_address',
      ]),
    );
    return { about: {}, lists: { rows } };
  },
});

export const ownerProfile = tool({
  name: 'owner_profile',
  title: 'One owner',
  description:
    'What one owner has in all: number of parcels, total and average assessed value (USD), acres, states, counties, how ' +
    'many parcels they do not live at, first and last purchase, mailing address, spellings of the name.',
  input: Type.Object({ name }, { additionalProperties: false }),
  async run(terrier, { name }, signal) {
    const { data } = await terrier.GET('/api/v1/owners/{name}', { params: { path: { name } }, signal });
    return { about: { owner: data } };
  },
});

export const ownerProperties = tool({
  name: 'owner_properties',
  title: 'Parcels of one owner',
  description: 'The parcels of one owner, highest assessed value (USD) first, with their exact number.',
  input: pagedInput(Type.Object({ name })),
  async run(terrier, { name, ...args }, signal) {
    const { data: page } = await terrier.GET('/api/v1/owners/{name}/properties', {
      params: { path: { name }, query: paging(args) },
      signal,
    });
    return foundPage(page, page.data.map(parcelRow));
  },
});
