/**
 * What the API is measured against: the same searches through the official client, whose parsed answers are mapped and
 * serialized again, and bare pass-throughs of Elasticsearch's answers. No keys, limits or checks.
 */
import Fastify from 'fastify';
import { readConfig } from '../src/config.ts';
import { readerClient } from '../src/stores/elastic/client.ts';
import { aliasOf } from '../src/stores/elastic/indices.ts';
import { poolOf } from './pool.ts';
import { serving } from './rig.ts';

const config = readConfig();
const index = process.env.PASSED_INDEX ?? aliasOf(config.INDEX_PREFIX, 'parcels');
const client = readerClient(config.ELASTICSEARCH_URL!);
const pool = poolOf(config.ELASTICSEARCH_URL!, { connections: 10 });
const app = Fastify();

async function passed(method: 'GET' | 'POST', path: string, body?: string): Promise<Buffer> {
  const answer = await pool.request({ method, path, body, headers: { 'content-type': 'application/json' } });
  return Buffer.from(await answer.body.arrayBuffer());
}

/** Client, map, JSON.stringify; the body is the Elasticsearch search. */
app.post('/mapped', async (request) => {
  const answer = await client.search<Record<string, unknown>>({ index, ...(request.body as object) });
  const data = answer.hits.hits.map((hit) => {
    const { internal: _internal, ...parcel } = hit._source!;
    return parcel;
  });
  return { data, total: (answer.hits.total as { value: number }).value };
});

/** The raw hits as they are; the body is the Elasticsearch search. */
app.post('/passed', async (request, reply) =>
  reply
    .type('application/json')
    .send(await passed('POST', `/${index}/_search`, JSON.stringify(request.body))),
);

app.get<{ Params: { id: string } }>('/passed/:id', async (request, reply) =>
  reply
    .type('application/json')
    .send(await passed('GET', `/${index}/_source/${encodeURIComponent(request.params.id)}`)),
);

serving(await app.listen({ host: '127.0.0.1', port: 0 }), () => app.close());
