/**
 * The test files that do not run with every change: `npm run test:nightly` runs them, before a release and for a folder
 * that a change touches. Folders and files; everything below a folder counts.
 */
export const NIGHTLY = [
  // Real records in full size, and the figures of whole counties
  'test/ingest/real-data.test.ts',
  'test/features/real-figures.test.ts',
  'test/features/demo-figures.test.ts',
  'test/features/dense-figures.test.ts',
  'test/inspect/real-files.test.ts',
  'test/sources/examples.test.ts',
  'test/sources/open-addresses.test.ts',
  // Other languages and programs
  'test/client/package.test.ts',
  'test/verify/languages.test.ts',
  'test/docs/deploy-tools.test.ts',
  'test/stack/docker.test.ts',
  // Installations of previous releases
  'test/upgrade',
  'test/ingest/earlier-version.test.ts',
  // What takes long by its nature: copies, hanging receivers, overload, pages of any depth, relations of random questions
  'test/backup',
  'test/bench',
  'test/dispatch/hanging.test.ts',
  'test/dispatch/receivers.test.ts',
  'test/elastic/compact.test.ts',
  'test/features/metamorphic.test.ts',
  'test/features/search/deep.test.ts',
  'test/features/search/touching.test.ts',
  'test/features/tiles/limit.test.ts',
  'test/plugins/admission.test.ts',
  // Pages that few changes touch
  'test/pages/basemap.test.ts',
  'test/pages/cross-origin.test.ts',
  'test/pages/docs.test.ts',
  'test/pages/keys.test.ts',
  'test/pages/map-area.test.ts',
  'test/pages/map-find.test.ts',
  'test/pages/maps.test.ts',
  'test/pages/reference.test.ts',
];

/** Whether a test file runs nightly only. */
export const isNightly = (file: string): boolean =>
  NIGHTLY.some((named) => file === named || file.startsWith(`${named}/`));
