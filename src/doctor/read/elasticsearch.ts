import type { Client } from '@elastic/elasticsearch';
import { withoutLogin } from '../../elastic/login.ts';
import { reasonOf } from '../../stack/run.ts';
import type { ClockReading } from '../checks/clock.ts';
import type { Color, Health } from '../checks/health.ts';
import type { NodeDisk } from '../checks/node-disks.ts';
import { mapCountHint } from '../checks/reached.ts';
import type { Asked } from './asked.ts';
import { readMapCount } from './machine.ts';

const PATIENCE = 5_000;
const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);

interface Root {
  version?: { number?: unknown };
}

/** Asks an Elasticsearch of any version for it, without the client, which other majors refuse. */
export async function askElasticsearch(address: string): Promise<Asked> {
  const { url, headers } = withoutLogin(address);
  url.search = '';
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
    const body = (await response.json().catch(() => null)) as Root | null;
    if (response.status === 401) return { trouble: 'it refuses the user and password (401)' };
    if (!response.ok) return { trouble: `it answers with status ${response.status}` };
    const version = body?.version?.number;
    return typeof version === 'string' ? { version } : { trouble: 'what answers there is not Elasticsearch' };
  } catch (error) {
    const hint = LOCAL.has(url.hostname) ? mapCountHint(await readMapCount()) : undefined;
    return { trouble: reasonOf(error), hint };
  }
}

export interface Nodes {
  clocks: { node: string; reading: ClockReading }[];
  disks: NodeDisk[];
}

/**
 * The clocks of all nodes, and the disks of those that store data.
 * @param now this machine's clock, epoch milliseconds.
 */
export async function readNodes(client: Client, now: () => number): Promise<Nodes> {
  const before = now();
  const { nodes } = await client.nodes.stats({
    metric: 'fs',
    filter_path: 'nodes.*.name,nodes.*.roles,nodes.*.timestamp,nodes.*.fs.total',
  });
  const after = now();
  const all = Object.entries(nodes).map(([id, stats]) => ({ node: stats.name ?? id, ...stats }));
  return {
    clocks: all.map(({ node, timestamp }) => ({ node, reading: { server: timestamp!, before, after } })),
    disks: all
      .filter(({ roles }) => roles?.some((role) => role.startsWith('data')))
      .map(({ node, fs }) => ({
        node,
        total: fs!.total!.total_in_bytes!,
        free: fs!.total!.available_in_bytes!,
      })),
  };
}

/** The settings of the cluster, flat, with the defaults. */
export async function readClusterSettings(client: Client): Promise<Record<string, string>> {
  const { defaults, persistent, transient } = await client.cluster.getSettings({
    include_defaults: true,
    flat_settings: true,
  });
  return { ...defaults, ...persistent, ...transient };
}

const colorOf = (status: string) => status.toLowerCase() as Color;

/** The health of the indices of this installation. */
export async function readHealth(client: Client, prefix: string): Promise<Health> {
  const [cluster, own] = await Promise.all([
    client.cluster.health({ filter_path: 'status' }),
    client.cluster.health({ index: `${prefix}-*`, level: 'indices' }),
  ]);
  return {
    cluster: colorOf(cluster.status),
    dataNodes: own.number_of_data_nodes,
    indices: Object.entries(own.indices ?? {}).map(([index, { status, number_of_replicas }]) => ({
      index,
      color: colorOf(status),
      replicas: number_of_replicas,
    })),
  };
}
