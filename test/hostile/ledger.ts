import { table } from '../proof/findings.ts';
import type { Made } from './inputs/index.ts';
import type { Verdict } from './judge.ts';

const CLASSES = ['2xx', '3xx', '400', '404', 'other 4xx', '5xx', 'no answer'] as const;

function classOf(status: number | string): (typeof CLASSES)[number] {
  if (typeof status === 'string') return 'no answer';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  if (status === 400 || status === 404) return `${status}`;
  return status < 500 ? 'other 4xx' : '5xx';
}

/** Counts the answers to requests, and records what was wrong with them. */
export function createLedger(seed: number) {
  const kinds = new Map<string, Map<string, number>>();
  const operations = new Map<string, number>();
  const times: number[] = [];
  const faults: string[] = [];

  return {
    times,
    faults,
    add(made: Made, { statuses, faults: found }: Verdict, ms: number): void {
      times.push(ms);
      operations.set(made.operation.name, (operations.get(made.operation.name) ?? 0) + 1);
      const counts = kinds.get(made.kind.name) ?? new Map<string, number>();
      kinds.set(made.kind.name, counts);
      const kept = classOf(statuses[0]!);
      counts.set(kept, (counts.get(kept) ?? 0) + 1);
      for (const fault of found) faults.push(`${described(seed, made)}: ${fault}`);
    },
    /** A line for each kind: how its requests were answered. */
    figures(): string[] {
      const rows = [...kinds].map(([kind, counts]) => {
        const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
        return [kind, all, ...CLASSES.map((name) => counts.get(name) ?? 0)];
      });
      return table([['kind', 'requests', ...CLASSES], ...rows]);
    },
    operationsAsked: () => operations.size,
  };
}

/** A request on one line, so that it can be made again. */
export const described = (seed: number, { n, kind, operation, wire }: Made): string =>
  `request ${n} of seed ${seed} (${kind.name}, ${operation.name}): ` +
  (wire.head ?? `${wire.method} ${wire.target}`).slice(0, 160).replace(/[^\x20-\x7e]/g, '·') +
  (wire.body
    ? ` with ${wire.body
        .subarray(0, 120)
        .toString('latin1')
        .replace(/[^\x20-\x7e]/g, '·')}`
    : '');
