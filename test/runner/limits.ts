/** Usual seconds of test files that take more than a minute, four at a time on two slow cores. */
export const USUAL: Record<string, number> = {
  'test/backup/backup.test.ts': 125,
  'test/bench/copies.test.ts': 80,
  'test/referees/generators.test.ts': 300,
  'test/referees/referees.test.ts': 90,
  'test/api/features/real-figures.test.ts': 200,
  'test/api/features/values/withheld.test.ts': 120,
  'test/api/features/search/deep.test.ts': 135,
  'test/api/features/search/memory.test.ts': 100,
  'test/api/features/search/parquet-programs.test.ts': 150,
  'test/api/features/search/touching.test.ts': 85,
  'test/loading/ingest/derive-again.test.ts': 85,
  'test/loading/ingest/first-load.test.ts': 120,
  'test/loading/ingest/real-data.test.ts': 300,
  'test/loading/ingest/removal.test.ts': 80,
  'test/loading/suppressions/suppressions.test.ts': 120,
  'test/webhooks/endpoints.test.ts': 70,
  'test/webhooks/interrupted-loads.test.ts': 80,
};

/** Tests that kill servers or use a browser wait for them to start. */
const USUAL_STARTS = 200;
/** All others: the longest that a file without a line above may take. */
const USUAL_OTHERS = 60;
const TIMES = 5;

const usualOf = (file: string) =>
  USUAL[file] ?? (file.endsWith('.chaos.ts') || file.startsWith('test/pages/') ? USUAL_STARTS : USUAL_OTHERS);

/** Seconds after which a test file is ended: five times its usual time: busy machines take longer. */
export const limitOf = (file: string): number => TIMES * usualOf(file);
