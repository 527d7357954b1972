import type { Random } from '../../src/loading/demo/random.ts';
import { Feeder } from '../webhooks/ledger/feeder.ts';
import type { NewsKind } from '../webhooks/ledger/records.ts';

/** New records in a file, and milliseconds between two files. */
const RECORDS = 40;
const PAUSE = 3_000;

export type News = ReturnType<typeof createNews>;

/** Publishes deeds and permits that cause events, and records what it has published. */
export function createNews(
  env: NodeJS.ProcessEnv,
  folder: string,
  roll: Random,
  find: (fault: string) => void,
) {
  const feeder = new Feeder(env, folder, roll);
  const published: Record<NewsKind, string> = { deeds: '', permits: '' };
  const { file } = feeder.source;
  feeder.source.file = (kind, count) => {
    const text = file(kind, count);
    published[kind] += text;
    return text;
  };
  const feeding = feeder.run(RECORDS, PAUSE).catch((error: Error) => find(`news: ${error.message}`));
  return {
    expected: feeder.source.expected,
    published,
    files: () => feeder.files,
    child: () => feeder.child,
    /** From now on loads may fail. */
    disturb(): void {
      feeder.disturbed = Number.POSITIVE_INFINITY;
    },
    async stop(): Promise<void> {
      feeder.stopped = true;
      await feeding;
    },
  };
}
