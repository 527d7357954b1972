import type { Services } from './services.ts';

/** Whether all processes are ready and answer from both stores. */
export async function works({ apis, dispatchers }: Services, key: string, parcel: string): Promise<boolean> {
  const processes = [...dispatchers, ...apis.map(({ process }) => process)];
  if (!processes.every(({ isReady }) => isReady)) return false;
  const paths = ['/readyz', `/api/v1/parcels/${parcel}`, '/api/v1/events?limit=1', '/api/v1/coverage'];
  const asks = apis.flatMap(({ url }) =>
    paths.map(async (path) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(5_000) });
      await answer.arrayBuffer();
      return answer.ok;
    }),
  );
  return (await Promise.allSettled(asks)).every((one) => one.status === 'fulfilled' && one.value);
}
