/**
 * Uses of the client as consumers write them, only for the type checker: nothing here runs. Each `@ts-expect-error` is a
 * mistake that must not compile.
 */
import { type Answer, type components, createTerrier, type Row, TerrierError, verify } from 'terrier/client';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_T extends true>() => {};

export async function uses(): Promise<void> {
  const terrier = createTerrier({ baseUrl: 'https://api.example.com', key: 'k', maxWait: 1_000 });

  const { data: parcel, response } = await terrier.GET('/api/v1/parcels/{id}', {
    params: { path: { id: '31109:R-1' } },
    signal: AbortSignal.timeout(1_000),
  });
  holds<Same<typeof parcel, Answer<'/api/v1/parcels/{id}'>>>();
  holds<Same<typeof parcel.total_assessed_value, number | null>>();
  holds<Same<typeof parcel.id, string>>();
  response.headers.get('etag');

  const { data: found } = await terrier.POST('/api/v1/search', {
    body: {
      bounds: { north: 41, south: 40, east: -96, west: -97 },
      filters: { ownerTypes: ['llc'], valueRange: { min: 1 } },
      sort: 'deal_score',
      limit: 10,
    },
  });
  holds<Same<typeof found.total, number>>();

  const { data: text } = await terrier.GET('/api/v1/coverage', { parseAs: 'text' });
  holds<Same<typeof text, string>>();
  const { data: coverage } = await terrier.GET('/api/v1/coverage');
  holds<Same<typeof coverage, Answer<'/api/v1/coverage'>>>();
  const { data: endpoint } = await terrier.DELETE('/api/v1/webhooks/{id}', { params: { path: { id: '1' } } });
  holds<Same<typeof endpoint.is_active, boolean>>();

  for await (const row of terrier.rows('/api/v1/deals/absentee', {
    params: { query: { state_fips: '31' } },
  })) {
    holds<Same<typeof row, Row<'/api/v1/deals/absentee'>>>();
    holds<Same<typeof row.owner_name, string | null>>();
  }
  for await (const page of terrier.pages('/api/v1/deals/contractors')) {
    holds<Same<typeof page.next_cursor, string | null>>();
    holds<Same<(typeof page.data)[number]['permit_count'], number>>();
  }
  const bounds = { north: 41, south: 40, east: -96, west: -97 };
  for await (const row of terrier.rows('/api/v1/search', { body: { bounds } })) row.acreage?.toFixed(2);
  for await (const row of terrier.rows('/api/v1/owners/{name}/properties', {
    params: { path: { name: 'A' } },
  })) {
    row.county_fips.slice(0, 2);
  }

  const some = { params: { query: { fields: 'id,address' } } };
  for await (const part of terrier.rows('/api/v1/deals/absentee', some)) {
    holds<Same<typeof part.id, string | undefined>>();
  }
  const near = { lat: 40.8, lon: -96.7, meters: 500 };
  const { data: parts } = await terrier.POST('/api/v1/search', { body: { near, fields: ['id'] } });
  holds<Same<(typeof parts.data)[number]['owner_name'], string | null | undefined>>();
  holds<Same<(typeof found.data)[number], components['schemas']['Parcel']>>();

  try {
    await terrier.GET('/api/v1/usage');
  } catch (error) {
    if (error instanceof TerrierError && error.code === 'monthly_limit') error.retryAfter?.toFixed();
    // @ts-expect-error: no such code
    if (error instanceof TerrierError && error.code === 'out_of_milk') return;
  }
  const verdict = verify({ secret: 's', signature: 't=1', rawBody: '{}' });
  if (!verdict.valid) verdict.reason.slice();
}

export async function mistakes(): Promise<void> {
  // @ts-expect-error: baseUrl is missing
  createTerrier({ key: 'k' });
  // @ts-expect-error: no such option
  const terrier = createTerrier({ baseUrl: 'https://api.example.com', token: 'k' });
  // @ts-expect-error: no such route
  await terrier.GET('/api/v1/parcel');
  // @ts-expect-error: the id is missing
  await terrier.GET('/api/v1/parcels/{id}');
  // @ts-expect-error: a route for GET
  await terrier.POST('/api/v1/coverage');
  // @ts-expect-error: no such parameter
  await terrier.GET('/api/v1/deals/absentee', { params: { query: { state: '31' } } });
  // @ts-expect-error: a number
  await terrier.GET('/api/v1/deals/absentee', { params: { query: { min_value: 'much' } } });
  // @ts-expect-error: one of a list
  await terrier.GET('/api/v1/deals/flips', { params: { query: { flip_tier: 'fast' } } });
  // @ts-expect-error: an edge is missing
  await terrier.POST('/api/v1/search', { body: { bounds: { north: 1, south: 0, east: 1 } } });
  // @ts-expect-error: no such field
  await terrier.POST('/api/v1/search', { body: { near: { lat: 1, lon: 1, meters: 1 }, fields: ['price'] } });
  // @ts-expect-error: a route without pages
  terrier.pages('/api/v1/coverage');
  // @ts-expect-error: a list without pages
  terrier.rows('/api/v1/owners/search', { params: { query: { q: 'a' } } });
}
