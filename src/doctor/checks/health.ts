import { listed, ok, problem, type Verdict, warning } from '../finding.ts';

export type Color = 'green' | 'yellow' | 'red';

export interface Health {
  /** Of all indices, also those of others. */
  cluster: Color;
  dataNodes: number;
  /** Those of this installation. */
  indices: { index: string; color: Color; replicas: number }[];
}

const EXPLAIN = 'Ask Elasticsearch why: `GET _cluster/allocation/explain`.';

function checkYellow(names: string[], replicas: number, dataNodes: number): Verdict {
  const finding = `${listed(names)}: some replicas have no place`;
  if (replicas < dataNodes) return warning(`${finding}. Nothing is lost.`, EXPLAIN);
  const nodes = dataNodes === 1 ? 'there is only one data node' : `there are only ${dataNodes} data nodes`;
  return warning(
    `${finding}, since ${nodes}, and a replica must be on another one than its original. Everything works; if the disk is lost, so are they.`,
    `Add a data node, or do without: INDEX_REPLICAS=${dataNodes - 1}, and \`PUT ${names[0]}/_settings {"index.number_of_replicas":${dataNodes - 1}}\` for each of them.`,
  );
}

/** Whether all shards of the indices have a place. */
export function checkHealth({ cluster, dataNodes, indices }: Health): Verdict {
  const red = indices.filter(({ color }) => color === 'red');
  if (red.length > 0)
    return problem(
      `${listed(red.map(({ index }) => index))}: primary shards are missing, and searches of them fail.`,
      `${EXPLAIN} If their node is gone for good, restore a snapshot or load the sources again.`,
    );
  const yellow = indices.filter(({ color }) => color === 'yellow');
  if (yellow.length > 0) {
    const names = yellow.map(({ index }) => index);
    return checkYellow(names, Math.max(...yellow.map(({ replicas }) => replicas)), dataNodes);
  }
  if (cluster === 'red')
    return warning('The indices are healthy, but others of the cluster have missing shards.', EXPLAIN);
  return ok('The indices of Elasticsearch are healthy.');
}
