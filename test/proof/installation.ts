import { type Harness, makeHarness } from '../helper.ts';
import { stopTestStack, testStack } from '../servers.ts';
import type { Later } from './prove.ts';

/** Starts the tests' own servers, or uses those that are named, for everything that this process makes. */
export async function useTestStack(later: Later): Promise<void> {
  const log = (line: string) => console.error(line);
  const stack = await testStack(log);
  later(() => stopTestStack(stack, log));
  process.env.ELASTICSEARCH_URL = stack.elasticsearchUrl;
  process.env.DATABASE_URL = stack.databaseUrl;
}

/** An installation outside a test. */
export async function harnessFor(later: Later): Promise<Harness> {
  // It runs its own steps in order, after everything made later is undone.
  const own: (() => unknown)[] = [];
  const harness = await makeHarness({ teardown: (step: () => unknown) => void own.push(step) } as never);
  later(async () => {
    for (const step of own) await step();
  });
  return harness;
}
