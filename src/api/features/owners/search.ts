import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { normalizeOwnerName } from '../../../domain/owner-name.ts';
import type { IndexView } from '../../../records/index-view.ts';
import { encodeRows } from '../../../records/rows.ts';
import { MOST_COUNT, Substring } from '../../../records/schemas/common.ts';
import { Owner } from '../../../records/schemas/owner.ts';
import { namesBegin, ownerWords } from '../../../records/words.ts';

export const OwnerSearchQuery = Type.Object(
  {
    q: Substring('Words of the name, whole or their beginnings, in any order', 'smith joh'),
    min_properties: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_COUNT, description: 'Minimum number of parcels' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'Maximum number of rows, 1 to 100',
      }),
    ),
  },
  { additionalProperties: false },
);

const WORDS = 'internal.words';
const NAME = 'internal.name';

/** Owners whose name has every word, or one that begins with it; better matches score higher. */
function nameQuery(q: string, minProperties = 1): estypes.QueryDslQueryContainer {
  const words = ownerWords(q, 'q');
  const whole = words.map((word) => ({ term: { [WORDS]: word } }));
  return {
    bool: {
      filter: [...namesBegin(WORDS, words), { range: { property_count: { gte: minProperties } } }],
      should: [
        { constant_score: { filter: { term: { [NAME]: normalizeOwnerName(q) } }, boost: 2 } },
        { constant_score: { filter: { bool: { filter: whole } }, boost: 1 } },
      ],
    },
  };
}

/** The owners found, as the bytes of a JSON array. Throws 400. */
async function search(owners: IndexView, q: string, limit: number, minProperties?: number): Promise<Buffer> {
  const { rows } = await owners.rows({
    size: limit,
    track_total_hits: false,
    query: nameQuery(q, minProperties),
    sort: [
      { _score: { order: 'desc' } },
      { property_count: 'desc' },
      { 'internal.seq': 'asc' },
      { 'internal.key': 'asc' },
    ],
  });
  return rows;
}

/** GET /owners/search: owners by name. */
export const ownerSearchRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/owners/search',
    {
      config: { access: 'required' },
      schema: {
        summary: 'Owners by name: the exact name first, then all words, then beginnings, then by parcels',
        description: 'Every word of `q` is a word of the name or the beginning of one.',
        tags: ['Owners'],
        querystring: OwnerSearchQuery,
        response: { 200: Type.Object({ data: Type.Array(Owner) }) },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { query } = request;
        const rows = await search(app.records.of('owners'), query.q, query.limit!, query.min_properties);
        return encodeRows(rows);
      }),
  );
};
