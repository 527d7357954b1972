import { type Findings, table } from '../proof/findings.ts';
import { basemapOf, loadLots } from './event-loop/lots.ts';
import { BOUND, type Turn, turns } from './event-loop/measure.ts';
import { routesOf } from './event-loop/routes.ts';
import { watchLoop } from './event-loop/sampler.ts';
import type { Rig } from './rig.ts';

/** How many of the longest turns are shown. */
const SHOWN = 10;

/** Measures how long the worst known requests of every route keep the event loop of the API from anything else. */
export async function blockingFindings({ place, operations, known }: Rig): Promise<Findings> {
  const { harness, port, api } = place;
  await loadLots(harness);
  const basemap = await basemapOf(harness);
  const routes = await routesOf(() => harness.app(basemap));
  const loop = await watchLoop(api.inspector);
  const measured: Turn[] = [];
  for await (const turn of turns(routes, { port, loop, operations, known }, false)) measured.push(turn);
  loop.close();
  const longest = measured.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  return {
    title: `Blocking: the worst ${measured.length} known requests to ${routes.length} routes`,
    figures: table([
      ['longest without a pause, ms of processor time', 'ms', 'status'],
      ...longest.map(({ route, what, ms, status }) => [`${route}, ${what}`, ms.toFixed(1), status]),
    ]),
    faults: measured
      .filter(({ ms }) => ms > BOUND)
      .map(({ route, what, ms }) => `${route}, ${what}: ${ms.toFixed(0)} ms without a pause`),
  };
}
