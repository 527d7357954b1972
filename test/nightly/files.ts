/**
 * What does not run with every change: `npm run test:nightly` runs it, before a release and for a folder that a change
 * affects. The entries are folders and files; a folder includes everything below it.
 */
export const NIGHTLY = [
  // Real records in full size, and the figures of whole counties
  'test/loading/ingest/real-data.test.ts',
  'test/api/features/real-figures.test.ts',
  'test/api/features/values/withheld.test.ts',
  'test/loading/inspect/real-files.test.ts',
  'test/loading/sources/examples.test.ts',
  'test/loading/sources/open-addresses.test.ts',
  // Other languages and programs
  'test/referees',
  'test/client/package.test.ts',
  'test/webhooks/verify/languages.test.ts',
  'test/webhooks/verify/standard-python.test.ts',
  'test/api/features/ogc/programs.test.ts',
  'test/api/features/search/parquet-programs.test.ts',
  'test/docs/deploy-tools.test.ts',
  'test/stores/local/docker.test.ts',
  // Installations of previous releases
  'test/upgrade',
  // What is slow by nature: copies, hanging receivers, overload, pages of any depth, figures compared with those of a new
  // installation, requests while loads run
  'test/backup',
  'test/bench',
  'test/cli/delete.test.ts',
  'test/cli/secret-key.test.ts',
  'test/cli/start-up.test.ts',
  'test/webhooks/dispatch/closing.test.ts',
  'test/webhooks/dispatch/hanging.test.ts',
  'test/webhooks/dispatch/names.test.ts',
  'test/webhooks/dispatch/receivers.test.ts',
  'test/cli/doctor/doctor.test.ts',
  'test/stores/elastic/compact.test.ts',
  'test/api/features/deals/deep.test.ts',
  'test/api/features/health/metrics.test.ts',
  'test/api/features/search/changes.test.ts',
  'test/api/features/search/deep.test.ts',
  'test/api/features/search/export-unread.test.ts',
  'test/api/features/search/leaving.test.ts',
  'test/api/features/search/memory.test.ts',
  'test/api/features/search/touching-limit.test.ts',
  'test/api/features/search/touching.test.ts',
  'test/api/features/tiles/limit.test.ts',
  'test/api/features/tiles/packs.test.ts',
  'test/api/features/usage/history.test.ts',
  'test/loading/ingest/derive-again.test.ts',
  'test/loading/ingest/first-load.test.ts',
  'test/loading/ingest/lock.test.ts',
  'test/loading/ingest/rehearse.test.ts',
  'test/loading/ingest/reindex.test.ts',
  'test/loading/ingest/removal.test.ts',
  'test/loading/ingest/small-loads.test.ts',
  'test/loading/ingest/views-rewritten.test.ts',
  'test/loading/suppressions/during-loads.test.ts',
  'test/api/mcp/transports.test.ts',
  'test/stores/mysql/create.test.ts',
  'test/stores/mysql/lock.test.ts',
  'test/loading/readers/arcgis/faults.test.ts',
  'test/loading/readers/arcgis/odd-rows.test.ts',
  'test/stores/local/stack.chaos.ts',
  'test/webhooks/interrupted-loads.test.ts',
  'test/webhooks/metrics.test.ts',
  // Pages that few changes affect
  'test/pages/basemap.test.ts',
  'test/pages/cross-origin.test.ts',
  'test/pages/docs.test.ts',
  'test/pages/keys.test.ts',
  'test/pages/map-area.test.ts',
  'test/pages/map-find.test.ts',
  'test/pages/maps.test.ts',
  'test/pages/reference.test.ts',
];

/**
 * Tests in other files that only run nightly, by the beginning of their titles: kills, requests while loads run, waiting
 * for servers that are away, real records. Not the first test of a file: tap ends a file when it leaves out the first.
 */
export const NIGHTLY_TESTS: Record<string, string[]> = {
  'test/webhooks/dispatch/leases.test.ts': ['what is sent has most of its lease left'],
  'test/webhooks/dispatch/queue.test.ts': [
    'two dispatchers that are stopped and started again and again',
    'a thread that dies leaves unknown only what may have left',
    'MySQL away for a while',
  ],
  'test/api/features/cursor.test.ts': [
    'rows that exist throughout are met once each',
    'a walk meets all that lies after its place',
  ],
  'test/cli/signals.test.ts': ['every command ends with SIGTERM'],
  'test/domain/geometry/geometry.test.ts': ['points and areas of the published outlines'],
  'test/loading/ingest/crash.chaos.ts': ['kill -9 in corrections, then other corrections'],
  'test/loading/ingest/idempotent.test.ts': ['the order of files and records'],
  'test/loading/ingest/replace.test.ts': [
    'a file that is not read to its end',
    'if a county would shrink',
    'chosen counties',
    'rejected records do not stop',
  ],
  'test/pages/console-deliveries.test.ts': [
    'deliveries that were not kept are told',
    'unknown outcomes are settled by how far',
    'dead letters are retried, one and all',
  ],
  'test/pages/console-endpoints.test.ts': ['the event types to choose from', 'ids that no loaded parcel has'],
  'test/pages/console-keys.test.ts': [
    'a key in the address replaces another',
    'unusable keys are explained',
    'plans without webhooks say so',
  ],
  'test/pages/console.test.ts': [
    'an unavailable part of the service is named',
    'the verifier is shown in four languages',
  ],
  'test/pages/map-faults.test.ts': [
    'without Elasticsearch',
    'no server, and too many requests',
    'without WebGL the list is shown',
  ],
  'test/pages/map-parcel.test.ts': [
    'an owner’s other parcels open',
    'an unknown parcel is reported',
    'parcels at one place link to each other',
  ],
  'test/pages/map.test.ts': [
    'invalid values in an address',
    'every color scheme has its legend',
    'by keyboard only',
    'a phone has the list and the panel as sheets',
    'leaving the page leaves nothing running',
  ],
  'test/pages/market.test.ts': [
    'a county and a state lead to the map',
    'an expired key, a deactivated one',
    'without Elasticsearch',
  ],
  'test/api/gate/answer.test.ts': [
    'so do the first fifty after a load',
    'a client that keeps asking during loads',
    'after a load that was killed',
  ],
  'test/loading/suppressions/suppressions.test.ts': [
    'language models get no suppressed names',
    'what is removed comes back',
  ],
  'test/webhooks/commits.test.ts': [
    'a commit that MySQL has answered',
    'a process that is killed at its commit',
  ],
  'test/webhooks/endpoints.test.ts': ['a long list of endpoints comes whole'],
};

/** Whether a whole test file only runs nightly. */
export const isNightly = (file: string): boolean =>
  NIGHTLY.some((named) => file === named || file.startsWith(`${named}/`));
